/* SPDX-License-Identifier: MIT */
/*
 * Heights of the drawn triangles, and the gradients, normals and curvatures they give. Spec land 5.1, 5.2; twin
 * reference/land/ask.c; test tests/land/test_island_claims.c.
 */
#include "land/land.h"

/* Cells are found for all, the four heights are fetched one by one, and the triangles are worked out for all again. */
void TWC_NAME(height_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                            double *restrict out)
{
    const twc_land_grid grid = ground->land->grid;
    const int32_t n = TWC_LAND_WHOLE(count), last = grid.points - 2;
    const double low = twc_land_low(&grid), high = -low, top = (double)grid.points;
    _Alignas(64) double u[TWC_LAND_BATCH], v[TWC_LAND_BATCH];
    double a[TWC_LAND_BATCH], b[TWC_LAND_BATCH], c[TWC_LAND_BATCH], d[TWC_LAND_BATCH];
    int32_t cell[TWC_LAND_BATCH];
    for (int32_t k = 0; k < n; k++) {
        /* Past the border some cell inside stands in; on it the quotient may be a little more than the last index. */
        const double x = twc_fast_min(twc_fast_max((at->x[k] - low) / grid.cell, 0.0), top);
        const double z = twc_fast_min(twc_fast_max((at->z[k] - low) / grid.cell, 0.0), top);
        int32_t i = (int32_t)x, j = (int32_t)z;
        i = i < last ? i : last;
        j = j < last ? j : last;
        u[k] = x - (double)i;
        v[k] = z - (double)j;
        cell[k] = j * grid.points + i;
    }
    for (int32_t k = 0; k < n; k++) {
        const float *corner = ground->heights + cell[k];
        a[k] = (double)corner[0];
        b[k] = (double)corner[1];
        c[k] = (double)corner[grid.points];
        d[k] = (double)corner[grid.points + 1];
    }
    for (int32_t k = 0; k < n; k++) {
        const double east = (a[k] + u[k] * (b[k] - a[k])) + v[k] * (d[k] - b[k]);
        const double south = (a[k] + v[k] * (c[k] - a[k])) + u[k] * (d[k] - c[k]);
        const double inside = u[k] >= v[k] ? east : south;
        const double beyond = twc_fast_max(fabs(at->x[k]), fabs(at->z[k]));
        out[k] = beyond > high ? grid.outside : inside;
    }
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

/* One position to all four sides, `by` away. */
static void four_heights(const twc_land_ground *ground, double by, int32_t count, const twc_land_places *at,
                         double side[4][TWC_LAND_BATCH])
{
    const int32_t n = TWC_LAND_WHOLE(count);
    twc_land_places moved = *at;
    for (int32_t way = 0; way < 4; way++) { /* east, west, south, north */
        const double *from = way < 2 ? at->x : at->z;
        double *to = way < 2 ? moved.x : moved.z;
        const double step = way % 2 == 0 ? by : -by;
        for (int32_t k = 0; k < n; k++)
            to[k] = from[k] + step;
        TWC_NAME(height_batch)(ground, count, &moved, side[way]);
        if (way == 1)
            memcpy(moved.x, at->x, sizeof moved.x);
    }
}

void TWC_NAME(gradient_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                              twc_land_places *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const double cell = ground->land->grid.cell, across = 2.0 * cell;
    double side[4][TWC_LAND_BATCH];
    four_heights(ground, cell, count, at, side);
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
        four_heights(ground, over, count, &places, side);
        TWC_NAME(height_batch)(ground, count, &places, here);
        for (int32_t k = 0; k < n; k++)
            out[first + (size_t)k] = (((side[0][k] + side[1][k]) + side[2][k]) + side[3][k] - 4.0 * here[k]) /
                                     (over * over);
    }
}
