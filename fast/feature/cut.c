/* SPDX-License-Identifier: MIT */
/* Algorithm 4 on the arrangement: each triangle with its bends and the outline's edges inside it. */
#include "feature/work.h"

enum { RING_MOST = 96, LEFT_MOST = 1024 };

/* The snapped border of a triangle; hot points where there are any. */
typedef struct ring {
    twc_border edge[RING_MOST];
    uint32_t from[RING_MOST], to[RING_MOST];
    float y[RING_MOST]; /* ground height where each edge starts */
    int count;
    int bent; /* it has other points than the corners */
} ring;

static inline void add_ring_edge(ring *r, twc_point from, uint32_t hot_from, float y, twc_point to, uint32_t hot_to)
{
    r->edge[r->count] = (twc_border){from, to};
    r->from[r->count] = hot_from;
    r->to[r->count] = hot_to;
    r->y[r->count] = y;
    r->count++;
}

/* As the reference's drop_spikes. */
static void drop_spikes(ring *r)
{
    int kept = 0;
    uint8_t gone[RING_MOST] = {0};
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < i; j++)
            if (!gone[i] && !gone[j] && twc_same_point(r->edge[i].from, r->edge[j].to) && twc_same_point(r->edge[i].to, r->edge[j].from))
                gone[i] = gone[j] = 1;
    for (int i = 0; i < r->count; i++)
        if (!gone[i]) {
            r->edge[kept] = r->edge[i];
            r->from[kept] = r->from[i];
            r->to[kept] = r->to[i];
            r->y[kept] = r->y[i];
            kept++;
        }
    r->count = kept;
}

/* 0 when the border has too many points. */
static int make_ring(const fast_work *w, const fast_triangle *t, ring *r)
{
    uint32_t corner_hot[3];
    r->count = 0;
    r->bent = 0;
    for (int k = 0; k < 3; k++) /* both edges of a hot corner are touched */
        corner_hot[k] = w->edges[t->edge[k]].touched ? twc_fast_hot_at(w, (twc_point){t->v[k].x, t->v[k].z}) : TWC_NONE;
    for (int k = 0; k < 3; k++) {
        const fast_edge *edge = &w->edges[t->edge[k]];
        const twc_vertex *v = &t->v[k], *end = &t->v[k == 2 ? 0 : k + 1];
        const int forward = edge->a.x == v->x && edge->a.z == v->z;
        twc_point p = {v->x, v->z};
        uint32_t hot = corner_hot[k];
        float y = v->y;
        if (r->count + (int)edge->bend_count + 3 > RING_MOST)
            return 0;
        for (uint32_t i = 0; i < edge->bend_count; i++) {
            uint32_t next = w->bends[edge->bend + (forward ? i : edge->bend_count - 1 - i)];
            add_ring_edge(r, p, hot, y, w->hot[next].p, next);
            p = w->hot[next].p;
            y = w->hot[next].ground;
            hot = next;
            r->bent = 1;
        }
        add_ring_edge(r, p, hot, y, (twc_point){end->x, end->z}, corner_hot[k == 2 ? 0 : k + 1]);
    }
    if (r->bent)
        drop_spikes(r);
    return 1;
}

