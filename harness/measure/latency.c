/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "latency.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <stdlib.h>
#include <time.h>

#include "twc/session.h"

enum { REGION_TILES = 4, PLACE_X_SALT = 1, PLACE_Z_SALT = 2 }; /* salts of this measure's own draws */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* A world of side x side tiles that repeats the region's; where copies meet, the later one's samples count. */
static twc_status repeated(const twc_world_data *region, int32_t side, twc_world_data *data)
{
    twc_status status = twc_world_data_create((twc_rect){-side / 2, -side / 2, side, side}, region->world.base_sample,
                                              "repeated", data);
    for (int32_t k = 0; !status.code && k < side * side; k++) {
        int32_t x = k % side, z = k / side;
        const twc_tile *from = region->tiles[z % REGION_TILES * REGION_TILES + x % REGION_TILES];
        status = twc_world_data_add_tile(data, x - side / 2, z - side / 2);
        if (!status.code) {
            twc_rect samples = {(x - side / 2) * TWC_TILE_CELLS, (z - side / 2) * TWC_TILE_CELLS, TWC_TILE_SAMPLES,
                                TWC_TILE_SAMPLES};
            twc_rect macros = {(x - side / 2) * TWC_TILE_MACROS, (z - side / 2) * TWC_TILE_MACROS, TWC_TILE_MACROS,
                               TWC_TILE_MACROS};
            twc_world_data_set_samples(data, samples, &from->sample[0][0]);
            twc_world_data_set_classes(data, macros, &from->facet[0][0]);
        }
    }
    return status;
}

static twc_point draw_place(const twc_world *world, int edit, int32_t margin_cm)
{
    int32_t span_x = world->extent.nx * TWC_TILE_CM - 2 * margin_cm,
            span_z = world->extent.nz * TWC_TILE_CM - 2 * margin_cm;
    return (twc_point){
        world->extent.x * TWC_TILE_CM + margin_cm + (int32_t)(twc_hash(edit, 0, PLACE_X_SALT) % (uint32_t)span_x),
        world->extent.z * TWC_TILE_CM + margin_cm + (int32_t)(twc_hash(edit, 0, PLACE_Z_SALT) % (uint32_t)span_z)};
}

static void summarise(double *times, int count, double rebuilt, twc_latency *latency)
{
    gsl_sort(times, 1, (size_t)count);
    latency->edits = count;
    latency->median = gsl_stats_median_from_sorted_data(times, 1, (size_t)count);
    latency->most_99 = gsl_stats_quantile_from_sorted_data(times, 1, (size_t)count, 0.99);
    latency->most = times[count - 1];
    latency->rebuilt = rebuilt / count;
}

/* Strokes of one radius at random places; one first, untimed, to have the memory ready. */
static twc_status time_strokes(twc_session *session, double *times, int edits, twc_latency *latency)
{
    double rebuilt = 0;
    for (int edit = -1; edit < edits; edit++) {
        twc_brush brush = {.kind = TWC_BRUSH_RAISE, .radius_cm = (int32_t)(latency->radius * 100), .strength = 50};
        twc_rebuilt cost;
        brush.centre = draw_place(&twc_session_world(session)->world, edit, 0);
        double start = now_ms();
        twc_status status = twc_session_brush(session, &brush, &cost);
        if (status.code)
            return status;
        if (edit >= 0) {
            times[edit] = now_ms() - start;
            rebuilt += cost.rebuilt;
        }
    }
    summarise(times, edits, rebuilt, latency);
    return twc_ok();
}

/* Roads of 600 m along x, across three chunks; each is removed again, which is not timed. */
static twc_status time_roads(twc_session *session, double *times, int edits, twc_latency *latency)
{
    enum { MARGIN = 40000, HALF = 30000, BEND = 3000 };
    int timed = 0;
    double rebuilt = 0;
    for (int edit = 0; timed < edits && edit < 20 * edits; edit++) {
        twc_point middle = draw_place(&twc_session_world(session)->world, edit, MARGIN);
        const twc_point node[3] = {{middle.x - HALF, middle.z - BEND}, middle, {middle.x + HALF, middle.z - BEND}};
        twc_corridor corridor = {.id = 1000, .priority = 1, .profile = &twc_cart_road, .node_count = 3, .nodes = node};
        twc_rebuilt cost;
        double start = now_ms();
        twc_status status = twc_session_place(session, &corridor, &cost);
        if (status.code == TWC_USAGE)
            continue; /* refused where it lies: another place */
        if (!status.code) {
            times[timed++] = now_ms() - start;
            rebuilt += cost.rebuilt;
            status = twc_session_remove(session, corridor.id, NULL);
        }
        if (status.code)
            return status;
    }
    summarise(times, timed, rebuilt, latency);
    return timed == edits ? twc_ok() : twc_fail(TWC_CHECK_FAILED, "only %d of %d roads could be placed", timed, edits);
}

/* What is timed, by whom, how often, and where the times go. */
typedef struct timing {
    twc_builder builder;
    int edits;
    double *times;
    twc_status (*time)(twc_session *, double *, int, twc_latency *);
} timing;

/* A session over a repeated region, with which `count` rows are filled. */
static twc_status on_world(const twc_world_data *region, int32_t side, const timing *t, int count, twc_latency *rows)
{
    twc_world_data data;
    twc_session *session = NULL;
    twc_status status = repeated(region, side, &data);
    if (!status.code)
        status = twc_session_create(&data, t->builder, (twc_build_options){0, 1, TWC_STATIC}, NULL, &session);
    for (int k = 0; !status.code && k < count; k++) {
        rows[k].tiles = side;
        status = t->time(session, t->times, t->edits, &rows[k]);
    }
    twc_session_destroy(session);
    return status;
}

twc_status twc_latency_measure(const twc_world_data *region, twc_builder builder, int edits, twc_latency_study *study)
{
    static const double radii[TWC_LATENCY_RADII] = {5, 10, 20, 40, 80, 160};
    double *times = malloc((size_t)edits * sizeof *times);
    if (!times)
        return twc_fail(TWC_IO, "not enough memory for %d times", edits);
    *study = (twc_latency_study){.road = {.radius = 0}};
    for (int k = 0; k < TWC_LATENCY_RADII; k++)
        study->radius[k].radius = radii[k];
    const timing strokes = {builder, edits, times, time_strokes},
                 roads = {builder, edits < 300 ? edits : 300, times, time_roads};
    twc_status status = on_world(region, REGION_TILES, &strokes, TWC_LATENCY_RADII, study->radius);
    for (int k = 0; !status.code && k < TWC_LATENCY_SIZES; k++) {
        study->size[k].radius = 20;
        status = on_world(region, REGION_TILES << k, &strokes, 1, &study->size[k]);
    }
    if (!status.code)
        status = on_world(region, REGION_TILES, &roads, 1, &study->road);
    free(times);
    return status;
}
