/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placed features as JSON and GeoJSON, with their frozen stations, so that reading them gives the same records. */
#ifndef TWC_HARNESS_DRAWING_WRITE_H
#define TWC_HARNESS_DRAWING_WRITE_H

#include "drawings/drawing.h"
#include "twc/world_data.h"

/* A document to which features are added; the caller prints and deletes it. */
cJSON *twc_features_json_begin(void);
void twc_features_json_add(cJSON *json, const twc_feature *feature);

/*
 * The same as GeoJSON, whose places are of this frame. Fails when the world's places can't be told in it. `what` names
 * the world in the failure.
 */
twc_status twc_geojson_begin(twc_frame frame, const char *what, const twc_georeference *place, cJSON **json);
twc_status twc_geojson_add(cJSON *json, twc_frame frame, const twc_georeference *place, const twc_feature *feature);

/* The length of a corridor along its stations, metres. */
double twc_feature_length(const twc_feature *feature);

#endif
