/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc plot: the figures, of any world or land. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/paths.h"
#include "data_folder.h"
#include "generate/land_json.h"
#include "measure/stages.h"
#include "plot/figure.h"
#include "plot/strips.h"
#include "regions/region_roads.h"
#include "store/atomic_file.h"
#include "store/open_session.h"
#include "write_json.h"

typedef struct plot_values {
    twc_words figures;
    int list, seeds, weather;
    const char *world, *region, *land;
    twc_place at;
    double size, water, fov;
    twc_position eye, target;
    twc_size pixels;
    twc_places road;
} plot_values;

static const plot_values defaults = {.seeds = 100,
                                     .weather = TWC_CLEAR,
                                     .at = {.x = NAN},
                                     .size = 320,
                                     .water = NAN,
                                     .fov = 50,
                                     .eye = {.x = NAN},
                                     .target = {.x = NAN},
                                     .pixels = {1400, 800}};

static const char *const weathers[] = {"clear", "rain", "snow", NULL}; /* in the order of twc_preset */

static const twc_option arguments[] = {
    {.name = "FIGURE", .words = &defaults.figures, .help = "names of figures, or their numbers in the paper"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "list", .flag = &defaults.list, .help = "names of all figures, the paper's number, what each shows"},
    {.name = "world",
     .value = "WORLD.h5[+LOG]",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "a world, or one after its log",
     .otherwise = "the test region"},
    {.name = "region",
     .value = "FILE",
     .text = &defaults.region,
     .names = TWC_NAMES_FILE,
     .help = "parameters of the test region",
     .otherwise = "experiments/region.json"},
    {.name = "land",
     .value = "FILE",
     .text = &defaults.land,
     .names = TWC_NAMES_FILE,
     .help = "the land of the figures land_...",
     .otherwise = "the island"},
    {.name = "at",
     .value = "X,Z",
     .place = &defaults.at,
     .help = "middle of the window, metres",
     .otherwise = "the figure chooses"},
    {.name = "size",
     .value = "METRES",
     .real = &defaults.size,
     .low = 1,
     .high = 100000,
     .unit = "m",
     .help = "side of the window"},
    {.name = "water",
     .value = "METRES",
     .real = &defaults.water,
     .low = -200,
     .high = 500,
     .unit = "m",
     .help = "level of standing water",
     .otherwise = "the region's lake; none in a file"},
    {.name = "seeds",
     .value = "N",
     .integer = &defaults.seeds,
     .low = 1,
     .high = 100000,
     .help = "worlds in the ensemble"},
    {.name = "eye",
     .value = "X,Y,Z",
     .position = &defaults.eye,
     .help = "camera of the figure view, metres, y up",
     .otherwise = "all of the world is in the picture"},
    {.name = "target",
     .value = "X,Y,Z",
     .position = &defaults.target,
     .help = "what it looks at",
     .otherwise = "the world's middle"},
    {.name = "fov",
     .value = "DEGREES",
     .real = &defaults.fov,
     .low = 0.1,
     .high = 170,
     .unit = "degrees",
     .help = "its vertical angle of view"},
    {.name = "weather", .value = "NAME", .choice = &defaults.weather, .choices = weathers, .help = "its weather"},
    {.name = "pixels", .value = "WxH", .size = &defaults.pixels, .high = 100000, .help = "its size, from 16x16"},
    {.name = "road",
     .value = "PLACES",
     .places = &defaults.road,
     .help = "a cart road through X,Z:X,Z:..., metres, with colons or blanks between them",
     .otherwise = "the region's roads"},
    {.name = NULL},
};

static twc_status list_figures(int json)
{
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    for (const twc_figure *figure = twc_figures; figure->name; figure++) {
        if (!json) {
            printf("%-12s %-8s %s\n", figure->name, *figure->paper ? figure->paper : "-", figure->shows);
            continue;
        }
        cJSON *entry = twc_json_add_object(array, NULL);
        twc_json_add_text(entry, "name", figure->name);
        twc_json_add_text(entry, "paper_figure", figure->paper);
        twc_json_add_text(entry, "shows", figure->shows);
    }
    return json ? twc_json_print(array, TWC_JSON_INDENTED, stdout) : twc_ok();
}

static twc_status read_region(const twc_cli *cli, const plot_values *v, twc_region *region)
{
    char path[TWC_DATA_PATH];
    if (v->world)
        return twc_fail(TWC_USAGE, "--world names a finished world; --region, --seed and the ensemble make one");
    twc_status status = twc_data_file(v->region, "region.json", path);
    if (!status.code)
        status = twc_region_read(path, region);
    if (!status.code && cli->seed_given)
        region->seed = (uint32_t)cli->seed;
    return status;
}

