/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc edit: a brush stroke, a road, its removal, undo or redo, as a fact in the log of a world. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/values.h"
#include "data_folder.h"
#include "profiles.h"
#include "store/open_session.h"
#include "write_json.h"

/* Strokes first, in the order of twc_brush_kind. */
typedef enum edit_kind { RAISE, LOWER, SMOOTH, FLATTEN, NOISE, ROAD, REMOVE, UNDO, REDO } edit_kind;

/* In the order of twc_spline. */
static const char *const splines[] = {"uniform", "centripetal", NULL};

static const char *const kinds[] = {"raise", "lower",  "smooth", "flatten", "noise",
                                    "road",  "remove", "undo",   "redo",    NULL};

/* The options that each kind has a use for, beside those that all have. */
static const char *const options_of[] = {"at coordinates radius strength",
                                         "at coordinates radius strength",
                                         "at coordinates radius strength",
                                         "at coordinates radius strength to",
                                         "at coordinates radius strength seed",
                                         "nodes coordinates profile spline id replace",
                                         "id",
                                         "",
                                         ""};

typedef struct edit_values {
    const char *world, *log, *profile;
    int kind, spline;
    twc_place at;
    double radius, strength, to;
    twc_places nodes;
    int64_t id;
    int fingerprint, replace, coordinates;
} edit_values;

static const edit_values defaults = {
    .profile = "cart road 9 m", .kind = -1, .at = {NAN, NAN}, .radius = 10, .strength = 1, .to = NAN, .id = -1};

static const twc_option arguments[] = {
    {.name = "WORLD.h5",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "the log's first world, or a snapshot"},
    {.name = "LOG", .text = &defaults.log, .names = TWC_NAMES_OUTPUT, .help = "its log; made when there is none"},
    {.name = "EDIT", .choice = &defaults.kind, .choices = kinds, .help = "what to do"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "at",
     .value = "X,Z",
     .place = &defaults.at,
     .high = TWC_COORDINATE_MOST,
     .help = "centre of the stroke, metres",
     .otherwise = "none: a stroke needs it"},
    {.name = "radius",
     .value = "METRES",
     .real = &defaults.radius,
     .low = 0.01,
     .high = 1000,
     .unit = "m",
     .help = "of the stroke"},
    {.name = "strength",
     .value = "AMOUNT",
     .real = &defaults.strength,
     .low = 0,
     .high = 655.35,
     .help = "metres at the centre (raise, lower, noise) or share of the way, at most 1 (smooth, flatten)"},
    {.name = "to",
     .value = "METRES",
     .real = &defaults.to,
     .low = -1e5,
     .high = 1e5,
     .unit = "m",
     .help = "height that flatten approaches, as twc query answers it",
     .otherwise = "none: flatten needs it"},
    {.name = "nodes",
     .value = "PLACES",
     .places = &defaults.nodes,
     .high = TWC_COORDINATE_MOST,
     .help = "of a road: X,Z X,Z ..., metres, with blanks or colons between them"},
    {.name = "coordinates",
     .flag = &defaults.coordinates,
     .help = "places are EASTING,NORTHING in the world's reference system"},
    {.name = "profile",
     .value = "NAME",
     .text = &defaults.profile,
     .help = "of the road, from the catalogue; a name that is not there is answered with those that are"},
    {.name = "spline",
     .value = "KIND",
     .choice = &defaults.spline,
     .choices = splines,
     .help = "the curve through the nodes; where they are unevenly spaced, centripetal does not overshoot"},
    {.name = "id",
     .value = "N",
     .wide = &defaults.id,
     .low = 0,
     .high = INFINITY,
     .help = "of the road",
     .otherwise = "the next free one for a road; a removal needs it"},
    {.name = "replace", .flag = &defaults.replace, .help = "put the road in place of the one that has its id"},
    {.name = "fingerprint",
     .flag = &defaults.fingerprint,
     .help = "say the fingerprint of the whole world, which is built for it"},
    {.name = NULL},
};

