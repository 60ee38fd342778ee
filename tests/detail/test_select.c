/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of levels: errors and heights of nodes by another route, who is divided by products of 128 bits, a flight
 * that replays to one fingerprint, and nodes after an edit equal to nodes made anew.
 */
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "detail/detail_worlds.h"

typedef struct planted_tree {
    detail_world w;
    void *nodes;
    twc_detail_tree tree;
} planted_tree;

static void make(twc_rect extent, int32_t seed, planted_tree *t)
{
    detail_world_make(extent, seed, 35, &t->w);
    t->nodes = malloc(twc_detail_tree_bytes(&t->w.world));
    twc_detail_tree_place(&t->w.world, t->nodes, &t->tree);
    CU_ASSERT_FATAL(
        !twc_detail_tree_update(detail_kernels(1), &t->w.world, &t->w.pyramid, NULL, t->w.workspace, &t->tree).code);
}

static void drop(planted_tree *t)
{
    free(t->nodes);
    detail_world_free(&t->w);
}

static const twc_detail_node *node_of(const twc_detail_tree *tree, int32_t level, int32_t x, int32_t z)
{
    const twc_rect rect = tree->rect[level];
    return &tree->node[level][(z - rect.z) * rect.nx + (x - rect.x)];
}

/* Every chunk: heights that hold its own, error and heights that hold its children's; both libraries' nodes equal. */
static void nodes(void)
{
    static detail_mesh memory;
    planted_tree t;
    int bad = 0, chunks = 0;
    make((twc_rect){-1, -2, 3, 3}, 1, &t);
    for (int32_t level = 0; level <= t.tree.levels; level++) {
        const twc_rect rect = t.tree.rect[level];
        for (int32_t n = 0; n < rect.nx * rect.nz; n++) {
            const twc_detail_chunk chunk = {level, rect.x + n % rect.nx, rect.z + n / rect.nx, 0};
            const twc_detail_node *node = node_of(&t.tree, level, chunk.x, chunk.z);
            twc_mesh mesh = detail_mesh_of(&memory);
            if (!twc_detail_is_chunk(&t.tree, level, chunk.x, chunk.z))
                continue;
            CU_ASSERT_FATAL(
                !twc_detail_build(detail_kernels(0), &t.w.world, &t.w.pyramid, chunk, t.w.workspace, &mesh).code);
            for (uint32_t k = 0; k < mesh.triangle_count; k++)
                for (int c = 0; c < 3; c++) {
                    const double cm = 100.0 * (double)mesh.triangles[k].corner[c].y;
                    SUITE_EXPECT(bad, node->low <= cm && node->high >= cm, "level %d chunk %d %d", level, chunk.x,
                                 chunk.z);
                }
            SUITE_EXPECT(bad, (node->error == 0) == (level == 0), "level %d chunk %d %d", level, chunk.x, chunk.z);
            for (int k = 0; k < 4 && level > 0; k++) {
                const twc_detail_node *child = node_of(&t.tree, level - 1, 2 * chunk.x + k % 2, 2 * chunk.z + k / 2);
                SUITE_EXPECT(bad, child->error <= node->error && child->low >= node->low && child->high <= node->high,
                             "level %d chunk %d %d", level, chunk.x, chunk.z);
            }
            chunks++;
        }
    }
    const size_t bytes = twc_detail_tree_bytes(&t.w.world);
    void *by_reference = malloc(bytes);
    twc_detail_tree again;
    twc_detail_tree_place(&t.w.world, by_reference, &again);
    CU_ASSERT_FATAL(
        !twc_detail_tree_update(detail_kernels(0), &t.w.world, &t.w.pyramid, NULL, t.w.workspace, &again).code);
    CU_ASSERT_EQUAL(memcmp(by_reference, t.nodes, bytes), 0);
    free(by_reference);
    drop(&t);
    SUITE_NONE(bad);
    CU_ASSERT(chunks >= 36 + 9 + 1);
}

/* ---- choice ---- */

typedef unsigned __int128 wide;

static int64_t outside(int64_t at, int64_t low, int64_t high)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

