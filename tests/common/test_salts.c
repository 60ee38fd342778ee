/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salts are data of the format: the ones the specification gives, each once. */
#include <stdint.h>

#include "common/suite.h"
#include "twc/salts.h"

#define NAME(name, value) #name,
#define VALUE(name, value) value,
static const char *const names[] = {TWC_SALTS(NAME)};
static const int32_t values[] = {TWC_SALTS(VALUE)};

enum { SALTS = (int)(sizeof values / sizeof *values) };

static void test_unique(void)
{
    int bad = 0;
    for (int k = 0; k < SALTS; k++)
        for (int other = 0; other < k; other++)
            SUITE_EXPECT(bad, values[k] != values[other], "%s and %s are both %d", names[other], names[k], values[k]);
    SUITE_NONE(bad);
}

/* From sections 4 to 6 of the specification, not from the header. */
static void test_as_specified(void)
{
    static const int32_t specified[] = {1, 2, 5, 13, 14, 22, 23, 24, 25, 26, 27, 31, 40, 41};
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(SALTS, (int)(sizeof specified / sizeof *specified));
    for (int k = 0; k < SALTS; k++)
        SUITE_EXPECT(bad, values[k] == specified[k], "%s is %d, it was %d", names[k], values[k], specified[k]);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"no two salts are the same", test_unique},
                           {"they are the specification's", test_as_specified},
                           CU_TEST_INFO_NULL};
    return suite_run("salts", tests);
}
