/* SPDX-License-Identifier: MIT */
/*
 * Where the rows of a section lie, given the ground and the frozen levels. Spec footprint 3; paper Algorithm 3,
 * equation 2; twin fast/footprint/solve.c; test tests/footprint/test_roads.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "footprint/stage.h"
#include "ground/stage.h"

enum { WIDTH_STEPS = 3 };

/*@ requires \valid_read(station) && -(1 << 30) <= station->rx <= 1 << 30 && -(1 << 30) <= station->rz <= 1 << 30;
    requires -2 * TWC_PROFILE_REACH_CM <= offset_cm <= 2 * TWC_PROFILE_REACH_CM;
    // a spline leaves its nodes' box by a quarter at most
    requires -(3 << 29) <= station->x <= 3 << 29 && -(3 << 29) <= station->z <= 3 << 29;
    assigns \nothing;
    ensures rounded(\result.x - station->x, station->rx * offset_cm, TWC_RIGHT_ONE);
    ensures rounded(\result.z - station->z, station->rz * offset_cm, TWC_RIGHT_ONE); */
twc_point twc_station_point(const twc_station *station, int32_t offset_cm)
{
    int64_t x = twc_round_div((int64_t)station->rx * offset_cm, TWC_RIGHT_ONE);
    int64_t z = twc_round_div((int64_t)station->rz * offset_cm, TWC_RIGHT_ONE);
    return (twc_point){(int32_t)(station->x + x), (int32_t)(station->z + z)};
}

/* What all rows of one section share. */
typedef struct solver {
    const twc_feature *feature;
    const twc_station *station;
    const twc_ground_window *ground;
    int32_t k, id;
} solver;

static uint32_t hash_at(const solver *s, int32_t salt)
{
    return twc_hash(s->k, s->id, salt);
}

static double unit_hash(const solver *s, int32_t salt)
{
    return (double)hash_at(s, salt) / 4294967296.0;
}

static double ground_height(const solver *s, twc_point p)
{
    twc_location location;
    twc_reference_locate(s->ground, 1, &p, &location);
    return (double)location.height;
}

static twc_vertex row_vertex(const solver *s, int32_t offset_cm, double y)
{
    twc_point p = twc_station_point(s->station, offset_cm);
    return (twc_vertex){p.x, p.z, (float)y};
}

/* One bank: inner row at `inner_cm` to the right (negative: left) and at `base` metres. */
static void solve_bank(const solver *s, int side, int32_t inner_cm, double base, twc_vertex *mid, twc_vertex *outer,
                       uint8_t *retains)
{
    const twc_profile *profile = &s->feature->profile;
    int32_t sign = side == TWC_LEFT ? -1 : 1;
    int32_t limit = s->station->limit_cm[side] - sign * inner_cm;
    int32_t wobble = twc_jitter(hash_at(s, side == TWC_LEFT ? TWC_SALT_OUTER_LEFT : TWC_SALT_OUTER_RIGHT),
                                profile->outer_wobble_cm);
    double low = profile->bank_min_cm * 0.01, high = profile->bank_max_cm * 0.01;
    int32_t width = profile->bank_min_cm < limit ? profile->bank_min_cm : limit;
    double rise = 0.0, wanted = 0.0;
    for (int step = 0; step <= WIDTH_STEPS; step++) {
        twc_point p = twc_station_point(s->station, inner_cm + sign * width);
        rise = ground_height(s, p) - base;
        wanted = profile->bank_ratio * fabs(rise);
        if (step == WIDTH_STEPS)
            break; /* the last height is only looked at */
        double clamped = wanted < low ? low : wanted > high ? high : wanted;
        width = (int32_t)floor(clamped * 100.0 + 0.5) + wobble;
        width = width < limit ? width : limit;
    }
    TWC_ASSERT(width <= limit);
    /* The bank covers what its width allows; a retaining face covers the rest. */
    double allowed = limit * 0.01 < high ? limit * 0.01 : high, covered = width * 0.01 / profile->bank_ratio;
    *retains = wanted > allowed && covered < fabs(rise);
    double edge = rise < 0.0 ? base - covered : base + covered;
    *outer = row_vertex(s, inner_cm + sign * width, edge);

    double place = 0.45 + 0.2 * (2.0 * unit_hash(s, TWC_SALT_MID_PLACE) - 1.0);
    double share = 0.35 + 0.3 * unit_hash(s, TWC_SALT_MID_HEIGHT);
    *mid = row_vertex(s, inner_cm + sign * (int32_t)floor(place * width + 0.5), base);
    double target = *retains ? edge : ground_height(s, (twc_point){mid->x, mid->z});
    mid->y = (float)(base + share * (target - base));
}

