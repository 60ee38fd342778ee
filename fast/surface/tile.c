/* SPDX-License-Identifier: MIT */
/*
 * The nearest surface of each sample of a tile. Spec surface 6.4; twin reference/surface/render.c; test
 * tests/surface/test_raster.c.
 *
 * Edge functions in binary64: their values are integers below 2^53 (corners within 2^24 steps), so every product and
 * sum is exact, and a row of samples vectorises with no conversions.
 */
#include "surface/raster.h"

uint32_t TWC_NAME(raster_list)(const twc_bounds *bounds, uint32_t n, int32_t first, int32_t last, uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n; k++) {
        list[count] = k;
        count += bounds[k].first_row <= last && bounds[k].last_row >= first;
    }
    TWC_ASSERT(count <= n);
    return count;
}

typedef struct edge {
    double at_origin, step; /* its function at the row's first sample, and from one column to the next */
    double above;           /* inside: greater than this */
} edge;

typedef struct edge_in_tile {
    int64_t x, y, dx, dy;
    double above;
} edge_in_tile;

static edge_in_tile set_edge(const twc_slot *slot, int from, int to)
{
    edge_in_tile e = {slot->x[from], slot->y[from], slot->x[to] - slot->x[from], slot->y[to] - slot->y[from], 0.5};
    if (e.dy > 0 || (e.dy == 0 && e.dx > 0))
        e.above = -0.5; /* the edge's own samples belong to this triangle */
    return e;
}

static edge row_edge(const edge_in_tile *e, int32_t column, int32_t row)
{
    const int64_t x = (int64_t)column * TWC_RASTER_SUBSAMPLE + TWC_RASTER_SUBSAMPLE / 2;
    const int64_t y = (int64_t)row * TWC_RASTER_SUBSAMPLE + TWC_RASTER_SUBSAMPLE / 2;
    return (edge){(double)(e->dx * (y - e->y) - e->dy * (x - e->x)), (double)(-e->dy * TWC_RASTER_SUBSAMPLE), e->above};
}

/* `side`: the edges opposite to the corners. */
TWC_INLINE void draw_row(const edge side[3], const twc_slot *slot, double identity, int32_t count,
                         const double *restrict steps, double *restrict best, double *restrict triangle)
{
    const edge a = side[0], b = side[1], c = side[2];
    const double w0 = slot->w[0], w1 = slot->w[1], w2 = slot->w[2], scale = slot->scale;
    for (int32_t k = 0; k < count; k++) {
        const double e0 = a.at_origin + a.step * steps[k];
        const double e1 = b.at_origin + b.step * steps[k];
        const double e2 = c.at_origin + c.step * steps[k];
        const double w = ((e0 * w0 + e1 * w1) + e2 * w2) * scale;
        const int seen = (e0 > a.above) & (e1 > b.above) & (e2 > c.above) & (w > best[k]);
        best[k] = seen ? w : best[k];
        triangle[k] = seen ? identity : triangle[k];
    }
}

static void draw(const twc_slot *slot, twc_bounds bounds, double identity, twc_tile_rect tile, const double *steps,
                 twc_tile_work *work)
{
    const int32_t first_column = twc_clamp(bounds.first_column - tile.column, 0, tile.columns);
    const int32_t last_column = twc_clamp(bounds.last_column - tile.column, -1, tile.columns - 1);
    const int32_t first_row = twc_clamp(bounds.first_row - tile.row, 0, tile.rows);
    const int32_t last_row = twc_clamp(bounds.last_row - tile.row, -1, tile.rows - 1);
    const int32_t count = last_column - first_column + 1;
    const edge_in_tile a = set_edge(slot, 1, 2), b = set_edge(slot, 2, 0), c = set_edge(slot, 0, 1);
    if (count < 1)
        return;
    for (int32_t row = first_row; row <= last_row; row++) {
        const int32_t column = tile.column + first_column, y = tile.row + row;
        const edge side[3] = {row_edge(&a, column, y), row_edge(&b, column, y), row_edge(&c, column, y)};
        draw_row(side, slot, identity, count, steps, &work->w[row][first_column], &work->triangle[row][first_column]);
    }
}

/* A triangle that crosses the near plane or the guard: the reference's clipping, then its parts one by one. */
static void draw_clipped(const twc_picture *picture, uint32_t index, twc_tile_rect tile, const double *steps,
                         twc_tile_work *work)
{
    const twc_drawn drawn = twc_reference_drawing_read(picture->drawing.vertices + (size_t)index * 3 * TWC_VERTEX_BYTES,
                                                       picture->camera->eye);
    twc_screen_triangle part[TWC_SCREEN_MAX];
    const int count = twc_reference_project(&picture->frame, (const double(*)[3])drawn.position, part);
    for (int k = 0; k < count; k++) {
        const twc_slot slot = {{part[k].x[0], part[k].x[1], part[k].x[2]},
                               {part[k].y[0], part[k].y[1], part[k].y[2]},
                               {part[k].w[0], part[k].w[1], part[k].w[2]},
                               1.0 / (double)part[k].area};
        draw(&slot, picture->bounds[index], (double)index, tile, steps, work);
    }
}

void TWC_NAME(raster_tile)(const twc_picture *picture, twc_tile_rect tile, const uint32_t *list, uint32_t count,
                           twc_tile_work *work)
{
    double steps[TWC_TILE_SAMPLES_MAX];
    TWC_ASSERT(tile.rows <= TWC_TILE_SAMPLES_MAX && tile.columns <= TWC_TILE_SAMPLES_MAX);
    for (int32_t k = 0; k < TWC_TILE_SAMPLES_MAX; k++)
        steps[k] = (double)k;
    for (int32_t row = 0; row < tile.rows; row++)
        for (int32_t column = 0; column < tile.columns; column++)
            work->w[row][column] = TWC_NOTHING_SEEN, work->triangle[row][column] = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t index = list[k];
        TWC_ASSERT(index < picture->drawing.triangle_count && (k == 0 || index > list[k - 1]));
        const twc_bounds b = picture->bounds[index];
        if (b.first_column >= tile.column + tile.columns || b.last_column < tile.column)
            continue;
        if (picture->slots[index].scale > 0.0)
            draw(&picture->slots[index], b, (double)index, tile, steps, work);
        else
            draw_clipped(picture, index, tile, steps, work);
    }
}
