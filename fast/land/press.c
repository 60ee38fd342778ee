/* SPDX-License-Identifier: MIT */
/*
 * What features change of the grid: only points about the spine's box are looked at. Spec land 4.4, 4.6; twin
 * reference/land/press.c; test tests/land/test_island.c.
 */
#include "land/land.h"

/* The columns or rows of the grid that lie from `low` to `high`, and one more on each side for the roundings. */
static twc_rect grid_about(const twc_land_grid *grid, const twc_spine_runs *runs, double within)
{
    double low_x = runs->low_x[0], high_x = runs->high_x[0], low_z = runs->low_z[0], high_z = runs->high_z[0];
    const double low = twc_land_low(grid), last = (double)(grid->points - 1);
    for (int32_t k = 1; k < runs->count; k++) {
        low_x = twc_fast_min(low_x, runs->low_x[k]);
        high_x = twc_fast_max(high_x, runs->high_x[k]);
        low_z = twc_fast_min(low_z, runs->low_z[k]);
        high_z = twc_fast_max(high_z, runs->high_z[k]);
    }
    const double first_i = twc_fast_max((low_x - within - low) / grid->cell - 1.0, 0.0);
    const double first_j = twc_fast_max((low_z - within - low) / grid->cell - 1.0, 0.0);
    const double last_i = twc_fast_min((high_x + within - low) / grid->cell + 1.0, last);
    const double last_j = twc_fast_min((high_z + within - low) / grid->cell + 1.0, last);
    if (first_i > last_i || first_j > last_j)
        return (twc_rect){0, 0, 0, 0};
    return (twc_rect){(int32_t)first_i, (int32_t)first_j, (int32_t)last_i - (int32_t)first_i + 1,
                      (int32_t)last_j - (int32_t)first_j + 1};
}

/* A height as a feature leaves it. */
typedef double changer(const twc_land_feature *feature, const twc_spine *spine, const twc_land_near *near, double h);

TWC_INLINE void change(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, double within,
                       changer *changed, float *heights)
{
    const twc_land_grid *grid = &land->grid;
    const double low = twc_land_low(grid);
    twc_spine_runs runs;
    TWC_NAME(spine_runs)(spine, &runs);
    const twc_rect rect = grid_about(grid, &runs, within);
    TWC_ASSERT(rect.x >= 0 && rect.z >= 0 && rect.x + rect.nx <= grid->points && rect.z + rect.nz <= grid->points);
    for (int32_t j = rect.z; j < rect.z + rect.nz; j++)
        for (int32_t i = rect.x; i < rect.x + rect.nx; i++) {
            const twc_land_near near = TWC_NAME(spine_near)(spine, &runs, within, low + grid->cell * i,
                                                            low + grid->cell * j);
            float *h = &heights[(size_t)j * (size_t)grid->points + (size_t)i];
            if (near.piece >= 0)
                *h = (float)changed(feature, spine, &near, *h);
        }
}

TWC_INLINE double pressed(const twc_land_feature *feature, const twc_spine *spine, const twc_land_near *near, double h)
{
    const twc_land_press *press = &feature->press;
    const double length = spine->along[spine->count - 1], along = twc_spine_lerp(spine->along, near);
    const double target = twc_spine_lerp(spine->level, near) - press->depth * twc_fast_ss(length - along, press->end);
    return twc_fast_lerp(h, target, 1.0 - twc_fast_ss(near->distance, press->ease));
}

/* The five values of the two control points about `at`. */
TWC_INLINE double carved(const twc_land_feature *feature, const twc_spine *spine, const twc_land_near *near, double h)
{
    const double at = twc_spine_lerp(spine->at, near);
    const int32_t whole = (int32_t)at, last = feature->control_count - 2, i = whole < last ? whole : last;
    TWC_ASSERT(i >= 0 && i + 1 < feature->control_count);
    const twc_land_control *a = &feature->control[i], *b = a + 1;
    const double t = at - i, depth = twc_fast_lerp(a->depth, b->depth, t);
    const double half_bed = twc_fast_lerp(a->half_bed, b->half_bed, t), bank = twc_fast_lerp(a->bank, b->bank, t);
    const double bed = twc_spine_lerp(spine->level, near) - depth;
    const double profile = bed + twc_fast_max(near->distance - half_bed, 0.0) * bank;
    return twc_fast_smooth_min(h, profile, twc_fast_lerp(a->rounding, b->rounding, t));
}

void TWC_NAME(press)(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights)
{
    change(land, feature, spine, feature->press.ease.to, pressed, heights);
}

void TWC_NAME(carve)(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights)
{
    change(land, feature, spine, feature->carve.reach, carved, heights);
}
