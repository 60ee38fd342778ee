/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/drainage.h"

#include <math.h>
#include <stdlib.h>

/* What the kernels work on. */
typedef struct drainage_work {
    twc_cell_grid cells;
    twc_steady distances;
    float *z, *w;
    uint8_t *outlets;
    uint32_t *receiver, *area;
    void *scratch;
} drainage_work;

static int begin(drainage_work *work, const twc_grid *grid)
{
    work->cells = (twc_cell_grid){grid->columns, grid->rows, 0};
    work->distances = (twc_steady){
        .along_x = grid->cell, .along_z = grid->cell, .across = sqrt(2 * grid->cell * grid->cell)};
    const size_t cells = twc_cell_count(&work->cells);
    const size_t flood = twc_flood_bytes(&work->cells), sums = twc_accumulate_bytes(&work->cells);
    work->z = malloc(cells * sizeof *work->z);
    work->w = malloc(cells * sizeof *work->w);
    work->outlets = malloc(cells);
    work->receiver = malloc(cells * sizeof *work->receiver);
    work->area = malloc(cells * sizeof *work->area);
    work->scratch = aligned_alloc(64, ((flood > sums ? flood : sums) + 63) / 64 * 64);
    return work->z && work->w && work->outlets && work->receiver && work->area && work->scratch;
}

static void end(drainage_work *work)
{
    free(work->z);
    free(work->w);
    free(work->outlets);
    free(work->receiver);
    free(work->area);
    free(work->scratch);
}

/* Water leaves at the grid's edge, and where heights end. */
static int leaves(const drainage_work *work, int32_t i, int32_t j)
{
    for (int32_t y = j - 1; y <= j + 1; y++)
        for (int32_t x = i - 1; x <= i + 1; x++)
            if (x < 0 || y < 0 || x >= work->cells.columns || y >= work->cells.rows ||
                isnan(work->z[(size_t)y * (size_t)work->cells.columns + (size_t)x]))
                return 1;
    return 0;
}

static void take_in(drainage_work *work, const twc_grid *grid, twc_drainage_report *report)
{
    const size_t cells = twc_cell_count(&work->cells);
    for (size_t c = 0; c < cells; c++)
        work->z[c] = (float)(grid->word ? grid->metres[grid->word[c]] : grid->height[c]);
    for (size_t c = 0; c < cells; c++) {
        const int32_t i = (int32_t)(c % (size_t)grid->columns), j = (int32_t)(c / (size_t)grid->columns);
        work->outlets[c] = (uint8_t)leaves(work, i, j);
        if (!isnan(work->z[c])) {
            report->cells++;
            report->outlets += work->outlets[c];
        }
    }
}

static void measure_water(const drainage_work *work, double cell, twc_drainage_report *report)
{
    for (size_t c = 0; c < twc_cell_count(&work->cells); c++) {
        const double depth = (double)work->w[c] - (double)work->z[c];
        if (depth > 0) { /* not of cells without a height */
            report->filled++;
            report->deepest = fmax(report->deepest, depth);
            report->volume += depth * cell * cell;
        }
    }
}

/* What is written for a cell with a height. */
static double value_of(const drainage_work *work, twc_drainage_kind kind, double cell, size_t c)
{
    const size_t r = work->receiver[c], columns = (size_t)work->cells.columns;
    if (kind == TWC_DRAINAGE_FLOOD)
        return (double)work->w[c];
    if (kind == TWC_DRAINAGE_ACCUMULATE)
        return work->area[c] * (cell * cell);
    const int straight = r % columns == c % columns || r / columns == c / columns;
    const double distance = straight ? work->distances.along_x : work->distances.across;
    return r == c ? 0.0 : ((double)work->z[c] - (double)work->z[r]) / distance;
}

static void write_out(const drainage_work *work, twc_drainage_kind kind, double cell, double *out,
                      twc_drainage_report *report)
{
    report->largest = -INFINITY;
    report->value_least = INFINITY;
    for (size_t c = 0; c < twc_cell_count(&work->cells); c++) {
        out[c] = isnan(work->z[c]) ? NAN : value_of(work, kind, cell, c);
        if (isnan(out[c]))
            continue;
        report->largest = fmax(report->largest, out[c]);
        report->value_least = fmin(report->value_least, out[c]);
        report->pits += kind == TWC_DRAINAGE_SLOPE && work->receiver[c] == c && !work->outlets[c];
    }
}

twc_status twc_grid_drainage(const twc_grid_table *table, twc_drainage_kind kind, float rise, const twc_grid *grid,
                             double *out, twc_drainage_report *report)
{
    drainage_work work;
    const twc_rise all = {rise, NULL};
    *report = (twc_drainage_report){0};
    if (!begin(&work, grid)) {
        end(&work);
        return twc_fail(TWC_IO, "not enough memory for %d x %d cells", grid->columns, grid->rows);
    }
    take_in(&work, grid, report);
    if (kind != TWC_DRAINAGE_SLOPE) {
        table->flood(&work.cells, work.z, work.outlets, &all, work.scratch, work.w);
        measure_water(&work, grid->cell, report);
    }
    if (kind != TWC_DRAINAGE_FLOOD)
        table->receivers(&work.cells, kind == TWC_DRAINAGE_SLOPE ? work.z : work.w, work.outlets, &work.distances,
                         work.receiver);
    if (kind == TWC_DRAINAGE_ACCUMULATE)
        table->accumulate(&work.cells, work.receiver, work.scratch, work.area);
    else if (kind == TWC_DRAINAGE_FLOOD)
        for (size_t c = 0; c < twc_cell_count(&work.cells); c++)
            work.receiver[c] = (uint32_t)c;
    write_out(&work, kind, grid->cell, out, report);
    end(&work);
    return report->cells ? twc_ok() : twc_fail(TWC_IO, "no cell of the grid has a height");
}
