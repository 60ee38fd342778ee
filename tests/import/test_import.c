/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/import: readers and their refusals, filling, resampling, encoding, and export back. */
#include <math.h>

#include "import/import.h"
#include "store/png_image.h"
#include "common/scratch.h"
#include "common/suite.h"
#include "twc/ground.h"

static const twc_import_options plain = {.grid = {.scale = 0.01, .offset = -200}, .name = "test"};

/* Importing must fail with this code, name the file, say these words, and leave nothing. */
static void expect_refusal(const char *path, const twc_import_options *options, twc_code code, const char *words)
{
    twc_world_data data;
    twc_import_report report;
    twc_status status = twc_import(path, options, &data, &report);
    CU_ASSERT_EQUAL(status.code, code);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    CU_ASSERT_PTR_NULL(data.tiles);
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
}

/* A header, and columns * rows heights of 10 m, of which the one at `odd` is `text`. */
static void put_grid(const char *path, int columns, int rows, const char *header, int odd, const char *text)
{
    FILE *out = fopen(path, "w");
    if (!out)
        abort();
    fprintf(out, "%s\n", header);
    for (int k = 0; k < columns * rows; k++)
        fprintf(out, "%s%c", k == odd ? text : "10", k % columns == columns - 1 ? '\n' : ' ');
    fclose(out);
}

static void test_ascii_refusals(void)
{
    static const struct {
        const char *header; /* of 130 x 130 heights */
        int odd;
        const char *text, *words;
    } bad[] = {
        {"ncols 130\nnrows 130\ncellsize 4\nNODATA_value -7", 5, "-7",
         "1 no-data cells among 16900: fill them with --fill nearest"},
        {"ncols 130\nnrows 130\ncellsize 4", 5, "-9999", "1 no-data cells"},
        {"ncols 130\nnrows 130\ncellsize 4", 5, "nan", "1 cells that are not a number (NaN or infinite)"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "-inf", "and 1 cells that are not a number (NaN or infinite)"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "1,5", "decimals need a point"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "0x", "row 2, column 4 is \"0x\", which is no number"},
        {"ncols 130\nnrows 130\ncellsize 4", 6000, "-3.4028234663852886e+38",
         "has 1 cell of -3.4028234663852886e+38, far from all others (the next is 10): if that means no data, pass "
         "--no-data -3.4028234663852886e+38; if it is a height, --no-data none"},
        {"ncols 130\nnrows 130\ncellsize 4", 6000, "-32767", "has 1 cell of -32767, far from all others"},
        {"ncols 130\nnrows 130\ncellsize 4\nNODATA_value -1", 6000, "-9999", "has 1 cell of -9999, far from"},
        {"ncols 130\nnrows 130\ncellsize 4", 16899, "32767", "has 1 cell of 32767, far from all others"},
        {"ncols 130\nnrows 130\ncellsize 4", 0, "-999", "has 1 cell of -999, far from all others"},
        {"ncols 130\nnrows 130\ncellsize 4", 0, "-499", "heights span -499 to 10 m"},
        {"ncols 130\nnrows 131\ncellsize 4", -1, "", "cut short: it holds 16900 of the 17030 heights"},
        {"ncols 130\nnrows 129\ncellsize 4", -1, "", "more than the 130 x 129 heights its header promises"},
        {"ncols 100000\nnrows 100000\ncellsize 4", -1, "", "cut short: its header promises 100000 x 100000"},
        {"ncols 130\nnrows 130", -1, "", "no cellsize in its header; state it with --cell"},
        {"ncols 130\nnrows 130\ncellsize 0", -1, "", "cells of 0 m"},
        {"ncols 130\nnrows 130\ncellsize -4", -1, "", "cells of -4 m"},
        {"ncols 130\nnrows 130\ncellsize 0.000277", -1, "", "look like degrees: reproject"},
        {"ncols 130\nnrows 130\ncellsize nan", -1, "", "square"},
        {"ncols 130\nnrows 130\ndx 4\ndy 5", -1, "",
         "cells of 4 x 5 m, and twc takes square ones: resample it first: gdalwarp -tr 4 4 "},
        {"ncols 13.5\nnrows 130\ncellsize 3", -1, "", "whole numbers"},
        {"ncols 0\nnrows 130\ncellsize 3", -1, "", "whole numbers"},
        {"ncols x\nnrows 130\ncellsize 3", -1, "", "a number belongs behind ncols in its header, not \"x\""},
        {"some words", -1, "",
         "not an ESRI ASCII grid (a header with ncols and nrows is missing): it looks like other text"},
        {"\211PNG\r\n\032\n", -1, "", "it looks like a PNG image; name its format with --format"},
        {"", -1, "", "not an ESRI ASCII grid"},
        {"\357\273\277ncols 130\nnrows 130\ncellsize 4", -1, "",
         "begins with a byte order mark: take it off with tail -c +4"},
        {"ncols 10000\nnrows 10000\ncellsize 4", -1, "", "cut short"},
    };
    const char *path = scratch_path("bad.asc");
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        put_grid(path, 130, 130, bad[k].header, bad[k].odd, bad[k].text);
        expect_refusal(path, &plain, TWC_IO, bad[k].words);
    }
    put_text(path, "");
    expect_refusal(path, &plain, TWC_IO, "looks like nothing: the file is empty");
    put_file(path, "ncols 2\nnrows 1\ncellsize 9\n1 \0 2", 32);
    expect_refusal(path, &plain, TWC_IO, "zero bytes");
    put_file(path, "n\0c\0o\0l\0s\0", 10);
    expect_refusal(path, &plain, TWC_IO, "is UTF-16 text: convert it with iconv -f UTF-16LE -t UTF-8");
    put_file(path, "\376\377\0n\0c\0o", 8);
    expect_refusal(path, &plain, TWC_IO, "is UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8");
    expect_refusal(scratch_path("nowhere.asc"), &plain, TWC_IO, "No such file");
    expect_refusal(scratch_folder, &plain, TWC_IO, "folder");
}

