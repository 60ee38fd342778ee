/* SPDX-License-Identifier: MIT */
/*
 * A range from its uplift: eight passes of water at a steady state, and what that leaves scaled back to the uplift's
 * shape. Spec tower 4.3, 4.4; no twin: its kernels have theirs; test tests/tower/test_range.c.
 */
#include <math.h>

#include "tower/stage.h"

enum { PASSES = 8, DIFFUSION = 4 };

size_t twc_range_scratch(const twc_range *range)
{
    const size_t bytes[5] = {twc_flood_bytes(&range->grid), twc_accumulate_bytes(&range->grid),
                             twc_steady_bytes(&range->grid), twc_talus_bytes(&range->grid),
                             twc_box_mean_bytes(&range->grid)};
    size_t most = 0;
    for (int k = 0; k < 5; k++)
        most = bytes[k] > most ? bytes[k] : most;
    return most;
}

static double cell_x(const twc_range *range)
{
    return TWC_TOWER_ARC * 4294967296.0 / range->grid.columns;
}

static double cell_z(const twc_range *range)
{
    return (range->z_to - range->z_from) * 0.01 / range->grid.rows;
}

/* The uplift made rough: where water finds its first ways. */
static void roughen(const twc_tower_table *tower, const twc_range *range, twc_range_work *work)
{
    enum { BATCH = 1024 };
    const twc_tower_noise noise = {6000.0, 5, range->seed + 21};
    const int32_t columns = range->grid.columns;
    for (int32_t j = 0; j < range->grid.rows; j++)
        for (int32_t first = 0; first < columns; first += BATCH) {
            uint32_t theta[BATCH];
            int32_t z[BATCH], n = columns - first < BATCH ? columns - first : BATCH;
            double g[BATCH];
            size_t c = (size_t)j * (size_t)columns + (size_t)first;
            for (int32_t k = 0; k < n; k++) {
                theta[k] = twc_range_theta(range, first + k);
                z[k] = twc_range_z(range, j);
            }
            tower->tower_fbm(&noise, (twc_tower_spots){(size_t)n, theta, z}, g);
            for (size_t k = 0; k < (size_t)n; k++)
                work->height[c + k] = work->uplift[c + k] * (1.0 + (2.0 * range->ruggedness) * g[k]) + 200.0 * g[k];
        }
}

/* What a pass floods: heights moved by chance, less from pass to pass, and rises by chance. */
static void disturb(const twc_range *range, int32_t pass, double by, twc_range_work *work)
{
    for (size_t c = 0; c < twc_cell_count(&range->grid); c++) {
        double u = twc_hash((int32_t)c, pass, (int32_t)(range->seed + 31)) / 4294967296.0;
        double v = twc_hash((int32_t)c, (int32_t)(range->seed + 70 + (uint32_t)pass), 77) / 4294967296.0;
        work->ground[c] = (float)(work->height[c] + by * u);
        work->rise[c] = (float)((1.0 + 63.0 * ((v * v) * v)) / 256.0);
    }
}

static void find_outlets(const twc_range *range, uint8_t *outlets)
{
    size_t columns = (size_t)range->grid.columns, last = twc_cell_count(&range->grid) - columns;
    memset(outlets, 0, last + columns);
    memset(outlets, 1, columns);
    memset(outlets + last, 1, columns);
}

void twc_range_erode(const twc_grid_table *grid, const twc_tower_table *tower, const twc_range *range,
                     twc_range_work *work)
{
    const twc_cell_grid *cells = &range->grid;
    const double x = cell_x(range), z = cell_z(range);
    const twc_steady steady = {x, z, sqrt(x * x + z * z), 600.0, x * z, 1e6};
    const twc_rise rise = {0.0F, work->rise};
    double by = 0.8 * x;
    tower->uplift(range, (twc_rect){0, 0, cells->columns, cells->rows}, work->uplift);
    roughen(tower, range, work);
    find_outlets(range, work->outlets);
    for (int32_t pass = 0; pass < PASSES; pass++) {
        disturb(range, pass, by, work);
        by = by * 0.8;
        grid->flood(cells, work->ground, work->outlets, &rise, work->scratch, work->water);
        grid->receivers(cells, work->water, work->outlets, &steady, work->receiver);
        grid->accumulate(cells, work->receiver, work->scratch, work->area);
        grid->steady(cells, work->receiver, work->area, &steady, work->scratch, work->other);
        grid->talus(cells, work->other, &steady, 0.9, work->scratch, work->height);
        for (int k = 0; k < DIFFUSION; k += 2) {
            grid->diffuse(cells, work->height, 0.125, work->other);
            grid->diffuse(cells, work->other, 0.125, work->height);
        }
    }
}

