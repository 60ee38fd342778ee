/* SPDX-License-Identifier: MIT */
/*
 * How far edges may ever go, and what is refused from the plan. Spec footprint 2.4, 2.5; no twin: a corridor is placed
 * once; test tests/footprint/test_roads.c.
 *
 * All from the plan alone, when it is placed: how far edges may ever go, and whether the widest cells those limits
 * allow are convex and apart. Narrower cells lie within them, so whatever the ground becomes, the building of the
 * corridor has nothing left to refuse.
 */
#include <math.h>

#include "common/assertion.h"
#include "footprint/stage.h"

/* Of the way to the point as near to another station as to this one. */
static const double share_of_way = 0.8;

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* How far out the edge of a side goes: at most, and at least (what the narrowest section needs). */
int32_t twc_reference_widest(const twc_profile *profile, int side)
{
    int32_t edge = side == TWC_LEFT ? -profile->row[0].offset_cm : profile->row[profile->row_count - 1].offset_cm;
    return edge + profile->inner_wobble_cm +
           (profile->edge == TWC_EDGE_BANK ? profile->bank_max_cm + profile->outer_wobble_cm : 0);
}

int32_t twc_reference_narrowest(const twc_profile *profile, int side)
{
    TWC_ASSERT(side == TWC_LEFT || side == TWC_RIGHT);
    return twc_reference_widest(profile, side) -
           (profile->edge == TWC_EDGE_BANK ? profile->bank_max_cm - profile->bank_min_cm + 2 * profile->outer_wobble_cm
                                           : 0);
}

/*
 * How far apart neighbouring sections must stay. Rounding moves a row's point by up to 0.71 cm, which turns a strip of
 * width s by 1.42 / s; a point that lies d along that strip moves across it by d times that. d is at most the spread of
 * the widths. With 2 d / s between sections nothing turns over, and the mid row stays 2.8 cm off the outline: it never
 * bends there.
 */
static int32_t section_gap(const twc_profile *profile)
{
    int32_t spread = 2 * profile->inner_wobble_cm, strip = 20;
    int32_t gap = TWC_CELL_GAP_CM;
    gap = larger(gap, 4 + (2 * spread + strip - 1) / strip);
    if (profile->edge == TWC_EDGE_BANK) {
        spread += profile->bank_max_cm - profile->bank_min_cm + 2 * profile->outer_wobble_cm;
        strip = (profile->bank_min_cm - profile->outer_wobble_cm) / 4;
        gap = larger(gap, 4 + (2 * spread + strip - 1) / strip);
    }
    return gap;
}

static void cell_corners(const twc_feature *feature, int32_t cell, twc_point corner[4])
{
    const twc_station *a = &feature->stations[cell], *b = a + 1;
    TWC_ASSERT(cell >= 0 && cell + 1 < feature->station_count);
    corner[0] = twc_station_point(a, -a->limit_cm[TWC_LEFT]);
    corner[1] = twc_station_point(a, a->limit_cm[TWC_RIGHT]);
    corner[2] = twc_station_point(b, b->limit_cm[TWC_RIGHT]);
    corner[3] = twc_station_point(b, -b->limit_cm[TWC_LEFT]);
}

void twc_reference_fill_tree(const twc_feature *feature, twc_box *tree)
{
    for (int32_t k = 0; k < feature->station_count - 1; k++) {
        twc_point corner[4];
        cell_corners(feature, k, corner);
        twc_box box = {corner[0].x, corner[0].z, corner[0].x, corner[0].z};
        for (int i = 1; i < 4; i++) {
            box.x0 = corner[i].x < box.x0 ? corner[i].x : box.x0;
            box.z0 = corner[i].z < box.z0 ? corner[i].z : box.z0;
            box.x1 = corner[i].x > box.x1 ? corner[i].x : box.x1;
            box.z1 = corner[i].z > box.z1 ? corner[i].z : box.z1;
        }
        tree[feature->leaves + k] = twc_box_grown(box, TWC_SNAP_CM);
    }
    twc_reference_grow_tree(feature->leaves, feature->station_count - 1, tree);
}

/*
 * The stations at the ends of the cells in `cells`, one by one: cell i gives station i, and i + 1 where cell i + 1 is
 * missing.
 */
