/* SPDX-License-Identifier: MIT */
/*
 * Who is seen on the left of a unit edge, by the edges in its row and the strips in its square. Spec overlay 3; twin
 * reference/overlay/owners.c; test tests/overlay/test_crossings.c.
 */
#include <stdlib.h>

#include "overlay/overlay.h"

static int compare_net_edge(const void *left, const void *right)
{
    const twc_overlay_net *a = left, *b = right;
    const int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
}

static int in_net(const twc_overlay *o, uint32_t layer, twc_border edge)
{
    const twc_overlay_net wanted = {layer, edge, 0};
    const size_t first = o->first_net[layer], count = o->first_net[layer + 1] - first;
    return count > 0 && bsearch(&wanted, o->net + first, count, sizeof wanted, compare_net_edge) != NULL;
}

/* An edge turns about a middle only where the middle's z is between its ends', so in its row. */
static int32_t turns_of_net(const fast_overlay *f, uint32_t l, twc_border edge)
{
    const fast_squares *rows = &f->net[l];
    const int32_t z = (int32_t)(((int64_t)edge.from.z + edge.to.z) >> 1);
    const twc_rect at = TWC_NAME(overlay_meets)(rows, (twc_box){0, z, 0, z});
    int32_t turns = 0;
    for (uint32_t i = at.nx ? rows->start[at.z] : 0; at.nx && i < rows->start[at.z + 1]; i++) {
        const twc_overlay_net *net = &f->o.net[f->o.first_net[l] + rows->item[i]];
        turns += net->copies * twc_overlay_turns(net->edge, edge);
    }
    return turns;
}

static int covers(const fast_overlay *f, uint32_t l, twc_border edge)
{
    const twc_overlay *o = &f->o;
    const twc_layer *layer = &o->layers[l];
    const twc_box middle = {(edge.from.x + edge.to.x) >> 1, (edge.from.z + edge.to.z) >> 1,
                            (edge.from.x + edge.to.x) >> 1, (edge.from.z + edge.to.z) >> 1};
    int32_t turns = layer->turns;
    if (!twc_boxes_meet(twc_box_grown(o->boxes[l], TWC_SNAP_CM), middle))
        return turns != 0; /* its border is closed, and the edge not on it */
    if (in_net(o, l, edge))
        return 1;
    if (in_net(o, l, (twc_border){edge.to, edge.from}))
        return 0;
    turns += turns_of_net(f, l, edge);
    for (uint32_t c = 0; c < layer->closing_count; c++)
        turns += twc_overlay_turns(
            (twc_border){layer->vertices[layer->closing[c][0]].p, layer->vertices[layer->closing[c][1]].p}, edge);
    return turns != 0;
}

static uint32_t find_owner(const fast_overlay *f, twc_border edge)
{
    for (uint32_t l = f->o.layer_count; l-- > 0;)
        if (covers(f, l, edge))
            return l;
    return TWC_NOBODY;
}

uint32_t TWC_NAME(overlay_owner)(const fast_overlay *f, twc_border edge)
{
    const twc_overlay_ray *ray = twc_overlay_find_ray(&f->o, edge);
    return ray ? ray->left.layer : find_owner(f, edge);
}

/* ---- lanes ---- */

static int strip_covers(const twc_overlay *o, uint32_t l, const twc_layer_strip *strip, twc_border edge)
{
    int along = 0, turns = 0;
    for (uint32_t i = 0; i < strip->loop_count; i++) {
        const int32_t entry = o->layers[l].loops[strip->loop + i];
        const twc_overlay_side *side = twc_overlay_entry(o, l, entry);
        const twc_point *chain = o->chains + side->chain;
        const int back = entry < 0;
        for (uint32_t k = 0; k + 1 < side->chain_count; k++) {
            const twc_border one = {chain[k + (uint32_t)back], chain[k + (uint32_t)!back]};
            along += twc_same_point(one.from, edge.from) && twc_same_point(one.to, edge.to);
            along -= twc_same_point(one.from, edge.to) && twc_same_point(one.to, edge.from);
            turns += twc_overlay_turns(one, edge);
        }
    }
    return along != 0 ? along > 0 : turns != 0;
}

/* Strips are listed by boxes grown by as much as they bend, so the edge's middle has those that may cover it. */
static uint32_t lane_of(const fast_overlay *f, uint32_t l, twc_border edge)
{
    if (l == TWC_NOBODY || f->o.layers[l].lane_count <= 1)
        return 0;
    const int32_t x = (int32_t)(((int64_t)edge.from.x + edge.to.x) >> 1),
                  z = (int32_t)(((int64_t)edge.from.z + edge.to.z) >> 1);
    const fast_squares *squares = &f->strip[l];
    const twc_rect at = TWC_NAME(overlay_meets)(squares, (twc_box){x, z, x, z});
    const size_t k = (size_t)at.z * (size_t)squares->nx + (size_t)at.x;
    for (uint32_t i = at.nx ? squares->start[k] : 0; at.nx && i < squares->start[k + 1]; i++) {
        const twc_layer_strip *strip = &f->o.layers[l].strips[squares->item[i]];
        if (strip->loop_count > 1 && strip_covers(&f->o, l, strip, edge))
            return strip->lane;
    }
    return 0;
}

/* ---- rays ---- */

static int compare_ray(const void *left, const void *right)
{
    const twc_overlay_ray *a = left, *b = right;
    const int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
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

/* Both directions of an edge are there: what is on the right of one is on the left of the other. */
int TWC_NAME(overlay_make_rays)(fast_overlay *f, twc_arena *arena)
{
    twc_overlay *o = &f->o;
    const size_t count = list_rays(o, NULL);
    size_t kept = 0;
    twc_overlay_ray *rays = twc_arena_take(arena, count, sizeof *rays);
    f->pinch = twc_arena_take(arena, count, sizeof *f->pinch);
    if (arena->full)
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
        rays[i].left.layer = find_owner(f, rays[i].edge);
        rays[i].left.lane = lane_of(f, rays[i].left.layer, rays[i].edge);
        f->pinch[i] = (fast_pinch){.known = 0};
    }
    o->rays = rays;
    o->ray_count = kept;
    for (size_t i = 0; i < kept; i++)
        rays[i].right = twc_overlay_find_ray(o, (twc_border){rays[i].edge.to, rays[i].edge.from})->left;
    return 1;
}
