/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the benchmarks make of samples: ratios, intervals, and the verdict against a base. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/counts.h"
#include "store/atomic_file.h"
#include "common/suite.h"

enum { PROCESSES = 3, ROUNDS = 5 };

/* A reference of 1 s a call and a variant `times` as fast; `spread`: the relative step between rounds. */
static void make_results(twc_bench_results *results, double times, double spread)
{
    twc_bench_variant variants[2];
    memset(results, 0, sizeof *results);
    memset(variants, 0, sizeof variants);
    for (int v = 0; v < 2; v++) {
        snprintf(variants[v].name, sizeof variants[v].name, v ? "fast" : "reference");
        variants[v].threads = 1;
        variants[v].units = 4;
    }
    for (int process = 0; process < PROCESSES; process++) {
        for (int v = 0; v < 2; v++) {
            double wall[ROUNDS], cpu[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                cpu[round] = (1 + spread * (round - ROUNDS / 2) * (v ? 1 : -1)) / (v ? times : 1);
                wall[round] = 100 * cpu[round]; /* a busy machine, which must not count */
            }
            CU_ASSERT_EQUAL(
                twc_bench_collect(results, "group", "call", &variants[v], ROUNDS, (twc_bench_samples){wall, cpu}).code,
                TWC_OK);
        }
    }
    twc_bench_summarise(results);
}

static void test_ratio(void)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    make_results(results, 8, 0);
    CU_ASSERT_EQUAL(results->count, 2);
    CU_ASSERT_EQUAL(results->result[1].processes, PROCESSES);
    CU_ASSERT_EQUAL(results->result[1].median, 0.125); /* of the CPU clock, exact: all samples are equal */
    CU_ASSERT_TRUE(results->result[1].ratio == 8 && results->result[1].ratio_low == 8 &&
                   results->result[1].ratio_high == 8);
    CU_ASSERT_EQUAL(results->result[0].ratio, 1);
    twc_bench_release(results);
    make_results(results, 8, 0.02);
    CU_ASSERT_EQUAL(results->result[1].ratio, 8); /* the median round is undisturbed */
    CU_ASSERT_TRUE(results->result[1].ratio_low < 8 && results->result[1].ratio_high > 8);
    CU_ASSERT_TRUE(results->result[1].ratio_low >= 8 * 0.96 / 1.04 && results->result[1].ratio_high <= 8 * 1.04 / 0.96);
    twc_bench_release(results);
    free(results);
}

/* A kernel's reference of 1 s, `times` as fast at v3; `spread` as above. */
static void add_kernel(twc_bench_results *results, const char *group, const char *unit, double times, double spread)
{
    for (int process = 0; process < PROCESSES; process++)
        for (int v = 0; v < 2; v++) {
            twc_bench_variant variant = {.threads = 1, .units = 1};
            double seconds[ROUNDS];
            snprintf(variant.name, sizeof variant.name, v ? "v3" : "reference");
            for (int round = 0; round < ROUNDS; round++)
                seconds[round] = (1 + spread * (round - ROUNDS / 2)) / (v ? times : 1);
            CU_ASSERT_EQUAL(
                twc_bench_collect(results, group, unit, &variant, ROUNDS, (twc_bench_samples){seconds, seconds}).code,
                TWC_OK);
        }
}

static void test_kernels(void)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    add_kernel(results, "stage.one", TWC_BENCH_CASE, 2, 0);
    add_kernel(results, "stage.build", "chunk", 1000, 0); /* no single kernel: left out */
    add_kernel(results, "stage.two", TWC_BENCH_CASE, 8, 0);
    twc_bench_summarise(results);
    const twc_bench_kernels all = twc_bench_kernels_of(results, "v3");
    CU_ASSERT_EQUAL(all.count, 2);
    CU_ASSERT_TRUE(fabs(all.mean.middle - 4) < 1e-12 && fabs(all.mean.low - 4) < 1e-12 &&
                   fabs(all.mean.high - 4) < 1e-12);
    CU_ASSERT_STRING_EQUAL(all.least->group, "stage.one");
    CU_ASSERT_EQUAL(twc_bench_kernels_of(results, "v4").count, 0);
    twc_bench_release(results);
    add_kernel(results, "stage.one", TWC_BENCH_CASE, 2, 0.05);
    add_kernel(results, "stage.two", TWC_BENCH_CASE, 8, 0.05);
    twc_bench_summarise(results);
    const twc_interval mean = twc_bench_kernels_of(results, "v3").mean;
    CU_ASSERT_TRUE(fabs(mean.middle - 4) < 1e-12 && mean.low <= 4 && mean.high >= 4 && mean.low < mean.high + 1e-12);
    twc_bench_release(results);
    free(results);
}

