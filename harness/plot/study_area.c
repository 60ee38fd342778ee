/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/study_area.h"

#include <math.h>
#include <stdlib.h>

/* ---- windows ------------------------------------------------------------------------------------------------ */

twc_status twc_window_check(const twc_world *world, twc_rect window)
{
    twc_rect e = world->extent;
    int64_t west = (int64_t)e.x * TWC_TILE_CM, north = (int64_t)e.z * TWC_TILE_CM;
    int64_t east = west + (int64_t)e.nx * TWC_TILE_CM, south = north + (int64_t)e.nz * TWC_TILE_CM;
    if (window.nx <= 0 || window.nz <= 0)
        return twc_fail(TWC_USAGE, "the window is empty");
    if ((int64_t)window.x + window.nx <= west || window.x >= east || (int64_t)window.z + window.nz <= north ||
        window.z >= south)
        return twc_fail(TWC_USAGE, "the window is outside the world, which spans x %g to %g m, z %g to %g m",
                        (double)west / 100, (double)east / 100, (double)north / 100, (double)south / 100);
    return twc_ok();
}

twc_rect twc_window_chunks(const twc_world *world, twc_rect window)
{
    twc_rect all = twc_world_chunks(world);
    int32_t west = twc_clamp(twc_floor_div(window.x, TWC_CHUNK_CM) - 1, all.x, all.x + all.nx - 1);
    int32_t north = twc_clamp(twc_floor_div(window.z, TWC_CHUNK_CM) - 1, all.z, all.z + all.nz - 1);
    int32_t east = twc_clamp(twc_floor_div(window.x + window.nx, TWC_CHUNK_CM) + 1, all.x, all.x + all.nx - 1);
    int32_t south = twc_clamp(twc_floor_div(window.z + window.nz, TWC_CHUNK_CM) + 1, all.z, all.z + all.nz - 1);
    return (twc_rect){west, north, east - west + 1, south - north + 1};
}

/* ---- grids -------------------------------------------------------------------------------------------------- */

static twc_status build_grid(const twc_study_source *source, const twc_study_area *area, int fine_only, unsigned parts,
                             twc_chunk_grid *grid)
{
    const unsigned roads = !fine_only && parts & TWC_STUDY_ROADS ? TWC_BUILD_FEATURES : 0;
    const unsigned faces = parts & TWC_STUDY_FACES ? TWC_BUILD_SURFACE : 0;
    const twc_chunk_request request = {.world = area->world,
                                       .chunks = area->chunks,
                                       .stages = TWC_BUILD_GROUND | roads | faces,
                                       .features = source->features,
                                       .water = area->water,
                                       .options = {fine_only, source->threads, TWC_DYNAMIC}};
    return twc_chunk_grid_build(source->builder, &request, grid);
}

/* ---- study areas ------------------------------------------------------------------------------------------------- */

twc_status twc_study_area_create(const twc_study_source *source, unsigned parts, twc_choose *choose,
                                 twc_study_area *area)
{
    twc_status status = twc_ok();
    *area = (twc_study_area){
        .source = source, .world = source->world, .water = source->water, .window = source->window};
    if (parts & TWC_STUDY_WINDOW) {
        if (!area->window.nx)
            status = choose(source, &area->window);
        if (!status.code)
            status = twc_window_check(area->world, area->window);
    }
    if (status.code || !(parts & (TWC_STUDY_WINDOW | TWC_STUDY_WORLD)))
        return status;
    area->chunks = parts & TWC_STUDY_WORLD ? twc_world_chunks(area->world)
                                           : twc_window_chunks(area->world, area->window);
    status = build_grid(source, area, 0, parts, &area->ground);
    if (!status.code)
        status = build_grid(source, area, 1, parts, &area->fine);
    if (!status.code && parts & TWC_STUDY_NATURAL)
        status = build_grid(source, area, 0, parts & ~(unsigned)TWC_STUDY_ROADS, &area->natural);
    if (status.code)
        twc_study_area_destroy(area);
    return status;
}

void twc_study_area_destroy(twc_study_area *area)
{
    twc_chunk_grid_destroy(&area->ground);
    twc_chunk_grid_destroy(&area->fine);
    twc_chunk_grid_destroy(&area->natural);
}

/* ---- what figures ask --------------------------------------------------------------------------------------- */

float *twc_study_heights(const twc_study_area *area, twc_rect samples)
{
    size_t count = (size_t)samples.nx * (size_t)samples.nz;
    uint16_t *raw = malloc(count * sizeof *raw);
    float *heights = malloc(count * sizeof *heights);
    if (raw && heights) {
        twc_reference_ground()->samples(area->world, samples, raw);
        for (size_t k = 0; k < count; k++)
            heights[k] = twc_sample_height(raw[k]);
    } else {
        free(heights);
        heights = NULL;
    }
    free(raw);
    return heights;
}

uint8_t *twc_world_classes(const twc_world *world, twc_rect macros)
{
    uint8_t *classes = malloc((size_t)macros.nx * (size_t)macros.nz);
    if (classes)
        twc_reference_ground()->classes(world, macros, classes);
    return classes;
}

twc_mesh_list twc_grid_list(const twc_chunk_grid *grid)
{
    return (twc_mesh_list){grid->mesh, grid->surface, grid->count};
}

int twc_study_wet(const twc_study_area *area, double x_cm, double z_cm)
{
    const double *lake = area->source->lake;
    return area->water > TWC_NO_WATER && (lake[2] <= 0 || hypot(x_cm / 100 - lake[0], z_cm / 100 - lake[1]) <= lake[2]);
}

twc_status twc_study_extent(const twc_study_area *area, twc_rect *window)
{
    enum { MOST_TILES = 400 };
    twc_rect extent = area->world->extent;
    if (extent.nx > MOST_TILES || extent.nz > MOST_TILES)
        return twc_fail(TWC_USAGE, "a map of %d x %d tiles is too large, the limit is %d: import or build a part of it",
                        extent.nx, extent.nz, MOST_TILES);
    *window = (twc_rect){extent.x * TWC_TILE_CM, extent.z * TWC_TILE_CM, extent.nx * TWC_TILE_CM,
                         extent.nz * TWC_TILE_CM};
    return twc_ok();
}
