/* SPDX-License-Identifier: MIT */
/*
 * Who is seen on the left of a unit edge: the highest layer inside there. Spec overlay 3; no twin:
 * fast has none yet; test tests/overlay/test_overlay.c.
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
        return ray->left;
    for (uint32_t l = o->layer_count; l-- > 0;)
        if (covers(o, l, edge))
            return l;
    return TWC_NOBODY;
}

static int compare_ray(const void *left, const void *right)
{
    const twc_overlay_ray *a = left, *b = right;
    int order = twc_compare_points(a->edge.from, b->edge.from);
    return order ? order : twc_compare_points(a->edge.to, b->edge.to);
}

const twc_overlay_ray *twc_overlay_find_ray(const twc_overlay *o, twc_border edge)
{
    const twc_overlay_ray wanted = {edge, 0, 0};
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

int twc_overlay_make_rays(twc_overlay *o, twc_arena *arena)
{
    size_t count = 0, kept = 0;
    twc_overlay_ray *rays = twc_arena_take(arena, 2 * o->net_count, sizeof *rays);
    o->ray_count = 0;
    if (!rays)
        return 0;
    for (size_t n = 0; n < o->net_count; n++) {
        twc_border edge = o->net[n].edge;
        rays[count++] = (twc_overlay_ray){edge, TWC_NOBODY, TWC_NOBODY};
        rays[count++] = (twc_overlay_ray){{edge.to, edge.from}, TWC_NOBODY, TWC_NOBODY};
    }
    qsort(rays, count, sizeof *rays, compare_ray);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_ray(&rays[i], &rays[kept - 1]) != 0)
            rays[kept++] = rays[i];
    for (size_t i = TWC_SECTORS; i < kept; i++)
        if (twc_same_point(rays[i].edge.from, rays[i - TWC_SECTORS].edge.from))
            return 0;
    for (size_t i = 0; i < kept; i++) {
        rays[i].left = twc_overlay_owner(o, rays[i].edge);
        rays[i].right = twc_overlay_owner(o, (twc_border){rays[i].edge.to, rays[i].edge.from});
    }
    o->rays = rays;
    o->ray_count = kept;
    return 1;
}
