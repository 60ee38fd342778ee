/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planes, peaks and angles of the part of a mesh that a mask selects. */
#ifndef TWC_HARNESS_SURFACE_MEASURE_H
#define TWC_HARNESS_SURFACE_MEASURE_H

#include "measure/mesh_index.h"

/* `selected` has one byte a triangle of the index, as have the results' definitions in ground_measure.h. */
twc_status twc_surface_planes(const twc_mesh_index *index, const uint8_t *selected, int64_t *planes);
twc_status twc_surface_peaks(const twc_mesh_index *index, const uint8_t *selected, int64_t *peaks);

/* The q-quantile of the smallest angles in degrees; NaN when nothing is selected. */
twc_status twc_surface_angle(const twc_mesh_index *index, const uint8_t *selected, double q, double *degrees);

#endif
