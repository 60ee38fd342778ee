/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reach of edits (Algorithm 8): chunks that the paper's dilation leaves stale, and how far an edit really goes. */
#include <string.h>

#include "figures.h"
#include "measure/reach.h"
#include "read_json.h"
#include "reproduce/measures.h"
#include "write_json.h"

static void add_results(const twc_reach_study *s, cJSON *results)
{
    twc_json_add_number(results, "edits", (double)s->edits);
    twc_json_add_number(results, "farthest_m", s->farthest);
    twc_json_add_number(results, "stale_edits", (double)s->stale_edits);
    twc_json_add_number(results, "stale_chunks", (double)s->stale_chunks);
    twc_json_add_number(results, "rebuilt", (double)s->rebuilt);
    twc_json_add_number(results, "changed", (double)s->changed);
}

twc_status twc_measure_reach(twc_section *section)
{
    twc_world_data data;
    twc_reach_study study;
    int seed = 0, edits = 0;
    twc_status status = twc_ok();
    memset(&data, 0, sizeof data);
    twc_json_integer(section->inputs, "seed", 0, 1 << 30, &seed, &status);
    twc_json_integer(section->inputs, "edits", 1, 1 << 30, &edits, &status);
    if (!status.code)
        status = twc_region_generate(&section->region, &data);
    if (!status.code)
        status = twc_reach_measure(&data, twc_fast_builder(section->context->level), (uint64_t)seed, (uint64_t)edits,
                                   &study);
    twc_world_data_destroy(&data);
    if (status.code)
        return status;
    add_results(&study, section->results);
    return twc_write_reach(&study, section->context->out);
}
