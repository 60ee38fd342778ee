/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc import: an elevation grid, or the parameters of a region, becomes a world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "import/import.h"
#include "regions/region.h"
#include "store/world_h5.h"
#include "write_json.h"

typedef struct import_values {
    const char *grid, *name;
    int format, big_endian, fill, datum_auto;
    twc_size size, tiles;
    double cell, scale, offset, no_data, fill_value, datum;
    twc_rect extent;
} import_values;

static const import_values defaults = {
    .format = -1, .scale = 0.01, .offset = -200, .no_data = NAN, .fill = TWC_FILL_NONE, .datum_auto = -1};

static const char *const formats[] = {"ascii", "png", "raw", "gdal", NULL}; /* of twc_grid_format, after by the name */
static const char *const orders[] = {"little", "big", NULL};
static const char *const fills[] = {"none", "nearest", "mean", NULL}; /* of twc_fill, before a value */
static const char *const automatic[] = {"auto", NULL};

static const twc_option arguments[] = {
    {.name = "GRID",
     .text = &defaults.grid,
     .names = TWC_NAMES_FILE,
     .help = "an elevation grid, or a region (*.json)"},
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
    {.name = "no-data",
     .value = "NUMBER",
     .real = &defaults.no_data,
     .low = -HUGE_VAL,
     .high = HUGE_VAL,
     .help = "the stored value that means no data",
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
     .otherwise = "what the grid fills"},
    {.name = "name", .value = "TEXT", .text = &defaults.name, .help = "name of the world", .otherwise = "the file's"},
    {.name = NULL},
};

static twc_status make_options(const twc_cli *cli, const import_values *v, twc_import_options *o)
{
    int placed = v->extent.nx != 0;
    if (twc_cli_given(cli, "extent") && !v->tiles.width && (v->extent.nx <= 0 || v->extent.nz <= 0))
        return twc_fail(TWC_USAGE, "--extent takes NXxNZ or X,Z,NX,NZ in tiles, with NX and NZ above 0");
    *o = (twc_import_options){
        .grid = {.format = (twc_grid_format)(v->format + 1), /* 0: by its name */
                 .columns = v->size.width,
                 .rows = v->size.height,
                 .big_endian = v->big_endian,
                 .cell = v->cell,
                 .scale = v->scale,
                 .offset = v->offset,
                 .has_no_data = twc_cli_given(cli, "no-data"),
                 .no_data = v->no_data},
        .fill = (twc_fill)v->fill,
        .fill_value = v->fill_value,
        .datum_auto = v->datum_auto == 0,
        .datum = v->datum,
        .extent = placed ? v->extent : (twc_rect){.nx = v->tiles.width, .nz = v->tiles.height},
        .extent_placed = placed,
    };
    return twc_ok();
}

static twc_status print_json(const char *out, const twc_world_data *data, const twc_import_report *r, const char *hash)
{
    twc_rect extent = data->world.extent;
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "world", out);
    twc_json_add_printed(json, "extent", "[%d, %d, %d, %d]", extent.x, extent.z, extent.nx, extent.nz);
    twc_json_add_printed(json, "datum", "%.17g", data->datum);
    twc_json_add_printed(json, "low", "%.17g", r->low);
    twc_json_add_printed(json, "high", "%.17g", r->high);
    twc_json_add_printed(json, "filled", "%zu", r->filled);
    twc_json_add_text(json, "sha256", hash);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static twc_status tell(const twc_cli *cli, const char *out, const twc_world_data *data, const twc_import_report *r)
{
    twc_rect extent = data->world.extent;
    twc_status status = twc_ok();
    char hash[TWC_HASH_HEX];
    twc_world_hash(data, hash);
    double width = r->columns * r->cell, depth = r->rows * r->cell, tiles_x = 512.0 * extent.nx,
           tiles_z = 512.0 * extent.nz;
    if (cli->json)
        status = print_json(out, data, r, hash);
    else
        printf("%s: %d x %d tiles, elevations %.2f to %.2f m, datum %.10g m, sha256 %s\n", out, extent.nx, extent.nz,
               r->low, r->high, data->datum, hash);
    if (r->filled)
        fprintf(stderr, "twc import: %zu cells without data were filled\n", r->filled);
    if (tiles_x + r->cell < width || tiles_z + r->cell < depth)
        fprintf(
            stderr,
            "twc import: the middle %.0f x %.0f m of the grid's %.1f x %.1f m are used (whole tiles); --extent %.0fx%.0f takes "
            "all of it and repeats its edge outwards\n",
            fmin(tiles_x, width), fmin(tiles_z, depth), width, depth, ceil(width / 512), ceil(depth / 512));
    if (tiles_x > width || tiles_z > depth)
        fprintf(stderr,
                "twc import: the world is larger than the grid's %.1f x %.1f m, whose edge is repeated outwards\n",
                width, depth);
    return status;
}

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
static twc_status import_region(const twc_cli *cli, const char *path, const char *out)
{
    twc_region region;
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    twc_status status = twc_cli_takes_only(cli, "seed out json", "is of elevation grids; a region (*.json) takes none");
    if (!status.code)
        status = twc_region_read(path, &region);
    if (!status.code && cli->seed_given)
        region.seed = (uint32_t)cli->seed;
    if (!status.code)
        status = twc_region_generate(&region, &data);
    if (status.code)
        return status;
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

static twc_status import_grid(const twc_cli *cli, const import_values *v, const char *name, const char *out)
{
    twc_import_options how;
    twc_world_data data;
    twc_import_report report;
    twc_status status = make_options(cli, v, &how);
    how.name = name;
    if (!status.code && cli->seed_given)
        status = twc_fail(TWC_USAGE, "--seed is of regions (*.json); an elevation grid takes none");
    if (!status.code)
        status = twc_import(v->grid, &how, &data, &report);
    if (status.code)
        return status;
    status = twc_world_save(out, &data);
    if (!status.code)
        status = tell(cli, out, &data, &report);
    twc_world_data_destroy(&data);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const import_values *v = values;
    char stem[TWC_WORLD_NAME_SIZE], default_out[TWC_WORLD_NAME_SIZE + 4];
    stem_of(v->grid, stem, sizeof stem);
    snprintf(default_out, sizeof default_out, "%s.h5", stem);
    const char *out = cli->out ? cli->out : default_out;
    return is_region(v->grid) ? import_region(cli, v->grid, out) : import_grid(cli, v, v->name ? v->name : stem, out);
}

const twc_command twc_command_import = {
    .name = "import",
    .summary = "turn an elevation grid, or the parameters of a region, into a world",
    .examples = "  twc import experiments/data/mountain_valley_10m.asc --fill nearest --datum auto --out valley.h5\n"
                "  twc import heights.raw --size 1025x1025 --order big --cell 4 --scale 0.01 --offset=-200\n"
                "  twc import survey.tif --extent 2x3             anything GDAL reads, when gdal-bin is installed\n"
                "  twc import experiments/region.json --seed 7    the test region of another seed\n",
    .wanted = "one elevation grid belongs here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_REGION_SEED | TWC_TAKES_OUT,
    .out_otherwise = "the grid's name with .h5, here",
    .run = run,
};
