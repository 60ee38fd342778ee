/* SPDX-License-Identifier: MIT */
/*
 * The contract of the network stage (docs/spec/network.md): corridors that meet are one feature. Its lines are split at
 * nodes into arms; an arm ends where it no longer meets its neighbours; a flat pad takes the room between.
 *
 * All of it is made once, when a network is placed, from its plan alone; then the ground gives the levels. It needs no
 * other part of the world, so a network made again from fewer lines has no trace of those that are gone.
 */
#ifndef TWC_NETWORK_H
#define TWC_NETWORK_H

#include <stddef.h>

#include "twc/footprint.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what an author draws ---- */

/* A polyline. Its ends, and points that occur more than once in a network's lines, are nodes. */
typedef struct twc_network_line {
    const twc_profile *profile;
    int32_t point_count;
    const twc_point *points;
} twc_network_line;

/* A yard or a lake, a simple loop of either turn: part of the pad of the one node that lies within it. */
typedef struct twc_network_yard {
    int32_t point_count;
    const twc_point *points;
    int32_t level_cm;
    int given; /* the level is the author's: the pad has it */
} twc_network_yard;

/*
 * join: where centrelines cross without a node, one is added, and a line's end within another line's half-width
 * (twc_network_half_width) of its centreline is joined to it. Without: such crossings are refused.
 */
typedef struct twc_network_plan {
    uint64_t id;
    int join;
    int32_t line_count;
    const twc_network_line *lines;
    int32_t yard_count;
    const twc_network_yard *yards;
} twc_network_plan;

/* ---- what becomes of it ---- */

enum {
    TWC_NETWORK_CELLS = 12,      /* of an arm, that a setback may take */
    TWC_NETWORK_WIDE_CELLS = 16, /* the same at a junction with a half-width above TWC_NETWORK_WIDE_CM */
    TWC_NETWORK_WIDE_CM = 900,   /* */
    TWC_NETWORK_APART_CM = 50,   /* cells are widened by that when setbacks are sought */
    TWC_NETWORK_CHORD_CM = 2500, /* the longest chord that cuts a corner of a pad */
    TWC_NETWORK_NEAR_CM = 100,   /* points of a gap are no nearer to one another, nor are joins to a line's points */
    TWC_NETWORK_SLIVER_AREA2 = 20000, /* twice an area in square centimetres: loops smaller than that are left out */
    TWC_NETWORK_HOLE_AREA2 = 2000000, /* holes in a pad smaller than that are filled: 100 m2 */
    TWC_NETWORK_JOINS = 1024,         /* added nodes, at most */
    TWC_BLEND_CELLS = 3,              /* the shortest way that a level is blended over */
    TWC_FORD_CM = 20,                 /* of water over the bed of a ford */
    TWC_BLEND_CM = 20                 /* and a cell more for each of these */
};

/* From node[0], where its first station lies, to node[1]. */
typedef struct twc_arm {
    int32_t number;                        /* its own; lines ascending, and along each */
    int32_t line, first_point, last_point; /* joined points counted */
    int32_t node[2];
    const twc_profile *profile;
    int32_t half_cm;
    int32_t station_count;
    twc_station *stations; /* limits are 0 */
    int32_t setback[2];    /* cells that it gives to the junctions at its ends; 0 at a free end */
    int swallowed;         /* it has no whole cell between them, and is part of a pad */
} twc_arm;

typedef struct twc_node {
    twc_point at;
    int32_t junction; /* -1: a free end */
} twc_node;

/*
 * A junction's pad is bounded by a loop, positive in the sense of twc_area2, alternately of openings and gaps. An
 * opening runs from point[at] to point[at + 1]: from the right to the left edge of its arm, seen from the pad; the
 * gap behind it from there to the next opening.
 */
typedef struct twc_opening {
    int32_t arm, side; /* side 0: the arm begins here, 1: it ends here */
    int32_t station;   /* of the arm */
    int32_t at;
} twc_opening;

typedef struct twc_junction {
    int32_t node; /* the lowest of those that became one */
    int32_t yard; /* the one that gives the level, or -1 */
    int32_t level_cm;
    int32_t opening_count;
    twc_opening *openings; /* in the order of the loop; the first has at = 0 */
    int32_t point_count;
    twc_point *points;
} twc_junction;

typedef struct twc_network {
    uint64_t id;
    int32_t node_count, arm_count, junction_count;
    twc_node *nodes;         /* by plan position */
    twc_arm *arms;           /* by number */
    twc_junction *junctions; /* by lowest node */
} twc_network;

/* What an arm is hashed by: that of a lone road for arm 0. */
static inline uint64_t twc_arm_id(uint64_t network, int32_t number)
{
    return network + (uint64_t)(uint32_t)number * 0x9E3779B9u;
}

/* The farther of the outermost inner rows, and its wobble. */
int32_t twc_network_half_width(const twc_profile *profile);

/*
 * Splits, finds setbacks and pads (docs/spec/network.md 1 to 4). The network lies in `memory`, 16-byte aligned, which
 * also is the workspace: TWC_IO when it is too small. Refused, naming arms, nodes and places: what a corridor's plan
 * refuses; crossings without a node; arms that do not part within TWC_NETWORK_CELLS; arms that are swallowed and have a
 * free end; pads that are not one piece.
 */
twc_status twc_network_split(const twc_network_plan *plan, void *memory, size_t bytes, twc_network *network);

/*
 * The levels of pads (docs/spec/network.md 5), from the arms' free levels in stations[].bed_cm; then blends these:
 * bed_cm is the pad's level at every opening.
 */
void twc_network_levels(const twc_network_plan *plan, twc_network *network);

/*
 * All of it, on a world's ground: an arm's free levels are the bed levels of a corridor by itself (twc/footprint.h).
 * Refused besides: half-widths nearer than TWC_EXTENT_CLEARANCE_CM to the extent's border. `workspace` holds
 * twc_reference_place_workspace() bytes.
 */
typedef struct twc_network_memory {
    void *bytes; /* of the network */
    size_t size;
    void *workspace;
} twc_network_memory;

twc_status twc_network_place(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_network_plan *plan, twc_network_memory memory, twc_network *network);

/*
 * What a blend adds to a free level m cells behind an opening, of which the pad lies `rise` above the free level, over
 * `cells` cells: round(rise (cells - m)^2 (cells + 2 m) / cells^3), halves up; 0 beyond. |rise| at most 2^17, cells at
 * most 2^13.
 */
int32_t twc_blend(int32_t rise_cm, int32_t cells, int32_t m);

/* Over how many cells: at least TWC_BLEND_CELLS, one for each TWC_BLEND_CM begun, at most `cells`, the arm's own. */
int32_t twc_blend_cells(int32_t rise_cm, int32_t cells);

/*
 * A ford: at stations first .. last, between the waterlines, an arm's bed lies TWC_FORD_CM under the water. To both
 * sides it is blended back as from an opening, over the cells that are left to the arm's openings, which are none of
 * these stations, or ends.
 */
void twc_ford(twc_arm *arm, int32_t first, int32_t last, int32_t water_cm);

#ifdef __cplusplus
}
#endif
#endif
