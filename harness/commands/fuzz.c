/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc fuzz: scripts of edits drawn from a seed, every invariant after every step; or walks on a land. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <dirent.h>

#include "check/random.h"
#include "commands/command.h"
#include "commands/fuzz_walks.h"
#include "fuzz/log_check.h"
#include "fuzz/run.h"
#include "progress.h"
#include "store/atomic_file.h"
#include "store/interrupts.h"
#include "write_json.h"

enum { SHRINK_RUNS = 400, MAX_JOBS = 64 };

typedef struct campaign {
    const char *command;
    uint64_t seed, first; /* scripts are numbered; number k has seed mix(seed + k) */
    double seconds;       /* 0: no limit */
    int64_t steps;        /* 0: no limit */
    int jobs;
    twc_invariant plant;
    const char *corpus; /* where failures go */
    int json;
} campaign;

/* What one job did, in memory that its process shares with the one that waits for it. */
typedef struct tally {
    uint64_t scripts, steps, failures;
    uint64_t current; /* the script that runs */
    double seconds;
} tally;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- failures ---- */

static void describe(const twc_script *script, const twc_verdict *verdict, FILE *out)
{
    fprintf(out, "BROKEN %s after step %d of %d: %s\n", twc_invariant_name(verdict->broken), verdict->step + 1,
            script->step_count, verdict->detail);
}

/* The command that draws a script again and runs it. */
static void print_repeat(const campaign *c, uint64_t number)
{
    fprintf(stderr, "repeat: twc fuzz --seed %" PRIu64 " --first %" PRIu64 " --steps 1%s%s\n", c->seed, number,
            c->plant ? " --plant " : "", c->plant ? twc_invariant_name(c->plant) : "");
}

/* Says how to repeat a failure, then shrinks it, saves it and says how to repeat that. */
static void report_failure(const campaign *c, uint64_t number, twc_script *script, twc_verdict *verdict)
{
    char path[4096], name[64], comment[512];
    int before = script->step_count;
    describe(script, verdict, stderr);
    print_repeat(c, number);
    int runs = twc_script_shrink(script, c->plant, SHRINK_RUNS, verdict);
    fprintf(stderr, "shrunk from %d to %d steps in %d runs: %s\n", before, script->step_count, runs, verdict->detail);
    snprintf(comment, sizeof comment, "breaks \"%s\": %s", twc_invariant_name(verdict->broken), verdict->detail);
    snprintf(name, sizeof name, "fuzz-%s-%" PRIu64 ".json", twc_invariant_name(verdict->broken), script->seed);
    twc_status status = twc_path_join(c->corpus, name, path, sizeof path);
    if (!status.code)
        status = twc_script_save(path, script, comment);
    if (status.code)
        twc_cli_report(c->command, status);
    else
        fprintf(stderr, "repeat: twc fuzz --replay %s%s%s\n", path, c->plant ? " --plant " : "",
                c->plant ? twc_invariant_name(c->plant) : "");
}

/* ---- jobs ---- */

static void add_up(const campaign *c, const tally *t, tally *total)
{
    for (int job = 0; job < c->jobs; job++) {
        total->scripts += t[job].scripts;
        total->steps += t[job].steps;
        total->failures += t[job].failures;
        total->seconds = t[job].seconds > total->seconds ? t[job].seconds : total->seconds;
    }
}

/* All jobs' tallies, on one line. */
static void tell_progress(const campaign *c, const tally *t)
{
    tally total = {0};
    char text[160], limit[48] = "";
    add_up(c, t, &total);
    if (c->seconds > 0)
        snprintf(limit, sizeof limit, " of %.0f", c->seconds);
    else if (c->steps > 0)
        snprintf(limit, sizeof limit, ", until %" PRId64 " steps", c->steps);
    snprintf(text, sizeof text,
             "fuzz: %" PRIu64 " steps in %" PRIu64 " scripts, %.0f a second, %" PRIu64 " failures; %.0f s", total.steps,
             total.scripts, (double)total.steps / (t->seconds > 0 ? t->seconds : 1), total.failures, t->seconds);
    twc_progress_text("%s%s", text, limit);
}

