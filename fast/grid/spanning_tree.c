/* SPDX-License-Identifier: MIT */
/*
 * The spanning forest: edges in a heap, taken until all points are joined, parents halve their way up. Spec grid 11;
 * twin reference/grid/spanning_tree.c; test tests/grid/test_delaunay.c.
 */
#include "grid/grid.h"

typedef struct ranked {
    uint64_t cost, length;
    uint32_t low, high, number;
} ranked;

static int is_before(const ranked *one, const ranked *other)
{
    if (one->cost != other->cost)
        return one->cost < other->cost;
    if (one->length != other->length)
        return one->length < other->length;
    if (one->low != other->low)
        return one->low < other->low;
    return one->high != other->high ? one->high < other->high : one->number < other->number;
}

/* Lets an edge down from place k of a heap of n. */
static void sift(ranked *heap, size_t n, size_t k)
{
    const ranked moved = heap[k];
    for (size_t child = 2 * k + 1; child < n; child = 2 * k + 1) {
        child += child + 1 < n && is_before(&heap[child + 1], &heap[child]);
        if (!is_before(&heap[child], &moved))
            break;
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = moved;
}

static uint32_t root(uint32_t *parent, uint32_t point)
{
    while (parent[point] != point)
        point = parent[point] = parent[parent[point]];
    return point;
}

void TWC_NAME(spanning_tree)(size_t points, size_t n, const twc_edge *edges, void *scratch, uint8_t *chosen)
{
    ranked *heap = scratch;
    uint32_t *parent = (uint32_t *)(heap + n);
    size_t parts = points, left = n;
    for (size_t k = 0; k < points; k++)
        parent[k] = (uint32_t)k;
    for (size_t k = 0; k < n; k++) {
        const uint32_t a = edges[k].a, b = edges[k].b;
        heap[k] = (ranked){edges[k].cost, edges[k].length, a < b ? a : b, a < b ? b : a, (uint32_t)k};
    }
    memset(chosen, 0, n);
    for (size_t k = n / 2; k-- > 0;)
        sift(heap, n, k);
    while (left > 0 && parts > 1) {
        const uint32_t a = root(parent, heap[0].low), b = root(parent, heap[0].high);
        if (a != b) {
            chosen[heap[0].number] = 1;
            parent[b] = a;
            parts--;
        }
        heap[0] = heap[--left];
        if (left)
            sift(heap, left, 0);
    }
}
