/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/import: grids written and read again, and the place that a world keeps. */
#include <math.h>

#include "import/grid_files.h"
#include "twc/ground.h"

/* ---- export and back ---- */

static void test_round_trips(void)
{
    static const struct {
        const char *file;
        twc_grid_format format;
        int big_endian;
    } ways[] = {{"w.asc", TWC_GRID_ASCII, 0},
                {"w.png", TWC_GRID_PNG, 0},
                {"w.raw", TWC_GRID_RAW, 0},
                {"w.r16", TWC_GRID_RAW, 1}};
    twc_world_data data = random_world((twc_rect){-3, 1, 3, 2}, 4), back;
    twc_rect rect = twc_world_samples(&data.world);
    size_t count = (size_t)rect.nx * (size_t)rect.nz;
    uint16_t *before = malloc(count * sizeof *before), *after = malloc(count * sizeof *after);
    CU_ASSERT_TRUE_FATAL(before && after);
    twc_reference_ground()->samples(&data.world, rect, before);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        const char *path = scratch_path(ways[k].file);
        twc_import_report report;
        twc_import_options options = plain;
        options.extent = data.world.extent;
        options.extent_placed = 1;
        options.datum = data.datum;
        options.grid.offset = data.datum - 200;
        options.grid.columns = rect.nx;
        options.grid.rows = rect.nz;
        options.grid.big_endian = ways[k].big_endian;
        CU_ASSERT_EQUAL_FATAL(twc_export(path, &data, ways[k].format, ways[k].big_endian).code, TWC_OK);
        twc_status status = twc_import(path, &options, &back, &report);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(&back.world.extent, &data.world.extent, sizeof back.world.extent), 0);
        twc_reference_ground()->samples(&back.world, rect, after);
        CU_ASSERT_EQUAL(memcmp(before, after, count * sizeof *before), 0);
        CU_ASSERT_EQUAL(twc_world_check(&back.world).code, TWC_OK);
        twc_world_data_destroy(&back);
    }
    CU_ASSERT_EQUAL(twc_export(scratch_path("w.xyz"), &data, TWC_GRID_GDAL, 0).code, TWC_USAGE);
    free(before);
    free(after);
    twc_world_data_destroy(&data);
}

/* ---- places ---- */

