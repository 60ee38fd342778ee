/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/simplify.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { NONE = -1, AROUND = 256 }; /* triangles about a vertex beyond which it is left alone */

/* The symmetric matrix of a sum of planes' squares, row by row. */
typedef struct quadric {
    double xx, xy, xz, xw, yy, yz, yw, zz, zw, ww;
} quadric;

/* Drawing vertex `from` into `to`, as they were when the stamps were given. */
typedef struct draw_in {
    double cost;
    int32_t from, to;
    uint32_t from_stamp, to_stamp;
} draw_in;

/* Corner 3 t + k is corner k of triangle t; those at a vertex are a list, the ones of lost triangles among them. */
typedef struct mesh {
    const twc_greedy_grid *grid;
    double spacing;
    int32_t *corner, *next, *first; /* a corner's vertex and the next at it; a vertex's first */
    uint8_t *lost;                  /* a triangle */
    uint32_t *stamp;                /* a vertex: how often it changed */
    quadric *sum;
    draw_in *heap;
    size_t triangles, alive, count, room;
} mesh;

static int64_t column(const mesh *m, int32_t v)
{
    return v % m->grid->nx;
}

static int64_t row(const mesh *m, int32_t v)
{
    return v / m->grid->nx;
}

static int64_t turn(const mesh *m, int32_t a, int32_t b, int32_t c)
{
    return (column(m, b) - column(m, a)) * (row(m, c) - row(m, a)) -
           (row(m, b) - row(m, a)) * (column(m, c) - column(m, a));
}

/* ---- quadrics ---- */

static void add_plane(quadric *q, const double n[3], double w, double weight)
{
    q->xx += weight * n[0] * n[0];
    q->xy += weight * n[0] * n[1];
    q->xz += weight * n[0] * n[2];
    q->xw += weight * n[0] * w;
    q->yy += weight * n[1] * n[1];
    q->yz += weight * n[1] * n[2];
    q->yw += weight * n[1] * w;
    q->zz += weight * n[2] * n[2];
    q->zw += weight * n[2] * w;
    q->ww += weight * w * w;
}

static void add_quadric(quadric *to, const quadric *from)
{
    double *a = (double *)to;
    const double *b = (const double *)from;
    for (size_t k = 0; k < sizeof *to / sizeof *a; k++)
        a[k] += b[k];
}

static double at(const quadric *q, const double p[3])
{
    return p[0] * (q->xx * p[0] + 2 * (q->xy * p[1] + q->xz * p[2] + q->xw)) +
           p[1] * (q->yy * p[1] + 2 * (q->yz * p[2] + q->yw)) + p[2] * (q->zz * p[2] + 2 * q->zw) + q->ww;
}

static void place(const mesh *m, int32_t v, double p[3])
{
    p[0] = m->spacing * (double)column(m, v);
    p[1] = (double)m->grid->height[v];
    p[2] = m->spacing * (double)row(m, v);
}

/* The plane of a triangle, weighted by its area, at its three corners. */
static void add_triangle(mesh *m, const int32_t v[3])
{
    double p[3][3], e[3], f[3], n[3];
    for (int k = 0; k < 3; k++)
        place(m, v[k], p[k]);
    for (int k = 0; k < 3; k++) {
        e[k] = p[1][k] - p[0][k];
        f[k] = p[2][k] - p[0][k];
    }
    n[0] = e[1] * f[2] - e[2] * f[1];
    n[1] = e[2] * f[0] - e[0] * f[2];
    n[2] = e[0] * f[1] - e[1] * f[0];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++)
        n[k] /= length;
    const double w = -(n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2]);
    for (int k = 0; k < 3; k++)
        add_plane(&m->sum[v[k]], n, w, length / 2);
}

/* ---- what is drawn in next ---- */

static int before(const draw_in *a, const draw_in *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    return a->from != b->from ? a->from < b->from : a->to < b->to;
}

static int put(mesh *m, draw_in d)
{
    if (m->count == m->room) {
        draw_in *more = realloc(m->heap, 2 * m->room * sizeof *more);
        if (!more)
            return 0;
        m->heap = more;
        m->room *= 2;
    }
    size_t k = m->count++;
    for (; k > 0 && before(&d, &m->heap[(k - 1) / 2]); k = (k - 1) / 2)
        m->heap[k] = m->heap[(k - 1) / 2];
    m->heap[k] = d;
    return 1;
}

