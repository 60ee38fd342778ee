/* SPDX-License-Identifier: MIT */
/*
 * The faces of one cell, strip by strip, and the walls along its part of the outline. Spec footprint 4, 5; paper
 * Algorithm 5; twin fast/footprint/fill.c; test tests/footprint/test_roads.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"

/* A cell being filled, and the polygon of one of its strips. */
typedef struct filler {
    const twc_neighbourhood *around;
    const twc_arrangement *arrangement;
    size_t index;
    const twc_local_cell *cell;
    int32_t rows, face; /* faces so far, kept or not */
    twc_vertex *polygon;
    size_t count, room;
    twc_sink *sink;
} filler;

/* The four corners of a strip: a and b on its left row, at the lower station and the next; d and c on its right row. */
typedef struct strip {
    int32_t row;
    twc_vertex a, b, c, d;
} strip;

static void emit(filler *f, twc_feature_part part, twc_vertex p, twc_vertex q, twc_vertex r)
{
    const twc_vertex corner[3] = {p, q, r};
    uint64_t id = twc_feature_facet_id(f->cell->feature->id, part, f->cell->cell, f->face++);
    if (twc_sink_owns(f->sink, corner))
        twc_sink_triangle(f->sink, corner, twc_sink_facet(f->sink, corner, id));
}

static void break_at(filler *f, twc_vertex v)
{
    if (!f->sink->broken)
        f->sink->where = twc_plan(v);
    f->sink->broken = 1;
}

/* ---- a strip's polygon ---- */

static void add_vertex(filler *f, twc_vertex v)
{
    if (f->count == f->room)
        f->sink->full = 1;
    else
        f->polygon[f->count++] = v;
}

static twc_vertex on_outline(const filler *f, twc_point p)
{
    const twc_hot *hot = twc_reference_hot(f->arrangement, p);
    TWC_ASSERT(hot != NULL && hot->known != 0); /* it is on the outline */
    return (twc_vertex){p.x, p.z, hot->own};
}

/* All of a segment's chain but its last point. */
static void add_chain(filler *f, const twc_outline_segment *segment)
{
    for (uint32_t i = 0; i + 1 < segment->chain_count; i++)
        add_vertex(f, on_outline(f, f->arrangement->chains[segment->chain + i]));
}

/*
 * Points of the outline's chains in one cell that the open segment a b bends through, sorted in from where the side
 * began.
 */
static void add_bends(filler *f, const twc_local_cell *cell, twc_point a, twc_point b, size_t begin)
{
    for (uint32_t s = 0; s < cell->segment_count; s++) {
        const twc_outline_segment *segment = &f->arrangement->segments[cell->segment + s];
        for (uint32_t i = 0; i < segment->chain_count; i++) {
            twc_point p = f->arrangement->chains[segment->chain + i];
            int known = twc_same_point(p, a) || twc_same_point(p, b) || !twc_meets_pixel(a, b, p);
            for (size_t j = begin; j < f->count; j++)
                known |= twc_same_point(twc_plan(f->polygon[j]), p);
            if (known)
                continue;
            size_t at = f->count;
            add_vertex(f, on_outline(f, p));
            for (; at > begin && at < f->count && twc_along(a, b, twc_plan(f->polygon[at - 1])) > twc_along(a, b, p);
                 at--) {
                twc_vertex moved = f->polygon[at];
                f->polygon[at] = f->polygon[at - 1];
                f->polygon[at - 1] = moved;
            }
        }
    }
}

/*
 * The side from a to b, inside the footprint: it bends through points of the outline in cells low .. high about this
 * one.
 */
static void add_inner(filler *f, twc_vertex a, twc_vertex b, int low, int high)
{
    add_vertex(f, a);
    size_t begin = f->count;
    for (int n = low; n <= high; n++) {
        const twc_local_cell *cell = f->cell + n;
        int known = n == 0 || (cell >= f->around->cells && cell < f->around->cells + f->around->cell_count &&
                               cell->feature == f->cell->feature && cell->cell == f->cell->cell + n);
        if (known)
            add_bends(f, cell, twc_plan(a), twc_plan(b), begin);
    }
}

/* A section's part between two neighbouring rows: a segment of the outline at an end of the corridor. */
/* A side along a section: of the outline at the ends, which own such segments, else inside the footprint. */
static void add_section(filler *f, twc_outline_kind kind, twc_vertex a, twc_vertex b, int low, int high)
{
    for (uint32_t s = 0; s < f->cell->segment_count; s++) {
        const twc_outline_segment *segment = &f->arrangement->segments[f->cell->segment + s];
        if (segment->kind == kind && twc_same_point(segment->from, twc_plan(a)) &&
            twc_same_point(segment->to, twc_plan(b))) {
            add_chain(f, segment);
            return;
        }
    }
    add_inner(f, a, b, low, high);
}

static void make_polygon(filler *f, const strip *s)
{
    f->count = 0;
    add_section(f, TWC_OUTLINE_START, s->a, s->d, -1, 0);
    if (s->row + 2 == f->rows)
        add_chain(f, &f->arrangement->segments[f->cell->side[TWC_RIGHT]]);
    else
        add_inner(f, s->d, s->c, -1, 1);
    add_section(f, TWC_OUTLINE_END, s->c, s->b, 0, 1);
    if (s->row == 0)
        add_chain(f, &f->arrangement->segments[f->cell->side[TWC_LEFT]]);
    else
        add_inner(f, s->b, s->a, -1, 1);
}

/* ---- its triangles ---- */

static size_t apex(const filler *f, const strip *s)
{
    int banks = f->cell->feature->profile.edge == TWC_EDGE_BANK;
    twc_point p = twc_plan(s->row < (banks ? 2 : 1) ? s->d : s->a);
    for (size_t i = 0; i < f->count; i++)
        if (twc_same_point(twc_plan(f->polygon[i]), p))
            return i;
    return 0;
}

