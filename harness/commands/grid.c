/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc grid: water on an elevation grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "import/drainage.h"
#include "import/import.h"
#include "write_json.h"

typedef struct grid_values {
    const char *grid;
    int kind, format;
    double rise, cell;
} grid_values;

static const grid_values defaults = {.kind = -1, .format = -1};

static const char *const kinds[] = {"flood", "accumulate", "slope", NULL}; /* of twc_drainage_kind */
static const char *const units[] = {"metre", "", ""};
static const char *const formats[] = {"ascii", "tiff", NULL};
static const twc_grid_format format_of[] = {TWC_GRID_ASCII, TWC_GRID_TIFF};

static const twc_option arguments[] = {
    {.name = "WHAT",
     .choice = &defaults.kind,
     .choices = kinds,
     .help = "the surface of standing water; how much ground drains through each cell; how steeply it leaves"},
    {.name = "GRID",
     .text = &defaults.grid,
     .names = TWC_NAMES_FILE,
     .help = "an elevation grid, as twc import reads it"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "rise",
     .value = "METRES",
     .real = &defaults.rise,
     .high = 1000,
     .unit = "m",
     .help = "how much water rises from cell to cell where it stands, so that it drains"},
    {.name = "cell",
     .value = "METRES",
     .real = &defaults.cell,
     .low = 0.01,
     .high = 1e6,
     .unit = "m",
     .help = "side of a cell",
     .otherwise = "what the file says, 4 m for PNG"},
    {.name = "format",
     .value = "NAME",
     .choice = &defaults.format,
     .choices = formats,
     .help = "ESRI ASCII, or GeoTIFF when gdal-bin is installed",
     .otherwise = "by the name of --out"},
    {.name = NULL},
};

static twc_status tell(const twc_cli *cli, const grid_values *v, const twc_grid *grid,
                       const twc_drainage_report *report)
{
    if (cli->json) {
        cJSON *json = cJSON_CreateObject();
        twc_json_add_text(json, "what", kinds[v->kind]);
        twc_json_add_number(json, "columns", grid->columns);
        twc_json_add_number(json, "rows", grid->rows);
        twc_json_add_printed(json, "cell", "%.17g", grid->cell);
        twc_json_add_number(json, "cells", (double)report->cells);
        twc_json_add_number(json, "outlets", (double)report->outlets);
        twc_json_add_printed(json, "least", "%.17g", report->value_least);
        twc_json_add_printed(json, "largest", "%.17g", report->largest);
        if (v->kind != TWC_DRAINAGE_SLOPE) {
            twc_json_add_number(json, "filled", (double)report->filled);
            twc_json_add_printed(json, "deepest", "%.17g", report->deepest);
            twc_json_add_printed(json, "volume", "%.17g", report->volume);
        } else {
            twc_json_add_number(json, "pits", (double)report->pits);
        }
        return twc_json_print(json, TWC_JSON_LINE, stdout);
    }
    FILE *out = cli->out && strcmp(cli->out, "-") == 0 ? stderr : stdout;
    fprintf(out, "%d x %d cells of %.6g m, %zu with a height, %zu where water leaves\n", grid->columns, grid->rows,
            grid->cell, report->cells, report->outlets);
    if (v->kind != TWC_DRAINAGE_SLOPE)
        fprintf(out, "standing water: %zu cells, at most %.6g m deep, %.6g m3\n", report->filled, report->deepest,
                report->volume);
    if (v->kind == TWC_DRAINAGE_FLOOD)
        fprintf(out, "its surface: %.6g to %.6g m\n", report->value_least, report->largest);
    else if (v->kind == TWC_DRAINAGE_ACCUMULATE)
        fprintf(out, "the most that drains through one cell: %.6g m2\n", report->largest);
    else
        fprintf(out, "the steepest slope: %.6g; pits: %zu\n", report->largest, report->pits);
    return twc_ok();
}

static twc_status write_values(const twc_cli *cli, const grid_values *v, const twc_grid *grid)
{
    const twc_grid_format format = v->format >= 0 ? format_of[v->format] : twc_export_format_of(cli->out);
    const size_t cells = (size_t)grid->columns * (size_t)grid->rows;
    twc_drainage_report report;
    if (format != TWC_GRID_ASCII && format != TWC_GRID_TIFF)
        return twc_fail(TWC_USAGE, "cannot tell the format of %s by its name: pass --format ascii or tiff", cli->out);
    if (strcmp(cli->out, "-") == 0 && (format != TWC_GRID_ASCII || cli->json))
        return twc_fail(TWC_USAGE, "standard output takes one text: pass --format ascii without --json, or name a "
                                   "file with --out");
    double *values = malloc(cells * sizeof *values);
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for %zu cells", cells);
    twc_status status = twc_grid_drainage(twc_fast_grid(cli->level), (twc_drainage_kind)v->kind, (float)v->rise, grid,
                                          values, &report);
    if (!status.code)
        status = twc_grid_write(cli->out, format, grid, units[v->kind], values);
    if (!status.code)
        status = tell(cli, v, grid, &report);
    free(values);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const grid_values *v = values;
    const twc_grid_options options_of_file = {.cell = v->cell, .scale = 0.01, .offset = -200};
    twc_grid grid;
    if (!cli->out)
        return twc_fail(TWC_USAGE, "what, one grid and --out FILE belong here (twc grid --help)");
    if (v->kind == TWC_DRAINAGE_SLOPE && twc_cli_given(cli, "rise"))
        return twc_fail(TWC_USAGE, "--rise is of standing water, and slopes are those of the ground as it is");
    if (twc_grid_format_of(v->grid) == TWC_GRID_RAW)
        return twc_fail(TWC_USAGE,
                        "%s is 16 bits without a header, which does not say how many columns it has: make it an ESRI "
                        "ASCII grid first (twc import %s --size COLUMNSxROWS, then twc export)",
                        v->grid, v->grid);
    twc_status status = twc_grid_read(v->grid, &options_of_file, &grid);
    if (status.code)
        return status;
    status = write_values(cli, v, &grid);
    twc_grid_destroy(&grid);
    return status;
}

const twc_command twc_command_grid = {
    .name = "grid",
    .summary = "water on an elevation grid: lakes, drainage, slopes",
    .examples = "  twc grid flood valley.asc --out water.asc                   pits filled to where they spill\n"
                "  twc grid accumulate dem.tif --rise 0.001 --out area.tif     with gdal-bin: where the streams are\n"
                "  twc grid slope dem.tif --out slope.asc --json\n"
                "  twc grid flood valley.asc --format ascii --out - | gzip > water.asc.gz\n",
    .wanted = "what (flood, accumulate or slope), one grid and --out FILE belong here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_STREAM_OUT | TWC_TAKES_LEVEL | TWC_TAKES_JSON,
    .out_otherwise = "none: it must be given",
    .run = run,
};
