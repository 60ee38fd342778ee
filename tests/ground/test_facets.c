/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 4: Broad cells, their fans and diagonals, and facets shared between chunks. */
#include <stdlib.h>
#include <string.h>

#include "ground/ground_check.h"
#include "common/suite.h"

/* ---- fans and facets ----------------------------------------------------------------------------------------- */

/* A lattice of Broad cells 4 apart whose Fine neighbours (bits: north, south, west, east) are all 16 combinations. */
static int combination(int32_t x, int32_t z)
{
    return twc_floor_mod(twc_floor_div(x, 4), 4) + 4 * twc_floor_mod(twc_floor_div(z, 4), 4);
}

static uint8_t classes_crosses(uint64_t seed, int32_t x, int32_t z)
{
    (void)seed;
    int32_t dx = twc_floor_mod(x, 4) - 2, dz = twc_floor_mod(z, 4) - 2;
    int fine = combination(x, z);
    if (!dx && !dz)
        return TWC_BROAD;
    if (abs(dx) + abs(dz) != 1)
        return TWC_FINE;
    int bit = dz == -1 ? 1 : dz == 1 ? 2 : dx == -1 ? 4 : 8;
    return fine & bit ? TWC_FINE : TWC_BROAD;
}

/* The facets and triangle counts of one Broad cell, found by id over all meshes. */
static int cell_triangles(const twc_mesh *meshes, int32_t count, int32_t x, int32_t z, int half, twc_facet *facet)
{
    int found = 0;
    for (int32_t m = 0; m < count; m++)
        for (uint32_t t = 0; t < meshes[m].triangle_count; t++) {
            const twc_facet *f = &meshes[m].facets[meshes[m].triangles[t].facet];
            if (f->id == twc_facet_id(TWC_FACET_BROAD, x, z, half)) {
                *facet = *f;
                found++;
            }
        }
    return found;
}

static int pieces(int sides)
{
    return sides ? 3 + 3 * sides : 1;
}

static void fans(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = brute_world_create((twc_rect){-1, -2, 3, 3}, 0, 0, 9, heights_noise, classes_crosses);
    twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
    twc_ground_window *g = brute_ground_create(w, macros);
    long count;
    brute_triangle *all = brute_extent_triangles(g, macros, &count);
    int32_t n = chunks.nx * chunks.nz;
    for (int k = 0; k < impls; k++) {
        int seen[16][2] = {{0}}, counts[19] = {0};
        twc_mesh *meshes = ground_meshes_create(n);
        CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, chunks, ground_plain, meshes).code, TWC_OK);
        for (int32_t m = 0; m < n; m++)
            ground_check_mesh(impl[k].name, &meshes[m], ground_chunk_at(chunks, m), all, count, &bad);
        ground_check_closed("crosses", meshes, n, g, macros, &bad);
        for (int32_t z = macros.z + 2; z < macros.z + macros.nz; z += 4)
            for (int32_t x = macros.x + 2; x < macros.x + macros.nx; x += 4) {
                int fine = combination(x, z), got[2];
                twc_facet facet[2];
                memset(facet, 0, sizeof facet);
                for (int half = 0; half < 2; half++)
                    got[half] = cell_triangles(meshes, n, x, z, half, &facet[half]);
                /*
                 * Half 0 has the west side and, with diagonal 1 (a c d), the south one; with diagonal 0 (a c b) the
                 * north.
                 */
                int diagonal = !brute_same_vertex(facet[0].corner[2], facet[1].corner[0]);
                int north = fine & 1, south = fine >> 1 & 1, west = fine >> 2 & 1, east = fine >> 3 & 1;
                int expected[2] = {pieces(west + (diagonal ? south : north)),
                                   pieces(east + (diagonal ? north : south))};
                SUITE_EXPECT(bad, got[0] == expected[0] && got[1] == expected[1],
                             "%s cell (%d, %d) sides %x diagonal %d: %d + %d triangles", impl[k].name, x, z,
                             (unsigned)fine, diagonal, got[0], got[1]);
                seen[fine][diagonal]++;
                if (got[0] + got[1] <= 18)
                    counts[got[0] + got[1]]++;
            }
        for (int fine = 0; fine < 16; fine++)
            SUITE_EXPECT(bad, seen[fine][0] + seen[fine][1] > 0, "%s: no cell with sides %x", impl[k].name,
                         (unsigned)fine);
        for (int total = 0; total < 19; total++)
            SUITE_EXPECT(bad,
                         (counts[total] > 0) ==
                             (total == 2 || total == 7 || total == 10 || total == 12 || total == 15 || total == 18),
                         "%s: %d cells of %d triangles", impl[k].name, counts[total], total);
        ground_meshes_destroy(meshes, n);
    }
    free(all);
    brute_ground_destroy(g);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

static int compare_facets(const void *a, const void *b)
{
    const twc_facet *p = a, *q = b;
    return p->id < q->id ? -1 : p->id > q->id;
}

