/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outlines, which must not cross themselves, and what covers the ground. */
#include <math.h>
#include <string.h>

#include "generate/land_json_parts.h"

/* ---- outlines --------------------------------------------------------------------------------------------------- */

/* Corners lie within the reach, so that these products of differences stay far below 2^63. */
static int side_of(twc_point a, twc_point b, twc_point p)
{
    const int64_t cross = ((int64_t)b.x - a.x) * ((int64_t)p.z - a.z) - ((int64_t)b.z - a.z) * ((int64_t)p.x - a.x);
    return (cross > 0) - (cross < 0);
}

static int between(int32_t a, int32_t b, int32_t v)
{
    return (a <= v && v <= b) || (b <= v && v <= a);
}

static int on_edge(twc_point a, twc_point b, twc_point p)
{
    return side_of(a, b, p) == 0 && between(a.x, b.x, p.x) && between(a.z, b.z, p.z);
}

static int edges_meet(twc_point a, twc_point b, twc_point c, twc_point d)
{
    return (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0) || on_edge(a, b, c) ||
           on_edge(a, b, d) || on_edge(c, d, a) || on_edge(c, d, b);
}

/* Edge k runs from corner k to the next, the last to the first. Neighbours share their corner and nothing else. */
static int edges_cross(const twc_land_outline *outline, int32_t i, int32_t j)
{
    const twc_point *corner = outline->corner;
    const int32_t n = outline->count;
    const twc_point a = corner[i], b = corner[(i + 1) % n], c = corner[j], d = corner[(j + 1) % n];
    if (j == i + 1)
        return on_edge(a, b, d) || on_edge(c, d, a);
    if ((j + 1) % n == i)
        return on_edge(a, b, c) || on_edge(c, d, b);
    return edges_meet(a, b, c, d);
}

static void check_simple(const twc_land_outline *outline, twc_status *status)
{
    for (int32_t i = 0; i < outline->count; i++)
        for (int32_t j = i + 1; j < outline->count; j++)
            if (!status->code && edges_cross(outline, i, j))
                *status = twc_fail(TWC_IO,
                                   "the edge from corner %d crosses or touches the edge from corner %d: name the "
                                   "corners once each, in their order round the outline",
                                   i + 1, j + 1);
}

void twc_land_read_outline(twc_land_reader *reader, const cJSON *json, const char *name, twc_land_outline *outline)
{
    twc_status *status = &reader->status;
    if (status->code || !cJSON_HasObjectItem(json, name))
        return;
    const cJSON *item = NULL, *corners = twc_json_array(json, name, 3, TWC_LAND_CORNERS, status);
    cJSON_ArrayForEach(item, corners)
    {
        const cJSON *x = cJSON_GetArrayItem(item, 0), *z = cJSON_GetArrayItem(item, 1);
        if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != 2 || !cJSON_IsNumber(x) || !cJSON_IsNumber(z) ||
            !(fabs(x->valuedouble) <= TWC_LAND_REACH && fabs(z->valuedouble) <= TWC_LAND_REACH)) {
            *status = twc_fail(TWC_IO, "corner %d takes two numbers, [x, z], from %g to %g", outline->count + 1,
                               -TWC_LAND_REACH, TWC_LAND_REACH);
            break;
        }
        outline->corner[outline->count++] = (twc_point){(int32_t)rint(100.0 * x->valuedouble),
                                                        (int32_t)rint(100.0 * z->valuedouble)};
    }
    if (!status->code)
        check_simple(outline, status);
    twc_json_entry(status, "%s", name);
}

/* ---- cover ------------------------------------------------------------------------------------------------------ */

static void read_forest(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"noise", "density", "shore", "slope", "pad", NULL};
    twc_land_forest *forest = &reader->land->forest;
    twc_status *status = &reader->status;
    if (status->code)
        return;
    twc_json_only(json, names, status);
    twc_land_noise(reader, json, "noise", &forest->noise, NULL);
    twc_land_ramp(json, "density", &forest->density, status);
    twc_land_ramp(json, "shore", &forest->shore, status);
    twc_land_ramp(json, "slope", &forest->slope, status);
    twc_land_ramp(json, "pad", &forest->pad, status);
    twc_json_entry(status, "forest");
}

