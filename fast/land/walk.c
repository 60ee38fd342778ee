/* SPDX-License-Identifier: MIT */
/*
 * Walks, a batch of walkers in step: who has arrived makes room, and the last few go one by one. Spec land 5.6; twin
 * reference/land/walk.c; test tests/land/test_walk.c.
 */
#include "land/land.h"

enum { FEW = 3 }; /* of whom each alone is faster than a vector of them */

typedef struct walkers {
    twc_land_places at, step, to;
    _Alignas(64) double height[TWC_LAND_BATCH], next[TWC_LAND_BATCH],
        steps[TWC_LAND_BATCH];                                   /* whole numbers of steps */
    int32_t n, count, end[TWC_LAND_BATCH], walk[TWC_LAND_BATCH]; /* count: n in whole lanes */
} walkers;

static void pad(walkers *w)
{
    w->count = twc_land_rounded(w->n);
    for (int32_t k = w->n; k < w->count; k++)
        w->steps[k] = 0.0;
    twc_land_fill(w->at.x, w->n);
    twc_land_fill(w->at.z, w->n);
    twc_land_fill(w->step.x, w->n);
    twc_land_fill(w->step.z, w->n);
}

static void set_out(const twc_walk *walks, double stride, int32_t n, walkers *w)
{
    TWC_ASSERT(n >= 1 && n <= TWC_LAND_BATCH);
    w->n = n;
    for (int32_t k = 0; k < n; k++) {
        const double steps = twc_fast_length(walks[k].by_x, walks[k].by_z) / stride;
        const int32_t whole = (int32_t)steps, up = whole + ((double)whole < steps), all = up < 1 ? 1 : up;
        w->steps[k] = (double)all;
        w->step.x[k] = walks[k].by_x / all;
        w->step.z[k] = walks[k].by_z / all;
        w->at.x[k] = walks[k].x;
        w->at.z[k] = walks[k].z;
        w->end[k] = TWC_WALK_DONE;
        w->walk[k] = k;
    }
    pad(w);
}

static void arrive(const walkers *w, int32_t k, twc_walk *walks)
{
    twc_walk *walk = &walks[w->walk[k]];
    walk->x = w->at.x[k];
    walk->z = w->at.z[k];
    walk->end = w->end[k];
}

/* Lets those arrive who have made all their steps, once that saves whole lanes or leaves few. */
static void let_arrive(double step, walkers *w, twc_walk *walks)
{
    int32_t going = 0;
    for (int32_t k = 0; k < w->n; k++)
        going += step < w->steps[k];
    if (going > FEW && twc_land_rounded(going) == w->count)
        return;
    going = 0;
    for (int32_t k = 0; k < w->n; k++) {
        if (!(step < w->steps[k])) {
            arrive(w, k, walks);
            continue;
        }
        w->at.x[going] = w->at.x[k];
        w->at.z[going] = w->at.z[k];
        w->step.x[going] = w->step.x[k];
        w->step.z[going] = w->step.z[k];
        w->height[going] = w->height[k];
        w->steps[going] = w->steps[k];
        w->end[going] = w->end[k];
        w->walk[going++] = w->walk[k];
    }
    w->n = going;
    if (going > 0)
        pad(w);
}

/* ---- sea --------------------------------------------------------------------------------------------------------- */

/* Those whose next step the sea forbids slide, or stop. */
static void slide(const twc_land_ground *ground, const int32_t *list, int32_t n, walkers *w)
{
    const double wade = -ground->land->edge.wade;
    twc_land_places from, g, to;
    double height[TWC_LAND_BATCH];
    TWC_ASSERT(n >= 1 && n <= w->n);
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
            w->steps[k] = 0.0;
            continue;
        }
        w->at.x[k] = to.x[m];
        w->at.z[k] = to.z[m];
        w->height[k] = height[m];
    }
}

static void sea_step(const twc_land_ground *ground, double step, walkers *w)
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
    TWC_ASSERT(kept <= w->n);
    if (kept > 0)
        slide(ground, list, kept, w);
}

static twc_spot slope_at(const twc_land_ground *ground, double x, double z)
{
    const double cell = ground->land->grid.cell, across = 2.0 * cell;
    return (twc_spot){(TWC_NAME(height_of)(ground, x + cell, z) - TWC_NAME(height_of)(ground, x - cell, z)) / across,
                      (TWC_NAME(height_of)(ground, x, z + cell) - TWC_NAME(height_of)(ground, x, z - cell)) / across};
}

