/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc export: the samples of a world as an elevation grid. */
#include <stdlib.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"
#include "import/import.h"
#include "store/world_h5.h"

enum { FORMAT, ORDER, OPTION_COUNT };

static const twc_cli_option option_list[OPTION_COUNT + 1] = {
    {"format", "NAME",
     "ascii (ESRI, elevations), png or raw (16-bit, the samples themselves); default: by the name of --out", NULL},
    {"order", "NAME", "byte order of RAW16: little (default) or big", NULL},
    {NULL, NULL, NULL, NULL},
};

static twc_status read_options(const twc_cli_option *given, const char *out, twc_grid_format *format, int *big_endian)
{
    *format = twc_grid_format_of(out);
    const char *name = given[FORMAT].text, *order = given[ORDER].text ? given[ORDER].text : "little";
    if (name)
        *format = strcmp(name, "ascii") == 0 ? TWC_GRID_ASCII
                  : strcmp(name, "png") == 0 ? TWC_GRID_PNG
                  : strcmp(name, "raw") == 0 ? TWC_GRID_RAW
                                             : TWC_GRID_BY_NAME;
    if (*format == TWC_GRID_BY_NAME)
        return twc_fail(TWC_USAGE, "--format takes ascii, png or raw, not \"%s\"", name);
    *big_endian = strcmp(order, "big") == 0;
    if (!*big_endian && strcmp(order, "little") != 0)
        return twc_fail(TWC_USAGE, "--order takes little or big, not \"%s\"", order);
    return twc_ok();
}

/* How to make a world of it again. */
static void tell(const char *out, const twc_world_data *data, twc_grid_format format, int big_endian)
{
    twc_rect extent = data->world.extent, samples = twc_world_samples(&data->world);
    fprintf(stderr, "twc export: to get the same samples back: twc import %s --extent=%d,%d,%d,%d", out, extent.x,
            extent.z, extent.nx, extent.nz);
    if (format == TWC_GRID_RAW)
        fprintf(stderr, " --format raw --size %dx%d --order %s", samples.nx, samples.nz, big_endian ? "big" : "little");
    if (format != TWC_GRID_ASCII && data->datum != 0)
        fprintf(stderr, " --offset=%.17g", data->datum - 200);
    if (data->datum != 0)
        fprintf(stderr, " --datum=%.17g", data->datum);
    fputc('\n', stderr);
    if (data->features.list.count > 0)
        fprintf(
            stderr,
            "twc export: the grid holds samples only; the features of the world (%zu), drawn over them, are left out\n",
            data->features.list.count);
}

int twc_cmd_export(const twc_command *command, int argc, char **argv)
{
    twc_cli_option given[OPTION_COUNT + 1];
    twc_cli cli;
    twc_world_data data;
    twc_grid_format format = TWC_GRID_BY_NAME;
    int big_endian = 0;
    memcpy(given, option_list, sizeof given);
    int code = twc_cli_parse(command, argc, argv, given, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 1 || !cli.out)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "one world and --out FILE belong here (twc export --help)"));
    twc_status status = read_options(given, cli.out, &format, &big_endian);
    if (!status.code)
        status = twc_world_load(cli.argv[0], &data);
    if (!status.code) {
        status = twc_export(cli.out, &data, format, big_endian);
        if (!status.code)
            tell(cli.out, &data, format, big_endian);
        twc_world_data_destroy(&data);
    }
    return twc_cli_report(command, status);
}
