/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn surface at many points of a world, its features included. */
#ifndef TWC_HARNESS_QUERY_SURFACE_H
#define TWC_HARNESS_QUERY_SURFACE_H

#include "twc/world_data.h"
#include "twc/chunk_grid.h"

typedef struct twc_surface_source {
    const twc_world *world;
    twc_feature_list features;
    twc_builder builder;
    int fine_only; /* every macro cell is treated as Fine */
} twc_surface_source;

/* Loads the tiles that a query of these points reads. */
twc_status twc_query_need(twc_world_data *data, size_t n, const twc_point *points);

/*
 * As twc_query_points; where features are near, the highest triangle of the chunks built with them, and facet_class is
 * TWC_FACET_FEATURE on a feature. Only the chunks about such points are built.
 */
twc_status twc_query_surface(const twc_surface_source *source, size_t n, const twc_point *points, twc_location *out);

#endif
