/* SPDX-License-Identifier: MIT */
/*
 * Chunks with features. Spec cut 6; twin reference/footprint/build.c, reference/footprint/cells.c; test
 * tests/footprint/test_roads.c.
 *
 * The ground comes from the fast ground stage; there is one arrangement for all asked chunks, and pieces go to their
 * chunks.
 */
#include "footprint/build.h"

#include "footprint/builder.h"
#include "ground/builder.h"
#include "dispatch.h"

enum {
    /*
     * A corridor's cell lies between two stations and is at most 80 m long with its banks, so its box meets five
     * lattice cells and the parts of two more one way, three or four the other way, of two triangles each: at most 64.
     * So much room there is for kept triangles; what needs more is refused.
     */
    CELL_GROUND = 64,
    CELL_PIECES = 128, /* pieces of triangles cut, and faces: as the reference */
    CELL_SQUARES = 4,  /* of the grid, which neighbours do not share */

    /*
     * What a cell adds: itself and its number, two sections with the ground beside them; its squares, each with its
     * slots at most half full; triangles in the squares' lists and in a list of the grid's; their edges, of which two
     * triangles share one and two cells one more; pieces; two segments with 16 hot points each, their slots, borders,
     * bends and pairs. What is sorted meanwhile (lists of the grid, pairs) is taken behind and given back.
     */
    CELL_FOOTPRINT = (int)(sizeof(fast_cell) + sizeof(int32_t) + 2 * (sizeof(twc_cross_section) + 2 * sizeof(float))),
    CELL_GRID = CELL_SQUARES * (int)(sizeof(fast_square) + 2 * sizeof(uint32_t)) +
                4 * CELL_GROUND * (int)sizeof(uint32_t),
    CELL_EDGES = 3 * CELL_GROUND / 4 * (int)(sizeof(fast_edge) + sizeof(fast_line) + 2 * 4 * sizeof(uint32_t)),
    CELL_HOT = 2 * 16,
    CELL_ARRANGES = 2 * (int)(sizeof(fast_segment) + 2 * sizeof(fast_line)) +
                    CELL_HOT *
                        (int)(sizeof(fast_hot) + 4 * sizeof(uint32_t) + sizeof(fast_border) + sizeof(fast_pair) + 4),
    CELL_BYTES = 24 << 10,

    /*
     * The grid has a row for every 16 m between the first cell and the last (8 bytes: this is 2,000 km), and 64 slots
     * at least; the ends of a feature have TWC_SECTION_ROWS segments more.
     */
    FIXED_BYTES = 1 << 20,
    GROUND_TRIANGLES = TWC_GROUND_MAX_TRIANGLES,
    GROUND_BYTES = GROUND_TRIANGLES * (int)sizeof(twc_triangle) + TWC_GROUND_MAX_FACETS * (int)sizeof(twc_facet) +
                   GROUND_TRIANGLES + 4096
};
_Static_assert(CELL_FOOTPRINT + CELL_GRID + CELL_GROUND * sizeof(fast_triangle) + CELL_EDGES +
                       CELL_PIECES * sizeof(fast_piece) + CELL_ARRANGES <=
                   CELL_BYTES,
               "what a cell adds");

static twc_box box_of(twc_rect chunks)
{
    twc_box low = twc_chunk_box(chunks.x, chunks.z),
            high = twc_chunk_box(chunks.x + chunks.nx - 1, chunks.z + chunks.nz - 1);
    return (twc_box){low.x0, low.z0, high.x1, high.z1};
}

static twc_box reach_of(twc_rect chunks)
{
    return twc_box_grown(box_of(chunks), TWC_FEATURE_REACH_CM);
}

static int32_t cells_near(const twc_feature *feature, twc_box box, int32_t capacity, int32_t *cells)
{
    return twc_reference_features()->cells_near(feature, box, capacity, cells);
}

static int64_t count_cells(twc_feature_list features, twc_box box)
{
    int64_t total = 0;
    for (size_t f = 0; f < features.count; f++)
        total += cells_near(&features.feature[f], box, 0, NULL);
    return total;
}

/*
 * The chunks whose triangles may meet a cell in reach: the asked ones and those up to two beyond. Cells come near few
 * of them; a cell's box, at most 80 m long, grown by a triangle's reach, meets at most four.
 */
