/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The island's golden values (docs/spec/land.md 6.4). Functions that no contract names are asked of the reference,
 * which is their definition; all else of the table at hand.
 */
#include <math.h>
#include <stdlib.h>

#include "reference/land/stage.h"
#include "reproduce/land_study.h"

static void add(twc_land_study *s, const char *name, double value)
{
    twc_land_study_add(s, name, TWC_LAND_WHOLE, value);
}

static size_t point_count(const twc_land_study *s)
{
    return (size_t)s->land->grid.points * (size_t)s->land->grid.points;
}

/* ---- grids --------------------------------------------------------------------------------------------------- */

static void add_grids(twc_land_study *s)
{
    for (int step = 0; step < TWC_LAND_STEPS; step++) {
        const float *heights = s->step[step].ground.heights;
        double sum = 0.0, above = 0.0;
        for (size_t k = 0; k < point_count(s); k++) {
            sum += rint(100.0 * heights[k]); /* whole numbers below 2^53: exact in any order */
            above += heights[k] > 0.0f;
        }
        twc_land_study_add(s, "crc32", step, s->crc[step]);
        twc_land_study_add(s, "sum_cm", step, sum);
        twc_land_study_add(s, "land_points", step, above);
    }
    const twc_land_top top = twc_land_highest_point(&s->step[0].ground);
    twc_land_study_add(s, "top_m", 0, top.height);
    twc_land_study_add(s, "top_x_m", 0, top.at.x);
    twc_land_study_add(s, "top_z_m", 0, top.at.z);
}

/* How far the land reaches, and the pad. */
static void add_places(twc_land_study *s)
{
    const twc_land *land = s->land;
    const float *heights = s->step[0].ground.heights;
    const double low = twc_grid_low(&land->grid), flat = land->pad.edge.from;
    double west = HUGE_VAL, east = -HUGE_VAL, north = HUGE_VAL, south = -HUGE_VAL, pad = 0.0, level = 0.0;
    for (int32_t j = 0; j < land->grid.points; j++)
        for (int32_t i = 0; i < land->grid.points; i++) {
            const float h = heights[(size_t)j * (size_t)land->grid.points + (size_t)i];
            const double x = low + land->grid.cell * i, z = low + land->grid.cell * j;
            const double dx = x - land->pad.middle.x, dz = z - land->pad.middle.z;
            if (h > 0.0f) {
                west = fmin(west, x), east = fmax(east, x);
                north = fmin(north, z), south = fmax(south, z);
            }
            if (dx * dx + dz * dz <= flat * flat) {
                pad++;
                level += h == (float)land->pad.height;
            }
        }
    twc_land_study_add(s, "west_m", 0, west);
    twc_land_study_add(s, "east_m", 0, east);
    twc_land_study_add(s, "north_m", 0, north);
    twc_land_study_add(s, "south_m", 0, south);
    twc_land_study_add(s, "pad_points", 0, pad);
    twc_land_study_add(s, "pad_level", 0, level);
}

/* ---- features ------------------------------------------------------------------------------------------------ */

static void add_held(twc_land_study *s)
{
    twc_land_ground *pressed = &s->step[1].ground; /* whose brook is laid, but settled on nothing */
    twc_spine_held held;
    twc_spine_settle(s->land, &s->land->feature[1], pressed->heights, &pressed->spine[1], &held);
    add(s, "held_table", held.table);
    add(s, "held_ground", held.ground);
    add(s, "held_fall", held.fall);
}

/* The speed of a ribbon that falls so much per metre. */
static double speed_at(const twc_land_study *s, double fall)
{
    double x[3] = {0, 1, 2}, z[3] = {0, 0, 0}, at[3] = {0, 0.5, 1}, along[3] = {0, 1, 2};
    double level[3] = {0, -fall, -2 * fall};
    const twc_spine spine = {3, x, z, at, along, level};
    twc_ribbon ribbon[3];
    twc_spine_ribbon(&s->land->feature[1], &spine, ribbon);
    return ribbon[1].speed;
}

static twc_status add_spines(twc_land_study *s)
{
    const twc_spine *walkway = &s->step[2].ground.spine[0], *brook = &s->step[2].ground.spine[1];
    const int32_t last = brook->count - 1;
    twc_ribbon *ribbon = malloc((size_t)brook->count * sizeof *ribbon);
    if (!ribbon)
        return twc_fail(TWC_IO, "not enough memory for the brook's water");
    twc_spine_ribbon(&s->land->feature[1], brook, ribbon);
    add(s, "walkway_pieces", walkway->count - 1);
    add(s, "brook_pieces", last);
    add(s, "walkway_m", walkway->along[walkway->count - 1]);
    add(s, "brook_length_m", brook->along[last]);
    add(s, "path_level_m", walkway->level[100]);
    add(s, "level_0_m", brook->level[0]);
    add(s, "level_100_m", brook->level[100]);
    add(s, "level_448_m", brook->level[last]);
    add(s, "speed_0", ribbon[0].speed);
    add(s, "speed_100", ribbon[100].speed);
    add(s, "speed_fall_003", speed_at(s, 0.003));
    add(s, "speed_fall_01", speed_at(s, 0.01));
    free(ribbon);
    add_held(s);
    return twc_ok();
}

