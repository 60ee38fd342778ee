/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc build: a world's ground and features as mesh files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"
#include "progress.h"
#include "twc/chunk_grid.h"
#include "store/mesh_faces.h"
#include "store/world_h5.h"
#include "twc/ground.h"

enum { FORMAT, CHUNKS, AREA, FINE_ONLY, REFERENCE, OPTION_COUNT };

static const twc_cli_option option_list[OPTION_COUNT + 1] = {
    {"format", "LIST", "any of vtk, glb, ply, obj, with commas (default: the ending of --out, else vtk)", NULL},
    {"chunks", "X,Z,NX,NZ", "only these chunks of 256 m", NULL},
    {"area", "X,Z,W,D", "only the chunks that meet this area, in metres", NULL},
    {"fine-only", NULL, "treat every macro cell as Fine", NULL},
    {"reference", NULL, "build with the reference, not the fast library", NULL},
    {NULL, NULL, NULL, NULL},
};

typedef struct format {
    const char *name, *ending;
    twc_status (*write)(const char *path, const twc_faces *faces, const char *title);
} format;

static const format formats[] = {{"vtk", ".hdf", twc_mesh_write_vtk},
                                 {"glb", ".glb", twc_mesh_write_glb},
                                 {"ply", ".ply", twc_mesh_write_ply},
                                 {"obj", ".obj", twc_mesh_write_obj}};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats, PATH_SIZE = 1024 };

/* The formats asked for, as bits. */
static twc_status read_formats(const char *text, unsigned *chosen)
{
    *chosen = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        int k = 0;
        while (k < FORMAT_COUNT && (strlen(formats[k].name) != length || strncmp(formats[k].name, text, length) != 0))
            k++;
        if (k == FORMAT_COUNT)
            return twc_fail(TWC_USAGE, "--format takes vtk, glb, ply and obj, not \"%.*s\"", (int)length, text);
        *chosen |= 1u << k;
        text += length + (text[length] == ',');
    }
    return *chosen ? twc_ok() : twc_fail(TWC_USAGE, "--format names no format");
}

/* The format whose ending a path has; -1 for none. */
static int ending_of(const char *path)
{
    size_t length = strlen(path);
    for (int k = 0; k < FORMAT_COUNT; k++)
        if (length > 4 && strcmp(path + length - 4, formats[k].ending) == 0)
            return k;
    return -1;
}

/* The path without ending that outputs start with, and the formats. */
static twc_status choose_outputs(const twc_cli *cli, const char *list, char *stem, unsigned *chosen)
{
    const char *from = cli->out ? cli->out : cli->argv[0];
    int ending = ending_of(from);
    size_t length = strlen(from);
    if (ending >= 0)
        length -= 4;
    else if (!cli->out && length > 3 && strcmp(from + length - 3, ".h5") == 0)
        length -= 3;
    if (length + 5 > PATH_SIZE)
        return twc_fail(TWC_USAGE, "the path of --out is longer than %d bytes", PATH_SIZE - 5);
    memcpy(stem, from, length);
    stem[length] = '\0';
    if (list)
        return read_formats(list, chosen);
    *chosen = ending >= 0 ? 1u << ending : 1;
    return twc_ok();
}

static twc_status read_four(const char *name, const char *text, double value[4])
{
    int end = 0;
    if (sscanf(text, "%lf,%lf,%lf,%lf%n", &value[0], &value[1], &value[2], &value[3], &end) != 4 || text[end])
        return twc_fail(TWC_USAGE, "--%s takes four numbers X,Z,WIDTH,DEPTH, not \"%s\"", name, text);
    for (int k = 0; k < 4; k++)
        if (!(fabs(value[k]) <= 3e7) || (k >= 2 && value[k] <= 0))
            return twc_fail(TWC_USAGE, "--%s: \"%s\" is empty or out of range", name, text);
    return twc_ok();
}

