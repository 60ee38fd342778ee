/* SPDX-License-Identifier: MIT */
/*
 * What a range raises: flanks that fall away from summits and ridges, joined softly. Spec tower 4.2; twin
 * fast/tower/uplift.c; test tests/tower/test_range.c.
 */
#include <math.h>

#include "tower/stage.h"

/* A place as the flanks see it: moved by noise, and how much farther all seems from there. */
typedef struct seen {
    uint32_t theta;
    double along, z, stretch; /* metres from theta, and from the world's beginning */
} seen;

static double noise_at(const twc_range *range, double size, int32_t octaves, uint32_t salt, uint32_t theta, int32_t z)
{
    twc_tower_noise noise = {size, octaves, range->seed + salt};
    return twc_reference_tower_noise(&noise, theta, z);
}

/*
 * f^4 at distance D from something of relief c: f = c (1 - x) (1 - 0.367 x), x = d / reach(c). A crest between a low
 * and a high summit can dip below the land: there it raises nothing.
 */
static double flank(double relief, double distance, double stretch)
{
    if (relief <= 0.0)
        return 0.0;
    double d = (sqrt(distance * distance + 160000.0) - 400.0) * stretch;
    double x = d / (relief * (27000.0 / 4300.0));
    if (x >= 1.0)
        return 0.0;
    double f = relief * (1.0 - x) * (1.0 - 0.367 * x), square = f * f;
    return square * square;
}

static double of_peak(const twc_peak *peak, const seen *at)
{
    double dx = twc_tower_arc(peak->theta, at->theta) + at->along, dz = at->z - peak->z * 0.01;
    return flank(peak->relief, twc_length(dx, dz), at->stretch);
}

/* The crest is the quadratic through both ends and the saddle halfway. */
static double of_ridge(const twc_range *range, const twc_ridge *ridge, const seen *at)
{
    const twc_peak *a = &range->peaks[ridge->a], *b = &range->peaks[ridge->b];
    double ex = twc_tower_arc(a->theta, b->theta), ez = (b->z - a->z) * 0.01;
    double qx = twc_tower_arc(a->theta, at->theta) + at->along, qz = at->z - a->z * 0.01;
    double t = twc_clamp01((qx * ex + qz * ez) / (ex * ex + ez * ez));
    double bend = 2.0 * (a->relief + b->relief) - 4.0 * ridge->saddle;
    double crest = a->relief + t * ((b->relief - a->relief - bend) + t * bend);
    return (4.0 * t * (1.0 - t)) * flank(crest, twc_length(qx - t * ex, qz - t * ez), at->stretch);
}

static double uplift_at(const twc_range *range, int32_t column, int32_t row)
{
    uint32_t theta = twc_range_theta(range, column);
    int32_t z = twc_range_z(range, row);
    seen at = {theta, 3000.0 * noise_at(range, 8000.0, 3, 12, theta, z),
               z * 0.01 + 3000.0 * noise_at(range, 8000.0, 3, 13, theta, z),
               1.0 + 0.5 * noise_at(range, 5000.0, 2, 11, theta, z)};
    double sum = 0.0;
    for (size_t k = 0; k < range->peak_count; k++)
        sum += of_peak(&range->peaks[k], &at);
    for (size_t k = 0; k < range->ridge_count; k++)
        sum += of_ridge(range, &range->ridges[k], &at);
    double north = (z - range->z_from) * 0.01, south = (range->z_to - z) * 0.01;
    return sqrt(sqrt(sum)) * twc_ss(twc_min(north, south), (twc_ramp){0.0, 8000.0});
}

void twc_reference_uplift(const twc_range *range, twc_rect window, double *out)
{
    for (int32_t j = 0; j < window.nz; j++)
        for (int32_t i = 0; i < window.nx; i++)
            *out++ = uplift_at(range, window.x + i, window.z + j);
}
