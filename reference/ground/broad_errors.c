/* SPDX-License-Identifier: MIT */
/*
 * How far the facets of Broad cells are from given heights. Spec ground 2.5; twin fast/ground/broad_errors.c; test
 * tests/ground/test_broad_errors.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <math.h>

static float height_at(const twc_field *heights, int32_t x, int32_t z)
{
    TWC_ASSERT(x >= heights->rect.x && x < heights->rect.x + heights->rect.nx && z >= heights->rect.z &&
               z < heights->rect.z + heights->rect.nz);
    return heights->h[(ptrdiff_t)(z - heights->rect.z) * heights->rect.nx + (x - heights->rect.x)];
}

/* Among the samples about macro cell (x, z), as far as a corner strays. */
static float facet_error(const twc_vertex facet[3], const twc_field *heights, int32_t x, int32_t z)
{
    const int32_t per_macro = TWC_MACRO_CM / TWC_SAMPLE_CM, reach = TWC_MACRO_JITTER_CM / TWC_SAMPLE_CM;
    float greatest = 0.0f;
    for (int32_t j = z * per_macro - reach; j <= (z + 1) * per_macro + reach; j++) {
        for (int32_t i = x * per_macro - reach; i <= (x + 1) * per_macro + reach; i++) {
            const int32_t px = i * TWC_SAMPLE_CM, pz = j * TWC_SAMPLE_CM;
            if (!twc_triangle_contains(facet, px, pz))
                continue;
            const float y = twc_plane_height(facet[0], facet[1], facet[2], px, pz);
            const float error = fabsf(y - height_at(heights, i, j));
            greatest = error > greatest ? error : greatest;
        }
    }
    return greatest;
}

static float cell_error(const twc_field *broad, const twc_field *heights, int32_t x, int32_t z)
{
    const uint8_t all_broad[9] = {TWC_BROAD, TWC_BROAD, TWC_BROAD, TWC_BROAD, TWC_BROAD,
                                  TWC_BROAD, TWC_BROAD, TWC_BROAD, TWC_BROAD};
    const twc_ground_window ground = {{x - 1, z - 1, 3, 3}, all_broad, *broad, *broad};
    twc_cell cell;
    twc_reference_broad_cell(&ground, x, z, &cell);
    const float first = facet_error(cell.facet[0], heights, x, z), second = facet_error(cell.facet[1], heights, x, z);
    return second > first ? second : first;
}

void twc_reference_broad_errors(const twc_field *broad, const twc_field *heights, twc_rect macros, float *out)
{
    for (int32_t z = 0; z < macros.nz; z++)
        for (int32_t x = 0; x < macros.nx; x++)
            out[(ptrdiff_t)z * macros.nx + x] = cell_error(broad, heights, macros.x + x, macros.z + z);
}
