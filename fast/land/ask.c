/* SPDX-License-Identifier: MIT */
/*
 * Heights of the drawn triangles, and the gradients, normals and curvatures they give. Spec land 5.1, 5.2; twin
 * reference/land/ask.c; test tests/land/test_island_claims.c.
 */
#include "land/land.h"

/* One coordinate of each position of a batch: its cell, the share of that behind it, how far it is from the middle. */
typedef struct axis {
    _Alignas(64) double share[TWC_LAND_BATCH];
    double far[TWC_LAND_BATCH];
    int32_t cell[TWC_LAND_BATCH];
} axis;

/*
 * Past the border some cell inside stands in; on it the quotient may be a little more than the last index. `by` is a
 * constant where this is inlined: 0 divides by the cell.
 */
TWC_INLINE void find_cells_by(const twc_land_grid *grid, int32_t count, const double *at, double step, double by,
                              axis *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count), last = grid->points - 2;
    const double low = twc_land_low(grid), cell = grid->cell, top = (double)grid->points;
    for (int32_t k = 0; k < n; k++) {
        const double value = at[k] + step, from_low = value - low;
        const double place = twc_fast_min(twc_fast_max(by > 0.0 ? from_low * by : from_low / cell, 0.0), top);
        int32_t i = (int32_t)place;
        i = i < last ? i : last;
        out->cell[k] = i;
        out->share[k] = place - (double)i;
        out->far[k] = fabs(value);
    }
}

/* By a power of two the product is the quotient, to the bit: neither is rounded, as no difference is subnormal. */
static void find_cells(const twc_land_grid *grid, int32_t count, const double *at, double step, axis *restrict out)
{
    const double by = 1.0 / grid->cell;
    const uint64_t fraction = (UINT64_C(1) << 52) - 1;
    if ((twc_fast_bits(grid->cell) & fraction) == 0)
        find_cells_by(grid, count, at, step, by, out);
    else
        find_cells_by(grid, count, at, step, 0.0, out);
}

/*
 * The four heights are fetched one by one. Of the cell's two triangles the position is in the one of corner m, b or c:
 * both have one formula, of the greater share and the smaller, so that only m is chosen.
 */
static void take_heights(const twc_land_ground *ground, int32_t count, const axis *x, const axis *z,
                         double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count), points = ground->land->grid.points;
    const double high = -twc_land_low(&ground->land->grid);
    const uint64_t outside = twc_fast_bits(ground->land->grid.outside);
    const float *heights = ground->heights, *opposite = heights + (points + 1);
    _Alignas(64) int32_t corner[TWC_LAND_BATCH], middle[TWC_LAND_BATCH];
    for (int32_t k = 0; k < n; k++) {
        corner[k] = z->cell[k] * points + x->cell[k];
        middle[k] = corner[k] + (x->share[k] >= z->share[k] ? 1 : points);
    }
    for (int32_t k = 0; k < n; k++) {
        const double from = (double)heights[corner[k]], by = (double)heights[middle[k]];
        const double to = (double)opposite[corner[k]];
        const double greater = twc_fast_max(x->share[k], z->share[k]), less = twc_fast_min(x->share[k], z->share[k]);
        const double inside = (from + greater * (by - from)) + less * (to - by);
        const double beyond = twc_fast_max(x->far[k], z->far[k]);
        out[k] = twc_fast_real(twc_fast_choose(twc_fast_bits(inside), outside, -(uint64_t)(beyond > high)));
    }
}

void TWC_NAME(height_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                            double *restrict out)
{
    axis x, z;
    find_cells(&ground->land->grid, count, at->x, 0.0, &x);
    find_cells(&ground->land->grid, count, at->z, 0.0, &z);
    take_heights(ground, count, &x, &z, out);
}

