/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What ./run prove looks at: the integer predicates as the reference has them, and below how the numbers they get
 * follow from the extent a world may have. Every call here shows that the contract of what is called allows these
 * numbers.
 */
#include "common/hash.c"
#include "ground/lattice.c"
#include "cut/ears.c"
#include "cut/faces.c"
#include "footprint/limits.c"
#include "footprint/solve.c"

#include "lemmas.h"

/*@ predicate amplitude(integer a) = a == TWC_LATTICE_JITTER_CM || a == TWC_MACRO_JITTER_CM; */

/* A side of a facet joins lattice vertices at most a macro cell apart: both are in the world, and it is short. */
/*@ requires on_lattice(i) && on_lattice(k) && -TWC_MACRO_CELLS <= k - i <= TWC_MACRO_CELLS;
    requires amplitude(one) && amplitude(other) && 0 <= quarter <= TWC_MACRO_CELLS;
    assigns \nothing;
    ensures in_world(\result); */
static int32_t along_facet_side(int32_t i, int32_t k, int32_t j, int32_t one, int32_t other, int32_t quarter)
{
    int32_t from = jittered_position(i, i, j, TWC_SALT_JITTER_X, one),
            to = jittered_position(k, k, j, TWC_SALT_JITTER_X, other);
    /*@ assert -11264 <= to - from <= 11264 && close(from, to) && short_side(to - from); */
    return lerp_position(from, to, quarter);
}

/*@ // what placing a corridor demands of the box of a cell (footprint/limits.c)
    logic integer border = TWC_TILE_LIMIT * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    predicate placed(integer low, integer high) = -border <= low <= high <= border && high - low <= TWC_CELL_BOX_CM;
    predicate placed(twc_box box) = placed(box.x0, box.x1) && placed(box.z0, box.z1);
    predicate holds(twc_box box, twc_point p) = box.x0 <= p.x <= box.x1 && box.z0 <= p.z <= box.z1; */

/* An edge of the ground (c d) against a piece of an outline (a b), within its cell; and against any plan point. */
/*@ requires placed(box) && holds(box, a) && holds(box, b);
    requires in_world(c) && in_world(d) && close(c.x, d.x) && close(c.z, d.z) && in_world(anywhere);
    requires \valid(out);
    assigns *out;
    ensures \result == 1 ==> holds(box, *out) && between(c.x, d.x, out->x) && between(c.z, d.z, out->z);
    ensures \result == 2 ==> holds(box, anywhere) || (between(c.x, d.x, anywhere.x)
      && between(c.z, d.z, anywhere.z)); */
static int on_outline(twc_box box, twc_point a, twc_point b, twc_point c, twc_point d, twc_point anywhere,
                      twc_point *out)
{
    if (twc_crossing(a, b, c, d, out))
        return 1;
    return twc_meets_pixel(a, b, anywhere) || twc_meets_pixel(c, d, anywhere) ? 2 : 0;
}

/* Whichever segment is named first, and from whichever of its ends: the crossing is the same point. */
/*@ requires in_world(a) && in_world(b) && in_world(c) && in_world(d);
    requires short_side(b.x - a.x) && short_side(b.z - a.z) && short_side(d.x - c.x) && short_side(d.z - c.z);
    assigns \nothing;
    ensures \result == 1; */
static int order_does_not_matter(twc_point a, twc_point b, twc_point c, twc_point d)
{
    twc_point p, q, r;
    int one = twc_crossing(a, b, c, d, &p), other = twc_crossing(c, d, a, b, &q), back = twc_crossing(b, a, c, d, &r);
    /*@ assert turn(c, d, a, b) == -turn(a, b, c, d) && turn(b, a, c, d) == -turn(a, b, c, d); */
    /*@ assert turn(c, a, a, b) == -turn(a, c, a, b) && turn(c, a, c, d) == -turn(a, c, c, d); */
    /*@ assert turn(b, c, b, a) == -turn(a, c, a, b) && turn(b, c, c, d) == turn(a, c, c, d) - turn(a, b, c, d); */
    /*@ assert one == other && one == back; */
    /*@ assert one == 1 ==> nearest(q.x - c.x, turn(a, c, a, b), d.x - c.x, turn(a, b, c, d)); */
    /*@ assert one == 1 ==> nearest(q.z - c.z, turn(a, c, a, b), d.z - c.z, turn(a, b, c, d)); */
    /*@ assert one == 1 ==> nearest(r.x - c.x, turn(a, c, a, b), d.x - c.x, turn(a, b, c, d)); */
    /*@ assert one == 1 ==> nearest(r.z - c.z, turn(a, c, a, b), d.z - c.z, turn(a, b, c, d)); */
    /*@ assert one == 1 ==> p.x - c.x == q.x - c.x && p.z - c.z == q.z - c.z; */
    /*@ assert one == 1 ==> p.x - c.x == r.x - c.x && p.z - c.z == r.z - c.z; */
    return one == other && one == back && (!one || (twc_same_point(p, q) && twc_same_point(p, r)));
}

/* What looks at plan points only has no say in how far apart they are: three corners of the world will do. */
/*@ requires in_world(a) && in_world(b) && in_world(c) && 0 <= gap;
    assigns \nothing;
    ensures \result == (turn(a, c, a, b) > 0 ? 1 : turn(a, c, a, b) < 0 ? -1 : 0); */
static int orientation(twc_point a, twc_point b, twc_point c, int32_t gap)
{
    int64_t area2 = twc_point_area2(a, b, c);
    twc_along(a, b, c);
    twc_floor_mean3(a.x, b.x, c.x);
    turns_sooner(a, b, c, b);
    ahead_by(a, b, c, gap);
    return (area2 > 0) - (area2 < 0);
}

/* No contract asks for what cannot be: the farthest numbers satisfy them. */
/*@ assigns \nothing; */
static void farthest(void)
{
    const twc_point low = {-1073741823, -1073741823}, high = {1073741823, 1073741823},
                    corner = {1073741823, -1073741823};
    const twc_point a = {1073712700, -1073712700},
                    b = {1073704700, -1073704700}; /* a cell of a corridor at the border */
    const twc_point c = {1073741823, -1073741823}, d = {1073725440, -1073741823};
    const twc_station station = {1 << 30, -(1 << 30), TWC_RIGHT_ONE, -TWC_RIGHT_ONE, 0, {0, 0}};
    twc_point p;
    orientation(low, high, corner, INT32_MAX);
    order_does_not_matter((twc_point){1073741823, 1073741823}, (twc_point){1072693248, 1072693248},
                          (twc_point){-1073741823, 0}, (twc_point){-1072693248, 1048575});
    on_outline((twc_box){1073704700, -1073712700, 1073712700, -1073704700}, a, b, c, d, low, &p);
    along_facet_side(671084, 671080, -671084, TWC_MACRO_JITTER_CM, TWC_LATTICE_JITTER_CM, 3);
    twc_station_point(&station, -TWC_PROFILE_REACH_CM);
    twc_compare_products(UINT64_MAX, UINT64_MAX, UINT64_MAX, 1);
}
