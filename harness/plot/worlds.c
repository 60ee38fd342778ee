/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole worlds: classes, error of the mesh, sizes of facets, triangles a chunk, cover of puddles and snow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "measure/mesh_heights.h"
#include "measure/weather.h"
#include "plot/plots.h"

/* ---- classes ---- */

static void find_wet(const twc_study_area *area, twc_class_map *map)
{
    twc_rect s = map->samples;
    for (int32_t row = 0; row < s.nz; row++)
        for (int32_t column = 0; column < s.nx; column++) {
            size_t k = (size_t)row * (size_t)s.nx + (size_t)column;
            double x = ((double)s.x + column) * TWC_SAMPLE_CM, z = ((double)s.z + row) * TWC_SAMPLE_CM;
            map->wet[k] = map->heights[k] < area->water && twc_study_wet(area, x, z);
        }
}

static twc_status take_roads(const twc_feature_list *features, twc_class_map *map)
{
    map->road = calloc(features->count + 1, sizeof *map->road);
    if (!map->road)
        return twc_fail(TWC_IO, "not enough memory for %zu roads", features->count);
    for (size_t r = 0; r < features->count; r++) {
        const twc_feature *road = &features->feature[r];
        map->road[r].point = malloc((size_t)road->station_count * sizeof *map->road[r].point);
        map->road_count++;
        if (!map->road[r].point)
            return twc_fail(TWC_IO, "not enough memory for the stations of a road");
        for (int32_t k = 0; k < road->station_count; k++) {
            map->road[r].point[k][0] = road->stations[k].x;
            map->road[r].point[k][1] = road->stations[k].z;
        }
        map->road[r].count = (size_t)road->station_count;
    }
    return twc_ok();
}

static twc_status take_world(const twc_study_area *area, twc_class_map *map)
{
    size_t cells = (size_t)map->macros.nx * (size_t)map->macros.nz;
    map->classes = twc_world_classes(area->world, map->macros);
    map->heights = twc_study_heights(area, map->samples);
    map->wet = malloc((size_t)map->samples.nx * (size_t)map->samples.nz);
    if (!map->classes || !map->heights || !map->wet)
        return twc_fail(TWC_IO, "not enough memory for a map of the world");
    for (size_t k = 0; k < cells; k++)
        map->classes[k] = map->classes[k] == TWC_BROAD;
    find_wet(area, map);
    map->has_water = area->water > TWC_NO_WATER;
    return take_roads(&area->source->features, map);
}

twc_status twc_plot_classes(const twc_study_area *area, const char *folder)
{
    twc_class_map map = {.macros = twc_world_macros(area->world), .samples = twc_world_samples(area->world)};
    twc_status status = twc_study_extent(area, &map.window);
    if (!status.code)
        status = take_world(area, &map);
    if (!status.code)
        status = twc_write_classes(&map, folder);
    for (size_t r = 0; r < map.road_count; r++)
        free(map.road[r].point);
    free(map.road);
    free(map.heights);
    free(map.wet);
    free(map.classes);
    return status;
}

/* ---- error ---- */

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The root mean square of a layer, and its 99th percentile without sign through `scratch`. */
static double root_mean_square(const float *error, size_t count, float *scratch, double *percentile)
{
    double sum = 0;
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(error[k]))
            continue;
        sum += (double)error[k] * error[k];
        scratch[kept++] = fabsf(error[k]);
    }
    qsort(scratch, kept, sizeof *scratch, by_value);
    *percentile = kept ? scratch[(kept - 1) * 99 / 100] : 0;
    return kept ? sqrt(sum / (double)kept) : 0;
}

/* The next of 1, 1.5, 2, 3, 4, 6, 8 times a power of ten, not less than a tenth of a metre. */
static double round_up(double value)
{
    static const double steps[] = {1, 1.5, 2, 3, 4, 6, 8, 10};
    double power = pow(10, floor(log10(fmax(value, 0.1))));
    size_t k = 0;
    while (k < 7 && value > steps[k] * power)
        k++;
    return steps[k] * power;
}

static twc_status compare_heights(const twc_study_area *area, twc_error_map *map)
{
    size_t count = (size_t)map->samples.nx * (size_t)map->samples.nz;
    float *heights = twc_study_heights(area, map->samples), *scratch = malloc(count * sizeof *scratch);
    map->error[0] = malloc(count * sizeof *map->error[0]);
    map->error[1] = malloc(count * sizeof *map->error[1]);
    twc_status status = twc_ok();
    if (!heights || !scratch || !map->error[0] || !map->error[1])
        status = twc_fail(TWC_IO, "not enough memory for an error map of %d x %d samples", map->samples.nx,
                          map->samples.nz);
    for (int k = 0; k < 2 && !status.code; k++) {
        twc_mesh_list meshes = k ? twc_grid_list(&area->ground) : twc_grid_list(&area->fine);
        double percentile;
        twc_mesh_heights(meshes.mesh, meshes.count, map->samples, map->error[k]);
        for (size_t at = 0; at < count; at++)
            map->error[k][at] -= heights[at];
        map->rms[k] = root_mean_square(map->error[k], count, scratch, &percentile);
        map->reach = fmax(map->reach, round_up(percentile));
    }
    free(heights);
    free(scratch);
    return status;
}

