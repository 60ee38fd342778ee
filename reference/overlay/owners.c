/* SPDX-License-Identifier: MIT */
/*
 * Who is seen on the left of a unit edge: the highest layer inside there. Spec overlay 3; twin
 * fast/overlay/owners.c; test tests/overlay/test_overlay.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "overlay/stage.h"

int twc_overlay_turns(twc_border edge, twc_border middle)
{
    int64_t x = (int64_t)middle.from.x + middle.to.x, z = (int64_t)middle.from.z + middle.to.z;
    int64_t ax = 2 * (int64_t)edge.from.x, az = 2 * (int64_t)edge.from.z;
    int64_t bx = 2 * (int64_t)edge.to.x, bz = 2 * (int64_t)edge.to.z;
    if ((az <= z) == (bz <= z))
        return 0;
    int64_t side = (bz - az) * (x - ax) - (bx - ax) * (z - az);
    if (az <= z)
        return side > 0;
    return side < 0 ? -1 : 0;
}

static int compare_net_edge(const void *left, const void *right)
{
    const twc_overlay_net *a = left, *b = right;
    int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
}

static int in_net(const twc_overlay *o, uint32_t layer, twc_border edge)
{
    const twc_overlay_net wanted = {layer, edge, 0};
    size_t first = o->first_net[layer], count = o->first_net[layer + 1] - first;
    return count > 0 && bsearch(&wanted, o->net + first, count, sizeof wanted, compare_net_edge) != NULL;
}

/* Whether a layer covers the left of an edge that no outline crosses. */
static int covers(const twc_overlay *o, uint32_t l, twc_border edge)
{
    const twc_layer *layer = &o->layers[l];
    if (in_net(o, l, edge))
        return 1;
    if (in_net(o, l, (twc_border){edge.to, edge.from}))
        return 0;
    int32_t turns = layer->turns;
    const twc_box middle = {(edge.from.x + edge.to.x) >> 1, (edge.from.z + edge.to.z) >> 1,
                            (edge.from.x + edge.to.x) >> 1, (edge.from.z + edge.to.z) >> 1};
    if (!twc_boxes_meet(twc_box_grown(o->boxes[l], TWC_SNAP_CM), middle))
        return turns != 0; /* its border is closed */
    for (uint32_t n = o->first_net[l]; n < o->first_net[l + 1]; n++)
        turns += o->net[n].copies * twc_overlay_turns(o->net[n].edge, edge);
    for (uint32_t c = 0; c < layer->closing_count; c++)
        turns += twc_overlay_turns(
            (twc_border){layer->vertices[layer->closing[c][0]].p, layer->vertices[layer->closing[c][1]].p}, edge);
    return turns != 0;
}

uint32_t twc_overlay_owner(const twc_overlay *o, twc_border edge)
{
    const twc_overlay_ray *ray = twc_overlay_find_ray(o, edge);
    if (ray)
        return ray->left.layer;
    for (uint32_t l = o->layer_count; l-- > 0;)
        if (covers(o, l, edge))
            return l;
    return TWC_NOBODY;
}

/* ---- lanes ---- */

/* Whether a strip covers the left of an edge that its snapped border does not cross. */
static int strip_covers(const twc_overlay *o, uint32_t l, const twc_layer_strip *strip, twc_border edge)
{
    int along = 0, turns = 0;
    for (uint32_t i = 0; i < strip->loop_count; i++) {
        const int32_t entry = o->layers[l].loops[strip->loop + i];
        const twc_overlay_side *side = twc_overlay_entry(o, l, entry);
        const twc_point *chain = o->chains + side->chain;
        for (uint32_t k = 0; k + 1 < side->chain_count; k++) {
            const twc_border one = entry < 0 ? (twc_border){chain[k + 1], chain[k]}
                                             : (twc_border){chain[k], chain[k + 1]};
            along += twc_same_point(one.from, edge.from) && twc_same_point(one.to, edge.to);
            along -= twc_same_point(one.from, edge.to) && twc_same_point(one.to, edge.from);
            turns += twc_overlay_turns(one, edge);
        }
    }
    return along != 0 ? along > 0 : turns != 0;
}

