/* SPDX-License-Identifier: MIT */
/*
 * Questions about the ground as it is drawn: two triangles a cell. Spec land 5.1, 5.2, 5.3; twin fast/land/ask.c; test
 * tests/land/test_island.c, tests/land/test_land.c.
 */
#include "land/stage.h"

double twc_reference_height_at(const twc_land_grid *grid, const float *heights, double x, double z)
{
    double low = twc_grid_low(grid);
    if (x < low || x > -low || z < low || z > -low)
        return grid->outside;
    double u = (x - low) / grid->cell, v = (z - low) / grid->cell;
    int32_t i = (int32_t)floor(u), j = (int32_t)floor(v), last = grid->points - 2;
    i = i > last ? last : i;
    j = j > last ? last : j;
    u -= i;
    v -= j;
    const float *row = heights + (size_t)j * (size_t)grid->points + (size_t)i;
    double a = row[0], b = row[1], c = row[grid->points], d = row[grid->points + 1];
    return u >= v ? (a + u * (b - a)) + v * (d - b) : (a + v * (c - a)) + u * (d - c);
}

static double height_of(const twc_land_ground *ground, double x, double z)
{
    return twc_reference_height_at(&ground->land->grid, ground->heights, x, z);
}

twc_spot twc_reference_gradient_at(const twc_land_ground *ground, double x, double z)
{
    double cell = ground->land->grid.cell, across = 2.0 * cell;
    return (twc_spot){(height_of(ground, x + cell, z) - height_of(ground, x - cell, z)) / across,
                      (height_of(ground, x, z + cell) - height_of(ground, x, z - cell)) / across};
}

void twc_reference_land_heights(const twc_land_ground *ground, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = height_of(ground, at.x[k], at.z[k]);
}

void twc_reference_land_gradients(const twc_land_ground *ground, twc_spots at, twc_vectors out)
{
    for (size_t k = 0; k < at.count; k++) {
        twc_spot g = twc_reference_gradient_at(ground, at.x[k], at.z[k]);
        out.x[k] = g.x;
        out.z[k] = g.z;
    }
}

void twc_reference_land_normals(const twc_land_ground *ground, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++) {
        twc_spot g = twc_reference_gradient_at(ground, at.x[k], at.z[k]);
        double length = sqrt((1.0 + g.x * g.x) + g.z * g.z);
        out[3 * k] = -g.x / length;
        out[3 * k + 1] = 1.0 / length;
        out[3 * k + 2] = -g.z / length;
    }
}

void twc_reference_land_curvatures(const twc_land_ground *ground, double over, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++) {
        double x = at.x[k], z = at.z[k];
        double east = height_of(ground, x + over, z), west = height_of(ground, x - over, z);
        double south = height_of(ground, x, z + over), north = height_of(ground, x, z - over);
        out[k] = (((east + west) + south) + north - 4.0 * height_of(ground, x, z)) / (over * over);
    }
}

void twc_reference_outline_contains(const twc_land_outline *outline, size_t n, const twc_point *points, uint8_t *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = (uint8_t)twc_reference_contains(outline, points[k]);
}
