/* SPDX-License-Identifier: MIT */
/*
 * From directed edges to loops, from loops to polygons without holes, from those to triangles. Spec cut 5.1, 5.2; no
 * twin: the fast library calls it for what its ears do not cover; test tests/cut/test_cut.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "cut/stage.h"

/* A loop of points; positive area2: the border of a face, negative: a hole in one. */
typedef struct loop {
    size_t first, count;
    int64_t area2;
} loop;

typedef struct tracer {
    twc_border *edges; /* sorted by from, then to */
    size_t edge_count;
    unsigned char *used;
    twc_point *points; /* of all loops */
    loop *loops;
    size_t loop_count;
    twc_point *polygon; /* of the face being joined with its holes */
    size_t polygon_count;
} tracer;

static int compare_border(const void *left, const void *right)
{
    const twc_border *a = left, *b = right;
    if (!twc_same_point(a->from, b->from))
        return twc_point_before(a->from, b->from) ? -1 : 1;
    return twc_point_before(a->to, b->to) ? -1 : twc_point_before(b->to, a->to);
}

/* Drops pairs that run forth and back. */
static void drop_pairs(tracer *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->edge_count; i++) {
        TWC_ASSERT(i == 0 || compare_border(&t->edges[i - 1], &t->edges[i]) <= 0);
        twc_border back = {t->edges[i].to, t->edges[i].from};
        t->used[i] = bsearch(&back, t->edges, t->edge_count, sizeof back, compare_border) != NULL;
    }
    for (size_t i = 0; i < t->edge_count; i++)
        if (!t->used[i])
            t->edges[kept++] = t->edges[i];
    t->edge_count = kept;
    for (size_t i = 0; i < kept; i++)
        t->used[i] = 0;
}

/*
 * 0: clockwise of `back` by less than half a turn, 1: by half, 2: by more, 3: not at all. Clockwise: to the negative
 * side.
 */
/*@ requires in_world(here) && in_world(back) && in_world(to);
    assigns \nothing;
    ensures 0 <= \result <= 3; */
static int turn_class(twc_point here, twc_point back, twc_point to)
{
    int64_t side = twc_point_area2(here, back, to);
    if (side == 0)
        return twc_along(here, back, to) < 0 ? 1 : 3;
    return side < 0 ? 0 : 2;
}

/* Whether turning clockwise from `back` meets the direction to p before that to q. */
/*@ requires in_world(here) && in_world(back) && in_world(p) && in_world(q);
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
static int turns_sooner(twc_point here, twc_point back, twc_point p, twc_point q)
{
    int a = turn_class(here, back, p), b = turn_class(here, back, q);
    return a != b ? a < b : twc_point_area2(here, p, q) < 0;
}

/* The edge that goes on from edge e round the same face: SIZE_MAX when there is none. */
static size_t next_edge(const tracer *t, size_t e)
{
    twc_point here = t->edges[e].to, back = t->edges[e].from;
    size_t best = SIZE_MAX, low = 0, high = t->edge_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (twc_point_before(t->edges[middle].from, here))
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < t->edge_count && twc_same_point(t->edges[i].from, here); i++)
        if (!t->used[i] && (best == SIZE_MAX || turns_sooner(here, back, t->edges[i].to, t->edges[best].to)))
            best = i;
    return best;
}

/* Every loop starts with its lowest edge, as the edges are tried in order. */
static int trace_loops(tracer *t)
{
    size_t total = 0;
    for (size_t start = 0; start < t->edge_count; start++) {
        if (t->used[start])
            continue;
        loop *l = &t->loops[t->loop_count++];
        *l = (loop){total, 0, 0};
        size_t e = start;
        do {
            TWC_ASSERT(total < t->edge_count && !t->used[e]);
            t->points[total++] = t->edges[e].from;
            t->used[e] = 1;
            if (twc_same_point(t->edges[e].to, t->edges[start].from)) {
                /* Back at the start, unless another loop end here turns sooner. */
                size_t other = next_edge(t, e);
                if (other == SIZE_MAX ||
                    turns_sooner(t->edges[e].to, t->edges[e].from, t->edges[start].to, t->edges[other].to))
                    break;
                e = other;
            } else {
                e = next_edge(t, e);
            }
        } while (e != SIZE_MAX);
        if (e == SIZE_MAX)
            return 0;
        l->count = total - l->first;
        twc_point o = t->points[l->first];
        for (size_t i = 1; i + 1 < l->count; i++)
            l->area2 += twc_point_area2(o, t->points[l->first + i], t->points[l->first + i + 1]);
    }
    return 1;
}

/* ---- holes ---- */

/* Whether p lies inside a loop; not asked about points on it. */
static int inside(const tracer *t, const loop *l, twc_point p)
{
    int turns = 0;
    for (size_t i = 0; i < l->count; i++) {
        twc_point a = t->points[l->first + i], b = t->points[l->first + (i + 1) % l->count];
        if ((a.z <= p.z) != (b.z <= p.z))
            turns += (twc_point_area2(a, b, p) > 0) == (a.z <= p.z) ? (a.z <= p.z ? 1 : -1) : 0;
    }
    return turns != 0;
}

