/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cells.h"

#include <stdlib.h>

#include "twc/ground.h"

twc_status twc_cells_create(const twc_world *world, twc_cells *cells)
{
    cells->macros = twc_world_macros(world);
    cells->classes = malloc((size_t)cells->macros.nx * (size_t)cells->macros.nz);
    if (!cells->classes)
        return twc_fail(TWC_IO, "not enough memory for the classes of %d x %d macro cells", cells->macros.nx,
                        cells->macros.nz);
    twc_reference_ground()->classes(world, cells->macros, cells->classes);
    return twc_ok();
}

void twc_cells_destroy(twc_cells *cells)
{
    free(cells->classes);
    cells->classes = NULL;
}

uint8_t twc_cells_class(const twc_cells *cells, int32_t macro_x, int32_t macro_z)
{
    int32_t column = twc_clamp(macro_x - cells->macros.x, 0, cells->macros.nx - 1);
    int32_t row = twc_clamp(macro_z - cells->macros.z, 0, cells->macros.nz - 1);
    return cells->classes[(size_t)row * (size_t)cells->macros.nx + (size_t)column];
}

int twc_cells_on_border(const twc_cells *cells, int32_t macro_x, int32_t macro_z)
{
    int32_t column = macro_x - cells->macros.x, row = macro_z - cells->macros.z;
    return column == 0 || row == 0 || column == cells->macros.nx - 1 || row == cells->macros.nz - 1;
}

int twc_cells_mountain(const twc_cells *cells, int32_t x_cm, int32_t z_cm)
{
    int32_t macro_x = twc_floor_div(x_cm, TWC_MACRO_CM), macro_z = twc_floor_div(z_cm, TWC_MACRO_CM);
    int32_t column = macro_x - cells->macros.x, row = macro_z - cells->macros.z;
    int interior = column > 0 && row > 0 && column < cells->macros.nx - 1 && row < cells->macros.nz - 1;
    return interior && twc_cells_class(cells, macro_x, macro_z) == TWC_BROAD;
}

static twc_point fine_vertex(int32_t i, int32_t j)
{
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM)};
}

static int strictly_convex(int32_t i, int32_t j)
{
    twc_point round[4] = {fine_vertex(i, j), fine_vertex(i, j + 1), fine_vertex(i + 1, j + 1), fine_vertex(i + 1, j)};
    for (int k = 0; k < 4; k++) {
        twc_point a = round[k], b = round[(k + 1) % 4], c = round[(k + 2) % 4];
        if (twc_area2(a.x, a.z, b.x, b.z, c.x, c.z) <= 0)
            return 0;
    }
    return 1;
}

int64_t twc_cells_nonconvex(const twc_cells *cells)
{
    twc_rect m = cells->macros;
    int64_t count = 0;
    for (int32_t j = m.z * TWC_MACRO_CELLS; j < (m.z + m.nz) * TWC_MACRO_CELLS; j++)
        for (int32_t i = m.x * TWC_MACRO_CELLS; i < (m.x + m.nx) * TWC_MACRO_CELLS; i++)
            count += !strictly_convex(i, j);
    return count;
}
