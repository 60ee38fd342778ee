/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc walk: where a walker ends who sets out on a land from one place to another. */
#include <math.h>

#include "commands/command.h"
#include "commands/query_land.h"
#include "measure/land_ask.h"
#include "write_json.h"

typedef struct walk_values {
    const char *land;
    twc_place from, to;
    int edge;
} walk_values;

static const walk_values defaults = {.from = {NAN, NAN}, .to = {NAN, NAN}, .edge = -1};

static const char *const kinds[] = {"sea", "fall", "wall", "wrap", NULL}; /* of twc_land_edge_kind */

static const twc_option arguments[] = {
    {.name = "LAND.json", .text = &defaults.land, .names = TWC_NAMES_FILE, .help = "the land"},
    {.name = "FROM", .place = &defaults.from, .help = "X,Z in metres: x east, z south of the land's middle"},
    {.name = "TO", .place = &defaults.to, .help = "X,Z, at most 4096 m away"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "edge",
     .value = "KIND",
     .choice = &defaults.edge,
     .choices = kinds,
     .help = "what lies past the land's border",
     .otherwise = "what the land says"},
    {.name = NULL},
};

static const char *end_name(const twc_land_edge *edge, const twc_walk *walk)
{
    if (walk->end == TWC_WALK_FELL)
        return edge->to[0] ? edge->to : "nowhere";
    return walk->end == TWC_WALK_STOPPED ? "stopped" : "done";
}

static twc_status tell(const twc_cli *cli, const twc_land *land, const twc_land_track *track, double height)
{
    const twc_walk *walk = &track->walk;
    const int fell = walk->end == TWC_WALK_FELL;
    if (!cli->json) {
        printf("%.12g,%.12g: %s%s after %d of %d steps, ground %.6g m, lowest on the way %.6g m\n", walk->x, walk->z,
               fell ? "fell to " : "", end_name(&land->edge, walk), track->steps, twc_land_steps(land, walk), height,
               track->lowest);
        return twc_ok();
    }
    cJSON *json = cJSON_CreateObject();
    twc_json_add_printed(json, "x", "%.17g", walk->x);
    twc_json_add_printed(json, "z", "%.17g", walk->z);
    twc_json_add_text(json, "end", fell ? "fell" : end_name(&land->edge, walk));
    if (fell)
        twc_json_add_text(json, "to", land->edge.to);
    twc_json_add_number(json, "steps", track->steps);
    twc_json_add_printed(json, "height", "%.17g", height);
    twc_json_add_printed(json, "lowest", "%.17g", track->lowest);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status check_walk(const twc_land *land, const walk_values *v)
{
    const double limit = (land->grid.points - 1) * land->grid.cell / 2.0;
    const double dx = v->to.x - v->from.x, dz = v->to.z - v->from.z, far = sqrt(dx * dx + dz * dz);
    if (fabs(v->from.x) > limit || fabs(v->from.z) > limit)
        return twc_fail(TWC_USAGE, "%.6g,%.6g lies off the land, which goes from %g to %g m", v->from.x, v->from.z,
                        -limit, limit);
    if (!(far <= TWC_WALK_LENGTH))
        return twc_fail(TWC_USAGE, "a walk goes at most %g m, not %.6g: take it in parts", TWC_WALK_LENGTH, far);
    return twc_ok();
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const walk_values *v = values;
    const twc_land_table *table = twc_fast_land(cli->level);
    twc_land_made made;
    twc_status status = twc_land_open(cli, v->land, &made);
    if (status.code)
        return status;
    if (v->edge >= 0)
        made.land.edge.kind = (twc_land_edge_kind)v->edge;
    status = check_walk(&made.land, v);
    if (!status.code) {
        const twc_walk walk = {v->from.x, v->from.z, v->to.x - v->from.x, v->to.z - v->from.z, 0, 0};
        const twc_land_track track = twc_land_follow(table, &made.ground, walk);
        double height;
        table->land_heights(&made.ground, (twc_spots){1, &track.walk.x, &track.walk.z}, &height);
        status = track.broken ? twc_fail(TWC_CHECK_FAILED,
                                         "the walk went where it may not, to %.17g,%.17g: repeat: twc "
                                         "walk %s --level %s",
                                         track.walk.x, track.walk.z, v->land, twc_level_name(cli->level))
                              : tell(cli, &made.land, &track, height);
    }
    twc_land_unmake(&made);
    return status;
}

const twc_command twc_command_walk = {
    .name = "walk",
    .summary = "where a walker ends on a land: along the shore, over its edge, against its wall",
    .examples = "  twc walk experiments/island.json -22,490 18,550         out to sea: knee deep, and along the shore\n"
                "  twc walk experiments/sky_isle.json 0,0 200,0            over the rim\n"
                "  twc walk experiments/island.json 0,0 0,1500 --edge wrap --json\n",
    .wanted = "a land and two places X,Z belong here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL,
    .run = run,
};
