/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 1: tiles, extents, what lies outside them, and which worlds are refused. */
#include <stdlib.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

/* ---- samples and classes ------------------------------------------------------------------------------------ */

static twc_rect random_window(uint64_t *seed, twc_rect inner, int32_t beyond)
{
    twc_rect r = {brute_between(seed, inner.x - beyond, inner.x + inner.nx + beyond),
                  brute_between(seed, inner.z - beyond, inner.z + inner.nz + beyond), brute_between(seed, 1, 150),
                  brute_between(seed, 1, 30)};
    if (brute_next(seed) % 4 == 0)
        r.nx = brute_between(seed, 1, 9);
    return r;
}

static void check_window(const ground_impl *impl, const brute_world *w, twc_rect r, int *bad)
{
    size_t n = (size_t)r.nx * (size_t)r.nz;
    uint16_t *samples = ground_memory((n + 8) * sizeof *samples);
    uint8_t *classes = ground_memory(n + 8);
    twc_rect macros = {twc_floor_div(r.x, 16), twc_floor_div(r.z, 16), r.nx, r.nz};
    impl->table->samples(&w->world, r, samples);
    impl->table->classes(&w->world, macros, classes);
    for (int32_t z = 0; z < r.nz; z++)
        for (int32_t x = 0; x < r.nx; x++) {
            SUITE_EXPECT(*bad, samples[z * r.nx + x] == brute_sample(w, r.x + x, r.z + z), "%s sample (%d, %d)",
                         impl->name, r.x + x, r.z + z);
            SUITE_EXPECT(*bad, classes[z * r.nx + x] == brute_class(w, macros.x + x, macros.z + z), "%s class (%d, %d)",
                         impl->name, macros.x + x, macros.z + z);
        }
    for (size_t k = n; k < n + 8; k++)
        SUITE_EXPECT(*bad, samples[k] == 0xA5A5 && classes[k] == 0xA5, "%s wrote beyond the window", impl->name);
    free(samples);
    free(classes);
}

static void windows(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *w = ground_case_world(c);
        twc_status status = twc_world_check(&w->world);
        SUITE_EXPECT(bad, status.code == TWC_OK, "%s: %s", c->name, status.message);
        twc_rect inner = twc_world_samples(&w->world);
        SUITE_EXPECT(bad, inner.x == 128 * c->extent.x && inner.nx == 128 * c->extent.nx + 1, "%s", c->name);
        SUITE_EXPECT(bad, inner.z == 128 * c->extent.z && inner.nz == 128 * c->extent.nz + 1, "%s", c->name);
        for (int k = 0; k < impls; k++) {
            uint64_t seed = 13;
            for (int run = 0; run < 40; run++)
                check_window(&impl[k], w, random_window(&seed, inner, run % 4 ? 40 : 3000), &bad);
            check_window(&impl[k], w, (twc_rect){inner.x - 3, inner.z - 2, inner.nx + 6, inner.nz + 4}, &bad);
        }
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/* ---- refusals ------------------------------------------------------------------------------------------------- */

static int accepted(const brute_world *w)
{
    twc_status status = twc_world_check(&w->world);
    return status.code == TWC_OK && !status.message[0];
}

/*
 * Every sample of every tile changed in its turn: where another tile of the extent holds the same point, or a missing
 * one does, the world must be refused; elsewhere it must not.
 */
static void repeated_samples(void)
{
    /* Tiles: 0 1 / 2 -, so each rule occurs: a neighbour there, a neighbour missing, the rim of the extent. */
    int bad = 0;
    long refused = 0;
    brute_world *w = brute_world_create((twc_rect){-1, 3, 2, 2}, 0x8, 1234, 81, heights_noise, classes_random);
    CU_ASSERT(accepted(w));
    for (int t = 0; t < 3; t++)
        for (int z = 0; z <= 128; z++)
            for (int x = 0; x <= 128; x++) {
                if (x % 128 && z % 128 && (x + z) % 31)
                    continue; /* the inside in part */
                int right = x == 128 && t % 2 == 0, below = z == 128 && t < 2;
                int left = x == 0 && t == 1, above = z == 0 && t == 2;
                uint16_t *sample = &w->tiles[t]->sample[z][x];
                *sample ^= 1U;
                int ok = accepted(w), repeated = right || below || left || above;
                *sample ^= 1U;
                SUITE_EXPECT(bad, ok == !repeated, "tile %d sample (%d, %d)", t, x, z);
                refused += !ok;
            }
    SUITE_EXPECT(bad, refused > 700, "%ld refused", refused);
    CU_ASSERT(accepted(w));
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

static int refused(twc_world world)
{
    twc_status status = twc_world_check(&world);
    return status.code != TWC_OK && status.message[0];
}

static void refusals(void)
{
    brute_world *w = brute_world_create((twc_rect){0, 0, 2, 1}, 0, 0, 82, heights_hills, classes_checker);
    for (int value = 2; value < 256; value += 253) {
        w->tiles[1]->facet[7][3] = (uint8_t)value;
        CU_ASSERT(!accepted(w));
        w->tiles[1]->facet[7][3] = TWC_BROAD;
    }
    CU_ASSERT(accepted(w));
    static const twc_rect extent[] = {{0, 0, 0, 1},
                                      {0, 0, 2, 0},
                                      {0, 0, -2, -1},
                                      {TWC_TILE_LIMIT - 1, 0, 2, 1},
                                      {0, TWC_TILE_LIMIT, 2, 1},
                                      {-TWC_TILE_LIMIT - 1, 0, 2, 1},
                                      {0, -TWC_TILE_LIMIT - 1, 2, 1},
                                      {INT32_MAX, 0, INT32_MAX, 1},
                                      {INT32_MIN, 0, 2, 1}};
    for (size_t k = 0; k < sizeof extent / sizeof *extent; k++) {
        twc_world world = w->world;
        world.extent = extent[k];
        CU_ASSERT(refused(world));
    }
    static const twc_rect last[] = {{TWC_TILE_LIMIT - 2, TWC_TILE_LIMIT - 1, 2, 1},
                                    {-TWC_TILE_LIMIT, -TWC_TILE_LIMIT, 2, 1}};
    for (int k = 0; k < 2; k++) {
        twc_world world = w->world;
        world.extent = last[k];
        CU_ASSERT(!refused(world));
    }
    brute_world_destroy(w);
}

int main(void)
{
    CU_TestInfo tests[] = {{"sample and class windows", windows},
                           {"samples that tiles repeat", repeated_samples},
                           {"worlds that are refused", refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("world", tests);
}
