/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every chunk with every set of coarser sides, at every level: closed but for its outline, the outline that of its
 * chains, no triangle inverted, the area that of the outline; with hashed and with extreme jitter.
 */
#include <string.h>

#include "common/suite.h"
#include "detail/detail_brute.h"
#include "detail/detail_worlds.h"

enum { PARITIES = 4, MASKS = 4 };

/* The coarser sides a chunk can have: those on its parent's border. */
static uint32_t sides_of(int32_t x, int32_t z, int which)
{
    return (which & 1 ? x & 1 ? TWC_SIDE_EAST : TWC_SIDE_WEST : 0U) |
           (which & 2 ? z & 1 ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH : 0U);
}

static int closed(const twc_mesh *mesh, const brute_plan *plan, twc_detail_chunk chunk, twc_mesh_report *report)
{
    twc_outline outline;
    brute_chunk_outline(plan, chunk, &outline);
    const twc_status status = twc_mesh_check(mesh, 1, &outline, NULL, 0, report);
    const size_t points = outline.count;
    twc_outline_free(&outline);
    return !status.code && twc_mesh_report_clean(report) && report->outline_edges == points;
}

static int same_mesh(const twc_mesh *a, const twc_mesh *b)
{
    return a->triangle_count == b->triangle_count && a->facet_count == b->facet_count &&
           memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) == 0 &&
           memcmp(a->facets, b->facets, a->facet_count * sizeof *a->facets) == 0;
}

/* All chunks of one world from a level's first on that lie in it, four of each level, with all their sides. */
static long variants(const detail_world *w, int *bad)
{
    static detail_mesh memory[4];
    const brute_plan plan = {.world = &w->world, .border_percent = 100};
    long count = 0;
    for (int32_t level = 0; level <= w->pyramid.levels; level++)
        for (int32_t k = 0; k < PARITIES * MASKS; k++) {
            const twc_rect all = twc_world_chunks(&w->world);
            const int32_t x = -twc_floor_div(-all.x, 1 << level) + (k & 1),
                          z = -twc_floor_div(-all.z, 1 << level) + (k >> 1 & 1);
            const twc_detail_chunk chunk = {level, x, z, level < w->pyramid.levels ? sides_of(x, z, k >> 2) : 0};
            twc_mesh mesh[4] = {detail_mesh_of(&memory[0]), detail_mesh_of(&memory[1]), detail_mesh_of(&memory[2]),
                                detail_mesh_of(&memory[3])};
            twc_mesh_report report;
            if (!twc_detail_within(&w->world, level, x, z))
                continue;
            for (int fast = 0; fast < 2; fast++) {
                const twc_status status = twc_detail_build(detail_kernels(fast), &w->world, &w->pyramid, chunk,
                                                           w->workspace, &mesh[fast]);
                const twc_status filtered = twc_detail_build_filtered(detail_kernels(fast), &w->world, &w->pyramid,
                                                                      chunk, w->workspace, &mesh[2 + fast]);
                SUITE_EXPECT(*bad, !status.code && !filtered.code, "%s%s", status.message, filtered.message);
            }
            for (int way = 1; way < 4; way++) /* by either library, and without the heights that the pyramid knows */
                SUITE_EXPECT(*bad, same_mesh(&mesh[0], &mesh[way]), "level %d chunk %d %d sides %x, way %d", level, x,
                             z, chunk.coarser, way);
            SUITE_EXPECT(*bad, closed(&mesh[0], &plan, chunk, &report),
                         "level %d chunk %d %d sides %x: open %d, inverted %d, area off by %lld", level, x, z,
                         chunk.coarser, (int)report.open_edges, (int)report.inverted,
                         (long long)(report.area2 - report.outline_area2));
            count++;
        }
    return count;
}

