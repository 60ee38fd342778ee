/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/store: hashes, world.h5 and its damaged forms, tables of results. */
#include "store/forged_world.h"
#include "profiles.h"
#include "store/reseal.h"
#include "store/saved_world.h"
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

/* A feature's record is hashed in parts, and is what it would be in one: here of more stations than two parts have. */
static void test_hash_of_a_long_road(void)
{
    const twc_point nodes[] = {{-140000, 128000}, {-100000, 130000}, {-70000, 128000}};
    const twc_corridor corridor = {.id = 7, .profile = &twc_cart_road, .node_count = 3, .nodes = nodes};
    twc_world_data data;
    CU_ASSERT_EQUAL_FATAL(twc_world_data_create((twc_rect){-3, 2, 2, 1}, 23456, "road", &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_features_place(&data.world, 0, &corridor, &data.features).code, TWC_OK);
    const twc_feature *feature = &data.features.feature[0];
    const size_t words = twc_record_words(feature);
    int32_t *record = malloc(words * sizeof *record);
    unsigned char *bytes = calloc(1, 39 + 4 * words);
    CU_ASSERT_TRUE_FATAL(record && bytes && feature->station_count > 70);
    twc_record_write(feature, record);
    memcpy(bytes, "twc-world\0\xfd\xff\xff\xff\2\0\0\0\2\0\0\0\1\0\0\0\xa0\x5b", 28);
    size_t size = 28 + 2; /* both tiles are missing */
    bytes[size++] = 2;    /* features follow */
    bytes[size] = 1;      /* one */
    size += 4;
    for (size_t k = 0; k <= words; k++) {
        const uint32_t word = k == 0 ? (uint32_t)words : (uint32_t)record[k - 1];
        for (int b = 0; b < 4; b++)
            bytes[size++] = (unsigned char)(word >> 8 * b);
    }
    CU_ASSERT_EQUAL(size, 39 + 4 * words);
    char expected[TWC_HASH_HEX], hex[TWC_HASH_HEX];
    hash_of(bytes, size, expected);
    twc_world_hash(&data, hex);
    CU_ASSERT_STRING_EQUAL(hex, expected);
    free(record);
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
    CU_TestInfo tests[] = {{"SHA-256 vectors", test_sha256_vectors},
                           {"SHA-256 splits, sha256sum", test_sha256_splits},
                           {"world hash", test_world_hash},
                           {"hash of a long road", test_hash_of_a_long_road},
                           {"world round trip", test_world_round_trip},
                           {"world cut short", test_world_cut_short},
                           {"world with flipped bits", test_world_flipped_bits},
                           {"other kinds and versions", test_world_other_kinds},
                           {"one damaged tile", test_damaged_tile},
                           {"limit of memory", test_memory_limit},
                           {"where a world lies", test_georeference},
                           {"tables of results", test_results},
                           CU_TEST_INFO_NULL};
    scratch_make();
    int failed = suite_run("store", tests);
    scratch_remove();
    return failed;
}
