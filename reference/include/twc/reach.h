/* SPDX-License-Identifier: MIT */
/*
 * How far things reach: the radii, margins and boxes that both implementations and whoever calls them build by, each
 * below the worst case it comes from. A number here is written down once; what follows from another is computed from
 * it.
 */
#ifndef TWC_REACH_H
#define TWC_REACH_H

#include "twc/numbers.h"

/* So many samples cover a distance that begins or ends anywhere between two of them. */
#define TWC_SAMPLES_OVER(cm) (((cm) + TWC_SAMPLE_CM - 1) / TWC_SAMPLE_CM)

enum {
    /*
     * Radii of the Gaussians in samples: three times sigma (4, 16 and 24 m, so 1, 4 and 6 samples). What lies farther
     * out is 0.3 % of the whole Gaussian; the weights within sum to 65536 without it.
     */
    TWC_FILTER_FINE_RADIUS = 3,
    TWC_FILTER_BROAD_RADIUS = 12,
    TWC_FILTER_BASIN_RADIUS = 18,
    TWC_FILTER_MAX_RADIUS = TWC_FILTER_BASIN_RADIUS,

    /* Slopes at most 60 m from a macro cell's centre decide its initial class. A difference reads one sample more. */
    TWC_RELIEF_RADIUS = 6000 / TWC_SAMPLE_CM,

    /* A corner of a macro cell jitters by at most 24.32 m: six samples and the part of an interval it falls in. */
    TWC_JITTER_SAMPLES = TWC_SAMPLES_OVER(TWC_MACRO_JITTER_CM),

    /*
     * Samples beyond a chunk's side that its ground reads, before the filter's own radius: for a fine vertex one fine
     * cell out, jittered (22.08 m), and for a broad corner one macro cell out, jittered (88.32 m).
     */
    TWC_CHUNK_FINE_MARGIN = TWC_SAMPLES_OVER(TWC_LATTICE_CM + TWC_LATTICE_JITTER_CM),
    TWC_CHUNK_BROAD_MARGIN = TWC_SAMPLES_OVER(TWC_MACRO_CM + TWC_MACRO_JITTER_CM),

    /* Macro cells about a point or a cell whose classes place its vertices: its neighbours, and theirs. */
    TWC_CLASS_RING = 2,

    /*
     * A facet of a chunk has its centroid at most 67 m outside (a Broad one: a third of 64 m into its cell, less a
     * jitter of 24.32 m). So many samples beyond the chunk's sides cover its interpolations; slopes read one more.
     */
    TWC_SURFACE_REACH_CM = 6700,
    TWC_SURFACE_BASIN_MARGIN = TWC_SAMPLES_OVER(TWC_SURFACE_REACH_CM),
    TWC_SURFACE_BROAD_MARGIN = TWC_SURFACE_BASIN_MARGIN + 1,

    /*
     * Along an axis: a facet between two corners that jitter apart spans at most 112.64 m; of the three thirds of that
     * its centroid, which is floored, is at most two from a corner. One more centimetre is for the pixel of a bend.
     */
    TWC_FACET_SPAN_CM = TWC_MACRO_CM + 2 * TWC_MACRO_JITTER_CM,
    TWC_CENTROID_REACH_CM = 2 * TWC_FACET_SPAN_CM / 3 + 3,

    /*
     * Snapping: a segment bends only through points whose pixels it meets, so its chain stays within a centimetre of
     * its box; and of two segments that bend alike each gives one.
     */
    TWC_BEND_CM = 1,
    TWC_SNAP_CM = 2 * TWC_BEND_CM,

    /* The longest side of a cell's box along a corridor, in centimetres; a wider cell is refused when it is placed. */
    TWC_CELL_BOX_CM = 8000,

    /*
     * A chunk with features asks for ground triangles whose box meets it, so up to a facet's span out; for cells whose
     * boxes come nearer than that, snapped; and for the triangles that meet these cells, whose macro cells lie their
     * jitter farther: all of it within so many macro cells of the chunk.
     */
    TWC_FEATURE_REACH_CM = TWC_FACET_SPAN_CM + TWC_SNAP_CM,
    TWC_FEATURE_RING_MACROS = (TWC_FEATURE_REACH_CM + TWC_CELL_BOX_CM + TWC_MACRO_JITTER_CM + TWC_MACRO_CM - 1) /
                              TWC_MACRO_CM,

    /*
     * Samples beyond a changed one whose macro cells a change can touch: a facet reads at most the basin blur about
     * its centroid and the other end of an interval, and centroid and corners lie a jitter outside their cell.
     */
    TWC_DIRTY_SAMPLES = TWC_FILTER_BASIN_RADIUS + 1 + TWC_JITTER_SAMPLES
};

#endif
