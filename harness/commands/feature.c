/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc feature: what lies on a world's ground, added, listed, shown, moved, removed, and checked before it is added. */
#include "commands/feature.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/paths.h"
#include "commands/values.h"
#include "data_folder.h"
#include "store/open_session.h"

static const char *const actions[] = {"add", "list", "show", "move", "remove", "check", NULL};
static const char *const frames[] = {"local", "crs", "lonlat", NULL}; /* twc_frame_names */

/* The options that each action has a use for, beside --memory and --json. */
static const char *const options_of[] = {"nodes profile spline priority id replace frame fingerprint level",
                                         "",
                                         "geojson frame out",
                                         "by nodes spline frame fingerprint level",
                                         "fingerprint level",
                                         "nodes profile spline frame figure"};

static const twc_feature_values defaults = {.profile = "cart road 9 m",
                                            .action = -1,
                                            .spline = TWC_SPLINE_CENTRIPETAL,
                                            .frame = -1,
                                            .by = {NAN, NAN},
                                            .id = -1};

static const twc_option arguments[] = {
    {.name = "ACTION", .choice = &defaults.action, .choices = actions, .help = "what to do"},
    {.name = "WORLD.h5[+LOG]",
     .text = &defaults.world,
     .names = TWC_NAMES_EITHER,
     .help = "a world, or one after its log; what is added, moved or removed goes into the log, which is made when "
             "there is none"},
    {.name = "WHAT",
     .words = &defaults.words,
     .names = TWC_NAMES_EITHER,
     .help = "of add and check files, JSON, GeoJSON or GPX (docs/features.md); of show, move and remove ids"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "nodes",
     .value = "PLACES",
     .places = &defaults.nodes,
     .high = TWC_COORDINATE_MOST,
     .help = "of a feature, in place of a file: X,Z X,Z ..., with blanks or colons between them; of move: where it "
             "is to run instead"},
    {.name = "by",
     .value = "DX,DZ",
     .place = &defaults.by,
     .high = 1e6,
     .help = "how far to move what is there, metres; z goes south",
     .otherwise = "none: move needs it, or --nodes"},
    {.name = "profile",
     .value = "NAME",
     .text = &defaults.profile,
     .help = "of features that don't name theirs, from the catalogue"},
    {.name = "spline",
     .value = "KIND",
     .choice = &defaults.spline,
     .choices = (const char *const[]){"uniform", "centripetal", NULL},
     .help = "the curve through the nodes of features that don't say it"},
    {.name = "priority",
     .value = "N",
     .wide = &defaults.priority,
     .low = 0,
     .high = 255,
     .help = "of a feature of --nodes: the higher one is cut out of the lower"},
    {.name = "id",
     .value = "N",
     .wide = &defaults.id,
     .low = 0,
     .high = INFINITY,
     .help = "of a feature of --nodes",
     .otherwise = "the next free one"},
    {.name = "replace", .flag = &defaults.replace, .help = "features take the place of those that have their ids"},
    {.name = "frame",
     .value = "FRAME",
     .choice = &defaults.frame,
     .choices = frames,
     .help = "what places are: metres of the world, eastings and northings, or longitudes and latitudes (WGS 84)",
     .otherwise = "as a file says; else lonlat in GeoJSON, local for --nodes and for what is shown"},
    {.name = "geojson", .flag = &defaults.geojson, .help = "show: as GeoJSON, which add reads back"},
    {.name = "figure",
     .value = "FOLDER",
     .text = &defaults.figure,
     .names = TWC_NAMES_FOLDER,
     .help = "check: a plan of the routes with their faults into FOLDER/route.pdf, .svg and .png",
     .otherwise = "none"},
    {.name = "fingerprint",
     .flag = &defaults.fingerprint,
     .help = "say the fingerprint of the whole world, which is built for it"},
    {.name = NULL},
};

/* ---- what is drawn ---- */

/* The feature that --nodes draws. */
static twc_status draw_nodes(const twc_feature_values *v, twc_drawings *drawings)
{
    twc_drawn *d;
    memset(drawings, 0, sizeof *drawings);
    if (v->nodes.count < 2)
        return twc_fail(TWC_USAGE, "--nodes takes at least two places, like --nodes=\"0,10 40,25.5 90,20\"");
    drawings->frame = v->frame < 0 ? TWC_FRAME_LOCAL : (twc_frame)v->frame;
    twc_status status = twc_drawings_add(drawings, &d);
    for (int k = 0; k < v->nodes.count && !status.code; k++)
        status = twc_drawings_node(drawings, v->nodes.place[k].x, v->nodes.place[k].z);
    if (!status.code) {
        d->id = v->id;
        d->priority = (int)v->priority;
    }
    return status;
}

