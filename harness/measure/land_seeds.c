/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/land_seeds.h"

#include <omp.h>
#include <stdlib.h>

#include "measure/land.h"
#include "progress.h"

/* Farther apart than octaves and the second seed of a warp reach. */
enum { APART = 65536 };

/* The same land with all of its noises drawn anew; number 0 is the land itself. */
static twc_land reseeded(const twc_land *land, int32_t number)
{
    twc_land other = *land;
    int32_t *const seeds[] = {&other.coast.warp.noise.seed, &other.coast.noise.seed,  &other.hill.warp.noise.seed,
                              &other.hill.ridges.seed,      &other.gullies.seed,      &other.roll.broad.seed,
                              &other.roll.narrow.seed,      &other.forest.noise.seed, &other.grove.noise.seed};
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++)
        *seeds[k] += number * APART;
    for (int32_t k = 0; k < other.layer_count; k++)
        other.layer[k].seed += number * APART;
    return other;
}

twc_status twc_land_measure_steady(const twc_land_table *table, const twc_land *land, twc_spot middle, double *steady)
{
    const int32_t octaves = land->gullies.octaves;
    twc_status status = twc_land_lowland(table, land, 85, 95, &steady[TWC_STEADY_LOWLAND]);
    steady[TWC_STEADY_COAST] = twc_land_coast_radius(table, land, middle);
    steady[TWC_STEADY_FOOT] = twc_land_hill_foot(table, land);
    steady[TWC_STEADY_CRESTS] = 0.0;
    for (int32_t k = 0; k < octaves; k++)
        steady[TWC_STEADY_CRESTS] += twc_land_stripe_crests(table, land->gullies.seed + k) / octaves;
    return status;
}

twc_status twc_land_measure_seeds(const twc_land_table *table, const twc_land *land, twc_spot middle, size_t count,
                                  int threads, double *values)
{
    twc_status first = twc_ok();
    size_t done = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t k = 0; k < count; k++) {
        const twc_land other = reseeded(land, (int32_t)k + 1);
        double steady[TWC_STEADY_COUNT];
        size_t finished;
        twc_status status = twc_land_measure_steady(table, &other, middle, steady);
        for (size_t m = 0; m < TWC_STEADY_COUNT; m++)
            values[m * count + k] = steady[m];
#pragma omp critical
        if (status.code && !first.code)
            first = status;
#pragma omp atomic capture
        finished = ++done;
        if (omp_get_thread_num() == 0)
            twc_progress("lands of other seeds", (double)finished / (double)count);
    }
    twc_progress("", -1);
    return first;
}
