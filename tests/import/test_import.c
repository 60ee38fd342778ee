/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/import: ESRI ASCII and what all grids share: no data, units, windows, limits, the datum. */
#include <math.h>

#include "import/grid_files.h"
#include "twc/ground.h"

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

int main(void)
{
    CU_TestInfo tests[] = {{"ESRI ASCII: refusals", test_ascii_refusals},
                           {"no data by option", test_no_data_of_the_user},
                           {"units", test_units},
                           {"windows", test_window},
                           {"limits", test_limits},
                           {"all of the grid", test_default_extent},
                           {"ESRI ASCII: cut anywhere", test_ascii_cut_short},
                           {"ESRI ASCII: random changes", test_ascii_mutations},
                           {"ESRI ASCII: ways to write it", test_ascii_variants},
                           {"datum", test_datum},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("import", tests);
    scratch_remove();
    return failed;
}
