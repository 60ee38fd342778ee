/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of chunks about which features meet: two short corridors, one over the other, over threads. */
#include "check/case_feature.h"
#include "check/case_meshes.h"
#include "check/registry.h"

enum { STATUS = SECOND_ARRAYS };
enum {
    CHUNKS = TWC_CASE_FEATURE_SIDE * TWC_CASE_FEATURE_SIDE,
    CELL_FACES = 512 /* room for what one cell adds to a chunk, and cells that meet */
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_feature_draw(random, index, value);
    value[SECOND_WAY] = twc_random_between(random, 0, 15);
}

static void fill(twc_case *c)
{
    twc_case_feature_fill(c);
    twc_case_second_fill(c);
}

static int shape(twc_case *c)
{
    if (!twc_case_feature_shape(c) || !twc_case_second_shape(c))
        return 0;
    const size_t room = TWC_GROUND_MAX_TRIANGLES +
                        CELL_FACES * (c->array[FEATURE_STATIONS].count + c->array[SECOND_STATIONS].count);
    twc_case_meshes_shape(c, (size_t)(c->value[FEATURE_NX] * c->value[FEATURE_NZ]), room, room);
    return 1;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    void *buffer[TWC_CASE_ARRAYS];
    twc_feature feature[2];
    for (uint32_t k = 0; k < c->array_count; k++)
        buffer[k] = c->array[k].data;
    twc_chunk_request request = twc_implementation_request(implementation, NULL, twc_case_feature_chunks(c),
                                                           TWC_BUILD_FEATURES);
    request.features = twc_case_two_features(c, buffer, feature);
    return twc_chunks_workspace(twc_implementation_builder(implementation), &request, NULL);
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_case_world view;
    twc_feature feature[2];
    twc_mesh meshes[CHUNKS];
    twc_case_world_view(c, call->buffer[FEATURE_TILES], &view);
    twc_chunk_request request = twc_implementation_request(implementation, &view.world, twc_case_feature_chunks(c),
                                                           TWC_BUILD_FEATURES);
    request.features = twc_case_two_features(c, call->buffer, feature);
    twc_case_meshes_view(c, call, STATUS, meshes);
    twc_status status = twc_chunks_build(twc_implementation_builder(implementation), &request, call->scratch,
                                         &(twc_chunks){meshes, NULL, NULL});
    twc_case_meshes_note(c, call, STATUS, status, meshes);
}

static const twc_planted_fault meeting_build_faults[] = {
    {"a square too few", "overlay/find.c",
     "int32_t x0 = box.x0 >> squares->shift, x1 = (box.x1 >> squares->shift) + 1;",
     "int32_t x0 = box.x0 >> squares->shift, x1 = (box.x1 >> squares->shift) + TWC_FAULT(1, 0);"},
    {"turns once", "overlay/owners.c", "turns += net->copies * twc_overlay_turns(net->edge, edge);",
     "turns += TWC_FAULT(net->copies, 0) * twc_overlay_turns(net->edge, edge);"},
    {"not bent by what is higher", "overlay/arrange.c", "hot->top = layer; /* layers ascend */",
     "hot->top = TWC_FAULT(layer, 0); /* layers ascend */"},
    {"planes at bends", "overlay/heights.c", "return bend ? side_height(f, seen.layer, bend->side, p) :",
     "return TWC_FAULT(bend != NULL, 0) ? side_height(f, seen.layer, bend->side, p) :"},
    {"no heights between", "overlay/walls.c", "if ((from < y && y < to) || (to < y && y < from))",
     "if (TWC_FAULT((from < y && y < to) || (to < y && y < from), 0))"},
    {"only its own border", "overlay/faces.c", "if (ray->left.layer == l && ray->right.layer != l &&",
     "if (TWC_FAULT(ray->left.layer == l, 0) && ray->right.layer != l &&"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_meeting_build = {
    .name = "feature.meeting_build",
    .cases = 48,
    .threaded = 1,
    .scalars = twc_case_second_scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .scratch = scratch,
    .run = run,
    .faults = meeting_build_faults,
    .fingerprint = 0xe5c4421ea33c4332,
};