static void test_rounds_must_agree(void)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    double seconds[ROUNDS] = {1, 1, 1, 1, 1};
    make_results(results, 2, 0);
    CU_ASSERT_EQUAL(twc_bench_collect(results, "group", "call", &results->result[1].variant, ROUNDS - 1,
                                      (twc_bench_samples){seconds, seconds})
                        .code,
                    TWC_IO);
    twc_bench_release(results);
    free(results);
}

/* As JSON the comparison says of each entry what the code says of all, with the numbers it was told by. */
static void check_json(const twc_bench_results *results, const twc_bench_base *base, twc_code code)
{
    cJSON *list = twc_bench_comparison_json(results, base);
    const cJSON *entry = cJSON_GetArrayItem(list, 0);
    int fallen = 0, unsure = 0;
    CU_ASSERT_EQUAL(cJSON_GetArraySize(list), base->count);
    for (const cJSON *each = entry; each; each = each->next) {
        const char *verdict = cJSON_GetStringValue(cJSON_GetObjectItem(each, "verdict"));
        CU_ASSERT_PTR_NOT_NULL_FATAL(verdict);
        fallen += strcmp(verdict, "regression") == 0;
        unsure += strcmp(verdict, "inconclusive") == 0;
    }
    CU_ASSERT_EQUAL(code, fallen ? TWC_CHECK_FAILED : unsure ? TWC_INCONCLUSIVE : TWC_OK);
    CU_ASSERT_EQUAL(cJSON_GetNumberValue(cJSON_GetObjectItem(entry, "base_ratio")), base->ratio[0].ratio);
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(entry, "run_name")), base->ratio[0].name);
    cJSON_Delete(list);
    list = twc_bench_comparison_json(&(twc_bench_results){.count = 0}, base);
    entry = cJSON_GetArrayItem(list, 0);
    CU_ASSERT_TRUE(cJSON_IsFalse(cJSON_GetObjectItem(entry, "measured")));
    CU_ASSERT_PTR_NULL(cJSON_GetObjectItem(entry, "ratio"));
    cJSON_Delete(list);
}

/* The verdict on a variant `now` as fast as the reference against a base of 10. */
static twc_code verdict(double now, double spread, double base_spread)
{
    char path[] = "/tmp/twc_bench_XXXXXX";
    const int file = mkstemp(path);
    twc_bench_results *results = calloc(1, sizeof *results);
    make_results(results, 10, base_spread);
    cJSON *json = twc_bench_json(results);
    char *text = cJSON_Print(json);
    CU_ASSERT_TRUE(file >= 0 && twc_atomic_write(path, text, strlen(text)).code == TWC_OK);
    twc_bench_release(results);
    make_results(results, now, spread);
    twc_bench_base base;
    CU_ASSERT_EQUAL_FATAL(twc_bench_base_read(path, &base).code, TWC_OK);
    const twc_code code = twc_bench_compare(results, &base).code;
    check_json(results, &base, code);
    twc_bench_base_release(&base);
    twc_bench_release(results);
    cJSON_Delete(json);
    free(text);
    free(results);
    close(file);
    unlink(path);
    return code;
}

