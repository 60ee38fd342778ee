/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the ground suites run on: the implementations this machine can run, worlds that provoke, and memory for both. */
#ifndef TWC_TESTS_GROUND_CASES_H
#define TWC_TESTS_GROUND_CASES_H

#include "ground/ground_brute.h"
#include "twc/fast.h"

/* ---- implementations ---------------------------------------------------------------------------------------- */

typedef struct ground_impl {
    const char *name;
    const twc_ground_table *table;
    int fast;
    twc_level level; /* with fast */
} ground_impl;

/* The reference, then every fast level that is usable here; the first call prints which. */
int ground_impls(ground_impl out[1 + TWC_LEVEL_COUNT]);

/* ---- worlds ------------------------------------------------------------------------------------------------- */

uint16_t heights_noise(uint64_t seed, int32_t i, int32_t j);  /* any sample at all */
uint16_t heights_cliffs(uint64_t seed, int32_t i, int32_t j); /* the lowest or the highest, in blocks */
uint16_t heights_hills(uint64_t seed, int32_t i, int32_t j);  /* waves of some hundred metres */
uint16_t heights_flat(uint64_t seed, int32_t i, int32_t j);

uint8_t classes_fine(uint64_t seed, int32_t x, int32_t z);
uint8_t classes_broad(uint64_t seed, int32_t x, int32_t z);
uint8_t classes_checker(uint64_t seed, int32_t x, int32_t z);
uint8_t classes_random(uint64_t seed, int32_t x, int32_t z);
uint8_t classes_blocks(uint64_t seed, int32_t x,
                       int32_t z); /* random blocks of 3 x 3, so that some corners jitter wide */

typedef struct ground_case {
    const char *name;
    twc_rect extent;
    uint64_t missing;
    brute_height_function height;
    brute_class_function class_of;
} ground_case;

/* Small worlds of every shape the spec names; ends with a NULL name. */
extern const ground_case ground_case_list[];
brute_world *ground_case_world(const ground_case *c);

/* ---- what a table makes ------------------------------------------------------------------------------------- */

/*
 * The smallest window that `chunk` may read, filled by the table's own functions. `poison`: the same inside a larger
 * one whose other entries are NaN and class 0xFF, which nothing may read.
 */
twc_ground_window *ground_chunk_window(const twc_ground_table *table, const twc_world *world, twc_point chunk,
                                       int poison);

/* Classes and fields over `macros` grown by `grow` macro cells, filled by the table's own functions. */
twc_ground_window *ground_wide_window(const twc_ground_table *table, const twc_world *world, twc_rect macros,
                                      int32_t grow);
void ground_window_destroy(twc_ground_window *window);

/* Meshes of `count` chunks, filled with a pattern so that a write beyond the count shows. */
twc_mesh *ground_meshes_create(int32_t count);
void ground_meshes_destroy(twc_mesh *meshes, int32_t count);
/* Whether everything at and beyond the counts still holds the pattern. */
int ground_mesh_clean(const twc_mesh *mesh);

twc_status ground_build(const ground_impl *impl, const twc_world *world, twc_rect chunks, twc_build_options options,
                        twc_mesh *meshes);

/* Exits when memory is short. */
void *ground_memory(size_t bytes);

/* 64-byte aligned, exactly `bytes` long and followed by a guard that ground_scratch_destroy checks: 1 when whole. */
void *ground_scratch_create(size_t bytes);
int ground_scratch_destroy(void *scratch, size_t bytes);

#endif
