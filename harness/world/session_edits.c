/* SPDX-License-Identifier: MIT */
/* What an editor does, as facts: brush strokes, masked inside footprints; corridors placed and removed. */
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

/* Sets mask[k] for the samples of `rect` inside the plan of a triangle of a feature. */
static void mask_triangle(const twc_vertex corner[3], twc_rect rect, uint8_t *mask)
{
    int32_t x0 = corner[0].x, x1 = x0, z0 = corner[0].z, z1 = z0;
    for (int k = 1; k < 3; k++) {
        x0 = corner[k].x < x0 ? corner[k].x : x0;
        x1 = corner[k].x > x1 ? corner[k].x : x1;
        z0 = corner[k].z < z0 ? corner[k].z : z0;
        z1 = corner[k].z > z1 ? corner[k].z : z1;
    }
    for (int32_t z = twc_floor_div(z0, TWC_SAMPLE_CM); z <= twc_floor_div(z1, TWC_SAMPLE_CM); z++) {
        for (int32_t x = twc_floor_div(x0, TWC_SAMPLE_CM); x <= twc_floor_div(x1, TWC_SAMPLE_CM); x++) {
            int32_t px = x * TWC_SAMPLE_CM, pz = z * TWC_SAMPLE_CM;
            if (x < rect.x || x >= rect.x + rect.nx || z < rect.z || z >= rect.z + rect.nz)
                continue;
            int inside = 1;
            for (int k = 0; k < 3; k++)
                inside &= twc_area2(corner[k].x, corner[k].z, corner[(k + 1) % 3].x, corner[(k + 1) % 3].z, px, pz) >=
                          0;
            if (inside)
                mask[(size_t)(z - rect.z) * (size_t)rect.nx + (size_t)(x - rect.x)] = 1;
        }
    }
}

/*
 * The samples of `rect` inside footprints, as the built chunks show them. A face of a chunk can reach a little beyond
 * it.
 */
static twc_status mask_footprints(twc_session *session, twc_rect rect, uint8_t *mask)
{
    twc_rect chunks = twc_scene_chunks(session->scene);
    int32_t per_chunk = TWC_CHUNK_CM / TWC_SAMPLE_CM, margin = TWC_CELL_BOX_CM / TWC_SAMPLE_CM;
    int32_t x0 = twc_floor_div(rect.x - margin, per_chunk), x1 = twc_floor_div(rect.x + rect.nx + margin, per_chunk);
    int32_t z0 = twc_floor_div(rect.z - margin, per_chunk), z1 = twc_floor_div(rect.z + rect.nz + margin, per_chunk);
    for (int32_t z = z0; z <= z1; z++) {
        for (int32_t x = x0; x <= x1; x++) {
            twc_point at = {x, z};
            twc_built *built;
            if (x < chunks.x || x >= chunks.x + chunks.nx || z < chunks.z || z >= chunks.z + chunks.nz)
                continue;
            twc_status status = twc_session_need(session, (twc_rect){x, z, 1, 1});
            if (status.code)
                return status;
            twc_scene_acquire(session->scene, 1, &at, &built);
            for (uint32_t t = 0; t < built->mesh.triangle_count; t++) {
                const twc_triangle *triangle = &built->mesh.triangles[t];
                uint64_t id = built->mesh.facets[triangle->facet].id;
                if (id >> 62 == TWC_FACET_FEATURE &&
                    twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) > 0)
                    mask_triangle(triangle->corner, rect, mask);
            }
            twc_scene_release(session->scene, built);
        }
    }
    return twc_ok();
}

twc_status twc_session_stroke(twc_session *session, const twc_brush *brush, twc_rect *area, uint16_t **out)
{
    const twc_world *world = &session->data.world;
    twc_rect rect = twc_brush_rect(world, brush);
    size_t count = (size_t)rect.nx * (size_t)rect.nz;
    *area = rect;
    *out = NULL;
    if (count == 0)
        return twc_ok();
    twc_status needed = twc_world_data_need(&session->data, twc_tiles_about(rect, 1));
    if (needed.code)
        return needed;
    uint16_t *around = malloc(((size_t)rect.nx + 2) * ((size_t)rect.nz + 2) * sizeof *around);
    uint16_t *samples = malloc(count * sizeof *samples);
    uint8_t *mask = calloc(count, 1);
    twc_status status = twc_fail(TWC_IO, "not enough memory for a brush over %zu samples", count);
    if (around && samples && mask)
        status = session->data.features.list.count > 0 ? mask_footprints(session, rect, mask) : twc_ok();
    if (!status.code) {
        twc_reference_ground()->samples(world, (twc_rect){rect.x - 1, rect.z - 1, rect.nx + 2, rect.nz + 2}, around);
        session->builder.world->brush_apply(brush, rect, around, mask, samples);
        *out = samples;
        samples = NULL;
    }
    free(around);
    free(samples);
    free(mask);
    return status;
}

