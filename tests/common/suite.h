/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every suite's main does, and how a check that runs a million times reports its first failure. */
#ifndef TWC_TESTS_SUITE_H
#define TWC_TESTS_SUITE_H

#include <CUnit/Basic.h>
#include <stdio.h>

/* Runs the tests (ending with CU_TEST_INFO_NULL) of one suite; the exit status is the number of failures, at most 1. */
static inline int suite_run(const char *name, CU_TestInfo *tests)
{
    CU_SuiteInfo suites[] = {{name, NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        fprintf(stderr, "CUnit: %s\n", CU_get_error_msg());
        return 1;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_ErrorCode error = CU_basic_run_tests();
    int failed = error != CUE_SUCCESS || CU_get_number_of_failures() > 0 || CU_get_number_of_suites_failed() > 0 ||
                 CU_get_number_of_tests_run() == 0;
    CU_cleanup_registry();
    return failed;
}

/*
 * For checks inside loops: counts, and prints what is wrong the first few times. End the test with SUITE_NONE(bad).
 * `...` is a printf format and its arguments, naming the inputs.
 */
#define SUITE_EXPECT(bad, condition, ...)                                                                              \
    do {                                                                                                               \
        if (!(condition) && (bad)++ < 5) {                                                                             \
            printf("\n    %s: ", #condition);                                                                          \
            printf(__VA_ARGS__);                                                                                       \
        }                                                                                                              \
    } while (0)

#define SUITE_NONE(bad) CU_ASSERT_EQUAL((bad), 0)

#endif
