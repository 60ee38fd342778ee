/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GeoJSON (RFC 7946), and the "crs" member that it had before and that GDAL still writes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawings/drawing.h"
#include "read_json.h"

/* A place: two numbers; an altitude behind them is left alone, as features lie on the ground. */
static twc_status read_place(const cJSON *item, int number, twc_drawings *drawings)
{
    const cJSON *x = cJSON_IsArray(item) ? item->child : NULL, *z = x ? x->next : NULL;
    if (cJSON_IsArray(x))
        return twc_fail(TWC_IO,
                        "node %d holds lists: its coordinates are nested one level too deep for a line, as those "
                        "of a MultiLineString or a Polygon are",
                        number);
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(z))
        return twc_fail(TWC_IO, "node %d takes two numbers, [x, z] or [longitude, latitude]", number);
    return twc_drawings_node(drawings, x->valuedouble, z->valuedouble);
}

static twc_status read_line(const cJSON *list, twc_drawings *drawings)
{
    const cJSON *item = NULL;
    int number = 0;
    twc_status status = twc_ok();
    if (!cJSON_IsArray(list))
        return twc_fail(TWC_IO, "its \"coordinates\" are no list of places");
    cJSON_ArrayForEach(item, list)
    {
        status = read_place(item, ++number, drawings);
        if (status.code)
            return status;
    }
    return number < 2 ? twc_fail(TWC_IO, "its line has %s: it takes at least two places",
                                 number == 0 ? "no coordinates" : "one place only")
                      : status;
}

/* Places beside frozen stations have to be theirs: who moved the line wants another record. */
static twc_status drop_frozen_nodes(twc_drawings *drawings, twc_drawn *d)
{
    if (d->node_count != d->station_count)
        return twc_fail(TWC_IO,
                        "its line has %d places and its \"stations\" are %d: it was changed; leave \"stations\" out "
                        "to place it anew along the line",
                        d->node_count, d->station_count);
    for (int k = 0; k < d->node_count && drawings->frame == TWC_FRAME_LOCAL; k++) {
        const double *place = d->nodes[k].place;
        if (!(fabs(place[0] - d->stations[k].x * 0.01) < 0.02 && fabs(place[1] - d->stations[k].z * 0.01) < 0.02))
            return twc_fail(TWC_IO,
                            "its node %d is not where its station is: the line was changed; leave \"stations\" out to "
                            "place it anew along the line",
                            k + 1);
    }
    return twc_ok();
}

static const char *type_of(const cJSON *json)
{
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(json, "type");
    return cJSON_IsString(type) ? type->valuestring : "";
}

/* One line of a feature, as a drawing of its own. */
static twc_status add_line(const cJSON *feature, const cJSON *properties, const cJSON *line, twc_drawings *drawings)
{
    twc_drawn *d;
    char said[TWC_DRAWING_SAID];
    twc_status status = twc_drawings_add(drawings, &d);
    if (status.code)
        return status;
    twc_drawing_members(properties, d, &status);
    const cJSON *id = feature ? cJSON_GetObjectItemCaseSensitive(feature, "id") : NULL;
    if (!status.code && d->id < 0 && cJSON_IsNumber(id)) { /* a text, as some programs write, is a name of theirs */
        double value = 0;
        twc_json_real(feature, "id", 0, 9007199254740991.0, &value, &status);
        if (!status.code && floor(value) != value)
            status = twc_fail(TWC_IO, "\"id\" takes a whole number, not %g", value);
        d->id = (int64_t)value;
    }
    if (!status.code)
        status = read_line(line, drawings);
    if (!status.code && d->station_count)
        status = drop_frozen_nodes(drawings, d);
    return status.code ? twc_fail(status.code, "%s: %.360s", twc_drawing_said(d, said), status.message) : status;
}

