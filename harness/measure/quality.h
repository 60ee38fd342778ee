/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far meshes are from the samples they were made of, for how many triangles: the ground by its classes, all Fine
 * and by other classes, beside a regular grid, greedy insertion and quadric simplification of the samples themselves.
 */
#ifndef TWC_HARNESS_QUALITY_H
#define TWC_HARNESS_QUALITY_H

#include "twc/world_data.h"

typedef enum twc_rival_mesh { TWC_MESH_GRID, TWC_MESH_GREEDY, TWC_MESH_QUADRIC, TWC_MESH_RIVALS } twc_rival_mesh;

typedef struct twc_quality {
    size_t triangles; /* whose middle lies over the samples */
    double rms, most; /* metres, over the samples */
} twc_quality;

/* Samples of a world that lie at least 8 from the extent's border, whose outline is not straight. */
twc_rect twc_quality_inside(const twc_world *world);

/* The ground as it is built from the world's classes, or all Fine, over a rectangle of samples. */
twc_status twc_quality_of_ground(const twc_world *world, int fine_only, twc_rect samples, twc_quality *quality);

/* Of another mesh of the samples, with at most so many triangles. */
twc_status twc_quality_of_rival(const twc_world *world, twc_rival_mesh kind, twc_rect samples, size_t triangles,
                                twc_quality *quality);

/*
 * Classes by error with a limit, found by halving to a millimetre, at which the ground has at most so many triangles
 * and with a millimetre less had more. The world keeps these classes.
 */
twc_status twc_quality_classes(twc_world_data *data, twc_rect samples, size_t triangles, double *metres,
                               twc_quality *quality);

#endif
