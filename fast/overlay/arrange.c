/* SPDX-License-Identifier: MIT */
/*
 * The arrangement of all layers: sides are looked at near each other only. Spec overlay 2; twin
 * reference/overlay/arrange.c; test tests/overlay/test_crossings.c.
 */
#include <stdlib.h>

#include "overlay/overlay.h"

static int compare_hot(const void *left, const void *right)
{
    return twc_compare_points(((const twc_overlay_hot *)left)->p, ((const twc_overlay_hot *)right)->p);
}

static int list_sides(twc_overlay *o, twc_arena *arena)
{
    size_t count = 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        count += o->layers[l].side_count;
    o->first_side = twc_arena_take(arena, o->layer_count + 1, sizeof *o->first_side);
    o->sides = twc_arena_take(arena, count, sizeof *o->sides);
    o->boxes = twc_arena_take(arena, o->layer_count, sizeof *o->boxes);
    if (arena->full)
        return 0;
    for (uint32_t l = 0; l < o->layer_count; l++) {
        const twc_layer *layer = &o->layers[l];
        o->first_side[l] = o->side_count;
        o->boxes[l] = (twc_box){0, 0, 0, 0};
        for (uint32_t s = 0; s < layer->side_count; s++) {
            const twc_point from = layer->vertices[layer->sides[s].from].p, to = layer->vertices[layer->sides[s].to].p;
            const twc_box box = twc_segment_box(from, to);
            o->sides[o->side_count++] = (twc_overlay_side){from, to, box, 0, 0};
            o->boxes[l] = s == 0 ? box : twc_boxes_joined(o->boxes[l], box);
        }
    }
    o->first_side[o->layer_count] = o->side_count;
    return 1;
}

/* ---- hot points ---- */

typedef struct hot_list {
    twc_overlay_hot *hot;
    size_t count, room;
    const fast_squares *squares; /* of all sides */
    uint32_t *asked;             /* of each side: the last outline that was held against it */
} hot_list;

static void add_hot(hot_list *list, twc_point p)
{
    if (list->count < list->room)
        list->hot[list->count] = (twc_overlay_hot){p, TWC_NOBODY};
    list->count++;
}

static void hot_of_pair(hot_list *list, const twc_overlay_side *side, const twc_overlay_side *other)
{
    twc_point crossing;
    if (twc_meets_pixel(side->from, side->to, other->from))
        add_hot(list, other->from);
    if (twc_meets_pixel(side->from, side->to, other->to))
        add_hot(list, other->to);
    if (twc_boxes_meet(other->box, side->box) && twc_crossing(side->from, side->to, other->from, other->to, &crossing))
        add_hot(list, crossing);
}

static void hot_of_side(hot_list *list, const twc_overlay *o, uint32_t number)
{
    const twc_overlay_side *side = &o->sides[number];
    const twc_box grown = twc_box_grown(side->box, TWC_SNAP_CM);
    const twc_rect meets = TWC_NAME(overlay_meets)(list->squares, grown);
    for (int32_t z = meets.z; z < meets.z + meets.nz; z++) {
        const uint32_t *start = list->squares->start + (size_t)z * (size_t)list->squares->nx;
        for (uint32_t i = start[meets.x]; i < start[meets.x + meets.nx]; i++) {
            const uint32_t s = list->squares->item[i];
            if (list->asked[s] == number || !twc_boxes_meet(o->sides[s].box, grown))
                continue;
            list->asked[s] = number;
            hot_of_pair(list, side, &o->sides[s]);
        }
    }
}

static int side_squares(const twc_overlay *o, twc_arena *arena, fast_squares *squares)
{
    twc_box *boxes = twc_arena_take(arena, o->side_count, sizeof *boxes);
    if (!boxes)
        return 0;
    for (uint32_t s = 0; s < o->side_count; s++)
        boxes[s] = o->sides[s].box;
    return TWC_NAME(overlay_squares)(boxes, o->side_count, arena, squares);
}

