/* SPDX-License-Identifier: MIT */
/*
 * Lists of things by place. Spec overlay 5; twin reference/overlay/find.c; test tests/overlay/test_crossings.c.
 */
#include <string.h>

#include "overlay/overlay.h"

enum { LEAST_SHIFT = 10, MOST_SQUARES = 1 << 14 };

static int64_t squares_between(int32_t low, int32_t high, int32_t shift)
{
    return (int64_t)(high >> shift) - (low >> shift) + 1;
}

static twc_box box_of_all(const twc_box *boxes, size_t n)
{
    twc_box all = boxes[0];
    for (size_t i = 1; i < n; i++)
        all = twc_boxes_joined(all, boxes[i]);
    return all;
}

static void set_place(twc_box all, fast_squares *squares)
{
    int32_t shift = LEAST_SHIFT;
    while (squares_between(all.x0, all.x1, shift) * squares_between(all.z0, all.z1, shift) > MOST_SQUARES)
        shift++;
    *squares = (fast_squares){.x = all.x0 >> shift,
                              .z = all.z0 >> shift,
                              .nx = (int32_t)squares_between(all.x0, all.x1, shift),
                              .nz = (int32_t)squares_between(all.z0, all.z1, shift),
                              .shift = shift};
}

twc_rect TWC_NAME(overlay_meets)(const fast_squares *squares, twc_box box)
{
    const int32_t end_x = squares->x + squares->nx, end_z = squares->z + squares->nz;
    int32_t x0 = box.x0 >> squares->shift, x1 = (box.x1 >> squares->shift) + 1;
    int32_t z0 = box.z0 >> squares->shift, z1 = (box.z1 >> squares->shift) + 1;
    x0 = x0 > squares->x ? x0 : squares->x;
    z0 = z0 > squares->z ? z0 : squares->z;
    x1 = x1 < end_x ? x1 : end_x;
    z1 = z1 < end_z ? z1 : end_z;
    if (x0 >= x1 || z0 >= z1)
        return (twc_rect){0, 0, 0, 0};
    return (twc_rect){x0 - squares->x, z0 - squares->z, x1 - x0, z1 - z0};
}

/* Counts, sums up, then fills: each fill moves a start to its square's end, which is the next one's start. */
int TWC_NAME(overlay_squares)(const twc_box *boxes, size_t n, twc_arena *arena, fast_squares *squares)
{
    *squares = (fast_squares){.nx = 0};
    if (n == 0)
        return 1;
    set_place(box_of_all(boxes, n), squares);
    const size_t count = (size_t)squares->nx * (size_t)squares->nz;
    squares->start = twc_arena_take(arena, count + 2, sizeof *squares->start);
    if (!squares->start)
        return 0;
    memset(squares->start, 0, (count + 2) * sizeof *squares->start);
    uint32_t *const next = squares->start + 1; /* moved on by the fill, and then the starts by itself */
    for (int fill = 0; fill < 2; fill++) {
        for (size_t i = 0; i < n; i++) {
            const twc_rect meets = TWC_NAME(overlay_meets)(squares, boxes[i]);
            for (int32_t z = meets.z; z < meets.z + meets.nz; z++)
                for (int32_t x = meets.x; x < meets.x + meets.nx; x++) {
                    const size_t k = (size_t)z * (size_t)squares->nx + (size_t)x;
                    if (fill)
                        squares->item[next[k]++] = (uint32_t)i;
                    else
                        squares->start[k + 2]++;
                }
        }
        for (size_t k = 2; !fill && k < count + 2; k++)
            squares->start[k] += squares->start[k - 1];
        if (!fill)
            squares->item = twc_arena_take(arena, squares->start[count + 1], sizeof *squares->item);
        if (!squares->item)
            return 0;
    }
    TWC_ASSERT(squares->start[0] == 0 && squares->start[count] == squares->start[count + 1]);
    return 1;
}

/* ---- strips ---- */

static int list_strips(fast_overlay *f, uint32_t l, twc_arena *arena)
{
    const twc_layer *layer = &f->o.layers[l];
    twc_box *boxes = twc_arena_take(arena, layer->strip_count, sizeof *boxes);
    if (!boxes)
        return layer->strip_count == 0;
    for (uint32_t s = 0; s < layer->strip_count; s++)
        boxes[s] = twc_box_grown(f->o.strip_boxes[f->o.first_strip[l] + s], TWC_BEND_CM);
    return TWC_NAME(overlay_squares)(boxes, layer->strip_count, arena, &f->strip[l]);
}

/* ---- rows of edges ---- */

/* Edges of a layer's net outline, counted from its first, in a single column of squares. */
static int list_rows(const twc_overlay *o, uint32_t l, twc_arena *arena, fast_squares *rows)
{
    const uint32_t first = o->first_net[l], count = o->first_net[l + 1] - first;
    twc_box *boxes = twc_arena_take(arena, count, sizeof *boxes);
    *rows = (fast_squares){.nx = 0};
    if (!boxes)
        return count == 0;
    for (uint32_t n = 0; n < count; n++) {
        const twc_box box = twc_segment_box(o->net[first + n].edge.from, o->net[first + n].edge.to);
        boxes[n] = (twc_box){0, box.z0, 0, box.z1};
    }
    return TWC_NAME(overlay_squares)(boxes, count, arena, rows);
}

int TWC_NAME(overlay_lists)(fast_overlay *f, twc_arena *arena)
{
    f->strip = twc_arena_take(arena, f->o.layer_count, sizeof *f->strip);
    f->net = twc_arena_take(arena, f->o.layer_count, sizeof *f->net);
    if (arena->full)
        return 0;
    for (uint32_t l = 0; l < f->o.layer_count; l++) {
        f->strip[l] = (fast_squares){.nx = 0};
        if (!list_strips(f, l, arena) || !list_rows(&f->o, l, arena, &f->net[l]))
            return 0;
    }
    return 1;
}
