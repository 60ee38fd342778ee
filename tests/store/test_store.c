/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/store: hashes, world.h5 and its damaged forms, tables of results. */
#include "store/forged_world.h"
#include "store/reseal.h"
#include "twc/world_hash.h"
#include "store/h5.h"
#include "store/results_h5.h"
#include "store/world_h5.h"
#include "store/world_seal.h"
#include "store/world_source.h"
#include "store/world_verify.h"
#include "common/suite.h"

/* ---- hashes ---- */

static void hash_of(const void *bytes, size_t size, char hex[TWC_HASH_HEX])
{
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
}

/* The examples published with FIPS 180. */
static void test_sha256_vectors(void)
{
    static const struct {
        const char *text, *hex;
    } vector[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hex[TWC_HASH_HEX];
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) {
        hash_of(vector[k].text, strlen(vector[k].text), hex);
        CU_ASSERT_STRING_EQUAL(hex, vector[k].hex);
    }
    char *million = malloc(1000000);
    CU_ASSERT_PTR_NOT_NULL_FATAL(million);
    memset(million, 'a', 1000000);
    hash_of(million, 1000000, hex);
    CU_ASSERT_STRING_EQUAL(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

/* Any split of the input gives the same hash, and so does the program sha256sum, at every length about a block. */
static void test_sha256_splits(void)
{
    unsigned char bytes[200];
    uint64_t seed = 7;
    char whole[TWC_HASH_HEX], parts[TWC_HASH_HEX], other[TWC_HASH_HEX], command[200];
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)random_bits(&seed);
    for (size_t size = 50; size <= sizeof bytes; size++) {
        hash_of(bytes, size, whole);
        for (size_t first = 0; first <= size; first += 13) {
            twc_sha256 hash;
            twc_sha256_begin(&hash);
            twc_sha256_add(&hash, bytes, first);
            twc_sha256_add(&hash, bytes + first, size - first);
            twc_sha256_end(&hash, parts);
            CU_ASSERT_STRING_EQUAL(parts, whole);
        }
        if (size > 70 && size != 119 && size != 120 && size != 128)
            continue;
        put_file(scratch_path("hashed"), bytes, size);
        snprintf(command, sizeof command, "sha256sum %s", scratch_path("hashed"));
        FILE *pipe = popen(command, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
        CU_ASSERT_EQUAL(fscanf(pipe, "%64s", other), 1);
        pclose(pipe);
        CU_ASSERT_STRING_EQUAL(other, whole);
    }
}

/* The canonical bytes, laid out here one by one. */
static void test_world_hash(void)
{
    twc_world_data data = random_world((twc_rect){-3, 2, 2, 1}, 5);
    size_t size = 0, room = 10 + 18 + 2 + 129 * 129 * 2 + 64;
    unsigned char *bytes = calloc(1, room);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    memcpy(bytes, "twc-world\0\xfd\xff\xff\xff\2\0\0\0\2\0\0\0\1\0\0\0\xa0\x5b\1", 29); /* 23456 = 0x5ba0 */
    size = 29;
    for (int k = 0; k < 129 * 129; k++) {
        bytes[size++] = (unsigned char)(data.tiles[0]->sample[k / 129][k % 129] % 256);
        bytes[size++] = (unsigned char)(data.tiles[0]->sample[k / 129][k % 129] / 256);
    }
    memcpy(bytes + size, data.tiles[0]->facet, 64);
    size += 64 + 1; /* the second tile is missing: a byte 0 */
    CU_ASSERT_EQUAL(size, room);
    char expected[TWC_HASH_HEX], hex[TWC_HASH_HEX];
    hash_of(bytes, size, expected);
    twc_world_hash(&data, hex);
    CU_ASSERT_STRING_EQUAL(hex, expected);
    data.tiles[0]->sample[77][3] ^= 1;
    twc_world_hash(&data, hex);
    CU_ASSERT_STRING_NOT_EQUAL(hex, expected);
    free(bytes);
    twc_world_data_destroy(&data);
}

/* ---- worlds ---- */

static void expect_same_world(const twc_world_data *a, const twc_world_data *b)
{
    CU_ASSERT_EQUAL(memcmp(&a->world.extent, &b->world.extent, sizeof a->world.extent), 0);
    CU_ASSERT_EQUAL(a->world.base_sample, b->world.base_sample);
    CU_ASSERT_STRING_EQUAL(a->name, b->name);
    CU_ASSERT_EQUAL(a->datum, b->datum);
    for (int32_t k = 0; k < a->world.extent.nx * a->world.extent.nz; k++) {
        CU_ASSERT_EQUAL_FATAL(a->tiles[k] == NULL, b->tiles[k] == NULL);
        if (a->tiles[k])
            CU_ASSERT_EQUAL(memcmp(a->tiles[k], b->tiles[k], sizeof **a->tiles), 0);
    }
}

static void test_world_round_trip(void)
{
    static const twc_rect extents[] = {{0, 0, 1, 1}, {-2, -1, 3, 2}, {-5, 7, 9, 1}, {20968, -20971, 2, 2}};
    for (size_t k = 0; k < sizeof extents / sizeof *extents; k++) {
        twc_world_data data = random_world(extents[k], k + 1), back;
        const char *path = scratch_path("world.h5");
        size_t size, again;
        CU_ASSERT_EQUAL_FATAL(twc_world_save(path, &data).code, TWC_OK);
        unsigned char *bytes = get_file(path, &size);
        twc_status status = twc_world_load(path, &back);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
        expect_same_world(&data, &back);
        CU_ASSERT_EQUAL_FATAL(twc_world_save(path, &back).code, TWC_OK);
        unsigned char *second = get_file(path, &again);
        CU_ASSERT_EQUAL_FATAL(size, again);
        CU_ASSERT_EQUAL(memcmp(bytes, second, size), 0); /* same world, same bytes */
        free(bytes);
        free(second);
        twc_world_data_destroy(&back);
        twc_world_data_destroy(&data);
    }
}

/* Loading must fail, name the file, say these words, and leave nothing behind. */
static void expect_refusal(const char *path, const char *words)
{
    twc_world_data data;
    twc_status status = twc_world_load(path, &data);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
    CU_ASSERT_PTR_NULL(data.tiles);
}

static unsigned char *saved_world(size_t *size)
{
    twc_world_data data = random_world((twc_rect){-1, -1, 2, 2}, 99);
    if (twc_world_save(scratch_path("good.h5"), &data).code)
        abort();
    twc_world_data_destroy(&data);
    return get_file(scratch_path("good.h5"), size);
}

static void test_world_cut_short(void)
{
    size_t size;
    unsigned char *bytes = saved_world(&size);
    const char *path = scratch_path("cut.h5");
    put_file(path, bytes, size);
    for (size_t length = 0; length < size; length += length < 200 || length + 200 > size ? 1 : size / 300) {
        if (length + 200 > size || length < 200 || length % 2 == 0) {
            put_file(path, bytes, length);
            expect_refusal(path, length == 0 ? "is empty" : length < 8 ? "not an HDF5 file" : "cut short");
        }
    }
    free(bytes);
}

static void count_damage(void *context, const char *what)
{
    (void)what;
    ++*(int *)context;
}

/* Whatever is loaded of a changed file is the world that was saved; and checking the file names what was changed. */
static void test_world_flipped_bits(void)
{
    size_t size;
    int bad = 0, loaded = 0;
    unsigned char *bytes = saved_world(&size);
    twc_world_data data = random_world((twc_rect){-1, -1, 2, 2}, 99), back;
    uint64_t seed = 3;
    for (int k = 0; k < 600; k++) {
        /* The superblock and the seal byte by byte, then anywhere. */
        size_t at = k < 48 ? (size_t)k : k < 148 ? size - 100 + (size_t)(k - 48) : random_bits(&seed) % size;
        unsigned char old = bytes[at];
        int named = 0;
        twc_verified found;
        bytes[at] = (unsigned char)(old ^ 1u << random_bits(&seed) % 8);
        twc_status status = twc_world_decode("it", bytes, size, &back);
        SUITE_EXPECT(bad, !status.code || (status.code == TWC_IO && strstr(status.message, "; ") && !back.tiles),
                     "byte %zu: %s", at, status.message);
        if (!status.code) {
            loaded++;
            expect_same_world(&data, &back);
            twc_world_data_destroy(&back);
        }
        status = twc_world_verify_bytes("it", bytes, size, count_damage, &named, &found);
        SUITE_EXPECT(bad, status.code || (named > 0 && found.damaged == (uint64_t)named), "byte %zu is not named", at);
        bytes[at] = old;
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(loaded > 30); /* those of the superblock, which twc has no use for */
    twc_world_data_destroy(&data);
    free(bytes);
}

static void test_world_other_kinds(void)
{
    size_t size;
    unsigned char *bytes = saved_world(&size);
    expect_refusal(scratch_path("nowhere.h5"), "No such file");
    expect_refusal(scratch_folder, "folder");
    put_text(scratch_path("text.h5"), "ncols 10\nnrows 10\n");
    expect_refusal(scratch_path("text.h5"), "not an HDF5 file; twc import");
    static const double one[1] = {1};
    twc_column column = {"value", "m", one, NULL, NULL};
    twc_table table = {"t", "about", 1, 1, &column};
    CU_ASSERT_EQUAL(twc_results_save(scratch_path("results.h5"), &table, 1, &(twc_provenance){"", "", 1}).code, TWC_OK);
    expect_refusal(scratch_path("results.h5"), "another kind");
    unsigned char *seal = bytes + size - 1 - 64 - 8; /* behind "twc-world 0003" */
    CU_ASSERT_EQUAL(memcmp(seal - 4, "0003 sha256 ", 12), 0);
    seal[-1] = '4';
    put_file(scratch_path("version.h5"), bytes, size);
    expect_refusal(scratch_path("version.h5"), "format version 4, and this twc reads versions 1 to 3");
    free(bytes);
}

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

/* ---- parts ---- */

/* Flips a bit of the chunk of a tile of a file. */
static void damage_tile(const char *path, int64_t chunk)
{
    size_t size;
    twc_world_file file;
    char seal[TWC_SEAL_SIZE + 1];
    int version;
    twc_parts_reader *reader;
    twc_part part;
    CU_ASSERT_EQUAL_FATAL(twc_world_file_open(path, &file).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_seal_read(&file, seal, &version).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_parts_open(&file, seal, TWC_WORLD_MEMORY, &reader).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_parts_entry(reader, 0, TWC_RASTER_HEIGHT, chunk, &part).code, TWC_OK);
    twc_parts_reader_release(reader);
    unsigned char *bytes = get_file(path, &size);
    bytes[part.offset + part.size / 2] ^= 4;
    put_file(path, bytes, size);
    free(bytes);
}

/* Of a file with one damaged tile, every tile that takes no sample from it is read, and the others name it. */
static void test_damaged_tile(void)
{
    const twc_rect extent = {-2, -3, 5, 4};
    const char *path = scratch_path("parts.h5");
    twc_world_data data = random_world(extent, 4), back;
    CU_ASSERT_EQUAL_FATAL(twc_world_save(path, &data).code, TWC_OK);
    damage_tile(path, 2 * 6 + 3); /* tile (1, -1): a row of chunks has one more, for the far edge */
    CU_ASSERT_EQUAL_FATAL(twc_world_open(path, TWC_WORLD_MEMORY, &back, NULL).code, TWC_OK);
    for (int32_t k = 0; k < extent.nx * extent.nz; k++) {
        const twc_point at = {extent.x + k % extent.nx, extent.z + k / extent.nx};
        twc_status status = twc_world_data_need(&back, (twc_rect){at.x, at.z, 1, 1});
        const int takes = data.tiles[k] && (at.x == 0 || at.x == 1) && (at.z == -2 || at.z == -1);
        CU_ASSERT_EQUAL(status.code, takes ? TWC_IO : TWC_OK);
        if (takes) {
            CU_ASSERT_PTR_NOT_NULL(
                strstr(status.message, "the heights of tile (1, -1), x 512 to 1024 m, z -512 to 0 m"));
        } else {
            CU_ASSERT_TRUE(!data.tiles[k] ? !back.tiles[k]
                                          : memcmp(data.tiles[k], back.tiles[k], sizeof *back.tiles[k]) == 0);
        }
    }
    twc_world_data_destroy(&back);
    twc_world_data_destroy(&data);
}

/* A limit of memory holds for the tiles that are loaded, of either format. */
static void test_memory_limit(void)
{
    static const char older[] = TWC_SOURCE_DIR "/tests/fuzzers/corpus/world/version2.h5";
    const char *path = scratch_path("parts.h5");
    twc_world_data data = random_world((twc_rect){0, 0, 4, 4}, 9), back;
    CU_ASSERT_EQUAL_FATAL(twc_world_save(path, &data).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_world_load_within(path, 15 * sizeof(twc_tile), &back, NULL).code, TWC_OK);
    twc_world_data_destroy(&back);
    twc_status status = twc_world_load_within(path, 15 * sizeof(twc_tile) - 1, &back, NULL);
    CU_ASSERT_TRUE(status.code == TWC_IO && strstr(status.message, "--memory MIB") && !back.tiles);
    CU_ASSERT_EQUAL_FATAL(twc_world_open(path, sizeof(twc_tile), &back, NULL).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_world_data_need(&back, (twc_rect){2, 2, 1, 1}).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_world_data_need(&back, (twc_rect){3, 2, 1, 1}).code, TWC_IO);
    twc_world_data_destroy(&back);
    CU_ASSERT_EQUAL(twc_world_load_within(older, sizeof(twc_tile), &back, NULL).code, TWC_OK);
    twc_world_data_destroy(&back);
    status = twc_world_load_within(older, sizeof(twc_tile) - 1, &back, NULL);
    CU_ASSERT_TRUE(status.code == TWC_IO && strstr(status.message, "--memory MIB") && !back.tiles);
    twc_world_data_destroy(&data);
}

/* Where a world lies is kept, and decides no hash. */
static void test_georeference(void)
{
    twc_world_data data = random_world((twc_rect){0, 0, 1, 1}, 3), back, copy;
    char hash[2][TWC_HASH_HEX];
    twc_world_hash(&data, hash[0]);
    twc_georeference *g = &data.georeference;
    CU_ASSERT_EQUAL(twc_georeference_set(&g->crs, "PROJCRS[\"UTM \xc3\xb6\", 1\n]").code, TWC_OK);
    CU_ASSERT_EQUAL(twc_georeference_set(&g->unit, "metre").code, TWC_OK);
    CU_ASSERT_EQUAL(twc_georeference_set(&g->vertical_datum, "EGM2008 height").code, TWC_OK);
    CU_ASSERT_EQUAL(twc_georeference_set(&g->source, "dem.tif").code, TWC_OK);
    CU_ASSERT_EQUAL(twc_georeference_set(&g->made_by, "twc import dem.tif").code, TWC_OK);
    g->metres_per_unit = 1;
    g->origin[0] = 500000.1;
    g->origin[1] = -4e6 / 3;
    g->per_x[0] = 0.8;
    g->per_x[1] = 0.6;
    g->per_z[0] = 0.6;
    g->per_z[1] = -0.8;
    memcpy(g->cell, (double[6]){1, 0.1, 2, 1e300, 1.0 / 3, -7}, sizeof g->cell);
    g->columns = 1201;
    g->rows = 77;
    CU_ASSERT_EQUAL_FATAL(twc_world_save(scratch_path("place.h5"), &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_world_load(scratch_path("place.h5"), &back).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_world_data_copy(&back, &copy).code, TWC_OK);
    twc_world_data_destroy(&back);
    const twc_georeference *c = &copy.georeference;
    CU_ASSERT_STRING_EQUAL(c->crs, "PROJCRS[\"UTM \xc3\xb6\", 1 ]"); /* a control character is a blank */
    CU_ASSERT_STRING_EQUAL(c->unit, "metre");
    CU_ASSERT_STRING_EQUAL(c->vertical_datum, "EGM2008 height");
    CU_ASSERT_STRING_EQUAL(c->source, "dem.tif");
    CU_ASSERT_STRING_EQUAL(c->made_by, "twc import dem.tif");
    CU_ASSERT_PTR_NULL(c->height_unit);
    CU_ASSERT_TRUE(memcmp(c->origin, g->origin, sizeof c->origin) == 0 && memcmp(c->per_x, g->per_x, 16) == 0 &&
                   memcmp(c->per_z, g->per_z, 16) == 0 && memcmp(c->cell, g->cell, sizeof c->cell) == 0);
    CU_ASSERT_TRUE(c->columns == 1201 && c->rows == 77 && memcmp(&c->metres_per_unit, &(double){1}, 8) == 0);
    twc_world_hash(&copy, hash[1]);
    CU_ASSERT_STRING_EQUAL(hash[0], hash[1]);
    /* Coordinates there and back. */
    double crs[2], x, z;
    CU_ASSERT_TRUE(twc_georeference_placed(c) && !twc_georeference_placed(&(twc_georeference){.columns = 1}));
    twc_georeference_to_crs(c, 100, -50, crs);
    CU_ASSERT_DOUBLE_EQUAL(crs[0], 500000.1 + 80 - 30, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(crs[1], -4e6 / 3 + 60 + 40, 1e-9);
    twc_georeference_to_world(c, crs, &x, &z);
    CU_ASSERT_DOUBLE_EQUAL(x, 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(z, -50, 1e-9);
    twc_world_data_destroy(&copy);
    twc_world_data_destroy(&data);
}

/* ---- tables of results ---- */

static void test_results(void)
{
    static const double real[3] = {1.5, -2.25, 1e300};
    static const int64_t integer[3] = {-1, 0, INT64_MAX};
    static const char *const text[3] = {"planes", "", "h\xc3\xb6he"};
    const twc_column columns[] = {
        {"value", "m", real, NULL, NULL}, {"count", "", NULL, integer, NULL}, {"metric", "", NULL, NULL, text}};
    const twc_table table = {"table_5", "measured beside printed", 3, 3, columns};
    const char *path = scratch_path("results.h5");
    twc_status status = twc_results_save(path, &table, 1, &(twc_provenance){"v3", "twc reproduce", 42});
    CU_ASSERT_STRING_EQUAL(status.message, "");
    size_t size, again;
    unsigned char *first = get_file(path, &size);
    CU_ASSERT_EQUAL(twc_results_save(path, &table, 1, &(twc_provenance){"v3", "twc reproduce", 42}).code, TWC_OK);
    unsigned char *second = get_file(path, &again);
    CU_ASSERT_TRUE(size == again && memcmp(first, second, size) == 0);
    free(first);
    free(second);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    double values[3];
    int64_t counts[3], seed;
    char *names[3], level[8];
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    CU_ASSERT_EQUAL(twc_h5_read(file, "table_5/value", 1, (hsize_t[1]){3}, H5T_FLOAT, H5T_NATIVE_DOUBLE, values), 0);
    CU_ASSERT_EQUAL(twc_h5_read(file, "table_5/count", 1, (hsize_t[1]){3}, H5T_INTEGER, H5T_NATIVE_INT64, counts), 0);
    CU_ASSERT_EQUAL_FATAL(twc_h5_read(file, "table_5/metric", 1, (hsize_t[1]){3}, H5T_STRING, type, names), 0);
    CU_ASSERT_EQUAL(memcmp(values, real, sizeof real), 0);
    CU_ASSERT_EQUAL(memcmp(counts, integer, sizeof integer), 0);
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_STRING_EQUAL(names[k] ? names[k] : "", text[k]);
        H5free_memory(names[k]);
    }
    CU_ASSERT_EQUAL(twc_h5_read_integers(file, "seed", 1, &seed), 0);
    CU_ASSERT_EQUAL(seed, 42);
    CU_ASSERT_EQUAL(twc_h5_read_text(file, "level", level, sizeof level), 0);
    CU_ASSERT_STRING_EQUAL(level, "v3");
    H5Tclose(type);
    H5Fclose(file);
    CU_ASSERT_EQUAL(twc_results_save(path, &(twc_table){"t", "", 0, 0, NULL}, 1, &(twc_provenance){"", "", 1}).code,
                    TWC_USAGE);
}

int main(void)
{
    scratch_make();
    int failed = suite_run("store", (CU_TestInfo[]){{"SHA-256 vectors", test_sha256_vectors},
                                                    {"SHA-256 splits, sha256sum", test_sha256_splits},
                                                    {"world hash", test_world_hash},
                                                    {"world round trip", test_world_round_trip},
                                                    {"world cut short", test_world_cut_short},
                                                    {"world with flipped bits", test_world_flipped_bits},
                                                    {"other kinds and versions", test_world_other_kinds},
                                                    {"sealed but wrong worlds of format 2", test_world_forged},
                                                    {"sealed but wrong heads", test_head_forged},
                                                    {"one damaged tile", test_damaged_tile},
                                                    {"limit of memory", test_memory_limit},
                                                    {"where a world lies", test_georeference},
                                                    {"tables of results", test_results},
                                                    CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
