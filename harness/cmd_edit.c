/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc edit: a brush stroke, a road or its removal as a fact in the log of a world. twc replay: a log applied to its world. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "store/world_h5.h"
#include "world/open_session.h"

enum { AT, RADIUS, STRENGTH, TO, NODES, ID, END };

static const char *const kinds[] = {"raise", "lower", "smooth", "flatten", "noise"};

/* What a stroke is, from its options; metres become centimetres and samples. */
static twc_status read_brush(const char *kind, const char *at, const char *radius, const char *strength, const char *level,
                             uint64_t seed, double datum, twc_brush *brush)
{
    double x, z, metres = 10, amount = 1, height = 0;
    char end;
    memset(brush, 0, sizeof *brush);
    int known = 0;
    for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++) {
        if (strcmp(kind, kinds[k]) == 0) {
            brush->kind = (twc_brush_kind)k;
            known = 1;
        }
    }
    if (!known)
        return twc_fail(TWC_USAGE, "an edit is raise, lower, smooth, flatten, noise, road or remove, not \"%s\"", kind);
    if (!at || sscanf(at, "%lf,%lf%c", &x, &z, &end) != 2 || !(fabs(x) < 1e7 && fabs(z) < 1e7))
        return twc_fail(TWC_USAGE, "--at takes x,z in metres");
    int relative = brush->kind == TWC_BRUSH_SMOOTH || brush->kind == TWC_BRUSH_FLATTEN;
    twc_status status = radius ? twc_cli_real("radius", radius, 0.01, 1000, &metres) : twc_ok();
    if (!status.code && strength)
        status = twc_cli_real("strength", strength, 0, relative ? 1 : 655.35, &amount);
    if (!status.code && level)
        status = twc_cli_real("to", level, -1e5, 1e5, &height);
    if (!status.code && brush->kind == TWC_BRUSH_FLATTEN && !level)
        status = twc_fail(TWC_USAGE, "flatten needs --to METRES");
    brush->centre = (twc_point){(int32_t)rint(x * 100), (int32_t)rint(z * 100)};
    brush->radius_cm = (int32_t)rint(metres * 100);
    brush->strength = (int32_t)rint(amount * (relative ? 256 : 100));
    brush->target = twc_height_sample(height - datum);
    brush->salt = (int32_t)(seed & 0x3FFFFFFF);
    return status;
}

static twc_status edit_brush(twc_session *session, const char *kind, const twc_cli_option *options, uint64_t seed, twc_rebuilt *rebuilt)
{
    twc_brush brush;
    twc_status status = read_brush(kind, options[AT].text, options[RADIUS].text, options[STRENGTH].text, options[TO].text, seed,
                                   twc_session_world(session)->datum, &brush);
    return status.code ? status : twc_session_brush(session, &brush, rebuilt);
}

/* "x,z x,z ..." in metres. */
static twc_status read_nodes(const char *text, twc_point *node, int *count)
{
    enum { MOST = 64 };
    double x, z;
    int used;
    *count = 0;
    for (const char *at = text ? text : ""; sscanf(at, " %lf,%lf%n", &x, &z, &used) == 2; at += used) {
        if (*count == MOST || !(fabs(x) < 1e7 && fabs(z) < 1e7))
            return twc_fail(TWC_USAGE, "--nodes takes at most %d places, each within 10,000 km", MOST);
        node[(*count)++] = (twc_point){(int32_t)floor(100 * x + 0.5), (int32_t)floor(100 * z + 0.5)};
    }
    return *count >= 2 ? twc_ok() : twc_fail(TWC_USAGE, "--nodes takes at least two places, like --nodes=\"0,10 40,25.5 90,20\"");
}

/* A cart road, placed on the ground as it is. */
static twc_status edit_road(twc_session *session, const char *nodes, int64_t id, twc_rebuilt *rebuilt)
{
    twc_point node[64];
    twc_corridor corridor = {.id = (uint64_t)id, .profile = &twc_cart_road, .nodes = node};
    int count;
    twc_status status = read_nodes(nodes, node, &count);
    corridor.node_count = count;
    return status.code ? status : twc_session_place(session, &corridor, rebuilt);
}

typedef struct discard {
    uint64_t facts;
} discard;

static twc_status count_fact(void *context, const twc_fact *fact)
{
    (void)fact;
    ((discard *)context)->facts++;
    return twc_ok();
}

