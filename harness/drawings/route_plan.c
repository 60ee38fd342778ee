/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/route_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double share_of_way = 0.8; /* of the way to the point that is as near to another station */

enum { SQUARES_MOST = 1 << 16 };

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* ---- profiles ---- */

static int32_t widest(const twc_profile *p, int side)
{
    const int32_t edge = side == TWC_LEFT ? -p->row[0].offset_cm : p->row[p->row_count - 1].offset_cm;
    return edge + p->inner_wobble_cm + (p->edge == TWC_EDGE_BANK ? p->bank_max_cm + p->outer_wobble_cm : 0);
}

static int32_t narrowest(const twc_profile *p, int side)
{
    return widest(p, side) - (p->edge == TWC_EDGE_BANK ? p->bank_max_cm - p->bank_min_cm + 2 * p->outer_wobble_cm : 0);
}

double twc_profile_least_radius(const twc_profile *p)
{
    return larger(narrowest(p, TWC_LEFT), narrowest(p, TWC_RIGHT)) / share_of_way * 0.01;
}

static int32_t section_gap(const twc_profile *p)
{
    int32_t spread = 2 * p->inner_wobble_cm, strip = 20;
    int32_t gap = larger(TWC_CELL_GAP_CM, 4 + (2 * spread + strip - 1) / strip);
    if (p->edge == TWC_EDGE_BANK) {
        spread += p->bank_max_cm - p->bank_min_cm + 2 * p->outer_wobble_cm;
        strip = (p->bank_min_cm - p->outer_wobble_cm) / 4;
        gap = larger(gap, 4 + (2 * spread + strip - 1) / strip);
    }
    return gap;
}

/* ---- stations ---- */

twc_status twc_route_stations_make(const twc_world *world, const twc_corridor *corridor, twc_route_stations *s)
{
    memset(s, 0, sizeof *s);
    int32_t count = 0;
    twc_status status = twc_profile_check(corridor->profile);
    if (!status.code)
        status = twc_corridor_station_count(corridor, &count);
    if (status.code)
        return status;
    twc_box *tree = calloc((size_t)twc_corridor_tree_size(count), sizeof *tree);
    void *workspace = malloc(twc_reference_place_workspace());
    s->station = calloc((size_t)count, sizeof *s->station);
    s->next = malloc((size_t)count * sizeof *s->next);
    s->first = malloc(SQUARES_MOST * sizeof *s->first);
    s->count = count;
    if (tree && workspace && s->station && s->next && s->first) {
        twc_feature ignored; /* a refusal for the plan leaves the stations' places and directions */
        (void)twc_corridor_place(twc_reference_ground(), world, 0, corridor,
                                 (twc_placement_memory){workspace, s->station, tree}, &ignored);
    } else {
        status = twc_fail(TWC_IO, "not enough memory for a route of %d stations", count);
    }
    free(tree);
    free(workspace);
    return status;
}

void twc_route_stations_destroy(twc_route_stations *s)
{
    free(s->station);
    free(s->next);
    free(s->first);
    memset(s, 0, sizeof *s);
}

/* ---- cells by the square of the plan that they begin in ---- */

static int32_t square_of(const twc_route_stations *s, int32_t x, int32_t z)
{
    const uint32_t hash = (uint32_t)x * 2654435761u ^ (uint32_t)z * 2246822519u;
    return (int32_t)(hash >> 8) & (s->squares - 1);
}

static void sort_cells(twc_route_stations *s, int32_t reach)
{
    s->side = reach;
    for (s->squares = 16; s->squares < SQUARES_MOST && s->squares < s->count; s->squares *= 2)
        ;
    for (int32_t k = 0; k < s->squares; k++)
        s->first[k] = -1;
    for (int32_t k = s->count - 2; k >= 0; k--) { /* so that a square has its cells ascending */
        const int32_t square = square_of(s, twc_floor_div(s->station[k].x, s->side),
                                         twc_floor_div(s->station[k].z, s->side));
        s->next[k] = s->first[square];
        s->first[square] = k;
    }
}

