/* SPDX-License-Identifier: MIT */
/* Raw samples and classes about a chunk, from which its points are located without filtering whole fields. */
#ifndef TWC_SAMPLE_GROUND_H
#define TWC_SAMPLE_GROUND_H

#include "twc/filter.h"
#include "twc/reach.h"
#include "twc/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Samples over a rectangle of global sample indices, row-major. */
typedef struct twc_sample_ground {
    twc_rect macros;        /* of `classes`, in macro cells */
    const uint8_t *classes; /* row-major */
    twc_rect rect;          /* of `samples` */
    const uint16_t *samples;
} twc_sample_ground;

/* Samples that `locate_samples` reads beyond a chunk: as far as heights lie, and as far as their filters reach. */
enum {
    TWC_LOCATE_MARGIN = TWC_CHUNK_BROAD_MARGIN + TWC_FILTER_BROAD_RADIUS,
    TWC_LOCATE_FINE_MARGIN = TWC_CHUNK_FINE_MARGIN + TWC_FILTER_FINE_RADIUS,
    TWC_LOCATE_BEYOND = 6
};

#ifdef __cplusplus
}
#endif
#endif
