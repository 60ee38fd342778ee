/* SPDX-License-Identifier: MIT */
/*
 * A picture: the nearest surface of each sample, its light, pixels. Spec surface 6.4, 6.5, 6.9; twin
 * fast/surface/render.c, fast/surface/tile.c; test tests/surface/test_raster.c.
 */
#include <math.h>
#include <string.h>

#include "common/assertion.h"
#include "surface/raster_stage.h"

/* Everything of one picture: what the caller's workspace is cut into. */
typedef struct picture {
    const twc_camera *camera;
    const twc_weather *weather;
    twc_frame frame;
    twc_caster *casters;
    size_t caster_count;
    twc_shade *shades;  /* one a triangle */
    double *depth;      /* w of every sample, 0 where there is nothing */
    uint32_t *triangle; /* what is seen there */
} picture;

static size_t padded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

size_t twc_reference_render_workspace(const twc_camera *camera, uint32_t triangle_count)
{
    int32_t samples = camera->samples;
    if (samples < 1 || samples > TWC_RASTER_MAX_SAMPLES || camera->width < 1 || camera->height < 1 ||
        camera->width > TWC_RASTER_MAX_SIDE / samples || camera->height > TWC_RASTER_MAX_SIDE / samples)
        return 0;
    size_t image = (size_t)camera->width * (size_t)camera->height * (size_t)(samples * samples);
    return padded(triangle_count * sizeof(twc_caster)) + padded(triangle_count * sizeof(twc_shade)) +
           padded(image * sizeof(double)) + padded(image * sizeof(uint32_t));
}

/* ---- nearest surface ---- */

typedef struct edge {
    int32_t x, y, dx, dy;
} edge;

static edge edge_between(const twc_screen_triangle *t, int from, int to)
{
    return (edge){t->x[from], t->y[from], t->x[to] - t->x[from], t->y[to] - t->y[from]};
}

static int64_t edge_value(const edge *e, int32_t x, int32_t y)
{
    return (int64_t)e->dx * (y - e->y) - (int64_t)e->dy * (x - e->x);
}

/* A sample exactly on an edge belongs to the one of its two triangles for which the edge goes down, or right. */
static int is_inside(const edge *e, int64_t value)
{
    return value > 0 || (value == 0 && (e->dy > 0 || (e->dy == 0 && e->dx > 0)));
}

/* The samples whose centres may lie between two positions, of `count`. */
static void span(const int32_t v[3], int32_t count, int32_t *first, int32_t *last)
{
    int32_t low = v[0] < v[1] ? v[0] : v[1], high = v[0] > v[1] ? v[0] : v[1];
    low = v[2] < low ? v[2] : low;
    high = v[2] > high ? v[2] : high;
    *first = twc_clamp(twc_floor_div(low, TWC_RASTER_SUBSAMPLE), 0, count);
    *last = twc_clamp(twc_floor_div(high, TWC_RASTER_SUBSAMPLE), -1, count - 1);
}

static void draw(picture *p, const twc_screen_triangle *t, uint32_t triangle)
{
    edge e0 = edge_between(t, 1, 2), e1 = edge_between(t, 2, 0), e2 = edge_between(t, 0, 1);
    double scale = 1.0 / (double)t->area;
    TWC_ASSERT(t->area > 0);
    int32_t first_column, last_column, first_row, last_row;
    span(t->x, p->frame.columns, &first_column, &last_column);
    span(t->y, p->frame.rows, &first_row, &last_row);
    for (int32_t row = first_row; row <= last_row; row++) {
        for (int32_t column = first_column; column <= last_column; column++) {
            int32_t x = column * TWC_RASTER_SUBSAMPLE + TWC_RASTER_SUBSAMPLE / 2;
            int32_t y = row * TWC_RASTER_SUBSAMPLE + TWC_RASTER_SUBSAMPLE / 2;
            int64_t v0 = edge_value(&e0, x, y), v1 = edge_value(&e1, x, y), v2 = edge_value(&e2, x, y);
            if (!is_inside(&e0, v0) || !is_inside(&e1, v1) || !is_inside(&e2, v2))
                continue;
            double w = ((double)v0 * t->w[0] + (double)v1 * t->w[1] + (double)v2 * t->w[2]) * scale;
            size_t at = (size_t)row * (size_t)p->frame.columns + (size_t)column;
            if (w > p->depth[at]) {
                p->depth[at] = w;
                p->triangle[at] = triangle;
            }
        }
    }
}

