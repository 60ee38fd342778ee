/* SPDX-License-Identifier: MIT */
/* Exact plan arithmetic in 32 bits, for what lies near each other: twice as many lanes as twc/mesh.h has with 64. */
#ifndef TWC_FAST_PLAN_H
#define TWC_FAST_PLAN_H

#include "level.h"
#include "twc/numbers.h"

/* u x v, of vectors less than 2^14 cm long along each axis: twc_area2 of a, b, c is that of c - a and b - a. */
/*@ requires close(ux, 0) && close(uz, 0) && close(vx, 0) && close(vz, 0);
    assigns \nothing;
    ensures \result == cross(ux, uz, vx, vz);
    ensures -(1 << 29) < \result < 1 << 29; */
TWC_INLINE int32_t twc_fast_cross(int32_t ux, int32_t uz, int32_t vx, int32_t vz)
{
    return ux * vz - uz * vx;
}

#endif