static size_t most_grounds(int64_t cells, twc_rect chunks)
{
    const int64_t all = ((int64_t)chunks.nx + 4) * ((int64_t)chunks.nz + 4);
    return (size_t)(4 * cells < all ? 4 * cells : all);
}

static size_t ground_bytes(const twc_chunk_request *request)
{
    return (twc_fast_ground_workspace(request, TWC_GROUND_MAX_FACETS) + 63) / 64 * 64;
}

static size_t apart_workspace(const twc_chunk_request *request)
{
    const twc_rect chunks = request->chunks;
    const int64_t cells = count_cells(request->features, reach_of(chunks));
    return ground_bytes(request) + FIXED_BYTES + (size_t)cells * CELL_BYTES +
           most_grounds(cells, chunks) * GROUND_BYTES + twc_request_count(request) * (sizeof(twc_mesh) + 16);
}

/* Of either way to build: chunks about which features meet are built in the same memory, one after the other. */
size_t twc_fast_feature_workspace(const twc_chunk_request *request, uint32_t facets)
{
    const size_t apart = apart_workspace(request), layered = twc_fast_layered_workspace(request);
    (void)facets;
    return apart > layered ? apart : layered;
}

static int take_cells(fast_work *w, twc_feature_list features, twc_box reach)
{
    const size_t total = (size_t)count_cells(features, reach);
    w->cells = twc_arena_take(&w->arena, total, sizeof *w->cells);
    twc_arena scratch = w->arena;
    int32_t *numbers = twc_arena_take(&scratch, total, sizeof *numbers);
    if (!w->cells || !numbers)
        return total == 0;
    for (size_t f = 0; f < features.count; f++) {
        const twc_feature *feature = &features.feature[f];
        const int32_t count = cells_near(feature, reach, (int32_t)total, numbers);
        for (int32_t i = 0; i < count; i++)
            w->cells[w->cell_count++] = (fast_cell){
                .feature = feature,
                .cell = numbers[i],
                .box = feature->tree[feature->leaves + numbers[i]],
                .before = i > 0 && numbers[i - 1] == numbers[i] - 1,
                .after = i + 1 < count && numbers[i + 1] == numbers[i] + 1,
                .shares = {numbers[i] > 0, numbers[i] < feature->station_count - 2}};
    }
    TWC_ASSERT(w->cell_count == total);
    return 1;
}

/* ---- the ground near the cells ---- */

static int take_mesh(fast_work *w, fast_ground *out)
{
    out->mesh.triangles = twc_arena_take(&w->arena, TWC_GROUND_MAX_TRIANGLES, sizeof(twc_triangle));
    out->mesh.facets = twc_arena_take(&w->arena, TWC_GROUND_MAX_FACETS, sizeof(twc_facet));
    out->changed = twc_arena_take(&w->arena, TWC_GROUND_MAX_TRIANGLES, 1);
    if (w->arena.full)
        return 0;
    out->mesh.triangle_count = out->mesh.facet_count = 0;
    out->mesh.triangle_capacity = TWC_GROUND_MAX_TRIANGLES;
    out->mesh.facet_capacity = TWC_GROUND_MAX_FACETS;
    memset(out->changed, 0, TWC_GROUND_MAX_TRIANGLES);
    return 1;
}

static int is_near(twc_feature_list features, int32_t x, int32_t z, twc_box reach)
{
    twc_box box = twc_box_grown(twc_chunk_box(x, z), TWC_CENTROID_REACH_CM);
    box.x0 = box.x0 > reach.x0 ? box.x0 : reach.x0;
    box.z0 = box.z0 > reach.z0 ? box.z0 : reach.z0;
    box.x1 = box.x1 < reach.x1 ? box.x1 : reach.x1;
    box.z1 = box.z1 < reach.z1 ? box.z1 : reach.z1;
    return box.x0 <= box.x1 && box.z0 <= box.z1 && count_cells(features, box) > 0;
}

