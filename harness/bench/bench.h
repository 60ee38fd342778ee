/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a benchmark is: a group of variants that do the same work. The first variant is what the others are held
 * against; all are timed in turn, round after round, in each of several fresh processes, so that whatever disturbs the
 * machine disturbs them alike. A group is opened only when all its variants give the same bits.
 */
#ifndef TWC_BENCH_BENCH_H
#define TWC_BENCH_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "results/studies.h"
#include "measure/latency.h"
#include "regions/region.h"
#include "twc/fast.h"

enum { TWC_BENCH_NAME = 64, TWC_BENCH_VARIANTS = 24, TWC_BENCH_GROUPS = 96 };

typedef struct twc_bench_variant {
    char name[TWC_BENCH_NAME]; /* "v4/threads:2" */
    int threads;
    int swept;    /* before each call other memory is read, so that nothing of it is left in the caches */
    double units; /* of the group's unit, a call */
    double bytes; /* written by a call; 0 where that says nothing */
} twc_bench_variant;

typedef struct twc_bench_group {
    char name[TWC_BENCH_NAME]; /* "ground.build/region" */
    const char *unit;          /* what a cost is per: "chunk", "call" */
    int count;
    twc_bench_variant variant[TWC_BENCH_VARIANTS];
    void *context;
    void (*run)(void *context, int variant);
    void (*close)(void *context);
} twc_bench_group;

/* Which groups there are, for `stage` ("ground", or "" for all). */
typedef struct twc_bench_plan {
    const char *stage;
    int threads;        /* the most to use */
    twc_level level;    /* the one that is scaled over threads and sizes */
    int level_given;    /* then the only level of kernels too */
    const char *region; /* parameters of the test region */
    int counting; /* groups for counting instructions: kernels only, fewer cases, no level above v3, nothing compared */
    int plots;    /* the machine's roofs too; when counting: what is timed, kernels and the region, as far as v3 */
} twc_bench_plan;

/*
 * Whether a stage, the beginning of a name, or a pattern with * and ? ("*.build", "ground.l*") asks for what has this
 * name; "" asks for everything.
 */
int twc_bench_asked(const char *stage, const char *name);

/* Names of everything that a stage asks for, a line each; how many. */
int twc_bench_list(const char *stage);

/*
 * Opens group `index` of the plan. Past the last one group->count is 0. TWC_CHECK_FAILED when a variant does not give
 * the bits of the reference: it is not worth timing.
 */
twc_status twc_bench_open(const twc_bench_plan *plan, int index, twc_bench_group *group);

/* The group that measures the machine; its variants do different work, so they have no ratios. */
#define TWC_BENCH_MACHINE "machine"
twc_status twc_bench_open_machine(const twc_bench_plan *plan, twc_bench_group *group);
twc_status twc_bench_open_build(const twc_bench_plan *plan, int fine_only, twc_bench_group *group);
twc_status twc_bench_open_sizes(const twc_bench_plan *plan, twc_bench_group *group);
twc_status twc_bench_open_road(const twc_bench_plan *plan, int number, twc_bench_group *group);
twc_status twc_bench_open_lengths(const twc_bench_plan *plan, twc_bench_group *group);
twc_status twc_bench_open_cut(const twc_bench_plan *plan, twc_bench_group *group);
twc_status twc_bench_open_surface(const twc_bench_plan *plan, int index,
                                  twc_bench_group *group); /* 0: build; pictures, 1: a small one, 2: a large one */
/* Groups about the island, so many of a stage. */
int twc_bench_land_count(const char *stage);
twc_status twc_bench_open_land(const twc_bench_plan *plan, int index, twc_bench_group *group);
/* Groups about water on a grid, so many of a stage. */
int twc_bench_grid_count(const char *stage);
twc_status twc_bench_open_grid(const twc_bench_plan *plan, int index, twc_bench_group *group);
/* Groups about levels of detail, likewise. */
int twc_bench_detail_count(const char *stage);
twc_status twc_bench_open_detail(const twc_bench_plan *plan, int index, twc_bench_group *group);
twc_status twc_bench_open_kernel(const twc_bench_plan *plan, int index,
                                 twc_bench_group *group); /* past the last: count 0 */

/*
 * Starts a group without a name or variants: its context, `size` zeroed bytes for `close` to free; NULL when memory is
 * short.
 */
void *twc_bench_begin(twc_bench_group *group, const char *unit, size_t size, void (*run)(void *, int),
                      void (*close)(void *));
twc_bench_variant *twc_bench_add(twc_bench_group *group, int threads, double units, double bytes, const char *name);

/* The chunks a road may touch. */
twc_rect twc_bench_road_chunks(const twc_feature *road);

/* The plan's region and its ground. */
twc_status twc_bench_region(const twc_bench_plan *plan, twc_region *region, twc_world_data *data);

