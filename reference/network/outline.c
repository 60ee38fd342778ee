/* SPDX-License-Identifier: MIT */
/*
 * The outline of a union of loops on the centimetre grid: their sides snapped to one another, and of the unit edges
 * those with something to the left and nothing to the right. Spec network 3.2; no twin: a network is placed once, with
 * either library; test tests/network/test_pads.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "network/stage.h"

/* Loops as given and as bent through all hot points; the edges of these, first unordered, then those that are left. */
typedef struct joiner {
    const twc_pad_parts *parts;
    twc_point *hot;
    size_t hot_count;
    twc_pad_parts bent;
    twc_border *edges;
    size_t edge_count;
} joiner;

static int compare_points(const void *left, const void *right)
{
    return twc_compare_points(*(const twc_point *)left, *(const twc_point *)right);
}

static int compare_borders(const void *left, const void *right)
{
    const twc_border *a = left, *b = right;
    int order = twc_compare_points(a->from, b->from);
    return order ? order : twc_compare_points(a->to, b->to);
}

static int32_t next_point(const twc_pad_parts *parts, int32_t loop, int32_t i)
{
    return i + 1 < parts->first[loop + 1] ? i + 1 : parts->first[loop];
}

/* The loop that point i belongs to, not before loop l. */
static int32_t loop_of(const twc_pad_parts *parts, int32_t l, int32_t i)
{
    while (i >= parts->first[l + 1])
        l++;
    return l;
}

/* The corners, and the crossings of all pairs of sides; counted when `hot` is NULL. */
static size_t list_hot(const twc_pad_parts *parts, twc_point *hot)
{
    size_t count = 0;
    int32_t total = parts->first[parts->count];
    for (int32_t i = 0, l = 0; i < total; i++) {
        l = loop_of(parts, l, i);
        twc_point a = parts->points[i], b = parts->points[next_point(parts, l, i)], at;
        if (hot)
            hot[count] = a;
        count++;
        for (int32_t j = i + 1, m = l; j < total; j++) {
            m = loop_of(parts, m, j);
            twc_point c = parts->points[j], d = parts->points[next_point(parts, m, j)];
            if (!twc_boxes_meet(twc_segment_box(a, b), twc_segment_box(c, d)) || !twc_crossing(a, b, c, d, &at))
                continue;
            if (hot)
                hot[count] = at;
            count++;
        }
    }
    return count;
}

static int make_hot(joiner *w, twc_arena *arena)
{
    size_t count = list_hot(w->parts, NULL);
    w->hot = twc_arena_take(arena, count, sizeof *w->hot);
    if (!w->hot)
        return 0;
    list_hot(w->parts, w->hot);
    qsort(w->hot, count, sizeof *w->hot, compare_points);
    for (size_t i = 0; i < count; i++)
        if (w->hot_count == 0 || !twc_same_point(w->hot[i], w->hot[w->hot_count - 1]))
            w->hot[w->hot_count++] = w->hot[i];
    return 1;
}

/* Appends a and the hot points that a -> b bends through to the last loop; 0 when there is no room. */
static int bend(joiner *w, twc_point a, twc_point b, int32_t room)
{
    twc_box box = twc_box_grown(twc_segment_box(a, b), TWC_SNAP_CM);
    int32_t begin = w->bent.first[w->bent.count], count = begin;
    if (count >= room)
        return 0;
    w->bent.points[count++] = a;
    for (size_t h = 0; h < w->hot_count; h++) {
        twc_point p = w->hot[h];
        if (p.x < box.x0 || p.x > box.x1 || p.z < box.z0 || p.z > box.z1 || twc_same_point(p, a) ||
            twc_same_point(p, b) || !twc_meets_pixel(a, b, p))
            continue;
        if (count >= room)
            return 0;
        int32_t at = count++;
        for (; at > begin + 1 && twc_along(a, b, w->bent.points[at - 1]) > twc_along(a, b, p); at--)
            w->bent.points[at] = w->bent.points[at - 1];
        w->bent.points[at] = p;
    }
    w->bent.first[w->bent.count] = count;
    return 1;
}

static int make_bent(joiner *w, twc_arena *arena)
{
    w->bent.first = twc_arena_take(arena, (size_t)w->parts->count + 1, sizeof *w->bent.first);
    if (!w->bent.first)
        return 0;
    int32_t room = (int32_t)((size_t)(arena->end - arena->at) / sizeof *w->bent.points / 4);
    w->bent.points = (twc_point *)(void *)arena->at;
    w->bent.first[0] = 0;
    for (int32_t l = 0; l < w->parts->count; l++) {
        w->bent.count++;
        w->bent.first[w->bent.count] = w->bent.first[w->bent.count - 1];
        for (int32_t i = w->parts->first[l]; i < w->parts->first[l + 1]; i++)
            if (!bend(w, w->parts->points[i], w->parts->points[next_point(w->parts, l, i)], room))
                return 0;
    }
    return twc_arena_take(arena, (size_t)w->bent.first[w->bent.count], sizeof *w->bent.points) != NULL;
}

