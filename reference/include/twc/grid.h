/* SPDX-License-Identifier: MIT */
/*
 * The contract of the grid stage (docs/spec/grid.md): algorithms on any grid of heights, and on graphs between points.
 * Cells are numbered by row, then column; neighbours are the eight about a cell. The functions are a table, as those of
 * twc/ground.h: they cannot fail, allocate nothing, and outputs overlap no input. `scratch` is 64-byte aligned, as many
 * bytes as the function named with the kernel says; its contents mean nothing before and after.
 */
#ifndef TWC_GRID_H
#define TWC_GRID_H

#include <stddef.h>

#include "twc/mesh.h"
#include "twc/numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* At most 2^28 cells, at least one column and one row; a ring has at least three columns. */
typedef struct twc_cell_grid {
    int32_t columns, rows;
    int32_t ring; /* 1: the last column's eastern neighbour is the first */
} twc_cell_grid;

enum { TWC_CELLS_LIMIT = 1 << 28 };

static inline size_t twc_cell_count(const twc_cell_grid *grid)
{
    return (size_t)grid->columns * (size_t)grid->rows;
}

/* How much a flood rises on entering a cell: `each` has a number a cell; without it, all cells have `all`. Not < 0. */
typedef struct twc_rise {
    float all;
    const float *each;
} twc_rise;

/* The distances of neighbours, in metres, and what a steady state is made of. */
typedef struct twc_steady {
    double along_x, along_z, across; /* to a neighbour in the row, in the column, and diagonally */
    double erosion;                  /* metres */
    double cell, least;              /* square metres: of a cell; the area that slopes are not steeper above */
} twc_steady;

/* An edge between two points, by number. Less costly first: by cost, length, lower end, higher end, its own number. */
typedef struct twc_edge {
    uint32_t a, b;
    uint64_t cost, length;
} twc_edge;

/* Three points, counter-clockwise where x grows to the right and z upwards, the lowest number first. */
typedef struct twc_trio {
    uint32_t a, b, c;
} twc_trio;

/* Weighted values to be fitted; a weight is at least 1, and all weights add up to less than 2^60. */
typedef struct twc_weighted {
    double value;
    uint64_t weight;
} twc_weighted;

enum {
    TWC_DELAUNAY_COORDINATE = 1 << 26, /* coordinates are below it in magnitude */
    TWC_DELAUNAY_POINTS = 1 << 24
};

/* ---- scratch ------------------------------------------------------------------------------------------------- */

size_t twc_flood_bytes(const twc_cell_grid *grid);
size_t twc_accumulate_bytes(const twc_cell_grid *grid);
size_t twc_steady_bytes(const twc_cell_grid *grid);
size_t twc_talus_bytes(const twc_cell_grid *grid);
size_t twc_box_mean_bytes(const twc_cell_grid *grid);
size_t twc_quantile_bytes(size_t n);
size_t twc_isotonic_bytes(size_t n);
size_t twc_delaunay_bytes(size_t n);
size_t twc_spanning_tree_bytes(size_t points, size_t edges);

/* ---- the table ----------------------------------------------------------------------------------------------- */

typedef struct twc_grid_table {
    /*
     * The least water surface that stands on the ground z and drains into outlets (a byte a cell, not 0):
     *   outlets: w = z; other cells: w = z where z >= v, else v, v the least of fl(w(n) + rise) over neighbours n.
     * Cells of no number are no neighbours and keep their bits; cells that no outlet reaches are +infinity. This is a
     * field: it does not say in which order cells are filled. z is finite or not a number. twc_flood_bytes.
     */
    void (*flood)(const twc_cell_grid *grid, const float *z, const uint8_t *outlets, const twc_rise *rise,
                  void *scratch, float *w);

    /*
     * A receiver, here and below, is one of the cell's neighbours or itself, and following them runs in no ring.
     * Where each cell drains: the neighbour with the largest s = (w(c) - w(n)) * (1.0 / distance), in binary64, the
     * lowest number among equals; where no s is above 0, in outlets, and without a number: the cell itself.
     */
    void (*receivers)(const twc_cell_grid *grid, const float *w, const uint8_t *outlets, const twc_steady *distances,
                      uint32_t *receiver);

    /* The cells that drain into c, ascending: donor[first[c]] .. donor[first[c + 1] - 1]; `first` has one more. */
    void (*donors)(const twc_cell_grid *grid, const uint32_t *receiver, uint32_t *first, uint32_t *donor);

    /* How many cells drain through each, itself counted. twc_accumulate_bytes. */
    void (*accumulate)(const twc_cell_grid *grid, const uint32_t *receiver, void *scratch, uint32_t *area);

    /*
     * The heights at which erosion balances uplift: 0 where a cell is its own receiver, else
     *   h = h(receiver) + (distance * erosion) / sqrt(max(area * cell, least)).  twc_steady_bytes.
     */
    void (*steady)(const twc_cell_grid *grid, const uint32_t *receiver, const uint32_t *area, const twc_steady *steady,
                   void *scratch, double *h);

    /*
     * The largest field t <= h that rises by no more than `slope` to any neighbour: t = min(h, least of
     * fl(t(n) + fl(slope * distance))). A field, as the flood is. All h are finite. twc_talus_bytes.
     */
    void (*talus)(const twc_cell_grid *grid, const double *h, const twc_steady *distances, double slope, void *scratch,
                  double *t);

    /* A step of diffusion: h + share * ((((W + E) + N) + S) - 4.0 * h); beyond the grid h itself is repeated. */
    void (*diffuse)(const twc_cell_grid *grid, const double *h, double share, double *out);

    /*
     * Means over boxes of 2 reach + 1 cells a side, cut at the grid's edges (never along a ring, which a box may go
     * round once at most): floor((2 sum + count) / (2 count)), whole numbers below 2^28 in magnitude.
     * 0 <= reach, 2 reach + 1 <= columns on a ring. twc_box_mean_bytes.
     */
    void (*box_mean)(const twc_cell_grid *grid, int32_t reach, const int32_t *in, void *scratch, int32_t *out);

    /* The value of number `rank` from 0 among n sorted ones; -0 comes before 0; none is no number. */
    double (*quantile)(size_t n, const double *values, size_t rank, void *scratch);

    /*
     * The non-increasing fit of least pinball loss at tau = 1 / parts: neighbouring blocks whose values rise are
     * pooled until none does; a block's value is the least of its values v with parts * (weight of values <= v) >=
     * its weight. parts >= 2, parts times all weights below 2^63. twc_isotonic_bytes.
     */
    void (*isotonic)(size_t n, const twc_weighted *values, uint32_t parts, void *scratch, double *out);

    /*
     * The Delaunay triangulation of distinct points; of points on one circle, the fan from the lowest number. Writes
     * at most 2 n triangles in ascending order of a, b, c, and returns how many: none where all lie on a line.
     * twc_delaunay_bytes.
     */
    size_t (*delaunay)(size_t n, const twc_point *points, void *scratch, twc_trio *out);

    /* Marks with 1 the edges of the least costly spanning forest, with 0 the others. twc_spanning_tree_bytes. */
    void (*spanning_tree)(size_t points, size_t n, const twc_edge *edges, void *scratch, uint8_t *chosen);
} twc_grid_table;

/* The reference's table. */
const twc_grid_table *twc_reference_grid(void);

#ifdef __cplusplus
}
#endif
#endif
