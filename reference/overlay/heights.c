/* SPDX-License-Identifier: MIT */
/*
 * Heights of layers at a point, and where several maxima about it pinch it. Spec overlay 5; no twin:
 * fast has none yet; test tests/overlay/test_overlay.c.
 */
#include "common/assertion.h"
#include "overlay/stage.h"

static float vertex_height(const twc_overlay *o, const twc_layer *layer, uint32_t v)
{
    const twc_layer_vertex *vertex = &layer->vertices[v];
    return vertex->on_ground ? twc_overlay_own_height(o, 0, vertex->p) : vertex->y;
}

static float between(twc_point a, float ya, twc_point b, float yb, twc_point p)
{
    double share = (double)twc_along(a, b, p) / (double)twc_along(a, b, b);
    return (float)((double)ya + ((double)yb - (double)ya) * share);
}

static int side_before(const twc_overlay_side *a, const twc_overlay_side *b)
{
    int back_a = twc_point_before(a->to, a->from), back_b = twc_point_before(b->to, b->from);
    int order = twc_compare_points(back_a ? a->to : a->from, back_b ? b->to : b->from);
    return order ? order < 0 : twc_point_before(back_a ? a->from : a->to, back_b ? b->from : b->to);
}

/* The lowest side of the outline, or of the others, that bends through p: TWC_NOBODY when there is none. */
static uint32_t lowest_side(const twc_overlay *o, uint32_t l, int outline, twc_point p)
{
    uint32_t best = TWC_NOBODY;
    for (uint32_t s = o->first_side[l]; s < o->first_side[l + 1]; s++) {
        const twc_overlay_side *side = &o->sides[s];
        if ((o->layers[l].sides[s - o->first_side[l]].kind != TWC_SIDE_INNER) != outline ||
            !twc_boxes_meet(twc_box_grown(side->box, TWC_BEND_CM), (twc_box){p.x, p.z, p.x, p.z}))
            continue;
        for (uint32_t i = 1; i + 1 < side->chain_count; i++)
            if (twc_same_point(o->chains[side->chain + i], p) &&
                (best == TWC_NOBODY || side_before(side, &o->sides[best])))
                best = s;
    }
    return best;
}

static float side_height(const twc_overlay *o, uint32_t l, uint32_t s, twc_point p)
{
    const twc_layer *layer = &o->layers[l];
    const twc_layer_side *side = &layer->sides[s - o->first_side[l]];
    if (side->kind == TWC_SIDE_FOLLOWS)
        return twc_overlay_own_height(o, 0, p);
    twc_point a = o->sides[s].from, b = o->sides[s].to;
    float ya = vertex_height(o, layer, side->from), yb = vertex_height(o, layer, side->to);
    return twc_point_before(a, b) ? between(a, ya, b, yb, p) : between(b, yb, a, ya, p);
}

static twc_vertex strip_corner(const twc_overlay *o, const twc_layer *layer, const twc_layer_strip *strip, uint32_t i,
                               uint32_t *index)
{
    int32_t entry = layer->loops[strip->loop + i % strip->loop_count];
    *index = entry >= 0 ? layer->sides[entry].from : layer->sides[~entry].to;
    twc_point p = layer->vertices[*index].p;
    return (twc_vertex){p.x, p.z, vertex_height(o, layer, *index)};
}

/* The plane of the first triangle of the strips' fans that holds p before snapping. */
static float plane_height(const twc_overlay *o, const twc_layer *layer, twc_point p)
{
    for (uint32_t s = 0; s < layer->strip_count; s++) {
        const twc_layer_strip *strip = &layer->strips[s];
        uint32_t at = 0, index = 0;
        for (uint32_t i = 0; i < strip->loop_count; i++) {
            strip_corner(o, layer, strip, i, &index);
            at = index == strip->apex ? i : at;
        }
        for (uint32_t i = 1; i + 1 < strip->loop_count; i++) {
            const twc_vertex corner[3] = {strip_corner(o, layer, strip, at, &index),
                                          strip_corner(o, layer, strip, at + i, &index),
                                          strip_corner(o, layer, strip, at + i + 1, &index)};
            if (twc_vertex_area2(corner[0], corner[1], corner[2]) > 0 && twc_triangle_contains(corner, p.x, p.z))
                return twc_plane_height(corner[0], corner[1], corner[2], p.x, p.z);
        }
    }
    return 0.0f;
}

