/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Apart from case.c, so that a program with tables of its own (the check's test) does not draw the fast library in. */
#include "check/case.h"

const twc_world_table *twc_implementation_world(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_world(implementation->level) : twc_reference_world();
}

twc_builder twc_implementation_builder(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_builder(implementation->level) : twc_reference_builder();
}

twc_chunk_request twc_implementation_request(const twc_implementation *implementation, const twc_world *world,
                                             twc_rect chunks, unsigned stages)
{
    return (twc_chunk_request){
        .world = world,
        .chunks = chunks,
        .stages = stages,
        .options = {0, implementation->fast ? implementation->threads : 1, implementation->schedule}};
}
