/* SPDX-License-Identifier: MIT */
/*
 * Heights of layers at a point, and where several maxima about it pinch it: planes are looked for in the point's
 * square, pinches once a point. Spec overlay 5; twin reference/overlay/heights.c; test tests/overlay/test_crossings.c.
 */
#include "overlay/overlay.h"

/* Of the natural ground, which is the lowest layer. */
static float own_height(const fast_overlay *f, twc_overlay_seen seen, twc_point p);

static float ground_height(const fast_overlay *f, twc_point p)
{
    return own_height(f, (twc_overlay_seen){0, 0}, p);
}

static float vertex_height(const fast_overlay *f, const twc_layer *layer, uint32_t v)
{
    const twc_layer_vertex *vertex = &layer->vertices[v];
    return vertex->on_ground ? ground_height(f, vertex->p) : vertex->y;
}

static float between(twc_point a, float ya, twc_point b, float yb, twc_point p)
{
    double share = (double)twc_along(a, b, p) / (double)twc_along(a, b, b);
    return (float)((double)ya + ((double)yb - (double)ya) * share);
}

static float side_height(const fast_overlay *f, uint32_t l, uint32_t s, twc_point p)
{
    const twc_overlay *o = &f->o;
    const twc_layer *layer = &o->layers[l];
    const twc_layer_side *side = &layer->sides[s - o->first_side[l]];
    if (side->kind == TWC_SIDE_FOLLOWS)
        return ground_height(f, p);
    twc_point a = o->sides[s].from, b = o->sides[s].to;
    float ya = vertex_height(f, layer, side->from), yb = vertex_height(f, layer, side->to);
    return twc_point_before(a, b) ? between(a, ya, b, yb, p) : between(b, yb, a, ya, p);
}

/* The vertex at which entry i of a strip's loop begins. */
static uint32_t strip_corner(const twc_layer *layer, const twc_layer_strip *strip, uint32_t i)
{
    int32_t entry = layer->loops[strip->loop + i % strip->loop_count];
    return entry >= 0 ? layer->sides[entry].from : layer->sides[~entry].to;
}

static int holds(const twc_layer *layer, const uint32_t v[3], twc_point p)
{
    const twc_point a = layer->vertices[v[0]].p, b = layer->vertices[v[1]].p, c = layer->vertices[v[2]].p;
    return twc_point_area2(a, b, c) > 0 && twc_point_area2(a, b, p) >= 0 && twc_point_area2(b, c, p) >= 0 &&
           twc_point_area2(c, a, p) >= 0;
}

/* Whether a fan of a strip holds p before snapping; then its height there. */
static int strip_height(const fast_overlay *f, const twc_layer *layer, const twc_layer_strip *strip, twc_point p,
                        float *height)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < strip->loop_count; i++)
        at = strip_corner(layer, strip, i) == strip->apex ? i : at;
    for (uint32_t i = 1; i + 1 < strip->loop_count; i++) {
        const uint32_t v[3] = {strip->apex, strip_corner(layer, strip, at + i), strip_corner(layer, strip, at + i + 1)};
        twc_vertex corner[3];
        if (!holds(layer, v, p))
            continue;
        for (int k = 0; k < 3; k++)
            corner[k] = (twc_vertex){layer->vertices[v[k]].p.x, layer->vertices[v[k]].p.z,
                                     vertex_height(f, layer, v[k])};
        *height = twc_plane_height(corner[0], corner[1], corner[2], p.x, p.z);
        return 1;
    }
    return 0;
}