static int on_outline(const fast_work *w, uint32_t from, uint32_t to)
{
    if (from == TWC_NONE || to == TWC_NONE)
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
static inline int clear_side(twc_point a, twc_point b, middle m)
{
    /* Both spans are below 2^14 cm, the middle is doubled: the products stay below 2^30. */
    const int32_t ux = b.x - a.x, uz = b.z - a.z;
    const int32_t mx = (int32_t)(m.x - 2 * (int64_t)a.x), mz = (int32_t)(m.z - 2 * (int64_t)a.z);
    const int32_t side = uz * mx - ux * mz, margin = 4 * ((ux < 0 ? -ux : ux) + (uz < 0 ? -uz : uz));
    return (side > margin) - (side < -margin);
}

static int turns(twc_point a, twc_point b, middle m)
{
    const int64_t ax = 2 * (int64_t)a.x, az = 2 * (int64_t)a.z, bx = 2 * (int64_t)b.x, bz = 2 * (int64_t)b.z;
    if ((az <= m.z) == (bz <= m.z))
        return 0;
    const int64_t side = (bz - az) * (m.x - ax) - (bx - ax) * (m.z - az);
    return az <= m.z ? side > 0 : -(side < 0);
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
    if (cell->cell > 0)
        total += turns(corner[0], corner[1], m);
    if (cell->cell < cell->feature->station_count - 2)
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
        total += turns(r->edge[i].from, r->edge[i].to, m);
    return total != 0;
}

static int on_ring(const ring *r, twc_border edge)
{
    for (int i = 0; i < r->count; i++)
        if ((twc_same_point(r->edge[i].from, edge.from) && twc_same_point(r->edge[i].to, edge.to))
            || (twc_same_point(r->edge[i].from, edge.to) && twc_same_point(r->edge[i].to, edge.from)))
            return 1;
    return 0;
}

/* ---- the outline's edges, each to the triangle it lies in ---- */

static int lies_in(const fast_work *w, const fast_triangle *t, twc_border edge)
{
    const middle m = middle_of(edge);
    int sides = 0, out = 0;
    for (int k = 0; k < 3; k++) {
        const twc_vertex *a = &t->v[k], *b = &t->v[k == 2 ? 0 : k + 1];
        const int side = clear_side((twc_point){a->x, a->z}, (twc_point){b->x, b->z}, m);
        out |= side < 0;
        sides += side;
    }
    if (sides == 3 || out)
        return sides == 3;
    ring r;
    return make_ring(w, t, &r) && !on_ring(&r, edge) && in_ring(&r, m);
}

void twc_fast_assign_borders(fast_work *w)
{
    for (uint32_t b = w->border_count; b-- > 0;) { /* lists come out ascending */
        fast_border *border = &w->borders[b];
        const twc_border edge = {w->hot[border->from].p, w->hot[border->to].p};
        const middle m = middle_of(edge);
        const int32_t x = (int32_t)(m.x >> 1), z = (int32_t)(m.z >> 1);
        const fast_square *square = border->dropped ? NULL : twc_fast_square_at(&w->grid, fast_square_of(x), fast_square_of(z));
        for (uint32_t i = 0; square && i < square->count[FAST_TRIANGLES]; i++) {
            fast_triangle *t = &w->triangles[w->grid.list[FAST_TRIANGLES][square->first[FAST_TRIANGLES] + i]];
            if (!t->near || x < t->box.x0 - 2 || x > t->box.x1 + 2 || z < t->box.z0 - 2 || z > t->box.z1 + 2 || !lies_in(w, t, edge))
                continue;
            border->inside = t->inside;
            t->inside = b;
            break;
        }
    }
}

/* ---- one triangle ---- */

/* What is left of a triangle: its edges and the heights of their first points. */
typedef struct rest {
    twc_border edge[LEFT_MOST];
    float y[LEFT_MOST];
    int count;
} rest;

static float height_at(const fast_work *w, const fast_triangle *t, twc_point p)
{
    for (int k = 0; k < 3; k++)
        if (t->v[k].x == p.x && t->v[k].z == p.z)
            return t->v[k].y;
    return w->hot[twc_fast_hot_at(w, p)].ground;
}

/* 0 when there is no room. */
static int collect(const fast_work *w, const fast_triangle *t, const ring *r, rest *left)
{
    left->count = 0;
    for (int i = 0; i < r->count; i++) {
        if (on_outline(w, r->from[i], r->to[i]) || (!on_outline(w, r->to[i], r->from[i]) && in_footprint(w, middle_of(r->edge[i]))))
            continue;
        left->y[left->count] = r->y[i];
        left->edge[left->count++] = r->edge[i];
    }
    for (uint32_t b = t->inside; b != TWC_NONE; b = w->borders[b].inside) {
        const fast_hot *from = &w->hot[w->borders[b].from], *to = &w->hot[w->borders[b].to];
        if (left->count == LEFT_MOST)
            return 0;
        left->y[left->count] = to->ground; /* a vertex's own, where it is one */
        left->edge[left->count++] = (twc_border){to->p, from->p};
    }
    return 1;
}

static int unchanged(const fast_triangle *t, const rest *left)
{
    if (left->count != 3)
        return 0;
    for (int k = 0; k < 3; k++) {
        const twc_vertex *a = &t->v[k], *b = &t->v[k == 2 ? 0 : k + 1];
        int found = 0;
        for (int i = 0; i < 3; i++)
            found |= left->edge[i].from.x == a->x && left->edge[i].from.z == a->z && left->edge[i].to.x == b->x && left->edge[i].to.z == b->z;
        if (!found)
            return 0;
    }
    return 1;
}

/* Borders that touch themselves or have holes: by the reference. */
static void cut_by_reference(fast_work *w, const fast_triangle *t, uint32_t source, fast_owner owner, rest *left, fast_pieces *pieces)
{
    twc_arena scratch = w->arena;
    twc_point(*out)[3] = twc_arena_take(&scratch, 3 * (size_t)left->count, sizeof *out);
    ptrdiff_t count = out ? twc_reference_triangulate(left->edge, (size_t)left->count, scratch, out) : -1;
    if (count < 0 && !pieces->broken) {
        pieces->broken = 1;
        pieces->where = (twc_point){t->v[0].x, t->v[0].z};
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        twc_vertex v[3];
        for (int k = 0; k < 3; k++)
            v[k] = (twc_vertex){out[i][k].x, out[i][k].z, height_at(w, t, out[i][k])};
        twc_fast_add_piece(pieces, owner, v[0], v[1], v[2], source, 0);
    }
}

static twc_vertex first_point(const rest *left, uint8_t edge)
{
    return (twc_vertex){left->edge[edge].from.x, left->edge[edge].from.z, left->y[edge]};
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
        return in_footprint(w, middle_of((twc_border){{t->v[0].x, t->v[0].z}, {t->v[1].x, t->v[1].z}}));
    ring r;
    rest left;
    uint8_t out[FAST_MOST_EDGES][3];
    if (!make_ring(w, t, &r) || !collect(w, t, &r, &left)) {
        pieces->full = 1;
        return 0;
    }
    if (unchanged(t, &left))
        return 0;
    const fast_owner owner = twc_fast_owner(pieces, t->box);
    const int count = twc_fast_simple_ears(left.edge, left.count, out);
    if (count < 0)
        cut_by_reference(w, t, triangle, owner, &left, pieces);
    for (int i = 0; i < count; i++)
        twc_fast_add_piece(pieces, owner, first_point(&left, out[i][0]), first_point(&left, out[i][1]), first_point(&left, out[i][2]), triangle, 0);
    return 1;
}
