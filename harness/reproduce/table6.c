/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 6: the region's two roads, cut in by everything there is, measured, and put in context. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/road_measure.h"
#include "measure/trial.h"
#include "read_json.h"
#include "regions/region_roads.h"
#include "reproduce/claim_report.h"
#include "reproduce/inputs.h"

enum { REPEATS = 51 };

typedef struct table6 {
    cJSON *file;
    twc_claim_table claims;
    twc_region region;
    twc_world_data data;
    twc_features roads;
    double value[TWC_CLAIM_COLUMNS][TWC_ROAD_METRICS];
    double *ensemble; /* [column][metric][seed] */
    char other_name[TWC_CLAIM_TEXT];
    double other[TWC_ROAD_METRICS];
    twc_claim_report report;
} table6;

static const twc_feature *road_of(const table6 *t, int column)
{
    for (int k = 0; k < t->region.road_count; k++)
        if (strcmp(t->region.road[k].name, t->claims.column[column]) == 0)
            return twc_features_find(&t->roads, (uint64_t)k + 1);
    return NULL;
}

static twc_status read_inputs(const twc_reproduce *context, table6 *t)
{
    twc_status status = twc_reproduce_claims(context, "table6.json", &t->claims, &t->file, &t->region);
    for (int r = 0; r < t->claims.row_count && !status.code; r++)
        if (twc_road_metric_find(t->claims.row[r].metric) < 0)
            status = twc_fail(TWC_IO, "table6.json claims a metric \"%s\" that nothing measures",
                              t->claims.row[r].metric);
    if (!status.code)
        status = twc_region_generate(&t->region, &t->data);
    if (!status.code)
        status = twc_region_place_roads(&t->region, &t->data.world, &t->roads);
    for (int c = 0; c < t->claims.column_count && !status.code; c++)
        if (!road_of(t, c))
            status = twc_fail(TWC_IO, "table6.json has a column \"%s\", but the region has no road of that name",
                              t->claims.column[c]);
    return status;
}

/* ---- both implementations ---- */

/* Both roads in the whole region: the reference, then every level, in every bit. */
static twc_status compare_builds(twc_reproduce *context, const table6 *t)
{
    twc_meshes reference = {0}, fast = {0};
    char where[256] = "";
    int threads = context->cli->threads;
    twc_rect chunks = twc_world_chunks(&t->data.world);
    twc_status status = twc_feature_meshes_create(t->roads.list, chunks, threads, &reference);
    if (!status.code)
        status = twc_feature_meshes_create(t->roads.list, chunks, threads, &fast);
    if (!status.code)
        status = twc_feature_meshes_build(&t->data.world, t->roads.list, (twc_builder){0},
                                          (twc_build_options){0, 1, TWC_STATIC}, &reference);
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++) {
        if (!twc_level_built((twc_level)level) || !twc_level_supported((twc_level)level))
            continue;
        status = twc_feature_meshes_build(&t->data.world, t->roads.list, (twc_builder){1, (twc_level)level},
                                          (twc_build_options){0, threads, TWC_DYNAMIC}, &fast);
        if (status.code)
            break;
        int differ = twc_meshes_differ(&reference, &fast, where, sizeof where);
        fprintf(context->text, "  fast %-5s %3d threads  %s\n", twc_level_name((twc_level)level), threads,
                differ ? "DIFFERS" : "equal in every bit");
        twc_reproduce_check(context, !differ, "--section table6 --seeds 0",
                            "fast %s differs from the reference with roads: %s", twc_level_name((twc_level)level),
                            where);
    }
    twc_meshes_destroy(&reference);
    twc_meshes_destroy(&fast);
    return status;
}

/* ---- measuring ---- */

static twc_status measure_roads(table6 *t)
{
    twc_status status = twc_ok();
    for (int c = 0; c < t->claims.column_count && !status.code; c++)
        status = twc_road_measure(&t->data.world, (twc_feature_list){road_of(t, c), 1}, (twc_builder){0}, REPEATS,
                                  t->value[c]);
    return status;
}

/* The same roads under other ids: every wobble is drawn anew. */
static twc_status measure_ensemble(const twc_reproduce *context, table6 *t)
{
    size_t n = context->seeds;
    twc_status status = twc_ok();
    t->ensemble = malloc((TWC_CLAIM_COLUMNS * TWC_ROAD_METRICS * n + n + 1) *
                         sizeof *t->ensemble); /* and n to sort in */
    if (!t->ensemble)
        return twc_fail(TWC_IO, "not enough memory for %zu seeds", n);
    for (size_t s = 0; s < n && !status.code; s++) {
        twc_progress("cutting roads with other wobbles", (double)s / (double)n);
        for (int c = 0; c < t->claims.column_count && !status.code; c++) {
            twc_feature feature = *road_of(t, c);
            double value[TWC_ROAD_METRICS];
            feature.id = 1000 + s;
            status = twc_road_measure(&t->data.world, (twc_feature_list){&feature, 1}, twc_trial_builder(), 0, value);
            for (int m = 0; m < TWC_ROAD_METRICS; m++)
                t->ensemble[((size_t)c * TWC_ROAD_METRICS + (size_t)m) * n + s] = value[m];
        }
    }
    twc_progress("", -1);
    return status;
}

static twc_status read_nodes(const cJSON *json, twc_point *nodes, int32_t *count)
{
    twc_status status = twc_ok();
    const cJSON *item = NULL, *list = twc_json_array(json, "nodes_m", 2, TWC_REGION_MAX_NODES, &status);
    *count = 0;
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *x = cJSON_GetArrayItem(item, 0), *z = cJSON_GetArrayItem(item, 1);
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(z))
            return twc_fail(TWC_IO, "a node of the road beside takes two numbers [x, z]");
        nodes[(*count)++] = (twc_point){(int32_t)floor(x->valuedouble * 100 + 0.5),
                                        (int32_t)floor(z->valuedouble * 100 + 0.5)};
    }
    return status;
}

