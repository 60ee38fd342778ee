/* SPDX-License-Identifier: MIT */
/*
 * Chunks about some of which features meet: those are built from layers, one by one, the others as ever. Spec overlay
 * 7; twin reference/footprint/layered.c; test tests/overlay/test_crossings.c.
 */
#include "footprint/build.h"
#include "ground/builder.h"

static int64_t cells_near(twc_feature_list features, twc_point chunk)
{
    const twc_box reach = twc_box_grown(twc_chunk_box(chunk.x, chunk.z), TWC_FEATURE_REACH_CM);
    int64_t total = 0;
    for (size_t f = 0; f < features.count; f++)
        total += twc_reference_features()->cells_near(&features.feature[f], reach, 0, NULL);
    return total;
}

size_t twc_fast_layered_workspace(const twc_chunk_request *request)
{
    size_t most = 0;
    for (size_t k = 0; k < twc_request_count(request); k++) {
        const twc_point chunk = twc_request_chunk(request, k);
        if (twc_feature_meetings(request->features, chunk.x, chunk.z) == 0)
            continue;
        const size_t bytes = twc_layered_workspace(request->features, chunk, cells_near(request->features, chunk));
        most = bytes > most ? bytes : most;
    }
    return most;
}

int twc_fast_features_meet(const twc_chunk_request *request)
{
    for (size_t k = 0; k < twc_request_count(request); k++) {
        const twc_point chunk = twc_request_chunk(request, k);
        if (twc_feature_meetings(request->features, chunk.x, chunk.z) > 0)
            return 1;
    }
    return 0;
}

twc_status twc_fast_layered_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_layered_kernels *kernels, const twc_chunks *chunks)
{
    twc_status status = twc_ok();
    for (size_t k = 0; k < twc_request_count(request) && !status.code; k++) {
        const twc_point chunk = twc_request_chunk(request, k);
        twc_chunk_request one = *request;
        one.chunks = (twc_rect){chunk.x, chunk.z, 1, 1};
        if (twc_feature_meetings(request->features, chunk.x, chunk.z) > 0) {
            unsigned char *memory = workspace;
            const twc_arena arena = {memory, memory + twc_fast_layered_workspace(&one), 0};
            status = twc_layered_chunk(kernels, request, chunk, arena, &chunks->mesh[k]);
        } else {
            status = twc_fast_apart_build(builder, &one, workspace, &(twc_chunks){&chunks->mesh[k], NULL, NULL});
        }
    }
    return status;
}
