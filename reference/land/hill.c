/* SPDX-License-Identifier: MIT */
/*
 * The hill and the gullies cut into it: a filter on single positions, no simulation. Spec land 3.3, 3.4; twin
 * fast/land/hill.c, fast/land/gullies.c; test tests/land/test_island.c.
 */
#include "land/stage.h"

/* A warped dome with spurs down its flanks: crests where the noise is 0, whose scale grows towards the middle. */
double twc_reference_raw_hill_at(const twc_land_hill *hill, double x, double z)
{
    twc_spot p = twc_reference_warped(&hill->warp, x, z);
    double dx = p.x - hill->middle.x, dz = p.z - hill->middle.z, r = twc_length(dx, dz);
    double e = twc_min(r / hill->foot, 1.0);
    double dome = 1.0 - (e * e) * (3.0 - 2.0 * e);
    double k = hill->spread / sqrt(r * r + hill->core) + hill->far_scale;
    double n = twc_reference_fbm_at(&hill->ridges, dx * k, dz * k);
    double hollow = twc_min((sqrt(n * n + hill->crease) - hill->soft) * hill->steepness, 1.0);
    return dome * (1.0 - (hill->cut * twc_ss(e, hill->flank)) * hollow);
}

double twc_reference_hill_at(const twc_land_hill *hill, double highest, double x, double z)
{
    return twc_reference_raw_hill_at(hill, x, z) * hill->top / highest;
}

void twc_reference_raw_hill(const twc_land *land, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = twc_reference_raw_hill_at(&land->hill, at.x[k], at.z[k]);
}

/* `h` of the hill less what the octaves cut; each leaves the slope that steers the next. */
double twc_reference_gullied(const twc_land *land, double h, double steer_x, double steer_z, double x, double z)
{
    const twc_land_gullies *gullies = &land->gullies;
    if (h <= gullies->above)
        return h;
    double out = h, size = gullies->size, depth = gullies->depth;
    double up = twc_min(h / land->hill.top, 1.0);
    double crisp = twc_ss(up, gullies->foot) * (1.0 - gullies->summit_cut * twc_ss(up, gullies->summit));
    for (int32_t i = 0; i < gullies->octaves; i++) {
        double steep = twc_length(steer_x, steer_z);
        if (steep > gullies->level) {
            twc_stripe stripe = twc_reference_stripe(x / size, z / size, steer_x / steep, steer_z / steep,
                                                     gullies->seed + i);
            double v = 1.0 - twc_min(steep / gullies->full, 1.0);
            double amount = (depth * (1.0 - v * v)) * crisp, r = amount / size;
            out -= amount * stripe.depth;
            steer_x -= r * stripe.slope_x;
            steer_z -= r * stripe.slope_z;
        }
        size = size / 2.0;
        depth = depth / 2.0;
    }
    return out;
}
