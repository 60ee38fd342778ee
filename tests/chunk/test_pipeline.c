/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pipeline of a chunk: every set of stages, by every builder, for one chunk and several, in exactly the memory that
 * is promised, gives the reference's bits; and what makes no sense is refused before anything is written.
 */
#include <string.h>

#include "check/buffers.h"
#include "common/grids.h"
#include "common/suite.h"
#include "world/edit_worlds.h"

enum { SIDE = 2, MOST = SIDE * SIDE, POISON = 0xA6 };
enum { TRIANGLES, FACETS, FACES, VERTICES, STARTS, ITEMS, ARRAYS };

static twc_world_data data;
static twc_chunk_grid cut, plain; /* all chunks by the reference, through all stages, with the road and without */
static const twc_rect some = {-1, -1, SIDE, SIDE};

/* ---- memory between unreadable pages ---- */

typedef struct rig {
    twc_mesh mesh[MOST];
    twc_chunk_surface surface[MOST];
    twc_buckets buckets[MOST];
    twc_buffer array[MOST][ARRAYS], workspace;
} rig;

static rig r;
static const twc_chunks chunks = {r.mesh, r.surface, r.buckets};

static void *place(twc_buffer *buffer, size_t size, size_t align, twc_side side)
{
    if (twc_buffer_place(buffer, "array", size, align, side, POISON))
        abort();
    return buffer->data;
}

/* Meshes that a request has to find there are the expected ones, in arrays of their size. */
static void place_all(twc_builder builder, const twc_chunk_request *request, const twc_mesh *given, twc_side side)
{
    for (size_t k = 0; k < (size_t)(request->chunks.nx * request->chunks.nz); k++) {
        const twc_chunk_room room = twc_chunk_room_of(request, given, k);
        twc_buffer *array = r.array[k];
        r.mesh[k] = (twc_mesh){place(&array[TRIANGLES], room.triangles * sizeof(twc_triangle), 4, side),
                               place(&array[FACETS], room.facets * sizeof(twc_facet), 8, side),
                               0,
                               room.triangles,
                               0,
                               room.facets};
        r.surface[k] = (twc_chunk_surface){place(&array[FACES], room.facets * sizeof(twc_surface_face), 8, side),
                                           place(&array[VERTICES], room.vertex_bytes, 1, side)};
        r.buckets[k].start = place(&array[STARTS], room.bucket_starts * sizeof(uint32_t), 4, side);
        r.buckets[k].item = place(&array[ITEMS], room.items * sizeof(uint32_t), 4, side);
        if (request->stages & TWC_BUILD_MESH)
            continue;
        r.mesh[k].triangle_count = given[k].triangle_count;
        r.mesh[k].facet_count = given[k].facet_count;
        memcpy(r.mesh[k].triangles, given[k].triangles, given[k].triangle_count * sizeof(twc_triangle));
        memcpy(r.mesh[k].facets, given[k].facets, given[k].facet_count * sizeof(twc_facet));
    }
    place(&r.workspace, twc_chunks_workspace(builder, request, given), 64, side);
}

static int stained(size_t count)
{
    int found = twc_buffer_stain(&r.workspace, POISON) != 0;
    for (size_t k = 0; k < count; k++)
        for (int a = 0; a < ARRAYS; a++)
            found |= twc_buffer_stain(&r.array[k][a], POISON) != 0;
    return found;
}

static int untouched(const twc_buffer *buffer)
{
    for (size_t byte = 0; byte < buffer->size; byte++)
        if (buffer->data[byte] != POISON)
            return 0;
    return 1;
}

/* ---- what is expected ---- */

static size_t place_in(const twc_chunk_grid *grid, twc_rect part, size_t k)
{
    const int32_t x = part.x - grid->chunks.x + (int32_t)k % part.nx,
                  z = part.z - grid->chunks.z + (int32_t)k / part.nx;
    return (size_t)z * (size_t)grid->chunks.nx + (size_t)x;
}

