/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids of heights as parts of a case: shapes with and without a ring, ground that floods and drains in every way. */
#ifndef TWC_CHECK_CASE_GRID_H
#define TWC_CHECK_CASE_GRID_H

#include "check/patterns.h"

/* The scalars of a grid, in order; a kernel's own begin at G_COUNT. */
enum { G_COLUMNS, G_ROWS, G_RING, G_PATTERN, G_SEED, G_COUNT };
enum { TWC_GRID_PATTERNS = 8, TWC_GRID_LIMIT = 90 };

#define TWC_GRID_SCALARS                                                                                               \
    {"columns", 1, TWC_GRID_LIMIT, 1}, {"rows", 1, TWC_GRID_LIMIT, 1}, {"ring", 0, 1, 0},                              \
        {"pattern", 0, TWC_GRID_PATTERNS - 1, 0},                                                                      \
    {                                                                                                                  \
        "fill_seed", 0, TWC_PATTERN_SEED_MAX, 0                                                                        \
    }

void twc_case_grid_draw(twc_random *random, uint32_t index, int64_t *value);
/* The grid; 0 when the scalars make none: a ring of less than three columns. */
int twc_case_grid_of(const twc_case *c, twc_cell_grid *grid);
size_t twc_case_grid_cells(const twc_case *c);
/* The ground of a cell: planes, bowls, terraces of equal height, pits, noise, zeros of both signs. */
float twc_case_ground(const twc_case *c, size_t cell);
/* No number, of the same bits on every machine. */
float twc_case_no_number(void);
/* A uniform number 0..count-1 by the seed, the cell and a salt. */
uint32_t twc_case_choice(const twc_case *c, size_t cell, int32_t salt, uint32_t count);
/* The outlets of a grid: its edge, its first and last rows, some cells, one, or none. */
void twc_case_outlets(const twc_case *c, uint8_t *outlets);
/* A forest: each cell drains into itself or a neighbour that comes before it in some order. */
void twc_case_forest(const twc_case *c, uint32_t *receiver);
twc_steady twc_case_steady(const twc_case *c);

const twc_grid_table *twc_implementation_grid(const twc_implementation *implementation);

#endif