/* A road in real relief: no claim of the paper's. */
static twc_status measure_beside(twc_reproduce *context, table6 *t)
{
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(t->file, "beside");
    twc_point nodes[TWC_REGION_MAX_NODES];
    twc_corridor corridor = {.id = 1, .profile = &twc_cart_road, .nodes = nodes};
    twc_world_data data = {0};
    twc_features features = {0};
    if (!beside)
        return twc_ok();
    twc_status status = read_nodes(beside, nodes, &corridor.node_count);
    if (!status.code)
        status = twc_reproduce_beside(context, beside, t->other_name, &data);
    if (status.code)
        return status;
    status = twc_features_place(&data.world, 0, &corridor, &features);
    if (!status.code)
        status = twc_road_measure(&data.world, features.list, (twc_builder){0}, REPEATS, t->other);
    if (!status.code)
        twc_reproduce_check(context,
                            t->other[TWC_ROAD_OPEN_EDGES] + t->other[TWC_ROAD_NONMANIFOLD] +
                                        t->other[TWC_ROAD_T_JUNCTIONS] + t->other[TWC_ROAD_INVERTED] ==
                                    0 &&
                                t->other[TWC_ROAD_AREA_DIFFERENCE] == 0,
                            "--section table6 --seeds 0", "the road in %s is not closed", t->other_name);
    twc_features_destroy(&features);
    twc_world_data_destroy(&data);
    return status;
}

/* ---- reporting ---- */

static void fill_report(table6 *t, size_t seeds)
{
    double *scratch = t->ensemble + seeds * TWC_CLAIM_COLUMNS * TWC_ROAD_METRICS;
    t->report.table = &t->claims;
    for (int r = 0; r < t->claims.row_count; r++)
        for (int c = 0; c < t->claims.column_count; c++) {
            int m = twc_road_metric_find(t->claims.row[r].metric);
            t->report.value[r][c] = (twc_claim_value){
                t->value[c][m],
                twc_spread_of(t->ensemble + ((size_t)c * TWC_ROAD_METRICS + (size_t)m) * seeds, seeds, scratch),
                c == 0 && *t->other_name ? t->other[m] : NAN};
        }
}

/* What no band is claimed for: times, and the least there can be of triangles. */
static void report_beside(twc_reproduce *context, const char *name, const double *value, double paper_ms, cJSON *list)
{
    double steps = value[TWC_ROAD_STATIONS] - 1, length = value[TWC_ROAD_LENGTH], least = 12 * steps / length;
    fprintf(context->text, "  %-16s build %.2f ms by the reference, %.3f ms fast, of that the corridor %.0f us", name,
            value[TWC_ROAD_REFERENCE_MS], value[TWC_ROAD_FAST_MS], value[TWC_ROAD_CORRIDOR_US]);
    if (paper_ms > 0)
        fprintf(context->text, " (paper: %.0f ms)", paper_ms);
    fprintf(context->text,
            "\n  %-16s %.0f walls; bed and banks take at least 12 triangles a step of %.2f m: %.2f a metre\n", "",
            value[TWC_ROAD_WALLS], length / steps, least);
    cJSON *road = cJSON_CreateObject();
    cJSON_AddItemToArray(list, road);
    cJSON_AddStringToObject(road, "road", name);
    cJSON_AddNumberToObject(road, "least_fill_per_m", least);
    for (int m = 0; m < TWC_ROAD_METRICS; m++)
        cJSON_AddNumberToObject(road, twc_road_metric_keys[m], value[m]);
}

static void report(twc_reproduce *context, table6 *t, cJSON *results)
{
    static const double paper_ms[TWC_CLAIM_COLUMNS] = {60, 120};
    char heading[64];
    snprintf(heading, sizeof heading, "%zu wobbles: median [95 %%]", context->seeds);
    t->report.ensemble = context->seeds ? heading : NULL;
    t->report.other = *t->other_name ? t->other_name : NULL;
    fill_report(t, context->seeds);
    fputc('\n', context->text);
    twc_claim_report_print(context->text, &t->report);
    twc_claim_report_check(context, &t->report, "--section table6 --seeds 0");
    cJSON_AddItemToObject(results, "claims", twc_claim_report_json(&t->report));
    cJSON *roads = cJSON_AddArrayToObject(results, "roads");
    fputc('\n', context->text);
    for (int c = 0; c < t->claims.column_count; c++)
        report_beside(context, t->claims.column[c], t->value[c], paper_ms[c], roads);
    if (*t->other_name)
        report_beside(context, t->other_name, t->other, 0, roads);
    fputc('\n', context->text);
}

twc_status twc_section_table6(twc_reproduce *context, cJSON *results)
{
    table6 *t = calloc(1, sizeof *t);
    if (!t)
        return twc_fail(TWC_IO, "not enough memory");
    twc_status status = read_inputs(context, t);
    if (!status.code) {
        fprintf(context->text, "Table 6: %s, seed %u\n", t->region.name, t->region.seed);
        status = compare_builds(context, t);
    }
    if (!status.code)
        status = measure_roads(t);
    if (!status.code)
        status = measure_ensemble(context, t);
    if (!status.code)
        status = measure_beside(context, t);
    if (!status.code)
        report(context, t, results);
    twc_features_destroy(&t->roads);
    twc_world_data_destroy(&t->data);
    cJSON_Delete(t->file);
    free(t->ensemble);
    free(t);
    return status;
}
