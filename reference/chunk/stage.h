/* SPDX-License-Identifier: MIT */
/*
 * The stages of a chunk as the tables of both libraries know them: the builders of the stages below, and the one that
 * is made here. Only the tables of twc/chunk.h call them.
 */
#ifndef TWC_CHUNK_STAGE_H
#define TWC_CHUNK_STAGE_H

#include "../footprint/builder.h"
#include "../ground/builder.h"
#include "../surface/builder.h"

/* buckets.c: with the builder's kernels, so both libraries' table has it. */
twc_status twc_chunk_buckets_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                   const twc_chunks *chunks);

#endif
