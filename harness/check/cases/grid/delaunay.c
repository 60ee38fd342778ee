/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `delaunay`, `spanning_tree`: points on lines, lattices, circles, numbered in any order; equal costs. */
#include <math.h>
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"
#include "check/case_grid.h"

enum { N, PATTERN, SEED };
enum { LIMIT = 108, CIRCLE = 1105 }; /* x x + z z = 1105^2 has 108 solutions */

static const twc_scalar scalars[] = {
    {"n", 1, LIMIT, 1},
    {"pattern", 0, 7, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[N] = twc_sweep_length(random, index, LIMIT);
    value[PATTERN] = twc_random_between(random, 0, 7);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
    if (index == 150) { /* an edge behind the outline's turns: one case in two thousand does */
        value[N] = 9;
        value[PATTERN] = 1;
        value[SEED] = 257396278;
    }
}

static int shape(twc_case *c)
{
    const size_t n = (size_t)c->value[N];
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, n);
    twc_case_list(c, TWC_OUTPUT, "triangles", &twc_layout_trio, 2 * n);
    return 1;
}

/* The whole points of the circle, by x; those above it first. */
static void circle(twc_point *out)
{
    int count = 0;
    for (int32_t x = -CIRCLE; x <= CIRCLE; x++) {
        const int32_t z = (int32_t)sqrt((double)(CIRCLE * CIRCLE - x * x));
        if (z * z + x * x != CIRCLE * CIRCLE)
            continue;
        out[count++] = (twc_point){x, z};
        if (z != 0)
            out[count++] = (twc_point){x, -z};
    }
}

/* The point of place k among different ones. */
static twc_point place(int64_t pattern, int64_t seed, int32_t k, const twc_point *ring)
{
    const int32_t jitter_x = (int32_t)(twc_pattern_hash(seed, k, 1) % 1000), x = k % 11, z = k / 11;
    const int32_t jitter_z = (int32_t)(twc_pattern_hash(seed, k, 2) % 1000), far = TWC_DELAUNAY_COORDINATE - 1;
    switch (pattern) {
    case 0: /* a lattice: every cell's corners lie on a circle */
        return (twc_point){x * 1000, z * 1000};
    case 1:
        return (twc_point){x * 1000 + jitter_x, z * 1000 + jitter_z};
    case 2: /* a line, and sometimes a point beside it */
        return (twc_point){k * 3, k * 7 + (k == 3 && (seed & 1))};
    case 3:
        return ring[k];
    case 4: /* far out, where products do not fit reals */
        return (twc_point){ring[k].x * 60000, ring[k].z * 60000};
    case 5: /* the same, a centimetre beside the circle */
        return (twc_point){ring[k].x * 60000 + jitter_x % 3 - 1, ring[k].z * 60000 + jitter_z % 3 - 1};
    case 6:
        return (twc_point){k % 2 ? far - z : z - far, x * 10000000 - 55000000};
    default: /* a lattice with points in its cells' middles, far from 0 */
        return (twc_point){x * 2 + z % 2 - far, z + 40000000};
    }
}

static void fill(twc_case *c)
{
    const int64_t n = c->value[N];
    twc_point *points = c->array[0].data, ring[LIMIT];
    circle(ring);
    for (int64_t k = 0; k < n; k++) { /* in another order: 109 and 113 divide no n */
        const int64_t at = (k * (c->value[SEED] % 2 ? 109 : 1) + c->value[SEED]) % n;
        points[k] = place(c->value[PATTERN], c->value[SEED], (int32_t)at, ring);
    }
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_delaunay_bytes((size_t)c->value[N]);
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    *call->written[1] = twc_implementation_grid(implementation)
                            ->delaunay((size_t)c->value[N], call->buffer[0], call->scratch, call->buffer[1]);
}

