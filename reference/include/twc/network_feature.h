/* SPDX-License-Identifier: MIT */
/*
 * A network as one placed thing (docs/spec/network.md 7): the arms' kept cells, a bank along each gap of a pad, and the
 * pads, each a layer of its own: arms by number, then gaps, then pads. All of it is frozen when the network is placed.
 */
#ifndef TWC_NETWORK_FEATURE_H
#define TWC_NETWORK_FEATURE_H

#include "twc/network.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The bank of a pad from one opening's left to the next one's right: an open corridor with one side, to the right, away
 * from the pad. Its first and last section are those of the arms. A limit is counted from the station; 0: no bank.
 */
typedef struct twc_network_gap {
    int32_t junction, opening; /* it begins behind this one */
    int32_t station_count;
    twc_station *stations; /* several may lie at one point: a fan of rays about an outer corner */
    int32_t first_cell;
} twc_network_gap;

/* What a pad covers: whole squares of TWC_MACRO_CM, row by row, each a cell. */
typedef struct twc_network_pad {
    twc_rect pieces;
    int32_t first_cell;
} twc_network_pad;

/*
 * Cells are numbered through: the kept ones of arms, those of gaps, pieces of pads. The tree holds their boxes as a
 * corridor's does; a cell between two sections without a bank is not there.
 */
typedef struct twc_network_body {
    const twc_network *network;
    int32_t gap_count;
    twc_network_gap *gaps;
    twc_network_pad *pads; /* of each junction */
    int32_t *arm_cell;     /* of each arm: the number of the first cell it keeps */
    int32_t cell_count;
    int32_t leaves;
    twc_box *tree;
} twc_network_body;

enum {
    TWC_NETWORK_BARE_CM = 60, /* a bank that could be no wider than that is left out: a retaining face instead */
    TWC_NETWORK_ROUNDS = 64   /* in which limits shrink, at most */
};

/* How a pad's bank is made: the edge, ratio, widths and wobble of it count. */
extern const twc_profile twc_pad_bank;

/*
 * Makes the body of a network with levels: the gaps' stations, all limits (written to the arms' stations too), numbers
 * and boxes. It lies in `memory`. TWC_IO when that is too small. Refused: beds that overlap, naming arm and place; what
 * is nearer than TWC_EXTENT_CLEARANCE_CM to the extent's border.
 */
twc_status twc_network_body_make(twc_network *network, twc_rect extent, void *memory, size_t bytes,
                                 twc_network_body *body);

/* As a feature that can be built: it points to the body. */
twc_feature twc_network_feature(const twc_network_body *body, int32_t priority);

#ifdef __cplusplus
}
#endif
#endif