/* The place of a grid is that of the world, by its middle, and comes back in what is exported. */
static void test_place(void)
{
    static const char metres[] = "PROJCRS[\"here\",CS[Cartesian,2],AXIS[\"e\",east,LENGTHUNIT[\"metre\",1]]]",
                      feet[] = "COMPD_CS[\"NY + h\", PROJCS[\"a, ]b\",UNIT[\"US survey foot\",0.304800609601219]],"
                               "VERT_CS[\"h\",VERT_DATUM[\"NAVD88\",2005],UNIT[\"foot\",0.3048]]]";
    const char *in = scratch_path("place.asc"), *out = scratch_path("placed.asc"), *tiff = scratch_path("placed.tif");
    char old_path[4096];
    twc_world_data data;
    twc_import_report report;
    twc_import_options options = plain;
    snprintf(old_path, sizeof old_path, "%s", getenv("PATH"));
    setenv("PATH", scratch_path("nothing"), 1); /* without GDAL */
    options.made_by = "twc import place.asc";
    put_grid(in, 129, 129, "ncols 129\nnrows 129\nxllcorner 600000\nyllcorner 5199000\ncellsize 4", -1, "");
    put_text(scratch_path("place.prj"), metres);
    CU_ASSERT_EQUAL_FATAL(twc_import(in, &options, &data, &report).code, TWC_OK);
    const twc_georeference *g = &data.georeference;
    CU_ASSERT_TRUE(g->origin[0] == 600002 && g->origin[1] == 5199514); /* of the first sample, and cell */
    CU_ASSERT_TRUE(g->per_x[0] == 1 && g->per_x[1] == 0 && g->per_z[0] == 0 && g->per_z[1] == -1);
    CU_ASSERT_TRUE(g->columns == 129 && g->rows == 129 && g->cell[3] == 5199516 && g->metres_per_unit == 1);
    CU_ASSERT_STRING_EQUAL(g->crs, metres);
    CU_ASSERT_STRING_EQUAL(g->source, "place.asc");
    CU_ASSERT_STRING_EQUAL(g->made_by, "twc import place.asc");
    CU_ASSERT_STRING_EQUAL(g->height_unit, "metre");
    CU_ASSERT_EQUAL(twc_export(out, &data, TWC_GRID_ASCII, 0).code, TWC_OK);
    char *text = (char *)get_file(out, &(size_t){0}), *prj = (char *)get_file(scratch_path("placed.prj"), &(size_t){0});
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "xllcenter 600002\nyllcenter 5199002\ncellsize 4\n"));
    CU_ASSERT_STRING_EQUAL(prj, metres);
    free(text);
    free(prj);
    twc_status status = twc_export(tiff, &data, TWC_GRID_TIFF, 0);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(status.message, "gdal_translate, which reads and writes other formats, is not installed"));
    twc_world_data_destroy(&data);
    /* In feet, of which heights are no more: above the same datum they are given back in metres. */
    put_text(scratch_path("place.prj"), feet);
    options.extent = (twc_rect){-1, 3, 1, 1};
    options.extent_placed = 1;
    CU_ASSERT_EQUAL_FATAL(twc_import(in, &options, &data, &report).code, TWC_OK);
    double crs[2], x, z;
    twc_georeference_to_crs(g, -256, 3.5 * 512, crs);
    CU_ASSERT_TRUE(fabs(crs[0] - 600258) < 1e-6 && fabs(crs[1] - 5199258) < 1e-6);
    twc_georeference_to_world(g, (const double[2]){600258 + 3937, 5199258}, &x, &z);
    CU_ASSERT_TRUE(fabs(x - (1200 - 256)) < 1e-6 && fabs(z - 3.5 * 512) < 1e-6);
    CU_ASSERT_STRING_EQUAL(g->vertical_datum, "NAVD88");
    CU_ASSERT_EQUAL(g->metres_per_height_unit, 0.3048);
    CU_ASSERT_EQUAL(twc_export(out, &data, TWC_GRID_ASCII, 0).code, TWC_OK);
    prj = (char *)get_file(scratch_path("placed.prj"), &(size_t){0});
    CU_ASSERT_STRING_EQUAL(
        prj, "COMPD_CS[\"heights in metres\",PROJCS[\"a, ]b\",UNIT[\"US survey foot\",0.304800609601219]],"
             "VERT_CS[\"NAVD88 height in metres\",VERT_DATUM[\"NAVD88\",2005],UNIT[\"metre\",1],"
             "AXIS[\"Up\",UP]]]");
    free(prj);
    /* GDAL makes the GeoTIFF of a description, here kept in its place. */
    setenv("PATH", scratch_path("bin"), 1);
    CU_ASSERT_EQUAL(mkdir(scratch_path("bin"), 0777), 0);
    put_script(scratch_path("bin"), "gdal_translate",
               "#!/bin/sh\nPATH=/bin:/usr/bin\nshift $(($# - 2))\ncp \"$1\" \"$2\"\n");
    CU_ASSERT_EQUAL(twc_export(tiff, &data, TWC_GRID_TIFF, 0).code, TWC_OK);
    text = (char *)get_file(tiff, &(size_t){0});
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "<VRTDataset rasterXSize=\"129\" rasterYSize=\"129\"><SRS>COMPD_CS[\"heights in metres\","
                     "PROJCS[\"a, ]b\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<LineOffset>1032</LineOffset>"));
    double at[2], side[2];
    char *transform = strstr(text, "<GeoTransform>");
    CU_ASSERT_EQUAL(sscanf(transform ? transform : "", "<GeoTransform>%lf,%lf,0,%lf,0,%lf</GeoTransform>", &at[0],
                           &side[0], &at[1], &side[1]),
                    4);
    twc_georeference_to_crs(g, -514, 3 * 512 - 2, crs);
    CU_ASSERT_TRUE(at[0] == crs[0] && at[1] == crs[1] && side[0] == -side[1] && side[0] == 4 * g->per_x[0]);
    free(text);
    twc_world_data_destroy(&data);
    setenv("PATH", old_path, 1);
    unlink(scratch_path("place.prj"));
}

int main(void)
{
    CU_TestInfo tests[] = {{"export and back", test_round_trips}, {"places", test_place}, CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("export", tests);
    scratch_remove();
    return failed;
}
