/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/cells.h"
#include "measure/mesh_check.h"
#include "measure/mesh_heights.h"
#include "measure/surface_measure.h"
#include "twc/ground.h"

const twc_metric_info twc_metric_infos[TWC_METRIC_COUNT] = {
    [TWC_METRIC_MACROS] = {"macro_cells", "Macro cells", "", 0},
    [TWC_METRIC_BROAD] = {"broad_cells", "Broad cells", "", 0},
    [TWC_METRIC_BROAD_BORDER] = {"broad_border_cells", "Broad cells on the border", "", 0},
    [TWC_METRIC_MOUNTAIN_KM2] = {"mountain_km2", "Mountain region", "km2", 2},
    [TWC_METRIC_TRIANGLES] = {"triangles", "Triangles, whole region", "", 0},
    [TWC_METRIC_MOUNTAIN_TRIANGLES] = {"mountain_triangles", "Triangles in mountain region", "", 0},
    [TWC_METRIC_PLANES] = {"planes_per_km2", "Distinct planes", "/km2", 0},
    [TWC_METRIC_PEAKS] = {"peaks_per_km2", "Local peaks", "/km2", 1},
    [TWC_METRIC_ANGLE] = {"angle_5_percent", "5th-percentile smallest angle", "deg", 1},
    [TWC_METRIC_RMS_MOUNTAINS] = {"rms_mountains", "RMS deviation, mountains", "m", 2},
    [TWC_METRIC_RMS_LOWLANDS] = {"rms_lowlands", "RMS deviation, lowlands", "m", 3},
    [TWC_METRIC_NONCONVEX] = {"nonconvex_cells", "Non-convex fine cells", "", 0},
    [TWC_METRIC_NONCONVEX_PERCENT] = {"nonconvex_percent", "Non-convex fine cells", "%", 2},
    [TWC_METRIC_OPEN_EDGES] = {"open_edges", "Open edges off the outline", "", 0},
    [TWC_METRIC_OUTLINE_MISSING] = {"outline_missing", "Outline edges missing", "", 0},
    [TWC_METRIC_NONMANIFOLD_EDGES] = {"nonmanifold_edges", "Non-manifold edges", "", 0},
    [TWC_METRIC_T_JUNCTIONS] = {"t_junctions", "T-junctions", "", 0},
    [TWC_METRIC_INVERTED] = {"inverted_triangles", "Inverted triangles", "", 0},
    [TWC_METRIC_AREA_DIFFERENCE] = {"area_difference", "Exact area difference", "cm2/2", 0},
};

int twc_metric_find(const char *key)
{
    for (int k = 0; k < TWC_METRIC_COUNT; k++)
        if (strcmp(twc_metric_infos[k].key, key) == 0)
            return k;
    return -1;
}

static void measure_cells(const twc_cells *cells, double *value)
{
    twc_rect m = cells->macros;
    int64_t broad = 0, border = 0, count = (int64_t)m.nx * m.nz, nonconvex = twc_cells_nonconvex(cells);
    for (int32_t z = m.z; z < m.z + m.nz; z++) {
        for (int32_t x = m.x; x < m.x + m.nx; x++) {
            int is_broad = twc_cells_class(cells, x, z) == TWC_BROAD;
            broad += is_broad;
            border += is_broad && twc_cells_on_border(cells, x, z);
        }
    }
    const double side = 0.01 * TWC_MACRO_CM;
    value[TWC_METRIC_MACROS] = (double)count;
    value[TWC_METRIC_BROAD] = (double)broad;
    value[TWC_METRIC_BROAD_BORDER] = (double)border;
    value[TWC_METRIC_MOUNTAIN_KM2] = (double)(broad - border) * side * side * 1e-6;
    value[TWC_METRIC_NONCONVEX] = (double)nonconvex;
    value[TWC_METRIC_NONCONVEX_PERCENT] = 100.0 * (double)nonconvex /
                                          ((double)count * TWC_MACRO_CELLS * TWC_MACRO_CELLS);
}

/* ---- closure ---- */

static twc_status measure_closure(const twc_world *world, const twc_mesh *meshes, size_t mesh_count, int fine_only,
                                  double *value)
{
    twc_outline outline;
    twc_mesh_report report;
    twc_status status = twc_extent_outline(world, fine_only, &outline);
    if (status.code)
        return status;
    status = twc_mesh_check(meshes, mesh_count, &outline, NULL, 0, &report);
    if (!status.code) {
        value[TWC_METRIC_OPEN_EDGES] = (double)report.open_edges;
        value[TWC_METRIC_OUTLINE_MISSING] = (double)outline.count - (double)report.outline_edges;
        value[TWC_METRIC_NONMANIFOLD_EDGES] = (double)(report.nonmanifold + report.misoriented);
        value[TWC_METRIC_T_JUNCTIONS] = (double)report.t_junctions;
        value[TWC_METRIC_INVERTED] = (double)(report.inverted + report.degenerate + report.walls);
        value[TWC_METRIC_AREA_DIFFERENCE] = (double)(report.area2 - report.outline_area2);
    }
    twc_outline_free(&outline);
    return status;
}

