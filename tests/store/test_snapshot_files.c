/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What world.h5 holds beyond the ground: features and places in a log. Round trips, older files, damage, records that
 * nobody placed.
 */
#include "store/forged_world.h"
#include "store/reseal.h"
#include "store/features_h5.h"
#include "store/world_h5.h"
#include "store/world_verify.h"

/* ---- worlds ---- */

static twc_features *add_road(twc_world_data *data, uint64_t id, int32_t priority, int32_t x, int32_t z)
{
    twc_point nodes[3] = {{x, z}, {x + 3000, z + 500}, {x + 6000, z}};
    twc_corridor road = {.id = id, .priority = priority, .profile = &twc_cart_road, .node_count = 3, .nodes = nodes};
    twc_status status = twc_features_place(&data->world, 0, &road, &data->features);
    if (status.code)
        abort();
    return &data->features;
}

/* Flat ground with two roads. Its place is made up. */
static twc_world_data snapshot(void)
{
    twc_world_data data;
    uint16_t hill = 30000;
    if (twc_world_data_create((twc_rect){0, 0, 1, 1}, 25000, "roads", &data).code ||
        twc_world_data_add_tile(&data, 0, 0).code)
        abort();
    add_road(&data, 7, 2, 10000, 10000);
    if (twc_world_data_keep_first(&data).code)
        abort();
    add_road(&data, UINT64_C(0x900000005), 1, 20000, 30000);
    twc_world_data_set_samples(&data, (twc_rect){60, 60, 1, 1}, &hill);
    data.place.facts = 3;
    twc_world_hash(data.first, data.place.first);
    memset(data.place.digest, 'a', TWC_HASH_HEX - 1);
    return data;
}

static unsigned char *encoded(const twc_world_data *data, size_t *size)
{
    unsigned char *bytes;
    twc_status status = twc_world_encode(data, &bytes, size);
    if (status.code)
        abort();
    return bytes;
}

static void expect_same(const twc_world_data *a, const twc_world_data *b)
{
    size_t size, other;
    unsigned char *one = encoded(a, &size), *two = encoded(b, &other);
    CU_ASSERT_TRUE(size == other && memcmp(one, two, size) == 0);
    CU_ASSERT_EQUAL_FATAL(a->features.list.count, b->features.list.count);
    for (size_t k = 0; k < a->features.list.count; k++) {
        const twc_feature *p = &a->features.feature[k], *q = &b->features.feature[k];
        int32_t entries = twc_corridor_tree_size(p->station_count);
        CU_ASSERT_TRUE(p->id == q->id && p->priority == q->priority && p->leaves == q->leaves &&
                       p->station_count == q->station_count);
        CU_ASSERT_EQUAL(memcmp(p->stations, q->stations, (size_t)p->station_count * sizeof *p->stations), 0);
        CU_ASSERT_EQUAL(memcmp(p->tree + 1, q->tree + 1, (size_t)(entries - 1) * sizeof *p->tree), 0);
        CU_ASSERT_EQUAL(memcmp(&p->profile, &q->profile, sizeof p->profile), 0);
    }
    free(one);
    free(two);
}

static void round_trip(void)
{
    size_t size;
    twc_world_data data = snapshot(), back, copy;
    unsigned char *bytes = encoded(&data, &size);
    twc_status status = twc_world_decode("it", bytes, size, &back);
    CU_ASSERT_STRING_EQUAL_FATAL(status.message, "");
    CU_ASSERT_EQUAL(back.features.feature[0].id, UINT64_C(0x900000005)); /* ascending priority, whatever came first */
    CU_ASSERT_EQUAL(memcmp(&back.place, &data.place, sizeof data.place), 0);
    CU_ASSERT_EQUAL(back.first->features.list.count, 1);
    CU_ASSERT_EQUAL(back.first->tiles[0]->sample[60][60], 25000);
    expect_same(&data, &back);
    CU_ASSERT_EQUAL(twc_world_data_copy(&back, &copy).code, TWC_OK);
    twc_world_data_destroy(&back);
    expect_same(&data, &copy);
    twc_world_data_destroy(&copy);
    twc_world_data_destroy(&data);
    free(bytes);
}

/* The state's hash moves with the features, the content's with the place as well. */
static void hashes_cover_everything(void)
{
    twc_world_data data = snapshot();
    char state[2][TWC_HASH_HEX], content[2][TWC_HASH_HEX];
    twc_world_hash(&data, state[0]);
    twc_content_hash(&data, content[0]);
    CU_ASSERT_STRING_NOT_EQUAL(state[0], content[0]);
    data.place.facts++;
    twc_world_hash(&data, state[1]);
    twc_content_hash(&data, content[1]);
    CU_ASSERT_STRING_EQUAL(state[0], state[1]);
    CU_ASSERT_STRING_NOT_EQUAL(content[0], content[1]);
    ((twc_station *)data.features.feature[1].stations)[2].bed_cm++;
    twc_world_hash(&data, state[1]);
    CU_ASSERT_STRING_NOT_EQUAL(state[0], state[1]);
    twc_world_data_destroy(&data);
}

