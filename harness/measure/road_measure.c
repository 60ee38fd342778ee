/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/road_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "aligned.h"
#include "measure/mesh_check.h"

const char *const twc_road_metric_keys[TWC_ROAD_METRICS] = {
    "length_m",
    "stations",
    "fill_triangles",
    "fill_per_m",
    "wall_triangles",
    "ground_added",
    "ground_added_per_m",
    "ground_cut",
    "total_per_m",
    "bank_mean_m",
    "bank_max_m",
    "bed_range_m",
    "open_edges",
    "nonmanifold_edges",
    "t_junctions",
    "inverted",
    "area_difference_cm2",
    "reference_ms",
    "fast_ms",
    "corridor_us",
};

static const twc_build_options one_thread = {0, 1, TWC_STATIC};

static twc_chunk_request request_of(const twc_world *world, twc_rect chunks, twc_feature_list features)
{
    return (twc_chunk_request){
        .world = world, .chunks = chunks, .stages = TWC_BUILD_FEATURES, .features = features, .options = one_thread};
}

/* ---- the record and its sections ---- */

static twc_status measure_sections(const twc_world *world, const twc_feature *feature, double *value)
{
    size_t count = (size_t)feature->station_count;
    twc_cross_section *section = malloc(count * sizeof *section);
    void *workspace = twc_aligned_alloc(twc_reference_sections_workspace());
    twc_status status = section && workspace ? twc_ok() : twc_fail(TWC_IO, "no memory for %zu sections", count);
    if (!status.code)
        status = twc_reference_sections(world, 0, feature, 0, (int32_t)count, workspace, section);
    int32_t rows = twc_section_row_count(&feature->profile), low = INT32_MAX, high = INT32_MIN;
    double sum = 0, most = 0;
    for (size_t k = 0; k < count && !status.code; k++) {
        const twc_vertex *row = section[k].row;
        double left = hypot(row[0].x - row[2].x, row[0].z - row[2].z) * 0.01;
        double right = hypot(row[rows - 1].x - row[rows - 3].x, row[rows - 1].z - row[rows - 3].z) * 0.01;
        sum += left + right;
        most = fmax(most, fmax(left, right));
        low = feature->stations[k].bed_cm < low ? feature->stations[k].bed_cm : low;
        high = feature->stations[k].bed_cm > high ? feature->stations[k].bed_cm : high;
        if (k > 0)
            value[TWC_ROAD_LENGTH] += hypot(feature->stations[k].x - feature->stations[k - 1].x,
                                            feature->stations[k].z - feature->stations[k - 1].z) *
                                      0.01;
    }
    value[TWC_ROAD_STATIONS] = (double)count;
    value[TWC_ROAD_BANK_MEAN] = feature->profile.edge == TWC_EDGE_BANK ? sum / (2.0 * (double)count) : 0;
    value[TWC_ROAD_BANK_MAX] = feature->profile.edge == TWC_EDGE_BANK ? most : 0;
    value[TWC_ROAD_BED_RANGE] = ((double)high - (double)low) * 0.01;
    free(section);
    free(workspace);
    return status;
}

/* ---- the surface ---- */

static void count_parts(const twc_chunk_grid *meshes, double *value, uint64_t *ground)
{
    for (size_t k = 0; k < meshes->count; k++)
        for (uint32_t t = 0; t < meshes->mesh[k].triangle_count; t++) {
            uint64_t id = meshes->mesh[k].facets[meshes->mesh[k].triangles[t].facet].id;
            if (id >> 62 != TWC_FACET_FEATURE)
                (*ground)++;
            else if (twc_feature_facet_part(id) == TWC_PART_WALL)
                value[TWC_ROAD_WALLS]++;
            else
                value[TWC_ROAD_FILL]++;
        }
}

static int compare_corners(const void *left, const void *right)
{
    return memcmp(left, right, 3 * sizeof(twc_vertex));
}

/* All triangles of some meshes, sorted by their corners' bytes; the caller frees them. */
static twc_triangle *sorted_triangles(const twc_chunk_grid *meshes, size_t *count)
{
    *count = meshes->triangle_count;
    twc_triangle *all = malloc((*count + 1) * sizeof *all), *at = all;
    for (size_t k = 0; all && k < meshes->count; k++) {
        memcpy(at, meshes->mesh[k].triangles, meshes->mesh[k].triangle_count * sizeof *all);
        at += meshes->mesh[k].triangle_count;
    }
    if (all)
        qsort(all, *count, sizeof *all, compare_corners);
    return all;
}

/* How many triangles of `whole` are not in `cut` any more. */
static twc_status count_cut(const twc_chunk_grid *whole, const twc_chunk_grid *cut, double *value)
{
    size_t before_count = 0, after_count = 0, gone = 0;
    twc_triangle *before = sorted_triangles(whole, &before_count), *after = sorted_triangles(cut, &after_count);
    for (size_t t = 0; before && after && t < before_count; t++)
        gone += bsearch(&before[t], after, after_count, sizeof *after, compare_corners) == NULL;
    twc_status status = before && after ? twc_ok()
                                        : twc_fail(TWC_IO, "no memory for %zu triangles", before_count + after_count);
    *value = (double)gone;
    free(before);
    free(after);
    return status;
}

