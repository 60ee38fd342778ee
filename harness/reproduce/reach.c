/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The section on the reach of edits (Algorithm 8): chunks that the paper's dilation leaves stale, and how far an edit
 * really goes.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "reach_figure.h"
#include "read_json.h"
#include "regions/region.h"
#include "reproduce/reproduce.h"

static twc_status read_inputs(const twc_reproduce *context, twc_region *region, int *seed, int *edits)
{
    char path[1024], name[256] = "";
    cJSON *file = NULL;
    twc_status status = twc_reproduce_path(context->experiments, "reach.json", path, sizeof path);
    if (!status.code)
        status = twc_read_json(path, &file);
    if (!status.code) {
        twc_json_text(file, "region", name, sizeof name, &status);
        twc_json_integer(file, "seed", 0, 1 << 30, seed, &status);
        twc_json_integer(file, "edits", 1, 1 << 30, edits, &status);
    }
    cJSON_Delete(file);
    if (!status.code)
        status = twc_reproduce_path(context->experiments, name, path, sizeof path);
    return status.code ? status : twc_region_read(path, region);
}

static void print(FILE *out, const twc_reach_study *s)
{
    double edits = (double)s->edits;
    fprintf(out, "\nReach of edits                                     measured\n");
    fprintf(out, "Brush strokes of 5 to 25 m radius             %13" PRIu64 "\n", s->edits);
    fprintf(out, "Farthest changed triangle, m                  %13.1f   the paper dilates by 74 m\n", s->farthest);
    fprintf(out, "Edits that leave a stale chunk by the paper   %13" PRIu64 "   1 in %.0f\n", s->stale_edits,
            s->stale_edits ? edits / (double)s->stale_edits : INFINITY);
    fprintf(out, "Stale chunks by the paper                     %13" PRIu64 "\n", s->stale_chunks);
    fprintf(out, "Chunks rebuilt an edit                        %13.3f\n", (double)s->rebuilt / edits);
    fprintf(out, "Chunks really changed an edit                 %13.3f   %.1f %% of those rebuilt\n\n",
            (double)s->changed / edits, 100.0 * (double)s->changed / (double)s->rebuilt);
}

static void add_results(const twc_reach_study *s, cJSON *results)
{
    cJSON_AddNumberToObject(results, "edits", (double)s->edits);
    cJSON_AddNumberToObject(results, "farthest_m", s->farthest);
    cJSON_AddNumberToObject(results, "stale_edits", (double)s->stale_edits);
    cJSON_AddNumberToObject(results, "stale_chunks", (double)s->stale_chunks);
    cJSON_AddNumberToObject(results, "rebuilt", (double)s->rebuilt);
    cJSON_AddNumberToObject(results, "changed", (double)s->changed);
}

twc_status twc_section_reach(twc_reproduce *context, cJSON *results)
{
    twc_region region;
    twc_world_data data;
    twc_reach_study study;
    int seed = 0, edits = 0;
    memset(&data, 0, sizeof data);
    twc_status status = read_inputs(context, &region, &seed, &edits);
    if (!status.code)
        status = twc_region_generate(&region, &data);
    if (!status.code)
        status = twc_reach_measure(&data, (twc_builder){1, context->cli->level}, (uint64_t)seed, (uint64_t)edits,
                                   &study);
    twc_world_data_destroy(&data);
    if (status.code)
        return status;
    print(context->text, &study);
    add_results(&study, results);
    /*
     * The erratum stands while the paper's dilation leaves chunks stale; what is rebuilt here never is too little by
     * test_session.
     */
    twc_reproduce_check(context, study.stale_edits > 0, "--section reach",
                        "no edit of %d left a chunk stale by the paper's dilation: the erratum is not shown", edits);
    twc_reproduce_check(context, study.changed <= study.rebuilt, "--section reach",
                        "more chunks changed than were rebuilt");
    return twc_write_reach(&study, context->out);
}
