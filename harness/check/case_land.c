/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_land.h"

#include <math.h>

#include "generate/island.h"

double twc_case_real(int64_t seed, int32_t k, int32_t salt, double low, double high)
{
    return low + (high - low) * (double)twc_pattern_hash(seed, k, salt) * 0x1p-32;
}

void twc_case_land_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[L_PLACE] = index % TWC_LAND_PLACES;
    value[L_CELL] = twc_random_between(random, 0, TWC_LAND_CELLS - 1);
    value[L_CHANGES] = twc_random_once_in(random, 2);
    value[L_SPREAD] = twc_random_between(random, 0, TWC_LAND_SPREADS - 1);
    value[L_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

/* ---- the land ----------------------------------------------------------------------------------------------- */

static void move(twc_spot *spot, twc_spot by)
{
    spot->x -= by.x;
    spot->z -= by.z;
}

static void move_land(twc_land *land, twc_spot by)
{
    const int32_t x = (int32_t)(100 * by.x), z = (int32_t)(100 * by.z);
    for (int32_t k = 0; k < land->coast.shape_count; k++) {
        move(&land->coast.shape[k].from, by);
        move(&land->coast.shape[k].to, by);
    }
    move(&land->hill.middle, by);
    move(&land->pad.middle, by);
    for (int32_t k = 0; k < land->feature_count; k++)
        for (int32_t i = 0; i < land->feature[k].control_count; i++)
            move(&land->feature[k].control[i].place, by);
    for (int32_t k = 0; k < land->dressed.count; k++) {
        land->dressed.corner[k].x -= x;
        land->dressed.corner[k].z -= z;
    }
}

/* Other seeds, sizes and thresholds: none of the island's numbers may stand in a kernel. */
static void change_land(twc_land *land, int64_t seed)
{
    const double by = twc_case_real(seed, 1, 70, 0.7, 1.3);
    land->coast.noise.seed += (int32_t)(twc_pattern_hash(seed, 2, 70) % 1000);
    land->coast.noise.octaves = 1 + (int32_t)(twc_pattern_hash(seed, 3, 70) % 7);
    land->coast.rough *= by;
    land->coast.calm.to *= by;
    land->shelf.shore = -by;
    land->shelf.floor *= by;
    land->hill.top *= by;
    land->hill.foot *= by;
    land->hill.cut = by - 0.5;
    land->hill.ridges.octaves = 1 + (int32_t)(twc_pattern_hash(seed, 4, 70) % 3);
    land->gullies.octaves = (int32_t)(twc_pattern_hash(seed, 5, 70) % 6);
    land->gullies.size *= by;
    land->gullies.above *= by;
    land->gullies.level *= 10 * by; /* so that some octaves are left out */
    land->gullies.shore.from = 20 * by;
    land->roll.near *= by;
    land->roll.broad.seed -= 100;
    land->pad.height *= by;
    land->feature[0].press.ease.to *= by;
    land->feature[1].carve.reach = 10 * by;
    land->feature[0].within *= by;
    land->feature[1].within *= by;
    land->layer[3].uneven *= by;
    land->forest.noise.size *= by;
    land->grove.slope.to *= by;
}

void twc_case_land(const twc_case *c, int32_t points, twc_land *land)
{
    /*
     * Cove and landing; hilltop; flank; pad; where brook and walkway cross; open sea; a peninsula; the brook's spring.
     */
    static const twc_spot places[TWC_LAND_PLACES] = {{-22, 498}, {0, -250}, {200, -200}, {-4, 338},
                                                     {-19, 401}, {900, 0},  {640, 560},  {34, 128}};
    static const double cells[TWC_LAND_CELLS] = {2.0, 1.0, 1.5, 3.7, 0.1};
    *land = *twc_island_land();
    move_land(land, places[c->value[L_PLACE]]);
    if (c->value[L_CHANGES])
        change_land(land, c->value[L_SEED]);
    land->grid.points = points;
    land->grid.cell = cells[c->value[L_CELL]];
}

/* ---- positions ---------------------------------------------------------------------------------------------- */

void twc_case_spots_shape(twc_case *c, size_t count)
{
    twc_case_list(c, TWC_INPUT, "x", &twc_layout_f64, count);
    twc_case_list(c, TWC_INPUT, "z", &twc_layout_f64, count);
}

/* Within the spread; a quarter on grid points, on diagonals, or on the border and a step of the last bit beside it. */
void twc_case_spots_fill(twc_case *c, uint32_t first, const twc_land_grid *grid)
{
    static const double spreads[TWC_LAND_SPREADS] = {30.0, 250.0, 1500.0, 60000.0};
    const double spread = spreads[c->value[L_SPREAD]], border = (grid->points - 1) * grid->cell / 2.0;
    const int64_t seed = c->value[L_SEED];
    double *x = c->array[first].data, *z = c->array[first + 1].data;
    for (size_t i = 0; i < c->array[first].count; i++) {
        const int32_t k = (int32_t)i;
        const uint32_t kind = twc_pattern_hash(seed, k, 50) % 12;
        x[i] = twc_case_real(seed, k, 51, -spread, spread);
        z[i] = twc_case_real(seed, k, 52, -spread, spread);
        if (kind < 2) {
            x[i] = grid->cell * rint(x[i] / grid->cell);
            z[i] = kind == 0 ? grid->cell * rint(z[i] / grid->cell) : x[i];
        } else if (kind == 2) {
            x[i] = twc_pattern_hash(seed, k, 53) % 2 ? border : -border;
            z[i] = twc_case_real(seed, k, 54, -border, border);
        } else if (kind == 3) {
            z[i] = (twc_pattern_hash(seed, k, 53) % 2 ? border : -border) * (1.0 + 0x1p-52);
            x[i] = twc_case_real(seed, k, 54, -border, border);
        }
    }
}

twc_spots twc_case_spots(const twc_case *c, const twc_call *call, uint32_t first)
{
    return (twc_spots){c->array[first].count, call->buffer[first], call->buffer[first + 1]};
}

void twc_case_heights_fill(twc_array *heights, int64_t seed)
{
    float *out = heights->data;
    const double slope = twc_case_real(seed, 1, 60, -0.5, 0.5), noise = twc_case_real(seed, 2, 60, 0.0, 0.6);
    for (size_t k = 0; k < heights->count; k++) {
        const int32_t i = (int32_t)(k % (size_t)heights->rect.nx), j = (int32_t)(k / (size_t)heights->rect.nx);
        double h = slope * (i - heights->rect.nx / 2) + twc_case_real(seed, (int32_t)k, 61, -noise, noise);
        if (seed % 4 == 1) /* terraces: level ground, equal heights */
            h = floor(h);
        if (seed % 4 == 2 && j % 7 == 0)
            h += 20.0;
        out[k] = (float)h;
    }
}

/* ---- spines ------------------------------------------------------------------------------------------------- */

void twc_case_spine_shape(twc_case *c, const twc_land_feature *feature)
{
    static const char *const names[TWC_CASE_SPINE_ARRAYS] = {"spine_x", "spine_z", "spine_at", "spine_along",
                                                             "spine_level"};
    for (int k = 0; k < TWC_CASE_SPINE_ARRAYS; k++)
        twc_case_list(c, TWC_INPUT, names[k], &twc_layout_f64, (size_t)twc_spine_count(feature));
}

void twc_case_spine_fill(twc_case *c, uint32_t first, const twc_land_feature *feature)
{
    twc_array *array = &c->array[first];
    twc_spine spine = {(int32_t)array[0].count, array[0].data, array[1].data,
                       array[2].data,           array[3].data, array[4].data};
    twc_spine_lay(feature, &spine);
    for (int32_t k = 0; k < spine.count; k++)
        spine.level[k] = twc_case_real(c->value[L_SEED], k, 62, -1.0, 6.0);
}

twc_spine twc_case_spine(const twc_case *c, const twc_call *call, uint32_t first)
{
    return (twc_spine){(int32_t)c->array[first].count, call->buffer[first],     call->buffer[first + 1],
                       call->buffer[first + 2],        call->buffer[first + 3], call->buffer[first + 4]};
}
