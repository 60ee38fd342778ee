/* SPDX-License-Identifier: MIT */
/*
 * Ears of small simple polygons, in 32-bit coordinates from their lowest point. Spec cut 5.4; twin
 * reference/cut/ears.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

/*
 * A polygon whose ears are cut off one by one, as arrays over its corners. Coordinates are from its lowest corner. A
 * corner's key orders tips as the rule does: by the length of their cut, then by place; NO_TIP where the corner is no
 * ear.
 */
typedef struct polygon {
    int32_t x[FAST_MOST_EDGES], z[FAST_MOST_EDGES];
    uint32_t place[FAST_MOST_EDGES]; /* orders corners along x, then along z */
    uint64_t key[FAST_MOST_EDGES];
    uint8_t edge[FAST_MOST_EDGES], before[FAST_MOST_EDGES], after[FAST_MOST_EDGES];
    uint64_t bent; /* by bit: corners that are not convex */
    int count;
} polygon;

#define NO_TIP UINT64_MAX

/* Twice the area; a ground triangle spans less than 2^14 cm, so 32 bits hold it. */
/*@ requires \valid_read(p) && 0 <= a < FAST_MOST_EDGES && 0 <= b < FAST_MOST_EDGES && 0 <= c < FAST_MOST_EDGES;
    requires close(p->z[b], p->z[a]) && close(p->x[c], p->x[a]) && close(p->x[b], p->x[a]) && close(p->z[c], p->z[a]);
    assigns \nothing;
    ensures \result == cross(p->x[c] - p->x[a], p->z[c] - p->z[a], p->x[b] - p->x[a], p->z[b] - p->z[a]); */
static inline int32_t area2(const polygon *p, int a, int b, int c)
{
    return twc_fast_cross(p->x[c] - p->x[a], p->z[c] - p->z[a], p->x[b] - p->x[a], p->z[b] - p->z[a]);
}

static inline uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/*
 * Whether a convex corner is an ear: no vertex in or on its triangle. Only corners that are not convex need to be
 * looked at: of those inside, the one farthest from the cut has nothing but the polygon's inside between itself and the
 * tip, so it is not convex. Such a corner is no tip and stays where it is: the answer stands until a neighbour of the
 * tip is cut off.
 */
static int is_ear(const polygon *p, int tip)
{
    const int a = p->before[tip], c = p->after[tip];
    for (uint64_t left = p->bent & ~(bit(a) | bit(c)); left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        if ((area2(p, a, tip, i) | area2(p, tip, c, i) | area2(p, c, a, i)) >= 0)
            return 0;
    }
    return 1;
}

static inline void look_at(polygon *p, int i)
{
    const int a = p->before[i], c = p->after[i];
    const int32_t dx = p->x[c] - p->x[a],
                  dz = p->z[c] - p->z[a]; /* below 2^14: the square of the cut's length below 2^29 */
    const int convex = area2(p, a, i, c) > 0;
    p->bent = convex ? p->bent & ~bit(i) : p->bent | bit(i);
    p->key[i] = convex ? (uint64_t)(uint32_t)(dx * dx + dz * dz) << 32 | p->place[i] : NO_TIP;
}

/* From its lowest corner on. */
static inline void emit(const polygon *p, int b, uint8_t out[3])
{
    const int a = p->before[b], c = p->after[b];
    const int later = p->place[b] < p->place[a], last = p->place[c] < p->place[later ? b : a];
    out[0] = p->edge[last ? c : later ? b : a];
    out[1] = p->edge[last ? a : later ? c : b];
    out[2] = p->edge[last ? b : later ? a : c];
}

static int lowest_key(const polygon *p)
{
    uint64_t least = NO_TIP;
    int best = 0;
    for (int i = 0; i < p->count; i++) {
        best = p->key[i] < least ? i : best;
        least = p->key[i] < least ? p->key[i] : least;
    }
    return least == NO_TIP ? -1 : best;
}

/* In a simple polygon a triangle of three neighbours without a vertex in or on it is an ear: no cones to look at. */
static int cut_ears(polygon *p, uint8_t (*out)[3])
{
    const int n = p->count;
    int count = 0, tip = 0;
    p->bent = 0;
    for (int i = 0; i < n; i++) {
        p->before[i] = (uint8_t)(i > 0 ? i - 1 : n - 1);
        p->after[i] = (uint8_t)(i + 1 < n ? i + 1 : 0);
    }
    for (int i = 0; i < n; i++)
        look_at(p, i);
    while (count < n - 3) {
        tip = lowest_key(p);
        if (tip < 0)
            return -1;
        p->key[tip] = NO_TIP;
        if (!is_ear(p, tip))
            continue;
        emit(p, tip, out[count++]);
        const int a = p->before[tip], c = p->after[tip];
        p->after[a] = (uint8_t)c;
        p->before[c] = (uint8_t)a;
        look_at(p, a);
        look_at(p, c);
        tip = a;
    }
    if (area2(p, p->before[tip], tip, p->after[tip]) <= 0)
        return -1;
    emit(p, tip, out[count++]);
    return count;
}

/*
 * For each edge the one that starts where it ends; 0 when two start at one point, or none does. What `w->starts` holds
 * is true only of points that some edge says it starts at, so it need not be cleared between two calls.
 */
static int link_edges(fast_work *w, const uint32_t *from, const uint32_t *to, int n, uint8_t *next)
{
    for (int i = 0; i < n; i++) {
        const int other = w->starts[from[i]];
        if (other < i && from[other] == from[i])
            return 0;
        w->starts[from[i]] = (uint8_t)i;
    }
    for (int i = 0; i < n; i++) {
        next[i] = w->starts[to[i]];
        if (next[i] >= n || from[next[i]] != to[i])
            return 0;
    }
    return 1;
}

static int lowest_unused(const twc_vertex *at, int n, const uint8_t *used)
{
    int lowest = -1;
    for (int i = 0; i < n; i++)
        if (!used[i] && (lowest < 0 || at[i].x < at[lowest].x || (at[i].x == at[lowest].x && at[i].z < at[lowest].z)))
            lowest = i;
    return lowest;
}

int twc_fast_simple_ears(fast_work *w, const twc_vertex *at, const uint32_t *from, const uint32_t *to, int n,
                         uint8_t (*out)[3])
{
    uint8_t next[FAST_MOST_EDGES], used[FAST_MOST_EDGES] = {0};
    polygon p;
    int total = 0;
    if (n > FAST_MOST_EDGES || !link_edges(w, from, to, n, next))
        return -1;
    for (int left = n; left > 0;) {
        const int start = lowest_unused(at, n, used);
        int e = start;
        int64_t area = 0;
        p.count = 0;
        do {
            if (used[e])
                return -1; /* two edges end at one point */
            p.x[p.count] = at[e].x - at[start].x;
            p.z[p.count] = at[e].z - at[start].z;
            p.place[p.count] = (uint32_t)p.x[p.count] << 16 | (uint32_t)(p.z[p.count] + (1 << 15));
            p.edge[p.count++] = (uint8_t)e;
            used[e] = 1;
            e = next[e];
        } while (e != start);
        for (int i = 1; i + 1 < p.count; i++)
            area += area2(&p, 0, i, i + 1);
        TWC_ASSERT(p.count <= n);
        if (p.count < 3 || area <= 0)
            return -1;
        left -= p.count;
        const int added = cut_ears(&p, out + total);
        if (added < 0)
            return -1;
        total += added;
    }
    TWC_ASSERT(total <= n);
    return total;
}
