/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases of the steps of a feature build, each compared by itself: sections, arrangement, heights, cut and fill of one
 * chunk. The fast library builds all asked chunks at once and keeps other structures on the way, so what a step left is
 * put into lists in an order of their own, within the chunk; farther out the two know different neighbourhoods.
 */
#include <stdlib.h>
#include <string.h>

#include "check/case_feature.h"
#include "check/registry.h"
#include "fast/footprint/build.h"
#include "reference/footprint/stage.h"

enum { OUT = FEATURE_ARRAYS };
enum { BORDERS = 4096, POINTS = 4096, PIECES = 8192 }; /* room in a chunk; a case has some hundreds at most */

/* ---- what the steps leave ---- */

typedef struct outline_point {
    twc_point p;
    float ground, own;
} outline_point;

typedef struct piece {
    twc_vertex corner[3];
    uint64_t id; /* of its facet */
} piece;

static const twc_member section_members[] = {
    {"row", TWC_TYPE_U32, offsetof(twc_cross_section, row), 3 * TWC_SECTION_ROWS}, /* x, z and y of each */
    {"retains", TWC_TYPE_U8, offsetof(twc_cross_section, retains), 2},
};
static const twc_layout section_layout = {"section",      sizeof(twc_cross_section), _Alignof(twc_cross_section), 0, 2,
                                          section_members};

static const twc_member border_members[] = {
    {"from", TWC_TYPE_I32, offsetof(twc_border, from), 2},
    {"to", TWC_TYPE_I32, offsetof(twc_border, to), 2},
};
static const twc_layout border_layout = {"border", sizeof(twc_border), _Alignof(twc_border), 0, 2, border_members};

static const twc_member point_members[] = {
    {"p", TWC_TYPE_I32, offsetof(outline_point, p), 2},
    {"ground", TWC_TYPE_F32, offsetof(outline_point, ground), 1},
    {"own", TWC_TYPE_F32, offsetof(outline_point, own), 1},
};
static const twc_layout point_layout = {"outline point", sizeof(outline_point), _Alignof(outline_point), 0, 3,
                                        point_members};

static const twc_member piece_members[] = {
    {"corner", TWC_TYPE_U32, offsetof(piece, corner), 9}, /* x, z and y of each */
    {"id", TWC_TYPE_U64, offsetof(piece, id), 1},
};
static const twc_layout piece_layout = {"piece", sizeof(piece), _Alignof(piece), 0, 2, piece_members};

static int compare_points(twc_point a, twc_point b)
{
    return twc_point_before(a, b) ? -1 : twc_point_before(b, a);
}

static int compare_borders(const void *left, const void *right)
{
    const twc_border *a = left, *b = right;
    const int order = compare_points(a->from, b->from);
    return order ? order : compare_points(a->to, b->to);
}

static int compare_outline_points(const void *left, const void *right)
{
    const outline_point *a = left, *b = right;
    return compare_points(a->p, b->p);
}

static int compare_pieces(const void *left, const void *right)
{
    const piece *a = left, *b = right;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        const int order = compare_points(twc_plan(a->corner[k]), twc_plan(b->corner[k]));
        if (order)
            return order;
    }
    return 0;
}

/* One chunk, that of the first node. */
static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_feature_draw(random, index, value);
    for (int axis = 0; axis < 2; axis++) {
        value[FEATURE_NX + axis] = 1;
        value[FEATURE_CHUNK_X + axis] = twc_clamp((int32_t)(value[FEATURE_NODE_X + axis] / TWC_CHUNK_CM), 0,
                                                  (int32_t)value[W_NX + axis] * TWC_TILE_CHUNKS - 1);
    }
}

/* ---- one chunk, as far as a step ---- */

typedef enum step { SOLVE, ARRANGE, CUT, FILL } step;

typedef struct scene {
    twc_case_world view;
    twc_feature feature;
    twc_chunk_request request; /* of one chunk */
    twc_builder builder;
    twc_box box;
    twc_mesh mesh;
    twc_arena arena; /* the reference's */
    twc_neighbourhood around;
    twc_arrangement arrangement;
    fast_build build;
} scene;

static int in_chunk(const scene *s, twc_point p)
{
    return p.x >= s->box.x0 && p.x <= s->box.x1 && p.z >= s->box.z0 && p.z <= s->box.z1;
}

