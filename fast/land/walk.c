/* SPDX-License-Identifier: MIT */
/*
 * Walks, a batch of walkers in step: who has arrived stands still until the last has. Spec land 5.6; twin
 * reference/land/walk.c; test tests/land/test_walk.c.
 */
#include "land/land.h"

typedef struct walkers {
    twc_land_places at, step, to;
    double height[TWC_LAND_BATCH], next[TWC_LAND_BATCH];
    int32_t n, count, steps[TWC_LAND_BATCH], end[TWC_LAND_BATCH], most;
} walkers;

static void set_out(const twc_walk *walks, double stride, int32_t n, walkers *w)
{
    w->n = n;
    w->count = twc_land_rounded(n);
    w->most = 0;
    for (int32_t k = 0; k < n; k++) {
        const double steps = twc_fast_length(walks[k].by_x, walks[k].by_z) / stride;
        const int32_t whole = (int32_t)steps, up = whole + ((double)whole < steps);
        w->steps[k] = up < 1 ? 1 : up;
        w->most = w->steps[k] > w->most ? w->steps[k] : w->most;
        w->step.x[k] = walks[k].by_x / w->steps[k];
        w->step.z[k] = walks[k].by_z / w->steps[k];
        w->at.x[k] = walks[k].x;
        w->at.z[k] = walks[k].z;
        w->end[k] = TWC_WALK_DONE;
    }
    for (int32_t k = n; k < w->count; k++)
        w->steps[k] = 0;
    twc_land_fill(w->at.x, n);
    twc_land_fill(w->at.z, n);
    twc_land_fill(w->step.x, n);
    twc_land_fill(w->step.z, n);
}

/* Those whose next step the sea forbids slide, or stop. */
static void slide(const twc_land_ground *ground, const int32_t *list, int32_t n, walkers *w)
{
    const double wade = -ground->land->edge.wade;
    twc_land_places from, g, to;
    double height[TWC_LAND_BATCH];
    const int32_t count = TWC_NAME(land_pick)(&w->at, list, n, &from);
    TWC_NAME(gradient_batch)(ground, count, &from, &g);
    for (int32_t m = 0; m < count; m++) {
        const int32_t k = list[m < n ? m : n - 1];
        const double square = g.x[m] * g.x[m] + g.z[m] * g.z[m], divisor = square == 0.0 ? 1.0 : square;
        const double share = (w->step.x[k] * g.x[m] + w->step.z[k] * g.z[m]) / divisor;
        to.x[m] = from.x[m] + (w->step.x[k] - share * g.x[m]);
        to.z[m] = from.z[m] + (w->step.z[k] - share * g.z[m]);
    }
    TWC_NAME(height_batch)(ground, count, &to, height);
    for (int32_t m = 0; m < n; m++) {
        const int32_t k = list[m];
        const int level = g.x[m] * g.x[m] + g.z[m] * g.z[m] == 0.0;
        if (level || !(height[m] >= wade || height[m] > w->height[k])) {
            w->end[k] = TWC_WALK_STOPPED;
            w->steps[k] = 0;
            continue;
        }
        w->at.x[k] = to.x[m];
        w->at.z[k] = to.z[m];
        w->height[k] = height[m];
    }
}

static void sea_step(const twc_land_ground *ground, int32_t step, walkers *w)
{
    const double wade = -ground->land->edge.wade;
    const int32_t n = TWC_LAND_WHOLE(w->count);
    int32_t list[TWC_LAND_BATCH], kept = 0;
    for (int32_t k = 0; k < n; k++) {
        w->to.x[k] = w->at.x[k] + w->step.x[k];
        w->to.z[k] = w->at.z[k] + w->step.z[k];
    }
    TWC_NAME(height_batch)(ground, w->count, &w->to, w->next);
    for (int32_t k = 0; k < w->n; k++) {
        const int going = step < w->steps[k], allowed = (w->next[k] >= wade) | (w->next[k] > w->height[k]);
        list[kept] = k;
        kept += going & !allowed;
        if (going & allowed) {
            w->at.x[k] = w->to.x[k];
            w->at.z[k] = w->to.z[k];
            w->height[k] = w->next[k];
        }
    }
    if (kept > 0)
        slide(ground, list, kept, w);
}

TWC_INLINE double clamped(double v, double limit)
{
    return v < -limit ? -limit : v > limit ? limit : v;
}

TWC_INLINE double wrapped(double v, double limit)
{
    return v - 2.0 * limit * (double)twc_fast_floor((v + limit) / (2.0 * limit));
}

/* No sea: walkers do not ask the ground, and each goes its way to the end. */
static void dry_walk(const twc_land_ground *ground, walkers *w)
{
    const double limit = -twc_land_low(&ground->land->grid);
    const twc_land_edge_kind kind = ground->land->edge.kind;
    for (int32_t step = 0; step < w->most; step++)
        for (int32_t k = 0; k < w->n; k++) {
            const double x = w->at.x[k] + w->step.x[k], z = w->at.z[k] + w->step.z[k];
            if (step >= w->steps[k])
                continue;
            w->at.x[k] = kind == TWC_LAND_EDGE_WALL   ? clamped(x, limit)
                         : kind == TWC_LAND_EDGE_WRAP ? wrapped(x, limit)
                                                      : x;
            w->at.z[k] = kind == TWC_LAND_EDGE_WALL   ? clamped(z, limit)
                         : kind == TWC_LAND_EDGE_WRAP ? wrapped(z, limit)
                                                      : z;
            if (kind == TWC_LAND_EDGE_FALL && (fabs(x) > limit || fabs(z) > limit)) {
                w->end[k] = TWC_WALK_FELL;
                w->steps[k] = 0;
            }
        }
}

void TWC_NAME(walk)(const twc_land_ground *ground, size_t n, twc_walk *walks)
{
    walkers w;
    for (size_t first = 0; first < n; first += TWC_LAND_BATCH) {
        const int32_t part = n - first < TWC_LAND_BATCH ? (int32_t)(n - first) : TWC_LAND_BATCH;
        set_out(walks + first, ground->land->edge.stride, part, &w);
        if (ground->land->edge.kind == TWC_LAND_EDGE_SEA) {
            TWC_NAME(height_batch)(ground, w.count, &w.at, w.height);
            for (int32_t step = 0; step < w.most; step++)
                sea_step(ground, step, &w);
        } else {
            dry_walk(ground, &w);
        }
        for (int32_t k = 0; k < part; k++) {
            walks[first + (size_t)k].x = w.at.x[k];
            walks[first + (size_t)k].z = w.at.z[k];
            walks[first + (size_t)k].end = w.end[k];
        }
    }
}
