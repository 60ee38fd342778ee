/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/regions: the committed region, the same bits everywhere, and refusals. */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/ensemble.h"
#include "measure/trial.h"
#include "read_json.h"
#include "regions/region.h"
#include "twc/world_hash.h"
#include "twc/ground.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

/* Of the committed region's extent, samples and classes (twc_world_hash). Every machine must come to it. */
static const char *const FINGERPRINT = "d66c20a710e1417c1a8825348039a2ed3cf429d5279dfe9f4c240d5d0289fb03";

static twc_region region;
static twc_world_data data;

static int begin(void)
{
    return twc_region_read(REGION, &region).code || twc_region_generate(&region, &data).code;
}

static int end(void)
{
    twc_world_data_destroy(&data);
    return 0;
}

static void test_fingerprint(void)
{
    char hash[TWC_HASH_HEX], again[TWC_HASH_HEX];
    twc_world_data second;
    twc_world_hash(&data, hash);
    CU_ASSERT_STRING_EQUAL(hash, FINGERPRINT);
    if (strcmp(hash, FINGERPRINT) != 0)
        printf("\n    the region's fingerprint is %s\n", hash);
    CU_ASSERT_EQUAL_FATAL(twc_region_generate(&region, &second).code, TWC_OK);
    twc_world_hash(&second, again);
    CU_ASSERT_STRING_EQUAL(again, hash);
    twc_world_data_destroy(&second);

    twc_region other = region;
    other.seed++;
    CU_ASSERT_EQUAL_FATAL(twc_region_generate(&other, &second).code, TWC_OK);
    twc_world_hash(&second, again);
    CU_ASSERT_STRING_NOT_EQUAL(again, hash);
    twc_world_data_destroy(&second);
}

static int class_at(int32_t x, int32_t z)
{
    return data.tiles[(z / 8) * 4 + x / 8]->facet[z % 8][x % 8];
}

static void test_classes(void)
{
    int broad = 0, border = 0;
    for (int32_t z = 0; z < 32; z++) {
        for (int32_t x = 0; x < 32; x++) {
            broad += class_at(x, z);
            border += class_at(x, z) && (x == 0 || z == 0 || x == 31 || z == 31);
        }
    }
    CU_ASSERT_EQUAL(broad, 430);
    CU_ASSERT_EQUAL(border, 54);

    /* From relief, in one window rather than tile by tile. */
    const twc_ground_table *ground = twc_reference_ground();
    twc_rect macros = {-16, -16, 32, 32}, field = {-256 - 16, -256 - 16, 545, 545}, window = {-284, -284, 569, 569};
    uint16_t *samples = malloc(569 * 569 * sizeof *samples);
    float *heights = malloc(545 * 545 * sizeof *heights);
    void *scratch = aligned_alloc(64, (twc_prefilter_scratch(TWC_FILTER_BROAD, field) + 63) / 64 * 64);
    uint8_t classes[32 * 32];
    CU_ASSERT_FATAL(samples && heights && scratch);
    ground->samples(&data.world, window, samples);
    ground->prefilter(TWC_FILTER_BROAD, field, samples, heights, scratch);
    ground->initial_classes(&(twc_field){field, heights}, macros, classes);
    int differ = 0;
    for (int32_t z = 0; z < 32; z++)
        for (int32_t x = 0; x < 32; x++)
            differ += classes[z * 32 + x] != class_at(x, z);
    CU_ASSERT_EQUAL(differ, 0);
    free(samples);
    free(heights);
    free(scratch);
}

