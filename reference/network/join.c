/* SPDX-License-Identifier: MIT */
/*
 * Nodes where centrelines cross, and where a line ends at another. Spec network 1; no twin: a network is placed once,
 * with either library; test tests/network/test_pads.c.
 *
 * One node at a time: a spline through one more point is another spline, so all is sought anew.
 */
#include "common/assertion.h"
#include "footprint/stage.h"
#include "network/stage.h"

static int64_t distance2(twc_point a, twc_point b)
{
    return twc_along(a, b, b);
}

static twc_point station_at(const twc_arm *arm, int32_t k)
{
    return (twc_point){arm->stations[k].x, arm->stations[k].z};
}

/* The square of the distance from p to the segment a b, rounded to whole square centimetres. */
static int64_t segment_distance2(twc_point a, twc_point b, twc_point p)
{
    int64_t length2 = distance2(a, b), along = twc_along(a, b, p);
    if (along <= 0 || length2 == 0)
        return distance2(a, p);
    if (along >= length2)
        return distance2(b, p);
    int64_t area2 = twc_point_area2(a, b, p);
    return (int64_t)((double)area2 * (double)area2 / (double)length2);
}

static int is_near(twc_point a, twc_point b)
{
    return distance2(a, b) < (int64_t)TWC_NETWORK_NEAR_CM * TWC_NETWORK_NEAR_CM;
}

/* The side of its line, as the number of the point it ends at, that a cell of an arm lies along. */
static int32_t side_of_cell(const twc_work_line *line, const twc_arm *arm, int32_t cell)
{
    int32_t from = 0, at = arm->first_point + 1;
    for (;; at++) {
        int32_t nearest = from;
        for (int32_t k = from; k < arm->station_count; k++)
            if (distance2(station_at(arm, k), line->points[at]) < distance2(station_at(arm, nearest), line->points[at]))
                nearest = k;
        if (nearest > cell || at == arm->last_point)
            return at;
        from = nearest;
    }
}

static int is_node(const twc_network *network, twc_point p)
{
    for (int32_t n = 0; n < network->node_count; n++)
        if (twc_same_point(network->nodes[n].at, p))
            return 1;
    return 0;
}

/* What joins are put into. */
typedef struct joiner {
    const twc_network_plan *plan;
    const twc_network *network;
    twc_work_line *lines;
    twc_arena *arena;
} joiner;

/* Moves a node, in every line that has it. */
static void move_node(const joiner *j, twc_point from, twc_point to)
{
    for (int32_t l = 0; l < j->plan->line_count; l++)
        for (int32_t i = 0; i < j->lines[l].count; i++)
            if (twc_same_point(j->lines[l].points[i], from))
                j->lines[l].points[i] = to;
}

/*
 * Puts p into a line before point `at`: in place of a neighbour that is no node and nearer than the line is wide, as a
 * spline overshoots between points so close; a node nearer than TWC_NETWORK_NEAR_CM moves to p.
 */
static int insert(const joiner *j, int32_t l, int32_t at, twc_point p)
{
    twc_work_line *line = &j->lines[l];
    int64_t width = 2 * (int64_t)twc_network_half_width(line->profile);
    TWC_ASSERT(at >= 1 && at < line->count);
    for (int32_t i = at - 1; i <= at; i++) {
        int node = is_node(j->network, line->points[i]);
        if (node && is_near(line->points[i], p))
            move_node(j, line->points[i], p);
        else if (!node && distance2(line->points[i], p) < width * width)
            line->points[i] = p;
        if (twc_same_point(line->points[i], p))
            return 1;
    }
    if (line->count == line->capacity) {
        twc_point *more = twc_arena_take(j->arena, 2 * (size_t)line->capacity, sizeof *more);
        if (!more)
            return 0;
        for (int32_t i = 0; i < line->count; i++)
            more[i] = line->points[i];
        line->points = more;
        line->capacity *= 2;
    }
    for (int32_t i = line->count; i > at; i--)
        line->points[i] = line->points[i - 1];
    line->points[at] = p;
    line->count++;
    return 1;
}

static twc_box arm_box(const twc_arm *arm, int32_t grow)
{
    twc_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int32_t k = 0; k < arm->station_count; k++) {
        twc_point p = station_at(arm, k);
        box.x0 = p.x < box.x0 ? p.x : box.x0;
        box.z0 = p.z < box.z0 ? p.z : box.z0;
        box.x1 = p.x > box.x1 ? p.x : box.x1;
        box.z1 = p.z > box.z1 ? p.z : box.z1;
    }
    return twc_box_grown(box, grow);
}

/* ---- ends at other lines ---- */

static int is_free(const twc_network *network, int32_t node)
{
    int ends = 0;
    for (int32_t a = 0; a < network->arm_count; a++)
        ends += (network->arms[a].node[0] == node) + (network->arms[a].node[1] == node);
    return ends == 1;
}

