/* SPDX-License-Identifier: MIT */
/* The two questions a triangulation asks, in exact integers: coordinates are below 2^26 in magnitude. */
#ifndef TWC_REFERENCE_GRID_PREDICATES_H
#define TWC_REFERENCE_GRID_PREDICATES_H

#include "twc/mesh.h"
#include "twc/numbers.h"

/* Twice the area of a, b, c, counter-clockwise positive: below 2^55. */
static inline int64_t twc_orientation(twc_point a, twc_point b, twc_point c)
{
    return (int64_t)(b.x - a.x) * (c.z - a.z) - (int64_t)(b.z - a.z) * (c.x - a.x);
}

/* sum + a b in 128 bits, two's complement. */
static inline twc_wide twc_add_product(twc_wide sum, int64_t a, int64_t b)
{
    twc_wide product = twc_product((uint64_t)(a < 0 ? -a : a), (uint64_t)(b < 0 ? -b : b));
    if ((a < 0) != (b < 0)) {
        product.high = ~product.high + (product.low == 0);
        product.low = ~product.low + 1;
    }
    sum.low += product.low;
    sum.high += product.high + (sum.low < product.low);
    return sum;
}

/* Above 0 where d lies inside the circle through a, b, c (counter-clockwise), 0 where it lies on it. */
static inline int twc_in_circle(twc_point a, twc_point b, twc_point c, twc_point d)
{
    int64_t ax = a.x - d.x, az = a.z - d.z, bx = b.x - d.x, bz = b.z - d.z, cx = c.x - d.x, cz = c.z - d.z;
    twc_wide sum = {0, 0};
    sum = twc_add_product(sum, ax * ax + az * az, bx * cz - bz * cx);
    sum = twc_add_product(sum, bx * bx + bz * bz, cx * az - cz * ax);
    sum = twc_add_product(sum, cx * cx + cz * cz, ax * bz - az * bx);
    return sum.high >> 63 ? -1 : sum.high || sum.low;
}

#endif