static size_t mesh_bytes(const scene *s)
{
    return ((size_t)s->mesh.triangle_capacity * sizeof(twc_triangle) + 63) / 64 * 64 +
           ((size_t)s->mesh.facet_capacity * sizeof(twc_facet) + 63) / 64 * 64;
}

/* The scene of a case over given arrays; whether a cell is near its chunk. */
static int set_scene(const twc_case *c, const twc_implementation *implementation, void *const *buffer, scene *s)
{
    memset(s, 0, sizeof *s);
    twc_case_world_view(c, buffer[FEATURE_TILES], &s->view);
    s->builder = twc_implementation_builder(implementation);
    s->request = twc_implementation_request(implementation, &s->view.world, twc_case_feature_chunks(c),
                                            TWC_BUILD_FEATURES);
    s->request.features = twc_case_feature_list(c, buffer, &s->feature);
    s->request.chunks.nx = s->request.chunks.nz = 1;
    s->request.options.threads = 1;
    s->box = twc_chunk_box(s->request.chunks.x, s->request.chunks.z);
    s->mesh.triangle_capacity = s->mesh.facet_capacity = twc_feature_capacity(s->request.features, s->request.chunks.x,
                                                                              s->request.chunks.z);
    return s->request.features.count > 0 &&
           twc_reference_features()->cells_near(&s->feature, twc_box_grown(s->box, TWC_FEATURE_REACH_CM), 0, NULL) > 0;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    void *buffer[TWC_CASE_ARRAYS];
    scene s;
    for (uint32_t k = 0; k < c->array_count; k++)
        buffer[k] = c->array[k].data;
    set_scene(c, implementation, buffer, &s);
    return mesh_bytes(&s) + twc_chunks_workspace(s.builder, &s.request, NULL);
}

/* Takes a chunk through the steps before its triangles. A case whose chunk no cell is near has nothing to compare. */
static int advance(const twc_case *c, const twc_implementation *implementation, const twc_call *call, step last,
                   scene *s)
{
    if (!set_scene(c, implementation, call->buffer, s))
        return 0;
    unsigned char *memory = call->scratch, *workspace = memory + mesh_bytes(s);
    s->mesh.triangles = (void *)memory;
    s->mesh.facets = (void *)(memory + ((size_t)s->mesh.triangle_capacity * sizeof(twc_triangle) + 63) / 64 * 64);
    if (implementation->fast)
        return !twc_fast_feature_begin(&s->builder, &s->request, workspace, &s->mesh, &s->build).code &&
               (last == SOLVE || !twc_fast_feature_arrange(&s->build).code);
    s->arena = (twc_arena){workspace, workspace + twc_chunks_workspace(s->builder, &s->request, NULL), 0};
    return twc_reference_gather(&s->view.world, 0, s->request.features, s->request.chunks.x, s->request.chunks.z,
                                &s->arena, &s->around) &&
           (last == SOLVE || (twc_reference_outline(&s->around, &s->arena, &s->arrangement) &&
                              twc_reference_arrange(&s->around, &s->arena, &s->arrangement)));
}

/* ---- sections ---- */

static int solve_shape(twc_case *c)
{
    if (!twc_case_feature_shape(c))
        return 0;
    twc_case_list(c, TWC_OUTPUT, "sections", &section_layout, 2 * (c->array[FEATURE_STATIONS].count - 1));
    return 1;
}

static void solve_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    scene s;
    twc_cross_section *out = call->buffer[OUT];
    *call->written[OUT] = 0;
    if (!advance(c, implementation, call, SOLVE, &s))
        return;
    const size_t count = implementation->fast ? s.build.work.cell_count : s.around.cell_count;
    for (size_t k = 0; k < count; k++)
        memcpy(out + 2 * k, implementation->fast ? s.build.work.cells[k].section : s.around.cells[k].section,
               2 * sizeof *out);
    *call->written[OUT] = 2 * count;
}

/* ---- the arrangement: the snapped outline ---- */

static int arrange_shape(twc_case *c)
{
    if (!twc_case_feature_shape(c))
        return 0;
    twc_case_list(c, TWC_OUTPUT, "outline", &border_layout, BORDERS);
    return 1;
}