static const twc_planted_fault faults[] = {
    {"reals decide", "grid/delaunay.c", "sum > bound || sum < -bound", "sum > 0.0 || sum < 0.0"},
    {"any diagonal", "grid/delaunay.c", "(n[a] < n[d] ? n[a] : n[d]) < (n[b] < n[c] ? n[b] : n[c])",
     "(a < d ? a : d) < (b < c ? b : c)"},
    {"not turned behind", "grid/delaunay.c", "work->stack[waiting++] = after(b);",
     "work->stack[TWC_FAULT(waiting++, waiting)] = after(b);"},
    {"one side only", "grid/delaunay.c", "if (first == start)", "if (TWC_FAULT(first == start, 0))"},
    {"not sorted", "grid/delaunay.c", "out[at - 1].b > moved.b; at--)",
     "out[at - 1].b > moved.b && TWC_FAULT(1, 0); at--)"},
    {"order cut short", "grid/delaunay.c", "shift < 64 && largest >> shift",
     "shift < TWC_FAULT(64, 22) && largest >> shift"},
    {"edge of the outline lost", "grid/delaunay.c", "if (beyond == NONE)", "if (TWC_FAULT(beyond == NONE, 0))"},
    {"wrong corner", "grid/delaunay.c", "corner[1] < corner[2] ? 1 : 2;",
     "corner[1] < corner[2] ? TWC_FAULT(1, 2) : 2;"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_delaunay = {
    .name = "grid.delaunay",
    .cases = 480,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .scratch = scratch,
    .run = run,
    .faults = faults,
    .fingerprint = 0x841fb4af6d66d54f,
};

/* ---- spanning_tree ---------------------------------------------------------------------------------------- */

enum { T_POINTS, T_EDGES, T_COSTS, T_SEED };
enum { T_LIMIT = 300 };

static const twc_scalar tree_scalars[] = {
    {"points", 1, 80, 1},
    {"edges", 0, T_LIMIT, 0},
    {"costs", 1, 1000, 1}, /* how many different ones */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void tree_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[T_POINTS] = twc_random_between(random, 1, 80);
    value[T_EDGES] = twc_sweep_length(random, index, T_LIMIT);
    value[T_COSTS] = index % 3 ? twc_random_between(random, 1, 4) : 1000;
    value[T_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int tree_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "edges", &twc_layout_edge, (size_t)c->value[T_EDGES]);
    twc_case_list(c, TWC_OUTPUT, "chosen", &twc_layout_u8, (size_t)c->value[T_EDGES]);
    return 1;
}

static void tree_fill(twc_case *c)
{
    const uint32_t points = (uint32_t)c->value[T_POINTS], costs = (uint32_t)c->value[T_COSTS];
    const int64_t seed = c->value[T_SEED];
    twc_edge *edge = c->array[0].data;
    for (int32_t k = 0; k < (int32_t)c->array[0].count; k++)
        edge[k] = (twc_edge){twc_pattern_hash(seed, k, 1) % points, twc_pattern_hash(seed, k, 2) % points,
                             (uint64_t)(twc_pattern_hash(seed, k, 3) % costs) << (seed & 32),
                             (uint64_t)(twc_pattern_hash(seed, k, 4) % costs) << (seed & 32)};
}

static int tree_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

static size_t tree_scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_spanning_tree_bytes((size_t)c->value[T_POINTS], (size_t)c->value[T_EDGES]);
}

static void tree_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_grid(implementation)
        ->spanning_tree((size_t)c->value[T_POINTS], (size_t)c->value[T_EDGES], call->buffer[0], call->scratch,
                        call->buffer[1]);
}

static const twc_planted_fault tree_faults[] = {
    {"length ignored", "grid/spanning_tree.c", "if (one->length != other->length)",
     "if (TWC_FAULT(one->length != other->length, 0))"},
    {"lower end ignored", "grid/spanning_tree.c", "if (one->low != other->low)",
     "if (TWC_FAULT(one->low != other->low, 0))"},
    {"any of equals", "grid/spanning_tree.c", "one->number < other->number", "one->number > other->number"},
    {"costs cut short", "grid/spanning_tree.c", "return one->cost < other->cost;",
     "return TWC_FAULT(one->cost < other->cost, (uint32_t)one->cost < (uint32_t)other->cost);"},
    {"ends too soon", "grid/spanning_tree.c", "parts > 1", "parts > TWC_FAULT(1, 2)"},
    {"heap not built", "grid/spanning_tree.c", "k = n / 2; k-- > 0;", "k = n / TWC_FAULT(2, 4); k-- > 0;"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_spanning_tree = {
    .name = "grid.spanning_tree",
    .cases = 360,
    .scalars = tree_scalars,
    .draw = tree_draw,
    .shape = tree_shape,
    .fill = tree_fill,
    .neutral = tree_neutral,
    .scratch = tree_scratch,
    .run = tree_run,
    .faults = tree_faults,
    .fingerprint = 0x33c6a8178f63c324,
};
