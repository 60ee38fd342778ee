/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lands as JSON files (docs/lands.md): noises by name, the shapes of the coast, and the ground's operators in their
 * order. experiments/island.json is one, experiments/sky_isle.json another.
 */
#ifndef TWC_GENERATE_LAND_JSON_H
#define TWC_GENERATE_LAND_JSON_H

#include <cjson/cJSON.h>

#include "twc/land.h"

/*
 * From a file, or from JSON already parsed. What passes, passes twc_land_check; a failure names the entry, what it
 * takes and what is there.
 */
twc_status twc_land_read(const char *path, twc_land *land);
twc_status twc_land_parse(const cJSON *json, twc_land *land);

/* Whether a file is of a land, which is what its member "kind" says; also 0 when it can't be read. */
int twc_is_land(const char *path);

#endif
