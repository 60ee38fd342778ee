/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program itself: twc import, export, build and query as a user runs them. TWC_PROGRAM is its path. */
#include <cjson/cJSON.h>
#include <inttypes.h>

#include "common/grids.h"
#include "twc/chunk_grid.h"
#include "commands/program.h"
#include "store/world_h5.h"
#include "twc/ground.h"

#define VALLEY TWC_SOURCE_DIR "/experiments/data/mountain_valley_10m.asc --fill nearest --datum auto"

static void test_help(void)
{
    static const char *const names[] = {"import", "export", "build", "query"};
    for (int k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(twc("%s --help", names[k]), 0);
        char *text = output("output");
        CU_ASSERT_EQUAL(strncmp(text, "Examples:\n", 10), 0);
        free(text);
        expect_refusal(twc("%s", names[k]), TWC_USAGE, "(twc", "none");
        expect_refusal(twc("%s --nonsense x", names[k]), TWC_USAGE, "unknown option --nonsense", "none");
        expect_refusal(twc("%s missing.h5 --out none.asc", names[k]), TWC_IO, "missing.h5", "none.asc");
    }
}

/* The hash of a world, as import tells it. */
static void hash_told(char hex[TWC_HASH_HEX])
{
    char *text = output("output");
    cJSON *json = cJSON_Parse(text);
    const char *told = cJSON_GetStringValue(cJSON_GetObjectItem(json, "sha256"));
    snprintf(hex, TWC_HASH_HEX, "%s", told ? told : "none");
    cJSON_Delete(json);
    free(text);
}

/* What export tells the user to type gives the same world. */
static void test_import_export(void)
{
    static const char *const files[] = {"back.asc", "back.png", "back.raw", "back.raw --order big"};
    char first[TWC_HASH_HEX], second[TWC_HASH_HEX];
    CU_ASSERT_EQUAL_FATAL(twc("import " VALLEY " --out valley.h5 --json"), 0);
    hash_told(first);
    CU_ASSERT_EQUAL(strlen(first), 64);
    for (int k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(twc("export valley.h5 --out %s", files[k]), 0);
        char *messages = output("messages"), *again = strstr(messages, "twc import ");
        CU_ASSERT_PTR_NOT_NULL_FATAL(again);
        again[strcspn(again, "\n")] = '\0';
        CU_ASSERT_EQUAL(twc("%s --json --out again.h5", again + 4), 0);
        hash_told(second);
        CU_ASSERT_STRING_EQUAL(first, second);
        free(messages);
    }
    CU_ASSERT_EQUAL(twc("import " VALLEY " --extent=-3,2,1,1 --name 'a name' --out placed.h5"), 0);
    twc_world_data data;
    CU_ASSERT_EQUAL_FATAL(twc_world_load(scratch_path("placed.h5"), &data).code, 0);
    CU_ASSERT_STRING_EQUAL(data.name, "a name");
    CU_ASSERT_TRUE(data.world.extent.x == -3 && data.world.extent.z == 2 && data.world.extent.nx == 1);
    twc_world_data_destroy(&data);
}

