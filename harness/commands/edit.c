/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc edit: a brush stroke, a road, its removal, undo or redo, as a fact in the log of a world. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "commands/command.h"
#include "store/open_session.h"
#include "write_json.h"

/* Strokes first, in the order of twc_brush_kind. */
typedef enum edit_kind { RAISE, LOWER, SMOOTH, FLATTEN, NOISE, ROAD, REMOVE, UNDO, REDO } edit_kind;

static const char *const kinds[] = {"raise", "lower",  "smooth", "flatten", "noise",
                                    "road",  "remove", "undo",   "redo",    NULL};

/* The options that each kind has a use for, beside those that all have. */
static const char *const options_of[] = {"at radius strength",
                                         "at radius strength",
                                         "at radius strength",
                                         "at radius strength to",
                                         "at radius strength seed",
                                         "nodes id",
                                         "id",
                                         "",
                                         ""};

typedef struct edit_values {
    const char *world, *log;
    int kind;
    twc_place at;
    double radius, strength, to;
    twc_places nodes;
    int64_t id;
    int fingerprint;
} edit_values;

static const edit_values defaults = {.kind = -1, .at = {NAN, NAN}, .radius = 10, .strength = 1, .to = NAN, .id = 1};

static const twc_option arguments[] = {
    {.name = "WORLD.h5",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "the log's first world, or a snapshot"},
    {.name = "LOG", .text = &defaults.log, .names = TWC_NAMES_FILE, .help = "its log; made when there is none"},
    {.name = "EDIT", .choice = &defaults.kind, .choices = kinds, .help = "what to do"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "at",
     .value = "X,Z",
     .place = &defaults.at,
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
     .help = "height that flatten approaches",
     .otherwise = "none: flatten needs it"},
    {.name = "nodes",
     .value = "PLACES",
     .places = &defaults.nodes,
     .help = "of a road: X,Z X,Z ..., metres, with blanks or colons between them"},
    {.name = "id", .value = "N", .wide = &defaults.id, .low = 0, .high = INFINITY, .help = "of the road"},
    {.name = "fingerprint",
     .flag = &defaults.fingerprint,
     .help = "say the fingerprint of the whole world, which is built for it"},
    {.name = NULL},
};

/* What a stroke is, from its options; metres become centimetres and samples. */
static twc_status make_brush(const edit_values *v, uint64_t seed, double datum, twc_brush *brush)
{
    int relative = v->kind == SMOOTH || v->kind == FLATTEN;
    if (isnan(v->at.x))
        return twc_fail(TWC_USAGE, "--at takes x,z in metres, and a stroke needs it");
    if (relative && v->strength > 1)
        return twc_fail(TWC_USAGE, "--strength takes a number from 0 to 1 for %s, not %g", kinds[v->kind], v->strength);
    if (v->kind == FLATTEN && isnan(v->to))
        return twc_fail(TWC_USAGE, "flatten needs --to METRES");
    *brush = (twc_brush){.kind = (twc_brush_kind)v->kind,
                         .centre = {(int32_t)rint(v->at.x * 100), (int32_t)rint(v->at.z * 100)},
                         .radius_cm = (int32_t)rint(v->radius * 100),
                         .strength = (int32_t)rint(v->strength * (relative ? 256 : 100)),
                         .target = twc_height_sample((isnan(v->to) ? 0 : v->to) - datum),
                         .salt = (int32_t)(seed & 0x3FFFFFFF)};
    return twc_ok();
}

static twc_status edit_brush(twc_session *session, const edit_values *v, uint64_t seed, twc_rebuilt *rebuilt)
{
    twc_brush brush;
    twc_status status = make_brush(v, seed, twc_session_world(session)->datum, &brush);
    if (!status.code)
        status = twc_session_brush(session, &brush, rebuilt);
    return !status.code && rebuilt->bound == 0 ? twc_fail(TWC_USAGE, "the brush touches no sample of the world")
                                               : status;
}

/* A cart road, placed on the ground as it is. */
static twc_status edit_road(twc_session *session, const edit_values *v, twc_rebuilt *rebuilt)
{
    twc_point node[TWC_PLACES_AT_MOST];
    if (v->nodes.count < 2)
        return twc_fail(TWC_USAGE, "--nodes takes at least two places, like --nodes=\"0,10 40,25.5 90,20\"");
    for (int k = 0; k < v->nodes.count; k++)
        node[k] = (twc_point){(int32_t)floor(100 * v->nodes.place[k].x + 0.5),
                              (int32_t)floor(100 * v->nodes.place[k].z + 0.5)};
    const twc_corridor corridor = {
        .id = (uint64_t)v->id, .profile = &twc_cart_road, .node_count = v->nodes.count, .nodes = node};
    return twc_session_place(session, &corridor, rebuilt);
}

static twc_status make_edit(twc_session *session, const edit_values *v, uint64_t seed, twc_rebuilt *rebuilt)
{
    switch ((edit_kind)v->kind) {
    case ROAD:
        return edit_road(session, v, rebuilt);
    case REMOVE:
        return twc_session_remove(session, (uint64_t)v->id, rebuilt);
    case UNDO:
        return twc_session_undo(session, rebuilt);
    case REDO:
        return twc_session_redo(session, rebuilt);
    default:
        return edit_brush(session, v, seed, rebuilt);
    }
}

/* `wanted`: with the fingerprint of the whole world, which has to be built for it. */
static twc_status tell(const twc_cli *cli, int wanted, twc_session *session, const twc_rebuilt *rebuilt)
{
    uint64_t fact = twc_session_next(session) - 1;
    char fingerprint[24] = "";
    twc_status status = wanted ? twc_session_need_all(session) : twc_ok();
    if (status.code)
        return status;
    if (wanted)
        snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, twc_scene_fingerprint(twc_session_scene(session)));
    if (!cli->json) {
        printf("fact %" PRIu64 ": %u chunks rebuilt, %u changed%s%s\n", fact, rebuilt->rebuilt, rebuilt->changed,
               wanted ? "; fingerprint " : "", fingerprint);
        return status;
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_printed(json, "fact", "%" PRIu64, fact);
    twc_json_add_number(json, "rebuilt", rebuilt->rebuilt);
    twc_json_add_number(json, "changed", rebuilt->changed);
    if (wanted)
        twc_json_add_text(json, "fingerprint", fingerprint);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const edit_values *v = values;
    twc_session *session = NULL;
    twc_log_file log = {.file = -1};
    twc_log_reading reading;
    twc_rebuilt rebuilt = {0};
    char taken[96], why[64];
    const twc_session_files files = {.world = v->world, .log = v->log, .memory = cli->memory, .lazily = 1};
    snprintf(taken, sizeof taken, "%s json level memory fingerprint", options_of[v->kind]);
    snprintf(why, sizeof why, "means nothing to %s", kinds[v->kind]);
    twc_status status = twc_cli_takes_only(cli, taken, why);
    if (!status.code)
        status = twc_session_open_files(cli->level, &files, &log, &session, &reading);
    if (!status.code) {
        twc_session_record_log(session, &log.log);
        status = make_edit(session, v, cli->seed, &rebuilt);
    }
    if (!status.code && reading.dropped)
        fprintf(stderr, "twc edit: an unfinished record of %" PRIu64 " bytes at the end of the log was dropped\n",
                reading.dropped);
    if (!status.code)
        status = tell(cli, v->fingerprint, session, &rebuilt);
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