/* The lists of sides are left behind the hot points, and given back. */
static int make_hot(twc_overlay *o, twc_arena *arena)
{
    twc_arena scratch = *arena;
    const size_t third = (size_t)(arena->end - arena->at) / 3;
    hot_list list = {.room = third / sizeof *list.hot};
    fast_squares squares;
    list.hot = twc_arena_take(&scratch, list.room, sizeof *list.hot);
    list.asked = twc_arena_take(&scratch, o->side_count, sizeof *list.asked);
    list.squares = &squares;
    if (scratch.full || !side_squares(o, &scratch, &squares))
        return 0;
    for (uint32_t s = 0; s < o->side_count; s++)
        list.asked[s] = TWC_NOBODY;
    for (uint32_t l = 0; l < o->layer_count; l++)
        for (uint32_t s = 0; s < o->layers[l].side_count; s++)
            if (o->layers[l].sides[s].kind != TWC_SIDE_INNER)
                hot_of_side(&list, o, o->first_side[l] + s);
    if (list.count > list.room)
        return 0;
    qsort(list.hot, list.count, sizeof *list.hot, compare_hot);
    for (size_t i = 0; i < list.count; i++)
        if (i == 0 || !twc_same_point(list.hot[i].p, list.hot[o->hot_count - 1].p))
            list.hot[o->hot_count++] = list.hot[i];
    o->hot = twc_arena_take(arena, o->hot_count, sizeof *o->hot);
    TWC_ASSERT(o->hot == list.hot);
    return o->hot != NULL;
}

static int list_hot(fast_overlay *f, twc_arena *arena)
{
    twc_box *boxes = twc_arena_take(arena, f->o.hot_count, sizeof *boxes);
    if (!boxes)
        return 0;
    for (size_t h = 0; h < f->o.hot_count; h++)
        boxes[h] = (twc_box){f->o.hot[h].p.x, f->o.hot[h].p.z, f->o.hot[h].p.x, f->o.hot[h].p.z};
    return TWC_NAME(overlay_squares)(boxes, f->o.hot_count, arena, &f->hot);
}

/* ---- chains ---- */

typedef struct bending {
    const twc_overlay_side *side;
    twc_point *chain;
    uint32_t count;
    size_t room;
} bending;

/* Points come in any order: they stand by their place along the side, then by x and z. */
static int put_bend(bending *b, twc_point p)
{
    const twc_point from = b->side->from, to = b->side->to;
    const int64_t along = twc_along(from, to, p);
    if (b->count + 2u > b->room)
        return 0;
    uint32_t at = b->count++;
    for (; at > 1; at--) {
        const int64_t before = twc_along(from, to, b->chain[at - 1]);
        if (before < along || (before == along && twc_point_before(b->chain[at - 1], p)))
            break;
        b->chain[at] = b->chain[at - 1];
    }
    b->chain[at] = p;
    return 1;
}

static int bend_in(fast_overlay *f, uint32_t layer, int outline, twc_box box, const uint32_t *item, uint32_t count,
                   bending *b)
{
    for (uint32_t i = 0; i < count; i++) {
        twc_overlay_hot *hot = &f->o.hot[item[i]];
        const twc_point p = hot->p;
        if ((!outline && (hot->top == TWC_NOBODY || hot->top < layer)) || p.x < box.x0 || p.x > box.x1 ||
            p.z < box.z0 || p.z > box.z1 || !twc_meets_pixel(b->side->from, b->side->to, p))
            continue;
        if (outline)
            hot->top = layer; /* layers ascend */
        if (!twc_same_point(p, b->side->from) && !twc_same_point(p, b->side->to) && !put_bend(b, p))
            return 0;
    }
    return 1;
}

static uint32_t bend(fast_overlay *f, uint32_t layer, int outline, const twc_overlay_side *side, size_t room)
{
    const twc_box box = twc_box_grown(side->box, TWC_BEND_CM);
    const twc_rect meets = TWC_NAME(overlay_meets)(&f->hot, box);
    bending b = {side, f->o.chains + side->chain, 0, room};
    if (room < 2)
        return 0;
    b.chain[b.count++] = side->from;
    for (int32_t z = meets.z; z < meets.z + meets.nz; z++) {
        const uint32_t *start = f->hot.start + (size_t)z * (size_t)f->hot.nx;
        if (!bend_in(f, layer, outline, box, f->hot.item + start[meets.x], start[meets.x + meets.nx] - start[meets.x],
                     &b))
            return 0;
    }
    b.chain[b.count++] = side->to;
    return b.count;
}

