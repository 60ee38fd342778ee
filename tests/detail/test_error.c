/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error between surfaces against planes that were tilted on purpose, and against dense sampling. */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "detail/detail_worlds.h"

static uint32_t error_of(int fast, const twc_triangle *a, uint32_t n, const twc_triangle *b, uint32_t m)
{
    const twc_mesh coarse = {.triangles = (twc_triangle *)a, .triangle_count = n},
                   fine = {.triangles = (twc_triangle *)b, .triangle_count = m};
    return detail_kernels(fast)->detail->detail_error(&coarse, &fine);
}

/* Two triangles over one square with crossed diagonals: the greatest difference is where the diagonals cross. */
static void crossing(void)
{
    const twc_vertex a = {0, 0, 0}, b = {1000, 0, 1}, c = {0, 1000, 1.5f}, d = {1000, 1000, 0};
    const twc_triangle one[2] = {{{a, c, d}, 0}, {{a, d, b}, 0}}, other[2] = {{{a, c, b}, 0}, {{b, c, d}, 0}};
    for (int fast = 0; fast < 2; fast++) {
        CU_ASSERT_EQUAL(error_of(fast, one, 2, other, 2), 1250);
        CU_ASSERT_EQUAL(error_of(fast, other, 2, one, 2), 1250);
        CU_ASSERT_EQUAL(error_of(fast, one, 2, one, 2), 0);
    }
}

/* A third of a millimetre is a whole one. */
static void rounding(void)
{
    const twc_vertex a = {0, 0, 0}, b = {3, 0, 0}, c = {0, 3, 0}, m = {1, 1, 0}, up = {0, 0, 0.001f};
    const twc_triangle flat[1] = {{{a, c, b}, 0}}, tilted[1] = {{{up, c, b}, 0}};
    const twc_triangle pieces[3] = {{{m, a, c}, 0}, {{m, c, b}, 0}, {{m, b, a}, 0}};
    for (int fast = 0; fast < 2; fast++) {
        CU_ASSERT_EQUAL(error_of(fast, flat, 1, tilted, 1), 1);
        CU_ASSERT_EQUAL(error_of(fast, pieces, 3, tilted, 1), 1);
        CU_ASSERT_EQUAL(error_of(fast, pieces, 3, flat, 1), 0);
    }
}

static double height_at(const twc_triangle *t, uint32_t n, int32_t x, int32_t z, int *found)
{
    for (uint32_t k = 0; k < n; k++)
        if (twc_triangle_contains(t[k].corner, x, z)) {
            *found = 1;
            return (double)twc_plane_height(t[k].corner[0], t[k].corner[1], t[k].corner[2], x, z);
        }
    *found = 0;
    return 0;
}

/* Of chunks and their children: never less than at any sampled point, and reached within a few centimetres' step. */
static void sampled(void)
{
    static detail_mesh memory[5];
    static twc_triangle fine[4 * TWC_DETAIL_TRIANGLES];
    int bad = 0;
    for (int32_t level = 1; level <= 4; level++) {
        detail_world w;
        detail_world_make((twc_rect){0, 0, 8, 8}, level, 40, &w);
        twc_mesh coarse = detail_mesh_of(&memory[4]);
        uint32_t count = 0;
        CU_ASSERT_FATAL(!twc_detail_build(detail_kernels(1), &w.world, &w.pyramid, (twc_detail_chunk){level, 0, 0, 0},
                                          w.workspace, &coarse)
                             .code);
        for (int32_t k = 0; k < 4; k++) {
            twc_mesh child = detail_mesh_of(&memory[k]);
            const uint32_t sides = (k & 1 ? TWC_SIDE_EAST : TWC_SIDE_WEST) | (k & 2 ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH);
            CU_ASSERT_FATAL(!twc_detail_build(detail_kernels(1), &w.world, &w.pyramid,
                                              (twc_detail_chunk){level - 1, k & 1, k >> 1, sides}, w.workspace, &child)
                                 .code);
            for (uint32_t n = 0; n < child.triangle_count; n++)
                fine[count++] = child.triangles[n];
        }
        const uint32_t error = error_of(1, coarse.triangles, coarse.triangle_count, fine, count);
        SUITE_EXPECT(bad, error == error_of(0, coarse.triangles, coarse.triangle_count, fine, count), "level %d",
                     level);
        double greatest = 0;
        const int32_t side = 25600 << level;
        for (int32_t n = 0; n < 20000; n++) {
            const int32_t x = (int32_t)(twc_hash(n, 1, level) % (uint32_t)side),
                          z = (int32_t)(twc_hash(n, 2, level) % (uint32_t)side);
            int both[2];
            const double h = height_at(coarse.triangles, coarse.triangle_count, x, z, &both[0]) -
                             height_at(fine, count, x, z, &both[1]);
            SUITE_EXPECT(bad, both[0] == both[1], "level %d at %d %d lies in one surface only", level, x, z);
            if (both[0] && both[1] && fabs(h) > greatest)
                greatest = fabs(h);
        }
        printf("\n    level %d: %u mm, sampled %.0f ", level, error, greatest * 1000);
        SUITE_EXPECT(bad, greatest * 1000 <= error + 2 && greatest * 1000 > 0.8 * error, "level %d", level);
        detail_world_free(&w);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"diagonals that cross", crossing}, {"rounding up", rounding}, {"chunks, sampled", sampled}, CU_TEST_INFO_NULL};
    return suite_run("error", tests);
}