/* A facet that reaches into several chunks has the same bits in each, and every facet of the extent is there. */
static void facets_shared(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = ground_case_world(&ground_case_list[7]);
    twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
    long expected = 0;
    for (int32_t z = macros.z; z < macros.z + macros.nz; z++)
        for (int32_t x = macros.x; x < macros.x + macros.nx; x++)
            expected += brute_class(w, x, z) == TWC_BROAD ? 2 : 32;
    int32_t n = chunks.nx * chunks.nz;
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(n);
        CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, chunks, ground_plain, meshes).code, TWC_OK);
        twc_facet *f = ground_memory((size_t)n * TWC_GROUND_MAX_FACETS * sizeof *f);
        size_t count = 0;
        long different = 0, repeated = 0;
        for (int32_t m = 0; m < n; m++)
            for (uint32_t t = 0; t < meshes[m].facet_count; t++)
                f[count++] = meshes[m].facets[t];
        qsort(f, count, sizeof *f, compare_facets);
        for (size_t t = 0; t < count; t++) {
            int again = t && f[t].id == f[t - 1].id;
            different += !again;
            repeated += again;
            SUITE_EXPECT(bad, !again || !memcmp(&f[t], &f[t - 1], sizeof *f), "%s: facet %llx", impl[k].name,
                         (unsigned long long)f[t].id);
        }
        SUITE_EXPECT(bad, different == expected && repeated > 0, "%s: %ld facets of %ld, %ld shared", impl[k].name,
                     different, expected, repeated);
        free(f);
        ground_meshes_destroy(meshes, n);
    }
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* ---- the reflex rule for Broad cells -------------------------------------------------------------------------- */

/* All-Broad land wide enough to hold quadrilaterals that are not convex, some of which the heights would turn over. */
static void broad_reflex(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0, reflex = 0, against = 0;
    brute_world *w = brute_world_create((twc_rect){-3, -4, 7, 6}, 0, 0, 3, heights_cliffs, classes_broad);
    twc_rect macros = twc_world_macros(&w->world), chunks = twc_world_chunks(&w->world);
    twc_ground_window *g = brute_ground_create(w, macros);
    for (int32_t z = macros.z; z < macros.z + macros.nz; z++)
        for (int32_t x = macros.x; x < macros.x + macros.nx; x++) {
            twc_vertex q[4];
            for (int k = 0; k < 4; k++)
                q[k] = brute_vertex(g, 4 * (x + k % 2), 4 * (z + k / 2));
            int both, valid = brute_valid_diagonal(q[0], q[1], q[2], q[3], &both);
            reflex += !both;
            against += !both && brute_diagonal_by_height(g, q[0], q[1], q[2], q[3]) != valid;
        }
    SUITE_EXPECT(bad, reflex > 10 && against > 3, "%d cells not convex, %d against the heights: no test", reflex,
                 against);
    long count;
    brute_triangle *all = brute_extent_triangles(g, macros, &count);
    CU_ASSERT_EQUAL(count, 2L * macros.nx * macros.nz);
    int32_t n = chunks.nx * chunks.nz;
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(n);
        CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, chunks, ground_plain, meshes).code, TWC_OK);
        for (int32_t m = 0; m < n; m++)
            ground_check_mesh(impl[k].name, &meshes[m], ground_chunk_at(chunks, m), all, count, &bad);
        ground_check_closed("broad", meshes, n, g, macros, &bad);
        ground_meshes_destroy(meshes, n);
    }
    free(all);
    brute_ground_destroy(g);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* On flat ground the two midpoints lie equally close, whatever the jitter: the (0,0)-(1,1) diagonal. */
static void broad_ties(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = brute_world_create((twc_rect){0, 0, 1, 1}, 0, 0, 4, heights_flat, classes_broad);
    twc_rect chunks = twc_world_chunks(&w->world);
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(4);
        CU_ASSERT_EQUAL(ground_build(&impl[k], &w->world, chunks, ground_plain, meshes).code, TWC_OK);
        for (int32_t z = 0; z < 8; z++)
            for (int32_t x = 0; x < 8; x++) {
                twc_facet f[2];
                int found = 0, both;
                memset(f, 0, sizeof f);
                for (int half = 0; half < 2; half++)
                    found += cell_triangles(meshes, 4, x, z, half, &f[half]);
                /* a c d / a d b shares its first corners, a c b / b c d does not */
                int diagonal = brute_same_vertex(f[0].corner[0], f[1].corner[0]);
                int reflex = !diagonal && brute_valid_diagonal(f[0].corner[0], f[0].corner[2], f[0].corner[1],
                                                               f[1].corner[2], &both) == 0;
                SUITE_EXPECT(bad, found == 2 && (diagonal || reflex), "%s (%d, %d)", impl[k].name, x, z);
            }
        ground_meshes_destroy(meshes, 4);
    }
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"fans at every combination of neighbours", fans},
                           {"facets shared between chunks", facets_shared},
                           {"the reflex rule for Broad cells", broad_reflex},
                           {"ties of Broad diagonals", broad_ties},
                           CU_TEST_INFO_NULL};
    return suite_run("facets", tests);
}
