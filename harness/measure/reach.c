/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/session.h"

enum { DILATION_CM = 1000 + TWC_MACRO_CM };

static int32_t draw(uint64_t seed, uint64_t edit, int32_t what, int32_t low, int32_t high)
{
    uint32_t hash = twc_hash((int32_t)seed, (int32_t)edit, what);
    return low + (int32_t)(hash % ((uint32_t)(high - low) + 1));
}

static twc_brush draw_brush(const twc_world *world, uint64_t seed, uint64_t edit)
{
    twc_rect extent = world->extent;
    twc_brush brush = {
        .kind = TWC_BRUSH_RAISE, .radius_cm = draw(seed, edit, 3, 500, 2500), .strength = draw(seed, edit, 4, 50, 600)};
    brush.centre.x = draw(seed, edit, 1, extent.x * TWC_TILE_CM, (extent.x + extent.nx) * TWC_TILE_CM);
    brush.centre.z = draw(seed, edit, 2, extent.z * TWC_TILE_CM, (extent.z + extent.nz) * TWC_TILE_CM);
    return brush;
}

/* Distance along one axis from an interval, 0 inside. */
static double outside(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

/* Distance in metres from the rectangle of edited samples to a triangle's centroid. */
static double distance(twc_rect samples, const twc_triangle *triangle)
{
    const twc_vertex *c = triangle->corner;
    double x = ((double)c[0].x + c[1].x + c[2].x) / 3, z = ((double)c[0].z + c[1].z + c[2].z) / 3;
    double dx = outside(x, (double)samples.x * TWC_SAMPLE_CM, (double)(samples.x + samples.nx - 1) * TWC_SAMPLE_CM);
    double dz = outside(z, (double)samples.z * TWC_SAMPLE_CM, (double)(samples.z + samples.nz - 1) * TWC_SAMPLE_CM);
    return sqrt(dx * dx + dz * dz) / 100;
}

/* Triangles of `a` without a twin in `b`, both sorted by their bytes: the farthest from the edit. */
static double farthest_unmatched(twc_rect samples, const twc_triangle *a, uint32_t na, const twc_triangle *b,
                                 uint32_t nb)
{
    double farthest = -1;
    for (uint32_t i = 0, j = 0; i < na;) {
        int order = j < nb ? memcmp(a[i].corner, b[j].corner, sizeof a->corner) : -1;
        if (order < 0) {
            double d = distance(samples, &a[i++]);
            farthest = d > farthest ? d : farthest;
        } else {
            i += order == 0;
            j++;
        }
    }
    return farthest;
}

static int compare_triangles(const void *a, const void *b)
{
    return memcmp(((const twc_triangle *)a)->corner, ((const twc_triangle *)b)->corner,
                  sizeof((const twc_triangle *)a)->corner);
}

/* The farthest triangle that one of two builds of a chunk has and the other lacks; sorts copies in `room`. */
static double farthest_change(twc_rect samples, const twc_mesh *before, const twc_mesh *after, twc_triangle *room)
{
    twc_triangle *one = room, *other = room + before->triangle_count;
    memcpy(one, before->triangles, before->triangle_count * sizeof *one);
    memcpy(other, after->triangles, after->triangle_count * sizeof *other);
    qsort(one, before->triangle_count, sizeof *one, compare_triangles);
    qsort(other, after->triangle_count, sizeof *other, compare_triangles);
    double lost = farthest_unmatched(samples, one, before->triangle_count, other, after->triangle_count);
    double gained = farthest_unmatched(samples, other, after->triangle_count, one, before->triangle_count);
    return lost > gained ? lost : gained;
}

/* Whether a chunk meets the edited rectangle dilated as the paper does. */
static int within_dilation(twc_rect samples, twc_point chunk)
{
    int32_t x0 = samples.x * TWC_SAMPLE_CM - DILATION_CM,
            x1 = (samples.x + samples.nx - 1) * TWC_SAMPLE_CM + DILATION_CM;
    int32_t z0 = samples.z * TWC_SAMPLE_CM - DILATION_CM,
            z1 = (samples.z + samples.nz - 1) * TWC_SAMPLE_CM + DILATION_CM;
    return chunk.x >= twc_floor_div(x0, TWC_CHUNK_CM) && chunk.x <= twc_floor_div(x1, TWC_CHUNK_CM) &&
           chunk.z >= twc_floor_div(z0, TWC_CHUNK_CM) && chunk.z <= twc_floor_div(z1, TWC_CHUNK_CM);
}

/* One stroke: compares every chunk within the bound before and after, then takes the stroke back. */
static twc_status study_edit(twc_session *session, const twc_brush *brush, twc_triangle *room, twc_reach_study *study)
{
    enum { BOUND_MAX = 64 };
    const twc_world *world = &twc_session_world(session)->world;
    twc_scene *scene = twc_session_scene(session);
    twc_rect samples = twc_brush_rect(world, brush);
    if (samples.nx == 0 || samples.nz == 0)
        return twc_ok();
    twc_rect bound = twc_dirty_bound(world, twc_session_features(session)->list, TWC_FACT_SAMPLES, samples);
    twc_point at[BOUND_MAX];
    twc_built *before[BOUND_MAX], *after[BOUND_MAX];
    size_t count = (size_t)bound.nx * (size_t)bound.nz;
    twc_rebuilt rebuilt;
    double farthest = -1;
    uint64_t stale = 0;
    for (size_t k = 0; k < count; k++)
        at[k] = (twc_point){bound.x + (int32_t)(k % (size_t)bound.nx), bound.z + (int32_t)(k / (size_t)bound.nx)};
    twc_scene_acquire(scene, count, at, before);
    twc_status status = twc_session_brush(session, brush, &rebuilt);
    twc_scene_acquire(scene, count, at, after);
    for (size_t k = 0; k < count; k++) {
        if (!status.code && memcmp(before[k]->stage, after[k]->stage, sizeof before[k]->stage) != 0) {
            double d = farthest_change(samples, &before[k]->mesh, &after[k]->mesh, room);
            farthest = d > farthest ? d : farthest;
            stale += !within_dilation(samples, at[k]);
        }
        twc_scene_release(scene, before[k]);
        twc_scene_release(scene, after[k]);
    }
    if (status.code)
        return status;
    study->edits++;
    study->rebuilt += rebuilt.rebuilt;
    study->changed += rebuilt.changed;
    study->stale_chunks += stale;
    study->stale_edits += stale > 0;
    if (farthest >= 0)
        study->bin[twc_clamp((int32_t)farthest, 0, TWC_REACH_BINS - 1)]++;
    study->farthest = farthest > study->farthest ? farthest : study->farthest;
    return twc_session_undo(session, NULL);
}

twc_status twc_reach_measure(const twc_world_data *world, twc_builder builder, uint64_t seed, uint64_t edits,
                             twc_reach_study *study)
{
    twc_world_data copy;
    twc_session *session = NULL;
    twc_triangle *room = malloc(2 * TWC_GROUND_MAX_TRIANGLES * sizeof *room);
    memset(study, 0, sizeof *study);
    twc_status status = room ? twc_world_data_copy(world, &copy)
                             : twc_fail(TWC_IO, "not enough memory to study the reach of edits");
    if (!status.code)
        status = twc_session_create(&copy, builder, (twc_build_options){0, 1, TWC_STATIC}, NULL, &session);
    for (uint64_t edit = 0; !status.code && edit < edits; edit++) {
        twc_brush brush = draw_brush(&twc_session_world(session)->world, seed, edit);
        status = study_edit(session, &brush, room, study);
    }
    twc_session_destroy(session);
    free(room);
    return status;
}
