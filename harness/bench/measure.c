/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "bench/bench.h"

enum { PARTS = 5 };

static const double row_seconds = 0.001, long_call = 0.020;

typedef struct instant {
    double wall, cpu;
} instant;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static instant now(void)
{
    return (instant){seconds(CLOCK_MONOTONIC), seconds(CLOCK_THREAD_CPUTIME_ID)};
}

void twc_bench_sweep(volatile char *memory)
{
    for (size_t k = 0; k < TWC_BENCH_SWEEP; k += 64)
        memory[k] = (char)(memory[k] + 1);
}

/* Mean seconds of one of `calls` calls in a row. */
static instant timed(const twc_bench_group *group, int variant, int calls)
{
    const instant start = now();
    for (int call = 0; call < calls; call++)
        group->run(group->context, variant);
    const instant end = now();
    return (instant){(end.wall - start.wall) / calls, (end.cpu - start.cpu) / calls};
}

/*
 * One sample: the median of PARTS rows of `calls` calls, so that an interruption spoils one row and not the sample. A
 * call that is not timed comes first: it wakes the threads and fills the caches, unless they are swept before each
 * call.
 */
static instant sample_of(const twc_bench_group *group, int variant, int calls, char *swept)
{
    double wall[PARTS], cpu[PARTS];
    const int parts = calls > 0 ? PARTS : 1;
    if (calls > 0 && !swept)
        group->run(group->context, variant);
    for (int part = 0; part < parts; part++) {
        if (swept)
            twc_bench_sweep(swept);
        const instant spent = timed(group, variant, calls > 0 && !swept ? calls : 1);
        wall[part] = spent.wall;
        cpu[part] = spent.cpu;
    }
    gsl_sort(wall, 1, (size_t)parts);
    gsl_sort(cpu, 1, (size_t)parts);
    return (instant){wall[parts / 2], cpu[parts / 2]};
}

/* Calls in a row that take about a millisecond; 0: one call takes so long that it is a sample. */
static int calls_in_a_row(const twc_bench_group *group, int variant)
{
    timed(group, variant, 1);
    const double once = timed(group, variant, 1).wall;
    return once > long_call ? 0 : (int)ceil(row_seconds / (once > 1e-7 ? once : 1e-7));
}

twc_status twc_bench_measure(const twc_bench_group *group, int rounds, twc_bench_samples samples)
{
    int calls[TWC_BENCH_VARIANTS];
    char *memory = calloc(TWC_BENCH_SWEEP, 1);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for %d bytes to sweep the caches with", TWC_BENCH_SWEEP);
    for (int v = 0; v < group->count; v++)
        calls[v] = calls_in_a_row(group, v);
    for (int round = 0; round < rounds; round++) {
        for (int v = 0; v < group->count; v++) {
            const instant spent = sample_of(group, v, calls[v], group->variant[v].swept ? memory : NULL);
            samples.wall[v * rounds + round] = spent.wall;
            samples.cpu[v * rounds + round] = spent.cpu;
        }
    }
    free(memory);
    return twc_ok();
}
