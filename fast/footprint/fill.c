/* SPDX-License-Identifier: MIT */
/*
 * The faces of one cell, strip by strip, and the walls along its part of the outline. Spec footprint 4, 5; paper
 * Algorithm 5; twin reference/footprint/fill.c; test tests/footprint/test_roads.c.
 */
#include "footprint/build.h"

enum { POLYGON_MOST = 4 * TWC_CELL_MAX_TRIANGLES };

typedef struct filler {
    fast_work *w;
    const fast_cell *cell;
    int32_t rows, face, last;
    int banks, end, right;
    int count, apex;
    fast_pieces *pieces;
    twc_vertex polygon[POLYGON_MOST];
} filler;

typedef struct strip {
    int32_t row;
    twc_vertex a, b, c, d; /* left row at both stations, right row at the upper and the lower one */
} strip;

static void emit(filler *f, twc_feature_part part, twc_vertex p, twc_vertex q, twc_vertex r)
{
    twc_fast_add_piece(f->pieces, p, q, r, TWC_NONE,
                       twc_feature_facet_id(f->cell->feature->id, part, f->cell->cell, f->face++));
}

static void add_vertex(filler *f, twc_vertex v)
{
    if (f->count == POLYGON_MOST)
        f->pieces->full = 1;
    else
        f->polygon[f->count++] = v;
}

static twc_vertex on_outline(const filler *f, uint32_t h)
{
    const fast_hot *hot = &f->w->hot[h];
    TWC_ASSERT(h < f->w->hot_count && hot->known != 0);
    return (twc_vertex){hot->p.x, hot->p.z, hot->own};
}

static void add_chain(filler *f, const fast_segment *segment)
{
    for (uint32_t b = 0; b <= segment->bend_count; b++)
        add_vertex(f, on_outline(f, f->w->borders[segment->first + b].from));
}

/* One point of the outline against the side a b, which began at `begin`. */
static void try_bend(filler *f, uint32_t h, twc_point a, twc_point b, int begin)
{
    const twc_point p = f->w->hot[h].p;
    const int64_t area2 = twc_point_area2(a, b, p), dx = (int64_t)b.x - a.x, dz = (int64_t)b.z - a.z;
    if (2 * (area2 < 0 ? -area2 : area2) > (dx < 0 ? -dx : dx) + (dz < 0 ? -dz : dz))
        return;
    if (twc_same_point(p, a) || twc_same_point(p, b) || !twc_meets_pixel(a, b, p))
        return;
    for (int j = begin; j < f->count; j++)
        if (twc_same_point(plan(f->polygon[j]), p))
            return;
    int at = f->count;
    add_vertex(f, on_outline(f, h));
    for (; at > begin && at < f->count && twc_along(a, b, plan(f->polygon[at - 1])) > twc_along(a, b, p); at--) {
        twc_vertex moved = f->polygon[at];
        f->polygon[at] = f->polygon[at - 1];
        f->polygon[at - 1] = moved;
    }
}

/*
 * The side from a to b, inside the footprint. The outline comes within a centimetre of an outer strip's part of a
 * section, which ends on it, and of any side at the ends; placing keeps all others farther away (limits.c of the
 * reference).
 */
static void add_inner(filler *f, twc_vertex a, twc_vertex b, int near, int low, int high)
{
    /* Away from the ends only the outline's part on this side comes near. */
    const twc_outline_kind other_side = f->right ? TWC_OUTLINE_LEFT : TWC_OUTLINE_RIGHT;
    add_vertex(f, a);
    const int begin = f->count;
    low = low < 0 && !f->cell->before ? 0 : low;
    high = high > 0 && !f->cell->after ? 0 : high;
    for (int n = low; near && n <= high; n++) {
        const fast_cell *cell = f->cell + n;
        for (uint32_t s = cell->segment; s < cell->segment + cell->segment_count; s++) {
            const fast_segment *segment = &f->w->segments[s];
            if (!f->end && segment->kind == other_side)
                continue;
            for (uint32_t i = 0; i <= segment->bend_count; i++)
                try_bend(f, f->w->borders[segment->first + i].from, plan(a), plan(b), begin);
            try_bend(f, segment->to, plan(a), plan(b), begin);
        }
    }
}

