/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 5: the triangles of chunks, their seams, and that nothing depends on the tiling. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "ground/ground_check.h"
#include "ground/ground_edges.h"
#include "common/suite.h"

/* ---- whole worlds --------------------------------------------------------------------------------------------- */

/* Every case and implementation: each bit as the brute evaluation has it, and the whole closed. */
static void cases(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *w = ground_case_world(c);
        twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
        twc_ground_window *g = brute_ground_create(w, macros);
        long count;
        brute_triangle *all = brute_extent_triangles(g, macros, &count);
        int32_t n = chunks.nx * chunks.nz;
        SUITE_EXPECT(bad, n == 4 * c->extent.nx * c->extent.nz, "%s: %d chunks", c->name, n);
        for (int k = 0; k < impls; k++) {
            twc_mesh *meshes = ground_meshes_create(n);
            twc_status status = ground_build(&impl[k], &w->world, chunks, ground_plain, meshes);
            SUITE_EXPECT(bad, status.code == TWC_OK, "%s, %s: %s", impl[k].name, c->name, status.message);
            if (status.code == TWC_OK) {
                for (int32_t m = 0; m < n; m++)
                    ground_check_mesh(impl[k].name, &meshes[m], ground_chunk_at(chunks, m), all, count, &bad);
                ground_check_closed(c->name, meshes, n, g, macros, &bad);
            }
            ground_meshes_destroy(meshes, n);
        }
        free(all);
        brute_ground_destroy(g);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/* With fine_only every macro cell counts as Fine. */
static void fine_only(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    const ground_case *c = &ground_case_list[6];
    brute_world *w = ground_case_world(c);
    brute_world *fine = brute_world_create(c->extent, c->missing, 23456, 77, c->height, classes_fine);
    twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
    twc_ground_window *g = brute_ground_create(fine, macros);
    long count;
    brute_triangle *all = brute_extent_triangles(g, macros, &count);
    CU_ASSERT_EQUAL(count, 32L * macros.nx * macros.nz);
    int32_t n = chunks.nx * chunks.nz;
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(n);
        twc_build_options options = ground_plain;
        options.fine_only = 1;
        twc_status status = ground_build(&impl[k], &w->world, chunks, options, meshes);
        SUITE_EXPECT(bad, status.code == TWC_OK, "%s: %s", impl[k].name, status.message);
        for (int32_t m = 0; m < n && status.code == TWC_OK; m++)
            ground_check_mesh(impl[k].name, &meshes[m], ground_chunk_at(chunks, m), all, count, &bad);
        ground_meshes_destroy(meshes, n);
    }
    free(all);
    brute_ground_destroy(g);
    brute_world_destroy(fine);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* ---- neighbours built apart ---------------------------------------------------------------------------------- */

/*
 * Each chunk alone, from the smallest window it may read, in a shuffled order: the same meshes as the build of the
 * whole, and, put together, closed. Inside poison nothing changes: so nothing outside the window was read.
 */
static void apart(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *w = ground_case_world(c);
        twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
        twc_ground_window *g = brute_ground_create(w, macros);
        int32_t n = chunks.nx * chunks.nz;
        for (int k = 0; k < impls; k++) {
            twc_mesh *whole = ground_meshes_create(n), *alone = ground_meshes_create(n);
            CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, chunks, ground_plain, whole).code, TWC_OK);
            for (int32_t m = 0; m < n; m++) {
                int32_t at = (m * 7 + 3) % n; /* every chunk once: no n here is a multiple of 7 */
                twc_point chunk = ground_chunk_at(chunks, at);
                twc_ground_window *window = ground_chunk_window(impl[k].table, &w->world, chunk, m & 1);
                impl[k].table->chunk(window, macros, chunk.x, chunk.z, &alone[at]);
                ground_window_destroy(window);
                SUITE_EXPECT(bad, ground_mesh_clean(&alone[at]) && ground_same_mesh(&alone[at], &whole[at]),
                             "%s, %s: chunk (%d, %d)%s", impl[k].name, c->name, chunk.x, chunk.z,
                             m & 1 ? " amid poison" : "");
            }
            ground_check_closed(c->name, alone, n, g, macros, &bad);
            ground_meshes_destroy(whole, n);
            ground_meshes_destroy(alone, n);
        }
        brute_ground_destroy(g);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/* The vertices two neighbours share along their seam, counted: the seam is there, and jitter has bent it. */
