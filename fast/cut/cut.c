/* SPDX-License-Identifier: MIT */
/*
 * Ground triangles minus the footprints: each with its bends and the outline's edges inside it. Spec cut 4; paper
 * Algorithm 4; twin reference/cut/cut.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

enum { RING_MOST = 96, LEFT_MOST = 1024 };

/* The snapped border of a triangle: edge i runs from point i to the next. */
typedef struct ring {
    twc_vertex at[RING_MOST]; /* with the ground's heights */
    uint32_t id[RING_MOST];   /* the hot point there; at a corner that is none, hot_count + its number */
    int count;
    int spiky; /* some edges are gone: the border runs forth and back over them */
    uint8_t gone[RING_MOST];
} ring;

static inline int next_of(const ring *r, int i)
{
    return i + 1 < r->count ? i + 1 : 0;
}

static inline twc_border edge_of(const ring *r, int i)
{
    return (twc_border){plan(r->at[i]), plan(r->at[next_of(r, i)])};
}

static int repeats(const ring *r)
{
    uint32_t any = 0;
    for (int i = 1; i < r->count; i++)
        for (int j = 0; j < i; j++)
            any |= r->id[i] == r->id[j];
    return (int)any;
}

/* As the reference's drop_spikes; only a border that comes to a point again has any. */
static void drop_spikes(ring *r)
{
    r->spiky = 1;
    memset(r->gone, 0, sizeof r->gone);
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < i; j++)
            if (!r->gone[i] && !r->gone[j] && r->id[i] == r->id[next_of(r, j)] && r->id[next_of(r, i)] == r->id[j])
                r->gone[i] = r->gone[j] = 1;
}

/* 0 when the border has too many points. */
static int make_ring(const fast_work *w, const fast_triangle *t, ring *r)
{
    r->count = 0;
    r->spiky = 0;
    for (int k = 0; k < 3; k++) {
        const fast_edge *edge = &w->edges[t->edge[k]];
        const twc_vertex *v = &t->v[k];
        const int forward = edge->a.x == v->x && edge->a.z == v->z;
        if (r->count + (int)edge->bend_count + 3 > RING_MOST)
            return 0;
        const uint32_t hot = edge->touched ? twc_fast_hot_at(w, plan(*v))
                                           : TWC_NONE; /* both edges of a hot corner are touched */
        r->id[r->count] = hot == TWC_NONE ? w->hot_count + (uint32_t)k : hot;
        r->at[r->count++] = *v;
        for (uint32_t i = 0; i < edge->bend_count; i++) {
            const uint32_t h = w->bends[edge->bend + (forward ? i : edge->bend_count - 1 - i)];
            r->id[r->count] = h;
            r->at[r->count++] = (twc_vertex){w->hot[h].p.x, w->hot[h].p.z, w->hot[h].ground};
        }
    }
    TWC_ASSERT(r->count >= 3 && r->count <= RING_MOST);
    if (r->count > 3 && repeats(r))
        drop_spikes(r);
    return 1;
}

static int on_outline(const fast_work *w, uint32_t from, uint32_t to)
{
    if (from >= w->hot_count)
        return 0;
    for (uint32_t b = w->hot[from].out; b != TWC_NONE; b = w->borders[b].next_out)
        if (w->borders[b].to == to && !w->borders[b].dropped)
            return 1;
    return 0;
}

/* ---- inside or outside, about the middle of an edge: all in doubled coordinates ---- */

typedef struct middle {
    int64_t x, z;
} middle;

static middle middle_of(twc_border edge)
{
    return (middle){(int64_t)edge.from.x + edge.to.x, (int64_t)edge.from.z + edge.to.z};
}

/* 1: the middle lies more than 2 cm beyond the positive side of a b, -1: beyond the other, 0: near the line. */
/*@ requires in_world(a) && in_world(b) && close(b.x, a.x) && close(b.z, a.z);
    requires -(1 << 15) < m.x - 2 * a.x < 1 << 15 && -(1 << 15) < m.z - 2 * a.z < 1 << 15;
    assigns \nothing;
    ensures -1 <= \result <= 1; */
static inline int clear_side(twc_point a, twc_point b, middle m)
{
    /* Both spans are below 2^14 cm, the middle is doubled: the products stay below 2^30. */
    const int32_t ux = b.x - a.x, uz = b.z - a.z;
    const int32_t mx = (int32_t)(m.x - 2 * (int64_t)a.x), mz = (int32_t)(m.z - 2 * (int64_t)a.z);
    const int32_t side = uz * mx - ux * mz, margin = 4 * ((ux < 0 ? -ux : ux) + (uz < 0 ? -uz : uz));
    return (side > margin) - (side < -margin);
}

