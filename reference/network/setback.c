/* SPDX-License-Identifier: MIT */
/*
 * How many cells arms give to a junction: those that still meet another arm there. Spec network 2; no twin: a network
 * is placed once, with either library; test tests/network/test_setbacks.c.
 */
#include <math.h>
#include <stdio.h>

#include "common/assertion.h"
#include "network/stage.h"

/* An end of an arm at a junction. */
typedef struct arm_end {
    int32_t arm;
    int side;
} arm_end;

twc_point twc_reference_edge_point(const twc_arm *arm, int side, int32_t i, int right)
{
    const twc_station *station = &arm->stations[twc_arm_station(arm, side, i)];
    return twc_station_point(station, side == !right ? arm->half_cm : -arm->half_cm);
}

static int ends_at(const twc_network *network, const int32_t *lowest, int32_t junction)
{
    int count = 0;
    for (int32_t a = 0; a < network->arm_count; a++)
        for (int side = 0; side < 2; side++)
            count += lowest[network->arms[a].node[side]] == junction;
    return count;
}

/* ---- what has to be simple ---- */

static int is_convex(const twc_quad *quad)
{
    int convex = 1;
    for (int i = 0; i < 4; i++)
        convex &= twc_point_area2(quad->corner[i], quad->corner[(i + 1) % 4], quad->corner[(i + 2) % 4]) > 0;
    return convex;
}

twc_status twc_reference_check_beds(const twc_network_plan *plan, const twc_network *network)
{
    for (int32_t a = 0; a < network->arm_count; a++) {
        const twc_arm *arm = &network->arms[a];
        for (int32_t k = 0; k < twc_arm_cells(arm); k++) {
            twc_quad quad = twc_reference_arm_quad(arm, k, arm->half_cm);
            if (!is_convex(&quad))
                return twc_fail(
                    TWC_USAGE,
                    "network %llu: arm %d bends too sharply for its half-width of %.2f m at (%.2f, %.2f) m: move "
                    "its points apart there, or take a narrower profile",
                    (unsigned long long)plan->id, arm->number, arm->half_cm * 0.01, arm->stations[k].x * 0.01,
                    arm->stations[k].z * 0.01);
        }
    }
    return twc_ok();
}

static int is_simple(const twc_network_yard *yard)
{
    int32_t n = yard->point_count;
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = i + 1; j < n; j++) {
            twc_point a = yard->points[i], b = yard->points[i + 1], c = yard->points[j], d = yard->points[(j + 1) % n];
            int next = j == i + 1, before = i == 0 && j == n - 1;
            /* Neighbours share a point, and may not run back. */
            if (next     ? twc_point_area2(a, b, d) == 0 && twc_along(b, a, d) >= 0
                : before ? twc_point_area2(c, a, b) == 0 && twc_along(a, c, b) >= 0
                         : twc_reference_segments_meet(a, b, c, d))
                return 0;
        }
    return 1;
}

/* ---- yards ---- */

twc_status twc_reference_yards(const twc_network_plan *plan, const twc_network *network, int32_t *yard_of)
{
    for (int32_t n = 0; n < network->node_count; n++)
        yard_of[n] = -1;
    for (int32_t y = 0; y < plan->yard_count; y++) {
        int32_t found = -1;
        if (!is_simple(&plan->yards[y]))
            return twc_fail(TWC_USAGE, "network %llu: the border of yard %d meets itself", (unsigned long long)plan->id,
                            y);
        for (int32_t n = 0; n < network->node_count; n++) {
            twc_point at = network->nodes[n].at;
            if (!twc_reference_loop_turns(plan->yards[y].points, plan->yards[y].point_count, 2 * (int64_t)at.x,
                                          2 * (int64_t)at.z))
                continue;
            if (found >= 0 || yard_of[n] >= 0)
                return twc_fail(
                    TWC_USAGE, "network %llu: %s at (%.2f, %.2f) m: a node has one yard and a yard one node",
                    (unsigned long long)plan->id, found >= 0 ? "a yard has a second node" : "two yards hold the node",
                    at.x * 0.01, at.z * 0.01);
            yard_of[n] = y;
            found = n;
        }
        if (found < 0)
            return twc_fail(TWC_USAGE, "network %llu: no node lies in yard %d: let a line end in it",
                            (unsigned long long)plan->id, y);
    }
    return twc_ok();
}

/* ---- setbacks ---- */

typedef struct seeker {
    const twc_network_plan *plan;
    twc_network *network;
    const int32_t *lowest, *yard_of;
    int32_t junction; /* its lowest node */
    int32_t limit;    /* cells that are looked at */
} seeker;

static int here(const seeker *s, const twc_arm *arm, int side)
{
    return s->lowest[arm->node[side]] == s->junction;
}

static int32_t looked_at(const seeker *s, const twc_arm *arm)
{
    return twc_arm_cells(arm) < s->limit ? twc_arm_cells(arm) : s->limit;
}