static int same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* Chunk k of what was built against the expected one; what was not asked for is as it was. */
static int chunk_is(const twc_chunk_request *request, const twc_chunk_grid *expected, size_t k)
{
    const size_t e = place_in(expected, request->chunks, k);
    const twc_mesh *mesh = &r.mesh[k], *other = &expected->mesh[e];
    const twc_buckets *buckets = &r.buckets[k], *query = &expected->buckets[e];
    const size_t cells = (size_t)query->cells.nx * (size_t)query->cells.nz;
    const int faces = request->stages & TWC_BUILD_SURFACE
                          ? same(r.surface[k].faces, expected->surface[e].faces,
                                 mesh->facet_count * sizeof(twc_surface_face)) &&
                                same(r.surface[k].vertices, expected->surface[e].vertices,
                                     mesh->triangle_count * (size_t)3 * TWC_VERTEX_BYTES)
                          : untouched(&r.array[k][FACES]) && untouched(&r.array[k][VERTICES]);
    const int found = request->stages & TWC_BUILD_BUCKETS
                          ? same(&buckets->cells, &query->cells, sizeof query->cells) &&
                                same(buckets->start, query->start, (cells + 1) * sizeof(uint32_t)) &&
                                same(buckets->item, query->item, query->start[cells] * sizeof(uint32_t))
                          : untouched(&r.array[k][STARTS]) && untouched(&r.array[k][ITEMS]);
    return mesh->triangle_count == other->triangle_count && mesh->facet_count == other->facet_count &&
           same(mesh->triangles, other->triangles, mesh->triangle_count * sizeof(twc_triangle)) &&
           same(mesh->facets, other->facets, mesh->facet_count * sizeof(twc_facet)) && faces && found;
}

static twc_chunk_request request_of(unsigned stages, twc_rect part, int threads)
{
    twc_chunk_request request = mesh_request(&data.world, data.features.list);
    request.chunks = part;
    request.stages = stages;
    request.water = 110;
    request.options = (twc_build_options){0, threads, TWC_DYNAMIC};
    return request;
}

/* One set of stages for some chunks, against each side of the guards. */
static void expect_built(twc_builder builder, unsigned stages, twc_rect part, int *bad)
{
    const twc_chunk_request request = request_of(stages, part, builder.level < 0 ? 1 : 2);
    const twc_chunk_grid *expected = stages & TWC_BUILD_GROUND && !(stages & TWC_BUILD_FEATURES) ? &plain : &cut;
    const size_t count = (size_t)(part.nx * part.nz);
    twc_mesh given[MOST];
    for (size_t k = 0; k < count; k++)
        given[k] = expected->mesh[place_in(expected, part, k)];
    for (int side = TWC_AT_START; side <= TWC_AT_END; side++) {
        place_all(builder, &request, given, (twc_side)side);
        const twc_status status = twc_chunks_build(builder, &request, r.workspace.data, &chunks);
        SUITE_EXPECT(*bad, !status.code, "%s, stages 0x%x: %s", builder.name, stages, status.message);
        SUITE_EXPECT(*bad, !stained(count), "%s, stages 0x%x, side %d", builder.name, stages, side);
        for (size_t k = 0; k < count && !status.code; k++)
            SUITE_EXPECT(*bad, chunk_is(&request, expected, k), "%s, stages 0x%x, %d x %d chunks, number %zu",
                         builder.name, stages, part.nx, part.nz, k);
    }
}

static int builders(twc_builder out[1 + TWC_LEVEL_COUNT])
{
    int count = 0;
    out[count++] = twc_reference_builder();
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_builder((twc_level)level).ground)
            out[count++] = twc_fast_builder((twc_level)level);
    return count;
}

static void test_every_set_of_stages(void)
{
    twc_builder builder[1 + TWC_LEVEL_COUNT];
    const int count = builders(builder);
    int bad = 0;
    for (int b = 0; b < count; b++)
        for (unsigned stages = 1; stages <= TWC_BUILD_ALL; stages++) {
            expect_built(builder[b], stages, some, &bad);
            expect_built(builder[b], stages, (twc_rect){some.x, some.z, 1, 1}, &bad);
        }
    SUITE_NONE(bad);
}

/* The road is in the chunks that are looked at, or the sets with features would say nothing. */
static void test_what_is_built(void)
{
    uint64_t faces = 0;
    for (size_t k = 0; k < MOST; k++) {
        const twc_mesh *mesh = &cut.mesh[place_in(&cut, some, k)];
        for (uint32_t f = 0; f < mesh->facet_count; f++)
            faces += mesh->facets[f].id >> 62 == TWC_FACET_FEATURE;
    }
    CU_ASSERT_TRUE(faces > 100);
    CU_ASSERT_NOT_EQUAL(cut.triangle_count, plain.triangle_count);
    CU_ASSERT_STRING_EQUAL(twc_chunk_stage_name(TWC_CHUNK_GROUND), "ground");
    CU_ASSERT_STRING_EQUAL(twc_chunk_stage_name(TWC_CHUNK_BUCKETS), "buckets");
}

