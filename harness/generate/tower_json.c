/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world on a cylinder from its file: members in any order, each by its kind's table, whose defaults fill gaps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generate/tower_world.h"
#include "nearest_name.h"
#include "read_json.h"

/* ---- numbers ------------------------------------------------------------------------------------------------- */

/* A number of at most so many decimals, `scale` its smallest part's inverse, as whole parts. */
static int64_t read_parts(const cJSON *item, double high, int decimals, const char *what, twc_status *status)
{
    double scale = 1.0;
    char said[TWC_JSON_SAID];
    for (int k = 0; k < decimals; k++)
        scale *= 10.0;
    if (status->code)
        return 0;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0.0 && item->valuedouble <= high)) {
        *status = twc_fail(TWC_IO, "%s lie within the world from 0 to %g, not at %s", what, high,
                           twc_json_said(item, said));
        return 0;
    }
    const double parts = rint(item->valuedouble * scale);
    if (fabs(item->valuedouble * scale - parts) > 1e-3)
        *status = twc_fail(TWC_IO, "%s have at most %d decimals, not %.12g: round it", what, decimals,
                           item->valuedouble);
    return (int64_t)parts;
}

static int32_t read_km(const cJSON *item, twc_status *status)
{
    return (int32_t)read_parts(item, 540.0, 5, "kilometres along the axis", status);
}

static twc_place_on_floor read_place(const cJSON *item, twc_status *status)
{
    char said[TWC_JSON_SAID];
    if (status->code)
        return (twc_place_on_floor){0, 0};
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != 2) {
        *status = twc_fail(TWC_IO, "a place is [degrees, kilometres], not %s", twc_json_said(item, said));
        return (twc_place_on_floor){0, 0};
    }
    const int64_t degrees = read_parts(cJSON_GetArrayItem(item, 0), 360.0, 6, "degrees round the axis", status);
    return (twc_place_on_floor){(uint32_t)((((uint64_t)degrees << 32) + 180000000u) / 360000000u),
                                read_km(cJSON_GetArrayItem(item, 1), status)};
}

static uint32_t read_seed(const cJSON *json, twc_status *status)
{
    double seed = 0.0;
    twc_json_real(json, "seed", 0.0, 4294967295.0, &seed, status);
    if (!status->code && floor(seed) != seed)
        *status = twc_fail(TWC_IO, "\"seed\" takes a whole number, not %g", seed);
    return (uint32_t)seed;
}

/* A real that may be left out. */
static void read_given(const cJSON *json, const char *name, double low, double high, double *value, twc_status *status)
{
    if (cJSON_GetObjectItemCaseSensitive(json, name))
        twc_json_real(json, name, low, high, value, status);
}

/* ---- geometry ------------------------------------------------------------------------------------------------ */

static void read_points(const cJSON *json, twc_tower_feature *feature, twc_status *status)
{
    static const int least[] = {0, 1, 2, 3};
    const cJSON *item = NULL;
    const int most = feature->shape == TWC_TOWER_POINT ? 1 : TWC_TOWER_POINTS;
    const cJSON *list = twc_json_array(json, "points", least[feature->shape], most, status);
    cJSON_ArrayForEach(item, list)
    {
        feature->point[feature->points++] = read_place(item, status);
        twc_json_entry(status, "point %d", feature->points);
        if (status->code)
            return;
    }
}