/* The cell of an arm that p is nearest to, of those whose centreline has p within the half-width; or -1. */
static int32_t cell_under(const twc_arm *arm, twc_point p)
{
    int64_t least = (int64_t)arm->half_cm * arm->half_cm;
    int32_t cell = -1;
    twc_box box = arm_box(arm, arm->half_cm);
    if (p.x < box.x0 || p.x > box.x1 || p.z < box.z0 || p.z > box.z1)
        return -1;
    for (int32_t k = 0; k < twc_arm_cells(arm); k++) {
        int64_t d = segment_distance2(station_at(arm, k), station_at(arm, k + 1), p);
        if (d < least) {
            least = d;
            cell = k;
        }
    }
    return cell;
}

/* Joins a free end to the first other arm that it lies on: 1 when it did, -1 when there is no memory. */
static int join_end(const joiner *j, const twc_arm *arm, int side)
{
    twc_point p = j->network->nodes[arm->node[side]].at;
    if (!is_free(j->network, arm->node[side]))
        return 0;
    for (int32_t b = 0; b < j->network->arm_count; b++) {
        const twc_arm *other = &j->network->arms[b];
        if (other->node[0] == arm->node[side] || other->node[1] == arm->node[side])
            continue;
        int32_t cell = cell_under(other, p);
        if (cell >= 0)
            return insert(j, other->line, side_of_cell(&j->lines[other->line], other, cell), p) ? 1 : -1;
    }
    return 0;
}

/* ---- crossings ---- */

typedef struct crossing {
    int32_t cell[2];
    twc_point at;
} crossing;

/* The first crossing of two arms away from the nodes that they share. */
static int find_crossing(const twc_network *network, const twc_arm *a, const twc_arm *b, crossing *out)
{
    for (int32_t i = 0; i < twc_arm_cells(a); i++)
        for (int32_t j = a == b ? i + 2 : 0; j < twc_arm_cells(b); j++) {
            twc_point p = station_at(a, i), q = station_at(a, i + 1), r = station_at(b, j), s = station_at(b, j + 1);
            if (!twc_boxes_meet(twc_segment_box(p, q), twc_segment_box(r, s)) || !twc_crossing(p, q, r, s, &out->at))
                continue;
            int shared = 0;
            for (int e = 0; e < 4; e++)
                shared |= (a != b || e / 2 != e % 2) && a->node[e / 2] == b->node[e % 2] &&
                          is_near(out->at, network->nodes[a->node[e / 2]].at);
            if (shared)
                continue;
            out->cell[0] = i;
            out->cell[1] = j;
            return 1;
        }
    return 0;
}

static twc_status no_memory(const twc_network_plan *plan)
{
    return twc_fail(TWC_IO, "network %llu: its memory is too small", (unsigned long long)plan->id);
}

static twc_status join_crossing(const joiner *j, const twc_arm *a, const twc_arm *b, crossing c)
{
    unsigned long long id = (unsigned long long)j->plan->id;
    const twc_work_line *la = &j->lines[a->line], *lb = &j->lines[b->line];
    twc_point p = c.at;
    int32_t i = side_of_cell(la, a, c.cell[0]), k = side_of_cell(lb, b, c.cell[1]);
    if (!j->plan->join)
        return twc_fail(TWC_USAGE,
                        "network %llu: arms %d and %d cross at (%.2f, %.2f) m, where there is no node: put a point of "
                        "both lines there, or let crossings be joined (--join)",
                        id, a->number, b->number, p.x * 0.01, p.z * 0.01);
    if (la == lb && i == k)
        return twc_fail(TWC_USAGE,
                        "network %llu: line %d winds across itself at (%.2f, %.2f) m between two of its points", id,
                        a->line, p.x * 0.01, p.z * 0.01);
    /* A node that is there already stays where it is. */
    for (int32_t n = 0; n < 2; n++)
        p = is_near(la->points[i - n], c.at) && is_node(j->network, la->points[i - n]) ? la->points[i - n] : p;
    /* The later one first: of one line the other keeps its number. */
    int done = k > i ? insert(j, b->line, k, p) && insert(j, a->line, i, p)
                     : insert(j, a->line, i, p) && insert(j, b->line, k, p);
    return done ? twc_ok() : no_memory(j->plan);
}

twc_status twc_reference_join(const twc_network_plan *plan, const twc_network *network, twc_work_line *lines,
                              twc_arena *arena, int *changed)
{
    joiner j = {plan, network, lines, arena};
    for (int32_t a = 0; plan->join && a < network->arm_count; a++)
        for (int side = 0; side < 2; side++) {
            int joined = join_end(&j, &network->arms[a], side);
            *changed = joined > 0;
            if (joined != 0)
                return joined > 0 ? twc_ok() : no_memory(plan);
        }
    for (int32_t a = 0; a < network->arm_count; a++)
        for (int32_t b = a; b < network->arm_count; b++) {
            crossing c;
            if (!twc_boxes_meet(arm_box(&network->arms[a], 0), arm_box(&network->arms[b], 0)) ||
                !find_crossing(network, &network->arms[a], &network->arms[b], &c))
                continue;
            *changed = 1;
            return join_crossing(&j, &network->arms[a], &network->arms[b], c);
        }
    return twc_ok();
}