/* No feature to cut: the features' stage is the ground's, in the ground's memory. */
static void test_no_features(void)
{
    const twc_builder reference = twc_reference_builder();
    twc_chunk_request request = request_of(TWC_BUILD_FEATURES, some, 1), ground = request;
    request.features = no_features;
    ground.stages = TWC_BUILD_GROUND;
    CU_ASSERT_EQUAL(twc_chunks_workspace(reference, &request, NULL), twc_chunks_workspace(reference, &ground, NULL));
    CU_ASSERT_EQUAL(twc_chunk_room_of(&request, NULL, 0).triangles, TWC_GROUND_MAX_TRIANGLES);
    CU_ASSERT_EQUAL(twc_chunk_room_of(&request, NULL, 0).facets, TWC_GROUND_MAX_FACETS);
    place_all(reference, &request, NULL, TWC_AT_END);
    CU_ASSERT_EQUAL(twc_chunks_build(reference, &request, r.workspace.data, &chunks).code, TWC_OK);
    for (size_t k = 0; k < MOST; k++)
        CU_ASSERT_TRUE(chunk_is(&request, &plain, k));
}

/* ---- refusals ---- */

static void expect_refused(twc_builder builder, const twc_chunk_request *request, void *workspace,
                           const twc_chunks *into, const char *piece)
{
    const twc_status status = twc_chunks_build(builder, request, workspace, into);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    if (!strstr(status.message, piece))
        printf("\n    \"%s\" does not hold \"%s\"", status.message, piece);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, piece));
    for (size_t k = 0; k < MOST; k++)
        for (int a = 0; a < ARRAYS; a++)
            CU_ASSERT_TRUE(untouched(&r.array[k][a]));
}

static void expect_request_refused(twc_builder builder, twc_chunk_request request, const char *piece)
{
    expect_refused(builder, &request, r.workspace.data, &chunks, piece);
}

static void expect_refusals(twc_builder builder)
{
    const twc_chunk_request good = request_of(TWC_BUILD_ALL, some, 1);
    const unsigned mesh_only = TWC_BUILD_FEATURES;
    twc_chunk_request wrong = good;
    place_all(builder, &good, NULL, TWC_AT_END);
    wrong.stages = 0;
    expect_request_refused(builder, wrong, "stages 0x0");
    wrong.stages = TWC_BUILD_ALL + 1;
    expect_request_refused(builder, wrong, "stages 0x10");
    wrong = good;
    wrong.chunks.x = 3;
    expect_request_refused(builder, wrong, "do not lie within");
    wrong.chunks = (twc_rect){0, 0, 0, 1};
    expect_request_refused(builder, wrong, "do not lie within");
    wrong = good;
    wrong.options.threads = 0;
    expect_request_refused(builder, wrong, "at least one thread");

    const twc_feature twice[2] = {data.features.feature[0], data.features.feature[0]};
    wrong = good;
    wrong.features = (twc_feature_list){twice, 2};
    expect_request_refused(builder, wrong, "ascending order");

    expect_refused(builder, &good, r.workspace.data, &(twc_chunks){NULL, r.surface, r.buckets}, "arrays");
    expect_refused(builder, &good, r.workspace.data, &(twc_chunks){r.mesh, NULL, r.buckets}, "arrays");
    expect_refused(builder, &good, r.workspace.data, &(twc_chunks){r.mesh, r.surface, NULL}, "arrays");
    expect_refused(builder, &good, NULL, &chunks, "aligned to 64");
    expect_refused(builder, &good, r.workspace.data + 32, &chunks, "aligned to 64");

    wrong = good;
    wrong.stages = mesh_only;
    r.mesh[MOST - 1].facet_capacity = TWC_GROUND_MAX_FACETS - 1;
    expect_request_refused(builder, wrong, "needs room for");
    wrong.stages = TWC_BUILD_BUCKETS;
    r.buckets[MOST - 1].item = NULL;
    expect_request_refused(builder, wrong, "no memory for its buckets");
    wrong.stages = TWC_BUILD_SURFACE;
    wrong.water = 1e300 * 1e300;
    expect_request_refused(builder, wrong, "water level");
}

static void test_refusals(void)
{
    twc_builder builder[1 + TWC_LEVEL_COUNT];
    const int count = builders(builder);
    for (int b = 0; b < count; b++)
        expect_refusals(builder[b]);
    const twc_chunk_request good = request_of(TWC_BUILD_ALL, some, 1);
    place_all(builder[0], &good, NULL, TWC_AT_END);
    expect_request_refused((twc_builder){0}, good, "not usable");
    expect_request_refused(twc_fast_builder(TWC_LEVEL_COUNT), good, "level unknown is not usable");
}

/* ---- the grid that owns chunks ---- */

