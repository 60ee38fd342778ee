/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case_detail.c, as implementation_world.c is from case.c. */
#include "check/case_detail.h"

const twc_detail_table *twc_implementation_detail(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_detail(implementation->level) : twc_reference_detail();
}
