/* SPDX-License-Identifier: MIT */
/* Chunks with features cut in. Spec cut 6; twin fast/footprint/build.c; test tests/footprint/test_roads.c. */
#include "footprint/builder.h"
#include "footprint/layered.h"
#include "ground/builder.h"
#include "footprint/stage.h"
#include "ground/stage.h"

enum {
    /* Triangles a cell can add to a chunk: its faces, and the pieces of the ground it cuts. */
    CELL_TRIANGLES = 144,
    PAIR_TRIANGLES = 16, /* two cells that meet: pieces of both, walls between */

    /*
     * The ground about a chunk: all macro cells of the ring, Fine, two triangles a lattice cell. Each takes itself, its
     * facet, the number of that in the mesh, and three edges with chains of two points, for which as much again has to
     * be free.
     */
    RING_MACROS = TWC_CHUNK_MACROS + 2 * TWC_FEATURE_RING_MACROS,
    WINDOW_MACROS = RING_MACROS + 2 * TWC_CLASS_RING, /* what their vertices read (cells.c) */
    RING_TRIANGLES = RING_MACROS * RING_MACROS * 2 * TWC_MACRO_CELLS * TWC_MACRO_CELLS,
    TRIANGLE_BYTES = (int)(sizeof(twc_ground_triangle) + sizeof(twc_ground_facet) + sizeof(uint32_t) +
                           3 * (sizeof(twc_ground_edge) + 4 * sizeof(twc_point))),

    /*
     * A cell with both ends has 2 TWC_SECTION_ROWS segments. Its box, at most 80 m long, meets at most 64 triangles of
     * the ground (fast/footprint/build.c), so 96 edges of two triangles each, and its outline crosses each twice at
     * most: with the ends of the segments so many hot points before equal ones are found. Each stands once among them;
     * in the chains of a segment and an edge, with as much again free; and twice in the outline while that is sorted.
     */
    CELL_SEGMENTS = 2 * TWC_SECTION_ROWS,
    CELL_POINTS = 2 * CELL_SEGMENTS + 2 * 96,
    CELL_ARRANGES = (int)(sizeof(twc_local_cell) + sizeof(int32_t) + 2 * sizeof(twc_cross_section) +
                          CELL_SEGMENTS * sizeof(twc_outline_segment) +
                          CELL_POINTS * (sizeof(twc_hot) + 4 * sizeof(twc_point) + 2 * sizeof(twc_border))),

    /*
     * Then one polygon at a time is triangulated; it has the points of one cell, or of one triangle and the cells that
     * cut it: 60 bytes an edge (twc_reference_triangulate), edge and three faces included 150. Half of CELL_BYTES
     * is for that.
     */
    CELL_BYTES = 96 << 10
};
_Static_assert(CELL_ARRANGES + CELL_POINTS * 150 <= CELL_BYTES, "what a cell adds, and its polygons");

static int64_t cells_in_reach(twc_feature_list features, int32_t chunk_x, int32_t chunk_z)
{
    int64_t total = 0;
    twc_box reach = twc_box_grown(twc_chunk_box(chunk_x, chunk_z), TWC_FEATURE_REACH_CM);
    for (size_t f = 0; f < features.count; f++)
        total += twc_reference_cells_near(&features.feature[f], reach, 0, NULL);
    return total;
}

uint32_t twc_feature_capacity(twc_feature_list features, int32_t chunk_x, int32_t chunk_z)
{
    return (uint32_t)(TWC_GROUND_MAX_TRIANGLES + CELL_TRIANGLES * cells_in_reach(features, chunk_x, chunk_z) +
                      PAIR_TRIANGLES * twc_feature_meetings(features, chunk_x, chunk_z));
}

size_t twc_reference_feature_workspace(const twc_chunk_request *request, uint32_t facets)
{
    int64_t most = 0; /* cells of a chunk that is cut and filled */
    size_t layered = 0;
    for (size_t k = 0; k < twc_request_count(request); k++) {
        const twc_point chunk = twc_request_chunk(request, k);
        int64_t cells = cells_in_reach(request->features, chunk.x, chunk.z);
        if (twc_feature_meetings(request->features, chunk.x, chunk.z) > 0) {
            const size_t bytes = twc_layered_workspace(request->features, chunk, cells);
            layered = bytes > layered ? bytes : layered;
        } else {
            most = cells > most ? cells : most;
        }
    }
    const size_t apart = (size_t)RING_TRIANGLES * TRIANGLE_BYTES + (size_t)most * CELL_BYTES;
    return twc_reference_ground_workspace(request, facets) + twc_reference_window_bytes(WINDOW_MACROS) +
           (layered > apart ? layered : apart);
}

