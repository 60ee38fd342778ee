/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc import: an elevation grid, or the parameters of a region, becomes a world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"
#include "import/import.h"
#include "regions/region.h"
#include "store/world_h5.h"

enum { FORMAT, SIZE, ORDER, CELL, SCALE, OFFSET, NO_DATA, FILL, DATUM, EXTENT, NAME, OPTION_COUNT };

static const twc_cli_option option_list[OPTION_COUNT + 1] = {
    {"format", "NAME", "ascii (ESRI), png (16-bit grey), raw (16-bit, no header) or gdal; default: by the file's name",
     NULL},
    {"size", "WxH", "columns and rows of a RAW16 file", NULL},
    {"order", "NAME", "byte order of a RAW16 file: little (default) or big", NULL},
    {"cell", "METRES", "side of a cell; default: what the file says, 4 m for PNG and RAW16", NULL},
    {"scale", "NUMBER", "PNG, RAW16: metres a step (default 0.01)", NULL},
    {"offset", "METRES", "PNG, RAW16: height of a stored 0 (default -200)", NULL},
    {"no-data", "NUMBER", "the stored value that means no data; default: what the file says", NULL},
    {"fill", "HOW", "cells without data: none (default: refuse), nearest, mean, or a height in metres", NULL},
    {"datum", "METRES", "taken off every elevation, so that it fits the encoding; auto chooses one (default 0)", NULL},
    {"extent", "TILES",
     "NXxNZ or X,Z,NX,NZ in tiles of 512 m; default: what the grid fills; a larger one repeats its edge", NULL},
    {"name", "TEXT", "name of the world (default: the file's)", NULL},
    {NULL, NULL, NULL, NULL},
};

static twc_status read_grid_format(const char *text, twc_grid_format *format)
{
    static const char *const names[] = {"", "ascii", "png", "raw", "gdal"};
    for (int k = 1; k <= TWC_GRID_GDAL; k++) {
        if (strcmp(text, names[k]) == 0) {
            *format = (twc_grid_format)k;
            return twc_ok();
        }
    }
    return twc_fail(TWC_USAGE, "--format takes ascii, png, raw or gdal, not \"%s\"", text);
}

/* "WxH" into two integers. */
static twc_status read_pair(const char *name, const char *text, int32_t limit, int32_t pair[2])
{
    int end = 0;
    if (sscanf(text, "%7d%*[xX]%7d%n", &pair[0], &pair[1], &end) != 2 || text[end] || pair[0] < 1 || pair[1] < 1 ||
        pair[0] > limit || pair[1] > limit)
        return twc_fail(TWC_USAGE, "--%s takes two sizes from 1 to %d such as 2x3, not \"%s\"", name, limit, text);
    return twc_ok();
}

static twc_status read_extent(const char *text, twc_import_options *o)
{
    int32_t pair[2];
    int end = 0;
    if (sscanf(text, "%7d,%7d,%7d,%7d%n", &o->extent.x, &o->extent.z, &o->extent.nx, &o->extent.nz, &end) == 4 &&
        !text[end] && o->extent.nx > 0 && o->extent.nz > 0) {
        o->extent_placed = 1;
        return twc_ok();
    }
    if (read_pair("extent", text, 2 * TWC_TILE_LIMIT, pair).code)
        return twc_fail(TWC_USAGE, "--extent takes NXxNZ or X,Z,NX,NZ in tiles, such as 2x3 or -1,-1,2,3, not \"%s\"",
                        text);
    o->extent.nx = pair[0];
    o->extent.nz = pair[1];
    return twc_ok();
}

static twc_status read_fill(const char *text, twc_import_options *o)
{
    static const char *const names[] = {"none", "nearest", "mean"};
    for (int k = 0; k < 3; k++) {
        if (strcmp(text, names[k]) == 0) {
            o->fill = (twc_fill)k;
            return twc_ok();
        }
    }
    o->fill = TWC_FILL_VALUE;
    if (twc_cli_real("fill", text, -1e6, 1e6, &o->fill_value).code)
        return twc_fail(TWC_USAGE, "--fill takes none, nearest, mean or a height in metres, not \"%s\"", text);
    return twc_ok();
}

