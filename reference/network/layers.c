/* SPDX-License-Identifier: MIT */
/*
 * A network near a box as layers: arms, then gaps, then pads. Spec network 7; no twin: fast has no networks yet; test
 * tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "network/body.h"

/* Cells of a network near a box, ascending, and how far they were used. */
typedef struct near_cells {
    int32_t *number;
    int32_t count, at;
} near_cells;

/* Those below `end` that come next. */
static int32_t take_below(near_cells *near, int32_t end, const int32_t **first)
{
    const int32_t begin = near->at;
    while (near->at < near->count && near->number[near->at] < end)
        near->at++;
    *first = near->number + begin;
    return near->at - begin;
}

static void arm_rows(twc_ribbon *ribbon, const twc_profile *profile)
{
    const int banks = profile->edge == TWC_EDGE_BANK;
    ribbon->rows = twc_section_row_count(profile);
    ribbon->lane[0] = 0;
    for (int32_t r = 0; r + 1 < ribbon->rows; r++) {
        const int32_t i = banks ? r - 2 : r;
        const int step = i >= 0 && i + 1 < profile->row_count &&
                         profile->row[i].offset_cm == profile->row[i + 1].offset_cm;
        ribbon->lane[r + 1] = (uint8_t)(ribbon->lane[r] + step);
        ribbon->part[r] = banks && (r < 2 || r >= ribbon->rows - 3) ? TWC_PART_BANK : TWC_PART_BED;
        ribbon->from_right[r] = r < (banks ? 2 : 1);
    }
}

static void gap_rows(twc_ribbon *ribbon)
{
    ribbon->rows = 3;
    for (int32_t r = 0; r < 3; r++) {
        ribbon->lane[r] = ribbon->from_right[r] = 0;
        ribbon->part[r] = TWC_PART_BANK;
    }
}

/* One arm or gap. */
typedef struct ribbon_source {
    const twc_network_body *body;
    int32_t arm, gap; /* the other is -1 */
    const twc_ground_window *ground;
} ribbon_source;

static void solve(const ribbon_source *source, int32_t first, int32_t count, twc_cross_section *out)
{
    if (source->arm >= 0)
        twc_reference_arm_sections(source->body->network, source->arm, source->ground, first, count, out);
    else
        twc_reference_gap_sections(source->body, source->gap, source->ground, first, count, out);
}

/* Cells of one ribbon, by their numbers in the network; all from `base` on. */
static int add_cells(const ribbon_source *source, const int32_t *number, int32_t count, int32_t base,
                     twc_ribbon *ribbon, twc_arena *arena)
{
    if (!twc_ribbon_begin(ribbon, (size_t)count, arena))
        return 0;
    twc_arena scratch = *arena;
    twc_cross_section *sections = twc_arena_take(&scratch, (size_t)count + 1, sizeof *sections);
    if (!sections) {
        arena->full = 1;
        return 0;
    }
    for (int32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && number[next] == number[next - 1] + 1;)
            next++;
        solve(source, number[i] - base, next - i + 1, sections);
        twc_ribbon_run(ribbon, number[i] - base, next - i, sections);
    }
    return 1;
}

static int add_arms(const twc_network_body *body, const twc_layer_place *place, near_cells *near, twc_arena *arena,
                    twc_layer_list *list, twc_layer *layers)
{
    for (int32_t a = 0; a < body->network->arm_count; a++) {
        const twc_arm *arm = &body->network->arms[a];
        const int32_t first = twc_arm_first(arm), end = twc_arm_end(arm), base = body->arm_cell[a] - first;
        const int32_t *number;
        const int32_t count = take_below(near, body->arm_cell[a] + end - first, &number);
        twc_ribbon ribbon = {.first_cell = first, .last_cell = end - 1, .number = (uint32_t)base};
        if (count == 0)
            continue;
        arm_rows(&ribbon, arm->profile);
        if (!add_cells(&(ribbon_source){body, a, -1, place->ground}, number, count, base, &ribbon, arena))
            return 0;
        ribbon.layer.part = a;
        layers[list->count++] = ribbon.layer;
    }
    return 1;
}

static int add_gaps(const twc_network_body *body, const twc_layer_place *place, near_cells *near, twc_arena *arena,
                    twc_layer_list *list, twc_layer *layers)
{
    for (int32_t g = 0; g < body->gap_count; g++) {
        const twc_network_gap *gap = &body->gaps[g];
        const int32_t *number;
        const int32_t count = take_below(near, gap->first_cell + gap->station_count - 1, &number);
        twc_ribbon ribbon = {.last_cell = gap->station_count - 2, .number = (uint32_t)gap->first_cell};
        if (count == 0)
            continue;
        gap_rows(&ribbon);
        if (!add_cells(&(ribbon_source){body, -1, g, place->ground}, number, count, gap->first_cell, &ribbon, arena))
            return 0;
        ribbon.layer.part = body->network->arm_count + g;
        layers[list->count++] = ribbon.layer;
    }
    return 1;
}

static int add_pads(const twc_network_body *body, near_cells *near, twc_arena *arena, twc_layer_list *list,
                    twc_layer *layers)
{
    for (int32_t j = 0; j < body->network->junction_count; j++) {
        const twc_network_pad *pad = &body->pads[j];
        const int32_t *number;
        if (take_below(near, pad->first_cell + pad->pieces.nx * pad->pieces.nz, &number) == 0)
            continue;
        if (!twc_reference_pad_layer(body, j, arena, &layers[list->count]))
            return 0;
        layers[list->count++].part = body->network->arm_count + body->gap_count + j;
    }
    return 1;
}

int twc_reference_network_layers(const twc_feature *feature, const twc_layer_place *place, twc_arena *arena,
                                 twc_layer_list *out)
{
    const twc_network_body *body = feature->network;
    near_cells near = {.count = twc_reference_cells_near(feature, place->box, 0, NULL)};
    *out = (twc_layer_list){NULL, 0};
    if (near.count == 0)
        return 1;
    const int32_t most = body->network->arm_count + body->gap_count + body->network->junction_count;
    twc_layer *layers = twc_arena_take(arena, (size_t)most, sizeof *layers);
    near.number = twc_arena_take(arena, (size_t)near.count, sizeof *near.number);
    if (arena->full)
        return 0;
    twc_reference_cells_near(feature, place->box, near.count, near.number);
    if (!add_arms(body, place, &near, arena, out, layers) || !add_gaps(body, place, &near, arena, out, layers) ||
        !add_pads(body, &near, arena, out, layers))
        return 0;
    for (uint32_t l = 0; l < out->count; l++) {
        layers[l].priority = feature->priority;
        layers[l].id = feature->id;
    }
    out->layer = layers;
    return 1;
}