static void count_damage(void *context, const char *what)
{
    ++*(int *)context;
    if (!*what)
        abort();
}

/* What loads of a changed file is the world that was written, else there is a message with a remedy. */
static int sound(const char *name, unsigned char *bytes, size_t size, const twc_world_data *data)
{
    twc_world_data back;
    char hash[2][TWC_HASH_HEX];
    twc_status status = twc_world_decode(name, bytes, size, &back);
    if (status.code)
        return status.code == TWC_IO && strstr(status.message, name) && !back.tiles;
    twc_content_hash(data, hash[0]);
    twc_content_hash(&back, hash[1]);
    const int same = strcmp(hash[0], hash[1]) == 0 && strcmp(back.name, data->name) == 0;
    twc_world_data_destroy(&back);
    return same;
}

/* Whether checking a file finds what is wrong with it. */
static int named(const unsigned char *bytes, size_t size)
{
    int damaged = 0;
    twc_verified found;
    return twc_world_verify_bytes("it", bytes, size, count_damage, &damaged, &found).code || damaged > 0;
}

static void older_files_are_read(void)
{
    twc_world_data data;
    size_t size;
    twc_status status = twc_world_load(TWC_SOURCE_DIR "/tests/fuzzers/corpus/world/version1.h5", &data);
    CU_ASSERT_STRING_EQUAL_FATAL(status.message, "");
    CU_ASSERT_TRUE(data.features.list.count == 0 && data.place.facts == 0 && data.first == NULL);
    twc_world_data_destroy(&data);
    /* Version 2 has features and snapshots; saved again, it is the same world in the present version. */
    status = twc_world_load(TWC_SOURCE_DIR "/tests/fuzzers/corpus/world/snapshot2.h5", &data);
    CU_ASSERT_STRING_EQUAL_FATAL(status.message, "");
    CU_ASSERT_TRUE(data.features.list.count == 2 && data.place.facts == 3 && data.first != NULL);
    unsigned char *bytes = encoded(&data, &size);
    CU_ASSERT_TRUE(sound("it", bytes, size, &data) && !named(bytes, size));
    free(bytes);
    twc_world_data_destroy(&data);
}

/* ---- damage ---- */