/* The lowest and the highest height that a sample holds; above the datum. */
static const double lowest = -200, highest = 455.35;

/* What a stroke is, from its options; metres become centimetres and samples. */
static twc_status make_brush(const edit_values *v, uint64_t seed, const twc_world_data *world, twc_brush *brush)
{
    const double datum = world->datum;
    twc_point centre;
    int relative = v->kind == SMOOTH || v->kind == FLATTEN;
    if (isnan(v->at.x))
        return twc_fail(TWC_USAGE, "--at takes x,z in metres, and a stroke needs it");
    if (relative && v->strength > 1)
        return twc_fail(TWC_USAGE, "--strength takes a number from 0 to 1 for %s, not %g", kinds[v->kind], v->strength);
    if (v->kind == FLATTEN && isnan(v->to))
        return twc_fail(TWC_USAGE, "flatten needs --to METRES");
    if (v->kind == FLATTEN && !(v->to - datum >= lowest - 0.005 && v->to - datum <= highest + 0.005))
        return twc_fail(TWC_USAGE, "--to takes a height that this world can hold, %.2f to %.2f m, not %.10g",
                        lowest + datum, highest + datum, v->to);
    twc_status status = twc_place_point("--at", v->at, v->coordinates ? &world->georeference : NULL, &centre);
    if (status.code)
        return status;
    *brush = (twc_brush){.kind = (twc_brush_kind)v->kind,
                         .centre = centre,
                         .radius_cm = (int32_t)rint(v->radius * 100),
                         .strength = (int32_t)rint(v->strength * (relative ? 256 : 100)),
                         .target = twc_height_sample((isnan(v->to) ? 0 : v->to) - datum),
                         .salt = (int32_t)(seed & 0x3FFFFFFF)};
    return twc_ok();
}

/* What an edit did, beside the chunks it rebuilt. */
typedef struct edit_outcome {
    twc_rebuilt rebuilt;
    size_t saturated[2]; /* samples that a stroke brought to the lowest and to the highest height there is */
    uint64_t id;         /* of the road */
} edit_outcome;

/* Counts the samples of a stroke that come to an end of the encoding, where they are cut off. */
static twc_status count_saturated(twc_session *session, const twc_brush *brush, edit_outcome *outcome)
{
    uint16_t *after = NULL;
    twc_rect rect;
    twc_status status = twc_session_stroke(session, brush, &rect, &after);
    size_t count = (size_t)rect.nx * (size_t)rect.nz;
    uint16_t *before = after ? malloc(count * sizeof *before) : NULL;
    if (after && !before)
        status = twc_fail(TWC_IO, "not enough memory for a brush over %zu samples", count);
    if (before) {
        twc_reference_ground()->samples(&twc_session_world(session)->world, rect, before);
        for (size_t k = 0; k < count; k++) {
            outcome->saturated[0] += after[k] == 0 && before[k] != 0;
            outcome->saturated[1] += after[k] == UINT16_MAX && before[k] != UINT16_MAX;
        }
    }
    free(before);
    free(after);
    return status;
}

static twc_status edit_brush(twc_session *session, const edit_values *v, uint64_t seed, edit_outcome *outcome)
{
    twc_brush brush;
    twc_status status = make_brush(v, seed, twc_session_world(session), &brush);
    if (!status.code)
        status = count_saturated(session, &brush, outcome);
    if (!status.code)
        status = twc_session_brush(session, &brush, &outcome->rebuilt);
    return !status.code && outcome->rebuilt.bound == 0 ? twc_fail(TWC_USAGE, "the brush touches no sample of the world")
                                                       : status;
}

/* Facets tell features apart by the low half of their ids. */
static uint64_t next_free_id(const twc_features *features)
{
    for (uint64_t id = 1;; id++) {
        size_t k = 0;
        while (k < features->list.count && (uint32_t)features->feature[k].id != (uint32_t)id)
            k++;
        if (k == features->list.count)
            return id;
    }
}

