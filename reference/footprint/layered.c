/* SPDX-License-Identifier: MIT */
/*
 * A chunk whose features come near each other: ground and features as layers, one overlay. Spec overlay 7; twin
 * fast/footprint/layered.c; test tests/overlay/test_corridors.c.
 */
#include <stdlib.h>
#include <string.h>

#include "common/assertion.h"
#include "footprint/layered.h"
#include "footprint/stage.h"

enum {
    /*
     * All triangles of the ring, two a lattice cell: each with its facet, its number, three corners and sides, and what
     * the overlay makes of these, less than half of this; faces take the other half. Likewise a cell with all rows,
     * and what two cells that meet add.
     */
    RING_MACROS = TWC_CHUNK_MACROS + 2 * TWC_FEATURE_RING_MACROS,
    GROUND_BYTES = RING_MACROS * RING_MACROS * 2 * TWC_MACRO_CELLS * TWC_MACRO_CELLS * 1024,
    CELL_BYTES = 48 << 10,
    PAIR_BYTES = 8 << 10
};

/* ---- the ground's layer ---- */

/* A corner of a triangle, or a side of one by its ends, to be numbered. */
typedef struct corner {
    twc_point p;
    uint32_t at; /* 3 triangle + corner */
} corner;

typedef struct ground_side {
    uint32_t low, high; /* vertices */
    uint32_t at;
} ground_side;

static int compare_corner(const void *left, const void *right)
{
    const corner *a = left, *b = right;
    int order = twc_compare_points(a->p, b->p);
    return order ? order : a->at < b->at ? -1 : a->at > b->at;
}

