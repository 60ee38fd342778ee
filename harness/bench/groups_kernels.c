/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One group a kernel of the check's registry: the largest of its cases, the reference against every level. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "check/attempt.h"
#include "check/registry.h"

enum { CASES = 4, DRAWN = 120, DRAWN_COUNTING = 12 }; /* of so many drawn cases the largest few are timed */

typedef struct kernel_context {
    twc_case cases[CASES];
    twc_call call[CASES];
    int count;
    twc_implementation implementation[TWC_BENCH_VARIANTS];
} kernel_context;

static size_t array_bytes(const twc_array *array)
{
    return array->count * array->layout->size;
}

static size_t case_bytes(const twc_case *c)
{
    size_t total = 0;
    for (uint32_t k = 0; k < c->array_count; k++)
        total += array_bytes(&c->array[k]);
    return total;
}

static void close_kernel(void *memory)
{
    kernel_context *context = memory;
    for (int k = 0; k < context->count; k++) {
        for (int array = 0; array < TWC_CASE_ARRAYS; array++) {
            free(context->call[k].buffer[array]);
            free(context->call[k].written[array]);
        }
        free(context->call[k].scratch);
        twc_case_destroy(&context->cases[k]);
    }
    free(context);
}

static void run_kernel(void *memory, int variant)
{
    kernel_context *context = memory;
    for (int k = 0; k < context->count; k++)
        context->cases[k].kernel->run(&context->cases[k], &context->implementation[variant], &context->call[k]);
}

/* Keeps the largest cases, the smallest of them last. */
static twc_status draw_cases(const twc_kernel *kernel, uint32_t drawn, kernel_context *context)
{
    for (uint32_t index = 0; index < drawn; index++) {
        twc_case c;
        twc_status status = twc_case_draw(kernel, 1, index, &c);
        if (status.code)
            return status;
        int place = context->count;
        while (place > 0 && case_bytes(&context->cases[place - 1]) < case_bytes(&c))
            place--;
        if (place >= CASES) {
            twc_case_destroy(&c);
            continue;
        }
        if (context->count == CASES)
            twc_case_destroy(&context->cases[CASES - 1]);
        else
            context->count++;
        memmove(&context->cases[place + 1], &context->cases[place], (size_t)(context->count - 1 - place) * sizeof c);
        context->cases[place] = c;
    }
    return twc_ok();
}

static void *memory_for(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

/* Memory of the calls, enough for every variant. */
static twc_status prepare_calls(const twc_bench_group *group, kernel_context *context)
{
    for (int k = 0; k < context->count; k++) {
        const twc_case *c = &context->cases[k];
        twc_call *call = &context->call[k];
        size_t scratch = 0;
        for (int v = 0; v < group->count; v++) {
            const size_t needed = c->kernel->scratch ? c->kernel->scratch(c, &context->implementation[v]) : 0;
            scratch = needed > scratch ? needed : scratch;
        }
        call->scratch = memory_for(scratch);
        int enough = call->scratch != NULL;
        for (uint32_t a = 0; a < c->array_count; a++) {
            call->buffer[a] = memory_for(array_bytes(&c->array[a]));
            call->written[a] = memory_for(c->array[a].segments * sizeof(size_t));
            enough = enough && call->buffer[a] && call->written[a];
            if (enough && c->array[a].role == TWC_INPUT)
                memcpy(call->buffer[a], c->array[a].data, array_bytes(&c->array[a]));
        }
        if (!enough)
            return twc_fail(TWC_IO, "not enough memory for the cases of %s", c->kernel->name);
    }
    return twc_ok();
}

static twc_status check_cases(const twc_bench_group *group, kernel_context *context)
{
    twc_guarded_memory arena;
    twc_status status = twc_ok();
    memset(&arena, 0, sizeof arena);
    for (int k = 0; k < context->count && !status.code; k++) {
        for (int v = 0; v < group->count && !status.code; v++) {
            twc_outcome outcome;
            memset(&outcome, 0, sizeof outcome);
            status = twc_attempt(&arena, &context->cases[k], &context->implementation[v], &outcome);
            if (!status.code && outcome.verdict != TWC_EQUAL)
                status = twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed: %s (twc check --kernel %s shows it)",
                                  group->name, group->variant[v].name, twc_verdict_name(outcome.verdict), group->name);
        }
    }
    twc_guarded_memory_release(&arena);
    return status;
}

