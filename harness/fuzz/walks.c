/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/walks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/random.h"
#include "measure/land_ask.h"

/* A batch's walks meet one kind of edge. One walk in FOLLOWED is taken step by step and by the reference as well. */
enum { BATCH = 1024, FOLLOWED = 32, BEARINGS = 16, TRIES = 8 };

const char *twc_walk_fault_name(twc_walk_fault fault)
{
    static const char *const names[TWC_WALK_FAULTS] = {"holds", "deeper", "past", "otherwise"};
    return names[fault];
}

twc_land_edge_kind twc_walks_edge(uint64_t number)
{
    return (twc_land_edge_kind)(number / BATCH % 4);
}

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

static double height_at(const twc_land_table *table, const twc_land_ground *ground, double x, double z)
{
    double height;
    table->land_heights(ground, (twc_spots){1, &x, &z}, &height);
    return height;
}

/* Uniform in [-1, 1], in steps of 2^-30. */
static double drawn_share(twc_random *random)
{
    return (double)twc_random_between(random, -(1 << 30), 1 << 30) / (double)(1 << 30);
}

/*
 * From anywhere on the grid, one in two from near the shore, some from its very border; by 2^-8 to 2^8 m, now and
 * then as far as a walk goes, in any direction, some along an axis.
 */
twc_walk twc_walks_draw(const twc_land_table *table, const twc_land_ground *ground, uint64_t seed, uint64_t number)
{
    const double limit = (ground->land->grid.points - 1) * ground->land->grid.cell / 2.0;
    twc_random random = {twc_mix64(seed + twc_mix64(number))};
    twc_walk walk = {0};
    const int shore = twc_random_once_in(&random, 2);
    for (int k = 0; k < TRIES; k++) {
        walk.x = limit * drawn_share(&random);
        walk.z = limit * drawn_share(&random);
        if (!shore || fabs(height_at(table, ground, walk.x, walk.z)) < 1.5)
            break;
    }
    if (twc_random_once_in(&random, 64))
        walk.x = walk.x < 0.0 ? -limit : limit;
    const int longest = twc_random_once_in(&random, 32) ? 11 : 8;
    const double far = ldexp(1.0, (int)twc_random_between(&random, -8, longest));
    do {
        walk.by_x = 1.4 * far * drawn_share(&random);
        walk.by_z = twc_random_once_in(&random, 32) ? 0.0 : 1.4 * far * drawn_share(&random);
    } while (walk.by_x * walk.by_x + walk.by_z * walk.by_z > TWC_WALK_LENGTH * TWC_WALK_LENGTH);
    return walk;
}

/* ---- judging ---------------------------------------------------------------------------------------------------- */

/* What is broken of a walk from `from` that ended as it says, by the two heights and the place alone. */
static twc_walk_fault judge(const twc_land_table *table, const twc_land_ground *ground, const twc_walk *from,
                            const twc_walk *walk)
{
    const twc_land_edge *edge = &ground->land->edge;
    const double limit = (ground->land->grid.points - 1) * ground->land->grid.cell / 2.0;
    const int outside = fabs(walk->x) > limit || fabs(walk->z) > limit, fell = walk->end == TWC_WALK_FELL;
    if (edge->kind == TWC_LAND_EDGE_SEA) {
        const double start = height_at(table, ground, from->x, from->z);
        const double end = height_at(table, ground, walk->x, walk->z);
        return !(end >= fmin(start, -edge->wade)) ? TWC_WALK_DEEPER : fell ? TWC_WALK_PAST : TWC_WALK_HOLDS;
    }
    if (edge->kind == TWC_LAND_EDGE_FALL)
        return outside != fell || walk->end == TWC_WALK_STOPPED ? TWC_WALK_PAST : TWC_WALK_HOLDS;
    if (walk->end != TWC_WALK_DONE || outside)
        return TWC_WALK_PAST;
    return edge->kind == TWC_LAND_EDGE_WRAP && (walk->x == limit || walk->z == limit) ? TWC_WALK_PAST : TWC_WALK_HOLDS;
}

static int same_end(const twc_walk *a, const twc_walk *b)
{
    return memcmp(&a->x, &b->x, sizeof a->x) == 0 && memcmp(&a->z, &b->z, sizeof a->z) == 0 && a->end == b->end;
}

/* Taken step by step at this level, and at once by the reference. */
static twc_walk_fault follow(const twc_land_table *table, const twc_land_ground *ground, const twc_walk *from,
                             const twc_walk *walk)
{
    const twc_land_track track = twc_land_follow(table, ground, *from);
    twc_walk reference = *from;
    twc_reference_land()->walk(ground, 1, &reference);
    if (track.broken)
        return ground->land->edge.kind == TWC_LAND_EDGE_SEA ? TWC_WALK_DEEPER : TWC_WALK_PAST;
    return same_end(&track.walk, walk) && same_end(&reference, walk) ? TWC_WALK_HOLDS : TWC_WALK_OTHERWISE;
}