static twc_status place_road(const twc_places *road, const twc_world *world, twc_features *roads)
{
    twc_point nodes[TWC_PLACES_AT_MOST];
    for (int k = 0; k < road->count; k++)
        nodes[k] = (twc_point){(int32_t)floor(100 * road->place[k].x + 0.5),
                               (int32_t)floor(100 * road->place[k].z + 0.5)};
    uint64_t id = 1;
    while (twc_features_find(roads, id))
        id++;
    const twc_corridor corridor = {.id = id, .profile = &twc_cart_road, .node_count = road->count, .nodes = nodes};
    return twc_features_place(world, 0, &corridor, roads);
}

/* The world to draw, a file or the test region with its roads, and the level of its water. */
static twc_status load_world(const twc_cli *cli, const plot_values *v, twc_world_data *data, twc_study_source *source)
{
    twc_region region;
    twc_status status = twc_ok();
    source->water = TWC_NO_WATER;
    if (v->world && !v->region && !cli->seed_given) {
        status = twc_world_open_named(cli->level, v->world, cli->memory, data);
        if (!status.code)
            status = twc_world_data_need_all(data);
    } else {
        status = read_region(cli, v, &region);
        if (!status.code)
            status = twc_region_generate(&region, data);
        if (!status.code && !v->road.count)
            status = twc_region_place_roads(&region, &data->world, &data->features);
        if (!status.code) {
            source->water = region.lake.level;
            source->lake[0] = region.lake.x;
            source->lake[1] = region.lake.z;
            source->lake[2] = region.lake.radius;
        }
    }
    if (!status.code && v->road.count)
        status = place_road(&v->road, &data->world, &data->features);
    if (!isnan(v->water))
        source->water = v->water;
    return status;
}

/* The region under many seeds beside the claims, and the world in hand among them. */
static twc_status run_ensemble(const twc_cli *cli, const plot_values *v, const twc_world *world, twc_strips *strips)
{
    char claims[TWC_DATA_PATH];
    twc_region region;
    twc_claim_table table;
    twc_trial calibrated;
    twc_ensemble ensemble = {.trial = NULL};
    twc_builder builder = twc_fast_builder(cli->level);
    twc_status status = read_region(cli, v, &region);
    if (!status.code)
        status = twc_data_file(NULL, "table5.json", claims);
    if (!status.code)
        status = twc_claims_read(claims, &table, NULL);
    if (!status.code)
        status = twc_trial_run(world, builder, &calibrated);
    if (!status.code)
        status = twc_ensemble_run(&region, 1, (size_t)v->seeds, builder, cli->threads, &ensemble);
    if (!status.code)
        status = twc_strips_create(&table, &ensemble, &calibrated, strips);
    twc_ensemble_destroy(&ensemble);
    return status;
}

/* The window of --at and --size, in centimetres; nx = 0 without --at. */
static twc_status make_window(const twc_cli *cli, const plot_values *v, twc_rect *window)
{
    *window = (twc_rect){0, 0, 0, 0};
    if (isnan(v->at.x))
        return twc_cli_given(cli, "size") ? twc_fail(TWC_USAGE, "--size is of a window: give its middle with --at X,Z")
                                          : twc_ok();
    int32_t side = (int32_t)(v->size * 100);
    *window = (twc_rect){(int32_t)(v->at.x * 100) - side / 2, (int32_t)(v->at.z * 100) - side / 2, side, side};
    return twc_ok();
}

/* The camera of the figure "view". */
static twc_status make_shot(const plot_values *v, twc_shot *shot)
{
    int placed = !isnan(v->eye.x);
    if (placed != !isnan(v->target.x))
        return twc_fail(TWC_USAGE, "--eye and --target belong together: give both or none");
    if (v->pixels.width < 16 || v->pixels.height < 16)
        return twc_fail(TWC_USAGE, "--pixels takes width x height from 16x16, like 1920x1080, not %dx%d",
                        v->pixels.width, v->pixels.height);
    *shot = (twc_shot){.degrees = v->fov,
                       .width = v->pixels.width,
                       .height = v->pixels.height,
                       .weather = (twc_preset)v->weather,
                       .placed = placed};
    if (placed) {
        memcpy(shot->eye, &v->eye, sizeof shot->eye);
        memcpy(shot->target, &v->target, sizeof shot->target);
    }
    return twc_ok();
}

