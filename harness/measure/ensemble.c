/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ensemble.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static twc_status run_seed(const twc_region *parameters, uint32_t seed, twc_builder builder, twc_trial *trial)
{
    twc_region region = *parameters;
    twc_world_data data;
    region.seed = seed;
    twc_status status = twc_region_generate(&region, &data);
    if (status.code)
        return twc_fail(status.code, "seed %u: %.400s", seed, status.message);
    status = twc_trial_run(&data.world, builder, trial);
    twc_world_data_destroy(&data);
    return status;
}

twc_status twc_ensemble_run(const twc_region *region, uint32_t first_seed, size_t count, twc_builder builder,
                            int threads, twc_ensemble *ensemble)
{
    *ensemble = (twc_ensemble){.first_seed = first_seed, .count = count};
    ensemble->trial = calloc(count + 1, sizeof *ensemble->trial);
    twc_status *status = calloc(count + 1, sizeof *status), first = twc_ok();
    if (!ensemble->trial || !status)
        first = twc_fail(TWC_IO, "not enough memory for an ensemble of %zu seeds", count);
    size_t done = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t k = 0; k < (first.code ? 0 : count); k++) {
        status[k] = run_seed(region, first_seed + (uint32_t)k, builder, &ensemble->trial[k]);
        size_t finished;
#pragma omp atomic capture
        finished = ++done;
        if (omp_get_thread_num() == 0)
            twc_progress("ensemble", (double)finished / (double)count);
    }
    twc_progress("ensemble", -1);
    for (size_t k = 0; status && k < count && !first.code; k++)
        first = status[k];
    free(status);
    if (first.code)
        twc_ensemble_destroy(ensemble);
    return first;
}

void twc_ensemble_destroy(twc_ensemble *ensemble)
{
    free(ensemble->trial);
    memset(ensemble, 0, sizeof *ensemble);
}

void twc_ensemble_values(const twc_ensemble *ensemble, const char *column, int metric, double *values)
{
    for (size_t k = 0; k < ensemble->count; k++)
        values[k] = twc_trial_value(&ensemble->trial[k], column, metric);
}

twc_spread twc_spread_of(const double *values, size_t n, double *scratch)
{
    twc_spread spread = {0, NAN, NAN, NAN};
    for (size_t k = 0; k < n; k++)
        if (!isnan(values[k]))
            scratch[spread.count++] = values[k];
    if (spread.count == 0)
        return spread;
    gsl_sort(scratch, 1, spread.count);
    spread.median = gsl_stats_median_from_sorted_data(scratch, 1, spread.count);
    spread.low = gsl_stats_quantile_from_sorted_data(scratch, 1, spread.count, 0.025);
    spread.high = gsl_stats_quantile_from_sorted_data(scratch, 1, spread.count, 0.975);
    return spread;
}
