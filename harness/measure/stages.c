/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_sort.h>

#include "aligned.h"
#include "twc/surface.h"

enum {
    ROUNDS = 7,
    CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    MARGIN = 64 /* samples beyond a chunk that hold every filter's window */
};

typedef struct bench {
    const twc_world *world;
    const twc_ground_table *ground;
    const twc_surface_table *surface;
    double water;
    uint16_t *samples;
    float *fine, *broad, *basin;
    void *scratch;
    twc_mesh mesh;
    twc_surface_face *faces;
    uint8_t *vertices;
    uint8_t classes[(TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING) * (TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING)];
} bench;

const char *twc_stage_cost_name(twc_stage_cost_kind stage)
{
    static const char *const names[TWC_COST_COUNT] = {"samples",   "fine filter",  "broad filter",
                                                      "triangles", "cut and fill", "basin filter",
                                                      "faces",     "ranks",        "vertices"};
    return names[stage];
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static twc_rect around_chunk(twc_point chunk, int32_t margin)
{
    int32_t side = CHUNK_SAMPLES + 1 + 2 * margin;
    return (twc_rect){chunk.x * CHUNK_SAMPLES - margin, chunk.z * CHUNK_SAMPLES - margin, side, side};
}

/* Samples and one filter over a chunk with a margin; their times are added to the costs. */
static twc_field filter(bench *b, twc_filter which, twc_point chunk, int32_t margin, float *heights, double *samples_us,
                        double *filter_us)
{
    twc_rect window = around_chunk(chunk, margin), wide = around_chunk(chunk, margin + twc_filter_radius(which));
    double start = now_us();
    b->ground->samples(b->world, wide, b->samples);
    double middle = now_us();
    b->ground->prefilter(which, window, b->samples, heights, b->scratch);
    *samples_us += middle - start;
    *filter_us += now_us() - middle;
    return (twc_field){window, heights};
}

static void run_chunk(bench *b, twc_point chunk, double us[TWC_COST_COUNT])
{
    twc_rect macros = {chunk.x * TWC_CHUNK_MACROS - TWC_CLASS_RING, chunk.z * TWC_CHUNK_MACROS - TWC_CLASS_RING,
                       TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING, TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING};
    b->ground->classes(b->world, macros, b->classes);
    const twc_ground_window ground = {macros, b->classes,
                                      filter(b, TWC_FILTER_FINE, chunk, TWC_CHUNK_FINE_MARGIN, b->fine,
                                             &us[TWC_COST_SAMPLES], &us[TWC_COST_FINE_FILTER]),
                                      filter(b, TWC_FILTER_BROAD, chunk, TWC_CHUNK_BROAD_MARGIN, b->broad,
                                             &us[TWC_COST_SAMPLES], &us[TWC_COST_BROAD_FILTER])};
    double start = now_us();
    b->ground->chunk(&ground, twc_world_macros(b->world), chunk.x, chunk.z, &b->mesh);
    us[TWC_COST_TRIANGLES] += now_us() - start;
    const twc_surface_window window = {{around_chunk(chunk, TWC_CHUNK_BROAD_MARGIN), b->broad},
                                       filter(b, TWC_FILTER_BASIN, chunk, TWC_SURFACE_BASIN_MARGIN, b->basin,
                                              &us[TWC_COST_SAMPLES], &us[TWC_COST_BASIN_FILTER]),
                                       b->water};
    start = now_us();
    b->surface->faces(&window, b->mesh.facet_count, b->mesh.facets, b->faces);
    double faces = now_us();
    b->surface->ranks(b->mesh.facet_count, b->faces, b->scratch);
    double ranks = now_us();
    b->surface->vertices(&b->mesh, b->faces, b->vertices);
    us[TWC_COST_FACES] += faces - start;
    us[TWC_COST_RANKS] += ranks - faces;
    us[TWC_COST_VERTICES] += now_us() - ranks;
}

static void bench_destroy(bench *b)
{
    free(b->samples);
    free(b->fine);
    free(b->broad);
    free(b->basin);
    free(b->scratch);
    free(b->mesh.triangles);
    free(b->mesh.facets);
    free(b->faces);
    free(b->vertices);
}

static twc_status bench_create(bench *b)
{
    size_t side = CHUNK_SAMPLES + 1 + 2 * MARGIN, cells = side * side,
           scratch = twc_rank_scratch(TWC_GROUND_MAX_FACETS);
    for (int k = 0; k < TWC_FILTER_COUNT; k++) {
        size_t size = twc_prefilter_scratch((twc_filter)k, (twc_rect){0, 0, (int32_t)side, (int32_t)side});
        scratch = size > scratch ? size : scratch;
    }
    b->samples = twc_aligned_alloc(cells * sizeof *b->samples);
    b->fine = twc_aligned_alloc(cells * sizeof *b->fine);
    b->broad = twc_aligned_alloc(cells * sizeof *b->broad);
    b->basin = twc_aligned_alloc(cells * sizeof *b->basin);
    b->scratch = twc_aligned_alloc(scratch);
    b->mesh = (twc_mesh){.triangle_capacity = TWC_GROUND_MAX_TRIANGLES, .facet_capacity = TWC_GROUND_MAX_FACETS};
    b->mesh.triangles = twc_aligned_alloc(TWC_GROUND_MAX_TRIANGLES * sizeof *b->mesh.triangles);
    b->mesh.facets = twc_aligned_alloc(TWC_GROUND_MAX_FACETS * sizeof *b->mesh.facets);
    b->faces = twc_aligned_alloc(TWC_GROUND_MAX_FACETS * sizeof *b->faces);
    b->vertices = twc_aligned_alloc((size_t)TWC_GROUND_MAX_TRIANGLES * 3 * TWC_VERTEX_BYTES);
    if (b->samples && b->fine && b->broad && b->basin && b->scratch && b->mesh.triangles && b->mesh.facets &&
        b->faces && b->vertices)
        return twc_ok();
    bench_destroy(b);
    return twc_fail(TWC_IO, "not enough memory to measure stages");
}

/* Of a stage's rounds, which are put in order. */
static twc_interval interval_of(double us[ROUNDS])
{
    gsl_sort(us, 1, ROUNDS);
    return (twc_interval){us[0], us[ROUNDS / 2], us[ROUNDS - 1]};
}

/* The kernels of one table over every chunk. */
static twc_status measure_kernels(const twc_world *world, double water, const twc_ground_table *ground,
                                  const twc_surface_table *surface, twc_interval costs[TWC_COST_COUNT])
{
    bench b = {.world = world, .ground = ground, .surface = surface, .water = water};
    twc_rect chunks = twc_world_chunks(world);
    double count = (double)chunks.nx * chunks.nz, us[TWC_COST_COUNT][ROUNDS];
    twc_status status = bench_create(&b);
    for (int round = 0; round < ROUNDS && !status.code; round++) {
        double sum[TWC_COST_COUNT] = {0};
        for (int32_t k = 0; k < chunks.nx * chunks.nz; k++)
            run_chunk(&b, (twc_point){chunks.x + k % chunks.nx, chunks.z + k / chunks.nx}, sum);
        for (int k = 0; k < TWC_COST_COUNT; k++)
            us[k][round] = sum[k] / count;
    }
    for (int k = 0; k < TWC_COST_COUNT && !status.code; k++)
        costs[k] = interval_of(us[k]);
    if (!status.code)
        bench_destroy(&b);
    return status;
}

/* A build with features less a build without, a chunk. */
static twc_status measure_cut(const twc_world *world, twc_feature_list features, twc_builder builder,
                              twc_interval *cost)
{
    const twc_chunk_request with = {.world = world,
                                    .chunks = twc_world_chunks(world),
                                    .stages = TWC_BUILD_FEATURES,
                                    .features = features,
                                    .options = {0, 1, TWC_STATIC}};
    twc_chunk_request without = with;
    twc_chunk_grid plain = {0}, cut = {0};
    double us[ROUNDS];
    without.stages = TWC_BUILD_GROUND;
    twc_status status = twc_chunk_grid_build(builder, &without, &plain); /* so that no round takes memory */
    if (!status.code)
        status = twc_chunk_grid_build(builder, &with, &cut);
    for (int round = 0; round < ROUNDS && !status.code; round++) {
        double start = now_us();
        status = twc_chunk_grid_build(builder, &without, &plain);
        double middle = now_us();
        if (!status.code)
            status = twc_chunk_grid_build(builder, &with, &cut);
        us[round] = fmax(0, now_us() - middle - (middle - start)) / (double)with.chunks.nx / with.chunks.nz;
    }
    if (!status.code)
        *cost = interval_of(us);
    twc_chunk_grid_destroy(&plain);
    twc_chunk_grid_destroy(&cut);
    return status;
}

twc_status twc_stage_costs_measure(const twc_world *world, twc_feature_list features, double water, twc_level level,
                                   twc_stage_costs *costs)
{
    const twc_builder reference = twc_reference_builder(), fast = twc_fast_builder(level);
    memset(costs, 0, sizeof *costs);
    costs->level = level;
    twc_status status = twc_environment_check();
    if (!status.code)
        status = measure_kernels(world, water, reference.ground, reference.surface, costs->reference);
    if (!status.code)
        status = measure_kernels(world, water, fast.ground, fast.surface, costs->fast);
    if (!status.code && features.count)
        status = measure_cut(world, features, reference, &costs->reference[TWC_COST_CUT_AND_FILL]);
    if (!status.code && features.count)
        status = measure_cut(world, features, fast, &costs->fast[TWC_COST_CUT_AND_FILL]);
    return status;
}

twc_cost_table twc_stage_costs_table(const twc_stage_costs *costs)
{
    twc_cost_table table = {.count = TWC_COST_COUNT, .level = twc_level_name(costs->level)};
    for (int k = 0; k < TWC_COST_COUNT; k++) {
        table.name[k] = twc_stage_cost_name((twc_stage_cost_kind)k);
        table.reference[k] = costs->reference[k];
        table.fast[k] = costs->fast[k];
    }
    return table;
}
