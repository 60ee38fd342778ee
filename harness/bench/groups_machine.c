/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the machine gives: the roofs over the kernels, measured among them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "bench/bench.h"

/* The small blocks lie in the first cache together; the large ones in no cache of a common machine. */
enum { SMALL = 8 << 10, LARGE = 64 << 20, STEPS = 1 << 16 };

typedef struct machine_context {
    char *from, *to; /* LARGE bytes each; NULL when only instructions are counted */
} machine_context;

static void close_machine(void *memory)
{
    machine_context *context = memory;
    free(context->from);
    free(context->to);
    free(context);
}

/*
 * Eight sums and six loads that wait for nothing but themselves: additions alone would fill the units that add and
 * leave a wide processor's front idle. The compiler may neither fold nor widen them.
 */
static void step(void)
{
    static const volatile uint64_t word[6] = {0};
    uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (uint64_t k = 0; k < STEPS; k++) {
        a += k, b += k, c += k, d += k, e += k, f += k, g += k, h += k;
        (void)word[0], (void)word[1], (void)word[2], (void)word[3], (void)word[4], (void)word[5];
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
    }
}

static void copy(machine_context *context, size_t bytes)
{
    memcpy(context->to, context->from, bytes);
    __asm__ volatile("" : : "r"(context->to) : "memory"); /* or a copy that nobody reads could be left out */
}

static void run_machine(void *memory, int variant)
{
    if (variant == 0)
        step();
    else
        copy(memory, variant == 1 ? SMALL : LARGE);
}

twc_status twc_bench_open_machine(const twc_bench_plan *plan, twc_bench_group *group)
{
    machine_context *context = twc_bench_begin(group, "call", sizeof *context, run_machine, close_machine);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, TWC_BENCH_MACHINE);
    twc_bench_add(group, 1, 1, 0, "integer");
    if (plan->counting)
        return twc_ok();
    context->from = twc_aligned_alloc(LARGE);
    context->to = twc_aligned_alloc(LARGE);
    if (!context->from || !context->to) {
        close_machine(context);
        return twc_fail(TWC_IO, "not enough memory for two blocks of %d bytes", LARGE);
    }
    memset(context->from, 1, LARGE); /* pages of their own, not the one page of zeros */
    memset(context->to, 1, LARGE);
    twc_bench_add(group, 1, 1, 2.0 * SMALL, "copy/small"); /* read and written */
    twc_bench_add(group, 1, 1, 2.0 * LARGE, "copy/large");
    return twc_ok();
}