/* Whether the segment p q meets any of n closed border edges other than at p or q. */
static int blocked(const twc_point *border, size_t n, twc_point p, twc_point q)
{
    for (size_t i = 0; i < n; i++) {
        twc_point a = border[i], b = border[(i + 1) % n];
        int64_t pa = twc_point_area2(p, q, a), pb = twc_point_area2(p, q, b), ap = twc_point_area2(a, b, p),
                aq = twc_point_area2(a, b, q);
        if (!twc_same_point(a, p) && !twc_same_point(a, q) && pa == 0 && twc_along(p, q, a) > 0 &&
            twc_along(q, p, a) > 0)
            return 1; /* a vertex on the bridge */
        if (((pa > 0 && pb < 0) || (pa < 0 && pb > 0)) && ((ap > 0 && aq < 0) || (ap < 0 && aq > 0)))
            return 1;
    }
    return 0;
}

/* A bridge between vertex `hole` of a hole and vertex `outer` of the polygon. */
typedef struct bridge {
    size_t loop, hole, outer;
    int64_t length2;
} bridge;

static int bridge_before(const tracer *t, const bridge *a, const bridge *b)
{
    if (a->length2 != b->length2)
        return a->length2 < b->length2;
    twc_point p = t->points[t->loops[a->loop].first + a->hole], q = t->points[t->loops[b->loop].first + b->hole];
    return twc_same_point(p, q) ? twc_point_before(t->polygon[a->outer], t->polygon[b->outer]) : twc_point_before(p, q);
}

static int usable(const tracer *t, const bridge *b, const unsigned char *joined)
{
    const loop *hole = &t->loops[b->loop];
    twc_point p = t->points[hole->first + b->hole], q = t->polygon[b->outer];
    if (!twc_reference_in_cone(t->polygon, t->polygon_count, b->outer, p) ||
        !twc_reference_in_cone(t->points + hole->first, hole->count, b->hole, q) ||
        blocked(t->polygon, t->polygon_count, p, q))
        return 0;
    for (size_t l = 0; l < t->loop_count; l++)
        if (joined[l] == 2 && blocked(t->points + t->loops[l].first, t->loops[l].count, p, q))
            return 0;
    return 1;
}

/* The shortest usable bridge to any hole still marked 2. */
static int find_bridge(const tracer *t, const unsigned char *joined, bridge *best)
{
    int found = 0;
    for (size_t l = 0; l < t->loop_count; l++) {
        if (joined[l] != 2)
            continue;
        for (size_t h = 0; h < t->loops[l].count; h++)
            for (size_t o = 0; o < t->polygon_count; o++) {
                twc_point p = t->points[t->loops[l].first + h], q = t->polygon[o];
                bridge b = {l, h, o, twc_along(p, q, q)};
                if ((!found || bridge_before(t, &b, best)) && usable(t, &b, joined)) {
                    *best = b;
                    found = 1;
                }
            }
    }
    return found;
}

/* Puts the hole into the polygon: .. outer, hole vertex, round the hole, hole vertex, outer .. */
static void join(tracer *t, const bridge *b)
{
    const loop *hole = &t->loops[b->loop];
    size_t added = hole->count + 2;
    TWC_ASSERT(b->outer < t->polygon_count && b->hole < hole->count);
    TWC_ASSERT(t->polygon_count + added <= 3 * t->edge_count); /* a hole has three edges, and a bridge two */
    for (size_t i = t->polygon_count; i-- > b->outer + 1;)
        t->polygon[i + added] = t->polygon[i];
    for (size_t i = 0; i <= hole->count; i++)
        t->polygon[b->outer + 1 + i] = t->points[hole->first + (b->hole + i) % hole->count];
    t->polygon[b->outer + added] = t->polygon[b->outer];
    t->polygon_count += added;
}

/* Joins the holes of face `face`: marks 0 not looked at, 1 done, 2 to be joined. */
static int join_holes(tracer *t, size_t face, unsigned char *joined)
{
    size_t holes = 0;
    for (size_t l = 0; l < t->loop_count; l++)
        if (t->loops[l].area2 < 0 && joined[l] == 0 && inside(t, &t->loops[face], t->points[t->loops[l].first])) {
            joined[l] = 2;
            holes++;
        }
    for (; holes > 0; holes--) {
        bridge best;
        if (!find_bridge(t, joined, &best))
            return 0;
        join(t, &best);
        joined[best.loop] = 1;
    }
    return 1;
}

ptrdiff_t twc_reference_triangulate(twc_border *edges, size_t n, twc_arena arena, twc_point (*out)[3])
{
    tracer t = {.edges = edges, .edge_count = n};
    t.used = twc_arena_take(&arena, n, 1);
    t.points = twc_arena_take(&arena, n, sizeof *t.points);
    t.loops = twc_arena_take(&arena, n, sizeof *t.loops);
    t.polygon = twc_arena_take(&arena, 3 * n, sizeof *t.polygon);
    unsigned char *joined = twc_arena_take(&arena, n, 1);
    if (arena.full)
        return -1;
    qsort(edges, n, sizeof *edges, compare_border);
    drop_pairs(&t);
    if (!trace_loops(&t))
        return -1;
    for (size_t l = 0; l < t.loop_count; l++)
        joined[l] = 0;
    ptrdiff_t total = 0;
    for (size_t l = 0; l < t.loop_count; l++) {
        if (t.loops[l].area2 < 0)
            continue;
        for (size_t i = 0; i < t.loops[l].count; i++)
            t.polygon[i] = t.points[t.loops[l].first + i];
        t.polygon_count = t.loops[l].count;
        ptrdiff_t count = join_holes(&t, l, joined) ? twc_reference_cut_ears(t.polygon, t.polygon_count, out + total)
                                                    : -1;
        if (count < 0)
            return -1;
        total += count;
    }
    return total;
}
