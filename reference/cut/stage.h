/* SPDX-License-Identifier: MIT */
/*
 * What the files of the reference's cut say to each other, and to the footprints above it: the arrangement of outlines
 * and ground, the ground cut along it, faces of what lies between. Whose the outlines are it does not know.
 */
#ifndef TWC_REFERENCE_CUT_STAGE_H
#define TWC_REFERENCE_CUT_STAGE_H

#include <stddef.h>

#include "../common/arena.h"
#include "../common/boxes.h"
#include "twc/feature.h"
#include "twc/snap.h"

/* ---- plan ---- */

static inline twc_point twc_plan(twc_vertex v)
{
    return (twc_point){v.x, v.z};
}

/* By x, then z: -1, 0 or 1. */
static inline int twc_compare_points(twc_point a, twc_point b)
{
    return twc_point_before(a, b) ? -1 : twc_point_before(b, a);
}

static inline twc_box twc_segment_box(twc_point a, twc_point b)
{
    return (twc_box){a.x < b.x ? a.x : b.x, a.z < b.z ? a.z : b.z, a.x < b.x ? b.x : a.x, a.z < b.z ? b.z : a.z};
}

/* ---- the arrangement (arrangement.c) ---- */

/* A ground triangle near the chunk, and the facet it belongs to. */
typedef struct twc_ground_triangle {
    twc_vertex corner[3];
    uint32_t facet; /* into twc_neighbourhood.facets */
    twc_box box;
} twc_ground_triangle;

typedef struct twc_ground_facet {
    twc_vertex corner[3];
    uint64_t id;
} twc_ground_facet;

/* A directed edge in plan. */
typedef struct twc_border {
    twc_point from, to;
} twc_border;

/* A cell of a feature near the chunk; its two sections, and the segments of the outline it owns. */
typedef struct twc_local_cell {
    const twc_feature *feature;
    int32_t cell;
    twc_box box;
    const twc_cross_section *section; /* [0] of station `cell`, [1] of the next */
    uint32_t segment, segment_count;  /* those of the outline that it owns, one after the other */
    uint32_t side[2];                 /* of them the left and the right one */
    twc_border shared[2];             /* the sections it shares with the cells before and after it */
    uint32_t shared_count;
} twc_local_cell;

/* Everything a chunk is built from. */
typedef struct twc_neighbourhood {
    twc_ground_triangle *triangles;
    size_t triangle_count;
    twc_ground_facet *facets;
    size_t facet_count;
    twc_local_cell *cells; /* by feature, then ascending */
    size_t cell_count;
} twc_neighbourhood;

/* A hot point. */
typedef struct twc_hot {
    twc_point p;
    uint32_t edge;   /* lowest edge that bends through it, or UINT32_MAX */
    uint32_t passes; /* edges of the outline that leave it */
    float ground;    /* ground height, of points on the outline */
    float own;       /* the corridor's height there */
    int known;       /* of `own`: 0 not yet, 1 from a segment, 2 from a row */
} twc_hot;

/* An edge of the ground near an outline, a < b; its chain runs from a to b. */
typedef struct twc_ground_edge {
    twc_vertex a, b;
    size_t chain;
    uint32_t chain_count;
} twc_ground_edge;

/* A segment of an outline, footprint on its positive side. */
typedef struct twc_outline_segment {
    twc_point from, to;
    float y[2];        /* the corridor's own heights at its ends */
    uint8_t ground[2]; /* that end lies on the ground instead */
    uint8_t follows;   /* so does everything between */
    twc_outline_kind kind;
    size_t chain;
    uint32_t chain_count;
} twc_outline_segment;

typedef struct twc_arrangement {
    twc_hot *hot; /* by x, then z */
    size_t hot_count;
    twc_ground_edge *edges; /* by a, then b */
    size_t edge_count;
    twc_outline_segment *segments;
    size_t segment_count;
    twc_point *chains;
    size_t chain_total;
    twc_border *outline; /* snapped, without those that run forth and back; by from, then to */
    size_t outline_count;
} twc_arrangement;

/* Makes the rest of an arrangement that has its segments, each cell its shared sections; 0 when the arena is full. */
int twc_reference_arrange(const twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement);

/* crossings.c: the hot points. bends.c: the chains of segments and edges through them. 0 when the arena is full. */
int twc_reference_make_hot(const twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement);
int twc_reference_make_chains(twc_arena *arena, twc_arrangement *arrangement);

/* The hot point at p, or NULL. */
twc_hot *twc_reference_hot(const twc_arrangement *arrangement, twc_point p);

/* Whether the directed edge is one of the outline. */
int twc_reference_on_outline(const twc_arrangement *arrangement, twc_point from, twc_point to);

/* The edge of the ground between two vertices, or NULL when no outline comes near it. */
const twc_ground_edge *twc_reference_edge(const twc_arrangement *arrangement, twc_point a, twc_point b);

/* heights.c: fills in `ground` and `own` of the points on the outline. */
void twc_reference_heights(const twc_neighbourhood *around, twc_arrangement *arrangement);

/* ---- faces (faces.c, ears.c) ---- */

/*
 * Triangulates what lies on the positive side of n directed edges (which it reorders). Pairs that run forth and back
 * are dropped. Writes at most 3 n triangles, each starting with its lowest corner, in canonical order; returns their
 * number, or -1 when the edges do not bound anything or the arena is full.
 */
ptrdiff_t twc_reference_triangulate(twc_border *edges, size_t n, twc_arena arena, twc_point (*out)[3]);

/* ears.c: cuts the ears of one weakly simple polygon (which it consumes); returns triangles written or -1. */
ptrdiff_t twc_reference_cut_ears(twc_point *polygon, size_t n, twc_point (*out)[3]);

/* ears.c: whether the direction from polygon[i] to `to` leaves into the polygon. */
/*@ requires 0 < n <= 1 << 30 && 0 <= i < n && \valid_read(polygon + (0 .. n - 1));
    requires in_world(to) && \forall integer k; 0 <= k < n ==> in_world(polygon[k]);
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
int twc_reference_in_cone(const twc_point *polygon, size_t n, size_t i, twc_point to);

/* ---- cut (cut.c, sink.c, gather.c) ---- */

/* Where finished triangles go: only those whose centroid the chunk owns are kept. */
typedef struct twc_sink {
    twc_mesh *mesh;
    twc_rect chunks; /* the extent's, for the clamp */
    int32_t chunk_x, chunk_z;
    int full;        /* the mesh had no room */
    int broken;      /* a face could not be triangulated: a broken invariant */
    twc_point where; /* the first of those */
} twc_sink;

/* sink.c: whether the chunk owns a triangle; adds one with a facet of the mesh; adds a facet. */
int twc_sink_owns(const twc_sink *sink, const twc_vertex corner[3]);
void twc_sink_triangle(twc_sink *sink, const twc_vertex corner[3], uint32_t facet);
uint32_t twc_sink_facet(twc_sink *sink, const twc_vertex corner[3], uint64_t id);

/*
 * cut.c: the triangle minus all footprints. `facet_index` maps facets of the neighbourhood to the mesh's (UINT32_MAX:
 * none yet).
 */
void twc_reference_cut(const twc_neighbourhood *around, const twc_arrangement *arrangement,
                       const twc_ground_triangle *triangle, twc_arena arena, uint32_t *facet_index, twc_sink *sink);

/*
 * gather.c: the pieces of the ground about a chunk that meet it or a cell, in the canonical order of
 * twc_ground_table.chunk; 0 when the arena is full.
 */
int twc_reference_gather_ground(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z,
                                twc_arena *arena, twc_neighbourhood *around);

#endif