/* Runs scripts job, job + jobs, ... until time, steps or a failure end it. */
static twc_status run_job(const campaign *c, int job, tally *t)
{
    twc_script *script = malloc(sizeof *script);
    double start = now();
    twc_status status = script ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a script");
    for (uint64_t number = c->first + (uint64_t)job; !status.code; number += (uint64_t)c->jobs) {
        twc_verdict verdict;
        t->seconds = now() - start;
        if ((c->seconds > 0 && t->seconds >= c->seconds) || (c->steps > 0 && (int64_t)t->steps * c->jobs >= c->steps))
            break;
        t->current = number;
        twc_script_draw(twc_mix64(c->seed + number), script);
        status = twc_script_run(script, c->plant, &verdict);
        if (status.code) {
            fprintf(stderr, "script %" PRIu64 " could not be run to its end\n", number);
            print_repeat(c, number);
        }
        t->scripts++;
        t->steps += (uint64_t)verdict.steps;
        t->seconds = now() - start;
        if (job == 0) /* it has the tallies of all behind its own */
            tell_progress(c, t);
        if (!status.code && verdict.broken != TWC_HOLDS) {
            t->failures++;
            report_failure(c, number, script, &verdict);
            break;
        }
    }
    t->seconds = now() - start;
    free(script);
    return status;
}

/* Starts the process of a job, which ends with this one. */
static pid_t start_job(const campaign *c, int job, tally *t)
{
    const pid_t parent = getpid(), child = fork();
    if (child != 0)
        return child;
    twc_interrupts_catch();
    twc_end_with_parent(parent, SIGTERM);
    _exit(twc_cli_report(c->command, run_job(c, job, t)));
}

static void end_jobs(const pid_t *child, int jobs)
{
    for (int job = 0; job < jobs; job++)
        if (child[job] > 0)
            (void)kill(child[job], SIGTERM);
}

/* What the end of a job's process says; a crash is a find like any other. */
static twc_status judge_end(const campaign *c, const tally *t, int state)
{
    if (WIFEXITED(state)) /* it has said why */
        return twc_told((twc_code)WEXITSTATUS(state));
    fprintf(stderr, "CRASHED in script %" PRIu64 ": signal %d\n", t->current, WTERMSIG(state));
    print_repeat(c, t->current);
    return twc_told(TWC_CHECK_FAILED);
}

/* Waits for every job; a signal ends them all. */
static twc_status wait_for_jobs(const campaign *c, pid_t *child, const tally *t)
{
    twc_status status = twc_ok();
    for (int left = c->jobs; left > 0;) {
        int state;
        const pid_t ended = wait(&state);
        if (twc_interrupted())
            end_jobs(child, c->jobs);
        if (ended < 0 && errno == EINTR)
            continue;
        if (ended < 0)
            return twc_fail(TWC_IO, "lost a job: %s", strerror(errno));
        left--;
        for (int job = 0; job < c->jobs; job++) {
            if (child[job] != ended)
                continue;
            child[job] = 0;
            if (!status.code && !twc_interrupted())
                status = judge_end(c, &t[job], state);
        }
    }
    return status;
}

/* One process a job. */
static twc_status run_jobs(const campaign *c, tally *total)
{
    const size_t size = MAX_JOBS * sizeof(tally);
    pid_t child[MAX_JOBS] = {0};
    twc_status status = twc_ok();
    tally *t = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED)
        return twc_fail(TWC_IO, "not enough memory for the jobs");
    (void)fflush(NULL);
    twc_interrupts_defer();
    for (int job = 0; job < c->jobs && !status.code; job++) {
        child[job] = start_job(c, job, &t[job]);
        if (child[job] < 0)
            status = twc_fail(TWC_IO, "no process for job %d: %s", job, strerror(errno));
    }
    if (status.code)
        end_jobs(child, c->jobs);
    else
        status = wait_for_jobs(c, child, t);
    add_up(c, t, total);
    munmap(t, size);
    return status;
}

/* ---- replays ---- */

