/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples over processes, and ratios with a bootstrap interval: processes are drawn again, then rounds within each. */
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { RESAMPLES = 2000, KERNEL_RESAMPLES = 400 };

const twc_bench_result *twc_bench_find(const twc_bench_results *results, const char *group, const char *variant)
{
    for (int k = 0; k < results->count; k++)
        if (strcmp(results->result[k].group, group) == 0 && strcmp(results->result[k].variant.name, variant) == 0)
            return &results->result[k];
    return NULL;
}

static twc_status append(double **array, size_t before, const double *values, size_t n)
{
    double *grown = realloc(*array, (before + n) * sizeof *grown);
    if (!grown)
        return twc_fail(TWC_IO, "not enough memory for samples");
    memcpy(grown + before, values, n * sizeof *grown);
    *array = grown;
    return twc_ok();
}

twc_status twc_bench_collect(twc_bench_results *results, const char *group, const char *unit,
                             const twc_bench_variant *variant, int rounds, twc_bench_samples samples)
{
    twc_bench_result *result = (twc_bench_result *)twc_bench_find(results, group, variant->name);
    if (!result) {
        if (results->count == (int)(sizeof results->result / sizeof *results->result))
            return twc_fail(TWC_USAGE, "more benchmarks than there is room for: name a stage");
        result = &results->result[results->count++];
        memset(result, 0, sizeof *result);
        snprintf(result->group, sizeof result->group, "%s", group);
        snprintf(result->unit, sizeof result->unit, "%s", unit);
        result->variant = *variant;
        result->rounds = rounds;
    }
    if (rounds != result->rounds)
        return twc_fail(TWC_IO, "a benchmark process gave %d rounds instead of %d", rounds, result->rounds);
    const size_t before = (size_t)result->processes * (size_t)rounds;
    twc_status status = append(&result->samples.wall, before, samples.wall, (size_t)rounds);
    if (!status.code)
        status = append(&result->samples.cpu, before, samples.cpu, (size_t)rounds);
    if (status.code)
        return status;
    result->processes++;
    return twc_ok();
}

const double *twc_bench_clock(const twc_bench_result *result, int threads)
{
    return threads == 1 ? result->samples.cpu : result->samples.wall;
}

static double median(double *values, size_t n)
{
    gsl_sort(values, 1, n);
    return gsl_stats_median_from_sorted_data(values, 1, n);
}

static double cost(const twc_bench_result *result, double seconds)
{
    return seconds / result->variant.units;
}

/* Without a base a result's cost stands for itself. */
static double against(const twc_bench_result *base, double base_seconds, const twc_bench_result *result, double seconds)
{
    return base ? cost(base, base_seconds) / cost(result, seconds) : cost(result, seconds);
}

/* One ratio of a resampled experiment. Rounds are drawn in pairs: both variants ran in the same round. */
static double resampled(const gsl_rng *rng, const twc_bench_result *base, const twc_bench_result *result, int threads,
                        double *a, double *b)
{
    const double *seconds = twc_bench_clock(result, threads),
                 *base_seconds = base ? twc_bench_clock(base, threads) : seconds;
    size_t n = 0;
    for (int p = 0; p < result->processes; p++) {
        const size_t process = gsl_rng_uniform_int(rng, (unsigned long)result->processes);
        for (int r = 0; r < result->rounds; r++) {
            const size_t at = process * (size_t)result->rounds +
                              gsl_rng_uniform_int(rng, (unsigned long)result->rounds);
            a[n] = base_seconds[at];
            b[n++] = seconds[at];
        }
    }
    return against(base, median(a, n), result, median(b, n));
}

static double undisturbed(const twc_bench_result *base, const twc_bench_result *result, int threads, double *a,
                          double *b, size_t n)
{
    memcpy(a, twc_bench_clock(base ? base : result, threads), n * sizeof *a);
    memcpy(b, twc_bench_clock(result, threads), n * sizeof *b);
    return against(base, median(a, n), result, median(b, n));
}

twc_interval twc_bench_interval(const twc_bench_result *base, const twc_bench_result *result, int threads)
{
    const size_t n = (size_t)result->processes * (size_t)result->rounds;
    twc_interval interval = {0, 0, 0};
    double *values = malloc((RESAMPLES + 2 * n) * sizeof *values), *a = values + RESAMPLES, *b = a + n;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (values && rng) {
        gsl_rng_set(rng, 1);
        for (int k = 0; k < RESAMPLES; k++)
            values[k] = resampled(rng, base, result, threads, a, b);
        gsl_sort(values, 1, RESAMPLES);
        interval.low = gsl_stats_quantile_from_sorted_data(values, 1, RESAMPLES, 0.025);
        interval.middle = undisturbed(base, result, threads, a, b, n);
        interval.high = gsl_stats_quantile_from_sorted_data(values, 1, RESAMPLES, 0.975);
    }
    gsl_rng_free(rng);
    free(values);
    return interval;
}