double TWC_NAME(height_of)(const twc_land_ground *ground, double x, double z)
{
    const twc_land_grid *grid = &ground->land->grid;
    const double low = twc_land_low(grid);
    const int32_t last = grid->points - 2;
    if (fabs(x) > -low || fabs(z) > -low)
        return grid->outside;
    double u = (x - low) / grid->cell, v = (z - low) / grid->cell;
    int32_t i = (int32_t)u, j = (int32_t)v; /* neither is negative */
    i = i < last ? i : last;
    j = j < last ? j : last;
    u -= (double)i;
    v -= (double)j;
    const float *corner = ground->heights + (size_t)j * (size_t)grid->points + (size_t)i;
    const double a = (double)corner[0], b = (double)corner[1];
    const double c = (double)corner[grid->points], d = (double)corner[grid->points + 1];
    return u >= v ? (a + u * (b - a)) + v * (d - b) : (a + v * (c - a)) + u * (d - c);
}

/*
 * One position to all four sides, `by` away; what two of them share is found once. `here`: the position's own height,
 * or NULL.
 */
static void four_heights(const twc_land_ground *ground, double by, int32_t count, const twc_land_places *at,
                         double side[4][TWC_LAND_BATCH], double *here)
{
    const twc_land_grid *grid = &ground->land->grid;
    axis x, z, moved;
    find_cells(grid, count, at->x, 0.0, &x);
    find_cells(grid, count, at->z, 0.0, &z);
    for (int32_t way = 0; way < 4; way++) { /* east, west, south, north */
        find_cells(grid, count, way < 2 ? at->x : at->z, way % 2 == 0 ? by : -by, &moved);
        take_heights(ground, count, way < 2 ? &moved : &x, way < 2 ? &z : &moved, side[way]);
    }
    if (here)
        take_heights(ground, count, &x, &z, here);
}

void TWC_NAME(gradient_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                              twc_land_places *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const double cell = ground->land->grid.cell, across = 2.0 * cell;
    double side[4][TWC_LAND_BATCH];
    four_heights(ground, cell, count, at, side, NULL);
    for (int32_t k = 0; k < n; k++) {
        out->x[k] = (side[0][k] - side[1][k]) / across;
        out->z[k] = (side[2][k] - side[3][k]) / across;
    }
}

void TWC_NAME(land_heights)(const twc_land_ground *ground, twc_spots at, double *out)
{
    twc_land_places places;
    double value[TWC_LAND_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        TWC_NAME(height_batch)(ground, twc_land_rounded(n), &places, value);
        memcpy(out + first, value, (size_t)n * sizeof(double));
    }
}

void TWC_NAME(land_gradients)(const twc_land_ground *ground, twc_spots at, twc_vectors out)
{
    twc_land_places places, gradients;
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        TWC_NAME(gradient_batch)(ground, twc_land_rounded(n), &places, &gradients);
        memcpy(out.x + first, gradients.x, (size_t)n * sizeof(double));
        memcpy(out.z + first, gradients.z, (size_t)n * sizeof(double));
    }
}

void TWC_NAME(land_normals)(const twc_land_ground *ground, twc_spots at, double *out)
{
    twc_land_places places, g;
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        double *to = out + 3 * first;
        TWC_NAME(gradient_batch)(ground, twc_land_rounded(n), &places, &g);
        for (int32_t k = 0; k < n; k++) {
            const double length = sqrt((1.0 + g.x[k] * g.x[k]) + g.z[k] * g.z[k]);
            to[3 * k] = -g.x[k] / length;
            to[3 * k + 1] = 1.0 / length;
            to[3 * k + 2] = -g.z[k] / length;
        }
    }
}

void TWC_NAME(land_curvatures)(const twc_land_ground *ground, double over, twc_spots at, double *out)
{
    twc_land_places places;
    double side[4][TWC_LAND_BATCH], here[TWC_LAND_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places), count = twc_land_rounded(n);
        four_heights(ground, over, count, &places, side, here);
        for (int32_t k = 0; k < n; k++)
            out[first + (size_t)k] = (((side[0][k] + side[1][k]) + side[2][k]) + side[3][k] - 4.0 * here[k]) /
                                     (over * over);
    }
}
