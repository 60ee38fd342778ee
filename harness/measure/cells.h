/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The macro cells of an extent as the measures see them. */
#ifndef TWC_HARNESS_MEASURE_CELLS_H
#define TWC_HARNESS_MEASURE_CELLS_H

#include "twc/world.h"

typedef struct twc_cells {
    twc_rect macros;  /* the extent */
    uint8_t *classes; /* of the world, row-major over macros */
} twc_cells;

twc_status twc_cells_create(const twc_world *world, twc_cells *cells);
void twc_cells_destroy(twc_cells *cells);

/* The world's class of a macro cell; outside the extent that of the nearest cell inside. */
uint8_t twc_cells_class(const twc_cells *cells, int32_t macro_x, int32_t macro_z);

/* Whether a macro cell of the extent is in its first or last row or column. */
int twc_cells_on_border(const twc_cells *cells, int32_t macro_x, int32_t macro_z);

/* Whether a plan position lies in the mountain region: a Broad cell of the extent off its border. */
int twc_cells_mountain(const twc_cells *cells, int32_t x_cm, int32_t z_cm);

/* Fine cells of the all-Fine lattice whose quadrilateral is not strictly convex. */
int64_t twc_cells_nonconvex(const twc_cells *cells);

#endif
