/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure.h"

#include <stdlib.h>
#include <string.h>

const twc_figure twc_figures[] = {
    {"lattice", "3", "a regular lattice, the jittered lattice, and its faces coloured", TWC_NEEDS_WINDOW,
     twc_choose_lattice, twc_write_lattice},
    {"boundary", "4", "a boundary between Broad and Fine cells in plan, fans included", TWC_NEEDS_WINDOW,
     twc_choose_boundary, twc_write_boundary},
    {"classes", "", "facet classes of the whole world over a hillshade", TWC_NEEDS_WORLD, NULL, twc_write_classes},
    {"ensemble", "", "measures over an ensemble of worlds against the paper's values", TWC_NEEDS_STRIPS, NULL,
     twc_write_ensemble},
    {"error", "", "height of the mesh minus the heightfield, fine only and with Broad cells", TWC_NEEDS_WORLD, NULL,
     twc_write_error},
    {"facets", "", "distribution of facet areas and slopes, fine only and with Broad cells", TWC_NEEDS_WORLD, NULL,
     twc_write_facets},
    {"budget", "", "triangles of every chunk against the budget of a fine chunk", TWC_NEEDS_WORLD, NULL, twc_write_budget},
    {NULL, NULL, NULL, 0, NULL, NULL}};

/* Edits (insert, remove, replace) from one word to another; words longer than the table are cut. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1], width = strlen(b) < LONGEST ? strlen(b) : LONGEST;
    for (size_t k = 0; k <= width; k++)
        row[k] = k;
    for (size_t i = 1; *a && i <= LONGEST; i++, a++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t best = diagonal + (*a != b[k - 1]);
            diagonal = row[k];
            best = row[k] + 1 < best ? row[k] + 1 : best;
            row[k] = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
        }
    }
    return row[width];
}

const twc_figure *twc_figure_find(const char *name, const char **nearest)
{
    const char *number = strncmp(name, "fig", 3) == 0 ? name + 3 : name;
    size_t least = SIZE_MAX;
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (strcmp(name, figure->name) == 0 || (*figure->paper && strcmp(number, figure->paper) == 0))
            return figure;
        size_t distance = edit_distance(name, figure->name);
        if (distance < least) {
            least = distance;
            *nearest = figure->name;
        }
    }
    return NULL;
}

twc_status twc_figure_check_window(const twc_world *world, twc_rect window)
{
    twc_rect e = world->extent;
    int64_t west = (int64_t)e.x * TWC_TILE_CM, north = (int64_t)e.z * TWC_TILE_CM;
    int64_t east = west + (int64_t)e.nx * TWC_TILE_CM, south = north + (int64_t)e.nz * TWC_TILE_CM;
    if (window.nx <= 0 || window.nz <= 0)
        return twc_fail(TWC_USAGE, "the window is empty");
    if ((int64_t)window.x + window.nx <= west || window.x >= east || (int64_t)window.z + window.nz <= north
        || window.z >= south)
        return twc_fail(TWC_USAGE, "the window is outside the world, which spans x %g to %g m, z %g to %g m", (double)west / 100,
                        (double)east / 100, (double)north / 100, (double)south / 100);
    return twc_ok();
}

twc_rect twc_figure_chunks(const twc_world *world, twc_rect window)
{
    twc_rect all = twc_world_chunks(world);
    int32_t west = twc_clamp(twc_floor_div(window.x, TWC_CHUNK_CM) - 1, all.x, all.x + all.nx - 1);
    int32_t north = twc_clamp(twc_floor_div(window.z, TWC_CHUNK_CM) - 1, all.z, all.z + all.nz - 1);
    int32_t east = twc_clamp(twc_floor_div(window.x + window.nx, TWC_CHUNK_CM) + 1, all.x, all.x + all.nx - 1);
    int32_t south = twc_clamp(twc_floor_div(window.z + window.nz, TWC_CHUNK_CM) + 1, all.z, all.z + all.nz - 1);
    return (twc_rect){west, north, east - west + 1, south - north + 1};
}

float *twc_scene_heights(const twc_scene *scene, twc_rect samples)
{
    size_t count = (size_t)samples.nx * (size_t)samples.nz;
    uint16_t *raw = malloc(count * sizeof *raw);
    float *heights = malloc(count * sizeof *heights);
    if (raw && heights) {
        twc_reference_ground()->samples(scene->world, samples, raw);
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

twc_mesh_list twc_scene_ground(const twc_scene *scene)
{
    return (twc_mesh_list){scene->ground, (size_t)scene->chunks.nx * (size_t)scene->chunks.nz};
}

twc_mesh_list twc_scene_fine(const twc_scene *scene)
{
    return (twc_mesh_list){scene->fine, (size_t)scene->chunks.nx * (size_t)scene->chunks.nz};
}

twc_status twc_scene_extent(const twc_scene *scene, twc_rect *window)
{
    enum { MOST_TILES = 400 };
    twc_rect extent = scene->world->extent;
    if (extent.nx > MOST_TILES || extent.nz > MOST_TILES)
        return twc_fail(TWC_USAGE, "a map of %d x %d tiles is too large, the limit is %d: import or build a part of it",
                        extent.nx, extent.nz, MOST_TILES);
    *window = (twc_rect){extent.x * TWC_TILE_CM, extent.z * TWC_TILE_CM, extent.nx * TWC_TILE_CM, extent.nz * TWC_TILE_CM};
    return twc_ok();
}
