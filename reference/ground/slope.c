/* SPDX-License-Identifier: MIT */
/*
 * Slopes of a field, sample by sample. Spec ground 2.4; twin fast/ground/slope.c; test tests/ground/test_slope.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <math.h>

void twc_reference_slope(const twc_field *field, twc_rect window, float *out)
{
    const ptrdiff_t width = field->rect.nx;
    TWC_ASSERT(window.x > field->rect.x && window.x + window.nx < field->rect.x + field->rect.nx);
    TWC_ASSERT(window.z > field->rect.z && window.z + window.nz < field->rect.z + field->rect.nz);
    for (int32_t z = 0; z < window.nz; z++)
        for (int32_t x = 0; x < window.nx; x++) {
            const float *h = field->h + (ptrdiff_t)(window.z + z - field->rect.z) * width +
                             (window.x + x - field->rect.x);
            const float gx = (h[1] - h[-1]) / 8.0f;
            const float gz = (h[width] - h[-width]) / 8.0f;
            out[(ptrdiff_t)z * window.nx + x] = sqrtf(gx * gx + gz * gz);
        }
}
