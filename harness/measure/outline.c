/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "measure/mesh_check.h"

/* Class of a macro cell by the rules of the world: the nearest cell inside, a missing tile Fine. */
static int is_broad(const twc_world *world, int fine_only, int32_t macro_x, int32_t macro_z)
{
    twc_rect macros = twc_world_macros(world);
    int32_t x = twc_clamp(macro_x, macros.x, macros.x + macros.nx - 1);
    int32_t z = twc_clamp(macro_z, macros.z, macros.z + macros.nz - 1);
    int32_t tile_x = twc_floor_div(x, TWC_TILE_MACROS), tile_z = twc_floor_div(z, TWC_TILE_MACROS);
    const twc_tile *tile = world->tiles[(size_t)(tile_z - world->extent.z) * (size_t)world->extent.nx +
                                        (size_t)(tile_x - world->extent.x)];
    return !fine_only && tile &&
           tile->facet[twc_floor_mod(z, TWC_TILE_MACROS)][twc_floor_mod(x, TWC_TILE_MACROS)] == TWC_BROAD;
}

/* Plan position of lattice vertex (i, j). On the border of the extent none is placed on a straight Broad edge. */
static twc_point lattice_point(const twc_world *world, int fine_only, int32_t i, int32_t j)
{
    int corner = twc_floor_mod(i, TWC_MACRO_CELLS) == 0 && twc_floor_mod(j, TWC_MACRO_CELLS) == 0;
    int32_t x = twc_floor_div(i, TWC_MACRO_CELLS), z = twc_floor_div(j, TWC_MACRO_CELLS);
    int broad = corner && is_broad(world, fine_only, x, z) && is_broad(world, fine_only, x - 1, z) &&
                is_broad(world, fine_only, x, z - 1) && is_broad(world, fine_only, x - 1, z - 1);
    int32_t amplitude = broad ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
    int32_t salt_x = broad ? TWC_SALT_MACRO_X : TWC_SALT_JITTER_X,
            salt_z = broad ? TWC_SALT_MACRO_Z : TWC_SALT_JITTER_Z;
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, salt_x), amplitude),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, salt_z), amplitude)};
}

twc_status twc_extent_outline(const twc_world *world, int fine_only, twc_outline *outline)
{
    twc_rect m = twc_world_macros(world);
    size_t capacity = ((size_t)m.nx + (size_t)m.nz) * 2 * TWC_MACRO_CELLS;
    *outline = (twc_outline){malloc(capacity * sizeof(twc_point)), 0};
    if (!outline->points)
        return twc_fail(TWC_IO, "no memory for an outline of %zu points", capacity);
    /* Down the low-x side, along the high-z one, up and back: that is the way twc_area2 counts positive. */
    const int32_t start_x[4] = {m.x, m.x, m.x + m.nx, m.x + m.nx}, start_z[4] = {m.z, m.z + m.nz, m.z + m.nz, m.z};
    const int32_t step_x[4] = {0, 1, 0, -1}, step_z[4] = {1, 0, -1, 0};
    for (int side = 0; side < 4; side++) {
        int32_t length = side % 2 ? m.nx : m.nz;
        for (int32_t k = 0; k < length; k++) {
            int32_t x = start_x[side] + k * step_x[side], z = start_z[side] + k * step_z[side];
            int32_t inside_x = x - (step_x[side] < 0 || side == 2), inside_z = z - (step_z[side] < 0 || side == 1);
            int32_t points = is_broad(world, fine_only, inside_x, inside_z) ? 1 : TWC_MACRO_CELLS;
            for (int32_t p = 0; p < points; p++)
                outline->points[outline->count++] = lattice_point(
                    world, fine_only, x * TWC_MACRO_CELLS + p * step_x[side], z * TWC_MACRO_CELLS + p * step_z[side]);
        }
    }
    return twc_ok();
}

void twc_outline_free(twc_outline *outline)
{
    free(outline->points);
    *outline = (twc_outline){0};
}
