/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the feature build: one short corridor, on and across chunks, over threads. */
#include "check/case_feature.h"
#include "check/case_meshes.h"
#include "check/registry.h"

enum { STATUS = FEATURE_ARRAYS };
enum {
    CHUNKS = TWC_CASE_FEATURE_SIDE * TWC_CASE_FEATURE_SIDE,
    CELL_FACES = 128 /* room for what one cell adds to a chunk, as twc_feature_capacity has it */
};

static int shape(twc_case *c)
{
    if (!twc_case_feature_shape(c))
        return 0;
    const size_t room = TWC_GROUND_MAX_TRIANGLES + CELL_FACES * (c->array[FEATURE_STATIONS].count - 1);
    twc_case_meshes_shape(c, (size_t)(c->value[FEATURE_NX] * c->value[FEATURE_NZ]), room, room);
    return 1;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    void *buffer[TWC_CASE_ARRAYS];
    twc_feature feature;
    for (uint32_t k = 0; k < c->array_count; k++)
        buffer[k] = c->array[k].data;
    twc_chunk_request request = twc_implementation_request(implementation, NULL, twc_case_feature_chunks(c),
                                                           TWC_BUILD_FEATURES);
    request.features = twc_case_feature_list(c, buffer, &feature);
    return twc_chunks_workspace(twc_implementation_builder(implementation), &request, NULL);
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_case_world view;
    twc_feature feature;
    twc_mesh meshes[CHUNKS];
    twc_case_world_view(c, call->buffer[FEATURE_TILES], &view);
    twc_chunk_request request = twc_implementation_request(implementation, &view.world, twc_case_feature_chunks(c),
                                                           TWC_BUILD_FEATURES);
    request.features = twc_case_feature_list(c, call->buffer, &feature);
    twc_case_meshes_view(c, call, STATUS, meshes);
    twc_status status = twc_chunks_build(twc_implementation_builder(implementation), &request, call->scratch,
                                         &(twc_chunks){meshes, NULL, NULL});
    twc_case_meshes_note(c, call, STATUS, status, meshes);
}

static const twc_planted_fault feature_build_faults[] = {
    {"wrong owner", "cut/sink.c", "from + 3 * TWC_CHUNK_CM, chunk};", "from + TWC_FAULT(3, 4) * TWC_CHUNK_CM, chunk};"},
    {"missed pixel", "cut/crossings.c",
     "if (!twc_meets_pixel(c, d, p))\n"
     "        return 1;",
     "if (TWC_FAULT(!twc_meets_pixel(c, d, p), 1))\n"
     "        return 1;"},
    {"dropped square", "cut/grid.c", "((at[0] | at[1] | at[2]) >= 0)",
     "((at[0] | at[1] | at[2]) >= TWC_FAULT(0, 1 << 22))"},
    {"wrong run", "cut/assemble.c", "run = t + ground->changed[t];", "run = t + TWC_FAULT(ground->changed[t], 1);"},
    {"repeated facet", "cut/assemble.c",
     "const int known = mesh->facet_count > 0 && mesh->facets[mesh->facet_count - 1].id == facet->id;",
     "const int known = TWC_FAULT(mesh->facet_count > 0 && mesh->facets[mesh->facet_count - 1].id == facet->id, 0);"},
    {"stale number", "cut/assemble.c", "mesh->triangles[t].facet += shift;",
     "mesh->triangles[t].facet += TWC_FAULT(shift, 0);"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_feature_build = {
    .name = "feature.build",
    .cases = 48,
    .threaded = 1,
    .scalars = twc_case_feature_scalars,
    .draw = twc_case_feature_draw,
    .shape = shape,
    .fill = twc_case_feature_fill,
    .scratch = scratch,
    .run = run,
    .faults = feature_build_faults,
};
