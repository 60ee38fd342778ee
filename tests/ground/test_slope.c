/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/ground.md 2.4: slopes of a field, against planes whose slope is known and against the classes made of them.
 */
#include <math.h>

#include "common/suite.h"
#include "twc/fast.h"

enum { SIDE = 49, WINDOW = SIDE - 2 }; /* the samples about one macro cell: 2 (15 + 1) + 1, and a macro cell more */

static float height[SIDE * SIDE], slope[WINDOW * WINDOW];
static const twc_field field = {{-24, -24, SIDE, SIDE}, height};
static const twc_rect window = {-23, -23, WINDOW, WINDOW};

/* The reference, then each level; NULL past the last, and for a level that is not usable. */
static const twc_ground_table *table_of(int k)
{
    return k == 0 ? twc_reference_ground() : twc_fast_ground((twc_level)(k - 1));
}

static void fill_plane(float east, float south)
{
    for (int k = 0; k < SIDE * SIDE; k++)
        height[k] = 100.0f + east * (float)(k % SIDE * 4) + south * (float)(k / SIDE * 4);
}

static void fill_noise(int32_t amplitude, int32_t salt)
{
    for (int k = 0; k < SIDE * SIDE; k++)
        height[k] = twc_sample_height((uint16_t)(20000 + (int32_t)(twc_hash(k, 0, salt) % (uint32_t)amplitude)));
}

/* Gradients of 3/4 and 1 make 5/4: no step rounds. */
static void planes(void)
{
    static const float gradient[][3] = {
        {0.0f, 0.0f, 0.0f}, {0.75f, 1.0f, 1.25f}, {-1.5f, 2.0f, 2.5f}, {0.0f, -0.25f, 0.25f}};
    int bad = 0;
    for (int g = 0; g < 4; g++) {
        fill_plane(gradient[g][0], gradient[g][1]);
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            if (!table_of(k))
                continue;
            table_of(k)->slope(&field, window, slope);
            for (int i = 0; i < WINDOW * WINDOW; i++)
                SUITE_EXPECT(bad, slope[i] == gradient[g][2], "plane %d, table %d, sample %d: %.9g", g, k, i,
                             (double)slope[i]);
        }
    }
    SUITE_NONE(bad);
}

/* Four roundings of binary32 on the way: within two steps of its last place of what binary64 gives. */
static void noise(void)
{
    int bad = 0;
    fill_noise(3000, 1);
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!table_of(k))
            continue;
        table_of(k)->slope(&field, window, slope);
        for (int i = 0; i < WINDOW * WINDOW; i++) {
            const float *h = &height[(i / WINDOW + 1) * SIDE + i % WINDOW + 1];
            const double gx = ((double)h[1] - (double)h[-1]) / 8.0, gz = ((double)h[SIDE] - (double)h[-SIDE]) / 8.0;
            const double exact = sqrt(gx * gx + gz * gz);
            SUITE_EXPECT(bad, fabs((double)slope[i] - exact) <= exact * 0x1p-22, "table %d, sample %d: %.9g for %.17g",
                         k, i, (double)slope[i], exact);
        }
    }
    SUITE_NONE(bad);
}

/* A macro cell is Broad where a slope within 60 m of its centre, sample (8, 8), is above 0.30. */
static void classes(void)
{
    int bad = 0, broad = 0;
    for (int32_t amplitude = 100; amplitude < 400; amplitude += 3) {
        float steepest = 0.0f;
        uint8_t class = 2;
        fill_noise(amplitude, amplitude);
        twc_reference_ground()->slope(&field, window, slope);
        for (int32_t i = 0; i < WINDOW * WINDOW; i++) {
            const int32_t dx = window.x + i % WINDOW - 8, dz = window.z + i / WINDOW - 8;
            if (dx * dx + dz * dz <= 15 * 15)
                steepest = slope[i] > steepest ? slope[i] : steepest;
        }
        twc_reference_ground()->initial_classes(&field, (twc_rect){0, 0, 1, 1}, &class);
        SUITE_EXPECT(bad, class == (steepest > 0.30f ? TWC_BROAD : TWC_FINE), "amplitude %d: class %d, steepest %.9g",
                     amplitude, class, (double)steepest);
        broad += class == TWC_BROAD;
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(broad > 0 && broad < 100);
}

int main(void)
{
    CU_TestInfo tests[] = {{"planes whose slope is known", planes},
                           {"noise, against binary64", noise},
                           {"the classes made of slopes", classes},
                           CU_TEST_INFO_NULL};
    return suite_run("slope", tests);
}
