/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc build: a world's ground and features as mesh files, a view of its levels of detail, or a land's own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/build_tileset.h"
#include "commands/command.h"
#include "commands/paths.h"
#include "commands/query_land.h"
#include "generate/land_mesh.h"
#include "measure/detail_view.h"
#include "progress.h"
#include "store/mesh_faces.h"
#include "store/open_session.h"
#include "twc/chunk_grid.h"
#include "write_json.h"
#include "twc/ground.h"

typedef struct build_values {
    const char *world;
    unsigned formats; /* as bits; 0: by the name of --out */
    twc_rect chunks;
    twc_area area;
    int fine_only, reference;
    twc_position eye; /* of --lod */
    double tolerance; /* pixels */
    const char *tileset;
} build_values;

static const build_values defaults = {.area = {.x = NAN}, .eye = {.x = NAN}, .tolerance = 2};

static const char *const format_names[] = {"vtk", "glb", "ply", "obj", NULL};

static const twc_option arguments[] = {
    {.name = "WORLD.h5[+LOG]",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "the world to build, or after its log, or a land (*.json)"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "format",
     .value = "LIST",
     .set = &defaults.formats,
     .choices = format_names,
     .help = "any of these, with commas between them",
     .otherwise = "the ending of --out, else vtk"},
    {.name = "chunks", .value = "X,Z,NX,NZ", .rectangle = &defaults.chunks, .help = "only these chunks of 256 m"},
    {.name = "area",
     .value = "X,Z,W,D",
     .area = &defaults.area,
     .help = "only the chunks that meet this area, in metres"},
    {.name = "fine-only", .flag = &defaults.fine_only, .help = "treat every macro cell as Fine"},
    {.name = "lod",
     .value = "X,Y,Z",
     .position = &defaults.eye,
     .help = "all of the ground as it is drawn from this eye, in metres: coarser where it looks the same, and closed; "
             "without features"},
    {.name = "tolerance",
     .value = "PIXELS",
     .real = &defaults.tolerance,
     .low = 0.0625,
     .high = 4000,
     .help = "how far off --lod may be, in a picture of 1080 lines and 60 degrees"},
    {.name = "tileset",
     .value = "FOLDER",
     .text = &defaults.tileset,
     .names = TWC_NAMES_FOLDER,
     .help = "the ground at all levels of detail as 3D Tiles 1.1, with skirts, in place of a mesh file"},
    {.name = "reference", .flag = &defaults.reference, .help = "build with the reference, not the fast library"},
    {.name = NULL},
};

/* In the order of their names. */
static const struct {
    const char *ending;
    twc_status (*write)(const char *path, const twc_faces *faces, const char *title);
} formats[] = {{".hdf", twc_mesh_write_vtk},
               {".glb", twc_mesh_write_glb},
               {".ply", twc_mesh_write_ply},
               {".obj", twc_mesh_write_obj}};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats, VTK = 0, PLY = 2, OBJ = 3, PATH_SIZE = 1024 };

static const char vtkhdf[] = ".vtkhdf"; /* the other name of the first of them */

static int ends_with(const char *path, size_t length, const char *ending)
{
    const size_t own = strlen(ending);
    return length > own && memcmp(path + length - own, ending, own) == 0;
}

/* The ending that a path has of those that formats have, and in *format which; nothing for none. */
static const char *ending_of(const char *path, size_t length, int *format)
{
    for (*format = 0; *format < FORMAT_COUNT; ++*format)
        if (ends_with(path, length, formats[*format].ending))
            return formats[*format].ending;
    *format = 0;
    return ends_with(path, length, vtkhdf) ? vtkhdf : "";
}

static int is_json(const char *path)
{
    return ends_with(path, strlen(path), ".json");
}

/* Where the files go. */
typedef struct outputs {
    char stem[PATH_SIZE]; /* the path without ending that they start with */
    const char *vtk;      /* the ending of a VTKHDF file */
    unsigned formats;
    int standard; /* the one text goes to standard output instead */
} outputs;

/* Whether standard output can be the file that is written. */
static twc_status check_standard(const twc_cli *cli, const outputs *o)
{
    if (o->formats == 1u << VTK)
        return twc_fail(TWC_USAGE,
                        "VTKHDF is HDF5, which is not written from front to end: standard output can't take it; "
                        "pass --format glb, ply or obj, or name a file with --out");
    if (cli->json || (o->formats & (o->formats - 1)))
        return twc_fail(TWC_USAGE, "standard output takes one file: pass --format glb, ply or obj alone, without "
                                   "--json, or name a file with --out");
    if (o->formats != 1u << OBJ && isatty(STDOUT_FILENO))
        return twc_fail(TWC_USAGE,
                        "standard output is a terminal, and %s is no text: send it on, or name a file with "
                        "--out",
                        o->formats == 1u << PLY ? "PLY" : "GLB");
    return twc_ok();
}