/* Whether the loop lies to the left of the unit edge p -> q. */
static int left_of(const twc_pad_parts *bent, int32_t loop, twc_point p, twc_point q)
{
    const twc_point *points = bent->points + bent->first[loop];
    int32_t count = bent->first[loop + 1] - bent->first[loop], net = 0;
    for (int32_t i = 0; i < count; i++) {
        twc_point a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        net += (twc_same_point(a, p) && twc_same_point(b, q)) - (twc_same_point(a, q) && twc_same_point(b, p));
    }
    if (net != 0)
        return net > 0;
    return twc_reference_loop_turns(points, count, (int64_t)p.x + q.x, (int64_t)p.z + q.z) != 0;
}

static int covered(const twc_pad_parts *bent, twc_point p, twc_point q)
{
    int is = 0;
    for (int32_t l = 0; l < bent->count && !is; l++)
        is = left_of(bent, l, p, q);
    return is;
}

static int make_edges(joiner *w, twc_arena *arena)
{
    size_t total = (size_t)w->bent.first[w->bent.count], kept = 0, n = 0;
    w->edges = twc_arena_take(arena, total, sizeof *w->edges);
    if (!w->edges)
        return 0;
    for (int32_t i = 0, l = 0; i < (int32_t)total; i++) {
        l = loop_of(&w->bent, l, i);
        twc_point a = w->bent.points[i], b = w->bent.points[next_point(&w->bent, l, i)];
        if (!twc_same_point(a, b))
            w->edges[n++] = twc_point_before(a, b) ? (twc_border){a, b} : (twc_border){b, a};
    }
    qsort(w->edges, n, sizeof *w->edges, compare_borders);
    for (size_t i = 0; i < n; i++) {
        twc_border e = w->edges[i];
        if (i + 1 < n && compare_borders(&e, &w->edges[i + 1]) == 0)
            continue;
        int left = covered(&w->bent, e.from, e.to), right = covered(&w->bent, e.to, e.from);
        if (left != right)
            w->edges[kept++] = left ? e : (twc_border){e.to, e.from};
    }
    qsort(w->edges, kept, sizeof *w->edges, compare_borders);
    w->edge_count = kept;
    return 1;
}

/* ---- loops ---- */

/* Clockwise of `back`: 0 by less than half a turn, 1 by half, 2 by more, 3 not at all. */
static int turn_class(twc_point here, twc_point back, twc_point to)
{
    int64_t side = twc_point_area2(here, back, to);
    if (side == 0)
        return twc_along(here, back, to) < 0 ? 1 : 3;
    return side < 0 ? 0 : 2;
}

static int turns_sooner(twc_point here, twc_point back, twc_point p, twc_point q)
{
    int a = turn_class(here, back, p), b = turn_class(here, back, q);
    return a != b ? a < b : twc_point_area2(here, p, q) < 0;
}

/* Of the unused edges, and `start`, that go on from e: the first clockwise. */
static size_t go_on(const joiner *w, const unsigned char *used, size_t e, size_t start)
{
    size_t best = w->edge_count;
    for (size_t i = 0; i < w->edge_count; i++) {
        if ((used[i] && i != start) || !twc_same_point(w->edges[i].from, w->edges[e].to))
            continue;
        if (best == w->edge_count || turns_sooner(w->edges[e].to, w->edges[e].from, w->edges[i].to, w->edges[best].to))
            best = i;
    }
    TWC_ASSERT(best < w->edge_count); /* as many edges leave a point as reach it */
    return best;
}

static int trace(const joiner *w, twc_arena *arena, twc_loops *loops)
{
    size_t n = w->edge_count;
    *loops = (twc_loops){twc_arena_take(arena, n, sizeof *loops->points),
                         twc_arena_take(arena, n + 1, sizeof *loops->first),
                         twc_arena_take(arena, n, sizeof *loops->area2), 0};
    unsigned char *used = twc_arena_take(arena, n, 1);
    if (arena->full)
        return 0;
    for (size_t i = 0; i < n; i++)
        used[i] = 0;
    loops->first[0] = 0;
    for (size_t start = 0; start < n; start++) {
        if (used[start])
            continue;
        int32_t begin = loops->first[loops->count], count = begin;
        int64_t area2 = 0;
        for (size_t e = start;;) {
            loops->points[count++] = w->edges[e].from;
            used[e] = 1;
            area2 += twc_point_area2(loops->points[begin], w->edges[e].from, w->edges[e].to);
            e = go_on(w, used, e, start);
            if (e == start)
                break;
        }
        loops->area2[loops->count++] = area2;
        loops->first[loops->count] = count;
    }
    return 1;
}

int twc_reference_union(const twc_pad_parts *parts, twc_arena *arena, twc_loops *loops)
{
    joiner w = {.parts = parts};
    return make_hot(&w, arena) && make_bent(&w, arena) && make_edges(&w, arena) && trace(&w, arena, loops);
}
