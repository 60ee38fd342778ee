/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels of detail in plan by another route: from docs/spec/detail.md, hashes and classes alone, without the kernels.
 * Jitter is the hash's, or always as far as it may go; border and anchor rules can be left out, to see that it shows.
 */
#ifndef TWC_TESTS_DETAIL_BRUTE_H
#define TWC_TESTS_DETAIL_BRUTE_H

#include "measure/mesh_check.h"
#include "twc/view.h"

typedef enum brute_jitter { BRUTE_HASHED, BRUTE_EXTREME } brute_jitter;

typedef struct brute_plan {
    const twc_world *world;
    brute_jitter jitter;
    int32_t seed;           /* of the signs of extreme jitter */
    int32_t border_percent; /* of the border's jitter: 100, or 200 for the planted fault */
    int no_middle_anchor;   /* planted: the middle of a side jitters like the rest */
} brute_plan;

/* Class of macro cell (x, z): the nearest one inside. */
int brute_is_broad(const twc_world *world, int32_t x, int32_t z);

/* Vertex (i, j) of a level, as a chunk of that level without coarser sides has it. */
twc_point brute_vertex(const brute_plan *plan, int32_t level, int32_t i, int32_t j);

/* All vertices of a chunk, heights 0. */
void brute_lattice(const brute_plan *plan, twc_detail_chunk chunk, twc_vertex out[TWC_DETAIL_VERTICES]);

/* The chains about a chunk, or about a whole view; the caller frees the points. */
void brute_chunk_outline(const brute_plan *plan, twc_detail_chunk chunk, twc_outline *outline);
void brute_view_outline(const brute_plan *plan, const twc_detail_view *view, twc_outline *outline);

#endif
