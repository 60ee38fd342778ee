/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * twc edit: a brush stroke, a road, its removal, undo or redo, as a fact in the log of a world. twc replay: a log
 * applied to its world.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "store/open_session.h"

enum { AT, RADIUS, STRENGTH, TO, NODES, ID, END };

static const char *const kinds[] = {"raise", "lower", "smooth", "flatten", "noise"};

/* What a stroke is, from its options; metres become centimetres and samples. */
static twc_status read_brush(const char *kind, const char *at, const char *radius, const char *strength,
                             const char *level, uint64_t seed, double datum, twc_brush *brush)
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
        return twc_fail(
            TWC_USAGE, "an edit is raise, lower, smooth, flatten, noise, road, remove, undo or redo, not \"%s\"", kind);
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

static twc_status edit_brush(twc_session *session, const char *kind, const twc_cli_option *options, uint64_t seed,
                             twc_rebuilt *rebuilt)
{
    twc_brush brush;
    twc_status status = read_brush(kind, options[AT].text, options[RADIUS].text, options[STRENGTH].text,
                                   options[TO].text, seed, twc_session_world(session)->datum, &brush);
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
    return *count >= 2 ? twc_ok()
                       : twc_fail(TWC_USAGE, "--nodes takes at least two places, like --nodes=\"0,10 40,25.5 90,20\"");
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

static twc_status make_edit(twc_session *session, const char *kind, const twc_cli_option *options, uint64_t seed,
                            twc_rebuilt *rebuilt)
{
    int64_t id = 1;
    twc_status status = options[ID].text ? twc_cli_integer("id", options[ID].text, 0, INT64_MAX, &id) : twc_ok();
    if (status.code)
        return status;
    if (strcmp(kind, "road") == 0)
        return edit_road(session, options[NODES].text, id, rebuilt);
    if (strcmp(kind, "remove") == 0)
        return twc_session_remove(session, (uint64_t)id, rebuilt);
    if (strcmp(kind, "undo") == 0)
        return twc_session_undo(session, rebuilt);
    if (strcmp(kind, "redo") == 0)
        return twc_session_redo(session, rebuilt);
    status = edit_brush(session, kind, options, seed, rebuilt);
    return !status.code && rebuilt->bound == 0 ? twc_fail(TWC_USAGE, "the brush touches no sample of the world")
                                               : status;
}

int twc_cmd_edit(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[END + 1] = {
        {"at", "X,Z", "centre of the stroke, metres", NULL},
        {"radius", "METRES", "default 10", NULL},
        {"strength", "AMOUNT",
         "metres at the centre (raise, lower, noise) or share of the way, 0..1 (smooth, flatten); default 1", NULL},
        {"to", "METRES", "height that flatten approaches", NULL},
        {"nodes", "PLACES", "of a road: \"X,Z X,Z ...\", metres", NULL},
        {"id", "N", "of the road (default 1)", NULL},
    };
    twc_cli cli;
    twc_session *session = NULL;
    twc_log_file log = {.file = -1};
    twc_log_reading reading;
    twc_rebuilt rebuilt = {0};
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 3)
        return twc_cli_report(
            command, twc_fail(TWC_USAGE, "name a world, a log and an edit: twc edit WORLD.h5 LOG raise --at X,Z"));
    twc_status status = twc_session_open(cli.level, cli.argv[0], cli.argv[1], 0, &log, &session, &reading);
    if (!status.code) {
        twc_session_record_log(session, &log.log);
        status = make_edit(session, cli.argv[2], options, cli.seed, &rebuilt);
    }
    if (!status.code && reading.dropped)
        fprintf(stderr, "twc edit: a torn record of %" PRIu64 " bytes at the end of the log was dropped\n",
                reading.dropped);
    if (!status.code)
        printf("fact %" PRIu64 ": %u chunks rebuilt, %u changed; fingerprint %016" PRIx64 "\n",
               twc_session_next(session) - 1, rebuilt.rebuilt, rebuilt.changed,
               twc_scene_fingerprint(twc_session_scene(session)));
    twc_session_destroy(session);
    twc_log_file_close(&log);
    return twc_cli_report(command, status);
}

int twc_cmd_replay(const twc_command *command, int argc, char **argv)
{
    enum { LAST, FROM, COUNT };
    twc_cli_option options[COUNT + 1] = {
        {"last", "N", "stop after fact N", NULL},
        {"from", "SNAPSHOT",
         "start from a snapshot of this log, what --out of an earlier replay wrote, instead of the first world", NULL},
    };
    twc_cli cli;
    twc_session *session = NULL;
    twc_log_reading reading;
    int64_t last = 0;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != (options[FROM].text ? 1 : 2))
        return twc_cli_report(
            command, twc_fail(TWC_USAGE, "name a world and a log, or a log and --from: twc replay WORLD.h5 LOG, or "
                                         "twc replay LOG --from SNAPSHOT.h5"));
    const char *world = options[FROM].text ? options[FROM].text : cli.argv[0], *log = cli.argv[cli.argc - 1];
    twc_status status = options[LAST].text ? twc_cli_integer("last", options[LAST].text, 1, INT64_MAX, &last)
                                           : twc_ok();
    if (!status.code)
        status = twc_session_open(cli.level, world, log, (uint64_t)last, NULL, &session, &reading);
    if (!status.code && cli.out)
        status = twc_session_save(session, &reading.to, cli.out);
    if (!status.code && cli.json)
        printf("{\"facts\": %" PRIu64 ", \"from\": %" PRIu64 ", \"dropped_bytes\": %" PRIu64
               ", \"fingerprint\": \"%016" PRIx64 "\"}\n",
               reading.to.facts, reading.from.facts, reading.dropped,
               twc_scene_fingerprint(twc_session_scene(session)));
    else if (!status.code) {
        printf("%" PRIu64 " facts", reading.to.facts);
        if (reading.from.facts)
            printf(" (from a snapshot after fact %" PRIu64 ")", reading.from.facts);
        printf(", fingerprint %016" PRIx64 "%s\n", twc_scene_fingerprint(twc_session_scene(session)),
               reading.dropped ? "; a torn record at the end was left out" : "");
    }
    twc_session_destroy(session);
    return twc_cli_report(command, status);
}
