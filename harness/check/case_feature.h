/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The road of cases with features: one short corridor, on and across chunks of a small world. */
#ifndef TWC_CHECK_CASE_FEATURE_H
#define TWC_CHECK_CASE_FEATURE_H

#include "check/case_world.h"

/* The first scalars of such a case, and its first arrays. */
enum {
    FEATURE_CHUNK_X = W_COUNT, /* the first chunk, from the extent's */
    FEATURE_CHUNK_Z,
    FEATURE_NX, /* chunks */
    FEATURE_NZ,
    FEATURE_NODE_X, /* the first node, from the extent's corner, centimetres */
    FEATURE_NODE_Z,
    FEATURE_HEADING, /* sixteenths of a circle */
    FEATURE_TURN,    /* likewise, between the two steps */
    FEATURE_STEP,    /* centimetres between nodes */
    FEATURE_EDGE,    /* bank, retaining face, none */
    FEATURE_ALONG    /* 1: its right edge lies along an edge of the lattice, or a centimetre beside it */
};
enum { FEATURE_TILES, FEATURE_STATIONS, FEATURE_TREE, FEATURE_PLACED, FEATURE_ARRAYS };
enum { TWC_CASE_FEATURE_SIDE = 2 }; /* chunks along a side, at most */

extern const twc_scalar twc_case_feature_scalars[], twc_case_second_scalars[]; /* the second has SECOND_WAY */

void twc_case_feature_draw(twc_random *random, uint32_t index, int64_t *value);

/* Declares the arrays; 0 when there is no such case. */
int twc_case_feature_shape(twc_case *c);

/* Places the corridor. Where it is refused the case is one of no features. */
void twc_case_feature_fill(twc_case *c);

/* The placed feature over given arrays. */
twc_feature_list twc_case_feature_list(const twc_case *c, void *const *buffer, twc_feature *feature);

twc_rect twc_case_feature_chunks(const twc_case *c);

/*
 * A second corridor that crosses the first about its second node, with arrays of its own behind those of the first: as
 * FEATURE_STATIONS, FEATURE_TREE, FEATURE_PLACED. `way`, a scalar of the kernel, says at which angle, and which is
 * above.
 */
enum { SECOND_STATIONS = FEATURE_ARRAYS, SECOND_TREE, SECOND_PLACED, SECOND_ARRAYS };
enum { SECOND_WAY = FEATURE_ALONG + 1 };
int twc_case_second_shape(twc_case *c);
void twc_case_second_fill(twc_case *c);

/* Those of both that were placed, in ascending order. */
twc_feature_list twc_case_two_features(const twc_case *c, void *const *buffer, twc_feature feature[2]);

#endif
