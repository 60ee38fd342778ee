/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs as functions of position, so that a window of any size holds the same values where it overlaps another. Each
 * pattern is there for a fault it provokes: equal heights (ties), ramps at the slope threshold, checkerboards and
 * extremes (overflow, rounding of large differences), slopes along one axis (products that cancel exactly), single
 * spikes (offsets and borders), noise (everything).
 */
#ifndef TWC_CHECK_PATTERNS_H
#define TWC_CHECK_PATTERNS_H

#include "check/case.h"

enum { TWC_PATTERNS = 12, TWC_CLASS_PATTERNS = 8, TWC_PATTERN_SEED_MAX = 0x7FFFFFFF };
enum { TWC_PLAIN_SAMPLE = 20000 }; /* 0 m */

uint32_t twc_pattern_hash(int64_t seed, int32_t x, int32_t z);
uint16_t twc_pattern_sample(int64_t pattern, int64_t seed, int32_t x, int32_t z);
uint8_t twc_pattern_class(int64_t pattern, int64_t seed, int32_t x, int32_t z);

/* Fill an array declared as a grid. */
void twc_fill_samples(twc_array *array, int64_t pattern, int64_t seed);
void twc_fill_heights(twc_array *array, int64_t pattern, int64_t seed);
void twc_fill_classes(twc_array *array, int64_t pattern, int64_t seed);

/* A length for a kernel's loops: first every one about the widths of vectors and blocks, later any up to `limit`. */
int64_t twc_sweep_length(twc_random *random, uint32_t index, int64_t limit);
/* A first index: zero, about zero, or as far out as the world reaches, in units of which a tile has `per_tile`. */
int64_t twc_sweep_place(twc_random *random, int64_t per_tile);
/* The farthest first index that twc_sweep_place gives. */
#define TWC_PLACE_LIMIT(per_tile) ((int64_t)(TWC_TILE_LIMIT - 8) * (per_tile))

/*
 * A fine cell (in x and z) whose diagonal's hash is 2^31 or 2^31 - 1, on either side of the choice. They were found by
 * running the hash backwards; the next ones lie as far out.
 */
twc_point twc_tie_cell(twc_random *random);

#endif