/* The lane of a layer on the left of an edge where it is seen. */
static uint32_t lane_of(const twc_overlay *o, uint32_t l, twc_border edge)
{
    if (l == TWC_NOBODY || o->layers[l].lane_count <= 1)
        return 0;
    for (uint32_t s = 0; s < o->layers[l].strip_count; s++) {
        const twc_layer_strip *strip = &o->layers[l].strips[s];
        if (strip->loop_count > 1 && strip_covers(o, l, strip, edge))
            return strip->lane;
    }
    return 0;
}

/* ---- rays ---- */

static int compare_ray(const void *left, const void *right)
{
    const twc_overlay_ray *a = left, *b = right;
    int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
}

const twc_overlay_ray *twc_overlay_find_ray(const twc_overlay *o, twc_border edge)
{
    const twc_overlay_ray wanted = {.edge = edge};
    return o->ray_count == 0 ? NULL : bsearch(&wanted, o->rays, o->ray_count, sizeof wanted, compare_ray);
}

size_t twc_overlay_first_ray(const twc_overlay *o, twc_point from)
{
    size_t low = 0, high = o->ray_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (twc_point_before(o->rays[middle].edge.from, from))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_ray(twc_overlay_ray *rays, size_t *count, twc_point p, twc_point q)
{
    const twc_overlay_seen nobody = {TWC_NOBODY, 0};
    if (rays) {
        rays[*count] = (twc_overlay_ray){{p, q}, nobody, nobody};
        rays[*count + 1] = (twc_overlay_ray){{q, p}, nobody, nobody};
    }
    *count += 2;
}

/* Unit edges of all net outlines and steps, with repeats: counts them when `rays` is NULL. */
static size_t list_rays(const twc_overlay *o, twc_overlay_ray *rays)
{
    size_t count = 0;
    for (size_t n = 0; n < o->net_count; n++)
        add_ray(rays, &count, o->net[n].edge.from, o->net[n].edge.to);
    for (uint32_t l = 0; l < o->layer_count; l++)
        for (uint32_t s = 0; s < o->layers[l].strip_count; s++) {
            const twc_layer_strip *strip = &o->layers[l].strips[s];
            if (strip->loop_count != 1)
                continue;
            const twc_overlay_side *side = twc_overlay_entry(o, l, o->layers[l].loops[strip->loop]);
            for (uint32_t i = 0; i + 1 < side->chain_count; i++)
                add_ray(rays, &count, o->chains[side->chain + i], o->chains[side->chain + i + 1]);
        }
    return count;
}

int twc_overlay_make_rays(twc_overlay *o, twc_arena *arena)
{
    size_t count = list_rays(o, NULL), kept = 0;
    twc_overlay_ray *rays = twc_arena_take(arena, count, sizeof *rays);
    o->ray_count = 0;
    if (!rays)
        return 0;
    list_rays(o, rays);
    qsort(rays, count, sizeof *rays, compare_ray);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_ray(&rays[i], &rays[kept - 1]) != 0)
            rays[kept++] = rays[i];
    for (size_t i = TWC_SECTORS; i < kept; i++)
        if (twc_same_point(rays[i].edge.from, rays[i - TWC_SECTORS].edge.from))
            return 0;
    for (size_t i = 0; i < kept; i++) {
        const twc_border edge = rays[i].edge, back = {edge.to, edge.from};
        rays[i].left.layer = twc_overlay_owner(o, edge);
        rays[i].left.lane = lane_of(o, rays[i].left.layer, edge);
        rays[i].right.layer = twc_overlay_owner(o, back);
        rays[i].right.lane = lane_of(o, rays[i].right.layer, back);
    }
    o->rays = rays;
    o->ray_count = kept;
    return 1;
}
