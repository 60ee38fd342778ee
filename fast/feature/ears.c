/* SPDX-License-Identifier: MIT */
/* Ears of small simple polygons, in 32-bit coordinates from their lowest point. */
#include "feature/work.h"

typedef struct corner {
    int32_t x, z;
    int32_t convex; /* the tip of a triangle of positive area, with its neighbours */
    uint32_t edge;
    int64_t cut2;   /* squared length between its neighbours */
} corner;

/* Twice the area; a ground triangle spans less than 2^14 cm, so 32 bits hold it. */
static inline int32_t area2(const corner *a, const corner *b, const corner *c)
{
    return (b->z - a->z) * (c->x - a->x) - (b->x - a->x) * (c->z - a->z);
}

/*
 * Whether a convex corner is an ear: no vertex in or on its triangle. Only corners that are not convex need to be looked at: of those
 * inside, the one farthest from the cut is not convex.
 */
static int is_ear(const corner *p, int n, int before, int tip, int after)
{
    const corner *a = &p[before], *b = &p[tip], *c = &p[after];
    for (int i = 0; i < n; i++)
        if (!p[i].convex && i != before && i != after && (area2(a, b, &p[i]) | area2(b, c, &p[i]) | area2(c, a, &p[i])) >= 0)
            return 0;
    return 1;
}

static inline void look_at(corner *p, int n, int i)
{
    const corner *a = &p[i > 0 ? i - 1 : n - 1], *c = &p[i + 1 < n ? i + 1 : 0];
    const int64_t dx = c->x - a->x, dz = c->z - a->z;
    p[i].convex = area2(a, &p[i], c) > 0;
    p[i].cut2 = dx * dx + dz * dz;
}

static inline int before_in_plan(const corner *a, const corner *b)
{
    return a->x < b->x || (a->x == b->x && a->z < b->z);
}

static void emit(const corner *a, const corner *b, const corner *c, uint8_t out[3])
{
    const int first = before_in_plan(b, a) ? (before_in_plan(c, b) ? 2 : 1) : (before_in_plan(c, a) ? 2 : 0);
    const uint8_t edge[5] = {(uint8_t)a->edge, (uint8_t)b->edge, (uint8_t)c->edge, (uint8_t)a->edge, (uint8_t)b->edge};
    memcpy(out, edge + first, 3);
}

/* In a simple polygon a triangle of three neighbours without a vertex in or on it is an ear: no cones to look at. */
static int cut_ears(corner *p, int n, uint8_t (*out)[3])
{
    int count = 0;
    for (int i = 0; i < n; i++)
        look_at(p, n, i);
    while (n > 3) {
        int best = -1;
        for (int i = 0; i < n; i++) {
            if (!p[i].convex || (best >= 0 && (p[i].cut2 > p[best].cut2 || (p[i].cut2 == p[best].cut2 && !before_in_plan(&p[i], &p[best])))))
                continue;
            if (is_ear(p, n, i > 0 ? i - 1 : n - 1, i, i + 1 < n ? i + 1 : 0))
                best = i;
        }
        if (best < 0)
            return -1;
        emit(&p[best > 0 ? best - 1 : n - 1], &p[best], &p[best + 1 < n ? best + 1 : 0], out[count++]);
        n--;
        for (int i = best; i < n; i++)
            p[i] = p[i + 1];
        look_at(p, n, best > 0 ? best - 1 : n - 1);
        look_at(p, n, best < n ? best : 0);
    }
    if (area2(&p[0], &p[1], &p[2]) <= 0)
        return -1;
    emit(&p[0], &p[1], &p[2], out[count++]);
    return count;
}

/* For each edge the one that starts where it ends; 0 when two start at one point, or none does. */
static int link_edges(const twc_border *edges, int n, uint8_t *next)
{
    uint64_t from[FAST_MOST_EDGES];
    for (int i = 0; i < n; i++)
        memcpy(&from[i], &edges[i].from, sizeof from[i]);
    for (int i = 0; i < n; i++) {
        uint64_t to;
        int at = -1, shared = 0;
        memcpy(&to, &edges[i].to, sizeof to);
        for (int j = 0; j < n; j++) {
            at = from[j] == to ? j : at;
            shared |= (j > i) & (from[j] == from[i]);
        }
        if (at < 0 || shared)
            return 0;
        next[i] = (uint8_t)at;
    }
    return 1;
}

static int lowest_unused(const twc_border *edges, int n, const uint8_t *used)
{
    int lowest = -1;
    for (int i = 0; i < n; i++)
        if (!used[i] && (lowest < 0 || twc_point_before(edges[i].from, edges[lowest].from)))
            lowest = i;
    return lowest;
}

int twc_fast_simple_ears(const twc_border *edges, int n, uint8_t (*out)[3])
{
    uint8_t next[FAST_MOST_EDGES], used[FAST_MOST_EDGES] = {0};
    corner p[FAST_MOST_EDGES];
    int total = 0;
    if (n > FAST_MOST_EDGES || !link_edges(edges, n, next))
        return -1;
    for (int start; (start = lowest_unused(edges, n, used)) >= 0;) {
        int count = 0, e = start;
        int64_t area = 0;
        do {
            if (used[e])
                return -1; /* two edges end at one point */
            p[count++] = (corner){edges[e].from.x - edges[start].from.x, edges[e].from.z - edges[start].from.z, 0, (uint32_t)e, 0};
            used[e] = 1;
            e = next[e];
        } while (e != start);
        for (int i = 1; i + 1 < count; i++)
            area += area2(&p[0], &p[i], &p[i + 1]);
        if (count < 3 || area <= 0)
            return -1;
        const int added = cut_ears(p, count, out + total);
        if (added < 0)
            return -1;
        total += added;
    }
    return total;
}
