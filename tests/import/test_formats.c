/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/import: PNG, RAW16, and GDAL, whose programs are played by scripts. */
#include <math.h>

#include "import/grid_files.h"
#include "store/png_image.h"

/* ---- PNG and RAW16 ---- */

static void test_png(void)
{
    static const uint16_t value[6] = {0, 1, 255, 256, 20000, 65535};
    const char *path = scratch_path("g.png"), *cut = scratch_path("cut.png");
    twc_grid grid;
    twc_grid_options options = plain.grid;
    options.scale = 1;
    options.offset = 0;
    options.has_no_data = 1;
    options.no_data = 255;
    size_t size = png_image_write(path, 3, 2, 16, 0, value, 12);
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options, &grid).code, TWC_OK);
    CU_ASSERT_EQUAL(grid.columns, 3);
    CU_ASSERT_EQUAL(grid.cell, 4);
    CU_ASSERT_EQUAL(grid.no_data, 1);
    for (int k = 0; k < 6; k++)
        CU_ASSERT_TRUE(k == 2 ? isnan(grid.height[k]) : grid.height[k] == value[k]);
    twc_grid_destroy(&grid);
    unsigned char *bytes = get_file(path, &size);
    for (size_t length = 0; length < size; length++) {
        put_file(cut, bytes, length);
        expect_refusal(cut, &plain, TWC_IO, length < 8 ? "not a PNG image" : "damaged PNG image: it is cut short");
    }
    for (size_t at = 8; at < size; at++) { /* lengths, names, contents and checksums of chunks */
        bytes[at] ^= 4;
        put_file(cut, bytes, size);
        expect_refusal(cut, &plain, TWC_IO, "");
        bytes[at] ^= 4;
    }
    free(bytes);
    png_image_write(cut, 3, 2, 8, 0, value, 6);
    expect_refusal(cut, &plain, TWC_IO, "a PNG of 8 bits (grey), and heights need 16-bit grey");
    png_image_write(cut, 1, 2, 16, 2, value, 12);
    expect_refusal(cut, &plain, TWC_IO, "a PNG of colours: a picture such as a hillshade");
    png_image_write(cut, 1000000, 1000000, 16, 0, value, 12);
    expect_refusal(cut, &plain, TWC_IO, "cut short");
    put_text(cut, "ncols 3");
    expect_refusal(cut, &plain, TWC_IO, "not a PNG image: it looks like an ESRI ASCII grid");
}

/* What a PNG leaves transparent is no height: by a grey, by alpha. */
static void test_png_transparency(void)
{
    static const uint16_t value[6] = {0, 1, 255, 256, 20000, 65535}, pairs[6] = {7, 65535, 8, 0, 9, 1};
    static const unsigned char calibration[] = "heights\0\0\0\0\0\0\0\377\377\0\2m\0000\0001";
    const png_image_extra transparent = {"tRNS", (const unsigned char *)"\1", 2},
                          calibrated = {"pCAL", calibration, sizeof calibration - 1};
    const char *path = scratch_path("t.png");
    twc_import_options options = plain;
    twc_grid grid;
    png_image_write_with(path, (const uint32_t[2]){3, 2}, 16, 0, value, 12, transparent);
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options.grid, &grid).code, TWC_OK);
    CU_ASSERT_TRUE(grid.no_data == 1 && isnan(grid.height[3]) && fabs(grid.height[4]) < 1e-9);
    twc_grid_destroy(&grid);
    options.grid.has_no_data = 1; /* wins over what the file says */
    options.grid.no_data = 1;
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options.grid, &grid).code, TWC_OK);
    CU_ASSERT_TRUE(grid.no_data == 1 && isnan(grid.height[1]) && grid.height[3] == 0.01 * 256 - 200);
    twc_grid_destroy(&grid);
    png_image_write_with(path, (const uint32_t[2]){3, 1}, 16, 4, pairs, 12, (png_image_extra){NULL, NULL, 0});
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &plain.grid, &grid).code, TWC_OK);
    CU_ASSERT_TRUE(grid.no_data == 1 && isnan(grid.height[1]) && grid.height[2] == 0.01 * 9 - 200);
    twc_grid_destroy(&grid);
    png_image_write_with(path, (const uint32_t[2]){3, 2}, 16, 0, value, 12, calibrated);
    expect_refusal(path, &plain, TWC_IO, "states a calibration of its values (a pCAL chunk)");
    png_image_write(path, 3, 2, 8, 3, value, 6);
    expect_refusal(path, &plain, TWC_IO, "");
    options = plain;
    options.grid.most_cells = 5;
    png_image_write(path, 3, 2, 16, 0, value, 12);
    expect_refusal(path, &options, TWC_IO, "3 x 2 cells, more than the 5");
}

