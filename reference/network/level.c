/* SPDX-License-Identifier: MIT */
/*
 * Levels of pads, and how arms come to them. Spec network 5; no twin: a network is placed once, with either library;
 * test tests/network/test_levels.c.
 */
#include "common/assertion.h"
#include "network/stage.h"

int32_t twc_blend_cells(int32_t rise_cm, int32_t cells)
{
    int32_t height = rise_cm < 0 ? -rise_cm : rise_cm, wanted = (height + TWC_BLEND_CM - 1) / TWC_BLEND_CM;
    wanted = wanted < TWC_BLEND_CELLS ? TWC_BLEND_CELLS : wanted;
    return wanted < cells ? wanted : cells;
}

int32_t twc_blend(int32_t rise_cm, int32_t cells, int32_t m)
{
    TWC_ASSERT(m >= 0 && cells >= 1 && cells <= 1 << 13 && rise_cm >= -(1 << 17) && rise_cm <= 1 << 17);
    if (m >= cells)
        return 0;
    int64_t b = cells, left = b - m;
    return (int32_t)twc_round_div(rise_cm * left * left * (b + 2 * (int64_t)m), b * b * b);
}

/* The mean of the free levels at the openings, by width; halves up. */
static int32_t pad_level(const twc_network *network, const twc_junction *junction)
{
    int64_t sum = 0, widths = 0;
    for (int32_t o = 0; o < junction->opening_count; o++) {
        const twc_arm *arm = &network->arms[junction->openings[o].arm];
        sum += (int64_t)arm->half_cm * arm->stations[junction->openings[o].station].bed_cm;
        widths += arm->half_cm;
    }
    TWC_ASSERT(widths > 0);
    return (int32_t)twc_round_div(sum, widths);
}

/* What the blends of an arm's ends add between its openings; the free levels at both are read before any is changed. */
static void blend_arm(const twc_network *network, twc_arm *arm)
{
    int32_t first = arm->setback[0], last = twc_arm_cells(arm) - arm->setback[1], cells = last - first;
    int32_t rise[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        int32_t junction = network->nodes[arm->node[side]].junction;
        if (junction >= 0)
            rise[side] = network->junctions[junction].level_cm - arm->stations[side ? last : first].bed_cm;
    }
    for (int32_t k = first; k <= last; k++)
        arm->stations[k].bed_cm += twc_blend(rise[0], twc_blend_cells(rise[0], cells), k - first) +
                                   twc_blend(rise[1], twc_blend_cells(rise[1], cells), last - k);
}

/* Blends the bed from station `from`, which lies `rise` too low, towards station `to`. */
static void blend_away(twc_arm *arm, int32_t from, int32_t to, int32_t rise)
{
    int32_t step = to < from ? -1 : 1, cells = (to - from) * step;
    if (cells < 1)
        return;
    int32_t over = twc_blend_cells(rise, cells);
    for (int32_t m = 1; m < over; m++)
        arm->stations[from + m * step].bed_cm += twc_blend(rise, over, m);
}

void twc_ford(twc_arm *arm, int32_t first, int32_t last, int32_t water_cm)
{
    int32_t begin = arm->setback[0], end = twc_arm_cells(arm) - arm->setback[1], level = water_cm - TWC_FORD_CM;
    TWC_ASSERT(begin <= first && first <= last && last <= end);
    /* An opening lies at its pad's level. */
    TWC_ASSERT((begin < first || arm->setback[0] == 0) && (last < end || arm->setback[1] == 0));
    blend_away(arm, first, begin, level - arm->stations[first].bed_cm);
    blend_away(arm, last, end, level - arm->stations[last].bed_cm);
    for (int32_t k = first; k <= last; k++)
        arm->stations[k].bed_cm = level;
}

void twc_network_levels(const twc_network_plan *plan, twc_network *network)
{
    for (int32_t j = 0; j < network->junction_count; j++) {
        twc_junction *junction = &network->junctions[j];
        junction->level_cm = junction->yard >= 0 ? plan->yards[junction->yard].level_cm : pad_level(network, junction);
    }
    for (int32_t a = 0; a < network->arm_count; a++)
        if (!network->arms[a].swallowed)
            blend_arm(network, &network->arms[a]);
}
