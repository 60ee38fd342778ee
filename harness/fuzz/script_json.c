/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts as JSON: one line a step. Members that a kind of step does not use are left out. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "read_json.h"
#include "script.h"
#include "store/atomic_file.h"
#include "write_json.h"

static const char *const fill_names[] = {"level", "two", "noise", NULL};
static const char *const terrain_names[] = {"flat", "ramp", "hills", "spikes", NULL};
static const char *const classing_names[] = {"fine", "broad", "patches", "checkers", NULL};
static const char *const brush_names[] = {"raise", "lower", "smooth", "flatten", "noise", NULL};

enum { COORDINATE = 1 << 30 };

/* ---- writing ---- */

static void add_numbers(cJSON *object, const char *name, int count, const int32_t *numbers)
{
    twc_json_add_item(object, name, cJSON_CreateIntArray(numbers, count));
}

static cJSON *step_json(const twc_step *step)
{
    cJSON *object = cJSON_CreateObject();
    int32_t rect[4] = {step->rect.x, step->rect.z, step->rect.nx, step->rect.nz};
    int32_t at[2] = {step->brush.centre.x, step->brush.centre.z}, node[2 * TWC_STEP_NODES];
    twc_json_add_text(object, "op", twc_step_name(step->kind));
    switch (step->kind) {
    case TWC_STEP_SAMPLES:
    case TWC_STEP_CLASSES:
        add_numbers(object, "rect", 4, rect);
        twc_json_add_text(object, "fill", fill_names[step->fill]);
        twc_json_add_number(object, "value", step->value);
        twc_json_add_number(object, "seed", step->seed);
        break;
    case TWC_STEP_BRUSH:
        twc_json_add_text(object, "kind", brush_names[step->brush.kind]);
        add_numbers(object, "at", 2, at);
        twc_json_add_number(object, "radius", step->brush.radius_cm);
        twc_json_add_number(object, "strength", step->brush.strength);
        twc_json_add_number(object, "target", step->brush.target);
        twc_json_add_number(object, "salt", step->brush.salt);
        break;
    case TWC_STEP_CRASH:
        twc_json_add_number(object, "cut", step->cut);
        break;
    case TWC_STEP_ROAD:
        twc_json_add_number(object, "id", step->value);
        for (int k = 0; k < step->node_count; k++)
            node[2 * k] = step->node[k].x, node[2 * k + 1] = step->node[k].z;
        add_numbers(object, "nodes", 2 * step->node_count, node);
        break;
    case TWC_STEP_REMOVE:
        twc_json_add_number(object, "id", step->value);
        break;
    case TWC_STEP_MOVE:
        twc_json_add_number(object, "id", step->value);
        node[0] = step->node[0].x;
        node[1] = step->node[0].z;
        add_numbers(object, "by", 2, node);
        break;
    default:
        break;
    }
    return object;
}

static cJSON *world_json(const twc_script *script)
{
    cJSON *object = cJSON_CreateObject();
    int32_t extent[4] = {script->extent.x, script->extent.z, script->extent.nx, script->extent.nz};
    add_numbers(object, "extent", 4, extent);
    twc_json_add_text(object, "terrain", terrain_names[script->terrain]);
    twc_json_add_text(object, "classes", classing_names[script->classing]);
    twc_json_add_number(object, "seed", script->world_seed);
    twc_json_add_flag(object, "holes", script->holes);
    twc_json_add_flag(object, "surfaces", script->surfaces);
    return object;
}

/* Prints an object on one line; after a failure nothing. */
static cJSON *script_json(const twc_script *script, const char *comment)
{
    cJSON *object = cJSON_CreateObject();
    twc_json_add_text(object, "comment", comment);
    twc_json_add_number(object, "version", 1);
    twc_json_add_printed(object, "seed", "\"%" PRIu64 "\"", script->seed);
    twc_json_add_item(object, "world", world_json(script));
    cJSON *peers = twc_json_add_array(object, "peers");
    for (int k = 0; k < 2; k++)
        twc_json_add_text(peers, NULL, script->peer[k].name);
    twc_json_add_item(object, "threads", cJSON_CreateIntArray(script->threads, 2));
    cJSON *steps = twc_json_add_array(object, "steps");
    for (int k = 0; k < script->step_count; k++)
        twc_json_add_item(steps, NULL, step_json(&script->step[k]));
    return object;
}

