/* SPDX-License-Identifier: MIT */
/*
 * What is at a place: vertices and bends of all layers in order, boxes of strips. Spec overlay 5; twin
 * fast/overlay/find.c; test
 * tests/overlay/test_overlay.c.
 */
#include <stdlib.h>

#include "overlay/stage.h"

/* ---- vertices ---- */

typedef struct place {
    const twc_layer_vertex *vertex;
    uint32_t number;
} place;

static int compare_place(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->vertex->lane != b->vertex->lane)
        return a->vertex->lane < b->vertex->lane ? -1 : 1;
    int order = twc_compare_points(a->vertex->p, b->vertex->p);
    return order ? order : a->number < b->number ? -1 : a->number > b->number;
}

static int list_places(twc_overlay *o, twc_arena *arena)
{
    size_t total = 0, count = 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        total += o->layers[l].vertex_count;
    o->first_place = twc_arena_take(arena, o->layer_count + 1, sizeof *o->first_place);
    o->places = twc_arena_take(arena, total, sizeof *o->places);
    twc_arena scratch = *arena;
    place *all = twc_arena_take(&scratch, total, sizeof *all);
    if (scratch.full) {
        arena->full = 1;
        return 0;
    }
    for (uint32_t l = 0; l < o->layer_count; l++) {
        const twc_layer *layer = &o->layers[l];
        for (uint32_t v = 0; v < layer->vertex_count; v++)
            all[v] = (place){&layer->vertices[v], v};
        qsort(all, layer->vertex_count, sizeof *all, compare_place);
        o->first_place[l] = (uint32_t)count;
        for (uint32_t v = 0; v < layer->vertex_count; v++)
            o->places[count++] = all[v].number;
    }
    o->first_place[o->layer_count] = (uint32_t)count;
    return 1;
}

uint32_t twc_overlay_vertex_at(const twc_overlay *o, twc_overlay_seen seen, twc_point p)
{
    const twc_layer_vertex *vertices = o->layers[seen.layer].vertices;
    const twc_layer_vertex wanted = {.p = p, .lane = (uint8_t)seen.lane};
    uint32_t low = o->first_place[seen.layer], high = o->first_place[seen.layer + 1], end = high;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (compare_place(&(place){&vertices[o->places[middle]], o->places[middle]}, &(place){&wanted, 0}) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == end)
        return TWC_NOBODY;
    const twc_layer_vertex *found = &vertices[o->places[low]];
    return found->lane == seen.lane && twc_same_point(found->p, p) ? o->places[low] : TWC_NOBODY;
}

/* ---- bends ---- */

static int compare_where(const twc_overlay_bend *a, const twc_overlay_bend *b)
{
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    return twc_compare_points(a->p, b->p);
}

/* Outlines first, then by the lower end of the side, then the upper: sorted here are its ends instead of its number. */
typedef struct bend_order {
    twc_overlay_bend bend;
    twc_point low, high;
} bend_order;

static int compare_bend(const void *left, const void *right)
{
    const bend_order *a = left, *b = right;
    int order = compare_where(&a->bend, &b->bend);
    if (order)
        return order;
    if (a->bend.inner != b->bend.inner)
        return a->bend.inner - b->bend.inner;
    order = twc_compare_points(a->low, b->low);
    if (order)
        return order;
    order = twc_compare_points(a->high, b->high);
    return order ? order : a->bend.side < b->bend.side ? -1 : a->bend.side > b->bend.side;
}

static bend_order order_of(const twc_overlay *o, uint32_t l, uint32_t s, twc_point p)
{
    const twc_overlay_side *side = &o->sides[s];
    const twc_layer_side *given = &o->layers[l].sides[s - o->first_side[l]];
    const int back = twc_point_before(side->to, side->from);
    return (bend_order){{l, o->layers[l].vertices[given->from].lane, s, given->kind == TWC_SIDE_INNER, p},
                        back ? side->to : side->from,
                        back ? side->from : side->to};
}

static int list_bends(twc_overlay *o, twc_arena *arena)
{
    size_t total = 0;
    for (uint32_t s = 0; s < o->side_count; s++)
        total += o->sides[s].chain_count - 2;
    o->bends = twc_arena_take(arena, total, sizeof *o->bends);
    twc_arena scratch = *arena;
    bend_order *all = twc_arena_take(&scratch, total, sizeof *all);
    if (scratch.full) {
        arena->full = 1;
        return 0;
    }
    o->bend_count = 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        for (uint32_t s = o->first_side[l]; s < o->first_side[l + 1]; s++)
            for (uint32_t i = 1; i + 1 < o->sides[s].chain_count; i++)
                all[o->bend_count++] = order_of(o, l, s, o->chains[o->sides[s].chain + i]);
    qsort(all, o->bend_count, sizeof *all, compare_bend);
    for (size_t b = 0; b < o->bend_count; b++)
        o->bends[b] = all[b].bend;
    return 1;
}

const twc_overlay_bend *twc_overlay_bend_at(const twc_overlay *o, twc_overlay_seen seen, twc_point p)
{
    const twc_overlay_bend wanted = {seen.layer, seen.lane, 0, 0, p};
    size_t low = 0, high = o->bend_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_where(&o->bends[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->bend_count && compare_where(&o->bends[low], &wanted) == 0 ? &o->bends[low] : NULL;
}

/* ---- strips ---- */

static int list_strips(twc_overlay *o, twc_arena *arena)
{
    size_t total = 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        total += o->layers[l].strip_count;
    o->first_strip = twc_arena_take(arena, o->layer_count + 1, sizeof *o->first_strip);
    o->strip_boxes = twc_arena_take(arena, total, sizeof *o->strip_boxes);
    if (arena->full)
        return 0;
    total = 0;
    for (uint32_t l = 0; l < o->layer_count; l++) {
        o->first_strip[l] = (uint32_t)total;
        for (uint32_t s = 0; s < o->layers[l].strip_count; s++) {
            const twc_layer_strip *strip = &o->layers[l].strips[s];
            twc_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
            for (uint32_t i = 0; i < strip->loop_count; i++)
                box = twc_boxes_joined(box, twc_overlay_entry(o, l, o->layers[l].loops[strip->loop + i])->box);
            o->strip_boxes[total++] = box;
        }
    }
    o->first_strip[o->layer_count] = (uint32_t)total;
    return 1;
}

int twc_overlay_index(twc_overlay *o, twc_arena *arena)
{
    return list_places(o, arena) && list_bends(o, arena) && list_strips(o, arena);
}
