/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heights for cells without one, and heights between cells. Sums and ties have a written order: same bits everywhere.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "progress.h"

static twc_status nothing_to_fill_from(void)
{
    return twc_fail(TWC_IO, "no cell of the grid has a height; pass the right --no-data, or --fill METRES");
}

void twc_grid_fill_value(twc_grid *grid, double value)
{
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++)
        if (isnan(grid->height[k]))
            grid->height[k] = value;
}

twc_status twc_grid_fill_mean(twc_grid *grid)
{
    double sum = 0, count = 0;
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++) {
        if (!isnan(grid->height[k])) {
            sum += grid->height[k];
            count += 1;
        }
    }
    if (count == 0)
        return nothing_to_fill_from();
    twc_grid_fill_value(grid, sum / count);
    return twc_ok();
}

/* In every cell the nearest row of its column that has a height (of two the northern one); -1 where none has. */
static void nearest_in_columns(const twc_grid *grid, int32_t *nearest, int32_t *below)
{
    const int32_t columns = grid->columns, rows = grid->rows;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++) {
            size_t k = (size_t)row * (size_t)columns + (size_t)column;
            nearest[k] = !isnan(grid->height[k]) ? row : row > 0 ? nearest[k - (size_t)columns] : -1;
        }
    for (int32_t column = 0; column < columns; column++)
        below[column] = -1;
    for (int32_t row = rows - 1; row >= 0; row--)
        for (int32_t column = 0; column < columns; column++) {
            size_t k = (size_t)row * (size_t)columns + (size_t)column;
            int32_t last = below[column] = isnan(grid->height[k]) ? below[column] : row;
            if (last >= 0 && (nearest[k] < 0 || last - row < row - nearest[k]))
                nearest[k] = last;
        }
}

/* The columns whose nearest cell is the nearest of all somewhere in a row, from the west, and where that begins. */
typedef struct nearest_run {
    int32_t column, from;
} nearest_run;

/*
 * Where, going east, column v's cell (at row nearest[v]) begins to be nearer than that of u, further west. Of equally
 * near ones the northernmost is nearer, then the westernmost. Both squared distances grow alike, so their difference is
 * linear and changes sides once.
 */
static int64_t taken_over(const int32_t *nearest, int32_t row, int32_t u, int32_t v)
{
    int64_t down_u = nearest[u] - row, down_v = nearest[v] - row, apart = 2 * (int64_t)(v - u);
    int64_t sum = (int64_t)v * v - (int64_t)u * u + down_v * down_v - down_u * down_u;
    int64_t whole = sum >= 0 ? sum / apart : -((-sum + apart - 1) / apart);
    return whole * apart == sum && nearest[v] < nearest[u] ? whole : whole + 1;
}

/* The runs of a row, and their number; `nearest` is that of the row. */
static int32_t find_runs(const int32_t *nearest, int32_t row, int32_t columns, nearest_run *run)
{
    int32_t count = 0;
    for (int32_t column = 0; column < columns; column++) {
        int64_t from = 0;
        if (nearest[column] < 0)
            continue;
        while (count > 0 && (from = taken_over(nearest, row, run[count - 1].column, column)) <= run[count - 1].from)
            count--;
        if (count == 0)
            from = 0;
        if (from < columns)
            run[count++] = (nearest_run){column, (int32_t)from};
    }
    return count;
}

/* Every cell is looked at a fixed number of times, however many are missing. */
static void fill_rows(twc_grid *grid, const int32_t *nearest, nearest_run *run, double *filled)
{
    const size_t columns = (size_t)grid->columns;
    for (int32_t row = 0; row < grid->rows; row++) {
        const int32_t *near_row = nearest + (size_t)row * columns;
        int32_t count = find_runs(near_row, row, grid->columns, run);
        for (int32_t k = 0; k < count; k++) {
            const double height = grid->height[(size_t)near_row[run[k].column] * columns + (size_t)run[k].column];
            for (int32_t column = run[k].from; column < (k + 1 < count ? run[k + 1].from : grid->columns); column++)
                filled[(size_t)row * columns + (size_t)column] = height;
        }
        if (row % 256 == 255)
            twc_progress("filling cells without data", (row + 1.0) / grid->rows);
    }
    twc_progress("", -1);
}

