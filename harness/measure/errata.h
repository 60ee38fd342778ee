/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is measured to show where the paper can't be right (docs/errata.md). */
#ifndef TWC_HARNESS_MEASURE_ERRATA_H
#define TWC_HARNESS_MEASURE_ERRATA_H

#include "twc/chunk_grid.h"
#include "twc/world.h"

/* ---- the fine lattice ---- */

typedef struct twc_lattice_errata {
    int64_t cells, nonconvex; /* of the extent; strictly convex ones are not counted */
    int64_t straight;         /* of the non-convex ones: no reflex corner, only straight ones */
    double smallest_m2;       /* plan area of the smallest triangle of an all-Fine build */
    double extreme_m2;   /* the same over every cell whose corners jitter by the full amplitude, any valid diagonal */
    int extreme_without; /* of those cells, without a valid diagonal */
} twc_lattice_errata;

/* `fine`: the meshes of the whole extent, built all Fine. */
void twc_errata_lattice(const twc_world *world, const twc_chunk_grid *fine, twc_lattice_errata *out);

/* ---- Broad cells without the reflex rule ---- */

typedef struct twc_reflex_errata {
    int64_t broad_cells;
    int64_t nonconvex; /* of them, with one valid diagonal */
    int64_t inverted;  /* of those, where the height rule of Algorithm 1 takes the other one */
} twc_reflex_errata;

/* Of one world's Broad cells. Fails on memory. */
twc_status twc_errata_reflex(const twc_world *world, twc_reflex_errata *out);

/* ---- fans ---- */

typedef struct twc_fan_errata {
    int64_t vertices; /* of fans, their facets' corners apart; once a facet */
    double off_edge;  /* the farthest from its facet's edge in plan, middles apart; centimetres */
    double off_plane; /* the farthest from its facet's plane; centimetres */
    double vertical;  /* the same along y */
} twc_fan_errata;

/* `broad`: meshes built by their classes, without features. */
void twc_errata_fans(const twc_chunk_grid *broad, twc_fan_errata *out);

/* ---- the margin of a chunk ---- */

typedef struct twc_margin_errata {
    int64_t chunks,
        beyond;        /* beyond: with a Broad facet whose corner reads a sample more than 74 m outside the chunk */
    double farthest_m; /* outside, of such samples */
} twc_margin_errata;

void twc_errata_margin(const twc_chunk_grid *broad, twc_margin_errata *out);

/* ---- the fill of corridors ---- */

typedef struct twc_fill_errata {
    int64_t pairs; /* of stations next to each other */
    int64_t least; /* triangles of bed and banks between two stations */
} twc_fill_errata;

/* `cut`: the meshes of the whole extent with these features. Fails on memory. */
twc_status twc_errata_fill(const twc_chunk_grid *cut, twc_feature_list features, twc_fill_errata *out);

/* ---- levels of rivers ---- */

typedef struct twc_river_errata {
    double printed_m, corrected_m; /* where a tributary at 8.50 m meets the middle of a river from 10.00 to 8.00 m */
    int64_t rivers,
        rivers_uphill; /* of random ones, those with a tributary that ends higher than it begins, as printed */
    int64_t tributaries, uphill; /* the same of tributaries */
    double highest_m;            /* the most that one rises */
    int64_t corrected;           /* reaches that rise by the corrected rule */
} twc_river_errata;

twc_status twc_errata_rivers(twc_river_errata *out);

#endif