/* The id of a road to place: one that nothing has, unless it is to be replaced. */
static twc_status choose_id(const twc_features *features, const edit_values *v, uint64_t *id)
{
    *id = v->id >= 0 ? (uint64_t)v->id : next_free_id(features);
    const int there = twc_features_find(features, *id) != NULL;
    if (v->replace && v->id < 0)
        return twc_fail(TWC_USAGE, "--replace needs --id N, the road to replace");
    if (v->replace && !there)
        return twc_fail(TWC_USAGE, "there is no road %" PRIu64 " to replace; leave out --replace to place it", *id);
    if (!v->replace && there)
        return twc_fail(TWC_USAGE,
                        "there is a road %" PRIu64
                        " already: pass --replace to put this one in its place, or leave out "
                        "--id for the next free one, %" PRIu64,
                        *id, next_free_id(features));
    return twc_ok();
}

/* The newest entry of the catalogue with a name. */
static twc_status find_profile(const char *name, twc_profile *profile)
{
    char path[TWC_DATA_PATH];
    twc_catalogue catalogue = {NULL, 0};
    const twc_profile *found = NULL;
    twc_status status = twc_data_file(NULL, "profiles.json", path);
    if (!status.code)
        status = twc_catalogue_read(path, &catalogue);
    if (!status.code)
        status = twc_catalogue_find(&catalogue, name, 0, &found);
    if (!status.code)
        *profile = *found;
    twc_catalogue_free(&catalogue);
    return status;
}

/* A road, placed on the ground as it is. */
static twc_status edit_road(twc_session *session, const edit_values *v, edit_outcome *outcome)
{
    twc_point node[TWC_PLACES_AT_MOST];
    twc_status status = choose_id(twc_session_features(session), v, &outcome->id);
    if (v->nodes.count < 2)
        return twc_fail(TWC_USAGE, "--nodes takes at least two places, like --nodes=\"0,10 40,25.5 90,20\"");
    const twc_georeference *coordinates = v->coordinates ? &twc_session_world(session)->georeference : NULL;
    for (int k = 0; k < v->nodes.count && !status.code; k++)
        status = twc_place_point("a node of --nodes", v->nodes.place[k], coordinates, &node[k]);
    twc_profile profile;
    if (!status.code)
        status = find_profile(v->profile, &profile);
    const twc_corridor corridor = {.id = outcome->id,
                                   .profile = &profile,
                                   .node_count = v->nodes.count,
                                   .nodes = node,
                                   .spline = (twc_spline)v->spline};
    return status.code ? status : twc_session_place(session, &corridor, &outcome->rebuilt);
}

static twc_status make_edit(twc_session *session, const edit_values *v, uint64_t seed, edit_outcome *outcome)
{
    twc_rebuilt *rebuilt = &outcome->rebuilt;
    switch ((edit_kind)v->kind) {
    case ROAD:
        return edit_road(session, v, outcome);
    case REMOVE:
        if (v->id < 0)
            return twc_fail(TWC_USAGE, "remove needs --id N, the road to remove");
        return twc_session_remove(session, (uint64_t)v->id, rebuilt);
    case UNDO:
        return twc_session_undo(session, rebuilt);
    case REDO:
        return twc_session_redo(session, rebuilt);
    default:
        return edit_brush(session, v, seed, outcome);
    }
}

/* A stroke that was cut off is no failure, but nothing to keep quiet about. */
static void tell_saturated(const size_t saturated[2], double datum)
{
    for (int end = 0; end < 2; end++)
        if (saturated[end])
            fprintf(
                stderr,
                "twc edit: %zu samples were cut off at %.2f m, the %s height that this world can hold; undo takes the "
                "stroke back\n",
                saturated[end], (end ? highest : lowest) + datum, end ? "highest" : "lowest");
}

