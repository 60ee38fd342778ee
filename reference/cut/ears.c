/* SPDX-License-Identifier: MIT */
/*
 * Ear cutting of a weakly simple polygon. Spec cut 5.3, 5.4; twin fast/cut/ears.c; test tests/cut/test_cut.c.
 *
 * Its border may touch itself at vertices or along the bridges to its holes, but its inside lies on the positive side
 * of every edge.
 */
#include <string.h>

#include "common/assertion.h"
#include "cut/stage.h"

int twc_reference_in_cone(const twc_point *polygon, size_t n, size_t i, twc_point to)
{
    twc_point here = polygon[i], before = polygon[(i + n - 1) % n], after = polygon[(i + 1) % n];
    if (twc_point_area2(before, here, after) >= 0)
        return twc_point_area2(here, to, before) > 0 && twc_point_area2(to, here, after) > 0;
    return !(twc_point_area2(here, to, after) >= 0 && twc_point_area2(to, here, before) >= 0);
}

/* Whether another vertex lies in the triangle or on its border; vertices at its corners are no hindrance. */
static int holds_vertex(const twc_point *polygon, size_t n, twc_point a, twc_point b, twc_point c)
{
    for (size_t i = 0; i < n; i++) {
        twc_point p = polygon[i];
        if (twc_same_point(p, a) || twc_same_point(p, b) || twc_same_point(p, c))
            continue;
        if (twc_point_area2(a, b, p) >= 0 && twc_point_area2(b, c, p) >= 0 && twc_point_area2(c, a, p) >= 0)
            return 1;
    }
    return 0;
}

static int is_ear(const twc_point *polygon, size_t n, size_t i)
{
    size_t before = (i + n - 1) % n, after = (i + 1) % n;
    twc_point a = polygon[before], b = polygon[i], c = polygon[after];
    if (twc_point_area2(a, b, c) <= 0)
        return 0;
    if (n > 3 && (!twc_reference_in_cone(polygon, n, before, c) || !twc_reference_in_cone(polygon, n, after, a)))
        return 0;
    return !holds_vertex(polygon, n, a, b, c);
}

static void emit(twc_point a, twc_point b, twc_point c, twc_point out[3])
{
    int first = twc_point_before(b, a) ? (twc_point_before(c, b) ? 2 : 1) : (twc_point_before(c, a) ? 2 : 0);
    const twc_point corner[5] = {a, b, c, a, b};
    memcpy(out, corner + first, 3 * sizeof *out);
}

ptrdiff_t twc_reference_cut_ears(twc_point *polygon, size_t n, twc_point (*out)[3])
{
    ptrdiff_t count = 0;
    while (n >= 3) {
        size_t best = n;
        int64_t shortest = 0;
        for (size_t i = 0; i < n; i++) {
            twc_point a = polygon[(i + n - 1) % n], c = polygon[(i + 1) % n];
            int64_t length2 = twc_along(a, c, c);
            int better = best == n || length2 < shortest ||
                         (length2 == shortest && twc_point_before(polygon[i], polygon[best]));
            if (better && is_ear(polygon, n, i)) {
                best = i;
                shortest = length2;
            }
        }
        if (best == n)
            return -1;
        TWC_ASSERT(twc_point_area2(polygon[(best + n - 1) % n], polygon[best], polygon[(best + 1) % n]) > 0);
        emit(polygon[(best + n - 1) % n], polygon[best], polygon[(best + 1) % n], out[count++]);
        if (n == 3)
            break;
        memmove(polygon + best, polygon + best + 1, (n - best - 1) * sizeof *polygon);
        n--;
    }
    return count;
}
