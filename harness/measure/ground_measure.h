/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is measured on the ground of a whole world (docs/regions.md). Definitions, where the words leave room:
 *
 *  - The mountain region is the set of Broad macro cells of the world's classes that do not lie in the first or last
 *    row or column of the extent; the same cells whether the mesh was built with Broad cells or without. A triangle
 *    belongs to the macro cell that holds its floored centroid. "Per km^2" divides by the region's cells of 64 m x 64
 * m.
 *  - Planes and angles are taken on the region's triangles alone, from their own corners in binary64. A plane is a
 *    connected set, over edges used by exactly two of these triangles, of pairs whose normals are within 0.5 degrees.
 *  - A peak is a vertex whose triangles all lie in the region and close around it, strictly higher than the other end
 * of each of its edges.
 *  - The angle is the 5 % quantile (linear between order statistics) of each triangle's smallest angle in space.
 *  - Deviations are mesh height minus sample height at the 4 m samples, a sample belonging to the macro cell that holds
 *    it (low sides included): mountains are the region's cells, lowlands the Fine cells of the extent. Samples near the
 *    extent's edge that the jittered outline leaves uncovered are left out.
 *  - Closure is twc_mesh_check against twc_extent_outline: the outline's edges are the only ones that may be open, and
 *    all of them must be.
 */
#ifndef TWC_HARNESS_GROUND_MEASURE_H
#define TWC_HARNESS_GROUND_MEASURE_H

#include <stddef.h>

#include "twc/mesh.h"
#include "twc/world.h"

typedef enum twc_metric {
    TWC_METRIC_MACROS,       /* macro cells of the extent */
    TWC_METRIC_BROAD,        /* of them Broad */
    TWC_METRIC_BROAD_BORDER, /* of those on the border */
    TWC_METRIC_MOUNTAIN_KM2,
    TWC_METRIC_TRIANGLES,
    TWC_METRIC_MOUNTAIN_TRIANGLES,
    TWC_METRIC_PLANES,            /* per km^2 */
    TWC_METRIC_PEAKS,             /* per km^2 */
    TWC_METRIC_ANGLE,             /* degrees */
    TWC_METRIC_RMS_MOUNTAINS,     /* m */
    TWC_METRIC_RMS_LOWLANDS,      /* m */
    TWC_METRIC_NONCONVEX,         /* fine cells whose quadrilateral is not strictly convex, in the all-Fine lattice */
    TWC_METRIC_NONCONVEX_PERCENT, /* of all fine cells */
    TWC_METRIC_OPEN_EDGES,        /* used once and not of the outline */
    TWC_METRIC_OUTLINE_MISSING,   /* edges of the outline that are not open edges of the mesh */
    TWC_METRIC_NONMANIFOLD_EDGES, /* used more than twice, or twice in one direction */
    TWC_METRIC_T_JUNCTIONS,       /* vertices strictly inside an edge in plan */
    TWC_METRIC_INVERTED,          /* triangles with plan area <= 0 */
    TWC_METRIC_AREA_DIFFERENCE,   /* twice the plan area minus that of the outline, cm^2; 0 exactly when equal */
    TWC_METRIC_COUNT
} twc_metric;

typedef struct twc_metric_info {
    const char *key;   /* in JSON, HDF5 and band tables */
    const char *title; /* for people */
    const char *unit;  /* "" for a count */
    int decimals;      /* to print */
} twc_metric_info;

extern const twc_metric_info twc_metric_infos[TWC_METRIC_COUNT];

/* The metric with a key; -1 when there is none. */
int twc_metric_find(const char *key);

/* One value a metric; NaN where it has no meaning (no mountains, no lowlands). */
typedef struct twc_ground_metrics {
    double value[TWC_METRIC_COUNT];
} twc_ground_metrics;

/* Measures meshes that together are the ground of the world's whole extent. `fine_only`: how they were built. */
twc_status twc_ground_measure(const twc_world *world, const twc_mesh *meshes, size_t mesh_count, int fine_only,
                              twc_ground_metrics *metrics);

#endif
