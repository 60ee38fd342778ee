/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_greedy.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Corners are indices of samples, turning alike; `beyond[k]` is the triangle across the edge opposite to corner k. */
typedef struct piece {
    int corner[3], beyond[3];
    double off; /* of the sample that is farthest off, weighted */
    int at;
} piece;

typedef struct mesh {
    const twc_greedy_grid *grid;
    piece *piece;
    int count, room;
    int stack[1024]; /* pieces whose edge opposite to the new corner is to be looked at */
    int waiting;
} mesh;

static int column(const mesh *m, int sample)
{
    return sample % m->grid->nx;
}

static int row(const mesh *m, int sample)
{
    return sample / m->grid->nx;
}

static int64_t turn(const mesh *m, int a, int b, int x, int z)
{
    const int ax = column(m, a), az = row(m, a);
    return (int64_t)(column(m, b) - ax) * (z - az) - (int64_t)(row(m, b) - az) * (x - ax);
}

/* ---- what a triangle misses ---- */

typedef void visit_sample(mesh *m, int sample, double height, void *data);

static void visit(mesh *m, int index, visit_sample *see, void *data)
{
    const int *c = m->piece[index].corner;
    const float *h = m->grid->height;
    int x0 = column(m, c[0]), x1 = x0, z0 = row(m, c[0]), z1 = z0;
    for (int k = 1; k < 3; k++) {
        const int x = column(m, c[k]), z = row(m, c[k]);
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        z0 = z < z0 ? z : z0;
        z1 = z > z1 ? z : z1;
    }
    const double area = (double)turn(m, c[0], c[1], column(m, c[2]), row(m, c[2]));
    for (int z = z0; z <= z1; z++)
        for (int x = x0; x <= x1; x++) {
            const int64_t a = turn(m, c[1], c[2], x, z), b = turn(m, c[2], c[0], x, z), d = turn(m, c[0], c[1], x, z);
            if (a >= 0 && b >= 0 && d >= 0)
                see(m, z * m->grid->nx + x,
                    ((double)a * (double)h[c[0]] + (double)b * (double)h[c[1]] + (double)d * (double)h[c[2]]) / area,
                    data);
        }
}

static void note(mesh *m, int sample, double height, void *data)
{
    piece *p = data;
    const double weight = m->grid->weight ? (double)m->grid->weight[sample] : 1;
    const double off = weight * fabs(height - (double)m->grid->height[sample]);
    if (off > p->off) {
        p->off = off;
        p->at = sample;
    }
}

static void store(mesh *m, int sample, double height, void *data)
{
    (void)m;
    ((float *)data)[sample] = (float)height;
}

static void measure(mesh *m, int index)
{
    m->piece[index].off = 0;
    m->piece[index].at = -1;
    visit(m, index, note, &m->piece[index]);
}

/* ---- Delaunay ---- */

static void set(mesh *m, int index, const int corner[3], const int beyond[3])
{
    for (int k = 0; k < 3; k++) {
        m->piece[index].corner[k] = corner[k];
        m->piece[index].beyond[k] = beyond[k];
    }
}

static void relink(mesh *m, int index, int from, int to)
{
    for (int k = 0; index >= 0 && k < 3; k++)
        if (m->piece[index].beyond[k] == from) {
            m->piece[index].beyond[k] = to;
            return;
        }
}

/* Whether d lies inside the circle through a, b, c, which turn positively. */
static int in_circle(const mesh *m, int a, int b, int c, int d)
{
    const int64_t dx = column(m, d), dz = row(m, d);
    const int64_t ax = column(m, a) - dx, az = row(m, a) - dz, bx = column(m, b) - dx, bz = row(m, b) - dz,
                  cx = column(m, c) - dx, cz = row(m, c) - dz;
    return (ax * ax + az * az) * (bx * cz - cx * bz) - (bx * bx + bz * bz) * (ax * cz - cx * az) +
               (cx * cx + cz * cz) * (ax * bz - bx * az) >
           0;
}

/* Turns the edge opposite to corner 0 of a piece, the new one, if the corner beyond lies in its circle; both wait. */
static void legalise(mesh *m, int index)
{
    const piece t = m->piece[index];
    const int other = t.beyond[0];
    if (other < 0)
        return;
    const piece u = m->piece[other];
    int far = 0;
    while (u.beyond[far] != index)
        far++;
    if (!in_circle(m, t.corner[0], t.corner[1], t.corner[2], u.corner[far]))
        return;
    const int apex = u.corner[far]; /* u turns: apex, t's corner 2, t's corner 1 */
    const int past1 = u.beyond[(far + 1) % 3], past2 = u.beyond[(far + 2) % 3];
    set(m, index, (int[]){t.corner[0], t.corner[1], apex}, (int[]){past1, other, t.beyond[2]});
    set(m, other, (int[]){t.corner[0], apex, t.corner[2]}, (int[]){past2, t.beyond[1], index});
    relink(m, past1, other, index);
    relink(m, t.beyond[1], index, other);
    m->stack[m->waiting++] = index;
    m->stack[m->waiting++] = other;
}

