/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "check/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check/replay.h"
#include "store/atomic_file.h"

static const int thread_counts[] = {1, 2, 3, 5, 8};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

twc_check_options twc_check_defaults(void)
{
    twc_check_options options = {.seed = 1, .level = -1, .schedule = -1, .only_case = -1, .shrink = 1500, .hang = 20};
    return options;
}

twc_status twc_check_levels(void)
{
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_level_supported((twc_level)level) && !twc_level_built((twc_level)level))
            return twc_fail(TWC_CHECK_FAILED,
                            "this processor has level %s but this build lacks it, so it goes unchecked",
                            twc_level_name((twc_level)level));
    return twc_ok();
}

/* ---- in the child ----------------------------------------------------------------------------------------- */

typedef struct campaign {
    const twc_kernel *kernel;
    const twc_check_options *options;
    int level_on[TWC_LEVEL_COUNT]; /* not yet failed */
    uint32_t first;                /* case to go on from */
    double end;                    /* with --seconds */
} campaign;

static int finished(const campaign *run, uint32_t index)
{
    int levels = 0;
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        levels += run->level_on[level];
    if (levels == 0)
        return 1;
    if (run->options->only_case >= 0)
        return index > run->options->only_case;
    return run->options->seconds > 0 ? now() >= run->end : index >= run->kernel->cases;
}

/*
 * Whether case `index` runs with a combination. What the options leave open is one combination a case, in turn; and all
 * of them in every fourth case of a kernel that takes threads itself.
 */
static int chosen(const campaign *run, uint32_t index, int combination)
{
    const twc_check_options *options = run->options;
    int turn = (int)(index % TWC_CHECK_COMBINATIONS);
    int all = run->kernel->threaded && index % 4 == 0;
    int threads = all ? combination % 5 : turn % 5, schedule = all ? combination / 5 : turn / 5;
    if (options->threads)
        threads = 0; /* once, with the count asked for */
    if (options->schedule >= 0)
        schedule = options->schedule;
    return combination == threads + 5 * schedule;
}

/* One level on one case: 0 when a check failed or could not run. */
static int check_level(const campaign *run, twc_shared *shared, twc_guarded_memory *arena, twc_case *c, twc_level level)
{
    for (int combination = 0; combination < TWC_CHECK_COMBINATIONS; combination++) {
        twc_implementation implementation = {1, level, thread_counts[combination % 5], (twc_schedule)(combination / 5)};
        if (!chosen(run, shared->index, combination))
            continue;
        if (run->options->threads)
            implementation.threads = run->options->threads;
        twc_isolate_start(shared, &implementation);
        shared->status = twc_attempt(arena, c, &implementation, &shared->outcome);
        if (shared->status.code || shared->outcome.verdict != TWC_EQUAL)
            return 0;
        shared->checks++;
    }
    return 1;
}

static int check_case(const campaign *run, twc_shared *shared, twc_guarded_memory *arena, twc_case *c)
{
    static const twc_implementation reference;
    twc_isolate_start(shared, &reference);
    shared->status = twc_attempt(arena, c, &reference, &shared->outcome);
    if (shared->status.code || shared->outcome.verdict != TWC_EQUAL)
        return 0;
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (run->level_on[level] && !check_level(run, shared, arena, c, (twc_level)level))
            return 0;
    return 1;
}

static void check_cases(twc_shared *shared, twc_guarded_memory *arena, void *argument)
{
    const campaign *run = argument;
    for (uint32_t index = run->first; !finished(run, index); index++) {
        twc_case c;
        shared->index = index;
        shared->status = twc_case_draw(run->kernel, run->options->seed, index, &c);
        if (shared->status.code)
            return;
        int good = check_case(run, shared, arena, &c);
        twc_case_destroy(&c);
        if (!good)
            return;
        shared->cases++;
        if (run->options->progress && index % 16 == 0)
            run->options->progress(run->kernel, run->kernel->cases ? (double)index / run->kernel->cases : 0);
    }
}