/* Whether the error of a chunk may show as more than the tolerance, in 128 bits. */
static int shows(const twc_detail_tree *tree, twc_eye eye, twc_detail_chunk c)
{
    const twc_detail_node *node = node_of(tree, c.level, c.x, c.z);
    const int64_t side = 25600LL << c.level, grown = 304LL << c.level > 2432 ? 304LL << c.level : 2432;
    const int64_t dx = outside(eye.x, c.x * side - grown, (c.x + 1) * side + grown),
                  dz = outside(eye.z, c.z * side - grown, (c.z + 1) * side + grown),
                  dy = outside(eye.y, node->low, node->high);
    const wide e = (wide)16 * eye.pixels * node->error, d = (wide)(dx * dx) + (wide)(dz * dz) + (wide)(dy * dy);
    return e * e > (wide)100 * eye.tolerance * eye.tolerance * d;
}

/* A flight across a world and out of it, high and low, with tolerances from none to many pixels. */
static twc_eye eye_at(int32_t frame)
{
    const int32_t x = -200000 + 1300 * frame, z = 80000 - (int32_t)(twc_hash(frame / 40, 0, 1) % 200000);
    static const uint32_t tolerance[] = {800, 3200, 8000, 20000, 0};
    return (twc_eye){x, 500 + (int32_t)(twc_hash(frame / 25, 1, 1) % 60000), z, 1000, tolerance[frame % 5]};
}

static void flight(void)
{
    enum { ROOM = 4096, FRAMES = 300 };
    static twc_detail_chunk chunks[ROOM];
    planted_tree t;
    twc_detail_view view;
    int bad = 0;
    long listed = 0, coarse = 0;
    uint64_t hash[FRAMES];
    make((twc_rect){-4, -4, 7, 6}, 2, &t);
    void *memory = malloc(twc_detail_view_bytes(&t.w.world));
    twc_detail_view_place(&t.w.world, memory, &view);
    for (int32_t frame = 0; frame < FRAMES; frame++) {
        const twc_eye eye = eye_at(frame);
        twc_detail_view_clear(&view);
        twc_detail_view_choose(&t.tree, eye, &view);
        const size_t before = twc_detail_view_chunks(&view, ROOM, chunks);
        for (size_t k = 0; k < before; k++) { /* none shows; each of their parents does */
            const twc_detail_chunk up = {chunks[k].level + 1, twc_floor_div(chunks[k].x, 2),
                                         twc_floor_div(chunks[k].z, 2), 0};
            SUITE_EXPECT(bad, !shows(&t.tree, eye, chunks[k]), "frame %d", frame);
            if (up.level <= t.tree.levels && twc_detail_is_chunk(&t.tree, up.level, up.x, up.z))
                SUITE_EXPECT(bad, shows(&t.tree, eye, up), "frame %d", frame);
        }
        twc_detail_view_balance(&view);
        const size_t count = twc_detail_view_chunks(&view, ROOM, chunks);
        int64_t area = 0;
        for (size_t k = 0; k < count; k++) {
            SUITE_EXPECT(bad, !shows(&t.tree, eye, chunks[k]), "frame %d", frame);
            area += 1LL << (2 * chunks[k].level);
            coarse += chunks[k].coarser != 0;
        }
        SUITE_EXPECT(bad, area == (int64_t)view.chunks.nx * view.chunks.nz && count >= before, "frame %d", frame);
        hash[frame] = twc_detail_view_fingerprint(count, chunks);
        listed += (long)count;
        SUITE_EXPECT(bad, frame % 5 != 4 || count == (size_t)area, "frame %d: tolerance 0 takes the finest", frame);
    }
    const uint64_t whole = twc_detail_view_fingerprint(FRAMES / 2, (const twc_detail_chunk *)hash);
    printf("\n    %ld chunks in %d frames, %ld beside coarser ones, fingerprint %016llx ", listed, FRAMES, coarse,
           (unsigned long long)whole);
    SUITE_NONE(bad);
    CU_ASSERT(coarse > 1000);
    free(memory);
    drop(&t);
}