static void test_compare(void)
{
    CU_ASSERT_EQUAL(verdict(10, 0, 0), TWC_OK);
    CU_ASSERT_EQUAL(verdict(30, 0, 0), TWC_OK);
    CU_ASSERT_EQUAL(verdict(9.1, 0, 0), TWC_OK);                   /* less than 10 % slower */
    CU_ASSERT_EQUAL(verdict(8.9, 0.001, 0.001), TWC_CHECK_FAILED); /* more, and beyond both intervals */
    CU_ASSERT_EQUAL(verdict(8.9, 0.2, 0.2), TWC_INCONCLUSIVE);     /* more, but the intervals overlap */
    twc_bench_base none;
    CU_ASSERT_EQUAL(twc_bench_base_read("/nonexistent/base.json", &none).code, TWC_IO);
}

static void test_asked(void)
{
    static const struct {
        const char *stage, *name;
        int asked;
    } cases[] = {{"", "ground.cut", 1},           {"ground", "ground.cut", 1}, {"ground.c", "ground.cut", 1},
                 {"round", "ground.cut", 0},      {"*.cut", "ground.cut", 1},  {"*.cu", "ground.cut", 0},
                 {"ground.c?t", "ground.cut", 1}, {"g*t", "ground.cut", 1},    {"?round", "ground.cut", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        CU_ASSERT_EQUAL(twc_bench_asked(cases[k].stage, cases[k].name), cases[k].asked);
}

/* What tools that read Google Benchmark's files look for. */
static void test_json(void)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    make_results(results, 8, 0.01);
    cJSON *json = twc_bench_json(results), *entry;
    int iterations = 0, aggregates = 0;
    CU_ASSERT_PTR_NOT_NULL(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "context"), "date"));
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(json, "benchmarks"))
    {
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItem(entry, "run_type"));
        CU_ASSERT_TRUE(cJSON_GetStringValue(cJSON_GetObjectItem(entry, "name")) && type);
        CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(entry, "time_unit")), "ns");
        CU_ASSERT_TRUE(cJSON_GetNumberValue(cJSON_GetObjectItem(entry, "real_time")) > 0);
        iterations += strcmp(type, "iteration") == 0;
        aggregates += strcmp(type, "aggregate") == 0;
    }
    CU_ASSERT_EQUAL(iterations, 2 * PROCESSES * ROUNDS);
    CU_ASSERT_EQUAL(aggregates, 2);
    cJSON_Delete(json);
    twc_bench_release(results);
    free(results);
}

/* A group opens only with equal bits, and measuring fills every sample. */
static void test_measure(void)
{
    const twc_bench_plan plan = {
        "ground.diagonals", 1, twc_level_best(), 0, TWC_SOURCE_DIR "/experiments/region.json", 0, 0};
    double wall[TWC_BENCH_VARIANTS * 2] = {0}, cpu[TWC_BENCH_VARIANTS * 2] = {0};
    twc_bench_group group;
    CU_ASSERT_EQUAL_FATAL(twc_bench_open(&plan, 0, &group).code, TWC_OK);
    CU_ASSERT_TRUE_FATAL(group.count >= 2);
    CU_ASSERT_EQUAL(twc_bench_measure(&group, 2, (twc_bench_samples){wall, cpu}).code, TWC_OK);
    for (int k = 0; k < 2 * group.count; k++)
        CU_ASSERT_TRUE(wall[k] > 0 && cpu[k] > 0);
    group.close(group.context);
    CU_ASSERT_TRUE(twc_bench_open(&plan, 1, &group).code == TWC_OK && group.count == 0);
}

/* Counts against a file of them. */
static void test_counts(void)
{
    char path[] = "/tmp/twc_bench_XXXXXX";
    const int file = mkstemp(path);
    twc_bench_counts *counts = calloc(1, sizeof *counts);
    counts->count = 2;
    strcpy(counts->name[0], "a/v2");
    strcpy(counts->name[1], "b/v3");
    counts->instructions[0] = counts->instructions[1] = 1000;
    CU_ASSERT_TRUE(file >= 0 && twc_bench_counts_write(counts, "", path).code == TWC_OK);
    CU_ASSERT_EQUAL(twc_bench_counts_apply(path).code, TWC_OK);
    counts->instructions[0] = 1010;
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_OK);
    counts->instructions[0] = 1011;
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_CHECK_FAILED);
    counts->instructions[0] = 989; /* fewer is news too: the file is to be updated */
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_CHECK_FAILED);
    counts->instructions[0] = 1000;
    counts->count = 1;
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_CHECK_FAILED);
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "a", path).code, TWC_OK); /* b was not asked for */
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "b", path).code, TWC_CHECK_FAILED);
    counts->instructions[0] = 2000;
    CU_ASSERT_EQUAL(twc_bench_counts_write(counts, "a", path).code, TWC_OK); /* and stays */
    counts->count = 2;
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_OK);
    counts->count = 1;
    const char *other = "{\"builder\": \"another compiler\", \"instructions\": {\"a/v2\": 1}}";
    CU_ASSERT_EQUAL(twc_atomic_write(path, other, strlen(other)).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_bench_counts_apply(path).code, TWC_INCONCLUSIVE);
    CU_ASSERT_EQUAL(twc_bench_counts_compare(counts, "", path).code, TWC_INCONCLUSIVE);
    free(counts);
    close(file);
    unlink(path);
}

