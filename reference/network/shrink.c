/* SPDX-License-Identifier: MIT */
/*
 * Banks shrink where cells would turn over or meet others of their layer. Spec network 7.4; no twin: a network is
 * placed once, with either library; test tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "network/body.h"

enum { APART_CM = TWC_CELL_GAP_CM };

/* Whether p lies at least `gap` on the positive side of a -> b. */
static int beyond(twc_point a, twc_point b, twc_point p, int32_t gap)
{
    const int64_t area2 = twc_point_area2(a, b, p), length2 = twc_along(a, b, b), gap2 = (int64_t)gap * gap;
    return area2 > 0 && twc_compare_products((uint64_t)area2, (uint64_t)area2, (uint64_t)length2, (uint64_t)gap2) >= 0;
}

/* Whether the sections a (left to right) and b lie ahead of each other; a section without a bank is its point. */
static int ahead(twc_point left_a, twc_point right_a, twc_point left_b, twc_point right_b)
{
    const int points = twc_same_point(left_a, left_b); /* a fan's: they begin at one point */
    int fine = 1;
    if (!twc_same_point(left_a, right_a))
        fine &= beyond(left_a, right_a, right_b, APART_CM) && (points || beyond(left_a, right_a, left_b, APART_CM));
    if (!twc_same_point(left_b, right_b))
        fine &= beyond(right_b, left_b, right_a, APART_CM) && (points || beyond(right_b, left_b, left_a, APART_CM));
    return fine;
}

enum { MARK = 1 << 29 }; /* added to a limit that has to shrink in this round */

static int32_t unmarked(int32_t limit)
{
    return limit >= MARK ? limit - MARK : limit;
}

void twc_reference_arm_corners(const twc_arm *arm, int32_t cell, twc_point corner[4])
{
    const twc_station *a = &arm->stations[cell], *b = a + 1;
    corner[0] = twc_station_point(a, unmarked(a->limit_cm[TWC_RIGHT]));
    corner[1] = twc_station_point(b, unmarked(b->limit_cm[TWC_RIGHT]));
    corner[2] = twc_station_point(b, -unmarked(b->limit_cm[TWC_LEFT]));
    corner[3] = twc_station_point(a, -unmarked(a->limit_cm[TWC_LEFT]));
}

int32_t twc_reference_gap_limit(const twc_network_body *body, const twc_network_gap *gap, int32_t k)
{
    if (k > 0 && k + 1 < gap->station_count)
        return unmarked(gap->stations[k].limit_cm[TWC_RIGHT]);
    const twc_gap_end end = twc_reference_gap_end(body->network, gap, k > 0);
    const twc_arm *arm = &body->network->arms[end.arm];
    return unmarked(arm->stations[end.station].limit_cm[end.bank]) - arm->half_cm;
}

int twc_reference_gap_has_cell(const twc_network_body *body, const twc_network_gap *gap, int32_t cell)
{
    return twc_reference_gap_limit(body, gap, cell) > 0 || twc_reference_gap_limit(body, gap, cell + 1) > 0;
}

void twc_reference_gap_corners(const twc_network_body *body, const twc_network_gap *gap, int32_t cell,
                               twc_point corner[4])
{
    const twc_station *a = &gap->stations[cell], *b = a + 1;
    corner[0] = twc_station_point(a, twc_reference_gap_limit(body, gap, cell));
    corner[1] = twc_station_point(b, twc_reference_gap_limit(body, gap, cell + 1));
    corner[2] = (twc_point){b->x, b->z};
    corner[3] = (twc_point){a->x, a->z};
}

/* ---- what is too wide ---- */

/* Limits are counted from the inner edge here; each is marked in a round, then cut. */
typedef struct shrinker {
    twc_network *network;
    twc_network_body *body;
    int changed;
} shrinker;

static void mark(shrinker *s, int32_t *limit)
{
    if (*limit < MARK) {
        *limit += MARK;
        s->changed = 1;
    }
}

static void mark_arm(shrinker *s, twc_arm *arm, int32_t cell)
{
    for (int32_t k = cell; k <= cell + 1; k++)
        for (int side = 0; side < 2; side++)
            if (unmarked(arm->stations[k].limit_cm[side]) > arm->half_cm)
                mark(s, &arm->stations[k].limit_cm[side]);
}

static void mark_gap(shrinker *s, twc_network_gap *gap, int32_t cell)
{
    for (int32_t k = cell; k <= cell + 1; k++) {
        if (k > 0 && k + 1 < gap->station_count) {
            if (unmarked(gap->stations[k].limit_cm[TWC_RIGHT]) > 0)
                mark(s, &gap->stations[k].limit_cm[TWC_RIGHT]);
            continue;
        }
        const twc_gap_end end = twc_reference_gap_end(s->network, gap, k > 0);
        twc_arm *arm = &s->network->arms[end.arm];
        if (unmarked(arm->stations[end.station].limit_cm[end.bank]) > arm->half_cm)
            mark(s, &arm->stations[end.station].limit_cm[end.bank]);
    }
}

