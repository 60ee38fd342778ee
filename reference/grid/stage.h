/* SPDX-License-Identifier: MIT */
/* What the files of the reference's grid stage say to each other: neighbours, and a heap of cells. */
#ifndef TWC_REFERENCE_GRID_STAGE_H
#define TWC_REFERENCE_GRID_STAGE_H

#include "kernels/reference_grid.h"

enum { TWC_NEIGHBOURS = 8 };

/* The cell of neighbour k (by row, then column) of cell (i, j); 0 where the grid ends before it. */
static inline int twc_grid_neighbour(const twc_cell_grid *grid, int32_t i, int32_t j, int k, size_t *out)
{
    static const int8_t east[TWC_NEIGHBOURS] = {-1, 0, 1, -1, 1, -1, 0, 1};
    static const int8_t south[TWC_NEIGHBOURS] = {-1, -1, -1, 0, 0, 1, 1, 1};
    int32_t x = i + east[k], z = j + south[k];
    if (z < 0 || z >= grid->rows)
        return 0;
    if (grid->ring)
        x = twc_floor_mod(x, grid->columns);
    else if (x < 0 || x >= grid->columns)
        return 0;
    *out = (size_t)z * (size_t)grid->columns + (size_t)x;
    return 1;
}

/* How far that neighbour is. */
static inline double twc_grid_distance(const twc_steady *distances, int k)
{
    return k == 3 || k == 4 ? distances->along_x : k == 1 || k == 6 ? distances->along_z : distances->across;
}

/* The bits of a real number in the order of numbers: -0 comes before 0. */
static inline uint64_t twc_ordered_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static inline double twc_of_ordered_bits(uint64_t bits)
{
    double value;
    bits = bits >> 63 ? bits & ~((uint64_t)1 << 63) : ~bits;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t twc_ordered_float_bits(float value)
{
    uint32_t bits = twc_float_bits(value);
    return bits >> 31 ? ~bits : bits | 0x80000000U;
}

/* A heap of keys, the least on top. */
static inline void twc_heap_push(uint64_t *heap, size_t *count, uint64_t key)
{
    size_t k = (*count)++;
    for (; k > 0 && heap[(k - 1) / 2] > key; k = (k - 1) / 2)
        heap[k] = heap[(k - 1) / 2];
    heap[k] = key;
}

static inline uint64_t twc_heap_pop(uint64_t *heap, size_t *count)
{
    uint64_t top = heap[0], last = heap[--*count];
    size_t k = 0, child = 1;
    while (child < *count) {
        child += child + 1 < *count && heap[child + 1] < heap[child];
        if (heap[child] >= last)
            break;
        heap[k] = heap[child];
        k = child;
        child = 2 * k + 1;
    }
    if (*count)
        heap[k] = last;
    return top;
}

#endif
