/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc bench edits: latencies, which are distributions and no ratios. */
#include <stdio.h>

#include "bench/bench.h"
#include "measure/latency.h"
#include "regions/region.h"
#include "write_json.h"

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

static twc_status print_json(const twc_latency_study *s)
{
    const twc_latency *rows[] = {s->radius, s->size, &s->road};
    const int counts[] = {TWC_LATENCY_RADII, TWC_LATENCY_SIZES, 1};
    cJSON *json = cJSON_CreateObject(), *edits = twc_json_add_array(json, "edits");
    for (int g = 0; g < 3; g++) {
        for (int k = 0; k < counts[g]; k++) {
            const twc_latency *row = &rows[g][k];
            cJSON *edit = twc_json_add_object(edits, NULL);
            twc_json_add_text(edit, "kind", g == 2 ? "road" : "stroke");
            twc_json_add_printed(edit, "radius_m", "%g", row->radius);
            twc_json_add_number(edit, "tiles", row->tiles);
            twc_json_add_printed(edit, "median_ms", "%.6f", row->median);
            twc_json_add_printed(edit, "p99_ms", "%.6f", row->most_99);
            twc_json_add_printed(edit, "max_ms", "%.6f", row->most);
            twc_json_add_printed(edit, "rebuilt", "%.4f", row->rebuilt);
        }
    }
    return twc_json_print(json, TWC_JSON_LINE, stdout);
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
        return print_json(study);
    print_study(stdout, study);
    return status;
}
