/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check against kernels that are bad on purpose: each class of fault is caught, named, made small and replayed. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/bad_kernel.h"
#include "check/campaign.h"
#include "check/replay.h"
#include "common/suite.h"

/* ---- this suite's own fast library: levels that can be taken away ---- */

static int level_built = 1;

const char *twc_level_name(twc_level level)
{
    static const char *const names[TWC_LEVEL_COUNT] = {"base", "v2", "v3", "v4"};
    return names[level];
}

int twc_level_built(twc_level level)
{
    return level == TWC_LEVEL_BASE || (level == TWC_LEVEL_V2 && level_built);
}

int twc_level_supported(twc_level level)
{
    return level <= TWC_LEVEL_V2;
}

const twc_ground_table *twc_fast_ground(twc_level level)
{
    (void)level;
    return NULL;
}

/* ---- helpers ---- */

static char folder[] = "/tmp/twc-test-check-XXXXXX";

static twc_check_result check_with(bad_fault fault, twc_check_options options)
{
    twc_check_result result;
    bad_kernel_fault = fault;
    twc_status status = twc_check_kernel(&bad_kernel, &options, &result);
    CU_ASSERT_EQUAL(status.code, TWC_OK);
    return result;
}

/* Checks with a fault at one level and expects one failure of the given verdict. */
static twc_check_failure expect(bad_fault fault, twc_verdict verdict)
{
    twc_check_options options = twc_check_defaults();
    options.level = TWC_LEVEL_BASE;
    options.hang = 2;
    options.shrink = 300;
    options.folder = folder;
    twc_check_result result = check_with(fault, options);
    CU_ASSERT_EQUAL_FATAL(result.failure_count, 1);
    if (result.failures[0].found.verdict != verdict)
        printf("\n    fault %d: %s, %s: %s", (int)fault, twc_verdict_name(result.failures[0].found.verdict),
               result.failures[0].found.element, result.failures[0].found.detail);
    CU_ASSERT_EQUAL(result.failures[0].found.verdict, verdict);
    return result.failures[0];
}

static int contains(const char *text, const char *piece)
{
    return strstr(text, piece) != NULL;
}

/* ---- tests ---- */

static void test_good_kernel_passes(void)
{
    twc_check_result result = check_with(BAD_NOT, twc_check_defaults());
    CU_ASSERT_EQUAL(result.failure_count, 0);
    CU_ASSERT_EQUAL(result.cases, bad_kernel.cases);
    CU_ASSERT_EQUAL(result.checks, 2 * bad_kernel.cases); /* two levels */
}

static void test_mismatch(void)
{
    twc_check_failure failure = expect(BAD_VALUE, TWC_MISMATCH);
    CU_ASSERT_TRUE(contains(failure.found.element, "out["));
    CU_ASSERT_TRUE(contains(failure.found.detail, "the reference gives 0x"));
}

/* Lists longer than any block, every schedule and more than one thread are asked, and compared to their ends. */
static void test_nothing_is_left_out(void)
{
    for (bad_fault fault = BAD_LAST; fault <= BAD_THREADS; fault++)
        expect(fault, TWC_MISMATCH);
}

static void test_writes_outside(void)
{
    twc_check_failure failure = expect(BAD_PAST_END, TWC_CRASHED);
    CU_ASSERT_STRING_EQUAL(failure.found.element, "out");
    CU_ASSERT_TRUE(contains(failure.found.detail, "byte 1 past its end"));
    failure = expect(BAD_BEFORE_START, TWC_OUTSIDE);
    CU_ASSERT_TRUE(contains(failure.found.detail, "byte 1 before its start"));
    failure = expect(BAD_SCRATCH, TWC_OUTSIDE);
    CU_ASSERT_STRING_EQUAL(failure.found.element, "scratch");
}

static void test_reads_outside(void)
{
    CU_ASSERT_STRING_EQUAL(expect(BAD_READ, TWC_CRASHED).found.element, "in");
}

static void test_elements_missing_or_too_many(void)
{
    twc_check_failure failure = expect(BAD_UNWRITTEN, TWC_UNWRITTEN);
    CU_ASSERT_TRUE(contains(failure.found.detail, "not written"));
    CU_ASSERT_STRING_EQUAL(failure.scalars, "n=1 fill_seed=0");
    expect(BAD_STRAY, TWC_STRAY);
    failure = expect(BAD_COUNT, TWC_MISMATCH);
    CU_ASSERT_TRUE(contains(failure.found.detail, "elements given"));
}