static void read_grove(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"noise", "density", "pad", "low", "high", "slope", NULL};
    twc_land_grove *grove = &reader->land->grove;
    twc_status *status = &reader->status;
    if (status->code)
        return;
    twc_json_only(json, names, status);
    twc_land_noise(reader, json, "noise", &grove->noise, NULL);
    twc_land_ramp(json, "density", &grove->density, status);
    twc_land_ramp(json, "pad", &grove->pad, status);
    twc_land_ramp(json, "low", &grove->low, status);
    twc_land_ramp(json, "high", &grove->high, status);
    twc_land_ramp(json, "slope", &grove->slope, status);
    twc_json_entry(status, "grove");
}

/* The number of the feature that a layer names. */
static void read_feature_of(const twc_land *land, const cJSON *json, twc_land_layer *layer, twc_status *status)
{
    const char *names[TWC_LAND_FEATURES + 1] = {NULL};
    int feature = 0;
    for (int32_t k = 0; k < land->feature_count; k++)
        names[k] = land->feature[k].name;
    if (!status->code && land->feature_count == 0)
        *status = twc_fail(TWC_IO, "the land has no feature: add one to \"ground\", or take another \"by\"");
    twc_json_choice(json, "feature", names, &feature, status);
    layer->feature = feature;
}

static void read_uneven(const cJSON *json, twc_land_layer *layer, twc_status *status)
{
    static const char *const names[] = {"by", "size", "seed", NULL};
    const cJSON *uneven = twc_json_object(json, "uneven", status);
    if (status->code)
        return;
    twc_json_only(uneven, names, status);
    twc_land_length(uneven, "by", &layer->uneven, status);
    twc_land_length(uneven, "size", &layer->size, status);
    twc_json_integer(uneven, "seed", 0, TWC_LAND_SEED, &layer->seed, status);
    twc_json_entry(status, "uneven");
}

static void read_layer(const twc_land *land, const cJSON *json, twc_land_layer *layer, twc_status *status)
{
    static const char *const kinds[] = {"height", "slope", "forest", "feature", NULL}; /* of twc_land_cover */
    static const char *const of_kind[4][7] = {{"name", "by", "ramp", "note", NULL},
                                              {"name", "by", "ramp", "note", NULL},
                                              {"name", "by", "note", NULL},
                                              {"name", "by", "ramp", "feature", "uneven", "note", NULL}};
    int by = 0;
    twc_json_text(json, "name", layer->name, sizeof layer->name, status);
    twc_json_choice(json, "by", kinds, &by, status);
    twc_json_only(json, of_kind[by], status);
    layer->by = (twc_land_cover)by;
    if (layer->by != TWC_COVER_FOREST)
        twc_land_ramp(json, "ramp", &layer->ramp, status);
    if (layer->by == TWC_COVER_FEATURE)
        read_feature_of(land, json, layer, status);
    if (cJSON_HasObjectItem(json, "uneven"))
        read_uneven(json, layer, status);
}

static void read_layers(twc_land *land, const cJSON *json, twc_status *status)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        if (status->code)
            return;
        twc_land_layer *layer = &land->layer[land->layer_count];
        read_layer(land, item, layer, status);
        for (int32_t k = 0; k < land->layer_count && !status->code; k++)
            if (strcmp(layer->name, land->layer[k].name) == 0)
                *status = twc_fail(TWC_IO, "there are two layers \"%s\": name one otherwise", layer->name);
        land->layer_count++;
        twc_json_entry(status, "layer %d", land->layer_count);
    }
}

void twc_land_read_cover(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"forest", "grove", "layers", "brown", NULL};
    twc_status *status = &reader->status;
    if (status->code)
        return;
    twc_json_only(json, names, status);
    if (cJSON_HasObjectItem(json, "forest"))
        read_forest(reader, twc_json_object(json, "forest", status));
    if (cJSON_HasObjectItem(json, "grove"))
        read_grove(reader, twc_json_object(json, "grove", status));
    if (cJSON_HasObjectItem(json, "layers"))
        read_layers(reader->land, twc_json_array(json, "layers", 0, TWC_LAND_LAYERS, status), status);
    if (cJSON_HasObjectItem(json, "brown"))
        twc_land_ramp(json, "brown", &reader->land->brown, status);
    twc_json_entry(status, "cover");
}
