/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc bench edits: latencies, which are distributions and no ratios. */
#include <stdio.h>

#include "bench/bench.h"
#include "measure/latency.h"
#include "regions/region.h"

static void print_row(FILE *out, const char *what, const twc_latency *row)
{
    fprintf(out, "%-24s %6.1f km %10.2f %10.3f %10.3f %10.3f\n", what, row->tiles * TWC_TILE_CM / 100000.0,
            row->rebuilt, row->median, row->most_99, row->most);
}

static void print_study(FILE *out, const twc_latency_study *s)
{
    char what[64];
    fprintf(out, "Edit                         world    rebuilt  median ms    99 %% ms     max ms\n");
    for (int k = 0; k < TWC_LATENCY_RADII; k++) {
        snprintf(what, sizeof what, "stroke of %.0f m", s->radius[k].radius);
        print_row(out, what, &s->radius[k]);
    }
    for (int k = 0; k < TWC_LATENCY_SIZES; k++)
        print_row(out, "stroke of 20 m", &s->size[k]);
    print_row(out, "road of 600 m", &s->road);
}

static void print_json(const twc_latency_study *s)
{
    const twc_latency *rows[] = {s->radius, s->size, &s->road};
    const int counts[] = {TWC_LATENCY_RADII, TWC_LATENCY_SIZES, 1};
    const char *comma = "";
    printf("{\"edits\": [");
    for (int g = 0; g < 3; g++) {
        for (int k = 0; k < counts[g]; k++, comma = ", ")
            printf(
                "%s{\"kind\": \"%s\", \"radius_m\": %g, \"tiles\": %d, \"median_ms\": %.6f, \"p99_ms\": %.6f, \"max_ms\": %.6f, \"rebuilt\": %.4f}",
                comma, g == 2 ? "road" : "stroke", rows[g][k].radius, rows[g][k].tiles, rows[g][k].median,
                rows[g][k].most_99, rows[g][k].most, rows[g][k].rebuilt);
    }
    printf("]}\n");
}

twc_status twc_bench_edits(const twc_bench_plan *plan, int edits, int json, twc_latency_study *study)
{
    twc_region region;
    twc_world_data data = {.tiles = NULL};
    twc_status status = twc_bench_region(plan, &region, &data);
    if (!status.code)
        status = twc_latency_measure(&data, twc_fast_builder(plan->level), edits, study);
    twc_world_data_destroy(&data);
    if (status.code)
        return status;
    if (json)
        print_json(study);
    else
        print_study(stdout, study);
    return status;
}
