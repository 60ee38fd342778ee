/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of fingerprints: its values by brute force, and how a peer that sees it through questions only descends. */
#include "common/suite.h"
#include "twc/fingerprint_tree.h"
#include "twc/ground.h"

enum { MOST_NODES = 18 * 64 };

static const twc_rect extents[] = {{0, 0, 1, 1}, {-2, 3, 3, 2}, {-1, -7, 1, 13}, {5, 5, 8, 8}};

/* Stages of a chunk that no other chunk has. */
static void draw_stages(twc_point chunk, int32_t salt, uint64_t stage[TWC_STAGE_COUNT])
{
    for (int32_t s = 0; s < TWC_STAGE_COUNT; s++)
        stage[s] = (uint64_t)twc_hash(chunk.x, chunk.z, salt + s) << 32 | twc_hash(chunk.z, chunk.x, salt + s);
}

static twc_point chunk_number(twc_rect tiles, int32_t k)
{
    int32_t wide = tiles.nx * TWC_TILE_CHUNKS;
    return (twc_point){tiles.x * TWC_TILE_CHUNKS + k % wide, tiles.z * TWC_TILE_CHUNKS + k / wide};
}

/* A tree of drawn stages; a test cannot go on without it. */
static twc_tree drawn_tree(twc_rect tiles)
{
    twc_tree tree;
    uint64_t stage[TWC_STAGE_COUNT] = {0};
    CU_ASSERT_EQUAL_FATAL(twc_tree_create(tiles, stage, &tree).code, TWC_OK);
    CU_ASSERT_FATAL(twc_tree_nodes(&tree) <= MOST_NODES);
    for (int32_t k = 0; k < 4 * tiles.nx * tiles.nz; k++) {
        draw_stages(chunk_number(tiles, k), 1, stage);
        twc_tree_set_chunk(&tree, chunk_number(tiles, k), stage);
    }
    return tree;
}

/* Every node has the hash of its children; each is the child of one, and what is no child is the world or padding. */
static void every_node_is_the_hash_of_its_children(void)
{
    int bad = 0;
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        twc_tree tree = drawn_tree(extents[e]);
        size_t tiles = (size_t)extents[e].nx * (size_t)extents[e].nz, stages = 0;
        int parents[MOST_NODES] = {0};
        for (size_t node = 1; node < twc_tree_nodes(&tree); node++) {
            size_t first, n = twc_tree_children(&tree, node, &first);
            uint64_t value[4];
            for (size_t k = 0; k < n; k++)
                parents[first + k]++;
            stages += n == 0 && tree.value[node] != 0;
            if (n == 0 || (node >= tree.leaves + tiles && tree.value[node] == 0))
                continue; /* a stage, or padding */
            CU_ASSERT_EQUAL_FATAL(twc_tree_read(&tree, first, n, value).code, TWC_OK);
            SUITE_EXPECT(bad, tree.value[node] == twc_fingerprint_words(value, n), "extent %zu node %zu", e, node);
        }
        for (size_t node = 2; node < twc_tree_nodes(&tree); node++)
            SUITE_EXPECT(bad, parents[node] == 1, "extent %zu node %zu has %d parents", e, node, parents[node]);
        SUITE_EXPECT(bad, stages == 4 * TWC_STAGE_COUNT * tiles, "extent %zu: %zu stages", e, stages);
        twc_tree_destroy(&tree);
    }
    SUITE_NONE(bad);
}

/* A peer that counts what it is asked. */
typedef struct peer {
    twc_tree tree;
    int questions;
} peer;

static twc_status answer(void *context, size_t first, size_t n, uint64_t *value)
{
    peer *p = context;
    p->questions++;
    return twc_tree_read(&p->tree, first, n, value);
}

