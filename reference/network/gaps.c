/* SPDX-License-Identifier: MIT */
/*
 * The stations of the banks along a pad's gaps. Spec network 7.2; no twin: a network is placed once, with either
 * library; test tests/network/test_layers.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "network/body.h"

const twc_profile twc_pad_bank = {.name = "pad",
                                  .version = 1,
                                  .row_count = 2,
                                  .row = {{-100, 0}, {0, 0}},
                                  .edge = TWC_EDGE_BANK,
                                  .bank_ratio = 2.0,
                                  .bank_min_cm = 160,
                                  .bank_max_cm = 800,
                                  .outer_wobble_cm = 20,
                                  .step_cm = TWC_STATION_CM};

typedef struct ray {
    double x, z;
} ray;

/* To the right of a -> b, of length 1. */
static ray normal(twc_point a, twc_point b)
{
    const double dx = (double)b.x - a.x, dz = (double)b.z - a.z, length = sqrt(dx * dx + dz * dz);
    return (ray){-dz / length, dx / length};
}

static twc_station station_of(twc_point p, ray r, int32_t level_cm)
{
    return (twc_station){.x = p.x,
                         .z = p.z,
                         .rx = (int32_t)floor(r.x * TWC_RIGHT_ONE + 0.5),
                         .rz = (int32_t)floor(r.z * TWC_RIGHT_ONE + 0.5),
                         .bed_cm = level_cm};
}

/* Of a point between its neighbours: along the bisector; about an outer corner of more than a right angle three. */
static int32_t add_stations(twc_point before, twc_point p, twc_point after, int32_t level_cm, twc_station *out)
{
    const ray a = normal(before, p), b = normal(p, after);
    const double x = a.x + b.x, z = a.z + b.z, length = sqrt(x * x + z * z);
    const int64_t along = ((int64_t)p.x - before.x) * ((int64_t)after.x - p.x) +
                          ((int64_t)p.z - before.z) * ((int64_t)after.z - p.z);
    const ray bisector = length > 0.0 ? (ray){x / length, z / length} : (ray){a.z, -a.x};
    if (twc_point_area2(before, p, after) <= 0 || along >= 0) {
        out[0] = station_of(p, bisector, level_cm);
        return 1;
    }
    out[0] = station_of(p, a, level_cm);
    out[1] = station_of(p, bisector, level_cm);
    out[2] = station_of(p, b, level_cm);
    return 3;
}

twc_gap_end twc_reference_gap_end(const twc_network *network, const twc_network_gap *gap, int last)
{
    const twc_junction *junction = &network->junctions[gap->junction];
    const twc_opening *opening = &junction->openings[(gap->opening + last) % junction->opening_count];
    /* Seen from the pad an arm that begins here has its left to the left. */
    return (twc_gap_end){opening->arm, opening->station, opening->side == last ? TWC_LEFT : TWC_RIGHT};
}

static twc_station end_station(const twc_network *network, const twc_network_gap *gap, int last)
{
    const twc_gap_end end = twc_reference_gap_end(network, gap, last);
    twc_station station = network->arms[end.arm].stations[end.station];
    const int32_t half = network->arms[end.arm].half_cm;
    const twc_point p = twc_station_point(&station, end.bank == TWC_LEFT ? -half : half);
    station.x = p.x;
    station.z = p.z;
    if (end.bank == TWC_LEFT) {
        station.rx = -station.rx;
        station.rz = -station.rz;
    }
    return station;
}

static int make_gap(const twc_network *network, twc_network_gap *gap, twc_arena *arena)
{
    const twc_junction *junction = &network->junctions[gap->junction];
    const int32_t count = junction->point_count, next = (gap->opening + 1) % junction->opening_count;
    const int32_t from = junction->openings[gap->opening].at + 1;
    const int32_t to = junction->openings[next].at + (next <= gap->opening ? count : 0);
    gap->stations = twc_arena_take(arena, 3 * (size_t)(to - from + 1), sizeof *gap->stations);
    if (!gap->stations)
        return 0;
    gap->station_count = 0;
    gap->stations[gap->station_count++] = end_station(network, gap, 0);
    for (int32_t i = from + 1; i < to; i++)
        gap->station_count += add_stations(junction->points[(i - 1) % count], junction->points[i % count],
                                           junction->points[(i + 1) % count], junction->level_cm,
                                           gap->stations + gap->station_count);
    gap->stations[gap->station_count++] = end_station(network, gap, 1);
    for (int32_t k = 0; k < gap->station_count; k++) {
        gap->stations[k].limit_cm[TWC_LEFT] = -twc_pad_bank.row[0].offset_cm; /* that half of a corridor is dropped */
        gap->stations[k].limit_cm[TWC_RIGHT] = 0;
    }
    return 1;
}

/* Where an arm beside a pad has no banks, the pad has none up to the next opening. */
static int has_bank(const twc_network *network, const twc_network_gap *gap)
{
    return twc_arm_has_banks(&network->arms[twc_reference_gap_end(network, gap, 0).arm]) &&
           twc_arm_has_banks(&network->arms[twc_reference_gap_end(network, gap, 1).arm]);
}

int twc_reference_gaps(twc_network_body *body, twc_arena *arena)
{
    const twc_network *network = body->network;
    int32_t most = 0;
    for (int32_t j = 0; j < network->junction_count; j++)
        most += network->junctions[j].opening_count;
    body->gap_count = 0;
    body->gaps = twc_arena_take(arena, (size_t)most, sizeof *body->gaps);
    if (arena->full)
        return 0;
    for (int32_t j = 0; j < network->junction_count; j++)
        for (int32_t o = 0; o < network->junctions[j].opening_count; o++) {
            twc_network_gap *gap = &body->gaps[body->gap_count];
            *gap = (twc_network_gap){.junction = j, .opening = o};
            if (!has_bank(network, gap))
                continue;
            if (!make_gap(network, gap, arena))
                return 0;
            body->gap_count++;
        }
    return 1;
}
