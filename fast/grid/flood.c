/* SPDX-License-Identifier: MIT */
/*
 * The flood, mostly without a queue. Ground that rises from water whose height is known is dry, in whatever order it is
 * met: such slopes are climbed at once, by a stack. In the queue are only cells of slopes beyond which the ground falls
 * again, and where all cells rise alike, what is filled from them comes in order by itself and needs a plain list. Spec
 * grid 2; twin reference/grid/flood.c; test tests/grid/test_flood.c.
 */
#include <math.h>

#include "grid/grid.h"

/* DONE where the water is known or nothing is; ALIAS about a ring: a cell of the other end. */
enum { DONE = 0, OPEN = 1, ALIAS = 2 };

/*
 * The grid with an edge of one cell about it. What is queued lies in buckets by height, in no order, but for the lowest
 * bucket, which is a heap.
 */
typedef struct flood_work {
    ptrdiff_t stride, columns;
    int32_t around[32];   /* by the bits of open_about */
    float all, *w, *rise; /* w: the ground where it is OPEN; rise: NULL where all cells rise alike */
    uint8_t *state;
    uint32_t *stack, *shore, *list; /* slopes to be climbed; those that ground may fall away from; filled, in order */
    size_t stacked, shores, first, last;
    uint64_t *heap;
    uint32_t *bucket, *link; /* the last one put in, and after each cell the one before it; NOTHING ends */
    size_t heaped, queued;   /* in the heap; in buckets */
    int32_t buckets, lowest;
    float low, per_metre; /* bucket of height h: (h - low) per_metre, within 0 .. buckets - 1 */
} flood_work;

static const uint32_t nothing = UINT32_MAX;

