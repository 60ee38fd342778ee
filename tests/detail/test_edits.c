/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An edit reaches every level: chunks that the reach leaves out keep every bit, with any coarser sides; and how many of
 * those it takes in do change.
 */
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "detail/detail_worlds.h"
#include "twc/fingerprint.h"

enum { MASKS = 4, ROOM = 4096 };

static uint32_t sides_of(int32_t x, int32_t z, int which)
{
    return (which & 1 ? x & 1 ? TWC_SIDE_EAST : TWC_SIDE_WEST : 0U) |
           (which & 2 ? z & 1 ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH : 0U);
}

/* Every chunk of a world with every set of coarser sides; returns how many. */
static size_t every_chunk(const detail_world *w, twc_detail_chunk out[ROOM])
{
    const twc_detail_tree tree = twc_detail_squares(&w->world);
    size_t count = 0;
    for (int32_t level = 0; level <= tree.levels; level++)
        for (int32_t n = 0; n < tree.rect[level].nx * tree.rect[level].nz; n++) {
            const int32_t x = tree.rect[level].x + n % tree.rect[level].nx,
                          z = tree.rect[level].z + n / tree.rect[level].nx;
            for (int k = 0; k < (level < tree.levels ? MASKS : 1) && twc_detail_is_chunk(&tree, level, x, z); k++)
                out[count++] = (twc_detail_chunk){level, x, z, sides_of(x, z, k)};
        }
    return count;
}

static void hashes(const detail_world *w, size_t count, const twc_detail_chunk *chunks, uint64_t *hash)
{
    static detail_mesh memory;
    for (size_t k = 0; k < count; k++) {
        twc_mesh mesh = detail_mesh_of(&memory);
        CU_ASSERT_FATAL(
            !twc_detail_build(detail_kernels(1), &w->world, &w->pyramid, chunks[k], w->workspace, &mesh).code);
        hash[k] = twc_mesh_fingerprint(&mesh);
    }
}

typedef struct tally {
    long reached[TWC_DETAIL_LEVELS + 1], changed[TWC_DETAIL_LEVELS + 1];
    int bad;
} tally;

static void compare(const detail_world *w, twc_pyramid_change change, size_t count, const twc_detail_chunk *chunks,
                    const uint64_t hash[2][ROOM], tally *t)
{
    const twc_detail_reach reach = twc_detail_reach_of(&w->pyramid, change);
    for (size_t k = 0; k < count; k++) {
        const twc_detail_chunk c = chunks[k];
        const twc_rect all = twc_detail_reached(&w->world, &reach, c.level);
        const int reached = twc_detail_reaches(&w->world, &reach, c), changed = hash[0][k] != hash[1][k];
        const int within = c.x >= all.x && c.x < all.x + all.nx && c.z >= all.z && c.z < all.z + all.nz;
        SUITE_EXPECT(t->bad, !changed || reached, "level %d chunk %d %d sides %x is stale", c.level, c.x, c.z,
                     c.coarser);
        SUITE_EXPECT(t->bad, !reached || within, "level %d chunk %d %d lies outside", c.level, c.x, c.z);
        t->reached[c.level] += reached;
        t->changed[c.level] += changed;
    }
}

static void edits(int32_t first, int32_t times, int32_t largest, int32_t share, tally *t)
{
    static twc_detail_chunk chunks[ROOM];
    static uint64_t hash[2][ROOM];
    const twc_rect extent = {-4, -4, 5, 5};
    detail_world w;
    detail_world_make(extent, share, share, &w);
    twc_tile *tiles = malloc(25 * sizeof *tiles);
    for (int32_t k = 0; k < 25; k++) {
        tiles[k] = *w.tiles[k];
        w.tiles[k] = &tiles[k];
    }
    const size_t count = every_chunk(&w, chunks);
    hashes(&w, count, chunks, hash[0]);
    for (int32_t seed = first; seed < first + times; seed++) {
        const int32_t at = (int32_t)(twc_hash(seed, 0, 9) % 25),
                      n = 1 + (int32_t)(twc_hash(seed, 3, 9) % (uint32_t)largest),
                      x = 1 + (int32_t)(twc_hash(seed, 1, 9) % (uint32_t)(127 - n)),
                      z = 1 + (int32_t)(twc_hash(seed, 2, 9) % (uint32_t)(127 - n));
        const twc_rect none = {0, 0, 0, 0},
                       samples = {128 * (extent.x + at % 5) + x, 128 * (extent.z + at / 5) + z, n, n};
        const twc_rect macro = {8 * (extent.x + at % 5) + x % 8, 8 * (extent.z + at / 5) + z % 8, 1, 1};
        const twc_pyramid_change change = {seed % 4 ? samples : none, seed % 4 ? none : macro};
        for (int32_t k = 0; seed % 4 && k < n * n; k++)
            tiles[at].sample[z + k / n][x + k % n] = (uint16_t)(tiles[at].sample[z + k / n][x + k % n] + 300);
        if (seed % 4 == 0)
            tiles[at].facet[z % 8][x % 8] ^= 1;
        twc_pyramid_update(detail_kernels(1), &w.world, change, w.workspace, &w.pyramid);
        hashes(&w, count, chunks, hash[1]);
        compare(&w, change, count, chunks, (const uint64_t(*)[ROOM])hash, t);
        memcpy(hash[0], hash[1], sizeof hash[0]);
    }
    free(tiles);
    detail_world_free(&w);
}

static void every_level(void)
{
    static const int32_t shares[] = {0, 35, 100};
    tally t = {0};
    for (int k = 0; k < 3; k++)
        edits(100 * k, 12, 20, shares[k], &t);
    for (int32_t level = 0; level <= 3; level++)
        printf("\n    level %d: %ld meshes reached, %ld of them changed ", level, t.reached[level], t.changed[level]);
    SUITE_NONE(t.bad);
    for (int32_t level = 0; level <= 3; level++) {
        CU_ASSERT(t.changed[level] > 0);
        CU_ASSERT(t.changed[level] * 2 > t.reached[level]);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"every level, every mesh", every_level}, CU_TEST_INFO_NULL};
    return suite_run("edits", tests);
}