static int32_t cut_limit(int32_t limit, int32_t half)
{
    if (limit < MARK)
        return limit;
    const int32_t shorter = (limit - MARK - half) * 3 / 4;
    return half + (shorter < TWC_NETWORK_BARE_CM ? 0 : shorter);
}

static void cut_marked(shrinker *s)
{
    for (int32_t a = 0; a < s->network->arm_count; a++)
        for (int32_t k = 0; k < s->network->arms[a].station_count; k++)
            for (int side = 0; side < 2; side++) {
                twc_arm *arm = &s->network->arms[a];
                arm->stations[k].limit_cm[side] = cut_limit(arm->stations[k].limit_cm[side], arm->half_cm);
            }
    for (int32_t g = 0; g < s->body->gap_count; g++)
        for (int32_t k = 0; k < s->body->gaps[g].station_count; k++)
            s->body->gaps[g].stations[k].limit_cm[TWC_RIGHT] = cut_limit(
                s->body->gaps[g].stations[k].limit_cm[TWC_RIGHT], 0);
}

static int all_bare(const twc_arm *arm, int32_t cell)
{
    int bare = 1;
    for (int32_t k = cell; k <= cell + 1; k++)
        for (int side = 0; side < 2; side++)
            bare &= unmarked(arm->stations[k].limit_cm[side]) <= arm->half_cm;
    return bare;
}

static twc_status refuse(const shrinker *s, const twc_arm *arm, int32_t cell)
{
    return twc_fail(TWC_USAGE,
                    "network %llu: beds of arm %d overlap at (%.2f, %.2f) m: move its points apart there, or take a "
                    "narrower profile",
                    (unsigned long long)s->network->id, arm->number, arm->stations[cell].x * 0.01,
                    arm->stations[cell].z * 0.01);
}

static twc_box corners_box(const twc_point corner[4])
{
    return twc_boxes_joined(twc_segment_box(corner[0], corner[2]), twc_segment_box(corner[1], corner[3]));
}

static int corners_meet(const twc_point p[4], const twc_point q[4])
{
    return twc_boxes_meet(corners_box(p), corners_box(q)) && twc_reference_loops_meet(p, 4, q, 4);
}

static twc_status look_at_arm(shrinker *s, twc_arm *arm)
{
    for (int32_t i = twc_arm_first(arm); i < twc_arm_end(arm); i++) {
        twc_point p[4], q[4];
        twc_reference_arm_corners(arm, i, p);
        int fine = ahead(p[3], p[0], p[2], p[1]);
        if (!fine && all_bare(arm, i))
            return refuse(s, arm, i);
        if (!fine)
            mark_arm(s, arm, i);
        for (int32_t j = i + 2; j < twc_arm_end(arm); j++) {
            twc_reference_arm_corners(arm, j, q);
            if (!corners_meet(p, q))
                continue;
            if (all_bare(arm, i) && all_bare(arm, j))
                return refuse(s, arm, i);
            mark_arm(s, arm, i);
            mark_arm(s, arm, j);
        }
    }
    return twc_ok();
}

static void look_at_gap(shrinker *s, twc_network_gap *gap)
{
    for (int32_t i = 0; i + 1 < gap->station_count; i++) {
        twc_point p[4], q[4];
        if (!twc_reference_gap_has_cell(s->body, gap, i))
            continue;
        twc_reference_gap_corners(s->body, gap, i, p);
        if (!ahead(p[3], p[0], p[2], p[1]))
            mark_gap(s, gap, i);
        for (int32_t j = i + 2; j + 1 < gap->station_count; j++) {
            if (!twc_reference_gap_has_cell(s->body, gap, j) ||
                (gap->stations[j].x == p[2].x && gap->stations[j].z == p[2].z))
                continue;
            twc_reference_gap_corners(s->body, gap, j, q);
            if (corners_meet(p, q)) {
                mark_gap(s, gap, i);
                mark_gap(s, gap, j);
            }
        }
    }
}

twc_status twc_reference_network_shrink(twc_network *network, twc_network_body *body)
{
    shrinker s = {network, body, 1};
    for (int32_t round = 0; s.changed; round++) {
        s.changed = 0;
        for (int32_t a = 0; a < network->arm_count; a++) {
            twc_status status = look_at_arm(&s, &network->arms[a]);
            if (status.code)
                return status;
        }
        for (int32_t g = 0; g < body->gap_count; g++)
            look_at_gap(&s, &body->gaps[g]);
        cut_marked(&s);
        if (round == TWC_NETWORK_ROUNDS)
            return twc_fail(TWC_USAGE, "network %llu: its banks still meet each other after %d rounds of shrinking",
                            (unsigned long long)network->id, TWC_NETWORK_ROUNDS);
    }
    return twc_ok();
}
