/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every mesh file holds, in one list: the faces of a rectangle of chunks, in chunk order. Each has three vertices
 * of its own and one normal. x is east, y up, z south (right-handed), in metres; seen from above faces turn
 * counter-clockwise.
 */
#ifndef TWC_HARNESS_MESH_FACES_H
#define TWC_HARNESS_MESH_FACES_H

#include <stddef.h>
#include <stdio.h>

#include "twc/chunk_grid.h"
#include "twc/detail.h"

/* A face with the values a file stores with it. */
typedef struct twc_face {
    const twc_triangle *triangle;
    const twc_facet *facet;
    int32_t chunk_x, chunk_z, level; /* chunks count at their level of detail */
} twc_face;

typedef struct twc_faces {
    size_t count;
    twc_face *face; /* owned */
    /*
     * Formats with binary32 positions store them less this plan point, in centimetres, and say so: the middle of the
     * rectangle, on the chunk grid. binary32 tells centimetres apart up to TWC_FLOAT_REACH_M from it.
     */
    int32_t origin_x, origin_z;
    double reach; /* metres from the origin to the farthest coordinate */
    int threads;  /* that a file may be made with; 0 is one */
    int levels;   /* levels of detail are mixed: files that can say which say it */
} twc_faces;

enum { TWC_FLOAT_REACH_M = 65536 };

/* Lists the faces; the meshes must stay while the list is used. Fails on memory, or when there is no face. */
twc_status twc_faces_create(const twc_chunk_grid *meshes, twc_faces *faces);

/* The same of a view of mixed levels of detail over chunks `extent` of level 0. */
twc_status twc_faces_create_view(size_t count, const twc_detail_chunk *chunks, const twc_mesh *meshes, twc_rect extent,
                                 twc_faces *faces);
void twc_faces_destroy(twc_faces *faces);

/* Fine (as are cells of coarser levels), Broad or feature (twc_facet_kind), and the facet's rise over run. */
int twc_face_kind(const twc_face *face);
float twc_face_slope(const twc_face *face);

/* "fine", "broad", "feature". */
const char *twc_face_kind_name(int facet_class);

/* The formats. `title` names the world in the file. Each writes the file whole or not at all. */
twc_status twc_mesh_write_vtk(const char *path, const twc_faces *faces, const char *title);
twc_status twc_mesh_write_glb(const char *path, const twc_faces *faces, const char *title);
twc_status twc_mesh_write_ply(const char *path, const twc_faces *faces, const char *title);
twc_status twc_mesh_write_obj(const char *path, const twc_faces *faces, const char *title);

#endif
