/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/land_ask.h"

#include <math.h>
#include <stdlib.h>

enum { BATCH = 256 };

/* What the kernels give, a batch of places at a time. */
typedef struct answers {
    double height[BATCH], gradient_x[BATCH], gradient_z[BATCH], normal[3 * BATCH], curvature[BATCH];
    double distance[TWC_LAND_FEATURES][BATCH], at[BATCH], along[BATCH], forest[BATCH], grove[BATCH];
    double weight[(TWC_LAND_LAYERS + 1) * BATCH], brown[BATCH];
    twc_point point[BATCH];
    uint8_t dressed[BATCH];
} answers;

static void ask_batch(const twc_land_table *table, const twc_land_ground *ground, double over, twc_spots at, answers *a)
{
    const twc_land *land = ground->land;
    table->land_heights(ground, at, a->height);
    table->land_gradients(ground, at, (twc_vectors){a->gradient_x, a->gradient_z});
    table->land_normals(ground, at, a->normal);
    table->land_curvatures(ground, over, at, a->curvature);
    for (int32_t k = 0; k < land->feature_count; k++)
        table->spine_nearest(&ground->spine[k], land->feature[k].within, at,
                             (twc_nearest){a->distance[k], a->at, a->along});
    table->forest(ground, at, a->forest);
    table->grove(ground, at, a->grove);
    table->land_look(ground, at, (twc_land_look){a->weight, a->brown});
    for (size_t k = 0; k < at.count; k++)
        a->point[k] = (twc_point){(int32_t)rint(100.0 * at.x[k]), (int32_t)rint(100.0 * at.z[k])};
    table->outline_contains(&land->dressed, at.count, a->point, a->dressed);
}

static twc_land_answer answer_of(const twc_land *land, const answers *a, size_t count, size_t k)
{
    const double gx = a->gradient_x[k], gz = a->gradient_z[k];
    twc_land_answer answer = {.height = a->height[k],
                              .gradient_x = gx,
                              .gradient_z = gz,
                              .slope = sqrt(gx * gx + gz * gz),
                              .normal = {a->normal[3 * k], a->normal[3 * k + 1], a->normal[3 * k + 2]},
                              .curvature = a->curvature[k],
                              .forest = a->forest[k],
                              .grove = a->grove[k],
                              .brown = a->brown[k],
                              .dressed = a->dressed[k]};
    for (int32_t f = 0; f < land->feature_count; f++)
        answer.distance[f] = a->distance[f][k];
    for (int32_t layer = 0; layer <= land->layer_count; layer++)
        answer.weight[layer] = a->weight[(size_t)layer * count + k];
    return answer;
}

twc_status twc_land_ask(const twc_land_table *table, const twc_land_ground *ground, double over, twc_spots at,
                        twc_land_answer *out)
{
    answers *a = malloc(sizeof *a);
    if (!a)
        return twc_fail(TWC_IO, "not enough memory for %d answers", BATCH);
    for (size_t first = 0; first < at.count; first += BATCH) {
        const size_t count = at.count - first < BATCH ? at.count - first : BATCH;
        ask_batch(table, ground, over, (twc_spots){count, at.x + first, at.z + first}, a);
        for (size_t k = 0; k < count; k++)
            out[first + k] = answer_of(ground->land, a, count, k);
    }
    free(a);
    return twc_ok();
}

/* ---- walks ------------------------------------------------------------------------------------------------------ */

int32_t twc_land_steps(const twc_land *land, const twc_walk *walk)
{
    const double steps = ceil(sqrt(walk->by_x * walk->by_x + walk->by_z * walk->by_z) / land->edge.stride);
    return steps < 1.0 ? 1 : (int32_t)steps;
}

static double height_at(const twc_land_table *table, const twc_land_ground *ground, double x, double z)
{
    double height;
    table->land_heights(ground, (twc_spots){1, &x, &z}, &height);
    return height;
}

/* Where a step may not have gone. `before`, `after`: the heights there. */
static int forbidden(const twc_land *land, const twc_walk *walk, double before, double after)
{
    const double limit = (land->grid.points - 1) * land->grid.cell / 2.0;
    const int outside = fabs(walk->x) > limit || fabs(walk->z) > limit;
    switch (land->edge.kind) {
    case TWC_LAND_EDGE_SEA:
        return walk->end == TWC_WALK_FELL || !(after >= -land->edge.wade || after >= before);
    case TWC_LAND_EDGE_FALL:
        return walk->end == TWC_WALK_STOPPED || outside != (walk->end == TWC_WALK_FELL);
    case TWC_LAND_EDGE_WALL:
        return walk->end != TWC_WALK_DONE || outside;
    default:
        return walk->end != TWC_WALK_DONE || outside || walk->x == limit || walk->z == limit;
    }
}

/* A stride twice as long makes each step, which is at most a rounding longer than the land's stride, one step. */
twc_land_track twc_land_follow(const twc_land_table *table, const twc_land_ground *ground, twc_walk walk)
{
    twc_land land = *ground->land;
    twc_land_ground stepped = *ground;
    const int32_t steps = twc_land_steps(&land, &walk);
    twc_land_track track = {walk, height_at(table, ground, walk.x, walk.z), 0, 0};
    double before = track.lowest;
    land.edge.stride *= 2.0;
    stepped.land = &land;
    track.walk.by_x = walk.by_x / steps;
    track.walk.by_z = walk.by_z / steps;
    do {
        table->walk(&stepped, 1, &track.walk);
        const double after = height_at(table, ground, track.walk.x, track.walk.z);
        track.broken |= forbidden(&land, &track.walk, before, after);
        if (track.walk.end != TWC_WALK_FELL)
            track.lowest = fmin(track.lowest, after);
        before = after;
        track.steps++;
    } while (track.steps < steps && track.walk.end == TWC_WALK_DONE);
    track.walk.by_x = walk.by_x;
    track.walk.by_z = walk.by_z;
    return track;
}
