/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/land_drawn.h"

#include <math.h>
#include <stdlib.h>

#include "query_surface.h"

/* The grid points above the sea. */
typedef struct shore {
    size_t count;
    double *x, *z;
    twc_point *point;
    twc_location *drawn;
} shore;

static void free_shore(shore *s)
{
    free(s->x);
    free(s->z);
    free(s->point);
    free(s->drawn);
}

static twc_status find_shore(const twc_land_ground *ground, shore *s)
{
    const twc_land_grid *grid = &ground->land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const size_t points = (size_t)grid->points * (size_t)grid->points;
    *s = (shore){0, malloc(points * sizeof(double)), malloc(points * sizeof(double)),
                 malloc(points * sizeof(twc_point)), malloc(points * sizeof(twc_location))};
    if (!s->x || !s->z || !s->point || !s->drawn)
        return twc_fail(TWC_IO, "not enough memory to measure %zu points", points);
    for (size_t k = 0; k < points; k++) {
        if (!(ground->heights[k] > 0.0f))
            continue;
        const double x = low + grid->cell * (double)(k % (size_t)grid->points);
        const double z = low + grid->cell * (double)(k / (size_t)grid->points);
        s->x[s->count] = x;
        s->z[s->count] = z;
        s->point[s->count++] = (twc_point){(int32_t)rint(100.0 * x), (int32_t)rint(100.0 * z)};
    }
    return twc_ok();
}

static int is_near_feature(const twc_land_table *table, const twc_land_ground *ground, double x, double z)
{
    for (int32_t f = 0; f < ground->land->feature_count; f++) {
        double distance, at, along;
        table->spine_nearest(&ground->spine[f], ground->land->feature[f].within, (twc_spots){1, &x, &z},
                             (twc_nearest){&distance, &at, &along});
        if (distance < ground->land->feature[f].within)
            return 1;
    }
    return 0;
}

static void add_up(const twc_land_table *table, const twc_land_ground *ground, const shore *s,
                   twc_land_difference *difference)
{
    double sum[2] = {0.0, 0.0};
    int64_t count[2] = {0, 0};
    *difference = (twc_land_difference){.points = (int64_t)s->count};
    for (size_t k = 0; k < s->count; k++) {
        double asked;
        table->land_heights(ground, (twc_spots){1, &s->x[k], &s->z[k]}, &asked);
        const double d = (double)s->drawn[k].height - asked;
        const int near = is_near_feature(table, ground, s->x[k], s->z[k]);
        sum[near] += d * d;
        count[near]++;
        difference->greatest = fmax(difference->greatest, fabs(d));
    }
    difference->rms = s->count ? sqrt((sum[0] + sum[1]) / (double)s->count) : 0.0;
    difference->rms_far = count[0] ? sqrt(sum[0] / (double)count[0]) : 0.0;
    difference->rms_near = count[1] ? sqrt(sum[1] / (double)count[1]) : 0.0;
}

twc_status twc_land_drawn(const twc_land_table *table, const twc_land_ground *ground, const twc_world_data *data,
                          twc_builder builder, int fine_only, twc_land_difference *difference)
{
    const twc_surface_source source = {&data->world, data->features.list, builder, fine_only};
    shore s;
    twc_status status = find_shore(ground, &s);
    if (!status.code)
        status = twc_query_surface(&source, s.count, s.point, s.drawn);
    if (!status.code)
        add_up(table, ground, &s, difference);
    free_shore(&s);
    return status;
}

twc_status twc_world_closed(const twc_world_data *data, twc_builder builder, twc_mesh_report *report)
{
    const twc_chunk_request request = {.world = &data->world,
                                       .chunks = twc_world_chunks(&data->world),
                                       .stages = TWC_BUILD_MESH,
                                       .features = data->features.list,
                                       .options = {0, 1, TWC_STATIC}};
    twc_chunk_grid grid = {0};
    twc_outline outline = {NULL, 0};
    twc_status status = twc_chunk_grid_build(builder, &request, &grid);
    if (!status.code)
        status = twc_extent_outline(&data->world, 0, &outline);
    if (!status.code)
        status = twc_mesh_check(grid.mesh, grid.count, &outline, NULL, 0, report);
    twc_outline_free(&outline);
    twc_chunk_grid_destroy(&grid);
    return status;
}
