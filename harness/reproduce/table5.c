/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 5: the test region with and without broad cells, built by everything there is, measured, and put in context. */
#include "table5.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read_json.h"
#include "reproduce/equality.h"
#include "reproduce/inputs.h"
#include "twc/world_hash.h"

static twc_status read_inputs(const twc_reproduce *context, twc_table5 *t)
{
    twc_status status = twc_reproduce_claims(context, "table5.json", &t->claims, &t->file, &t->region);
    for (int r = 0; r < t->claims.row_count && !status.code; r++)
        if (twc_metric_find(t->claims.row[r].metric) < 0)
            status = twc_fail(TWC_IO, "table5.json claims a metric \"%s\" that nothing measures",
                              t->claims.row[r].metric);
    return status;
}

static twc_status measure(twc_table5 *t, int variant)
{
    const twc_meshes *meshes = &t->meshes[variant];
    return twc_ground_measure(&t->data.world, meshes->mesh, (size_t)meshes->chunks.nx * (size_t)meshes->chunks.nz,
                              variant == TWC_VARIANT_FINE, &t->trial.variant[variant]);
}

/* Builds with every implementation and measures what the reference built. */
static twc_status build(twc_reproduce *context, twc_table5 *t, cJSON *results)
{
    cJSON *builds = cJSON_AddArrayToObject(results, "builds");
    twc_status status = twc_region_generate(&t->region, &t->data);
    for (int variant = 0; variant < TWC_VARIANT_COUNT && !status.code; variant++) {
        twc_progress("building the region", (double)variant / TWC_VARIANT_COUNT);
        status = twc_meshes_create(twc_world_chunks(&t->data.world), 1, &t->meshes[variant]);
        if (!status.code)
            status = twc_equality_run(context, &t->data.world, variant == TWC_VARIANT_FINE, &t->meshes[variant],
                                      builds);
        if (!status.code)
            status = measure(t, variant);
    }
    twc_progress("", -1);
    return status;
}

static twc_status run_ensemble(const twc_reproduce *context, twc_table5 *t)
{
    return twc_ensemble_run(&t->region, 1, context->seeds, twc_trial_builder(), context->cli->threads, &t->ensemble);
}

/* The same table on a real elevation grid: no claim of the paper's, but it shows what the numbers do elsewhere. */
static twc_status run_beside(const twc_reproduce *context, twc_table5 *t)
{
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(t->file, "beside");
    twc_world_data data;
    if (!beside)
        return twc_ok();
    twc_status status = twc_reproduce_beside(context, beside, t->other_name, &data);
    if (status.code)
        return status;
    status = twc_trial_run(&data.world, twc_trial_builder(), &t->other);
    twc_world_data_destroy(&data);
    return status;
}

static twc_status fill_report(twc_table5 *t)
{
    size_t n = t->ensemble.count;
    double *values = malloc((2 * n + 1) * sizeof *values);
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for an ensemble of %zu seeds", n);
    t->report.table = &t->claims;
    for (int r = 0; r < t->claims.row_count; r++) {
        int metric = twc_metric_find(t->claims.row[r].metric);
        for (int c = 0; c < t->claims.column_count; c++) {
            twc_claim_value *value = &t->report.value[r][c];
            value->measured = twc_trial_value(&t->trial, t->claims.column[c], metric);
            value->other = *t->other_name ? twc_trial_value(&t->other, t->claims.column[c], metric) : NAN;
            twc_ensemble_values(&t->ensemble, t->claims.column[c], metric, values);
            value->spread = twc_spread_of(values, n, values + n);
        }
    }
    free(values);
    return twc_ok();
}

static void add_region(const twc_table5 *t, cJSON *results)
{
    char hash[TWC_HASH_HEX];
    twc_world_hash(&t->data, hash);
    cJSON *region = cJSON_AddObjectToObject(results, "region");
    cJSON_AddStringToObject(region, "name", t->region.name);
    cJSON_AddNumberToObject(region, "seed", t->region.seed);
    cJSON_AddStringToObject(region, "world_sha256", hash);
}

static twc_status report(twc_reproduce *context, twc_table5 *t, cJSON *results)
{
    char heading[64];
    snprintf(heading, sizeof heading, "%zu seeds: median [95 %%]", context->seeds);
    t->report.ensemble = context->seeds ? heading : NULL;
    t->report.other = *t->other_name ? t->other_name : NULL;
    twc_status status = fill_report(t);
    if (status.code)
        return status;
    fputc('\n', context->text);
    twc_claim_report_print(context->text, &t->report);
    fputc('\n', context->text);
    twc_claim_report_check(context, &t->report, "--section table5 --seeds 0");
    cJSON_AddItemToObject(results, "claims", twc_claim_report_json(&t->report));
    return twc_ok();
}

static void release(twc_table5 *t)
{
    for (int variant = 0; variant < TWC_VARIANT_COUNT; variant++)
        twc_meshes_destroy(&t->meshes[variant]);
    twc_ensemble_destroy(&t->ensemble);
    twc_world_data_destroy(&t->data);
    cJSON_Delete(t->file);
}

twc_status twc_section_table5(twc_reproduce *context, cJSON *results)
{
    twc_table5 *t = calloc(1, sizeof *t);
    if (!t)
        return twc_fail(TWC_IO, "not enough memory");
    twc_status status = read_inputs(context, t);
    if (!status.code) {
        fprintf(context->text, "Table 5: %s, seed %u\n", t->region.name, t->region.seed);
        status = build(context, t, results);
    }
    if (!status.code)
        status = run_ensemble(context, t);
    if (!status.code)
        status = run_beside(context, t);
    if (!status.code) {
        add_region(t, results);
        status = report(context, t, results);
    }
    if (!status.code)
        status = twc_table5_write(context, t);
    release(t);
    free(t);
    return status;
}
