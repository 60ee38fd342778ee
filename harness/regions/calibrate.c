/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * twc-calibrate: searches the parameters of the test region until every claim of Table 5 lies in its band, and shows
 * how each does. A random search that keeps the best: a batch of neighbours a round, drawn from the round's number,
 * so that the same seed gives the same search on any number of threads.
 */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "commands/values.h"
#include "measure/ensemble.h"
#include "read_json.h"
#include "regions/region.h"
#include "store/atomic_file.h"

enum { MAX_KNOBS = 32, BATCH = 8, MAX_SEEDS = 16 };

typedef struct knob {
    cJSON *number; /* in the region's JSON */
    char path[128];
    double low, high;
} knob;

typedef struct search {
    cJSON *region;
    twc_claim_table claims;
    int knob_count, seeds; /* beside the region's own: 1..seeds */
    knob knob[MAX_KNOBS];
} search;

typedef struct candidate {
    double setting[MAX_KNOBS];
    twc_region region;
    twc_trial trial[1 + MAX_SEEDS]; /* the region's own seed first */
    int done[1 + MAX_SEEDS];
    double loss;
} candidate;

/* A member by path, lists by number. */
static cJSON *resolve(cJSON *json, const char *path)
{
    char name[64];
    while (json && *path) {
        size_t length = strcspn(path, ".");
        if (length >= sizeof name)
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        json = cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(name))
                                   : cJSON_GetObjectItemCaseSensitive(json, name);
        path += length + (path[length] == '.');
    }
    return json;
}

/*
 * What every claim misses beyond three quarters of its band's half-width: squared at first, then in proportion, so that
 * one far miss does not forbid every step that would mend another. An exact claim counts its difference itself. Beside
 * the region's own values the medians over the seeds are asked for the same, exact claims left out: then the region is
 * a typical world of its parameters and not a lucky one.
 */
static double miss(const twc_claim *claim, double value)
{
    double width = claim->high > claim->low ? (claim->high - claim->low) / 2 : 1;
    double off = fabs(value - claim->paper) / width, excess = off > 0.75 ? off - 0.75 : 0;
    return isnan(off) ? 1e6 : 0.05 * fmin(off, 1) + (excess < 1 ? excess * excess : 2 * excess - 1);
}

static double median_of(const search *s, const candidate *of, const char *column, int metric)
{
    double values[MAX_SEEDS], scratch[MAX_SEEDS];
    for (int k = 0; k < s->seeds; k++)
        values[k] = twc_trial_value(&of->trial[1 + k], column, metric);
    return twc_spread_of(values, (size_t)s->seeds, scratch).median;
}

static double loss_of(const search *s, const candidate *of)
{
    double loss = 0;
    for (int r = 0; r < s->claims.row_count; r++) {
        int metric = twc_metric_find(s->claims.row[r].metric);
        for (int c = 0; c < s->claims.column_count; c++) {
            const twc_claim *claim = &s->claims.row[r].claim[c];
            if (!claim->made || metric < 0)
                continue;
            loss += miss(claim, twc_trial_value(&of->trial[0], s->claims.column[c], metric));
            if (s->seeds && claim->high > claim->low)
                loss += miss(claim, median_of(s, of, s->claims.column[c], metric));
        }
    }
    return loss;
}

/* Prints every claim; whether all hold. */
static int report(const search *s, const candidate *of)
{
    int made = 0, held = 0;
    for (int r = 0; r < s->claims.row_count; r++) {
        int metric = twc_metric_find(s->claims.row[r].metric);
        for (int c = 0; c < s->claims.column_count; c++) {
            const twc_claim *claim = &s->claims.row[r].claim[c];
            if (!claim->made || metric < 0)
                continue;
            double value = twc_trial_value(&of->trial[0], s->claims.column[c], metric);
            int holds = twc_claim_holds(claim, value);
            made++;
            held += holds;
            printf("%-32s %-6s %12.4f  paper %10.4g  band %10.4g to %-10.4g %-4s median %12.4f\n",
                   s->claims.row[r].title, s->claims.column[c], value, claim->paper, claim->low, claim->high,
                   holds ? "in" : "OUT", median_of(s, of, s->claims.column[c], metric));
        }
    }
    printf("%d of %d claims in their bands\n", held, made);
    return held == made;
}