twc_status twc_script_save(const char *path, const twc_script *script, const char *comment)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    status = twc_json_print(script_json(script, comment), TWC_JSON_ROWS, file.stream);
    if (!status.code)
        return twc_atomic_commit(&file);
    twc_atomic_discard(&file);
    return status;
}

/* ---- reading ---- */

static int read_name(const cJSON *object, const char *member, const char *const *names, twc_status *status)
{
    char text[32] = "";
    twc_json_text(object, member, text, sizeof text, status);
    for (int k = 0; !status->code && names[k]; k++)
        if (strcmp(names[k], text) == 0)
            return k;
    if (!status->code)
        *status = twc_fail(TWC_IO, "\"%s\": there is no \"%s\"", member, text);
    return 0;
}

static void read_numbers(const cJSON *object, const char *name, int count, int32_t *numbers, twc_status *status)
{
    const cJSON *array = twc_json_array(object, name, count, count, status);
    for (int k = 0; !status->code && k < count; k++) {
        const cJSON *item = cJSON_GetArrayItem(array, k);
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= -COORDINATE && item->valuedouble <= COORDINATE))
            *status = twc_fail(TWC_IO, "\"%s\" takes %d integers", name, count);
        else
            numbers[k] = (int32_t)item->valuedouble;
    }
}

static void read_values(const cJSON *object, twc_step *step, twc_status *status)
{
    int32_t rect[4] = {0, 0, 1, 1};
    read_numbers(object, "rect", 4, rect, status);
    step->rect = (twc_rect){rect[0], rect[1], rect[2], rect[3]};
    step->fill = (twc_pattern)read_name(object, "fill", fill_names, status);
    twc_json_integer(object, "value", 0, 65535, &step->value, status);
    twc_json_integer(object, "seed", 0, COORDINATE, &step->seed, status);
    if (!status->code && (rect[2] < 1 || rect[3] < 1))
        *status = twc_fail(TWC_IO, "\"rect\" is empty");
}

static void read_brush(const cJSON *object, twc_brush *brush, twc_status *status)
{
    int32_t at[2] = {0, 0};
    int target = 0;
    brush->kind = (twc_brush_kind)read_name(object, "kind", brush_names, status);
    read_numbers(object, "at", 2, at, status);
    brush->centre = (twc_point){at[0], at[1]};
    twc_json_integer(object, "radius", 1, 100000, &brush->radius_cm, status);
    twc_json_integer(object, "strength", 0, 65535, &brush->strength, status);
    twc_json_integer(object, "target", 0, 65535, &target, status);
    twc_json_integer(object, "salt", 0, COORDINATE, &brush->salt, status);
    brush->target = (uint16_t)target;
}

static void read_road(const cJSON *object, twc_step *step, twc_status *status)
{
    const cJSON *nodes = twc_json_array(object, "nodes", 0, 2 * TWC_STEP_NODES, status);
    int32_t node[2 * TWC_STEP_NODES], count = nodes ? cJSON_GetArraySize(nodes) : 0;
    read_numbers(object, "nodes", count, node, status);
    if (!status->code && count % 2)
        *status = twc_fail(TWC_IO, "\"nodes\" takes pairs of x and z");
    for (int32_t k = 0; !status->code && k < count / 2; k++)
        step->node[step->node_count++] = (twc_point){node[2 * k], node[2 * k + 1]};
}

