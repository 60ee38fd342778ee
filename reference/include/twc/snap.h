/* SPDX-License-Identifier: MIT */
/*
 * Snap rounding (twc/feature.h): where segments of integer points cross, and which pixels they meet. Segments are
 * shorter than 2^20 cm (10 km) along each axis, so every product fits in int64.
 *
 * The pixel of a point p is [p - 1/2, p + 1/2) in x and in z.
 */
#ifndef TWC_SNAP_H
#define TWC_SNAP_H

#include "twc/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where two segments a b and c d meet: s / den of the way along a b, t / den of that along c d. */
typedef struct twc_meeting {
    int64_t s, t, den; /* 0 <= s, t <= den; den = 0: nowhere, or they are parallel */
} twc_meeting;

/*@ predicate same_place(integer s, integer u, integer t, integer v, integer den, integer w) = s * u == t * v + den * w;
    predicate share(integer num, integer den) = (0 < den && 0 <= num <= den) || (den < 0 && den <= num <= 0); */
/* u is b - a, v is d - c, w is c - a. */
/*@ requires short_side(ux) && short_side(uz) && short_side(vx) && short_side(vz);
    requires -(1LL << 31) < wx < 1LL << 31 && -(1LL << 31) < wz < 1LL << 31;
    assigns \nothing;
    ensures one: share(cross(wx, wz, vx, vz), cross(ux, uz, vx, vz))
      && share(cross(wx, wz, ux, uz), cross(ux, uz, vx, vz))
      <==> 0 != \result.den;
    ensures sign: \result.den == 0
      || (\result.s == cross(wx, wz, vx, vz) && \result.t == cross(wx, wz, ux, uz)
        && \result.den == cross(ux, uz, vx, vz))
      || (\result.s == -cross(wx, wz, vx, vz) && \result.t == -cross(wx, wz, ux, uz)
        && \result.den == -cross(ux, uz, vx, vz));
    ensures \result.den != 0 ==> 0 <= \result.s <= \result.den && 0 <= \result.t <= \result.den;
    ensures 0 <= \result.den < 1LL << 41;
    ensures x: \result.den != 0 ==> same_place(\result.s, ux, \result.t, vx, \result.den, wx);
    ensures z: \result.den != 0 ==> same_place(\result.s, uz, \result.t, vz, \result.den, wz); */
static inline twc_meeting twc_meet(int64_t ux, int64_t uz, int64_t vx, int64_t vz, int64_t wx, int64_t wz)
{
    int64_t den = twc_cross(ux, uz, vx, vz), s = twc_cross(wx, wz, vx, vz), t = twc_cross(wx, wz, ux, uz);
    /*@ assert same_place(s, ux, t, vx, den, wx) && same_place(s, uz, t, vz, den, wz); */
    if (den < 0) {
        den = -den;
        s = -s;
        t = -t;
    }
    if (s < 0 || s > den || t < 0 || t > den)
        den = 0;
    const twc_meeting meeting = {s, t, den};
    return meeting;
}

/* from + u s / den rounded, which does not leave from .. from + u; seen from the other segment it is the same. */
/*@ requires in_world(from) && in_world(from + u) && short_side(u) && 0 <= s <= den < 1LL << 41 && 0 < den;
    assigns \nothing;
    ensures way: nearest(\result - from, s, u, den);
    ensures between: between(from, from + u, \result); */
static inline int32_t twc_part_way(int32_t from, int64_t u, int64_t s, int64_t den)
{
    /*@ assert between(0, u * den, s * u); */
    int64_t steps = twc_round_div(s * u, den);
    /*@ assert nearest(steps, s, u, den); */
    return (int32_t)(from + steps);
}

/*
 * Whether closed segments a b and c d meet in exactly one point without being parallel, and that point rounded. The
 * result does not depend on the order of the segments nor on the order of their ends: the exact point is rounded.
 */
/*@ requires in_world(a) && in_world(b) && in_world(c) && in_world(d);
    requires short_side(b.x - a.x) && short_side(b.z - a.z) && short_side(d.x - c.x) && short_side(d.z - c.z);
    requires \valid(out);
    assigns *out;
    ensures \result == 0 || \result == 1;
    ensures meet: \result == 1 <==> share(turn(a, c, c, d), turn(a, b, c, d))
      && share(turn(a, c, a, b), turn(a, b, c, d));
    ensures first_x: \result == 1 ==> nearest(out->x - a.x, turn(a, c, c, d), b.x - a.x, turn(a, b, c, d));
    ensures first_z: \result == 1 ==> nearest(out->z - a.z, turn(a, c, c, d), b.z - a.z, turn(a, b, c, d));
    ensures second_x: \result == 1 ==> nearest(out->x - c.x, turn(a, c, a, b), d.x - c.x, turn(a, b, c, d));
    ensures second_z: \result == 1 ==> nearest(out->z - c.z, turn(a, c, a, b), d.z - c.z, turn(a, b, c, d));
    ensures first_box: \result == 1 ==> between(a.x, b.x, out->x) && between(a.z, b.z, out->z);
    ensures second_box: \result == 1 ==> between(c.x, d.x, out->x) && between(c.z, d.z, out->z); */
