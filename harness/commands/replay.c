/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc replay: a log applied to its world. */
#include <inttypes.h>
#include <math.h>

#include "commands/command.h"
#include "fuzz/log_check.h"
#include "store/open_session.h"
#include "write_json.h"

typedef struct replay_values {
    twc_words files; /* the world and the log, or the log alone */
    int64_t last;
    const char *from;
    int check;
} replay_values;

static const replay_values defaults = {.last = 0};

static const twc_option arguments[] = {
    {.name = "[WORLD.h5] LOG",
     .words = &defaults.files,
     .names = TWC_NAMES_FILE,
     .least = 1,
     .most = 2,
     .help = "the log's first world, unless --from names a snapshot, and the log"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "last",
     .value = "N",
     .wide = &defaults.last,
     .low = 1,
     .high = INFINITY,
     .help = "stop after fact N",
     .otherwise = "after the last"},
    {.name = "from",
     .value = "SNAPSHOT",
     .text = &defaults.from,
     .names = TWC_NAMES_FILE,
     .help = "start from a snapshot of this log, what --out of an earlier replay wrote, instead of the first world"},
    {.name = "check",
     .flag = &defaults.check,
     .help = "ask after every fact what must hold: fast and reference agree, nothing is stale, the mesh is closed, "
             "queries give its heights, an undo restores what was"},
    {.name = NULL},
};

static const char wanted[] = "name a world and a log, or a log and --from: twc replay WORLD.h5 LOG, or twc replay LOG "
                             "--from SNAPSHOT.h5";

static twc_status tell(const twc_cli *cli, const twc_log_reading *reading, uint64_t fingerprint)
{
    if (!cli->json) {
        printf("%" PRIu64 " facts", reading->to.facts);
        if (reading->from.facts)
            printf(" (from a snapshot after fact %" PRIu64 ")", reading->from.facts);
        printf(", fingerprint %016" PRIx64 "%s\n", fingerprint,
               reading->dropped ? "; an unfinished record at the end was left out" : "");
        return twc_ok();
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_printed(json, "facts", "%" PRIu64, reading->to.facts);
    twc_json_add_printed(json, "from", "%" PRIu64, reading->from.facts);
    twc_json_add_printed(json, "dropped_bytes", "%" PRIu64, reading->dropped);
    twc_json_add_printed(json, "fingerprint", "\"%016" PRIx64 "\"", fingerprint);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status check_facts(const twc_cli *cli, const replay_values *v)
{
    const twc_log_check check = {
        .world = v->files.text[0], .log = v->files.text[1], .last = (uint64_t)v->last, .level = cli->level};
    twc_verdict verdict;
    if (v->from)
        return twc_fail(TWC_USAGE, "--check looks at every fact, from the log's first world: leave --from out");
    twc_status status = twc_log_check_run(&check, &verdict);
    return status.code ? status : twc_log_check_tell(&check, &verdict);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const replay_values *v = values;
    twc_session *session = NULL;
    twc_log_reading reading;
    if (v->files.count != (v->from ? 1 : 2))
        return twc_fail(TWC_USAGE, "%s", wanted);
    const char *world = v->from ? v->from : v->files.text[0], *log = v->files.text[v->files.count - 1];
    const twc_session_files files = {.world = world, .log = log, .memory = cli->memory, .last = (uint64_t)v->last};
    twc_status status = v->check ? check_facts(cli, v) : twc_ok();
    if (!status.code)
        status = twc_session_open_files(cli->level, &files, NULL, &session, &reading);
    if (!status.code && cli->out)
        status = twc_session_save(session, &reading.to, cli->out);
    if (!status.code)
        status = tell(cli, &reading, twc_scene_fingerprint(twc_session_scene(session)));
    twc_session_destroy(session);
    return status;
}

const twc_command twc_command_replay = {
    .name = "replay",
    .summary = "an event log applied to its world",
    .examples = "  twc replay valley.h5 valley.log                the fingerprint after all facts\n"
                "  twc replay valley.h5 valley.log --last 12 --out then.h5\n"
                "                                                 a snapshot after fact 12, features and all\n"
                "  twc replay valley.h5 valley.log --check        every invariant after every fact\n"
                "  twc replay valley.log --from then.h5           on from the snapshot\n"
                "  twc replay valley.log --from then.h5 --last 40 --out later.h5\n",
    .wanted = wanted,
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_OUT | TWC_TAKES_MEMORY,
    .out_is = "an HDF5 file, which is not written from front to end",
    .out_otherwise = "no snapshot is written",
    .run = run,
};
