/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The section of errata: the numbers that show where the paper can't be right (docs/errata.md), as far as no other
 * section has them.
 */
#include <math.h>
#include <string.h>

#include "measure/errata.h"
#include "measure/naive_cut.h"
#include "measure/trial.h"
#include "progress.h"
#include "regions/region_roads.h"
#include "reproduce/measures.h"
#include "write_json.h"

static const twc_feature_list no_features = {NULL, 0};

static twc_status build_all(const twc_world *world, twc_feature_list features, int fine_only, int threads,
                            twc_chunk_grid *grid)
{
    const twc_chunk_request request = {.world = world,
                                       .chunks = twc_world_chunks(world),
                                       .stages = TWC_BUILD_FEATURES,
                                       .features = features,
                                       .options = {fine_only, threads, TWC_DYNAMIC}};
    *grid = (twc_chunk_grid){0};
    twc_status status = twc_chunk_grid_build(twc_trial_builder(), &request, grid);
    if (status.code)
        twc_chunk_grid_destroy(grid);
    return status;
}

static twc_status run_lattice(const twc_reproduce *context, const twc_world *world, cJSON *results)
{
    twc_chunk_grid fine;
    twc_lattice_errata e;
    twc_status status = build_all(world, no_features, 1, context->threads, &fine);
    if (status.code)
        return status;
    twc_errata_lattice(world, &fine, &e);
    twc_chunk_grid_destroy(&fine);
    cJSON *object = twc_json_add_object(results, "lattice");
    twc_json_add_number(object, "cells", (double)e.cells);
    twc_json_add_number(object, "nonconvex", (double)e.nonconvex);
    twc_json_add_number(object, "straight", (double)e.straight);
    twc_json_add_number(object, "smallest_m2", e.smallest_m2);
    twc_json_add_number(object, "extreme_m2", e.extreme_m2);
    twc_json_add_number(object, "extreme_without", e.extreme_without);
    return twc_ok();
}

static twc_status run_reflex(const twc_reproduce *context, const twc_region *region, cJSON *results)
{
    twc_reflex_errata sum = {0, 0, 0};
    size_t worlds = 1 + context->seeds, with_inverted = 0;
    twc_status status = twc_ok();
    for (size_t k = 0; k < worlds && !status.code; k++) {
        twc_region other = *region;
        twc_world_data data;
        twc_reflex_errata e;
        other.seed = k ? (uint32_t)k : region->seed;
        twc_progress("broad cells of other seeds", (double)k / (double)worlds);
        status = twc_region_generate(&other, &data);
        if (status.code)
            break;
        status = twc_errata_reflex(&data.world, &e);
        twc_world_data_destroy(&data);
        if (status.code)
            break;
        sum = (twc_reflex_errata){sum.broad_cells + e.broad_cells, sum.nonconvex + e.nonconvex,
                                  sum.inverted + e.inverted};
        with_inverted += e.inverted > 0;
    }
    twc_progress("", -1);
    if (status.code)
        return status;
    cJSON *object = twc_json_add_object(results, "reflex");
    twc_json_add_number(object, "worlds", (double)worlds);
    twc_json_add_number(object, "broad_cells", (double)sum.broad_cells);
    twc_json_add_number(object, "nonconvex", (double)sum.nonconvex);
    twc_json_add_number(object, "inverted", (double)sum.inverted);
    twc_json_add_number(object, "worlds_with_inverted", (double)with_inverted);
    return twc_ok();
}

static void add_meshes(const twc_chunk_grid *broad, cJSON *results)
{
    twc_fan_errata fans;
    twc_margin_errata margin;
    twc_errata_fans(broad, &fans);
    twc_errata_margin(broad, &margin);
    cJSON *object = twc_json_add_object(results, "fans");
    twc_json_add_number(object, "vertices", (double)fans.vertices);
    twc_json_add_number(object, "off_edge_cm", fans.off_edge);
    twc_json_add_number(object, "off_plane_cm", fans.off_plane);
    twc_json_add_number(object, "off_plane_vertical_cm", fans.vertical);
    object = twc_json_add_object(results, "margin");
    twc_json_add_number(object, "chunks", (double)margin.chunks);
    twc_json_add_number(object, "beyond", (double)margin.beyond);
    twc_json_add_number(object, "farthest_m", margin.farthest_m);
}

