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
        {"ncols 130\nnrows 130\ncellsize 4", 5, "nan", "1 cells that are not a number (NaN)"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "inf",
         "row 2, column 4 is inf, which is no height; if it means no data, pass --no-data inf"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "1,5", "decimals need a point"},
        {"ncols 130\nnrows 130\ncellsize 4", 133, "0x", "row 2, column 4 is \"0x\", which is no number"},
        {"ncols 130\nnrows 130\ncellsize 4", 6000, "-3.4028235e38", "is -3.4028235e38, which is no height"},
        {"ncols 130\nnrows 131\ncellsize 4", -1, "", "cut short: it holds 16900 of the 17030 heights"},
        {"ncols 130\nnrows 129\ncellsize 4", -1, "", "more than the 130 x 129 heights its header promises"},
        {"ncols 100000\nnrows 100000\ncellsize 4", -1, "", "cut short: its header promises 100000 x 100000"},
        {"ncols 130\nnrows 130", -1, "", "no cellsize in its header; state it with --cell"},
        {"ncols 130\nnrows 130\ncellsize 0", -1, "", "cells of 0 m"},
        {"ncols 130\nnrows 130\ncellsize -4", -1, "", "cells of -4 m"},
        {"ncols 130\nnrows 130\ncellsize 0.000277", -1, "", "look like degrees: reproject"},
        {"ncols 130\nnrows 130\ncellsize nan", -1, "", "square"},
        {"ncols 130\nnrows 130\ndx 4\ndy 5", -1, "", "cells of 4 x 5 m, and twc takes square ones"},
        {"ncols 130\nnrows 130\ncellsize 3", -1, "",
         "390.0 x 390.0 m, less than a tile of 512 x 512 m: pass --extent 1x1"},
        {"ncols 13.5\nnrows 130\ncellsize 3", -1, "", "whole numbers"},
        {"ncols 0\nnrows 130\ncellsize 3", -1, "", "whole numbers"},
        {"ncols x\nnrows 130\ncellsize 3", -1, "", "a number belongs behind ncols in its header, not \"x\""},
        {"some words", -1, "",
         "not an ESRI ASCII grid (a header with ncols and nrows is missing): it looks like other text"},
        {"\211PNG\r\n\032\n", -1, "", "it looks like a PNG image; name its format with --format"},
        {"", -1, "", "not an ESRI ASCII grid"},
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
    expect_refusal(scratch_path("nowhere.asc"), &plain, TWC_IO, "No such file");
    expect_refusal(scratch_folder, &plain, TWC_IO, "folder");
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
        twc_grid grid = {0};
        twc_status status = twc_grid_read_ascii("mutant", (const unsigned char *)text, size, &plain.grid, &grid);
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
    expect_refusal(cut, &plain, TWC_IO, "16 bits (colour)");
    png_image_write(cut, 1000000, 1000000, 16, 0, value, 12);
    expect_refusal(cut, &plain, TWC_IO, "cut short");
    put_text(cut, "ncols 3");
    expect_refusal(cut, &plain, TWC_IO, "not a PNG image: it looks like an ESRI ASCII grid");
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
    for (int order = 0; order < 2; order++) {
        twc_grid grid;
        options.grid.big_endian = order;
        CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &options.grid, &grid).code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(grid.height, order ? big : little, sizeof big), 0);
        twc_grid_destroy(&grid);
    }
}

/* ---- GDAL, whose program is played by scripts, so that these run with or without it ---- */

static void put_script(const char *folder, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/gdal_translate", folder);
    put_text(path, text);
    if (chmod(path, 0755))
        abort();
}

static void test_gdal(void)
{
    char old_path[4096], new_path[4200];
    const char *folder = scratch_path("bin"), *file = scratch_path("g.tif"), *temporary = scratch_path("tmp");
    snprintf(old_path, sizeof old_path, "%s", getenv("PATH"));
    put_grid(file, 130, 130, "ncols 130\nnrows 130\ndx 4.5\ndy 4.5", -1, "");
    CU_ASSERT_EQUAL(mkdir(folder, 0700) + mkdir(temporary, 0700), 0);
    setenv("TMPDIR", temporary, 1);
    setenv("PATH", folder, 1);
    expect_refusal(file, &plain, TWC_IO,
                   "gdal_translate, which reads other formats, is not installed: apt-get install gdal-bin");
    snprintf(new_path, sizeof new_path, "%s:%s", folder, old_path);
    setenv("PATH", new_path, 1);
    put_script(folder, "#!/bin/sh\necho 'ERROR 4: not a known format.' >&2\nexit 1\n");
    expect_refusal(file, &plain, TWC_IO, "GDAL cannot read");
    expect_refusal(file, &plain, TWC_IO, "ERROR 4: not a known format.");
    put_script(folder, "#!/bin/sh\nshift $(($# - 2))\ncp \"$1\" \"$2\"\n: >\"${2%.asc}.prj\"\n");
    twc_grid grid;
    twc_status status = twc_grid_read(file, &plain.grid, &grid);
    CU_ASSERT_STRING_EQUAL(status.message, "");
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(grid.cell, 4.5);
    twc_grid_destroy(&grid);
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

int main(void)
{
    scratch_make();
    int failed = suite_run("import", (CU_TestInfo[]){{"ESRI ASCII: refusals", test_ascii_refusals},
                                                     {"ESRI ASCII: cut anywhere", test_ascii_cut_short},
                                                     {"ESRI ASCII: ways to write it", test_ascii_variants},
                                                     {"ESRI ASCII: random changes", test_ascii_mutations},
                                                     {"PNG", test_png},
                                                     {"RAW16", test_raw},
                                                     {"GDAL", test_gdal},
                                                     {"datum", test_datum},
                                                     {"export and back", test_round_trips},
                                                     CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
