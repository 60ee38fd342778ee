/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies beside a grid or behind it: world files, systems in feet, HDF5 files that lead out of themselves. */
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/scratch.h"
#include "common/suite.h"
#include "import/import.h"
#include "store/h5_survey.h"
#include "twc/world_data.h"

static const twc_import_options plain = {.grid = {.scale = 0.01, .offset = -200}};

/* A PNG of the engine's own, 65 x 65 samples. */
static void make_picture(const char *path)
{
    twc_world_data data;
    CU_ASSERT_EQUAL_FATAL(twc_world_data_create((twc_rect){0, 0, 1, 1}, 20000, "plain", &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_export(path, &data, TWC_GRID_PNG, 0).code, TWC_OK);
    twc_world_data_destroy(&data);
}

static void test_world_files(void)
{
    static const struct {
        const char *text, *words; /* NULL: it is taken */
    } cases[] = {{"2.5\n0\n0\n-2.5\n600000.25\n5199999.75\n", NULL},
                 {"2.5 0 0 -2.5\r\n600000.25 5199999.75", NULL},
                 {"2.5\n0\n0\n-2.5\n600000.25\n", "is no world file of six numbers"},
                 {"2.5\n0\n0\n-2.5\n600000.25\nnan\n", "is no world file of six numbers"},
                 {"2.5\n0\n0\n-2.5\n600000.25\n5199999.75\n7\n", "more than the six numbers"},
                 {"2.5\n0.1\n0\n-2.5\n600000.25\n5199999.75\n", "gdalwarp -r bilinear"},
                 {"2.5\n0\n-0.1\n-2.5\n600000.25\n5199999.75\n", "lies rotated or mirrored"},
                 {"2.5\n0\n0\n2.5\n600000.25\n5199999.75\n", "lies rotated or mirrored"},
                 {"2.5\n0\n0\n-2\n600000.25\n5199999.75\n", "gdalwarp -tr 2.5 2.5"},
                 {"0.00001\n0\n0\n-0.00001\n6\n51\n", "look like degrees"}};
    static const char *const endings[] = {"pgw", "pngw", "wld"};
    char picture[512], beside[512];
    snprintf(picture, sizeof picture, "%s", scratch_path("placed.png"));
    make_picture(picture);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_grid grid;
        snprintf(beside, sizeof beside, "%s.%s", scratch_path("placed"), endings[k % 3]);
        put_text(beside, cases[k].text);
        twc_status status = twc_grid_read(picture, &plain.grid, &grid);
        CU_ASSERT_EQUAL(status.code, cases[k].words ? TWC_IO : TWC_OK);
        const int placed = grid.cell == 2.5 && grid.place.side == 2.5 && grid.place.west == 599999 &&
                           grid.place.north == 5200001;
        CU_ASSERT_TRUE(cases[k].words ? strstr(status.message, cases[k].words) != NULL : placed);
        if (cases[k].words && !strstr(status.message, cases[k].words))
            fprintf(stderr, "\n%s\n", status.message);
        twc_grid_destroy(&grid);
        unlink(beside);
    }
    twc_grid grid;
    CU_ASSERT_EQUAL(twc_grid_read(picture, &plain.grid, &grid).code, TWC_OK); /* without one: nowhere, 4 m */
    CU_ASSERT_TRUE(isnan(grid.place.west) && grid.cell == 4);
    twc_grid_destroy(&grid);
}