static twc_status choose_outputs(const twc_cli *cli, const build_values *v, outputs *o)
{
    const char *from = cli->out ? cli->out : v->world;
    size_t length = cli->out ? strlen(from) : (size_t)(twc_named_log(from) - from);
    int format;
    const char *ending = ending_of(from, length, &format);
    if (*ending)
        length -= strlen(ending);
    else if (!cli->out && ends_with(from, length, ".h5"))
        length -= 3;
    else if (!cli->out && is_json(from))
        length -= 5;
    if (length + sizeof vtkhdf > PATH_SIZE)
        return twc_fail(TWC_USAGE, "the path of --out is longer than %zu bytes", PATH_SIZE - sizeof vtkhdf);
    memcpy(o->stem, from, length);
    o->stem[length] = '\0';
    o->vtk = ending == vtkhdf && cli->out ? vtkhdf : formats[0].ending;
    o->formats = v->formats ? v->formats : 1u << format;
    o->standard = cli->out && strcmp(cli->out, "-") == 0;
    return o->standard ? check_standard(cli, o) : twc_ok();
}

/* The chunks asked for; all of the world by default. */
static twc_status choose_chunks(const twc_cli *cli, const build_values *v, const twc_world *world, twc_rect *chunks)
{
    twc_rect all = twc_world_chunks(world);
    int listed = twc_cli_given(cli, "chunks"), measured = twc_cli_given(cli, "area");
    *chunks = all;
    if (listed && measured)
        return twc_fail(TWC_USAGE, "--chunks and --area say the same thing twice: give one");
    if ((listed && (v->chunks.nx <= 0 || v->chunks.nz <= 0)) || (measured && !(v->area.width > 0 && v->area.depth > 0)))
        return twc_fail(TWC_USAGE, "--%s is empty: its width and its depth are above 0", listed ? "chunks" : "area");
    if (listed) {
        *chunks = v->chunks;
    } else if (measured) {
        chunks->x = (int32_t)floor(v->area.x / 256);
        chunks->z = (int32_t)floor(v->area.z / 256);
        chunks->nx = (int32_t)ceil((v->area.x + v->area.width) / 256) - chunks->x;
        chunks->nz = (int32_t)ceil((v->area.z + v->area.depth) / 256) - chunks->z;
    }
    if (chunks->x < all.x || chunks->z < all.z || chunks->nx > all.x + all.nx - chunks->x ||
        chunks->nz > all.z + all.nz - chunks->z)
        return twc_fail(TWC_USAGE, "chunks %d,%d,%d,%d reach out of the world, which has %d,%d,%d,%d", chunks->x,
                        chunks->z, chunks->nx, chunks->nz, all.x, all.z, all.nx, all.nz);
    return twc_ok();
}

static void path_of(const outputs *o, int k, char path[PATH_SIZE + 8])
{
    const char *ending = k == 0 ? o->vtk : formats[k].ending;
    snprintf(path, PATH_SIZE + 8, "%s%s", o->standard ? "-" : o->stem, o->standard ? "" : ending);
}

static twc_status tell(const twc_cli *cli, const outputs *o, size_t triangles, const char *of)
{
    FILE *out = o->standard ? stderr : stdout;
    cJSON *json = cli->json ? cJSON_CreateObject() : NULL, *files = NULL;
    if (cli->json) {
        twc_json_add_number(json, "triangles", (double)triangles);
        files = twc_json_add_array(json, "files");
    }
    for (int k = 0; k < FORMAT_COUNT; k++) {
        char path[PATH_SIZE + 8];
        path_of(o, k, path);
        if (!(o->formats >> k & 1))
            continue;
        if (cli->json)
            twc_json_add_text(files, NULL, path);
        else if (!o->standard)
            fprintf(out, "%s\n", path);
    }
    if (cli->json)
        return twc_json_print(json, TWC_JSON_LINE, out);
    fprintf(out, "%zu triangles of %s\n", triangles, of);
    return twc_ok();
}

static twc_status write_files(const outputs *o, const twc_faces *faces, const char *title)
{
    twc_status status = twc_ok();
    for (int k = 0; !status.code && k < FORMAT_COUNT; k++) {
        char path[PATH_SIZE + 8];
        path_of(o, k, path);
        if (!(o->formats >> k & 1))
            continue;
        twc_progress(path, 0);
        status = formats[k].write(path, faces, title);
        twc_progress("", -1);
    }
    return status;
}

