/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples from fresh processes: this program, started again as a worker, writes one JSON line a variant. */
#ifndef TWC_BENCH_PROCESSES_H
#define TWC_BENCH_PROCESSES_H

#include "bench/bench.h"

/* In the worker: measures all groups of the plan and writes their samples to stdout. */
twc_status twc_bench_work(const twc_bench_plan *plan, int rounds);

/* Takes one line that a process wrote. */
typedef twc_status twc_bench_line(void *context, const char *line);

/* Runs a program (looked up in PATH) and hands over its lines. TWC_INCONCLUSIVE when there is no such program. */
twc_status twc_bench_spawn(const char *program, char *const *arguments, twc_bench_line *take, void *context);

/*
 * Runs `arguments` (ends with NULL; arguments[0] is a name only) with this program as a worker and adds what it writes.
 */
twc_status twc_bench_run_worker(char *const *arguments, twc_bench_results *results);

#endif