static draw_in take(mesh *m)
{
    const draw_in found = m->heap[0], last = m->heap[--m->count];
    size_t k = 0;
    for (size_t child = 1; child < m->count; child = 2 * k + 1) {
        child += child + 1 < m->count && before(&m->heap[child + 1], &m->heap[child]);
        if (!before(&m->heap[child], &last))
            break;
        m->heap[k] = m->heap[child];
        k = child;
    }
    m->heap[k] = last;
    return found;
}

/* The sides of the outline that a vertex lies on, as bits. */
static int sides(const mesh *m, int32_t v)
{
    return (column(m, v) == 0) | (column(m, v) == m->grid->nx - 1) << 1 | (row(m, v) == 0) << 2 |
           (row(m, v) == m->grid->nz - 1) << 3;
}

/* A vertex of the outline goes along its side only, a corner nowhere. */
static int may(const mesh *m, int32_t from, int32_t to)
{
    return (sides(m, from) & ~sides(m, to)) == 0;
}

/* The cheaper way of the two that an edge can go, if one can be gone. */
static int offer(mesh *m, int32_t a, int32_t b)
{
    draw_in best = {.from = NONE};
    quadric q = m->sum[a];
    add_quadric(&q, &m->sum[b]);
    for (int k = 0; k < 2; k++) {
        double p[3];
        const int32_t from = k ? b : a, to = k ? a : b;
        if (!may(m, from, to))
            continue;
        place(m, to, p);
        const double cost = at(&q, p);
        if (best.from == NONE || cost < best.cost)
            best = (draw_in){cost, from, to, m->stamp[from], m->stamp[to]};
    }
    return best.from == NONE || put(m, best);
}

/* ---- drawing in ---- */

static int has(const mesh *m, int32_t triangle, int32_t v)
{
    const int32_t *c = &m->corner[3 * triangle];
    return c[0] == v || c[1] == v || c[2] == v;
}

/*
 * Whether triangles about `from` still look up with `to` in its place, and so cover what they covered. Both ends of an
 * edge have two neighbours in common (one on the outline): with more, triangles would come to lie on each other.
 */
static int fits(const mesh *m, int32_t from, int32_t to)
{
    int count = 0;
    for (int32_t c = m->first[from]; c != NONE; c = m->next[c]) {
        const int32_t t = c / 3, k = c % 3;
        if (m->lost[t])
            continue;
        if (++count > AROUND)
            return 0;
        if (!has(m, t, to) && turn(m, to, m->corner[3 * t + (k + 1) % 3], m->corner[3 * t + (k + 2) % 3]) <= 0)
            return 0;
    }
    return 1;
}

static void draw(mesh *m, int32_t from, int32_t to)
{
    int32_t next;
    for (int32_t c = m->first[from]; c != NONE; c = next) {
        const int32_t t = c / 3;
        next = m->next[c];
        if (m->lost[t])
            continue;
        if (has(m, t, to)) {
            m->lost[t] = 1;
            m->alive--;
            continue;
        }
        m->corner[c] = to;
        m->next[c] = m->first[to];
        m->first[to] = c;
    }
    m->first[from] = NONE;
    m->stamp[from]++;
    m->stamp[to]++;
    add_quadric(&m->sum[to], &m->sum[from]);
}

/* The edges at a vertex, each once in each of its triangles' order; lost corners leave the list. */
static int offer_around(mesh *m, int32_t v)
{
    int ready = 1;
    for (int32_t *link = &m->first[v]; *link != NONE && ready;) {
        const int32_t c = *link, t = c / 3, k = c % 3;
        if (m->lost[t]) {
            *link = m->next[c];
            continue;
        }
        ready = offer(m, v, m->corner[3 * t + (k + 1) % 3]);
        if (ready && sides(m, m->corner[3 * t + (k + 2) % 3]))
            ready = offer(m, v, m->corner[3 * t + (k + 2) % 3]);
        link = &m->next[c];
    }
    return ready;
}

static int run(mesh *m, size_t triangles)
{
    int ready = 1;
    while (ready && m->alive > triangles && m->count > 0) {
        const draw_in d = take(m);
        if (m->stamp[d.from] != d.from_stamp || m->stamp[d.to] != d.to_stamp || !fits(m, d.from, d.to))
            continue;
        draw(m, d.from, d.to);
        ready = offer_around(m, d.to);
    }
    return ready;
}