static twc_status plot(const twc_cli *cli, const plot_values *v, const twc_figure *figure,
                       const twc_study_source *source, const char *folder)
{
    twc_strips strips = {.memory = NULL};
    twc_stage_costs costs;
    twc_cost_table table;
    twc_study_source measured = *source;
    twc_status status = twc_ok();
    if (figure->parts & TWC_STUDY_STRIPS) {
        status = run_ensemble(cli, v, source->world, &strips);
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

/* Every name is looked up before anything is drawn. */
static twc_status find_figures(const twc_words *names)
{
    const char *nearest = NULL;
    if (names->count == 0)
        return twc_fail(TWC_USAGE, "which figure? twc plot --list shows their names");
    for (int k = 0; k < names->count; k++)
        if (!twc_figure_find(names->text[k], &nearest))
            return twc_fail(TWC_USAGE, "there is no figure \"%s\"; did you mean \"%s\"? (twc plot --list)",
                            names->text[k], nearest);
    return twc_ok();
}

/* The land that is asked for, or that figures of one show otherwise: the island, by its file. */
static twc_status load_land(const plot_values *v, twc_land **land)
{
    char path[TWC_DATA_PATH];
    int wanted = v->land != NULL;
    for (int k = 0; k < v->figures.count; k++) {
        const char *nearest = NULL;
        wanted |= (twc_figure_find(v->figures.text[k], &nearest)->parts & TWC_STUDY_LAND) != 0;
    }
    twc_status status = wanted ? twc_data_file(v->land, "island.json", path) : twc_ok();
    if (status.code || !wanted)
        return status;
    *land = malloc(sizeof **land);
    return *land ? twc_land_read(path, *land) : twc_fail(TWC_IO, "not enough memory for a land");
}

static twc_status plot_all(const twc_cli *cli, const plot_values *v, twc_study_source *source)
{
    twc_world_data data = {.tiles = NULL};
    twc_land *land = NULL;
    twc_status status = load_world(cli, v, &data, source);
    if (!status.code)
        status = load_land(v, &land);
    source->land = land;
    /* Heights of a user are elevations; those of a world stand on its datum. */
    twc_shot shot = *source->shot;
    shot.datum = data.datum;
    shot.eye[1] -= data.datum;
    shot.target[1] -= data.datum;
    source->shot = &shot;
    source->world = &data.world;
    source->features = data.features.list;
    if (!status.code)
        status = twc_make_folder(cli->out);
    for (int k = 0; k < v->figures.count && !status.code; k++) {
        const char *nearest = NULL;
        status = plot(cli, v, twc_figure_find(v->figures.text[k], &nearest), source, cli->out);
    }
    twc_world_data_destroy(&data);
    free(land);
    return status;
}

static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    const plot_values *v = values;
    for (int k = 0; k < v->figures.count; k++) {
        const char *nearest = NULL;
        const twc_figure *figure = twc_figure_find(v->figures.text[k], &nearest);
        for (int e = 0; figure && e < 3; e++)
            twc_paths_write_in(paths, cli->out, figure->name, (const char *[]){".pdf", ".svg", ".png"}[e]);
    }
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const plot_values *v = values;
    twc_study_source source = {.builder = twc_fast_builder(cli->level), .threads = cli->threads};
    twc_shot shot;
    if (v->list) {
        twc_status taken = twc_cli_takes_only(cli, "list json", "means nothing to --list");
        return taken.code ? taken : list_figures(cli->json);
    }
    if (cli->json)
        return twc_fail(TWC_USAGE, "--json is of --list; figures are files, whose paths are printed");
    twc_status status = find_figures(&v->figures);
    if (!status.code)
        twc_wait_passively(cli);
    if (!status.code)
        status = make_window(cli, v, &source.window);
    if (!status.code)
        status = make_shot(v, &shot);
    source.shot = &shot;
    return status.code ? status : plot_all(cli, v, &source);
}

const twc_command twc_command_plot = {
    .name = "plot",
    .summary = "figures as PDF, SVG and PNG",
    .examples = "  twc plot --list                               what there is\n"
                "  twc plot lattice boundary                     two figures of the test region, into out/figures\n"
                "  twc plot error --world valley.h5              another world\n"
                "  twc plot cover --world valley.h5+valley.log   a world after its log\n"
                "  twc plot boundary --at=-120,350 --size 640    another place\n"
                "  twc plot corridor --world valley.h5 --road=100,-300:220,-80:300,150\n"
                "  twc plot land_plan land_view                  the island\n"
                "  twc plot view --eye 0,60,400 --target 0,40,0 --weather rain\n",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_REGION_SEED | TWC_TAKES_THREADS | TWC_TAKES_LEVEL | TWC_TAKES_OUT |
              TWC_TAKES_MEMORY,
    .out_is = "a folder of figures, three files each",
    .out = "out/figures",
    .paths = tell_paths,
    .run = run,
};