/* Two box means of metres as whole millimetres, in `mean`. */
static void blur(const twc_grid_table *grid, const twc_range *range, const double *metres, twc_range_work *work)
{
    int32_t reach = (int32_t)rint(4000.0 / cell_x(range));
    for (size_t c = 0; c < twc_cell_count(&range->grid); c++)
        work->whole[c] = (int32_t)rint(metres[c] * 1000.0);
    grid->box_mean(&range->grid, reach, work->whole, work->scratch, work->mean);
    memcpy(work->whole, work->mean, twc_cell_count(&range->grid) * sizeof *work->whole);
    grid->box_mean(&range->grid, reach, work->whole, work->scratch, work->mean);
}

void twc_range_scale(const twc_grid_table *grid, const twc_range *range, twc_range_work *work, double *relief)
{
    const size_t cells = twc_cell_count(&range->grid);
    blur(grid, range, work->uplift, work);
    for (size_t c = 0; c < cells; c++)
        relief[c] = work->mean[c] * 0.001;
    blur(grid, range, work->height, work);
    for (size_t c = 0; c < cells; c++) {
        double scaled = work->height[c] * relief[c] / twc_max(work->mean[c] * 0.001, 1.0);
        relief[c] = twc_lerp(work->uplift[c], scaled, range->erosion);
    }
}

/* ---- tarns and summits --------------------------------------------------------------------------------------- */

static double away(const twc_range *range, size_t c, uint32_t theta, int32_t z)
{
    int32_t i = (int32_t)(c % (size_t)range->grid.columns), j = (int32_t)(c / (size_t)range->grid.columns);
    return twc_length(twc_tower_arc(theta, twc_range_theta(range, i)), (twc_range_z(range, j) - z) * 0.01);
}

/* The four cells about a place, and their shares. */
typedef struct four_cells {
    size_t cell[4];
    double share[4];
} four_cells;

static four_cells cells_about(const twc_range *range, uint32_t theta, int32_t z)
{
    int32_t columns = range->grid.columns, rows = range->grid.rows;
    double u = theta * (columns / 4294967296.0) - 0.5;
    double v = ((double)z - range->z_from) * rows / ((double)range->z_to - range->z_from) - 0.5;
    int32_t i = (int32_t)floor(u), j = twc_clamp((int32_t)floor(v), 0, rows - 2);
    double s = u - i, t = v - j;
    size_t west = (size_t)twc_floor_mod(i, columns), east = (size_t)twc_floor_mod(i + 1, columns);
    size_t north = (size_t)j * (size_t)columns, south = north + (size_t)columns;
    return (four_cells){{north + west, north + east, south + west, south + east},
                        {(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t}};
}

static double read_four(const four_cells *about, const double *field)
{
    double sum = 0.0;
    for (int k = 0; k < 4; k++)
        sum += about->share[k] * field[about->cell[k]];
    return sum;
}

/* A summit becomes the highest ground within four kilometres, at exactly its height. */
static void set_summit(const twc_range *range, const twc_peak *peak, const double *land, double *relief)
{
    const size_t cells = twc_cell_count(&range->grid);
    const four_cells about = cells_about(range, peak->theta, peak->z);
    double g = read_four(&about, land), top = peak->relief + g, most = -INFINITY;
    for (size_t c = 0; c < cells; c++)
        if (away(range, c, peak->theta, peak->z) <= 4000.0)
            most = twc_max(most, relief[c] + land[c]);
    for (size_t c = 0; c < cells && most > top; c++) {
        double d = away(range, c, peak->theta, peak->z);
        relief[c] *= 1.0 - (1.0 - peak->relief / (most - g)) * twc_ss(d, (twc_ramp){8000.0, 4000.0});
    }
    double missing = peak->relief - read_four(&about, relief);
    for (size_t c = 0; c < cells; c++) {
        double d = away(range, c, peak->theta, peak->z), near = 1.0 - d / 3000.0;
        if (d < 3000.0)
            relief[c] += missing * (near * near);
        if (d <= 4000.0)
            relief[c] = twc_min(relief[c], top - 0.1 * d - land[c]);
    }
    missing = peak->relief - read_four(&about, relief);
    for (int k = 0; k < 4; k++)
        relief[about.cell[k]] += missing;
}

void twc_range_shape(const twc_range *range, const twc_range_features *features, const twc_range_work *work,
                     double *relief)
{
    for (size_t k = 0; k < features->tarn_count; k++)
        for (size_t c = 0; c < twc_cell_count(&range->grid); c++) {
            const twc_tarn *tarn = &features->tarns[k];
            double d = away(range, c, tarn->theta, tarn->z);
            relief[c] = twc_lerp(relief[c], work->uplift[c],
                                 twc_ss(d, (twc_ramp){tarn->radius + 2500.0, tarn->radius + 200.0}));
        }
    for (size_t k = 0; k < features->summits; k++)
        set_summit(range, &range->peaks[k], work->land, relief);
}