static void test_changed_input(void)
{
    CU_ASSERT_TRUE(contains(expect(BAD_INPUT, TWC_INPUT_CHANGED).found.element, "in["));
}

static void test_crashes(void)
{
    CU_ASSERT_TRUE(contains(expect(BAD_CRASH, TWC_CRASHED).found.detail, "in no array"));
    CU_ASSERT_TRUE(contains(expect(BAD_ABORT, TWC_CRASHED).found.detail, "Abort"));
    expect(BAD_CRASH_THREAD, TWC_CRASHED);
}

static void test_hang(void)
{
    twc_check_options options = twc_check_defaults();
    options.level = TWC_LEVEL_BASE;
    options.hang = 1;
    options.shrink = 0;
    twc_check_result result = check_with(BAD_HANG, options);
    CU_ASSERT_EQUAL_FATAL(result.failure_count, 1);
    CU_ASSERT_EQUAL(result.failures[0].found.verdict, TWC_HUNG);
}

static void test_hidden_state(void)
{
    twc_check_options options = twc_check_defaults();
    options.level = TWC_LEVEL_BASE;
    options.threads = 8;
    options.seconds = 10; /* a race needs its moment; it ends with the first one */
    options.shrink = 0;
    CU_ASSERT_EQUAL(check_with(BAD_STATE, options).failure_count, 1);
}

static void test_reference_is_held_to_the_rules(void)
{
    twc_check_failure failure = expect(BAD_REFERENCE, TWC_UNWRITTEN);
    CU_ASSERT_TRUE(failure.found.in_reference);
    CU_ASSERT_FALSE(failure.implementation.fast);
}

/* The fault shows on a fourth element of 60000 or more: the least case is four elements, three of them plain. */
static void test_shrinks_to_the_least_case(void)
{
    twc_case c;
    twc_implementation implementation;
    const twc_kernel *const kernels[] = {&bad_kernel, NULL};
    twc_check_failure failure = expect(BAD_VALUE, TWC_MISMATCH);
    CU_ASSERT_EQUAL(failure.small_implementation.threads, 1);
    CU_ASSERT_EQUAL_FATAL(twc_replay_load(failure.replay, kernels, &c, &implementation).code, TWC_OK);
    const uint16_t *in = c.array[BAD_IN].data;
    CU_ASSERT_EQUAL_FATAL(c.value[BAD_N], 4);
    CU_ASSERT_EQUAL(in[0] | in[1] | in[2], 0);
    CU_ASSERT_TRUE(in[3] >= 60000);
    twc_case_destroy(&c);
}

static void test_replay_reproduces(void)
{
    twc_case c;
    twc_implementation implementation;
    twc_outcome outcome;
    const twc_kernel *const kernels[] = {&bad_kernel, NULL};
    twc_shared *shared = twc_shared_create();
    twc_check_failure failure = expect(BAD_VALUE, TWC_MISMATCH);
    CU_ASSERT_EQUAL_FATAL(twc_replay_load(failure.replay, kernels, &c, &implementation).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_isolate_attempt(&c, &implementation, 5, shared, &outcome).code, TWC_OK);
    CU_ASSERT_EQUAL(outcome.verdict, TWC_MISMATCH);
    CU_ASSERT_STRING_EQUAL(outcome.element, failure.small.element);
    CU_ASSERT_STRING_EQUAL(outcome.detail, failure.small.detail);
    bad_kernel_fault = BAD_NOT; /* repaired: the same file now passes */
    CU_ASSERT_EQUAL(twc_isolate_attempt(&c, &implementation, 5, shared, &outcome).code, TWC_OK);
    CU_ASSERT_EQUAL(outcome.verdict, TWC_EQUAL);
    twc_case_destroy(&c);
    twc_shared_destroy(shared);
}

/* The folder of replay files is made; and where it can't be, the failure is found and told all the same. */
static void test_failures_are_kept(void)
{
    char path[128], other[128];
    twc_check_options options = twc_check_defaults();
    options.shrink = 0;
    snprintf(path, sizeof path, "%s/new/folder", folder);
    options.folder = path;
    twc_check_result result = check_with(BAD_VALUE, options);
    CU_ASSERT_EQUAL_FATAL(result.failure_count, 2);
    CU_ASSERT_STRING_EQUAL(result.failures[0].unsaved, "");
    CU_ASSERT_EQUAL(access(result.failures[0].replay, R_OK), 0);
    CU_ASSERT_EQUAL(strncmp(result.failures[0].replay, path, strlen(path)), 0);
    snprintf(path, sizeof path, "%s/file/folder", folder);
    snprintf(other, sizeof other, "%s/file", folder);
    FILE *file = fopen(other, "w");
    fclose(file);
    result = check_with(BAD_VALUE, options);
    CU_ASSERT_EQUAL_FATAL(result.failure_count, 2);
    CU_ASSERT_EQUAL(result.failures[1].found.verdict, TWC_MISMATCH);
    CU_ASSERT_STRING_EQUAL(result.failures[1].replay, "");
    CU_ASSERT_PTR_NOT_NULL(strstr(result.failures[1].unsaved, "Not a directory"));
}

