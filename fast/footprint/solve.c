/* SPDX-License-Identifier: MIT */
/*
 * Where the rows of sections lie, with heights from the grid's triangles: the ones the lattice would find. Spec
 * footprint 3; paper Algorithm 3, equation 2; twin reference/footprint/solve.c; test tests/footprint/test_roads.c.
 */
#include <math.h>

#include "footprint/build.h"

enum { WIDTH_STEPS = 3 };

typedef struct solver {
    const fast_work *work;
    const twc_profile *profile;
    const twc_station *station;
    int32_t k, id;
    float *ground;  /* at the outer points: left and right */
    uint32_t *last; /* the triangles that held the points before: left and right */
} solver;

static double unit_hash(const solver *s, int32_t salt)
{
    return (double)twc_hash(s->k, s->id, salt) / 4294967296.0;
}

static twc_point point_at(const twc_station *station, int32_t offset_cm)
{
    const int64_t half = TWC_RIGHT_ONE / 2;
    return (twc_point){(int32_t)(station->x + (((int64_t)station->rx * offset_cm + half) >> 30)),
                       (int32_t)(station->z + (((int64_t)station->rz * offset_cm + half) >> 30))};
}

static twc_vertex row_at(const solver *s, int32_t offset_cm, double y)
{
    twc_point p = point_at(s->station, offset_cm);
    return (twc_vertex){p.x, p.z, (float)y};
}

static void solve_bank(const solver *s, int side, int32_t inner_cm, double base, twc_vertex *mid, twc_vertex *outer,
                       uint8_t *retains)
{
    const twc_profile *profile = s->profile;
    const int32_t sign = side == TWC_LEFT ? -1 : 1, limit = s->station->limit_cm[side] - sign * inner_cm;
    const int32_t wobble = twc_jitter(
        twc_hash(s->k, s->id, side == TWC_LEFT ? TWC_SALT_OUTER_LEFT : TWC_SALT_OUTER_RIGHT), profile->outer_wobble_cm);
    const double low = profile->bank_min_cm * 0.01, high = profile->bank_max_cm * 0.01;
    int32_t width = profile->bank_min_cm < limit ? profile->bank_min_cm : limit, settled = -1;
    double rise = 0.0, wanted = 0.0;
    for (int step = 0; step <= WIDTH_STEPS; step++) {
        if (width != settled) { /* the same width again has the same ground */
            s->ground[side] = twc_fast_ground_height(s->work, point_at(s->station, inner_cm + sign * width),
                                                     &s->last[side]);
            rise = (double)s->ground[side] - base;
            settled = width;
        }
        wanted = profile->bank_ratio * fabs(rise);
        if (step == WIDTH_STEPS)
            break;
        double clamped = wanted < low ? low : wanted > high ? high : wanted;
        width = (int32_t)floor(clamped * 100.0 + 0.5) + wobble;
        width = width < limit ? width : limit;
    }
    TWC_ASSERT(width <= limit);
    double allowed = limit * 0.01 < high ? limit * 0.01 : high, covered = width * 0.01 / profile->bank_ratio;
    *retains = wanted > allowed && covered < fabs(rise);
    double edge = rise < 0.0 ? base - covered : base + covered;
    *outer = row_at(s, inner_cm + sign * width, edge);
    double place = 0.45 + 0.2 * (2.0 * unit_hash(s, TWC_SALT_MID_PLACE) - 1.0);
    double share = 0.35 + 0.3 * unit_hash(s, TWC_SALT_MID_HEIGHT);
    *mid = row_at(s, inner_cm + sign * (int32_t)floor(place * width + 0.5), base);
    double target = *retains ? edge
                             : (double)twc_fast_ground_height(s->work, (twc_point){mid->x, mid->z}, &s->last[side]);
    mid->y = (float)(base + share * (target - base));
}

