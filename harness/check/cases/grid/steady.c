/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `steady`, `talus` and `diffuse`: forests with areas of their own; steps, spikes and noise. */
#include <string.h>

#include "check/case_grid.h"
#include "check/registry.h"

/* ---- steady ----------------------------------------------------------------------------------------------- */

enum { S_RECEIVER, S_AREA, S_H };

static const twc_scalar scalars[] = {
    TWC_GRID_SCALARS,
    {NULL, 0, 0, 0},
};

static int steady_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "receiver", &twc_layout_u32, cells);
    twc_case_list(c, TWC_INPUT, "area", &twc_layout_u32, cells);
    twc_case_list(c, TWC_OUTPUT, "h", &twc_layout_f64, cells);
    return 1;
}

static void steady_fill(twc_case *c)
{
    uint32_t *area = c->array[S_AREA].data;
    twc_case_forest(c, c->array[S_RECEIVER].data);
    for (size_t k = 0; k < c->array[S_AREA].count; k++)
        area[k] = 1 + (twc_case_choice(c, k, 50, UINT32_MAX) >> twc_case_choice(c, k, 51, 32));
}

static int steady_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const uint32_t plain = array == S_RECEIVER ? (uint32_t)element : 1;
    (void)c;
    memcpy(out, &plain, sizeof plain);
    return 1;
}

static size_t steady_scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_cell_grid grid;
    (void)implementation;
    return twc_case_grid_of(c, &grid) ? twc_steady_bytes(&grid) : 0;
}

static void steady_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_steady steady = twc_case_steady(c);
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->steady(&grid, call->buffer[S_RECEIVER], call->buffer[S_AREA], &steady, call->scratch, call->buffer[S_H]);
}

static const twc_planted_fault steady_faults[] = {
    {"no least area", "grid/steady.c", "drained > steady->least ? drained : steady->least", "drained"},
    {"wrong distance", "grid/steady.c", "far == columns ? along_z : across",
     "TWC_FAULT(far == columns, 0) ? along_z : across"},
    {"the ring's end", "grid/steady.c", "z == j ? (x == i ? 0.0 : steady->along_x)",
     "z == j ? (x == i ? 0.0 : TWC_FAULT(steady->along_x, steady->across))"},
    {"areas with a sign", "grid/steady.c", "area * steady->cell", "(int32_t)area * steady->cell"},
    {"order of rounding", "grid/steady.c", "(distance * steady->erosion)",
     "(distance * steady->erosion * (1.0 + 0x1p-52))"},
    {"path left out", "grid/steady.c", "below = below + h[at];",
     "below = TWC_FAULT(below, h[receiver[at]] * 0.5) + h[at];"},
    {"roots rise", "grid/steady.c",
     "h[c] = receiver[c] == c ? 0.0 :", "h[c] = receiver[c] == c ? TWC_FAULT(0.0, 1.0) :"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_steady = {
    .name = "grid.steady",
    .cases = 360,
    .scalars = scalars,
    .draw = twc_case_grid_draw,
    .shape = steady_shape,
    .fill = steady_fill,
    .neutral = steady_neutral,
    .scratch = steady_scratch,
    .run = steady_run,
    .faults = steady_faults,
    .fingerprint = 0xdb45cb756bd26787,
};

/* ---- talus ------------------------------------------------------------------------------------------------ */

enum { T_SLOPE = G_COUNT };
enum { T_H, T_T };

static const twc_scalar talus_scalars[] = {
    TWC_GRID_SCALARS,
    {"slope", 0, 3, 0},
    {NULL, 0, 0, 0},
};
static const double slopes[4] = {0.0, 0.9, 0.1, 7.3};

static void talus_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_grid_draw(random, index, value);
    value[T_SLOPE] = twc_random_between(random, 0, 3);
}

static int field_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid))
        return 0;
    twc_case_list(c, TWC_INPUT, "h", &twc_layout_f64, cells);
    twc_case_list(c, TWC_OUTPUT, "t", &twc_layout_f64, cells);
    return 1;
}

static void field_fill(twc_case *c)
{
    double *h = c->array[T_H].data;
    for (size_t k = 0; k < c->array[T_H].count; k++)
        h[k] = (double)twc_case_ground(c, k) * 1.1 + (double)twc_case_choice(c, k, 60, 1000) * 1e-4;
}

static int field_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

static size_t talus_scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_cell_grid grid;
    (void)implementation;
    return twc_case_grid_of(c, &grid) ? twc_talus_bytes(&grid) : 0;
}

static void talus_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_steady steady = twc_case_steady(c);
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->talus(&grid, call->buffer[T_H], &steady, slopes[c->value[T_SLOPE]], call->scratch, call->buffer[T_T]);
}

static const twc_planted_fault talus_faults[] = {
    {"no diagonal", "grid/talus.c", "other = from[i + 1] + across;", "other = from[i + TWC_FAULT(1, 0)] + across;"},
    {"wrong distance", "grid/talus.c", "middle = from[i] + straight", "middle = from[i] + TWC_FAULT(straight, across)"},
    {"rows above stay", "grid/talus.c", "if (changed && j > 0)", "if (changed && j > TWC_FAULT(0, 1))"},
    {"not from below", "grid/talus.c", "if (work->below[j] & 1)", "if (TWC_FAULT(work->below[j] & 1, 0))"},
    {"one way along the row", "grid/talus.c", "(row[i - 1] + along < row[i]) | (row[i + 1] + along < row[i])",
     "(row[i - 1] + along < row[i])"},
    {"ring left open", "grid/talus.c", "row[work->columns] = row[0]", "row[0]"},
    {"row not settled", "grid/talus.c", "& 2) | changed ? settle(work, row) : 0",
     "& 2) | TWC_FAULT(changed, 0) ? settle(work, row) : 0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_talus = {
    .name = "grid.talus",
    .cases = 360,
    .scalars = talus_scalars,
    .draw = talus_draw,
    .shape = field_shape,
    .fill = field_fill,
    .neutral = field_neutral,
    .scratch = talus_scratch,
    .run = talus_run,
    .faults = talus_faults,
    .fingerprint = 0x11a5f06859acda4c,
};

/* ---- diffuse ---------------------------------------------------------------------------------------------- */

static void diffuse_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->diffuse(&grid, call->buffer[T_H], c->value[G_SEED] & 1 ? 0.125 : 0.1, call->buffer[T_T]);
}

static const twc_planted_fault diffuse_faults[] = {
    {"order of rounding", "grid/diffuse.c", "(((west + east) + north) + south)", "((west + east) + (north + south))"},
    {"fused multiply-add", "grid/diffuse.c", "- 4.0 * h);", "- TWC_FAULT(4.0 * h, 4.0 * h * (1.0 + 0x1p-52)));"},
    {"wrong row", "grid/diffuse.c", "j + 1 < grid->rows ? row + columns : row", "j + 1 < grid->rows ? row : row"},
    {"wrong end", "grid/diffuse.c", "row[east < 0 ? i : east]", "row[TWC_FAULT(east < 0, 1) ? i : east]"},
    {"missing tail", "grid/diffuse.c", "i < columns - 1; i++", "i < TWC_FAULT(columns - 1, (columns - 1) & ~3); i++"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_diffuse = {
    .name = "grid.diffuse",
    .cases = 360,
    .scalars = scalars,
    .draw = twc_case_grid_draw,
    .shape = field_shape,
    .fill = field_fill,
    .neutral = field_neutral,
    .run = diffuse_run,
    .faults = diffuse_faults,
    .fingerprint = 0xb8c8370adcc7c481,
};
