/* SPDX-License-Identifier: MIT */
/*
 * The exact arithmetic of the arrangement (twc/feature.h): where segments of integer points cross, which pixels they meet,
 * in what order. Segments are shorter than 2^19 cm (5 km), so every product fits in int64; all arithmetic is on
 * differences, so a translation changes nothing.
 *
 * The pixel of a point p is [p - 1/2, p + 1/2) in x and in z.
 */
#ifndef TWC_SNAP_H
#define TWC_SNAP_H

#include "twc/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline int twc_same_point(twc_point a, twc_point b)
{
    return a.x == b.x && a.z == b.z;
}

/* x before z: the order that makes "lowest" mean something. */
static inline int twc_point_before(twc_point a, twc_point b)
{
    return a.x < b.x || (a.x == b.x && a.z < b.z);
}

static inline int64_t twc_point_area2(twc_point a, twc_point b, twc_point c)
{
    return twc_area2(a.x, a.z, b.x, b.z, c.x, c.z);
}

/* How far p lies along a -> b, times the length of a b. */
/*@ requires -(1 << 30) < a.x < 1 << 30 && -(1 << 30) < b.x < 1 << 30 && -(1 << 30) < p.x < 1 << 30;
    requires -(1 << 30) < a.z < 1 << 30 && -(1 << 30) < b.z < 1 << 30 && -(1 << 30) < p.z < 1 << 30;
    assigns \nothing;
    ensures \result == (p.x - a.x) * (b.x - a.x) + (p.z - a.z) * (b.z - a.z); */
static inline int64_t twc_along(twc_point a, twc_point b, twc_point p)
{
    return ((int64_t)p.x - a.x) * ((int64_t)b.x - a.x) + ((int64_t)p.z - a.z) * ((int64_t)b.z - a.z);
}

/* num / den rounded to nearest, halves up; den > 0. */
/*@ requires -1152921504606846976 <= num <= 1152921504606846976 && 0 < den <= 1152921504606846976; // 2^60
    assigns \nothing;
    ensures \result * (2 * den) <= 2 * num + den < (\result + 1) * (2 * den); */
static inline int64_t twc_round_div(int64_t num, int64_t den)
{
    int64_t doubled = 2 * num + den, quotient = doubled / (2 * den);
    return quotient - (doubled % (2 * den) < 0);
}

/*
 * Whether closed segments a b and c d meet in exactly one point without being parallel, and that point rounded. The
 * result does not depend on the order of the segments nor on the order of their ends: the exact point is rounded.
 */
static inline int twc_crossing(twc_point a, twc_point b, twc_point c, twc_point d, twc_point *out)
{
    int64_t ux = (int64_t)b.x - a.x, uz = (int64_t)b.z - a.z, vx = (int64_t)d.x - c.x, vz = (int64_t)d.z - c.z;
    int64_t wx = (int64_t)c.x - a.x, wz = (int64_t)c.z - a.z;
    int64_t den = ux * vz - uz * vx, s = wx * vz - wz * vx, t = wx * uz - wz * ux;
    if (den < 0) {
        den = -den;
        s = -s;
        t = -t;
    }
    if (den == 0 || s < 0 || s > den || t < 0 || t > den)
        return 0;
    /* s < 2^39 and u < 2^19: the products stay below 2^60. */
    out->x = (int32_t)(a.x + twc_round_div(s * ux, den));
    out->z = (int32_t)(a.z + twc_round_div(s * uz, den));
    return 1;
}

/*
 * Whether segment a b meets the pixel of p. In doubled coordinates about p the pixel is [-1, 1 - e] squared for a
 * positive e smaller than any fraction: a box, so the segment misses it exactly when their extents do not overlap
 * or all four corners lie strictly on one side of its line. A corner on the line is decided by the e in it.
 */
static inline int twc_meets_pixel(twc_point a, twc_point b, twc_point p)
{
    int64_t ax = 2 * ((int64_t)a.x - p.x), az = 2 * ((int64_t)a.z - p.z);
    int64_t bx = 2 * ((int64_t)b.x - p.x), bz = 2 * ((int64_t)b.z - p.z);
    if ((ax < -1 && bx < -1) || (ax >= 1 && bx >= 1) || (az < -1 && bz < -1) || (az >= 1 && bz >= 1))
        return 0;
    int64_t dx = bx - ax, dz = bz - az;
    /* side(x, z) = dx (z - az) - dz (x - ax); towards smaller x it grows with dz, towards smaller z with -dx. */
    int64_t middle = dz * ax - dx * az;
    int64_t corner[4] = {middle - dx + dz, middle - dx - dz, middle + dx + dz, middle + dx - dz};
    int64_t towards[4] = {0, dz, -dx, dz - dx};
    int above = 0, below = 0;
    for (int k = 0; k < 4; k++) {
        int64_t side = corner[k] ? corner[k] : towards[k];
        above += side > 0;
        below += side < 0;
    }
    return above < 4 && below < 4;
}

#ifdef __cplusplus
}
#endif
#endif
