/* SPDX-License-Identifier: MIT */
/*
 * Initial classes by relief: Broad where the ground is steep within a radius. Spec ground 2.4; paper section 4.3; twin
 * fast/ground/initial_classes.c; test tests/ground/test_heightfield.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <math.h>

static const float relief_threshold = 0.30f;

static float slope_at(const twc_field *field, int32_t x, int32_t z)
{
    ptrdiff_t width = field->rect.nx;
    TWC_ASSERT(x > field->rect.x && x + 1 < field->rect.x + field->rect.nx && z > field->rect.z &&
               z + 1 < field->rect.z + field->rect.nz);
    const float *h = field->h + (ptrdiff_t)(z - field->rect.z) * width + (x - field->rect.x);
    float gx = (h[1] - h[-1]) / 8.0f;
    float gz = (h[width] - h[-width]) / 8.0f;
    return sqrtf(gx * gx + gz * gz);
}

static uint8_t initial_class(const twc_field *broad, int32_t macro_x, int32_t macro_z)
{
    int32_t per_macro = TWC_MACRO_CM / TWC_SAMPLE_CM;
    int32_t centre_x = macro_x * per_macro + per_macro / 2, centre_z = macro_z * per_macro + per_macro / 2;
    float steepest = 0.0f;
    for (int32_t dz = -TWC_RELIEF_RADIUS; dz <= TWC_RELIEF_RADIUS; dz++) {
        for (int32_t dx = -TWC_RELIEF_RADIUS; dx <= TWC_RELIEF_RADIUS; dx++) {
            if (dx * dx + dz * dz > TWC_RELIEF_RADIUS * TWC_RELIEF_RADIUS)
                continue;
            float slope = slope_at(broad, centre_x + dx, centre_z + dz);
            steepest = slope > steepest ? slope : steepest;
        }
    }
    return steepest > relief_threshold ? TWC_BROAD : TWC_FINE;
}

void twc_reference_initial_classes(const twc_field *broad, twc_rect macros, uint8_t *out)
{
    for (int32_t z = 0; z < macros.nz; z++)
        for (int32_t x = 0; x < macros.nx; x++)
            out[(ptrdiff_t)z * macros.nx + x] = initial_class(broad, macros.x + x, macros.z + z);
}
