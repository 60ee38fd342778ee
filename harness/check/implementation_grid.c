/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case_grid.c, as implementation_world.c is from case.c. */
#include "check/case_grid.h"

const twc_grid_table *twc_implementation_grid(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_grid(implementation->level) : twc_reference_grid();
}