/* Each road's footprint cut as one would first write it. */
static twc_status run_naive(const twc_world *world, const twc_chunk_grid *ground, twc_feature_list roads,
                            cJSON *results)
{
    twc_naive_report sum = {0, 0, 0, 0, 0, 0};
    twc_status status = twc_ok();
    for (size_t k = 0; k < roads.count && !status.code; k++) {
        twc_outline footprint;
        twc_naive_cut cut;
        status = twc_corridor_outline(world, &roads.feature[k], &footprint);
        if (status.code)
            return status;
        status = twc_naive_cut_run(ground->mesh, (size_t)ground->chunks.nx * (size_t)ground->chunks.nz, &footprint,
                                   &cut);
        twc_outline_free(&footprint);
        if (status.code)
            return status;
        sum.edges += cut.report.edges;
        sum.open += cut.report.open;
        sum.open_plan += cut.report.open_plan;
        sum.beyond_weld += cut.report.beyond_weld;
        sum.gap = fmax(sum.gap, cut.report.gap);
        twc_naive_cut_free(&cut);
    }
    cJSON *object = twc_json_add_object(results, "weld");
    twc_json_add_number(object, "edges", (double)sum.edges);
    twc_json_add_number(object, "open", (double)sum.open);
    twc_json_add_number(object, "open_plan", (double)sum.open_plan);
    twc_json_add_number(object, "beyond_weld", (double)sum.beyond_weld);
    twc_json_add_number(object, "largest_gap_mm", 1000 * sum.gap);
    return status;
}

static twc_status run_roads(const twc_reproduce *context, const twc_region *region, const twc_world *world,
                            const twc_chunk_grid *ground, cJSON *results)
{
    twc_features roads;
    twc_chunk_grid cut;
    twc_fill_errata fill;
    twc_status status = twc_region_place_roads(region, world, &roads);
    if (status.code)
        return status;
    status = run_naive(world, ground, roads.list, results);
    if (!status.code)
        status = build_all(world, roads.list, 0, context->threads, &cut);
    if (!status.code) {
        status = twc_errata_fill(&cut, roads.list, &fill);
        twc_chunk_grid_destroy(&cut);
    }
    twc_features_destroy(&roads);
    if (status.code)
        return status;
    cJSON *object = twc_json_add_object(results, "fill");
    twc_json_add_number(object, "pairs", (double)fill.pairs);
    twc_json_add_number(object, "least", (double)fill.least);
    twc_json_add_number(object, "least_per_metre", 100.0 * (double)fill.least / TWC_STATION_CM);
    return status;
}

static twc_status run_rivers(cJSON *results)
{
    twc_river_errata e;
    twc_status status = twc_errata_rivers(&e);
    if (status.code)
        return status;
    cJSON *object = twc_json_add_object(results, "rivers");
    twc_json_add_number(object, "printed_m", e.printed_m);
    twc_json_add_number(object, "corrected_m", e.corrected_m);
    twc_json_add_number(object, "rivers", (double)e.rivers);
    twc_json_add_number(object, "rivers_uphill", (double)e.rivers_uphill);
    twc_json_add_number(object, "tributaries", (double)e.tributaries);
    twc_json_add_number(object, "uphill", (double)e.uphill);
    twc_json_add_number(object, "highest_m", e.highest_m);
    twc_json_add_number(object, "corrected_uphill", (double)e.corrected);
    return status;
}

twc_status twc_measure_errata(twc_section *section)
{
    const twc_reproduce *context = section->context;
    twc_world_data data;
    twc_chunk_grid broad;
    twc_status status = twc_region_generate(&section->region, &data);
    if (status.code)
        return status;
    status = run_lattice(context, &data.world, section->results);
    if (!status.code)
        status = run_rivers(section->results);
    if (!status.code)
        status = run_reflex(context, &section->region, section->results);
    if (!status.code)
        status = build_all(&data.world, no_features, 0, context->threads, &broad);
    if (!status.code) {
        add_meshes(&broad, section->results);
        status = run_roads(context, &section->region, &data.world, &broad, section->results);
        twc_chunk_grid_destroy(&broad);
    }
    twc_world_data_destroy(&data);
    return status;
}