static void arrange_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    scene s;
    twc_border *out = call->buffer[OUT];
    size_t count = 0;
    *call->written[OUT] = 0;
    if (!advance(c, implementation, call, ARRANGE, &s))
        return;
    const fast_work *w = &s.build.work;
    const size_t all = implementation->fast ? w->border_count : s.arrangement.outline_count;
    for (size_t k = 0; k < all && count < BORDERS; k++) {
        if (implementation->fast && w->borders[k].dropped)
            continue;
        const twc_border border = implementation->fast
                                      ? (twc_border){w->hot[w->borders[k].from].p, w->hot[w->borders[k].to].p}
                                      : s.arrangement.outline[k];
        if (in_chunk(&s, border.from) && in_chunk(&s, border.to))
            out[count++] = border;
    }
    qsort(out, count, sizeof *out, compare_borders);
    *call->written[OUT] = count;
}

/* ---- heights of the outline's points ---- */

static int heights_shape(twc_case *c)
{
    if (!twc_case_feature_shape(c))
        return 0;
    twc_case_list(c, TWC_OUTPUT, "points", &point_layout, POINTS);
    return 1;
}

static void heights_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    scene s;
    outline_point *out = call->buffer[OUT];
    size_t count = 0;
    *call->written[OUT] = 0;
    if (!advance(c, implementation, call, ARRANGE, &s))
        return;
    const fast_work *w = &s.build.work;
    const size_t all = implementation->fast ? w->hot_count : s.arrangement.hot_count;
    for (size_t k = 0; k < all && count < POINTS; k++) {
        const outline_point point = implementation->fast
                                        ? (outline_point){w->hot[k].p, w->hot[k].ground, w->hot[k].own}
                                        : (outline_point){s.arrangement.hot[k].p, s.arrangement.hot[k].ground,
                                                          s.arrangement.hot[k].own};
        if (in_chunk(&s, point.p) && (implementation->fast ? w->hot[k].passes : s.arrangement.hot[k].passes))
            out[count++] = point;
    }
    qsort(out, count, sizeof *out, compare_outline_points);
    *call->written[OUT] = count;
}

/* ---- pieces of cut triangles, and faces ---- */

static int pieces_shape(twc_case *c)
{
    if (!twc_case_feature_shape(c))
        return 0;
    twc_case_list(c, TWC_OUTPUT, "pieces", &piece_layout, PIECES);
    return 1;
}

static void put_piece(const twc_vertex corner[3], uint64_t id, piece *out, size_t *count)
{
    if (*count == PIECES)
        return;
    memcpy(out[*count].corner, corner, sizeof out->corner);
    out[(*count)++].id = id;
}

/* The reference leaves a triangle that nothing cut as it was: one with its corners. */
static void reference_cut(scene *s, piece *out, size_t *count)
{
    uint32_t *facet_index = twc_arena_take(&s->arena, s->around.facet_count, sizeof *facet_index);
    twc_sink sink = {.mesh = &s->mesh,
                     .chunks = twc_world_chunks(&s->view.world),
                     .chunk_x = s->request.chunks.x,
                     .chunk_z = s->request.chunks.z};
    if (!facet_index)
        return;
    memset(facet_index, 0xFF, s->around.facet_count * sizeof *facet_index);
    for (size_t t = 0; t < s->around.triangle_count; t++) {
        const twc_ground_triangle *triangle = &s->around.triangles[t];
        const uint32_t first = s->mesh.triangle_count;
        if (!twc_boxes_meet(triangle->box, s->box))
            continue;
        twc_reference_cut(&s->around, &s->arrangement, triangle, s->arena, facet_index, &sink);
        if (s->mesh.triangle_count == first + 1 &&
            memcmp(s->mesh.triangles[first].corner, triangle->corner, sizeof triangle->corner) == 0)
            continue;
        for (uint32_t k = first; k < s->mesh.triangle_count; k++)
            put_piece(s->mesh.triangles[k].corner, s->around.facets[triangle->facet].id, out, count);
    }
}