static void add_section(filler *f, twc_outline_kind kind, twc_vertex a, twc_vertex b, int near, int low, int high)
{
    for (uint32_t s = 0; f->end && s < f->cell->segment_count; s++) {
        const fast_segment *segment = &f->w->segments[f->cell->segment + s];
        if (segment->kind == kind && twc_same_point(f->w->hot[segment->from].p, plan(a)) &&
            twc_same_point(f->w->hot[segment->to].p, plan(b))) {
            add_chain(f, segment);
            return;
        }
    }
    add_inner(f, a, b, near, low, high);
}

static void make_polygon(filler *f, const strip *s)
{
    const int outer = s->row == 0 || s->row + 2 == f->rows, near = outer || f->end;
    f->count = 0;
    f->right = 2 * s->row + 2 > f->rows;
    add_section(f, TWC_OUTLINE_START, s->a, s->d, near, -1, 0);
    const int at_d = f->count;
    if (s->row + 2 == f->rows)
        add_chain(f, &f->w->segments[f->cell->side[TWC_RIGHT]]);
    else
        add_inner(f, s->d, s->c, f->end, -1, 1);
    add_section(f, TWC_OUTLINE_END, s->c, s->b, near, 0, 1);
    if (s->row == 0)
        add_chain(f, &f->w->segments[f->cell->side[TWC_LEFT]]);
    else
        add_inner(f, s->b, s->a, f->end, -1, 1);
    f->apex = s->row < (f->banks ? 2 : 1) ? at_d : 0;
}

static int emit_fan(filler *f, twc_feature_part part)
{
    const int n = f->count;
    TWC_ASSERT(f->apex < n);
    const twc_vertex apex = f->polygon[f->apex];
    for (int i = 1, p = f->apex; i + 1 < n; i++) {
        p = p + 1 < n ? p + 1 : 0;
        if (twc_vertex_area2(apex, f->polygon[p], f->polygon[p + 1 < n ? p + 1 : 0]) <= 0)
            return 0;
    }
    for (int i = 1, p = f->apex; i + 1 < n; i++) {
        p = p + 1 < n ? p + 1 : 0;
        emit(f, part, apex, f->polygon[p], f->polygon[p + 1 < n ? p + 1 : 0]);
    }
    return 1;
}

static twc_vertex lifted(const filler *f, twc_point p)
{
    for (int i = 0; i < f->count; i++)
        if (twc_same_point(plan(f->polygon[i]), p))
            return f->polygon[i];
    return (twc_vertex){p.x, p.z, 0.0f};
}

/* At the ends, and where a fan would turn a triangle over: rare, so by the reference's ears. */
static void emit_ears(filler *f, twc_feature_part part)
{
    twc_arena scratch = f->w->arena;
    twc_border *edges = twc_arena_take(&scratch, (size_t)f->count, sizeof *edges);
    twc_point(*out)[3] = twc_arena_take(&scratch, 3 * (size_t)f->count, sizeof *out);
    if (scratch.full) {
        f->pieces->full = 1;
        return;
    }
    for (int i = 0; i < f->count; i++)
        edges[i] = (twc_border){plan(f->polygon[i]), plan(f->polygon[i + 1 < f->count ? i + 1 : 0])};
    const ptrdiff_t count = twc_reference_triangulate(edges, (size_t)f->count, scratch, out);
    if (count < 0 && !f->pieces->broken) {
        f->pieces->broken = 1;
        f->pieces->where = plan(f->polygon[0]);
    }
    for (ptrdiff_t i = 0; i < count; i++)
        emit(f, part, lifted(f, out[i][0]), lifted(f, out[i][1]), lifted(f, out[i][2]));
}