/* `v->fingerprint`: with that of the whole world, which has to be built for it. */
static twc_status tell(const twc_cli *cli, const edit_values *v, twc_session *session, const edit_outcome *outcome)
{
    const twc_rebuilt *rebuilt = &outcome->rebuilt;
    uint64_t fact = twc_session_next(session) - 1;
    char fingerprint[24] = "", road[48] = "";
    twc_status status = v->fingerprint ? twc_session_need_all(session) : twc_ok();
    tell_saturated(outcome->saturated, twc_session_world(session)->datum);
    if (status.code)
        return status;
    if (v->kind == ROAD)
        snprintf(road, sizeof road, "road %" PRIu64 ", ", outcome->id);
    if (v->fingerprint)
        snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, twc_scene_fingerprint(twc_session_scene(session)));
    if (!cli->json) {
        printf("fact %" PRIu64 ": %s%u chunks rebuilt, %u changed%s%s\n", fact, road, rebuilt->rebuilt,
               rebuilt->changed, v->fingerprint ? "; fingerprint " : "", fingerprint);
        return status;
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_printed(json, "fact", "%" PRIu64, fact);
    if (v->kind == ROAD)
        twc_json_add_printed(json, "id", "%" PRIu64, outcome->id);
    twc_json_add_number(json, "rebuilt", rebuilt->rebuilt);
    twc_json_add_number(json, "changed", rebuilt->changed);
    twc_json_add_number(json, "saturated", (double)(outcome->saturated[0] + outcome->saturated[1]));
    if (v->fingerprint)
        twc_json_add_text(json, "fingerprint", fingerprint);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const edit_values *v = values;
    twc_session *session = NULL;
    twc_log_file log = {.file = -1};
    twc_log_reading reading;
    edit_outcome outcome = {.id = 0};
    char taken[128], why[64];
    const twc_session_files files = {.world = v->world, .log = v->log, .memory = cli->memory, .lazily = 1};
    snprintf(taken, sizeof taken, "%s json level memory fingerprint", options_of[v->kind]);
    snprintf(why, sizeof why, "means nothing to %s", kinds[v->kind]);
    twc_status status = twc_cli_takes_only(cli, taken, why);
    if (!status.code)
        status = twc_session_open_files(cli->level, &files, &log, &session, &reading);
    if (!status.code) {
        twc_session_record_log(session, &log.log);
        if (v->coordinates)
            status = twc_need_place(v->world, &twc_session_world(session)->georeference);
        if (!status.code)
            status = make_edit(session, v, cli->seed, &outcome);
    }
    if (!status.code && reading.dropped)
        fprintf(stderr, "twc edit: an unfinished record of %" PRIu64 " bytes at the end of the log was dropped\n",
                reading.dropped);
    if (!status.code)
        status = tell(cli, v, session, &outcome);
    twc_session_destroy(session);
    twc_log_file_close(&log);
    return status;
}

const twc_command twc_command_edit = {
    .name = "edit",
    .summary = "a brush stroke, a road, undo or redo, as a fact in a world's event log",
    .examples =
        "  twc edit valley.h5 valley.log raise --at 40,-25 --radius 20 --strength 3\n"
        "  twc edit valley.h5 valley.log flatten --at 0,0 --radius 50 --to 312.5\n"
        "  twc edit valley.h5 valley.log road --id 7 --nodes=\"120,-300 150,-180 180,-60\"\n"
        "  twc edit valley.h5 valley.log road --profile \"paved street 7 m\" --spline centripetal --nodes=\"0,0 60,0 63,60\"\n"
        "  twc edit valley.h5 valley.log remove --id 7\n"
        "  twc edit valley.h5 valley.log undo             of the last edit not undone; again: of the one before\n"
        "  twc edit valley.h5 valley.log redo --fingerprint\n"
        "                                                 and what the whole world is now, which is built for it\n"
        "  twc edit then.h5 valley.log raise --at 40,-25  on from a snapshot of the log (twc replay --out)\n",
    .wanted = "name a world, a log and an edit: twc edit WORLD.h5 LOG raise --at X,Z",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_SEED | TWC_TAKES_LEVEL | TWC_TAKES_MEMORY,
    .run = run,
};
