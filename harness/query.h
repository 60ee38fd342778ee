/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground under many points of a world. */
#ifndef TWC_HARNESS_QUERY_H
#define TWC_HARNESS_QUERY_H

#include "twc/ground.h"

/*
 * Locates n points with one table, out[k] for points[k]. Points are taken chunk by chunk, so that each chunk's lattice
 * is made once. `fine_only` treats every macro cell as Fine. Fails on memory; points must lie in the extent, edges
 * included.
 */
twc_status twc_query_points(const twc_world *world, const twc_ground_table *ground, int fine_only, size_t n,
                            const twc_point *points, twc_location *out);

/* A point in the order of queries, by chunk and then by the lattice's cell, with its place in the caller's. */
typedef struct twc_query_entry {
    int32_t chunk_x, chunk_z;
    size_t index;
} twc_query_entry;

/* Fails on memory. */
twc_status twc_query_order(size_t n, const twc_point *points, twc_query_entry *order);
/* How many of n >= 1 entries, from the first, lie in its chunk. */
size_t twc_query_same_chunk(size_t n, const twc_query_entry *order);

/* Whether a point lies in a world's extent, edges included. */
int twc_query_inside(const twc_world *world, twc_point point);

#endif