/* The chunks asked for; all of the world by default. */
static twc_status choose_chunks(const twc_cli_option *given, const twc_world *world, twc_rect *chunks)
{
    twc_rect all = twc_world_chunks(world);
    double v[4];
    *chunks = all;
    if (given[CHUNKS].text && given[AREA].text)
        return twc_fail(TWC_USAGE, "--chunks and --area say the same thing twice: give one");
    if (given[CHUNKS].text) {
        twc_status status = read_four("chunks", given[CHUNKS].text, v);
        for (int k = 0; !status.code && k < 4; k++)
            if (v[k] != floor(v[k]))
                status = twc_fail(TWC_USAGE, "--chunks takes whole numbers, not \"%s\"", given[CHUNKS].text);
        if (status.code)
            return status;
        *chunks = (twc_rect){(int32_t)v[0], (int32_t)v[1], (int32_t)v[2], (int32_t)v[3]};
    } else if (given[AREA].text) {
        twc_status status = read_four("area", given[AREA].text, v);
        if (status.code)
            return status;
        chunks->x = (int32_t)floor(v[0] / 256);
        chunks->z = (int32_t)floor(v[1] / 256);
        chunks->nx = (int32_t)ceil((v[0] + v[2]) / 256) - chunks->x;
        chunks->nz = (int32_t)ceil((v[1] + v[3]) / 256) - chunks->z;
    }
    if (chunks->x < all.x || chunks->z < all.z || chunks->nx > all.x + all.nx - chunks->x ||
        chunks->nz > all.z + all.nz - chunks->z)
        return twc_fail(TWC_USAGE, "chunks %d,%d,%d,%d reach out of the world, which has %d,%d,%d,%d", chunks->x,
                        chunks->z, chunks->nx, chunks->nz, all.x, all.z, all.nx, all.nz);
    return twc_ok();
}

static twc_status write_files(const twc_cli *cli, const char *stem, unsigned chosen, const twc_chunk_grid *meshes,
                              const char *title)
{
    twc_faces faces;
    const char *separator = "";
    twc_status status = twc_faces_create(meshes, &faces);
    if (status.code)
        return status;
    if (cli->json)
        printf("{\"triangles\": %zu, \"files\": [", faces.count);
    for (int k = 0; !status.code && k < FORMAT_COUNT; k++) {
        char path[PATH_SIZE + 8];
        if (!(chosen >> k & 1))
            continue;
        snprintf(path, sizeof path, "%s%s", stem, formats[k].ending);
        twc_progress(path, 0);
        status = formats[k].write(path, &faces, title);
        twc_progress("", -1);
        if (status.code)
            break;
        printf(cli->json ? "%s\"%s\"" : "%s%s", separator, path);
        separator = cli->json ? ", " : "\n";
    }
    if (cli->json)
        printf("]}\n");
    else if (*separator)
        printf("\n%zu triangles of %d x %d chunks\n", faces.count, meshes->chunks.nx, meshes->chunks.nz);
    twc_faces_destroy(&faces);
    return status;
}

static twc_status build(const twc_cli *cli, const twc_cli_option *given, const twc_world_data *data)
{
    char stem[PATH_SIZE];
    unsigned chosen = 0;
    twc_rect chunks;
    twc_chunk_grid grid = {0};
    const int reference = given[REFERENCE].text != NULL;
    twc_status status = choose_outputs(cli, given[FORMAT].text, stem, &chosen);
    if (!status.code)
        status = choose_chunks(given, &data->world, &chunks);
    if (status.code)
        return status;
    const twc_chunk_request request = {
        .world = &data->world,
        .chunks = chunks,
        .stages = TWC_BUILD_FEATURES,
        .features = data->features.list,
        .options = {given[FINE_ONLY].text != NULL, reference ? 1 : cli->threads, TWC_STATIC}};
    status = twc_chunk_grid_build(reference ? twc_reference_builder() : twc_fast_builder(cli->level), &request, &grid);
    if (!status.code)
        status = write_files(cli, stem, chosen, &grid, data->name);
    twc_chunk_grid_destroy(&grid);
    return status;
}

int twc_cmd_build(const twc_command *command, int argc, char **argv)
{
    twc_cli_option given[OPTION_COUNT + 1];
    twc_cli cli;
    twc_world_data data;
    memcpy(given, option_list, sizeof given);
    int code = twc_cli_parse(command, argc, argv, given, &cli);
    if (code >= 0)
        return code;
    if (cli.argc != 1)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "one world belongs here (twc build --help)"));
    twc_status status = twc_world_load(cli.argv[0], &data);
    if (!status.code) {
        status = build(&cli, given, &data);
        twc_world_data_destroy(&data);
    }
    return twc_cli_report(command, status);
}