static void seams(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = ground_case_world(&ground_case_list[6]);
    twc_rect macros = twc_world_macros(&w->world);
    for (int k = 0; k < impls; k++)
        for (int side = 0; side < 2; side++) {
            twc_mesh *pair = ground_meshes_create(2);
            long open[2], both, triangles;
            for (int m = 0; m < 2; m++) {
                twc_point chunk = {side ? -1 : m - 1, side ? m - 1 : -1};
                twc_ground_window *window = ground_chunk_window(impl[k].table, &w->world, chunk, 0);
                impl[k].table->chunk(window, macros, chunk.x, chunk.z, &pair[m]);
                ground_window_destroy(window);
                twc_vertex *corners = ground_gather(&pair[m], 1, &triangles);
                ground_edges e = ground_edges_count(corners, triangles);
                open[m] = e.open;
                free(e.border);
                free(corners);
            }
            twc_vertex *corners = ground_gather(pair, 2, &triangles);
            ground_edges e = ground_edges_count(corners, triangles);
            both = e.open;
            long shared = (open[0] + open[1] - both) / 2;
            SUITE_EXPECT(bad, shared >= 4 && !e.non_manifold && !e.same_way, "%s: %ld shared edges", impl[k].name,
                         shared);
            free(e.border);
            free(corners);
            ground_meshes_destroy(pair, 2);
        }
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* ---- tilings, orders, threads -------------------------------------------------------------------------------- */

/* Builds the chunks in random rectangles that tile them. */
/* What is built in parts, and from what number the parts are drawn. */
typedef struct tiling {
    const ground_impl *impl;
    const twc_world *world;
    twc_rect chunks;
    twc_build_options options;
    uint64_t seed;
    twc_mesh *meshes; /* of the chunks */
    int bad;
} tiling;

static void build_tiled(tiling *t, twc_rect part)
{
    uint64_t *seed = &t->seed;
    int split_x = part.nx > 1 && brute_next(seed) % 3, split_z = part.nz > 1 && brute_next(seed) % 3;
    if (split_x || split_z) {
        twc_rect a = part, b = part;
        if (split_x && (!split_z || brute_next(seed) & 1)) {
            a.nx = brute_between(seed, 1, part.nx - 1);
            b.x += a.nx;
            b.nx -= a.nx;
        } else {
            a.nz = brute_between(seed, 1, part.nz - 1);
            b.z += a.nz;
            b.nz -= a.nz;
        }
        int first = (int)(brute_next(seed) & 1);
        build_tiled(t, first ? a : b);
        build_tiled(t, first ? b : a);
        return;
    }
    twc_mesh *own = ground_memory((size_t)(part.nx * part.nz) * sizeof *own);
    for (int32_t k = 0; k < part.nx * part.nz; k++) {
        twc_point at = ground_chunk_at(part, k);
        own[k] = t->meshes[(at.z - t->chunks.z) * t->chunks.nx + at.x - t->chunks.x];
    }
    twc_status status = ground_build(t->impl, t->world, part, t->options, own);
    SUITE_EXPECT(t->bad, status.code == TWC_OK, "%s: %s", t->impl->name, status.message);
    for (int32_t k = 0; k < part.nx * part.nz; k++) {
        twc_point at = ground_chunk_at(part, k);
        t->meshes[(at.z - t->chunks.z) * t->chunks.nx + at.x - t->chunks.x] = own[k];
    }
    free(own);
}

static void tilings(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    static const int which[] = {4, 6, 7};
    for (size_t c = 0; c < sizeof which / sizeof *which; c++) {
        brute_world *w = ground_case_world(&ground_case_list[which[c]]);
        twc_rect chunks = twc_world_chunks(&w->world);
        int32_t n = chunks.nx * chunks.nz;
        twc_mesh *whole = ground_meshes_create(n);
        CU_ASSERT_EQUAL(ground_build(&impl[0], &w->world, chunks, ground_plain, whole).code, TWC_OK);
        tiling t = {.world = &w->world, .chunks = chunks, .seed = 61 + c};
        for (int k = 0; k < impls; k++)
            for (int run = 0; run < 6; run++) {
                twc_mesh *meshes = ground_meshes_create(n);
                twc_build_options options = ground_plain;
                if (impl[k].fast) {
                    options.threads = 1 + run % 4;
                    options.schedule = (twc_schedule)(run % 3);
                }
                t.impl = &impl[k];
                t.options = options;
                t.meshes = meshes;
                build_tiled(&t, chunks);
                for (int32_t m = 0; m < n; m++)
                    SUITE_EXPECT(bad, ground_mesh_clean(&meshes[m]) && ground_same_mesh(&meshes[m], &whole[m]),
                                 "%s run %d chunk %d", impl[k].name, run, m);
                ground_meshes_destroy(meshes, n);
            }
        bad += t.bad;
        ground_meshes_destroy(whole, n);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/* ---- refusals ------------------------------------------------------------------------------------------------- */

static void refuse(const ground_impl *impl, const twc_world *world, twc_rect chunks, twc_build_options options,
                   twc_mesh *meshes, const char *what, int *bad)
{
    uint32_t count = meshes[0].triangle_count;
    twc_status status = ground_build(impl, world, chunks, options, meshes);
    SUITE_EXPECT(*bad, status.code != TWC_OK && status.message[0], "%s accepts %s", impl->name, what);
    twc_mesh empty = meshes[0];
    empty.triangle_count = empty.facet_count = 0;
    SUITE_EXPECT(*bad, meshes[0].triangle_count == count && ground_mesh_clean(&empty), "%s wrote in spite of %s",
                 impl->name, what);
}

static void refusals(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = ground_case_world(&ground_case_list[0]);
    const twc_rect good = {0, 0, 2, 2};
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(4);
        refuse(&impl[k], &w->world, (twc_rect){1, 0, 2, 2}, ground_plain, meshes, "a chunk outside", &bad);
        refuse(&impl[k], &w->world, (twc_rect){-1, 0, 1, 1}, ground_plain, meshes, "a chunk outside", &bad);
        refuse(&impl[k], &w->world, (twc_rect){0, 0, 0, 1}, ground_plain, meshes, "no chunks", &bad);
        refuse(&impl[k], &w->world, (twc_rect){0, 0, 2, -2}, ground_plain, meshes, "a negative number of chunks", &bad);
        refuse(&impl[k], &w->world, (twc_rect){0, INT32_MAX, 1, INT32_MAX}, ground_plain, meshes,
               "chunks beyond numbers", &bad);
        twc_build_options none = ground_plain;
        none.threads = 0;
        refuse(&impl[k], &w->world, good, none, meshes, "no threads", &bad);
        none.threads = -3;
        refuse(&impl[k], &w->world, good, none, meshes, "a negative number of threads", &bad);
        meshes[3].triangle_capacity--;
        refuse(&impl[k], &w->world, good, ground_plain, meshes, "a mesh that is too small", &bad);
        meshes[3].triangle_capacity++;
        meshes[2].facet_capacity--;
        refuse(&impl[k], &w->world, good, ground_plain, meshes, "too few facets", &bad);
        meshes[2].facet_capacity++;
        twc_world empty = w->world;
        empty.extent.nx = 0;
        refuse(&impl[k], &empty, good, ground_plain, meshes, "an empty extent", &bad);
        twc_world far = w->world;
        far.extent.x = TWC_TILE_LIMIT;
        refuse(&impl[k], &far, (twc_rect){2 * TWC_TILE_LIMIT, 0, 1, 1}, ground_plain, meshes,
               "an extent beyond the limit", &bad);
        static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            fesetround(modes[m]);
            refuse(&impl[k], &w->world, good, ground_plain, meshes, "another rounding mode", &bad);
            fesetround(FE_TONEAREST);
        }
#ifdef __SSE2__
        static const unsigned flush[] = {0x8000, 0x0040}; /* flush to zero, denormals are zero */
        for (size_t m = 0; m < 2; m++) {
            unsigned before = _mm_getcsr();
            _mm_setcsr(before | flush[m]);
            refuse(&impl[k], &w->world, good, ground_plain, meshes, "flushing of denormals", &bad);
            _mm_setcsr(before);
        }
#endif
        CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, good, ground_plain, meshes).code, TWC_OK);
        ground_meshes_destroy(meshes, 4);
    }
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"every case, bit for bit, and closed", cases},
                           {"fine only", fine_only},
                           {"chunks built apart", apart},
                           {"seams of neighbours", seams},
                           {"tilings, orders, threads, schedules", tilings},
                           {"refusals", refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("chunk", tests);
}