/* Systems whose heights are in feet come out in metres, above the same datum. */
static void test_heights_in_metres(void)
{
    static const struct {
        const char *wkt, *metres; /* NULL: it does not say above what */
    } cases[] = {
        {"COMPD_CS[\"a\",PROJCS[\"p\",UNIT[\"metre\",1]],VERT_CS[\"h\",VERT_DATUM[\"D [x]\",2005],UNIT[\"foot\",0.3048],"
         "AUTHORITY[\"EPSG\",\"6360\"]]]",
         "COMPD_CS[\"heights in metres\",PROJCS[\"p\",UNIT[\"metre\",1]],VERT_CS[\"D [x] height in "
         "metres\",VERT_DATUM[\"D [x]\",2005],UNIT[\"metre\",1],AXIS[\"Up\",UP]]]"},
        {"COMPOUNDCRS[\"a\",\n  PROJCRS[\"p\"],\n  VERTCRS[\"h\",VDATUM[\"D\"],CS[vertical,1],AXIS[\"up\",up,"
         "LENGTHUNIT[\"US survey foot\",0.304800609601219]]]]",
         "COMPOUNDCRS[\"heights in metres\",PROJCRS[\"p\"],VERTCRS[\"D height in metres\",VDATUM[\"D\"],CS[vertical,1],"
         "AXIS[\"gravity-related height (H)\",up],LENGTHUNIT[\"metre\",1]]]"},
        {"COMPD_CS[\"a\",PROJCS[\"p\"],VERT_CS[\"VERT_DATUM[]\",UNIT[\"foot\",0.3048]]]", NULL},
        {"PROJCS[\"p\",UNIT[\"foot\",0.3048]]", NULL},
        {"COMPD_CS[\"a\",PROJCS[\"p\"],VERT_CS[\"h\",VERT_DATUM[\"D\",2005", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = twc_crs_in_metres(cases[k].wkt);
        CU_ASSERT_EQUAL(text == NULL, cases[k].metres == NULL);
        if (text && cases[k].metres) {
            CU_ASSERT_STRING_EQUAL(text, cases[k].metres);
            CU_ASSERT_EQUAL(twc_crs_read(text).height.metres, 1);
        }
        free(text);
    }
}

/* ---- HDF5 ---- */

/* A file of one small dataset "z", made by `change` into one that leads out of itself. */
static void make_hdf5(const char *path, int kind)
{
    const hsize_t size = 4;
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), space = H5Screate_simple(1, &size, NULL);
    hid_t group = H5Gcreate2(file, "deep", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (kind == 1)
        H5Pset_external(creation, "values.bin", 0, H5F_UNLIMITED);
    if (kind == 2)
        H5Pset_virtual(creation, space, "other.h5", "/z", space);
    if (kind == 3) {
        H5Pset_chunk(creation, 1, &size);
        H5Pset_filter(creation, 32001, H5Z_FLAG_OPTIONAL, 0, NULL);
    }
    hid_t set = H5Dcreate2(group, "z", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (kind == 4)
        H5Lcreate_external("other.h5", "/z", group, "far", H5P_DEFAULT, H5P_DEFAULT);
    if (kind == 5)
        H5Lcreate_soft("/deep/z", group, "near", H5P_DEFAULT, H5P_DEFAULT); /* inside of it */
    H5Dclose(set);
    H5Pclose(creation);
    H5Gclose(group);
    H5Sclose(space);
    H5Fclose(file);
}

static void test_hdf5_that_leads_out(void)
{
    static const char *const words[] = {NULL,
                                        "\"deep/z\" is stored in other files",
                                        "\"deep/z\" is put together from other datasets",
                                        "\"deep/z\" is read through a plug-in",
                                        "\"deep/far\" is a link into another file",
                                        NULL};
    char path[512], old_path[4096];
    twc_grid grid;
    snprintf(path, sizeof path, "%s", scratch_path("dem.h5"));
    snprintf(old_path, sizeof old_path, "%s", getenv("PATH"));
    setenv("PATH", scratch_path("nothing"), 1); /* GDAL is not asked, and not there */
    for (int kind = 0; kind < (int)(sizeof words / sizeof *words); kind++) {
        make_hdf5(path, kind);
        twc_status status = twc_h5_survey(path);
        CU_ASSERT_EQUAL(status.code, words[kind] ? TWC_IO : TWC_OK);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words[kind] ? words[kind] : ""));
        status = twc_grid_read(path, &(twc_grid_options){.format = TWC_GRID_GDAL}, &grid);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words[kind] ? words[kind] : "is not installed"));
    }
    put_text(path, "\211HDF\r\n\032\nand no more");
    CU_ASSERT_EQUAL(twc_h5_survey(path).code, TWC_IO);
    put_text(path, "no HDF5");
    CU_ASSERT_EQUAL(twc_h5_survey(path).code, TWC_OK);
    setenv("PATH", old_path, 1);
}

int main(void)
{
    CU_TestInfo tests[] = {{"world files", test_world_files},
                           {"heights in metres", test_heights_in_metres},
                           {"HDF5 that leads out of itself", test_hdf5_that_leads_out},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("beside a grid", tests);
    scratch_remove();
    return failed;
}
