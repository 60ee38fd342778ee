/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the description says of the island, measured. */
#include <math.h>

#include "generate/island.h"
#include "reproduce/land_study.h"

static void add(twc_land_study *s, const char *name, double value)
{
    twc_land_study_add(s, name, TWC_LAND_WHOLE, value);
}

static const twc_land_ground *ground_of(const twc_land_study *s)
{
    return &s->step[TWC_LAND_STEPS - 1].ground;
}

static twc_status add_extent(twc_land_study *s)
{
    double steady[TWC_STEADY_COUNT];
    twc_status status = twc_land_measure_steady(s->table, s->land, (twc_spot){0, -40}, steady);
    add(s, "coast_m", steady[TWC_STEADY_COAST]);
    add(s, "lowland_m", steady[TWC_STEADY_LOWLAND]);
    add(s, "foot_m", steady[TWC_STEADY_FOOT]);
    add(s, "crests", steady[TWC_STEADY_CRESTS]);
    return status;
}

static void add_heights(twc_land_study *s)
{
    const twc_land_ground *ground = ground_of(s);
    const size_t points = (size_t)s->land->grid.points * (size_t)s->land->grid.points;
    const double past = 2.0 * s->land->grid.cell * s->land->grid.points, none = 0.0;
    double lowest = HUGE_VAL, outside;
    for (size_t k = 0; k < points; k++)
        lowest = fmin(lowest, (double)ground->heights[k]);
    s->table->land_heights(ground, (twc_spots){1, &past, &none}, &outside);
    add(s, "floor_m", lowest);
    add(s, "outside_m", outside);
    add(s, "summit_m", twc_land_highest_point(ground).height);
    add(s, "hill_m", twc_land_hill_top(s->table, s->land, ground->highest));
    add(s, "cut_m", twc_land_deepest_cut(s->table, s->land, ground->highest));
}

static twc_status add_features(twc_land_study *s)
{
    const twc_spine *brook = &ground_of(s)->spine[1];
    double pressed, filled = 0;
    twc_status status = twc_land_pressed(s->table, &s->step[1].ground, 0, s->land->feature[0].press.end.to, &pressed);
    if (!status.code)
        status = twc_land_filled(s->table, &s->step[0].ground, ground_of(s), &filled);
    add(s, "pressed_cm", 100.0 * pressed);
    add(s, "brook_m", brook->along[brook->count - 1]);
    add(s, "spring_m", brook->level[0]);
    add(s, "mouth_m", brook->level[brook->count - 1]);
    add(s, "filled_m", filled);
    return status;
}

/* The plane of a cell's triangle through its corners, for a place of it; by cross products, which no kernel takes. */
static double on_triangle(const double a[3], const double b[3], const double c[3], double x, double z)
{
    const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, f[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double nx = e[1] * f[2] - e[2] * f[1], ny = e[2] * f[0] - e[0] * f[2], nz = e[0] * f[1] - e[1] * f[0];
    return a[1] - (nx * (x - a[0]) + nz * (z - a[2])) / ny;
}

/* The farthest that a height as asked lies from the triangle as drawn, at one place of both triangles of each cell. */
static double drawn_error(const twc_land_study *s)
{
    const twc_land_grid *grid = &s->land->grid;
    const twc_land_ground *ground = ground_of(s);
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    double most = 0.0;
    for (int32_t j = 0; j + 1 < grid->points; j++)
        for (int32_t i = 0; i + 1 < grid->points; i++) {
            const float *h = ground->heights + (size_t)j * (size_t)grid->points + (size_t)i;
            const double x = low + grid->cell * i, z = low + grid->cell * j, cell = grid->cell;
            const double a[3] = {x, h[0], z}, d[3] = {x + cell, h[grid->points + 1], z + cell};
            const double b[3] = {x + cell, h[1], z}, c[3] = {x, h[grid->points], z + cell};
            const double px[2] = {x + 0.7 * cell, x + 0.2 * cell}, pz[2] = {z + 0.3 * cell, z + 0.9 * cell};
            double asked[2];
            s->table->land_heights(ground, (twc_spots){2, px, pz}, asked);
            most = fmax(most, fabs(asked[0] - on_triangle(a, b, d, px[0], pz[0])));
            most = fmax(most, fabs(asked[1] - on_triangle(a, d, c, px[1], pz[1])));
        }
    return most;
}

static void add_drawing(twc_land_study *s)
{
    const twc_land_ground *ground = ground_of(s);
    const twc_land_stops cove = twc_land_wading(s->table, ground, (twc_spot){-22, 490}, 100);
    const twc_land_stops all = twc_land_wading(s->table, ground, s->land->pad.middle, 1000);
    add(s, "drawn_mm", 1000.0 * drawn_error(s));
    add(s, "bilinear_m", twc_land_bilinear_error(ground));
    add(s, "outside_fine", (double)twc_land_outside(s->table, ground, &s->land->fine_over));
    add(s, "wade_low_m", fmin(cove.low, all.low));
    add(s, "wade_high_m", fmax(cove.high, all.high));
    add(s, "stopped", cove.count + all.count);
}

twc_status twc_land_study_claims(twc_land_study *study)
{
    twc_status status = add_extent(study);
    if (status.code)
        return status;
    add_heights(study);
    status = add_features(study);
    if (!status.code)
        add_drawing(study);
    return status;
}
