/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cases of the detail stage share: a chunk of any level as three scalars, and whose kernels run. */
#ifndef TWC_CHECK_CASE_DETAIL_H
#define TWC_CHECK_CASE_DETAIL_H

#include "check/patterns.h"
#include "twc/detail.h"

/* The scalars of a chunk, from the first of them on. */
enum { K_LEVEL, K_X, K_Z, K_SIDES, K_COUNT };

#define TWC_DETAIL_SCALARS                                                                                             \
    {"level", 0, TWC_DETAIL_LEVELS, 2},                                                                                \
        {"chunk_x", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},                           \
        {"chunk_z", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},                           \
    {                                                                                                                  \
        "coarser", 0, 3, 0 /* bit 0: in x, 1: in z, the side that lies on the parent's */                              \
    }

/* Levels and sides are swept by index; places are as far out as the level allows. */
void twc_case_detail_draw(twc_random *random, uint32_t index, int64_t *value);
/* 0 where the chunk lies too far out for its level. */
int twc_case_detail_chunk(const int64_t *value, twc_detail_chunk *chunk);

const twc_detail_table *twc_implementation_detail(const twc_implementation *implementation);

#endif
