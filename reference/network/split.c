/* SPDX-License-Identifier: MIT */
/*
 * Lines into nodes and arms: where points occur more than once, and at the ends. Spec network 1; no twin: a network is
 * placed once, with either library; test tests/network/test_setbacks.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "footprint/stage.h"
#include "network/stage.h"

int32_t twc_network_half_width(const twc_profile *profile)
{
    int32_t left = -profile->row[0].offset_cm, right = profile->row[profile->row_count - 1].offset_cm;
    return (left > right ? left : right) + profile->inner_wobble_cm;
}

static int compare_points(const void *left, const void *right)
{
    return twc_compare_points(*(const twc_point *)left, *(const twc_point *)right);
}

static int32_t find_node(const twc_network *network, twc_point p)
{
    int32_t low = 0, high = network->node_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (twc_point_before(network->nodes[middle].at, p))
            low = middle + 1;
        else
            high = middle;
    }
    return low < network->node_count && twc_same_point(network->nodes[low].at, p) ? low : -1;
}

static twc_status no_memory(const twc_network_plan *plan)
{
    return twc_fail(TWC_IO, "network %llu: its memory is too small", (unsigned long long)plan->id);
}

/* Ends of lines twice, other points once: whatever then occurs twice is a node. */
static twc_status make_nodes(const twc_network_plan *plan, const twc_work_line *lines, twc_arena *arena,
                             twc_network *network)
{
    size_t total = 0, n = 0;
    for (int32_t l = 0; l < plan->line_count; l++)
        total += (size_t)lines[l].count + 2;
    network->nodes = twc_arena_take(arena, total, sizeof *network->nodes);
    twc_arena scratch = *arena;
    twc_point *all = twc_arena_take(&scratch, total, sizeof *all);
    if (!network->nodes || !all)
        return no_memory(plan);
    for (int32_t l = 0; l < plan->line_count; l++) {
        for (int32_t i = 0; i < lines[l].count; i++)
            all[n++] = lines[l].points[i];
        all[n++] = lines[l].points[0];
        all[n++] = lines[l].points[lines[l].count - 1];
    }
    TWC_ASSERT(n == total);
    qsort(all, n, sizeof *all, compare_points);
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && twc_same_point(all[next], all[i]);)
            next++;
        if (next - i >= 2)
            network->nodes[network->node_count++] = (twc_node){all[i], -1};
    }
    return twc_ok();
}

/* The stations of an arm through points first .. last of a line. */
static twc_status make_arm(const twc_network_plan *plan, const twc_work_line *line, int32_t first, int32_t last,
                           twc_arena *arena, twc_arm *arm)
{
    twc_corridor corridor = {
        .id = plan->id, .profile = line->profile, .node_count = last - first + 1, .nodes = line->points + first};
    twc_status status = twc_corridor_station_count(&corridor, &arm->station_count);
    if (status.code)
        return status;
    arm->stations = twc_arena_take(arena, (size_t)arm->station_count, sizeof *arm->stations);
    if (!arm->stations)
        return no_memory(plan);
    for (int32_t k = 0; k < arm->station_count; k++)
        arm->stations[k] = (twc_station){0};
    twc_reference_spline_points(&corridor, twc_reference_spline_length(&corridor), arm->station_count, arm->stations);
    return twc_reference_set_right(&corridor, arm->station_count, arm->stations);
}

static twc_status make_arms(const twc_network_plan *plan, const twc_work_line *lines, twc_arena *arena,
                            twc_network *network)
{
    size_t most = 0;
    for (int32_t l = 0; l < plan->line_count; l++)
        most += (size_t)lines[l].count;
    network->arms = twc_arena_take(arena, most, sizeof *network->arms);
    if (!network->arms)
        return no_memory(plan);
    twc_status status = twc_ok();
    for (int32_t l = 0; l < plan->line_count && !status.code; l++)
        for (int32_t first = 0, last; first + 1 < lines[l].count && !status.code; first = last) {
            for (last = first + 1; find_node(network, lines[l].points[last]) < 0;)
                last++;
            TWC_ASSERT(last < lines[l].count);
            twc_arm *arm = &network->arms[network->arm_count];
            *arm = (twc_arm){
                .number = network->arm_count,
                .line = l,
                .first_point = first,
                .last_point = last,
                .node = {find_node(network, lines[l].points[first]), find_node(network, lines[l].points[last])},
                .profile = lines[l].profile,
                .half_cm = twc_network_half_width(lines[l].profile)};
            network->arm_count++;
            status = make_arm(plan, &lines[l], first, last, arena, arm);
        }
    return status;
}