static void add_carving(twc_land_study *s)
{
    const float *before = s->step[1].ground.heights, *after = s->step[2].ground.heights;
    const twc_land_grid *grid = &s->land->grid;
    double deepest = 0.0, farthest = 0.0;
    for (size_t k = 0; k < point_count(s); k++) {
        if (before[k] == after[k])
            continue;
        const double x = twc_grid_low(grid) + grid->cell * (double)(k % (size_t)grid->points);
        const double z = twc_grid_low(grid) + grid->cell * (double)(k / (size_t)grid->points);
        const twc_near near = twc_reference_near(&s->step[2].ground.spine[1], s->land->feature[1].carve.reach, x, z);
        deepest = fmax(deepest, (double)before[k] - (double)after[k]);
        farthest = fmax(farthest, near.distance);
    }
    add(s, "deepest_carve_m", deepest);
    add(s, "farthest_carve_m", farthest);
}

/* ---- functions of a position, and questions ------------------------------------------------------------------ */

static void add_functions(twc_land_study *s)
{
    const twc_land *land = s->land;
    const double highest = s->step[0].ground.highest, half[2] = {0.5, 0.5}, place[2] = {10, 20}, cell[2] = {0.3, 0.4};
    const double along[2] = {0, 1}, shore[2] = {-22, 700}, shore_z[2] = {498, 600};
    const twc_fbm plain = {1, 1, 17};
    double value[2], depth, slope_x, slope_z;
    s->table->fbm(&plain, (twc_spots){1, &half[0], &half[1]}, value);
    add(s, "noise", value[0]);
    s->table->fbm(&land->coast.noise, (twc_spots){1, &place[0], &place[1]}, value);
    add(s, "fbm", value[0]);
    add(s, "expm2", twc_reference_expm2(1));
    s->table->phacelle(31, (twc_spots){1, &cell[0], &cell[1]}, &along[0], &along[1],
                       (twc_stripes){&depth, &slope_x, &slope_z});
    add(s, "stripes_depth", depth);
    add(s, "stripes_slope_x", slope_x);
    add(s, "stripes_slope_z", slope_z + 0.0); /* -0 reads as 0 */
    s->table->coast(land, (twc_spots){2, shore, shore_z}, value);
    add(s, "coast_cove_m", value[0]);
    add(s, "coast_peninsula_m", value[1]);
    add(s, "sea_depth_m", land->shelf.shore - twc_reference_shelf_at(&land->shelf, -100));
    add(s, "shelf_m", twc_reference_shelf_at(&land->shelf, 45));
    add(s, "highest", highest);
    add(s, "hill_spring_m", twc_reference_hill_at(&land->hill, highest, 34, 128));
    add(s, "base_spring_m", twc_reference_base_at(land, highest, 34, 128));
}

static void add_questions(twc_land_study *s)
{
    const twc_land_ground *ground = &s->step[2].ground;
    const double slope[2] = {100, -100}, path[2] = {-30, 405}, wood[2] = {-150, 300};
    const twc_point places[3] = {{0, 28500}, {17500, 54000}, {0, 28499}};
    twc_walk walk = {-22, 490, 40, 60, 0, 0};
    double value[3];
    uint8_t inside[3];
    s->table->land_gradients(ground, (twc_spots){1, &slope[0], &slope[1]}, (twc_vectors){&value[0], &value[1]});
    add(s, "gradient_x", value[0]);
    add(s, "gradient_z", value[1]);
    s->table->land_curvatures(ground, 8, (twc_spots){1, &slope[0], &slope[1]}, value);
    add(s, "curvature", value[0]);
    s->table->spine_nearest(&ground->spine[0], s->land->feature[0].within, (twc_spots){1, &path[0], &path[1]},
                            (twc_nearest){&value[0], &value[1], &value[2]});
    add(s, "path_distance_m", value[0]);
    s->table->forest(ground, (twc_spots){1, &wood[0], &wood[1]}, value);
    add(s, "forest", value[0]);
    s->table->outline_contains(&s->land->dressed, 3, places, inside);
    add(s, "dressed_edge", inside[0]);
    add(s, "dressed_corner", inside[1]);
    add(s, "dressed_beyond", inside[2]);
    s->table->walk(ground, 1, &walk);
    add(s, "walk_x_m", walk.x);
    add(s, "walk_z_m", walk.z);
}

twc_status twc_land_study_golden(twc_land_study *study)
{
    add_grids(study);
    add_places(study);
    twc_status status = add_spines(study);
    if (status.code)
        return status;
    add_carving(study);
    add_functions(study);
    add_questions(study);
    return twc_ok();
}