/* Every prefix of a replay file, and the file with one byte changed, loads or is refused: never anything else. */
static void test_damaged_replay_is_refused(void)
{
    static char text[65536];
    char path[64];
    twc_case c;
    twc_implementation implementation;
    const twc_kernel *const kernels[] = {&bad_kernel, NULL};
    twc_check_failure failure = expect(BAD_VALUE, TWC_MISMATCH);
    FILE *file = fopen(failure.replay, "r");
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    snprintf(path, sizeof path, "%s/damaged", folder);
    for (size_t cut = 0; cut < length - 1; cut++) { /* all but the last line's end */
        file = fopen(path, "w");
        fwrite(text, 1, cut, file);
        fclose(file);
        if (cut + 2 < length)
            CU_ASSERT_EQUAL(twc_replay_load(path, kernels, &c, &implementation).code, TWC_IO);
        file = fopen(path, "w");
        text[cut] ^= 0x15;
        fwrite(text, 1, length, file);
        text[cut] ^= 0x15;
        fclose(file);
        if (twc_replay_load(path, kernels, &c, &implementation).code == TWC_OK)
            twc_case_destroy(&c);
    }
    remove(path);
}

static void test_levels_fail_apart(void)
{
    twc_check_options options = twc_check_defaults();
    options.shrink = 0;
    twc_check_result result = check_with(BAD_VALUE, options);
    CU_ASSERT_EQUAL_FATAL(result.failure_count, 2);
    CU_ASSERT_NOT_EQUAL(result.failures[0].implementation.level, result.failures[1].implementation.level);
}

static void test_level_missing_from_the_build(void)
{
    CU_ASSERT_EQUAL(twc_check_levels().code, TWC_OK);
    level_built = 0;
    CU_ASSERT_EQUAL(twc_check_levels().code, TWC_CHECK_FAILED);
    level_built = 1;
}

static void test_cases_depend_on_name_and_number_only(void)
{
    twc_case one, other;
    CU_ASSERT_EQUAL(twc_case_draw(&bad_kernel, 5, 40, &one).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_case_draw(&bad_kernel, 5, 41, &other).code, TWC_OK);
    CU_ASSERT_NOT_EQUAL(one.value[BAD_SEED], other.value[BAD_SEED]);
    twc_case_destroy(&other);
    CU_ASSERT_EQUAL(twc_case_draw(&bad_kernel, 5, 40, &other).code, TWC_OK);
    CU_ASSERT_EQUAL(one.value[BAD_SEED], other.value[BAD_SEED]);
    CU_ASSERT_EQUAL(memcmp(one.array[BAD_IN].data, other.array[BAD_IN].data, one.array[BAD_IN].count * 2), 0);
    twc_case_destroy(&one);
    twc_case_destroy(&other);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a good kernel passes", test_good_kernel_passes},
        {"a mismatch", test_mismatch},
        {"long lists, schedules, threads", test_nothing_is_left_out},
        {"writes outside arrays", test_writes_outside},
        {"reads outside arrays", test_reads_outside},
        {"elements missing or too many", test_elements_missing_or_too_many},
        {"a changed input", test_changed_input},
        {"crashes, in workers too", test_crashes},
        {"a hang", test_hang},
        {"hidden state between calls", test_hidden_state},
        {"the reference is held to the rules", test_reference_is_held_to_the_rules},
        {"shrinking ends at the least case", test_shrinks_to_the_least_case},
        {"replay reproduces", test_replay_reproduces},
        {"failures are kept", test_failures_are_kept},
        {"a damaged replay file is refused", test_damaged_replay_is_refused},
        {"levels fail apart", test_levels_fail_apart},
        {"a level missing from the build", test_level_missing_from_the_build},
        {"cases depend on name and number only", test_cases_depend_on_name_and_number_only},
        CU_TEST_INFO_NULL,
    };
    if (!mkdtemp(folder))
        return 1;
    int failed = suite_run("check", tests);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || failed;
}