/* A fan from the inner row's lower point, where it turns no triangle over. */
static int emit_fan(filler *f, twc_feature_part part, size_t from)
{
    TWC_ASSERT(from < f->count);
    for (size_t i = 1; i + 1 < f->count; i++) {
        size_t p = (from + i) % f->count, q = (from + i + 1) % f->count;
        if (twc_vertex_area2(f->polygon[from], f->polygon[p], f->polygon[q]) <= 0)
            return 0;
    }
    for (size_t i = 1; i + 1 < f->count; i++)
        emit(f, part, f->polygon[from], f->polygon[(from + i) % f->count], f->polygon[(from + i + 1) % f->count]);
    return 1;
}

static twc_vertex lifted(const filler *f, twc_point p)
{
    for (size_t i = 0; i < f->count; i++)
        if (twc_same_point(twc_plan(f->polygon[i]), p))
            return f->polygon[i];
    return (twc_vertex){p.x, p.z, 0.0f};
}

static void emit_ears(filler *f, twc_feature_part part, twc_arena arena)
{
    twc_border *edges = twc_arena_take(&arena, f->count, sizeof *edges);
    twc_point(*faces)[3] = twc_arena_take(&arena, 3 * f->count, sizeof *faces);
    if (arena.full) {
        f->sink->full = 1;
        return;
    }
    for (size_t i = 0; i < f->count; i++)
        edges[i] = (twc_border){twc_plan(f->polygon[i]), twc_plan(f->polygon[(i + 1) % f->count])};
    ptrdiff_t count = twc_reference_triangulate(edges, f->count, arena, faces);
    if (count < 0)
        break_at(f, f->polygon[0]);
    for (ptrdiff_t i = 0; i < count; i++)
        emit(f, part, lifted(f, faces[i][0]), lifted(f, faces[i][1]), lifted(f, faces[i][2]));
}

/* A step inside the profile: a wall between two rows at one place. */
static void emit_step(filler *f, const strip *s)
{
    if (s->c.y != s->b.y)
        emit(f, TWC_PART_STEP, s->d, s->c, s->b);
    if (s->a.y != s->d.y)
        emit(f, TWC_PART_STEP, s->d, s->b, s->a);
}

static void emit_strip(filler *f, const strip *s, twc_arena arena)
{
    int banks = f->cell->feature->profile.edge == TWC_EDGE_BANK;
    twc_feature_part part = banks && (s->row < 2 || s->row >= f->rows - 3) ? TWC_PART_BANK : TWC_PART_BED;
    if (twc_same_point(twc_plan(s->a), twc_plan(s->d)) && twc_same_point(twc_plan(s->b), twc_plan(s->c))) {
        emit_step(f, s);
        return;
    }
    make_polygon(f, s);
    int end = f->cell->cell == 0 || f->cell->cell == f->cell->feature->station_count - 2;
    if (end || !emit_fan(f, part, apex(f, s)))
        emit_ears(f, part, arena);
}

/* ---- walls ---- */

/* The corridor has p -> q at its own height, the ground q -> p at the ground's: the wall closes both. */
static void emit_wall(filler *f, const twc_hot *p, const twc_hot *q)
{
    twc_vertex own_p = {p->p.x, p->p.z, p->own}, own_q = {q->p.x, q->p.z, q->own};
    twc_vertex ground_p = {p->p.x, p->p.z, p->ground}, ground_q = {q->p.x, q->p.z, q->ground};
    if (own_p.y != ground_p.y)
        emit(f, TWC_PART_WALL, own_q, own_p, ground_p);
    if (own_q.y != ground_q.y)
        emit(f, TWC_PART_WALL, own_q, ground_p, ground_q);
}

static void emit_walls(filler *f)
{
    for (uint32_t s = 0; s < f->cell->segment_count; s++) {
        const twc_outline_segment *segment = &f->arrangement->segments[f->cell->segment + s];
        for (uint32_t i = 0; i + 1 < segment->chain_count; i++) {
            twc_point p = f->arrangement->chains[segment->chain + i],
                      q = f->arrangement->chains[segment->chain + i + 1];
            if (twc_reference_on_outline(f->arrangement, p, q))
                emit_wall(f, twc_reference_hot(f->arrangement, p), twc_reference_hot(f->arrangement, q));
        }
    }
}

void twc_reference_fill(const twc_neighbourhood *around, const twc_arrangement *arrangement, size_t index,
                        twc_arena arena, twc_sink *sink)
{
    filler f = {
        .around = around, .arrangement = arrangement, .index = index, .cell = &around->cells[index], .sink = sink};
    const twc_cross_section *low = &f.cell->section[0], *high = &f.cell->section[1];
    f.rows = twc_section_row_count(&f.cell->feature->profile);
    f.room = 4 * TWC_CELL_MAX_TRIANGLES;
    f.polygon = twc_arena_take(&arena, f.room, sizeof *f.polygon);
    if (!f.polygon) {
        sink->full = 1;
        return;
    }
    for (int32_t r = 0; r + 1 < f.rows; r++) {
        strip s = {r, low->row[r], high->row[r], high->row[r + 1], low->row[r + 1]};
        if (r == 0) {
            s.a = on_outline(&f, twc_plan(s.a));
            s.b = on_outline(&f, twc_plan(s.b));
        }
        if (r + 2 == f.rows) {
            s.c = on_outline(&f, twc_plan(s.c));
            s.d = on_outline(&f, twc_plan(s.d));
        }
        emit_strip(&f, &s, arena);
    }
    emit_walls(&f);
    if (f.face > TWC_CELL_MAX_TRIANGLES + 1)
        break_at(&f, low->row[0]);
}
