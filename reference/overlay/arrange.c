/* SPDX-License-Identifier: MIT */
/*
 * The arrangement of all layers: hot points, chains through them, net outlines. Spec overlay 2; twin
 * fast/overlay/arrange.c; test tests/overlay/test_overlay.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "overlay/stage.h"

static int compare_hot(const void *left, const void *right)
{
    return twc_compare_points(((const twc_overlay_hot *)left)->p, ((const twc_overlay_hot *)right)->p);
}

static int compare_net(const void *left, const void *right)
{
    const twc_overlay_net *a = left, *b = right;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
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
    o->side_count = 0;
    for (uint32_t l = 0; l < o->layer_count; l++) {
        const twc_layer *layer = &o->layers[l];
        o->first_side[l] = o->side_count;
        o->boxes[l] = (twc_box){0, 0, 0, 0};
        for (uint32_t s = 0; s < layer->side_count; s++) {
            twc_point from = layer->vertices[layer->sides[s].from].p, to = layer->vertices[layer->sides[s].to].p;
            TWC_ASSERT(!twc_same_point(from, to));
            const twc_box box = twc_segment_box(from, to);
            o->sides[o->side_count++] = (twc_overlay_side){from, to, box, 0, 0};
            o->boxes[l] = s == 0 ? box : twc_boxes_joined(o->boxes[l], box);
        }
    }
    o->first_side[o->layer_count] = o->side_count;
    return 1;
}

typedef struct side_x {
    int32_t x;
    uint32_t side;
} side_x;

static int compare_x(const void *left, const void *right)
{
    const side_x *a = left, *b = right;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

/* So that only the sides near another are looked at. */
static int sort_sides(twc_overlay *o, twc_arena *arena)
{
    o->by_x = twc_arena_take(arena, o->side_count, sizeof *o->by_x);
    o->low_x = twc_arena_take(arena, o->side_count, sizeof *o->low_x);
    twc_arena scratch = *arena;
    side_x *all = twc_arena_take(&scratch, o->side_count, sizeof *all);
    if (scratch.full) {
        arena->full = 1;
        return 0;
    }
    o->widest = 0;
    for (uint32_t s = 0; s < o->side_count; s++) {
        const twc_box box = o->sides[s].box;
        all[s] = (side_x){box.x0, s};
        o->widest = box.x1 - box.x0 > o->widest ? box.x1 - box.x0 : o->widest;
    }
    qsort(all, o->side_count, sizeof *all, compare_x);
    for (uint32_t s = 0; s < o->side_count; s++) {
        o->by_x[s] = all[s].side;
        o->low_x[s] = all[s].x;
    }
    return 1;
}

