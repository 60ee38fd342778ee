/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connectivity of a set of meshes: which corners are one vertex (equal bits, never a weld) and which triangles
 * meet along an edge. Built by hashing, in time linear in the triangles; numbering follows first use, so it is
 * the same for the same meshes.
 */
#ifndef TWC_HARNESS_MESH_INDEX_H
#define TWC_HARNESS_MESH_INDEX_H

#include <stddef.h>

#include "twc/mesh.h"
#include "twc/status.h"

/* An undirected edge between vertices low < high. */
typedef struct twc_index_edge {
    uint32_t low, high;
    uint32_t uses;        /* sides of triangles along it */
    uint32_t forward;     /* of those, the ones that run from low to high */
    uint32_t triangle[2]; /* the first two users; valid as far as `uses` goes */
} twc_index_edge;

typedef struct twc_mesh_index {
    size_t triangle_count, vertex_count, edge_count;
    const twc_triangle **triangle; /* all triangles, mesh by mesh */
    uint32_t (*corner)[3];         /* vertex of each corner of each triangle */
    twc_vertex *vertex;
    twc_index_edge *edge;
} twc_mesh_index;

/* Fails on memory or on more than 2^28 triangles. The meshes must outlive the index. */
twc_status twc_mesh_index_create(const twc_mesh *meshes, size_t mesh_count, twc_mesh_index *index);
void twc_mesh_index_destroy(twc_mesh_index *index);

/* Whether two vertices are the same: all bits. */
int twc_vertex_same(twc_vertex a, twc_vertex b);

#endif
