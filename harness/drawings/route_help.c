/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/route_help.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawings/route_plan.h"

/* Of the nodes to each side: so many, or as many as lie within a length; what a spline is, four say. */
enum { NODES_AROUND = 40, NODES = 2 * NODES_AROUND + 1, LENGTH_AROUND = 8000, TRIES = 16 };

/* The nodes about one of a corridor, as a corridor of its own. */
typedef struct piece {
    twc_point node[NODES];
    int32_t middle; /* which of them it is */
    twc_corridor corridor;
} piece;

/* The node farthest from node n, in steps of 1 or -1, that belongs to the piece about it. */
static int32_t end_of_piece(const twc_corridor *corridor, int32_t n, int32_t step)
{
    double length = 0;
    int32_t k = n;
    for (int32_t count = 0; count < NODES_AROUND && (count < 4 || length < LENGTH_AROUND); count++) {
        if (k + step < 0 || k + step == corridor->node_count)
            break;
        length += hypot((double)corridor->nodes[k + step].x - corridor->nodes[k].x,
                        (double)corridor->nodes[k + step].z - corridor->nodes[k].z);
        k += step;
    }
    return k;
}

static void cut_piece(const twc_corridor *corridor, int32_t n, piece *p)
{
    const int32_t first = end_of_piece(corridor, n, -1), last = end_of_piece(corridor, n, 1);
    for (int32_t k = first; k <= last; k++)
        p->node[k - first] = corridor->nodes[k];
    p->middle = n - first;
    p->corridor = *corridor;
    p->corridor.node_count = last - first + 1;
    p->corridor.nodes = p->node;
}

typedef struct counting {
    twc_point at;
    double distance; /* cm */
    int near, all;
} counting;

static int count_fault(void *context, const twc_route_fault *fault)
{
    counting *c = context;
    c->near += hypot((double)fault->at.x - c->at.x, (double)fault->at.z - c->at.z) <= c->distance;
    c->all++;
    return 1;
}

/* Counts the faults of a piece, and those near the place of one; a piece without stations has one everywhere. */
static twc_status count_faults(const twc_world *world, const twc_corridor *corridor, const twc_route_fault *fault,
                               counting *c)
{
    twc_route_stations s;
    const int32_t stretch = (fault->last - fault->first + 10) * corridor->profile->step_cm;
    *c = (counting){fault->at, stretch, 0, 0};
    twc_status status = twc_route_stations_make(world, corridor, &s);
    if (!status.code)
        status = twc_route_plan_faults(world, corridor->profile, &s, count_fault, c);
    else
        c->near = c->all = 1 << 30;
    twc_route_stations_destroy(&s);
    return status.code == TWC_IO ? status : twc_ok();
}

static int32_t breadth(const twc_profile *p)
{
    return p->row[p->row_count - 1].offset_cm - p->row[0].offset_cm;
}

/* What a profile is for, from its shape: a channel, a bank above the ground, or something to go along on. */
typedef enum profile_use { CHANNEL, RAISED, WAY } profile_use;

static profile_use use_of(const twc_profile *p)
{
    int32_t middle = 0;
    for (int32_t r = 1; r < p->row_count; r++)
        middle = abs(p->row[r].offset_cm) < abs(p->row[middle].offset_cm) ? r : middle;
    const int32_t rise = p->row[middle].rise_cm;
    return rise < p->row[0].rise_cm ? CHANNEL : rise > p->depth_cm ? RAISED : WAY;
}

static int is_newest(const twc_catalogue *catalogue, const twc_profile *profile)
{
    for (size_t k = 0; k < catalogue->count; k++)
        if (strcmp(catalogue->profile[k].name, profile->name) == 0 && catalogue->profile[k].version > profile->version)
            return 0;
    return 1;
}

/* The widest of the narrower profiles that passes. */
static twc_status find_narrower(const twc_world *world, piece *p, const twc_catalogue *catalogue,
                                twc_route_fault *fault)
{
    const twc_profile *own = p->corridor.profile;
    twc_status status = twc_ok();
    for (size_t k = 0; k < catalogue->count && !status.code; k++) {
        const twc_profile *other = &catalogue->profile[k];
        counting c;
        if (!is_newest(catalogue, other) || use_of(other) != use_of(own) || breadth(other) >= breadth(own) ||
            (fault->narrower && breadth(other) <= breadth(fault->narrower)))
            continue;
        p->corridor.profile = other;
        twc_route_fault there = *fault; /* its stretch is so many steps of another length */
        there.last = there.first + (fault->last - fault->first + 10) * own->step_cm / other->step_cm;
        status = count_faults(world, &p->corridor, &there, &c);
        if (!status.code && c.near == 0)
            fault->narrower = other;
    }
    p->corridor.profile = own;
    return status;
}

/* Whether the piece is better off with its node `k` moved to the decimetre that somebody would type. */
static twc_status try_place(const twc_world *world, piece *p, int32_t k, const double metres[2], int before,
                            twc_route_fault *fault)
{
    const twc_point from = p->node[k];
    counting c;
    p->node[k] = (twc_point){(int32_t)rint(metres[0] * 10) * 10, (int32_t)rint(metres[1] * 10) * 10};
    twc_status status = count_faults(world, &p->corridor, fault, &c);
    if (!status.code && c.near == 0 && c.all < before) {
        fault->moved = 1;
        fault->to = p->node[k];
    }
    p->node[k] = from;
    return status;
}

