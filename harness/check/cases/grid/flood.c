/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `flood`: grounds with pits, plains and terraces, outlets of all kinds, rises alike and of each cell. */
#include <math.h>
#include <string.h>

#include "check/case_grid.h"
#include "check/registry.h"

enum { RISES = G_COUNT, HOLES };
enum { Z, OUTLETS, RISE, W };

static const twc_scalar scalars[] = {
    TWC_GRID_SCALARS,
    {"rises", 0, 4, 0},
    {"holes", 0, 1, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_grid_draw(random, index, value);
    value[RISES] = twc_random_between(random, 0, 4);
    value[HOLES] = twc_random_once_in(random, 3);
}

static int shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "z", &twc_layout_f32, cells);
    twc_case_list(c, TWC_INPUT, "outlets", &twc_layout_u8, cells);
    twc_case_list(c, TWC_INPUT, "rise", &twc_layout_f32, cells);
    twc_case_list(c, TWC_OUTPUT, "w", &twc_layout_f32, cells);
    return 1;
}

static void fill(twc_case *c)
{
    float *z = c->array[Z].data, *rise = c->array[RISE].data;
    twc_case_outlets(c, c->array[OUTLETS].data);
    for (size_t k = 0; k < c->array[Z].count; k++) {
        const float share = (float)twc_case_choice(c, k, 31, 1024) / 1024.0f;
        z[k] = c->value[HOLES] && twc_case_choice(c, k, 30, 6) == 0 ? twc_case_no_number() : twc_case_ground(c, k);
        rise[k] = c->value[RISES] == 3 ? (1.0f + 63.0f * share * share * share) / 256.0f : share * 30.0f;
    }
}

static int neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_cell_grid grid;
    (void)implementation;
    return twc_case_grid_of(c, &grid) ? twc_flood_bytes(&grid) : 0;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    static const float all[3] = {0.0f, 0.0078125f, 5.3f};
    const int64_t kind = c->value[RISES];
    const twc_rise rise = {kind < 3 ? all[kind] : 0.0f, kind < 3 ? NULL : call->buffer[RISE]};
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->flood(&grid, call->buffer[Z], call->buffer[OUTLETS], &rise, call->scratch, call->buffer[W]);
}

static const twc_planted_fault faults[] = {
    {"wrong neighbour", "grid/flood.c", "bit / 8 - 1;", "bit / 8 - TWC_FAULT(1, 1 + (bit == 20));"},
    {"wrong order of the queue", "grid/flood.c", "heap[other] < heap[least] ? other : least",
     "TWC_FAULT(heap[other] < heap[least], 0) ? other : least"},
    {"wrong sign", "grid/flood.c", "bits ^ (0x80000000u | (0u - (bits >> 31)))",
     "bits ^ TWC_FAULT(0x80000000u | (0u - (bits >> 31)), 0x80000000u)"},
    {"list before queue", "grid/flood.c", "<= work->heap[0]);", "<= TWC_FAULT(work->heap[0], UINT64_MAX));"},
    {"list before buckets", "grid/flood.c", "queue(work) || work->first < work->last",
     "work->first < work->last || queue(work)"},
    {"rise of the wrong cell", "grid/flood.c", "level + (work->rise ? work->rise[n]",
     "level + (work->rise ? work->rise[TWC_FAULT(n, c)]"},
    {"shore forgotten", "grid/flood.c", "if (spread(work, c, CLIMB))",
     "if (spread(work, c, CLIMB) & TWC_FAULT(1, work->shores == 0))"},
    {"lowest bucket left", "grid/flood.c", "bucket <= work->lowest", "bucket <= work->lowest - TWC_FAULT(0, 1)"},
    {"equal ground is filled", "grid/flood.c", "work->w[n] >= v", "work->w[n] > v"},
    {"wrong side of the ring", "grid/flood.c", "n % work->stride == 0 ?", "n % work->stride == TWC_FAULT(0, 1) ?"},
    {"no number is ground", "grid/flood.c", "(z[from + i] == z[from + i]) & (outlets[from + i] == 0)",
     "TWC_FAULT(z[from + i] == z[from + i], 1) & (outlets[from + i] == 0)"},
    {"dry where nothing drains", "grid/flood.c", "OPEN ? (float)INFINITY :", "OPEN ? (float)TWC_FAULT(INFINITY, 0) :"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_flood = {
    .name = "grid.flood",
    .cases = 480,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .neutral = neutral,
    .scratch = scratch,
    .run = run,
    .faults = faults,
    .fingerprint = 0x0d285abe1012ffab,
};