static twc_quad widened(const twc_arm *arm, int32_t cell)
{
    return twc_reference_arm_quad(arm, cell, arm->half_cm + TWC_NETWORK_APART_CM);
}

/* Whether a cell of an arm's end meets one of another end; `other` may be the same arm's. */
static int meets_end(const seeker *s, const twc_quad *quad, const twc_arm *arm, int32_t cell, const twc_arm *other,
                     int side)
{
    int32_t count = looked_at(s, other), half = twc_arm_cells(other) / 2;
    for (int32_t j = 0; j < count; j++) {
        int32_t k = twc_arm_cell(other, side, j);
        if (arm == other && (j >= half || (k >= cell - 1 && k <= cell + 1)))
            continue;
        twc_quad q = widened(other, k);
        if (twc_reference_quads_meet(quad, &q))
            return 1;
    }
    return 0;
}

/* The other arm that cell i of an end meets; -1: a yard, -2: none. */
static int32_t met_by(const seeker *s, arm_end end, int32_t i)
{
    const twc_arm *arm = &s->network->arms[end.arm];
    int32_t cell = twc_arm_cell(arm, end.side, i);
    twc_quad quad = widened(arm, cell);
    for (int32_t b = 0; b < s->network->arm_count; b++) {
        const twc_arm *other = &s->network->arms[b];
        /* A swallowed arm has both ends here, and no more cells than are looked at from the two. */
        for (int side = 0; side < 2; side++) {
            if (!here(s, other, side) || (b == end.arm && (side == end.side || i >= twc_arm_cells(arm) / 2)))
                continue;
            if (meets_end(s, &quad, arm, cell, other, side))
                return b;
        }
    }
    for (int32_t n = 0; n < s->network->node_count; n++) {
        int32_t y = s->lowest[n] == s->junction ? s->yard_of[n] : -1;
        if (y >= 0 && twc_reference_loops_meet(quad.corner, 4, s->plan->yards[y].points, s->plan->yards[y].point_count))
            return -1;
    }
    return -2;
}

/* ---- refusals ---- */

/* Whole degrees between two vectors; a degree's rotation is applied until it is past the second. */
static int degrees_between(double ax, double az, double bx, double bz)
{
    const double c = 0.99984769515639124, s = 0.017452406437283513; /* of 1 degree */
    double length = sqrt((ax * ax + az * az) * (bx * bx + bz * bz)), dot = (ax * bx + az * bz) / length;
    double cosine = 1.0, sine = 0.0;
    int degrees = 0;
    for (; degrees < 180 && cosine * c - sine * s > dot; degrees++) {
        double next = cosine * c - sine * s;
        sine = sine * c + cosine * s;
        cosine = next;
    }
    return degrees < 180 && cosine - dot > dot - (cosine * c - sine * s) ? degrees + 1 : degrees;
}

static twc_point station_at(const twc_arm *arm, int side, int32_t i)
{
    const twc_station *station = &arm->stations[twc_arm_station(arm, side, i)];
    return (twc_point){station->x, station->z};
}

/* Where two arms cross again or part, beyond the cells that setbacks may take: says so in `text`. */
static void say_where(const twc_arm *arm, int side, int32_t from, const twc_arm *other, char *text, size_t size)
{
    twc_point at;
    for (int32_t i = 1; i < twc_arm_cells(arm); i++)
        for (int32_t j = 1; j < twc_arm_cells(other) && arm != other; j++) {
            twc_point a = station_at(arm, side, i), b = station_at(arm, side, i + 1);
            twc_point c = {other->stations[j].x, other->stations[j].z};
            twc_point d = {other->stations[j + 1].x, other->stations[j + 1].z};
            if (twc_boxes_meet(twc_segment_box(a, b), twc_segment_box(c, d)) && twc_crossing(a, b, c, d, &at)) {
                snprintf(text, size, "they cross again at (%.2f, %.2f) m: put a node there", at.x * 0.01, at.z * 0.01);
                return;
            }
        }
    for (int32_t i = from; i < twc_arm_cells(arm); i++) {
        twc_quad quad = widened(arm, twc_arm_cell(arm, side, i));
        int meets = 0;
        for (int32_t j = 0; j < twc_arm_cells(other) && !meets; j++) {
            twc_quad q = widened(other, j);
            meets = twc_reference_quads_meet(&quad, &q);
        }
        if (!meets) {
            at = station_at(arm, side, i);
            snprintf(text, size, "they part at (%.2f, %.2f) m: put a node there, or let them meet at a wider angle",
                     at.x * 0.01, at.z * 0.01);
            return;
        }
    }
    snprintf(text, size, "they do not part: leave one out");
}