static void draw_all(picture *p, twc_drawing drawing)
{
    for (uint32_t k = 0; k < drawing.triangle_count; k++) {
        twc_drawn drawn = twc_reference_drawing_read(drawing.vertices + (size_t)k * 3 * TWC_VERTEX_BYTES,
                                                     p->camera->eye);
        twc_screen_triangle screen[TWC_SCREEN_MAX];
        int count = twc_reference_project(&p->frame, (const double(*)[3])drawn.position, screen);
        TWC_ASSERT(count >= 0 && count <= TWC_SCREEN_MAX);
        for (int t = 0; t < count; t++)
            draw(p, &screen[t], k);
        p->shades[k] = twc_reference_shade_face(&drawn, p->weather);
        if (drawn.material != TWC_MATERIAL_WATER)
            p->casters[p->caster_count++] = twc_reference_caster((const double(*)[3])drawn.position);
    }
}

/* ---- light ---- */

static void sample_colour(const picture *p, int32_t column, int32_t row, double colour[3])
{
    const twc_frame *frame = &p->frame;
    size_t at = (size_t)row * (size_t)frame->columns + (size_t)column;
    double a = ((double)column + 0.5 - frame->middle_x) / frame->focal;
    double b = (frame->middle_y - ((double)row + 0.5)) / frame->focal;
    double direction[3], view[3], point[3];
    TWC_ASSERT(column >= 0 && column < frame->columns && row >= 0 && row < frame->rows);
    for (int k = 0; k < 3; k++)
        direction[k] = frame->forward[k] + frame->right[k] * a + frame->up[k] * b;
    double length = sqrt(twc_dot(direction, direction));
    for (int k = 0; k < 3; k++)
        view[k] = direction[k] / length;
    if (p->depth[at] > 0.0) {
        const twc_shade *shade = &p->shades[p->triangle[at]];
        double depth = 1.0 / p->depth[at];
        for (int k = 0; k < 3; k++)
            point[k] = direction[k] * depth;
        double bias = twc_the_look.shadow_bias[0] + twc_the_look.shadow_bias[1] * depth;
        int lit = shade->sunlit && !twc_reference_in_shadow(p->casters, p->caster_count, point, bias);
        twc_reference_shade_sample(shade, p->weather, view, length * depth, lit, colour);
    } else {
        twc_reference_sky(p->weather, view, colour);
    }
    for (int k = 0; k < 3; k++) {
        double exposed = colour[k] * twc_the_look.exposure;
        colour[k] = exposed < 1.0 ? exposed : 1.0;
    }
}

static void pixel(const picture *p, int32_t column, int32_t row, uint8_t rgb[3])
{
    int32_t samples = p->camera->samples;
    double sum[3] = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < samples * samples; k++) {
        double colour[3];
        sample_colour(p, column * samples + k % samples, row * samples + k / samples, colour);
        for (int c = 0; c < 3; c++)
            sum[c] = sum[c] + colour[c];
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = twc_srgb_encode(sum[c] / (double)(samples * samples));
}

/* ---- a picture ---- */

static picture begin(const twc_camera *camera, const twc_weather *weather, uint32_t triangle_count, void *workspace)
{
    picture p = {.camera = camera, .weather = weather, .frame = twc_reference_frame(camera)};
    size_t image = (size_t)p.frame.columns * (size_t)p.frame.rows;
    char *memory = workspace;
    p.casters = (twc_caster *)(void *)memory;
    memory += padded(triangle_count * sizeof(twc_caster));
    p.shades = (twc_shade *)(void *)memory;
    memory += padded(triangle_count * sizeof(twc_shade));
    p.depth = (double *)(void *)memory;
    memory += padded(image * sizeof(double));
    p.triangle = (uint32_t *)(void *)memory;
    for (size_t k = 0; k < image; k++)
        p.depth[k] = 0.0;
    return p;
}

twc_status twc_reference_render(const twc_camera *camera, const twc_weather *weather, twc_drawing drawing,
                                void *workspace, uint8_t *rgb)
{
    twc_status status = twc_render_check(camera, weather, drawing);
    if (status.code)
        return status;
    picture p = begin(camera, weather, drawing.triangle_count, workspace);
    draw_all(&p, drawing);
    for (int32_t row = 0; row < camera->height; row++)
        for (int32_t column = 0; column < camera->width; column++)
            pixel(&p, column, row, rgb + 3 * ((size_t)row * (size_t)camera->width + (size_t)column));
    return twc_ok();
}
