/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Areas on the floor of a cylinder in plan: which cross themselves, have a place, meet. In whole centimetres, in the
 * plane unrolled about an area's first point; the other area is tried two turns to either side too.
 */
#include "generate/tower_world.h"

enum { TURN = TWC_TOWER_TURN_CM };

typedef struct flat {
    int32_t n;
    int64_t x[TWC_TOWER_POINTS], z[TWC_TOWER_POINTS];
} flat;

static int64_t short_way(int64_t by)
{
    return by > TURN / 2 ? by - TURN : by <= -TURN / 2 ? by + TURN : by;
}

static int64_t around(uint32_t theta)
{
    return (int64_t)(((uint64_t)theta * TURN) >> 32);
}

static flat unrolled(const twc_tower_feature *feature)
{
    flat f = {.n = feature->points};
    for (int32_t k = 0; k < f.n; k++) {
        const int64_t x = around(feature->point[k].theta);
        f.x[k] = k ? f.x[k - 1] + short_way(x - around(feature->point[k - 1].theta)) : x;
        f.z[k] = feature->point[k].z;
    }
    return f;
}

static void move(flat *f, int64_t by)
{
    for (int32_t k = 0; k < f->n; k++)
        f->x[k] += by;
}

/* Which side of a b the place c lies on. Coordinates below 2^28: products below 2^57. */
static int side(const flat *a, int32_t i, int32_t j, int64_t x, int64_t z)
{
    const int64_t cross = (a->x[j] - a->x[i]) * (z - a->z[i]) - (a->z[j] - a->z[i]) * (x - a->x[i]);
    return (cross > 0) - (cross < 0);
}

static int between(int64_t a, int64_t b, int64_t c)
{
    return (a <= c && c <= b) || (b <= c && c <= a);
}

static int on_edge(const flat *a, int32_t i, int32_t j, int64_t x, int64_t z)
{
    return side(a, i, j, x, z) == 0 && between(a->x[i], a->x[j], x) && between(a->z[i], a->z[j], z);
}

/* Whether edge i j of a and edge k l of b have a point in common. */
static int edges_meet(const flat *a, int32_t i, int32_t j, const flat *b, int32_t k, int32_t l)
{
    const int s = side(a, i, j, b->x[k], b->z[k]), t = side(a, i, j, b->x[l], b->z[l]);
    const int u = side(b, k, l, a->x[i], a->z[i]), v = side(b, k, l, a->x[j], a->z[j]);
    if (s * t < 0 && u * v < 0)
        return 1;
    return on_edge(a, i, j, b->x[k], b->z[k]) || on_edge(a, i, j, b->x[l], b->z[l]) ||
           on_edge(b, k, l, a->x[i], a->z[i]) || on_edge(b, k, l, a->x[j], a->z[j]);
}

twc_status twc_tower_simple(const twc_tower_feature *feature)
{
    const flat f = unrolled(feature);
    const int32_t n = f.n;
    const int64_t back = short_way(around(feature->point[0].theta) - around(feature->point[n - 1].theta));
    if (f.x[n - 1] + back != f.x[0])
        return twc_fail(TWC_IO, "its polygon goes round the world: draw a band, or two polygons");
    for (int32_t i = 0, j = 1; i < n; i++, j = (i + 1) % n)
        if (f.x[i] == f.x[j] && f.z[i] == f.z[j])
            return twc_fail(TWC_IO, "points %d and %d of its polygon are one: leave one out", i + 1, j + 1);
    for (int32_t i = 0; i < n; i++) {
        const int32_t j = (i + 1) % n, l = (i + 2) % n;
        /* Two edges that follow each other have their corner in common, and no more. */
        if (on_edge(&f, i, j, f.x[l], f.z[l]) || on_edge(&f, j, l, f.x[i], f.z[i]))
            return twc_fail(TWC_IO, "its polygon runs back on itself at point %d: leave that out", j + 1);
        for (int32_t k = i + 2; k < n; k++)
            if ((k + 1) % n != i && edges_meet(&f, i, j, &f, k, (k + 1) % n))
                return twc_fail(TWC_IO,
                                "its polygon crosses itself: the sides behind points %d and %d meet; put its points in "
                                "their order along the outline",
                                i + 1, k + 1);
    }
    return twc_ok();
}

