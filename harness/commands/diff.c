/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc diff: where two worlds differ, by their fingerprint trees. */
#include <inttypes.h>
#include <string.h>

#include "commands/commands.h"
#include "store/open_session.h"

/* "WORLD" or "WORLD+LOG". */
static twc_status open_named(const twc_cli *cli, const char *name, twc_session **session)
{
    char world[4096];
    twc_log_reading reading;
    const char *plus = strrchr(name, '+');
    snprintf(world, sizeof world, "%.*s", plus ? (int)(plus - name) : (int)strlen(name), name);
    return twc_session_open(cli->level, world, plus ? plus + 1 : NULL, 0, NULL, session, &reading);
}

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

static int compare(const twc_command *command, const twc_cli *cli, twc_session *a, twc_session *b)
{
    static const char *const stages[TWC_STAGE_COUNT] = {"ground", "features", "surface"};
    twc_rect left = twc_session_world(a)->world.extent, right = twc_session_world(b)->world.extent;
    twc_tree_difference d;
    if (memcmp(&left, &right, sizeof left) != 0) {
        if (cli->json)
            printf("{\"equal\": false, \"why\": \"extent\"}\n");
        else
            printf("the extents differ: tiles from (%d, %d), %d x %d, and from (%d, %d), %d x %d\n", left.x, left.z,
                   left.nx, left.nz, right.x, right.z, right.nx, right.nz);
        return TWC_CHECK_FAILED;
    }
    uint64_t one = twc_scene_fingerprint(twc_session_scene(a)), other = twc_scene_fingerprint(twc_session_scene(b));
    twc_status status = twc_scene_compare(twc_session_scene(a), twc_session_scene(b), &d);
    if (status.code)
        return twc_cli_report(command, status);
    uint64_t count = d.found ? count_differences(a, b, d.stage) : 0;
    if (cli->json)
        printf("{\"equal\": %s, \"fingerprints\": [\"%016" PRIx64 "\", \"%016" PRIx64
               "\"], \"stage\": \"%s\", \"tile\": [%d, %d], "
               "\"chunk\": [%d, %d], \"chunks\": %" PRIu64 "}\n",
               d.found ? "false" : "true", one, other, d.found ? stages[d.stage] : "", d.tile.x, d.tile.z, d.chunk.x,
               d.chunk.z, count);
    else if (d.found)
        printf("%016" PRIx64 " and %016" PRIx64 ": first in tile (%d, %d), chunk (%d, %d), stage %s; %" PRIu64
               " chunks differ there\n",
               one, other, d.tile.x, d.tile.z, d.chunk.x, d.chunk.z, stages[d.stage], count);
    else
        printf("%016" PRIx64 ": equal\n", one);
    return d.found ? TWC_CHECK_FAILED : TWC_OK;
}

int twc_cmd_diff(const twc_command *command, int argc, char **argv)
{
    twc_cli cli;
    twc_session *session[2] = {NULL, NULL};
    int code = twc_cli_parse(command, argc, argv, NULL, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 2)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "name two worlds, each WORLD.h5 or WORLD.h5+LOG"));
    twc_status status = open_named(&cli, cli.argv[0], &session[0]);
    if (!status.code)
        status = open_named(&cli, cli.argv[1], &session[1]);
    code = status.code ? twc_cli_report(command, status) : compare(command, &cli, session[0], session[1]);
    twc_session_destroy(session[0]);
    twc_session_destroy(session[1]);
    return code;
}
