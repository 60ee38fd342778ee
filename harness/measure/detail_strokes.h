/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a brush stroke costs at the finest level, and at all levels of detail together. */
#ifndef TWC_HARNESS_DETAIL_STROKES_H
#define TWC_HARNESS_DETAIL_STROKES_H

#include "measure/detail_view.h"
#include "twc/world_data.h"

typedef struct twc_detail_strokes {
    int count;
    double reached[TWC_DETAIL_LEVELS + 1]; /* chunks of each level, with no coarser side, that strokes reach */
    double changed[TWC_DETAIL_LEVELS + 1]; /* of them, that are another then */
    double pyramid_ms, errors_ms;          /* made anew where strokes reach */
    double finest_ms, coarser_ms;          /* builds of the reached chunks of level 0, and of all others */
} twc_detail_strokes;

/* So many strokes of 20 m radius, one after another, each of which stays. The world has all its tiles. */
twc_status twc_detail_measure_strokes(twc_world_data *data, twc_detail_made *made, int count,
                                      twc_detail_strokes *strokes);

#endif
