/* SPDX-License-Identifier: MIT */
/*
 * Talus by rows: a row takes from the one above or below by lanes, then from itself where that is needed, rows are
 * looked at again while a neighbour changes. Spec grid 6; twin reference/grid/talus.c; test tests/grid/test_steady.c.
 */
#include <math.h>

#include "grid/grid.h"

/* The field with an edge of one cell about it, which no cell is lowered by. */
typedef struct talus_work {
    int32_t columns, rows, ring;
    size_t stride;
    double *t, along_x, along_z, across;
    uint8_t *above, *below; /* rows: the one above, below has changed */
} talus_work;

/* Lowers a row by another; whether anything changed. */
static int take(const double *restrict from, double *restrict to, int32_t n, double straight, double across)
{
    int changed = 0;
    for (int32_t i = 0; i < n; i++) {
        const double one = from[i - 1] + across, middle = from[i] + straight, other = from[i + 1] + across;
        double least = one < other ? one : other;
        least = middle < least ? middle : least;
        changed |= least < to[i];
        to[i] = least < to[i] ? least : to[i];
    }
    return changed;
}

static int steep(const double *row, int32_t n, double along)
{
    int found = 0;
    for (int32_t i = 0; i < n; i++)
        found |= (row[i - 1] + along < row[i]) | (row[i + 1] + along < row[i]);
    return found;
}

/* A ring's ends, as the edge has them. */
static void close_ring(const talus_work *work, double *row)
{
    if (work->ring) {
        row[-1] = row[work->columns - 1];
        row[work->columns] = row[0];
    }
}

/* Lowers a row by itself, both ways; on a ring until its ends agree. */
static int settle(const talus_work *work, double *row)
{
    const double along = work->along_x;
    int changed = 0;
    close_ring(work, row);
    while (steep(row, work->columns, along)) {
        changed = 1;
        for (int32_t i = 0; i < work->columns; i++)
            row[i] = row[i - 1] + along < row[i] ? row[i - 1] + along : row[i];
        close_ring(work, row);
        for (int32_t i = work->columns - 1; i >= 0; i--)
            row[i] = row[i + 1] + along < row[i] ? row[i + 1] + along : row[i];
        close_ring(work, row);
    }
    return changed;
}

static int look_again(const talus_work *work, int32_t j)
{
    double *row = work->t + (size_t)(j + 1) * work->stride + 1;
    int changed = 0;
    if (work->above[j] & 1)
        changed |= take(row - work->stride, row, work->columns, work->along_z, work->across);
    if (work->below[j] & 1)
        changed |= take(row + work->stride, row, work->columns, work->along_z, work->across);
    changed |= ((work->above[j] | work->below[j]) & 2) | changed ? settle(work, row) : 0;
    close_ring(work, row);
    work->above[j] = work->below[j] = 0;
    if (changed && j > 0)
        work->below[j - 1] |= 1;
    if (changed && j + 1 < work->rows)
        work->above[j + 1] |= 1;
    return changed;
}

static void lay_out(talus_work *work, const twc_cell_grid *grid, const double *h, void *scratch)
{
    const size_t columns = (size_t)grid->columns, rows = (size_t)grid->rows, stride = columns + 2;
    work->columns = grid->columns;
    work->rows = grid->rows;
    work->ring = grid->ring;
    work->stride = stride;
    work->t = scratch;
    work->above = (uint8_t *)(work->t + stride * (rows + 2));
    work->below = work->above + rows;
    memset(work->above, 3, 2 * rows); /* 2: not looked at yet */
    for (size_t i = 0; i < stride; i++)
        work->t[i] = work->t[(rows + 1) * stride + i] = (double)INFINITY;
    for (size_t j = 0; j < rows; j++) {
        double *row = work->t + (j + 1) * stride + 1;
        memcpy(row, h + j * columns, columns * sizeof *h);
        row[-1] = row[columns] = (double)INFINITY;
        close_ring(work, row);
    }
}

void TWC_NAME(talus)(const twc_cell_grid *grid, const double *h, const twc_steady *distances, double slope,
                     void *scratch, double *t)
{
    talus_work work = {.along_x = slope * distances->along_x,
                       .along_z = slope * distances->along_z,
                       .across = slope * distances->across};
    int changed = 1;
    lay_out(&work, grid, h, scratch);
    while (changed) {
        changed = 0;
        for (int32_t j = 0; j < work.rows; j++)
            changed |= work.above[j] | work.below[j] ? look_again(&work, j) : 0;
        for (int32_t j = work.rows - 1; j >= 0; j--)
            changed |= work.above[j] | work.below[j] ? look_again(&work, j) : 0;
    }
    for (size_t j = 0; j < (size_t)grid->rows; j++)
        memcpy(t + j * (size_t)grid->columns, work.t + (j + 1) * work.stride + 1, (size_t)grid->columns * sizeof *t);
}
