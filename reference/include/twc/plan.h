/* SPDX-License-Identifier: MIT */
/*
 * Exact arithmetic of plan points: order, sides, lengths along a segment, rounded quotients. All of it is on
 * differences, so a translation changes nothing.
 */
#ifndef TWC_PLAN_H
#define TWC_PLAN_H

#include "twc/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/*@ predicate same(twc_point a, twc_point b) = a.x == b.x && a.z == b.z;
    logic integer turn(twc_point a, twc_point b, twc_point c, twc_point d) = cross(b.x - a.x, b.z - a.z, d.x - c.x, d.z
   - c.z); logic integer square(integer a) = a * a; logic integer span2(twc_point a, twc_point b) = square(b.x - a.x) +
   square(b.z - a.z); */
/*@ assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> same(a, b); */
static inline int twc_same_point(twc_point a, twc_point b)
{
    return a.x == b.x && a.z == b.z;
}

/* x before z: the order that makes "lowest" mean something. */
/*@ assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> a.x < b.x || (a.x == b.x && a.z < b.z); */
static inline int twc_point_before(twc_point a, twc_point b)
{
    return a.x < b.x || (a.x == b.x && a.z < b.z);
}

/*@ requires apart(a, b) && apart(a, c);
    assigns \nothing;
    ensures \result == turn(a, c, a, b); */
static inline int64_t twc_point_area2(twc_point a, twc_point b, twc_point c)
{
    return twc_area2(a.x, a.z, b.x, b.z, c.x, c.z);
}

/* How far p lies along a -> b, times the length of a b. */
/*@ requires apart(a, b) && apart(a, p);
    assigns \nothing;
    ensures \result == (p.x - a.x) * (b.x - a.x) + (p.z - a.z) * (b.z - a.z);
    ensures same(b, p) ==> \result == span2(a, b); */
static inline int64_t twc_along(twc_point a, twc_point b, twc_point p)
{
    return ((int64_t)p.x - a.x) * ((int64_t)b.x - a.x) + ((int64_t)p.z - a.z) * ((int64_t)b.z - a.z);
}

/* u x v, of which v is a segment or twice one: positive where twc_area2 of 0, v, u is. */
/*@ requires -(1LL << 32) < ux < 1LL << 32 && -(1LL << 32) < uz < 1LL << 32;
    requires short_side(vx / 2) && short_side(vz / 2);
    assigns \nothing;
    ensures exact: \result == cross(ux, uz, vx, vz);
    ensures bound: -(1LL << 54) < \result < 1LL << 54;
    ensures less: short_side(ux) && short_side(uz) && short_side(vx) && short_side(vz)
      ==> -(1LL << 41) < \result < 1LL << 41; */
static inline int64_t twc_cross(int64_t ux, int64_t uz, int64_t vx, int64_t vz)
{
    int64_t one = ux * vz, other = uz * vx;
    /*@ assert -(1LL << 53) < one < 1LL << 53 && -(1LL << 53) < other < 1LL << 53; */
    /*@ assert short_side(ux) && short_side(vz) ==> -(1LL << 40) < one < 1LL << 40; */
    /*@ assert short_side(uz) && short_side(vx) ==> -(1LL << 40) < other < 1LL << 40; */
    return one - other;
}

/* num / den rounded to nearest, halves up; den > 0. */
/*@ predicate rounded(integer q, integer num, integer den) = q * (2 * den) <= 2 * num + den < (q + 1) * (2 * den);
    predicate nearest(integer q, integer s, integer u, integer den) = den > 0 ? rounded(q, s * u, den) : rounded(q, -s *
   u, -den); */
/*@ requires -(1LL << 61) <= num <= 1LL << 61 && 0 < den <= 1LL << 61;
    assigns \nothing;
    ensures rounded(\result, num, den); */
static inline int64_t twc_round_div(int64_t num, int64_t den)
{
    int64_t doubled = 2 * num + den, quotient = doubled / (2 * den);
    return quotient - (doubled % (2 * den) < 0);
}

#ifdef __cplusplus
}
#endif
#endif