/*@ requires in_world(a) && in_world(b) && close(b.x, a.x) && close(b.z, a.z);
    requires -(1LL << 31) < m.x < 1LL << 31 && -(1LL << 31) < m.z < 1LL << 31;
    assigns \nothing;
    ensures -1 <= \result <= 1; */
static int turns(twc_point a, twc_point b, middle m)
{
    const int64_t ax = 2 * (int64_t)a.x, az = 2 * (int64_t)a.z, bx = 2 * (int64_t)b.x, bz = 2 * (int64_t)b.z;
    if ((az <= m.z) == (bz <= m.z))
        return 0;
    const int64_t side = twc_cross(m.x - ax, m.z - az, bx - ax, bz - az);
    return az <= m.z ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0);
}

static int turns_of_cell(const fast_work *w, const fast_cell *cell, middle m)
{
    const twc_point *corner = cell->corner;
    int total = 0;
    for (uint32_t s = cell->segment; s < cell->segment + cell->segment_count; s++) {
        const fast_segment *segment = &w->segments[s];
        for (uint32_t b = segment->first; b <= segment->first + segment->bend_count; b++)
            total += turns(w->hot[w->borders[b].from].p, w->hot[w->borders[b].to].p, m);
    }
    if (cell->shares[0])
        total += turns(corner[0], corner[1], m);
    if (cell->shares[1])
        total += turns(corner[2], corner[3], m);
    return total;
}

/* Snapping moves a cell's border by less than 2 cm, so away from it the convex cell as solved decides. */
static int in_footprint(const fast_work *w, middle m)
{
    const int32_t x = (int32_t)(m.x >> 1), z = (int32_t)(m.z >> 1);
    const fast_square *square = twc_fast_square_at(&w->grid, fast_square_of(x), fast_square_of(z));
    int total = 0;
    for (uint32_t i = 0; square && i < square->count[FAST_CELLS]; i++) {
        const fast_cell *cell = &w->cells[w->grid.list[FAST_CELLS][square->first[FAST_CELLS] + i]];
        if (x < cell->box.x0 || x > cell->box.x1 || z < cell->box.z0 || z > cell->box.z1)
            continue;
        int near = 0, side = 1;
        for (int k = 0; k < 4 && side >= 0; k++) {
            side = clear_side(cell->corner[k], cell->corner[(k + 1) & 3], m);
            near |= side == 0;
        }
        if (side < 0)
            continue;
        if (!near)
            return 1;
        total += turns_of_cell(w, cell, m);
    }
    return total != 0;
}

static int in_ring(const ring *r, middle m)
{
    int total = 0;
    for (int i = 0; i < r->count; i++)
        total += turns(plan(r->at[i]), plan(r->at[next_of(r, i)]), m); /* those that are gone cancel */
    return total != 0;
}

static int on_ring(const ring *r, uint32_t from, uint32_t to)
{
    for (int i = 0; i < r->count; i++) {
        const uint32_t a = r->id[i], b = r->id[next_of(r, i)];
        if (((a == from && b == to) || (a == to && b == from)) && !(r->spiky && r->gone[i]))
            return 1;
    }
    return 0;
}

/* ---- the outline's edges, each to the triangle it lies in ---- */

static int lies_in(const fast_work *w, const fast_triangle *t, const fast_border *border)
{
    const middle m = middle_of((twc_border){w->hot[border->from].p, w->hot[border->to].p});
    int sides = 0, out = 0;
    for (int k = 0; k < 3; k++) {
        const int side = clear_side(plan(t->v[k]), plan(t->v[k == 2 ? 0 : k + 1]), m);
        out |= side < 0;
        sides += side;
    }
    if (sides == 3 || out)
        return sides == 3;
    ring r;
    return make_ring(w, t, &r) && !on_ring(&r, border->from, border->to) && in_ring(&r, m);
}

