/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sections of `twc reproduce` read from experiments/. */
#ifndef TWC_HARNESS_REPRODUCE_INPUTS_H
#define TWC_HARNESS_REPRODUCE_INPUTS_H

#include "generate/tower_world.h"
#include "regions/region.h"
#include "reproduce/reproduce.h"
#include "twc/land.h"

/* The region described by the file `name`; --seed, when given, replaces its own. */
twc_status twc_reproduce_region(const twc_reproduce *context, const char *name, twc_region *region);

/* The land described by the file that the member "land" of a file of claims names. */
twc_status twc_reproduce_land(const twc_reproduce *context, const cJSON *inputs, twc_land *land);

/* The world on a cylinder described by the file that the member "world" of a file of claims names. */
twc_status twc_reproduce_tower(const twc_reproduce *context, const cJSON *inputs, twc_tower_world *world);

/*
 * The real grid that the member "beside" of a file of claims describes (name, grid, datum_m), imported. `name` holds
 * TWC_WORLD_NAME_SIZE bytes. On failure there is nothing to destroy.
 */
twc_status twc_reproduce_beside(const twc_reproduce *context, const cJSON *beside, char *name, twc_world_data *data);

#endif