/* ---- the mountain region's surface ---- */

static twc_status measure_surface(const twc_cells *cells, const twc_mesh_index *index, double *value)
{
    uint8_t *mountain = malloc(index->triangle_count + 1);
    if (!mountain)
        return twc_fail(TWC_IO, "not enough memory for %zu triangles", index->triangle_count);
    int64_t count = 0, planes = 0, peaks = 0;
    for (size_t t = 0; t < index->triangle_count; t++) {
        const twc_vertex *v = index->triangle[t]->corner;
        mountain[t] = (uint8_t)twc_cells_mountain(cells, twc_floor_mean3(v[0].x, v[1].x, v[2].x),
                                                  twc_floor_mean3(v[0].z, v[1].z, v[2].z));
        count += mountain[t];
    }
    twc_status status = twc_surface_planes(index, mountain, &planes);
    if (!status.code)
        status = twc_surface_peaks(index, mountain, &peaks);
    if (!status.code)
        status = twc_surface_angle(index, mountain, 0.05, &value[TWC_METRIC_ANGLE]);
    free(mountain);
    double km2 = value[TWC_METRIC_MOUNTAIN_KM2];
    value[TWC_METRIC_TRIANGLES] = (double)index->triangle_count;
    value[TWC_METRIC_MOUNTAIN_TRIANGLES] = (double)count;
    value[TWC_METRIC_PLANES] = km2 > 0 ? (double)planes / km2 : NAN;
    value[TWC_METRIC_PEAKS] = km2 > 0 ? (double)peaks / km2 : NAN;
    return status;
}

/* ---- deviation from the heightfield ---- */

static double root_mean_square(double sum, int64_t count)
{
    return count ? sqrt(sum / (double)count) : NAN;
}

static twc_status measure_deviation(const twc_world *world, const twc_cells *cells, const twc_mesh *meshes,
                                    size_t mesh_count, double *value)
{
    twc_rect window = twc_world_samples(world);
    size_t count = (size_t)window.nx * (size_t)window.nz;
    uint16_t *samples = malloc(count * sizeof *samples);
    float *heights = malloc(count * sizeof *heights);
    if (!samples || !heights) {
        free(samples);
        free(heights);
        return twc_fail(TWC_IO, "not enough memory for %d x %d samples", window.nx, window.nz);
    }
    twc_reference_ground()->samples(world, window, samples);
    twc_mesh_heights(meshes, mesh_count, window, heights);

    double sum[2] = {0, 0}; /* lowlands, mountains */
    int64_t used[2] = {0, 0};
    for (size_t k = 0; k < count; k++) {
        if (isnan(heights[k]))
            continue;
        int32_t x = (window.x + (int32_t)(k % (size_t)window.nx)) * TWC_SAMPLE_CM;
        int32_t z = (window.z + (int32_t)(k / (size_t)window.nx)) * TWC_SAMPLE_CM;
        int fine = twc_cells_class(cells, twc_floor_div(x, TWC_MACRO_CM), twc_floor_div(z, TWC_MACRO_CM)) == TWC_FINE;
        int mountain = twc_cells_mountain(cells, x, z);
        if (!fine && !mountain)
            continue;
        double deviation = (double)heights[k] - (double)twc_sample_height(samples[k]);
        sum[mountain] += deviation * deviation;
        used[mountain]++;
    }
    value[TWC_METRIC_RMS_LOWLANDS] = root_mean_square(sum[0], used[0]);
    value[TWC_METRIC_RMS_MOUNTAINS] = root_mean_square(sum[1], used[1]);
    free(samples);
    free(heights);
    return twc_ok();
}

twc_status twc_ground_measure(const twc_world *world, const twc_mesh *meshes, size_t mesh_count, int fine_only,
                              twc_ground_metrics *metrics)
{
    twc_cells cells;
    twc_mesh_index index;
    twc_status status = twc_cells_create(world, &cells);
    if (status.code)
        return status;
    measure_cells(&cells, metrics->value);
    status = twc_mesh_index_create(meshes, mesh_count, &index);
    if (!status.code) {
        status = measure_surface(&cells, &index, metrics->value);
        twc_mesh_index_destroy(&index);
    }
    if (!status.code)
        status = measure_closure(world, meshes, mesh_count, fine_only, metrics->value);
    if (!status.code)
        status = measure_deviation(world, &cells, meshes, mesh_count, metrics->value);
    twc_cells_destroy(&cells);
    return status;
}
