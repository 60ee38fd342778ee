/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window of ground as part of a case: classes and the two filtered fields, as the first three input arrays. */
#ifndef TWC_CHECK_CASE_GROUND_H
#define TWC_CHECK_CASE_GROUND_H

#include "check/patterns.h"

/* Scalars, in order; a kernel's own begin at G_COUNT. */
enum { G_FINE, G_BROAD, G_CLASSES, G_SEED, G_COUNT };
enum { G_ARRAY_CLASSES, G_ARRAY_FINE, G_ARRAY_BROAD, G_ARRAYS };

#define TWC_GROUND_SCALARS                                                                                             \
    {"fine_pattern", 0, TWC_PATTERNS - 1, 0}, {"broad_pattern", 0, TWC_PATTERNS - 1, 0},                               \
        {"class_pattern", 0, TWC_CLASS_PATTERNS - 1, 0},                                                               \
    {                                                                                                                  \
        "fill_seed", 0, TWC_PATTERN_SEED_MAX, 0                                                                        \
    }

void twc_case_ground_draw(twc_random *random, uint32_t index, int64_t *value);
void twc_case_ground_shape(twc_case *c, twc_rect macros, twc_rect fine, twc_rect broad);
void twc_case_ground_fill(twc_case *c);
/* Fine cells, and 0 m. */
int twc_case_ground_neutral(const twc_case *c, uint32_t array, size_t element, void *out);
/* The window over the case's own arrays (`buffer` NULL), or over a call's. */
twc_ground_window twc_case_ground_view(const twc_case *c, void *const *buffer);

/*
 * The samples under a rectangle of centimetres first..last along an axis: those a bilinear sample anywhere in it reads.
 */
twc_rect twc_support(int32_t first_x, int32_t first_z, int32_t last_x, int32_t last_z);

#endif
