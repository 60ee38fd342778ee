/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast overlay say to each other, at one level. The arrangement is the reference's structure,
 * made by looking only where something can be: boxes, points and rows of edges are in lists by place. What is asked of
 * a point is found once and kept.
 */
#ifndef TWC_FAST_OVERLAY_H
#define TWC_FAST_OVERLAY_H

#include "kernels/fast_parts.h"
#include "level.h"
#include "reference/overlay/stage.h"

/* Things by place: of each square that a thing's box meets, the thing's number; ascending within a square. */
typedef struct fast_squares {
    int32_t x, z, nx, nz; /* of squares */
    int32_t shift;        /* a square is 2^shift centimetres wide */
    uint32_t *start;      /* into `item`, nx nz + 1 */
    uint32_t *item;
} fast_squares;

/* What is known of the point that a ray leaves, kept with the first ray of it. */
typedef struct fast_pinch {
    uint8_t known, level; /* level: all layers have the height there */
    float height;
} fast_pinch;

typedef struct fast_overlay {
    twc_overlay o;
    fast_squares hot;    /* hot points */
    fast_squares *strip; /* of each layer: strips, by their boxes before snapping, grown by TWC_BEND_CM */
    fast_squares *net;   /* of each layer: edges of its net outline by z alone, as if all had x 0 */
    fast_pinch *pinch;   /* of each ray */
} fast_overlay;

/* find.c: lists n things by their boxes; 0 when the arena is full. The squares that a box meets, none where nx is 0. */
int TWC_NAME(overlay_squares)(const twc_box *boxes, size_t n, twc_arena *arena, fast_squares *squares);
twc_rect TWC_NAME(overlay_meets)(const fast_squares *squares, twc_box box);
/* The strips of all layers and the rows of all nets, into the lists above. */
int TWC_NAME(overlay_lists)(fast_overlay *f, twc_arena *arena);

/* arrange.c: all of the reference's arrangement; 0 when the arena is full. */
int TWC_NAME(overlay_arrange)(fast_overlay *f, twc_arena *arena);

/* owners.c, as the reference's. */
int TWC_NAME(overlay_make_rays)(fast_overlay *f, twc_arena *arena);
uint32_t TWC_NAME(overlay_owner)(const fast_overlay *f, twc_border edge);

/* heights.c, as the reference's. */
float TWC_NAME(overlay_height)(const fast_overlay *f, twc_overlay_seen seen, twc_point p);
size_t TWC_NAME(overlay_sector_heights)(const fast_overlay *f, twc_point p, float *heights, size_t room);

/* walls.c, as the reference's. */
size_t TWC_NAME(overlay_wall)(const fast_overlay *f, const twc_overlay_ray *ray, twc_vertex (*out)[3], size_t room);

#endif