static void add_levels(const twc_bench_plan *plan, twc_bench_group *group, kernel_context *context)
{
    context->implementation[0] = (twc_implementation){0, TWC_LEVEL_BASE, 1, TWC_STATIC};
    twc_bench_add(group, 1, context->count, 0, "reference");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
        if (!twc_fast_ground((twc_level)level) || (plan->level_given && (twc_level)level != plan->level) ||
            (plan->counting && level > TWC_LEVEL_V3))
            continue;
        context->implementation[group->count] = (twc_implementation){1, (twc_level)level, 1, TWC_STATIC};
        twc_bench_add(group, 1, context->count, 0, twc_level_name((twc_level)level));
    }
}

int twc_bench_asked(const char *stage, const char *name)
{
    return strpbrk(stage, "*?") ? fnmatch(stage, name, 0) == 0 : strncmp(name, stage, strlen(stage)) == 0;
}

int twc_bench_list(const char *stage)
{
    static const char *const groups[] = {"detail.build", "detail.view",  "edits",         "feature.build",
                                         "feature.cut",  "ground.build", "surface.build", "surface.render"};
    int count = 0;
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
        if (twc_bench_asked(stage, groups[k])) {
            puts(groups[k]);
            count++;
        }
    for (int k = 0; twc_kernels[k]; k++)
        if (!twc_kernels[k]->threaded && twc_bench_asked(stage, twc_kernels[k]->name)) {
            puts(twc_kernels[k]->name);
            count++;
        }
    return count;
}

/* The index-th kernel that the plan asks for; a kernel's name begins with its stage. */
static const twc_kernel *planned(const twc_bench_plan *plan, int index)
{
    for (int k = 0; twc_kernels[k]; k++)
        if (twc_bench_asked(plan->stage, twc_kernels[k]->name) &&
            ((plan->counting && !plan->plots) || !twc_kernels[k]->threaded) && index-- == 0)
            return twc_kernels[k];
    return NULL;
}

twc_status twc_bench_open_kernel(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    const twc_kernel *kernel = planned(plan, index);
    memset(group, 0, sizeof *group);
    if (!kernel)
        return twc_ok();
    kernel_context *context = twc_bench_begin(group, TWC_BENCH_CASE, sizeof *context, run_kernel, close_kernel);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "%s", kernel->name);
    twc_status status = draw_cases(kernel, plan->counting && !plan->plots ? DRAWN_COUNTING : DRAWN, context);
    add_levels(plan, group, context);
    if (!status.code && !plan->counting)
        status = check_cases(group, context);
    if (!status.code)
        status = prepare_calls(group, context);
    if (status.code)
        close_kernel(context);
    return status;
}

twc_status twc_bench_open(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    if (plan->plots && index-- == 0)
        return twc_bench_open_machine(plan, group);
    if (plan->plots && plan->counting && twc_bench_asked(plan->stage, "ground.build") && index-- == 0)
        return twc_bench_open_build(plan, 0, group);
    if (!plan->counting && twc_bench_asked(plan->stage, "ground.build")) {
        if (index < 2)
            return twc_bench_open_build(plan, index, group);
        if (index == 2)
            return twc_bench_open_sizes(plan, group);
        index -= 3;
    }
    if (!plan->counting && twc_bench_asked(plan->stage, "feature.build")) {
        if (index < 2)
            return twc_bench_open_road(plan, index, group);
        if (index == 2)
            return twc_bench_open_lengths(plan, group);
        index -= 3;
    }
    if (!plan->counting && twc_bench_asked(plan->stage, "feature.cut")) {
        if (index == 0)
            return twc_bench_open_cut(plan, group);
        index--;
    }
    if (!plan->counting && twc_bench_asked(plan->stage, "surface.build") && index-- == 0)
        return twc_bench_open_surface(plan, 0, group);
    if (!plan->counting && twc_bench_asked(plan->stage, "surface.render")) {
        if (index < 2)
            return twc_bench_open_surface(plan, 1 + index, group);
        index -= 2;
    }
    const int lands = plan->counting ? 0 : twc_bench_land_count(plan->stage);
    if (index < lands)
        return twc_bench_open_land(plan, index, group);
    index -= lands;
    const int grids = plan->counting ? 0 : twc_bench_grid_count(plan->stage);
    if (index < grids)
        return twc_bench_open_grid(plan, index, group);
    index -= grids;
    const int details = plan->counting ? 0 : twc_bench_detail_count(plan->stage);
    if (index < details)
        return twc_bench_open_detail(plan, index, group);
    return twc_bench_open_kernel(plan, index - details, group);
}