/* Those by error too: at most so many metres off, whatever the tile; all Fine at no error, all Broad at the most. */
static void test_classes_by_error(void)
{
    const twc_ground_table *ground = twc_reference_ground();
    const twc_rect macros = {-16, -16, 32, 32}, field = {-263, -263, 527, 527}, window = {-275, -275, 551, 551};
    uint16_t *samples = malloc(551 * 551 * sizeof *samples);
    float *broad = malloc(527 * 527 * sizeof *broad), *heights = malloc(527 * 527 * sizeof *heights);
    void *scratch = aligned_alloc(64, (twc_prefilter_scratch(TWC_FILTER_BROAD, field) + 63) / 64 * 64);
    static const double most[] = {0, 1, 3, 10, 1000};
    float error[32 * 32];
    twc_world_data other;
    int before = -1, differ = 0;
    CU_ASSERT_FATAL(samples && broad && heights && scratch && twc_world_data_copy(&data, &other).code == TWC_OK);
    ground->samples(&data.world, window, samples);
    ground->prefilter(TWC_FILTER_BROAD, field, samples, broad, scratch);
    ground->samples(&data.world, field, samples);
    for (int k = 0; k < 527 * 527; k++)
        heights[k] = twc_sample_height(samples[k]);
    ground->broad_errors(&(twc_field){field, broad}, &(twc_field){field, heights}, macros, error);
    for (int m = 0; m < 5; m++) {
        int count = 0;
        CU_ASSERT_EQUAL(twc_world_data_classify_error(&other, twc_trial_builder().ground, most[m]).code, TWC_OK);
        for (int32_t k = 0; k < 32 * 32; k++) {
            const int32_t x = k % 32, z = k / 32;
            const int class = other.tiles[(z / 8) * 4 + x / 8]->facet[z % 8][x % 8];
            differ += class != ((double)error[k] <= most[m] ? TWC_BROAD : TWC_FINE);
            count += class == TWC_BROAD;
        }
        CU_ASSERT_TRUE(count > before);
        before = count;
    }
    CU_ASSERT_TRUE(differ == 0 && before == 32 * 32);
    CU_ASSERT_EQUAL(twc_world_data_classify_error(&other, ground, -1).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_world_data_classify_error(&other, ground, (double)NAN).code, TWC_USAGE);
    twc_world_data_destroy(&other);
    free(samples);
    free(broad);
    free(heights);
    free(scratch);
}

static double height(double x, double z)
{
    return twc_region_height(&region, x, z);
}

