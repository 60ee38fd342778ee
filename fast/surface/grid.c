/* SPDX-License-Identifier: MIT */
/*
 * The grid of casters. Spec surface 6.6; paper section 4.4; twin reference/surface/shadow.c; test
 * tests/surface/test_raster.c.
 *
 * Which cells there are changes how long a question takes, never its answer.
 */
#include "surface/grid.h"

#include <math.h>

size_t twc_grid_starts(uint32_t triangle_count)
{
    return (size_t)triangle_count * TWC_GRID_CELLS_PER_CASTER + 64 + 1;
}

size_t twc_grid_items(uint32_t triangle_count)
{
    return (size_t)triangle_count * TWC_GRID_ITEMS_PER_CASTER;
}

static int casts(const twc_picture *picture, uint32_t triangle)
{
    return picture->drawing.vertices[(size_t)triangle * 3 * TWC_VERTEX_BYTES + 19] != TWC_MATERIAL_WATER;
}

typedef struct cells {
    int32_t first_i, last_i, first_j, last_j;
} cells;

/* As light.c finds a point's cell: roundings keep order, so a point within the bounds is within these cells. */
static cells cells_of(const twc_shadow_grid *grid, const twc_caster *caster)
{
    return (cells){(int32_t)((caster->low_u - grid->low_u) * grid->inverse),
                   (int32_t)((caster->high_u - grid->low_u) * grid->inverse),
                   (int32_t)((caster->low_v - grid->low_v) * grid->inverse),
                   (int32_t)((caster->high_v - grid->low_v) * grid->inverse)};
}

/* The bounds of all casters in the sheared plan; returns how many there are. */
static uint32_t total_bounds(const twc_picture *picture, twc_caster *all)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < picture->drawing.triangle_count; k++) {
        const twc_caster *c = &picture->casters[k];
        if (!casts(picture, k))
            continue;
        if (count++ == 0)
            *all = *c;
        all->low_u = c->low_u < all->low_u ? c->low_u : all->low_u;
        all->high_u = c->high_u > all->high_u ? c->high_u : all->high_u;
        all->low_v = c->low_v < all->low_v ? c->low_v : all->low_v;
        all->high_v = c->high_v > all->high_v ? c->high_v : all->high_v;
    }
    return count;
}

/* Whether cells of the grid's size are few enough, and the casters' entries in them; counts them into start[]. */
static int fits(const twc_picture *picture, twc_shadow_grid *grid, const twc_caster *all)
{
    const uint32_t n = picture->drawing.triangle_count;
    const double columns = floor((all->high_u - grid->low_u) * grid->inverse) + 1.0;
    const double rows = floor((all->high_v - grid->low_v) * grid->inverse) + 1.0;
    if (columns * rows > (double)(twc_grid_starts(n) - 1))
        return 0;
    TWC_ASSERT(columns >= 1.0 && rows >= 1.0);
    grid->nu = (int32_t)columns;
    grid->nv = (int32_t)rows;
    const size_t count = (size_t)grid->nu * (size_t)grid->nv;
    for (size_t k = 0; k <= count; k++)
        grid->start[k] = 0;
    size_t entries = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (!casts(picture, k))
            continue;
        const cells c = cells_of(grid, &picture->casters[k]);
        TWC_ASSERT(c.first_i >= 0 && c.first_i <= c.last_i && c.last_i < grid->nu && c.first_j >= 0 &&
                   c.first_j <= c.last_j && c.last_j < grid->nv);
        entries += (size_t)(c.last_i - c.first_i + 1) * (size_t)(c.last_j - c.first_j + 1);
        if (entries > twc_grid_items(n))
            return 0;
        for (int32_t j = c.first_j; j <= c.last_j; j++)
            for (int32_t i = c.first_i; i <= c.last_i; i++)
                grid->start[(size_t)j * (size_t)grid->nu + (size_t)i]++;
    }
    return 1;
}

/* Counts become ends, and filling from the last caster to the first turns ends into starts. */
static void fill(const twc_picture *picture, twc_shadow_grid *grid)
{
    const size_t count = (size_t)grid->nu * (size_t)grid->nv;
    for (size_t k = 1; k <= count; k++)
        grid->start[k] += grid->start[k - 1];
    for (uint32_t k = picture->drawing.triangle_count; k-- > 0;) {
        if (!casts(picture, k))
            continue;
        const cells c = cells_of(grid, &picture->casters[k]);
        for (int32_t j = c.first_j; j <= c.last_j; j++)
            for (int32_t i = c.first_i; i <= c.last_i; i++)
                grid->item[--grid->start[(size_t)j * (size_t)grid->nu + (size_t)i]] = k;
    }
}

void twc_grid_build(twc_picture *picture)
{
    twc_shadow_grid *grid = &picture->grid;
    twc_caster all = {.low_u = 0.0};
    const uint32_t count = total_bounds(picture, &all);
    grid->nu = grid->nv = 0; /* no caster: no point is in the grid */
    if (count == 0)
        return;
    TWC_ASSERT(all.high_u >= all.low_u && all.high_v >= all.low_v);
    const double area = (all.high_u - all.low_u) * (all.high_v - all.low_v);
    double side = sqrt(area / (4.0 * (double)count));
    side = side > 0.01 ? side : 0.01;
    grid->low_u = all.low_u;
    grid->low_v = all.low_v;
    for (grid->inverse = 1.0 / side; !fits(picture, grid, &all); grid->inverse = grid->inverse * 0.5)
        ;
    fill(picture, grid);
}
