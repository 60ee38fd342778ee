/* SPDX-License-Identifier: MIT */
/*
 * The signed distance to the coast. Spec land 2.5, 3.1; twin fast/land/coast.c, fast/land/fbm.c; test
 * tests/land/test_island.c.
 */
#include "land/stage.h"

void twc_reference_fbm(const twc_fbm *noise, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = twc_reference_fbm_at(noise, at.x[k], at.z[k]);
}

static double smooth_coast(const twc_land_coast *coast, double x, double z)
{
    double d = twc_reference_shape_distance(&coast->shape[0], x, z);
    for (int32_t k = 1; k < coast->shape_count; k++) {
        const twc_shape *shape = &coast->shape[k];
        double other = twc_reference_shape_distance(shape, x, z);
        d = shape->how == TWC_SHAPE_JOIN ? twc_smooth_min(d, other, shape->width)
                                         : twc_smooth_max(d, -other, shape->width);
    }
    return d;
}

double twc_reference_coast_at(const twc_land *land, double x, double z)
{
    const twc_land_coast *coast = &land->coast;
    double d = smooth_coast(coast, x, z);
    double near = 1.0 - twc_ss(fabs(d), coast->calm);
    twc_spot p = twc_reference_warped(&coast->warp, x, z);
    return d + (near * coast->rough) * twc_reference_fbm_at(&coast->noise, p.x, p.z);
}

void twc_reference_coast(const twc_land *land, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = twc_reference_coast_at(land, at.x[k], at.z[k]);
}
