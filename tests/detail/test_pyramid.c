/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples of coarser levels by brute force, and after edits equal to a pyramid made anew; nothing else is touched.
 */
#include <string.h>

#include "common/suite.h"
#include "detail/detail_worlds.h"

static int32_t held(int32_t v, int32_t first, int32_t count)
{
    return v < first ? first : v >= first + count ? first + count - 1 : v;
}

static uint32_t world_sample(const twc_world *world, int32_t x, int32_t z)
{
    uint16_t sample;
    twc_reference_ground()->samples(world, (twc_rect){x, z, 1, 1}, &sample);
    return sample;
}

/* Sample (x, z) of a level by the rule, from the one below. */
static uint32_t by_rule(const detail_world *w, int32_t level, int32_t x, int32_t z)
{
    const twc_rect below = w->pyramid.rect[level - 1];
    uint32_t sum = 0;
    for (int k = 0; k < 16; k++) { /* 1 2 1 by 1 2 1: four squares of four that overlap */
        const int32_t i = held(2 * x - 1 + (k & 1) + (k >> 1 & 1), below.x, below.nx),
                      j = held(2 * z - 1 + (k >> 2 & 1) + (k >> 3), below.z, below.nz);
        sum += level == 1 ? world_sample(&w->world, i, j)
                          : w->pyramid.sample[level - 1][(j - below.z) * below.nx + (i - below.x)];
    }
    return (2 * sum + 16) / 32;
}

static void samples(void)
{
    static const twc_rect extents[] = {{0, 0, 4, 4}, {-3, -5, 3, 2}, {5, -1, 1, 1}, {-8, 7, 9, 5}};
    int bad = 0;
    for (int32_t seed = 0; seed < 4; seed++) {
        detail_world w;
        detail_world_make(extents[seed], seed, 50, &w);
        for (int32_t level = 1; level <= w.pyramid.levels; level++) {
            const twc_rect rect = w.pyramid.rect[level];
            for (int32_t n = 0; n < rect.nx * rect.nz; n += level == 1 ? 7 : 1) {
                const int32_t x = rect.x + n % rect.nx, z = rect.z + n / rect.nx;
                SUITE_EXPECT(bad, w.pyramid.sample[level][n] == by_rule(&w, level, x, z), "level %d sample %d %d",
                             level, x, z);
            }
        }
        detail_world_free(&w);
    }
    SUITE_NONE(bad);
}

static void levels(void)
{
    static const struct {
        twc_rect extent;
        int32_t levels;
    } cases[] = {{{0, 0, 1, 1}, 1},  {{0, 0, 2, 2}, 2},     {{1, 1, 2, 2}, 1},
                 {{1, 1, 3, 3}, 2},  {{-4, -4, 8, 8}, 3},   {{-5, -5, 8, 8}, 3},
                 {{-8, 0, 8, 7}, 3}, {{-64, 0, 64, 64}, 7}, {{0, 0, 256, 256}, 8}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const twc_world world = {cases[k].extent, 0, NULL};
        CU_ASSERT_EQUAL(twc_detail_levels(&world), cases[k].levels);
    }
}

/* The anchors are the ground's vertices at chunk corners. */
static void anchors(void)
{
    int bad = 0;
    for (int32_t share = 0; share <= 100; share += 25) {
        detail_world w;
        detail_world_make((twc_rect){-2, -1, 4, 3}, share, share, &w);
        static uint8_t classes[64];
        static uint16_t around[256 * 256];
        static float fine[256 * 256], broad[256 * 256];
        static _Alignas(64) uint32_t scratch[400 * 400];
        const twc_rect corners = w.pyramid.corners;
        for (int32_t n = 0; n < corners.nx * corners.nz; n++) {
            const int32_t x = corners.x + n % corners.nx, z = corners.z + n / corners.nx;
            const twc_rect rect = {64 * x - 20, 64 * z - 20, 41, 41};
            twc_ground_window ground = {{4 * x - 4, 4 * z - 4, 8, 8}, classes, {rect, fine}, {rect, broad}};
            twc_vertex vertex;
            twc_reference_ground()->classes(&w.world, ground.macros, classes);
            for (int f = 0; f < 2; f++) {
                const int32_t r = f ? 12 : 3;
                twc_reference_ground()->samples(&w.world, (twc_rect){rect.x - r, rect.z - r, 41 + 2 * r, 41 + 2 * r},
                                                around);
                twc_reference_ground()->prefilter(f ? TWC_FILTER_BROAD : TWC_FILTER_FINE, rect, around,
                                                  f ? broad : fine, scratch);
            }
            twc_reference_ground()->lattice(&ground, (twc_rect){16 * x, 16 * z, 1, 1}, &vertex);
            SUITE_EXPECT(bad, memcmp(&vertex, &w.pyramid.anchor[n], sizeof vertex) == 0, "corner %d %d", x, z);
        }
        detail_world_free(&w);
    }
    SUITE_NONE(bad);
}