static twc_status write_meshes(const twc_cli *cli, const outputs *o, const twc_chunk_grid *meshes, const char *title,
                               const char *of)
{
    twc_faces faces;
    twc_status status = twc_faces_create(meshes, &faces);
    if (status.code)
        return status;
    faces.threads = cli->threads;
    status = write_files(o, &faces, title);
    if (!status.code)
        status = tell(cli, o, faces.count, of);
    twc_faces_destroy(&faces);
    return status;
}

/* ---- levels of detail ---- */

enum { PIXELS = 935, SIXTEENTHS = 16 }; /* of a metre at a metre: 1080 lines at 60 degrees */

static int of_levels(const build_values *v)
{
    return !isnan(v->eye.x) || v->tileset;
}

static twc_status check_view(const twc_cli *cli, const build_values *v)
{
    static const char *const others[] = {"chunks", "area", "fine-only", "format", "out"};
    if (twc_cli_given(cli, "tolerance") && isnan(v->eye.x))
        return twc_fail(TWC_USAGE, "--tolerance is of --lod: say where the eye is");
    if (v->tileset && !isnan(v->eye.x))
        return twc_fail(TWC_USAGE, "--tileset holds all levels, whatever the eye: it goes without --lod");
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (of_levels(v) && (v->tileset || k < 3) && twc_cli_given(cli, others[k]))
            return twc_fail(TWC_USAGE, "--%s draws all of the world by its classes: it goes without --%s",
                            v->tileset ? "tileset" : "lod", others[k]);
    return twc_ok();
}

static twc_status write_tileset(const twc_cli *cli, const build_values *v, const twc_world_data *data,
                                const twc_detail_made *made)
{
    twc_tileset_made report;
    const twc_status status = twc_build_tileset(data, made, v->tileset, &report);
    if (status.code)
        return status;
    if (cli->json) {
        cJSON *json = cJSON_CreateObject();
        twc_json_add_number(json, "tiles", (double)report.tiles);
        twc_json_add_number(json, "triangles", (double)report.triangles);
        twc_json_add_number(json, "files", (double)report.files);
        twc_json_add_number(json, "skirt_median_m", report.median);
        twc_json_add_number(json, "skirt_deepest_m", report.deepest);
        return twc_json_print(json, TWC_JSON_LINE, stdout);
    }
    printf(
        "%s/tileset.json\n%zu tiles of levels 0 to %d, %zu triangles; skirts of %.2f m in the median, %.2f m at most\n",
        v->tileset, report.tiles, made->tree.levels, report.triangles, report.median, report.deepest);
    return twc_ok();
}

static twc_status write_view(const twc_cli *cli, const outputs *where, const twc_detail_built *built,
                             const twc_world_data *data)
{
    twc_faces faces;
    char of[96];
    int32_t finest = TWC_DETAIL_LEVELS, coarsest = 0;
    for (size_t k = 0; k < built->count; k++) {
        const int32_t level = built->chunk[k].level;
        finest = level < finest ? level : finest;
        coarsest = level > coarsest ? level : coarsest;
    }
    snprintf(of, sizeof of, "%zu chunks of levels %d to %d", built->count, finest, coarsest);
    twc_status status = twc_faces_create_view(built->count, built->chunk, built->mesh, twc_world_chunks(&data->world),
                                              &faces);
    if (!status.code)
        status = write_files(where, &faces, data->name);
    if (!status.code)
        status = tell(cli, where, faces.count, of);
    twc_faces_destroy(&faces);
    return status;
}

static twc_status build_view(const twc_cli *cli, const build_values *v, const outputs *where, twc_world_data *data)
{
    const twc_detail_kernels kernels = v->reference
                                           ? (twc_detail_kernels){twc_reference_ground(), twc_reference_detail()}
                                           : twc_detail_kernels_at(cli->level);
    const twc_eye eye = v->tileset
                            ? (twc_eye){0, 0, 0, 0, 0}
                            : (twc_eye){(int32_t)rint(100 * v->eye.x), (int32_t)rint(100 * (v->eye.y - data->datum)),
                                        (int32_t)rint(100 * v->eye.z), PIXELS,
                                        (uint32_t)rint(SIXTEENTHS * v->tolerance)};
    twc_detail_made made = {.world = NULL};
    twc_detail_built built = {0};
    twc_status status = twc_world_data_need_all(data);
    twc_progress("levels of detail", 0);
    if (!status.code)
        status = twc_detail_make(&data->world, kernels, &made);
    if (!status.code && !v->tileset) {
        twc_detail_look(&made, eye);
        status = twc_detail_build_view(&made, &built);
    }
    twc_progress("", -1);
    if (!status.code && data->features.list.count > 0)
        fprintf(stderr, "twc build: levels of detail are of the ground: %zu features are left out\n",
                data->features.list.count);
    if (!status.code)
        status = v->tileset ? write_tileset(cli, v, data, &made) : write_view(cli, where, &built, data);
    twc_detail_built_destroy(&built);
    twc_detail_made_destroy(&made);
    return status;
}