twc_status twc_feature_sources_read(const twc_feature_values *v, twc_feature_sources *s)
{
    char path[TWC_DATA_PATH];
    const int drawn = v->nodes.count > 0;
    memset(s, 0, sizeof *s);
    if (drawn == (v->words.count > 0))
        return twc_fail(TWC_USAGE, drawn
                                       ? "takes either files or --nodes, not both"
                                       : "takes features: name a file of them (JSON, GeoJSON or GPX), or give --nodes");
    if (!drawn && (v->id >= 0 || v->priority))
        return twc_fail(TWC_USAGE, "--id and --priority are of the feature that --nodes draws; a file says its own");
    const int count = drawn ? 1 : v->words.count;
    s->name = calloc((size_t)count, sizeof *s->name);
    s->drawings = calloc((size_t)count, sizeof *s->drawings);
    if (!s->name || !s->drawings)
        return twc_fail(TWC_IO, "not enough memory for %d files", count);
    twc_status status = twc_data_file(NULL, "profiles.json", path);
    if (!status.code)
        status = twc_catalogue_read(path, &s->catalogue);
    s->placing = (twc_placing){&s->catalogue, v->profile, v->spline,
                               v->frame < 0 ? TWC_FRAME_UNSAID : (twc_frame)v->frame};
    for (; s->count < count && !status.code; s->count++) {
        s->name[s->count] = drawn ? "--nodes" : v->words.text[s->count];
        status = drawn ? draw_nodes(v, &s->drawings[0])
                       : twc_drawings_read(v->words.text[s->count], &s->drawings[s->count]);
    }
    return status;
}

void twc_feature_sources_destroy(twc_feature_sources *s)
{
    for (int k = 0; k < s->count; k++)
        twc_drawings_destroy(&s->drawings[k]);
    free(s->name);
    free(s->drawings);
    twc_catalogue_free(&s->catalogue);
}

twc_status twc_feature_ids(const twc_words *words, uint64_t **ids)
{
    *ids = calloc((size_t)words->count + 1, sizeof **ids);
    if (!*ids)
        return twc_fail(TWC_IO, "not enough memory for %d ids", words->count);
    for (int k = 0; k < words->count; k++) {
        int64_t id;
        if (!twc_read_whole(words->text[k], &id) || id < 0)
            return twc_fail(TWC_USAGE, "\"%.100s\" is no id; twc feature list says those there are", words->text[k]);
        (*ids)[k] = (uint64_t)id;
        for (int j = 0; j < k; j++)
            if ((*ids)[j] == (uint64_t)id)
                return twc_fail(TWC_USAGE, "feature %" PRIi64 " is named twice", id);
    }
    return twc_ok();
}

/* ---- the command ---- */

static int writes(const twc_feature_values *v)
{
    return v->action == TWC_FEATURE_ADD || v->action == TWC_FEATURE_MOVE || v->action == TWC_FEATURE_REMOVE;
}

static void paths(const twc_cli *cli, const void *values, twc_paths *all)
{
    const twc_feature_values *v = values;
    const char *plus = twc_named_log(v->world);
    (void)cli;
    if (*plus && writes(v)) {
        char *world = strndup(v->world, (size_t)(plus - v->world));
        if (world)
            twc_paths_read(all, world);
        free(world);
        twc_paths_write(all, plus + 1);
    } else {
        twc_paths_read(all, v->world);
    }
    for (int k = 0; k < v->words.count && (v->action == TWC_FEATURE_ADD || v->action == TWC_FEATURE_CHECK); k++)
        twc_paths_read(all, v->words.text[k]);
    for (size_t k = 0; v->figure && k < 3; k++)
        twc_paths_write_in(all, v->figure, "route", (const char *const[]){".pdf", ".svg", ".png"}[k]);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const twc_feature_values *v = values;
    char taken[160], why[64];
    snprintf(taken, sizeof taken, "%s json memory", options_of[v->action]);
    snprintf(why, sizeof why, "means nothing to %s", actions[v->action]);
    twc_status status = twc_cli_takes_only(cli, taken, why);
    if (status.code)
        return status;
    if (writes(v))
        return twc_feature_edit(cli, v);
    return v->action == TWC_FEATURE_CHECK ? twc_feature_check(cli, v) : twc_feature_tell(cli, v);
}

const twc_command twc_command_feature = {
    .name = "feature",
    .summary = "roads, paths, fences and streams of a world: add, list, show, move, remove, check",
    .examples =
        "  twc feature add valley.h5+valley.log --nodes=\"120,-300 150,-180 180,-60\" --profile \"footpath 2 m\"\n"
        "  twc feature add valley.h5+valley.log roads.geojson       all of them or none; longitudes and latitudes\n"
        "  twc feature add valley.h5+valley.log plan.geojson --frame local   metres of the world\n"
        "  twc feature add valley.h5+valley.log hike.gpx --profile \"footpath 2 m\"\n"
        "  twc feature check valley.h5+valley.log hike.gpx --figure out\n"
        "                                                 every fault of its routes, and what would help\n"
        "  twc feature list valley.h5+valley.log\n"
        "  twc feature show valley.h5+valley.log 7 --geojson --out road.geojson\n"
        "  twc feature move valley.h5+valley.log 7 --by 12.5,-3\n"
        "  twc feature remove valley.h5+valley.log 7 8\n",
    .wanted = "name an action and a world: twc feature list WORLD.h5+LOG",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_MEMORY | TWC_TAKES_STREAM_OUT,
    .paths = paths,
    .run = run,
};