static twc_status read_lines(const cJSON *feature, const cJSON *properties, const cJSON *lines, twc_drawings *drawings)
{
    const cJSON *line = NULL;
    const int first = drawings->count + 1;
    twc_status status = twc_ok();
    if (!cJSON_IsArray(lines) || !lines->child)
        return twc_fail(TWC_IO, "feature %d: its MultiLineString has no coordinates", first);
    cJSON_ArrayForEach(line, lines)
    {
        if (cJSON_IsArray(line) && line->child && !cJSON_IsArray(line->child))
            return twc_fail(
                TWC_IO, "feature %d: its coordinates are nested as a LineString's, its type is MultiLineString", first);
        status = add_line(feature, properties, line, drawings);
        if (status.code)
            return status;
    }
    if (drawings->count > first && drawings->drawing[first - 1].id >= 0)
        return twc_fail(
            TWC_IO,
            "feature %d: its MultiLineString has %d lines, each a feature, and one \"id\": leave the id out, or "
            "give each line as a feature",
            first, drawings->count - first + 1);
    if (drawings->count > first && drawings->drawing[first - 1].station_count)
        return twc_fail(TWC_IO, "feature %d: \"stations\" are of one line; leave them out", first);
    return status;
}

static twc_status read_geometry(const cJSON *feature, const cJSON *geometry, twc_drawings *drawings)
{
    const cJSON *properties = feature ? cJSON_GetObjectItemCaseSensitive(feature, "properties") : NULL,
                *coordinates = cJSON_GetObjectItemCaseSensitive(geometry, "coordinates");
    if (!cJSON_IsObject(geometry))
        return twc_fail(TWC_IO, "feature %d has no geometry: leave it out", drawings->count + 1);
    twc_status status = twc_geometry_check(type_of(geometry));
    if (status.code)
        return twc_fail(status.code, "feature %d: %.400s", drawings->count + 1, status.message);
    return strcmp(type_of(geometry), "LineString") == 0 ? add_line(feature, properties, coordinates, drawings)
                                                        : read_lines(feature, properties, coordinates, drawings);
}

static twc_status read_feature(const cJSON *json, twc_drawings *drawings)
{
    if (strcmp(type_of(json), "Feature") != 0)
        return twc_fail(TWC_IO, "entry %d of \"features\" is no Feature", drawings->count + 1);
    return read_geometry(json, cJSON_GetObjectItemCaseSensitive(json, "geometry"), drawings);
}

/* What places are: a member of our own, the older "crs", or longitudes and latitudes, as the standard has it. */
static twc_status read_frame(const cJSON *json, twc_drawings *drawings)
{
    static const char epsg[] = "urn:ogc:def:crs:EPSG:";
    twc_status status = twc_ok();
    const cJSON *frame = cJSON_GetObjectItemCaseSensitive(json, "twc_frame"),
                *crs = cJSON_GetObjectItemCaseSensitive(json, "crs");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(crs, "properties"), "name");
    const char *text = cJSON_IsString(name) ? name->valuestring : "";
    int known = TWC_FRAME_UNSAID;
    drawings->frame = TWC_FRAME_UNSAID;
    if (frame) {
        twc_json_choice(json, "twc_frame", twc_frame_names, &known, &status);
        drawings->frame = (twc_frame)known;
    } else if (crs && !cJSON_IsNull(crs)) {
        const char *colon = strrchr(text, ':');
        drawings->frame = strstr(text, "CRS84") ? TWC_FRAME_LONLAT : TWC_FRAME_CRS;
        if (strncmp(text, epsg, strlen(epsg)) == 0)
            drawings->code = atoi(colon + 1);
        else if (strncmp(text, "EPSG:", 5) == 0)
            drawings->code = atoi(text + 5);
        if (drawings->code == 4326)
            drawings->frame = TWC_FRAME_LONLAT;
        if (drawings->frame == TWC_FRAME_CRS && drawings->code <= 0)
            status = twc_fail(
                TWC_IO, "its \"crs\" is \"%.60s\", which is not known here: convert it with ogr2ogr -t_srs EPSG:4326",
                text);
    }
    return status;
}

twc_status twc_drawings_from_geojson(const cJSON *json, twc_drawings *drawings)
{
    const char *type = type_of(json);
    twc_status status = read_frame(json, drawings);
    if (status.code)
        return status;
    if (strcmp(type, "Feature") == 0)
        return read_feature(json, drawings);
    if (strcmp(type, "FeatureCollection") != 0)
        return read_geometry(NULL, json, drawings);
    const cJSON *item = NULL, *list = twc_json_array(json, "features", 1, TWC_DRAWINGS_AT_MOST, &status);
    cJSON_ArrayForEach(item, list)
    {
        status = read_feature(item, drawings);
        if (status.code)
            return status;
    }
    return status;
}
