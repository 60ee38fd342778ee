/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region's two roads, cut in by everything there is, measured, and put in context (Table 6). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/road_measure.h"
#include "measure/trial.h"
#include "progress.h"
#include "read_json.h"
#include "regions/region_roads.h"
#include "reproduce/inputs.h"
#include "reproduce/measures.h"
#include "measure/grid_difference.h"
#include "write_json.h"

enum { REPEATS = 51 };

typedef struct roads_study {
    twc_section *section;
    twc_world_data data;
    twc_features roads;
    double value[TWC_CLAIM_COLUMNS][TWC_ROAD_METRICS];
    double *ensemble; /* [column][metric][seed], and room to sort one in */
    double other[TWC_ROAD_METRICS];
} roads_study;

static const twc_feature *road_of(const roads_study *t, int column)
{
    for (int k = 0; k < t->section->region.road_count; k++)
        if (strcmp(t->section->region.road[k].name, t->section->claims.column[column]) == 0)
            return twc_features_find(&t->roads, (uint64_t)k + 1);
    return NULL;
}

static twc_status place_roads(roads_study *t)
{
    const twc_section *s = t->section;
    twc_status status = twc_region_generate(&s->region, &t->data);
    if (!status.code)
        status = twc_region_place_roads(&s->region, &t->data.world, &t->roads);
    for (int c = 0; c < s->claims.column_count && !status.code; c++)
        if (!road_of(t, c))
            status = twc_fail(TWC_IO, "table6.json has a column \"%s\", but the region has no road of that name",
                              s->claims.column[c]);
    return status;
}

/* ---- both implementations ---- */

/* Both roads in the whole region: the reference, then every level, in every bit. */
static twc_status compare_builds(const roads_study *t)
{
    twc_reproduce *context = t->section->context;
    twc_chunk_grid reference = {0}, fast = {0};
    char where[256] = "";
    int threads = context->threads;
    twc_chunk_request request = {.world = &t->data.world,
                                 .chunks = twc_world_chunks(&t->data.world),
                                 .stages = TWC_BUILD_FEATURES,
                                 .features = t->roads.list,
                                 .options = {0, 1, TWC_STATIC}};
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, &reference);
    request.options = (twc_build_options){0, threads, TWC_DYNAMIC};
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++) {
        if (!twc_level_built((twc_level)level) || !twc_level_supported((twc_level)level))
            continue;
        status = twc_chunk_grid_build(twc_fast_builder((twc_level)level), &request, &fast);
        if (status.code)
            break;
        int differ = twc_chunk_grids_differ(&reference, &fast, where, sizeof where);
        fprintf(context->text, "  fast %-5s %3d threads  %s\n", twc_level_name((twc_level)level), threads,
                differ ? "DIFFERS" : "equal in every bit");
        twc_reproduce_check(context, !differ, t->section->repeat, "fast %s differs from the reference with roads: %s",
                            twc_level_name((twc_level)level), where);
    }
    twc_chunk_grid_destroy(&reference);
    twc_chunk_grid_destroy(&fast);
    return status;
}

/* ---- measuring ---- */

static twc_status measure_roads(roads_study *t)
{
    twc_status status = twc_ok();
    for (int c = 0; c < t->section->claims.column_count && !status.code; c++)
        status = twc_road_measure(&t->data.world, (twc_feature_list){road_of(t, c), 1}, twc_reference_builder(),
                                  REPEATS, t->value[c]);
    return status;
}