/* The chunks whose triangles may meet a cell in reach, with memory for their ground. */
static int take_grounds(fast_work *w, const fast_source *from, fast_ground *grounds, size_t most, uint32_t *count)
{
    const twc_rect asked = from->request->chunks, all = from->all;
    const twc_box reach = reach_of(asked);
    for (int32_t z = asked.z - 2; z < asked.z + asked.nz + 2; z++)
        for (int32_t x = asked.x - 2; x < asked.x + asked.nx + 2; x++) {
            if (x < all.x || x >= all.x + all.nx || z < all.z || z >= all.z + all.nz ||
                !is_near(from->request->features, x, z, reach))
                continue;
            if (*count == most)
                return 0;
            fast_ground *ground = &grounds[(*count)++];
            const int inside = x >= asked.x && x < asked.x + asked.nx && z >= asked.z && z < asked.z + asked.nz;
            ground->x = x;
            ground->z = z;
            ground->chunk = inside ? (uint32_t)(z - asked.z) * (uint32_t)asked.nx + (uint32_t)(x - asked.x) : TWC_NONE;
            if (!take_mesh(w, ground))
                return 0;
        }
    return 1;
}

/* Builds all of it: the asked chunks together, those beyond one by one. */
static twc_status make_grounds(const fast_source *from, fast_ground *grounds, uint32_t count)
{
    const size_t chunks = twc_request_count(from->request);
    memcpy(from->ground, from->meshes, chunks * sizeof *from->ground);
    for (uint32_t g = 0; g < count; g++)
        if (grounds[g].chunk != TWC_NONE)
            from->ground[grounds[g].chunk] = grounds[g].mesh;
    twc_status status = twc_fast_ground_build(from->builder, from->request, from->workspace,
                                              &(twc_chunks){from->ground, NULL, NULL});
    for (size_t k = 0; k < chunks && !status.code; k++) {
        from->meshes[k].triangle_count = from->ground[k].triangle_count;
        from->meshes[k].facet_count = from->ground[k].facet_count;
    }
    twc_chunk_request alone = *from->request;
    alone.options.threads = 1;
    for (uint32_t g = 0; g < count && !status.code; g++) {
        alone.chunks = (twc_rect){grounds[g].x, grounds[g].z, 1, 1};
        if (grounds[g].chunk != TWC_NONE)
            grounds[g].mesh = from->ground[grounds[g].chunk];
        else
            status = twc_fast_ground_build(from->builder, &alone, from->workspace,
                                           &(twc_chunks){&grounds[g].mesh, NULL, NULL});
    }
    return status;
}

static int keep_triangles(fast_work *w, const fast_ground *grounds, uint32_t count)
{
    size_t most = 0;
    for (uint32_t g = 0; g < count; g++)
        most += grounds[g].mesh.triangle_count;
    w->triangle_room = (uint32_t)(most < (size_t)w->cell_count * CELL_GROUND + CELL_GROUND
                                      ? most
                                      : (size_t)w->cell_count * CELL_GROUND + CELL_GROUND);
    w->triangles = twc_arena_take(&w->arena, w->triangle_room, sizeof *w->triangles);
    if (!w->triangles)
        return 0;
    for (uint32_t g = 0; g < count; g++)
        if (!twc_fast_keep_triangles(w, &grounds[g]))
            return 0;
    return 1;
}

/* ---- all of it ---- */

static twc_status too_small(twc_rect chunks)
{
    return twc_fail(TWC_USAGE,
                    "chunks from (%d, %d), %d x %d: the workspace or a mesh is too small for the features near them",
                    chunks.x, chunks.z, chunks.nx, chunks.nz);
}

static twc_status prepare(fast_build *b)
{
    fast_work *w = &b->work;
    const fast_source *from = &b->source;
    const twc_rect asked = from->request->chunks;
    const size_t most = most_grounds(w->cell_count, asked);
    b->grounds = twc_arena_take(&w->arena, most, sizeof *b->grounds);
    if (!b->grounds || !twc_fast_grid_cells(w) || !take_grounds(w, from, b->grounds, most, &b->ground_count))
        return too_small(asked);
    twc_status status = make_grounds(from, b->grounds, b->ground_count);
    if (status.code)
        return status;
    if (!keep_triangles(w, b->grounds, b->ground_count) || !twc_fast_grid_list(w, FAST_TRIANGLES) ||
        !twc_fast_solve(w) || !twc_fast_grid_list(w, FAST_CELLS) || !twc_fast_make_edges(w) ||
        !twc_fast_grid_list(w, FAST_EDGES))
        return too_small(asked);
    b->pieces = (fast_pieces){.asked = asked, .all = from->all, .room = CELL_PIECES * w->cell_count};
    b->pieces.piece = twc_arena_take(&w->arena, b->pieces.room, sizeof *b->pieces.piece);
    b->arrangement = w->arena.at;
    return b->pieces.piece ? twc_ok() : too_small(asked);
}

