/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_strokes.h"

#include <stdlib.h>
#include <time.h>

#include "twc/fingerprint.h"

enum { RADIUS = 5, SIDE = 2 * RADIUS + 1, MOST = 64 }; /* samples; chunks of a level that a stroke reaches */
enum { STROKES_FALL = 71 };                            /* the hash of where; of no kernel */

typedef struct stroke_work {
    twc_world_data *data;
    twc_detail_made *made;
    twc_detail_strokes *out;
    twc_triangle triangles[TWC_DETAIL_TRIANGLES];
    twc_facet facets[TWC_DETAIL_FACETS];
} stroke_work;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Where a stroke is. */
static twc_rect place_of(const twc_world *world, int stroke)
{
    const twc_rect all = twc_world_samples(world);
    return (twc_rect){all.x + (int32_t)(twc_hash(stroke, 0, STROKES_FALL) % (uint32_t)(all.nx - SIDE)),
                      all.z + (int32_t)(twc_hash(stroke, 1, STROKES_FALL) % (uint32_t)(all.nz - SIDE)), SIDE, SIDE};
}

/* A mound of a metre. */
static void raise_ground(twc_world_data *data, twc_rect at)
{
    uint16_t values[SIDE * SIDE];
    twc_reference_ground()->samples(&data->world, at, values);
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int x = k % SIDE - RADIUS, z = k / SIDE - RADIUS, far = x * x + z * z;
        if (far < RADIUS * RADIUS)
            values[k] = (uint16_t)(values[k] + 100 * (RADIUS * RADIUS - far) / (RADIUS * RADIUS));
    }
    twc_world_data_set_samples(data, at, values);
}

/* Builds the reached chunks of a level and hashes them, which is not timed. */
static twc_status build_reached(stroke_work *w, const twc_detail_reach *reach, int32_t level, double *spent,
                                uint64_t *hash, size_t *count)
{
    const twc_detail_made *made = w->made;
    const twc_rect at = twc_detail_reached(made->world, reach, level);
    *count = 0;
    for (int32_t k = 0; k < at.nx * at.nz; k++) {
        const twc_detail_chunk chunk = {level, at.x + k % at.nx, at.z + k / at.nx, 0};
        twc_mesh mesh = {w->triangles, w->facets, 0, TWC_DETAIL_TRIANGLES, 0, TWC_DETAIL_FACETS};
        if (!twc_detail_is_chunk(&made->tree, level, chunk.x, chunk.z) ||
            !twc_detail_reaches(made->world, reach, chunk))
            continue;
        const double start = seconds();
        const twc_status status = twc_detail_build(&made->kernels, made->world, &made->pyramid, chunk, made->workspace,
                                                   &mesh);
        *spent += seconds() - start;
        if (status.code)
            return status;
        if (*count < MOST)
            hash[*count] = twc_mesh_fingerprint(&mesh);
        ++*count;
    }
    return twc_ok();
}

static twc_status take_stroke(stroke_work *w, int stroke)
{
    twc_detail_made *made = w->made;
    uint64_t before[TWC_DETAIL_LEVELS + 1][MOST], after[MOST];
    size_t count;
    double unused = 0;
    const twc_pyramid_change change = {place_of(made->world, stroke), {0, 0, 0, 0}};
    const twc_detail_reach reach = twc_detail_reach_of(&made->pyramid, change);
    twc_status status = twc_ok();
    for (int32_t level = 0; level <= made->tree.levels && !status.code; level++)
        status = build_reached(w, &reach, level, &unused, before[level], &count);
    raise_ground(w->data, change.samples);
    double start = seconds();
    twc_pyramid_update(&made->kernels, made->world, change, made->workspace, &made->pyramid);
    w->out->pyramid_ms += 1e3 * (seconds() - start);
    for (int32_t level = 0; level <= made->tree.levels && !status.code; level++) {
        double spent = 0;
        status = build_reached(w, &reach, level, &spent, after, &count);
        *(level ? &w->out->coarser_ms : &w->out->finest_ms) += 1e3 * spent;
        w->out->reached[level] += (double)count;
        for (size_t k = 0; k < count && k < MOST; k++)
            w->out->changed[level] += before[level][k] != after[k];
    }
    start = seconds();
    if (!status.code)
        status = twc_detail_tree_update(&made->kernels, made->world, &made->pyramid, &reach, made->workspace,
                                        &made->tree);
    w->out->errors_ms += 1e3 * (seconds() - start);
    return status;
}

twc_status twc_detail_measure_strokes(twc_world_data *data, twc_detail_made *made, int count,
                                      twc_detail_strokes *strokes)
{
    stroke_work *w = calloc(1, sizeof *w);
    twc_status status = w ? twc_ok() : twc_fail(TWC_IO, "not enough memory for strokes");
    *strokes = (twc_detail_strokes){.count = count};
    if (!w)
        return status;
    w->data = data;
    w->made = made;
    w->out = strokes;
    for (int k = 0; k < count && !status.code; k++)
        status = take_stroke(w, k);
    free(w);
    return status;
}
