/* SPDX-License-Identifier: MIT */
/*
 * What the files that make a network's layers say to each other: gaps and limits are frozen (gaps.c, limits.c,
 * shrink.c, body.c), sections solved on the ground (sections.c), ribbons of sections become layers (ribbon.c), as do
 * pads (inside.c).
 */
#ifndef TWC_REFERENCE_NETWORK_BODY_H
#define TWC_REFERENCE_NETWORK_BODY_H

#include "footprint/stage.h"
#include "network/stage.h"
#include "twc/feature_layers.h"
#include "twc/network_feature.h"

/* The arm and its side at an end of a gap. */
typedef struct twc_gap_end {
    int32_t arm, station;
    int bank; /* TWC_LEFT or TWC_RIGHT of the arm */
} twc_gap_end;

twc_gap_end twc_reference_gap_end(const twc_network *network, const twc_network_gap *gap, int last);

/* Whether an arm's profile has banks. */
static inline int twc_arm_has_banks(const twc_arm *arm)
{
    return arm->profile->edge == TWC_EDGE_BANK;
}

/* The first cell that an arm keeps, and the one after its last. */
static inline int32_t twc_arm_first(const twc_arm *arm)
{
    return arm->swallowed ? 0 : arm->setback[0];
}

static inline int32_t twc_arm_end(const twc_arm *arm)
{
    return arm->swallowed ? 0 : twc_arm_cells(arm) - arm->setback[1];
}

/* Whether station k of an arm is an opening. */
int twc_reference_is_opening(const twc_network *network, const twc_arm *arm, int32_t k);

/* gaps.c: the stations of all gaps, limits 0; 0 when the arena is full. */
int twc_reference_gaps(twc_network_body *body, twc_arena *arena);

/* limits.c: how far each edge may go, from the plan. shrink.c: less where cells would meet. */
void twc_reference_network_limits(twc_network *network, twc_network_body *body);
twc_status twc_reference_network_shrink(twc_network *network, twc_network_body *body);

/* shrink.c: the corners of a cell at its limits, right, right, left, left; those of a gap: none to the left. */
void twc_reference_arm_corners(const twc_arm *arm, int32_t cell, twc_point corner[4]);
void twc_reference_gap_corners(const twc_network_body *body, const twc_network_gap *gap, int32_t cell,
                               twc_point corner[4]);

/* How far beyond its point the bank of a gap's station may go: an arm's at its ends. */
int32_t twc_reference_gap_limit(const twc_network_body *body, const twc_network_gap *gap, int32_t k);

/* Whether a gap's cell has a bank at either end. */
int twc_reference_gap_has_cell(const twc_network_body *body, const twc_network_gap *gap, int32_t cell);

/* sections.c: of stations first .. first + count - 1; a gap's have three rows, from the pad outwards. */
void twc_reference_arm_sections(const twc_network *network, int32_t arm, const twc_ground_window *ground, int32_t first,
                                int32_t count, twc_cross_section *out);
void twc_reference_gap_sections(const twc_network_body *body, int32_t gap, const twc_ground_window *ground,
                                int32_t first, int32_t count, twc_cross_section *out);

/* ---- ribbon.c ---- */

/* Neighbouring cells between sections, as a layer in the making. */
typedef struct twc_ribbon {
    int32_t rows;
    uint8_t lane[TWC_SECTION_ROWS];       /* of each row */
    uint8_t part[TWC_SECTION_ROWS];       /* of the strip between a row and the next */
    uint8_t from_right[TWC_SECTION_ROWS]; /* its fan starts at the right row */
    int32_t first_cell, last_cell;        /* that there are: beyond them the ribbon ends */
    uint32_t number;                      /* of cell 0 */
    twc_layer layer;
    twc_layer_vertex *vertices;
    twc_layer_side *sides;
    int32_t *loops;
    twc_layer_strip *strips;
    twc_layer_cell *cells;
    uint32_t (*closing)[2];
} twc_ribbon;

/* Room for so many cells; 0 when the arena is full. */
int twc_ribbon_begin(twc_ribbon *ribbon, size_t cells, twc_arena *arena);

/* Adds cells first .. first + count - 1, between count + 1 sections. */
void twc_ribbon_run(twc_ribbon *ribbon, int32_t first, int32_t count, const twc_cross_section *sections);

/* ---- inside.c ---- */

/* A pad as a layer, all of it; 0 when the arena is full. */
int twc_reference_pad_layer(const twc_network_body *body, int32_t junction, twc_arena *arena, twc_layer *layer);

/* A junction's border with the inner rows of its arms at the openings; at most `room` points, which are counted. */
int32_t twc_reference_pad_border(const twc_network *network, const twc_junction *junction, twc_point *out,
                                 int32_t room);

#endif