/* A lone value is what the user says it is, and what the file says of no data gives way. */
static void test_no_data_of_the_user(void)
{
    static const struct {
        const char *header, *text;
        int all_heights, has_no_data;
        double no_data, height;
        size_t missing;
    } ways[] = {
        {"NODATA_value 10", "-3.4028234663852886e+38", 0, 1, -3.4028234663852886e+38, NAN, 1},
        {"", "-3.4028234663852886e+38", 0, 1, -3.4028235e38, NAN, 1}, /* as binary32 would print it */
        {"", "-9999", 1, 0, 0, -9999, 0},
        {"NODATA_value -9999", "-9999", 1, 0, 0, -9999, 0},
        {"NODATA_value 10", "-9999", 0, 1, -9999, NAN, 1},
        {"", "-32767", 0, 1, -9999, -32767, 0},
    };
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        char header[80];
        twc_grid grid;
        twc_grid_options options = plain.grid;
        options.all_heights = ways[k].all_heights;
        options.has_no_data = ways[k].has_no_data;
        options.no_data = ways[k].no_data;
        snprintf(header, sizeof header, "ncols 4\nnrows 3\ncellsize 4\n%s", ways[k].header);
        put_grid(scratch_path("n.asc"), 4, 3, header, 6, ways[k].text);
        twc_status status = twc_grid_read(scratch_path("n.asc"), &options, &grid);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
        CU_ASSERT_EQUAL(grid.no_data, ways[k].missing);
        CU_ASSERT_TRUE(isnan(ways[k].height) ? isnan(grid.height[6]) : grid.height[6] == ways[k].height);
        CU_ASSERT_EQUAL(grid.height[5], 10);
        twc_grid_destroy(&grid);
    }
}