static void every_variant(void)
{
    static const twc_rect extents[] = {
        {0, 0, 8, 8}, {-9, -5, 8, 9}, {-32, -16, 34, 34}, {TWC_TILE_LIMIT - 8, -TWC_TILE_LIMIT, 8, 8}};
    static const int32_t shares[] = {0, 35, 70, 100};
    int bad = 0;
    long count = 0;
    for (int32_t seed = 0; seed < 16; seed++) {
        detail_world w;
        detail_world_make(extents[seed / 4], seed, shares[seed % 4], &w);
        count += variants(&w, &bad);
        detail_world_free(&w);
    }
    printf("\n    %ld chunks ", count);
    SUITE_NONE(bad);
    CU_ASSERT(count > 1000);
}

/* Level 0 has the ground's own facets; triangles lie with their cells, so only the whole is compared. */
static void ground_facets(void)
{
    static detail_mesh memory;
    static twc_triangle triangles[TWC_GROUND_MAX_TRIANGLES];
    static twc_facet facets[TWC_GROUND_MAX_FACETS];
    int bad = 0, found = 0;
    for (int32_t seed = 0; seed < 3; seed++) {
        detail_world w;
        detail_world_make((twc_rect){0, 0, 1, 1}, seed, 35 * seed, &w);
        twc_mesh ground = {triangles, facets, 0, TWC_GROUND_MAX_TRIANGLES, 0, TWC_GROUND_MAX_FACETS};
        twc_mesh mesh = detail_mesh_of(&memory);
        const twc_chunks chunks = {.mesh = &ground};
        twc_chunk_request request = {
            .world = &w.world, .chunks = {0, 0, 1, 1}, .stages = TWC_BUILD_GROUND, .options = {0, 1, TWC_STATIC}};
        void *workspace = aligned_alloc(64,
                                        (twc_chunks_workspace(twc_reference_builder(), &request, 0) + 63) / 64 * 64);
        CU_ASSERT_FATAL(!twc_chunks_build(twc_reference_builder(), &request, workspace, &chunks).code);
        CU_ASSERT_FATAL(!twc_detail_build(detail_kernels(0), &w.world, &w.pyramid, (twc_detail_chunk){0, 0, 0, 0},
                                          w.workspace, &mesh)
                             .code);
        for (uint32_t k = 0; k < mesh.facet_count; k++)
            for (uint32_t n = 0; n < ground.facet_count; n++)
                if (mesh.facets[k].id == ground.facets[n].id) {
                    SUITE_EXPECT(bad, memcmp(&mesh.facets[k], &ground.facets[n], sizeof *facets) == 0, "facet %u", k);
                    found++;
                }
        free(workspace);
        detail_world_free(&w);
    }
    SUITE_NONE(bad);
    CU_ASSERT(found > 700);
}

/* ---- extreme jitter ---- */

typedef struct tally {
    long chunks, open, inverted, area, unequal;
} tally;

/* Chunks of all levels whose every vertex has jittered as far as it may, cut into triangles from that lattice. */
static tally extremes(int32_t broad_percent, int32_t border_percent, int32_t seeds)
{
    static detail_mesh memory[2];
    detail_world w;
    tally t = {0};
    detail_world_make((twc_rect){-16, -16, 32, 32}, broad_percent, broad_percent, &w);
    for (int32_t seed = 0; seed < seeds; seed++)
        for (int32_t level = 0; level <= w.pyramid.levels; level++)
            for (int32_t k = 0; k < PARITIES * MASKS; k++) {
                const int32_t x = -(k & 1), z = -(k >> 1 & 1);
                const twc_detail_chunk chunk = {level, x, z, sides_of(x, z, k >> 2)};
                const brute_plan plan = {&w.world, BRUTE_EXTREME, seed, border_percent, 0};
                const int32_t macros = level < 2 ? 4 << level : 0, side = level < 2 ? 64 << level : 0;
                const twc_rect around = {x * macros - 1, z * macros - 1, macros + 2, macros + 2};
                const twc_rect samples = {x * side - 8, z * side - 8, side + 17, side + 17};
                static float heights[145 * 145];
                static uint8_t classes[100];
                twc_vertex vertices[TWC_DETAIL_VERTICES];
                brute_lattice(&plan, chunk, vertices);
                for (int32_t n = 0; n < TWC_DETAIL_VERTICES; n++)
                    vertices[n].y = (float)(twc_hash(n, seed, 3) % 1000) * 0.25f;
                for (int32_t n = 0; n < samples.nx * samples.nz; n++)
                    heights[n] = (float)(twc_hash(n, seed, 4) % 1000) * 0.25f;
                for (int32_t n = 0; n < around.nx * around.nz; n++)
                    classes[n] = (uint8_t)(brute_is_broad(&w.world, around.x + n % around.nx, around.z + n / around.nx)
                                               ? TWC_BROAD
                                               : TWC_FINE);
                const twc_detail_patch patch = {chunk, vertices, around, classes, {samples, heights}, NULL};
                twc_mesh mesh[2] = {detail_mesh_of(&memory[0]), detail_mesh_of(&memory[1])};
                twc_mesh_report report;
                for (int fast = 0; fast < 2; fast++)
                    detail_kernels(fast)->detail->detail_chunk(&patch, &mesh[fast]);
                t.unequal += !same_mesh(&mesh[0], &mesh[1]);
                (void)closed(&mesh[0], &plan, chunk, &report);
                t.open += report.open_edges || report.nonmanifold || report.misoriented;
                t.inverted += report.inverted || report.degenerate || report.t_junctions;
                t.area += report.area2 != report.outline_area2;
                t.chunks++;
            }
    detail_world_free(&w);
    return t;
}

