/* SPDX-License-Identifier: MIT */
/*
 * What a broken invariant says before it ends the program. no spec: messages; no twin: shared by both libraries; test
 * tests/common/test_assertion.c.
 */
#include "common/assertion.h"

#include <stdio.h>
#include <stdlib.h>

void twc_assertion_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: invariant broken: %s\n", file, line, condition);
    abort();
}