static void reference_fill(scene *s, piece *out, size_t *count)
{
    twc_sink sink = {.mesh = &s->mesh,
                     .chunks = twc_world_chunks(&s->view.world),
                     .chunk_x = s->request.chunks.x,
                     .chunk_z = s->request.chunks.z};
    for (size_t k = 0; k < s->around.cell_count; k++)
        if (twc_boxes_meet(s->around.cells[k].box, s->box))
            twc_reference_fill(&s->around, &s->arrangement, k, s->arena, &sink);
    for (uint32_t k = 0; k < s->mesh.triangle_count; k++)
        put_piece(s->mesh.triangles[k].corner, s->mesh.facets[s->mesh.triangles[k].facet].id, out, count);
}

static void fast_pieces_of(scene *s, step last, piece *out, size_t *count)
{
    fast_work *w = &s->build.work;
    if (last == CUT)
        twc_fast_feature_cut(&s->build);
    for (uint32_t k = 0; last == FILL && k < w->cell_count; k++)
        if (twc_boxes_meet(w->cells[k].box, s->box))
            twc_fast_fill(w, k, &s->build.pieces);
    for (uint32_t k = 0; k < s->build.pieces.count; k++) {
        const fast_piece *made = &s->build.pieces.piece[k];
        const fast_triangle *source = made->source == TWC_NONE ? NULL : &w->triangles[made->source];
        const twc_mesh *mesh = source ? &source->ground->mesh : NULL;
        put_piece(made->v, mesh ? mesh->facets[mesh->triangles[source->number].facet].id : made->id, out, count);
    }
}

static void pieces_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call, step last)
{
    scene s;
    piece *out = call->buffer[OUT];
    size_t count = 0;
    *call->written[OUT] = 0;
    if (!advance(c, implementation, call, last, &s))
        return;
    if (implementation->fast)
        fast_pieces_of(&s, last, out, &count);
    else if (last == CUT)
        reference_cut(&s, out, &count);
    else
        reference_fill(&s, out, &count);
    qsort(out, count, sizeof *out, compare_pieces);
    *call->written[OUT] = count;
}

static void cut_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    pieces_run(c, implementation, call, CUT);
}

static void fill_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    pieces_run(c, implementation, call, FILL);
}

/* ---- the kernels ---- */