static void read_geometry(const cJSON *json, twc_tower_feature *feature, twc_status *status)
{
    static const char *const types[] = {"point", "polyline", "polygon", "band", NULL};
    static const char *const of_point[] = {"type", "points", "radiusKm", NULL};
    static const char *const of_line[] = {"type", "points", NULL};
    static const char *const of_band[] = {"type", "zFrom", "zTo", NULL};
    int type = 0;
    if (!json && (feature->shape = TWC_TOWER_NOWHERE, twc_tower_may_be(feature->kind, TWC_TOWER_NOWHERE)))
        return;
    if (!json)
        *status = twc_fail(TWC_IO, "it is missing: say where the %s lies", twc_tower_kind_name(feature->kind));
    else if (!cJSON_IsObject(json))
        *status = twc_fail(TWC_IO, "it takes an object with \"type\"");
    else
        twc_json_choice(json, "type", types, &type, status);
    if (status->code)
        return;
    feature->shape = (twc_tower_shape)(type + 1);
    if (!twc_tower_may_be(feature->kind, feature->shape)) {
        char text[96] = "";
        for (int k = 0; types[k]; k++)
            if (twc_tower_may_be(feature->kind, (twc_tower_shape)(k + 1)))
                strcat(strcat(text, text[0] ? " or a " : "a "), types[k]);
        *status = twc_fail(TWC_IO, "a feature of kind \"%s\" is %s, not a %s", twc_tower_kind_name(feature->kind), text,
                           types[type]);
        return;
    }
    twc_json_only(json,
                  feature->shape == TWC_TOWER_POINT  ? of_point
                  : feature->shape == TWC_TOWER_BAND ? of_band
                                                     : of_line,
                  status);
    if (feature->shape == TWC_TOWER_BAND) {
        feature->z_from = read_km(cJSON_GetObjectItemCaseSensitive(json, "zFrom"), status);
        feature->z_to = read_km(cJSON_GetObjectItemCaseSensitive(json, "zTo"), status);
        if (!status->code && feature->z_from >= feature->z_to)
            *status = twc_fail(TWC_IO, "\"zFrom\" is not below \"zTo\": exchange them");
        return;
    }
    read_points(json, feature, status);
    double radius = 0.0;
    if (feature->shape == TWC_TOWER_POINT)
        read_given(json, "radiusKm", 0.0, 100.0, &radius, status);
    feature->radius = (int32_t)rint(radius * 100000.0);
}

/* ---- parameters ---------------------------------------------------------------------------------------------- */

static void read_field(const cJSON *item, const twc_tower_field *field, double *value, char *link, twc_status *status)
{
    char said[TWC_JSON_SAID];
    const int word = cJSON_IsString(item) && strcmp(item->valuestring, "auto") == 0;
    const int number = cJSON_IsNumber(item) && item->valuedouble >= field->low && item->valuedouble <= field->high;
    if (field->type == TWC_TOWER_FLAG) {
        *value = cJSON_IsTrue(item);
        if (!cJSON_IsBool(item))
            *status = twc_fail(TWC_IO, "it takes true or false, not %s", twc_json_said(item, said));
    } else if (field->type == TWC_TOWER_KM) {
        *value = read_km(item, status);
    } else if (field->type == TWC_TOWER_LINK) {
        if (!cJSON_IsString(item) || strlen(item->valuestring) >= TWC_TOWER_NAME)
            *status = twc_fail(TWC_IO, "it takes the id of a feature, not %s", twc_json_said(item, said));
        else
            strcpy(link, item->valuestring);
    } else if (field->type == TWC_TOWER_CHOICE) {
        for (int k = 0; field->choices[k]; k++)
            if (cJSON_IsString(item) && strcmp(item->valuestring, field->choices[k]) == 0) {
                *value = k;
                return;
            }
        char list[160] = "";
        for (int k = 0; field->choices[k]; k++)
            strcat(strcat(list, k ? ", " : ""), field->choices[k]);
        *status = twc_fail(TWC_IO, "it takes one of %s, not %s", list, twc_json_said(item, said));
    } else if (field->type == TWC_TOWER_AUTO && word) {
        *value = NAN;
    } else if (!number || (field->type == TWC_TOWER_WHOLE && floor(item->valuedouble) != item->valuedouble)) {
        *status = twc_fail(TWC_IO, "it takes a %snumber from %g to %g%s, not %s%s",
                           field->type == TWC_TOWER_WHOLE ? "whole " : "", field->low, field->high,
                           field->type == TWC_TOWER_AUTO ? " or \"auto\"" : "", twc_json_said(item, said),
                           cJSON_IsString(item) ? ": write it without quotes" : "");
    } else {
        *value = item->valuedouble;
    }
}

static void refuse_unknown(const twc_tower_feature *feature, const char *path, twc_status *status)
{
    const twc_tower_field *field = twc_tower_fields(feature->kind);
    const char *nearest = NULL;
    size_t least = (size_t)-1;
    for (int k = 0; field[k].name; k++) {
        const size_t distance = twc_edit_distance(path, field[k].name);
        if (distance < least) {
            least = distance;
            nearest = field[k].name;
        }
    }
    if (nearest && twc_is_near(nearest, least))
        *status = twc_fail(TWC_IO, "nothing reads \"%.40s\" of a feature of kind \"%s\"; did you mean \"%s\"?", path,
                           twc_tower_kind_name(feature->kind), nearest);
    else
        *status = twc_fail(TWC_IO, "nothing reads \"%.40s\" of a feature of kind \"%s\": leave it out", path,
                           twc_tower_kind_name(feature->kind));
}