/* The plane of the first triangle of the strips' fans that holds p before snapping. */
static float plane_height(const fast_overlay *f, twc_overlay_seen seen, twc_point p)
{
    const twc_layer *layer = &f->o.layers[seen.layer];
    const fast_squares *squares = &f->strip[seen.layer];
    const twc_rect at = TWC_NAME(overlay_meets)(squares, (twc_box){p.x, p.z, p.x, p.z});
    const size_t k = (size_t)at.z * (size_t)squares->nx + (size_t)at.x;
    float height;
    for (uint32_t i = at.nx ? squares->start[k] : 0; at.nx && i < squares->start[k + 1]; i++) {
        const twc_layer_strip *strip = &layer->strips[squares->item[i]];
        if (strip->lane == seen.lane && strip_height(f, layer, strip, p, &height))
            return height;
    }
    return 0.0f;
}

static float own_height(const fast_overlay *f, twc_overlay_seen seen, twc_point p)
{
    const uint32_t vertex = twc_overlay_vertex_at(&f->o, seen, p);
    if (vertex != TWC_NOBODY)
        return vertex_height(f, &f->o.layers[seen.layer], vertex);
    const twc_overlay_bend *bend = twc_overlay_bend_at(&f->o, seen, p);
    return bend ? side_height(f, seen.layer, bend->side, p) : plane_height(f, seen, p);
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

static int same_seen(twc_overlay_seen a, twc_overlay_seen b)
{
    return a.layer == b.layer && a.lane == b.lane;
}

/* Who is seen about p in turn, who has no height left out; 0 where nothing changes there. */
static size_t sectors(const twc_overlay *o, twc_point p, twc_overlay_seen *seen)
{
    const twc_overlay_ray *ray[TWC_SECTORS];
    size_t count = 0, kept = 0;
    for (size_t r = twc_overlay_first_ray(o, p); r < o->ray_count && twc_same_point(o->rays[r].edge.from, p); r++) {
        if (same_seen(o->rays[r].left, o->rays[r].right))
            continue;
        TWC_ASSERT(count < TWC_SECTORS); /* twc_overlay_make_rays refuses more */
        size_t at = count++;
        for (; at > 0 && turns_before(p, o->rays[r].edge.to, ray[at - 1]->edge.to); at--)
            ray[at] = ray[at - 1];
        ray[at] = &o->rays[r];
    }
    for (size_t i = 0; i < count; i++)
        if (ray[i]->left.layer != TWC_NOBODY && o->layers[ray[i]->left.layer].strip_count > 0)
            seen[kept++] = ray[i]->left;
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

/* Heights of the sectors about p; where it is pinched there is one, that of the lowest of them. */
static size_t level_sectors(const fast_overlay *f, twc_point p, float *height, int *level)
{
    twc_overlay_seen seen[TWC_SECTORS];
    const size_t count = sectors(&f->o, p, seen);
    size_t lowest = 0;
    for (size_t i = 0; i < count; i++) {
        height[i] = own_height(f, seen[i], p);
        if (seen[i].layer < seen[lowest].layer ||
            (seen[i].layer == seen[lowest].layer && seen[i].lane < seen[lowest].lane))
            lowest = i;
    }
    *level = count > 0 && pinched(height, count);
    if (!*level)
        return count;
    height[0] = height[lowest];
    return 1;
}

float TWC_NAME(overlay_height)(const fast_overlay *f, twc_overlay_seen seen, twc_point p)
{
    const size_t r = twc_overlay_first_ray(&f->o, p);
    if (r == f->o.ray_count || !twc_same_point(f->o.rays[r].edge.from, p))
        return own_height(f, seen, p);
    fast_pinch *pinch = &f->pinch[r];
    if (!pinch->known) {
        float height[TWC_SECTORS];
        int level;
        level_sectors(f, p, height, &level);
        *pinch = (fast_pinch){1, (uint8_t)level, level ? height[0] : 0.0f};
    }
    return pinch->level ? pinch->height : own_height(f, seen, p);
}

size_t TWC_NAME(overlay_sector_heights)(const fast_overlay *f, twc_point p, float *heights, size_t room)
{
    float all[TWC_SECTORS];
    int level;
    size_t count = level_sectors(f, p, all, &level), kept = 0;
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
