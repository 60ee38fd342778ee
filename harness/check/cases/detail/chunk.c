/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `detail_chunk` and `detail_error`: triangles of a chunk, and how far two surfaces are apart. */
#include <string.h>

#include "check/case_detail.h"
#include "check/registry.h"

/* ---- detail_chunk ----------------------------------------------------------------------------------------- */

enum { C_CLASSES = K_COUNT, C_KNOWN, C_JITTER, C_HEIGHTS, C_SEED };
enum { A_CLASSES, A_BROAD, A_DIAGONALS, A_VERTICES, A_COUNTS, A_TRIANGLES, A_FACETS };
enum { JITTERS = 4 };

static const twc_scalar chunk_scalars[] = {
    TWC_DETAIL_SCALARS,
    {"class_pattern", 0, TWC_CLASS_PATTERNS - 1, 0},
    {"known", 0, 1, 0},            /* diagonals of Broad cells: by the field, or given */
    {"jitter", 0, JITTERS - 1, 0}, /* none: ties between triangulations; any; the extremes; a quarter of them */
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void chunk_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_detail_draw(random, index, value);
    value[C_CLASSES] = twc_random_between(random, 0, TWC_CLASS_PATTERNS - 1);
    value[C_KNOWN] = index / 12 % 2;
    value[C_JITTER] = twc_random_between(random, 0, JITTERS - 1);
    value[C_HEIGHTS] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[C_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int chunk_shape(twc_case *c)
{
    twc_detail_chunk chunk;
    if (!twc_case_detail_chunk(c->value, &chunk))
        return 0;
    const int32_t ground = chunk.level < 2, level = ground ? chunk.level : 0;
    const int32_t macros = TWC_CHUNK_MACROS << level, side = TWC_CHUNK_CM / TWC_SAMPLE_CM << level;
    const twc_rect classes = {chunk.x * macros - 1, chunk.z * macros - 1, macros + 2, macros + 2};
    const twc_rect own = {chunk.x * macros, chunk.z * macros, macros, macros};
    const int known = c->value[C_KNOWN] != 0;
    const twc_rect samples = {chunk.x * side - 7, chunk.z * side - 7, side + 15, side + 15}, none = {0, 0, 1, 1};
    twc_case_grid(c, TWC_INPUT, "classes", &twc_layout_u8, ground ? classes : none, TWC_MACRO_CM);
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, ground && !known ? samples : none, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "diagonals", &twc_layout_u8, ground && known ? own : none, TWC_MACRO_CM);
    twc_case_list(c, TWC_INPUT, "vertices", &twc_layout_vertex, TWC_DETAIL_VERTICES);
    twc_case_list(c, TWC_OUTPUT, "counts", &twc_layout_u32, 2);
    twc_case_list(c, TWC_OUTPUT, "triangles", &twc_layout_triangle, TWC_DETAIL_TRIANGLES);
    twc_case_list(c, TWC_OUTPUT, "facets", &twc_layout_facet, TWC_DETAIL_FACETS);
    return 1;
}

static int is_broad(const twc_array *classes, int32_t x, int32_t z)
{
    const twc_rect rect = classes->rect;
    return ((const uint8_t *)classes->data)[(z - rect.z) * rect.nx + (x - rect.x)] == TWC_BROAD;
}

/* How far a vertex may stray: a macro corner between four Broad cells farthest. */
static int32_t amplitude_at(const twc_case *c, twc_detail_chunk chunk, int32_t i, int32_t j)
{
    const int32_t cells = chunk.level < 2 ? TWC_MACRO_CELLS >> chunk.level : 0,
                  own = TWC_LATTICE_JITTER_CM << chunk.level;
    if (!cells || i % cells || j % cells)
        return own;
    const twc_rect rect = c->array[A_CLASSES].rect;
    const int32_t x = rect.x + 1 + i / cells, z = rect.z + 1 + j / cells;
    const int all = is_broad(&c->array[A_CLASSES], x, z) && is_broad(&c->array[A_CLASSES], x - 1, z) &&
                    is_broad(&c->array[A_CLASSES], x, z - 1) && is_broad(&c->array[A_CLASSES], x - 1, z - 1);
    return all ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
}

static int32_t displacement(int64_t kind, uint32_t hash, int32_t amplitude)
{
    switch (kind) {
    case 1:
        return twc_jitter(hash, amplitude);
    case 2:
        return hash & 1 ? amplitude : -amplitude;
    case 3:
        return hash & 3 ? 0 : hash & 4 ? amplitude : -amplitude;
    default:
        return 0;
    }
}

static void chunk_fill(twc_case *c)
{
    twc_detail_chunk chunk;
    const int64_t seed = c->value[C_SEED];
    twc_vertex *vertex = c->array[A_VERTICES].data;
    (void)twc_case_detail_chunk(c->value, &chunk);
    twc_fill_classes(&c->array[A_CLASSES], c->value[C_CLASSES], seed);
    twc_fill_heights(&c->array[A_BROAD], c->value[C_HEIGHTS], seed);
    uint8_t *diagonal = c->array[A_DIAGONALS].data;
    for (size_t k = 0; k < c->array[A_DIAGONALS].count; k++) {
        const twc_rect rect = c->array[A_DIAGONALS].rect;
        diagonal[k] =
            (uint8_t)(twc_pattern_hash(seed + 2, rect.x + (int32_t)k % rect.nx, rect.z + (int32_t)k / rect.nx) & 1);
    }
    for (int32_t k = 0; k < TWC_DETAIL_VERTICES; k++) {
        const int32_t i = k % TWC_DETAIL_SIDE, j = k / TWC_DETAIL_SIDE, spacing = TWC_LATTICE_CM << chunk.level;
        const int32_t amplitude = amplitude_at(c, chunk, i, j);
        vertex[k].x = (chunk.x * TWC_CHUNK_CELLS + i) * spacing +
                      displacement(c->value[C_JITTER], twc_pattern_hash(seed, i, j), amplitude);
        vertex[k].z = (chunk.z * TWC_CHUNK_CELLS + j) * spacing +
                      displacement(c->value[C_JITTER], twc_pattern_hash(seed + 1, i, j), amplitude);
        vertex[k].y = twc_sample_height(twc_pattern_sample(c->value[C_HEIGHTS], seed, 4 * i, 4 * j));
    }
}

static int chunk_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    if (array > A_DIAGONALS)
        return 0;
    memset(out, 0, c->array[array].layout->size); /* TWC_FINE, and 0.0f */
    return 1;
}