static int make_chains(fast_overlay *f, twc_arena *arena)
{
    twc_overlay *o = &f->o;
    const size_t room = (size_t)(arena->end - arena->at) / sizeof *o->chains / 2;
    size_t total = 0;
    o->chains = (twc_point *)(void *)arena->at;
    for (int outline = 1; outline >= 0; outline--)
        for (uint32_t l = 0; l < o->layer_count; l++)
            for (uint32_t s = 0; s < o->layers[l].side_count; s++) {
                twc_overlay_side *side = &o->sides[o->first_side[l] + s];
                if ((o->layers[l].sides[s].kind != TWC_SIDE_INNER) != outline)
                    continue;
                side->chain = total;
                side->chain_count = bend(f, l, outline, side, room - total);
                if (side->chain_count == 0)
                    return 0;
                total += side->chain_count;
            }
    return twc_arena_take(arena, total, sizeof *o->chains) != NULL;
}

/* ---- net outlines ---- */

/* A unit edge of an outline from its lower end to its upper, and whether it runs back. */
typedef struct run {
    twc_point low, high;
    int32_t way; /* 1, -1 */
} run;

static int compare_run(const void *left, const void *right)
{
    const run *a = left, *b = right;
    const int order = twc_compare_points(a->low, b->low);
    return order ? order : twc_compare_points(a->high, b->high);
}

static int compare_net(const void *left, const void *right)
{
    const twc_overlay_net *a = left, *b = right;
    const int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
}

/* What is left of a layer's runs when those forth and back are dropped: sorted together, they are counted. */
static void net_of_layer(twc_overlay *o, uint32_t l, run *all)
{
    const size_t first = o->net_count;
    size_t count = 0;
    for (uint32_t s = 0; s < o->layers[l].side_count; s++) {
        const twc_overlay_side *side = &o->sides[o->first_side[l] + s];
        const twc_point *chain = o->chains + side->chain;
        for (uint32_t i = 0; o->layers[l].sides[s].kind != TWC_SIDE_INNER && i + 1 < side->chain_count; i++)
            all[count++] = twc_point_before(chain[i], chain[i + 1]) ? (run){chain[i], chain[i + 1], 1}
                                                                    : (run){chain[i + 1], chain[i], -1};
    }
    qsort(all, count, sizeof *all, compare_run);
    for (size_t i = 0, next; i < count; i = next) {
        int32_t copies = 0;
        for (next = i; next < count && compare_run(&all[next], &all[i]) == 0; next++)
            copies += all[next].way;
        if (copies > 0)
            o->net[o->net_count++] = (twc_overlay_net){l, {all[i].low, all[i].high}, copies};
        else if (copies < 0)
            o->net[o->net_count++] = (twc_overlay_net){l, {all[i].high, all[i].low}, -copies};
    }
    qsort(o->net + first, o->net_count - first, sizeof *o->net, compare_net);
}

static int make_net(twc_overlay *o, twc_arena *arena)
{
    size_t most = 0, largest = 0;
    o->first_net = twc_arena_take(arena, o->layer_count + 1, sizeof *o->first_net);
    if (!o->first_net)
        return 0;
    for (uint32_t l = 0; l < o->layer_count; l++) {
        size_t here = 0;
        for (uint32_t s = 0; s < o->layers[l].side_count; s++)
            if (o->layers[l].sides[s].kind != TWC_SIDE_INNER)
                here += o->sides[o->first_side[l] + s].chain_count;
        most += here;
        largest = here > largest ? here : largest;
    }
    o->net = twc_arena_take(arena, most, sizeof *o->net);
    twc_arena scratch = *arena;
    run *all = twc_arena_take(&scratch, largest, sizeof *all);
    if (scratch.full)
        return 0;
    for (uint32_t l = 0; l < o->layer_count; l++) {
        o->first_net[l] = (uint32_t)o->net_count;
        net_of_layer(o, l, all);
    }
    o->first_net[o->layer_count] = (uint32_t)o->net_count;
    return 1;
}

int TWC_NAME(overlay_arrange)(fast_overlay *f, twc_arena *arena)
{
    return list_sides(&f->o, arena) && make_hot(&f->o, arena) && list_hot(f, arena) && make_chains(f, arena) &&
           make_net(&f->o, arena) && twc_overlay_index(&f->o, arena) && TWC_NAME(overlay_lists)(f, arena);
}
