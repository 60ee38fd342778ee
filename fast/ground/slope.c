/* SPDX-License-Identifier: MIT */
/*
 * Slopes of a field, a row at a time. Spec ground 2.4; twin reference/ground/slope.c; test tests/ground/test_slope.c.
 */
#include "ground/ground.h"

/* One row: `h` is its first sample, `north` and `south` those beside it. A lane is a sample, its root included. */
static void slope_row(int32_t n, const float *restrict h, const float *restrict north, const float *restrict south,
                      float *restrict out)
{
    for (int32_t x = 0; x < n; x++) {
        const float gx = (h[x + 1] - h[x - 1]) / 8.0f, gz = (south[x] - north[x]) / 8.0f;
        out[x] = sqrtf(gx * gx + gz * gz);
    }
}

void TWC_NAME(slope)(const twc_field *field, twc_rect window, float *out)
{
    const ptrdiff_t width = field->rect.nx;
    const float *h = field->h + (ptrdiff_t)(window.z - field->rect.z) * width + (window.x - field->rect.x);
    for (int32_t z = 0; z < window.nz; z++, h += width, out += window.nx)
        slope_row(window.nx, h, h - width, h + width, out);
}