static twc_status replay(const campaign *c, const char *path)
{
    twc_script *script = malloc(sizeof *script);
    twc_verdict verdict;
    if (!script)
        return twc_fail(TWC_IO, "not enough memory for a script");
    twc_status status = twc_script_load(path, script);
    if (!status.code)
        status = twc_script_run(script, c->plant, &verdict);
    if (!status.code && verdict.broken != TWC_HOLDS) {
        describe(script, &verdict, stdout);
        printf("repeat: twc fuzz --replay %s\n", path);
        status = twc_told(TWC_CHECK_FAILED);
    } else if (!status.code) {
        printf("%s: all invariants hold over %d steps\n", path, verdict.steps);
    }
    free(script);
    return status;
}

/* Every *.json of a folder, by name; the first that fails ends it. */
static twc_status replay_folder(const campaign *c, const char *folder)
{
    struct dirent **entry;
    twc_status status = twc_ok();
    int count = scandir(folder, &entry, NULL, alphasort);
    for (int k = 0; k < count; k++) {
        size_t length = strlen(entry[k]->d_name);
        char path[4096];
        if (!status.code && length > 5 && strcmp(entry[k]->d_name + length - 5, ".json") == 0) {
            snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
            status = replay(c, path);
        }
        free(entry[k]);
    }
    if (count >= 0)
        free(entry);
    if (count < 0 && errno != ENOENT) /* failures will make it */
        status = twc_fail(TWC_IO, "cannot read %s: %s", folder, strerror(errno));
    return status;
}

/* ---- the command ---- */

