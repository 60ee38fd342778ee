/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks by every table, against one walker at a time, written as docs/spec/land.md 5.6 reads; and what may not happen:
 * nobody gets deeper than the sea's edge allows, or out of a wall.
 */
#include "tables.h"

enum { N = 900 };

static twc_land_ground island;

static double height(const twc_land_ground *ground, double x, double z)
{
    double y;
    twc_reference_land()->land_heights(ground, (twc_spots){1, &x, &z}, &y);
    return y;
}

static void sea_walk(const twc_land_ground *ground, twc_walk *w, int steps, double ex, double ez)
{
    const double wade = ground->land->edge.wade, cell = ground->land->grid.cell;
    for (int k = 0; k < steps; k++) {
        const double here = height(ground, w->x, w->z), x = w->x + ex, z = w->z + ez, there = height(ground, x, z);
        if (there >= -wade || there > here) {
            w->x = x, w->z = z;
            continue;
        }
        const double gx = (height(ground, w->x + cell, w->z) - height(ground, w->x - cell, w->z)) / (2 * cell);
        const double gz = (height(ground, w->x, w->z + cell) - height(ground, w->x, w->z - cell)) / (2 * cell);
        const double square = gx * gx + gz * gz, share = square == 0 ? 0 : (ex * gx + ez * gz) / square;
        const double aside_x = w->x + (ex - share * gx), aside_z = w->z + (ez - share * gz);
        const double beside = height(ground, aside_x, aside_z);
        if (square == 0 || !(beside >= -wade || beside > here)) {
            w->end = TWC_WALK_STOPPED;
            return;
        }
        w->x = aside_x, w->z = aside_z;
    }
}

static double edge_of(twc_land_edge_kind kind, double v, double limit)
{
    if (kind == TWC_LAND_EDGE_WALL)
        return v < -limit ? -limit : v > limit ? limit : v;
    return kind == TWC_LAND_EDGE_WRAP ? v - 2 * limit * floor((v + limit) / (2 * limit)) : v;
}

static void walked(const twc_land_ground *ground, twc_walk *w)
{
    const twc_land_grid *grid = &ground->land->grid;
    const double limit = (grid->points - 1) * grid->cell / 2, length = sqrt(w->by_x * w->by_x + w->by_z * w->by_z);
    const int whole = (int)ceil(length / ground->land->edge.stride), steps = whole < 1 ? 1 : whole;
    const double ex = w->by_x / steps, ez = w->by_z / steps;
    w->end = TWC_WALK_DONE;
    if (ground->land->edge.kind == TWC_LAND_EDGE_SEA) {
        sea_walk(ground, w, steps, ex, ez);
        return;
    }
    for (int k = 0; k < steps && w->end == TWC_WALK_DONE; k++) {
        w->x = edge_of(ground->land->edge.kind, w->x + ex, limit);
        w->z = edge_of(ground->land->edge.kind, w->z + ez, limit);
        if (ground->land->edge.kind == TWC_LAND_EDGE_FALL && (fabs(w->x) > limit || fabs(w->z) > limit))
            w->end = TWC_WALK_FELL;
    }
}

/* From about the cove and the coasts, or with `rim` from near the border; of every length, some of none. */
static void set_out(twc_walk *walks, int rim)
{
    uint64_t state = 11;
    for (size_t k = 0; k < N; k++) {
        const double turn = between(&state, 0, 6.3), far = k % 9 ? between(&state, 0, k % 5 ? 30 : 300) : 0;
        const double from = rim ? between(&state, 900, 1020) : between(&state, 560, 660), at = between(&state, 0, 6.3);
        walks[k] = (twc_walk){from * sin(at), from * cos(at) - (rim ? 0 : 40), far * sin(turn), far * cos(turn), -1, 0};
        if (!rim && k % 4 == 0) {
            walks[k].x = between(&state, -60, 20);
            walks[k].z = between(&state, 480, 500);
        }
    }
}

static int same(const twc_walk *a, const twc_walk *b)
{
    return a->x == b->x && a->z == b->z && a->end == b->end;
}

/* All of them at once, and in parts that end inside of a batch. */
static void compare(const twc_land_ground *ground, const twc_walk *from, int ends[3])
{
    static twc_walk expected[N], found[N];
    static const size_t sizes[] = {N, 1, 17, 128, 200};
    int bad = 0;
    memcpy(expected, from, sizeof expected);
    for (size_t k = 0; k < N; k++) {
        walked(ground, &expected[k]);
        ends[expected[k].end]++;
    }
    for (int t = 0; table_at(t); t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            memcpy(found, from, sizeof found);
            table_at(t)->walk(ground, sizes[s], found);
            for (size_t k = 0; k < sizes[s]; k++)
                SUITE_EXPECT(bad, same(&found[k], &expected[k]), "table %d, %zu of %zu from (%.17g, %.17g)", t, k,
                             sizes[s], from[k].x, from[k].z);
            for (size_t k = sizes[s]; k < N; k++)
                bad += !same(&found[k], &from[k]);
        }
    SUITE_NONE(bad);
}

static void sea(void)
{
    static twc_walk walks[N];
    int ends[3] = {0}, deep = 0;
    set_out(walks, 0);
    compare(&island, walks, ends);
    CU_ASSERT_TRUE(ends[TWC_WALK_DONE] > 300 && ends[TWC_WALK_STOPPED] > 20 && ends[TWC_WALK_FELL] == 0);
    for (int t = 0; table_at(t); t++) {
        set_out(walks, 0);
        for (size_t k = 0; k < N; k++)
            walks[k].zero = height(&island, walks[k].x, walks[k].z) >= -island.land->edge.wade; /* set out in the dry */
        twc_walk from[N];
        memcpy(from, walks, sizeof from);
        table_at(t)->walk(&island, N, walks);
        for (size_t k = 0; k < N; k++)
            deep += from[k].zero && height(&island, walks[k].x, walks[k].z) < -island.land->edge.wade;
    }
    CU_ASSERT_EQUAL(deep, 0);
}

static void border(twc_land_edge_kind kind, int end)
{
    static twc_walk walks[N];
    twc_land land = *island.land;
    twc_land_ground ground = island;
    int ends[3] = {0};
    land.edge.kind = kind;
    land.edge.stride = 1.5;
    ground.land = &land;
    set_out(walks, 1);
    compare(&ground, walks, ends);
    CU_ASSERT_TRUE(ends[TWC_WALK_DONE] > 100 && ends[TWC_WALK_STOPPED] == 0);
    CU_ASSERT_TRUE(end ? ends[end] > 20 : ends[TWC_WALK_DONE] == N);
}

static void fall(void)
{
    border(TWC_LAND_EDGE_FALL, TWC_WALK_FELL);
}

static void wall(void)
{
    border(TWC_LAND_EDGE_WALL, 0);
}

static void wrap(void)
{
    border(TWC_LAND_EDGE_WRAP, 0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"sea", sea}, {"fall", fall}, {"wall", wall}, {"wrap", wrap}, CU_TEST_INFO_NULL};
    make_island(twc_island_land(), &island);
    int failed = suite_run("walk", tests);
    free(island.heights);
    return failed;
}
