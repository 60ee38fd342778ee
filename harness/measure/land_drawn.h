/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground that a land's world draws, against the ground that the land answers. */
#ifndef TWC_MEASURE_LAND_DRAWN_H
#define TWC_MEASURE_LAND_DRAWN_H

#include "measure/mesh_check.h"
#include "twc/land_kernels.h"
#include "twc/chunk_grid.h"
#include "twc/world_data.h"

/* Of the land's grid points above the sea: drawn less asked, metres; `fine_only` draws every macro cell Fine. */
typedef struct twc_land_difference {
    int64_t points;
    double rms, greatest;
    double rms_near, rms_far; /* where a feature is within its `within`, and elsewhere */
} twc_land_difference;
twc_status twc_land_drawn(const twc_land_table *table, const twc_land_ground *ground, const twc_world_data *data,
                          twc_builder builder, int fine_only, twc_land_difference *difference);

/* The exact check of all that a world draws, its features included. */
twc_status twc_world_closed(const twc_world_data *data, twc_builder builder, twc_mesh_report *report);

#endif
