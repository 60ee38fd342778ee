/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "bench/bench.h"

enum { SWEEP_BYTES = 96 << 20 }; /* more than the caches of common machines hold */

static const double least_seconds = 0.004; /* of one sample: short calls are repeated */

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

static void sweep(volatile char *memory)
{
    for (size_t k = 0; k < SWEEP_BYTES; k += 64)
        memory[k] = (char)(memory[k] + 1);
}

/*
 * Mean seconds of one of `calls` calls, after one that is not timed: it wakes the threads and fills the caches. With `swept`, the
 * caches are swept before each call.
 */
static instant timed(const twc_bench_group *group, int variant, int calls, char *swept)
{
    instant total = {0, 0};
    const int inner = swept ? 1 : calls;
    if (calls > 1)
        group->run(group->context, variant);
    for (int k = 0; k < calls; k += inner) {
        if (swept)
            sweep(swept);
        const instant start = now();
        for (int call = 0; call < inner; call++)
            group->run(group->context, variant);
        const instant end = now();
        total.wall += end.wall - start.wall;
        total.cpu += end.cpu - start.cpu;
    }
    return (instant){total.wall / calls, total.cpu / calls};
}

twc_status twc_bench_measure(const twc_bench_group *group, int rounds, twc_bench_samples samples)
{
    int calls[TWC_BENCH_VARIANTS];
    char *memory = calloc(SWEEP_BYTES, 1);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for %d bytes to sweep the caches with", SWEEP_BYTES);
    for (int v = 0; v < group->count; v++) { /* the first call warms up, the second tells how many make a sample */
        timed(group, v, 1, NULL);
        const double once = timed(group, v, 1, NULL).wall;
        calls[v] = once < least_seconds ? (int)ceil(least_seconds / (once > 1e-7 ? once : 1e-7)) : 1;
        if (group->variant[v].swept)
            calls[v] = calls[v] > 3 ? 3 : calls[v];
    }
    for (int round = 0; round < rounds; round++) {
        for (int v = 0; v < group->count; v++) {
            const instant spent = timed(group, v, calls[v], group->variant[v].swept ? memory : NULL);
            samples.wall[v * rounds + round] = spent.wall;
            samples.cpu[v * rounds + round] = spent.cpu;
        }
    }
    free(memory);
    return twc_ok();
}
