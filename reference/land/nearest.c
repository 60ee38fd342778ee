/* SPDX-License-Identifier: MIT */
/*
 * The nearest point of a spine, the first of equals. Spec land 4.2; twin fast/land/nearest.c; test
 * tests/land/test_land.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

twc_near twc_reference_near(const twc_spine *spine, double within, double x, double z)
{
    twc_near found = {-1, 0.0, within};
    double best = within * within;
    for (int32_t i = 0; i + 1 < spine->count; i++) {
        twc_foot foot = twc_reference_foot(spine->x[i], spine->z[i], spine->x[i + 1], spine->z[i + 1], x, z);
        double square = foot.x * foot.x + foot.z * foot.z;
        if (square < best) {
            best = square;
            found = (twc_near){i, foot.t, sqrt(square)};
        }
    }
    TWC_ASSERT(found.piece < spine->count - 1 && found.distance <= within);
    return found;
}

void twc_reference_spine_nearest(const twc_spine *spine, double within, twc_spots at, twc_nearest out)
{
    for (size_t k = 0; k < at.count; k++) {
        twc_near near = twc_reference_near(spine, within, at.x[k], at.z[k]);
        int32_t i = near.piece;
        out.distance[k] = near.distance;
        out.at[k] = i < 0 ? 0.0 : twc_lerp(spine->at[i], spine->at[i + 1], near.t);
        out.along[k] = i < 0 ? 0.0 : twc_lerp(spine->along[i], spine->along[i + 1], near.t);
    }
}