static void test_raw(void)
{
    static const unsigned char bytes[12] = {0, 0, 1, 0, 0, 1, 0x12, 0x34, 0xff, 0xff, 0x4e, 0x20};
    static const double little[6] = {0, 1, 256, 0x3412, 65535, 0x204e}, big[6] = {0, 256, 1, 0x1234, 65535, 20000};
    const char *path = scratch_path("g.raw");
    twc_import_options options = plain;
    put_file(path, bytes, sizeof bytes);
    expect_refusal(path, &options, TWC_USAGE, "pass --size COLUMNSxROWS");
    options.grid.columns = 3;
    options.grid.rows = 3;
    expect_refusal(path, &options, TWC_IO, "12 bytes, and 3 x 3 heights of 16 bits are 18");
    options.grid.rows = 2;
    options.grid.scale = 1;
    options.grid.offset = 0;
    expect_refusal(path, &options, TWC_IO, "1 cell of 65535, far from all others (the next is 13330)");
    options.grid.all_heights = 1;
    for (int order = 0; order < 2; order++) {
        twc_grid grid;
        options.grid.big_endian = order;
        CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options.grid, &grid).code, TWC_OK);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grid.word); /* a height everywhere: the words stay, and what each means */
        for (int k = 0; k < 6; k++)
            CU_ASSERT_EQUAL(grid.metres[grid.word[k]], (order ? big : little)[k]);
        twc_grid_destroy(&grid);
    }
}

/* ---- GDAL, whose program is played by scripts, so that these run with or without it ---- */

/* A grid of 3 x 2 as gdalinfo -json tells it; what is asked for is written over the plain case. */
static void play_info(const char *size, const char *transform, const char *crs, const char *bands)
{
    char text[1200];
    snprintf(text, sizeof text, "{\"size\":[%s],%s%s\"bands\":[%s]}", size, transform, crs, bands);
    put_text(scratch_path("info.json"), text);
}

static const char north_up[] = "\"geoTransform\":[600000.0,4.5,0.0,5200000.0,0.0,-4.5],",
                  plain_band[] = "{\"band\":1,\"type\":\"Int16\",\"colorInterpretation\":\"Gray\"}";

