/* SPDX-License-Identifier: MIT */
/*
 * Delaunay triangulation by a sweep: points in the order of their distance from a centre each lie outside of the
 * outline of those before, whose edges they see become triangles, and edges are turned until no circle holds a point.
 * Reals decide where their error cannot, whole numbers elsewhere. Spec grid 10; twin reference/grid/delaunay.c; test
 * tests/grid/test_delaunay.c.
 */
#include <math.h>

#include "grid/grid.h"
#include "reference/grid/predicates.h"

enum { NONE = -1, DIGIT = 11, DIGITS = 1 << DIGIT };

/*
 * Half-edges 3 t, 3 t + 1, 3 t + 2 of triangle t start in its corners; `twin` is the other half or NONE. The outline
 * runs counter-clockwise by `next`; `edge` is the half-edge that starts there. `place` has points by direction.
 */
typedef struct delaunay_work {
    twc_point *p;     /* in the order of the sweep: neighbours in it are near in memory */
    uint32_t *number; /* theirs, which decides between triangulations */
    size_t triangles;
    uint32_t *corner, *line;
    int32_t *twin, *next, *previous, *edge, *place, *stack;
    uint32_t places;
    twc_point centre;
} delaunay_work;

/* ---- order --------------------------------------------------------------------------------------------------- */

static uint64_t distance(const delaunay_work *work, twc_point p)
{
    const int64_t x = (int64_t)p.x - work->centre.x, z = (int64_t)p.z - work->centre.z;
    return (uint64_t)(x * x + z * z);
}

typedef struct keyed {
    uint64_t key;
    uint32_t point;
} keyed;

