/* SPDX-License-Identifier: MIT */
/*
 * Delaunay triangulation: about each point, edge by edge, the point whose circle holds no other. Spec grid 10; twin
 * fast/grid/delaunay.c; test tests/grid/test_delaunay.c.
 */
#include "grid/predicates.h"
#include "grid/stage.h"

enum { NONE = -1 };

/* What the fast version keeps of its triangles. */
size_t twc_delaunay_bytes(size_t n)
{
    return 160 * (n + 16);
}

/* Among the points on the circle of a, b and some `on`, left of a b: the third corner of the fan's triangle at a b. */
static int64_t of_fan(size_t n, const twc_point *p, size_t a, size_t b, size_t on)
{
    size_t lowest = a < b ? a : b, third = on;
    for (size_t c = 0; c < n; c++)
        if (twc_orientation(p[a], p[b], p[c]) > 0 && twc_in_circle(p[a], p[b], p[on], p[c]) == 0 && c < lowest)
            lowest = c;
    if (lowest != a && lowest != b)
        return (int64_t)lowest;
    for (size_t c = 0; c < n; c++) /* next to b round the circle where the fan is a's, next to a where it is b's */
        if (twc_orientation(p[a], p[b], p[c]) > 0 && twc_in_circle(p[a], p[b], p[on], p[c]) == 0 &&
            (lowest == a ? twc_orientation(p[b], p[c], p[third]) > 0 : twc_orientation(p[a], p[third], p[c]) > 0))
            third = c;
    return (int64_t)third;
}

/* The third corner of the triangle left of a b, an edge of the triangulation; NONE beyond the outline. */
static int64_t third_corner(size_t n, const twc_point *p, size_t a, size_t b)
{
    int64_t best = NONE;
    for (size_t c = 0; c < n; c++)
        if (twc_orientation(p[a], p[b], p[c]) > 0 &&
            (best == NONE || twc_in_circle(p[a], p[b], p[(size_t)best], p[c]) > 0))
            best = (int64_t)c;
    return best == NONE ? NONE : of_fan(n, p, a, b, (size_t)best);
}

/* The nearest point to a, the first of equals: that edge's own circle is empty. */
static size_t nearest(size_t n, const twc_point *p, size_t a)
{
    size_t found = a;
    int64_t least = INT64_MAX;
    for (size_t b = 0; b < n; b++) {
        int64_t dx = p[b].x - p[a].x, dz = p[b].z - p[a].z, square = dx * dx + dz * dz;
        if (b != a && square < least) {
            least = square;
            found = b;
        }
    }
    return found;
}

/* Enters a triangle of point a, whose others are sorted by b. */
static size_t enter(twc_trio *of_a, size_t count, size_t a, size_t b, size_t c)
{
    size_t at = count;
    if (b < a || c < a)
        return count;
    for (; at > 0 && of_a[at - 1].b > b; at--)
        of_a[at] = of_a[at - 1];
    of_a[at] = (twc_trio){(uint32_t)a, (uint32_t)b, (uint32_t)c};
    return count + 1;
}

/* The triangles of which a is the lowest corner; returns how many. */
static size_t about(size_t n, const twc_point *p, size_t a, twc_trio *of_a)
{
    size_t start = nearest(n, p, a), b = start, count = 0;
    int64_t c;
    while ((c = third_corner(n, p, a, b)) != NONE) { /* counter-clockwise */
        count = enter(of_a, count, a, b, (size_t)c);
        b = (size_t)c;
        if (b == start)
            return count;
    }
    b = start; /* up to the outline: the other way round as well */
    while ((c = third_corner(n, p, b, a)) != NONE) {
        count = enter(of_a, count, a, (size_t)c, b);
        b = (size_t)c;
    }
    return count;
}

size_t twc_reference_delaunay(size_t n, const twc_point *points, void *scratch, twc_trio *out)
{
    size_t count = 0;
    (void)scratch;
    for (size_t a = 0; a < n && n > 2; a++)
        count += about(n, points, a, out + count);
    return count;
}