static void chunk_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_detail_patch patch = {.vertices = call->buffer[A_VERTICES],
                              .macros = c->array[A_CLASSES].rect,
                              .classes = call->buffer[A_CLASSES],
                              .broad = {c->array[A_BROAD].rect, call->buffer[A_BROAD]},
                              .diagonals = c->value[C_KNOWN] ? call->buffer[A_DIAGONALS] : NULL};
    (void)twc_case_detail_chunk(c->value, &patch.chunk);
    twc_mesh mesh = {call->buffer[A_TRIANGLES], call->buffer[A_FACETS], 0, TWC_DETAIL_TRIANGLES, 0, TWC_DETAIL_FACETS};
    twc_implementation_detail(implementation)->detail_chunk(&patch, &mesh);
    const uint32_t counts[2] = {mesh.triangle_count, mesh.facet_count};
    memcpy(call->buffer[A_COUNTS], counts, sizeof counts);
    *call->written[A_TRIANGLES] = mesh.triangle_count;
    *call->written[A_FACETS] = mesh.facet_count;
}

static const twc_planted_fault chunk_faults[] = {
    {"given diagonals of a wrong row", "detail/broad.c", "patch->diagonals[j / cells *",
     "patch->diagonals[TWC_FAULT(j, 0) / cells *"},
    {"wrong tie of triangulations", "detail/rim.c", "smallest > best_smallest", "smallest >= best_smallest"},
    {"triangulations left out", "detail/rim.c", "count == 5 ? 5 : 14", "count == 5 ? 5 : TWC_FAULT(14, 9)"},
    {"largest for smallest", "detail/rim.c", "area < smallest ? area : smallest", "area > smallest ? area : smallest"},
    {"wrong corner", "detail/chunk.c", "first[shape->at[k]]", "first[shape->at[TWC_FAULT(k, k == 2 ? 1 : k)]]"},
    {"wrong block", "detail/chunk.c", "put_rim(patch, i & ~1, j & ~1", "put_rim(patch, TWC_FAULT(i & ~1, i), j & ~1"},
    {"wrong first cell", "detail/chunk.c", "j + (shape->first >> 1)", "j + TWC_FAULT(shape->first >> 1, 0)"},
    {"wrong rim", "detail/chunk.c", "south = j >= CELLS - 2", "south = j >= CELLS - TWC_FAULT(2, 1)"},
    {"wrong id", "detail/chunk.c", "TWC_DETAIL_PART_RIM + part_of[sides] + k", "TWC_DETAIL_PART_RIM + part_of[sides]"},
    {"wrong diagonal", "detail/chunk.c", "diagonals[j * CELLS + i], mesh",
     "diagonals[j * CELLS + TWC_FAULT(i, 0)], mesh"},
    {"every vertex of a coarser chain", "detail/broad.c", "patch->chunk.coarser & side ? 2 : 1",
     "TWC_FAULT(patch->chunk.coarser & side, 0) ? 2 : 1"},
    {"wrong neighbour", "detail/broad.c", "twc_patch_broad(patch, x + 2 * fx - 1, z)",
     "twc_patch_broad(patch, x + TWC_FAULT(2 * fx - 1, -1), z)"},
    {"wrong tie of diagonals", "detail/broad.c", "error[0] <= error[1]", "error[0] < error[1]"},
    {"wrong rounding", "detail/broad.c", "(float)(((double)a->y + (double)b->y + (double)c->y) / 3.0)",
     "(a->y + b->y + c->y) / 3.0f"},
    {"off by one", "detail/detail.h", "(c - a) + 3 * (1 << 24)", "(c - a) + 3 * (1 << 24) + 1"},
    {"fused multiply-add", "detail/facets.c", "b->ey[k] * fz - ez * b->fy[k]",
     "__builtin_fma(b->ey[k], fz, -(ez * b->fy[k]))"},
    {"missing tail", "detail/facets.c", "left < BATCH ? left : BATCH",
     "left < BATCH ? (left > 8 ? left & ~7u : left) : BATCH"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_detail_chunk = {
    .name = "detail.detail_chunk",
    .cases = 480,
    .scalars = chunk_scalars,
    .draw = chunk_draw,
    .shape = chunk_shape,
    .fill = chunk_fill,
    .neutral = chunk_neutral,
    .run = chunk_run,
    .faults = chunk_faults,
    .fingerprint = 0x3bf7b4249954d0f8,
};

/* ---- detail_error ----------------------------------------------------------------------------------------- */

enum { E_LEVEL, E_X, E_Z, E_CELLS_X, E_CELLS_Z, E_FINE, E_HEIGHTS, E_SEED };
enum { A_COARSE, A_FINE, A_ERROR };
enum { E_CELLS = 7 };

static const twc_scalar error_scalars[] = {
    {"level", 0, TWC_DETAIL_LEVELS, 0},
    {"x", -1000000, 1000000, 0}, /* of the first cell, in cells */
    {"z", -1000000, 1000000, 0},
    {"cells_x", 1, E_CELLS, 1},
    {"cells_z", 1, E_CELLS, 1},
    {"fine", 1, 8 * E_CELLS *E_CELLS, 8}, /* triangles of the finer surface, which may end anywhere */
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void error_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[E_LEVEL] = index % (TWC_DETAIL_LEVELS + 1);
    value[E_X] = twc_sweep_place(random, 31) >> value[E_LEVEL];
    value[E_Z] = twc_sweep_place(random, 31) >> value[E_LEVEL];
    value[E_CELLS_X] = index % 11 == 10 ? E_CELLS : twc_random_between(random, 1, 4);
    value[E_CELLS_Z] = index % 11 == 10 ? E_CELLS : twc_random_between(random, 1, 4);
    value[E_FINE] = twc_random_between(random, 1, 8 * value[E_CELLS_X] * value[E_CELLS_Z]);
    if (index % 3)
        value[E_FINE] = 8 * value[E_CELLS_X] * value[E_CELLS_Z];
    value[E_HEIGHTS] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[E_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int error_shape(twc_case *c)
{
    const int64_t cells = c->value[E_CELLS_X] * c->value[E_CELLS_Z],
                  spacing = (int64_t)TWC_LATTICE_CM << c->value[E_LEVEL];
    for (int k = E_X; k <= E_Z; k++)
        if (c->value[k] * spacing > 1056000000 || c->value[k] * spacing < -1056000000)
            return 0;
    if (c->value[E_FINE] > 8 * cells)
        return 0;
    twc_case_list(c, TWC_INPUT, "coarse", &twc_layout_triangle, (size_t)(2 * cells));
    twc_case_list(c, TWC_INPUT, "fine", &twc_layout_triangle, (size_t)c->value[E_FINE]);
    twc_case_list(c, TWC_OUTPUT, "error", &twc_layout_u32, 1);
    return 1;
}

/* Vertex (i, j) of a lattice of half the case's spacing where `fine`. */
static twc_vertex error_vertex(const twc_case *c, int fine, int32_t i, int32_t j)
{
    const int32_t spacing = (TWC_LATTICE_CM << c->value[E_LEVEL]) / (fine ? 2 : 1), amplitude = spacing / 100 * 38;
    const int32_t times = 1 << fine, x = (int32_t)c->value[E_X] * times + i, z = (int32_t)c->value[E_Z] * times + j;
    return (twc_vertex){
        x * spacing + twc_jitter(twc_pattern_hash(c->value[E_SEED] + fine, i, j), amplitude),
        z * spacing + twc_jitter(twc_pattern_hash(c->value[E_SEED] + 2 + fine, i, j), amplitude),
        twc_sample_height(twc_pattern_sample(c->value[E_HEIGHTS], c->value[E_SEED] + fine, 4 * i, 4 * j))};
}

static void fill_surface(const twc_case *c, int fine, twc_array *array)
{
    const int32_t across = (int32_t)c->value[E_CELLS_X] << fine;
    twc_triangle *triangle = array->data;
    for (size_t k = 0; k < array->count; k++) {
        const int32_t i = (int32_t)(k / 2) % across, j = (int32_t)(k / 2) / across;
        const twc_vertex v[4] = {error_vertex(c, fine, i, j), error_vertex(c, fine, i + 1, j),
                                 error_vertex(c, fine, i, j + 1), error_vertex(c, fine, i + 1, j + 1)};
        const int ad = twc_vertex_area2(v[0], v[2], v[3]) > 0 && twc_vertex_area2(v[0], v[3], v[1]) > 0;
        static const int corner[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
        memset(&triangle[k], 0, sizeof *triangle);
        for (int n = 0; n < 3; n++)
            triangle[k].corner[n] = v[corner[ad][k % 2][n]];
    }
}

static void error_fill(twc_case *c)
{
    fill_surface(c, 0, &c->array[A_COARSE]);
    fill_surface(c, 1, &c->array[A_FINE]);
}

static void error_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_mesh coarse = {.triangles = call->buffer[A_COARSE], .triangle_count = (uint32_t)c->array[A_COARSE].count};
    const twc_mesh fine = {.triangles = call->buffer[A_FINE], .triangle_count = (uint32_t)c->array[A_FINE].count};
    const uint32_t error = twc_implementation_detail(implementation)->detail_error(&coarse, &fine);
    memcpy(call->buffer[A_ERROR], &error, sizeof error);
}

static const twc_planted_fault error_faults[] = {
    {"wrong rounding", "detail/error.c", "(n + denominator - 1) / denominator",
     "(n + TWC_FAULT(denominator - 1, 0)) / denominator"},
    {"rounded down", "detail/error.c", "rint((double)t->corner[k].y * 1000.0)", "(double)t->corner[k].y * 1000.0"},
    {"crossings left out", "detail/error.c", "error = across(t, k, u, n, error)",
     "error = TWC_FAULT(across(t, k, u, n, error), error)"},
    {"corners left out", "detail/error.c", "error = above(u, t, k, error)",
     "error = TWC_FAULT(above(u, t, k, error), error)"},
    {"wrong sign", "detail/error.c", "numerator < 0 ? -numerator : numerator", "numerator < 0 ? 0 : numerator"},
    {"missing block", "detail/error.c", "left < BLOCK ? (int32_t)left : BLOCK",
     "left < BLOCK ? TWC_FAULT((int32_t)left, (int32_t)left & ~1) : BLOCK"},
    {"pruned too much", "detail/error.c", "(b->high[k] - low > error)",
     "(b->high[k] - low > TWC_FAULT(error, 2 * error))"},
    {"wrong box", "detail/error.c", "b->x1[k] >= x0", "b->x1[k] >= x0 + TWC_FAULT(0, 400)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_detail_error = {
    .name = "detail.detail_error",
    .cases = 240,
    .scalars = error_scalars,
    .draw = error_draw,
    .shape = error_shape,
    .fill = error_fill,
    .run = error_run,
    .faults = error_faults,
    .fingerprint = 0x2d228096ab71e827,
};