/* Units of heights by option, and of cells and heights by the .prj beside the grid, whose text is kept. */
static void test_units(void)
{
    static const double survey_foot = 1200.0 / 3937.0;
    static const char feet[] = "COMPD_CS[\"NY\",PROJCS[\"NAD83 / New York\",GEOGCS[\"NAD83\",UNIT[\"degree\",0.017]],"
                               "PROJECTION[\"Lambert\"],UNIT[\"US survey foot\",0.304800609601219]],"
                               "VERT_CS[\"NAVD88 (ft)\",VERT_DATUM[\"NAVD88\",2005],UNIT[\"foot\",0.3048]]]";
    static const char *const bad[][2] = {
        {"GEOGCS[\"WGS 84\",UNIT[\"degree\",0.0174532925199433]]",
         "has cells in degrees: reproject it to metres (gdalwarp "
         "-t_srs EPSG:32632 -r bilinear"},
        {"VERTCRS[\"d\",CS[vertical,1],AXIS[\"depth\",down,LENGTHUNIT[\"metre\",1]]]", "holds depths"},
        {"PROJCS[\"p\",UNIT[\"cubit\",x]]", "cells of 4 cubit, a unit twc doesn't know: state their side with --cell"},
        {"Projection UTM\nUnits FEET", "states a reference system that is not WKT"},
    };
    const char *path = scratch_path("u.asc"), *beside = scratch_path("u.prj");
    twc_grid_options options = plain.grid;
    twc_grid grid;
    put_grid(path, 4, 3, "ncols 4\nnrows 3\nxllcorner 1\nyllcorner 20\ncellsize 4", -1, "");
    options.height_unit = twc_unit_of("us-ft");
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options, &grid).code, TWC_OK);
    CU_ASSERT_EQUAL(grid.height[11], 10 * survey_foot);
    CU_ASSERT_TRUE(grid.cell == 4 && grid.place.west == 1 && grid.place.north == 32 && grid.place.crs == NULL);
    twc_grid_destroy(&grid);
    put_text(beside, feet);
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &plain.grid, &grid).code, TWC_OK);
    CU_ASSERT_EQUAL(grid.height[11], 10 * 0.3048);
    CU_ASSERT_EQUAL(grid.cell, 4 * survey_foot);
    CU_ASSERT_STRING_EQUAL(grid.place.crs, feet);
    CU_ASSERT_STRING_EQUAL(grid.place.units.datum, "NAVD88");
    twc_grid_destroy(&grid);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        put_text(beside, bad[k][0]);
        twc_status status = twc_grid_read(path, &plain.grid, &grid);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        if (!strstr(status.message, bad[k][1]))
            CU_FAIL(status.message);
    }
    unlink(beside);
}

/* A part by cells, and the same by coordinates; centres decide. */
static void test_window(void)
{
    static const char grid_text[] = "ncols 4\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\n"
                                    "0 1 2 3\n10 11 12 13\n20 21 22 23\n";
    static const struct {
        twc_grid_window window;
        int32_t columns, rows;
        double first;
    } good[] = {
        {{.kind = TWC_WINDOW_CELLS, .cells = {1, 0, 2, 3}}, 2, 3, 1},
        {{.kind = TWC_WINDOW_CELLS, .cells = {3, 2, 1, 1}}, 1, 1, 23},
        {{.kind = TWC_WINDOW_MAP, .west = 110, .east = 130, .south = 200, .north = 220}, 2, 2, 11},
        {{.kind = TWC_WINDOW_MAP, .west = 115, .east = 125, .south = 205, .north = 205}, 2, 1, 21},
        {{.kind = TWC_WINDOW_MAP, .west = -1e6, .east = 1e6, .south = 0, .north = 1e6}, 4, 3, 0},
    };
    const char *path = scratch_path("window.asc");
    twc_import_options options = plain;
    put_text(path, grid_text);
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        twc_grid grid;
        options.grid.window = good[k].window;
        CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options.grid, &grid).code, TWC_OK);
        CU_ASSERT_TRUE(grid.columns == good[k].columns && grid.rows == good[k].rows);
        CU_ASSERT_EQUAL(grid.height[0], good[k].first);
        CU_ASSERT_EQUAL(grid.height[grid.columns * grid.rows - 1],
                        good[k].first + grid.columns - 1 + 10 * (grid.rows - 1));
        CU_ASSERT_EQUAL(grid.place.west, 100 + 10 * ((int)good[k].first % 10));
        CU_ASSERT_EQUAL(grid.place.north, 230 - 10 * ((int)good[k].first / 10));
        twc_grid_destroy(&grid);
    }
    options.grid.window = (twc_grid_window){.kind = TWC_WINDOW_CELLS, .cells = {2, 0, 3, 1}};
    expect_refusal(path, &options, TWC_USAGE, "the window 2,0,3,1 does not lie in the 4 x 3 cells");
    options.grid.window = (twc_grid_window){.kind = TWC_WINDOW_MAP, .west = 0, .east = 104, .south = 0, .north = 1e6};
    expect_refusal(path, &options, TWC_USAGE, "no cell of");
    expect_refusal(path, &options, TWC_USAGE, "the grid covers 100:140,200:230");
    put_text(path, "ncols 1\nnrows 1\ncellsize 4\n7");
    expect_refusal(path, &options, TWC_USAGE, "does not say where it lies: state the window in cells");
}