/* A strip between inner rows is its four corners: the fan from a or d is two triangles. */
static int emit_plain(filler *f, const strip *s, twc_feature_part part)
{
    if (f->end || s->row == 0 || s->row + 2 == f->rows)
        return 0;
    const int from_d = s->row < (f->banks ? 2 : 1);
    const twc_vertex p[4] = {from_d ? s->d : s->a, from_d ? s->c : s->d, from_d ? s->b : s->c, from_d ? s->a : s->b};
    if (twc_vertex_area2(p[0], p[1], p[2]) <= 0 || twc_vertex_area2(p[0], p[2], p[3]) <= 0)
        return 0;
    emit(f, part, p[0], p[1], p[2]);
    emit(f, part, p[0], p[2], p[3]);
    return 1;
}

static void emit_strip(filler *f, const strip *s)
{
    const twc_feature_part part = f->banks && (s->row < 2 || s->row >= f->rows - 3) ? TWC_PART_BANK : TWC_PART_BED;
    if (same_plan(s->a, s->d) && same_plan(s->b, s->c)) {
        if (s->c.y != s->b.y)
            emit(f, TWC_PART_STEP, s->d, s->c, s->b);
        if (s->a.y != s->d.y)
            emit(f, TWC_PART_STEP, s->d, s->b, s->a);
        return;
    }
    if (emit_plain(f, s, part))
        return;
    make_polygon(f, s);
    if (f->end || !emit_fan(f, part))
        emit_ears(f, part);
}

static void emit_walls(filler *f)
{
    const fast_segment *segments = f->w->segments + f->cell->segment;
    for (uint32_t s = 0; s < f->cell->segment_count; s++)
        for (uint32_t i = 0; i <= segments[s].bend_count; i++) {
            const fast_border *border = &f->w->borders[segments[s].first + i];
            const fast_hot *p = &f->w->hot[border->from], *q = &f->w->hot[border->to];
            if (border->dropped || (p->own == p->ground && q->own == q->ground))
                continue;
            const twc_vertex own_p = on_outline(f, border->from), own_q = on_outline(f, border->to);
            const twc_vertex ground_p = {p->p.x, p->p.z, p->ground}, ground_q = {q->p.x, q->p.z, q->ground};
            if (p->own != p->ground)
                emit(f, TWC_PART_WALL, own_q, own_p, ground_p);
            if (q->own != q->ground)
                emit(f, TWC_PART_WALL, own_q, ground_p, ground_q);
        }
}

void twc_fast_fill(fast_work *w, uint32_t index, fast_pieces *pieces)
{
    filler f;
    f.w = w;
    f.cell = &w->cells[index];
    f.pieces = pieces;
    f.face = 0;
    f.rows = twc_section_row_count(&f.cell->feature->profile);
    f.banks = f.cell->feature->profile.edge == TWC_EDGE_BANK;
    f.last = f.cell->feature->station_count - 2;
    f.end = f.cell->cell == 0 || f.cell->cell == f.last;
    const twc_cross_section *low = &f.cell->section[0], *high = &f.cell->section[1];
    const fast_segment *left = &w->segments[f.cell->side[TWC_LEFT]], *right = &w->segments[f.cell->side[TWC_RIGHT]];
    for (int32_t r = 0; r + 1 < f.rows; r++) {
        strip s = {r, low->row[r], high->row[r], high->row[r + 1], low->row[r + 1]};
        if (r == 0) {
            s.a = on_outline(&f, left->to);
            s.b = on_outline(&f, left->from);
        }
        if (r + 2 == f.rows) {
            s.c = on_outline(&f, right->to);
            s.d = on_outline(&f, right->from);
        }
        emit_strip(&f, &s);
    }
    emit_walls(&f);
    if (f.face > TWC_CELL_MAX_TRIANGLES + 1 && !pieces->broken) {
        pieces->broken = 1;
        pieces->where = plan(low->row[0]);
    }
}