/* Members that are parameters; those of a member that is an object have its name before theirs. */
static void read_fields(const cJSON *json, const char *prefix, twc_tower_feature *feature, twc_status *status)
{
    static const char *const common[] = {"id",   "name", "blurb",    "notes", "public",
                                         "seed", "kind", "geometry", "peaks", NULL};
    const twc_tower_field *field = twc_tower_fields(feature->kind);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        char path[192];
        int at = -1, within = 0, links = 0, link = 0, known = 0;
        snprintf(path, sizeof path, "%s%.60s", prefix, item->string);
        for (int k = 0; common[k] && !*prefix; k++)
            known |= strcmp(common[k], item->string) == 0 && (k != 8 || feature->kind == TWC_TOWER_MOUNTAINS);
        if (status->code)
            return;
        if (cJSON_GetObjectItemCaseSensitive(json, item->string) != item)
            *status = twc_fail(TWC_IO, "\"%.40s\" is there twice: leave one out", path);
        for (int k = 0; field[k].name; k++) {
            if (strcmp(field[k].name, path) == 0) {
                at = k;
                link = links;
            }
            links += field[k].type == TWC_TOWER_LINK;
            within |= strncmp(field[k].name, path, strlen(path)) == 0 && field[k].name[strlen(path)] == '.';
        }
        if (status->code || known)
            continue;
        if (at >= 0) {
            read_field(item, &field[at], &feature->number[at], feature->link[link & 1], status);
            twc_json_entry(status, "\"%s\"", path);
        } else if (within && cJSON_IsObject(item)) {
            strcat(path, ".");
            read_fields(item, path, feature, status);
        } else if (within) {
            *status = twc_fail(TWC_IO, "\"%s\" takes an object", path);
        } else {
            refuse_unknown(feature, path, status);
        }
    }
}

static void read_summits(const cJSON *json, twc_tower_feature *feature, twc_status *status)
{
    static const char *const names[] = {"name", "at", "elevationM", NULL};
    const cJSON *item = NULL;
    if (!cJSON_GetObjectItemCaseSensitive(json, "peaks"))
        return;
    const cJSON *list = twc_json_array(json, "peaks", 0, TWC_TOWER_SUMMITS, status);
    cJSON_ArrayForEach(item, list)
    {
        twc_tower_summit *summit = &feature->summit[feature->summits];
        if (!cJSON_IsObject(item))
            *status = twc_fail(TWC_IO, "it takes an object with \"at\" and \"elevationM\"");
        twc_json_only(item, names, status);
        if (!status->code && cJSON_GetObjectItemCaseSensitive(item, "name"))
            twc_json_text(item, "name", summit->name, sizeof summit->name, status);
        const cJSON *height = cJSON_GetObjectItemCaseSensitive(item, "elevationM");
        if (!status->code && cJSON_IsNumber(height) && height->valuedouble >= 50000.0)
            *status = twc_fail(TWC_IO,
                               "\"elevationM\" is %g: the axis lies 50000 m above the floor, and a summit below it",
                               height->valuedouble);
        twc_json_real(item, "elevationM", -1000.0, 49000.0, &summit->elevation, status);
        summit->at = read_place(cJSON_GetObjectItemCaseSensitive(item, "at"), status);
        twc_json_entry(status, "\"peaks\" %d", ++feature->summits);
        if (status->code)
            return;
    }
}

static void read_feature(const cJSON *json, twc_tower_world *world, twc_status *status)
{
    twc_tower_feature *feature = &world->feature[world->count];
    int kind = 0;
    memset(feature, 0, sizeof *feature);
    feature->published = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(json, "public"));
    feature->ends_in = -1;
    if (!cJSON_IsObject(json))
        *status = twc_fail(TWC_IO, "it takes an object");
    twc_json_text(json, "id", feature->id, sizeof feature->id, status);
    if (!status->code && (!feature->id[0] || strcmp(feature->id, "auto") == 0))
        *status = twc_fail(TWC_IO, "\"id\" is \"%s\": give it a word of its own", feature->id);
    if (!status->code && twc_tower_find(world, feature->id) >= 0)
        *status = twc_fail(TWC_IO, "another feature has the id \"%s\": change one", feature->id);
    if (status->code) {
        twc_json_entry(status, "feature %d", world->count + 1);
        return;
    }
    if (cJSON_GetObjectItemCaseSensitive(json, "name"))
        twc_json_text(json, "name", feature->name, sizeof feature->name, status);
    feature->seed = read_seed(json, status);
    twc_json_choice(json, "kind", twc_tower_kind_names(), &kind, status);
    if (!status->code) {
        feature->kind = (twc_tower_kind)kind;
        const twc_tower_field *field = twc_tower_fields(feature->kind);
        for (int k = 0; field[k].name; k++)
            feature->number[k] = field[k].otherwise;
        read_geometry(cJSON_GetObjectItemCaseSensitive(json, "geometry"), feature, status);
        twc_json_entry(status, "\"geometry\"");
        read_fields(json, "", feature, status);
        read_summits(json, feature, status);
    }
    twc_json_entry(status, "feature \"%s\"", feature->id);
    world->count++;
}

