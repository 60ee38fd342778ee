/* SPDX-License-Identifier: MIT */
/*
 * The signed distance to the coast, a batch at a time, its noise only where that has a weight. Spec land 3.1; twin
 * reference/common/shape.c, reference/land/coast.c; test tests/land/test_island.c, tests/land/test_island_claims.c.
 */
#include "land/land.h"

static void circle(const twc_shape *shape, int32_t count, const twc_land_places *at, double *restrict out)
{
    const double x = shape->from.x, z = shape->from.z, radius = shape->radius;
    const int32_t n = TWC_LAND_WHOLE(count);
    for (int32_t k = 0; k < n; k++)
        out[k] = twc_fast_length(at->x[k] - x, at->z[k] - z) - radius;
}

static void capsule(const twc_shape *shape, int32_t count, const twc_land_places *at, double *restrict out)
{
    const double x = shape->from.x, z = shape->from.z, radius = shape->radius;
    const double ex = shape->to.x - x, ez = shape->to.z - z, square = ex * ex + ez * ez;
    const int32_t n = TWC_LAND_WHOLE(count);
    for (int32_t k = 0; k < n; k++) {
        const double px = at->x[k] - x, pz = at->z[k] - z, t = twc_fast_unit((px * ex + pz * ez) / square);
        out[k] = twc_fast_length(px - t * ex, pz - t * ez) - radius;
    }
}

/* Joins or cuts. Where no two distances are within the width of each other the blend is a choice, exactly. */
static void blend(const twc_shape *shape, int32_t count, const double *other, double *restrict d)
{
    const double sign = shape->how == TWC_SHAPE_JOIN ? 1.0 : -1.0, width = shape->width;
    const int32_t n = TWC_LAND_WHOLE(count);
    int32_t close = 0;
    for (int32_t k = 0; k < n; k++)
        close += fabs(sign * d[k] - other[k]) < width;
    if (close == 0)
        for (int32_t k = 0; k < n; k++)
            d[k] = sign * twc_fast_min(sign * d[k], other[k]);
    else
        for (int32_t k = 0; k < n; k++)
            d[k] = sign * twc_fast_smooth_min(sign * d[k], other[k], width);
}

static void smooth_coast(const twc_land_coast *coast, int32_t count, const twc_land_places *at, double *restrict d)
{
    double other[TWC_LAND_BATCH];
    for (int32_t k = 0; k < coast->shape_count; k++) {
        const twc_shape *shape = &coast->shape[k];
        (shape->kind == TWC_SHAPE_CIRCLE ? circle : capsule)(shape, count, at, k == 0 ? d : other);
        if (k > 0)
            blend(shape, count, other, d);
    }
}

/* Only where the coast is near is it rough: a short list for the noise. */
void TWC_NAME(coast_batch)(const twc_land_coast *coast, int32_t count, const twc_land_places *at, double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const twc_ramp calm = coast->calm;
    double near[TWC_LAND_BATCH], noise[TWC_LAND_BATCH];
    int32_t list[TWC_LAND_BATCH], rough = 0;
    twc_land_places some, warped;
    smooth_coast(coast, count, at, out);
    for (int32_t k = 0; k < n; k++)
        near[k] = 1.0 - twc_fast_ss(fabs(out[k]), calm);
    for (int32_t k = 0; k < n; k++) {
        list[rough] = k;
        rough += near[k] != 0.0;
    }
    if (rough == 0)
        return;
    const int32_t padded = TWC_NAME(land_pick)(at, list, rough, &some);
    TWC_NAME(warp_batch)(&coast->warp, padded, &some, &warped);
    TWC_NAME(fbm_batch)(&coast->noise, padded, warped.x, warped.z, noise);
    for (int32_t k = 0; k < rough; k++)
        out[list[k]] = out[list[k]] + (near[list[k]] * coast->rough) * noise[k];
}

void TWC_NAME(coast)(const twc_land *land, twc_spots at, double *out)
{
    twc_land_places places;
    double value[TWC_LAND_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        TWC_NAME(coast_batch)(&land->coast, twc_land_rounded(n), &places, value);
        memcpy(out + first, value, (size_t)n * sizeof(double));
    }
}