/* By distance, by number among equals: digits from the lowest. Ends in `from` or `to`, which is returned. */
static keyed *sort(keyed *from, keyed *to, size_t n, uint64_t largest)
{
    for (int shift = 0; shift < 64 && largest >> shift; shift += DIGIT) {
        uint32_t count[DIGITS] = {0}, before = 0;
        for (size_t k = 0; k < n; k++)
            count[from[k].key >> shift & (DIGITS - 1)]++;
        for (int d = 0; d < DIGITS; d++) {
            const uint32_t here = count[d];
            count[d] = before;
            before += here;
        }
        for (size_t k = 0; k < n; k++)
            to[count[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
        keyed *other = from;
        from = to;
        to = other;
    }
    return from;
}

static void put_in_order(delaunay_work *work, size_t n, const twc_point *points, keyed *scratch)
{
    uint64_t largest = 0;
    for (size_t k = 0; k < n; k++) {
        scratch[k] = (keyed){distance(work, points[k]), (uint32_t)k};
        largest |= scratch[k].key;
    }
    const keyed *sorted = sort(scratch, scratch + n, n, largest);
    for (size_t k = 0; k < n; k++) {
        work->number[k] = sorted[k].point;
        work->p[k] = points[sorted[k].point];
        work->line[k] = (uint32_t)k;
    }
}

/* ---- edges --------------------------------------------------------------------------------------------------- */

/* Whether d, across the edge b c from a, is inside the circle through a, b, c, or belongs to the fan that a is not. */
static int turns(const delaunay_work *work, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const twc_point *p = work->p;
    const uint32_t *n = work->number;
    const double dx = p[d].x, dz = p[d].z;
    const double ax = p[a].x - dx, az = p[a].z - dz, bx = p[b].x - dx, bz = p[b].z - dz, cx = p[c].x - dx,
                 cz = p[c].z - dz;
    const double aa = ax * ax + az * az, bb = bx * bx + bz * bz, cc = cx * cx + cz * cz;
    const double bc = bx * cz - bz * cx, ca = cx * az - cz * ax, ab = ax * bz - az * bx;
    const double sum = aa * bc + bb * ca + cc * ab;
    /* differences are exact; the rest rounds a dozen times, relative to products that these bound */
    const double bound = 0x1p-48 * (aa * (fabs(bx * cz) + fabs(bz * cx)) + bb * (fabs(cx * az) + fabs(cz * ax)) +
                                    cc * (fabs(ax * bz) + fabs(az * bx)));
    if (sum > bound || sum < -bound)
        return sum > 0.0;
    const int exact = twc_in_circle(p[a], p[b], p[c], p[d]);
    return exact > 0 || (exact == 0 && (n[a] < n[d] ? n[a] : n[d]) < (n[b] < n[c] ? n[b] : n[c]));
}

static void join(delaunay_work *work, int32_t one, int32_t other)
{
    work->twin[one] = other;
    if (other != NONE)
        work->twin[other] = one;
}

static int32_t add(delaunay_work *work, uint32_t a, uint32_t b, uint32_t c)
{
    const int32_t t = 3 * (int32_t)work->triangles++;
    work->corner[t] = a;
    work->corner[t + 1] = b;
    work->corner[t + 2] = c;
    work->twin[t] = work->twin[t + 1] = work->twin[t + 2] = NONE;
    return t;
}

/* The half-edge before or after one in its triangle. */
TWC_INLINE int32_t after(int32_t a)
{
    return a % 3 == 2 ? a - 2 : a + 1;
}

TWC_INLINE int32_t before(int32_t a)
{
    return a % 3 == 0 ? a + 2 : a - 1;
}

/* Turns edge a and those behind it as they need; returns the half-edge that now leaves the new point at the outline. */
static int32_t settle(delaunay_work *work, int32_t a)
{
    size_t waiting = 0;
    int32_t leaving;
    for (;;) {
        const int32_t b = work->twin[a];
        leaving = before(a);
        if (b != NONE) {
            const int32_t far = before(b);
            const uint32_t own = work->corner[leaving], across = work->corner[far];
            if (turns(work, own, work->corner[a], work->corner[after(a)], across)) {
                const int32_t beyond = work->twin[far];
                work->corner[a] = across;
                work->corner[b] = own;
                if (beyond == NONE)
                    work->edge[across] = a;
                join(work, a, beyond);
                join(work, b, work->twin[leaving]);
                join(work, leaving, far);
                work->stack[waiting++] = after(b);
                continue;
            }
        }
        if (!waiting)
            return leaving;
        a = work->stack[--waiting];
    }
}

/* ---- sweep --------------------------------------------------------------------------------------------------- */

/* A direction from the centre: a place where the outline is looked for first. */
static uint32_t place_of(const delaunay_work *work, uint32_t k)
{
    const float x = (float)(work->p[k].x - work->centre.x), z = (float)(work->p[k].z - work->centre.z);
    const float sum = fabsf(x) + fabsf(z), part = sum > 0.0f ? x / sum : 0.0f;
    const float turn = (z > 0.0f ? 3.0f - part : 1.0f + part) * 0.25f;
    return (uint32_t)(turn * (float)work->places) % work->places;
}

static int sees(const delaunay_work *work, int32_t from, int32_t to, uint32_t point)
{
    return twc_orientation(work->p[from], work->p[to], work->p[point]) < 0;
}

static void put(delaunay_work *work, int32_t from, int32_t to)
{
    work->next[from] = to;
    work->previous[to] = from;
}

/* The first points while they lie on a line, and the one that doesn't: a fan. Returns how many points; 0: all do. */
static size_t begin(delaunay_work *work, size_t n)
{
    uint32_t *line = work->line;
    size_t count = 2;
    while (count < n && twc_orientation(work->p[line[0]], work->p[line[1]], work->p[line[count]]) == 0)
        count++;
    if (count == n)
        return 0;
    const uint32_t apex = line[count];
    for (size_t k = 1; k < count; k++) { /* along the line, so that the apex is on its left */
        const uint32_t moved = line[k];
        size_t at = k;
        for (; at > 0 && twc_orientation(work->p[apex], work->p[moved], work->p[line[at - 1]]) > 0; at--)
            line[at] = line[at - 1];
        line[at] = moved;
    }
    for (size_t k = 0; k + 1 < count; k++) {
        const int32_t t = add(work, line[k], line[k + 1], apex);
        if (k > 0)
            join(work, t + 2, t - 2);
        work->edge[line[k]] = t;
        put(work, (int32_t)line[k], (int32_t)line[k + 1]);
    }
    work->edge[line[count - 1]] = 3 * (int32_t)work->triangles - 2;
    work->edge[apex] = 2;
    put(work, (int32_t)line[count - 1], (int32_t)apex);
    put(work, (int32_t)apex, (int32_t)line[0]);
    for (size_t k = 0; k <= count; k++)
        work->place[place_of(work, line[k])] = (int32_t)line[k];
    return count + 1;
}

/* A point of the outline whose edge, or one before it, the new point sees. */
static int32_t look(const delaunay_work *work, uint32_t point)
{
    uint32_t place = place_of(work, point);
    int32_t at = NONE;
    while (at == NONE || work->next[at] == at) { /* taken off the outline: its next is itself */
        at = work->place[place];
        place = place + 1 == work->places ? 0 : place + 1;
    }
    return work->previous[at];
}

static void insert(delaunay_work *work, uint32_t point)
{
    const int32_t start = look(work, point), i = (int32_t)point;
    int32_t first = start;
    while (!sees(work, first, work->next[first], point))
        first = work->next[first];
    int32_t last = work->next[first], t = add(work, (uint32_t)first, point, (uint32_t)last);
    join(work, t + 2, work->edge[first]);
    work->edge[first] = t;
    work->edge[point] = t + 1;
    work->edge[point] = settle(work, t + 2);
    for (int32_t q = work->next[last]; sees(work, last, q, point); q = work->next[last]) {
        t = add(work, (uint32_t)last, point, (uint32_t)q);
        join(work, t, work->edge[point]);
        join(work, t + 2, work->edge[last]);
        work->edge[point] = settle(work, t + 2);
        work->next[last] = last;
        last = q;
    }
    if (first == start)
        for (int32_t q = work->previous[first]; sees(work, q, first, point); q = work->previous[first]) {
            t = add(work, (uint32_t)q, point, (uint32_t)first);
            join(work, t + 1, work->edge[first]);
            join(work, t + 2, work->edge[q]);
            work->edge[q] = t;
            (void)settle(work, t + 2);
            work->next[first] = first;
            first = q;
        }
    put(work, first, i);
    put(work, i, last);
    work->place[place_of(work, point)] = i;
    work->place[place_of(work, (uint32_t)first)] = first;
}

/* ---- result -------------------------------------------------------------------------------------------------- */

/* Each from its lowest corner, by that corner, then by the second. */
static void write_out(const delaunay_work *work, size_t n, uint32_t *first, twc_trio *out)
{
    memset(first, 0, (n + 1) * sizeof *first);
    for (size_t t = 0; t < work->triangles; t++) {
        uint32_t *corner = work->corner + 3 * t;
        for (int k = 0; k < 3; k++)
            corner[k] = work->number[corner[k]];
        const uint32_t least = corner[0] < corner[1] ? corner[0] : corner[1];
        first[(least < corner[2] ? least : corner[2]) + 1]++;
    }
    for (size_t k = 0; k < n; k++)
        first[k + 1] += first[k];
    for (size_t t = 0; t < work->triangles; t++) {
        const uint32_t *corner = work->corner + 3 * t;
        const int k = corner[0] < corner[1] ? (corner[0] < corner[2] ? 0 : 2) : corner[1] < corner[2] ? 1 : 2;
        out[first[corner[k]]++] = (twc_trio){corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]};
    }
    for (size_t k = 1; k < work->triangles; k++) { /* a handful about each point */
        const twc_trio moved = out[k];
        size_t at = k;
        for (; at > 0 && out[at - 1].a == moved.a && out[at - 1].b > moved.b; at--)
            out[at] = out[at - 1];
        out[at] = moved;
    }
}

static void lay_out(delaunay_work *work, size_t n, const twc_point *points, void *scratch)
{
    int32_t low_x = points[0].x, high_x = low_x, low_z = points[0].z, high_z = low_z;
    for (size_t k = 1; k < n; k++) {
        low_x = points[k].x < low_x ? points[k].x : low_x;
        high_x = points[k].x > high_x ? points[k].x : high_x;
        low_z = points[k].z < low_z ? points[k].z : low_z;
        high_z = points[k].z > high_z ? points[k].z : high_z;
    }
    work->centre = (twc_point){low_x + (high_x - low_x) / 2, low_z + (high_z - low_z) / 2};
    work->triangles = 0;
    work->places = (uint32_t)sqrt((double)n) + 1;
    work->corner = (uint32_t *)((char *)scratch + 32 * n); /* the first are keys, then what waits to be turned */
    work->stack = scratch;
    work->twin = (int32_t *)work->corner + 6 * n;
    work->p = (twc_point *)(work->twin + 6 * n);
    work->number = (uint32_t *)(work->p + n);
    work->line = work->number + n;
    work->next = (int32_t *)work->line + n;
    work->previous = work->next + n;
    work->edge = work->previous + n;
    work->place = work->edge + n;
    for (uint32_t k = 0; k < work->places; k++)
        work->place[k] = NONE;
}

size_t TWC_NAME(delaunay)(size_t n, const twc_point *points, void *scratch, twc_trio *out)
{
    delaunay_work work;
    if (n < 3)
        return 0;
    lay_out(&work, n, points, scratch);
    put_in_order(&work, n, points, scratch);
    size_t k = begin(&work, n);
    if (k == 0)
        return 0;
    for (; k < n; k++)
        insert(&work, (uint32_t)k);
    write_out(&work, n, (uint32_t *)work.next, out);
    return work.triangles;
}