/* Memory is asked for within the limit alone, and the refusal says how to raise it. */
static void test_limits(void)
{
    twc_import_options options = plain;
    put_grid(scratch_path("l.asc"), 40, 40, "ncols 40\nnrows 40\ncellsize 16", -1, "");
    options.grid.most_cells = 1599;
    expect_refusal(scratch_path("l.asc"), &options, TWC_IO, "40 x 40 cells, more than the 1599");
    expect_refusal(scratch_path("l.asc"), &options, TWC_IO, "pass --most-cells 1600");
    options.grid.most_cells = 100;
    expect_refusal(scratch_path("l.asc"), &options, TWC_IO, "more than 3200 bytes, the most that are read of it");
    options.grid.format = TWC_GRID_ASCII;
    expect_refusal("/dev/zero", &options, TWC_IO, "more than 3200 bytes");
    options.grid.most_cells = 0;
    expect_refusal("/dev/zero", &options, TWC_IO, "more than 1048576 bytes");
}

/* All of a grid is kept: the extent grows to whole tiles. */
static void test_default_extent(void)
{
    static const struct {
        int columns, rows;
        double cell;
        twc_rect extent;
    } grids[] = {{129, 129, 4, {0, 0, 1, 1}},   {130, 129, 4, {-1, 0, 2, 1}}, {2, 3, 1, {0, 0, 1, 1}},
                 {257, 385, 4, {-1, -1, 2, 3}}, {103, 1, 5, {0, 0, 1, 1}},    {104, 1, 5, {-1, 0, 2, 1}},
                 {2, 2, 512.005, {0, 0, 1, 1}}};
    for (size_t k = 0; k < sizeof grids / sizeof *grids; k++) {
        char header[80];
        twc_world_data data;
        twc_import_report report;
        snprintf(header, sizeof header, "ncols %d\nnrows %d\ncellsize %.9g", grids[k].columns, grids[k].rows,
                 grids[k].cell);
        put_grid(scratch_path("e.asc"), grids[k].columns, grids[k].rows, header, -1, "");
        CU_ASSERT_EQUAL_FATAL(twc_import(scratch_path("e.asc"), &plain, &data, &report).code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(&data.world.extent, &grids[k].extent, sizeof data.world.extent), 0);
        twc_world_data_destroy(&data);
    }
}

/* Cutting a file anywhere is noticed, but for a cut inside the last number and the space behind it. */
static void test_ascii_cut_short(void)
{
    size_t size;
    const char *path = scratch_path("whole.asc"), *cut = scratch_path("cut.asc");
    put_grid(path, 40, 40, "ncols 40\nnrows 40\ncellsize 16", -1, "");
    unsigned char *bytes = get_file(path, &size);
    for (size_t length = 0; length + 3 < size; length += length < 60 || length + 60 > size ? 1 : 37) {
        put_file(cut, bytes, length);
        expect_refusal(cut, &plain, TWC_IO, "");
    }
    free(bytes);
}

