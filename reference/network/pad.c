/* SPDX-License-Identifier: MIT */
/*
 * Pads: what the arms of a junction give it, joined, with an opening for each arm that goes on. Spec network 3; no
 * twin: a network is placed once, with either library; test tests/network/test_pads.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "network/stage.h"

/* An end of an arm at a node, as it leaves: (dx, dz) times 2^30. */
typedef struct leaving {
    int32_t arm, side;
    int64_t dx, dz;
} leaving;

typedef struct pad {
    const twc_network_plan *plan;
    twc_network *network;
    const int32_t *lowest, *yard_of;
    int32_t junction; /* its lowest node */
    twc_arena *arena;
} pad;

static twc_status no_memory(const pad *w)
{
    return twc_fail(TWC_IO, "network %llu: its memory is too small", (unsigned long long)w->plan->id);
}

static int here(const pad *w, const twc_arm *arm, int side)
{
    return w->lowest[arm->node[side]] == w->junction;
}

/* ---- parts ---- */

static void add_loop(twc_pad_parts *parts, const twc_point *points, int32_t count)
{
    int32_t at = parts->first[parts->count];
    int64_t area2 = 0;
    for (int32_t i = 1; i + 1 < count; i++)
        area2 += twc_point_area2(points[0], points[i], points[i + 1]);
    for (int32_t i = 0; i < count; i++)
        parts->points[at + i] = points[area2 > 0 ? i : count - 1 - i];
    parts->count++;
    parts->first[parts->count] = at + count;
}

static void add_cells(twc_pad_parts *parts, const twc_arm *arm, int32_t first, int32_t last)
{
    for (int32_t k = first; k < last; k++) {
        twc_quad quad = twc_reference_arm_quad(arm, k, arm->half_cm);
        add_loop(parts, quad.corner, 4);
    }
}

/* Positive order: on from the direction of x towards that of -z. */
static int half_of(const leaving *a)
{
    return a->dz < 0 || (a->dz == 0 && a->dx > 0) ? 0 : 1;
}

static int compare_leaving(const void *left, const void *right)
{
    const leaving *a = left, *b = right;
    if (half_of(a) != half_of(b))
        return half_of(a) - half_of(b);
    int64_t turn = a->dz * b->dx - a->dx * b->dz;
    if (turn != 0)
        return turn > 0 ? -1 : 1;
    return a->arm != b->arm ? a->arm - b->arm : a->side - b->side;
}

/* Between neighbours whose directions open by more than half a turn: the triangle of their inner corners. */
static void add_wedges(const pad *w, int32_t node, leaving *ends, twc_pad_parts *parts)
{
    int32_t count = 0;
    for (int32_t a = 0; a < w->network->arm_count; a++)
        for (int side = 0; side < 2; side++) {
            const twc_arm *arm = &w->network->arms[a];
            if (arm->node[side] != node)
                continue;
            const twc_station *station = &arm->stations[twc_arm_station(arm, side, 0)];
            int64_t sign = side ? -1 : 1;
            ends[count++] = (leaving){a, side, sign * station->rz, -sign * station->rx};
        }
    if (count < 2)
        return;
    qsort(ends, (size_t)count, sizeof *ends, compare_leaving);
    for (int32_t i = 0; i < count; i++) {
        const leaving *one = &ends[i], *next = &ends[(i + 1) % count];
        twc_point corner[3] = {w->network->nodes[node].at,
                               twc_reference_edge_point(&w->network->arms[one->arm], one->side, 0, 0),
                               twc_reference_edge_point(&w->network->arms[next->arm], next->side, 0, 1)};
        if (twc_point_area2(corner[0], corner[1], corner[2]) > 0)
            add_loop(parts, corner, 3);
    }
}

