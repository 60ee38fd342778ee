/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/quality.h"

#include <math.h>
#include <stdlib.h>

#include "measure/mesh_heights.h"
#include "measure/regular_grid.h"
#include "measure/simplify.h"
#include "measure/trial.h"

enum { BORDER = 8 }; /* samples: a corner strays by 6 */

twc_rect twc_quality_inside(const twc_world *world)
{
    const twc_rect all = twc_world_samples(world);
    return (twc_rect){all.x + BORDER, all.z + BORDER, all.nx - 2 * BORDER, all.nz - 2 * BORDER};
}

static size_t count_of(twc_rect samples)
{
    return (size_t)samples.nx * (size_t)samples.nz;
}

/* Heights of the samples themselves. */
static twc_status take_samples(const twc_world *world, twc_rect samples, float **heights)
{
    uint16_t *sample = malloc(count_of(samples) * sizeof *sample);
    *heights = malloc(count_of(samples) * sizeof **heights);
    if (sample && *heights) {
        twc_trial_builder().ground->samples(world, samples, sample);
        for (size_t k = 0; k < count_of(samples); k++)
            (*heights)[k] = twc_sample_height(sample[k]);
    }
    free(sample);
    return sample && *heights ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu samples", count_of(samples));
}

static void score(const float *heights, const float *samples, size_t count, twc_quality *quality)
{
    double sum = 0;
    quality->most = 0;
    for (size_t k = 0; k < count; k++) {
        const double off = fabs((double)heights[k] - (double)samples[k]);
        sum += off * off;
        quality->most = fmax(quality->most, off);
    }
    quality->rms = sqrt(sum / (double)count);
}

/* Of a triangle whose middle lies over the samples. */
static int over(const twc_vertex *c, twc_rect samples)
{
    const int64_t x = twc_floor_mean3(c[0].x, c[1].x, c[2].x), z = twc_floor_mean3(c[0].z, c[1].z, c[2].z);
    const int64_t x0 = (int64_t)samples.x * TWC_SAMPLE_CM, z0 = (int64_t)samples.z * TWC_SAMPLE_CM;
    return x >= x0 && x < x0 + (int64_t)(samples.nx - 1) * TWC_SAMPLE_CM && z >= z0 &&
           z < z0 + (int64_t)(samples.nz - 1) * TWC_SAMPLE_CM;
}

static twc_status build(const twc_world *world, int fine_only, twc_rect samples, twc_chunk_grid *grid, size_t *count)
{
    const twc_chunk_request request = {.world = world,
                                       .chunks = twc_world_chunks(world),
                                       .stages = TWC_BUILD_GROUND,
                                       .options = {fine_only, 1, TWC_STATIC}};
    *grid = (twc_chunk_grid){0};
    const twc_status status = twc_chunk_grid_build(twc_trial_builder(), &request, grid);
    *count = 0;
    for (size_t k = 0; k < grid->count && !status.code; k++)
        for (uint32_t t = 0; t < grid->mesh[k].triangle_count; t++)
            *count += (size_t)over(grid->mesh[k].triangles[t].corner, samples);
    return status;
}

twc_status twc_quality_of_ground(const twc_world *world, int fine_only, twc_rect samples, twc_quality *quality)
{
    twc_chunk_grid grid;
    float *truth = NULL, *heights = malloc(count_of(samples) * sizeof *heights);
    twc_status status = build(world, fine_only, samples, &grid, &quality->triangles);
    if (!status.code)
        status = heights ? take_samples(world, samples, &truth)
                         : twc_fail(TWC_IO, "not enough memory for %zu samples", count_of(samples));
    if (!status.code) {
        twc_mesh_heights(grid.mesh, grid.count, samples, heights);
        score(heights, truth, count_of(samples), quality);
    }
    twc_chunk_grid_destroy(&grid);
    free(truth);
    free(heights);
    return status;
}

twc_status twc_quality_of_rival(const twc_world *world, twc_rival_mesh kind, twc_rect samples, size_t triangles,
                                twc_quality *quality)
{
    float *truth = NULL, *heights = malloc(count_of(samples) * sizeof *heights);
    twc_status status = heights ? take_samples(world, samples, &truth)
                                : twc_fail(TWC_IO, "not enough memory for %zu samples", count_of(samples));
    if (!status.code) {
        const twc_greedy_grid grid = {samples.nx, samples.nz, truth, NULL};
        if (kind == TWC_MESH_GRID)
            quality->triangles = twc_regular_grid(&grid, triangles, heights);
        else if (kind == TWC_MESH_GREEDY)
            status = twc_greedy(&grid, triangles, heights, &quality->triangles);
        else
            status = twc_simplify(&grid, TWC_SAMPLE_CM / 100.0, triangles, heights, &quality->triangles);
    }
    if (!status.code)
        score(heights, truth, count_of(samples), quality);
    free(truth);
    free(heights);
    return status;
}

static twc_status count_with(twc_world_data *data, twc_rect samples, int64_t millimetres, size_t *count)
{
    twc_chunk_grid grid;
    twc_status status = twc_world_data_classify_error(data, twc_trial_builder().ground, (double)millimetres / 1000);
    if (status.code)
        return status;
    status = build(&data->world, 0, samples, &grid, count);
    twc_chunk_grid_destroy(&grid);
    return status;
}

/* Counts fall with the limit but for fans, which isolated Broad cells have. */
twc_status twc_quality_classes(twc_world_data *data, twc_rect samples, size_t triangles, double *metres,
                               twc_quality *quality)
{
    int64_t low = 0, high = 1 << 20;
    size_t count;
    twc_status status = twc_ok();
    while (high - low > 1 && !status.code) {
        const int64_t middle = low + (high - low) / 2;
        status = count_with(data, samples, middle, &count);
        if (count > triangles)
            low = middle;
        else
            high = middle;
    }
    if (!status.code)
        status = count_with(data, samples, high, &count);
    *metres = (double)high / 1000;
    return status.code ? status : twc_quality_of_ground(&data->world, 0, samples, quality);
}