/* ---- edits ---- */

static void edit(detail_world *w, twc_tile *tiles, twc_rect samples_of, int32_t seed)
{
    const twc_rect e = w->world.extent;
    for (int32_t t = 0; t < e.nx * e.nz; t++)
        for (int32_t z = 0; z < 129; z++)
            for (int32_t x = 0; x < 129; x++) {
                const int32_t gx = 128 * (e.x + t % e.nx) + x, gz = 128 * (e.z + t / e.nx) + z;
                if (gx >= samples_of.x && gx < samples_of.x + samples_of.nx && gz >= samples_of.z &&
                    gz < samples_of.z + samples_of.nz)
                    tiles[t].sample[z][x] = (uint16_t)twc_hash(gx, gz, seed);
            }
}

/* Edits of samples, then of classes, in a world with so many Broad cells. */
static void edits_with(int32_t broad_percent)
{
    const twc_rect extent = {-3, -2, 5, 4};
    detail_world w;
    detail_world_make(extent, 9, broad_percent, &w);
    twc_tile *tiles = malloc((size_t)(extent.nx * extent.nz) * sizeof *tiles);
    for (int32_t k = 0; k < extent.nx * extent.nz; k++) {
        tiles[k] = *w.tiles[k];
        w.tiles[k] = &tiles[k];
    }
    const size_t bytes = twc_pyramid_bytes(&w.world);
    void *fresh = malloc(bytes);
    int bad = 0;
    for (int32_t seed = 0; seed < 60; seed++) {
        const twc_rect all = twc_world_samples(&w.world);
        const int32_t x = all.x + (int32_t)(twc_hash(seed, 0, 7) % (uint32_t)all.nx),
                      z = all.z + (int32_t)(twc_hash(seed, 1, 7) % (uint32_t)all.nz);
        const int32_t nx = twc_clamp((int32_t)(twc_hash(seed, 2, 7) % 40), 1, all.x + all.nx - x),
                      nz = twc_clamp((int32_t)(twc_hash(seed, 3, 7) % 9), 1, all.z + all.nz - z);
        const twc_pyramid_change change = {{x, z, nx, nz}, {0, 0, 0, 0}};
        twc_pyramid anew;
        edit(&w, tiles, change.samples, seed);
        twc_pyramid_update(detail_kernels(seed & 1), &w.world, change, w.workspace, &w.pyramid);
        twc_pyramid_place(&w.world, fresh, &anew);
        twc_pyramid_update(detail_kernels(1), &w.world, twc_pyramid_all(&w.world), w.workspace, &anew);
        SUITE_EXPECT(bad, memcmp(w.memory, fresh, bytes) == 0, "%d %% Broad, edit %d at %d %d, %d x %d", broad_percent,
                     seed, x, z, nx, nz);
    }
    for (int32_t seed = 0; seed < 60; seed++) { /* classes */
        const twc_rect all = twc_world_macros(&w.world);
        const int32_t x = all.x + (int32_t)(twc_hash(seed, 4, 7) % (uint32_t)all.nx),
                      z = all.z + (int32_t)(twc_hash(seed, 5, 7) % (uint32_t)all.nz);
        twc_tile *tile = &tiles[(twc_floor_div(z, 8) - extent.z) * extent.nx + twc_floor_div(x, 8) - extent.x];
        twc_pyramid anew;
        tile->facet[twc_floor_mod(z, 8)][twc_floor_mod(x, 8)] ^= 1;
        twc_pyramid_update(detail_kernels(seed & 1), &w.world, (twc_pyramid_change){{0, 0, 0, 0}, {x, z, 1, 1}},
                           w.workspace, &w.pyramid);
        twc_pyramid_place(&w.world, fresh, &anew);
        twc_pyramid_update(detail_kernels(1), &w.world, twc_pyramid_all(&w.world), w.workspace, &anew);
        SUITE_EXPECT(bad, memcmp(w.memory, fresh, bytes) == 0, "class %d at %d %d", seed, x, z);
    }
    SUITE_NONE(bad);
    free(tiles);
    free(fresh);
    detail_world_free(&w);
}

static void edits(void)
{
    edits_with(40);
    edits_with(100); /* all corners stray as far as they may, and so they read farthest */
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"samples", samples}, {"levels", levels}, {"anchors", anchors}, {"edits", edits}, CU_TEST_INFO_NULL};
    return suite_run("pyramid", tests);
}
