/* SPDX-License-Identifier: MIT */
#include "common/assertion.h"

#include <stdio.h>
#include <stdlib.h>

void twc_assertion_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: invariant broken: %s\n", file, line, condition);
    abort();
}