static const twc_planted_fault solve_faults[] = {
    {"wrong salt", "footprint/solve.c", "s->id, TWC_SALT_INNER_WOBBLE)",
     "s->id, TWC_FAULT(TWC_SALT_INNER_WOBBLE, TWC_SALT_BED_NOISE))"},
    {"wrong rounding", "footprint/solve.c", "(int64_t)station->rx * offset_cm + half",
     "(int64_t)station->rx * offset_cm + TWC_FAULT(half, 0)"},
    {"wrong side", "footprint/solve.c", "side == TWC_LEFT ? TWC_SALT_OUTER_LEFT",
     "TWC_FAULT(side == TWC_LEFT, side != TWC_LEFT) ? TWC_SALT_OUTER_LEFT"},
    {"off by one", "footprint/solve.c", "if (step == WIDTH_STEPS)", "if (step == WIDTH_STEPS - TWC_FAULT(0, 1))"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_solve = {
    .name = "footprint.solve",
    .cases = 32,
    .scalars = twc_case_feature_scalars,
    .draw = draw,
    .shape = solve_shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = solve_run,
    .faults = solve_faults,
};

/*
 * Not told from the original, and so not planted: the segments of neighbouring cells left out of what may bend through
 * a hot point. Only a crossing within a centimetre of a sharp corner of the outline tells, and 3,000 roads of the road
 * fuzzer had none. And a line that passes a pixel by its corner exactly (close_lines, < for <=): one road in some
 * thousands tells, which the long run (./run test --all) draws and 32 cases don't.
 */
static const twc_planted_fault arrange_faults[] = {
    {"wrong order", "cut/bends.c", "along_line(at_line, w->hot[w->bends[at - 1]].p) > along; at--)",
     "TWC_FAULT(along_line(at_line, w->hot[w->bends[at - 1]].p) > along, 0); at--)"},
    {"dropped last lane", "cut/candidates.c", ": (1u << LANES) - 1;", ": (1u << (LANES - TWC_FAULT(0, 1))) - 1;"},
    {"missing tail", "cut/candidates.c",
     "for (uint32_t i = 0; i < count; i += LANES) {\n"
     "                    const size_t at",
     "for (uint32_t i = 0; i + TWC_FAULT(0, LANES - 1) < count; i += LANES) {\n"
     "                    const size_t at"},
    {"operand order", "cut/candidates.c", "(int32_t)(c - turn), edge_reach",
     "(int32_t)(TWC_FAULT(c - turn, c + turn)), edge_reach"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_arrange = {
    .name = "cut.arrange",
    .cases = 32,
    .scalars = twc_case_feature_scalars,
    .draw = draw,
    .shape = arrange_shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = arrange_run,
    .faults = arrange_faults,
};

/*
 * Not told from the original, and so not planted: another order of the binary64 sums in heights along an edge, which
 * moves them by 2^-53 before they are rounded to binary32.
 */
static const twc_planted_fault heights_faults[] = {
    {"wrong height", "footprint/outline.c", "set_ground(&w->hot[left->to], cell->ground[0][TWC_LEFT]);",
     "set_ground(&w->hot[left->to], cell->ground[0][TWC_FAULT(TWC_LEFT, TWC_RIGHT)]);"},
    {"wrong end", "cut/heights.c", "return segment->ground[end] ?",
     "return TWC_FAULT(segment->ground[end], !segment->ground[end]) ?"},
    {"option ignored", "cut/heights.c", "if (segment->follows)", "if (TWC_FAULT(segment->follows, 0))"},
    {"wrong corner", "cut/heights.c", "(twc_point){edge->a.x, edge->a.z}, edge->a.y,",
     "(twc_point){edge->a.x, edge->a.z}, TWC_FAULT(edge->a.y, edge->b.y),"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_heights = {
    .name = "cut.heights",
    .cases = 32,
    .scalars = twc_case_feature_scalars,
    .draw = draw,
    .shape = heights_shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = heights_run,
    .faults = heights_faults,
};

static const twc_planted_fault cut_faults[] = {
    {"wrong corner", "cut/cut.c", "return fast_area2(a, p, b) > 0 ? after && before : after || before;",
     "return TWC_FAULT(fast_area2(a, p, b) > 0, 1) ? after && before : after || before;"},
    {"missing piece", "cut/cut.c",
     "for (int i = 0; i < count; i++)\n"
     "        twc_fast_add_piece(pieces, left.at",
     "for (int i = 0; i < count - TWC_FAULT(0, count > 3); i++)\n"
     "        twc_fast_add_piece(pieces, left.at"},
    {"wrong height", "cut/cut.c", "(twc_vertex){to->p.x, to->p.z, to->ground}",
     "(twc_vertex){to->p.x, to->p.z, TWC_FAULT(to->ground, to->own)}"},
    {"wrong order", "cut/cut.c", "(forward ? i : edge->bend_count - 1 - i)",
     "(TWC_FAULT(forward, 1) ? i : edge->bend_count - 1 - i)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_cut = {
    .name = "cut.cut",
    .cases = 32,
    .scalars = twc_case_feature_scalars,
    .draw = draw,
    .shape = pieces_shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = cut_run,
    .faults = cut_faults,
};

static const twc_planted_fault fill_faults[] = {
    {"missing bends", "footprint/fill.c",
     "b <= segment->bend_count; b++)\n"
     "        add_vertex",
     "b <= TWC_FAULT(segment->bend_count, 0); b++)\n"
     "        add_vertex"},
    {"wrong apex", "footprint/fill.c", "f->apex = s->row < (f->banks ? 2 : 1)",
     "f->apex = s->row <= TWC_FAULT(f->banks ? 1 : 0, f->banks ? 2 : 1)"},
    {"wrong id", "footprint/fill.c", "f->cell->cell, f->face++)", "f->cell->cell, TWC_FAULT(f->face++, f->face))"},
    {"missing wall", "footprint/fill.c", "(p->own == p->ground && q->own == q->ground)",
     "TWC_FAULT(p->own == p->ground && q->own == q->ground, p->own == p->ground || q->own == q->ground)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_fill = {
    .name = "footprint.fill",
    .cases = 32,
    .scalars = twc_case_feature_scalars,
    .draw = draw,
    .shape = pieces_shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = fill_run,
    .faults = fill_faults,
};
