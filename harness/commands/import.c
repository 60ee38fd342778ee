/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc import: an elevation grid, the parameters of a region, or a land becomes a world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "commands/command.h"
#include "commands/import_land.h"
#include "commands/import_tell.h"
#include "commands/paths.h"
#include "commands/values.h"
#include "generate/land_json.h"
#include "import/import.h"
#include "regions/region.h"
#include "store/world_h5.h"
#include "write_json.h"

typedef struct import_values {
    const char *grid, *name, *window, *classes;
    int format, big_endian, fill, datum_auto, all_heights, height_unit;
    int64_t most_cells;
    twc_size size, tiles;
    double cell, scale, offset, no_data, fill_value, datum;
    twc_rect extent;
} import_values;

static const import_values defaults = {.format = -1,
                                       .scale = 0.01,
                                       .offset = -200,
                                       .no_data = NAN,
                                       .fill = TWC_FILL_NONE,
                                       .datum_auto = -1,
                                       .all_heights = -1,
                                       .height_unit = -1,
                                       .most_cells = TWC_GRID_CELLS};

static const char *const formats[] = {"ascii", "png", "raw", "gdal", NULL}; /* of twc_grid_format, after by the name */
static const char *const orders[] = {"little", "big", NULL};
static const char *const fills[] = {"none", "nearest", "mean", NULL}; /* of twc_fill, before a value */
static const char *const automatic[] = {"auto", NULL};
static const char *const none[] = {"none", NULL};
static const char *const units[] = {"m", "ft", "us-ft", "dm", "cm", "mm", NULL}; /* as twc_unit_of knows them */

static const twc_option arguments[] = {
    {.name = "GRID",
     .text = &defaults.grid,
     .names = TWC_NAMES_FILE,
     .help = "an elevation grid, or a region or a land (*.json)"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "format",
     .value = "NAME",
     .choice = &defaults.format,
     .choices = formats,
     .help = "ESRI ASCII, 16-bit grey PNG, 16 bits without a header, or what GDAL reads",
     .otherwise = "by the file's name"},
    {.name = "size",
     .value = "WxH",
     .size = &defaults.size,
     .high = 1 << 20,
     .help = "columns and rows of a RAW16 file"},
    {.name = "order",
     .value = "NAME",
     .choice = &defaults.big_endian,
     .choices = orders,
     .help = "byte order of a RAW16 file"},
    {.name = "cell",
     .value = "METRES",
     .real = &defaults.cell,
     .low = 0.01,
     .high = 1e6,
     .unit = "m",
     .help = "side of a cell",
     .otherwise = "what the file says, 4 m for PNG and RAW16"},
    {.name = "scale",
     .value = "NUMBER",
     .real = &defaults.scale,
     .low = -1e6,
     .high = 1e6,
     .help = "PNG, RAW16: metres a step"},
    {.name = "offset",
     .value = "METRES",
     .real = &defaults.offset,
     .low = -1e6,
     .high = 1e6,
     .unit = "m",
     .help = "PNG, RAW16: height of a stored 0"},
    {.name = "height-unit",
     .value = "NAME",
     .choice = &defaults.height_unit,
     .choices = units,
     .help = "of the file's heights",
     .otherwise = "what the file says, metres where it says nothing"},
    {.name = "no-data",
     .value = "NUMBER",
     .choice = &defaults.all_heights,
     .choices = none,
     .real = &defaults.no_data,
     .low = -HUGE_VAL,
     .high = HUGE_VAL,
     .help = "the stored value that means no data, whatever the file says",
     .otherwise = "what the file says"},
    {.name = "fill",
     .value = "HOW",
     .choice = &defaults.fill,
     .choices = fills,
     .real = &defaults.fill_value,
     .low = -1e6,
     .high = 1e6,
     .unit = "m",
     .takes = "none, nearest, mean or a height in metres",
     .help = "cells without data; none refuses them"},
    {.name = "datum",
     .value = "METRES",
     .choice = &defaults.datum_auto,
     .choices = automatic,
     .real = &defaults.datum,
     .low = -1e6,
     .high = 1e6,
     .unit = "m",
     .takes = "metres or auto",
     .help = "taken off every elevation, so that it fits the encoding; auto chooses one"},
    {.name = "extent",
     .value = "TILES",
     .size = &defaults.tiles,
     .high = 2 * TWC_TILE_LIMIT,
     .rectangle = &defaults.extent,
     .takes = "NXxNZ or X,Z,NX,NZ in tiles, such as 2x3 or -1,-1,2,3",
     .help = "NXxNZ or X,Z,NX,NZ in tiles of 512 m; a larger one repeats the grid's edge",
     .otherwise = "all that the grid reaches into"},
    {.name = "classes",
     .value = "RULE",
     .text = &defaults.classes,
     .takes = "slope or error:METRES",
     .help = "which macro cells are Broad: by the slope of the landform, or where that loses at most so many metres",
     .otherwise = "slope"},
    {.name = "window",
     .value = "PART",
     .text = &defaults.window,
     .help =
         "a part of the grid: COLUMN,ROW,COLUMNS,ROWS in cells from the north-west, or WEST:EAST,SOUTH:NORTH in the "
         "file's coordinates",
     .otherwise = "all of it"},
    {.name = "most-cells",
     .value = "N",
     .wide = &defaults.most_cells,
     .low = 1,
     .high = 1ll << 40,
     .help = "refuse a grid of more cells, before memory is taken for it"},
    {.name = "name", .value = "TEXT", .text = &defaults.name, .help = "name of the world", .otherwise = "the file's"},
    {.name = NULL},
};