/* The options that describe the file. */
static twc_status read_grid_options(const twc_cli_option *given, twc_grid_options *grid)
{
    twc_status status = twc_ok();
    int32_t pair[2] = {0, 0};
    *grid = (twc_grid_options){.scale = 0.01, .offset = -200};
    if (given[FORMAT].text)
        status = read_grid_format(given[FORMAT].text, &grid->format);
    if (!status.code && given[SIZE].text)
        status = read_pair("size", given[SIZE].text, 1 << 20, pair);
    grid->columns = pair[0];
    grid->rows = pair[1];
    if (!status.code && given[ORDER].text) {
        grid->big_endian = strcmp(given[ORDER].text, "big") == 0;
        if (!grid->big_endian && strcmp(given[ORDER].text, "little") != 0)
            status = twc_fail(TWC_USAGE, "--order takes little or big, not \"%s\"", given[ORDER].text);
    }
    if (!status.code && given[CELL].text)
        status = twc_cli_real("cell", given[CELL].text, 0.01, 1e6, &grid->cell);
    if (!status.code && given[SCALE].text)
        status = twc_cli_real("scale", given[SCALE].text, -1e6, 1e6, &grid->scale);
    if (!status.code && given[OFFSET].text)
        status = twc_cli_real("offset", given[OFFSET].text, -1e6, 1e6, &grid->offset);
    grid->has_no_data = given[NO_DATA].text != NULL;
    if (!status.code && grid->has_no_data)
        status = twc_cli_real("no-data", given[NO_DATA].text, -HUGE_VAL, HUGE_VAL, &grid->no_data);
    return status;
}

static twc_status read_options(const twc_cli_option *given, twc_import_options *o)
{
    memset(o, 0, sizeof *o);
    twc_status status = read_grid_options(given, &o->grid);
    if (!status.code && given[FILL].text)
        status = read_fill(given[FILL].text, o);
    if (!status.code && given[DATUM].text) {
        o->datum_auto = strcmp(given[DATUM].text, "auto") == 0;
        if (!o->datum_auto && twc_cli_real("datum", given[DATUM].text, -1e6, 1e6, &o->datum).code)
            status = twc_fail(TWC_USAGE, "--datum takes metres or auto, not \"%s\"", given[DATUM].text);
    }
    if (!status.code && given[EXTENT].text)
        status = read_extent(given[EXTENT].text, o);
    return status;
}

static void tell(const twc_cli *cli, const char *out, const twc_world_data *data, const twc_import_report *r)
{
    twc_rect extent = data->world.extent;
    char hash[TWC_HASH_HEX];
    twc_world_hash(data, hash);
    double width = r->columns * r->cell, depth = r->rows * r->cell, tiles_x = 512.0 * extent.nx,
           tiles_z = 512.0 * extent.nz;
    if (cli->json)
        printf(
            "{\"world\": \"%s\", \"extent\": [%d, %d, %d, %d], \"datum\": %.17g, \"low\": %.17g, \"high\": %.17g, \"filled\": %zu, "
            "\"sha256\": \"%s\"}\n",
            out, extent.x, extent.z, extent.nx, extent.nz, data->datum, r->low, r->high, r->filled, hash);
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
static twc_status import_region(const twc_cli *cli, const char *out)
{
    twc_region region;
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    twc_status status = twc_region_read(cli->argv[0], &region);
    if (!status.code && cli->seed_given)
        region.seed = (uint32_t)cli->seed;
    if (!status.code)
        status = twc_region_generate(&region, &data);
    if (status.code)
        return status;
    status = twc_world_save(out, &data);
    twc_world_hash(&data, hash);
    twc_world_data_destroy(&data);
    if (!status.code && cli->json)
        printf("{\"world\": \"%s\", \"seed\": %u, \"sha256\": \"%s\"}\n", out, region.seed, hash);
    else if (!status.code)
        printf("%s: %s, seed %u, sha256 %s\n", out, region.name, region.seed, hash);
    return status;
}

/* Options say how to read a grid; a region has no use for any of them. */
static twc_status refuse_options(const twc_cli_option *given)
{
    for (int k = 0; k < OPTION_COUNT; k++)
        if (given[k].text)
            return twc_fail(TWC_USAGE, "--%s is of elevation grids; a region (*.json) takes only --seed and --out",
                            given[k].name);
    return twc_ok();
}

int twc_cmd_import(const twc_command *command, int argc, char **argv)
{
    twc_cli_option given[OPTION_COUNT + 1];
    twc_cli cli;
    twc_import_options options;
    twc_world_data data;
    twc_import_report report;
    char stem[TWC_WORLD_NAME_SIZE], default_out[TWC_WORLD_NAME_SIZE + 4];
    memcpy(given, option_list, sizeof given);
    int code = twc_cli_parse(command, argc, argv, given, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 1)
        return twc_cli_report(
            command, twc_fail(TWC_USAGE, "one elevation grid belongs here, not %d (twc import --help)", cli.argc));
    twc_status status = read_options(given, &options);
    if (status.code)
        return twc_cli_report(command, status);
    stem_of(cli.argv[0], stem, sizeof stem);
    snprintf(default_out, sizeof default_out, "%s.h5", stem);
    options.name = given[NAME].text ? given[NAME].text : stem;
    const char *out = cli.out ? cli.out : default_out;
    if (is_region(cli.argv[0])) {
        status = refuse_options(given);
        return twc_cli_report(command, status.code ? status : import_region(&cli, out));
    }
    status = twc_import(cli.argv[0], &options, &data, &report);
    if (!status.code) {
        status = twc_world_save(out, &data);
        if (!status.code)
            tell(&cli, out, &data, &report);
        twc_world_data_destroy(&data);
    }
    return twc_cli_report(command, status);
}