/* What is asked of the cells that begin within so many squares of a station, one after the other. */
typedef struct near_walk {
    const twc_route_stations *s;
    int32_t x, z, rings; /* squares */
    int32_t at, cell;    /* the square, and the cell in it */
} near_walk;

static near_walk walk_near(const twc_route_stations *s, int32_t k, int32_t distance)
{
    return (near_walk){
        s, twc_floor_div(s->station[k].x, s->side), twc_floor_div(s->station[k].z, s->side), distance / s->side + 1, -1,
        -1};
}

/* The next cell; -1: there is none. Squares that share a place in the table are told apart. */
static int32_t next_near(near_walk *w)
{
    const int32_t across = 2 * w->rings + 1;
    for (;;) {
        while (w->cell < 0) {
            if (++w->at == across * across)
                return -1;
            w->cell = w->s->first[square_of(w->s, w->x + w->at % across - w->rings, w->z + w->at / across - w->rings)];
        }
        const int32_t cell = w->cell;
        w->cell = w->s->next[cell];
        if (twc_floor_div(w->s->station[cell].x, w->s->side) == w->x + w->at % across - w->rings &&
            twc_floor_div(w->s->station[cell].z, w->s->side) == w->z + w->at / across - w->rings)
            return cell;
    }
}

/* ---- limits ---- */

/* The way, cm, to the point that is as near to another station as to station k, on a side; *nearest is that other. */
static double way_to_others(const twc_route_stations *s, int32_t k, int side, int32_t reach, int32_t *nearest)
{
    const twc_station *here = &s->station[k];
    double least = 1e9;
    near_walk walk = walk_near(s, k, 3 * reach);
    for (int32_t cell; (cell = next_near(&walk)) >= 0;) {
        for (int32_t j = cell; j <= cell + 1; j++) {
            const int64_t dx = (int64_t)s->station[j].x - here->x, dz = (int64_t)s->station[j].z - here->z;
            int64_t towards = (int64_t)here->rx * dx + (int64_t)here->rz * dz;
            towards = side == TWC_LEFT ? -towards : towards;
            const double way = j == k || towards <= 0
                                   ? 1e9
                                   : (double)(dx * dx + dz * dz) * TWC_RIGHT_ONE / (2.0 * (double)towards);
            if (way < least) {
                least = way;
                *nearest = j;
            }
        }
    }
    return least;
}

static twc_status find_limits(const twc_profile *profile, twc_route_stations *s, twc_fault_taker *taker, void *context)
{
    const int32_t reach = larger(widest(profile, TWC_LEFT), widest(profile, TWC_RIGHT));
    for (int32_t k = 0; k < s->count; k++) {
        for (int side = 0; side < 2; side++) {
            int32_t other = k;
            const int32_t need = narrowest(profile, side), most = widest(profile, side);
            const double way = way_to_others(s, k, side, reach, &other), allowed = floor(share_of_way * way);
            s->station[k].limit_cm[side] = allowed < need ? need : allowed < most ? (int32_t)allowed : most;
            if (allowed >= need)
                continue;
            /* Round a bend others are farther off along the route than across it, by no more than half a circle. */
            const double along = (double)abs(other - k) * profile->step_cm;
            const twc_route_fault fault = {.kind = along <= 4 * way + 2 * profile->step_cm ? TWC_FAULT_BEND
                                                                                           : TWC_FAULT_RETURN,
                                           .first = k,
                                           .last = k,
                                           .other = other,
                                           .at = {s->station[k].x, s->station[k].z},
                                           .radius = way * 0.01,
                                           .least = need / share_of_way * 0.01};
            if (!taker(context, &fault))
                return twc_fail(TWC_IO, "not enough memory for the faults of a route");
        }
    }
    return twc_ok();
}

/* ---- cells ---- */

static void corners_of(const twc_route_stations *s, int32_t k, twc_point corner[4])
{
    const twc_station *a = &s->station[k], *b = a + 1;
    corner[0] = twc_station_point(a, -a->limit_cm[TWC_LEFT]);
    corner[1] = twc_station_point(a, a->limit_cm[TWC_RIGHT]);
    corner[2] = twc_station_point(b, b->limit_cm[TWC_RIGHT]);
    corner[3] = twc_station_point(b, -b->limit_cm[TWC_LEFT]);
}