/* What gdalinfo says decides: what can't be heights is refused with the line that helps. */
static void test_gdal_refusals(const char *file)
{
    static const struct {
        const char *transform, *crs, *bands, *words;
    } bad[] = {
        {north_up, "", "{\"type\":\"Byte\",\"colorInterpretation\":\"Red\"},{},{}",
         "is a picture of 3 colour bands, not heights; if it is terrain-RGB, unpack it: gdal_calc.py"},
        {north_up, "", "{\"type\":\"Byte\",\"colorInterpretation\":\"Palette\"}", "gdal_translate -of ENVI"},
        {north_up, "", "{\"type\":\"Float32\"},{\"type\":\"Float32\"}",
         "has 2 bands: take out the one with heights, as in: "
         "gdal_translate -b 1"},
        {north_up, "", "{\"type\":\"CFloat32\"}", "complex numbers (CFloat32)"},
        {"\"metadata\":{\"SUBDATASETS\":{\"SUBDATASET_1_NAME\":\"NETCDF:z\"}},", "", "",
         "gdal_translate 'NETCDF:z' one.tif"},
        {"", "", "", "holds no raster band"},
        {"\"geoTransform\":[0,4,0.5,0,0.5,-4],", "", plain_band, "is rotated or mirrored"},
        {"\"geoTransform\":[0,-4,0,0,0,-4],", "", plain_band, "is rotated or mirrored"},
        {"\"geoTransform\":[0,4,0,0,0,-5],", "", plain_band,
         "cells of 4 x 5, and twc takes square ones: resample it first: "
         "gdalwarp -tr 4 4 -r bilinear -ot Float64 -dstnodata -9999"},
        {"\"gcps\":{},", "", plain_band, "is placed by control points: straighten it first: gdalwarp"},
        {"", "", plain_band, "does not say how large its cells are; state their side with --cell METRES"},
        {north_up,
         "\"coordinateSystem\":{\"wkt\":\"GEOGCRS[\\\"w\\\",CS[ellipsoidal,2],AXIS[\\\"lat\\\",north],ANGLEUNIT["
         "\\\"degree\\\",0.017]]\"},",
         plain_band, "cells in degrees"},
        {north_up, "", "{\"type\":\"Int16\",\"unit\":\"degC\"}",
         "heights in \"degC\", which twc doesn't know: state their unit "
         "with --height-unit"},
        {north_up,
         "\"coordinateSystem\":{\"wkt\":\"VERTCRS[\\\"v\\\",CS[vertical,1],AXIS[\\\"h\\\",up,LENGTHUNIT["
         "\\\"metre\\\",1]]]\"},",
         "{\"type\":\"Int16\",\"unit\":\"ft\"}",
         "states heights in ft, and its reference system says metre: settle it"},
        {"\"size\":1,", "", "", "gdalinfo -json says nothing that twc understands"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        play_info("3, 2", bad[k].transform, bad[k].crs, bad[k].bands);
        if (k + 1 == sizeof bad / sizeof *bad)
            put_text(scratch_path("info.json"), "{");
        expect_refusal(file, &plain, TWC_IO, bad[k].words);
    }
    play_info("100000, 100000", north_up, "", plain_band);
    expect_refusal(file, &plain, TWC_IO, "100000 x 100000 cells, more than the 67108864");
}

/* Scale, offset, unit and mask are applied, rows from the south turned round. */
static void test_gdal_values(const char *file)
{
    static const char survey[] =
        "\"coordinateSystem\":{\"wkt\":\"PROJCRS[\\\"p\\\",CONVERSION[\\\"c\\\",PARAMETER[\\\"f\\\",1,LENGTHUNIT["
        "\\\"metre\\\",1]]],CS[Cartesian,2],AXIS[\\\"e\\\",east,LENGTHUNIT[\\\"US survey foot\\\",0.304800609601219]]]\"},";
    static const double stored[6] = {1, 2, 3, 40, 50, 60}, mask[6] = {255, 255, 0, 255, 255, 255};
    twc_grid grid;
    unsigned char values[sizeof stored + sizeof mask];
    memcpy(values, stored, sizeof stored);
    memcpy(values + sizeof stored, mask, sizeof mask);
    put_file(scratch_path("values.bin"), values, sizeof values);
    play_info("3, 2", "\"geoTransform\":[100,10,0,200,0,10],", survey,
              "{\"type\":\"Int16\",\"unit\":\"ft\",\"scale\":0.5,\"offset\":100}");
    twc_status status = twc_grid_read(file, &plain.grid, &grid);
    CU_ASSERT_STRING_EQUAL(status.message, "");
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(grid.cell, 10 * (1200.0 / 3937.0));
    CU_ASSERT_TRUE(grid.place.west == 100 && grid.place.north == 220 && grid.place.side == 10);
    CU_ASSERT_EQUAL(grid.no_data, 1);
    for (int k = 0; k < 6; k++) {
        double height = (0.5 * stored[k < 3 ? k + 3 : k - 3] + 100) * 0.3048;
        CU_ASSERT_TRUE(k == 5 ? isnan(grid.height[k]) : grid.height[k] == height);
    }
    twc_grid_destroy(&grid);
    /* The user's no data: the mask is asked for only where it says more than that. */
    twc_grid_options options = plain.grid;
    options.has_no_data = 1;
    options.no_data = 50;
    put_file(scratch_path("values.bin"), stored, sizeof stored);
    play_info("3, 2", north_up, "", plain_band);
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(file, &options, &grid).code, TWC_OK);
    CU_ASSERT_TRUE(grid.no_data == 1 && isnan(grid.height[4]) && grid.height[2] == 3);
    twc_grid_destroy(&grid);
    put_file(scratch_path("values.bin"), values, sizeof values);
    play_info("3, 2", north_up, "",
              "{\"type\":\"Int16\",\"mask\":{\"flags\":[\"PER_DATASET\",\"ALPHA\"]}},"
              "{\"colorInterpretation\":\"Alpha\"}");
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(file, &options, &grid).code, TWC_OK);
    CU_ASSERT_TRUE(grid.no_data == 2 && isnan(grid.height[4]) && isnan(grid.height[2]));
    twc_grid_destroy(&grid);
    put_file(scratch_path("values.bin"), values, sizeof values - 1);
    CU_ASSERT_EQUAL(twc_grid_read(file, &options, &grid).code, TWC_IO);
    put_file(scratch_path("values.bin"), stored, sizeof stored);
    options.no_data = 7;
    options.window = (twc_grid_window){.kind = TWC_WINDOW_CELLS, .cells = {1, 1, 1, 1}};
    play_info("3, 2", "\"geoTransform\":[100,10,0,200,0,10],", "", plain_band);
    CU_ASSERT_EQUAL(twc_grid_read(file, &options, &grid).code, TWC_IO); /* six values are not one */
    char *asked = (char *)get_file(scratch_path("asked"), &(size_t){0});
    CU_ASSERT_PTR_NOT_NULL(strstr(asked, "-srcwin 1 0 1 1 -b 1 ")); /* the southern row comes first */
    free(asked);
}

