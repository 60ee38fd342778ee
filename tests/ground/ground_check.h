/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes held against the brute evaluation, and against what any closed surface must satisfy. */
#ifndef TWC_TESTS_GROUND_CHECK_H
#define TWC_TESTS_GROUND_CHECK_H

#include "ground/ground_cases.h"

/* Both facet classes, one thread, static schedule. */
extern const twc_build_options ground_plain;

/* The k-th chunk of a rectangle, row-major. */
twc_point ground_chunk_at(twc_rect chunks, int32_t k);

/* One mesh, bit for bit and in order, against the triangles of its chunk among `all`; adds to `bad`. */
void ground_check_mesh(const char *name, const twc_mesh *m, twc_point chunk, const brute_triangle *all, long count,
                       int *bad);

/*
 * All meshes together: no triangle inverted, no edge used more than twice or twice the same way, the open ones exactly
 * the outline of the extent, and the area exactly the outline's.
 */
void ground_check_closed(const char *name, const twc_mesh *meshes, int32_t count, const twc_ground_window *g,
                         twc_rect macros, int *bad);

int ground_same_mesh(const twc_mesh *a, const twc_mesh *b);

/* All triangles of the meshes, three corners each; the caller frees them. */
twc_vertex *ground_gather(const twc_mesh *meshes, int32_t count, long *triangles);

#endif
