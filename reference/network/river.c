/* SPDX-License-Identifier: MIT */
/*
 * Water levels: the least of a place's own and those upstream, in topological order, confluences among them. Spec
 * network 6; paper Algorithm 6; no twin: a river is placed once, with either library; test
 * tests/network/test_rivers.c.
 */
#include "common/assertion.h"
#include "network/stage.h"
#include "twc/river.h"

typedef struct builder {
    const twc_river_plan *plan;
    twc_river *river;
    int32_t *place_of; /* of each drawn node: itself, or the confluence it became */
    int32_t *station;  /* of each confluence, on its segment */
    int32_t *waiting;  /* of each place: reaches into it that are not yet ordered */
} builder;

static unsigned long long id_of(const builder *b)
{
    return (unsigned long long)b->plan->id;
}

static int32_t floor_div(int64_t num, int64_t den)
{
    return (int32_t)(num / den - (num % den < 0));
}

/* floor of a + (b - a) k / n */
static int32_t between(int32_t a, int32_t b, int32_t k, int32_t n)
{
    return floor_div((int64_t)a * (n - k) + (int64_t)b * k, n);
}

static int32_t own_level(const twc_river_node *node)
{
    return node->given ? node->given_cm : node->ground_cm - TWC_RIVER_DEPTH_CM;
}

/* ---- what is drawn ---- */

static twc_status check_ends(const builder *b)
{
    for (int32_t s = 0; s < b->plan->segment_count; s++) {
        const twc_river_segment *segment = &b->plan->segments[s];
        if (segment->from < 0 || segment->from >= b->plan->node_count || segment->to < 0 ||
            segment->to >= b->plan->node_count || segment->station_count < 2)
            return twc_fail(TWC_USAGE, "river %llu: segment %d does not lead from one of its %d nodes to another",
                            id_of(b), s, b->plan->node_count);
    }
    for (int32_t c = 0; c < b->plan->confluence_count; c++) {
        const twc_river_confluence *confluence = &b->plan->confluences[c];
        if (confluence->node < 0 || confluence->node >= b->plan->node_count || confluence->segment < 0 ||
            confluence->segment >= b->plan->segment_count)
            return twc_fail(TWC_USAGE, "river %llu: confluence %d is not of a node and a segment that it has", id_of(b),
                            c);
    }
    return twc_ok();
}

static int64_t distance2(twc_point a, twc_point b)
{
    return twc_along(a, b, b);
}

/* The station nearest to a tributary's end, the lower one of two. */
static twc_status find_station(const builder *b, int32_t c)
{
    const twc_river_confluence *confluence = &b->plan->confluences[c];
    const twc_river_segment *segment = &b->plan->segments[confluence->segment];
    twc_point p = b->plan->nodes[confluence->node].at;
    int32_t best = 0;
    for (int32_t k = 1; k < segment->station_count; k++)
        if (distance2(segment->stations[k], p) < distance2(segment->stations[best], p))
            best = k;
    b->station[c] = best;
    int64_t reach = (int64_t)segment->half_cm + TWC_STATION_CM;
    if (distance2(segment->stations[best], p) > reach * reach)
        return twc_fail(
            TWC_USAGE,
            "river %llu: node %d at (%.2f, %.2f) m is to flow into segment %d, which passes it at (%.2f, %.2f) "
            "m, too far away: let the tributary end in the river",
            id_of(b), confluence->node, p.x * 0.01, p.z * 0.01, confluence->segment, segment->stations[best].x * 0.01,
            segment->stations[best].z * 0.01);
    return twc_ok();
}

static void add_place(const builder *b, twc_point at, int32_t drawn, int32_t own)
{
    b->river->places[b->river->place_count++] = (twc_river_place){at, drawn, own, own, -1};
}

/* Splits a segment: its confluences become places, one for each station; ends of the segment are places already. */
static void split_segment(const builder *b, int32_t s)
{
    const twc_river_segment *segment = &b->plan->segments[s];
    int32_t cells = segment->station_count - 1, first = 0, from = segment->from;
    int32_t own[2] = {own_level(&b->plan->nodes[segment->from]), own_level(&b->plan->nodes[segment->to])};
    for (int32_t k = 0; k <= cells; k++) {
        int32_t place = k == 0 ? segment->from : k == cells ? segment->to : -1;
        for (int32_t c = 0; c < b->plan->confluence_count; c++) {
            if (b->plan->confluences[c].segment != s || b->station[c] != k)
                continue;
            if (place < 0) {
                place = b->river->place_count;
                add_place(b, segment->stations[k], -1, between(own[0], own[1], k, cells));
            }
            b->place_of[b->plan->confluences[c].node] = place;
        }
        if (k > 0 && place >= 0) {
            b->river->reaches[b->river->reach_count++] = (twc_river_reach){s, first, k, from, place, -1};
            first = k;
            from = place;
        }
    }
}

