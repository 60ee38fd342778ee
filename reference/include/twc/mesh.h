/* SPDX-License-Identifier: MIT */
/*
 * Triangles, and the exact plan arithmetic on them (docs/spec/numbers.md 5). Two vertices are the same when their bits
 * are the same: nothing is ever welded.
 */
#ifndef TWC_MESH_H
#define TWC_MESH_H

#include "twc/numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_point {
    int32_t x, z; /* centimetres in plan */
} twc_point;

/* A closed rectangle of plan positions. */
typedef struct twc_box {
    int32_t x0, z0, x1, z1;
} twc_box;

typedef struct twc_vertex {
    int32_t x, z; /* centimetres in plan */
    float y;      /* metres */
} twc_vertex;

/*@ predicate in_world(twc_point p) = in_world(p.x) && in_world(p.z);
    predicate apart(twc_point a, twc_point b) = apart(a.x, b.x) && apart(a.z, b.z);
    predicate in_world(twc_vertex v) = in_world(v.x) && in_world(v.z); */

/*
 * A facet is what renders as one face: a fine triangle, a whole broad triangle (its fan pieces and the
 * pieces cut from it share it), or a face of a feature.
 */
typedef struct twc_facet {
    twc_vertex corner[3];           /* the whole facet, in the order of its triangle */
    float normal[3];                /* unit, x y z; y > 0 for ground */
    int32_t centroid_x, centroid_z; /* floor of the mean of the corners, centimetres */
    uint64_t id;                    /* unique in the world: twc_facet_id for ground */
} twc_facet;

typedef struct twc_triangle {
    twc_vertex corner[3]; /* seen from above: twc_area2 > 0, except on vertical walls */
    uint32_t facet;       /* index into the facets of the same mesh */
} twc_triangle;

/* The triangles of one chunk. The caller brings both arrays; counts never exceed the capacities. */
typedef struct twc_mesh {
    twc_triangle *triangles;
    twc_facet *facets;
    uint32_t triangle_count, triangle_capacity;
    uint32_t facet_count, facet_capacity;
} twc_mesh;

/*
 * Twice the signed area in plan of a triangle, exact; positive when the face looks up (y > 0 in a
 * right-handed frame with x right and z down the page). Coordinates below 2^30 in magnitude.
 */
/*@ requires apart(ax, bx) && apart(az, bz) && apart(ax, cx) && apart(az, cz);
    assigns \nothing;
    ensures \result == cross(cx - ax, cz - az, bx - ax, bz - az); */
static inline int64_t twc_area2(int32_t ax, int32_t az, int32_t bx, int32_t bz, int32_t cx, int32_t cz)
{
    int64_t one = ((int64_t)bz - az) * ((int64_t)cx - ax), other = ((int64_t)bx - ax) * ((int64_t)cz - az);
    /*@ assert -(1LL << 62) < one < 1LL << 62 && -(1LL << 62) < other < 1LL << 62; */
    return one - other;
}

/*@ logic integer area_twice(twc_vertex a, twc_vertex b, twc_vertex c) = cross(c.x - a.x, c.z - a.z, b.x - a.x, b.z - a.z); */
/*@ requires in_world(a) && in_world(b) && in_world(c);
    assigns \nothing;
    ensures \result == area_twice(a, b, c); */
static inline int64_t twc_vertex_area2(twc_vertex a, twc_vertex b, twc_vertex c)
{
    return twc_area2(a.x, a.z, b.x, b.z, c.x, c.z);
}

/*
 * Whether a triangle with twc_area2 > 0 contains a point in plan, its edges included. Also true of one without area, on
 * its line.
 */
/*@ predicate inner(twc_vertex a, twc_vertex b, integer x, integer z) = cross(x - a.x, z - a.z, b.x - a.x, b.z - a.z) >= 0; */
/*@ requires \valid_read(corner + (0 .. 2)) && in_world(corner[0]) && in_world(corner[1]) && in_world(corner[2])
      && in_world(x) && in_world(z);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> inner(corner[0], corner[1], x, z) && inner(corner[1], corner[2], x, z)
      && inner(corner[2], corner[0], x, z); */
static inline int twc_triangle_contains(const twc_vertex corner[3], int32_t x, int32_t z)
{
    twc_vertex a = corner[0], b = corner[1], c = corner[2];
    return twc_area2(a.x, a.z, b.x, b.z, x, z) >= 0 && twc_area2(b.x, b.z, c.x, c.z, x, z) >= 0 &&
           twc_area2(c.x, c.z, a.x, a.z, x, z) >= 0;
}

/* Floor of the mean of three coordinates. */
/*@ requires in_world(a) && in_world(b) && in_world(c);
    assigns \nothing;
    ensures 3 * \result <= a + b + c < 3 * (\result + 1);
    ensures in_world(\result); */
static inline int32_t twc_floor_mean3(int32_t a, int32_t b, int32_t c)
{
    int64_t sum = (int64_t)a + b + c, mean = sum / 3 - (sum % 3 < 0);
    /*@ assert 3 * mean <= sum < 3 * mean + 3; */
    /*@ assert -3221225472 < 3 * mean + 3 && 3 * mean < 3221225472; */
    return (int32_t)mean;
}

/*
 * Unit normal of a triangle with twc_area2 != 0, in binary64, rounded once to binary32: with edges e = b - a and
 * f = c - a in metres (centimetres times 0.01), e x f divided by sqrt((x x + y y) + z z), each product and
 * difference rounded as written.
 */
void twc_triangle_normal(twc_vertex a, twc_vertex b, twc_vertex c, float normal[3]);

/*
 * Height at (x, z) of the plane through a triangle with twc_area2 > 0. The barycentric numerators are exact
 * integers, wb of b and wc of c; in binary64:
 *   y = ya + (wb (yb - ya) + wc (yc - ya)) / area2, rounded once to binary32.
 */
float twc_plane_height(twc_vertex a, twc_vertex b, twc_vertex c, int32_t x, int32_t z);

#ifdef __cplusplus
}
#endif
#endif