/* `twc bench edits` (edits.c): measures latencies, `edits` a row, and prints them. */
twc_status twc_bench_edits(const twc_bench_plan *plan, int edits, int json, twc_latency_study *study);

/* ---- measuring (measure.c) ---- */

/*
 * Seconds a call, of each variant in each round, at [variant * rounds + round]: by the wall clock, and by the CPU clock
 * of the calling thread. The second does not count what a busy machine makes a thread wait.
 */
typedef struct twc_bench_samples {
    double *wall, *cpu;
} twc_bench_samples;

/* Reads and writes more memory than caches hold; `memory` has TWC_BENCH_SWEEP bytes. */
enum { TWC_BENCH_SWEEP = 96 << 20 };
void twc_bench_sweep(volatile char *memory);

twc_status twc_bench_measure(const twc_bench_group *group, int rounds, twc_bench_samples samples);

/* ---- results over processes (results.c) ---- */

typedef struct twc_bench_result {
    char group[TWC_BENCH_NAME], unit[TWC_BENCH_NAME];
    twc_bench_variant variant;
    int processes, rounds;
    twc_bench_samples samples; /* [process * rounds + round]; owned */
    double median;             /* seconds a call: of the CPU clock with one thread, of the wall clock with more */
    double ratio, ratio_low, ratio_high; /* how many times as fast as the first variant; 95 % bootstrap interval */
    double instructions, touched;        /* of a call, and the bytes of the cache lines it touches; 0: not counted */
} twc_bench_result;

typedef struct twc_bench_results {
    int count;
    int processors; /* of the machine they were measured on */
    twc_bench_result result[TWC_BENCH_GROUPS * 8];
} twc_bench_results;

/* Adds one process's samples of one variant; the first process makes the entry. */
twc_status twc_bench_collect(twc_bench_results *results, const char *group, const char *unit,
                             const twc_bench_variant *variant, int rounds, twc_bench_samples samples);
void twc_bench_summarise(twc_bench_results *results);
void twc_bench_release(twc_bench_results *results);

const twc_bench_result *twc_bench_find(const twc_bench_results *results, const char *group, const char *variant);

/*
 * How many times as fast as `base` a result is, by the clock for so many threads; without a base, its seconds a unit.
 * All zero when memory ends.
 */
twc_interval twc_bench_interval(const twc_bench_result *base, const twc_bench_result *result, int threads);

/*
 * Over all single kernels that have this variant: how many times as fast as their references they are, as the geometric
 * mean, with the interval of joint resamples; and the one that gains least. `count` 0: there is none.
 */
typedef struct twc_bench_kernels {
    int count;
    twc_interval mean;
    const twc_bench_result *least;
} twc_bench_kernels;
twc_bench_kernels twc_bench_kernels_of(const twc_bench_results *results, const char *variant);

/* What a cost of a single kernel is per. */
#define TWC_BENCH_CASE "case"

/* The samples a variant is judged by. */
const double *twc_bench_clock(const twc_bench_result *result, int threads);

/* ---- out (report.c) and against a base (compare.c) ---- */

void twc_bench_print(const twc_bench_results *results);
/* Google Benchmark's JSON, with ratio and its interval beside; the caller prints and deletes. */
struct cJSON *twc_bench_json(const twc_bench_results *results);
/* The other way (read_results.c): the samples of such a file, summarised again. */
twc_status twc_bench_read(const char *path, twc_bench_results *results);

/* What the figures show of a run of the ground (plots.c). TWC_USAGE when it holds too little for one. */
twc_status twc_bench_scaling(const twc_bench_results *results, twc_scaling *scaling);
twc_status twc_bench_roofline(const twc_bench_results *results, twc_roofline *roofline);

/* The ratios of a file written before by --json or --out. */
typedef struct twc_bench_base_ratio {
    char name[2 * TWC_BENCH_NAME + 1];
    double ratio, low, high;
} twc_bench_base_ratio;

typedef struct twc_bench_base {
    int count;
    twc_bench_base_ratio *ratio; /* owned */
} twc_bench_base;

/* After a failure there is nothing to release. */
twc_status twc_bench_base_read(const char *path, twc_bench_base *base);
void twc_bench_base_release(twc_bench_base *base);

/*
 * Ratios against those of a base. TWC_CHECK_FAILED when one fell by more than 10 % and the intervals are apart;
 * TWC_INCONCLUSIVE when one fell as far but they overlap, or is missing.
 */
twc_status twc_bench_compare(const twc_bench_results *results, const twc_bench_base *base);

/* Each of them with its verdict: line by line on stdout, and as a list. */
void twc_bench_print_comparison(const twc_bench_results *results, const twc_bench_base *base);
struct cJSON *twc_bench_comparison_json(const twc_bench_results *results, const twc_bench_base *base);

/* The results as a table of Markdown, beside a base (NULL: none): what a pull request shows. */
void twc_bench_print_markdown(const twc_bench_results *results, const twc_bench_base *base);

#endif
