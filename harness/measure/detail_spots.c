/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_spots.h"

/* Of two surfaces nearer to each other than so much of their distance the front counts: the far side of a ridge. */
static const double same = 1e-6;

static int64_t turn(twc_seen_corner a, twc_seen_corner b, int64_t column, int64_t row)
{
    return (b.column - a.column) * (row - a.row) - (b.row - a.row) * (column - a.column);
}

/*
 * Twice the area on the inner side of an edge at the centre of a pixel: first + column across + row down. At least
 * `least` within: a centre on the edge belongs to one of its two triangles.
 */
typedef struct side {
    int64_t first, across, down, least;
} side;

static side side_of(twc_seen_corner a, twc_seen_corner b)
{
    const int owns = b.row > a.row || (b.row == a.row && b.column < a.column);
    return (side){turn(a, b, TWC_SPOT_STEPS / 2, TWC_SPOT_STEPS / 2), (a.row - b.row) * TWC_SPOT_STEPS,
                  (b.column - a.column) * TWC_SPOT_STEPS, !owns};
}

static void bounds(int64_t a, int64_t b, int64_t c, int32_t count, int32_t *first, int32_t *last)
{
    const int64_t low = a < b ? a < c ? a : c : b < c ? b : c, high = a > b ? a > c ? a : c : b > c ? b : c;
    const int64_t from = low <= 0 ? 0 : low / TWC_SPOT_STEPS, to = high < 0 ? -1 : high / TWC_SPOT_STEPS;
    *first = (int32_t)(from < count ? from : count);
    *last = (int32_t)(to < count ? to : count - 1);
}

static void put(double w, int front, double *nearest_w, uint8_t *nearest_front)
{
    const double slack = front == *nearest_front ? 1 : *nearest_front ? 1 + same : 1 - same;
    if (w > *nearest_w * slack) {
        *nearest_w = w;
        *nearest_front = (uint8_t)front;
    }
}

/* Part of a row of pixels. */
typedef struct span {
    int32_t row, first, last;
    int front;
} span;

static void fill_row(const side edges[3], const double corners[3], double area, span at, twc_holes_picture *picture)
{
    int64_t e[3];
    for (int k = 0; k < 3; k++)
        e[k] = edges[k].first + edges[k].across * at.first + edges[k].down * at.row;
    for (int32_t x = at.first; x <= at.last; x++) {
        if (e[0] >= edges[0].least && e[1] >= edges[1].least && e[2] >= edges[2].least)
            put(((double)e[0] * corners[0] + (double)e[1] * corners[1] + (double)e[2] * corners[2]) / area, at.front,
                &picture->near[at.row][x], &picture->front[at.row][x]);
        for (int k = 0; k < 3; k++)
            e[k] += edges[k].across;
    }
}

void twc_spots_fill(twc_seen_corner a, twc_seen_corner b, twc_seen_corner c, int front, twc_holes_picture *picture)
{
    int64_t area = turn(a, b, c.column, c.row);
    int32_t x0, x1, z0, z1;
    if (area == 0)
        return;
    if (area < 0) {
        const twc_seen_corner swapped = b;
        b = c;
        c = swapped;
        area = -area;
    }
    const side edges[3] = {side_of(b, c), side_of(c, a), side_of(a, b)};
    const double corners[3] = {a.w, b.w, c.w};
    bounds(a.column, b.column, c.column, TWC_HOLES_WIDTH, &x0, &x1);
    bounds(a.row, b.row, c.row, TWC_HOLES_HEIGHT, &z0, &z1);
    for (int32_t z = z0; z <= z1; z++)
        fill_row(edges, corners, (double)area, (span){z, x0, x1, front}, picture);
}