float twc_overlay_own_height(const twc_overlay *o, uint32_t l, twc_point p)
{
    const twc_layer *layer = &o->layers[l];
    for (uint32_t v = 0; v < layer->vertex_count; v++)
        if (twc_same_point(layer->vertices[v].p, p))
            return vertex_height(o, layer, v);
    uint32_t side = lowest_side(o, l, 1, p);
    side = side == TWC_NOBODY ? lowest_side(o, l, 0, p) : side;
    return side == TWC_NOBODY ? plane_height(o, layer, p) : side_height(o, l, side, p);
}

/* ---- what is about a point ---- */

static int upper(twc_point here, twc_point to)
{
    return to.z > here.z || (to.z == here.z && to.x > here.x);
}

/* Whether the direction to a comes before that to b, turning from that of x to that of z. */
static int turns_before(twc_point here, twc_point a, twc_point b)
{
    int ua = upper(here, a), ub = upper(here, b);
    return ua != ub ? ua : twc_point_area2(here, a, b) < 0;
}

/* Owners about p in turn, those without a height left out; 0 where no outline passes. */
static size_t sectors(const twc_overlay *o, twc_point p, uint32_t *owners)
{
    const twc_overlay_ray *ray[TWC_SECTORS];
    size_t count = 0, kept = 0;
    for (size_t r = twc_overlay_first_ray(o, p); r < o->ray_count && twc_same_point(o->rays[r].edge.from, p); r++) {
        TWC_ASSERT(count < TWC_SECTORS); /* twc_overlay_make_rays refuses more */
        size_t at = count++;
        for (; at > 0 && turns_before(p, o->rays[r].edge.to, ray[at - 1]->edge.to); at--)
            ray[at] = ray[at - 1];
        ray[at] = &o->rays[r];
    }
    for (size_t i = 0; i < count; i++)
        if (ray[i]->left != TWC_NOBODY && o->layers[ray[i]->left].strip_count > 0)
            owners[kept++] = ray[i]->left;
    return kept;
}

/* More than one local maximum round p, equal neighbours merged. */
static int pinched(const float *height, size_t count)
{
    float merged[TWC_SECTORS];
    size_t kept = 0, maxima = 0;
    for (size_t i = 0; i < count; i++)
        if (height[i] != height[(i + 1) % count])
            merged[kept++] = height[i];
    for (size_t i = 0; i < kept; i++)
        maxima += merged[i] > merged[(i + kept - 1) % kept] && merged[i] > merged[(i + 1) % kept];
    return maxima > 1;
}

/* Heights of the sectors about p; whether they were made level there. */
static size_t level_sectors(const twc_overlay *o, twc_point p, float *height)
{
    uint32_t owner[TWC_SECTORS], lowest = 0;
    size_t count = sectors(o, p, owner);
    for (size_t i = 0; i < count; i++) {
        height[i] = twc_overlay_own_height(o, owner[i], p);
        lowest = owner[i] < owner[lowest] ? (uint32_t)i : lowest;
    }
    if (count == 0 || !pinched(height, count))
        return count;
    height[0] = height[lowest];
    return 1;
}

float twc_overlay_height(const twc_overlay *o, uint32_t layer, twc_point p)
{
    float height[TWC_SECTORS];
    uint32_t owner[TWC_SECTORS];
    size_t count = level_sectors(o, p, height);
    return count == 1 && sectors(o, p, owner) > 1 ? height[0] : twc_overlay_own_height(o, layer, p);
}

size_t twc_overlay_sector_heights(const twc_overlay *o, twc_point p, float *heights, size_t room)
{
    float all[TWC_SECTORS];
    size_t count = level_sectors(o, p, all), kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < kept && heights[at] < all[i])
            at++;
        if (at < kept && heights[at] == all[i])
            continue;
        if (kept == room)
            return SIZE_MAX;
        for (size_t k = kept++; k > at; k--)
            heights[k] = heights[k - 1];
        heights[at] = all[i];
    }
    return kept;
}
