/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc diff: where two worlds differ, by their fingerprint trees. */
#include <inttypes.h>
#include <string.h>

#include "commands/command.h"
#include "store/open_session.h"
#include "write_json.h"

typedef struct diff_values {
    const char *one, *other;
} diff_values;

static const diff_values defaults = {.one = NULL};

static const twc_option arguments[] = {
    {.name = "WORLD.h5[+LOG]", .text = &defaults.one, .names = TWC_NAMES_FILE, .help = "a world, or one after its log"},
    {.name = "OTHER.h5[+LOG]", .text = &defaults.other, .names = TWC_NAMES_FILE, .help = "another, likewise"},
    {.name = NULL},
};

/* How many chunks differ in a stage. */
static uint64_t count_differences(twc_session *a, twc_session *b, int stage)
{
    twc_scene *one = twc_session_scene(a), *other = twc_session_scene(b);
    twc_rect chunks = twc_scene_chunks(one);
    uint64_t count = 0;
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        twc_point at = {chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
        twc_built *left, *right;
        twc_scene_acquire(one, 1, &at, &left);
        twc_scene_acquire(other, 1, &at, &right);
        count += left->stage[stage] != right->stage[stage];
        twc_scene_release(one, left);
        twc_scene_release(other, right);
    }
    return count;
}

static twc_status compare_extents(const twc_cli *cli, twc_rect left, twc_rect right)
{
    if (memcmp(&left, &right, sizeof left) == 0)
        return twc_ok();
    if (!cli->json) {
        printf("the extents differ: tiles from (%d, %d), %d x %d, and from (%d, %d), %d x %d\n", left.x, left.z,
               left.nx, left.nz, right.x, right.z, right.nx, right.nz);
        return twc_told(TWC_CHECK_FAILED);
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_flag(json, "equal", 0);
    twc_json_add_text(json, "why", "extent");
    twc_status status = twc_json_print(json, TWC_JSON_LINE, stdout);
    return status.code ? status : twc_told(TWC_CHECK_FAILED);
}

/* What was found of two worlds of the same extent. */
typedef struct difference {
    uint64_t fingerprint[2];
    int differ;
    const char *stage;
    twc_point tile, chunk; /* the first that differs */
    uint64_t chunks;       /* that differ in the stage */
} difference;

static twc_status print_json(const difference *d)
{
    cJSON *json = cJSON_CreateObject();
    twc_json_add_flag(json, "equal", !d->differ);
    cJSON *fingerprints = twc_json_add_array(json, "fingerprints");
    for (int k = 0; k < 2; k++)
        twc_json_add_printed(fingerprints, NULL, "\"%016" PRIx64 "\"", d->fingerprint[k]);
    twc_json_add_text(json, "stage", d->stage);
    twc_json_add_printed(json, "tile", "[%d, %d]", d->tile.x, d->tile.z);
    twc_json_add_printed(json, "chunk", "[%d, %d]", d->chunk.x, d->chunk.z);
    twc_json_add_printed(json, "chunks", "%" PRIu64, d->chunks);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static void print_text(const difference *d)
{
    if (d->differ)
        printf("%016" PRIx64 " and %016" PRIx64 ": first in tile (%d, %d), chunk (%d, %d), stage %s; %" PRIu64
               " chunks differ there\n",
               d->fingerprint[0], d->fingerprint[1], d->tile.x, d->tile.z, d->chunk.x, d->chunk.z, d->stage, d->chunks);
    else
        printf("%016" PRIx64 ": equal\n", d->fingerprint[0]);
}

static twc_status compare(const twc_cli *cli, twc_session *a, twc_session *b)
{
    static const char *const stages[TWC_STAGE_COUNT] = {"ground", "features", "surface"};
    difference d = {.stage = ""};
    twc_tree_difference tree;
    twc_status status = compare_extents(cli, twc_session_world(a)->world.extent, twc_session_world(b)->world.extent);
    if (!status.code)
        status = twc_scene_compare(twc_session_scene(a), twc_session_scene(b), &tree);
    if (status.code)
        return status;
    d.fingerprint[0] = twc_scene_fingerprint(twc_session_scene(a));
    d.fingerprint[1] = twc_scene_fingerprint(twc_session_scene(b));
    d.differ = tree.found;
    if (d.differ) {
        d.tile = tree.tile;
        d.chunk = tree.chunk;
        d.stage = stages[tree.stage];
        d.chunks = count_differences(a, b, tree.stage);
    }
    if (cli->json)
        status = print_json(&d);
    else
        print_text(&d);
    return !status.code && d.differ ? twc_told(TWC_CHECK_FAILED) : status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const diff_values *v = values;
    twc_session *session[2] = {NULL, NULL};
    twc_status status = twc_session_open_named(cli->level, v->one, cli->memory, &session[0]);
    if (!status.code)
        status = twc_session_open_named(cli->level, v->other, cli->memory, &session[1]);
    if (!status.code)
        status = compare(cli, session[0], session[1]);
    twc_session_destroy(session[0]);
    twc_session_destroy(session[1]);
    return status;
}

const twc_command twc_command_diff = {
    .name = "diff",
    .summary = "where two worlds differ: tile, chunk, stage",
    .examples = "  twc diff valley.h5 then.h5\n"
                "  twc diff valley.h5 valley.h5+valley.log        a world against itself after its log\n"
                "  twc diff then.h5+valley.log valley.h5+valley.log\n"
                "                                                 the log from a snapshot, and from the start\n",
    .wanted = "name two worlds, each WORLD.h5 or WORLD.h5+LOG",
    .arguments = arguments,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_MEMORY,
    .run = run,
};
