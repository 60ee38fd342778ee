/* SPDX-License-Identifier: MIT */
/*
 * Pictures over threads: triangles are set up in parts, tiles are drawn in rows of tiles. Spec surface 6; twin
 * reference/surface/render.c; test tests/surface/test_raster.c.
 */
#include <omp.h>
#include <string.h>

#include "surface/grid.h"

enum { SETUP_PART = 256 };

static size_t padded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Cuts arrays from a workspace; with NULL it only measures. */
typedef struct cutter {
    char *memory;
    size_t used;
} cutter;

static void *cut(cutter *c, size_t bytes)
{
    void *part = c->memory ? c->memory + c->used : NULL;
    c->used += padded(bytes);
    return part;
}

typedef struct thread_work {
    uint32_t *list; /* triangles of a row of tiles */
    twc_tile_work *tile;
} thread_work;

static void cut_picture(cutter *c, uint32_t n, twc_picture *picture)
{
    picture->slots = cut(c, n * sizeof *picture->slots);
    picture->bounds = cut(c, n * sizeof *picture->bounds);
    picture->shades = cut(c, n * sizeof *picture->shades);
    picture->casters = cut(c, n * sizeof *picture->casters);
    picture->grid.start = cut(c, twc_grid_starts(n) * sizeof *picture->grid.start);
    picture->grid.item = cut(c, twc_grid_items(n) * sizeof *picture->grid.item);
}

static thread_work cut_thread(cutter *c, uint32_t n)
{
    thread_work work;
    work.list = cut(c, ((size_t)n + 1) * sizeof *work.list); /* the list is written one beyond its end */
    work.tile = cut(c, sizeof *work.tile);
    return work;
}

static size_t thread_bytes(uint32_t n)
{
    cutter c = {NULL, 0};
    cut_thread(&c, n);
    return c.used;
}

size_t twc_fast_render_workspace(const twc_camera *camera, uint32_t triangle_count, int threads)
{
    twc_picture picture;
    cutter c = {NULL, 0};
    (void)camera; /* tiles are small: the image's size does not matter */
    cut_picture(&c, triangle_count, &picture);
    TWC_ASSERT(c.used % 64 == 0);
    return c.used + (size_t)(threads < 1 ? 1 : threads) * thread_bytes(triangle_count);
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void draw_tile_row(const twc_parts_table *level, const twc_picture *picture, int32_t first_row,
                          thread_work *work)
{
    const int32_t side = TWC_TILE_PIXELS * picture->camera->samples;
    const twc_frame *frame = &picture->frame;
    const int32_t rows = least(side, frame->rows - first_row);
    TWC_ASSERT(rows >= 1 && side <= TWC_TILE_SAMPLES_MAX);
    const uint32_t count = level->raster_list(picture->bounds, picture->drawing.triangle_count, first_row,
                                              first_row + rows - 1, work->list);
    for (int32_t column = 0; column < frame->columns; column += side) {
        const twc_tile_rect tile = {column, first_row, least(side, frame->columns - column), rows};
        level->raster_tile(picture, tile, work->list, count, work->tile);
        level->raster_light(picture, tile, work->tile);
    }
}

static twc_status render(const twc_parts_table *level, twc_picture *picture, int threads, char *memory)
{
    const uint32_t n = picture->drawing.triangle_count;
    const int32_t side = TWC_TILE_PIXELS * picture->camera->samples;
    const int64_t parts = ((int64_t)n + SETUP_PART - 1) / SETUP_PART,
                  tile_rows = (picture->frame.rows + side - 1) / side;
    const size_t bytes = thread_bytes(n);
    twc_status fault = twc_ok();
#pragma omp parallel num_threads(threads)
    {
        const twc_status own = twc_environment_check();
        if (own.code) {
#pragma omp critical(twc_render_fault)
            fault = own;
        }
#pragma omp barrier
        if (!fault.code) {
            cutter c = {memory + (size_t)omp_get_thread_num() * bytes, 0};
            thread_work work = cut_thread(&c, n);
#pragma omp for schedule(static)
            for (int64_t part = 0; part < parts; part++) {
                const uint32_t first = (uint32_t)part * SETUP_PART;
                level->raster_setup(picture, first, n - first < SETUP_PART ? n : first + SETUP_PART);
            }
#pragma omp single
            twc_grid_build(picture);
#pragma omp for schedule(dynamic)
            for (int64_t row = 0; row < tile_rows; row++)
                draw_tile_row(level, picture, (int32_t)row * side, &work);
        }
    }
    return fault;
}

twc_status twc_fast_render(twc_level level, const twc_camera *camera, const twc_weather *weather, twc_drawing drawing,
                           int threads, void *workspace, uint8_t *rgb)
{
    const twc_level_table *table = twc_level_table_of(level);
    twc_status status = twc_render_check(camera, weather, drawing);
    if (status.code)
        return status;
    if (!table)
        return twc_fail(TWC_USAGE, "level %s is not usable here; the best one is %s", twc_level_name(level),
                        twc_level_name(twc_level_best()));
    if (threads < 1)
        return twc_fail(TWC_USAGE, "a picture needs at least one thread, not %d", threads);
    twc_picture picture = {
        .camera = camera, .weather = weather, .drawing = drawing, .frame = twc_reference_frame(camera), .rgb = rgb};
    cutter c = {workspace, 0};
    cut_picture(&c, drawing.triangle_count, &picture);
    for (int k = 0; k <= TWC_ENCODE_STEPS; k++)
        picture.encode[k] = twc_srgb_encode((double)k / (double)TWC_ENCODE_STEPS);
    return render(&table->parts, &picture, threads, c.memory + c.used);
}
