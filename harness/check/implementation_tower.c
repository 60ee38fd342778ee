/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case_tower.c, as implementation_world.c is from case.c. */
#include "check/case_tower.h"

const twc_tower_table *twc_implementation_tower(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_tower(implementation->level) : twc_reference_tower();
}