static void read_step(const cJSON *object, twc_step *step, twc_status *status)
{
    static const char *const names[] = {"samples",  "classes", "brush",  "undo", "redo", "crash",
                                        "snapshot", "road",    "remove", "move", NULL};
    step->kind = (twc_step_kind)read_name(object, "op", names, status);
    if (step->kind == TWC_STEP_SAMPLES || step->kind == TWC_STEP_CLASSES)
        read_values(object, step, status);
    else if (step->kind == TWC_STEP_BRUSH)
        read_brush(object, &step->brush, status);
    else if (step->kind == TWC_STEP_CRASH)
        twc_json_integer(object, "cut", 0, COORDINATE, &step->cut, status);
    if (step->kind == TWC_STEP_ROAD || step->kind == TWC_STEP_REMOVE || step->kind == TWC_STEP_MOVE)
        twc_json_integer(object, "id", 0, COORDINATE, &step->value, status);
    if (step->kind == TWC_STEP_MOVE) {
        int32_t by[2] = {0, 0};
        read_numbers(object, "by", 2, by, status);
        step->node[0] = (twc_point){by[0], by[1]};
    }
    if (step->kind == TWC_STEP_ROAD)
        read_road(object, step, status);
}

static void read_world(const cJSON *object, twc_script *script, twc_status *status)
{
    int32_t extent[4] = {0, 0, 1, 1};
    read_numbers(object, "extent", 4, extent, status);
    script->extent = (twc_rect){extent[0], extent[1], extent[2], extent[3]};
    script->terrain = (twc_terrain)read_name(object, "terrain", terrain_names, status);
    script->classing = (twc_classing)read_name(object, "classes", classing_names, status);
    twc_json_integer(object, "seed", 0, 65535, &script->world_seed, status);
    script->holes = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "holes"));
    script->surfaces = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "surfaces"));
    if (!status->code && (extent[2] < 1 || extent[3] < 1 || (int64_t)extent[2] * extent[3] > TWC_SCRIPT_TILES))
        *status = twc_fail(TWC_IO, "\"extent\" takes 1 to %d tiles", TWC_SCRIPT_TILES);
}

static void read_peer(const cJSON *item, twc_builder *peer, twc_status *status)
{
    const char *name = cJSON_IsString(item) ? item->valuestring : "";
    *peer = twc_reference_builder();
    if (status->code || strcmp(name, "reference") == 0)
        return;
    for (int k = 0; k < TWC_LEVEL_COUNT; k++)
        if (strcmp(name, twc_level_name((twc_level)k)) == 0)
            *peer = twc_fast_builder((twc_level)k);
    if (peer->level < 0)
        *status = twc_fail(TWC_IO, "\"peers\": there is no level \"%s\"", name);
    else if (!peer->ground)
        *status = twc_fail(TWC_IO, "\"peers\": this machine or build does not have level %s", name);
}

static void read_script(const cJSON *json, twc_script *script, twc_status *status)
{
    char seed[24] = "";
    int version = 0;
    twc_json_integer(json, "version", 1, 1, &version, status);
    twc_json_text(json, "seed", seed, sizeof seed, status);
    script->seed = strtoull(seed, NULL, 10);
    read_world(twc_json_object(json, "world", status), script, status);
    const cJSON *peers = twc_json_array(json, "peers", 2, 2, status);
    for (int k = 0; k < 2; k++)
        read_peer(cJSON_GetArrayItem(peers, k), &script->peer[k], status);
    read_numbers(json, "threads", 2, script->threads, status);
    for (int k = 0; k < 2 && !status->code; k++)
        if (script->threads[k] < 1 || script->threads[k] > TWC_SCRIPT_THREADS)
            *status = twc_fail(TWC_IO, "\"threads\" takes 1 to %d for each peer", TWC_SCRIPT_THREADS);
    const cJSON *steps = twc_json_array(json, "steps", 0, TWC_SCRIPT_STEPS, status), *step;
    cJSON_ArrayForEach(step, steps)
    {
        if (status->code)
            return;
        read_step(step, &script->step[script->step_count], status);
        if (status->code) {
            twc_status named = twc_fail(TWC_IO, "step %d: %.400s", script->step_count + 1, status->message);
            *status = named;
            return;
        }
        script->step_count++;
    }
}

twc_status twc_script_load(const char *path, twc_script *script)
{
    cJSON *json;
    twc_status status = twc_read_json(path, &json);
    memset(script, 0, sizeof *script);
    if (status.code)
        return status;
    read_script(json, script, &status);
    cJSON_Delete(json);
    if (status.code) {
        twc_status named = twc_fail(TWC_IO, "%s: %.400s", path, status.message);
        return named;
    }
    return status;
}
