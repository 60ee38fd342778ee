/* SPDX-License-Identifier: MIT */
/* Ears of small simple polygons, in 32-bit coordinates from their lowest point. */
#include "feature/work.h"

typedef struct corner {
    int32_t x, z;
    uint8_t edge;
} corner;

/* Twice the area; a ground triangle spans less than 2^14 cm, so 32 bits hold it. */
static inline int32_t area2(const corner *a, const corner *b, const corner *c)
{
    return (b->z - a->z) * (c->x - a->x) - (b->x - a->x) * (c->z - a->z);
}

static int is_ear(const corner *p, int n, int before, int tip, int after)
{
    const corner *a = &p[before], *b = &p[tip], *c = &p[after];
    if (area2(a, b, c) <= 0)
        return 0;
    for (int i = 0; i < n; i++)
        if (i != before && i != tip && i != after && (area2(a, b, &p[i]) | area2(b, c, &p[i]) | area2(c, a, &p[i])) >= 0)
            return 0;
    return 1;
}

static inline int before_in_plan(const corner *a, const corner *b)
{
    return a->x < b->x || (a->x == b->x && a->z < b->z);
}

static void emit(const corner *a, const corner *b, const corner *c, uint8_t out[3])
{
    const int first = before_in_plan(b, a) ? (before_in_plan(c, b) ? 2 : 1) : (before_in_plan(c, a) ? 2 : 0);
    const uint8_t edge[5] = {a->edge, b->edge, c->edge, a->edge, b->edge};
    memcpy(out, edge + first, 3);
}

/* In a simple polygon a triangle of three neighbours without a vertex in or on it is an ear: no cones to look at. */
static int cut_ears(corner *p, int n, uint8_t (*out)[3])
{
    int count = 0;
    while (n > 3) {
        int best = -1;
        int64_t shortest = 0;
        for (int i = 0, before = n - 1; i < n; before = i++) {
            const int after = i + 1 < n ? i + 1 : 0;
            const int64_t dx = p[after].x - p[before].x, dz = p[after].z - p[before].z, length2 = dx * dx + dz * dz;
            if (best >= 0 && (length2 > shortest || (length2 == shortest && !before_in_plan(&p[i], &p[best]))))
                continue;
            if (!is_ear(p, n, before, i, after))
                continue;
            best = i;
            shortest = length2;
        }
        if (best < 0)
            return -1;
        emit(&p[best > 0 ? best - 1 : n - 1], &p[best], &p[best + 1 < n ? best + 1 : 0], out[count++]);
        n--;
        for (int i = best; i < n; i++)
            p[i] = p[i + 1];
    }
    if (area2(&p[0], &p[1], &p[2]) <= 0)
        return -1;
    emit(&p[0], &p[1], &p[2], out[count++]);
    return count;
}

/* For each edge the one that starts where it ends; 0 when two start at one point, or none does. */
static int link_edges(const twc_border *edges, int n, uint8_t *next)
{
    for (int i = 0; i < n; i++) {
        int found = 0;
        for (int j = 0; j < n; j++) {
            if (twc_same_point(edges[j].from, edges[i].to)) {
                next[i] = (uint8_t)j;
                found++;
            }
            if (j > i && twc_same_point(edges[j].from, edges[i].from))
                return 0;
        }
        if (found != 1)
            return 0;
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
            p[count++] = (corner){edges[e].from.x - edges[start].from.x, edges[e].from.z - edges[start].from.z, (uint8_t)e};
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
