/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fuzzer runs: a small world, two peers, and a list of steps. A script is readable JSON; large values are
 * written as a fill (one level, two levels, noise) with its seed, so that a step fits on a line. Everything about a run
 * follows from its script.
 */
#ifndef TWC_HARNESS_FUZZ_SCRIPT_H
#define TWC_HARNESS_FUZZ_SCRIPT_H

#include "twc/chunk_grid.h"
#include "twc/world_data.h"
#include "twc/facts.h"

typedef enum twc_step_kind {
    TWC_STEP_SAMPLES,
    TWC_STEP_CLASSES,
    TWC_STEP_BRUSH,
    TWC_STEP_UNDO,
    TWC_STEP_REDO,
    TWC_STEP_CRASH,    /* the log loses its last `cut` bytes; what is left is replayed from the start */
    TWC_STEP_SNAPSHOT, /* later crashes replay from here */
    TWC_STEP_ROAD,     /* a corridor through `node`, id `value`, in place of the one with that id; may be refused */
    TWC_STEP_REMOVE,   /* of feature `value`; refused when there is none */
    TWC_STEP_MOVE,     /* of feature `value` by node[0]; refused when there is none, and where it would not fit */
    TWC_STEP_KIND_COUNT
} twc_step_kind;

enum { TWC_STEP_NODES = 4 };

typedef enum twc_pattern { TWC_PATTERN_LEVEL, TWC_PATTERN_TWO, TWC_PATTERN_NOISE, TWC_PATTERN_COUNT } twc_pattern;

typedef struct twc_step {
    twc_step_kind kind;
    twc_rect rect; /* samples, classes */
    twc_pattern fill;
    int32_t value; /* of TWC_PATTERN_LEVEL and TWC_PATTERN_TWO */
    int32_t seed;  /* of TWC_PATTERN_NOISE and TWC_PATTERN_TWO */
    twc_brush brush;
    int32_t cut;
    int32_t node_count;
    twc_point node[TWC_STEP_NODES];
} twc_step;

typedef enum twc_terrain {
    TWC_TERRAIN_FLAT,
    TWC_TERRAIN_RAMP,
    TWC_TERRAIN_HILLS,
    TWC_TERRAIN_SPIKES, /* the lowest and the highest sample at random */
    TWC_TERRAIN_COUNT
} twc_terrain;

typedef enum twc_classing {
    TWC_CLASSING_FINE,
    TWC_CLASSING_BROAD,
    TWC_CLASSING_PATCHES,
    TWC_CLASSING_CHECKERS,
    TWC_CLASSING_COUNT
} twc_classing;

enum { TWC_SCRIPT_STEPS = 256, TWC_SCRIPT_TILES = 16, TWC_SCRIPT_THREADS = 4 };

typedef struct twc_script {
    uint64_t seed;   /* it was drawn from, for the record */
    twc_rect extent; /* at most TWC_SCRIPT_TILES tiles */
    int32_t world_seed;
    twc_terrain terrain;
    twc_classing classing;
    int holes;    /* about one tile in four is missing */
    int surfaces; /* chunks have them; the water stands at twc_script_water */
    twc_builder peer[2];
    int threads[2]; /* of the peers, 1 to TWC_SCRIPT_THREADS: who builds a chunk of a group, and when, differs */
    int step_count; /* at most TWC_SCRIPT_STEPS */
    twc_step step[TWC_SCRIPT_STEPS];
} twc_script;

/* Draws a script from a seed: biased to borders, corners, extremes, overlaps (fuzz/draw.c). */
void twc_script_draw(uint64_t seed, twc_script *script);

/* The script that some bytes stand for, at most 16 steps of it (fuzz/bytes.c). */
void twc_script_from_bytes(const uint8_t *bytes, size_t size, twc_script *script);

/* The level of standing water, metres: from the world's seed, anywhere in the encoding. */
double twc_script_water(const twc_script *script);

/* The world of a script. */
twc_status twc_script_world(const twc_script *script, twc_world_data *data);

/*
 * The values of a step's rectangle, clipped to the world: 0 when nothing is left. Caller frees *values (uint16_t or
 * uint8_t).
 */
size_t twc_script_values(const twc_step *step, const twc_world *world, twc_rect *rect, void **values);

/* JSON, both ways (fuzz/script_json.c). Reading refuses unknown operations and values out of range, naming the step. */
twc_status twc_script_save(const char *path, const twc_script *script, const char *comment);
twc_status twc_script_load(const char *path, twc_script *script);

const char *twc_step_name(twc_step_kind kind);

#endif
