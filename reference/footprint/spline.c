/* SPDX-License-Identifier: MIT */
/*
 * Catmull-Rom through the nodes, uniform or centripetal, walked in chords of equal parameter. Spec footprint 2.1,
 * 2.2; no twin: a corridor is placed once; test tests/footprint/test_splines.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "footprint/stage.h"

typedef struct position {
    double x, z;
} position;

/* The four nodes that a span hangs on, b to c; end nodes are doubled. */
typedef struct span_nodes {
    twc_point a, b, c, d;
} span_nodes;

static span_nodes nodes_of(const twc_corridor *corridor, int32_t span)
{
    int32_t last = corridor->node_count - 1;
    TWC_ASSERT(span >= 0 && span < last);
    const twc_point *node = corridor->nodes;
    return (span_nodes){node[span > 0 ? span - 1 : 0], node[span], node[span + 1],
                        node[span + 2 < last ? span + 2 : last]};
}

static double blend(double a, double b, double c, double d, double t)
{
    double linear = c - a, square = 2.0 * a - 5.0 * b + 4.0 * c - d, cube = 3.0 * b - 3.0 * c + d - a;
    return b + 0.5 * (t * (linear + t * (square + t * cube)));
}

/* From b to c with the tangents m1 and m2, which are those of a parameter that runs from 0 to 1. */
static double hermite(double b, double c, double m1, double m2, double t)
{
    double way = c - b, square = 3.0 * way - 2.0 * m1 - m2, cube = m1 + m2 - 2.0 * way;
    return b + t * (m1 + t * (square + t * cube));
}

/* The length of a span's parameter: the root of the distance between its nodes. */
static double knot_span(twc_point from, twc_point to)
{
    double dx = (double)to.x - from.x, dz = (double)to.z - from.z;
    return sqrt(sqrt(dx * dx + dz * dz));
}

/* The tangent at b, and the one at c, of one coordinate; where an end node is doubled, the chord. */
static double tangent_before(double a, double b, double c, double d0, double d1)
{
    return d0 > 0.0 ? d1 * ((b - a) / d0 - (c - a) / (d0 + d1)) + (c - b) : c - b;
}

static double tangent_after(double b, double c, double e, double d1, double d2)
{
    return d2 > 0.0 ? (c - b) - d1 * ((e - b) / (d1 + d2) - (e - c) / d2) : c - b;
}

static position centripetal(const span_nodes *n, double t)
{
    double d0 = knot_span(n->a, n->b), d1 = knot_span(n->b, n->c), d2 = knot_span(n->c, n->d);
    return (position){
        hermite(n->b.x, n->c.x, tangent_before(n->a.x, n->b.x, n->c.x, d0, d1),
                tangent_after(n->b.x, n->c.x, n->d.x, d1, d2), t),
        hermite(n->b.z, n->c.z, tangent_before(n->a.z, n->b.z, n->c.z, d0, d1),
                tangent_after(n->b.z, n->c.z, n->d.z, d1, d2), t),
    };
}

/* Step `step` of span `span`, which runs from node `span` to the next. */
static position at_step(const twc_corridor *corridor, int32_t span, int32_t step)
{
    TWC_ASSERT(step >= 0 && step <= TWC_SPLINE_STEPS);
    const span_nodes n = nodes_of(corridor, span);
    double t = step / (double)TWC_SPLINE_STEPS;
    if (corridor->spline == TWC_SPLINE_CENTRIPETAL)
        return centripetal(&n, t);
    return (position){blend(n.a.x, n.b.x, n.c.x, n.d.x, t), blend(n.a.z, n.b.z, n.c.z, n.d.z, t)};
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
    if (corridor->spline != TWC_SPLINE_UNIFORM && corridor->spline != TWC_SPLINE_CENTRIPETAL)
        return twc_fail(TWC_USAGE, "corridor %llu: there is no spline of kind %d", id, (int)corridor->spline);
    for (int32_t i = 0; i < corridor->node_count; i++) {
        twc_point node = corridor->nodes[i];
        if (node.x < -(1 << 30) || node.x > 1 << 30 || node.z < -(1 << 30) || node.z > 1 << 30)
            return twc_fail(TWC_USAGE, "corridor %llu: node %d at (%.2f, %.2f) m lies outside of every world", id, i,
                            node.x * 0.01, node.z * 0.01);
        if (i > 0 && twc_same_point(node, corridor->nodes[i - 1]))
            return twc_fail(TWC_USAGE, "corridor %llu: nodes %d and %d are both at (%.2f, %.2f) m: leave one out", id,
                            i - 1, i, node.x * 0.01, node.z * 0.01);
    }
    double steps = floor(twc_reference_spline_length(corridor) / corridor->profile->step_cm + 0.5);
    if (!(steps < TWC_STATION_MAX))
        return twc_fail(TWC_USAGE, "corridor %llu would have %.0f stations, a record holds %d: split it", id, steps + 1,
                        TWC_STATION_MAX);
    *count = steps < 1.0 ? 2 : (int32_t)steps + 1;
    return twc_ok();
}
