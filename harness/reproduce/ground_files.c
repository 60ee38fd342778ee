/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the measure of the ground. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plot/strips.h"
#include "reproduce/ground.h"
#include "store/atomic_file.h"
#include "store/mesh_faces.h"
#include "store/results_h5.h"
#include "store/world_h5.h"

static twc_status write_meshes(const twc_section *s, const twc_ground_study *t)
{
    static const char *const names[TWC_VARIANT_COUNT] = {"region_fine.hdf", "region_broad.hdf"};
    twc_status status = twc_ok();
    for (int variant = 0; variant < TWC_VARIANT_COUNT && !status.code; variant++) {
        char path[1024];
        twc_faces faces;
        status = twc_path_join(s->context->out, names[variant], path, sizeof path);
        if (!status.code)
            status = twc_faces_create(&t->meshes[variant], &faces);
        if (status.code)
            return status;
        status = twc_mesh_write_vtk(path, &faces, s->region.name);
        twc_faces_destroy(&faces);
    }
    return status;
}

/* ---- metrics.h5 ---- */

enum { CLAIM_REALS = 7, MAX_CLAIMS = TWC_CLAIM_ROWS * TWC_CLAIM_COLUMNS };

/* The claims as columns: two of text, seven of numbers. */
typedef struct claim_columns {
    size_t count;
    const char *metric[MAX_CLAIMS], *column[MAX_CLAIMS];
    double real[CLAIM_REALS][MAX_CLAIMS];
} claim_columns;

static void fill_claims(const twc_section *s, claim_columns *out)
{
    for (int r = 0; r < s->claims.row_count; r++) {
        for (int c = 0; c < s->claims.column_count; c++) {
            const twc_claim *claim = &s->claims.row[r].claim[c];
            const twc_claim_value *v = &s->report.value[r][c];
            if (!claim->made)
                continue;
            const double reals[CLAIM_REALS] = {claim->paper,     claim->low,    claim->high,   v->measured,
                                               v->spread.median, v->spread.low, v->spread.high};
            for (int k = 0; k < CLAIM_REALS; k++)
                out->real[k][out->count] = reals[k];
            out->metric[out->count] = s->claims.row[r].metric;
            out->column[out->count++] = s->claims.column[c];
        }
    }
}

/* Every metric of every seed: a column each, named METRIC_fine and METRIC_broad. */
typedef struct seed_columns {
    int64_t *seed;
    double *value; /* column by column */
    char name[TWC_VARIANT_COUNT * TWC_METRIC_COUNT][48];
    twc_column column[1 + TWC_VARIANT_COUNT * TWC_METRIC_COUNT];
} seed_columns;

static int fill_seeds(const twc_ensemble *ensemble, seed_columns *out)
{
    static const char *const variants[TWC_VARIANT_COUNT] = {"fine", "broad"};
    size_t n = ensemble->count, k = 0;
    out->seed = malloc((n + 1) * sizeof *out->seed);
    out->value = malloc((TWC_VARIANT_COUNT * TWC_METRIC_COUNT * n + 1) * sizeof *out->value);
    if (!out->seed || !out->value)
        return 0;
    for (size_t s = 0; s < n; s++)
        out->seed[s] = (int64_t)ensemble->first_seed + (int64_t)s;
    out->column[0] = (twc_column){.name = "seed", .unit = "", .integer = out->seed};
    for (int variant = 0; variant < TWC_VARIANT_COUNT; variant++) {
        for (int metric = 0; metric < TWC_METRIC_COUNT; metric++, k++) {
            double *values = out->value + k * n;
            twc_ensemble_values(ensemble, variants[variant], metric, values);
            snprintf(out->name[k], sizeof out->name[k], "%s_%s", twc_metric_infos[metric].key, variants[variant]);
            out->column[1 + k] = (twc_column){
                .name = out->name[k], .unit = twc_metric_infos[metric].unit, .real = values};
        }
    }
    return 1;
}

static twc_status save_metrics(const twc_section *s, const twc_ground_study *t, const claim_columns *claims,
                               const seed_columns *seeds)
{
    static const char *const names[CLAIM_REALS] = {"paper", "low", "high", "measured", "median", "low_95", "high_95"};
    twc_column columns[2 + CLAIM_REALS] = {{.name = "metric", .unit = "", .text = claims->metric},
                                           {.name = "column", .unit = "", .text = claims->column}};
    for (int k = 0; k < CLAIM_REALS; k++)
        columns[2 + k] = (twc_column){.name = names[k], .unit = "", .real = claims->real[k]};
    const twc_table tables[] = {{"table5",
                                 "Table 5: paper, band, measured on the calibrated region, spread over the ensemble.",
                                 claims->count, 2 + CLAIM_REALS, columns},
                                {"ensemble", "Every metric of every seed, all Fine and with broad cells.",
                                 t->ensemble.count, 1 + TWC_VARIANT_COUNT * TWC_METRIC_COUNT, seeds->column}};
    const twc_provenance provenance = {twc_level_name(s->context->level), "twc reproduce --section table5",
                                       s->region.seed};
    char path[1024];
    twc_status status = twc_path_join(s->context->out, "metrics.h5", path, sizeof path);
    return status.code ? status : twc_results_save(path, tables, t->ensemble.count ? 2 : 1, &provenance);
}

static twc_status write_metrics(const twc_section *s, const twc_ground_study *t)
{
    claim_columns *claims = calloc(1, sizeof *claims);
    seed_columns *seeds = calloc(1, sizeof *seeds);
    twc_status status;
    if (claims && seeds && fill_seeds(&t->ensemble, seeds)) {
        fill_claims(s, claims);
        status = save_metrics(s, t, claims, seeds);
    } else {
        status = twc_fail(TWC_IO, "not enough memory for the table of metrics");
    }
    if (seeds) {
        free(seeds->seed);
        free(seeds->value);
    }
    free(seeds);
    free(claims);
    return status;
}

/* ---- the figure ---- */

/* A run without an ensemble has nothing to show of it. */
static twc_status write_figure(const twc_section *s, const twc_ground_study *t)
{
    twc_strips strips;
    if (t->ensemble.count == 0)
        return twc_ok();
    twc_status status = twc_strips_create(&s->claims, &t->ensemble, &t->trial, &strips);
    if (!status.code)
        status = twc_write_ensemble(&strips.shown, s->context->out);
    twc_strips_destroy(&strips);
    return status;
}

twc_status twc_ground_write(const twc_section *s, const twc_ground_study *t)
{
    char path[1024];
    twc_status status = twc_path_join(s->context->out, "world.h5", path, sizeof path);
    if (!status.code)
        status = twc_world_save(path, &t->data);
    if (!status.code)
        status = write_meshes(s, t);
    if (!status.code)
        status = write_metrics(s, t);
    if (!status.code)
        status = write_figure(s, t);
    return status;
}
