/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 6 as it is printed, which levels a tributary's end after all others, beside the corrected one. */
#include <stdalign.h>

#include "measure/errata.h"
#include "twc/river.h"

enum { CELLS = 20, MAIN_NODES = 4, TRIBUTARIES = 3, RIVERS = 10000, STEP_CM = 500, BYTES = 1 << 12 };

/* A main river of MAIN_NODES nodes down the x axis, and tributaries from the side into its segments. */
typedef struct drawn {
    twc_river_plan plan;
    twc_river_node node[MAIN_NODES + 2 * TRIBUTARIES];
    twc_river_segment segment[MAIN_NODES - 1 + TRIBUTARIES];
    twc_river_confluence confluence[TRIBUTARIES];
    twc_point point[MAIN_NODES - 1 + TRIBUTARIES][CELLS + 1];
    int32_t ground[CELLS + 1]; /* only falls ask it */
} drawn;

static int32_t draw(uint64_t *state, int32_t low, int32_t high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (int32_t)((*state >> 33) % (uint64_t)(high - low + 1));
}

static void add_segment(drawn *d, int32_t from, int32_t to)
{
    int32_t s = d->plan.segment_count++;
    twc_point a = d->node[from].at, b = d->node[to].at;
    for (int32_t k = 0; k <= CELLS; k++)
        d->point[s][k] = (twc_point){a.x + (b.x - a.x) / CELLS * k, a.z + (b.z - a.z) / CELLS * k};
    d->segment[s] = (twc_river_segment){from, to, STEP_CM, CELLS + 1, d->point[s], d->ground};
}

/* A tributary into station k of a main segment, its source at `level`. */
static void add_tributary(drawn *d, int32_t segment, int32_t k, int32_t level)
{
    int32_t source = d->plan.node_count, end = source + 1;
    twc_point p = d->point[segment][k];
    d->node[source] = (twc_river_node){.at = {p.x, p.z + CELLS * STEP_CM}, .given_cm = level, .given = 1};
    d->node[end] = (twc_river_node){.at = p, .ground_cm = level + TWC_RIVER_DEPTH_CM};
    d->plan.node_count += 2;
    d->confluence[d->plan.confluence_count++] = (twc_river_confluence){end, segment};
    add_segment(d, source, end);
}

static void begin(drawn *d, int32_t nodes, const int32_t *level)
{
    *d = (drawn){0};
    for (int32_t n = 0; n < nodes; n++)
        d->node[n] = (twc_river_node){.at = {n * CELLS * STEP_CM, 0}, .ground_cm = level[n] + TWC_RIVER_DEPTH_CM};
    d->node[nodes - 1].mouth = TWC_MOUTH_BORDER;
    d->plan.node_count = nodes;
    d->plan.nodes = d->node;
    d->plan.segments = d->segment;
    d->plan.confluences = d->confluence;
    for (int32_t n = 0; n + 1 < nodes; n++)
        add_segment(d, n, n + 1);
}

/* As printed: lines 1 and 2 over the nodes, then lines 5 and 6, w_t = lerp(w_a, w_b, t). */
static int32_t printed_level(const drawn *d, int32_t c)
{
    const twc_river_confluence *confluence = &d->confluence[c];
    int32_t w = INT32_MAX, before = 0, k = 0;
    for (int32_t n = 0; n <= confluence->segment + 1; n++) {
        int32_t own = d->node[n].ground_cm - TWC_RIVER_DEPTH_CM;
        before = w;
        w = own < w ? own : w;
    }
    while (d->point[confluence->segment][k].x != d->node[confluence->node].at.x)
        k++;
    return twc_floor_div(before * (CELLS - k) + w * k, CELLS);
}

/* Adds a river's tributaries to the sums: those that end higher than they begin. */
static twc_status add_river(const drawn *d, twc_river_errata *out)
{
    alignas(16) unsigned char memory[BYTES];
    twc_river river;
    twc_status status = twc_river_levels(&d->plan, memory, sizeof memory, &river);
    int uphill = 0;
    for (int32_t c = 0; c < d->plan.confluence_count && !status.code; c++) {
        int32_t source = d->node[d->confluence[c].node - 1].given_cm, rise = printed_level(d, c) - source;
        uphill |= rise > 0;
        out->uphill += rise > 0;
        out->highest_m = rise * 0.01 > out->highest_m ? rise * 0.01 : out->highest_m;
        out->tributaries++;
    }
    for (int32_t r = 0; r < river.reach_count && !status.code; r++)
        out->corrected += river.places[river.reaches[r].to].level_cm > river.places[river.reaches[r].from].level_cm;
    out->rivers++;
    out->rivers_uphill += uphill;
    return status;
}

twc_status twc_errata_rivers(twc_river_errata *out)
{
    drawn d;
    alignas(16) unsigned char memory[BYTES];
    twc_river river;
    uint64_t state = 6;
    *out = (twc_river_errata){0};
    begin(&d, 2, (const int32_t[]){1000, 800});
    add_tributary(&d, 0, CELLS / 2, 850);
    twc_status status = twc_river_levels(&d.plan, memory, sizeof memory, &river);
    if (status.code)
        return status;
    out->printed_m = printed_level(&d, 0) * 0.01;
    out->corrected_m = river.places[river.place_count - 1].level_cm * 0.01;
    for (int32_t n = 0; n < RIVERS && !status.code; n++) {
        int32_t level[MAIN_NODES] = {6000};
        for (int32_t i = 1; i < MAIN_NODES; i++)
            level[i] = level[i - 1] + draw(&state, -300, 20);
        begin(&d, MAIN_NODES, level);
        for (int32_t t = 0; t < TRIBUTARIES; t++) {
            int32_t k = draw(&state, 1, CELLS - 1);
            int32_t here = twc_floor_div(level[t] * (CELLS - k) + level[t + 1] * k, CELLS);
            add_tributary(&d, t, k, here + draw(&state, -100, 300));
        }
        status = add_river(&d, out);
    }
    return status;
}