static void test_import_refusals(void)
{
    static const struct {
        const char *options;
        int code;
        const char *words;
    } bad[] = {
        {"", TWC_IO, "122 no-data cells among 9760"},
        {"--fill nearest", TWC_IO, "the encoding holds -200 to 455.35 m: pass --datum 300"},
        {"--fill nearest --datum auto --scale 2", TWC_USAGE, "--scale means nothing here"},
        {"--format gdal --offset 2", TWC_USAGE, "--offset means nothing here"},
        {"--size 2x2", TWC_USAGE, "is read as an ESRI ASCII grid, which holds the heights themselves"},
        {"--no-data some", TWC_USAGE, "none or a number"},
        {"--height-unit yd", TWC_USAGE, "m, ft, us-ft, dm, cm or mm"},
        {"--window 0,0,81,1", TWC_USAGE, "does not lie in the 80 x 122 cells"},
        {"--window 0,0,0.5,1", TWC_USAGE, "--window takes COLUMN,ROW,COLUMNS,ROWS"},
        {"--window 0:1,2:2", TWC_USAGE, "WEST:EAST,SOUTH:NORTH"},
        {"--window 0:1,2:3,", TWC_USAGE, "WEST:EAST,SOUTH:NORTH"},
        {"--classes error:-1", TWC_USAGE, "--classes takes slope or error:METRES"},
        {"--classes error:1m", TWC_USAGE, "--classes takes slope or error:METRES"},
        {"--classes steep", TWC_USAGE, "--classes takes slope or error:METRES"},
        {"--most-cells 9759", TWC_IO, "pass --most-cells 9760"},
        {"--fill sideways", TWC_USAGE, "none, nearest, mean or a height"},
        {"--datum low", TWC_USAGE, "metres or auto"},
        {"--extent 2", TWC_USAGE, "NXxNZ or X,Z,NX,NZ"},
        {"--extent 0x1", TWC_USAGE, "NXxNZ or X,Z,NX,NZ"},
        {"--fill nearest --datum auto --extent 30000,0,1,1", TWC_USAGE, "reach beyond"},
        {"--format tiff", TWC_USAGE, "ascii, png, raw or gdal"},
        {"--format png", TWC_IO, "looks like an ESRI ASCII grid"},
        {"--format raw", TWC_USAGE, "pass --size"},
        {"--format raw --size 10", TWC_USAGE, "two sizes"},
        {"--format raw --size 10x10", TWC_IO, "has 86530 bytes, and 10 x 10 heights of 16 bits are 200"},
        {"--order middle", TWC_USAGE, "little or big"},
        {"--cell 0", TWC_USAGE, "--cell takes a number"},
        {"another.asc", TWC_USAGE, "one elevation grid"},
        {"--fill 0 --datum auto --out /dev/null/none.h5", TWC_IO, "Not a directory"},
        {"--fill 0 --datum auto --out .", TWC_IO, "it is a folder"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        expect_refusal(
            twc("import " TWC_SOURCE_DIR "/experiments/data/mountain_valley_10m.asc --out none.h5 %s", bad[k].options),
            bad[k].code, bad[k].words, "none.h5");
    CU_ASSERT_EQUAL(twc("import " VALLEY " --out valley.h5"), 0);
    expect_refusal(twc("export valley.h5 --out none.xyz"), TWC_USAGE, "pass --format ascii, png, raw or tiff",
                   "none.xyz");
    expect_refusal(twc("export valley.h5 --format bmp --out none.bmp"), TWC_USAGE, "ascii, png, raw or tiff",
                   "none.bmp");
    expect_refusal(twc("export messages --out none.asc"), TWC_IO, "", "none.asc");
}

static void test_build(void)
{
    CU_ASSERT_EQUAL_FATAL(twc("import " VALLEY " --extent 2x2 --out valley.h5"), 0);
    CU_ASSERT_EQUAL(twc("build valley.h5 --format vtk,glb,ply,obj --out all --json"), 0);
    char *text = output("output");
    cJSON *json = cJSON_Parse(text);
    CU_ASSERT_EQUAL(cJSON_GetArraySize(cJSON_GetObjectItem(json, "files")), 4);
    const cJSON *file;
    cJSON_ArrayForEach(file, cJSON_GetObjectItem(json, "files"))
        CU_ASSERT_EQUAL(access(scratch_path(cJSON_GetStringValue(file)), R_OK), 0);
    double all = cJSON_GetObjectItem(json, "triangles")->valuedouble, parts = 0;
    cJSON_Delete(json);
    free(text);
    for (int k = 0; k < 4; k++) { /* the four quarters of the world */
        CU_ASSERT_EQUAL(twc("build valley.h5 --chunks=%d,%d,2,2 --out part.glb --json", k % 2 * 2 - 2, k / 2 * 2 - 2),
                        0);
        text = output("output");
        json = cJSON_Parse(text);
        parts += cJSON_GetObjectItem(json, "triangles")->valuedouble;
        cJSON_Delete(json);
        free(text);
    }
    CU_ASSERT_EQUAL(all, parts);
    CU_ASSERT_EQUAL(twc("build valley.h5 --area=1,1,100,100 --out area.ply --json"), 0);
    CU_ASSERT_EQUAL(twc("build valley.h5 --chunks 0,0,1,1 --reference --out chunk.ply --json"), 0);
    size_t area_size, chunk_size;
    unsigned char *area = get_file(scratch_path("area.ply"), &area_size),
                  *chunk = get_file(scratch_path("chunk.ply"), &chunk_size);
    CU_ASSERT_TRUE(area_size == chunk_size && memcmp(area, chunk, area_size) == 0); /* and fast equals reference */
    free(area);
    free(chunk);
    CU_ASSERT_EQUAL(twc("build valley.h5 --fine-only --out fine.obj"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "8192 triangles of 4 x 4 chunks")); /* 2 a fine cell */
    free(text);
    expect_refusal(twc("build valley.h5 --chunks 0,0,3,1 --out none.glb"), TWC_USAGE,
                   "reach out of the world, which has -2,-2,4,4", "none.glb");
    expect_refusal(twc("build valley.h5 --chunks 0,0,1 --out none.glb"), TWC_USAGE, "four numbers", "none.glb");
    expect_refusal(twc("build valley.h5 --chunks 0,0,1,0 --out none.glb"), TWC_USAGE, "empty", "none.glb");
    expect_refusal(twc("build valley.h5 --chunks 0,0,1.5,1 --out none.glb"), TWC_USAGE, "whole numbers", "none.glb");
    expect_refusal(twc("build valley.h5 --chunks 0,0,1,1 --area 0,0,1,1 --out none.glb"), TWC_USAGE, "give one",
                   "none.glb");
    expect_refusal(twc("build valley.h5 --format stl --out none"), TWC_USAGE, "vtk, glb, ply and obj, not \"stl\"",
                   "none.hdf");
    expect_refusal(twc("build valley.h5 --out /dev/null/none.glb"), TWC_IO, "Not a directory", "none.glb");
    expect_refusal(twc("build fine.obj --out none.glb"), TWC_IO, "not an HDF5 file", "none.glb");
}

/* Views of mixed levels as a user meets them; that they are closed is tested in tests/detail and tests/measure. */
static void test_build_levels(void)
{
    size_t size[2];
    double triangles[3];
    CU_ASSERT_EQUAL_FATAL(twc("import " VALLEY " --extent 4x4 --out valley.h5"), 0);
    for (int k = 0; k < 3; k++) { /* from nearby, at a coarse tolerance, and all of it by chunks */
        static const char *const how[] = {"--lod 0,400,0 --tolerance 0.0625", "--lod 0,3000,0 --tolerance 400", ""};
        CU_ASSERT_EQUAL(twc("build valley.h5 %s --out levels --format vtk,glb,ply,obj --json", how[k]), 0);
        char *text = output("output");
        cJSON *json = cJSON_Parse(text);
        triangles[k] = cJSON_GetObjectItem(json, "triangles")->valuedouble;
        cJSON_Delete(json);
        free(text);
    }
    CU_ASSERT(triangles[1] > 0 && triangles[1] * 4 < triangles[0]);
    CU_ASSERT(triangles[0] <= triangles[2]);
    CU_ASSERT_EQUAL(twc("build valley.h5 --lod 0,400,0 --tolerance 30 --out fast.ply"), 0);
    CU_ASSERT_EQUAL(twc("build valley.h5 --lod 0,400,0 --tolerance 30 --reference --out slow.ply"), 0);
    unsigned char *fast = get_file(scratch_path("fast.ply"), &size[0]),
                  *slow = get_file(scratch_path("slow.ply"), &size[1]);
    CU_ASSERT_TRUE(size[0] == size[1] && memcmp(fast, slow, size[0]) == 0);
    free(fast);
    free(slow);
    CU_ASSERT_EQUAL(twc("build valley.h5 --lod 0,400,0 --tolerance 400"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "chunks of levels"));
    free(text);
    CU_ASSERT_EQUAL(twc("build valley.h5 --tileset tiles --json"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"files\": 85"));
    free(text);
    CU_ASSERT_EQUAL(access(scratch_path("tiles/2/0_0.glb"), R_OK), 0);
    expect_refusal(twc("build valley.h5 --tileset none --lod 0,400,0"), TWC_USAGE, "without --lod", "none");
    expect_refusal(twc("build valley.h5 --tileset none --out none.glb"), TWC_USAGE, "without --out", "none");
    expect_refusal(twc("build valley.h5 --tileset /dev/null/none"), TWC_IO, "", "none");
    expect_refusal(twc("build valley.h5 --lod 0,400,0 --chunks 0,0,1,1 --out none.glb"), TWC_USAGE, "without --chunks",
                   "none.glb");
    expect_refusal(twc("build valley.h5 --tolerance 3 --out none.glb"), TWC_USAGE, "is of --lod", "none.glb");
    expect_refusal(twc("build valley.h5 --lod 0,400 --out none.glb"), TWC_USAGE, "X,Y,Z in metres", "none.glb");
    expect_refusal(twc("build valley.h5 --lod 0,400,0 --tolerance 0 --out none.glb"), TWC_USAGE, "0.0625", "none.glb");
}

/* ---- query: against every triangle of the meshes ---- */

static int contains(const twc_triangle *t, twc_point p)
{
    for (int k = 0; k < 3; k++) {
        twc_vertex a = t->corner[k], b = t->corner[(k + 1) % 3];
        if (twc_area2(a.x, a.z, b.x, b.z, p.x, p.z) < 0)
            return 0;
    }
    return 1;
}

static int32_t centimetres(double metres)
{
    return (int32_t)(metres * 100 + (metres < 0 ? -0.5 : 0.5));
}

/* An answer as printed: heights are elevations. */
typedef struct answer {
    twc_point point;
    double height;
    char class_name[16];
    uint64_t facet;
    twc_vertex corner[3]; /* in plan */
    double elevation[3];
} answer;

/* What the valley's datum and nine digits make of a height. */
static double as_printed(float height)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", height + 200.0);
    return strtod(text, NULL);
}

static int read_answer(const char *line, answer *a)
{
    double x, z, corner_x[3], corner_z[3];
    int count = sscanf(line, "%lf %lf %lf %15s %" SCNx64 " %lf,%lf,%lf %lf,%lf,%lf %lf,%lf,%lf", &x, &z, &a->height,
                       a->class_name, &a->facet, &corner_x[0], &a->elevation[0], &corner_z[0], &corner_x[1],
                       &a->elevation[1], &corner_z[1], &corner_x[2], &a->elevation[2], &corner_z[2]);
    if (count != 14)
        return 0;
    a->point = (twc_point){centimetres(x), centimetres(z)};
    for (int k = 0; k < 3; k++) {
        a->corner[k].x = centimetres(corner_x[k]);
        a->corner[k].z = centimetres(corner_z[k]);
    }
    return 1;
}

/*
 * The answer must be the highest of all drawn triangles that hold the point, and one of them with these corners and
 * this facet.
 */
static void check_answer(const twc_chunk_grid *meshes, const answer *a, int *bad)
{
    int found = 0;
    float best = -1e9f;
    for (int k = 0; k < meshes->chunks.nx * meshes->chunks.nz; k++) {
        const twc_mesh *mesh = &meshes->mesh[k];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_triangle *candidate = &mesh->triangles[t];
            if (!contains(candidate, a->point))
                continue;
            const twc_vertex *c = candidate->corner;
            float y = twc_plane_height(c[0], c[1], c[2], a->point.x, a->point.z);
            int same = as_printed(y) == a->height && mesh->facets[candidate->facet].id == a->facet;
            for (int corner = 0; corner < 3; corner++)
                same = same && c[corner].x == a->corner[corner].x && c[corner].z == a->corner[corner].z &&
                       as_printed(c[corner].y) == a->elevation[corner];
            found += same;
            best = y > best ? y : best;
        }
    }
    SUITE_EXPECT(*bad, found == 1, "%d,%d: %d such triangles", a->point.x, a->point.z, found);
    SUITE_EXPECT(*bad, a->height == as_printed(best), "%d,%d: height %.9g, not %.9g", a->point.x, a->point.z, a->height,
                 as_printed(best));
    SUITE_EXPECT(*bad, strcmp(a->class_name, a->facet >> 62 == TWC_FACET_BROAD ? "broad" : "fine") == 0, "class %s",
                 a->class_name);
}