twc_status twc_plot_error(const twc_study_area *area, const char *folder)
{
    twc_error_map map = {.samples = twc_world_samples(area->world)};
    twc_status status = twc_study_extent(area, &map.window);
    if (!status.code)
        status = compare_heights(area, &map);
    if (!status.code)
        status = twc_write_error(&map, folder);
    free(map.error[0]);
    free(map.error[1]);
    return status;
}

/* ---- facets ---- */

static void add(twc_facet_histogram *h, double value, double weight)
{
    double place = h->logarithmic ? log(value / h->low) / log(h->high / h->low) : (value - h->low) / (h->high - h->low);
    int bin = (int)fmin(TWC_FACET_BINS - 1, fmax(0, floor(place * TWC_FACET_BINS)));
    h->weight[bin] += weight;
}

/*
 * Every triangle puts its plan area into its facet's bin, so that a large facet counts by what a viewer sees of it, and
 * a fan that is spread over two chunks counts once.
 */
static void gather(twc_mesh_list meshes, twc_facet_histogram *area, twc_facet_histogram *slope)
{
    double total = 0;
    *area = (twc_facet_histogram){.low = 10, .high = 10000, .logarithmic = 1};
    *slope = (twc_facet_histogram){.low = 0, .high = 80};
    for (size_t m = 0; m < meshes.count; m++) {
        const twc_mesh *mesh = &meshes.mesh[m];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_triangle *triangle = &mesh->triangles[t];
            const twc_facet *facet = &mesh->facets[triangle->facet];
            double plan = (double)twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) /
                          20000;
            double whole = (double)twc_vertex_area2(facet->corner[0], facet->corner[1], facet->corner[2]) / 20000;
            double up = facet->normal[1];
            if (plan <= 0 || whole <= 0 || up <= 0)
                continue;
            add(area, whole / up, plan);
            add(slope, acos(fmin(1, up)) * 57.29577951308232, plan);
            total += plan;
        }
    }
    for (int k = 0; k < TWC_FACET_BINS; k++) {
        area->weight[k] /= fmax(total, 1);
        slope->weight[k] /= fmax(total, 1);
    }
}

twc_status twc_plot_facets(const twc_study_area *area, const char *folder)
{
    twc_facet_sizes s;
    gather(twc_grid_list(&area->fine), &s.area[0], &s.slope[0]);
    gather(twc_grid_list(&area->ground), &s.area[1], &s.slope[1]);
    return twc_write_facets(&s, folder);
}

/* ---- budget ---- */

enum { FINE_CHUNK = 2 * TWC_CHUNK_CELLS * TWC_CHUNK_CELLS };

twc_status twc_plot_budget(const twc_study_area *area, const char *folder)
{
    twc_budget_map map = {
        .columns = area->chunks.nx, .rows = area->chunks.nz, .most = FINE_CHUNK, .budget = FINE_CHUNK};
    size_t count = (size_t)map.columns * (size_t)map.rows;
    twc_status status = twc_study_extent(area, &map.window);
    if (status.code)
        return status;
    map.triangles = malloc(count * sizeof *map.triangles);
    if (!map.triangles)
        return twc_fail(TWC_IO, "not enough memory for %zu chunks", count);
    for (size_t k = 0; k < count; k++) {
        map.triangles[k] = area->ground.mesh[k].triangle_count;
        map.most = map.triangles[k] > map.most ? map.triangles[k] : map.most;
        map.over += map.triangles[k] > map.budget;
        map.total += map.triangles[k];
    }
    map.fine = (uint64_t)count * FINE_CHUNK;
    status = twc_write_budget(&map, folder);
    free(map.triangles);
    return status;
}

/* ---- cover ---- */

static double percent(int64_t part, int64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : -1;
}

static void measure_cover(const twc_study_area *area, twc_cover_curves *c)
{
    twc_weather weather = twc_presets[TWC_RAIN];
    for (int k = 0; k <= TWC_COVER_STEPS; k++) {
        weather.wetness = (double)k / TWC_COVER_STEPS;
        twc_cover cover = twc_weather_cover(&area->ground, &weather);
        c->bed[k] = percent(cover.puddles[TWC_MATERIAL_BED], cover.eligible[TWC_MATERIAL_BED]);
        c->ground[k] = percent(cover.puddles[TWC_MATERIAL_GROUND], cover.eligible[TWC_MATERIAL_GROUND]);
        c->all_ground[k] = percent(cover.puddles[TWC_MATERIAL_GROUND], cover.faces[TWC_MATERIAL_GROUND]);
    }
    weather = twc_presets[TWC_SNOW];
    for (int line = 0; line < TWC_COVER_LINES; line++) {
        for (int k = 0; k <= TWC_COVER_STEPS; k++) {
            weather.snow = (double)k / TWC_COVER_STEPS;
            weather.snow_line = c->line[line];
            twc_cover cover = twc_weather_cover(&area->ground, &weather);
            c->snow[line][k] = cover.area > 0 ? 100 * cover.snowy_area / cover.area : 0;
        }
    }
}

twc_status twc_plot_cover(const twc_study_area *area, const char *folder)
{
    twc_cover_curves c = {.most_bed = 100 * twc_the_look.puddle_cover[TWC_MATERIAL_BED],
                          .most_ground = 100 * twc_the_look.puddle_cover[TWC_MATERIAL_GROUND],
                          .line = {0, 40, 100, 200}};
    measure_cover(area, &c);
    return twc_write_cover(&c, folder);
}
