/* SPDX-License-Identifier: MIT */
/*
 * Uniform Catmull-Rom through the nodes, end nodes doubled, walked in chords of equal parameter. Spec footprint 2.1,
 * 2.2; no twin: a corridor is placed once; test tests/footprint/test_roads.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "footprint/stage.h"

typedef struct position {
    double x, z;
} position;

static double blend(double a, double b, double c, double d, double t)
{
    double linear = c - a, square = 2.0 * a - 5.0 * b + 4.0 * c - d, cube = 3.0 * b - 3.0 * c + d - a;
    return b + 0.5 * (t * (linear + t * (square + t * cube)));
}

/* Step `step` of span `span`, which runs from node `span` to the next. */
static position at_step(const twc_corridor *corridor, int32_t span, int32_t step)
{
    TWC_ASSERT(span >= 0 && span + 1 < corridor->node_count && step >= 0 && step <= TWC_SPLINE_STEPS);
    int32_t last = corridor->node_count - 1;
    const twc_point *a = &corridor->nodes[span > 0 ? span - 1 : 0], *b = &corridor->nodes[span];
    const twc_point *c = &corridor->nodes[span + 1], *d = &corridor->nodes[span + 2 < last ? span + 2 : last];
    double t = step / (double)TWC_SPLINE_STEPS;
    return (position){blend(a->x, b->x, c->x, d->x, t), blend(a->z, b->z, c->z, d->z, t)};
}

static double distance(position a, position b)
{
    double dx = b.x - a.x, dz = b.z - a.z;
    return sqrt(dx * dx + dz * dz);
}

double twc_reference_spline_length(const twc_corridor *corridor)
{
    double length = 0.0;
    position from = at_step(corridor, 0, 0);
    for (int32_t span = 0; span < corridor->node_count - 1; span++)
        for (int32_t step = 1; step <= TWC_SPLINE_STEPS; step++) {
            position to = at_step(corridor, span, step);
            length += distance(from, to);
            from = to;
        }
    return length;
}

static int32_t rounded(double value)
{
    return (int32_t)floor(value + 0.5);
}

void twc_reference_spline_points(const twc_corridor *corridor, double length, int32_t count, twc_station *stations)
{
    double walked = 0.0;
    position from = at_step(corridor, 0, 0);
    int32_t next = 0;
    for (int32_t span = 0; span < corridor->node_count - 1; span++)
        for (int32_t step = 1; step <= TWC_SPLINE_STEPS; step++) {
            position to = at_step(corridor, span, step);
            double chord = distance(from, to);
            while (next < count - 1 && length * next / (count - 1) <= walked + chord) {
                double share = chord > 0.0 ? (length * next / (count - 1) - walked) / chord : 0.0;
                stations[next].x = rounded(from.x + (to.x - from.x) * share);
                stations[next].z = rounded(from.z + (to.z - from.z) * share);
                next++;
            }
            walked += chord;
            from = to;
        }
    TWC_ASSERT(next <= count);
    /* The last station is the last node, whatever the sums rounded to; so are any the sums did not reach. */
    for (; next < count; next++) {
        stations[next].x = corridor->nodes[corridor->node_count - 1].x;
        stations[next].z = corridor->nodes[corridor->node_count - 1].z;
    }
}

twc_status twc_corridor_station_count(const twc_corridor *corridor, int32_t *count)
{
    unsigned long long id = (unsigned long long)corridor->id;
    if (corridor->node_count < 2)
        return twc_fail(TWC_USAGE, "corridor %llu has %d nodes, it needs at least two", id, corridor->node_count);
    for (int32_t i = 0; i < corridor->node_count; i++) {
        twc_point node = corridor->nodes[i];
        if (node.x < -(1 << 30) || node.x > 1 << 30 || node.z < -(1 << 30) || node.z > 1 << 30)
            return twc_fail(TWC_USAGE, "corridor %llu: node %d at (%.2f, %.2f) m lies outside of every world", id, i,
                            node.x * 0.01, node.z * 0.01);
        if (i > 0 && twc_same_point(node, corridor->nodes[i - 1]))
            return twc_fail(TWC_USAGE, "corridor %llu: nodes %d and %d are both at (%.2f, %.2f) m: leave one out", id,
                            i - 1, i, node.x * 0.01, node.z * 0.01);
    }
    double steps = floor(twc_reference_spline_length(corridor) / TWC_STATION_CM + 0.5);
    if (!(steps < TWC_STATION_MAX))
        return twc_fail(TWC_USAGE, "corridor %llu would have %.0f stations, a record holds %d: split it", id, steps + 1,
                        TWC_STATION_MAX);
    *count = steps < 1.0 ? 2 : (int32_t)steps + 1;
    return twc_ok();
}