/* Puts sample p into a piece, on none of its edges: three, with p as their first corners. */
static void split_inside(mesh *m, int index, int p)
{
    const piece t = m->piece[index];
    const int b = m->count, c = m->count + 1;
    m->count += 2;
    set(m, index, (int[]){p, t.corner[1], t.corner[2]}, (int[]){t.beyond[0], b, c});
    set(m, b, (int[]){p, t.corner[2], t.corner[0]}, (int[]){t.beyond[1], c, index});
    set(m, c, (int[]){p, t.corner[0], t.corner[1]}, (int[]){t.beyond[2], index, b});
    relink(m, t.beyond[1], index, b);
    relink(m, t.beyond[2], index, c);
    m->stack[m->waiting++] = index;
    m->stack[m->waiting++] = b;
    m->stack[m->waiting++] = c;
}

/* Puts sample p on the edge opposite to corner k: two pieces, and two of the one beyond. */
static void split_edge(mesh *m, int index, int k, int p)
{
    const piece t = m->piece[index];
    const int apex = t.corner[k], from = t.corner[(k + 1) % 3], to = t.corner[(k + 2) % 3], other = t.beyond[k];
    const int at_from = t.beyond[(k + 2) % 3], at_to = t.beyond[(k + 1) % 3]; /* beyond apex-from and to-apex */
    const int b = m->count++;
    int c = -1;
    if (other >= 0) {
        const piece u = m->piece[other];
        int far = 0;
        while (u.beyond[far] != index)
            far++;
        c = m->count++; /* u turns: its apex, to, from */
        const int past_to = u.beyond[(far + 2) % 3], past_from = u.beyond[(far + 1) % 3];
        set(m, other, (int[]){p, u.corner[far], to}, (int[]){past_to, b, c});
        set(m, c, (int[]){p, from, u.corner[far]}, (int[]){past_from, other, index});
        relink(m, past_from, other, c);
        m->stack[m->waiting++] = other;
        m->stack[m->waiting++] = c;
    }
    set(m, index, (int[]){p, apex, from}, (int[]){at_from, c, b});
    set(m, b, (int[]){p, to, apex}, (int[]){at_to, index, other});
    relink(m, at_to, index, b);
    m->stack[m->waiting++] = index;
    m->stack[m->waiting++] = b;
}

static void insert(mesh *m, int index, int p)
{
    const int *c = m->piece[index].corner;
    int touched[sizeof m->stack / sizeof *m->stack], count = 0, edge = -1;
    for (int k = 0; k < 3; k++)
        if (turn(m, c[(k + 1) % 3], c[(k + 2) % 3], column(m, p), row(m, p)) == 0)
            edge = k;
    m->waiting = 0;
    if (edge < 0)
        split_inside(m, index, p);
    else
        split_edge(m, index, edge, p);
    while (m->waiting > 0) {
        const int next = m->stack[--m->waiting];
        int known = 0;
        for (int k = 0; k < count; k++)
            known |= touched[k] == next;
        if (!known && count < (int)(sizeof touched / sizeof *touched))
            touched[count++] = next;
        else if (!known)
            measure(m, next); /* no room to wait: at once, and again should it be turned later */
        legalise(m, next);
    }
    for (int k = 0; k < count; k++)
        measure(m, touched[k]);
}

static int worst(const mesh *m)
{
    int found = 0;
    for (int k = 1; k < m->count; k++)
        if (m->piece[k].off > m->piece[found].off)
            found = k;
    return found;
}

twc_status twc_greedy(const twc_greedy_grid *grid, size_t triangles, float *heights, size_t *made)
{
    const int last = grid->nx - 1, bottom = (grid->nz - 1) * grid->nx;
    mesh m = {.grid = grid, .count = 2, .room = (int)triangles + 4};
    m.piece = malloc((size_t)m.room * sizeof *m.piece);
    if (!m.piece)
        return twc_fail(TWC_IO, "not enough memory for %zu triangles", triangles);
    set(&m, 0, (int[]){0, last, bottom + last}, (int[]){-1, 1, -1});
    set(&m, 1, (int[]){0, bottom + last, bottom}, (int[]){-1, -1, 0});
    measure(&m, 0);
    measure(&m, 1);
    while ((size_t)m.count + 2 <= triangles) {
        const int index = worst(&m);
        if (m.piece[index].off <= 0)
            break;
        insert(&m, index, m.piece[index].at);
    }
    for (int k = 0; k < m.count; k++)
        visit(&m, k, store, heights);
    *made = (size_t)m.count;
    free(m.piece);
    return twc_ok();
}
