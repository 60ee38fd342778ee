/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/ground.md 2.5: errors of Broad cells, against the triangles of a chunk whose cells are all Broad, sample by
 * sample in long double; and fields whose errors are known.
 */
#include <math.h>
#include <string.h>

#include "common/suite.h"
#include "twc/fast.h"

enum { FIRST = -40, SIDE = 145, CELLS = TWC_CHUNK_MACROS, RING = TWC_CLASS_RING, CLASSES = CELLS + 2 * RING };

static float broad_height[SIDE * SIDE], height[SIDE * SIDE];
static const twc_field broad = {{FIRST, FIRST, SIDE, SIDE}, broad_height},
                       heights = {{FIRST, FIRST, SIDE, SIDE}, height};
static const twc_rect macros = {0, 0, CELLS, CELLS};

/* The reference, then each level; NULL past the last, and for a level that is not usable. */
static const twc_ground_table *table_of(int k)
{
    return k == 0 ? twc_reference_ground() : twc_fast_ground((twc_level)(k - 1));
}

static void fill(float *h, int32_t amplitude, int32_t salt)
{
    for (int k = 0; k < SIDE * SIDE; k++)
        h[k] = twc_sample_height((uint16_t)(20000 + (int32_t)(twc_hash(k, 0, salt) % (uint32_t)amplitude)));
}

static void fill_plane(float *h, float east, float south)
{
    for (int k = 0; k < SIDE * SIDE; k++)
        h[k] = 100.0f + east * (float)(k % SIDE * 4) + south * (float)(k / SIDE * 4);
}

/* The greatest error of a triangle, in long double. */
static long double ask_triangle(const twc_triangle *t)
{
    const twc_vertex a = t->corner[0], b = t->corner[1], c = t->corner[2];
    long double greatest = 0;
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int32_t x = (FIRST + k % SIDE) * TWC_SAMPLE_CM, z = (FIRST + k / SIDE) * TWC_SAMPLE_CM;
        const int64_t wa = twc_area2(b.x, b.z, c.x, c.z, x, z), wb = twc_area2(c.x, c.z, a.x, a.z, x, z),
                      wc = twc_area2(a.x, a.z, b.x, b.z, x, z);
        if (wa < 0 || wb < 0 || wc < 0)
            continue;
        const long double y = ((long double)wa * a.y + (long double)wb * b.y + (long double)wc * c.y) /
                              (long double)(wa + wb + wc);
        greatest = fmaxl(greatest, fabsl(y - height[k]));
    }
    return greatest;
}

/* The cells of a chunk among Broad ones, as its mesh has them; those of which it owns one half only are left at -1. */
static void ask_mesh(long double want[CELLS * CELLS])
{
    static twc_triangle triangles[TWC_GROUND_MAX_TRIANGLES];
    static twc_facet facets[TWC_GROUND_MAX_FACETS];
    uint8_t classes[CLASSES * CLASSES];
    int halves[CELLS * CELLS] = {0};
    memset(classes, TWC_BROAD, sizeof classes);
    twc_mesh mesh = {.triangles = triangles,
                     .facets = facets,
                     .triangle_capacity = TWC_GROUND_MAX_TRIANGLES,
                     .facet_capacity = TWC_GROUND_MAX_FACETS};
    const twc_ground_window ground = {{-RING, -RING, CLASSES, CLASSES}, classes, broad, broad};
    twc_reference_ground()->chunk(&ground, (twc_rect){-8, -8, 32, 32}, 0, 0, &mesh);
    for (int k = 0; k < CELLS * CELLS; k++)
        want[k] = -1;
    for (uint32_t t = 0; t < mesh.triangle_count; t++) {
        const uint64_t id = facets[triangles[t].facet].id;
        for (int k = 0; k < CELLS * CELLS; k++)
            if ((id & ~(UINT64_C(1) << 61)) == twc_facet_id(TWC_FACET_BROAD, k % CELLS, k / CELLS, 0)) {
                want[k] = fmaxl(want[k], ask_triangle(&triangles[t]));
                halves[k]++;
            }
    }
    for (int k = 0; k < CELLS * CELLS; k++)
        want[k] = halves[k] == 2 ? want[k] : -1;
}

/* Both roundings of binary32 are of numbers below 512: half of 2^-15 each. */
static void against_a_chunk(void)
{
    int bad = 0, asked = 0;
    for (int32_t amplitude = 2; amplitude < 20000; amplitude = amplitude * 3 / 2 + 1) {
        long double want[CELLS * CELLS];
        fill(broad_height, amplitude, amplitude);
        fill(height, amplitude, -amplitude);
        ask_mesh(want);
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            float got[CELLS * CELLS];
            if (!table_of(k))
                continue;
            table_of(k)->broad_errors(&broad, &heights, macros, got);
            for (int cell = 0; cell < CELLS * CELLS; cell++)
                if (want[cell] >= 0) {
                    SUITE_EXPECT(bad, fabsl((long double)got[cell] - want[cell]) <= 0x1p-15L,
                                 "amplitude %d, table %d, cell %d: %.9g for %.9Lg", amplitude, k, cell,
                                 (double)got[cell], want[cell]);
                    asked++;
                }
        }
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(asked > 100);
}

/* On a plane there is no error but of rounding; of one sample that stands out, the cells have it that contain it. */
static void known(void)
{
    int bad = 0;
    fill_plane(broad_height, 0.25f, -0.5f);
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        float got[CELLS * CELLS];
        if (!table_of(k))
            continue;
        fill_plane(height, 0.25f, -0.5f);
        table_of(k)->broad_errors(&broad, &heights, macros, got);
        for (int cell = 0; cell < CELLS * CELLS; cell++)
            SUITE_EXPECT(bad, got[cell] <= 0x1p-13f, "a plane, table %d, cell %d: %.9g", k, cell, (double)got[cell]);
        for (int cell = 0; cell < CELLS * CELLS; cell++) { /* the middle of a cell, where no corner strays */
            const int sample = (cell / CELLS * 16 + 8 - FIRST) * SIDE + cell % CELLS * 16 + 8 - FIRST;
            fill_plane(height, 0.25f, -0.5f);
            height[sample] -= 8.0f;
            table_of(k)->broad_errors(&broad, &heights, macros, got);
            for (int other = 0; other < CELLS * CELLS; other++)
                SUITE_EXPECT(bad, fabsf(got[other] - (other == cell ? 8.0f : 0.0f)) <= 0x1p-13f,
                             "a sample of cell %d, table %d, cell %d: %.9g", cell, k, other, (double)got[other]);
        }
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"against the triangles of a chunk", against_a_chunk},
                           {"fields whose errors are known", known},
                           CU_TEST_INFO_NULL};
    return suite_run("errors of Broad cells", tests);
}
