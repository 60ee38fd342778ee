/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test region from its parameters to what is drawn: world, roads, meshes, surfaces. */
#ifndef TWC_HARNESS_LANDSCAPE_H
#define TWC_HARNESS_LANDSCAPE_H

#include "feature_meshes.h"
#include "regions/region.h"
#include "surfaces.h"

typedef struct twc_landscape {
    twc_world_data data;
    double water; /* metres */
    twc_features features;
    twc_meshes meshes;
    twc_surfaces surfaces;
} twc_landscape;

typedef struct twc_landscape_options {
    int roads;     /* the region's; placed on the ground as its classes say */
    int fine_only; /* every macro cell Fine */
    twc_builder builder;
    int threads;
} twc_landscape_options;

/* On failure there is nothing to destroy. */
twc_status twc_landscape_create(const twc_region *region, twc_landscape_options options, twc_landscape *landscape);
void twc_landscape_destroy(twc_landscape *landscape);

#endif