static twc_status print_tally(const campaign *c, const tally *t)
{
    double rate = t->seconds > 0 ? (double)t->steps / t->seconds / c->jobs : 0;
    if (!c->json) {
        printf("%s%" PRIu64 " scripts, %" PRIu64 " checked steps in %.1f s (%.0f a second and job), %" PRIu64
               " failures; seed %" PRIu64 ", next script %" PRIu64 "\n",
               twc_interrupted() ? "interrupted: " : "", t->scripts, t->steps, t->seconds, rate, t->failures, c->seed,
               c->first + t->scripts);
        return twc_ok();
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_printed(json, "seed", "%" PRIu64, c->seed);
    twc_json_add_printed(json, "first", "%" PRIu64, c->first);
    twc_json_add_printed(json, "scripts", "%" PRIu64, t->scripts);
    twc_json_add_printed(json, "steps", "%" PRIu64, t->steps);
    twc_json_add_printed(json, "failures", "%" PRIu64, t->failures);
    twc_json_add_printed(json, "seconds", "%.3f", t->seconds);
    twc_json_add_printed(json, "steps_per_second_per_job", "%.1f", rate);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

typedef struct fuzz_values {
    double seconds;
    int64_t steps, first;
    int jobs, plant;
    const char *corpus, *replay, *world, *log, *land;
    int64_t walks;
} fuzz_values;

static const fuzz_values defaults = {.seconds = 10, .jobs = 1, .corpus = "out/fuzz", .plant = -1, .walks = 1000000};

/* In the order of twc_invariant, after TWC_HOLDS; the last is of walks. */
static const char *const invariants[] = {"apply", "peers",    "stale",  "closed", "query",
                                         "undo",  "recovery", "levels", "walk",   NULL};
enum { PLANT_WALK = TWC_INVARIANT_COUNT - 1 };

static const twc_option options[] = {
    {.name = "seconds",
     .value = "S",
     .real = &defaults.seconds,
     .low = 0.01,
     .high = 1e8,
     .unit = "s",
     .help = "stop after so long; no limit when only --steps is given"},
    {.name = "steps",
     .value = "N",
     .wide = &defaults.steps,
     .low = 1,
     .high = (double)(INT64_MAX / MAX_JOBS),
     .help = "stop after so many checked steps",
     .otherwise = "no limit"},
    {.name = "jobs", .value = "N", .integer = &defaults.jobs, .low = 1, .high = MAX_JOBS, .help = "processes"},
    {.name = "first",
     .value = "K",
     .wide = &defaults.first,
     .low = 0,
     .high = INFINITY,
     .help = "number of the first script, to go on where another run ended"},
    {.name = "corpus",
     .value = "DIR",
     .text = &defaults.corpus,
     .names = TWC_NAMES_FOLDER,
     .help = "replay every script there first, when it is given; failures are saved there"},
    {.name = "replay", .value = "FILE", .text = &defaults.replay, .names = TWC_NAMES_FILE, .help = "run one script"},
    {.name = "world",
     .value = "WORLD.h5",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "with --log: no drawn edits, but every invariant after every fact of that log"},
    {.name = "log", .value = "LOG", .text = &defaults.log, .names = TWC_NAMES_FILE, .help = "the log of --world"},
    {.name = "plant",
     .value = "NAME",
     .choice = &defaults.plant,
     .choices = invariants,
     .help = "plant a fault that this invariant must notice, the canary"},
    {.name = "land",
     .value = "FILE",
     .text = &defaults.land,
     .names = TWC_NAMES_FILE,
     .help = "walks on this land (*.json) in place of edits, over every kind of edge; --first is a walk's number then"},
    {.name = "walks",
     .value = "N",
     .wide = &defaults.walks,
     .low = 1,
     .high = 1e12,
     .help = "how many walks, with --land"},
    {.name = NULL},
};

/* A user's own edits instead of drawn ones. */
static twc_status check_log(const twc_cli *cli, const fuzz_values *v)
{
    const twc_log_check check = {
        .world = v->world, .log = v->log, .level = twc_level_best(), .plant = (twc_invariant)(v->plant + 1)};
    twc_verdict verdict;
    twc_status status = twc_cli_takes_only(cli, "world log plant", "means nothing to --world and --log");
    if (!status.code && (!v->world || !v->log))
        status = twc_fail(TWC_USAGE, "--world and --log belong together: give both");
    if (!status.code && check.plant && check.plant != TWC_BROKEN_PEERS)
        status = twc_fail(TWC_USAGE, "into a log --plant peers alone can be planted");
    if (!status.code)
        status = twc_log_check_run(&check, &verdict);
    return status.code ? status : twc_log_check_tell(&check, &verdict);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const fuzz_values *v = values;
    if (v->land)
        return twc_fuzz_walks(cli, (twc_fuzz_walks_values){v->land, v->walks, v->first, v->plant == PLANT_WALK});
    if (v->plant == PLANT_WALK || twc_cli_given(cli, "walks"))
        return twc_fail(TWC_USAGE, "walks need a land: name one with --land");
    campaign c = {.command = cli->command,
                  .seed = cli->seed,
                  .first = (uint64_t)v->first,
                  .seconds = v->steps && !twc_cli_given(cli, "seconds") ? 0 : v->seconds,
                  .steps = v->steps,
                  .jobs = v->jobs,
                  .plant = (twc_invariant)(v->plant + 1),
                  .corpus = v->corpus,
                  .json = cli->json};
    if (v->world || v->log)
        return check_log(cli, v);
    if (v->replay) {
        twc_status status = twc_cli_takes_only(cli, "replay plant", "means nothing to --replay, which runs one script");
        return status.code ? status : replay(&c, v->replay);
    }
    tally total = {0};
    twc_status status = twc_cli_given(cli, "corpus") && !c.plant ? replay_folder(&c, c.corpus) : twc_ok();
    if (status.code)
        return status;
    status = run_jobs(&c, &total);
    twc_progress("fuzz", -1);
    twc_status printed = print_tally(&c, &total);
    twc_interrupts_end();
    if (status.code || printed.code)
        return status.code ? status : printed;
    return total.failures ? twc_told(TWC_CHECK_FAILED) : twc_ok();
}

const twc_command twc_command_fuzz = {
    .name = "fuzz",
    .summary = "sequences of edits, every invariant after every step; walks on a land",
    .examples = "  twc fuzz                                       ten seconds from seed 1\n"
                "  twc fuzz --seconds 3600 --jobs 2 --seed 7      an hour on two processors\n"
                "  twc fuzz --replay out/fuzz/fuzz-stale-1.json   a failing script again\n"
                "  twc fuzz --world valley.h5 --log valley.log    over your own edits\n"
                "  twc fuzz --plant stale                         a fault that must be found\n"
                "  twc fuzz --land experiments/island.json        a million walks, none deeper than it may\n",
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_SEED,
    .run = run,
};