/* The place a node became, through any number of confluences; -1 when that leads round. */
static int32_t place_of(const builder *b, int32_t place)
{
    for (int32_t n = 0; n <= b->plan->node_count; n++) {
        if (place >= b->plan->node_count || b->place_of[place] == place)
            return place;
        place = b->place_of[place];
    }
    return -1;
}

static twc_status split(const builder *b)
{
    for (int32_t n = 0; n < b->plan->node_count; n++) {
        add_place(b, b->plan->nodes[n].at, n, own_level(&b->plan->nodes[n]));
        b->place_of[n] = n;
    }
    for (int32_t c = 0; c < b->plan->confluence_count; c++) {
        twc_status status = find_station(b, c);
        if (status.code)
            return status;
    }
    for (int32_t s = 0; s < b->plan->segment_count; s++)
        split_segment(b, s);
    for (int32_t r = 0; r < b->river->reach_count; r++) {
        twc_river_reach *reach = &b->river->reaches[r];
        int32_t from = place_of(b, reach->from), to = place_of(b, reach->to);
        if (from < 0 || to < 0 || from == to)
            return twc_fail(TWC_USAGE, "river %llu: water flows round from node %d to itself", id_of(b),
                            reach->from < b->plan->node_count ? reach->from : reach->to);
        reach->from = from;
        reach->to = to;
    }
    return twc_ok();
}

/* ---- order ---- */

/* Names a node of the plan on a cycle: from a place that is left, upstream as often as there are places. */
static twc_status refuse_cycle(const builder *b, int32_t place)
{
    int32_t count = b->river->place_count;
    for (int32_t n = 0; n < 2 * count; n++) {
        if (n >= count && b->river->places[place].drawn >= 0)
            break;
        int32_t up = -1;
        for (int32_t r = 0; r < b->river->reach_count && up < 0; r++)
            if (b->river->reaches[r].to == place && b->river->places[b->river->reaches[r].from].order < 0)
                up = b->river->reaches[r].from;
        TWC_ASSERT(up >= 0);
        place = up;
    }
    twc_point at = b->river->places[place].at;
    return twc_fail(TWC_USAGE,
                    "river %llu: its water flows round in a cycle through node %d at (%.2f, %.2f) m: turn one of the "
                    "segments about or leave it out",
                    id_of(b), b->river->places[place].drawn, at.x * 0.01, at.z * 0.01);
}

/* Upstream first; of those that could be next the lowest. */
static twc_status set_order(const builder *b)
{
    for (int32_t p = 0; p < b->river->place_count; p++)
        b->waiting[p] = 0;
    for (int32_t r = 0; r < b->river->reach_count; r++)
        b->waiting[b->river->reaches[r].to]++;
    for (int32_t n = 0; n < b->river->place_count; n++) {
        int32_t next = 0;
        while (next < b->river->place_count && (b->river->places[next].order >= 0 || b->waiting[next] > 0))
            next++;
        if (next == b->river->place_count) {
            for (next = 0; b->river->places[next].order >= 0;)
                next++;
            return refuse_cycle(b, next);
        }
        b->river->places[next].order = n;
        for (int32_t r = 0; r < b->river->reach_count; r++)
            b->waiting[b->river->reaches[r].to] -= b->river->reaches[r].from == next;
    }
    return twc_ok();
}

/* ---- levels ---- */

static twc_status check_mouth(const builder *b, int32_t p, int32_t in, int32_t out)
{
    int32_t drawn = b->river->places[p].drawn;
    if (drawn < 0 || b->place_of[drawn] != drawn)
        return twc_ok(); /* it flows on where it flows in */
    const twc_river_node *node = &b->plan->nodes[drawn];
    twc_point at = node->at;
    if (node->mouth != TWC_MOUTH_NONE && in == 0 && (node->mouth != TWC_MOUTH_LAKE || out == 0))
        return twc_fail(TWC_USAGE, "river %llu: no segment reaches its mouth, node %d at (%.2f, %.2f) m: connect it",
                        id_of(b), drawn, at.x * 0.01, at.z * 0.01);
    if (node->mouth == TWC_MOUTH_NONE && out == 0)
        return twc_fail(
            TWC_USAGE,
            "river %llu: its water ends at node %d, (%.2f, %.2f) m, which is no mouth: lead it on into a lake, "
            "a river, standing water or over the border of the extent",
            id_of(b), drawn, at.x * 0.01, at.z * 0.01);
    return twc_ok();
}

