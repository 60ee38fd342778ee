/* SPDX-License-Identifier: MIT */
/*
 * What levels of detail are built from (docs/spec/detail.md 2, 8): samples of every coarser level, heights of their
 * vertices, and the ground's vertices at the corners of its chunks. All of it follows from a world, is made with the
 * kernels of either library, and is made again where an edit reaches.
 */
#ifndef TWC_PYRAMID_H
#define TWC_PYRAMID_H

#include "twc/detail.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_pyramid {
    int32_t levels; /* the coarsest level that has a chunk within the extent; 0 to TWC_DETAIL_LEVELS */
    twc_rect rect[TWC_DETAIL_LEVELS + 1];     /* samples of each level, both ends included; [0] are the world's */
    uint16_t *sample[TWC_DETAIL_LEVELS + 1];  /* from level 1 on */
    twc_rect corners;                         /* of the extent's chunks */
    twc_vertex *anchor;                       /* of each corner, row-major: vertex (16 x, 16 z) of the ground */
    twc_rect vertices[TWC_DETAIL_LEVELS + 2]; /* from level 1 on: those of its chunks */
    float *height[TWC_DETAIL_LEVELS + 1];     /* the level's field where each lies by its own jitter */
    twc_rect macros;                          /* of the extent */
    float *broad;      /* of macro corners, (nx + 1) (nz + 1): the ground's where one touches a Broad cell, else 0 */
    uint8_t *diagonal; /* of macro cells: that of a Broad one between its own corners, else 0 */
} twc_pyramid;

/* The kernels that it takes to make a pyramid and chunks: of the reference, or of one level of the fast library. */
typedef struct twc_detail_kernels {
    const twc_ground_table *ground;
    const twc_detail_table *detail;
} twc_detail_kernels;

/* The coarsest level of which a chunk lies within a world's extent. */
int32_t twc_detail_levels(const twc_world *world);

/* Whether chunk (x, z) of a level lies within a world's extent, whole. */
int twc_detail_within(const twc_world *world, int32_t level, int32_t x, int32_t z);

/* The bytes of a world's pyramid, and a pyramid laid out over as many (8-byte aligned). */
size_t twc_pyramid_bytes(const twc_world *world);
void twc_pyramid_place(const twc_world *world, void *memory, twc_pyramid *pyramid);

/* Samples and macro cells that an edit changed; either may be empty. */
typedef struct twc_pyramid_change {
    twc_rect samples, macros;
} twc_pyramid_change;

/* All of a world, as a change. */
twc_pyramid_change twc_pyramid_all(const twc_world *world);

/* What follows from an edit at every level: its samples, from level 0 on, and its macro cells. */
typedef struct twc_detail_reach {
    twc_rect samples[TWC_DETAIL_LEVELS + 2]; /* empty above the world's levels */
    twc_rect macros;
} twc_detail_reach;

twc_detail_reach twc_detail_reach_of(const twc_pyramid *pyramid, twc_pyramid_change change);

/*
 * Whether an edit can change the mesh of a chunk with these coarser sides, by what its vertices read: never 0 where it
 * does. `world` is that after the edit.
 */
int twc_detail_reaches(const twc_world *world, const twc_detail_reach *reach, twc_detail_chunk chunk);

/* The chunks of a level outside of which an edit reaches none. */
twc_rect twc_detail_reached(const twc_world *world, const twc_detail_reach *reach, int32_t level);

/* Bytes of scratch, 64-byte aligned, for the two functions below. */
size_t twc_detail_workspace(void);

/* Makes what follows from changed samples and classes anew, and nothing else. The first time, all of it. */
void twc_pyramid_update(const twc_detail_kernels *kernels, const twc_world *world, twc_pyramid_change change,
                        void *workspace, twc_pyramid *pyramid);

/*
 * Builds one chunk. Refuses a level or chunk outside the world, a coarser side that is not on the border of the square
 * that the chunk is a quarter of, a mesh without room for TWC_DETAIL_TRIANGLES and
 * _FACETS, and a floating-point environment that is not IEEE.
 */
twc_status twc_detail_build(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                            twc_detail_chunk chunk, void *workspace, twc_mesh *mesh);

/*
 * The same from filtered samples, without the heights that the pyramid knows: many times as slow, with the same bits.
 * For a `detail_lattice` that reads fields where vertices do not lie otherwise.
 */
twc_status twc_detail_build_filtered(const twc_detail_kernels *kernels, const twc_world *world,
                                     const twc_pyramid *pyramid, twc_detail_chunk chunk, void *workspace,
                                     twc_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
