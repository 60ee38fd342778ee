/* SPDX-License-Identifier: MIT */
/*
 * Rivers (docs/spec/network.md 6; the paper's Algorithm 6, corrected): nodes with water levels, segments that run down
 * from one to the next, tributaries that end in the middle of a segment. Water never rises downstream; where it drops
 * by more than TWC_FALL_CM between two nodes, it falls at one station.
 */
#ifndef TWC_RIVER_H
#define TWC_RIVER_H

#include <stddef.h>

#include "twc/footprint.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_FALL_CM = 150,         /* a drop between two nodes that is more than that is a waterfall */
    TWC_RIVER_DEPTH_CM = 30,   /* water lies that far below the ground at a node without a level of its own */
    TWC_RIVER_CANYON_CM = 3000 /* and never farther */
};

/* Where water may end. */
typedef enum twc_river_mouth {
    TWC_MOUTH_NONE,
    TWC_MOUTH_LAKE,  /* a lake, which may have an outlet */
    TWC_MOUTH_WATER, /* standing water that is no part of this river */
    TWC_MOUTH_BORDER /* the border of the extent */
} twc_river_mouth;

typedef struct twc_river_node {
    twc_point at;
    int32_t ground_cm; /* natural ground, floor */
    int32_t given_cm;  /* the author's level of the water, if given */
    uint8_t given;
    twc_river_mouth mouth;
} twc_river_node;

/* Runs from node `from` to node `to`, where its first and last stations lie. */
typedef struct twc_river_segment {
    int32_t from, to;
    int32_t half_cm; /* of the water */
    int32_t station_count;
    const twc_point *stations;
    const int32_t *ground_cm; /* at each */
} twc_river_segment;

/* A segment's end that is no node of the drawn ones' chain: node `node` lies on segment `segment`. */
typedef struct twc_river_confluence {
    int32_t node, segment;
} twc_river_confluence;

typedef struct twc_river_plan {
    uint64_t id;
    int32_t node_count, segment_count, confluence_count;
    const twc_river_node *nodes;
    const twc_river_segment *segments;
    const twc_river_confluence *confluences;
} twc_river_plan;

/* ---- what becomes of it ---- */

/* A node of the plan, or a confluence: the station where a tributary ends, which takes that end's place. */
typedef struct twc_river_place {
    twc_point at;
    int32_t drawn;    /* the plan's node, or -1 */
    int32_t own_cm;   /* the level it would have by itself */
    int32_t level_cm; /* the water's */
    int32_t order;    /* upstream places have lower ones */
} twc_river_place;

/* A part of a drawn segment: its stations first .. last, between two places. */
typedef struct twc_river_reach {
    int32_t segment, first, last;
    int32_t from, to; /* places */
    int32_t fall;     /* the station of its waterfall, or -1 */
} twc_river_reach;

typedef struct twc_river {
    uint64_t id;
    int32_t place_count, reach_count;
    twc_river_place *places;  /* the plan's nodes, then confluences by segment and station */
    twc_river_reach *reaches; /* by segment, then downstream */
} twc_river;

/*
 * Splits segments at confluences, orders places, finds levels and falls. The river lies in `memory`, 16-byte aligned:
 * TWC_IO when it is too small. Refused, naming nodes: cycles; a given level above the water upstream; water without a
 * mouth; mouths that no segment reaches; tributaries that end beside their segment; water more than
 * TWC_RIVER_CANYON_CM under the ground; a waterfall on a reach of one cell.
 */
twc_status twc_river_levels(const twc_river_plan *plan, void *memory, size_t bytes, twc_river *river);

/* Bytes that are enough for a plan. */
size_t twc_river_bytes(const twc_river_plan *plan);

/*
 * The water at station k of a reach (first .. last): linear in stations, floor; before a fall the upper place's, behind
 * it the lower one's, at it the upper (below = 0) and the lower one's (below = 1).
 */
int32_t twc_river_level_at(const twc_river *river, const twc_river_reach *reach, int32_t k, int below);

#ifdef __cplusplus
}
#endif
#endif