static int ahead_by(twc_point a, twc_point b, twc_point p, double gap)
{
    const double area = (double)twc_area2(a.x, a.z, b.x, b.z, p.x, p.z);
    const double dx = (double)b.x - a.x, dz = (double)b.z - a.z;
    return area > 0 && area * area >= (dx * dx + dz * dz) * gap * gap;
}

static int separated(const twc_point p[4], const twc_point q[4])
{
    for (int i = 0; i < 4; i++) {
        int beyond = 1;
        for (int j = 0; j < 4; j++)
            beyond &= ahead_by(p[(i + 1) % 4], p[i], q[j], TWC_FOOTPRINT_CLEARANCE_CM);
        if (beyond)
            return 1;
    }
    return 0;
}

/* A cell that meets this one and is none of its neighbours; -1: there is none. */
static int32_t meets(const twc_route_stations *s, int32_t k, int32_t reach)
{
    twc_point mine[4], theirs[4];
    corners_of(s, k, mine);
    near_walk walk = walk_near(s, k, 2 * reach + 4 * TWC_STATION_CM);
    for (int32_t cell; (cell = next_near(&walk)) >= 0;) {
        if (cell >= k - 1 && cell <= k + 1)
            continue;
        corners_of(s, cell, theirs);
        if (!separated(mine, theirs) && !separated(theirs, mine))
            return cell;
    }
    return -1;
}

static int leaves(twc_rect extent, const twc_point corner[4])
{
    const int64_t clear = TWC_EXTENT_CLEARANCE_CM + 2, x0 = (int64_t)extent.x * TWC_TILE_CM + clear,
                  z0 = (int64_t)extent.z * TWC_TILE_CM + clear,
                  x1 = ((int64_t)extent.x + extent.nx) * TWC_TILE_CM - clear,
                  z1 = ((int64_t)extent.z + extent.nz) * TWC_TILE_CM - clear;
    int out = 0;
    for (int i = 0; i < 4; i++)
        out |= corner[i].x < x0 || corner[i].x > x1 || corner[i].z < z0 || corner[i].z > z1;
    return out;
}

static twc_status check_cells(const twc_world *world, const twc_profile *profile, const twc_route_stations *s,
                              twc_fault_taker *taker, void *context)
{
    const int32_t reach = larger(widest(profile, TWC_LEFT), widest(profile, TWC_RIGHT));
    const double gap = section_gap(profile);
    for (int32_t k = 0; k + 1 < s->count; k++) {
        twc_point c[4];
        corners_of(s, k, c);
        twc_route_fault fault = {.first = k, .last = k + 1, .other = k, .at = {s->station[k].x, s->station[k].z}};
        const int near = !ahead_by(c[0], c[1], c[2], gap) || !ahead_by(c[0], c[1], c[3], gap) ||
                         !ahead_by(c[2], c[3], c[0], gap) || !ahead_by(c[2], c[3], c[1], gap);
        int told = 1;
        if (near) {
            fault.kind = TWC_FAULT_SECTIONS;
            told &= taker(context, &fault);
        } else if ((fault.other = meets(s, k, reach)) >= 0) {
            fault.kind = TWC_FAULT_OVERLAP;
            told &= taker(context, &fault);
        }
        if (leaves(world->extent, c)) {
            fault.kind = TWC_FAULT_EXTENT;
            told &= taker(context, &fault);
        }
        if (!told)
            return twc_fail(TWC_IO, "not enough memory for the faults of a route");
    }
    return twc_ok();
}

twc_status twc_route_plan_faults(const twc_world *world, const twc_profile *profile, twc_route_stations *s,
                                 twc_fault_taker *taker, void *context)
{
    sort_cells(s, 2 * larger(widest(profile, TWC_LEFT), widest(profile, TWC_RIGHT)) + 2 * TWC_STATION_CM);
    twc_status status = find_limits(profile, s, taker, context);
    return status.code ? status : check_cells(world, profile, s, taker, context);
}
