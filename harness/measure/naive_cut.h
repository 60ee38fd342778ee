/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An experiment: the cut as one would first write it. Each ground triangle is clipped against the footprint on its own,
 * crossings are found in floating point and rounded to centimetres, and every vertex takes its height from the plane of
 * its triangle. What neighbours then make of their common edge is counted.
 */
#ifndef TWC_HARNESS_NAIVE_CUT_H
#define TWC_HARNESS_NAIVE_CUT_H

#include "twc/chunk_grid.h"
#include "measure/mesh_check.h"

/* A border edge of what is left of a triangle, its inside to the left as in a triangle. */
typedef struct twc_naive_edge {
    twc_vertex a, b;
    uint8_t outline; /* runs along the footprint: the corridor's own edge is meant to close it */
    uint8_t cut;     /* its triangle was cut */
    uint8_t open;    /* no other edge runs back over it with the same bits */
} twc_naive_edge;

typedef struct twc_naive_report {
    uint64_t triangles;   /* cut ones */
    uint64_t edges;       /* of them, footprint apart */
    uint64_t open;        /* of these, with no partner of the same bits */
    uint64_t open_plan;   /* of these, not even in plan */
    uint64_t beyond_weld; /* of the edges that close in plan, with heights more than 1 mm apart */
    double gap;           /* the largest difference of heights across an edge that closes in plan, metres */
} twc_naive_report;

typedef struct twc_naive_cut {
    twc_naive_edge *edges;
    size_t count, capacity;
    twc_naive_report report;
} twc_naive_cut;

/*
 * The outline of a corridor's footprint from its sections, before any snapping. The caller frees it with
 * twc_outline_free.
 */
twc_status twc_corridor_outline(const twc_world *world, const twc_feature *corridor, twc_outline *outline);

/* Cuts the ground of the meshes, which hold no features. */
twc_status twc_naive_cut_run(const twc_mesh *meshes, size_t count, const twc_outline *footprint, twc_naive_cut *cut);
void twc_naive_cut_free(twc_naive_cut *cut);

#endif
