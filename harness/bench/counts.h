/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instructions of each kernel, counted by callgrind: the same on every run, so a hard gate beside the soft one of
 * times. A committed file holds the counts of one compiler and its flags; others have other counts and are not judged
 * by it.
 */
#ifndef TWC_BENCH_COUNTS_H
#define TWC_BENCH_COUNTS_H

#include "bench/bench.h"

typedef struct twc_bench_counts {
    int count;
    char name[TWC_BENCH_GROUPS * 8][2 * TWC_BENCH_NAME]; /* "ground.lattice/v3" */
    double instructions[TWC_BENCH_GROUPS * 8];
    double touched[TWC_BENCH_GROUPS * 8]; /* bytes of the cache lines that a call touches; 0: not asked for */
} twc_bench_counts;

/* In the worker, under callgrind: runs each variant of the plan once as twc_bench_counted and writes its name. */
twc_status twc_bench_count_work(const twc_bench_plan *plan);
void twc_bench_counted(const twc_bench_group *group, int variant);

/*
 * Runs `arguments` (ends with NULL) of this program under callgrind and reads what it counted; with `touched` its model
 * of caches too, which the worker of a plan with plots empties before each call: then the last cache misses once for
 * each line of 64 bytes that the call reads or writes, however often.
 */
twc_status twc_bench_count(char *const *arguments, int touched, twc_bench_counts *counts);
/* Into the results of the same names. */
void twc_bench_counts_join(const twc_bench_counts *counts, twc_bench_results *results);

/* TWC_INCONCLUSIVE when the file's counts are of another compiler or other flags. */
twc_status twc_bench_counts_apply(const char *path);

/*
 * Of what `stage` asks for (twc_bench_asked): TWC_CHECK_FAILED when a count is off by more than 1 % or there is no such
 * name in the file, or the other way round. Written are these, and what else the file holds of this compiler stays.
 */
twc_status twc_bench_counts_compare(const twc_bench_counts *counts, const char *stage, const char *path);
twc_status twc_bench_counts_write(const twc_bench_counts *counts, const char *stage, const char *path);

#endif
