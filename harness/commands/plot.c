/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc plot: the figures, of any world. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"
#include "measure/stages.h"
#include "plot/figure.h"
#include "plot/strips.h"
#include "regions/region_roads.h"
#include "store/atomic_file.h"
#include "store/world_h5.h"

enum {
    OPTION_LIST,
    OPTION_WORLD,
    OPTION_REGION,
    OPTION_AT,
    OPTION_SIZE,
    OPTION_WATER,
    OPTION_SEEDS,
    OPTION_EYE,
    OPTION_TARGET,
    OPTION_FOV,
    OPTION_WEATHER,
    OPTION_PIXELS,
    OPTION_ROAD
};

static const double most_metres = 10000000;

static int list_figures(int json)
{
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (!json) {
            printf("%-12s %-8s %s\n", figure->name, *figure->paper ? figure->paper : "-", figure->shows);
            continue;
        }
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", figure->name);
        cJSON_AddStringToObject(entry, "paper_figure", figure->paper);
        cJSON_AddStringToObject(entry, "shows", figure->shows);
        cJSON_AddItemToArray(array, entry);
    }
    if (json) {
        char *text = cJSON_Print(array);
        printf("%s\n", text ? text : "[]");
        cJSON_free(text);
        cJSON_Delete(array);
    }
    return TWC_OK;
}

static twc_status read_region(const twc_cli *cli, const twc_cli_option *options, twc_region *region)
{
    const char *path = options[OPTION_REGION].text ? options[OPTION_REGION].text : "experiments/region.json";
    if (options[OPTION_WORLD].text)
        return twc_fail(TWC_USAGE, "--world names a finished world; --region, --seed and the ensemble make one");
    twc_status status = twc_region_read(path, region);
    if (!status.code && cli->seed_given)
        region->seed = (uint32_t)cli->seed;
    return status;
}

/* A cart road along "X,Z:X,Z:...", metres. */
static twc_status place_road(const char *text, const twc_world *world, twc_features *roads)
{
    enum { MOST_NODES = 64 };
    twc_point nodes[MOST_NODES];
    int count = 0;
    for (const char *at = text; count < MOST_NODES; count++) {
        double x, z;
        int used = 0;
        if (sscanf(at, "%lf,%lf%n", &x, &z, &used) != 2 || !(fabs(x) <= most_metres) || !(fabs(z) <= most_metres) ||
            (at[used] != ':' && at[used] != '\0'))
            return twc_fail(TWC_USAGE, "--road takes at most %d places as X,Z:X,Z in metres, not \"%s\"", MOST_NODES,
                            text);
        nodes[count] = (twc_point){(int32_t)floor(100 * x + 0.5), (int32_t)floor(100 * z + 0.5)};
        at += used;
        if (*at++ == '\0')
            break;
    }
    if (count == MOST_NODES)
        return twc_fail(TWC_USAGE, "--road takes at most %d places", MOST_NODES);
    uint64_t id = 1;
    while (twc_features_find(roads, id))
        id++;
    const twc_corridor corridor = {.id = id, .profile = &twc_cart_road, .node_count = count + 1, .nodes = nodes};
    return twc_features_place(world, 0, &corridor, roads);
}

/* The world to draw, a file or the test region with its roads, and the level of its water. */
static twc_status load_world(const twc_cli *cli, const twc_cli_option *options, twc_world_data *data,
                             twc_study_source *source)
{
    twc_region region;
    twc_status status = twc_ok();
    source->water = TWC_NO_WATER;
    if (options[OPTION_WORLD].text && !options[OPTION_REGION].text && !cli->seed_given) {
        status = twc_world_load(options[OPTION_WORLD].text, data);
    } else {
        status = read_region(cli, options, &region);
        if (!status.code)
            status = twc_region_generate(&region, data);
        if (!status.code)
            status = options[OPTION_ROAD].text ? twc_ok()
                                               : twc_region_place_roads(&region, &data->world, &data->features);
        if (!status.code) {
            source->water = region.lake.level;
            source->lake[0] = region.lake.x;
            source->lake[1] = region.lake.z;
            source->lake[2] = region.lake.radius;
        }
    }
    if (!status.code && options[OPTION_ROAD].text)
        status = place_road(options[OPTION_ROAD].text, &data->world, &data->features);
    if (!status.code && options[OPTION_WATER].text)
        status = twc_cli_real("water", options[OPTION_WATER].text, -200, 500, &source->water);
    return status;
}