/* Into the world, where it leaves it. */
static twc_status move_inside(const twc_world *world, piece *p, int32_t k, int before, twc_route_fault *fault)
{
    const twc_rect e = world->extent;
    const int32_t clear = TWC_EXTENT_CLEARANCE_CM + TWC_PROFILE_REACH_CM;
    const twc_point from = p->node[k],
                    to = {twc_clamp(from.x, e.x * TWC_TILE_CM + clear, (e.x + e.nx) * TWC_TILE_CM - clear),
                          twc_clamp(from.z, e.z * TWC_TILE_CM + clear, (e.z + e.nz) * TWC_TILE_CM - clear)};
    return try_place(world, p, k, (const double[2]){to.x * 0.01, to.z * 0.01}, before, fault);
}

/* Farther and farther, in eight directions. */
static twc_status move_about(const twc_world *world, piece *p, int32_t k, int before, twc_route_fault *fault)
{
    static const double far[] = {1, 2, 4, 6, 8, 12, 16, 24};
    static const double way[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {.7, .7}, {-.7, .7}, {-.7, -.7}, {.7, -.7}};
    twc_status status = twc_ok();
    for (size_t f = 0; f < sizeof far / sizeof *far; f++)
        for (int d = 0; d < 8 && !status.code && !fault->moved; d++)
            status = try_place(
                world, p, k,
                (const double[2]){p->node[k].x * 0.01 + far[f] * way[d][0], p->node[k].z * 0.01 + far[f] * way[d][1]},
                before, fault);
    return status;
}

/* Step by step towards the middle of its neighbours. */
static twc_status move_between(const twc_world *world, piece *p, int32_t k, int before, twc_route_fault *fault)
{
    twc_status status = twc_ok();
    if (k == 0 || k + 1 == p->corridor.node_count)
        return status;
    const twc_point a = p->node[k - 1], b = p->node[k + 1], from = p->node[k];
    for (int n = 1; n <= TRIES && !status.code && !fault->moved; n++) {
        const double share = 0.01 * n / TRIES;
        status = try_place(world, p, k,
                           (const double[2]){from.x * 0.01 + share * (((double)a.x + b.x) / 2 - from.x),
                                             from.z * 0.01 + share * (((double)a.z + b.z) / 2 - from.z)},
                           before, fault);
    }
    return status;
}

/* The node nearest to the fault, else one of its neighbours, to a place where the fault is gone and none has come. */
static twc_status find_place(const twc_world *world, piece *p, int32_t n, const int32_t *number, twc_route_fault *fault)
{
    counting c;
    twc_status status = count_faults(world, &p->corridor, fault, &c);
    for (int offset = 0; offset < 3 && !status.code && !fault->moved; offset++) {
        const int32_t by = offset == 2 ? -1 : offset, k = p->middle + by;
        if (k < 0 || k >= p->corridor.node_count)
            continue;
        if (fault->kind == TWC_FAULT_EXTENT) {
            status = move_inside(world, p, k, c.all, fault);
        } else {
            status = move_about(world, p, k, c.all, fault);
            if (!status.code && !fault->moved)
                status = move_between(world, p, k, c.all, fault);
        }
        fault->mover = number[n + by];
    }
    return status;
}

static void say(const twc_route_fault *f, const twc_corridor *corridor, char *help, size_t size)
{
    char moved[80] = "", narrower[80] = "";
    if (f->moved)
        snprintf(moved, sizeof moved, "move node %d to %.1f,%.1f", f->mover, f->to.x * 0.01, f->to.z * 0.01);
    if (f->narrower)
        snprintf(narrower, sizeof narrower, "%s%s \"%s\"", f->moved ? ", or " : "", "take", f->narrower->name);
    if (f->moved || f->narrower)
        snprintf(help, size, "%s%s", moved, narrower);
    else if (f->kind == TWC_FAULT_RETURN)
        snprintf(help, size, "keep its parts %.2f m apart", 2 * f->least);
    else if (f->kind == TWC_FAULT_BEND)
        snprintf(help, size, "draw it wider, with a radius of %.2f m", f->least);
    else if (f->kind == TWC_FAULT_EXTENT)
        snprintf(help, size, "keep its edge %d m inside the world", TWC_EXTENT_CLEARANCE_CM / 100);
    else
        snprintf(help, size, "bend it less there, or draw it longer (\"%s\")", corridor->profile->name);
}

twc_status twc_route_help(const twc_world *world, const twc_corridor *corridor, const twc_catalogue *catalogue,
                          int32_t n, const int32_t *number, twc_route_fault *fault)
{
    piece p;
    twc_status status = twc_ok();
    cut_piece(corridor, n, &p);
    if (fault->kind == TWC_FAULT_BEND || fault->kind == TWC_FAULT_SECTIONS)
        status = find_narrower(world, &p, catalogue, fault);
    if (!status.code && fault->kind != TWC_FAULT_OTHER)
        status = find_place(world, &p, n, number, fault);
    say(fault, corridor, fault->help, sizeof fault->help);
    return status;
}
