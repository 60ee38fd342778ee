/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case_land.c, as implementation_world.c is from case.c. */
#include "check/case_land.h"

const twc_land_table *twc_implementation_land(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_land(implementation->level) : twc_reference_land();
}