/* The smallest view that divides one chunk: nothing is divided that need not be. */
static void balance_is_minimal(void)
{
    enum { ROOM = 512 };
    twc_detail_chunk chunks[ROOM];
    const twc_world world = {{0, 0, 16, 16}, 0, NULL};
    twc_detail_view view;
    void *memory = malloc(twc_detail_view_bytes(&world));
    twc_detail_view_place(&world, memory, &view);
    CU_ASSERT_EQUAL(twc_detail_view_chunks(&view, ROOM, chunks), 1);
    twc_detail_view_divide(&view, 1, 0, 0); /* in a corner: 4 of each level beside 3 of each */
    twc_detail_view_balance(&view);
    CU_ASSERT_EQUAL(twc_detail_view_chunks(&view, ROOM, chunks), 5 * 3 + 1);
    twc_detail_view_clear(&view);
    twc_detail_view_divide(&view, 1, 7,
                           7); /* at the middle: both squares beside it on every level are divided as well */
    twc_detail_view_balance(&view);
    const size_t count = twc_detail_view_chunks(&view, ROOM, chunks);
    long of_level[6] = {0};
    for (size_t k = 0; k < count; k++)
        of_level[chunks[k].level]++;
    /* Level 1 beside it, east and south, and the three of its own square; then what balances those. */
    CU_ASSERT_EQUAL(of_level[0], 4);
    CU_ASSERT_EQUAL(of_level[1], 3 + 4 + 4);
    CU_ASSERT_EQUAL(of_level[5], 0);
    free(memory);
}

/* ---- edits ---- */

static void edits(void)
{
    const twc_rect extent = {-2, -2, 4, 4};
    planted_tree t;
    int bad = 0;
    make(extent, 3, &t);
    const size_t bytes = twc_detail_tree_bytes(&t.w.world);
    void *fresh = malloc(bytes);
    twc_tile *tiles = malloc(16 * sizeof *tiles);
    for (int32_t k = 0; k < 16; k++) {
        tiles[k] = *t.w.tiles[k];
        t.w.tiles[k] = &tiles[k];
    }
    for (int32_t seed = 0; seed < 12; seed++) {
        const int32_t at = (int32_t)(twc_hash(seed, 0, 3) % 16), x = 1 + (int32_t)(twc_hash(seed, 1, 3) % 100),
                      z = 1 + (int32_t)(twc_hash(seed, 2, 3) % 100), n = 1 + (int32_t)(twc_hash(seed, 3, 3) % 26);
        const twc_rect samples = {128 * (extent.x + at % 4) + x, 128 * (extent.z + at / 4) + z, n, n};
        const twc_rect macro = {8 * (extent.x + at % 4) + x % 8, 8 * (extent.z + at / 4) + z % 8, 1, 1};
        const twc_rect none = {0, 0, 0, 0};
        const twc_pyramid_change change = {seed % 3 ? samples : none, seed % 3 ? none : macro};
        twc_detail_tree again;
        for (int32_t k = 0; seed % 3 && k < n * n; k++)
            tiles[at].sample[z + k / n][x + k % n] = (uint16_t)(20000 + twc_hash(k, seed, 4) % 9000);
        if (seed % 3 == 0)
            tiles[at].facet[z % 8][x % 8] ^= 1;
        twc_pyramid_update(detail_kernels(1), &t.w.world, change, t.w.workspace, &t.w.pyramid);
        const twc_detail_reach reach = twc_detail_reach_of(&t.w.pyramid, change);
        CU_ASSERT_FATAL(
            !twc_detail_tree_update(detail_kernels(1), &t.w.world, &t.w.pyramid, &reach, t.w.workspace, &t.tree).code);
        twc_detail_tree_place(&t.w.world, fresh, &again);
        CU_ASSERT_FATAL(
            !twc_detail_tree_update(detail_kernels(1), &t.w.world, &t.w.pyramid, NULL, t.w.workspace, &again).code);
        SUITE_EXPECT(bad, memcmp(fresh, t.nodes, bytes) == 0, "edit %d", seed);
    }
    SUITE_NONE(bad);
    free(fresh);
    free(tiles);
    drop(&t);
}

int main(void)
{
    CU_TestInfo tests[] = {{"nodes", nodes},
                           {"a flight", flight},
                           {"balance divides no more than it must", balance_is_minimal},
                           {"edits", edits},
                           CU_TEST_INFO_NULL};
    return suite_run("select", tests);
}