static void solve_section(const solver *s, int at_end, twc_cross_section *out)
{
    const twc_profile *profile = s->profile;
    const int banks = profile->edge == TWC_EDGE_BANK;
    const int32_t count = profile->row_count, rows = count + 4 * banks;
    const int32_t wobble = twc_jitter(twc_hash(s->k, s->id, TWC_SALT_INNER_WOBBLE), profile->inner_wobble_cm);
    const double bed = s->station->bed_cm * 0.01;
    const double noise = profile->bed_noise_cm * 0.01 * (2.0 * unit_hash(s, TWC_SALT_BED_NOISE) - 1.0);
    twc_vertex *inner = out->row + 2 * banks;
    for (int32_t i = 0; i < count; i++) {
        const twc_profile_row *row = &profile->row[i];
        int edge = i == 0 || i == count - 1;
        int32_t rise = row->rise_cm;
        if (at_end && i > 0 && row[-1].offset_cm == row->offset_cm)
            rise = row[-1].rise_cm < rise ? row[-1].rise_cm : rise;
        else if (at_end && i + 1 < count && row[1].offset_cm == row->offset_cm)
            rise = row[1].rise_cm < rise ? row[1].rise_cm : rise;
        inner[i] = row_at(s, row->offset_cm - (edge ? wobble : 0), bed + rise * 0.01 + (edge ? 0.0 : noise));
    }
    out->retains[TWC_LEFT] = out->retains[TWC_RIGHT] = profile->edge == TWC_EDGE_RETAIN;
    if (banks) {
        solve_bank(s, TWC_LEFT, profile->row[0].offset_cm - wobble, bed + profile->row[0].rise_cm * 0.01, &out->row[1],
                   &out->row[0], &out->retains[TWC_LEFT]);
        solve_bank(s, TWC_RIGHT, profile->row[count - 1].offset_cm - wobble,
                   bed + profile->row[count - 1].rise_cm * 0.01, &out->row[rows - 2], &out->row[rows - 1],
                   &out->retains[TWC_RIGHT]);
    }
    for (int32_t i = rows; i < TWC_SECTION_ROWS; i++)
        out->row[i] = (twc_vertex){0, 0, 0.0f};
}

/* The cell as solved is the convex hull of its corners, but for the rounding of its rows. */
static void fit_cell(fast_cell *cell)
{
    const int32_t last = twc_section_row_count(&cell->feature->profile) - 1;
    cell->corner[0] = plan(cell->section[0].row[0]);
    cell->corner[1] = plan(cell->section[0].row[last]);
    cell->corner[2] = plan(cell->section[1].row[last]);
    cell->corner[3] = plan(cell->section[1].row[0]);
    twc_box box = {cell->corner[0].x, cell->corner[0].z, cell->corner[0].x, cell->corner[0].z};
    for (int k = 1; k < 4; k++) {
        const twc_point p = cell->corner[k];
        box.x0 = p.x < box.x0 ? p.x : box.x0;
        box.z0 = p.z < box.z0 ? p.z : box.z0;
        box.x1 = p.x > box.x1 ? p.x : box.x1;
        box.z1 = p.z > box.z1 ? p.z : box.z1;
    }
    cell->box = twc_box_grown(box, TWC_SNAP_CM);
}

int twc_fast_solve(fast_work *w)
{
    twc_cross_section *section = twc_arena_take(&w->arena, 2 * (size_t)w->cell_count, sizeof *section);
    float(*ground)[2] = twc_arena_take(&w->arena, 2 * (size_t)w->cell_count, sizeof *ground);
    uint32_t last[2] = {TWC_NONE, TWC_NONE};
    if (!section || !ground)
        return 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        fast_cell *cell = &w->cells[i];
        const twc_feature *feature = cell->feature;
        for (int32_t n = cell->before ? 1 : 0; n < 2; n++) {
            int32_t k = cell->cell + n;
            solver s = {w,   &feature->profile, &feature->stations[k], k, (int32_t)(uint32_t)feature->id, *ground++,
                        last};
            solve_section(&s, k == 0 || k == feature->station_count - 1, section++);
        }
        cell->section = section - 2;
        cell->ground = (const float(*)[2])ground - 2;
    }
    for (uint32_t i = 0; i < w->cell_count; i++)
        fit_cell(&w->cells[i]);
    return 1;
}
