/* SPDX-License-Identifier: MIT */
/*
 * Initial classes by relief, a row of slopes at a time. Spec ground 2.4; paper section 4.3; twin
 * reference/ground/initial_classes.c; test tests/ground/test_heightfield.c.
 */
#include "ground/ground.h"

enum { LANES = 32 }; /* a row of the disc is at most 2 TWC_RELIEF_RADIUS + 1 = 31 wide */

/* Samples to either side of the centre on row dz of the disc of radius 15: floor(sqrt(225 - dz^2)). */
static const int32_t half_width[TWC_RELIEF_RADIUS + 1] = {15, 14, 14, 14, 14, 14, 13, 13, 12, 12, 11, 10, 9, 7, 5, 0};

/*
 * The root is monotone, so the steepest slope is the root of the largest square; and squares are not negative, so their
 * bits order as integers do, which lets the maximum run in any order over lanes.
 */
static uint8_t initial_class(const float *center, ptrdiff_t width)
{
    int32_t steepest[LANES] = {0};
    for (int32_t dz = -TWC_RELIEF_RADIUS; dz <= TWC_RELIEF_RADIUS; dz++) {
        const int32_t reach = half_width[dz < 0 ? -dz : dz];
        const float *h = center + dz * width - reach;
        for (int32_t k = 0; k <= 2 * reach; k++) {
            const float gx = (h[k + 1] - h[k - 1]) / 8.0f, gz = (h[k + width] - h[k - width]) / 8.0f;
            const float square = gx * gx + gz * gz;
            int32_t bits;
            memcpy(&bits, &square, sizeof bits);
            steepest[k] = bits > steepest[k] ? bits : steepest[k];
        }
    }
    int32_t largest = 0;
    for (int k = 0; k < LANES; k++)
        largest = steepest[k] > largest ? steepest[k] : largest;
    float square;
    memcpy(&square, &largest, sizeof square);
    return sqrtf(square) > 0.30f ? TWC_BROAD : TWC_FINE;
}

void TWC_NAME(initial_classes)(const twc_field *broad, twc_rect macros, uint8_t *out)
{
    const int32_t per_macro = TWC_MACRO_CM / TWC_SAMPLE_CM;
    for (int32_t z = 0; z < macros.nz; z++) {
        const ptrdiff_t row = (ptrdiff_t)(macros.z + z) * per_macro + per_macro / 2 - broad->rect.z;
        for (int32_t x = 0; x < macros.nx; x++) {
            const ptrdiff_t column = (ptrdiff_t)(macros.x + x) * per_macro + per_macro / 2 - broad->rect.x;
            out[(ptrdiff_t)z * macros.nx + x] = initial_class(broad->h + row * broad->rect.nx + column, broad->rect.nx);
        }
    }
}