static twc_status measure_surface(const twc_world *world, twc_feature_list feature, twc_builder builder, double *value)
{
    const twc_chunk_request with = request_of(world, twc_world_chunks(world), feature);
    const twc_chunk_request without = request_of(world, with.chunks, (twc_feature_list){NULL, 0});
    twc_chunk_grid cut = {0}, whole = {0};
    twc_outline outline = {0};
    twc_mesh_report report;
    uint64_t ground = 0;
    twc_status status = twc_chunk_grid_build(builder, &with, &cut);
    if (!status.code)
        status = twc_chunk_grid_build(builder, &without, &whole);
    if (!status.code)
        status = twc_extent_outline(world, 0, &outline);
    if (!status.code)
        status = twc_mesh_check(cut.mesh, cut.count, &outline, NULL, 0, &report);
    if (!status.code)
        status = count_cut(&whole, &cut, &value[TWC_ROAD_GROUND_CUT]);
    if (!status.code) {
        count_parts(&cut, value, &ground);
        value[TWC_ROAD_GROUND_ADDED] = (double)ground - (double)whole.triangle_count;
        value[TWC_ROAD_OPEN_EDGES] = (double)report.open_edges;
        value[TWC_ROAD_NONMANIFOLD] = (double)(report.nonmanifold + report.misoriented);
        value[TWC_ROAD_T_JUNCTIONS] = (double)report.t_junctions;
        value[TWC_ROAD_INVERTED] = (double)(report.inverted + report.degenerate);
        value[TWC_ROAD_AREA_DIFFERENCE] = (double)(report.area2 - report.outline_area2);
    }
    twc_chunk_grid_destroy(&cut);
    twc_chunk_grid_destroy(&whole);
    twc_outline_free(&outline);
    return status;
}

/* ---- time ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The chunks a corridor's boxes meet. */
static twc_rect touched_chunks(const twc_feature *feature)
{
    twc_box box = feature->tree[1];
    twc_rect chunks = {twc_floor_div(box.x0, TWC_CHUNK_CM), twc_floor_div(box.z0, TWC_CHUNK_CM), 0, 0};
    chunks.nx = twc_floor_div(box.x1, TWC_CHUNK_CM) - chunks.x + 1;
    chunks.nz = twc_floor_div(box.z1, TWC_CHUNK_CM) - chunks.z + 1;
    return chunks;
}

/* Median seconds of a build; `spent` holds `repeats` values. */
static twc_status time_build(twc_builder builder, const twc_chunk_request *request, int repeats, twc_chunk_grid *grid,
                             double *spent, double *median)
{
    twc_status status = twc_ok();
    for (int i = 0; i < repeats && !status.code; i++) {
        double start = seconds();
        status = twc_chunk_grid_build(builder, request, grid);
        spent[i] = seconds() - start;
    }
    qsort(spent, (size_t)repeats, sizeof *spent, compare_doubles);
    *median = spent[repeats / 2];
    return status;
}

static twc_status measure_time(const twc_world *world, twc_feature_list feature, int repeats, double *value)
{
    const twc_chunk_request touched = request_of(world, touched_chunks(&feature.feature[0]), feature);
    const twc_chunk_request bare = request_of(world, touched.chunks, (twc_feature_list){NULL, 0});
    const twc_builder fast = twc_fast_builder(twc_level_best()), slow = twc_reference_builder();
    twc_chunk_grid grid = {0};
    double with = 0, without = 0, reference = 0, *spent = malloc((size_t)repeats * sizeof *spent);
    twc_status status = spent ? twc_chunk_grid_build(slow, &touched, &grid) /* so that no time is that of memory */
                              : twc_fail(TWC_IO, "no memory for %d times", repeats);
    if (!status.code)
        status = twc_chunk_grid_build(fast, &touched, &grid);
    if (!status.code)
        status = time_build(fast, &touched, repeats, &grid, spent, &with);
    if (!status.code)
        status = time_build(fast, &bare, repeats, &grid, spent, &without);
    if (!status.code)
        status = time_build(slow, &touched, repeats < 3 ? repeats : 3, &grid, spent, &reference);
    value[TWC_ROAD_FAST_MS] = with * 1e3;
    value[TWC_ROAD_CORRIDOR_US] = (with - without) * 1e6;
    value[TWC_ROAD_REFERENCE_MS] = reference * 1e3;
    twc_chunk_grid_destroy(&grid);
    free(spent);
    return status;
}

twc_status twc_road_measure(const twc_world *world, twc_feature_list feature, twc_builder builder, int repeats,
                            double value[TWC_ROAD_METRICS])
{
    if (feature.count != 1)
        return twc_fail(TWC_USAGE, "measures one corridor at a time, not %zu", feature.count);
    memset(value, 0, TWC_ROAD_METRICS * sizeof *value);
    value[TWC_ROAD_REFERENCE_MS] = value[TWC_ROAD_FAST_MS] = value[TWC_ROAD_CORRIDOR_US] = NAN;
    twc_status status = measure_sections(world, &feature.feature[0], value);
    if (!status.code)
        status = measure_surface(world, feature, builder, value);
    if (!status.code && repeats > 0)
        status = measure_time(world, feature, repeats, value);
    double length = value[TWC_ROAD_LENGTH];
    value[TWC_ROAD_FILL_PER_M] = value[TWC_ROAD_FILL] / length;
    value[TWC_ROAD_GROUND_ADDED_PER_M] = value[TWC_ROAD_GROUND_ADDED] / length;
    value[TWC_ROAD_TOTAL_PER_M] = (value[TWC_ROAD_FILL] + value[TWC_ROAD_GROUND_ADDED]) / length;
    return status;
}