static uint32_t find_triangle(const fast_work *w, const fast_border *border)
{
    const middle m = middle_of((twc_border){w->hot[border->from].p, w->hot[border->to].p});
    const int32_t x = (int32_t)(m.x >> 1), z = (int32_t)(m.z >> 1);
    const fast_square *square = twc_fast_square_at(&w->grid, fast_square_of(x), fast_square_of(z));
    for (uint32_t i = 0; square && i < square->count[FAST_TRIANGLES]; i++) {
        const uint32_t number = w->grid.list[FAST_TRIANGLES][square->first[FAST_TRIANGLES] + i];
        const fast_triangle *t = &w->triangles[number];
        if (t->near && x >= t->box.x0 - TWC_SNAP_CM && x <= t->box.x1 + TWC_SNAP_CM && z >= t->box.z0 - TWC_SNAP_CM &&
            z <= t->box.z1 + TWC_SNAP_CM && lies_in(w, t, border))
            return number;
    }
    return TWC_NONE;
}

/* A hot point that neither is a vertex nor lies on an edge is inside one triangle, and so is what meets it. */
static inline int is_inside(const fast_hot *hot)
{
    return hot->edge == TWC_NONE && !hot->vertex;
}

/*
 * It lies in one triangle at most, so the likely ones are asked first: those at an edge that bends through an end of
 * it.
 */
static uint32_t triangle_of(const fast_work *w, const fast_border *border)
{
    const fast_hot *from = &w->hot[border->from], *to = &w->hot[border->to];
    if (is_inside(from) && from->triangle != TWC_NONE)
        return from->triangle;
    if (is_inside(to) && to->triangle != TWC_NONE)
        return to->triangle;
    const uint32_t edge = from->edge != TWC_NONE ? from->edge : to->edge;
    for (int k = 0; edge != TWC_NONE && k < 2; k++) {
        const uint32_t t = w->edges[edge].side[k];
        if (t != TWC_NONE && lies_in(w, &w->triangles[t], border))
            return t;
    }
    return find_triangle(w, border);
}

void twc_fast_assign_borders(fast_work *w)
{
    for (uint32_t t = 0; t < w->triangle_count; t++)
        w->triangles[t].inside = TWC_NONE;
    for (uint32_t h = 0; h < w->hot_count; h++)
        w->hot[h].triangle = TWC_NONE;
    for (uint32_t b = w->border_count; b-- > 0;) { /* lists come out ascending */
        fast_border *border = &w->borders[b];
        const uint32_t t = border->dropped ? TWC_NONE : triangle_of(w, border);
        if (t == TWC_NONE)
            continue;
        border->inside = w->triangles[t].inside;
        w->triangles[t].inside = b;
        w->hot[border->from].triangle = w->hot[border->to].triangle = t;
    }
}

/* ---- one triangle ---- */

/*
 * What is left of a triangle: directed edges, by the numbers of their ends as a ring has them, and their first points.
 */
typedef struct leftover {
    uint32_t from[LEFT_MOST], to[LEFT_MOST];
    twc_vertex at[LEFT_MOST];
    int count;
} leftover;

static inline void add_left(leftover *left, uint32_t from, uint32_t to, twc_vertex at)
{
    TWC_ASSERT(left->count < LEFT_MOST);
    left->from[left->count] = from;
    left->to[left->count] = to;
    left->at[left->count++] = at;
}

/*
 * Whether the way from hot point `at` to q, which meets the outline in no other point before q, is inside a footprint:
 * the outline passes the point once, with the footprint on its positive side. -1 where it does not: other rules decide.
 */
static int leaves_inside(const fast_work *w, uint32_t at, twc_point q)
{
    const fast_hot *hot = &w->hot[at];
    if (hot->again || hot->out == TWC_NONE || hot->into == TWC_NONE || w->borders[hot->out].dropped ||
        w->borders[hot->into].dropped)
        return -1;
    const twc_point a = w->hot[w->borders[hot->into].from].p, p = hot->p, b = w->hot[w->borders[hot->out].to].p;
    /*
     * Spans of a segment and of a triangle together are below 2^15 cm, and one of them below 2^14: products below 2^29.
     */
    const int after = fast_area2(a, p, q) > 0, before = fast_area2(p, b, q) > 0;
    return fast_area2(a, p, b) > 0 ? after && before : after || before;
}

static int meets_outline(const fast_work *w, uint32_t id)
{
    return id < w->hot_count && (w->hot[id].out != TWC_NONE || w->hot[id].into != TWC_NONE);
}

/*
 * For each edge of a border whether it is inside a footprint, once around: that changes only where the outline is met.
 */
static void mark_inside(const fast_work *w, const ring *r, uint8_t *inside)
{
    int first = 0, now = -1;
    while (first < r->count && !meets_outline(w, r->id[first]))
        first++;
    for (int n = 0, i = first < r->count ? first : 0; n < r->count; n++, i = next_of(r, i)) {
        if (meets_outline(w, r->id[i]))
            now = leaves_inside(w, r->id[i], plan(r->at[next_of(r, i)]));
        if (now < 0)
            now = in_footprint(w, middle_of(edge_of(r, i)));
        inside[i] = (uint8_t)now;
    }
}

