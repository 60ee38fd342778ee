/* SPDX-License-Identifier: MIT */
/*
 * What the files of the reference's overlay say to each other. Unit edges, owners and hot points are of the snapped
 * arrangement: layers meet nowhere else.
 */
#ifndef TWC_REFERENCE_OVERLAY_STAGE_H
#define TWC_REFERENCE_OVERLAY_STAGE_H

#include "../cut/stage.h"
#include "twc/overlay.h"

enum { TWC_NOBODY = UINT32_MAX };

/* A side with its chain, in the side's direction. */
typedef struct twc_overlay_side {
    twc_point from, to;
    twc_box box;
    size_t chain;
    uint32_t chain_count;
} twc_overlay_side;

/* A hot point, and the highest layer whose outline bends through it. */
typedef struct twc_overlay_hot {
    twc_point p;
    uint32_t top;
} twc_overlay_hot;

/* A unit edge of a layer's snapped outline that is left when what runs forth and back is dropped. */
typedef struct twc_overlay_net {
    uint32_t layer;
    twc_border edge;
    int32_t copies; /* > 0 */
} twc_overlay_net;

enum { TWC_SECTORS = 64 }; /* rays that leave one point, at most */

/* Who is seen at a place: a layer, and which of its lanes. */
typedef struct twc_overlay_seen {
    uint32_t layer, lane;
} twc_overlay_seen;

/* A directed unit edge of any net outline or step; each is there in both directions. */
typedef struct twc_overlay_ray {
    twc_border edge;
    twc_overlay_seen left, right;
} twc_overlay_ray;

/* A point that a side bends through between its ends. */
typedef struct twc_overlay_bend {
    uint32_t layer, lane, side; /* the side into all sides */
    int inner;
    twc_point p;
} twc_overlay_bend;

typedef struct twc_overlay {
    const twc_layer *layers;
    uint32_t layer_count;
    uint32_t *first_side; /* of each layer, into `sides`; one more than there are layers */
    uint32_t *first_net;  /* likewise into `net` */
    twc_overlay_side *sides;
    uint32_t side_count;
    uint32_t *by_x;       /* sides by the least x of their boxes */
    int32_t *low_x;       /* that x, in the same order */
    int32_t widest;       /* of all boxes */
    twc_overlay_hot *hot; /* by x, then z */
    size_t hot_count;
    twc_point *chains;
    twc_overlay_net *net; /* by layer, from, to */
    size_t net_count;
    twc_overlay_ray *rays; /* by from, then to */
    size_t ray_count;
    twc_box *boxes;          /* of each layer's sides */
    uint32_t *first_strip;   /* of each layer, into `strip_boxes`; one more than there are layers */
    twc_box *strip_boxes;    /* of the sides of each strip */
    uint32_t *first_place;   /* of each layer, into `places`; one more than there are layers */
    uint32_t *places;        /* of each layer its vertices by lane, place, number */
    twc_overlay_bend *bends; /* by layer, lane, place, outline first, then lowest side first */
    size_t bend_count;
} twc_overlay;

/* arrange.c: hot points, chains, net outlines; 0 when the arena is full. */
int twc_overlay_arrange(twc_overlay *o, twc_arena *arena);

/* find.c: what is at a place: vertices and bends in order; 0 when the arena is full. The first at p: TWC_NOBODY where
   there is none. */
int twc_overlay_index(twc_overlay *o, twc_arena *arena);
uint32_t twc_overlay_vertex_at(const twc_overlay *o, twc_overlay_seen seen, twc_point p);
const twc_overlay_bend *twc_overlay_bend_at(const twc_overlay *o, twc_overlay_seen seen, twc_point p);

/* owners.c: the rays with their owners; 0 when the arena is full, or more than TWC_SECTORS leave a point.
   Who owns the left of an edge: the layer. */
int twc_overlay_make_rays(twc_overlay *o, twc_arena *arena);
uint32_t twc_overlay_owner(const twc_overlay *o, twc_border edge);
const twc_overlay_ray *twc_overlay_find_ray(const twc_overlay *o, twc_border edge);
size_t twc_overlay_first_ray(const twc_overlay *o, twc_point from);

/* owners.c: turns of an edge about the middle of another; the side an entry of a loop stands for. */
int twc_overlay_turns(twc_border edge, twc_border middle);
static inline const twc_overlay_side *twc_overlay_entry(const twc_overlay *o, uint32_t layer, int32_t entry)
{
    return &o->sides[o->first_side[layer] + (uint32_t)(entry < 0 ? ~entry : entry)];
}

/*
 * heights.c: of a lane of a layer at a point, alone; the same, but level where the point is pinched; of all sectors
 * about it, without repeats.
 */
float twc_overlay_own_height(const twc_overlay *o, twc_overlay_seen seen, twc_point p);
float twc_overlay_height(const twc_overlay *o, twc_overlay_seen seen, twc_point p);
size_t twc_overlay_sector_heights(const twc_overlay *o, twc_point p, float *heights, size_t room);

/*
 * walls.c: the wall along a ray whose left side is the higher layer or lane; returns triangles, or SIZE_MAX without
 * room.
 */
size_t twc_overlay_wall(const twc_overlay *o, const twc_overlay_ray *ray, twc_vertex (*out)[3], size_t room);

#endif
