/* SPDX-License-Identifier: MIT */
/*
 * Stripes along a direction: each cell's point sends out a wave across it, and what arrives is their weighted mean, its
 * phase kept and its strength put to one where waves do not cancel. Spec land 2.6; twin fast/land/phacelle.c; test
 * tests/land/test_island.c, tests/land/test_land.c.
 */
#include "land/stage.h"

/* The weights' sum: Gaussians of the distance, cut to reach 0 at 1.5 cells. It is never below 0.0072. */
typedef struct waves {
    double c, s, weight;
} waves;

static void add_wave(waves *sum, double vx, double vz, double side_x, double side_z)
{
    double q = vx * vx + vz * vz;
    double w = q < 2.25 ? twc_max(0.0, twc_reference_expm2(q) - 0.01111) : 0.0;
    twc_rotation wave = twc_reference_cos_sin(vx * side_x + vz * side_z);
    sum->c += w * wave.c;
    sum->s += w * wave.s;
    sum->weight += w;
}

twc_stripe twc_reference_stripe(double x, double z, double dx, double dz, int32_t seed)
{
    double side_x = -dz, side_z = dx;
    double rx = x - floor(x), rz = z - floor(z);
    int32_t cell_x = (int32_t)floor(x), cell_z = (int32_t)floor(z);
    waves sum = {0.0, 0.0, 0.0};
    for (int32_t j = -1; j <= 2; j++)
        for (int32_t i = -1; i <= 2; i++) {
            uint32_t h = twc_hash(cell_x + i, cell_z + j, seed);
            double vx = (rx - i) - ((h & 0xFFFFu) * (1.0 / 65536) - 0.5);
            double vz = (rz - j) - ((h >> 16) * (1.0 / 65536) - 0.5);
            add_wave(&sum, vx, vz, side_x, side_z);
        }
    double c = sum.c / sum.weight, s = sum.s / sum.weight;
    double m = twc_max(0.5, sqrt(c * c + s * s));
    c = c / m;
    s = s / m;
    double g = 3.141592653589793 * s;
    return (twc_stripe){0.5 - 0.5 * c, g * side_x, g * side_z};
}

void twc_reference_phacelle(int32_t seed, twc_spots at, const double *dx, const double *dz, twc_stripes out)
{
    for (size_t k = 0; k < at.count; k++) {
        twc_stripe stripe = twc_reference_stripe(at.x[k], at.z[k], dx[k], dz[k], seed);
        out.depth[k] = stripe.depth;
        out.slope_x[k] = stripe.slope_x;
        out.slope_z[k] = stripe.slope_z;
    }
}
