/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region with and without broad cells, built by everything there is, measured, and put in context (Table 5). */
#include "ground.h"

#include <math.h>
#include <stdlib.h>

#include "progress.h"
#include "read_json.h"
#include "reproduce/equality.h"
#include "reproduce/inputs.h"
#include "reproduce/measures.h"
#include "twc/world_hash.h"
#include "write_json.h"

static twc_status measure(twc_ground_study *t, int variant)
{
    const twc_chunk_grid *meshes = &t->meshes[variant];
    return twc_ground_measure(&t->data.world, meshes->mesh, meshes->count, variant == TWC_VARIANT_FINE,
                              &t->trial.variant[variant]);
}

/* Builds with every implementation and measures what the reference built. */
static twc_status build(twc_section *s, twc_ground_study *t)
{
    cJSON *builds = twc_json_add_array(s->results, "builds");
    twc_status status = twc_region_generate(&s->region, &t->data);
    for (int variant = 0; variant < TWC_VARIANT_COUNT && !status.code; variant++) {
        twc_progress("building the region", (double)variant / TWC_VARIANT_COUNT);
        status = twc_equality_run(s->context, &t->data.world, variant == TWC_VARIANT_FINE, &t->meshes[variant], builds);
        if (!status.code)
            status = measure(t, variant);
    }
    twc_progress("", -1);
    return status;
}

static twc_status run_ensemble(const twc_section *s, twc_ground_study *t)
{
    twc_status status = twc_ensemble_run(&s->region, 1, s->context->seeds, twc_trial_builder(), s->context->threads,
                                         &t->ensemble);
    if (status.code)
        return status;
    t->scratch = malloc((2 * t->ensemble.count + 1) * sizeof *t->scratch);
    return t->scratch ? status : twc_fail(TWC_IO, "not enough memory for an ensemble of %zu seeds", t->ensemble.count);
}

/* The same table on a real elevation grid: no claim of the paper's, but it shows what the numbers do elsewhere. */
static twc_status run_beside(twc_section *s, twc_ground_study *t)
{
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(s->inputs, "beside");
    twc_world_data data;
    if (!beside)
        return twc_ok();
    twc_status status = twc_reproduce_beside(s->context, beside, s->other, &data);
    if (status.code)
        return status;
    status = twc_trial_run(&data.world, twc_trial_builder(), &t->other);
    twc_world_data_destroy(&data);
    return status;
}

typedef struct claimed {
    const twc_section *section;
    const twc_ground_study *study;
} claimed;

const char *twc_ground_metric(int k)
{
    return k < TWC_METRIC_COUNT ? twc_metric_infos[k].key : NULL;
}

static twc_claim_value claim_value(const void *data, int metric, int column)
{
    const claimed *of = data;
    const twc_ground_study *t = of->study;
    const char *title = of->section->claims.column[column];
    size_t n = t->ensemble.count;
    twc_ensemble_values(&t->ensemble, title, metric, t->scratch);
    return (twc_claim_value){twc_trial_value(&t->trial, title, metric), twc_spread_of(t->scratch, n, t->scratch + n),
                             *of->section->other ? twc_trial_value(&t->other, title, metric) : NAN};
}

static void add_region(const twc_section *s, const twc_ground_study *t)
{
    char hash[TWC_HASH_HEX];
    twc_world_hash(&t->data, hash);
    cJSON *region = twc_json_add_object(s->results, "region");
    twc_json_add_text(region, "name", s->region.name);
    twc_json_add_number(region, "seed", s->region.seed);
    twc_json_add_text(region, "world_sha256", hash);
}

static void release(twc_ground_study *t)
{
    for (int variant = 0; variant < TWC_VARIANT_COUNT; variant++)
        twc_chunk_grid_destroy(&t->meshes[variant]);
    twc_ensemble_destroy(&t->ensemble);
    twc_world_data_destroy(&t->data);
    free(t->scratch);
}

twc_status twc_measure_ground(twc_section *s)
{
    twc_ground_study study = {.scratch = NULL};
    twc_section_head(s);
    twc_status status = build(s, &study);
    if (!status.code)
        status = run_ensemble(s, &study);
    if (!status.code)
        status = run_beside(s, &study);
    if (!status.code) {
        add_region(s, &study);
        if (s->context->seeds)
            snprintf(s->ensemble, sizeof s->ensemble, "%zu seeds: median [95 %%]", s->context->seeds);
        twc_section_fill(s, claim_value, &(claimed){s, &study});
    }
    fputc('\n', s->context->text);
    if (!status.code)
        status = twc_ground_write(s, &study);
    release(&study);
    return status;
}