/* The region with these settings; written into the shared JSON, so one at a time. */
static twc_status settle(const search *s, candidate *c)
{
    for (int k = 0; k < s->knob_count; k++)
        cJSON_SetNumberValue(s->knob[k].number, c->setting[k]);
    return twc_region_parse(s->region, &c->region);
}

/* One world of a candidate: its own seed for k = 0, else seed k. */
static void evaluate_world(candidate *c, int k)
{
    twc_world_data data;
    twc_region region = c->region;
    region.seed = k ? (uint32_t)k : region.seed;
    c->done[k] = 0;
    if (twc_region_generate(&region, &data).code)
        return; /* heights outside the encoding */
    c->done[k] = !twc_trial_run(&data.world, twc_trial_builder(), &c->trial[k]).code;
    twc_world_data_destroy(&data);
}

static void evaluate(const search *s, candidate *candidates, int count)
{
    int worlds = 1 + s->seeds;
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < count * worlds; k++)
        evaluate_world(&candidates[k / worlds], k % worlds);
    for (int b = 0; b < count; b++) {
        int done = 0;
        for (int k = 0; k < worlds; k++)
            done += candidates[b].done[k];
        candidates[b].loss = done == worlds ? loss_of(s, &candidates[b]) : HUGE_VAL;
    }
}

/* Settings are kept short, so that the file stays readable. */
static double rounded(double value)
{
    double step = fabs(value) >= 100 ? 1 : fabs(value) >= 10 ? 0.1 : 0.01;
    return round(value / step) * step;
}

static void mutate(const search *s, const candidate *best, gsl_rng *rng, double step, candidate *c)
{
    double share = gsl_rng_uniform(rng); /* of the knobs that turn: a few often, all of them sometimes */
    share *= share;
    for (int k = 0; k < s->knob_count; k++) {
        double range = s->knob[k].high - s->knob[k].low, value = best->setting[k];
        if (gsl_rng_uniform(rng) < share)
            value = rounded(value + gsl_ran_gaussian(rng, step * range));
        c->setting[k] = fmin(fmax(value, s->knob[k].low), s->knob[k].high);
    }
}

static twc_status round_of(const search *s, gsl_rng *rng, double *step, candidate *best, candidate *batch)
{
    for (int b = 0; b < BATCH; b++) {
        mutate(s, best, rng, *step, &batch[b]);
        twc_status status = settle(s, &batch[b]);
        if (status.code)
            return status;
    }
    evaluate(s, batch, BATCH);
    int winner = -1;
    for (int b = 0; b < BATCH; b++)
        if (batch[b].loss < (winner < 0 ? best->loss : batch[winner].loss))
            winner = b;
    if (winner >= 0)
        *best = batch[winner];
    *step *= winner >= 0 ? 1.2 : 0.93; /* widen while it pays */
    *step = *step > 0.1 ? 0.1 : *step < 0.001 ? 0.05 : *step;
    return twc_ok();
}

static twc_status read_knobs(const cJSON *calibration, search *s)
{
    twc_status status = twc_ok();
    const cJSON *item = NULL, *list = twc_json_array(calibration, "knobs", 1, MAX_KNOBS, &status);
    cJSON_ArrayForEach(item, list)
    {
        knob *k = &s->knob[s->knob_count++];
        twc_json_text(item, "path", k->path, sizeof k->path, &status);
        twc_json_real(item, "low", -1e6, 1e6, &k->low, &status);
        twc_json_real(item, "high", -1e6, 1e6, &k->high, &status);
        if (status.code)
            return status;
        k->number = resolve(s->region, k->path);
        if (!cJSON_IsNumber(k->number))
            return twc_fail(TWC_IO, "knob \"%s\" is not a number of the region", k->path);
    }
    return status;
}

