/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A flight over levels of detail: frame by frame a choice by the eye, what it adds is built and what it drops is
 * released, and the picture is searched for holes.
 */
#ifndef TWC_HARNESS_DETAIL_FLIGHT_H
#define TWC_HARNESS_DETAIL_FLIGHT_H

#include "measure/detail_view.h"

typedef struct twc_detail_course {
    int frames;
    int32_t step_cm;            /* along x, between frames */
    int32_t above_cm;           /* the eye over the highest ground about it */
    uint32_t pixels, tolerance; /* as twc_eye has them */
    int pictures;               /* search every frame for holes */
    int32_t planted;            /* frames from this one on leave a chunk out of the picture; below 0: none */
} twc_detail_course;

typedef struct twc_detail_spread {
    double least, median, p99, most;
} twc_detail_spread;

typedef struct twc_detail_flight {
    twc_detail_spread triangles, chunks; /* of a frame */
    twc_detail_spread update_ms;         /* choice, balance, list and what differs from the frame before */
    twc_detail_spread build_ms;          /* of what came, after the first frame */
    double first_ms;                     /* builds of the first frame */
    uint64_t built, swaps; /* after the first: chunks built; of them, in place of the same with other sides */
    double shown;          /* the greatest error of a chunk, by its node, pixels */
    uint64_t ground, holes, with_holes; /* pixels of ground and of holes, frames with a hole */
    uint64_t fingerprint;               /* of all choices */
    size_t mesh_bytes, other_bytes;     /* most of the meshes drawn; view, list and memory to build in */
} twc_detail_flight;

twc_status twc_detail_fly(twc_detail_made *made, const twc_detail_course *course, twc_detail_flight *flight);

/* The eye in a frame: it flies to and fro along x while it goes once along z. `frame` counts to the course's. */
twc_eye twc_detail_eye(const twc_detail_made *made, const twc_detail_course *course, int frame);

/* The error that a chunk may show to an eye, in pixels, by its node and box. */
double twc_detail_shown(const twc_detail_made *made, twc_eye eye, twc_detail_chunk chunk);

#endif
