/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which edges of a set of triangles are used how often; vertices are equal only by bits. */
#ifndef TWC_TESTS_GROUND_EDGES_H
#define TWC_TESTS_GROUND_EDGES_H

#include "twc/mesh.h"

typedef struct ground_edge {
    twc_vertex from, to; /* as the triangle on its left (from above) runs */
} ground_edge;

typedef struct ground_edges {
    long edges, open, non_manifold;
    long same_way;       /* edges used twice in one direction: neighbours that look opposite ways */
    ground_edge *border; /* the open ones; caller frees */
} ground_edges;

/* `corners`: three a triangle. */
ground_edges ground_edges_count(const twc_vertex *corners, long triangles);

/* Whether `border` is exactly the closed chain, edge for edge, directed alike. */
int ground_edges_match(const ground_edge *border, long count, const twc_vertex *chain, long length);

#endif
