/* SPDX-License-Identifier: MIT */
/*
 * What the files of the reference's networks say to each other: lines are split at nodes into arms (split.c, join.c),
 * arms end where they part (meet.c, setback.c), what is left between them is a pad (pad.c, outline.c, gap.c), with a
 * level (level.c); rivers have levels of their own (river.c).
 */
#ifndef TWC_REFERENCE_NETWORK_STAGE_H
#define TWC_REFERENCE_NETWORK_STAGE_H

#include "../cut/stage.h"
#include "twc/network.h"
#include "twc/snap.h"

/* A line while points are still added to it. */
typedef struct twc_work_line {
    const twc_profile *profile;
    twc_point *points;
    int32_t count, capacity;
} twc_work_line;

/* ---- split.c ---- */

/* The arms and nodes of lines, with stations; junctions come later. */
twc_status twc_reference_split_lines(const twc_network_plan *plan, const twc_work_line *lines, twc_arena *arena,
                                     twc_network *network);

/* ---- join.c ---- */

/* Adds a node where two centrelines cross or one ends at another: sets `changed`, or leaves the lines as they are. */
twc_status twc_reference_join(const twc_network_plan *plan, const twc_network *network, twc_work_line *lines,
                              twc_arena *arena, int *changed);

/* ---- meet.c ---- */

/* A cell in plan: two sections of a station's edge points. A loop of either turn, or none. */
typedef struct twc_quad {
    twc_point corner[4];
    twc_box box;
} twc_quad;

/* Cell `cell` of an arm, seen from its first station, `half` to both sides: right, right, left, left. */
twc_quad twc_reference_arm_quad(const twc_arm *arm, int32_t cell, int32_t half_cm);

/* How often a closed loop turns about the point (x, z) / 2. */
int32_t twc_reference_loop_turns(const twc_point *points, int32_t count, int64_t x2, int64_t z2);

/* Whether segments a b and c d have a point in common. */
int twc_reference_segments_meet(twc_point a, twc_point b, twc_point c, twc_point d);

/* Whether two loops' sides meet or one is inside the other. */
int twc_reference_loops_meet(const twc_point *p, int32_t p_count, const twc_point *q, int32_t q_count);
int twc_reference_quads_meet(const twc_quad *p, const twc_quad *q);

/* ---- setback.c ---- */

/* The cells an arm has. */
static inline int32_t twc_arm_cells(const twc_arm *arm)
{
    return arm->station_count - 1;
}

/* Cell i as counted from an end of the arm, or station i. */
static inline int32_t twc_arm_cell(const twc_arm *arm, int side, int32_t i)
{
    return side ? twc_arm_cells(arm) - 1 - i : i;
}

static inline int32_t twc_arm_station(const twc_arm *arm, int side, int32_t i)
{
    return side ? twc_arm_cells(arm) - i : i;
}

/* The edge points of a station, seen from an end of the arm: to the left (0) or to the right (1). */
twc_point twc_reference_edge_point(const twc_arm *arm, int side, int32_t i, int right);

/* Refuses arms with a cell that is not convex at its half-width. */
twc_status twc_reference_check_beds(const twc_network_plan *plan, const twc_network *network);

/*
 * Setbacks of all arms; swallows those without a whole cell. `lowest[n]` becomes the lowest node of those that node n
 * is one with.
 */
twc_status twc_reference_setbacks(const twc_network_plan *plan, twc_network *network, int32_t *lowest,
                                  const int32_t *yard_of);

/* The node that a yard belongs to: yard_of[n] is the yard of node n, or -1. */
twc_status twc_reference_yards(const twc_network_plan *plan, const twc_network *network, int32_t *yard_of);

/* ---- pad.c, outline.c, gap.c ---- */

/* Directed sides that bound a part of a pad: loops one after the other. */
typedef struct twc_pad_parts {
    twc_point *points;
    int32_t *first; /* of each loop; one more at the end */
    int32_t count;
} twc_pad_parts;

/* The pads of all junctions. */
twc_status twc_reference_pads(const twc_network_plan *plan, twc_network *network, const int32_t *lowest,
                              const int32_t *yard_of, twc_arena *arena);

/* Loops of points, each simple or touching itself; area2 is positive when the inside is to the left. */
typedef struct twc_loops {
    twc_point *points;
    int32_t *first; /* of each loop; one more at the end */
    int64_t *area2;
    int32_t count;
} twc_loops;

/* The outline of the union of loops; 0 when the arena is full. */
int twc_reference_union(const twc_pad_parts *parts, twc_arena *arena, twc_loops *loops);

/* What a chord may not cross. */
typedef struct twc_obstacles {
    const twc_network *network;
    const twc_point *loop;
    int32_t count;
} twc_obstacles;

/*
 * The gap from loop point `from` forward to loop point `to` (taken round): its chord or its points, thinned and split.
 * Writes all points but the last, at most `room`; returns their number or -1.
 */
int32_t twc_reference_gap(const twc_obstacles *around, int32_t from, int32_t to, twc_point *out, int32_t room);

#endif
