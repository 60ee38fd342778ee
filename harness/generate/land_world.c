/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate/land_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generate/land_corridors.h"

static const double SAMPLE_M = TWC_SAMPLE_CM / 100.0;

static double border_of(const twc_land_grid *grid)
{
    return (grid->points - 1) * grid->cell / 2.0;
}

/* The tiles about the grid. */
static twc_rect tiles_of(const twc_land_grid *grid)
{
    const int32_t half = (int32_t)ceil(border_of(grid) / (TWC_TILE_CM / 100.0));
    return (twc_rect){-half, -half, 2 * half, 2 * half};
}

/* Samples lie at whole multiples of 4 m; so must every so-many-th grid point, one of them at the origin. */
static twc_status check_grid(const twc_land_grid *grid)
{
    const double every = SAMPLE_M / grid->cell;
    if (floor(every) != every || grid->points % 2 == 0)
        return twc_fail(TWC_USAGE,
                        "a world has a sample every %g m, and a grid of %d points %g m apart has none there: take an "
                        "odd number of points and cells of 4, 2, 1 or 0.5 m",
                        SAMPLE_M, grid->points, grid->cell);
    if (tiles_of(grid).nx > 2 * TWC_TILE_LIMIT)
        return twc_fail(TWC_USAGE, "a land of %g m is larger than a world", 2.0 * border_of(grid));
    return twc_ok();
}

/* The base's height at sample (i, j); past the grid, the land's height there. */
static double height_at(const twc_land_ground *base, int32_t i, int32_t j)
{
    const twc_land_grid *grid = &base->land->grid;
    const int32_t every = (int32_t)(SAMPLE_M / grid->cell), middle = grid->points / 2;
    const int64_t column = middle + (int64_t)every * i, row = middle + (int64_t)every * j;
    if (column < 0 || row < 0 || column >= grid->points || row >= grid->points)
        return grid->outside;
    return base->heights[(size_t)row * (size_t)grid->points + (size_t)column];
}

static twc_status fill(const twc_land_ground *base, twc_world_data *data)
{
    const twc_rect window = twc_world_samples(&data->world);
    double low = HUGE_VAL, high = -HUGE_VAL;
    uint16_t *samples = malloc((size_t)window.nx * (size_t)window.nz * sizeof *samples);
    if (!samples)
        return twc_fail(TWC_IO, "not enough memory for %d x %d samples", window.nx, window.nz);
    for (int32_t j = 0; j < window.nz; j++)
        for (int32_t i = 0; i < window.nx; i++) {
            const double height = height_at(base, window.x + i, window.z + j);
            low = fmin(low, height);
            high = fmax(high, height);
            samples[(size_t)j * (size_t)window.nx + (size_t)i] = twc_height_sample(height);
        }
    twc_world_data_set_samples(data, window, samples);
    free(samples);
    if (!(low >= -200.0 && high <= 455.35))
        return twc_fail(TWC_USAGE, "the land's heights go from %.2f to %.2f m, a world's from -200 to 455.35 m", low,
                        high);
    return twc_world_data_classify(data);
}

static twc_status fill_world(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed)
{
    const twc_rect extent = data->world.extent;
    twc_status status = twc_ok();
    for (int32_t z = extent.z; z < extent.z + extent.nz && !status.code; z++)
        for (int32_t x = extent.x; x < extent.x + extent.nx && !status.code; x++)
            status = twc_world_data_add_tile(data, x, z);
    if (!status.code)
        status = fill(source->base, data);
    return status.code ? status : twc_land_corridors(source, data, placed);
}

twc_status twc_land_world(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed)
{
    const twc_land *land = source->ground->land;
    twc_status status = check_grid(&land->grid);
    if (!status.code)
        status = twc_world_data_create(tiles_of(&land->grid), 0, land->name, data);
    if (status.code)
        return status;
    status = fill_world(source, data, placed);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}
