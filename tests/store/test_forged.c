/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds whose seals and hashes are right, and whose content is not. */
#include "store/forged_world.h"
#include "store/reseal.h"
#include "store/saved_world.h"
#include "store/world_h5.h"
#include "common/suite.h"

/* ---- worlds of format 2 whose seal is right and whose content is not ---- */

static void drop_height(hid_t file)
{
    H5Ldelete(file, "height", H5P_DEFAULT);
}

static void reshape_height(hid_t file)
{
    hsize_t size[2] = {129, 128};
    drop_height(file);
    hid_t space = H5Screate_simple(2, size, NULL);
    H5Dclose(H5Dcreate2(file, "height", H5T_STD_U16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
}

static void retype_height(hid_t file)
{
    hsize_t size[2] = {129, 129};
    drop_height(file);
    hid_t space = H5Screate_simple(2, size, NULL);
    H5Dclose(H5Dcreate2(file, "height", H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
}

static void write_first(hid_t file, const char *name, hsize_t n, int value)
{
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set),
          one = H5Screate_simple(1, &(hsize_t){1}, NULL);
    H5Sselect_elements(space, H5S_SELECT_SET, 1, (hsize_t[2]){n, n});
    H5Dwrite(set, H5T_NATIVE_INT, one, space, H5P_DEFAULT, &value);
    H5Sclose(one);
    H5Sclose(space);
    H5Dclose(set);
}

static void change_a_sample(hid_t file)
{
    write_first(file, "height", 5, 7);
}

static void third_class(hid_t file)
{
    write_first(file, "facet_class", 3, 2);
}

static void half_present(hid_t file)
{
    write_first(file, "tile_present", 0, 2);
}

/* ---- files of format 2 that lead out of themselves ---- */

/* Puts a data set of the same shape in place of `height`, with this layout. */
static void replace_height(hid_t file, hid_t creation)
{
    hsize_t size[2] = {129, 129};
    drop_height(file);
    hid_t space = H5Screate_simple(2, size, NULL),
          set = H5Dcreate2(file, "height", H5T_STD_U16LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    CU_ASSERT_TRUE(set >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(creation);
}

static void external_storage(hid_t file)
{
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    CU_ASSERT_TRUE(H5Pset_external(creation, scratch_path("good.h5"), 0, 2 * 129 * 129) >= 0);
    replace_height(file, creation);
}

static void virtual_layout(hid_t file)
{
    hsize_t size[2] = {129, 129};
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(2, size, NULL);
    CU_ASSERT_TRUE(H5Pset_virtual(creation, space, scratch_path("good.h5"), "height", space) >= 0);
    H5Sclose(space);
    replace_height(file, creation);
}

static void foreign_filter(hid_t file)
{
    hsize_t chunk[2] = {64, 64};
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    CU_ASSERT_TRUE(H5Pset_chunk(creation, 2, chunk) >= 0 &&
                   H5Pset_filter(creation, 32000, H5Z_FLAG_OPTIONAL, 0, NULL) >= 0);
    replace_height(file, creation);
}

/* Four billion times what is stored, by a data set that was never written. */
static void unwritten(hid_t file)
{
    replace_height(file, H5Pcreate(H5P_DATASET_CREATE));
}

static void external_height(hid_t file)
{
    drop_height(file);
    CU_ASSERT_TRUE(H5Lcreate_external(scratch_path("good.h5"), "height", file, "height", H5P_DEFAULT, H5P_DEFAULT) >=
                   0);
}

static void external_features(hid_t file)
{
    H5Ldelete(file, "features/word", H5P_DEFAULT);
    CU_ASSERT_TRUE(
        H5Lcreate_external(scratch_path("good.h5"), "height", file, "features/word", H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

static void soft_first(hid_t file)
{
    CU_ASSERT_TRUE(H5Lmove(file, "first_world", file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
                   H5Lcreate_soft("elsewhere", file, "first_world", H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

static void put_integer(hid_t file, const char *name, long long value)
{
    hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_LLONG, &value);
    H5Aclose(attribute);
}

static void later_version(hid_t file)
{
    put_integer(file, "format_version", 7);
}

static void deep_base(hid_t file)
{
    put_integer(file, "base_sample", 70000);
}

static void put_extent(hid_t file, long long nx, long long nz)
{
    hid_t attribute = H5Aopen(file, "extent_in_tiles", H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_LLONG, (long long[4]){-1, -1, nx, nz});
    H5Aclose(attribute);
}

static void no_extent(hid_t file)
{
    put_extent(file, 0, 2);
}

static void wrong_extent(hid_t file)
{
    put_extent(file, 4, 1);
}

static void far_extent(hid_t file)
{
    put_extent(file, 20973, 1);
}

static void no_title(hid_t file)
{
    H5Adelete(file, "title");
}

static void no_format(hid_t file)
{
    H5Adelete(file, "format");
}

static void datum_not_a_number(hid_t file)
{
    hid_t attribute = H5Aopen(file, "datum", H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_DOUBLE, &(double){__builtin_nan("")});
    H5Aclose(attribute);
}

/* The older world, changed by `change` and sealed again. */
static void forge(const char *path, void (*change)(hid_t file))
{
    size_t size;
    unsigned char *bytes = get_file(TWC_SOURCE_DIR "/tests/fuzzers/corpus/world/version2.h5", &size);
    forge_world(path, bytes, size, 2, change);
    free(bytes);
}

static void nothing(hid_t file)
{
    (void)file;
}

static void test_world_forged(void)
{
    static const struct {
        void (*change)(hid_t file);
        const char *words;
    } forgery[] = {
        {drop_height, "dataset height"},
        {reshape_height, "dataset height"},
        {retype_height, "dataset height"},
        {change_a_sample, "hash it states"},
        {third_class, "neither 0 nor 1"},
        {half_present, "neither 0 nor 1"},
        {later_version, "format_version"},
        {deep_base, "base_sample"},
        {no_extent, "extent is empty"},
        {wrong_extent, "does not match its extent"},
        {far_extent, "reach beyond"},
        {no_title, "title"},
        {external_storage, "height"},
        {virtual_layout, "height"},
        {foreign_filter, "height"},
        {unwritten, "dataset height"},
        {external_height, "height"},
        {external_features, "no list of records"},
        {soft_first, "leads out of the file"},
        {no_format, "attribute format"},
        {datum_not_a_number, "datum"},
    };
    const char *path = scratch_path("forged.h5");
    twc_world_data data;
    forge(path, nothing);
    CU_ASSERT_EQUAL(twc_world_load(path, &data).code, TWC_OK); /* else the refusals below would prove nothing */
    twc_world_data_destroy(&data);
    for (size_t k = 0; k < sizeof forgery / sizeof *forgery; k++) {
        forge(path, forgery[k].change);
        expect_refusal(path, forgery[k].words);
    }
}

/* ---- worlds of format 3 whose hashes are right and whose content is not ---- */

/* Puts a text of the same length in place of another in the head, and makes all hashes fit. */
static void forge_head(unsigned char *bytes, size_t size, const char *from, const char *to)
{
    unsigned char *at = NULL;
    CU_ASSERT_EQUAL_FATAL(strlen(from), strlen(to));
    for (size_t k = 0; k + strlen(from) <= size; k++)
        if (memcmp(bytes + k, from, strlen(from)) == 0)
            at = bytes + k; /* the last: the head comes last */
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    memcpy(at, to, strlen(to));
    reseal(bytes, size);
}

static void test_head_forged(void)
{
    static const struct {
        const char *from, *to, *words;
    } forgery[] = {
        {"\"needs\":[]", "\"needs\":[8", "head is no JSON"},
        {"\"needs\":[],\"extent\":[-1,-1,2,2]", "\"needs\":[\"moon\"],\"x\":[-1,-1,20]", "it needs \"moon\""},
        {"\"extent\":[-1,-1,2,2]", "\"extent\":[-1,-1,0,2]", "extent is empty"},
        {"\"extent\":[-1,-1,2,2]", "\"extent\":[-1,-1,2,9]", "are not what was written"},
        {"\"extent\":[-1,-1,2,2]", "\"extent\":[9,1e9,2,2]", "extent is empty or out of range"},
        {"\"extent\":[-1,-1,2,2]", "\"extent\":[1,0.5,2,2]", "takes integers"},
        {"\"base_sample\":23456", "\"base_sample\":99999", "base_sample"},
        {"\"datum\":[-1234.5599", "\"datum\":[-1e9999999", "finite"},
        {"\"title\":\"a w", "\"tixle\":\"a w", "title"},
        {"\"size\":[0,0]", "\"size\":[0,0}", "head is no JSON"},
    };
    size_t size;
    twc_world_data data;
    for (size_t k = 0; k < sizeof forgery / sizeof *forgery; k++) {
        unsigned char *bytes = saved_world(&size);
        forge_head(bytes, size, forgery[k].from, forgery[k].to);
        put_file(scratch_path("head.h5"), bytes, size);
        expect_refusal(scratch_path("head.h5"), forgery[k].words);
        free(bytes);
    }
    /* The same without a change is good, else the refusals would prove nothing. */
    unsigned char *bytes = saved_world(&size);
    forge_head(bytes, size, "\"needs\":[]", "\"needs\":[]");
    CU_ASSERT_EQUAL(twc_world_decode("it", bytes, size, &data).code, TWC_OK);
    twc_world_data_destroy(&data);
    free(bytes);
}

int main(void)
{
    CU_TestInfo tests[] = {{"sealed but wrong worlds of format 2", test_world_forged},
                           {"sealed but wrong heads", test_head_forged},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("forged worlds", tests);
    scratch_remove();
    return failed;
}
