/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Features cut into the ground: paths pressed in, brooks carved, each along a spine through its points. */
#include <string.h>

#include "generate/land_json_parts.h"

/* A new feature of the land, with what both kinds have; NULL after a failure. */
static twc_land_feature *read_feature(twc_land_reader *reader, const cJSON *json, twc_land_operator how)
{
    twc_land *land = reader->land;
    twc_status *status = &reader->status;
    if (!status->code && land->feature_count == TWC_LAND_FEATURES)
        *status = twc_fail(TWC_IO, "a land has at most %d features: leave one out", TWC_LAND_FEATURES);
    if (status->code)
        return NULL;
    twc_land_feature *feature = &land->feature[land->feature_count];
    feature->how = how;
    twc_json_text(json, "name", feature->name, sizeof feature->name, status);
    for (int32_t k = 0; k < land->feature_count && !status->code; k++)
        if (strcmp(feature->name, land->feature[k].name) == 0)
            *status = twc_fail(TWC_IO, "there are two features \"%s\": name one otherwise", feature->name);
    twc_land_length(json, "within", &feature->within, status);
    twc_land_ramp(json, "clearing", &feature->clearing, status);
    land->feature_count++;
    return status->code ? NULL : feature;
}

/* A point as a list of numbers: [x, z], of a brook [x, z, table, depth, half_bed, bank, rounding]. */
static void read_point(const cJSON *json, twc_land_operator how, twc_land_control *control, twc_status *status)
{
    static const char *const names[] = {"x", "z", "table", "depth", "half_bed", "bank", "rounding"};
    static const double low[] = {-TWC_LAND_REACH, -TWC_LAND_REACH, -TWC_LAND_REACH, 0.0, 0.0, 1e-6, 1e-6};
    const int count = how == TWC_LAND_CARVE ? 7 : 2;
    double value[7] = {0.0};
    char said[TWC_JSON_SAID];
    if (!cJSON_IsArray(json) || cJSON_GetArraySize(json) != count) {
        *status = twc_fail(TWC_IO, "it takes %d numbers, [%s], not %s", count,
                           count == 2 ? "x, z" : "x, z, table, depth, half_bed, bank, rounding",
                           twc_json_said(json, said));
        return;
    }
    for (int k = 0; k < count; k++) {
        const cJSON *number = cJSON_GetArrayItem(json, k);
        if (!cJSON_IsNumber(number) || !(number->valuedouble >= low[k] && number->valuedouble <= TWC_LAND_REACH)) {
            *status = twc_fail(TWC_IO, "\"%s\" takes a number from %g to %g, not %s", names[k], low[k], TWC_LAND_REACH,
                               twc_json_said(number, said));
            return;
        }
        value[k] = number->valuedouble;
    }
    *control = (twc_land_control){{value[0], value[1]}, value[2], value[3], value[4], value[5], value[6]};
}

static void read_points(const cJSON *json, twc_land_feature *feature, twc_status *status)
{
    const cJSON *item = NULL, *points = cJSON_GetObjectItemCaseSensitive(json, "points");
    if (!status->code && cJSON_IsArray(points) && cJSON_GetArraySize(points) == 1)
        *status = twc_fail(TWC_IO, "\"points\" has one point, and a spine goes from one to another: add a second");
    points = twc_json_array(json, "points", 2, TWC_LAND_CONTROLS, status);
    cJSON_ArrayForEach(item, points)
    {
        const int32_t k = feature->control_count;
        if (status->code)
            return;
        read_point(item, feature->how, &feature->control[k], status);
        if (!status->code && k > 0 && feature->control[k].place.x == feature->control[k - 1].place.x &&
            feature->control[k].place.z == feature->control[k - 1].place.z)
            *status = twc_fail(TWC_IO, "it lies where the point before it lies: leave it out");
        feature->control_count++;
        twc_json_entry(status, "point %d", k + 1);
    }
    if (!status->code && twc_spine_count(feature) > TWC_SPINE_POINTS)
        *status = twc_fail(TWC_IO, "\"points\" is longer than a spine of %d m: split it into two features",
                           TWC_SPINE_POINTS - 1);
}

void twc_land_read_press(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "name", "points",     "half_width", "depth",    "ease", "window",
                                        "passes",   "end",  "end_height", "within",     "clearing", "note", NULL};
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_feature *feature = read_feature(reader, json, TWC_LAND_PRESS);
    if (!feature)
        return;
    twc_land_press *press = &feature->press;
    read_points(json, feature, status);
    twc_land_length(json, "half_width", &press->half_width, status);
    twc_land_ratio(json, "depth", TWC_LAND_REACH, &press->depth, status);
    twc_land_ramp(json, "ease", &press->ease, status);
    twc_json_integer(json, "window", 1, 1023, &press->window, status);
    if (!status->code && press->window % 2 == 0)
        *status = twc_fail(TWC_IO, "\"window\" is %d, and as many points lie before as after the middle: make it odd",
                           press->window);
    twc_json_integer(json, "passes", 0, 16, &press->passes, status);
    twc_land_ramp(json, "end", &press->end, status);
    twc_land_metres(json, "end_height", &press->end_height, status);
    twc_json_entry(status, "\"%s\"", feature->name);
}

void twc_land_read_carve(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "name",    "points", "below",    "fall", "reach", "still",
                                        "quick",    "fastest", "within", "clearing", "note", NULL};
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_feature *feature = read_feature(reader, json, TWC_LAND_CARVE);
    if (!feature)
        return;
    twc_land_carve *carve = &feature->carve;
    read_points(json, feature, status);
    twc_land_ratio(json, "below", TWC_LAND_REACH, &carve->below, status);
    twc_land_ratio(json, "fall", 1000.0, &carve->fall, status);
    twc_land_length(json, "reach", &carve->reach, status);
    twc_land_ratio(json, "still", 1000.0, &carve->still, status);
    twc_land_ratio(json, "quick", 1000.0, &carve->quick, status);
    twc_land_ratio(json, "fastest", 1000.0, &carve->fastest, status);
    twc_json_entry(status, "\"%s\"", feature->name);
}
