/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fingerprint's stage of a corridor cut into the ground. */
#include <string.h>

#include "fixed_world.h"
#include "sink.h"
#include "twc/feature.h"

enum { CHUNKS = 16, THREADS = 2, ROOM = 8000 };

/* Memory aligned to 64 bytes inside an allocation that the caller frees. */
static void *aligned(size_t bytes, void **allocation)
{
    *allocation = need(bytes + 64);
    return (char *)*allocation + (64 - (uintptr_t)*allocation % 64) % 64;
}

/* ---- features --------------------------------------------------------------------------------------------- */

/* A road of 350 m over a corner of four chunks, as the reference places it. */
static void place_road(sink *out, twc_feature *feature)
{
    static const twc_point nodes[] = {{3000, -24000}, {12000, -14000}, {24800, -6000}, {27000, 4000}};
    static twc_station stations[256];
    static twc_box tree[1024];
    twc_corridor corridor = {77, 100, &twc_cart_road, 4, nodes, TWC_SPLINE_UNIFORM};
    void *allocation, *workspace = aligned(twc_reference_place_workspace(), &allocation);
    int32_t count = 0;
    twc_status status = twc_corridor_station_count(&corridor, &count);
    if (!status.code && count <= 256 && twc_corridor_tree_size(count) <= 1024)
        status = twc_reference_corridor_place(fixed_world(), 0, &corridor, workspace, stations, tree, feature);
    sink_integer(out, "placed", 0, 0, status.code);
    for (int32_t k = 0; k < count && !status.code; k++) {
        sink_integer(out, "station x", k, 0, stations[k].x);
        sink_integer(out, "station z", k, 0, stations[k].z);
        sink_integer(out, "station right", k, stations[k].rx, stations[k].rz);
        sink_integer(out, "bed", k, 0, stations[k].bed_cm);
        sink_integer(out, "limits", k, stations[k].limit_cm[0], stations[k].limit_cm[1]);
    }
    free(allocation);
}

typedef struct built {
    twc_mesh mesh[CHUNKS];
    twc_status status;
} built;

static void build(const implementation *who, twc_feature_list features, built *out)
{
    const twc_chunk_request request = {.world = fixed_world(),
                                       .chunks = twc_world_chunks(fixed_world()),
                                       .stages = TWC_BUILD_FEATURES,
                                       .features = features,
                                       .options = {0, who->fast ? THREADS : 1, TWC_GUIDED}};
    for (int k = 0; k < CHUNKS; k++)
        out->mesh[k] = (twc_mesh){need(ROOM * sizeof(twc_triangle)), need(ROOM * sizeof(twc_facet)), 0, ROOM, 0, ROOM};
    out->status = build_chunks(who, &request, &(twc_chunks){out->mesh, NULL, NULL});
}

static void release(built *meshes)
{
    for (int k = 0; k < CHUNKS; k++) {
        free(meshes->mesh[k].triangles);
        free(meshes->mesh[k].facets);
    }
}

void run_feature_build(const implementation *who, sink *out)
{
    twc_feature feature;
    built meshes;
    memset(&feature, 0, sizeof feature);
    place_road(out, &feature);
    build(who, (twc_feature_list){&feature, 1}, &meshes);
    sink_integer(out, "status", 0, 0, meshes.status.code);
    for (int k = 0; k < CHUNKS; k++)
        sink_mesh(out, k, &meshes.mesh[k]);
    release(&meshes);
}