/* ---- the whole ----------------------------------------------------------------------------------------------- */

static void read_ground(const cJSON *json, twc_tower_world *world, twc_status *status)
{
    static const char *const names[] = {"baseM", "reliefM", "scaleM", NULL};
    const cJSON *ground = cJSON_GetObjectItemCaseSensitive(json, "ground");
    if (!ground || status->code)
        return;
    ground = twc_json_object(json, "ground", status);
    twc_json_only(ground, names, status);
    read_given(ground, "baseM", -1000.0, 49000.0, &world->base, status);
    read_given(ground, "reliefM", 0.0, 5000.0, &world->relief, status);
    read_given(ground, "scaleM", 100.0, 300000.0, &world->scale, status);
    twc_json_entry(status, "\"ground\"");
}

static void read_weather(const cJSON *json, twc_tower_world *world, twc_status *status)
{
    static const char *const names[] = {"cycleDays", "baseline", NULL}, *const of_entry[] = {"target", "wind", NULL};
    static const char *const of_wind[] = {"directionDeg", "speedMS", NULL};
    const cJSON *item = NULL, *weather = cJSON_GetObjectItemCaseSensitive(json, "weather");
    if (!weather || status->code)
        return;
    weather = twc_json_object(json, "weather", status);
    twc_json_only(weather, names, status);
    read_given(weather, "cycleDays", 1.0, 1000.0, &world->cycle_days, status);
    const cJSON *list = status->code || !cJSON_HasObjectItem(weather, "baseline")
                            ? NULL
                            : twc_json_array(weather, "baseline", 0, TWC_TOWER_WINDS, status);
    cJSON_ArrayForEach(item, list)
    {
        twc_tower_wind *wind = &world->wind[world->winds++];
        twc_json_text(item, "target", wind->target, sizeof wind->target, status);
        twc_json_only(item, of_entry, status);
        const cJSON *blows = twc_json_object(item, "wind", status);
        twc_json_only(blows, of_wind, status);
        twc_json_real(blows, "directionDeg", 0.0, 360.0, &wind->direction, status);
        twc_json_real(blows, "speedMS", 0.0, 60.0, &wind->speed, status);
        if (!status->code && twc_tower_find(world, wind->target) < 0)
            *status = twc_fail(TWC_IO, "\"target\" is \"%s\", and no feature has that id", wind->target);
        twc_json_entry(status, "\"baseline\" %d", world->winds);
        if (status->code)
            break;
    }
    twc_json_entry(status, "\"weather\"");
}

twc_status twc_tower_parse(const cJSON *json, twc_tower_world *world)
{
    static const char *const names[] = {"version",           "seed",    "note", "ground", "features",
                                        "settlementDensity", "weather", NULL};
    const cJSON *item = NULL;
    int version = 0;
    twc_status status = twc_ok();
    world->base = 140.0;
    world->relief = 60.0;
    world->scale = 20000.0;
    world->settlements = 1.2;
    world->cycle_days = 28.0;
    world->winds = world->count = 0;
    twc_json_integer(json, "version", 2, 2, &version, &status);
    twc_json_only(json, names, &status);
    world->seed = read_seed(json, &status);
    read_given(json, "settlementDensity", 0.0, 1000.0, &world->settlements, &status);
    read_ground(json, world, &status);
    const cJSON *features = twc_json_array(json, "features", 0, TWC_TOWER_FEATURES, &status);
    cJSON_ArrayForEach(item, features)
    {
        read_feature(item, world, &status);
        if (status.code)
            return status;
    }
    read_weather(json, world, &status);
    return status.code ? status : twc_tower_check(world);
}

twc_status twc_tower_read(const char *path, twc_tower_world *world)
{
    cJSON *json;
    twc_status status = twc_read_json(path, &json);
    if (status.code)
        return status;
    status = twc_tower_parse(json, world);
    cJSON_Delete(json);
    return status.code ? twc_fail(TWC_IO, "%.100s: %.400s", path, status.message) : status;
}