/* Fields of an id as the contract lays them out, told by subtraction and multiplication alone. */
static void ids_of_facets(void)
{
    static const int32_t cells[] = {-(1 << 25), -1, 0, 1, (1 << 25) - 1};
    static const int levels[] = {0, 1, 12, 15}, parts[] = {0, 1, TWC_DETAIL_PART_RIM, 31};
    enum { CELLS = sizeof cells / sizeof *cells, OTHERS = sizeof levels / sizeof *levels };
    int bad = 0;
    for (int k = 0; k < CELLS * CELLS * OTHERS * OTHERS; k++) {
        const int32_t x = cells[k % CELLS], z = cells[k / CELLS % CELLS];
        const int level = levels[k / (CELLS * CELLS) % OTHERS], part = parts[k / (CELLS * CELLS * OTHERS)];
        const uint64_t expected = (uint64_t)(x + 33554432) + 67108864u * (uint64_t)(z + 33554432) +
                                  9007199254740992u * (uint64_t)level + 144115188075855872u * (uint64_t)part +
                                  13835058055282163712u;
        SUITE_EXPECT(bad, twc_detail_facet_id(level, x, z, part) == expected, "level %d cell %d %d part %d", level, x,
                     z, part);
    }
    CU_ASSERT_EQUAL(bad, 0);
}

static void extreme_jitter(void)
{
    static const int32_t shares[] = {0, 35, 70, 100};
    for (int k = 0; k < 4; k++) {
        const tally t = extremes(shares[k], 100, 8);
        printf("\n    %d %% Broad: %ld chunks ", shares[k], t.chunks);
        CU_ASSERT_EQUAL(t.open, 0);
        CU_ASSERT_EQUAL(t.inverted, 0);
        CU_ASSERT_EQUAL(t.area, 0);
        CU_ASSERT_EQUAL(t.unequal, 0);
        CU_ASSERT(t.chunks > 600);
    }
}

/* With the full jitter on borders chunks still close: only their areas tell. */
static void full_jitter_is_found(void)
{
    const tally t = extremes(0, 200, 8);
    printf("\n    %ld of %ld chunks with inverted triangles, %ld open ", t.inverted, t.chunks, t.open);
    CU_ASSERT(t.inverted > t.chunks / 4);
    CU_ASSERT_EQUAL(t.open, 0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"every chunk with every set of coarser sides", every_variant},
                           {"level 0 has the ground's facets", ground_facets},
                           {"ids of facets", ids_of_facets},
                           {"extreme jitter", extreme_jitter},
                           {"full jitter on borders is found by areas", full_jitter_is_found},
                           CU_TEST_INFO_NULL};
    return suite_run("detail", tests);
}