/* The first side, in that order, whose box begins at x or later. */
static uint32_t first_from(const twc_overlay *o, int32_t x)
{
    uint32_t low = 0, high = o->side_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (o->low_x[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Hot points of one segment of an outline, with repeats: counts them when `hot` is NULL. */
static size_t hot_of_side(const twc_overlay *o, const twc_overlay_side *side, twc_overlay_hot *hot)
{
    size_t count = 0;
    twc_box grown = twc_box_grown(side->box, TWC_SNAP_CM);
    for (uint32_t n = first_from(o, grown.x0 - o->widest); n < o->side_count && o->low_x[n] <= grown.x1; n++) {
        const twc_overlay_side *other = &o->sides[o->by_x[n]];
        if (!twc_boxes_meet(other->box, grown))
            continue;
        twc_point p[3] = {other->from, other->to, {0, 0}};
        const int met[3] = {twc_meets_pixel(side->from, side->to, p[0]), twc_meets_pixel(side->from, side->to, p[1]),
                            twc_boxes_meet(other->box, side->box) &&
                                twc_crossing(side->from, side->to, other->from, other->to, &p[2])};
        for (int k = 0; k < 3; k++) {
            if (met[k] && hot)
                hot[count] = (twc_overlay_hot){p[k], TWC_NOBODY};
            count += met[k] != 0;
        }
    }
    return count; /* its own ends among them: the side is one of all sides */
}

static size_t list_hot(const twc_overlay *o, twc_overlay_hot *hot)
{
    size_t count = 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        for (uint32_t s = 0; s < o->layers[l].side_count; s++)
            if (o->layers[l].sides[s].kind != TWC_SIDE_INNER)
                count += hot_of_side(o, &o->sides[o->first_side[l] + s], hot ? hot + count : NULL);
    return count;
}

static int make_hot(twc_overlay *o, twc_arena *arena)
{
    size_t count = list_hot(o, NULL);
    o->hot = twc_arena_take(arena, count, sizeof *o->hot);
    if (!o->hot)
        return 0;
    list_hot(o, o->hot);
    qsort(o->hot, count, sizeof *o->hot, compare_hot);
    o->hot_count = 0;
    for (size_t i = 0; i < count; i++)
        if (o->hot_count == 0 || !twc_same_point(o->hot[i].p, o->hot[o->hot_count - 1].p))
            o->hot[o->hot_count++] = o->hot[i];
    return 1;
}

static size_t first_hot(const twc_overlay *o, int32_t x)
{
    size_t low = 0, high = o->hot_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (o->hot[middle].p.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * Bends a side of a layer: an outline through every hot point it meets, an inner side through those on outlines of its
 * own layer and of higher ones. Returns the points of the chain, 0 without room.
 */
static uint32_t bend(twc_overlay *o, uint32_t layer, int outline, const twc_overlay_side *side, size_t room)
{
    twc_point *chain = o->chains + side->chain;
    twc_box box = twc_box_grown(side->box, TWC_BEND_CM);
    uint32_t count = 0;
    if (room < 2)
        return 0;
    chain[count++] = side->from;
    for (size_t h = first_hot(o, box.x0); h < o->hot_count && o->hot[h].p.x <= box.x1; h++) {
        twc_point p = o->hot[h].p;
        if (!outline && (o->hot[h].top == TWC_NOBODY || o->hot[h].top < layer))
            continue;
        if (p.z < box.z0 || p.z > box.z1 || !twc_meets_pixel(side->from, side->to, p))
            continue;
        if (outline)
            o->hot[h].top = layer; /* layers ascend */
        if (twc_same_point(p, side->from) || twc_same_point(p, side->to))
            continue;
        if (count + 2 > room)
            return 0;
        uint32_t at = count++;
        for (; at > 1 && twc_along(side->from, side->to, chain[at - 1]) > twc_along(side->from, side->to, p); at--)
            chain[at] = chain[at - 1];
        chain[at] = p;
    }
    chain[count++] = side->to;
    return count;
}

static int make_chains(twc_overlay *o, twc_arena *arena)
{
    size_t room = (size_t)(arena->end - arena->at) / sizeof *o->chains / 2, total = 0;
    o->chains = (twc_point *)(void *)arena->at;
    for (int outline = 1; outline >= 0; outline--)
        for (uint32_t l = 0; l < o->layer_count; l++)
            for (uint32_t s = 0; s < o->layers[l].side_count; s++) {
                twc_overlay_side *side = &o->sides[o->first_side[l] + s];
                if ((o->layers[l].sides[s].kind != TWC_SIDE_INNER) != outline)
                    continue;
                side->chain = total;
                side->chain_count = bend(o, l, outline, side, room - total);
                if (side->chain_count == 0)
                    return 0;
                total += side->chain_count;
            }
    return twc_arena_take(arena, total, sizeof *o->chains) != NULL;
}

/* Copies of a directed edge in the sorted net of one layer; they stand one after the other. */
static int32_t copies_of(const twc_overlay_net *all, size_t count, twc_overlay_net wanted)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_net(&all[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    int32_t copies = 0;
    for (; low < count && compare_net(&all[low], &wanted) == 0; low++)
        copies++;
    return copies;
}

static int make_net(twc_overlay *o, twc_arena *arena)
{
    size_t most = 0, count = 0;
    for (uint32_t s = 0; s < o->side_count; s++)
        most += o->sides[s].chain_count;
    o->first_net = twc_arena_take(arena, o->layer_count + 1, sizeof *o->first_net);
    o->net = twc_arena_take(arena, most, sizeof *o->net);
    twc_overlay_net *all = twc_arena_take(arena, most, sizeof *all);
    if (arena->full)
        return 0;
    for (uint32_t l = 0; l < o->layer_count; l++)
        for (uint32_t s = 0; s < o->layers[l].side_count; s++) {
            const twc_overlay_side *side = &o->sides[o->first_side[l] + s];
            const twc_point *chain = o->chains + side->chain;
            for (uint32_t i = 0; o->layers[l].sides[s].kind != TWC_SIDE_INNER && i + 1 < side->chain_count; i++)
                all[count++] = (twc_overlay_net){l, {chain[i], chain[i + 1]}, 1};
        }
    qsort(all, count, sizeof *all, compare_net);
    o->net_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_net(&all[i], &all[i - 1]) == 0)
            continue;
        const twc_overlay_net back = {all[i].layer, {all[i].edge.to, all[i].edge.from}, 0};
        int32_t copies = copies_of(all, count, all[i]) - copies_of(all, count, back);
        if (copies > 0)
            o->net[o->net_count++] = (twc_overlay_net){all[i].layer, all[i].edge, copies};
    }
    size_t n = 0;
    for (uint32_t l = 0; l <= o->layer_count; l++) {
        while (n < o->net_count && o->net[n].layer < l)
            n++;
        o->first_net[l] = (uint32_t)n;
    }
    return 1;
}

int twc_overlay_arrange(twc_overlay *o, twc_arena *arena)
{
    return list_sides(o, arena) && sort_sides(o, arena) && make_hot(o, arena) && make_chains(o, arena) &&
           make_net(o, arena) && twc_overlay_index(o, arena);
}
