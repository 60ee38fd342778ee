/* SPDX-License-Identifier: MIT */
/*
 * How far the banks of a network may ever go, from its plan. Spec network 7.3; no twin: a network is placed once, with
 * either library; test tests/network/test_layers.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "network/body.h"

/* Of the way to the point as near to another station as to this one; within a corridor. */
static const double share_of_way = 0.8;

/* An edge point whose limit is sought: n points outwards, of length 2^30. */
typedef struct edge_point {
    twc_point p;
    int64_t nx, nz;
    int32_t limit;
} edge_point;

/* The circle through p about a point of its ray that passes q: the bank ends at its middle. */
static void keep_from(edge_point *e, twc_point q)
{
    const int64_t dx = (int64_t)q.x - e->p.x, dz = (int64_t)q.z - e->p.z, reach = 2 * (int64_t)e->limit;
    const int64_t towards = e->nx * dx + e->nz * dz, square = dx * dx + dz * dz;
    if (towards <= 0 || square >= (reach + 2) * (reach + 2)) /* the way is at least half the distance */
        return;
    const int64_t way = square * (TWC_RIGHT_ONE / 2) / towards;
    e->limit = way < e->limit ? (int32_t)way : e->limit;
}

static void keep_from_arms(edge_point *e, const twc_network *network, int32_t but)
{
    for (int32_t a = 0; a < network->arm_count; a++) {
        const twc_arm *arm = &network->arms[a];
        if (a == but || twc_arm_first(arm) == twc_arm_end(arm))
            continue;
        for (int32_t k = twc_arm_first(arm); k <= twc_arm_end(arm); k++)
            for (int32_t sign = -1; sign <= 1; sign += 2)
                keep_from(e, twc_station_point(&arm->stations[k], sign * arm->half_cm));
    }
}

static void keep_from_pads(edge_point *e, const twc_network *network)
{
    for (int32_t j = 0; j < network->junction_count; j++)
        for (int32_t i = 0; i < network->junctions[j].point_count; i++)
            keep_from(e, network->junctions[j].points[i]);
}

/* A corridor's own rule, from the stations that the arm keeps, less its half-width. */
static int32_t own_limit(const twc_arm *arm, int32_t k, int side)
{
    const twc_station *here = &arm->stations[k];
    double least = 1e9;
    for (int32_t j = twc_arm_first(arm); j <= twc_arm_end(arm); j++) {
        const int64_t dx = (int64_t)arm->stations[j].x - here->x, dz = (int64_t)arm->stations[j].z - here->z;
        int64_t towards = (int64_t)here->rx * dx + (int64_t)here->rz * dz;
        towards = side == TWC_LEFT ? -towards : towards;
        if (towards <= 0 || dx > (1 << 15) || dx < -(1 << 15) || dz > (1 << 15) || dz < -(1 << 15))
            continue;
        const double way = (double)(dx * dx + dz * dz) * TWC_RIGHT_ONE / (2.0 * (double)towards);
        least = way < least ? way : least;
    }
    const double allowed = floor(share_of_way * least) - arm->half_cm;
    return allowed < 0.0 ? 0 : allowed < 1e6 ? (int32_t)allowed : 1000000;
}

/* A bank that is too narrow is none. */
static int32_t bare(int32_t limit)
{
    return limit < TWC_NETWORK_BARE_CM ? 0 : limit;
}

static void limit_arm(twc_network *network, int32_t a)
{
    twc_arm *arm = &network->arms[a];
    for (int32_t k = twc_arm_first(arm); k <= twc_arm_end(arm); k++)
        for (int side = 0; side < 2; side++) {
            twc_station *station = &arm->stations[k];
            const int32_t sign = side == TWC_LEFT ? -1 : 1;
            const int32_t own = own_limit(arm, k, side), most = twc_reference_widest(arm->profile, side) - arm->half_cm;
            edge_point e = {twc_station_point(station, sign * arm->half_cm), sign * (int64_t)station->rx,
                            sign * (int64_t)station->rz, own < most ? own : most};
            if (twc_arm_has_banks(arm) && e.limit > 0) {
                keep_from_arms(&e, network, a);
                keep_from_pads(&e, network);
            }
            station->limit_cm[side] = arm->half_cm + (twc_arm_has_banks(arm) ? bare(e.limit) : 0);
        }
}

static void limit_gap(const twc_network *network, twc_network_gap *gap)
{
    for (int32_t k = 1; k + 1 < gap->station_count; k++) {
        twc_station *station = &gap->stations[k];
        edge_point e = {{station->x, station->z},
                        station->rx,
                        station->rz,
                        twc_pad_bank.bank_max_cm + twc_pad_bank.outer_wobble_cm};
        keep_from_arms(&e, network, -1);
        keep_from_pads(&e, network);
        station->limit_cm[TWC_RIGHT] = bare(e.limit);
    }
}

void twc_reference_network_limits(twc_network *network, twc_network_body *body)
{
    for (int32_t a = 0; a < network->arm_count; a++)
        if (twc_arm_first(&network->arms[a]) < twc_arm_end(&network->arms[a]))
            limit_arm(network, a);
    for (int32_t g = 0; g < body->gap_count; g++)
        limit_gap(network, &body->gaps[g]);
}
