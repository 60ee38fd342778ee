/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a run to what its figures show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

static const char stage[] = "ground.", region[] = "ground.build/region", sizes[] = "ground.build/size";

static void take_size(const twc_bench_result *result, twc_scaling *scaling)
{
    const char *kilometres = strstr(result->variant.name, "/km:");
    if (!kilometres || scaling->sizes == TWC_PLOT_POINTS)
        return;
    snprintf(scaling->level, sizeof scaling->level, "%.*s", (int)(kilometres - result->variant.name),
             result->variant.name);
    scaling->kilometres[scaling->sizes] = strtod(kilometres + 4, NULL);
    scaling->chunk[scaling->sizes++] = twc_bench_interval(NULL, result, 1);
}

/* The row of one thread stands in the same group under the level's name alone. */
static void take_threads(const twc_bench_results *results, const twc_bench_result *result, twc_scaling *scaling)
{
    char level[TWC_BENCH_NAME];
    const char *threads = strstr(result->variant.name, "/threads:");
    if (!threads || scaling->counts == TWC_PLOT_POINTS)
        return;
    snprintf(level, sizeof level, "%.*s", (int)(threads - result->variant.name), result->variant.name);
    const twc_bench_result *one = twc_bench_find(results, region, level);
    if (!one || one->processes != result->processes || one->rounds != result->rounds)
        return;
    scaling->threads[scaling->counts] = result->variant.threads;
    scaling->speedup[scaling->counts++] = twc_bench_interval(one, result, 2);
}

twc_status twc_bench_scaling(const twc_bench_results *results, twc_scaling *scaling)
{
    memset(scaling, 0, sizeof *scaling);
    scaling->processors = results->processors;
    scaling->threads[0] = 1; /* over itself */
    scaling->speedup[0] = (twc_interval){1, 1, 1};
    scaling->counts = 1;
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        if (strcmp(result->group, sizes) == 0)
            take_size(result, scaling);
        if (strcmp(result->group, region) == 0)
            take_threads(results, result, scaling);
    }
    if (scaling->sizes < 2 || scaling->counts < 2)
        return twc_fail(TWC_USAGE,
                        "the scaling plots need %s and %s with two threads or more: twc bench ground --threads 2",
                        sizes, region);
    return twc_ok();
}

static double bandwidth(const twc_bench_results *results, const char *variant)
{
    const twc_bench_result *result = twc_bench_find(results, TWC_BENCH_MACHINE, variant);
    return result && result->median > 0 ? result->variant.bytes / result->median : 0;
}

static twc_roofline_kernel *kernel_of(twc_roofline *roofline, const char *name)
{
    for (int k = 0; k < roofline->count; k++)
        if (strcmp(roofline->kernel[k].name, name) == 0)
            return &roofline->kernel[k];
    if (roofline->count == TWC_PLOT_KERNELS)
        return NULL;
    twc_roofline_kernel *kernel = &roofline->kernel[roofline->count++];
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    return kernel;
}

static void take_point(const twc_bench_result *result, twc_roofline *roofline)
{
    for (int row = 0; row < TWC_ROOFLINE_ROWS; row++) {
        if (strcmp(result->variant.name, twc_roofline_row(row)) != 0)
            continue;
        twc_roofline_kernel *kernel = kernel_of(roofline, result->group + strlen(stage));
        if (!kernel)
            return;
        kernel->has[row] = 1;
        kernel->intensity[row] = result->instructions / result->touched;
        kernel->rate[row] = result->instructions / result->median;
    }
}

twc_status twc_bench_roofline(const twc_bench_results *results, twc_roofline *roofline)
{
    memset(roofline, 0, sizeof *roofline);
    const twc_bench_result *integer = twc_bench_find(results, TWC_BENCH_MACHINE, "integer");
    roofline->integer = integer && integer->median > 0 ? integer->instructions / integer->median : 0;
    roofline->cache = bandwidth(results, "copy/small");
    roofline->memory = bandwidth(results, "copy/large");
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        if (strncmp(result->group, stage, strlen(stage)) == 0 && result->median > 0 && result->touched > 0)
            take_point(result, roofline);
    }
    if (!(roofline->integer > 0) || !(roofline->cache > 0) || !(roofline->memory > 0) || roofline->count == 0)
        return twc_fail(TWC_USAGE, "the roofline needs the machine and counts of instructions beside the times: "
                                   "twc bench ground --plots FOLDER --out FILE measures them");
    return twc_ok();
}