/* Whether no step of a stride leads anywhere. */
static int is_stuck(const twc_land_table *table, const twc_land_ground *ground, const twc_walk *at)
{
    const double stride = ground->land->edge.stride;
    for (int k = 0; k < BEARINGS; k++) {
        const double a = k % 4 / 4.0, b = 1.0 - a; /* round a square on its corner */
        const double x = k / 4 == 0 ? a : k / 4 == 1 ? b : k / 4 == 2 ? -a : -b;
        const double z = k / 4 == 0 ? b : k / 4 == 1 ? -a : k / 4 == 2 ? -b : a;
        twc_walk step = {at->x, at->z, stride * x, stride * z, 0, 0};
        table->walk(ground, 1, &step);
        if (step.x != at->x || step.z != at->z)
            return 0;
    }
    return 1;
}

/* ---- the run ---------------------------------------------------------------------------------------------------- */

typedef struct batch {
    int32_t count;
    twc_walk from[BATCH], walk[BATCH];
} batch;

/* The planted fault: who should have been held goes a stride on. */
static void let_through(const twc_land *land, batch *b)
{
    const double limit = (land->grid.points - 1) * land->grid.cell / 2.0;
    for (int32_t k = 0; k < b->count; k++) {
        twc_walk *w = &b->walk[k];
        const int32_t steps = twc_land_steps(land, w);
        const int held = w->end == TWC_WALK_STOPPED || fabs(w->x) == limit || fabs(w->z) == limit;
        if (held) {
            w->x += w->by_x / steps;
            w->z += w->by_z / steps;
        }
    }
}

static void count_walk(const twc_land_table *table, const twc_land_ground *ground, const twc_walk *from,
                       const twc_walk *walk, twc_walks_tally *tally)
{
    tally->walks++;
    tally->steps += twc_land_steps(ground->land, from);
    tally->done += walk->end == TWC_WALK_DONE;
    tally->stopped += walk->end == TWC_WALK_STOPPED;
    tally->fell += walk->end == TWC_WALK_FELL;
    if (walk->end == TWC_WALK_STOPPED && height_at(table, ground, from->x, from->z) >= -ground->land->edge.wade)
        tally->stuck += is_stuck(table, ground, walk);
}

static void run_batch(const twc_land_table *table, const twc_land_ground *ground, const twc_walks_options *options,
                      uint64_t number, batch *b, twc_walks_tally *tally)
{
    for (int32_t k = 0; k < b->count; k++)
        b->from[k] = twc_walks_draw(table, ground, options->seed, number + (uint64_t)k);
    memcpy(b->walk, b->from, sizeof b->walk);
    table->walk(ground, (size_t)b->count, b->walk);
    if (options->plant)
        let_through(ground->land, b);
    for (int32_t k = 0; k < b->count; k++) {
        const int follows = twc_mix64(number + (uint64_t)k) % FOLLOWED == 0;
        twc_walk_fault fault = judge(table, ground, &b->from[k], &b->walk[k]);
        if (fault == TWC_WALK_HOLDS && follows)
            fault = follow(table, ground, &b->from[k], &b->walk[k]);
        tally->followed += follows;
        count_walk(table, ground, &b->from[k], &b->walk[k], tally);
        if (fault == TWC_WALK_HOLDS)
            continue;
        if (tally->failures++ == 0)
            tally->first = number + (uint64_t)k;
        tally->broken[fault]++;
    }
}

twc_status twc_walks_run(const twc_land_table *table, const twc_land_ground *ground, const twc_walks_options *options,
                         void (*tell)(double share), twc_walks_tally *tally)
{
    twc_land *land = malloc(sizeof *land);
    batch *b = malloc(sizeof *b);
    *tally = (twc_walks_tally){0};
    if (!land || !b) {
        free(land);
        free(b);
        return twc_fail(TWC_IO, "not enough memory for %d walks", BATCH);
    }
    const uint64_t end = options->first + (uint64_t)options->count;
    twc_land_ground edged = *ground;
    *land = *ground->land;
    edged.land = land;
    for (uint64_t number = options->first; number < end; number += (uint64_t)b->count) {
        const uint64_t left = BATCH - number % BATCH; /* a batch begins where its edge does */
        b->count = (int32_t)(end - number < left ? end - number : left);
        land->edge.kind = twc_walks_edge(number);
        run_batch(table, &edged, options, number, b, tally);
        if (tell)
            tell((double)(number - options->first) / (double)options->count);
    }
    free(land);
    free(b);
    return twc_ok();
}
