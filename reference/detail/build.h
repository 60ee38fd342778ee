/* SPDX-License-Identifier: MIT */
/* What the builders of the detail stage share: memory, and fields of any level. */
#ifndef TWC_REFERENCE_DETAIL_BUILD_H
#define TWC_REFERENCE_DETAIL_BUILD_H

#include "detail/stage.h"
#include "twc/pyramid.h"

enum {
    TWC_DETAIL_PART = 64, /* samples along a part of a level that is made at once */
    TWC_DETAIL_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    TWC_DETAIL_FINE_MARGIN = TWC_SAMPLES_OVER(TWC_LATTICE_JITTER_CM), /* level 0; wider than that of other levels */
    TWC_DETAIL_FIELD_SIDE = TWC_DETAIL_SAMPLES + 1 + 2 * TWC_DETAIL_FINE_MARGIN,
    TWC_DETAIL_COARSER_SIDE = TWC_DETAIL_SAMPLES / 2 + 1 + 2 * TWC_DETAIL_MARGIN,
    /* The ground's samples below a chunk of level 1. */
    TWC_DETAIL_BROAD_SIDE = 2 * TWC_DETAIL_SAMPLES + 1 + 2 * TWC_JITTER_SAMPLES,
    TWC_DETAIL_AROUND_SIDE = TWC_DETAIL_BROAD_SIDE + 2 * TWC_FILTER_BROAD_RADIUS,
    /* A wide corner reads samples its jitter and the broad filter's radius away, and the other end of an interval. */
    TWC_DETAIL_ANCHOR_REACH = TWC_JITTER_SAMPLES + TWC_FILTER_BROAD_RADIUS + 1,
    TWC_DETAIL_MACRO_SIDE = 2 * TWC_CHUNK_MACROS + 2 * TWC_DETAIL_RING
};

typedef struct twc_detail_work {
    _Alignas(64) uint32_t scratch[(TWC_DETAIL_BROAD_SIDE + 15) / 16 * 16 * (TWC_DETAIL_AROUND_SIDE + 2)];
    float field[TWC_DETAIL_FIELD_SIDE * TWC_DETAIL_FIELD_SIDE];
    float coarser[TWC_DETAIL_COARSER_SIDE * TWC_DETAIL_COARSER_SIDE];
    float broad[TWC_DETAIL_BROAD_SIDE * TWC_DETAIL_BROAD_SIDE];
    uint16_t samples[TWC_DETAIL_AROUND_SIDE * TWC_DETAIL_AROUND_SIDE];
    uint16_t halved[TWC_DETAIL_PART * TWC_DETAIL_PART];
    uint8_t classes[TWC_DETAIL_MACRO_SIDE * TWC_DETAIL_MACRO_SIDE];
    uint8_t diagonals[4 * TWC_CHUNK_MACROS * TWC_CHUNK_MACROS];
    twc_vertex vertices[TWC_DETAIL_VERTICES];
} twc_detail_work;

/* pyramid.c: samples of a level on a window. */
void twc_reference_level_samples(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                                 int32_t level, twc_rect window, uint16_t *out);

/* Where the samples of a level are; the pyramid is not read at level 0. */
typedef struct twc_level_source {
    const twc_world *world;
    const twc_pyramid *pyramid;
    int32_t level;
} twc_level_source;

/* build.c: a filter of a level's samples on `rect`, into `heights`. */
twc_field twc_reference_level_field(const twc_detail_kernels *kernels, twc_level_source from, twc_filter filter,
                                    twc_rect rect, twc_detail_work *work, float *heights);

/* heights.c: the diagonal of a Broad cell with these corners. */
int twc_reference_detail_diagonal(const twc_detail_kernels *kernels, const twc_world *world, const twc_vertex corner[4],
                                  twc_detail_work *work);

/* heights.c: heights of vertices, of macro corners, and diagonals, as far as an edit reaches them. */
void twc_reference_detail_heights(const twc_detail_kernels *kernels, const twc_world *world,
                                  const twc_detail_reach *reach, twc_detail_work *work, twc_pyramid *pyramid);

#endif