twc_status twc_grid_fill_nearest(twc_grid *grid)
{
    size_t columns = (size_t)grid->columns, count = columns * (size_t)grid->rows, with = 0;
    int32_t *nearest = malloc(count * sizeof *nearest), *below = malloc(columns * sizeof *below);
    nearest_run *run = malloc(columns * sizeof *run);
    double *filled = malloc(count * sizeof *filled);
    for (size_t k = 0; k < count; k++)
        with += isnan(grid->height[k]) ? 0 : 1;
    twc_status status = with == 0 ? nothing_to_fill_from() : twc_ok();
    if (!nearest || !below || !run || !filled)
        status = twc_fail(TWC_IO, "not enough memory to fill %zu cells", count);
    if (!status.code) {
        nearest_in_columns(grid, nearest, below);
        fill_rows(grid, nearest, run, filled);
        free(grid->height);
        grid->height = filled;
        filled = NULL;
    }
    free(nearest);
    free(below);
    free(run);
    free(filled);
    return status;
}

/* Where sample k of n lies among `cells` cell centres: the one before it, and how far behind that. */
static int32_t position(int32_t k, int32_t n, int32_t cells, double cell, double *t)
{
    double u = ((cells * cell - 4.0 * (n - 1)) / 2.0 + 4.0 * k) / cell - 0.5;
    u = u < 0 ? 0 : u > cells - 1 ? cells - 1 : u;
    double i = floor(u);
    if (i > cells - 2)
        i = cells > 1 ? cells - 2 : 0;
    *t = u - i;
    return (int32_t)i;
}

twc_status twc_resample_begin(const twc_grid *grid, int32_t nx, int32_t nz, twc_resampling *of)
{
    int short_of_memory = 0;
    *of = (twc_resampling){.grid = grid, .nx = nx, .nz = nz};
    of->column = malloc((size_t)nx * sizeof *of->column);
    of->share = malloc((size_t)nx * sizeof *of->share);
    for (int k = 0; grid->word && k < 2; k++) {
        of->row[k] = malloc((size_t)grid->columns * sizeof *of->row[k]);
        short_of_memory |= !of->row[k];
    }
    if (!of->column || !of->share || short_of_memory) {
        twc_resample_end(of);
        return twc_fail(TWC_IO, "not enough memory for %d samples", nx);
    }
    for (int32_t x = 0; x < nx; x++)
        of->column[x] = position(x, nx, grid->columns, grid->cell, &of->share[x]);
    return twc_ok();
}

void twc_resample_end(twc_resampling *of)
{
    free(of->column);
    free(of->share);
    free(of->row[0]);
    free(of->row[1]);
    memset(of, 0, sizeof *of);
}

/* Heights of a row of cells; words are looked up into `room`. */
static const double *row_of(const twc_grid *grid, int32_t row, double *room)
{
    const size_t first = (size_t)row * (size_t)grid->columns;
    if (!grid->word)
        return grid->height + first;
    for (int32_t k = 0; k < grid->columns; k++)
        room[k] = grid->metres[grid->word[first + (size_t)k]];
    return room;
}

void twc_resample_row(const twc_resampling *of, int32_t z, double *out)
{
    const twc_grid *grid = of->grid;
    const int32_t east = grid->columns > 1;
    double s;
    const int32_t row = position(z, of->nz, grid->rows, grid->cell, &s);
    const double *north_row = row_of(grid, row, of->row[0]);
    const double *south_row = grid->rows > 1 ? row_of(grid, row + 1, of->row[1]) : north_row;
    for (int32_t x = 0; x < of->nx; x++) {
        const int32_t i = of->column[x], next = i + east;
        const double t = of->share[x];
        const double north = north_row[i] + (north_row[next] - north_row[i]) * t;
        const double south = south_row[i] + (south_row[next] - south_row[i]) * t;
        out[x] = north + (south - north) * s;
    }
}

twc_status twc_grid_resample(const twc_grid *grid, int32_t nx, int32_t nz, double *out)
{
    twc_resampling of;
    twc_status status = twc_resample_begin(grid, nx, nz, &of);
    for (int32_t z = 0; z < nz && !status.code; z++)
        twc_resample_row(&of, z, out + (size_t)z * (size_t)nx);
    twc_resample_end(&of);
    return status;
}
