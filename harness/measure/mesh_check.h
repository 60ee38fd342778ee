/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact checks of a surface made of any number of meshes: integers and bits only, no tolerance. Two vertices are the
 * same when their bits are.
 */
#ifndef TWC_HARNESS_MESH_CHECK_H
#define TWC_HARNESS_MESH_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "twc/mesh.h"
#include "twc/status.h"
#include "twc/world.h"

/* A closed polygon in plan; twc_area2 of its turns is positive when it goes round its inside like a triangle does. */
typedef struct twc_outline {
    twc_point *points;
    size_t count;
} twc_outline;

typedef struct twc_mesh_edge {
    twc_vertex a, b; /* in the direction of the triangle that uses it */
} twc_mesh_edge;

typedef struct twc_mesh_report {
    uint64_t triangles;
    uint64_t walls;         /* vertical faces: no plan area, but three different corners not on one line in space */
    uint64_t inverted;      /* negative plan area */
    uint64_t degenerate;    /* no plan area and no wall either */
    uint64_t edges;         /* different undirected edges */
    uint64_t outline_edges; /* used once, on the outline, in its direction */
    uint64_t open_edges;    /* used once, not on the outline */
    uint64_t nonmanifold;   /* used more than twice */
    uint64_t misoriented;   /* used twice in the same direction */
    uint64_t t_junctions;   /* (vertex in plan, edge): the vertex lies strictly inside the edge */
    int64_t area2;          /* sum of twice the plan areas */
    int64_t outline_area2;  /* what it has to be */
    twc_mesh_edge first;    /* the first edge that is open, used too often or in the wrong direction, if any */
    twc_point first_t;      /* the first T-junction, if any */
} twc_mesh_report;

/*
 * Checks all triangles of `count` meshes together. `outline` NULL: no open edge is allowed and outline_area2 is 0.
 * `open` (may be NULL) receives up to `open_capacity` open edges. Fails only when memory is short.
 */
twc_status twc_mesh_check(const twc_mesh *meshes, size_t count, const twc_outline *outline, twc_mesh_edge *open,
                          size_t open_capacity, twc_mesh_report *report);

/* Whether the surface is closed: everything that must be 0 is, and the areas agree. */
int twc_mesh_report_clean(const twc_mesh_report *report);

/*
 * The outline of a world's extent as the lattice draws it, found from hashes and classes alone (not by the ground
 * kernels): a Broad macro cell on the border gives its corner, a Fine one its corner and three lattice vertices. The
 * caller frees it with twc_outline_free. `fine_only` as in twc_build_options.
 */
twc_status twc_extent_outline(const twc_world *world, int fine_only, twc_outline *outline);
void twc_outline_free(twc_outline *outline);

#endif