static twc_status read_search(const char *folder, search *s)
{
    char path[512], name[64] = "";
    cJSON *calibration = NULL;
    snprintf(path, sizeof path, "%s/calibration.json", folder);
    twc_status status = twc_read_json(path, &calibration);
    twc_json_text(calibration, "claims", name, sizeof name, &status);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!status.code)
        status = twc_claims_read(path, &s->claims, NULL);
    twc_json_text(calibration, "region", name, sizeof name, &status);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!status.code)
        status = twc_read_json(path, &s->region);
    twc_json_integer(calibration, "ensemble_seeds", 0, MAX_SEEDS, &s->seeds, &status);
    if (!status.code)
        status = read_knobs(calibration, s);
    cJSON_Delete(calibration);
    return status;
}

/* The region with the settings found, as JSON. */
static twc_status write_region(const search *s, candidate *best, const char *path)
{
    twc_status status = settle(s, best);
    char *text = status.code ? NULL : cJSON_Print(s->region);
    if (!status.code)
        status = text ? twc_atomic_write(path, text, strlen(text))
                      : twc_fail(TWC_IO, "not enough memory for the region");
    cJSON_free(text);
    return status;
}

static twc_status run(const char *folder, int rounds, unsigned long seed, const char *out)
{
    search s = {0};
    twc_status status = read_search(folder, &s);
    candidate *batch = calloc(BATCH + 1, sizeof *batch), *best = batch ? batch + BATCH : NULL;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    if (!status.code && (!batch || !rng))
        status = twc_fail(TWC_IO, "not enough memory for the search");
    if (!status.code) {
        for (int k = 0; k < s.knob_count; k++)
            best->setting[k] = s.knob[k].number->valuedouble;
        status = settle(&s, best);
    }
    if (!status.code) {
        gsl_rng_set(rng, seed);
        evaluate(&s, best, 1);
        double step = 0.05;
        for (int r = 0; r < rounds && !status.code; r++) {
            status = round_of(&s, rng, &step, best, batch);
            fprintf(stderr, "round %d: loss %.4f, step %.4f\n", r + 1, best->loss, step);
        }
    }
    if (!status.code) {
        int all = report(&s, best);
        for (int k = 0; k < s.knob_count; k++)
            printf("%-40s %10.4f  (%g to %g)\n", s.knob[k].path, best->setting[k], s.knob[k].low, s.knob[k].high);
        if (out)
            status = write_region(&s, best, out);
        if (!all && !status.code)
            status = twc_fail(TWC_CHECK_FAILED,
                              "not every claim is in its band: go on from these settings, or with another seed");
    }
    gsl_rng_free(rng);
    free(batch);
    cJSON_Delete(s.region);
    return status;
}

static twc_status read_count(const char *name, const char *text, int64_t most, int64_t *value)
{
    return twc_read_whole(text, value) && *value >= 0 && *value <= most
               ? twc_ok()
               : twc_fail(TWC_USAGE, "%s takes an integer from 0 to %" PRId64 ", not \"%s\"", name, most, text);
}

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        printf(
            "twc-calibrate EXPERIMENTS [ROUNDS [SEED [REGION.json]]]\n\nSearches the knobs of EXPERIMENTS/calibration.json from"
            " the values of its region (0 rounds: only shows where they stand) and writes the region it ends with.\n");
        return argc < 2 ? TWC_USAGE : TWC_OK;
    }
    int64_t rounds = 0, seed = 1;
    twc_status status = argc > 2 ? read_count("ROUNDS", argv[2], 1000000, &rounds) : twc_ok();
    if (!status.code && argc > 3)
        status = read_count("SEED", argv[3], UINT32_MAX, &seed);
    if (!status.code)
        status = run(argv[1], (int)rounds, (unsigned long)seed, argc > 4 ? argv[4] : NULL);
    if (status.code)
        fprintf(stderr, "twc-calibrate: %s\n", status.message);
    return (int)status.code;
}
