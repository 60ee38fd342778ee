/* SPDX-License-Identifier: MIT */
/*
 * The least costly spanning forest, after Kruskal, by a total order of edges. Spec grid 11; twin
 * fast/grid/spanning_tree.c; test tests/grid/test_delaunay.c.
 */
#include "grid/stage.h"

/* A parent a point, and the edges by order. */
size_t twc_spanning_tree_bytes(size_t points, size_t edges)
{
    return 4 * points + 40 * edges + 256;
}

static int before(const twc_edge *one, const twc_edge *other)
{
    uint32_t low = one->a < one->b ? one->a : one->b, high = one->a ^ one->b ^ low;
    uint32_t other_low = other->a < other->b ? other->a : other->b, other_high = other->a ^ other->b ^ other_low;
    if (one->cost != other->cost)
        return one->cost < other->cost;
    if (one->length != other->length)
        return one->length < other->length;
    return low != other_low ? low < other_low : high < other_high;
}

/* Inserts numbers of edges, from 0 on, into their order. */
static void sort(size_t n, const twc_edge *edges, uint32_t *order)
{
    for (size_t k = 0; k < n; k++) {
        size_t at = k;
        for (; at > 0 && before(&edges[k], &edges[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = (uint32_t)k;
    }
}

static uint32_t root(const uint32_t *parent, uint32_t point)
{
    while (parent[point] != point)
        point = parent[point];
    return point;
}

void twc_reference_spanning_tree(size_t points, size_t n, const twc_edge *edges, void *scratch, uint8_t *chosen)
{
    uint32_t *parent = scratch, *order = parent + points;
    for (size_t k = 0; k < points; k++)
        parent[k] = (uint32_t)k;
    sort(n, edges, order);
    for (size_t k = 0; k < n; k++) {
        uint32_t a = root(parent, edges[order[k]].a), b = root(parent, edges[order[k]].b);
        chosen[order[k]] = a != b;
        parent[a < b ? b : a] = a < b ? a : b;
    }
}
