/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case.c, so that a program with tables of its own (the check's test) does not draw the fast library in. */
#include "check/case.h"

const twc_world_table *twc_implementation_world(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_world(implementation->level) : twc_reference_world();
}