static size_t align(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static void lay_out(flood_work *work, const twc_cell_grid *grid, int each, char *scratch)
{
    const size_t n = ((size_t)grid->columns + 2) * ((size_t)grid->rows + 2);
    work->stride = grid->columns + 2;
    work->columns = grid->columns;
    for (int32_t bit = 0; bit < 24; bit++)
        work->around[bit] = (bit / 2 % 4 - 1) * (int32_t)work->stride + bit / 8 - 1;
    work->buckets = n < 1 << 19 ? (int32_t)(n / 8) + 1 : 1 << 16;
    work->heap = (uint64_t *)(void *)scratch;
    work->w = (float *)(void *)(scratch += align(8 * n));
    work->stack = (uint32_t *)(void *)(scratch += align(4 * n));
    work->shore = (uint32_t *)(void *)(scratch += align(4 * n));
    work->list = (uint32_t *)(void *)(scratch += align(4 * n));
    work->link = (uint32_t *)(void *)(scratch += align(4 * n));
    work->rise = each ? (float *)(void *)(scratch += align(4 * n)) : NULL;
    work->bucket = (uint32_t *)(void *)(scratch += align(4 * n));
    work->state = (uint8_t *)(scratch += align(4 * (size_t)work->buckets));
    memset(work->bucket, 0xFF, (size_t)work->buckets * sizeof *work->bucket);
    work->stacked = work->shores = work->heaped = work->queued = work->first = work->last = 0;
    work->lowest = -1;
}

/* The bits of a number in the order of numbers. */
static uint64_t key_of(const flood_work *work, uint32_t c)
{
    const uint32_t bits = twc_float_bits(work->w[c]);
    return (uint64_t)(bits ^ (0x80000000u | (0u - (bits >> 31)))) << 32 | c;
}

/* Four children a parent: half as many steps on the way up, which most cells go. */
static void push_heap(flood_work *work, uint32_t c)
{
    const uint64_t key = key_of(work, c);
    size_t k = work->heaped++;
    for (; k > 0 && work->heap[(k - 1) / 4] > key; k = (k - 1) / 4)
        work->heap[k] = work->heap[(k - 1) / 4];
    work->heap[k] = key;
}

static uint32_t pop_heap(flood_work *work)
{
    uint64_t *heap = work->heap;
    const uint64_t top = heap[0], last = heap[--work->heaped];
    size_t k = 0;
    for (;;) {
        const size_t child = 4 * k + 1, end = child + 4 < work->heaped ? child + 4 : work->heaped;
        size_t least = child;
        if (child >= work->heaped)
            break;
        for (size_t other = child + 1; other < end; other++)
            least = heap[other] < heap[least] ? other : least;
        if (heap[least] >= last)
            break;
        heap[k] = heap[least];
        k = least;
    }
    heap[k] = last;
    return (uint32_t)top;
}

/* Grows with the height, roundings included. */
static int32_t bucket_of(const flood_work *work, float height)
{
    const float place = (height - work->low) * work->per_metre, last = (float)(work->buckets - 1);
    return place < last ? (place > 0.0f ? (int32_t)place : 0) : work->buckets - 1;
}

static void push(flood_work *work, uint32_t c)
{
    const int32_t bucket = bucket_of(work, work->w[c]);
    if (bucket <= work->lowest) {
        push_heap(work, c);
        return;
    }
    work->link[c] = work->bucket[bucket];
    work->bucket[bucket] = c;
    work->queued++;
}

/* Four bytes as one number, the first lowest. */
static uint32_t four(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The states of the eight about a cell: column k in byte k, its rows two bits each from the lowest. */
static uint32_t open_about(const flood_work *work, uint32_t c)
{
    const uint8_t *own = work->state + c - 1;
    return ((four(own - work->stride) & 0xFFFFFF) | (four(own) & 0xFF00FF) << 2 |
            (four(own + work->stride) & 0xFFFFFF) << 4);
}

/* Whether anything is queued that has a neighbour left; then the heap has the lowest. */
static int queue(flood_work *work)
{
    while (!work->heaped && work->queued)
        for (uint32_t c = work->bucket[++work->lowest]; c != nothing; c = work->link[c]) {
            work->queued--;
            if (open_about(work, c))
                push_heap(work, c);
        }
    return work->heaped > 0;
}

static uint32_t beyond(const flood_work *work, uint32_t n)
{
    return (uint32_t)(n % work->stride == 0 ? n + work->columns : n - work->columns);
}

static void put_under_water(flood_work *work, uint32_t n, float level)
{
    work->state[n] = DONE;
    work->w[n] = level;
    if (work->rise)
        push(work, n);
    else
        work->list[work->last++] = n;
}

/* What becomes of the neighbours of a cell whose water is known: CLIMB only what is dry, FILL the others too. */
enum { CLIMB, FILL };

TWC_INLINE int spread(flood_work *work, uint32_t c, int how)
{
    const float level = work->w[c];
    int left = 0;
    for (uint32_t open = open_about(work, c); open; open &= open - 1) {
        const int bit = __builtin_ctz(open);
        uint32_t n = c + (uint32_t)work->around[bit];
        if (bit & 1) { /* an ALIAS */
            n = beyond(work, n);
            if (work->state[n] != OPEN)
                continue;
        }
        const float v = level + (work->rise ? work->rise[n] : work->all);
        if (work->w[n] >= v) {
            work->state[n] = DONE;
            work->stack[work->stacked++] = n;
        } else if (how == CLIMB) {
            left = 1;
        } else {
            put_under_water(work, n, v);
        }
    }
    return left;
}

/* Climbs from all that is on the stack; those from which ground falls that is still OPEN in the end are queued. */
static void climb(flood_work *work)
{
    work->shores = 0;
    while (work->stacked) {
        const uint32_t c = work->stack[--work->stacked];
        if (spread(work, c, CLIMB))
            work->shore[work->shores++] = c;
    }
    for (size_t k = 0; k < work->shores; k++)
        if (open_about(work, work->shore[k]))
            push(work, work->shore[k]);
}

static void fill_all(flood_work *work)
{
    climb(work);
    while (queue(work) || work->first < work->last) {
        const int listed = work->first < work->last &&
                           (!work->heaped || key_of(work, work->list[work->first]) <= work->heap[0]);
        const uint32_t c = listed ? work->list[work->first++] : pop_heap(work);
        (void)spread(work, c, FILL);
        if (work->stacked)
            climb(work);
    }
}

/* Buckets between the lowest and the highest of some cells: what lies beyond is in the last ones. */
static void measure(flood_work *work, const float *z, size_t cells)
{
    float low = (float)INFINITY, high = -(float)INFINITY;
    for (size_t c = 0; c < cells; c += 13) {
        low = z[c] < low ? z[c] : low;
        high = z[c] > high ? z[c] : high;
    }
    work->low = low < high ? low : 0.0f;
    work->per_metre = low < high ? (float)work->buckets / (high - low) : 0.0f;
}

static void take_in(flood_work *work, const twc_cell_grid *grid, const float *z, const uint8_t *outlets,
                    const twc_rise *rise)
{
    const size_t columns = (size_t)grid->columns, stride = columns + 2;
    memset(work->state, DONE, stride * ((size_t)grid->rows + 2));
    work->all = rise->all;
    for (size_t j = 0; j < (size_t)grid->rows; j++) {
        const size_t to = (j + 1) * stride + 1, from = j * columns;
        memcpy(work->w + to, z + from, columns * sizeof *z);
        if (work->rise)
            memcpy(work->rise + to, rise->each + from, columns * sizeof *z);
        for (size_t i = 0; i < columns; i++)
            work->state[to + i] = (uint8_t)((z[from + i] == z[from + i]) & (outlets[from + i] == 0));
        for (size_t i = 0; i < columns; i++)
            if (outlets[from + i] && z[from + i] == z[from + i])
                work->stack[work->stacked++] = (uint32_t)(to + i);
        if (grid->ring)
            work->state[to - 1] = work->state[to + columns] = ALIAS;
    }
}

void TWC_NAME(flood)(const twc_cell_grid *grid, const float *z, const uint8_t *outlets, const twc_rise *rise,
                     void *scratch, float *w)
{
    flood_work work;
    lay_out(&work, grid, rise->each != NULL, scratch);
    measure(&work, z, twc_cell_count(grid));
    take_in(&work, grid, z, outlets, rise);
    fill_all(&work);
    for (ptrdiff_t j = 0; j < grid->rows; j++) {
        const ptrdiff_t from = (j + 1) * work.stride + 1;
        for (ptrdiff_t i = 0; i < work.columns; i++)
            w[j * work.columns + i] = work.state[from + i] == OPEN ? (float)INFINITY : work.w[from + i];
    }
}