static void test_gdal(void)
{
    char old_path[4096], new_path[4200], script[400];
    const char *folder = scratch_path("bin"), *file = scratch_path("g.tif"), *temporary = scratch_path("tmp");
    snprintf(old_path, sizeof old_path, "%s", getenv("PATH"));
    put_text(file, "anything");
    CU_ASSERT_EQUAL(mkdir(folder, 0700) + mkdir(temporary, 0700), 0);
    setenv("TMPDIR", temporary, 1);
    setenv("PATH", folder, 1);
    expect_refusal(file, &plain, TWC_IO,
                   "gdalinfo, which reads and writes other formats, is not installed: apt-get install gdal-bin");
    snprintf(new_path, sizeof new_path, "%s:%s", folder, old_path);
    setenv("PATH", new_path, 1);
    put_script(folder, "gdalinfo", "#!/bin/sh\necho 'ERROR 4: not a known format.' >&2\nexit 1\n");
    expect_refusal(file, &plain, TWC_IO, "GDAL has trouble with");
    expect_refusal(file, &plain, TWC_IO, "ERROR 4: not a known format.");
    snprintf(script, sizeof script, "#!/bin/sh\ncat %s\n", scratch_path("info.json"));
    put_script(folder, "gdalinfo", script);
    snprintf(script, sizeof script, "#!/bin/sh\necho \"$@\" >%s\nshift $(($# - 1))\ncp %s \"$1\"\n: >\"$1.aux.xml\"\n",
             scratch_path("asked"), scratch_path("values.bin"));
    put_script(folder, "gdal_translate", script);
    put_file(scratch_path("values.bin"), (double[12]){0}, 12 * sizeof(double));
    test_gdal_refusals(file);
    test_gdal_values(file);
    put_text(file, "");
    expect_refusal(file, &plain, TWC_IO, "is empty");
    CU_ASSERT_EQUAL(count_files(temporary), 0);
    setenv("PATH", old_path, 1);
    unsetenv("TMPDIR");
}

int main(void)
{
    CU_TestInfo tests[] = {{"PNG", test_png},
                           {"PNG, transparent", test_png_transparency},
                           {"RAW16", test_raw},
                           {"GDAL", test_gdal},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("formats of grids", tests);
    scratch_remove();
    return failed;
}