/* ---- what figures show ---- */

/* A variant whose every sample is `seconds`, by both clocks. */
static void add_steady(twc_bench_results *results, const char *group, const char *name, int threads, double units,
                       double bytes, double seconds)
{
    twc_bench_variant variant;
    double samples[ROUNDS];
    memset(&variant, 0, sizeof variant);
    snprintf(variant.name, sizeof variant.name, "%s", name);
    variant.threads = threads;
    variant.units = units;
    variant.bytes = bytes;
    for (int round = 0; round < ROUNDS; round++)
        samples[round] = seconds;
    for (int process = 0; process < PROCESSES; process++)
        CU_ASSERT_EQUAL(
            twc_bench_collect(results, group, "chunk", &variant, ROUNDS, (twc_bench_samples){samples, samples}).code,
            TWC_OK);
}

/* Numbers that divide without rounding. */
static void make_ground(twc_bench_results *results)
{
    static twc_bench_counts counts = {.count = 3,
                                      .name = {"machine/integer", "ground.lattice/reference", "ground.lattice/v2"},
                                      .instructions = {1024, 4096, 2048},
                                      .touched = {64, 256, 512}};
    memset(results, 0, sizeof *results);
    results->processors = 2;
    add_steady(results, "machine", "integer", 1, 1, 0, 0.25);
    add_steady(results, "machine", "copy/small", 1, 1, 4096, 0.5);
    add_steady(results, "machine", "copy/large", 1, 1, 4096, 2);
    add_steady(results, "ground.build/region", "reference", 1, 64, 0, 8);
    add_steady(results, "ground.build/region", "v3", 1, 64, 0, 2);
    add_steady(results, "ground.build/region", "v3/threads:2", 2, 64, 0, 1);
    add_steady(results, "ground.build/size", "v3/km:2", 1, 64, 0, 2);
    add_steady(results, "ground.build/size", "v3/km:4", 1, 256, 0, 16);
    add_steady(results, "ground.lattice", "reference", 1, 4, 0, 2);
    add_steady(results, "ground.lattice", "v2", 1, 4, 0, 0.5);
    twc_bench_counts_join(&counts, results);
    twc_bench_summarise(results);
}

static int is_interval(twc_interval interval, double value)
{
    return interval.low == value && interval.middle == value && interval.high == value;
}

static void check_plots(const twc_bench_results *results)
{
    twc_scaling scaling;
    twc_roofline roofline;
    CU_ASSERT_EQUAL_FATAL(twc_bench_scaling(results, &scaling).code, TWC_OK);
    CU_ASSERT_TRUE(strcmp(scaling.level, "v3") == 0 && scaling.processors == 2 && scaling.sizes == 2 &&
                   scaling.counts == 2);
    CU_ASSERT_TRUE(scaling.kilometres[0] == 2 && scaling.kilometres[1] == 4);
    CU_ASSERT_TRUE(is_interval(scaling.chunk[0], 0.03125) && is_interval(scaling.chunk[1], 0.0625));
    CU_ASSERT_TRUE(scaling.threads[0] == 1 && scaling.threads[1] == 2);
    CU_ASSERT_TRUE(is_interval(scaling.speedup[0], 1) && is_interval(scaling.speedup[1], 2));
    CU_ASSERT_EQUAL_FATAL(twc_bench_roofline(results, &roofline).code, TWC_OK);
    CU_ASSERT_TRUE(roofline.integer == 4096 && roofline.cache == 8192 && roofline.memory == 2048);
    CU_ASSERT_EQUAL_FATAL(roofline.count, 1);
    const twc_roofline_kernel *kernel = &roofline.kernel[0];
    CU_ASSERT_STRING_EQUAL(kernel->name, "lattice");
    CU_ASSERT_TRUE(kernel->has[0] && !kernel->has[1] && kernel->has[2] && !kernel->has[3]);
    CU_ASSERT_TRUE(kernel->intensity[0] == 16 && kernel->rate[0] == 2048);
    CU_ASSERT_TRUE(kernel->intensity[2] == 4 && kernel->rate[2] == 4096);
}