/* A chunk that no cell is near is the ground stage's. */
static twc_status build_ground(const twc_builder *builder, const twc_chunk_request *request, twc_point chunk,
                               twc_arena arena, twc_mesh *mesh)
{
    twc_chunk_request one = *request;
    one.chunks = (twc_rect){chunk.x, chunk.z, 1, 1};
    char *memory = twc_arena_take(&arena, 1, twc_reference_ground_workspace(&one, 0) + 64);
    return twc_reference_ground_build(builder, &one, memory + (64 - (size_t)memory % 64) % 64,
                                      &(twc_chunks){mesh, NULL, NULL});
}

static twc_status build_chunk(const twc_builder *builder, const twc_chunk_request *request, twc_point chunk,
                              twc_arena arena, twc_mesh *mesh)
{
    const twc_world *world = request->world;
    const int32_t chunk_x = chunk.x, chunk_z = chunk.z;
    twc_neighbourhood around;
    twc_arrangement arrangement;
    twc_sink sink = {.mesh = mesh, .chunks = twc_world_chunks(world), .chunk_x = chunk_x, .chunk_z = chunk_z};
    twc_box box = twc_chunk_box(chunk_x, chunk_z);
    if (twc_feature_meetings(request->features, chunk_x, chunk_z) > 0)
        return twc_layered_chunk(&(twc_layered_kernels){twc_reference_ground(), {twc_reference_overlay_faces}}, request,
                                 chunk, arena, mesh);
    int fits = twc_reference_gather(world, request->options.fine_only, request->features, chunk_x, chunk_z, &arena,
                                    &around);
    if (fits && around.cell_count == 0)
        return build_ground(builder, request, chunk, arena, mesh);
    uint32_t *facet_index = fits ? twc_arena_take(&arena, around.facet_count, sizeof *facet_index) : NULL;
    if (!facet_index || !twc_reference_outline(&around, &arena, &arrangement) ||
        !twc_reference_arrange(&around, &arena, &arrangement))
        return twc_fail(TWC_USAGE, "chunk (%d, %d): the workspace is too small for the features near it", chunk_x,
                        chunk_z);
    mesh->triangle_count = mesh->facet_count = 0;
    for (size_t i = 0; i < around.facet_count; i++)
        facet_index[i] = UINT32_MAX;
    for (size_t i = 0; i < around.triangle_count; i++)
        if (twc_boxes_meet(around.triangles[i].box, box))
            twc_reference_cut(&around, &arrangement, &around.triangles[i], arena, facet_index, &sink);
    for (size_t i = 0; i < around.cell_count; i++)
        if (twc_boxes_meet(around.cells[i].box, box))
            twc_reference_fill(&around, &arrangement, i, arena, &sink);
    if (sink.full)
        return twc_fail(TWC_USAGE,
                        "chunk (%d, %d): its mesh holds %u triangles and %u facets, too few for the features near it",
                        chunk_x, chunk_z, mesh->triangle_capacity, mesh->facet_capacity);
    if (sink.broken)
        return twc_fail(TWC_CHECK_FAILED,
                        "chunk (%d, %d): a face near (%.2f, %.2f) m could not be triangulated: footprints overlap",
                        chunk_x, chunk_z, sink.where.x * 0.01, sink.where.z * 0.01);
    return twc_ok();
}

twc_status twc_feature_build_check(const twc_chunk_request *request, const twc_mesh *meshes)
{
    const twc_feature_list features = request->features;
    twc_status status = twc_ground_build_check(request, meshes);
    for (size_t f = 0; f < features.count && !status.code; f++)
        if (!twc_reference_layers_of(features.feature[f].kind))
            status = twc_fail(TWC_USAGE, "feature %llu has a footprint of kind %d, which nothing builds",
                              (unsigned long long)features.feature[f].id, (int)features.feature[f].kind);
    for (size_t f = 1; f < features.count && !status.code; f++) {
        const twc_feature *a = &features.feature[f - 1], *b = &features.feature[f];
        if (a->priority > b->priority || (a->priority == b->priority && a->id >= b->id))
            status = twc_fail(TWC_USAGE, "features %llu and %llu are not in ascending order of priority and id",
                              (unsigned long long)a->id, (unsigned long long)b->id);
    }
    return status;
}

twc_status twc_reference_feature_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                       const twc_chunks *chunks)
{
    twc_status status = twc_feature_build_check(request, chunks->mesh);
    twc_arena arena = {workspace, workspace, 0};
    if (!status.code)
        arena.end += twc_reference_feature_workspace(request, 0);
    for (size_t k = 0; k < twc_request_count(request) && !status.code; k++)
        status = build_chunk(builder, request, twc_request_chunk(request, k), arena, &chunks->mesh[k]);
    return status;
}

const twc_feature_table *twc_reference_features(void)
{
    static const twc_feature_table table = {.solve = twc_reference_solve, .cells_near = twc_reference_cells_near};
    return &table;
}