static int compare_side(const void *left, const void *right)
{
    const ground_side *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static twc_layer_vertex *ground_vertices(const twc_neighbourhood *around, twc_arena *arena, uint32_t *vertex,
                                         uint32_t *count)
{
    const uint32_t corners = 3 * (uint32_t)around->triangle_count;
    twc_layer_vertex *vertices = twc_arena_take(arena, corners, sizeof *vertices);
    twc_arena scratch = *arena;
    corner *all = twc_arena_take(&scratch, corners, sizeof *all);
    *count = 0;
    if (!vertices || !all)
        return NULL;
    for (uint32_t i = 0; i < corners; i++)
        all[i] = (corner){twc_plan(around->triangles[i / 3].corner[i % 3]), i};
    qsort(all, corners, sizeof *all, compare_corner);
    for (uint32_t i = 0; i < corners; i++) {
        if (i == 0 || !twc_same_point(all[i].p, all[i - 1].p))
            vertices[(*count)++] = (twc_layer_vertex){all[i].p,
                                                      around->triangles[all[i].at / 3].corner[all[i].at % 3].y, 0, 0};
        vertex[all[i].at] = *count - 1;
    }
    return vertices;
}

static twc_layer_side *ground_sides(size_t triangles, const uint32_t *vertex, twc_arena *arena, int32_t *loops,
                                    uint32_t *count)
{
    const uint32_t sides = 3 * (uint32_t)triangles;
    twc_layer_side *made = twc_arena_take(arena, sides, sizeof *made);
    twc_arena scratch = *arena;
    ground_side *all = twc_arena_take(&scratch, sides, sizeof *all);
    *count = 0;
    if (!made || !all)
        return NULL;
    for (uint32_t i = 0; i < sides; i++) {
        const uint32_t a = vertex[i], b = vertex[i - i % 3 + (i + 1) % 3];
        all[i] = a < b ? (ground_side){a, b, i} : (ground_side){b, a, i};
    }
    qsort(all, sides, sizeof *all, compare_side);
    for (uint32_t i = 0; i < sides; i++) {
        if (i == 0 || all[i].low != all[i - 1].low || all[i].high != all[i - 1].high)
            made[(*count)++] = (twc_layer_side){all[i].low, all[i].high, TWC_SIDE_INNER};
        loops[all[i].at] = vertex[all[i].at] == all[i].low ? (int32_t)*count - 1 : ~((int32_t)*count - 1);
    }
    return made;
}

/* Triangles in their order: each a cell of its own, whose number is its facet. */
static int ground_layer(const twc_neighbourhood *around, twc_arena *arena, twc_layer *layer)
{
    const size_t triangles = around->triangle_count;
    uint32_t *vertex = twc_arena_take(arena, 3 * triangles, sizeof *vertex);
    int32_t *loops = twc_arena_take(arena, 3 * triangles, sizeof *loops);
    twc_layer_strip *strips = twc_arena_take(arena, triangles, sizeof *strips);
    twc_layer_cell *cells = twc_arena_take(arena, triangles, sizeof *cells);
    *layer = (twc_layer){.priority = INT32_MIN,
                         .turns = 1,
                         .lane_count = 1,
                         .loops = loops,
                         .strips = strips,
                         .cells = cells,
                         .loop_count = 3 * (uint32_t)triangles,
                         .strip_count = (uint32_t)triangles,
                         .cell_count = (uint32_t)triangles};
    if (arena->full)
        return 0;
    layer->vertices = ground_vertices(around, arena, vertex, &layer->vertex_count);
    layer->sides = layer->vertices ? ground_sides(triangles, vertex, arena, loops, &layer->side_count) : NULL;
    for (uint32_t t = 0; t < triangles; t++) {
        strips[t] = (twc_layer_strip){.loop = 3 * t, .loop_count = 3, .apex = vertex[3 * t], .never_fan = 1};
        cells[t] = (twc_layer_cell){.number = around->triangles[t].facet, .strip = t, .strip_count = 1};
    }
    return layer->sides != NULL;
}

/* ---- all layers of a chunk ---- */

static int compare_layers(const void *left, const void *right)
{
    const twc_layer *a = left, *b = right;
    if (a->priority != b->priority)
        return a->priority < b->priority ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->part < b->part ? -1 : a->part > b->part;
}

typedef struct chunk_layers {
    twc_layer *layer; /* [0] the ground */
    uint32_t count;
} chunk_layers;

static int feature_layers(twc_feature_list features, const twc_layer_place *place, twc_arena *arena, chunk_layers *all)
{
    twc_layer_list *lists = twc_arena_take(arena, features.count, sizeof *lists);
    if (!lists)
        return 0;
    all->count = 1;
    for (size_t f = 0; f < features.count; f++) {
        const twc_feature_layers layers_of = twc_reference_layers_of(features.feature[f].kind);
        TWC_ASSERT(layers_of != NULL); /* twc_feature_build_check */
        if (!layers_of(&features.feature[f], place, arena, &lists[f]))
            return 0;
        all->count += lists[f].count;
    }
    all->layer = twc_arena_take(arena, all->count, sizeof *all->layer);
    if (!all->layer)
        return 0;
    uint32_t count = 1;
    for (size_t f = 0; f < features.count; f++)
        for (uint32_t l = 0; l < lists[f].count; l++)
            all->layer[count++] = lists[f].layer[l];
    qsort(all->layer + 1, count - 1, sizeof *all->layer, compare_layers);
    return 1;
}

static twc_box box_of_cell(const twc_layer *layer, const twc_layer_cell *cell)
{
    twc_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (uint32_t s = 0; s < cell->strip_count; s++) {
        const twc_layer_strip *strip = &layer->strips[cell->strip + s];
        for (uint32_t i = 0; i < strip->loop_count; i++) {
            const int32_t entry = layer->loops[strip->loop + i];
            const twc_layer_side side = layer->sides[entry < 0 ? ~entry : entry];
            box = twc_boxes_joined(box, twc_segment_box(layer->vertices[side.from].p, layer->vertices[side.to].p));
        }
    }
    for (uint32_t s = 0; s < cell->outline_count; s++) {
        const twc_layer_side side = layer->sides[cell->outline + s];
        box = twc_boxes_joined(box, twc_segment_box(layer->vertices[side.from].p, layer->vertices[side.to].p));
    }
    return twc_box_grown(box, TWC_SNAP_CM);
}

/* The boxes of all cells, for the ground that is gathered about them. */
static int cell_boxes(const chunk_layers *all, twc_arena *arena, twc_neighbourhood *around)
{
    size_t total = 0;
    for (uint32_t l = 1; l < all->count; l++)
        total += all->layer[l].cell_count;
    around->cells = twc_arena_take(arena, total, sizeof *around->cells);
    if (!around->cells)
        return 0;
    for (uint32_t l = 1; l < all->count; l++)
        for (uint32_t c = 0; c < all->layer[l].cell_count; c++)
            around->cells[around->cell_count++] = (twc_local_cell){
                .box = box_of_cell(&all->layer[l], &all->layer[l].cells[c])};
    return 1;
}

static int make_layers(const twc_layered_kernels *kernels, const twc_chunk_request *request, twc_point chunk,
                       twc_arena *arena, twc_neighbourhood *around, chunk_layers *all)
{
    twc_ground_window ground;
    const twc_layer_place place = {&ground, twc_box_grown(twc_chunk_box(chunk.x, chunk.z), TWC_FEATURE_REACH_CM)};
    *around = (twc_neighbourhood){0};
    return twc_reference_feature_window(kernels->ground, request->world, request->options.fine_only, chunk, arena,
                                        &ground) &&
           feature_layers(request->features, &place, arena, all) && cell_boxes(all, arena, around) &&
           twc_reference_gather_ground(&ground, twc_world_macros(request->world), chunk.x, chunk.z, arena, around) &&
           ground_layer(around, arena, &all->layer[0]);
}

/* ---- faces ---- */

static void emit(const twc_neighbourhood *around, const chunk_layers *all, const twc_overlay_face *face,
                 uint32_t *facet_index, twc_sink *sink)
{
    const twc_layer *layer = &all->layer[face->layer];
    const uint32_t number = layer->cells[face->cell].number;
    if (!twc_sink_owns(sink, face->corner))
        return;
    if (face->layer > 0) {
        const twc_feature_part part = face->part == TWC_OVERLAY_WALL ? TWC_PART_WALL : (twc_feature_part)face->part;
        const uint64_t id = twc_feature_facet_id(layer->id, part, (int32_t)number, (int32_t)face->face);
        twc_sink_triangle(sink, face->corner, twc_sink_facet(sink, face->corner, id));
        return;
    }
    if (facet_index[number] == UINT32_MAX)
        facet_index[number] = twc_sink_facet(sink, around->facets[number].corner, around->facets[number].id);
    twc_sink_triangle(sink, face->corner, facet_index[number]);
}

/* Half of what is left of the arena for the faces, half for the overlay's own work. */
static twc_overlay_result make_faces(const twc_layered_kernels *kernels, const chunk_layers *all, twc_box wanted,
                                     twc_arena *arena, twc_overlay_faces *faces)
{
    const size_t left = (size_t)(arena->end - arena->at);
    faces->capacity = left / 2 / sizeof *faces->face;
    faces->face = twc_arena_take(arena, faces->capacity, sizeof *faces->face);
    const size_t rest = (size_t)(arena->end - arena->at);
    void *workspace = twc_arena_take(arena, 1, rest > 16 ? rest - 16 : 0);
    if (!faces->face || !workspace)
        return TWC_OVERLAY_NO_ROOM;
    return kernels->overlay.overlay_faces(&(twc_overlay_request){all->layer, all->count, wanted, workspace, rest - 16},
                                          faces);
}

size_t twc_layered_workspace(twc_feature_list features, twc_point chunk, int64_t cells)
{
    const int64_t pairs = twc_feature_meetings(features, chunk.x, chunk.z);
    return (size_t)GROUND_BYTES + (size_t)cells * CELL_BYTES + (size_t)pairs * PAIR_BYTES;
}

twc_status twc_layered_chunk(const twc_layered_kernels *kernels, const twc_chunk_request *request, twc_point chunk,
                             twc_arena arena, twc_mesh *mesh)
{
    twc_neighbourhood around;
    chunk_layers all;
    twc_overlay_faces faces = {0};
    twc_sink sink = {.mesh = mesh, .chunks = twc_world_chunks(request->world), .chunk_x = chunk.x, .chunk_z = chunk.z};
    twc_overlay_result result = TWC_OVERLAY_NO_ROOM;
    uint32_t *facet_index = NULL;
    if (make_layers(kernels, request, chunk, &arena, &around, &all)) {
        facet_index = twc_arena_take(&arena, around.facet_count, sizeof *facet_index);
        if (facet_index)
            result = make_faces(kernels, &all, twc_chunk_box(chunk.x, chunk.z), &arena, &faces);
    }
    if (result == TWC_OVERLAY_BROKEN)
        return twc_fail(TWC_CHECK_FAILED, "chunk (%d, %d): a face near (%.2f, %.2f) m could not be triangulated",
                        chunk.x, chunk.z, faces.where.x * 0.01, faces.where.z * 0.01);
    if (result == TWC_OVERLAY_NO_ROOM)
        return twc_fail(TWC_USAGE, "chunk (%d, %d): the workspace is too small for the features near it", chunk.x,
                        chunk.z);
    mesh->triangle_count = mesh->facet_count = 0;
    for (size_t i = 0; i < around.facet_count; i++)
        facet_index[i] = UINT32_MAX;
    for (size_t i = 0; i < faces.count; i++)
        emit(&around, &all, &faces.face[i], facet_index, &sink);
    if (sink.full)
        return twc_fail(TWC_USAGE,
                        "chunk (%d, %d): its mesh holds %u triangles and %u facets, too few for the features near it",
                        chunk.x, chunk.z, mesh->triangle_capacity, mesh->facet_capacity);
    return twc_ok();
}