static void test_plots(void)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    make_ground(results);
    check_plots(results);
    CU_ASSERT_EQUAL(results->result[1].ratio, 0); /* a copy and a sum do different work */
    twc_bench_release(results);
    make_results(results, 8, 0); /* no build, no machine */
    twc_scaling scaling;
    twc_roofline roofline;
    CU_ASSERT_EQUAL(twc_bench_scaling(results, &scaling).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_bench_roofline(results, &roofline).code, TWC_USAGE);
    twc_bench_release(results);
    free(results);
}

static twc_code read_text(const char *path, const char *text, twc_bench_results *results)
{
    CU_ASSERT_EQUAL(twc_atomic_write(path, text, strlen(text)).code, TWC_OK);
    memset(results, 0, sizeof *results);
    const twc_code code = twc_bench_read(path, results).code;
    if (code)
        twc_bench_release(results);
    return code;
}

/* A run that was kept gives the same plots; a file that is none is refused. */
static void test_read(void)
{
    char path[] = "/tmp/twc_bench_XXXXXX";
    const int file = mkstemp(path);
    twc_bench_results *results = calloc(1, sizeof *results), *again = calloc(1, sizeof *again);
    make_ground(results);
    cJSON *json = twc_bench_json(results), *list = cJSON_GetObjectItem(json, "benchmarks");
    char *text = cJSON_Print(json);
    CU_ASSERT_EQUAL_FATAL(read_text(path, text, again), TWC_OK);
    CU_ASSERT_EQUAL(again->count, results->count);
    CU_ASSERT_TRUE(again->result[4].ratio == 4 && again->result[4].processes == PROCESSES &&
                   again->result[4].rounds == ROUNDS);
    check_plots(again);
    twc_bench_release(again);
    free(text);
    cJSON_DeleteItemFromArray(list, 0); /* one sample short */
    text = cJSON_Print(json);
    CU_ASSERT_EQUAL(read_text(path, text, again), TWC_IO);
    free(text);
    cJSON_DeleteItemFromArray(list, cJSON_GetArraySize(list) - 1); /* no median for the last */
    for (int k = 0; k < PROCESSES * ROUNDS; k++)                   /* nor anything of the first */
        cJSON_DeleteItemFromArray(list, 0);
    text = cJSON_Print(json);
    CU_ASSERT_EQUAL(read_text(path, text, again), TWC_IO);
    free(text);
    CU_ASSERT_NOT_EQUAL(read_text(path, "{\"context\": {\"num_cpus\": 2}}", again), TWC_OK);
    cJSON_Delete(json);
    twc_bench_release(results);
    free(results);
    free(again);
    close(file);
    unlink(path);
}

int main(void)
{
    CU_TestInfo tests[] = {{"ratios and their bootstrap intervals", test_ratio},
                           {"all kernels together", test_kernels},
                           {"processes must give the same rounds", test_rounds_must_agree},
                           {"verdicts against a base", test_compare},
                           {"Google Benchmark's fields", test_json},
                           {"a kernel is measured", test_measure},
                           {"what is asked for", test_asked},
                           {"counts of instructions against a file", test_counts},
                           {"what the figures show", test_plots},
                           {"a run that was kept", test_read},
                           CU_TEST_INFO_NULL};
    return suite_run("bench", tests);
}