/* The same request again takes no memory; another one takes what it needs, and ends what hung on the meshes before. */
static void test_grid(void)
{
    const twc_builder builder = twc_fast_builder(twc_level_best());
    twc_chunk_grid grid = {0};
    twc_chunk_request request = request_of(TWC_BUILD_GROUND | TWC_BUILD_BUCKETS, (twc_rect){some.x, some.z, 1, 1}, 1);
    CU_ASSERT_EQUAL_FATAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_OK);
    CU_ASSERT_EQUAL(grid.count, 1);
    CU_ASSERT_PTR_NOT_NULL(grid.buckets);
    request = request_of(TWC_BUILD_ALL, some, 2);
    for (int again = 0; again < 2; again++) {
        const void *before[] = {grid.mesh, grid.mesh_memory.bytes, grid.surface_memory.bytes, grid.bucket_memory.bytes,
                                grid.workspace.bytes};
        CU_ASSERT_EQUAL_FATAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_OK);
        const void *after[] = {grid.mesh, grid.mesh_memory.bytes, grid.surface_memory.bytes, grid.bucket_memory.bytes,
                               grid.workspace.bytes};
        CU_ASSERT_EQUAL(memcmp(before, after, sizeof before) == 0, again);
        for (size_t k = 0; k < MOST; k++) {
            const size_t e = place_in(&cut, some, k);
            CU_ASSERT_EQUAL(grid.mesh[k].triangle_count, cut.mesh[e].triangle_count);
            CU_ASSERT_TRUE(same(grid.surface[k].vertices, cut.surface[e].vertices,
                                cut.mesh[e].triangle_count * (size_t)3 * TWC_VERTEX_BYTES));
        }
    }
    request.stages = TWC_BUILD_GROUND;
    CU_ASSERT_EQUAL_FATAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_OK);
    CU_ASSERT_PTR_NULL(grid.surface);
    CU_ASSERT_PTR_NULL(grid.buckets);
    request.stages = TWC_BUILD_SURFACE;
    CU_ASSERT_EQUAL_FATAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_OK);
    CU_ASSERT_PTR_NOT_NULL(grid.surface);
    request.chunks.x++; /* of other chunks there is no mesh */
    CU_ASSERT_EQUAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_USAGE);
    request.chunks.x--; /* and after a failure of none */
    CU_ASSERT_EQUAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_USAGE);
    request.stages = TWC_BUILD_GROUND;
    CU_ASSERT_EQUAL(twc_chunk_grid_build((twc_builder){0}, &request, &grid).code, TWC_USAGE);
    request.stages = 0;
    CU_ASSERT_EQUAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_USAGE);
    request.stages = TWC_BUILD_ALL;
    request.chunks.nx = 0;
    CU_ASSERT_EQUAL(twc_chunk_grid_build(builder, &request, &grid).code, TWC_USAGE);
    twc_chunk_grid_destroy(&grid);
}

/* A world of 4 x 4 chunks with a road over the corner where four of them meet. */
static void make_world(void)
{
    static const twc_point nodes[] = {{-11000, -9000}, {-500, 300}, {9000, 2000}};
    const twc_corridor corridor = {.id = 3, .priority = 1, .profile = &twc_cart_road, .node_count = 3, .nodes = nodes};
    twc_status status = edit_world((twc_rect){-1, -1, 2, 2}, 5, 0, &data);
    if (!status.code)
        status = twc_features_place(&data.world, 0, &corridor, &data.features);
    if (!status.code) {
        twc_chunk_request request = request_of(TWC_BUILD_ALL, twc_world_chunks(&data.world), 1);
        status = twc_chunk_grid_build(twc_reference_builder(), &request, &cut);
        request.features = no_features;
        if (!status.code)
            status = twc_chunk_grid_build(twc_reference_builder(), &request, &plain);
    }
    if (status.code) {
        fprintf(stderr, "%s\n", status.message);
        exit(1);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every set of stages", test_every_set_of_stages},
        {"what is built", test_what_is_built},
        {"no features", test_no_features},
        {"refusals", test_refusals},
        {"the grid", test_grid},
        CU_TEST_INFO_NULL,
    };
    make_world();
    int failed = suite_run("pipeline", tests);
    for (int k = 0; k < MOST; k++)
        for (int a = 0; a < ARRAYS; a++)
            twc_buffer_release(&r.array[k][a]);
    twc_buffer_release(&r.workspace);
    twc_chunk_grid_destroy(&cut);
    twc_chunk_grid_destroy(&plain);
    twc_world_data_destroy(&data);
    return failed;
}