twc_status twc_session_brush(twc_session *session, const twc_brush *brush, twc_rebuilt *rebuilt)
{
    uint16_t *samples;
    twc_rect rect;
    if (rebuilt)
        memset(rebuilt, 0, sizeof *rebuilt);
    twc_status status = twc_session_stroke(session, brush, &rect, &samples);
    if (samples) {
        twc_fact fact = {.sequence = session->next, .kind = TWC_FACT_SAMPLES, .rect = rect, .samples = samples};
        status = twc_session_apply(session, &fact, rebuilt);
        free(samples);
    }
    return status;
}

/*
 * Loads the ground along a corridor. Where its stations lie does not depend on the ground, so a first placement, whose
 * levels are of no use, says where that is; one that fails leaves the smallest rectangle about the nodes.
 */
static twc_status need_ground(twc_session *session, const twc_corridor *corridor)
{
    twc_feature placed;
    void *memory = NULL;
    twc_status status = twc_ok();
    if (!session->data.source.load)
        return status;
    const int known = !twc_features_make(session->builder.ground, &session->data.world, session->options.fine_only,
                                         corridor, &placed, &memory)
                           .code;
    twc_rect chunks = {0, 0, 0, 0};
    for (int32_t k = 0; k < (known ? placed.station_count : corridor->node_count) && !status.code; k++) {
        const int32_t x = known ? placed.stations[k].x : corridor->nodes[k].x,
                      z = known ? placed.stations[k].z : corridor->nodes[k].z;
        const twc_rect at = {twc_floor_div(x, TWC_CHUNK_CM), twc_floor_div(z, TWC_CHUNK_CM), 1, 1};
        chunks = known || k == 0 ? at : twc_rect_about(chunks, at);
        if (known)
            status = twc_world_data_need_chunks(&session->data, chunks);
    }
    free(memory);
    return known ? status : twc_world_data_need_chunks(&session->data, chunks);
}

twc_status twc_session_put(twc_session *session, const twc_feature *feature, twc_rebuilt *rebuilt)
{
    size_t n = twc_record_words(feature);
    int32_t *words = malloc(n * sizeof *words);
    if (!words)
        return twc_fail(TWC_IO, "not enough memory for a record of %zu words", n);
    twc_record_write(feature, words);
    twc_fact fact = {.sequence = session->next, .kind = TWC_FACT_FEATURE, .words = words, .word_count = (int32_t)n};
    twc_status status = twc_session_apply(session, &fact, rebuilt);
    free(words);
    return status;
}

twc_status twc_session_place(twc_session *session, const twc_corridor *corridor, twc_rebuilt *rebuilt)
{
    twc_feature placed;
    void *memory;
    twc_status status = need_ground(session, corridor);
    if (!status.code)
        status = twc_features_make(session->builder.ground, &session->data.world, session->options.fine_only, corridor,
                                   &placed, &memory);
    if (status.code)
        return status;
    status = twc_session_put(session, &placed, rebuilt);
    free(memory);
    return status;
}

/* Loads the ground under the stations of a feature, moved; what lies outside of the world is refused later. */
static twc_status need_ground_under(twc_session *session, const twc_feature *feature, twc_point by)
{
    twc_status status = twc_ok();
    for (int32_t k = 0; session->data.source.load && k < feature->station_count && !status.code; k++) {
        const int64_t x = (int64_t)feature->stations[k].x + by.x, z = (int64_t)feature->stations[k].z + by.z;
        if (x >= INT32_MIN && x <= INT32_MAX && z >= INT32_MIN && z <= INT32_MAX)
            status = twc_world_data_need_chunks(
                &session->data,
                (twc_rect){twc_floor_div((int32_t)x, TWC_CHUNK_CM), twc_floor_div((int32_t)z, TWC_CHUNK_CM), 1, 1});
    }
    return status;
}

twc_status twc_session_move(twc_session *session, uint64_t id, twc_point by, twc_rebuilt *rebuilt)
{
    const twc_feature *feature = twc_features_find(&session->data.features, id);
    twc_feature moved;
    void *memory;
    if (!feature)
        return twc_fail(TWC_USAGE, "there is no feature %llu to move", (unsigned long long)id);
    twc_status status = need_ground_under(session, feature, by);
    if (!status.code)
        status = twc_features_moved(session->builder.ground, &session->data.world, session->options.fine_only, feature,
                                    by, &moved, &memory);
    if (status.code)
        return status;
    status = twc_session_put(session, &moved, rebuilt);
    free(memory);
    return status;
}

twc_status twc_session_remove(twc_session *session, uint64_t id, twc_rebuilt *rebuilt)
{
    uint32_t half[2] = {(uint32_t)id, (uint32_t)(id >> 32)};
    int32_t words[2];
    memcpy(words, half, sizeof words);
    twc_fact fact = {.sequence = session->next, .kind = TWC_FACT_REMOVE, .words = words, .word_count = 2};
    return twc_session_apply(session, &fact, rebuilt);
}