/* The least of its own and what comes from upstream, of which all levels are set. */
static twc_status set_level(const builder *b, int32_t p)
{
    twc_river_place *place = &b->river->places[p];
    int32_t in = 0, out = 0, least = INT32_MAX;
    for (int32_t r = 0; r < b->river->reach_count; r++) {
        const twc_river_reach *reach = &b->river->reaches[r];
        out += reach->from == p;
        if (reach->to != p)
            continue;
        int32_t up = b->river->places[reach->from].level_cm;
        least = up < least ? up : least;
        in++;
    }
    twc_status status = check_mouth(b, p, in, out);
    if (status.code)
        return status;
    int drawn = place->drawn >= 0 && place_of(b, place->drawn) == p;
    if (drawn && b->plan->nodes[place->drawn].given && place->own_cm > least)
        return twc_fail(
            TWC_USAGE,
            "river %llu: node %d at (%.2f, %.2f) m is given a level of %.2f m, but the water upstream is at "
            "%.2f m: lower it, or raise what lies upstream",
            id_of(b), place->drawn, place->at.x * 0.01, place->at.z * 0.01, place->own_cm * 0.01, least * 0.01);
    place->level_cm = place->own_cm < least ? place->own_cm : least;
    if (drawn && place->level_cm < b->plan->nodes[place->drawn].ground_cm - TWC_RIVER_CANYON_CM)
        return twc_fail(
            TWC_USAGE,
            "river %llu: at node %d, (%.2f, %.2f) m, the water would lie %.2f m under the ground, at most %d m "
            "are dug: lead the river round, or raise what lies upstream",
            id_of(b), place->drawn, place->at.x * 0.01, place->at.z * 0.01,
            (b->plan->nodes[place->drawn].ground_cm - place->level_cm) * 0.01, TWC_RIVER_CANYON_CM / 100);
    return twc_ok();
}

/* The station between its ends about which the ground drops most, the lower one of two. */
static twc_status set_fall(const builder *b, twc_river_reach *reach)
{
    const int32_t *ground = b->plan->segments[reach->segment].ground_cm;
    int32_t drop = b->river->places[reach->from].level_cm - b->river->places[reach->to].level_cm,
            best = reach->first + 1;
    if (drop <= TWC_FALL_CM)
        return twc_ok();
    if (reach->last - reach->first < 2)
        return twc_fail(
            TWC_USAGE,
            "river %llu: segment %d drops by %.2f m within 5 m, from (%.2f, %.2f) m: a waterfall needs 10 m "
            "between its nodes",
            id_of(b), reach->segment, drop * 0.01, b->river->places[reach->from].at.x * 0.01,
            b->river->places[reach->from].at.z * 0.01);
    for (int32_t k = best + 1; k < reach->last; k++)
        if (ground[k - 1] - ground[k + 1] > ground[best - 1] - ground[best + 1])
            best = k;
    reach->fall = best;
    return twc_ok();
}

static int32_t most_places(const twc_river_plan *plan)
{
    return plan->node_count + plan->confluence_count;
}

size_t twc_river_bytes(const twc_river_plan *plan)
{
    size_t places = (size_t)most_places(plan), reaches = (size_t)plan->segment_count + (size_t)plan->confluence_count;
    return places * (sizeof(twc_river_place) + 3 * sizeof(int32_t)) + reaches * sizeof(twc_river_reach) +
           5 * (size_t)16;
}

twc_status twc_river_levels(const twc_river_plan *plan, void *memory, size_t bytes, twc_river *river)
{
    twc_arena arena = {memory, (unsigned char *)memory + bytes, 0};
    size_t places = (size_t)most_places(plan);
    *river = (twc_river){.id = plan->id};
    river->places = twc_arena_take(&arena, places, sizeof *river->places);
    river->reaches = twc_arena_take(&arena, (size_t)plan->segment_count + (size_t)plan->confluence_count,
                                    sizeof *river->reaches);
    builder b = {plan, river, twc_arena_take(&arena, places, sizeof(int32_t)),
                 twc_arena_take(&arena, places, sizeof(int32_t)), twc_arena_take(&arena, places, sizeof(int32_t))};
    if (arena.full)
        return twc_fail(TWC_IO, "river %llu: its memory is too small", (unsigned long long)plan->id);
    twc_status status = check_ends(&b);
    if (!status.code)
        status = split(&b);
    if (!status.code)
        status = set_order(&b);
    for (int32_t n = 0; n < river->place_count && !status.code; n++) {
        int32_t p = 0;
        while (river->places[p].order != n)
            p++;
        status = set_level(&b, p);
    }
    for (int32_t r = 0; r < river->reach_count && !status.code; r++)
        status = set_fall(&b, &river->reaches[r]);
    return status;
}

int32_t twc_river_level_at(const twc_river *river, const twc_river_reach *reach, int32_t k, int below)
{
    int32_t from = river->places[reach->from].level_cm, to = river->places[reach->to].level_cm;
    TWC_ASSERT(k >= reach->first && k <= reach->last);
    if (reach->fall >= 0)
        return k < reach->fall || (k == reach->fall && !below) ? from : to;
    return between(from, to, k - reach->first, reach->last - reach->first);
}
