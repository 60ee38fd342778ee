/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `receivers`, `donors` and `accumulate`: grounds with ties, and forests of neighbours. */
#include <math.h>
#include <string.h>

#include "check/case_grid.h"
#include "check/registry.h"

static const twc_scalar scalars[] = {
    TWC_GRID_SCALARS,
    {NULL, 0, 0, 0},
};

static int zero(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

/* ---- receivers -------------------------------------------------------------------------------------------- */

enum { R_W, R_OUTLETS, R_OUT };

static int receivers_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "w", &twc_layout_f32, cells);
    twc_case_list(c, TWC_INPUT, "outlets", &twc_layout_u8, cells);
    twc_case_list(c, TWC_OUTPUT, "receiver", &twc_layout_u32, cells);
    return 1;
}

static void receivers_fill(twc_case *c)
{
    float *w = c->array[R_W].data;
    twc_case_outlets(c, c->array[R_OUTLETS].data);
    for (size_t k = 0; k < c->array[R_W].count; k++) {
        const uint32_t odd = twc_case_choice(c, k, 40, 40);
        w[k] = odd == 0 ? twc_case_no_number() : odd == 1 ? (float)INFINITY : twc_case_ground(c, k);
    }
}

static void receivers_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_steady steady = twc_case_steady(c);
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->receivers(&grid, call->buffer[R_W], call->buffer[R_OUTLETS], &steady, call->buffer[R_OUT]);
}

static const twc_planted_fault receivers_faults[] = {
    {"last of equals", "grid/receivers.c", "s > best ? (by) : offset", "s >= best ? (by) : offset"},
    {"wrong neighbour", "grid/receivers.c", "LOOK(south[i + 1], across, wide + 1.0)",
     "LOOK(south[i + TWC_FAULT(1, 0)], across, wide + 1.0)"},
    {"wrong distance", "grid/receivers.c", "LOOK(north[i + 1], across,", "LOOK(north[i + 1], TWC_FAULT(across, z),"},
    {"outlet drains", "grid/receivers.c", "(outlets[i] ? 0 : (int32_t)offset)",
     "(TWC_FAULT(outlets[i], 0) ? 0 : (int32_t)offset)"},
    {"ties at the edge", "grid/receivers.c", "s == best && best > 0.0 && n < found", "s == best && n > found"},
    {"distance at the edge", "grid/receivers.c", "z == j ? of->per_x : k == 0 ? of->per_z",
     "TWC_FAULT(z == j, k == 0) ? of->per_x : k == 0 ? of->per_z"},
    {"missing tail", "grid/receivers.c", "i < columns - 1; i++", "i < TWC_FAULT(columns - 1, (columns & ~7)); i++"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_receivers = {
    .name = "grid.receivers",
    .cases = 480,
    .scalars = scalars,
    .draw = twc_case_grid_draw,
    .shape = receivers_shape,
    .fill = receivers_fill,
    .neutral = zero,
    .run = receivers_run,
    .faults = receivers_faults,
    .fingerprint = 0x1468a4c48c5eeb50,
};

/* ---- donors ----------------------------------------------------------------------------------------------- */

enum { D_RECEIVER, D_FIRST, D_DONOR };

/* A cell that is its own receiver. */
static int itself(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const uint32_t own = (uint32_t)element;
    (void)c, (void)array;
    memcpy(out, &own, sizeof own);
    return 1;
}

static int donors_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "receiver", &twc_layout_u32, cells);
    twc_case_list(c, TWC_OUTPUT, "first", &twc_layout_u32, cells + 1);
    twc_case_list(c, TWC_OUTPUT, "donor", &twc_layout_u32, cells);
    return 1;
}

static void forest_fill(twc_case *c)
{
    twc_case_forest(c, c->array[D_RECEIVER].data);
}

static void donors_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->donors(&grid, call->buffer[D_RECEIVER], call->buffer[D_FIRST], call->buffer[D_DONOR]);
    *call->written[D_DONOR] = ((const uint32_t *)call->buffer[D_FIRST])[twc_cell_count(&grid)];
}

static const twc_planted_fault donors_faults[] = {
    {"roots counted", "grid/donors.c", "first[receiver[c]] += receiver[c] != c;",
     "first[receiver[c]] += TWC_FAULT(receiver[c] != c, 1);"},
    {"off by one", "grid/donors.c", "first[cells] = before;", "first[cells] = TWC_FAULT(before, before + 1);"},
    {"not put back", "grid/donors.c", "c-- > 1;", "c-- > TWC_FAULT(1, 2);"},
    {"first forgotten", "grid/donors.c", "first[0] = 0;", "first[0] = TWC_FAULT(0, first[0]);"},
    {"last left out", "grid/donors.c", "for (size_t c = 0; c < cells; c++) /* each",
     "for (size_t c = 0; c < TWC_FAULT(cells, cells - 1); c++) /* each"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_donors = {
    .name = "grid.donors",
    .cases = 240,
    .scalars = scalars,
    .draw = twc_case_grid_draw,
    .shape = donors_shape,
    .fill = forest_fill,
    .neutral = itself,
    .run = donors_run,
    .faults = donors_faults,
    .fingerprint = 0xa1783ff393fa9e76,
};

/* ---- accumulate ------------------------------------------------------------------------------------------- */

enum { A_RECEIVER, A_AREA };

static int accumulate_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "receiver", &twc_layout_u32, cells);
    twc_case_list(c, TWC_OUTPUT, "area", &twc_layout_u32, cells);
    return 1;
}

static size_t accumulate_scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_cell_grid grid;
    (void)implementation;
    return twc_case_grid_of(c, &grid) ? twc_accumulate_bytes(&grid) : 0;
}

static void accumulate_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->accumulate(&grid, call->buffer[A_RECEIVER], call->scratch, call->buffer[A_AREA]);
}

static const twc_planted_fault accumulate_faults[] = {
    {"handed on too soon", "grid/accumulate.c", "(own & WAITING) == 0", "(own & 14) == 0"},
    {"handed on twice", "grid/accumulate.c", "own | WAITING", "own"},
    {"itself not counted", "grid/accumulate.c", "area[c] / ONE + 1", "area[c] / ONE"},
    {"counts cut short", "grid/accumulate.c", "area[next] + own + ONE - 1", "(area[next] + own + ONE - 1) & 0xFFF"},
    {"wrong start", "grid/accumulate.c", "size_t at = c;", "size_t at = TWC_FAULT(c, c - (c > 0));"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_accumulate = {
    .name = "grid.accumulate",
    .cases = 240,
    .scalars = scalars,
    .draw = twc_case_grid_draw,
    .shape = accumulate_shape,
    .fill = forest_fill,
    .neutral = itself,
    .scratch = accumulate_scratch,
    .run = accumulate_run,
    .faults = accumulate_faults,
    .fingerprint = 0xaa0fb4a9b1167d6e,
};
