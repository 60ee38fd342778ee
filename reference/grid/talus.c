/* SPDX-License-Identifier: MIT */
/*
 * Slopes no steeper than a talus, and a step of diffusion. Spec grid 6; twin fast/grid/talus.c, fast/grid/diffuse.c;
 * test tests/grid/test_steady.c.
 */
#include "grid/stage.h"

/* The fast version's field with an edge about it. */
size_t twc_talus_bytes(const twc_cell_grid *grid)
{
    return 8 * ((size_t)grid->columns + 2) * ((size_t)grid->rows + 2) + 8 * (size_t)grid->rows + 1024;
}

/* Lowers one cell to what its neighbours allow; whether it did. */
static int lower(const twc_cell_grid *grid, const double *step, size_t c, double *t)
{
    int32_t i = (int32_t)(c % (size_t)grid->columns), j = (int32_t)(c / (size_t)grid->columns);
    size_t n;
    int changed = 0;
    for (int k = 0; k < TWC_NEIGHBOURS; k++)
        if (twc_grid_neighbour(grid, i, j, k, &n) && t[n] + step[k] < t[c]) {
            t[c] = t[n] + step[k];
            changed = 1;
        }
    return changed;
}

void twc_reference_talus(const twc_cell_grid *grid, const double *h, const twc_steady *distances, double slope,
                         void *scratch, double *t)
{
    size_t cells = twc_cell_count(grid);
    double step[TWC_NEIGHBOURS];
    int changed = 1;
    (void)scratch;
    for (int k = 0; k < TWC_NEIGHBOURS; k++)
        step[k] = slope * twc_grid_distance(distances, k);
    memcpy(t, h, cells * sizeof *t);
    while (changed) {
        changed = 0;
        for (size_t c = 0; c < cells; c++)
            changed |= lower(grid, step, c, t);
        for (size_t c = cells; c-- > 0;)
            changed |= lower(grid, step, c, t);
    }
}

static double at(const twc_cell_grid *grid, const double *h, int32_t i, int32_t j, int k)
{
    size_t n;
    return h[twc_grid_neighbour(grid, i, j, k, &n) ? n : (size_t)j * (size_t)grid->columns + (size_t)i];
}

void twc_reference_diffuse(const twc_cell_grid *grid, const double *h, double share, double *out)
{
    size_t c = 0;
    for (int32_t j = 0; j < grid->rows; j++)
        for (int32_t i = 0; i < grid->columns; i++, c++) {
            double west = at(grid, h, i, j, 3), east = at(grid, h, i, j, 4);
            double north = at(grid, h, i, j, 1), south = at(grid, h, i, j, 6);
            out[c] = h[c] + share * ((((west + east) + north) + south) - 4.0 * h[c]);
        }
}
