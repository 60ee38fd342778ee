/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points inside of outlines by every table, against how often the outline winds about them, in 128 bits. */
#include "tables.h"

/* Winding numbers of outlines that do not cross themselves; edges are inside. */
static int winds(const twc_land_outline *outline, twc_point p)
{
    int turns = 0;
    for (int32_t k = 0; k < outline->count; k++) {
        const twc_point a = outline->corner[k], b = outline->corner[(k + 1) % outline->count];
        __extension__ const __int128 left = (__extension__(__int128)((int64_t)b.x - a.x)) * ((int64_t)p.z - a.z) -
                                            (__extension__(__int128)((int64_t)b.z - a.z)) * ((int64_t)p.x - a.x);
        const int boxed = (a.x < b.x ? a.x : b.x) <= p.x && p.x <= (a.x < b.x ? b.x : a.x) &&
                          (a.z < b.z ? a.z : b.z) <= p.z && p.z <= (a.z < b.z ? b.z : a.z);
        if (left == 0 && boxed)
            return 1;
        turns += (a.z <= p.z && b.z > p.z && left > 0) - (b.z <= p.z && a.z > p.z && left < 0);
    }
    return turns != 0;
}

/* About corners, on edges, level with corners, and anywhere. */
static twc_point point_of(const twc_land_outline *outline, size_t k, uint64_t *state)
{
    const twc_point a = outline->corner[k % (size_t)outline->count];
    const twc_point b = outline->corner[(k + 1) % (size_t)outline->count];
    const double t = (double)(k % 5) / 4, wide = (double)(1 << 30) - 2;
    const twc_point on = {(int32_t)rint(a.x + t * ((double)b.x - a.x)), (int32_t)rint(a.z + t * ((double)b.z - a.z))};
    if (k % 4 == 0)
        return (twc_point){on.x + (int32_t)(k / 4 % 3) - 1, on.z + (int32_t)(k / 12 % 3) - 1};
    if (k % 4 == 1)
        return (twc_point){(int32_t)between(state, -wide, wide), a.z};
    if (k % 4 == 2)
        return (twc_point){(int32_t)between(state, -24000, 22000), (int32_t)between(state, 28000, 56000)};
    return (twc_point){(int32_t)between(state, -wide, wide), (int32_t)between(state, -wide, wide)};
}

static void compare(const char *name, const twc_land_outline *outline)
{
    enum { N = 4000 };
    static twc_point points[N];
    static uint8_t found[N];
    static const size_t sizes[] = {1, 15, 128, 131, N};
    uint64_t state = 3;
    int bad = 0, inside = 0;
    for (size_t k = 0; k < N; k++) {
        points[k] = point_of(outline, k, &state);
        inside += winds(outline, points[k]);
    }
    for (int t = 0; table_at(t); t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            memset(found, 7, sizeof found);
            table_at(t)->outline_contains(outline, sizes[s], points, found);
            for (size_t k = 0; k < sizes[s]; k++)
                SUITE_EXPECT(bad, found[k] == winds(outline, points[k]), "%s, table %d, (%d, %d)", name, t, points[k].x,
                             points[k].z);
            for (size_t k = sizes[s]; k < N; k++)
                bad += found[k] != 7; /* nothing is written past what was asked */
        }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(inside > 100 && inside < N - 100);
}

static void dressed(void)
{
    compare("dressed", &twc_island_land()->dressed);
}

/* As wide as coordinates go, so that products of differences take all of 64 bits. */
static void widest(void)
{
    const int32_t far = (1 << 30) - 1;
    const twc_land_outline square = {4, {{-far, -far}, {far, -far}, {far, far}, {-far, far}}};
    const twc_land_outline turned = {4, {{0, -far}, {far, 0}, {0, far}, {-far, 0}}};
    const twc_land_outline flags = {7, {{-far, -far}, {0, -1}, {far, -far}, {1, 0}, {far, far}, {0, 1}, {-far, far}}};
    compare("square", &square);
    compare("turned", &turned);
    compare("flags", &flags);
}

static void nothing(void)
{
    const twc_land_outline none = {0, {{0, 0}}};
    const twc_point point = {0, 0};
    for (int t = 0; table_at(t); t++) {
        uint8_t in = 9;
        table_at(t)->outline_contains(&none, 1, &point, &in);
        CU_ASSERT_EQUAL(in, 0);
        in = 9;
        table_at(t)->outline_contains(&twc_island_land()->dressed, 0, &point, &in);
        CU_ASSERT_EQUAL(in, 9);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the dressed area", dressed}, {"widest coordinates", widest}, {"nothing", nothing}, CU_TEST_INFO_NULL};
    return suite_run("outline", tests);
}