static twc_status refuse_meeting(const seeker *s, arm_end end, int32_t b)
{
    const twc_arm *arm = &s->network->arms[end.arm];
    twc_point node = s->network->nodes[arm->node[end.side]].at, to = station_at(arm, end.side, 1);
    unsigned long long id = (unsigned long long)s->plan->id;
    if (b < 0)
        return twc_fail(
            TWC_USAGE,
            "network %llu: arm %d does not leave the yard about (%.2f, %.2f) m within %d cells of 5 m: let it "
            "end nearer to the yard's border",
            id, arm->number, node.x * 0.01, node.z * 0.01, s->limit);
    const twc_arm *other = &s->network->arms[b];
    int side = other->node[0] == arm->node[end.side] && (b != end.arm || end.side == 1) ? 0 : 1;
    twc_point from = station_at(other, side, 0), there = station_at(other, side, 1);
    char where[160];
    say_where(arm, end.side, s->limit, other, where, sizeof where);
    return twc_fail(
        TWC_USAGE,
        "network %llu: arms %d and %d leave the node at (%.2f, %.2f) m at %d degrees and still meet after %d "
        "cells of 5 m; %s",
        id, arm->number, other->number, node.x * 0.01, node.z * 0.01,
        degrees_between((double)to.x - node.x, (double)to.z - node.z, (double)there.x - from.x,
                        (double)there.z - from.z),
        s->limit, where);
}

static twc_status seek_end(const seeker *s, arm_end end)
{
    twc_arm *arm = &s->network->arms[end.arm];
    int32_t count = looked_at(s, arm), last = 0, by = -2;
    for (int32_t i = count - 1; i > 0 && last == 0; i--) {
        by = met_by(s, end, i);
        last = by == -2 ? 0 : i;
    }
    arm->setback[end.side] = 1 + last;
    return last > 0 && last == s->limit - 1 ? refuse_meeting(s, end, by) : twc_ok();
}

/* The setbacks of all ends of a junction. */
static twc_status seek(seeker *s)
{
    twc_status status = twc_ok();
    s->limit = TWC_NETWORK_CELLS;
    for (int32_t a = 0; a < s->network->arm_count; a++)
        if ((here(s, &s->network->arms[a], 0) || here(s, &s->network->arms[a], 1)) &&
            s->network->arms[a].half_cm > TWC_NETWORK_WIDE_CM)
            s->limit = TWC_NETWORK_WIDE_CELLS;
    for (int32_t a = 0; a < s->network->arm_count && !status.code; a++)
        for (int side = 0; side < 2 && !status.code; side++)
            if (here(s, &s->network->arms[a], side) && !s->network->arms[a].swallowed)
                status = seek_end(s, (arm_end){a, side});
    return status;
}

/* ---- swallowing ---- */

/* Makes two junctions one: the lower node's. */
static int32_t unite(const twc_network *network, int32_t *lowest, int32_t a, int32_t b)
{
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    for (int32_t n = 0; n < network->node_count; n++)
        lowest[n] = lowest[n] == high ? low : lowest[n];
    return low;
}

static int is_junction(const seeker *s, int32_t node)
{
    int yard = 0;
    for (int32_t n = 0; n < s->network->node_count; n++)
        yard |= s->lowest[n] == node && s->yard_of[n] >= 0;
    return s->lowest[node] == node && (yard || ends_at(s->network, s->lowest, node) > 1);
}

/* The first arm without a whole cell between its setbacks, or NULL. */
static twc_arm *find_short(const twc_network *network)
{
    for (int32_t a = 0; a < network->arm_count; a++) {
        twc_arm *arm = &network->arms[a];
        if (!arm->swallowed && arm->setback[0] + arm->setback[1] >= twc_arm_cells(arm))
            return arm;
    }
    return NULL;
}

twc_status twc_reference_setbacks(const twc_network_plan *plan, twc_network *network, int32_t *lowest,
                                  const int32_t *yard_of)
{
    seeker s = {plan, network, lowest, yard_of, 0, TWC_NETWORK_CELLS};
    for (int32_t n = 0; n < network->node_count; n++)
        lowest[n] = n;
    twc_status status = twc_ok();
    for (s.junction = 0; s.junction < network->node_count && !status.code; s.junction++)
        if (is_junction(&s, s.junction))
            status = seek(&s);
    for (twc_arm *arm; !status.code && (arm = find_short(network)) != NULL;) {
        for (int side = 0; side < 2; side++) {
            s.junction = lowest[arm->node[side]];
            if (!is_junction(&s, s.junction)) {
                twc_point at = network->nodes[arm->node[side]].at;
                return twc_fail(
                    TWC_USAGE,
                    "network %llu: arm %d, which ends at (%.2f, %.2f) m, has no whole cell of 5 m outside of "
                    "its junction (it gives %d of %d): make it longer or leave it out",
                    (unsigned long long)plan->id, arm->number, at.x * 0.01, at.z * 0.01, arm->setback[!side],
                    twc_arm_cells(arm));
            }
        }
        arm->swallowed = 1;
        s.junction = unite(network, lowest, lowest[arm->node[0]], lowest[arm->node[1]]);
        status = seek(&s);
    }
    return status;
}
