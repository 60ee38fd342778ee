/* SPDX-License-Identifier: MIT */
/*
 * How far two surfaces over the same plan differ in height: boxes in lanes first, then the pairs that could give more
 * than was found so far. Spec detail 7; twin reference/detail/error.c; test tests/detail/test_error.c.
 */
#include <math.h>

#include "detail/detail.h"

enum { BLOCK = 256 };

/* A triangle in plan with heights in whole millimetres. */
typedef struct face {
    int32_t x[3], z[3];
    int64_t h[3];
} face;

/* Boxes of up to BLOCK triangles. */
typedef struct boxes {
    int32_t n;
    int32_t x0[BLOCK], x1[BLOCK], z0[BLOCK], z1[BLOCK], low[BLOCK], high[BLOCK];
} boxes;

TWC_INLINE int32_t least(int32_t a, int32_t b, int32_t c)
{
    const int32_t d = a < b ? a : b;
    return d < c ? d : c;
}

TWC_INLINE int32_t most(int32_t a, int32_t b, int32_t c)
{
    const int32_t d = a > b ? a : b;
    return d > c ? d : c;
}

static face face_of(const twc_triangle *t)
{
    face f;
    for (int k = 0; k < 3; k++) {
        f.x[k] = t->corner[k].x;
        f.z[k] = t->corner[k].z;
        f.h[k] = (int64_t)rint((double)t->corner[k].y * 1000.0);
    }
    return f;
}

static void add_box(boxes *b, const face *f, int32_t k)
{
    b->x0[k] = least(f->x[0], f->x[1], f->x[2]);
    b->x1[k] = most(f->x[0], f->x[1], f->x[2]);
    b->z0[k] = least(f->z[0], f->z[1], f->z[2]);
    b->z1[k] = most(f->z[0], f->z[1], f->z[2]);
    b->low[k] = least((int32_t)f->h[0], (int32_t)f->h[1], (int32_t)f->h[2]);
    b->high[k] = most((int32_t)f->h[0], (int32_t)f->h[1], (int32_t)f->h[2]);
}

/* 1 where a box of the block meets that of `one` and could hold a difference above `error`. */
static void candidates(const boxes *restrict b, const boxes *restrict one, int32_t error, uint8_t *restrict out)
{
    const int32_t x0 = one->x0[0], x1 = one->x1[0], z0 = one->z0[0], z1 = one->z1[0], low = one->low[0],
                  high = one->high[0];
    for (int32_t k = 0; k < b->n; k++)
        out[k] = (uint8_t)((b->x0[k] <= x1) & (b->x1[k] >= x0) & (b->z0[k] <= z1) & (b->z1[k] >= z0) &
                           ((b->high[k] - low > error) | (high - b->low[k] > error)));
}

/* The quotient, rounded up, where it is more than `error`: only then is it divided. */
TWC_INLINE int64_t raised(int64_t error, int64_t numerator, int64_t denominator)
{
    const int64_t n = numerator < 0 ? -numerator : numerator;
    return n <= error * denominator ? error : (n + denominator - 1) / denominator;
}

TWC_INLINE int64_t side(const face *f, int a, int b, int32_t x, int32_t z)
{
    return twc_area2(f->x[a], f->z[a], f->x[b], f->z[b], x, z);
}

/* Corner k of `u` against the plane of `t`, if it lies in it. */
static int64_t above(const face *t, const face *u, int k, int64_t error)
{
    const int64_t a = side(t, 1, 2, u->x[k], u->z[k]), b = side(t, 2, 0, u->x[k], u->z[k]),
                  c = side(t, 0, 1, u->x[k], u->z[k]);
    if ((a | b | c) < 0)
        return error;
    return raised(error, b * (t->h[1] - t->h[0]) + c * (t->h[2] - t->h[0]) - (a + b + c) * (u->h[k] - t->h[0]),
                  a + b + c);
}

/* Edge k of `t` against edge n of `u`, where they cross. */
static int64_t across(const face *t, int k, const face *u, int n, int64_t error)
{
    const int k2 = k == 2 ? 0 : k + 1, n2 = n == 2 ? 0 : n + 1;
    int64_t along = side(u, n, n2, t->x[k], t->z[k]), whole = along - side(u, n, n2, t->x[k2], t->z[k2]);
    int64_t other = -side(t, k, k2, u->x[n], u->z[n]);
    if (whole < 0) {
        along = -along;
        whole = -whole;
        other = -other;
    }
    if (whole == 0 || (along | other | (whole - along) | (whole - other)) < 0)
        return error;
    return raised(error, (t->h[k] - u->h[n]) * whole + along * (t->h[k2] - t->h[k]) - other * (u->h[n2] - u->h[n]),
                  whole);
}

static int64_t between(const face *t, const face *u, int64_t error)
{
    for (int k = 0; k < 3; k++) {
        error = above(t, u, k, error);
        error = above(u, t, k, error);
        for (int n = 0; n < 3; n++)
            error = across(t, k, u, n, error);
    }
    return error;
}

uint32_t TWC_NAME(detail_error)(const twc_mesh *coarse, const twc_mesh *fine)
{
    face block[BLOCK];
    boxes all, one = {.n = 1};
    uint8_t meets[BLOCK];
    int64_t error = 0;
    for (uint32_t first = 0; first < fine->triangle_count; first += BLOCK) {
        const uint32_t left = fine->triangle_count - first;
        all.n = left < BLOCK ? (int32_t)left : BLOCK;
        for (int32_t k = 0; k < all.n; k++) {
            block[k] = face_of(&fine->triangles[first + (uint32_t)k]);
            add_box(&all, &block[k], k);
        }
        for (uint32_t n = 0; n < coarse->triangle_count; n++) {
            const face t = face_of(&coarse->triangles[n]);
            add_box(&one, &t, 0);
            candidates(&all, &one, (int32_t)error, meets);
            for (int32_t k = 0; k < all.n; k++)
                if (meets[k])
                    error = between(&t, &block[k], error);
        }
    }
    return (uint32_t)error;
}
