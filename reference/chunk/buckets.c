/* SPDX-License-Identifier: MIT */
/*
 * The buckets of built chunks. Spec world 9; no twin: the builder's kernels do the work; test
 * tests/chunk/test_pipeline.c.
 */
#include "chunk/stage.h"

twc_status twc_chunk_buckets_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                   const twc_chunks *chunks)
{
    (void)workspace;
    for (size_t k = 0; k < twc_request_count(request); k++)
        if (!chunks->buckets[k].start || !chunks->buckets[k].item)
            return twc_fail(TWC_USAGE, "chunk (%d, %d): there is no memory for its buckets",
                            twc_request_chunk(request, k).x, twc_request_chunk(request, k).z);
    for (size_t k = 0; k < twc_request_count(request); k++) {
        chunks->buckets[k].cells = twc_buckets_cells(&chunks->mesh[k]);
        builder->world->buckets_build(&chunks->mesh[k], &chunks->buckets[k]);
    }
    return twc_ok();
}
