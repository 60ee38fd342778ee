/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land's file as a whole: the grid and the edge, and the order in which the rest is read. */
#include "generate/land_json.h"

#include <math.h>
#include <string.h>

#include "generate/land_json_parts.h"

/* ---- members ---------------------------------------------------------------------------------------------------- */

void twc_land_length(const cJSON *json, const char *name, double *value, twc_status *status)
{
    twc_json_real(json, name, TWC_LAND_SHORTEST, TWC_LAND_REACH, value, status);
}

void twc_land_metres(const cJSON *json, const char *name, double *value, twc_status *status)
{
    twc_json_real(json, name, -TWC_LAND_REACH, TWC_LAND_REACH, value, status);
}

void twc_land_ratio(const cJSON *json, const char *name, double high, double *value, twc_status *status)
{
    twc_json_real(json, name, 0.0, high, value, status);
}

void twc_land_ramp(const cJSON *json, const char *name, twc_ramp *ramp, twc_status *status)
{
    double ends[2] = {0.0, 0.0};
    twc_json_reals(json, name, 2, TWC_LAND_REACH, ends, status);
    if (!status->code && ends[0] == ends[1])
        *status = twc_fail(TWC_IO, "\"%s\" goes from %.10g to %.10g: a ramp's two ends must differ", name, ends[0],
                           ends[1]);
    if (!status->code)
        *ramp = (twc_ramp){ends[0], ends[1]};
}

void twc_land_spot(const cJSON *json, const char *name, twc_spot *spot, twc_status *status)
{
    double place[2] = {0.0, 0.0};
    twc_json_reals(json, name, 2, TWC_LAND_REACH, place, status);
    if (!status->code)
        *spot = (twc_spot){place[0], place[1]};
}

/* ---- grid and edge ---------------------------------------------------------------------------------------------- */

static void read_grid(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"cell", "points", "outside", NULL};
    twc_land_grid *grid = &reader->land->grid;
    twc_status *status = &reader->status;
    const cJSON *points = cJSON_GetObjectItemCaseSensitive(json, "points");
    if (status->code)
        return;
    twc_json_only(json, names, status);
    twc_land_length(json, "cell", &grid->cell, status);
    if (!status->code && cJSON_IsNumber(points) && points->valuedouble > TWC_LAND_SIDE)
        *status = twc_fail(TWC_IO,
                           "\"points\" is %.10g: their heights would take %.3g MB of memory; at most %d points a side, "
                           "so make \"cell\" larger or the land smaller",
                           points->valuedouble, points->valuedouble * points->valuedouble * 4.0 / 1e6, TWC_LAND_SIDE);
    twc_json_integer(json, "points", 2, TWC_LAND_SIDE, &grid->points, status);
    twc_land_metres(json, "outside", &grid->outside, status);
    twc_json_entry(status, "grid");
}

static void read_edge(twc_land_reader *reader, const cJSON *json)
{
    static const char *const kinds[] = {"sea", "fall", "wall", "wrap", NULL}; /* of twc_land_edge_kind */
    static const char *const of_kind[4][4] = {
        {"kind", "stride", "wade", NULL}, {"kind", "stride", "to", NULL}, {"kind", "stride", NULL}, {"kind", "stride"}};
    twc_land_edge *edge = &reader->land->edge;
    twc_status *status = &reader->status;
    int kind = 0;
    if (status->code)
        return;
    twc_json_choice(json, "kind", kinds, &kind, status);
    twc_json_only(json, of_kind[kind], status);
    edge->kind = (twc_land_edge_kind)kind;
    twc_land_length(json, "stride", &edge->stride, status);
    if (edge->kind == TWC_LAND_EDGE_SEA)
        twc_land_ratio(json, "wade", TWC_LAND_REACH, &edge->wade, status);
    if (edge->kind == TWC_LAND_EDGE_FALL)
        twc_json_text(json, "to", edge->to, sizeof edge->to, status);
    twc_json_entry(status, "edge");
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/*
 * What a part that a land has not got is: an fbm of one octave, and cover that no quantity reaches. The ramps need ends
 * that differ.
 */
static void set_absent(twc_land *land)
{
    static const twc_fbm none = {1.0, 1, 0};
    static const twc_ramp some = {0.0, 1.0}, never = {2.0 * TWC_LAND_REACH, 3.0 * TWC_LAND_REACH};
    memset(land, 0, sizeof *land);
    land->forest = (twc_land_forest){none, never, some, some, some};
    land->grove = (twc_land_grove){none, never, some, some, some, some};
    land->brown = never;
}

twc_status twc_land_parse(const cJSON *json, twc_land *land)
{
    static const char *const names[] = {"kind",  "version", "name",    "note",      "grid",  "edge", "noises",
                                        "coast", "ground",  "dressed", "fine_over", "cover", NULL};
    static const char *const kinds[] = {"land", NULL};
    twc_land_reader reader = {NULL, land, twc_ok()};
    twc_status *status = &reader.status;
    int kind = 0, version = 0;
    set_absent(land);
    twc_json_choice(json, "kind", kinds, &kind, status);
    twc_json_only(json, names, status);
    twc_json_integer(json, "version", 1, 1, &version, status);
    twc_json_text(json, "name", land->name, sizeof land->name, status);
    read_grid(&reader, twc_json_object(json, "grid", status));
    read_edge(&reader, twc_json_object(json, "edge", status));
    reader.noises = twc_json_object(json, "noises", status);
    twc_land_noises_check(&reader);
    twc_land_read_coast(&reader, twc_json_object(json, "coast", status));
    twc_land_read_ground(&reader, twc_json_array(json, "ground", 1, 5 + TWC_LAND_FEATURES, status));
    twc_land_read_outline(&reader, json, "dressed", &land->dressed);
    twc_land_read_outline(&reader, json, "fine_over", &land->fine_over);
    if (cJSON_HasObjectItem(json, "cover"))
        twc_land_read_cover(&reader, twc_json_object(json, "cover", status));
    return status->code ? *status : twc_land_check(land);
}

twc_status twc_land_read(const char *path, twc_land *land)
{
    cJSON *json;
    twc_status status = twc_read_json(path, &json);
    if (status.code)
        return status;
    twc_status parsed = twc_land_parse(json, land);
    cJSON_Delete(json);
    return parsed.code ? twc_fail(TWC_IO, "%.100s: %.400s", path, parsed.message) : twc_ok();
}

int twc_is_land(const char *path)
{
    cJSON *json;
    if (twc_read_json(path, &json).code)
        return 0;
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(json, "kind");
    const int land = cJSON_IsString(kind) && strcmp(kind->valuestring, "land") == 0;
    cJSON_Delete(json);
    return land;
}