/* ---- from a grid, and to heights ---- */

static int fill(mesh *m)
{
    const int32_t nx = m->grid->nx, nz = m->grid->nz;
    int32_t t = 0;
    int ready = 1;
    for (int32_t v = 0; v < nx * nz; v++)
        m->first[v] = NONE;
    for (int32_t z = 0; z + 1 < nz; z++)
        for (int32_t x = 0; x + 1 < nx; x++) {
            const int32_t a = z * nx + x, cell[2][3] = {{a, a + 1, a + nx + 1}, {a, a + nx + 1, a + nx}};
            for (int half = 0; half < 2; half++, t++) {
                add_triangle(m, cell[half]);
                for (int k = 0; k < 3; k++) {
                    const int32_t c = 3 * t + k, v = cell[half][k];
                    m->corner[c] = v;
                    m->next[c] = m->first[v];
                    m->first[v] = c;
                }
            }
        }
    for (int32_t v = 0; v < nx * nz && ready; v++) {
        const int32_t x = v % nx, z = v / nx;
        ready = (x + 1 == nx || offer(m, v, v + 1)) && (z + 1 == nz || offer(m, v, v + nx)) &&
                (x + 1 == nx || z + 1 == nz || offer(m, v, v + nx + 1));
    }
    return ready;
}

static void store_triangle(const mesh *m, const int32_t v[3], float *heights)
{
    int64_t x0 = column(m, v[0]), x1 = x0, z0 = row(m, v[0]), z1 = z0;
    for (int k = 1; k < 3; k++) {
        x0 = column(m, v[k]) < x0 ? column(m, v[k]) : x0;
        x1 = column(m, v[k]) > x1 ? column(m, v[k]) : x1;
        z0 = row(m, v[k]) < z0 ? row(m, v[k]) : z0;
        z1 = row(m, v[k]) > z1 ? row(m, v[k]) : z1;
    }
    const float *h = m->grid->height;
    for (int64_t z = z0; z <= z1; z++)
        for (int64_t x = x0; x <= x1; x++) {
            const int32_t s = (int32_t)(z * m->grid->nx + x);
            const int64_t a = turn(m, v[1], v[2], s), b = turn(m, v[2], v[0], s), c = turn(m, v[0], v[1], s);
            if (a >= 0 && b >= 0 && c >= 0)
                heights[s] = (float)(((double)a * (double)h[v[0]] + (double)b * (double)h[v[1]] +
                                      (double)c * (double)h[v[2]]) /
                                     (double)(a + b + c));
        }
}

static void destroy(mesh *m)
{
    free(m->corner);
    free(m->next);
    free(m->first);
    free(m->lost);
    free(m->stamp);
    free(m->sum);
    free(m->heap);
}

twc_status twc_simplify(const twc_greedy_grid *grid, double spacing, size_t triangles, float *heights, size_t *made)
{
    const size_t vertices = (size_t)grid->nx * (size_t)grid->nz;
    mesh m = {.grid = grid, .spacing = spacing};
    m.triangles = m.alive = 2 * (size_t)(grid->nx - 1) * (size_t)(grid->nz - 1);
    m.room = 4 * vertices;
    m.corner = malloc(3 * m.triangles * sizeof *m.corner);
    m.next = malloc(3 * m.triangles * sizeof *m.next);
    m.first = malloc(vertices * sizeof *m.first);
    m.lost = calloc(m.triangles, 1);
    m.stamp = calloc(vertices, sizeof *m.stamp);
    m.sum = calloc(vertices, sizeof *m.sum);
    m.heap = malloc(m.room * sizeof *m.heap);
    const int ready = m.corner && m.next && m.first && m.lost && m.stamp && m.sum && m.heap && fill(&m) &&
                      run(&m, triangles);
    for (size_t t = 0; t < m.triangles && ready; t++)
        if (!m.lost[t])
            store_triangle(&m, &m.corner[3 * t], heights);
    *made = m.alive;
    destroy(&m);
    return ready ? twc_ok() : twc_fail(TWC_IO, "not enough memory to simplify %zu triangles", m.triangles);
}
