/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_json.h"
#include "store/atomic_file.h"

enum { MOST_BYTES = 1 << 24 };

const char *const twc_frame_names[] = {"local", "crs", "lonlat", NULL};
const char *const twc_spline_names[] = {"uniform", "centripetal", NULL};

static const char no_areas[] = "areas (yards, pads, ponds, lakes) can't be placed yet: draw their edge as a line, or "
                               "leave them out";
static const char no_points[] = "points (pads about a place) can't be placed yet: leave them out";
static const char no_networks[] = "junctions and rivers can't be placed yet: give each of their lines as a corridor";

const twc_feature_kind twc_feature_kinds[] = {
    {"corridor", "LineString", NULL},
    {"polygon", "Polygon", no_areas},
    {"polygons", "MultiPolygon", no_areas},
    {"point", "Point", no_points},
    {"points", "MultiPoint", no_points},
    {"network", NULL, no_networks},
    {NULL, NULL, NULL},
};

/* ---- memory ---- */

void twc_drawings_destroy(twc_drawings *drawings)
{
    for (int k = 0; k < drawings->count; k++) {
        free(drawings->drawing[k].nodes);
        free(drawings->drawing[k].stations);
    }
    free(drawings->drawing);
    memset(drawings, 0, sizeof *drawings);
}

