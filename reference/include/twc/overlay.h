/* SPDX-License-Identifier: MIT */
/*
 * Overlay (docs/spec/overlay.md): layers of plan geometry, of which the highest at a place is the one that is seen. A
 * layer is geometry only: nothing here knows what a road is.
 *
 * Layers come sorted by priority, then id, then part. The first is the ground; the last may be the void, what lies
 * beyond the extent: it has an outline, but no strips.
 */
#ifndef TWC_OVERLAY_H
#define TWC_OVERLAY_H

#include <stddef.h>
#include <stdint.h>

#include "twc/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A corner of a layer's geometry.
 *
 * Lanes are what vertical steps part a layer into: heights belong to a layer, a lane and a place. Over a step two
 * vertices of neighbouring lanes have the same place, and two inner sides lie over each other, one of either lane. Both
 * ends of a side, and all sides of a strip, are of one lane.
 */
typedef struct twc_layer_vertex {
    twc_point p;
    float y;           /* its own height; not read where it lies on the ground */
    uint8_t on_ground; /* it has the natural ground's height there */
    uint8_t lane;      /* below its layer's lane_count */
} twc_layer_vertex;

typedef enum twc_layer_side_kind {
    TWC_SIDE_INNER,   /* between two strips, in whatever direction */
    TWC_SIDE_OUTLINE, /* the layer is on its positive side */
    TWC_SIDE_FOLLOWS  /* likewise, and all of it lies on the natural ground, as do both its ends */
} twc_layer_side_kind;

/* Between two vertices of its layer that differ in plan. */
typedef struct twc_layer_side {
    uint32_t from, to; /* into the layer's vertices */
    twc_layer_side_kind kind;
} twc_layer_side;

/*
 * A source polygon: sides one after the other, with the polygon on their positive side. An entry s >= 0 of the loop is
 * side s from its `from`, and ~s the same side from its `to`. It may stick out of the layer's outline, which clips it.
 *
 * A strip of one entry is a step: the walls between its lane, which is on the positive side of the entry, and a lower
 * one, where the layer is seen on both sides. They are numbered where the strip stands in its cell.
 */
typedef struct twc_layer_strip {
    uint32_t loop, loop_count; /* into the layer's loop entries */
    uint32_t apex;             /* where its fan starts: a vertex of the layer, a corner of the polygon */
    uint32_t part;             /* handed through to its faces */
    uint8_t never_fan;         /* ears even where a fan would do */
    uint8_t lane;
} twc_layer_strip;

/* What faces are numbered in: its strips' faces first, then the walls on its sides of the outline. */
typedef struct twc_layer_cell {
    uint32_t number;                 /* handed through to its faces */
    uint32_t strip, strip_count;     /* into the layer's strips */
    uint32_t outline, outline_count; /* into the layer's sides: all of them are of its outline */
} twc_layer_cell;

typedef struct twc_layer {
    int32_t priority;
    uint64_t id;
    int32_t part;
    int32_t turns;       /* of the outline about a place far from it: 1 for the ground and for the void, else 0 */
    uint32_t lane_count; /* 1 where it has no steps; the void has none */
    const twc_layer_vertex *vertices;
    const twc_layer_side *sides;
    const int32_t *loops;
    const twc_layer_strip *strips;
    const twc_layer_cell *cells;  /* ascending; strips and outline sides in the order of cells */
    const uint32_t (*closing)[2]; /* directed, of vertices: closes an outline of which only a part is given */
    uint32_t vertex_count, side_count, loop_count, strip_count, cell_count, closing_count;
} twc_layer;

enum { TWC_OVERLAY_WALL = UINT16_MAX }; /* as a part: a wall */

/* A triangle of the overlay. */
typedef struct twc_overlay_face {
    twc_vertex corner[3];
    uint32_t layer, cell; /* into the layers, and into that layer's cells */
    uint32_t strip;       /* into that layer's strips; UINT32_MAX for a wall */
    uint32_t part;
    uint32_t face; /* within the cell */
} twc_overlay_face;

/*
 * What is asked for. Left out is a cell all of whose sides, those of its strips and of its part of the outline, have
 * their common box, grown by TWC_BEND_CM, off `box`; where nothing more can change what is wanted, layers may end.
 */
typedef struct twc_overlay_request {
    const twc_layer *layers;
    uint32_t layer_count;
    twc_box box;
    void *workspace; /* 16-byte aligned */
    size_t bytes;    /* of it */
} twc_overlay_request;

typedef struct twc_overlay_faces {
    twc_overlay_face *face;
    size_t count, capacity; /* the count is written */
    twc_point where;        /* written where it is broken: a corner of that strip's border */
} twc_overlay_faces;

typedef enum twc_overlay_result {
    TWC_OVERLAY_DONE,
    TWC_OVERLAY_NO_ROOM, /* the workspace or the array of faces is too small */
    TWC_OVERLAY_BROKEN   /* a face could not be triangulated: some layer is not a simple sheet */
} twc_overlay_result;

typedef struct twc_overlay_table {
    /*
     * The faces of layers, ground first (docs/spec/overlay.md). Where it is not done, faces and their count mean
     * nothing.
     */
    twc_overlay_result (*overlay_faces)(const twc_overlay_request *request, twc_overlay_faces *out);
} twc_overlay_table;

/* The reference's. */
twc_overlay_result twc_reference_overlay_faces(const twc_overlay_request *request, twc_overlay_faces *out);

#ifdef __cplusplus
}
#endif
#endif
