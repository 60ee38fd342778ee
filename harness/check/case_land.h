/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A land as part of a case: the island moved so that one of its places lies at the origin, on a grid of the case's own,
 * with numbers changed by the seed; and positions where a cell, an edge or a border could go wrong by one.
 */
#ifndef TWC_CHECK_CASE_LAND_H
#define TWC_CHECK_CASE_LAND_H

#include "check/patterns.h"
#include "twc/land_kernels.h"

/* The scalars of a land, in order; a kernel's own begin at L_COUNT. */
enum { L_PLACE, L_CELL, L_CHANGES, L_SPREAD, L_SEED, L_COUNT };
enum { TWC_LAND_PLACES = 8, TWC_LAND_CELLS = 5, TWC_LAND_SPREADS = 4 };

#define TWC_LAND_SCALARS                                                                                               \
    {"place", 0, TWC_LAND_PLACES - 1, 0}, {"cell", 0, TWC_LAND_CELLS - 1, 0}, {"changes", 0, 1, 0},                    \
        {"spread", 0, TWC_LAND_SPREADS - 1, 0},                                                                        \
    {                                                                                                                  \
        "fill_seed", 0, TWC_PATTERN_SEED_MAX, 0                                                                        \
    }

void twc_case_land_draw(twc_random *random, uint32_t index, int64_t *value);
/* The land on a grid of points x points. */
void twc_case_land(const twc_case *c, int32_t points, twc_land *land);

/* Declares positions, two lists; fills them, about a grid of so many points. */
void twc_case_spots_shape(twc_case *c, size_t count);
void twc_case_spots_fill(twc_case *c, uint32_t first, const twc_land_grid *grid);
twc_spots twc_case_spots(const twc_case *c, const twc_call *call, uint32_t first);

/* Uniform over low..high by the seed, an index and a salt. */
double twc_case_real(int64_t seed, int32_t k, int32_t salt, double low, double high);

/* A grid of heights about the sea: slopes, terraces, levels and spikes by the seed. */
void twc_case_heights_fill(twc_array *heights, int64_t seed);

/* Lists of a feature's spine: x, z, at, along, level. */
enum { TWC_CASE_SPINE_ARRAYS = 5 };
void twc_case_spine_shape(twc_case *c, const twc_land_feature *feature);
void twc_case_spine_fill(twc_case *c, uint32_t first, const twc_land_feature *feature);
twc_spine twc_case_spine(const twc_case *c, const twc_call *call, uint32_t first);

const twc_land_table *twc_implementation_land(const twc_implementation *implementation);

#endif