static int polygon_has(const flat *f, int64_t x, int64_t z)
{
    int inside = 0;
    for (int32_t i = 0; i < f->n; i++) {
        const int32_t j = (i + 1) % f->n;
        if (on_edge(f, i, j, x, z))
            return 1;
        if ((f->z[i] <= z) != (f->z[j] <= z))
            inside ^= side(f, i, j, x, z) == (f->z[j] > f->z[i] ? 1 : -1);
    }
    return inside;
}

/* Whether edge i j comes within `radius` of a place. Beside the edge: cross^2 <= radius^2 length^2, up to 2^116. */
static int edge_within(const flat *f, int32_t i, int32_t j, int64_t x, int64_t z, int64_t radius)
{
    const int64_t ex = f->x[j] - f->x[i], ez = f->z[j] - f->z[i], px = x - f->x[i], pz = z - f->z[i];
    const int64_t along = px * ex + pz * ez, length = ex * ex + ez * ez;
    if (along <= 0)
        return px * px + pz * pz <= radius * radius;
    if (along >= length)
        return (px - ex) * (px - ex) + (pz - ez) * (pz - ez) <= radius * radius;
    const int64_t cross = px * ez - pz * ex;
    const uint64_t far = (uint64_t)(cross < 0 ? -cross : cross);
    return twc_compare_products(far, far, (uint64_t)(radius * radius), (uint64_t)length) <= 0;
}

static int outline_within(const flat *f, int64_t x, int64_t z, int64_t radius)
{
    int near = polygon_has(f, x, z);
    for (int32_t i = 0; i < f->n && !near; i++)
        near = edge_within(f, i, (i + 1) % f->n, x, z, radius);
    return near;
}

static int polygons_meet(const flat *a, const flat *b)
{
    if (polygon_has(a, b->x[0], b->z[0]) || polygon_has(b, a->x[0], a->z[0]))
        return 1;
    for (int32_t i = 0; i < a->n; i++)
        for (int32_t k = 0; k < b->n; k++)
            if (edges_meet(a, i, (i + 1) % a->n, b, k, (k + 1) % b->n))
                return 1;
    return 0;
}

/* A place as a point of no radius. */
int twc_tower_has(const twc_tower_feature *area, twc_place_on_floor place)
{
    twc_tower_feature point = {.shape = TWC_TOWER_POINT, .points = 1};
    point.point[0] = place;
    if (area->shape == TWC_TOWER_BAND)
        return place.z >= area->z_from && place.z <= area->z_to;
    return twc_tower_meet(area, &point);
}

static void extent(const twc_tower_feature *area, int64_t *from, int64_t *to)
{
    *from = area->z_from;
    *to = area->z_to;
    for (int32_t k = 0; k < area->points && area->shape != TWC_TOWER_BAND; k++) {
        const int64_t low = (int64_t)area->point[k].z - area->radius, high = (int64_t)area->point[k].z + area->radius;
        *from = k && *from < low ? *from : low;
        *to = k && *to > high ? *to : high;
    }
}

int twc_tower_meet(const twc_tower_feature *one, const twc_tower_feature *other)
{
    int64_t from, to, other_from, other_to;
    if (one->shape == TWC_TOWER_BAND || other->shape == TWC_TOWER_BAND) {
        extent(one, &from, &to);
        extent(other, &other_from, &other_to);
        return from < other_to && other_from < to;
    }
    const flat a = unrolled(one);
    flat b = unrolled(other);
    const int64_t radius = (int64_t)one->radius + other->radius;
    move(&b, -2 * (int64_t)TURN);
    for (int turn = -2; turn <= 2; turn++, move(&b, TURN)) {
        int meet;
        if (one->shape == TWC_TOWER_POINT && other->shape == TWC_TOWER_POINT) {
            const int64_t dx = a.x[0] - b.x[0], dz = a.z[0] - b.z[0];
            meet = dx * dx + dz * dz <= radius * radius;
        } else if (one->shape == TWC_TOWER_POINT) {
            meet = outline_within(&b, a.x[0], a.z[0], radius);
        } else if (other->shape == TWC_TOWER_POINT) {
            meet = outline_within(&a, b.x[0], b.z[0], radius);
        } else {
            meet = polygons_meet(&a, &b);
        }
        if (meet)
            return 1;
    }
    return 0;
}