/* One walker to his end. */
static void sea_walk(const twc_land_ground *ground, double step, int32_t k, walkers *w)
{
    const double wade = -ground->land->edge.wade, ex = w->step.x[k], ez = w->step.z[k];
    double x = w->at.x[k], z = w->at.z[k], height = w->height[k];
    for (; step < w->steps[k]; step += 1.0) {
        double to_x = x + ex, to_z = z + ez;
        double next = TWC_NAME(height_of)(ground, to_x, to_z);
        if (!(next >= wade || next > height)) {
            const twc_spot g = slope_at(ground, x, z);
            const double square = g.x * g.x + g.z * g.z, share = square == 0.0 ? 0.0 : (ex * g.x + ez * g.z) / square;
            to_x = x + (ex - share * g.x);
            to_z = z + (ez - share * g.z);
            next = TWC_NAME(height_of)(ground, to_x, to_z);
            if (square == 0.0 || !(next >= wade || next > height)) {
                w->end[k] = TWC_WALK_STOPPED;
                break;
            }
        }
        x = to_x;
        z = to_z;
        height = next;
    }
    w->at.x[k] = x;
    w->at.z[k] = z;
}

static void sea_walks(const twc_land_ground *ground, walkers *w, twc_walk *walks)
{
    double step = 0.0;
    TWC_NAME(height_batch)(ground, w->count, &w->at, w->height);
    for (; w->n > FEW; step += 1.0) {
        sea_step(ground, step, w);
        let_arrive(step + 1.0, w, walks);
    }
    for (int32_t k = 0; k < w->n; k++) {
        sea_walk(ground, step, k, w);
        arrive(w, k, walks);
    }
}

/* ---- other edges: walkers do not ask the ground ------------------------------------------------------------------ */

TWC_INLINE double clamped(double v, double limit)
{
    const double up = v < -limit ? -limit : v;
    return up > limit ? limit : up;
}

TWC_INLINE double wrapped(double v, double limit)
{
    return v - 2.0 * limit * (double)twc_fast_floor((v + limit) / (2.0 * limit));
}

/* The coordinate after a step, as an edge of this kind leaves it. */
TWC_INLINE double held(twc_land_edge_kind kind, double v, double limit)
{
    return kind == TWC_LAND_EDGE_WALL ? clamped(v, limit) : kind == TWC_LAND_EDGE_WRAP ? wrapped(v, limit) : v;
}

/* `kind` is a constant, so that the loop has no choices. */
TWC_INLINE void dry_step(twc_land_edge_kind kind, double limit, double step, walkers *w)
{
    const int32_t n = TWC_LAND_WHOLE(w->count);
    for (int32_t k = 0; k < n; k++) {
        const double x = held(kind, w->at.x[k] + w->step.x[k], limit);
        const double z = held(kind, w->at.z[k] + w->step.z[k], limit);
        const double steps = w->steps[k], beyond = twc_fast_max(fabs(x), fabs(z));
        w->at.x[k] = step < steps ? x : w->at.x[k];
        w->at.z[k] = step < steps ? z : w->at.z[k];
        if (kind == TWC_LAND_EDGE_FALL)
            w->steps[k] = beyond > limit ? 0.0 : steps;
    }
}

/* The last position is what the last step was held against: who fell is who is past the border. */
static void mark_fallen(double limit, walkers *w)
{
    for (int32_t k = 0; k < w->n; k++)
        if (fabs(w->at.x[k]) > limit || fabs(w->at.z[k]) > limit)
            w->end[k] = TWC_WALK_FELL;
}

static void dry_walks(const twc_land_ground *ground, walkers *w, twc_walk *walks)
{
    const twc_land_edge_kind kind = ground->land->edge.kind;
    const double limit = -twc_land_low(&ground->land->grid);
    for (double step = 0.0; w->n > 0; step += 1.0) {
        if (kind == TWC_LAND_EDGE_WALL)
            dry_step(TWC_LAND_EDGE_WALL, limit, step, w);
        else if (kind == TWC_LAND_EDGE_WRAP)
            dry_step(TWC_LAND_EDGE_WRAP, limit, step, w);
        else
            dry_step(TWC_LAND_EDGE_FALL, limit, step, w);
        if (kind == TWC_LAND_EDGE_FALL)
            mark_fallen(limit, w);
        let_arrive(step + 1.0, w, walks);
    }
}

void TWC_NAME(walk)(const twc_land_ground *ground, size_t n, twc_walk *walks)
{
    walkers w;
    for (size_t first = 0; first < n; first += TWC_LAND_BATCH) {
        const int32_t part = n - first < TWC_LAND_BATCH ? (int32_t)(n - first) : TWC_LAND_BATCH;
        set_out(walks + first, ground->land->edge.stride, part, &w);
        if (ground->land->edge.kind == TWC_LAND_EDGE_SEA)
            sea_walks(ground, &w, walks + first);
        else
            dry_walks(ground, &w, walks + first);
    }
}