static void solve_inner(const solver *s, int last_station, twc_vertex *row, int32_t *offset)
{
    const twc_profile *profile = &s->feature->profile;
    int32_t count = profile->row_count,
            wobble = twc_jitter(hash_at(s, TWC_SALT_INNER_WOBBLE), profile->inner_wobble_cm);
    double bed = s->station->bed_cm * 0.01;
    double noise = profile->bed_noise_cm * 0.01 * (2.0 * unit_hash(s, TWC_SALT_BED_NOISE) - 1.0);
    for (int32_t i = 0; i < count; i++) {
        int edge = i == 0 || i == count - 1;
        int32_t rise = profile->row[i].rise_cm;
        /* A step ends before the end walls do: there its upper row comes down. */
        int32_t other = i > 0 && profile->row[i - 1].offset_cm == profile->row[i].offset_cm           ? i - 1
                        : i + 1 < count && profile->row[i + 1].offset_cm == profile->row[i].offset_cm ? i + 1
                                                                                                      : i;
        if ((s->k == 0 || s->k == last_station) && profile->row[other].rise_cm < rise)
            rise = profile->row[other].rise_cm;
        offset[i] = profile->row[i].offset_cm - (edge ? wobble : 0);
        row[i] = row_vertex(s, offset[i], bed + rise * 0.01 + (edge ? 0.0 : noise));
    }
}

static void solve_section(const solver *s, twc_cross_section *out)
{
    const twc_profile *profile = &s->feature->profile;
    int banks = profile->edge == TWC_EDGE_BANK;
    int32_t offset[TWC_PROFILE_ROWS], count = profile->row_count, rows = twc_section_row_count(profile);
    TWC_ASSERT(count <= TWC_PROFILE_ROWS && rows <= TWC_SECTION_ROWS);
    twc_vertex *inner = out->row + (banks ? 2 : 0);
    solve_inner(s, s->feature->station_count - 1, inner, offset);
    out->retains[TWC_LEFT] = out->retains[TWC_RIGHT] = profile->edge == TWC_EDGE_RETAIN;
    if (banks) {
        double bed = s->station->bed_cm * 0.01;
        solve_bank(s, TWC_LEFT, offset[0], bed + profile->row[0].rise_cm * 0.01, &out->row[1], &out->row[0],
                   &out->retains[TWC_LEFT]);
        solve_bank(s, TWC_RIGHT, offset[count - 1], bed + profile->row[count - 1].rise_cm * 0.01, &out->row[rows - 2],
                   &out->row[rows - 1], &out->retains[TWC_RIGHT]);
    }
    for (int32_t i = rows; i < TWC_SECTION_ROWS; i++)
        out->row[i] = (twc_vertex){0, 0, 0.0f};
}

void twc_reference_solve(const twc_feature *feature, const twc_ground_window *ground, int32_t first, int32_t count,
                         twc_cross_section *out)
{
    for (int32_t i = 0; i < count; i++) {
        solver s = {feature, &feature->stations[first + i], ground, first + i, (int32_t)(uint32_t)feature->id};
        solve_section(&s, &out[i]);
    }
}