/* Four numbers with these characters behind the first three, and nothing else. */
static int read_four(const char *text, const char between[3], double value[4])
{
    for (int k = 0; k < 4; k++) {
        text = twc_read_decimal(text, &value[k]);
        if (!text || (k < 3 && *text++ != between[k]))
            return 0;
    }
    return *text == '\0';
}

static twc_status read_window(const char *text, twc_grid_window *window)
{
    double v[4];
    if (read_four(text, ",,,", v)) {
        int whole = 1;
        for (int k = 0; k < 4; k++)
            whole = whole && v[k] == floor(v[k]) && v[k] >= (k < 2 ? 0 : 1) && v[k] <= 1 << 20;
        if (whole) {
            *window = (twc_grid_window){.kind = TWC_WINDOW_CELLS,
                                        .cells = {(int32_t)v[0], (int32_t)v[1], (int32_t)v[2], (int32_t)v[3]}};
            return twc_ok();
        }
    } else if (read_four(text, ":,:", v) && v[0] < v[1] && v[2] < v[3]) {
        *window = (twc_grid_window){.kind = TWC_WINDOW_MAP, .west = v[0], .east = v[1], .south = v[2], .north = v[3]};
        return twc_ok();
    }
    return twc_fail(
        TWC_USAGE,
        "--window takes COLUMN,ROW,COLUMNS,ROWS in cells, such as 0,0,500,400, or WEST:EAST,SOUTH:NORTH in the "
        "file's coordinates, such as 600000:601000,5199000:5200000, not \"%s\"",
        text);
}

/* "slope", or "error:METRES". */
static twc_status read_classes(const char *text, twc_import_options *how)
{
    const char *end = strncmp(text, "error:", 6) ? NULL : twc_read_decimal(text + 6, &how->most_error);
    how->classes_by_error = end && *end == '\0' && how->most_error >= 0 && how->most_error <= 1e6;
    if (how->classes_by_error || strcmp(text, "slope") == 0)
        return twc_ok();
    return twc_fail(TWC_USAGE, "--classes takes slope or error:METRES, such as error:0.5, not \"%s\"", text);
}

/* Options that the format has no use for would be ignored. */
static twc_status check_options(const twc_cli *cli, const char *path, twc_grid_format format)
{
    static const char common[] =
        "format cell height-unit no-data fill datum extent classes window most-cells name out json";
    char taken[200], why[160];
    const char *more = format == TWC_GRID_RAW   ? "size order scale offset"
                       : format == TWC_GRID_PNG ? "scale offset"
                                                : "";
    const char *kind = format == TWC_GRID_RAW     ? "RAW16"
                       : format == TWC_GRID_PNG   ? "a PNG, which states its size and order"
                       : format == TWC_GRID_ASCII ? "an ESRI ASCII grid, which holds the heights themselves"
                                                  : "what GDAL reads, which states it itself";
    snprintf(taken, sizeof taken, "%s %s", common, more);
    snprintf(why, sizeof why, "means nothing here: %.60s is read as %s", path, kind);
    return twc_cli_takes_only(cli, taken, why);
}

static twc_status make_options(const twc_cli *cli, const import_values *v, twc_import_options *o)
{
    int placed = v->extent.nx != 0;
    if (twc_cli_given(cli, "extent") && !v->tiles.width && (v->extent.nx <= 0 || v->extent.nz <= 0))
        return twc_fail(TWC_USAGE, "--extent takes NXxNZ or X,Z,NX,NZ in tiles, with NX and NZ above 0");
    *o = (twc_import_options){
        .grid = {.format = v->format >= 0 ? (twc_grid_format)(v->format + 1) : twc_grid_format_of(v->grid),
                 .columns = v->size.width,
                 .rows = v->size.height,
                 .big_endian = v->big_endian,
                 .cell = v->cell,
                 .scale = v->scale,
                 .offset = v->offset,
                 .has_scale = twc_cli_given(cli, "scale") || twc_cli_given(cli, "offset"),
                 .has_no_data = twc_cli_given(cli, "no-data") && v->all_heights != 0,
                 .no_data = v->no_data,
                 .all_heights = v->all_heights == 0,
                 .height_unit = v->height_unit >= 0 ? twc_unit_of(units[v->height_unit]) : (twc_unit){.metres = 0},
                 .most_cells = v->most_cells},
        .fill = (twc_fill)v->fill,
        .fill_value = v->fill_value,
        .datum_auto = v->datum_auto == 0,
        .datum = v->datum,
        .extent = placed ? v->extent : (twc_rect){.nx = v->tiles.width, .nz = v->tiles.height},
        .extent_placed = placed,
    };
    twc_status status = check_options(cli, v->grid, o->grid.format);
    if (!status.code && v->classes)
        status = read_classes(v->classes, o);
    return !status.code && v->window ? read_window(v->window, &o->grid.window) : status;
}