/* 0 when there is no room. */
static int collect(const fast_work *w, const fast_triangle *t, const ring *r, leftover *left)
{
    uint8_t inside[RING_MOST];
    mark_inside(w, r, inside);
    left->count = 0;
    for (int i = 0; i < r->count; i++) {
        const uint32_t from = r->id[i], to = r->id[next_of(r, i)];
        if ((r->spiky && r->gone[i]) || on_outline(w, from, to) || (inside[i] && !on_outline(w, to, from)))
            continue;
        add_left(left, from, to, r->at[i]);
    }
    for (uint32_t b = t->inside; b != TWC_NONE; b = w->borders[b].inside) {
        const fast_hot *to = &w->hot[w->borders[b].to];
        if (left->count == LEFT_MOST)
            return 0;
        add_left(left, w->borders[b].to, w->borders[b].from,
                 (twc_vertex){to->p.x, to->p.z, to->ground}); /* a vertex's own, where it is one */
    }
    return 1;
}

static twc_vertex point_of(const fast_work *w, const fast_triangle *t, uint32_t id)
{
    TWC_ASSERT(id < w->hot_count + 3);
    return id < w->hot_count ? (twc_vertex){w->hot[id].p.x, w->hot[id].p.z, w->hot[id].ground}
                             : t->v[id - w->hot_count];
}

static float height_at(const fast_work *w, const fast_triangle *t, twc_point p)
{
    for (int k = 0; k < 3; k++)
        if (t->v[k].x == p.x && t->v[k].z == p.z)
            return t->v[k].y;
    return w->hot[twc_fast_hot_at(w, p)].ground;
}

/* Borders that touch themselves or have holes: by the reference. */
static void cut_by_reference(fast_work *w, const fast_triangle *t, uint32_t source, const leftover *left,
                             fast_pieces *pieces)
{
    twc_arena scratch = w->arena;
    twc_border *edges = twc_arena_take(&scratch, (size_t)left->count, sizeof *edges);
    twc_point(*out)[3] = twc_arena_take(&scratch, 3 * (size_t)left->count, sizeof *out);
    for (int i = 0; edges && i < left->count; i++)
        edges[i] = (twc_border){plan(left->at[i]), plan(point_of(w, t, left->to[i]))};
    ptrdiff_t count = edges && out ? twc_reference_triangulate(edges, (size_t)left->count, scratch, out) : -1;
    if (count < 0 && !pieces->broken) {
        pieces->broken = 1;
        pieces->where = plan(t->v[0]);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        twc_vertex v[3];
        for (int k = 0; k < 3; k++)
            v[k] = (twc_vertex){out[i][k].x, out[i][k].z, height_at(w, t, out[i][k])};
        twc_fast_add_piece(pieces, v[0], v[1], v[2], source, 0);
    }
}

/* No hot point on its border, nothing of the outline inside: all of it is inside a footprint, or outside. */
static int is_untouched(const fast_work *w, const fast_triangle *t)
{
    uint32_t any = t->inside != TWC_NONE;
    for (int k = 0; k < 3; k++)
        any |= w->edges[t->edge[k]].touched | w->edges[t->edge[k]].bend_count;
    return !any;
}

int twc_fast_cut(fast_work *w, uint32_t triangle, fast_pieces *pieces)
{
    const fast_triangle *t = &w->triangles[triangle];
    if (is_untouched(w, t))
        return in_footprint(w, middle_of((twc_border){plan(t->v[0]), plan(t->v[1])}));
    ring r;
    leftover left;
    uint8_t out[FAST_MOST_EDGES][3];
    if (!make_ring(w, t, &r) || !collect(w, t, &r, &left)) {
        pieces->full = 1;
        return 0;
    }
    if (r.count == 3 && left.count == 3 && t->inside == TWC_NONE) /* the three sides */
        return 0;
    const int count = twc_fast_simple_ears(w, left.at, left.from, left.to, left.count, out);
    if (count < 0)
        cut_by_reference(w, t, triangle, &left, pieces);
    for (int i = 0; i < count; i++)
        twc_fast_add_piece(pieces, left.at[out[i][0]], left.at[out[i][1]], left.at[out[i][2]], triangle, 0);
    return 1;
}