static double way_to_others(const twc_feature *feature, int32_t k, int side, const int32_t *cells, int32_t count,
                            int32_t *nearest)
{
    const twc_station *here = &feature->stations[k];
    double least = 1e9;
    for (int32_t i = 0; i < 2 * count; i++) {
        int32_t j = cells[i / 2] + i % 2;
        int64_t dx = (int64_t)feature->stations[j].x - here->x, dz = (int64_t)feature->stations[j].z - here->z;
        int64_t towards = (int64_t)here->rx * dx + (int64_t)here->rz * dz;
        towards = side == TWC_LEFT ? -towards : towards;
        if (j == k || towards <= 0)
            continue;
        double way = (double)(dx * dx + dz * dz) * TWC_RIGHT_ONE / (2.0 * (double)towards);
        if (way < least) {
            least = way;
            *nearest = j;
        }
    }
    TWC_ASSERT(least > 0.0);
    return least;
}

static twc_status limit_station(const twc_corridor *corridor, const twc_feature *feature, int32_t k,
                                int32_t *near_cells, int32_t limit[2])
{
    const twc_station *here = &feature->stations[k];
    int32_t reach = 3 * larger(twc_reference_widest(&feature->profile, TWC_LEFT),
                               twc_reference_widest(&feature->profile, TWC_RIGHT));
    twc_box box = {here->x - reach, here->z - reach, here->x + reach, here->z + reach};
    int32_t count = twc_reference_cells_near(feature, box, TWC_NEAR_CAPACITY, near_cells);
    if (count > TWC_NEAR_CAPACITY)
        return twc_fail(TWC_USAGE, "corridor %llu: %d of its cells lie near station %d: it runs over itself",
                        (unsigned long long)corridor->id, count, k);
    for (int side = 0; side < 2; side++) {
        int32_t other = k, most = twc_reference_widest(&feature->profile, side),
                need = twc_reference_narrowest(&feature->profile, side);
        double way = way_to_others(feature, k, side, near_cells, count, &other);
        double allowed = floor(share_of_way * way);
        limit[side] = allowed < most ? (int32_t)allowed : most;
        if (limit[side] < need)
            return twc_fail(
                TWC_USAGE,
                "corridor %llu, station %d at (%.2f, %.2f) m: to the %s it bends or comes back within a radius of %.2f m "
                "(station %d); profile \"%s\" needs at least %.2f m",
                (unsigned long long)corridor->id, k, here->x * 0.01, here->z * 0.01,
                side == TWC_LEFT ? "left" : "right", way * 0.01, other, feature->profile.name,
                need / share_of_way * 0.01);
    }
    return twc_ok();
}

twc_status twc_reference_limits(const twc_corridor *corridor, twc_feature *feature, twc_station *stations,
                                twc_box *tree, int32_t *near_cells)
{
    /* While the limits are sought, a cell's box is that of its two stations. */
    for (int32_t k = 0; k < feature->station_count; k++)
        stations[k].limit_cm[TWC_LEFT] = stations[k].limit_cm[TWC_RIGHT] = 0;
    twc_reference_fill_tree(feature, tree);
    twc_status status = twc_ok();
    for (int32_t k = 0; k < feature->station_count && !status.code; k++)
        status = limit_station(corridor, feature, k, near_cells, stations[k].limit_cm);
    if (!status.code)
        twc_reference_fill_tree(feature, tree);
    return status;
}

/* Whether p lies at least `gap` on the positive side of a -> b: area2 / length >= gap, squared, in 128 bits. */
/*@ predicate beyond(integer area, integer length2, integer gap) = area > 0 && area * area >= length2 * (gap * gap); */
/*@ requires apart(a, b) && apart(a, p) && 0 <= gap;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> beyond(turn(a, p, a, b), span2(a, b), gap); */
static int ahead_by(twc_point a, twc_point b, twc_point p, int32_t gap)
{
    int64_t area2 = twc_point_area2(a, b, p), length2 = twc_along(a, b, b), gap2 = (int64_t)gap * gap;
    /*@ assert length2 >= 0 && 0 <= gap2 <= 1LL << 62; */
    if (area2 <= 0)
        return 0;
    return twc_compare_products((uint64_t)area2, (uint64_t)area2, (uint64_t)length2, (uint64_t)gap2) >= 0;
}