/* Every byte of the file with one bit flipped, left out, and there twice; and every length. */
static void damaged_byte_by_byte(void)
{
    size_t size;
    int bad = 0;
    twc_world_data data = snapshot(), back;
    unsigned char *bytes = encoded(&data, &size), *other = malloc(size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(other);
    CU_ASSERT_FALSE(named(bytes, size));
    for (size_t k = 0; k < size; k++) {
        const int often = k > size - 3500 ||
                          k % 16 == 0; /* index, head and seal byte by byte, for loading takes time */
        bytes[k] ^= (unsigned char)(1u << k % 8);
        SUITE_EXPECT(bad, named(bytes, size), "byte %zu flipped is not named", k);
        SUITE_EXPECT(bad, !often || sound("it", bytes, size, &data), "byte %zu flipped", k);
        bytes[k] ^= (unsigned char)(1u << k % 8);
        SUITE_EXPECT(bad, twc_world_decode("it", bytes, k, &back).code == TWC_IO && !back.tiles, "%zu bytes of %zu", k,
                     size);
        if (!often)
            continue;
        memcpy(other, bytes, k);
        memcpy(other + k, bytes + k + 1, size - k - 1);
        SUITE_EXPECT(bad, sound("it", other, size - 1, &data) && named(other, size - 1), "byte %zu left out", k);
        memcpy(other + k, bytes + k, 1);
        memcpy(other + k + 1, bytes + k, size - k);
        SUITE_EXPECT(bad, sound("it", other, size + 1, &data) && named(other, size + 1), "byte %zu twice", k);
    }
    printf("%zu bytes ", size);
    twc_world_data_destroy(&data);
    free(bytes);
    free(other);
    SUITE_NONE(bad);
}

/* ---- forgeries ---- */

enum { HEAD = TWC_RECORD_HEAD_WORDS, PRIORITY = 2, RATIO = 3 + TWC_NAME_SIZE / 4 + 2 + 2 * TWC_PROFILE_ROWS_1 + 2 };

static void nothing(hid_t file)
{
    (void)file;
}

static void no_words(hid_t file)
{
    H5Ldelete(file, "features/word", H5P_DEFAULT);
}

static void no_lengths(hid_t file)
{
    H5Ldelete(file, "features/record_words", H5P_DEFAULT);
}

static void no_features(hid_t file)
{
    H5Ldelete(file, "features", H5P_DEFAULT);
}

static void another_id(hid_t file)
{
    forge_list(file, "features/id", 0, 1, (int64_t[1]){6});
}

static void long_record(hid_t file)
{
    forge_list(file, "features/record_words", 1, 1, (int64_t[1]){100000});
}

static void negative_record(hid_t file)
{
    forge_list(file, "features/record_words", 0, 1, (int64_t[1]){-5});
}

static void moved_bed(hid_t file)
{
    forge_list(file, "features/word", HEAD + 4, 1, (int64_t[1]){12});
}

static void no_first(hid_t file)
{
    H5Ldelete(file, "first_world", H5P_DEFAULT);
}

static void no_first_height(hid_t file)
{
    H5Ldelete(file, "first_world/height_xor", H5P_DEFAULT);
}

static void no_first_features(hid_t file)
{
    H5Ldelete(file, "first_world/features", H5P_DEFAULT);
}

static void no_facts(hid_t file)
{
    H5Adelete_by_name(file, "first_world", "log_facts", H5P_DEFAULT);
}

static void negative_facts(hid_t file)
{
    forge_first(file, "log_facts", H5T_NATIVE_INT64, &(int64_t){-1});
}

static void other_facts(hid_t file)
{
    forge_first(file, "log_facts", H5T_NATIVE_INT64, &(int64_t){4});
}

static void bad_digest(hid_t file)
{
    forge_first(file, "log_sha256", -1, "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz");
}

static void other_first(hid_t file)
{
    forge_first(file, "sha256", -1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
}

static void forgeries_are_refused(void)
{
    static const struct {
        void (*change)(hid_t file);
        const char *words;
    } forgery[] = {
        {no_words, "no list of records"},
        {no_lengths, "no list of records"},
        {no_features, "does not have the hash it states"},
        {another_id, "feature 6 (1 of 2): its record is that of feature 38654705669"},
        {long_record, "feature 7 (2 of 2): its record of 100000 words does not fit"},
        {negative_record, "feature 38654705669 (1 of 2): its record of -5 words"},
        {moved_bed, "does not have the hash it states"},
        {no_first, "does not have the hash it states"},
        {no_first_height, "dataset height_xor"},
        {no_first_features, "its first world is not the one whose hash it states"},
        {no_facts, "log_facts"},
        {negative_facts, "log_facts"},
        {other_facts, "does not have the hash it states"},
        {bad_digest, "log_sha256"},
        {other_first, "its first world is not the one whose hash it states"},
    };
    size_t size;
    twc_world_data back;
    unsigned char *bytes = get_file(TWC_SOURCE_DIR "/tests/fuzzers/corpus/world/snapshot2.h5", &size);
    const char *path = scratch_path("forged.h5");
    forge_world(path, bytes, size, 2, nothing);
    CU_ASSERT_EQUAL(twc_world_load(path, &back).code, TWC_OK); /* else the refusals below would prove nothing */
    twc_world_data_destroy(&back);
    for (size_t k = 0; k < sizeof forgery / sizeof *forgery; k++) {
        forge_world(path, bytes, size, 2, forgery[k].change);
        twc_status status = twc_world_load(path, &back);
        CU_ASSERT_TRUE(status.code == TWC_IO && strstr(status.message, forgery[k].words) &&
                       strstr(status.message, "make it again"));
        if (!strstr(status.message, forgery[k].words))
            fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", forgery[k].words, status.message);
        CU_ASSERT_PTR_NULL(back.tiles);
    }
    free(bytes);
}

/* A kind of record that this twc does not know is named; the file's hashes fit. */
static void unknown_kinds_are_named(void)
{
    size_t size;
    twc_world_data data = snapshot(), back;
    unsigned char *bytes = encoded(&data, &size);
    int found = 0;
    /* Two corridors: their kinds stand before their versions in the file, each 1 and 1. */
    static const unsigned char ones[8] = {1, 0, 0, 0, 1, 0, 0, 0};
    for (size_t k = 0; k + sizeof ones <= size && !found; k++) {
        if (memcmp(bytes + k, ones, sizeof ones) != 0)
            continue;
        unsigned char *other = malloc(size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(other);
        memcpy(other, bytes, size);
        other[k + 4] = 5;
        reseal(other, size);
        twc_status status = twc_world_decode("it", other, size, &back);
        found = strstr(status.message, "feature 7 is of kind 5 in version 1") != NULL;
        if (!status.code)
            twc_world_data_destroy(&back);
        free(other);
    }
    CU_ASSERT_TRUE(found);
    free(bytes);
    twc_world_data_destroy(&data);
}

/* ---- records ---- */

/* The three arrays of the roads of snapshot(), for tests to spoil. */
typedef struct arrays {
    uint64_t id[2];
    int32_t length[2];
    size_t total;
    int32_t word[4096];
} arrays;

static arrays arrays_of(const twc_features *features)
{
    arrays a = {.total = 0};
    for (size_t k = 0; k < 2; k++) {
        a.id[k] = features->feature[k].id;
        a.length[k] = (int32_t)twc_record_words(&features->feature[k]);
        twc_record_write(&features->feature[k], a.word + a.total);
        a.total += (size_t)a.length[k];
    }
    return a;
}

static twc_status read_arrays(const arrays *a, twc_rect extent)
{
    twc_features features;
    twc_status status = twc_features_from_words(a->id, a->length, 2, a->word, a->total, extent, &features);
    CU_ASSERT_EQUAL(features.list.count, status.code ? 0 : 2);
    twc_features_destroy(&features);
    return status;
}

static void expect_words(const arrays *a, twc_rect extent, const char *words)
{
    twc_status status = read_arrays(a, extent);
    CU_ASSERT_TRUE(status.code != TWC_OK && strstr(status.message, words));
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
}

static void records_that_nobody_placed(void)
{
    static const twc_rect here = {0, 0, 1, 1};
    static const double ratios[] = {__builtin_nan(""), __builtin_inf(), -1};
    twc_world_data data = snapshot();
    const arrays good = arrays_of(&data.features);
    const int32_t second = good.length[0];
    arrays a = good;
    CU_ASSERT_EQUAL(read_arrays(&a, here).code, TWC_OK);
    expect_words(&a, (twc_rect){3, 3, 1, 1}, "feature 38654705669 (1 of 2): ");
    for (size_t k = 0; k < sizeof ratios / sizeof *ratios; k++) {
        a = good;
        memcpy(a.word + second + RATIO, &ratios[k], sizeof ratios[k]);
        expect_words(&a, here, "feature 7 (2 of 2): ");
    }
    a = good;
    a.word[second + HEAD] += 90000; /* a station far away */
    expect_words(&a, here, "feature 7 (2 of 2): ");
    a = good;
    a.word[second + HEAD + 5] = -3; /* a negative limit */
    expect_words(&a, here, "feature 7 (2 of 2): feature 7: station 0");
    a = good;
    a.word[second + PRIORITY] = 0; /* below the one before */
    expect_words(&a, here, "feature 7 (2 of 2): it stands behind feature 38654705669");
    a = good;
    a.word[second + PRIORITY] = 256; /* the second layout, which is longer */
    expect_words(&a, here, "does not hold");
    a.word[second + PRIORITY] = 512;
    expect_words(&a, here, "its priority 512");
    a = good;
    a.total--;
    expect_words(&a, here, "feature 7 (2 of 2): its record of");
    a = good;
    a.total++;
    expect_words(&a, here, "and ");
    a = good; /* twice the same road under two ids: the second is over the first */
    memmove(a.word, a.word + second, (size_t)a.length[1] * sizeof *a.word);
    a.length[0] = a.length[1];
    memmove(a.word + a.length[0], a.word, (size_t)a.length[1] * sizeof *a.word);
    a.total = 2 * (size_t)a.length[1];
    a.id[0] = 7;
    a.id[1] = 8;
    a.word[a.length[0]] = 8;
    CU_ASSERT_EQUAL(read_arrays(&a, here).code, TWC_OK);
    a.id[1] = 7;
    a.word[a.length[0]] = 7;
    expect_words(&a, here, "feature 7 (2 of 2): ");
    /* Any word with any bit flipped gives a feature that could have been placed, or a message. */
    for (size_t k = 0; k < good.total; k++)
        for (int bit = 0; bit < 32; bit += 5) {
            a = good;
            a.word[k] = (int32_t)((uint32_t)a.word[k] ^ 1u << bit);
            twc_status status = read_arrays(&a, here);
            CU_ASSERT_TRUE(status.code == TWC_OK ||
                           (strstr(status.message, " of 2): ") && strstr(status.message, "feature ")));
        }
    twc_world_data_destroy(&data);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"round trip", round_trip},
        {"hashes cover everything", hashes_cover_everything},
        {"older files are read", older_files_are_read},
        {"damaged byte by byte", damaged_byte_by_byte},
        {"unknown kinds are named", unknown_kinds_are_named},
        {"forgeries are refused", forgeries_are_refused},
        {"records that nobody placed", records_that_nobody_placed},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("snapshot files", tests);
    scratch_remove();
    return failed;
}
