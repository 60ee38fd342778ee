/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc export: the samples of a world as an elevation grid. */
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "import/import.h"
#include "store/open_session.h"

typedef struct export_values {
    const char *world;
    int format, big_endian;
} export_values;

static const export_values defaults = {.format = -1};

static const char *const formats[] = {"ascii", "png", "raw", "tiff", NULL};
static const twc_grid_format format_of[] = {TWC_GRID_ASCII, TWC_GRID_PNG, TWC_GRID_RAW, TWC_GRID_TIFF};
static const char *const orders[] = {"little", "big", NULL};

static const twc_option arguments[] = {
    {.name = "WORLD.h5[+LOG]",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "the world to export, or after its log"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "format",
     .value = "NAME",
     .choice = &defaults.format,
     .choices = formats,
     .help = "ESRI ASCII or GeoTIFF with elevations and the world's place, or the 16-bit samples themselves",
     .otherwise = "by the name of --out"},
    {.name = "order",
     .value = "NAME",
     .choice = &defaults.big_endian,
     .choices = orders,
     .help = "byte order of RAW16"},
    {.name = NULL},
};

/* How to make a world of it again. */
static void tell(const char *out, const twc_world_data *data, twc_grid_format format, int big_endian)
{
    twc_rect extent = data->world.extent, samples = twc_world_samples(&data->world);
    fprintf(stderr, "twc export: to get the same samples back: twc import %s --extent=%d,%d,%d,%d", out, extent.x,
            extent.z, extent.nx, extent.nz);
    if (format == TWC_GRID_RAW)
        fprintf(stderr, " --format raw --size %dx%d --order %s", samples.nx, samples.nz, big_endian ? "big" : "little");
    const double per_metre = data->georeference.per_x[0];
    if ((format == TWC_GRID_ASCII || format == TWC_GRID_TIFF) && twc_georeference_placed(&data->georeference) &&
        (per_metre < 1 || per_metre > 1))
        fputs(" --cell 4", stderr); /* in feet, a cell of 4 m is no round number */
    if ((format == TWC_GRID_PNG || format == TWC_GRID_RAW) && data->datum != 0)
        fprintf(stderr, " --offset=%.17g", data->datum - 200);
    if (data->datum != 0)
        fprintf(stderr, " --datum=%.17g", data->datum);
    fputc('\n', stderr);
    if ((format == TWC_GRID_PNG || format == TWC_GRID_RAW) && twc_georeference_placed(&data->georeference))
        fprintf(stderr,
                "twc export: a file of this kind does not say where it lies; one of ESRI ASCII or GeoTIFF does\n");
    if (data->features.list.count > 0)
        fprintf(
            stderr,
            "twc export: the grid holds samples only; the features of the world (%zu), drawn over them, are left out\n",
            data->features.list.count);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const export_values *v = values;
    twc_world_data data;
    if (!cli->out)
        return twc_fail(TWC_USAGE, "one world and --out FILE belong here (twc export --help)");
    twc_grid_format format = v->format >= 0 ? format_of[v->format] : twc_export_format_of(cli->out);
    const int standard = strcmp(cli->out, "-") == 0;
    if (standard && v->format < 0)
        return twc_fail(TWC_USAGE, "standard output has no name to tell a format by: pass --format ascii, png or raw");
    if (standard && format == TWC_GRID_TIFF)
        return twc_fail(TWC_USAGE, "GeoTIFF is written by GDAL, and not from front to end: standard output can't take "
                                   "it; pass --format ascii, png or raw, or name a file with --out");
    if (standard && format != TWC_GRID_ASCII && isatty(STDOUT_FILENO))
        return twc_fail(TWC_USAGE,
                        "standard output is a terminal, and this is no text: send it on, or name a file with "
                        "--out");
    if (format != TWC_GRID_RAW && twc_cli_given(cli, "order"))
        return twc_fail(TWC_USAGE, "--order is of RAW16 files, and this is none");
    twc_status status = twc_world_open_named(cli->level, v->world, cli->memory, &data);
    if (status.code)
        return status;
    status = twc_world_data_need_all(&data);
    if (!status.code)
        status = twc_export(cli->out, &data, format, v->big_endian);
    if (!status.code)
        tell(cli->out, &data, format, v->big_endian);
    twc_world_data_destroy(&data);
    return status;
}

const twc_command twc_command_export = {
    .name = "export",
    .summary = "write the heights of a world as an elevation grid",
    .examples =
        "  twc export valley.h5 --out valley.asc\n"
        "  twc export valley.h5 --out valley.tif             with the world's place, when gdal-bin is installed\n"
        "  twc export valley.h5 --out valley.png\n"
        "  twc export valley.h5+valley.log --out now.asc     the world after its log\n"
        "  twc export valley.h5 --out valley.raw --order big\n"
        "  twc export valley.h5 --format ascii --out - | gzip > valley.asc.gz\n",
    .wanted = "one world and --out FILE belong here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_STREAM_OUT | TWC_TAKES_MEMORY,
    .out_otherwise = "none: it must be given",
    .run = run,
};