/* Whatever stands in a file, reading it ends in a grid or in a message. */
static void test_ascii_mutations(void)
{
    static const char good[] = "ncols 6\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 4.5\nNODATA_value -9999\n"
                               "1 2 3 4 5 6\n1 2 3 4 5 6\n1 2 3 -9999 5 6\n1.5 2e1 +3 .4 5. 6\n1 2 3 4 5 6\n";
    static const char odd[] = "0123456789-+.eExXnNiIaAfF \t\r\n,;#\0\377ncolsrwdy_";
    uint64_t seed = 41;
    int bad = 0, read = 0, refused = 0;
    for (int trial = 0; trial < 20000; trial++) {
        char text[sizeof good];
        size_t size = sizeof good - 1 - (trial % 4 ? 0 : random_bits(&seed) % 40);
        memcpy(text, good, size);
        for (unsigned change = random_bits(&seed) % 4; change < 4; change++)
            text[random_bits(&seed) % size] = odd[random_bits(&seed) % (sizeof odd - 1)];
        text[size] = '\0';
        twc_grid grid;
        twc_status status = twc_grid_read_bytes("mutant", TWC_GRID_ASCII, (const unsigned char *)text, size, NULL,
                                                &plain.grid, &grid);
        read += status.code == TWC_OK;
        refused += status.code == TWC_IO;
        SUITE_EXPECT(bad,
                     status.code == TWC_OK ? grid.columns > 0 && grid.rows > 0 && grid.height
                                           : strstr(status.message, "mutant") != NULL,
                     "%s", text);
        for (int k = 0; status.code == TWC_OK && k < grid.columns * grid.rows; k++)
            SUITE_EXPECT(bad, isnan(grid.height[k]) || fabs(grid.height[k]) <= 1e6, "%s", text);
        twc_grid_destroy(&grid);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(read > 100 && refused > 1000 && read + refused == 20000);
}

static void test_ascii_variants(void)
{
    static const char *const headers[] = {
        "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 8\nNODATA_value -9999",
        "NROWS 2\r\nNCOLS\t2\r\nXLLCENTER -1e3\r\nYllCenter 7.5\r\nCellSize 8.0\r",
        "ncols 2 nrows 2 dx 8 dy 8 nodata_VALUE nan",
    };
    static const double expected[4] = {1.5, -2, 1000.0078125, 0.25};
    for (size_t k = 0; k < sizeof headers / sizeof *headers; k++) {
        char text[300];
        twc_grid grid;
        snprintf(text, sizeof text, "%s\n1.5 -2\r\n1.0000078125e3\t+.25", headers[k]);
        put_text(scratch_path("v.asc"), text);
        twc_status status = twc_grid_read(scratch_path("v.asc"), &plain.grid, &grid);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
        CU_ASSERT_EQUAL(grid.columns, 2);
        CU_ASSERT_EQUAL(grid.rows, 2);
        CU_ASSERT_EQUAL(grid.cell, 8);
        CU_ASSERT_EQUAL(memcmp(grid.height, expected, sizeof expected), 0);
        twc_grid_destroy(&grid);
    }
}

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

static void put_script(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    put_text(path, text);
    if (chmod(path, 0755))
        abort();
}

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

/* ---- datum and encoding ---- */

static void test_datum(void)
{
    CU_ASSERT_EQUAL(twc_suggest_datum(-200, 455.35), 0);
    CU_ASSERT_EQUAL(twc_suggest_datum(1673, 1730), 1700);
    CU_ASSERT_EQUAL(twc_suggest_datum(8000, 8655.35), 8200);
    CU_ASSERT_TRUE(isnan(twc_suggest_datum(0, 655.4)));
    uint64_t seed = 11;
    int bad = 0;
    for (int k = 0; k < 100000; k++) {
        double low = (double)(random_bits(&seed) % 2000000) / 100 - 5000,
               span = (double)(random_bits(&seed) % 65536) / 100;
        double datum = twc_suggest_datum(low, low + span);
        uint16_t first = twc_height_sample(low - datum), last = twc_height_sample(low + span - datum);
        SUITE_EXPECT(bad, last - first == (int)rint(span * 100), "%.2f + %.2f less %.2f gives samples %d to %d", low,
                     span, datum, first, last); /* neither end was saturated */
    }
    SUITE_NONE(bad);
    twc_import_options options = plain;
    put_grid(scratch_path("d.asc"), 129, 129, "ncols 129\nnrows 129\ncellsize 4", 8000, "1730");
    expect_refusal(scratch_path("d.asc"), &options, TWC_IO, "more than the 655.35 m a world can hold");
    put_grid(scratch_path("d.asc"), 129, 129, "ncols 129\nnrows 129\ncellsize 4", 8000, "500");
    expect_refusal(scratch_path("d.asc"), &options, TWC_IO,
                   "heights span 10 to 500 m, the encoding holds -200 to 455.35 m: pass --datum 100");
    options.datum = 20;
    expect_refusal(scratch_path("d.asc"), &options, TWC_IO,
                   "the encoding holds -180 to 475.35 m with that datum: pass --datum 100");
}

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
    scratch_make();
    int failed = suite_run("import", (CU_TestInfo[]){{"ESRI ASCII: refusals", test_ascii_refusals},
                                                     {"ESRI ASCII: cut anywhere", test_ascii_cut_short},
                                                     {"ESRI ASCII: ways to write it", test_ascii_variants},
                                                     {"no data by option", test_no_data_of_the_user},
                                                     {"units", test_units},
                                                     {"windows", test_window},
                                                     {"limits", test_limits},
                                                     {"all of the grid", test_default_extent},
                                                     {"ESRI ASCII: random changes", test_ascii_mutations},
                                                     {"PNG", test_png},
                                                     {"PNG, transparent", test_png_transparency},
                                                     {"RAW16", test_raw},
                                                     {"GDAL", test_gdal},
                                                     {"datum", test_datum},
                                                     {"export and back", test_round_trips},
                                                     {"places", test_place},
                                                     CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