static int add_parts(const pad *w, twc_arena *arena, twc_pad_parts *parts)
{
    size_t loops = 0, points = 0, ends = 0;
    for (int32_t a = 0; a < w->network->arm_count; a++) {
        const twc_arm *arm = &w->network->arms[a];
        for (int side = 0; side < 2; side++)
            if (here(w, arm, side)) {
                loops += (size_t)(arm->swallowed ? twc_arm_cells(arm) : arm->setback[side]) + 1;
                ends++;
            }
    }
    points = 4 * loops;
    for (int32_t n = 0; n < w->network->node_count; n++)
        if (w->lowest[n] == w->junction && w->yard_of[n] >= 0) {
            loops++;
            points += (size_t)w->plan->yards[w->yard_of[n]].point_count;
        }
    *parts = (twc_pad_parts){twc_arena_take(arena, points, sizeof *parts->points),
                             twc_arena_take(arena, loops + 1, sizeof *parts->first), 0};
    leaving *leave = twc_arena_take(arena, ends, sizeof *leave);
    if (arena->full)
        return 0;
    parts->first[0] = 0;
    for (int32_t a = 0; a < w->network->arm_count; a++) {
        const twc_arm *arm = &w->network->arms[a];
        int32_t cells = twc_arm_cells(arm);
        if (arm->swallowed && here(w, arm, 0))
            add_cells(parts, arm, 0, cells);
        if (!arm->swallowed && here(w, arm, 0))
            add_cells(parts, arm, 0, arm->setback[0]);
        if (!arm->swallowed && here(w, arm, 1))
            add_cells(parts, arm, cells - arm->setback[1], cells);
    }
    for (int32_t n = 0; n < w->network->node_count; n++) {
        if (w->lowest[n] != w->junction)
            continue;
        if (w->yard_of[n] >= 0)
            add_loop(parts, w->plan->yards[w->yard_of[n]].points, w->plan->yards[w->yard_of[n]].point_count);
        add_wedges(w, n, leave, parts);
    }
    TWC_ASSERT((size_t)parts->count <= loops && (size_t)parts->first[parts->count] <= points);
    return 1;
}

/* ---- the loop ---- */

/* The one outer loop; small holes in it are filled, slivers beside it left out. */
static twc_status outer_loop(const pad *w, const twc_loops *loops, int32_t *outer)
{
    twc_point at = w->network->nodes[w->junction].at;
    *outer = -1;
    for (int32_t l = 0; l < loops->count; l++) {
        if (loops->area2[l] > -TWC_NETWORK_HOLE_AREA2 && loops->area2[l] < TWC_NETWORK_SLIVER_AREA2)
            continue;
        twc_point p = loops->points[loops->first[l]];
        if (loops->area2[l] < 0)
            return twc_fail(
                TWC_USAGE,
                "network %llu: the pad about (%.2f, %.2f) m leaves a hole of %.1f m2 near (%.2f, %.2f) m: move "
                "its nodes apart, or make them one",
                (unsigned long long)w->plan->id, at.x * 0.01, at.z * 0.01, -(double)loops->area2[l] / 20000.0,
                p.x * 0.01, p.z * 0.01);
        if (*outer >= 0)
            return twc_fail(
                TWC_USAGE,
                "network %llu: the pad about (%.2f, %.2f) m falls into pieces, one near (%.2f, %.2f) m: let "
                "its yard hold the node and reach the arms",
                (unsigned long long)w->plan->id, at.x * 0.01, at.z * 0.01, p.x * 0.01, p.z * 0.01);
        *outer = l;
    }
    TWC_ASSERT(*outer >= 0 || loops->count == 0);
    return *outer >= 0 ? twc_ok()
                       : twc_fail(TWC_USAGE, "network %llu: the pad at (%.2f, %.2f) m is smaller than 1 m2",
                                  (unsigned long long)w->plan->id, at.x * 0.01, at.z * 0.01);
}

static int compare_openings(const void *left, const void *right)
{
    return ((const twc_opening *)left)->at - ((const twc_opening *)right)->at;
}

/* The openings, with their place on the loop, in its order. */
static twc_status find_openings(const pad *w, const twc_point *loop, int32_t count, twc_junction *junction)
{
    for (int32_t a = 0; a < w->network->arm_count; a++)
        for (int side = 0; side < 2; side++) {
            const twc_arm *arm = &w->network->arms[a];
            if (arm->swallowed || !here(w, arm, side))
                continue;
            twc_point right = twc_reference_edge_point(arm, side, arm->setback[side], 1);
            twc_point left = twc_reference_edge_point(arm, side, arm->setback[side], 0);
            int32_t at = 0;
            while (at < count && (!twc_same_point(loop[at], right) || !twc_same_point(loop[(at + 1) % count], left)))
                at++;
            if (at == count)
                return twc_fail(
                    TWC_USAGE,
                    "network %llu: arm %d does not leave the pad about (%.2f, %.2f) m in the open: its cell at "
                    "(%.2f, %.2f) m is built over",
                    (unsigned long long)w->plan->id, arm->number, w->network->nodes[w->junction].at.x * 0.01,
                    w->network->nodes[w->junction].at.z * 0.01, right.x * 0.01, right.z * 0.01);
            junction->openings[junction->opening_count++] = (twc_opening){
                a, side, twc_arm_station(arm, side, arm->setback[side]), at};
        }
    qsort(junction->openings, (size_t)junction->opening_count, sizeof *junction->openings, compare_openings);
    return twc_ok();
}

static int is_simple(const twc_point *p, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = i + 2; j < count; j++)
            if ((i > 0 || j + 1 < count) && twc_reference_segments_meet(p[i], p[i + 1], p[j], p[(j + 1) % count]))
                return 0;
    return 1;
}