/* The log opened for writing, behind the facts that the session already has; made when there is none. */
static twc_status open_log(const char *world, const char *path, twc_event_log *log)
{
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    discard ignored = {0};
    twc_status status = twc_world_load(world, &data);
    if (status.code)
        return status;
    twc_world_hash(&data.world, hash);
    twc_world_data_destroy(&data);
    return access(path, F_OK) == 0 ? twc_event_log_open(path, hash, count_fact, &ignored, log)
                                   : twc_event_log_create(path, hash, log);
}

int twc_cmd_edit(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[END + 1] = {
        {"at", "X,Z", "centre of the stroke, metres", NULL},
        {"radius", "METRES", "default 10", NULL},
        {"strength", "AMOUNT", "metres at the centre (raise, lower, noise) or share of the way, 0..1 (smooth, flatten); default 1", NULL},
        {"to", "METRES", "height that flatten approaches", NULL},
        {"nodes", "PLACES", "of a road: \"X,Z X,Z ...\", metres", NULL},
        {"id", "N", "of the road (default 1)", NULL},
    };
    twc_cli cli;
    twc_session *session = NULL;
    twc_event_log log = {.file = -1};
    twc_replayed replayed;
    twc_rebuilt rebuilt = {0};
    int64_t id = 1;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 3)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "name a world, a log and an edit: twc edit WORLD.h5 LOG raise --at X,Z"));
    twc_status status = open_log(cli.argv[0], cli.argv[1], &log);
    if (!status.code)
        status = twc_session_open(&cli, cli.argv[0], cli.argv[1], 0, &session, &replayed);
    if (!status.code && options[ID].text)
        status = twc_cli_integer("id", options[ID].text, 0, INT64_MAX, &id);
    if (!status.code) {
        twc_session_record_log(session, &log);
        if (strcmp(cli.argv[2], "road") == 0)
            status = edit_road(session, options[NODES].text, id, &rebuilt);
        else if (strcmp(cli.argv[2], "remove") == 0)
            status = twc_session_remove(session, (uint64_t)id, &rebuilt);
        else
            status = edit_brush(session, cli.argv[2], options, cli.seed, &rebuilt);
    }
    if (!status.code && rebuilt.bound == 0)
        status = twc_fail(TWC_USAGE, "the brush touches no sample of the world");
    if (!status.code && log.dropped)
        fprintf(stderr, "twc edit: a torn record of %" PRIu64 " bytes at the end of the log was dropped\n", log.dropped);
    if (!status.code)
        printf("fact %" PRIu64 ": %u chunks rebuilt, %u changed; fingerprint %016" PRIx64 "\n", twc_session_next(session) - 1,
               rebuilt.rebuilt, rebuilt.changed, twc_scene_fingerprint(twc_session_scene(session)));
    twc_session_destroy(session);
    twc_event_log_close(&log);
    return twc_cli_report(command, status);
}

int twc_cmd_replay(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {{"last", "N", "stop after fact N", NULL}, {NULL, NULL, NULL, NULL}};
    twc_cli cli;
    twc_session *session = NULL;
    twc_replayed replayed;
    int64_t last = 0;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 2)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "name a world and a log: twc replay WORLD.h5 LOG"));
    twc_status status = options[0].text ? twc_cli_integer("last", options[0].text, 1, INT64_MAX, &last) : twc_ok();
    if (!status.code)
        status = twc_session_open(&cli, cli.argv[0], cli.argv[1], (uint64_t)last, &session, &replayed);
    if (!status.code && cli.out)
        status = twc_world_save(cli.out, twc_session_world(session));
    if (!status.code && cli.json)
        printf("{\"facts\": %" PRIu64 ", \"dropped_bytes\": %" PRIu64 ", \"fingerprint\": \"%016" PRIx64 "\"}\n", replayed.facts,
               replayed.dropped, twc_scene_fingerprint(twc_session_scene(session)));
    else if (!status.code)
        printf("%" PRIu64 " facts, fingerprint %016" PRIx64 "%s\n", replayed.facts,
               twc_scene_fingerprint(twc_session_scene(session)),
               replayed.dropped ? "; a torn record at the end was left out" : "");
    twc_session_destroy(session);
    return twc_cli_report(command, status);
}