enum { PATH_SIZE = 4096 };

/* The file's name without folder and ending. */
static void stem_of(const char *path, char *stem, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(stem, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = '\0';
}

static int is_region(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* A generated region (docs/regions.md) as a world: of the seed in the file, or of --seed. */
static twc_status import_region(const twc_cli *cli, const char *path, const char *classes, const char *out)
{
    twc_region region;
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    twc_import_options how = {.ground = twc_fast_ground(twc_level_best())};
    twc_status status = twc_cli_takes_only(cli, "seed classes out json",
                                           "is of elevation grids; a region (*.json) takes none");
    if (!status.code && classes)
        status = read_classes(classes, &how);
    if (!status.code)
        status = twc_region_read(path, &region);
    if (!status.code && cli->seed_given)
        region.seed = (uint32_t)cli->seed;
    if (!status.code)
        status = twc_region_generate(&region, &data);
    if (status.code)
        return status;
    if (how.classes_by_error)
        status = twc_world_data_classify_error(&data, how.ground, how.most_error);
    if (!status.code)
        status = twc_world_save(out, &data);
    twc_world_hash(&data, hash);
    twc_world_data_destroy(&data);
    if (!status.code && cli->json) {
        cJSON *json = cJSON_CreateObject();
        twc_json_add_text(json, "world", out);
        twc_json_add_number(json, "seed", region.seed);
        twc_json_add_text(json, "sha256", hash);
        status = twc_json_print(json, TWC_JSON_LINE, stdout);
    } else if (!status.code) {
        printf("%s: %s, seed %u, sha256 %s\n", out, region.name, region.seed, hash);
    }
    return status;
}

/* The program and the words it was called with. */
static const char *print_command(const twc_cli *cli, char *text, size_t size)
{
    snprintf(text, size, "twc %s %s", twc_build_information().version, cli->command);
    for (int k = 0; cli->argv[k]; k++) {
        twc_append(text, size, " ");
        twc_append(text, size, cli->argv[k]);
    }
    return text;
}

static twc_status import_grid(const twc_cli *cli, const import_values *v, const char *name, const char *out)
{
    twc_import_options how = {.name = name};
    char made_by[1024];
    twc_world_data data;
    twc_import_report report;
    twc_status status = cli->seed_given
                            ? twc_fail(TWC_USAGE, "--seed is of regions (*.json); an elevation grid takes none")
                            : make_options(cli, v, &how);
    how.name = name;
    how.made_by = print_command(cli, made_by, sizeof made_by);
    how.ground = twc_fast_ground(twc_level_best());
    if (!status.code)
        status = twc_import(v->grid, &how, &data, &report);
    if (status.code)
        return status;
    status = twc_world_save(out, &data);
    if (!status.code)
        status = twc_import_tell(cli, out, &data, &report);
    twc_world_data_destroy(&data);
    return status;
}

/* Where the world goes. */
static const char *choose_out(const twc_cli *cli, const import_values *v, char out[PATH_SIZE])
{
    stem_of(v->grid, out, PATH_SIZE - 3);
    strcat(out, ".h5");
    return cli->out ? cli->out : out;
}

static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    char out[PATH_SIZE];
    twc_paths_write(paths, choose_out(cli, values, out));
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const import_values *v = values;
    char stem[TWC_WORLD_NAME_SIZE], default_out[PATH_SIZE];
    stem_of(v->grid, stem, sizeof stem); /* a name is as long as a world holds, a file's as long as it is */
    const char *out = choose_out(cli, v, default_out);
    if (is_region(v->grid) && twc_is_land(v->grid))
        return twc_import_land(cli, v->grid, out);
    return is_region(v->grid) ? import_region(cli, v->grid, v->classes, out)
                              : import_grid(cli, v, v->name ? v->name : stem, out);
}

const twc_command twc_command_import = {
    .name = "import",
    .summary = "turn an elevation grid, the parameters of a region, or a land into a world",
    .examples = "  twc import experiments/data/mountain_valley_10m.asc --fill nearest --datum auto --out valley.h5\n"
                "  twc import heights.raw --size 1025x1025 --order big --cell 4 --scale 0.01 --offset=-200\n"
                "  twc import survey.tif --extent 2x3             anything GDAL reads, when gdal-bin is installed\n"
                "  twc import experiments/region.json --seed 7    the test region of another seed\n"
                "  twc import survey.tif --classes error:0.5      large facets only where they are within 0.5 m\n"
                "  twc import experiments/island.json             a land, its paths and brooks as corridors\n",
    .wanted = "one elevation grid belongs here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_REGION_SEED | TWC_TAKES_OUT,
    .out_is = "an HDF5 file, which is not written from front to end",
    .out_otherwise = "the grid's name with .h5, here",
    .paths = tell_paths,
    .run = run,
};