/* One stage of one chunk is another: that is what is named, with one question a level of the tree. */
static void descending_names_the_difference(void)
{
    int bad = 0;
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        twc_tree tree = drawn_tree(extents[e]);
        peer p = {.questions = 0};
        twc_tree_difference d;
        int levels = 1 + 2; /* the tree over tiles has one more than its leaves' logarithm; then chunk, stage */
        for (size_t leaves = 1; leaves < tree.leaves; leaves *= 2)
            levels++;
        CU_ASSERT_EQUAL_FATAL(twc_tree_copy(&tree, &p.tree).code, TWC_OK);
        CU_ASSERT_EQUAL(twc_tree_compare(&tree, answer, &p, &d).code, TWC_OK);
        CU_ASSERT(!d.found && p.questions == 1);
        for (int32_t k = 0; k < 4 * extents[e].nx * extents[e].nz; k++) {
            for (int s = 0; s < TWC_STAGE_COUNT; s++) {
                twc_point at = chunk_number(extents[e], k);
                uint64_t stage[TWC_STAGE_COUNT];
                draw_stages(at, 1, stage);
                stage[s] ^= (uint64_t)1 << (k % 64);
                twc_tree_set_chunk(&p.tree, at, stage);
                p.questions = 0;
                twc_status status = twc_tree_compare(&tree, answer, &p, &d);
                SUITE_EXPECT(bad, !status.code && d.found && p.questions == levels, "extent %zu chunk %d: %d questions",
                             e, k, p.questions);
                SUITE_EXPECT(bad,
                             d.chunk.x == at.x && d.chunk.z == at.z && d.stage == s &&
                                 d.tile.x == twc_floor_div(at.x, TWC_TILE_CHUNKS) &&
                                 d.tile.z == twc_floor_div(at.z, TWC_TILE_CHUNKS),
                             "extent %zu chunk %d stage %d: %d %d, %d", e, k, s, d.chunk.x, d.chunk.z, d.stage);
                draw_stages(at, 1, stage);
                twc_tree_set_chunk(&p.tree, at, stage);
            }
        }
        CU_ASSERT_EQUAL(p.tree.value[1], tree.value[1]);
        twc_tree_destroy(&tree);
        twc_tree_destroy(&p.tree);
    }
    SUITE_NONE(bad);
}

/* Of two differences, the first in the order of tiles by row. */
static void the_first_difference_counts(void)
{
    twc_rect tiles = extents[1];
    twc_tree tree = drawn_tree(tiles), other = drawn_tree(tiles);
    const uint64_t stage[TWC_STAGE_COUNT] = {1, 2, 3};
    twc_tree_difference d;
    twc_tree_set_chunk(&other, (twc_point){1, 9}, stage);
    twc_tree_set_chunk(&other, (twc_point){-3, 8}, stage);
    CU_ASSERT_EQUAL(twc_tree_compare(&tree, twc_tree_read, &other, &d).code, TWC_OK);
    CU_ASSERT(d.found && d.chunk.x == -3 && d.chunk.z == 8 && d.stage == TWC_STAGE_GROUND);
    twc_tree_destroy(&tree);
    twc_tree_destroy(&other);
}

static twc_status refuse(void *context, size_t first, size_t n, uint64_t *value)
{
    (void)context, (void)first, (void)n, (void)value;
    return twc_fail(TWC_IO, "the line is dead");
}

static void bad_peers_are_refused(void)
{
    twc_tree tree = drawn_tree(extents[1]), liar = drawn_tree(extents[1]);
    twc_tree_difference d;
    uint64_t value[4];
    liar.value[1] ^= 1;
    twc_status status = twc_tree_compare(&tree, twc_tree_read, &liar, &d);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_STRING_EQUAL(status.message, "the other tree's node 1 differs, and none of its children does");
    CU_ASSERT_FALSE(d.found);
    CU_ASSERT_STRING_EQUAL(twc_tree_compare(&tree, refuse, NULL, &d).message, "the line is dead");
    CU_ASSERT_EQUAL(twc_tree_read(&tree, 0, 1, value).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_tree_read(&tree, twc_tree_nodes(&tree) - 1, 2, value).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_tree_read(&tree, SIZE_MAX, 4, value).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_tree_read(&tree, twc_tree_nodes(&tree) - 1, 1, value).code, TWC_OK);
    twc_tree_destroy(&tree);
    twc_tree_destroy(&liar);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every node is the hash of its children", every_node_is_the_hash_of_its_children},
        {"descending names the difference", descending_names_the_difference},
        {"the first difference counts", the_first_difference_counts},
        {"bad peers are refused", bad_peers_are_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("fingerprint tree", tests);
}