twc_status twc_fast_feature_begin(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  twc_mesh *meshes, fast_build *b)
{
    const twc_parts_table *parts = &twc_level_table_of((twc_level)builder->level)->parts;
    fast_work *w = &b->work;
    memset(b, 0, sizeof *b);
    w->candidates = (fast_candidates){parts->candidate_crossings, parts->candidate_bends};
    w->arena.at = (unsigned char *)workspace + ground_bytes(request);
    w->arena.end = (unsigned char *)workspace + apart_workspace(request);
    b->source = (fast_source){builder, request, workspace, twc_world_chunks(request->world), meshes, NULL};
    if (!take_cells(w, request->features, reach_of(request->chunks)))
        return too_small(request->chunks);
    if (w->cell_count == 0)
        return twc_fast_ground_build(builder, request, workspace, &(twc_chunks){meshes, NULL, NULL});
    b->source.ground = twc_arena_take(&w->arena, twc_request_count(request), sizeof *b->source.ground);
    return b->source.ground ? prepare(b) : too_small(request->chunks);
}

twc_status twc_fast_feature_arrange(fast_build *b)
{
    b->work.arena.at = b->arrangement;
    return twc_fast_outline(&b->work) && twc_fast_arrange(&b->work) ? twc_ok() : too_small(b->source.request->chunks);
}

/* Only what meets the asked chunks is complete: further out the cells near a triangle may not all be here. */
void twc_fast_feature_cut(fast_build *b)
{
    fast_work *w = &b->work;
    const twc_box asked = box_of(b->pieces.asked);
    b->pieces.count = 0;
    b->cut = 0;
    twc_fast_assign_borders(w);
    for (uint32_t t = 0; t < w->triangle_count; t++)
        if (w->triangles[t].near && twc_boxes_meet(w->triangles[t].box, asked)) {
            const int changed = twc_fast_cut(w, t, &b->pieces);
            w->triangles[t].ground->changed[w->triangles[t].number] = (uint8_t)changed;
            b->cut += (uint32_t)changed;
        }
}

twc_status twc_fast_feature_end(fast_build *b)
{
    fast_work *w = &b->work;
    fast_pieces *pieces = &b->pieces;
    const twc_box asked = box_of(pieces->asked);
    for (uint32_t i = 0; i < w->cell_count; i++)
        if (twc_boxes_meet(w->cells[i].box, asked))
            twc_fast_fill(w, i, pieces);
    if (pieces->broken)
        return twc_fail(TWC_CHECK_FAILED, "a face near (%.2f, %.2f) m could not be triangulated: footprints overlap",
                        pieces->where.x * 0.01, pieces->where.z * 0.01);
    if (pieces->full || !twc_fast_assemble(w, b->grounds, b->ground_count, pieces, b->source.meshes))
        return too_small(pieces->asked);
    return twc_ok();
}

twc_status twc_fast_apart_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                const twc_chunks *chunks)
{
    fast_build b;
    twc_status status = twc_fast_feature_begin(builder, request, workspace, chunks->mesh, &b);
    if (status.code || b.work.cell_count == 0)
        return status;
    status = twc_fast_feature_arrange(&b);
    if (status.code)
        return status;
    twc_fast_feature_cut(&b);
    return twc_fast_feature_end(&b);
}

twc_status twc_fast_feature_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_chunks *chunks)
{
    twc_status status = twc_feature_build_check(request, chunks->mesh);
    if (status.code)
        return status;
    if (!twc_fast_features_meet(request))
        return twc_fast_apart_build(builder, request, workspace, chunks);
    const twc_level_table *level = twc_level_table_of((twc_level)builder->level);
    return twc_fast_layered_build(builder, request, workspace,
                                  &(twc_layered_kernels){&level->ground, {level->parts.overlay_faces}}, chunks);
}
