/* SPDX-License-Identifier: MIT */
/*
 * Samples of the next coarser level. Spec detail 2; twin fast/detail/halve.c; test tests/detail/test_pyramid.c.
 */
#include "detail/stage.h"

static uint32_t sample(const twc_samples *from, int32_t x, int32_t z)
{
    const twc_rect rect = from->rect;
    x = twc_clamp(x, rect.x, rect.x + rect.nx - 1);
    z = twc_clamp(z, rect.z, rect.z + rect.nz - 1);
    return from->sample[(ptrdiff_t)(z - rect.z) * rect.nx + (x - rect.x)];
}

void twc_reference_halve(const twc_samples *from, twc_rect window, uint16_t *out)
{
    for (int32_t j = 0; j < window.nz; j++)
        for (int32_t i = 0; i < window.nx; i++) {
            const int32_t x = 2 * (window.x + i), z = 2 * (window.z + j);
            uint32_t sum = 0;
            for (int32_t dz = -1; dz <= 1; dz++)
                for (int32_t dx = -1; dx <= 1; dx++)
                    sum += (dx ? 1U : 2U) * (dz ? 1U : 2U) * sample(from, x + dx, z + dz);
            out[(ptrdiff_t)j * window.nx + i] = (uint16_t)((sum + 8) / 16); /* half up */
        }
}
