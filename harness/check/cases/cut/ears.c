/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases of the ears of a simple polygon: two chains from west to east over the same columns, the lower one's points
 * further to the positive side, on grids so coarse that cuts of equal length and points in a row come up all the time.
 */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"
#include "fast/cut/work.h"
#include "reference/cut/stage.h"

enum { X, Z, COLUMNS, STEP, HEIGHT, TURNED, SEED };
enum { POLYGON, COUNT, TRIANGLES };
enum { COLUMNS_MOST = FAST_MOST_EDGES / 2 };

typedef struct ear {
    twc_point corner[3];
} ear;

static const twc_member ear_members[] = {{"corner", TWC_TYPE_I32, 0, 6}};
static const twc_layout ear_layout = {"ear", sizeof(ear), _Alignof(ear), 0, 1, ear_members};

static const twc_scalar scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CM), TWC_PLACE_LIMIT(TWC_TILE_CM), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CM), TWC_PLACE_LIMIT(TWC_TILE_CM), 0},
    {"columns", 2, COLUMNS_MOST, 2},
    {"step", 1, 400, 1},  /* centimetres between columns and rows */
    {"height", 1, 10, 1}, /* rows a chain goes up or down, at most */
    {"turned", 0, 3, 0},  /* quarters of a circle */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_CM);
    value[Z] = twc_sweep_place(random, TWC_TILE_CM);
    value[COLUMNS] = 2 + index % (COLUMNS_MOST - 1);
    value[STEP] = twc_random_once_in(random, 3) ? 1 : twc_random_between(random, 1, 400);
    value[HEIGHT] = twc_random_between(random, 1, 10);
    value[TURNED] = twc_random_between(random, 0, 3);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    const size_t n = 2 * (size_t)c->value[COLUMNS];
    twc_case_list(c, TWC_INPUT, "polygon", &twc_layout_point, n);
    twc_case_list(c, TWC_OUTPUT, "count", &twc_layout_i32, 1);
    twc_case_list(c, TWC_OUTPUT, "triangles", &ear_layout, n - 2);
    return 1;
}

/* Point k round the polygon: east along the south, back along the north; as many quarters round as it is turned. */
static twc_point point_of(const twc_case *c, int32_t k)
{
    const int32_t columns = (int32_t)c->value[COLUMNS], step = (int32_t)c->value[STEP];
    const int north = k >= columns;
    const int32_t column = north ? 2 * columns - 1 - k : k;
    const uint32_t hash = twc_pattern_hash(c->value[SEED], column, north);
    const int32_t rows = 1 + (int32_t)(hash % (uint32_t)c->value[HEIGHT]);
    int32_t x = column * step, z = (north ? -rows : rows) * step;
    for (int64_t turn = 0; turn < c->value[TURNED]; turn++) {
        const int32_t before = x;
        x = -z;
        z = before;
    }
    return (twc_point){(int32_t)c->value[X] + x, (int32_t)c->value[Z] + z};
}

static void fill(twc_case *c)
{
    const int32_t n = (int32_t)c->array[POLYGON].count;
    twc_point *polygon = c->array[POLYGON].data;
    int64_t area = 0;
    for (int32_t k = 0; k < n; k++)
        polygon[k] = point_of(c, k);
    for (int32_t k = 1; k + 1 < n; k++)
        area += twc_point_area2(polygon[0], polygon[k], polygon[k + 1]);
    for (int32_t k = 0; area < 0 && k < n / 2; k++) { /* the other way round */
        const twc_point swap = polygon[k];
        polygon[k] = polygon[n - 1 - k];
        polygon[n - 1 - k] = swap;
    }
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return c->array[POLYGON].count * sizeof(twc_point);
}

static ptrdiff_t fast_ears(const twc_point *polygon, int n, ear *out, void *memory)
{
    fast_work w;
    twc_vertex at[FAST_MOST_EDGES];
    uint32_t from[FAST_MOST_EDGES], to[FAST_MOST_EDGES];
    uint8_t ears[FAST_MOST_EDGES][3];
    memset(&w, 0, sizeof w);
    w.starts = memset(memory, 0, (size_t)n);
    for (int k = 0; k < n; k++) {
        at[k] = (twc_vertex){polygon[k].x, polygon[k].z, 0.0f};
        from[k] = (uint32_t)k;
        to[k] = (uint32_t)(k + 1 < n ? k + 1 : 0);
    }
    const int count = twc_fast_simple_ears(&w, at, from, to, n, ears);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i].corner[k] = polygon[ears[i][k]];
    return count;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const size_t n = c->array[POLYGON].count;
    ear made[FAST_MOST_EDGES];
    ptrdiff_t count;
    if (implementation->fast) {
        count = fast_ears(call->buffer[POLYGON], (int)n, made, call->scratch);
    } else {
        memcpy(call->scratch, call->buffer[POLYGON], n * sizeof(twc_point)); /* the ears are cut from a copy */
        count = twc_reference_cut_ears(call->scratch, n, &made->corner);
    }
    *(int32_t *)call->buffer[COUNT] = (int32_t)count;
    *call->written[TRIANGLES] = count < 0 ? 0 : (size_t)count;
    memcpy(call->buffer[TRIANGLES], made, *call->written[TRIANGLES] * sizeof *made);
}

static const twc_planted_fault ears_faults[] = {
    {"wrong tie", "cut/ears.c", "(uint64_t)(uint32_t)(dx * dx + dz * dz) << 32 | p->place[i]",
     "(uint64_t)(uint32_t)(dx * dx + dz * dz) << 32 | (uint32_t)TWC_FAULT((int64_t)p->place[i], -1 - (int64_t)p->place[i])"},
    {"border left out", "cut/ears.c", "(area2(p, a, tip, i) | area2(p, tip, c, i) | area2(p, c, a, i)) >= 0",
     "TWC_FAULT((area2(p, a, tip, i) | area2(p, tip, c, i) | area2(p, c, a, i)) >= 0, area2(p, a, tip, i) > 0 && area2(p, tip, c, i) > 0 && area2(p, c, a, i) > 0)"},
    {"stale corner", "cut/ears.c", "        look_at(p, c);", "        look_at(p, TWC_FAULT(c, a));"},
    {"wrong first corner", "cut/ears.c", "p->place[c] < p->place[later ? b : a]",
     "p->place[c] < p->place[TWC_FAULT(later, !later) ? b : a]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_ears = {
    .name = "cut.ears",
    .cases = 480,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .scratch = scratch,
    .run = run,
    .faults = ears_faults,
    .fingerprint = 0x50dcc90c41692c2f,
};
