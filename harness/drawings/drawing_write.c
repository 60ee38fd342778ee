/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/drawing_write.h"

#include <inttypes.h>
#include <math.h>

#include "drawings/projection.h"
#include "write_json.h"

double twc_feature_length(const twc_feature *feature)
{
    double length = 0;
    for (int32_t k = 1; k < feature->station_count; k++)
        length += hypot(((double)feature->stations[k].x - feature->stations[k - 1].x) * 0.01,
                        ((double)feature->stations[k].z - feature->stations[k - 1].z) * 0.01);
    return length;
}

/* What the JSON of a feature and the properties of GeoJSON have in common. */
static void add_members(cJSON *json, const twc_feature *feature)
{
    twc_json_add_printed(json, "id", "%" PRIu64, feature->id);
    twc_json_add_text(json, "kind", twc_feature_kinds[feature->kind].name);
    twc_json_add_text(json, "profile", feature->profile.name);
    twc_json_add_number(json, "version", feature->profile.version);
    twc_json_add_number(json, "priority", feature->priority);
}

static void add_stations(cJSON *json, const twc_feature *feature)
{
    cJSON *list = twc_json_add_array(json, "stations");
    for (int32_t k = 0; k < feature->station_count; k++) {
        const twc_station *s = &feature->stations[k];
        twc_json_add_printed(list, NULL, "[%d,%d,%d,%d,%d,%d,%d]", s->x, s->z, s->rx, s->rz, s->bed_cm,
                             s->limit_cm[TWC_LEFT], s->limit_cm[TWC_RIGHT]);
    }
}

cJSON *twc_features_json_begin(void)
{
    cJSON *json = cJSON_CreateObject();
    twc_json_add_number(json, "twc_features", 1);
    twc_json_add_text(json, "frame", twc_frame_names[TWC_FRAME_LOCAL]);
    twc_json_add_array(json, "features");
    return json;
}

void twc_features_json_add(cJSON *json, const twc_feature *feature)
{
    cJSON *member = twc_json_add_object(cJSON_GetObjectItemCaseSensitive(json, "features"), NULL);
    add_members(member, feature);
    add_stations(member, feature);
}

twc_status twc_geojson_begin(twc_frame frame, const char *what, const twc_georeference *place, cJSON **json)
{
    twc_projection projection;
    *json = NULL;
    if (frame != TWC_FRAME_LOCAL && !twc_georeference_placed(place))
        return twc_fail(TWC_USAGE, "%s has no place on the earth: --frame local writes its own metres", what);
    if (frame == TWC_FRAME_LONLAT) {
        twc_status status = twc_projection_read(place->crs, what, &projection);
        if (status.code)
            return status;
    }
    *json = cJSON_CreateObject();
    twc_json_add_text(*json, "type", "FeatureCollection");
    twc_json_add_text(*json, "twc_frame", twc_frame_names[frame]);
    twc_json_add_array(*json, "features");
    return twc_ok();
}

twc_status twc_geojson_add(cJSON *json, twc_frame frame, const twc_georeference *place, const twc_feature *feature)
{
    twc_projection projection = {.geographic = 1};
    twc_status status = frame == TWC_FRAME_LONLAT ? twc_projection_read(place->crs, "it", &projection) : twc_ok();
    cJSON *member = twc_json_add_object(cJSON_GetObjectItemCaseSensitive(json, "features"), NULL);
    twc_json_add_text(member, "type", "Feature");
    twc_json_add_printed(member, "id", "%" PRIu64, feature->id);
    cJSON *properties = twc_json_add_object(member, "properties"), *geometry = twc_json_add_object(member, "geometry");
    add_members(properties, feature);
    add_stations(properties, feature);
    twc_json_add_text(geometry, "type", twc_feature_kinds[feature->kind].geometry);
    cJSON *list = twc_json_add_array(geometry, "coordinates");
    for (int32_t k = 0; k < feature->station_count; k++) {
        double at[2] = {feature->stations[k].x * 0.01, feature->stations[k].z * 0.01}, crs[2];
        if (frame != TWC_FRAME_LOCAL) {
            twc_georeference_to_crs(place, at[0], at[1], crs);
            twc_projection_inverse(&projection, crs, at);
        }
        twc_json_add_printed(list, NULL, frame == TWC_FRAME_LONLAT ? "[%.9f,%.9f]" : "[%.2f,%.2f]", at[0], at[1]);
    }
    return status;
}
