/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/regular_grid.h"

#include <math.h>

/* Between four samples, as a bilinear patch. */
static double between(const twc_greedy_grid *g, double x, double z)
{
    const int nx = g->nx, i = (int)fmin(floor(x), nx - 2), j = (int)fmin(floor(z), g->nz - 2);
    const float *h = g->height + (size_t)j * (size_t)nx + (size_t)i;
    const double tx = x - i, tz = z - j, north = (double)h[0] + tx * ((double)h[1] - (double)h[0]),
                 south = (double)h[nx] + tx * ((double)h[nx + 1] - (double)h[nx]);
    return (double)(float)(north + tz * (south - north));
}

/* As many cells along each axis as keep them square. */
size_t twc_regular_grid(const twc_greedy_grid *grid, size_t triangles, float *heights)
{
    const double wide = grid->nx - 1, high = grid->nz - 1, across = sqrt((double)triangles / 2 * wide / high);
    const int columns = (int)fmax(floor(across), 1), rows = (int)fmax(floor((double)triangles / 2 / columns), 1);
    const double step_x = wide / columns, step_z = high / rows;
    for (int z = 0; z < grid->nz; z++)
        for (int x = 0; x < grid->nx; x++) {
            const double i = fmin(floor(x / step_x), columns - 1), j = fmin(floor(z / step_z), rows - 1),
                         u = x / step_x - i, v = z / step_z - j;
            const double a = between(grid, i * step_x, j * step_z), b = between(grid, (i + 1) * step_x, j * step_z),
                         c = between(grid, i * step_x, (j + 1) * step_z),
                         d = between(grid, (i + 1) * step_x, (j + 1) * step_z);
            const double h = u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
            heights[(size_t)z * (size_t)grid->nx + (size_t)x] = (float)h;
        }
    return 2 * (size_t)columns * (size_t)rows;
}