/* The region under many seeds beside the claims, and the world in hand among them. */
static twc_status run_ensemble(const twc_cli *cli, const twc_cli_option *options, const twc_world *world,
                               twc_strips *strips)
{
    int64_t seeds = 100;
    twc_region region;
    twc_claim_table table;
    twc_trial calibrated;
    twc_ensemble ensemble = {.trial = NULL};
    twc_builder builder = twc_fast_builder(cli->level);
    twc_status status = twc_ok();
    if (options[OPTION_SEEDS].text)
        status = twc_cli_integer("seeds", options[OPTION_SEEDS].text, 1, 100000, &seeds);
    if (!status.code)
        status = read_region(cli, options, &region);
    if (!status.code)
        status = twc_claims_read("experiments/table5.json", &table, NULL);
    if (!status.code)
        status = twc_trial_run(world, builder, &calibrated);
    if (!status.code)
        status = twc_ensemble_run(&region, 1, (size_t)seeds, builder, cli->threads, &ensemble);
    if (!status.code)
        status = twc_strips_create(&table, &ensemble, &calibrated, strips);
    twc_ensemble_destroy(&ensemble);
    return status;
}

/* The window of --at and --size, in centimetres; nx = 0 without --at. */
static twc_status read_window(const twc_cli_option *options, twc_rect *window)
{
    double x, z, size = 320;
    char end;
    *window = (twc_rect){0, 0, 0, 0};
    twc_status status = twc_ok();
    if (options[OPTION_SIZE].text)
        status = twc_cli_real("size", options[OPTION_SIZE].text, 1, 100000, &size);
    if (status.code)
        return status;
    if (!options[OPTION_AT].text)
        return options[OPTION_SIZE].text ? twc_fail(TWC_USAGE, "--size is of a window: give its middle with --at X,Z")
                                         : status;
    if (sscanf(options[OPTION_AT].text, "%lf,%lf%c", &x, &z, &end) != 2 || !(x >= -most_metres && x <= most_metres) ||
        !(z >= -most_metres && z <= most_metres))
        return twc_fail(TWC_USAGE, "--at takes a place as X,Z in metres, like --at=-120,350, not \"%s\"",
                        options[OPTION_AT].text);
    int32_t side = (int32_t)(size * 100);
    *window = (twc_rect){(int32_t)(x * 100) - side / 2, (int32_t)(z * 100) - side / 2, side, side};
    return status;
}

static twc_status read_place(const char *name, const char *text, double place[3])
{
    char end;
    int count = sscanf(text, "%lf,%lf,%lf%c", &place[0], &place[1], &place[2], &end), fine = count == 3;
    for (int k = 0; k < 3 && fine; k++)
        fine = place[k] >= -most_metres && place[k] <= most_metres;
    return fine ? twc_ok() : twc_fail(TWC_USAGE, "--%s takes a place as X,Y,Z in metres, y up, not \"%s\"", name, text);
}

static twc_status read_weather(const char *text, twc_preset *weather)
{
    for (int k = 0; k < TWC_PRESET_COUNT; k++)
        if (strcmp(text, twc_preset_name((twc_preset)k)) == 0) {
            *weather = (twc_preset)k;
            return twc_ok();
        }
    return twc_fail(TWC_USAGE, "--weather takes clear, rain or snow, not \"%s\"", text);
}

/* The camera of the figure "view". */
static twc_status read_shot(const twc_cli_option *options, twc_shot *shot)
{
    const char *eye = options[OPTION_EYE].text, *target = options[OPTION_TARGET].text,
               *pixels = options[OPTION_PIXELS].text;
    char end;
    *shot = (twc_shot){.degrees = 50, .width = 1400, .height = 800, .weather = TWC_CLEAR, .placed = eye != NULL};
    twc_status status = twc_ok();
    if (!eye != !target)
        return twc_fail(TWC_USAGE, "--eye and --target belong together: give both or none");
    if (eye)
        status = read_place("eye", eye, shot->eye);
    if (!status.code && target)
        status = read_place("target", target, shot->target);
    if (!status.code && options[OPTION_FOV].text)
        status = twc_cli_real("fov", options[OPTION_FOV].text, 0.1, 170, &shot->degrees);
    if (!status.code && options[OPTION_WEATHER].text)
        status = read_weather(options[OPTION_WEATHER].text, &shot->weather);
    if (!status.code && pixels &&
        (sscanf(pixels, "%dx%d%c", &shot->width, &shot->height, &end) != 2 || shot->width < 16 || shot->height < 16))
        status = twc_fail(TWC_USAGE, "--pixels takes width x height from 16x16, like 1920x1080, not \"%s\"", pixels);
    return status;
}

