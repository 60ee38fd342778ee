/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc fuzz --land: walks drawn on a land. */
#include "commands/fuzz_walks.h"

#include <inttypes.h>

#include "commands/query_land.h"
#include "fuzz/walks.h"
#include "progress.h"
#include "write_json.h"

static void tell_progress(double share)
{
    twc_progress("fuzz", share);
}

static twc_status print_tally(const twc_cli *cli, const twc_walks_tally *t)
{
    if (!cli->json) {
        printf("%" PRId64 " walks of %" PRId64 " steps: %" PRId64 " done, %" PRId64 " stopped, %" PRId64
               " fell; %" PRId64 " stuck; %" PRId64 " followed step by step; %" PRId64 " escaped: %" PRId64
               " deeper, %" PRId64 " past an edge, %" PRId64 " otherwise; seed %" PRIu64 "\n",
               t->walks, t->steps, t->done, t->stopped, t->fell, t->stuck, t->followed, t->failures,
               t->broken[TWC_WALK_DEEPER], t->broken[TWC_WALK_PAST], t->broken[TWC_WALK_OTHERWISE], cli->seed);
        return twc_ok();
    }
    const struct {
        const char *name;
        int64_t count;
    } counts[] = {{"walks", t->walks},
                  {"steps", t->steps},
                  {"done", t->done},
                  {"stopped", t->stopped},
                  {"fell", t->fell},
                  {"stuck", t->stuck},
                  {"followed", t->followed},
                  {"escaped", t->failures},
                  {"deeper", t->broken[TWC_WALK_DEEPER]},
                  {"past", t->broken[TWC_WALK_PAST]},
                  {"otherwise", t->broken[TWC_WALK_OTHERWISE]}};
    cJSON *json = cJSON_CreateObject();
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        twc_json_add_printed(json, counts[k].name, "%" PRId64, counts[k].count);
    twc_json_add_printed(json, "seed", "%" PRIu64, cli->seed);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

/* The first walk that broke, and the line that repeats it. */
static void tell_failure(const twc_cli *cli, const twc_land_ground *ground, const twc_fuzz_walks_values *v,
                         const twc_walks_tally *t)
{
    static const char *const kinds[] = {"sea", "fall", "wall", "wrap"};
    const twc_walk walk = twc_walks_draw(twc_fast_land(cli->level), ground, cli->seed, t->first);
    fprintf(stderr, "BROKEN walk %" PRIu64 ", edge %s: from %.17g,%.17g by %.17g,%.17g\n", t->first,
            kinds[twc_walks_edge(t->first)], walk.x, walk.z, walk.by_x, walk.by_z);
    fprintf(stderr, "repeat: twc fuzz --land %s --seed %" PRIu64 " --first %" PRIu64 " --walks 1%s\n", v->land,
            cli->seed, t->first, v->plant ? " --plant walk" : "");
}

twc_status twc_fuzz_walks(const twc_cli *cli, twc_fuzz_walks_values v)
{
    const twc_walks_options options = {cli->seed, (uint64_t)v.first, v.walks, v.plant};
    twc_land_made made = {.memory = NULL};
    twc_walks_tally tally;
    twc_status status = twc_cli_takes_only(cli, "land walks first plant seed json level",
                                           "is of edits, and --land walks");
    if (!status.code && twc_cli_given(cli, "plant") && !v.plant)
        status = twc_fail(TWC_USAGE, "--land takes --plant walk; the other faults are of edits");
    if (!status.code)
        status = twc_land_open(cli, v.land, &made);
    if (status.code)
        return status;
    status = twc_walks_run(twc_fast_land(cli->level), &made.ground, &options, tell_progress, &tally);
    twc_progress("fuzz", -1);
    if (!status.code)
        status = print_tally(cli, &tally);
    if (!status.code && tally.failures) {
        tell_failure(cli, &made.ground, &v, &tally);
        status = twc_told(TWC_CHECK_FAILED);
    }
    twc_land_unmake(&made);
    return status;
}
