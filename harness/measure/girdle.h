/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Girdle, the range that rings the test world of docs/spec/tower.md: made, and measured. */
#ifndef TWC_MEASURE_GIRDLE_H
#define TWC_MEASURE_GIRDLE_H

#include "generate/tower_world.h"
#include "twc/status.h"

/* What is measured of it; angles and slopes are of channels. */
typedef struct twc_girdle {
    double peaks, tree, spurs;
    double median_m, high_m;   /* relief between z 50 and 94 km: 50 and 99 % */
    double cosines, along;     /* over 20 km2, over 20 cells: mean of cos 8 phi; within 5 degrees of the grid's eight */
    double exponent;           /* of slope on area, over 2 km2 */
    double summit_m, above_m;  /* the most a given summit is off its height, and is overtopped within 4 km */
    double river_km, stations; /* the Long Water */
    double speed_1, speed_2;   /* by Manning, at a slope of 0.002 */
    double wave_m, wave_s;     /* of 10 m/s over 30 km */
    double whitecaps[3];       /* per cent at 9, 20, 28 m/s */
} twc_girdle;

/*
 * The range of a world, the first band of mountains of its file, by the tables of the reference or of a level.
 * `relief` has TWC_GIRDLE_CELLS, or is NULL.
 */
enum { TWC_GIRDLE_COLUMNS = 1571, TWC_GIRDLE_ROWS = 425, TWC_GIRDLE_CELLS = TWC_GIRDLE_COLUMNS * TWC_GIRDLE_ROWS };
twc_status twc_girdle_measure(const twc_grid_table *grid, const twc_tower_table *tower, const twc_tower_world *world,
                              twc_girdle *girdle, double *relief);

#endif
