/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A third evaluation of the ground, written from the spec alone for the tests: one vertex, one triangle, one sample
 * at a time, by the plainest route, and where there is a choice by another one than the contract's text suggests.
 */
#ifndef TWC_TESTS_GROUND_BRUTE_H
#define TWC_TESTS_GROUND_BRUTE_H

#include "twc/ground.h"

typedef __int128 brute_wide;

/* ---- random numbers ---------------------------------------------------------------------------------------- */

/* A 64-bit mix of three numbers (SplitMix64's finaliser), and a stream from a seed. */
uint64_t brute_mix(uint64_t seed, int64_t i, int64_t j);
uint64_t brute_next(uint64_t *state);
/* Uniform enough in [low, high]. */
int32_t brute_between(uint64_t *state, int32_t low, int32_t high);

/* ---- worlds ------------------------------------------------------------------------------------------------- */

/* A world made from two functions of global indices, so that any sample can be known without looking into tiles. */
typedef uint16_t (*brute_height_function)(uint64_t seed, int32_t i, int32_t j);
typedef uint8_t (*brute_class_function)(uint64_t seed, int32_t macro_x, int32_t macro_z);

typedef struct brute_world {
    twc_world world;
    twc_tile **tiles;
    uint64_t missing; /* bit k: tile k of the extent is missing */
    uint64_t seed;
    brute_height_function height;
    brute_class_function class_of;
} brute_world;

brute_world *brute_world_create(twc_rect extent, uint64_t missing, uint16_t base, uint64_t seed,
                                brute_height_function height, brute_class_function class_of);
void brute_world_destroy(brute_world *world);

/* By the rules of docs/spec/ground.md 1, from the functions. */
uint16_t brute_sample(const brute_world *world, int32_t i, int32_t j);
uint8_t brute_class(const brute_world *world, int32_t macro_x, int32_t macro_z);

/* ---- the lattice -------------------------------------------------------------------------------------------- */

/* Classes and filtered fields around `macros`, two macro cells and more on all sides, filtered here. */
twc_ground_window *brute_ground_create(const brute_world *world, twc_rect macros);
void brute_ground_destroy(twc_ground_window *ground);

/* These abort when the window does not cover what they read: then the test is wrong. */
uint8_t brute_window_class(const twc_ground_window *ground, int32_t macro_x, int32_t macro_z);
float brute_bilinear(const twc_field *field, int32_t x, int32_t z);
twc_vertex brute_vertex(const twc_ground_window *ground, int32_t i, int32_t j);

/* Twice the plan area, in 128 bits, by the shoelace sum over the three edges (positive as twc_area2 is). */
brute_wide brute_area2(twc_vertex a, twc_vertex b, twc_vertex c);

/* 1, 0, or -1 when neither diagonal of the quadrilateral gives two triangles of positive area. `both`: both do. */
int brute_valid_diagonal(twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d, int *both);
int brute_fine_diagonal(int32_t i, int32_t j, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d);
/* What the heights alone would take, valid or not. */
int brute_diagonal_by_height(const twc_ground_window *ground, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d);
int brute_broad_diagonal(const twc_ground_window *ground, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d);

int brute_same_vertex(twc_vertex a, twc_vertex b);
uint32_t brute_bits(float value);

/* ---- triangles ---------------------------------------------------------------------------------------------- */

typedef struct brute_triangle {
    twc_vertex corner[3];
    twc_vertex facet_corner[3];
    uint64_t facet;
    uint8_t facet_class;
    uint8_t fan;     /* a piece of a fan */
    twc_point chunk; /* that it belongs to; set by brute_extent_triangles */
} brute_triangle;

enum { BRUTE_MAX_CELL = 32 };

/* The drawn triangles of one macro cell, canonical order; returns how many. */
int brute_macro_triangles(const twc_ground_window *ground, int32_t macro_x, int32_t macro_z,
                          brute_triangle out[BRUTE_MAX_CELL]);

/* All drawn triangles of an extent (in macro cells), macro cells by row then column; the caller frees them. */
brute_triangle *brute_extent_triangles(const twc_ground_window *ground, twc_rect extent, long *count);

/*
 * The outline of the extent as a closed chain, twc_area2 > 0 round. `out` needs 8 (nx + nz) entries; returns
 * the count.
 */
int brute_outline(const twc_ground_window *ground, twc_rect extent, twc_vertex *out);

#endif