static twc_status plot(const twc_cli *cli, const twc_cli_option *options, const twc_figure *figure,
                       const twc_study_source *source, const char *folder)
{
    twc_strips strips = {.memory = NULL};
    twc_stage_costs costs;
    twc_cost_table table;
    twc_study_source measured = *source;
    twc_status status = twc_ok();
    if (figure->parts & TWC_STUDY_STRIPS) {
        status = run_ensemble(cli, options, source->world, &strips);
        measured.strips = &strips.shown;
    }
    if (figure->parts & TWC_STUDY_COSTS) {
        status = twc_stage_costs_measure(source->world, source->features, source->water, cli->level, &costs);
        table = twc_stage_costs_table(&costs);
        measured.costs = &table;
    }
    if (!status.code)
        status = twc_figure_write(figure, &measured, folder);
    if (!status.code)
        for (int k = 0; k < 3; k++)
            printf("%s/%s.%s\n", folder, figure->name, (const char *[]){"pdf", "svg", "png"}[k]);
    twc_strips_destroy(&strips);
    return status;
}

int twc_cmd_plot(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {
        {"list", NULL, "names of all figures, the paper's number, what each shows", NULL},
        {"world", "FILE", "a world.h5 (default: the test region)", NULL},
        {"region", "FILE", "parameters of the test region (default experiments/region.json)", NULL},
        {"at", "X,Z", "middle of the window, metres (default: the figure chooses)", NULL},
        {"size", "M", "side of the window, metres (default 320)", NULL},
        {"water", "M", "level of standing water, metres (default: the region's lake; none in a file)", NULL},
        {"seeds", "N", "worlds in the ensemble (default 100)", NULL},
        {"eye", "X,Y,Z", "camera of the figure view, metres, y up (default: over the world's middle)", NULL},
        {"target", "X,Y,Z", "what it looks at", NULL},
        {"fov", "DEG", "its vertical angle of view (default 50)", NULL},
        {"weather", "NAME", "clear, rain or snow (default clear)", NULL},
        {"pixels", "WxH", "its size (default 1400x800)", NULL},
        {"road", "X,Z:X,Z...", "a cart road through these places, metres (default: the region's)", NULL},
        {NULL, NULL, NULL, NULL}};
    twc_cli cli;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    if (options[OPTION_LIST].text)
        return list_figures(cli.json);
    if (cli.argc == 0)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "which figure? twc plot --list shows their names"));
    for (int k = 0; k < cli.argc; k++) {
        const char *nearest = NULL;
        if (!twc_figure_find(cli.argv[k], &nearest))
            return twc_cli_report(command, twc_fail(TWC_USAGE,
                                                    "there is no figure \"%s\"; did you mean \"%s\"? (twc plot --list)",
                                                    cli.argv[k], nearest));
    }
    twc_world_data data = {.tiles = NULL};
    twc_study_source source = {.world = &data.world, .builder = twc_fast_builder(cli.level), .threads = cli.threads};
    twc_shot shot;
    twc_status status = read_window(options, &source.window);
    if (!status.code)
        status = read_shot(options, &shot);
    source.shot = &shot;
    if (!status.code)
        status = load_world(&cli, options, &data, &source);
    source.features = data.features.list;
    const char *folder = cli.out ? cli.out : "out/figures";
    if (!status.code)
        status = twc_make_folder(folder);
    for (int k = 0; k < cli.argc && !status.code; k++) {
        const char *nearest = NULL;
        status = plot(&cli, options, twc_figure_find(cli.argv[k], &nearest), &source, folder);
    }
    twc_world_data_destroy(&data);
    return twc_cli_report(command, status);
}