/* ---- in the parent ---------------------------------------------------------------------------------------- */

static void print_scalars(const twc_case *c, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t k = 0; k < twc_kernel_scalar_count(c->kernel) && length < size; k++)
        length += (size_t)snprintf(text + length, size - length, "%s%s=%" PRId64, k ? " " : "",
                                   c->kernel->scalars[k].name, c->value[k]);
}

/* A failure that can't be saved is one all the same: it says why there is no file. */
static void save(const twc_check_options *options, const twc_failure *shrunk, twc_check_failure *failure)
{
    char name[128];
    failure->replay[0] = failure->unsaved[0] = '\0';
    if (!options->folder)
        return;
    snprintf(name, sizeof name, "%.64s-%s-%u.replay", failure->kernel->name,
             failure->implementation.fast ? twc_level_name(failure->implementation.level) : "reference",
             failure->index);
    twc_status status = twc_path_join(options->folder, name, failure->replay, sizeof failure->replay);
    if (!status.code)
        status = twc_replay_save(failure->replay, &shrunk->c, &shrunk->implementation);
    if (status.code) {
        failure->replay[0] = '\0';
        snprintf(failure->unsaved, sizeof failure->unsaved, "%s", status.message);
    }
}

/* Shrinks what `shared` holds, saves it, and adds it to the result. */
static twc_status record(const campaign *run, twc_shared *shared, twc_check_result *result)
{
    twc_failure shrunk = {.implementation = shared->running, .outcome = shared->outcome, .index = shared->index};
    twc_check_failure *failure = &result->failures[result->failure_count++];
    int hung = shared->outcome.verdict == TWC_HUNG;
    twc_status status = twc_case_draw(run->kernel, run->options->seed, shared->index, &shrunk.c);
    if (status.code)
        return status;
    failure->kernel = run->kernel;
    failure->implementation = shrunk.implementation;
    failure->index = shrunk.index;
    failure->found = shrunk.outcome;
    if (run->options->shrink)
        status = twc_shrink(&shrunk, hung ? 20 : run->options->shrink, hung ? 2 : run->options->hang, shared);
    failure->small_implementation = shrunk.implementation;
    failure->small = shrunk.outcome;
    failure->attempts = shrunk.attempts;
    print_scalars(&shrunk.c, failure->scalars, sizeof failure->scalars);
    save(run->options, &shrunk, failure);
    twc_case_destroy(&shrunk.c);
    return status;
}

static int level_checkable(const twc_check_options *options, int level)
{
    return (options->level < 0 || options->level == level) && twc_level_supported((twc_level)level) &&
           twc_level_built((twc_level)level);
}

static twc_status run_children(campaign *run, twc_shared *shared, twc_check_result *result)
{
    for (;;) {
        memset(&shared->outcome, 0, sizeof shared->outcome);
        twc_status status = twc_isolate(check_cases, run, run->options->hang, shared);
        result->cases = shared->cases;
        result->checks = shared->checks;
        if (status.code || shared->outcome.verdict == TWC_EQUAL)
            return status;
        int level = (int)shared->running.level, in_reference = !shared->running.fast;
        run->first = shared->index;
        status = record(run, shared, result);
        if (status.code || in_reference)
            return status;
        run->level_on[level] = 0; /* the other levels go on from the same case */
    }
}

twc_status twc_check_kernel(const twc_kernel *kernel, const twc_check_options *options, twc_check_result *result)
{
    double start = now();
    campaign run = {.kernel = kernel, .options = options, .end = start + options->seconds};
    twc_shared *shared = twc_shared_create();
    memset(result, 0, sizeof *result);
    result->kernel = kernel;
    if (!shared)
        return twc_fail(TWC_IO, "not enough memory for the check");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        run.level_on[level] = level_checkable(options, level);
    if (options->only_case >= 0)
        run.first = (uint32_t)options->only_case;
    twc_status status = run_children(&run, shared, result);
    result->seconds = now() - start;
    twc_shared_destroy(shared);
    return status;
}