static twc_status build(const twc_cli *cli, const build_values *v, const outputs *where, twc_world_data *data)
{
    twc_rect chunks;
    twc_chunk_grid grid = {0};
    char of[48];
    twc_status status = choose_chunks(cli, v, &data->world, &chunks);
    if (!status.code)
        status = twc_world_data_need_chunks(data, chunks);
    if (status.code)
        return status;
    snprintf(of, sizeof of, "%d x %d chunks", chunks.nx, chunks.nz);
    const twc_chunk_request request = {.world = &data->world,
                                       .chunks = chunks,
                                       .stages = TWC_BUILD_FEATURES,
                                       .features = data->features.list,
                                       .options = {v->fine_only, v->reference ? 1 : cli->threads, TWC_DYNAMIC}};
    status = twc_chunk_grid_build(v->reference ? twc_reference_builder() : twc_fast_builder(cli->level), &request,
                                  &grid);
    if (!status.code)
        status = write_meshes(cli, where, &grid, data->name, of);
    twc_chunk_grid_destroy(&grid);
    return status;
}

static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    outputs where;
    char path[PATH_SIZE + 8];
    const build_values *v = values;
    if (v->tileset) {
        twc_paths_folder(paths, v->tileset, "", 1);
        return;
    }
    if (choose_outputs(cli, values, &where).code || where.standard)
        return; /* it will be refused, or is standard output */
    for (int k = 0; k < FORMAT_COUNT; k++) {
        path_of(&where, k, path);
        if (where.formats >> k & 1)
            twc_paths_write(paths, path);
    }
}

/* A land drawn by itself (generate/land_mesh.h): one mesh about the origin. */
static twc_status build_land(const twc_cli *cli, const build_values *v, const outputs *where)
{
    twc_land_made made = {.memory = NULL};
    twc_mesh mesh = {0};
    twc_status status = twc_cli_takes_only(cli, "format out json level", "is of worlds; a land is drawn whole");
    if (!status.code)
        status = twc_land_open(cli, v->world, &made);
    if (!status.code)
        status = twc_land_draw(&made.ground, &mesh);
    if (!status.code) {
        const twc_chunk_grid whole = {
            .chunks = {0, 0, 1, 1}, .count = 1, .mesh = &mesh, .triangle_count = mesh.triangle_count};
        status = write_meshes(cli, where, &whole, made.land.name, made.land.name);
    }
    twc_land_mesh_destroy(&mesh);
    twc_land_unmake(&made);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const build_values *v = values;
    outputs where;
    twc_world_data data;
    if (v->reference && (cli->level_given || cli->threads_given))
        return twc_fail(TWC_USAGE, "--%s is of the fast library, and --reference builds without it",
                        cli->level_given ? "level" : "threads");
    twc_status status = choose_outputs(cli, v, &where);
    if (!status.code)
        status = check_view(cli, v);
    if (!status.code && !v->reference)
        twc_wait_passively(cli);
    if (!status.code && is_json(v->world))
        return build_land(cli, v, &where);
    if (!status.code)
        status = twc_world_open_named(cli->level, v->world, cli->memory, &data);
    if (status.code)
        return status;
    status = of_levels(v) ? build_view(cli, v, &where, &data) : build(cli, v, &where, &data);
    twc_world_data_destroy(&data);
    return status;
}

const twc_command twc_command_build = {
    .name = "build",
    .summary = "meshes of a world or a land: VTKHDF, GLB, PLY, OBJ, 3D Tiles",
    .examples =
        "  twc build valley.h5                            valley.hdf, which ParaView opens; with its features\n"
        "  twc build valley.h5 --format glb,ply,obj --out out/valley\n"
        "  twc build valley.h5 --chunks 0,-1,2,2 --fine-only --out part.glb\n"
        "  twc build valley.h5+valley.log --out now.vtkhdf\n"
        "                                                 the world after its log, for ParaView\n"
        "  twc build valley.h5 --area=-100,0,300,200      the chunks that meet 300 x 200 m\n"
        "  twc build valley.h5 --lod 0,300,0 --tolerance 1 --out seen.glb\n"
        "                                                 all of it, coarser where it looks the same from there\n"
        "  twc build experiments/island.json --out island.glb    a land, at its own grid\n",
    .wanted = "one world belongs here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_THREADS | TWC_TAKES_LEVEL | TWC_TAKES_STREAM_OUT | TWC_TAKES_MEMORY,
    .out_otherwise = "the world's name with the format's ending",
    .paths = tell_paths,
    .run = run,
};