static void test_query(void)
{
    twc_world_data data;
    twc_chunk_grid meshes;
    uint64_t seed = 17;
    int bad = 0;
    enum { COUNT = 2000 };
    static twc_point points[COUNT];
    CU_ASSERT_EQUAL_FATAL(twc("import " VALLEY " --extent=-1,-1,1,2 --out valley.h5"), 0);
    CU_ASSERT_EQUAL_FATAL(twc_world_load(scratch_path("valley.h5"), &data).code, 0);
    CU_ASSERT_EQUAL_FATAL(reference_ground(&data.world, &meshes).code, 0);
    CU_ASSERT_EQUAL(data.datum, 200);
    FILE *list = fopen(scratch_path("points"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    fputs("# x,z\n\n", list);
    for (int k = 0; k < COUNT; k++) { /* every fifth on a vertex; away from the outline, which the lattice crosses */
        const twc_mesh *mesh = &meshes.mesh[random_bits(&seed) % 8];
        twc_vertex vertex = mesh->triangles[random_bits(&seed) % mesh->triangle_count].corner[0];
        points[k] = (twc_point){(int32_t)(random_bits(&seed) % 46000) - 48500,
                                (int32_t)(random_bits(&seed) % 97000) - 48500};
        if (k % 5 == 0 && vertex.x > -48500 && vertex.x < -2500 && vertex.z > -48500 && vertex.z < 48500)
            points[k] = (twc_point){vertex.x, vertex.z};
        fprintf(list, k % 2 ? "%.2f,%.2f\n" : "  %.2f %.2f \r\n", points[k].x / 100.0, points[k].z / 100.0);
    }
    fclose(list);
    CU_ASSERT_EQUAL(twc("query valley.h5 --points points"), 0);
    char *text = output("output"), *line = strchr(text, '\n');
    for (int k = 0; k < COUNT && line; k++) {
        answer a;
        int readable = read_answer(line + 1, &a);
        SUITE_EXPECT(bad, readable && a.point.x == points[k].x && a.point.z == points[k].z, "line %d: %.40s", k,
                     line + 1);
        if (readable)
            check_answer(&meshes, &a, &bad);
        line = strchr(line + 1, '\n');
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(line && line[1] == '\0');
    CU_ASSERT_EQUAL(twc("query valley.h5 --points - --out piped <points"), 0);
    char *piped = output("piped");
    CU_ASSERT_STRING_EQUAL(text, piped);
    free(text);
    free(piped);
    CU_ASSERT_EQUAL(twc("query valley.h5 --json -- -12.5,30 -1,2"), 0);
    CU_ASSERT_EQUAL(twc("query valley.h5 --json -12.5,30 -1,2"), 0);
    text = output("output");
    cJSON *json = cJSON_Parse(text);
    CU_ASSERT_EQUAL(cJSON_GetArraySize(json), 2);
    CU_ASSERT_EQUAL(cJSON_GetObjectItem(cJSON_GetArrayItem(json, 0), "x")->valuedouble, -12.5);
    CU_ASSERT_EQUAL(cJSON_GetArraySize(cJSON_GetObjectItem(cJSON_GetArrayItem(json, 1), "triangle")), 3);
    cJSON_Delete(json);
    free(text);
    expect_refusal(twc("query valley.h5 --out none"), TWC_USAGE, "no points", "none");
    expect_refusal(twc("query valley.h5 100,0 --out none"), TWC_USAGE,
                   "(100.00, 0.00) lies outside the world, which is -512 to 0 m in x", "none");
    expect_refusal(twc("query valley.h5 -1 --out none"), TWC_USAGE, "\"-1\" is not a point", "none");
    expect_refusal(twc("query valley.h5 -1,nan --out none"), TWC_USAGE, "is not a point", "none");
    expect_refusal(twc("query valley.h5 -1,1e99 --out none"), TWC_USAGE, "is not a point", "none");
    put_text(scratch_path("points"), "-1,2\n# so far so good\n-1;2\n");
    expect_refusal(twc("query valley.h5 --points points --out none"), TWC_USAGE,
                   "points line 3: \"-1;2\" is not a point", "none");
    put_file(scratch_path("points"), "-1,2\n\0-1,3\n", 11);
    expect_refusal(twc("query valley.h5 --points points --out none"), TWC_IO, "points is damaged: it holds zero bytes",
                   "none");
    put_file(scratch_path("points"), "\357\273\277-1,2\n", 8);
    expect_refusal(twc("query valley.h5 --points points --out none"), TWC_IO, "begins with a byte order mark", "none");
    put_file(scratch_path("region.json"), "{}\0{}", 5);
    expect_refusal(twc("import region.json --out none.h5"), TWC_IO, "it holds zero bytes", "none.h5");
    put_file(scratch_path("region.json"), "\377\376{\0}\0", 6);
    expect_refusal(twc("import region.json --out none.h5"), TWC_IO, "region.json is UTF-16 text: convert it with iconv",
                   "none.h5");
    expect_refusal(twc("query valley.h5 --points /dev/zero --out none"), TWC_IO, "more than 1048576 bytes", "none");
    expect_refusal(twc("query valley.h5 --points nowhere --out none"), TWC_IO, "cannot read nowhere", "none");
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

int main(void)
{
    scratch_make();
    int failed = suite_run("commands", (CU_TestInfo[]){{"help and usage", test_help},
                                                       {"import, export and back", test_import_export},
                                                       {"import and export: refusals", test_import_refusals},
                                                       {"build", test_build},
                                                       {"build levels of detail", test_build_levels},
                                                       {"query against every triangle", test_query},
                                                       CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
