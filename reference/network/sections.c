/* SPDX-License-Identifier: MIT */
/*
 * Sections of arms and of the banks beside pads: a corridor's, but level at openings and without a bank where there is
 * no room. Spec network 7.5; no twin: fast has no networks yet; test tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "network/body.h"

int twc_reference_is_opening(const twc_network *network, const twc_arm *arm, int32_t k)
{
    return (k == arm->setback[0] && network->nodes[arm->node[0]].junction >= 0) ||
           (k == twc_arm_cells(arm) - arm->setback[1] && network->nodes[arm->node[1]].junction >= 0);
}

/* What the profile is at an opening: flat, its edges at the half-width, nothing left to chance but the banks. */
static twc_profile opening_profile(const twc_arm *arm)
{
    twc_profile profile = *arm->profile;
    for (int32_t i = 0; i < profile.row_count; i++)
        profile.row[i].rise_cm = 0;
    profile.row[0].offset_cm = -arm->half_cm;
    profile.row[profile.row_count - 1].offset_cm = arm->half_cm;
    profile.inner_wobble_cm = profile.bed_noise_cm = 0;
    profile.edge = profile.edge == TWC_EDGE_NONE ? TWC_EDGE_RETAIN : profile.edge;
    return profile;
}

/* No bank to a side: all its rows are the edge's, which retains. */
static void strip_bank(int32_t rows, int side, twc_cross_section *section)
{
    const twc_vertex edge = section->row[side == TWC_LEFT ? 2 : rows - 3];
    for (int32_t i = 0; i < 2; i++)
        section->row[side == TWC_LEFT ? i : rows - 1 - i] = edge;
    section->retains[side] = 1;
}

void twc_reference_arm_sections(const twc_network *network, int32_t number, const twc_ground_window *ground,
                                int32_t first, int32_t count, twc_cross_section *out)
{
    const twc_arm *arm = &network->arms[number];
    twc_feature feature = {.id = twc_arm_id(network->id, arm->number),
                           .kind = TWC_FOOTPRINT_CORRIDOR,
                           .profile = *arm->profile,
                           .station_count = arm->station_count,
                           .stations = arm->stations};
    const int32_t rows = twc_section_row_count(arm->profile);
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = first + i;
        TWC_ASSERT(k >= twc_arm_first(arm) && k <= twc_arm_end(arm));
        feature.profile = twc_reference_is_opening(network, arm, k) ? opening_profile(arm) : *arm->profile;
        twc_reference_solve(&feature, ground, k, 1, &out[i]);
        for (int side = 0; twc_arm_has_banks(arm) && side < 2; side++)
            if (arm->stations[k].limit_cm[side] <= arm->half_cm)
                strip_bank(rows, side, &out[i]);
    }
}

/* An end of a gap: the arm's bank there, from its edge outwards. */
static twc_cross_section end_section(const twc_network *network, const twc_gap_end *end,
                                     const twc_ground_window *ground)
{
    twc_cross_section arm, bank = {.retains = {0, 0}};
    const int32_t rows = twc_section_row_count(network->arms[end->arm].profile);
    twc_reference_arm_sections(network, end->arm, ground, end->station, 1, &arm);
    for (int32_t r = 0; r < 3; r++)
        bank.row[r] = arm.row[end->bank == TWC_LEFT ? 2 - r : rows - 3 + r];
    bank.retains[TWC_LEFT] = 1; /* the pad's own edge */
    bank.retains[TWC_RIGHT] = arm.retains[end->bank];
    return bank;
}

/* The right half of a corridor whose edge is the pad's. */
static twc_cross_section bank_section(const twc_network_body *body, const twc_network_gap *gap, int32_t k,
                                      const twc_ground_window *ground)
{
    const twc_network *network = body->network;
    const twc_feature feature = {
        .id = twc_arm_id(network->id, network->arms[twc_reference_gap_end(network, gap, 0).arm].number),
        .kind = TWC_FOOTPRINT_CORRIDOR,
        .profile = twc_pad_bank,
        .station_count = gap->station_count,
        .stations = gap->stations};
    twc_cross_section both, bank = {.retains = {1, 0}};
    twc_reference_solve(&feature, ground, k, 1, &both);
    if (twc_reference_gap_limit(body, gap, k) == 0)
        strip_bank(twc_section_row_count(&twc_pad_bank), TWC_RIGHT, &both);
    for (int32_t r = 0; r < 3; r++)
        bank.row[r] = both.row[3 + r];
    bank.retains[TWC_RIGHT] = both.retains[TWC_RIGHT];
    return bank;
}

void twc_reference_gap_sections(const twc_network_body *body, int32_t number, const twc_ground_window *ground,
                                int32_t first, int32_t count, twc_cross_section *out)
{
    const twc_network_gap *gap = &body->gaps[number];
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = first + i;
        if (k > 0 && k + 1 < gap->station_count) {
            out[i] = bank_section(body, gap, k, ground);
            continue;
        }
        const twc_gap_end end = twc_reference_gap_end(body->network, gap, k > 0);
        out[i] = end_section(body->network, &end, ground);
    }
}