/* Openings and gaps in turn; the points are taken from what is left of the arena. */
static twc_status make_border(const pad *w, const twc_point *loop, int32_t count, twc_arena *arena,
                              twc_junction *junction)
{
    twc_obstacles around = {w->network, loop, count};
    int32_t room = (int32_t)((size_t)(arena->end - arena->at) / sizeof *junction->points / 2), n = 0;
    int32_t begin = junction->openings[0].at;
    junction->points = (twc_point *)(void *)arena->at;
    for (int32_t o = 0; o < junction->opening_count; o++) {
        twc_opening *opening = &junction->openings[o];
        int32_t from = opening->at + 1;
        int32_t to = o + 1 < junction->opening_count ? junction->openings[o + 1].at : begin + count;
        if (n + 2 > room)
            return no_memory(w);
        opening->at = n;
        junction->points[n++] = loop[(from + count - 1) % count];
        int32_t added = twc_reference_gap(&around, from, to, junction->points + n, room - n);
        if (added < 0)
            return no_memory(w);
        n += added;
    }
    junction->point_count = n;
    twc_arena_take(arena, (size_t)n, sizeof *junction->points);
    return twc_ok();
}

static twc_status make_pad(const pad *w, twc_junction *junction)
{
    twc_point at = w->network->nodes[w->junction].at;
    int32_t ends = 0, outer;
    for (int32_t a = 0; a < w->network->arm_count; a++)
        ends += here(w, &w->network->arms[a], 0) + here(w, &w->network->arms[a], 1);
    *junction = (twc_junction){.node = w->junction, .yard = -1};
    for (int32_t n = 0; n < w->network->node_count; n++)
        if (w->lowest[n] == w->junction && w->yard_of[n] >= 0 && junction->yard < 0 &&
            w->plan->yards[w->yard_of[n]].given)
            junction->yard = w->yard_of[n];
    junction->openings = twc_arena_take(w->arena, (size_t)ends + 1, sizeof *junction->openings);
    if (!junction->openings)
        return no_memory(w);
    /* The border is made in the upper half of what is left and then kept in the lower one. */
    size_t left = (size_t)(w->arena->end - w->arena->at) / 32 * 16;
    twc_arena scratch = {w->arena->at + left, w->arena->end, 0}, own = {w->arena->at, w->arena->at + left, 0};
    twc_pad_parts parts;
    twc_loops loops;
    if (!add_parts(w, &scratch, &parts) || !twc_reference_union(&parts, &scratch, &loops))
        return no_memory(w);
    twc_status status = outer_loop(w, &loops, &outer);
    if (status.code)
        return status;
    const twc_point *loop = loops.points + loops.first[outer];
    int32_t count = loops.first[outer + 1] - loops.first[outer];
    status = find_openings(w, loop, count, junction);
    if (!status.code && junction->opening_count == 0)
        status = twc_fail(TWC_USAGE, "network %llu: no arm leaves the pad about (%.2f, %.2f) m",
                          (unsigned long long)w->plan->id, at.x * 0.01, at.z * 0.01);
    if (!status.code)
        status = make_border(w, loop, count, &own, junction);
    if (!status.code && !is_simple(junction->points, junction->point_count))
        status = twc_fail(TWC_USAGE, "network %llu: the border of the pad about (%.2f, %.2f) m meets itself",
                          (unsigned long long)w->plan->id, at.x * 0.01, at.z * 0.01);
    w->arena->at = own.at;
    return status;
}

twc_status twc_reference_pads(const twc_network_plan *plan, twc_network *network, const int32_t *lowest,
                              const int32_t *yard_of, twc_arena *arena)
{
    pad w = {plan, network, lowest, yard_of, 0, arena};
    network->junctions = twc_arena_take(arena, (size_t)network->node_count, sizeof *network->junctions);
    if (!network->junctions)
        return no_memory(&w);
    twc_status status = twc_ok();
    for (w.junction = 0; w.junction < network->node_count && !status.code; w.junction++) {
        int ends = 0, yard = 0;
        for (int32_t a = 0; a < network->arm_count; a++)
            ends += here(&w, &network->arms[a], 0) + here(&w, &network->arms[a], 1);
        for (int32_t n = 0; n < network->node_count; n++)
            yard |= lowest[n] == w.junction && yard_of[n] >= 0;
        if (lowest[w.junction] != w.junction || (ends < 2 && !yard))
            continue;
        for (int32_t n = 0; n < network->node_count; n++)
            if (lowest[n] == w.junction)
                network->nodes[n].junction = network->junction_count;
        status = make_pad(&w, &network->junctions[network->junction_count++]);
    }
    return status;
}