static inline int twc_crossing(twc_point a, twc_point b, twc_point c, twc_point d, twc_point *out)
{
    int64_t ux = (int64_t)b.x - a.x, uz = (int64_t)b.z - a.z, vx = (int64_t)d.x - c.x, vz = (int64_t)d.z - c.z;
    int64_t wx = (int64_t)c.x - a.x, wz = (int64_t)c.z - a.z;
    twc_meeting at = twc_meet(ux, uz, vx, vz, wx, wz);
    if (at.den == 0)
        return 0;
    out->x = twc_part_way(a.x, ux, at.s, at.den);
    out->z = twc_part_way(a.z, uz, at.s, at.den);
    /*@ assert nearest(out->x - a.x, at.s, ux, at.den) && nearest(out->x - c.x, at.t, vx, at.den); */
    /*@ assert nearest(out->z - a.z, at.s, uz, at.den) && nearest(out->z - c.z, at.t, vz, at.den); */
    return 1;
}

/* Whether both ends of a segment lie beyond the same side of the pixel [-1, 1) along an axis. */
/*@ assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> (a < -1 && b < -1) || (a >= 1 && b >= 1); */
static inline int twc_beside_pixel(int64_t a, int64_t b)
{
    return (a < -1 && b < -1) || (a >= 1 && b >= 1);
}

/*
 * Whether a line runs through the pixel [-1, 1) squared. A point's side of it is `middle` at the centre and grows by
 * -dz with x and by dx with z. Only the first corner belongs to the pixel; of the others those decide that are strictly
 * on the other side of it, as one that is on the line is next to points on the first one's side only.
 */
/*@ predicate one_side(integer middle, integer dx, integer dz) =
      middle - dx + dz > 0 && middle - dx - dz >= 0 && middle + dx + dz >= 0 && middle + dx - dz >= 0;
    predicate splits(integer middle, integer dx, integer dz) = !one_side(middle, dx, dz)
      && !one_side(-middle, -dx, -dz); */
/*@ requires short_side(dx / 2) && short_side(dz / 2) && -(1LL << 60) < middle < 1LL << 60;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> splits(middle, dx, dz); */
static inline int twc_line_meets_pixel(int64_t middle, int64_t dx, int64_t dz)
{
    int64_t first = middle - dx + dz, east = middle - dx - dz, south = middle + dx + dz, far = middle + dx - dz;
    return first == 0 || (first > 0 ? east < 0 || south < 0 || far < 0 : east > 0 || south > 0 || far > 0);
}

/*
 * Whether segment a b meets the pixel of p: in doubled coordinates about p, a box. The segment misses it exactly when
 * their extents along an axis do not overlap or the box lies on one side of its line.
 */
/*@ predicate meets(integer ax, integer az, integer bx, integer bz, integer px, integer pz) = between(ax, bx, px) && between(az, bz, pz)
      && splits(-4 * cross(px - ax, pz - az, bx - ax, bz - az), 2 * (bx - ax), 2 * (bz - az));
    predicate meets(twc_point a, twc_point b, twc_point p) = meets(a.x, a.z, b.x, b.z, p.x, p.z); */
/*@ requires in_world(a) && in_world(b) && in_world(p);
    requires short_side(b.x - a.x) && short_side(b.z - a.z);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> meets(a, b, p);
    ensures near: \result == 1 ==> 2 * \abs(turn(a, p, a, b)) <= \abs(b.x - a.x) + \abs(b.z - a.z);
    ensures ends: same(a, p) || same(b, p) ==> \result == 1; */
static inline int twc_meets_pixel(twc_point a, twc_point b, twc_point p)
{
    int64_t ax = 2 * ((int64_t)a.x - p.x), az = 2 * ((int64_t)a.z - p.z);
    int64_t bx = 2 * ((int64_t)b.x - p.x), bz = 2 * ((int64_t)b.z - p.z);
    if (twc_beside_pixel(ax, bx) || twc_beside_pixel(az, bz))
        return 0;
    int64_t middle = twc_cross(ax, az, bx - ax, bz - az);
    /*@ assert middle == -4 * turn(a, p, a, b); */
    /*@ assert (ax == 0 && az == 0) || (bx == 0 && bz == 0) ==> middle == 0; */
    return twc_line_meets_pixel(middle, bx - ax, bz - az);
}

#ifdef __cplusplus
}
#endif
#endif