/* ---- all kernels together ---- */

/* The reference of a kernel that is averaged, from the same processes; NULL: no such kernel, or not this variant. */
static const twc_bench_result *base_of(const twc_bench_results *results, const twc_bench_result *result,
                                       const char *variant)
{
    if (strcmp(result->unit, TWC_BENCH_CASE) != 0 || strcmp(result->variant.name, variant) != 0)
        return NULL;
    const twc_bench_result *base = twc_bench_find(results, result->group, "reference");
    return base && base->processes == result->processes && result->ratio > 0 ? base : NULL;
}

/* The seed draws the same processes and rounds for every kernel, as what disturbs one disturbs those beside it. */
static double resampled_mean(const twc_bench_results *results, const char *variant, const gsl_rng *rng, double *space)
{
    double sum = 0;
    int count = 0;
    const unsigned long seed = gsl_rng_get(rng);
    gsl_rng *joint = gsl_rng_alloc(gsl_rng_mt19937);
    for (int k = 0; k < results->count && joint; k++) {
        const twc_bench_result *result = &results->result[k], *base = base_of(results, result, variant);
        if (!base)
            continue;
        gsl_rng_set(joint, seed);
        sum += log(
            resampled(joint, base, result, 1, space, space + (size_t)result->processes * (size_t)result->rounds));
        count++;
    }
    gsl_rng_free(joint);
    return count ? exp(sum / count) : 0;
}

static size_t most_samples(const twc_bench_results *results)
{
    size_t most = 0;
    for (int k = 0; k < results->count; k++) {
        const size_t n = (size_t)results->result[k].processes * (size_t)results->result[k].rounds;
        most = n > most ? n : most;
    }
    return most;
}

twc_bench_kernels twc_bench_kernels_of(const twc_bench_results *results, const char *variant)
{
    twc_bench_kernels all = {0, {0, 0, 0}, NULL};
    double sum = 0;
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        if (!base_of(results, result, variant))
            continue;
        sum += log(result->ratio);
        all.count++;
        all.least = !all.least || result->ratio < all.least->ratio ? result : all.least;
    }
    double values[KERNEL_RESAMPLES], *space = malloc(2 * most_samples(results) * sizeof *space);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (all.count > 0 && space && rng) {
        gsl_rng_set(rng, 1);
        for (int k = 0; k < KERNEL_RESAMPLES; k++)
            values[k] = resampled_mean(results, variant, rng, space);
        gsl_sort(values, 1, KERNEL_RESAMPLES);
        all.mean = (twc_interval){gsl_stats_quantile_from_sorted_data(values, 1, KERNEL_RESAMPLES, 0.025),
                                  exp(sum / all.count),
                                  gsl_stats_quantile_from_sorted_data(values, 1, KERNEL_RESAMPLES, 0.975)};
    } else {
        all.count = 0;
    }
    gsl_rng_free(rng);
    free(space);
    return all;
}

/* ---- each result ---- */

static void summarise(const twc_bench_result *base, twc_bench_result *result)
{
    const size_t n = (size_t)result->processes * (size_t)result->rounds;
    double *space = malloc(n * sizeof *space);
    if (!space)
        return; /* a ratio of 0 says that there is none */
    memcpy(space, twc_bench_clock(result, result->variant.threads), n * sizeof *space);
    result->median = median(space, n);
    free(space);
    if (base->processes != result->processes || strcmp(result->group, TWC_BENCH_MACHINE) == 0)
        return;
    const twc_interval ratio = twc_bench_interval(base, result, result->variant.threads);
    result->ratio = ratio.middle;
    result->ratio_low = ratio.low;
    result->ratio_high = ratio.high;
}

void twc_bench_summarise(twc_bench_results *results)
{
    const twc_bench_result *base = NULL;
    for (int k = 0; k < results->count; k++) {
        if (!base || strcmp(base->group, results->result[k].group) != 0)
            base = &results->result[k];
        summarise(base, &results->result[k]);
    }
}

void twc_bench_release(twc_bench_results *results)
{
    for (int k = 0; k < results->count; k++)
        free(results->result[k].samples.wall), free(results->result[k].samples.cpu);
    results->count = 0;
}