twc_status twc_reference_split_lines(const twc_network_plan *plan, const twc_work_line *lines, twc_arena *arena,
                                     twc_network *network)
{
    *network = (twc_network){.id = plan->id};
    twc_status status = make_nodes(plan, lines, arena, network);
    return status.code ? status : make_arms(plan, lines, arena, network);
}

/* ---- the whole ---- */

static twc_status check_plan(const twc_network_plan *plan)
{
    unsigned long long id = (unsigned long long)plan->id;
    if (plan->line_count < 1)
        return twc_fail(TWC_USAGE, "network %llu has no lines", id);
    for (int32_t l = 0; l < plan->line_count; l++) {
        const twc_network_line *line = &plan->lines[l];
        const twc_corridor corridor = {
            .id = plan->id, .profile = line->profile, .node_count = line->point_count, .nodes = line->points};
        int32_t count = 0;
        twc_status status = twc_profile_check(line->profile);
        if (!status.code)
            status = twc_corridor_station_count(&corridor, &count);
        if (status.code)
            return twc_fail(status.code, "line %d: %.400s", l, status.message);
    }
    for (int32_t y = 0; y < plan->yard_count; y++)
        if (plan->yards[y].point_count < 3)
            return twc_fail(TWC_USAGE, "network %llu: yard %d has %d points, it needs at least three", id, y,
                            plan->yards[y].point_count);
    return twc_ok();
}

static twc_status copy_lines(const twc_network_plan *plan, twc_arena *arena, twc_work_line **out)
{
    twc_work_line *lines = twc_arena_take(arena, (size_t)plan->line_count, sizeof *lines);
    *out = lines;
    if (!lines)
        return no_memory(plan);
    for (int32_t l = 0; l < plan->line_count; l++) {
        const twc_network_line *line = &plan->lines[l];
        int32_t capacity = line->point_count + 16;
        lines[l] = (twc_work_line){line->profile, twc_arena_take(arena, (size_t)capacity, sizeof(twc_point)),
                                   line->point_count, capacity};
        if (!lines[l].points)
            return no_memory(plan);
        for (int32_t i = 0; i < line->point_count; i++)
            lines[l].points[i] = line->points[i];
    }
    return twc_ok();
}

/* Splits until no crossing is left without a node; each try is made in the same place. */
static twc_status split_and_join(const twc_network_plan *plan, twc_work_line *lines, twc_arena *arena,
                                 twc_network *network)
{
    int changed = 1;
    for (int32_t joins = 0; changed; joins++) {
        twc_arena begun = *arena;
        twc_status status = twc_reference_split_lines(plan, lines, &begun, network);
        changed = 0;
        if (!status.code && joins > TWC_NETWORK_JOINS)
            status = twc_fail(TWC_USAGE, "network %llu: more than %d crossings were joined and there are still some",
                              (unsigned long long)plan->id, TWC_NETWORK_JOINS);
        if (!status.code)
            status = twc_reference_join(plan, network, lines, arena, &changed);
        if (status.code)
            return status;
        if (!changed)
            *arena = begun;
    }
    return twc_ok();
}

twc_status twc_network_split(const twc_network_plan *plan, void *memory, size_t bytes, twc_network *network)
{
    twc_arena arena = {memory, (unsigned char *)memory + bytes, 0};
    twc_work_line *lines;
    twc_status status = twc_environment_check();
    if (!status.code)
        status = check_plan(plan);
    if (!status.code)
        status = copy_lines(plan, &arena, &lines);
    if (!status.code)
        status = split_and_join(plan, lines, &arena, network);
    if (status.code)
        return status;
    int32_t *lowest = twc_arena_take(&arena, (size_t)network->node_count, sizeof *lowest);
    int32_t *yard_of = twc_arena_take(&arena, (size_t)network->node_count, sizeof *yard_of);
    if (!lowest || !yard_of)
        return no_memory(plan);
    status = twc_reference_check_beds(plan, network);
    if (!status.code)
        status = twc_reference_yards(plan, network, yard_of);
    if (!status.code)
        status = twc_reference_setbacks(plan, network, lowest, yard_of);
    if (!status.code)
        status = twc_reference_pads(plan, network, lowest, yard_of, &arena);
    return status;
}