twc_status twc_drawings_add(twc_drawings *drawings, twc_drawn **drawing)
{
    if (drawings->count == TWC_DRAWINGS_AT_MOST)
        return twc_fail(TWC_IO, "there are more than %d features: give them in several files", TWC_DRAWINGS_AT_MOST);
    if (drawings->count == drawings->capacity) {
        const int capacity = 2 * drawings->capacity + 8;
        twc_drawn *larger = realloc(drawings->drawing, (size_t)capacity * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %d features", capacity);
        drawings->drawing = larger;
        drawings->capacity = capacity;
    }
    *drawing = &drawings->drawing[drawings->count++];
    **drawing = (twc_drawn){.number = drawings->count, .id = -1, .spline = -1};
    return twc_ok();
}

twc_status twc_drawings_node(twc_drawings *drawings, double x, double z)
{
    twc_drawn *d = &drawings->drawing[drawings->count - 1];
    char said[TWC_DRAWING_SAID];
    if (!(isfinite(x) && isfinite(z)))
        return twc_fail(TWC_IO, "%s, node %d: its place is no finite number", twc_drawing_said(d, said),
                        d->node_count + 1);
    if (d->node_count == TWC_NODES_AT_MOST || drawings->node_count == 4 * TWC_NODES_AT_MOST)
        return twc_fail(TWC_IO, "%s has more than %d nodes, or all features together more than %d: split it",
                        twc_drawing_said(d, said), TWC_NODES_AT_MOST, 4 * TWC_NODES_AT_MOST);
    if ((d->node_count & (d->node_count - 1)) == 0) { /* room for the next power of two */
        twc_drawn_node *larger = realloc(d->nodes, 2 * ((size_t)d->node_count + 1) * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %d nodes", 2 * d->node_count);
        d->nodes = larger;
    }
    d->nodes[d->node_count++] = (twc_drawn_node){{x, z}};
    drawings->node_count++;
    return twc_ok();
}

/* ---- kinds ---- */

twc_status twc_kind_check(const char *name)
{
    for (const twc_feature_kind *kind = twc_feature_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind->missing ? twc_fail(TWC_USAGE, "its kind is %s, and %s", name, kind->missing) : twc_ok();
    return twc_fail(TWC_IO, "there is no kind \"%.40s\": what runs along a line is a corridor", name);
}

twc_status twc_geometry_check(const char *geometry)
{
    if (strcmp(geometry, "MultiLineString") == 0)
        return twc_ok();
    for (const twc_feature_kind *kind = twc_feature_kinds; kind->name; kind++)
        if (kind->geometry && strcmp(kind->geometry, geometry) == 0)
            return kind->missing ? twc_fail(TWC_USAGE, "its geometry is a %s, and %s", geometry, kind->missing)
                                 : twc_ok();
    return twc_fail(TWC_IO, "a geometry \"%.40s\" is none that is read here: LineString or MultiLineString", geometry);
}

const char *twc_drawing_said(const twc_drawn *drawing, char text[TWC_DRAWING_SAID])
{
    if (drawing->name[0])
        snprintf(text, TWC_DRAWING_SAID, "feature %d (%s)", drawing->number, drawing->name);
    else
        snprintf(text, TWC_DRAWING_SAID, "feature %d", drawing->number);
    return text;
}

/* ---- members ---- */

/* Frozen stations, each a list of seven whole numbers: x, z, rx, rz, bed, left and right limit. */
static void read_stations(const cJSON *list, twc_drawn *d, twc_status *status)
{
    const int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    const cJSON *item = NULL;
    if (count < 2 || count > TWC_STATION_MAX) {
        *status = twc_fail(TWC_IO, "\"stations\" takes a list of 2 to %d stations, as twc feature show writes it",
                           TWC_STATION_MAX);
        return;
    }
    d->stations = calloc((size_t)count, sizeof *d->stations);
    if (!d->stations) {
        *status = twc_fail(TWC_IO, "not enough memory for %d stations", count);
        return;
    }
    cJSON_ArrayForEach(item, list)
    {
        int value[7], k = 0;
        const cJSON *part = NULL;
        cJSON_ArrayForEach(part, item)
        {
            const double number = cJSON_IsNumber(part) ? part->valuedouble : NAN;
            if (k == 7 || !(fabs(number) <= 2147483647) || floor(number) != number)
                break;
            value[k++] = (int)number;
        }
        if (part || k != 7 || !cJSON_IsArray(item)) {
            *status = twc_fail(TWC_IO,
                               "station %d of \"stations\" takes seven whole numbers: x, z, rx, rz, bed, left "
                               "and right limit; leave \"stations\" out to place the feature anew",
                               d->station_count + 1);
            return;
        }
        d->stations[d->station_count++] = (twc_station){value[0], value[1], value[2],
                                                        value[3], value[4], {value[5], value[6]}};
    }
}

/* A text that is cut where it does not fit: a name of somebody's own. */
static void read_name(const cJSON *item, twc_drawn *d)
{
    if (!cJSON_IsString(item))
        return;
    snprintf(d->name, sizeof d->name, "%s", item->valuestring);
    for (char *c = d->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
}

void twc_drawing_members(const cJSON *json, twc_drawn *d, twc_status *status)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(json, "id"),
                *version = cJSON_GetObjectItemCaseSensitive(json, "version"),
                *priority = cJSON_GetObjectItemCaseSensitive(json, "priority"),
                *stations = cJSON_GetObjectItemCaseSensitive(json, "stations");
    read_name(cJSON_GetObjectItemCaseSensitive(json, "name"), d);
    if (status->code)
        return;
    if (cJSON_GetObjectItemCaseSensitive(json, "kind")) {
        char kind[48] = "";
        twc_json_text(json, "kind", kind, sizeof kind, status);
        if (!status->code)
            *status = twc_kind_check(kind);
    }
    if (id && !cJSON_IsNull(id)) {
        double value = 0;
        twc_json_real(json, "id", 0, 9007199254740991.0, &value, status);
        if (!status->code && floor(value) != value)
            *status = twc_fail(TWC_IO, "\"id\" takes a whole number, not %g", value);
        d->id = (int64_t)value;
    }
    if (cJSON_GetObjectItemCaseSensitive(json, "profile"))
        twc_json_text(json, "profile", d->profile, sizeof d->profile, status);
    if (version)
        twc_json_integer(json, "version", 1, 1 << 30, &d->version, status);
    if (priority)
        twc_json_integer(json, "priority", 0, 255, &d->priority, status);
    if (cJSON_GetObjectItemCaseSensitive(json, "spline"))
        twc_json_choice(json, "spline", twc_spline_names, &d->spline, status);
    if (stations && !status->code)
        read_stations(stations, d, status);
}

/* ---- files ---- */

/* Whether the first letter that is no blank starts a document of XML; UTF-16 has it beside a zero or behind a mark. */
static int looks_like_xml(const unsigned char *bytes, size_t size)
{
    for (size_t k = 0; k < size && k < 1024; k++) {
        const unsigned char c = bytes[k];
        if (c == '<')
            return 1;
        if (c > ' ' && !(c == 0xEF || c == 0xBB || c == 0xBF || c == 0xFE || c == 0xFF))
            return 0;
    }
    return 0;
}

static twc_status read_json_kind(const char *path, twc_drawings *drawings)
{
    cJSON *json = NULL;
    twc_status status = twc_read_json(path, &json);
    if (status.code)
        return status;
    if (cJSON_GetObjectItemCaseSensitive(json, "twc_features"))
        status = twc_drawings_from_json(json, drawings);
    else if (cJSON_GetObjectItemCaseSensitive(json, "type"))
        status = twc_drawings_from_geojson(json, drawings);
    else
        status = twc_fail(TWC_IO, "it has neither \"twc_features\", as JSON of twc, nor \"type\", as GeoJSON");
    cJSON_Delete(json);
    return status.code ? twc_fail(status.code, "%.120s: %.380s", path, status.message) : status;
}

twc_status twc_drawings_read(const char *path, twc_drawings *drawings)
{
    unsigned char *bytes;
    size_t size;
    memset(drawings, 0, sizeof *drawings);
    twc_status status = twc_read_file_of(path, MOST_BYTES, &bytes, &size);
    if (status.code)
        return status;
    const int xml = looks_like_xml(bytes, size);
    if (xml) {
        status = twc_drawings_from_gpx((const char *)bytes, size, drawings);
        if (status.code)
            status = twc_fail(status.code, "%.120s: %.380s", path, status.message);
    }
    free(bytes);
    if (!xml)
        status = read_json_kind(path, drawings);
    if (!status.code && drawings->count == 0)
        status = twc_fail(TWC_IO, "%.200s holds no feature", path);
    if (status.code)
        twc_drawings_destroy(drawings);
    return status;
}