static void test_landscape(void)
{
    const twc_lake *lake = &region.lake;
    CU_ASSERT_DOUBLE_EQUAL(height(lake->x, lake->z), lake->level - lake->depth, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(height(lake->x + lake->radius, lake->z), lake->level, 1e-9);
    for (int k = 0; k < region.knoll_count; k++) {
        const twc_knoll *knoll = &region.knoll[k];
        CU_ASSERT_TRUE(height(knoll->x, knoll->z) > height(knoll->x + knoll->radius, knoll->z) + knoll->height / 2);
    }
    double low = 0, high = 0;
    for (int k = 0; k < 64; k++) {
        high += height(-1008 + 32 * k, -900) / 64;
        low += height(-1008 + 32 * k, 900) / 64;
    }
    CU_ASSERT_TRUE(low > 0 && low < 60 && high > 200); /* lowlands below, mountains above in plan */

    int wrong = 0;
    for (int32_t k = 0; k < 2000; k++) {
        int32_t x = (k * 7919) % 513 - 256, z = (k * 104729 % 513) - 256;
        uint16_t sample;
        twc_reference_ground()->samples(&data.world, (twc_rect){x, z, 1, 1}, &sample);
        wrong += fabs(height(4.0 * x, 4.0 * z) - (0.01 * sample - 200)) > 0.005 + 1e-9;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void test_roads(void)
{
    CU_ASSERT_EQUAL(region.road_count, 2);
    for (int r = 0; r < region.road_count; r++) {
        double length = 0;
        for (int k = 0; k < region.road[r].node_count; k++) {
            const double *node = region.road[r].node[k];
            CU_ASSERT_TRUE(fabs(node[0]) < 1000 && fabs(node[1]) < 1000);
            length += k ? hypot(node[0] - node[-2], node[1] - node[-1]) : 0;
        }
        /* the paper's roads; a spline through the nodes is a little longer than its chords */
        double paper = r == 0 ? 361 : 835;
        CU_ASSERT_TRUE(length <= paper && length > 0.98 * paper);
    }
}

/* ---- noise ---- */

static void test_noise(void)
{
    twc_octave octave = {64, 1};
    int straight = 0, turned = 0;
    for (int32_t number = 0; number < 16; number++) {
        twc_noise_layer layer = twc_noise_begin(5, number, octave);
        if (layer.salt & 1)
            turned++;
        else
            straight++;
        for (int k = -20; k < 20; k++) {
            double zero = layer.salt & 1 ? twc_noise(&layer, 64 * (0.8 * k), 64 * (-0.6 * k))
                                         : twc_noise(&layer, 64.0 * k, 128);
            CU_ASSERT_DOUBLE_EQUAL(zero, 0, 1e-12);
        }
    }
    CU_ASSERT_TRUE(straight > 0 && turned > 0);
}

static void test_noise_is_smooth_and_remembers_nothing(void)
{
    twc_octave octave = {50, 1};
    twc_noise_layer walking = twc_noise_begin(1, 3, octave);
    double last = twc_noise(&walking, -100, 13), most = 0, steepest = 0;
    for (int k = 1; k < 20000; k++) {
        double x = -100 + 0.01 * k, value = twc_noise(&walking, x, 13);
        twc_noise_layer fresh = twc_noise_begin(1, 3, octave);
        CU_ASSERT_EQUAL(twc_noise(&fresh, x, 13), value);
        steepest = fmax(steepest, fabs(value - last));
        most = fmax(most, fabs(value));
        last = value;
    }
    CU_ASSERT_TRUE(most > 0.1 && most < 1);
    CU_ASSERT_TRUE(steepest < 0.01 * 5.0 / 50); /* no jump where cells meet */
    CU_ASSERT_EQUAL(twc_smoothstep(-1), 0);
    CU_ASSERT_EQUAL(twc_smoothstep(0.5), 0.5);
    CU_ASSERT_EQUAL(twc_smoothstep(7), 1);
}

/* ---- ensemble ---- */

static void test_ensemble_on_any_number_of_threads(void)
{
    twc_ensemble one, three;
    CU_ASSERT_EQUAL_FATAL(twc_ensemble_run(&region, 7, 3, twc_reference_builder(), 1, &one).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_ensemble_run(&region, 7, 3, twc_trial_builder(), 3, &three).code, TWC_OK);
    CU_ASSERT_EQUAL(memcmp(one.trial, three.trial, 3 * sizeof *one.trial), 0);
    double planes[3];
    twc_ensemble_values(&one, "fine", TWC_METRIC_PLANES, planes);
    CU_ASSERT_TRUE(planes[0] != planes[1] && planes[1] != planes[2]);
    twc_ensemble_destroy(&one);
    twc_ensemble_destroy(&three);
}

/* ---- refusals ---- */

static void test_bad_parameters(void)
{
    static const struct {
        const char *object, *member, *value, *reason;
    } cases[] = {
        {NULL, "seed", "-1", "\"seed\" takes a number"},
        {NULL, "seed", "1.5", "\"seed\" takes an integer"},
        {NULL, "name", "7", "\"name\" takes a text"},
        {NULL, "mountains", "[]", "\"mountains\" takes an object"},
        {NULL, "roads", "{}", "\"roads\" takes a list"},
        {NULL, "roads", "[{\"name\": \"r\", \"nodes_m\": [[0, 0], [1]]}]", "a node of road \"r\""},
        {NULL, "roads", "[{\"name\": \"r\", \"nodes_m\": [[0, 0]]}]", "\"nodes_m\" takes a list of 2"},
        {"extent_tiles", "nx", "0", "\"nx\" takes a number from 1"},
        {"mountains", "slope", "\"steep\"", "\"slope\" takes a number"},
        {"mountains", "rough_to_m", "0", "\"rough_to_m\" must be greater"},
        {"mountains", "ceiling_m", "-100", "\"ceiling_m\" must be greater"},
        {"mountains", "ridges", "[{\"wavelength_m\": 1, \"amplitude_m\": 1}]",
         "\"wavelength_m\" takes a number from 8"},
        {"lowlands", "hills", "[{\"wavelength_m\": 100}]", "\"amplitude_m\" is missing"},
        {"lake", "radius_m", "null", "\"radius_m\" takes a number"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        cJSON *json;
        twc_region parsed;
        CU_ASSERT_EQUAL_FATAL(twc_read_json(REGION, &json).code, TWC_OK);
        cJSON *object = cases[k].object ? cJSON_GetObjectItem(json, cases[k].object) : json;
        CU_ASSERT_TRUE(cJSON_ReplaceItemInObject(object, cases[k].member, cJSON_Parse(cases[k].value)));
        twc_status status = twc_region_parse(json, &parsed);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, cases[k].reason));
        cJSON_Delete(json);
    }
}

static void test_heights_outside_the_encoding(void)
{
    twc_region high = region;
    twc_world_data none;
    high.level = 600;
    high.mountains.knee = 1e6;
    high.mountains.ceiling = 2e6;
    twc_status status = twc_region_generate(&high, &none);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "-200 to 455.35 m"));
    CU_ASSERT_PTR_NULL(none.tiles);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("region", begin, end);
    CU_add_test(suite, "fingerprint", test_fingerprint);
    CU_add_test(suite, "classes", test_classes);
    CU_add_test(suite, "classes by error", test_classes_by_error);
    CU_add_test(suite, "landscape", test_landscape);
    CU_add_test(suite, "roads", test_roads);
    CU_add_test(suite, "noise is zero at its lattice points", test_noise);
    CU_add_test(suite, "noise is smooth and remembers nothing", test_noise_is_smooth_and_remembers_nothing);
    CU_add_test(suite, "an ensemble on any number of threads", test_ensemble_on_any_number_of_threads);
    CU_add_test(suite, "bad parameters", test_bad_parameters);
    CU_add_test(suite, "heights outside the encoding", test_heights_outside_the_encoding);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