/* Whether all points of convex quadrilateral q lie at least `gap` beyond one side of convex quadrilateral p. */
static int separated(const twc_point p[4], const twc_point q[4], int32_t gap)
{
    for (int i = 0; i < 4; i++) {
        int beyond = 1;
        for (int j = 0; j < 4; j++)
            beyond &= ahead_by(p[(i + 1) % 4], p[i], q[j], gap);
        if (beyond)
            return 1;
    }
    return 0;
}

static twc_status check_cell(const twc_corridor *corridor, const twc_feature *feature, int32_t k, twc_rect extent,
                             int32_t *near_cells)
{
    unsigned long long id = (unsigned long long)corridor->id;
    int32_t gap = section_gap(&feature->profile);
    twc_point corner[4];
    twc_box box = feature->tree[feature->leaves + k];
    cell_corners(feature, k, corner);
    /* Section k + 1 ahead of section k, section k behind section k + 1. */
    if (!ahead_by(corner[0], corner[1], corner[2], gap) || !ahead_by(corner[0], corner[1], corner[3], gap) ||
        !ahead_by(corner[2], corner[3], corner[0], gap) || !ahead_by(corner[2], corner[3], corner[1], gap))
        return twc_fail(
            TWC_USAGE,
            "corridor %llu: the sections at stations %d and %d, near (%.2f, %.2f) m, come nearer than %.2f m; make it "
            "longer there or bend it less",
            id, k, k + 1, feature->stations[k].x * 0.01, feature->stations[k].z * 0.01, gap * 0.01);
    if ((int64_t)box.x1 - box.x0 > TWC_CELL_BOX_CM || (int64_t)box.z1 - box.z0 > TWC_CELL_BOX_CM)
        return twc_fail(TWC_USAGE, "corridor %llu: the cell after station %d is longer than %d m: bend it less", id, k,
                        TWC_CELL_BOX_CM / 100);
    int64_t x0 = (int64_t)extent.x * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM,
            z0 = (int64_t)extent.z * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM;
    int64_t x1 = ((int64_t)extent.x + extent.nx) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    int64_t z1 = ((int64_t)extent.z + extent.nz) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    if (box.x0 < x0 || box.z0 < z0 || box.x1 > x1 || box.z1 > z1)
        return twc_fail(
            TWC_USAGE,
            "corridor %llu: its footprint after station %d reaches (%.2f, %.2f) to (%.2f, %.2f) m; it has to stay %d m inside "
            "the extent, within (%.2f, %.2f) and (%.2f, %.2f)",
            id, k, box.x0 * 0.01, box.z0 * 0.01, box.x1 * 0.01, box.z1 * 0.01, TWC_EXTENT_CLEARANCE_CM / 100,
            (double)x0 * 0.01, (double)z0 * 0.01, (double)x1 * 0.01, (double)z1 * 0.01);
    int32_t count = twc_reference_cells_near(feature, twc_box_grown(box, TWC_FOOTPRINT_CLEARANCE_CM), TWC_NEAR_CAPACITY,
                                             near_cells);
    for (int32_t i = 0; i < count; i++) {
        int32_t j = i < TWC_NEAR_CAPACITY ? near_cells[i] : k;
        twc_point other[4];
        if (j >= k - 1 && j <= k + 1)
            continue;
        cell_corners(feature, j, other);
        if (!separated(corner, other, TWC_FOOTPRINT_CLEARANCE_CM) &&
            !separated(other, corner, TWC_FOOTPRINT_CLEARANCE_CM))
            return twc_fail(
                TWC_USAGE,
                "corridor %llu runs over itself: the footprint after station %d, near (%.2f, %.2f) m, meets that after "
                "station %d",
                id, k, feature->stations[k].x * 0.01, feature->stations[k].z * 0.01, j);
    }
    return twc_ok();
}

twc_status twc_reference_check_footprint(const twc_corridor *corridor, const twc_feature *feature, twc_rect extent,
                                         int32_t *near_cells)
{
    twc_status status = twc_ok();
    for (int32_t k = 0; k < feature->station_count - 1 && !status.code; k++)
        status = check_cell(corridor, feature, k, extent, near_cells);
    return status;
}