/* The same roads under other ids: every wobble is drawn anew. */
static twc_status measure_ensemble(roads_study *t)
{
    size_t n = t->section->context->seeds;
    twc_status status = twc_ok();
    t->ensemble = malloc((TWC_CLAIM_COLUMNS * TWC_ROAD_METRICS * n + n + 1) *
                         sizeof *t->ensemble); /* and n to sort in */
    if (!t->ensemble)
        return twc_fail(TWC_IO, "not enough memory for %zu seeds", n);
    for (size_t s = 0; s < n && !status.code; s++) {
        twc_progress("cutting roads with other wobbles", (double)s / (double)n);
        for (int c = 0; c < t->section->claims.column_count && !status.code; c++) {
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
static twc_status measure_beside(roads_study *t)
{
    twc_section *s = t->section;
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(s->inputs, "beside");
    twc_point nodes[TWC_REGION_MAX_NODES];
    twc_corridor corridor = {.id = 1, .profile = &twc_cart_road, .nodes = nodes};
    twc_world_data data = {0};
    twc_features features = {0};
    if (!beside)
        return twc_ok();
    twc_status status = read_nodes(beside, nodes, &corridor.node_count);
    if (!status.code)
        status = twc_reproduce_beside(s->context, beside, s->other, &data);
    if (status.code)
        return status;
    status = twc_features_place(&data.world, 0, &corridor, &features);
    if (!status.code)
        status = twc_road_measure(&data.world, features.list, twc_reference_builder(), REPEATS, t->other);
    if (!status.code)
        twc_reproduce_check(s->context,
                            t->other[TWC_ROAD_OPEN_EDGES] + t->other[TWC_ROAD_NONMANIFOLD] +
                                        t->other[TWC_ROAD_T_JUNCTIONS] + t->other[TWC_ROAD_INVERTED] ==
                                    0 &&
                                t->other[TWC_ROAD_AREA_DIFFERENCE] == 0,
                            s->repeat, "the road in %s is not closed", s->other);
    twc_features_destroy(&features);
    twc_world_data_destroy(&data);
    return status;
}

/* ---- reporting ---- */

const char *twc_road_metric_name(int k)
{
    return k < TWC_ROAD_METRICS ? twc_road_metric_keys[k] : NULL;
}

static twc_claim_value claim_value(const void *study, int metric, int column)
{
    const roads_study *t = study;
    size_t n = t->section->context->seeds;
    double *scratch = t->ensemble + n * TWC_CLAIM_COLUMNS * TWC_ROAD_METRICS;
    double *ensemble = t->ensemble + ((size_t)column * TWC_ROAD_METRICS + (size_t)metric) * n;
    return (twc_claim_value){t->value[column][metric], twc_spread_of(ensemble, n, scratch),
                             column == 0 && *t->section->other ? t->other[metric] : NAN};
}

/* What no band is claimed for: times, and the least there can be of triangles. */
static void report_road(twc_section *s, const char *name, const double *value, cJSON *list)
{
    double steps = value[TWC_ROAD_STATIONS] - 1, length = value[TWC_ROAD_LENGTH], least = 12 * steps / length;
    const cJSON *paper_ms = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(s->inputs, "paper_ms"),
                                                             name);
    fprintf(s->more, "  %-16s build %.2f ms by the reference, %.3f ms fast, of that the corridor %.0f us", name,
            value[TWC_ROAD_REFERENCE_MS], value[TWC_ROAD_FAST_MS], value[TWC_ROAD_CORRIDOR_US]);
    if (cJSON_IsNumber(paper_ms))
        fprintf(s->more, " (paper: %.0f ms)", paper_ms->valuedouble);
    fprintf(s->more, "\n  %-16s %.0f walls; bed and banks take at least 12 triangles a step of %.2f m: %.2f a metre\n",
            "", value[TWC_ROAD_WALLS], length / steps, least);
    cJSON *road = twc_json_add_object(list, NULL);
    twc_json_add_text(road, "road", name);
    twc_json_add_number(road, "least_fill_per_m", least);
    for (int m = 0; m < TWC_ROAD_METRICS; m++)
        twc_json_add_number(road, twc_road_metric_keys[m], value[m]);
}

static void report(twc_section *s, const roads_study *t)
{
    cJSON *roads = twc_json_add_array(s->behind, "roads");
    if (s->context->seeds)
        snprintf(s->ensemble, sizeof s->ensemble, "%zu wobbles: median [95 %%]", s->context->seeds);
    for (int c = 0; c < s->claims.column_count; c++)
        report_road(s, s->claims.column[c], t->value[c], roads);
    if (*s->other)
        report_road(s, s->other, t->other, roads);
    fputc('\n', s->context->text);
    twc_section_fill(s, claim_value, t);
}

twc_status twc_measure_roads(twc_section *s)
{
    roads_study study = {.section = s};
    twc_status status = place_roads(&study);
    if (!status.code) {
        twc_section_head(s);
        status = compare_builds(&study);
    }
    if (!status.code)
        status = measure_roads(&study);
    if (!status.code)
        status = measure_ensemble(&study);
    if (!status.code)
        status = measure_beside(&study);
    if (!status.code)
        report(s, &study);
    twc_features_destroy(&study.roads);
    twc_world_data_destroy(&study.data);
    free(study.ensemble);
    return status;
}
