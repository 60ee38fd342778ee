/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the questions that a land's ground is asked: heights, what comes of them, outlines, walks. */
#include "check/case_land.h"
#include "check/registry.h"

#include <string.h>

enum { LIMIT = 300, SIDE_LIMIT = 65 };
enum { Q_POINTS = L_COUNT, Q_COUNT, Q_EDGE };
enum { A_HEIGHTS, A_X, A_Z, A_OUT };

static const twc_scalar scalars[] = {
    TWC_LAND_SCALARS, {"points", 2, SIDE_LIMIT, 2}, {"positions", 1, LIMIT, 1}, {"edge", 0, 3, 0}, /* of walks */
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    if (index % 4)
        value[L_SPREAD] = 0; /* about the small grid */
    value[Q_POINTS] = twc_random_between(random, 2, SIDE_LIMIT);
    value[Q_COUNT] = twc_sweep_length(random, index, LIMIT);
    value[Q_EDGE] = index / 2 % 4;
}

static void shape_ground(twc_case *c)
{
    const int32_t side = (int32_t)c->value[Q_POINTS];
    twc_case_grid(c, TWC_INPUT, "heights", &twc_layout_f32, (twc_rect){0, 0, side, side}, 200);
    twc_case_spots_shape(c, (size_t)c->value[Q_COUNT]);
}

static void fill_ground(twc_case *c)
{
    twc_land land;
    twc_case_land(c, (int32_t)c->value[Q_POINTS], &land);
    twc_case_heights_fill(&c->array[A_HEIGHTS], c->value[L_SEED]);
    if (c->value[L_SPREAD] == 0) /* as wide as the grid, and a little wider */
        land.grid.cell *= 0.999;
    twc_case_spots_fill(c, A_X, &land.grid);
}

static void see_ground(const twc_case *c, const twc_call *call, twc_land *land, twc_land_ground *ground)
{
    twc_case_land(c, (int32_t)c->value[Q_POINTS], land);
    *ground = (twc_land_ground){.land = land, .highest = 0.997, .heights = call->buffer[A_HEIGHTS]};
}

/* ---- heights, gradients, normals, curvatures ------------------------------------------------------------------ */

/* `each` numbers a position. */
static int shape(twc_case *c, size_t each)
{
    shape_ground(c);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, each * (size_t)c->value[Q_COUNT]);
    return 1;
}

static int shape_one(twc_case *c)
{
    return shape(c, 1);
}

static int shape_two(twc_case *c)
{
    return shape(c, 2);
}

static int shape_three(twc_case *c)
{
    return shape(c, 3);
}

static void run_heights(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    see_ground(c, call, &land, &ground);
    twc_implementation_land(implementation)->land_heights(&ground, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static void run_gradients(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    double *out = call->buffer[A_OUT];
    see_ground(c, call, &land, &ground);
    twc_implementation_land(implementation)
        ->land_gradients(&ground, twc_case_spots(c, call, A_X), (twc_vectors){out, out + c->value[Q_COUNT]});
}

static void run_normals(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    see_ground(c, call, &land, &ground);
    twc_implementation_land(implementation)->land_normals(&ground, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static void run_curvatures(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    see_ground(c, call, &land, &ground);
    const double over = c->value[L_SEED] % 3 ? 8.0 : twc_case_real(c->value[L_SEED], 0, 65, 0.1, 20.0);
    twc_implementation_land(implementation)
        ->land_curvatures(&ground, over, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static const twc_planted_fault land_heights_faults[] = {
    {"ties", "land/ask.c", "x->share[k] >= z->share[k] ? 1 : points", "x->share[k] > z->share[k] ? 1 : points"},
    {"border", "land/ask.c", "-(uint64_t)(beyond > high)", "-(uint64_t)(beyond >= high)"},
    {"operand order", "land/ask.c", "(from + greater * (by - from)) + less * (to - by)",
     "from + (greater * (by - from) + less * (to - by))"},
    {"always a product", "land/ask.c", "(twc_fast_bits(grid->cell) & fraction) == 0",
     "(twc_fast_bits(grid->cell) & fraction) != 1"},
    {"transposed", "land/ask.c", "z->cell[k] * points + x->cell[k]", "x->cell[k] * points + z->cell[k]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_heights = {
    .name = "land.land_heights",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = shape_one,
    .fill = fill_ground,
    .run = run_heights,
    .faults = land_heights_faults,
    .fingerprint = 0x504df1247be2aa48,
};

static const twc_planted_fault land_gradients_faults[] = {
    {"reciprocal", "land/ask.c", "(side[0][k] - side[1][k]) / across", "(side[0][k] - side[1][k]) * (1.0 / across)"},
    {"wrong sign", "land/ask.c", "side[2][k] - side[3][k]", "side[3][k] - side[2][k]"},
    {"one side", "land/ask.c", "way % 2 == 0 ? by : -by", "by"},
    {"wrong width", "land/ask.c", "2.0 * cell", "cell"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_gradients = {
    .name = "land.land_gradients",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = shape_two,
    .fill = fill_ground,
    .run = run_gradients,
    .faults = land_gradients_faults,
    .fingerprint = 0xff86ef9eb4aba87c,
};

static const twc_planted_fault land_normals_faults[] = {
    {"operand order", "land/ask.c", "(1.0 + g.x[k] * g.x[k]) + g.z[k] * g.z[k]",
     "1.0 + (g.x[k] * g.x[k] + g.z[k] * g.z[k])"},
    {"wrong sign", "land/ask.c", "-g.x[k] / length", "g.x[k] / length"},
    {"reciprocal", "land/ask.c", "-g.z[k] / length", "-g.z[k] * (1 / length)"},
    {"stale value", "land/ask.c", "1.0 / length", "1.0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_normals = {
    .name = "land.land_normals",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = shape_three,
    .fill = fill_ground,
    .run = run_normals,
    .faults = land_normals_faults,
    .fingerprint = 0x49ab219357a5fe6f,
};

static const twc_planted_fault land_curvatures_faults[] = {
    {"wrong factor", "land/ask.c", "4.0 * here[k]", "3.0 * here[k]"},
    {"wrong divisor", "land/ask.c", "(over * over)", "over"},
    {"operand order", "land/ask.c", "((side[0][k] + side[1][k]) + side[2][k]) + side[3][k]",
     "(side[0][k] + side[1][k]) + (side[2][k] + side[3][k])"},
    {"stale value", "land/ask.c", "take_heights(ground, count, &x, &z, here)",
     "take_heights(ground, count, &x, &moved, here)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_curvatures = {
    .name = "land.land_curvatures",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = shape_one,
    .fill = fill_ground,
    .run = run_curvatures,
    .faults = land_curvatures_faults,
    .fingerprint = 0xfb693db68e3f19c6,
};

/* ---- outlines ------------------------------------------------------------------------------------------------- */

enum { O_CORNERS = L_COUNT, O_COUNT, O_WIDTH };
enum { O_OUTLINE, O_POINTS, O_OUT };

static const twc_scalar outline_scalars[] = {
    TWC_LAND_SCALARS, {"corners", 0, TWC_LAND_CORNERS, 3}, {"positions", 1, LIMIT, 1}, {"width", 1, 1 << 30, 1},
    {NULL, 0, 0, 0},
};

static void outline_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[O_CORNERS] = twc_random_between(random, 0, index % 8 ? 12 : TWC_LAND_CORNERS);
    value[O_COUNT] = twc_sweep_length(random, index, LIMIT);
    value[O_WIDTH] = index % 3 == 0   ? twc_random_between(random, 1, 8)
                     : index % 3 == 1 ? twc_random_between(random, 1, 100000)
                                      : (1 << 30) - 1;
}

static int outline_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "corners", &twc_layout_point, (size_t)c->value[O_CORNERS]);
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, (size_t)c->value[O_COUNT]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_u8, (size_t)c->value[O_COUNT]);
    return 1;
}

static int32_t coordinate(const twc_case *c, int32_t k, int32_t salt)
{
    const double width = (double)c->value[O_WIDTH];
    return (int32_t)twc_case_real(c->value[L_SEED], k, salt, -width, width);
}

/* Anything may cross itself; points lie on corners, level with them, and on edges' middles. */
static void outline_fill(twc_case *c)
{
    twc_point *corners = c->array[O_OUTLINE].data, *points = c->array[O_POINTS].data;
    const int32_t n = (int32_t)c->array[O_OUTLINE].count;
    for (int32_t k = 0; k < n; k++)
        corners[k] = (twc_point){coordinate(c, k, 66), coordinate(c, k, 67)};
    for (int32_t k = 0; k < (int32_t)c->array[O_POINTS].count; k++) {
        points[k] = (twc_point){coordinate(c, k, 68), coordinate(c, k, 69)};
        if (n == 0)
            continue;
        const twc_point a = corners[k % n], b = corners[(k + 1) % n];
        switch (k % 5) {
        case 0:
            points[k].z = a.z;
            break;
        case 1:
            points[k] = a;
            break;
        case 2: /* on the edge where the sums are even */
            points[k] = (twc_point){a.x / 2 + b.x / 2, a.z / 2 + b.z / 2};
            break;
        }
    }
}

static void outline_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land_outline outline = {.count = (int32_t)c->array[O_OUTLINE].count};
    memcpy(outline.corner, call->buffer[O_OUTLINE], (size_t)outline.count * sizeof *outline.corner);
    twc_implementation_land(implementation)
        ->outline_contains(&outline, c->array[O_POINTS].count, call->buffer[O_POINTS], call->buffer[O_OUT]);
}

static const twc_planted_fault outline_contains_faults[] = {
    {"half-open", "land/outline.c", "(int64_t)((bz) > (z))", "(int64_t)((bz) >= (z))"},
    {"border", "land/outline.c", "((low) <= (v))", "((low) < (v))"},
    {"never closed", "land/outline.c", "k + 1 < outline->count ? k + 1 : 0", "k + 1 < outline->count ? k + 1 : k"},
    {"wrong side", "land/outline.c", "1 ^ negative ^ falls", "1 ^ negative"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_outline_contains = {
    .name = "land.outline_contains",
    .cases = 480,
    .scalars = outline_scalars,
    .draw = outline_draw,
    .shape = outline_shape,
    .fill = outline_fill,
    .run = outline_run,
    .faults = outline_contains_faults,
    .fingerprint = 0x1bf7c53526a950ee,
};

/* ---- walks ---------------------------------------------------------------------------------------------------- */

enum { W_BY_X = A_OUT, W_BY_Z, W_OUT };

static const twc_member walk_members[] = {
    {"x", TWC_TYPE_F64, offsetof(twc_walk, x), 1},       {"z", TWC_TYPE_F64, offsetof(twc_walk, z), 1},
    {"by_x", TWC_TYPE_F64, offsetof(twc_walk, by_x), 1}, {"by_z", TWC_TYPE_F64, offsetof(twc_walk, by_z), 1},
    {"end", TWC_TYPE_I32, offsetof(twc_walk, end), 1},   {"zero", TWC_TYPE_I32, offsetof(twc_walk, zero), 1},
};
static const twc_layout walk_layout = {
    "walk", sizeof(twc_walk), _Alignof(twc_walk), -1, sizeof walk_members / sizeof *walk_members, walk_members};

static int walk_shape(twc_case *c)
{
    const size_t n = (size_t)c->value[Q_COUNT];
    shape_ground(c);
    twc_case_list(c, TWC_INPUT, "by_x", &twc_layout_f64, n);
    twc_case_list(c, TWC_INPUT, "by_z", &twc_layout_f64, n);
    twc_case_list(c, TWC_OUTPUT, "out", &walk_layout, n);
    return 1;
}

/* No step, one that is a stride exactly, and up to forty metres. */
static void walk_fill(twc_case *c)
{
    double *x = c->array[W_BY_X].data, *z = c->array[W_BY_Z].data;
    fill_ground(c);
    for (size_t i = 0; i < c->array[W_BY_X].count; i++) {
        const int32_t k = (int32_t)i;
        const uint32_t kind = twc_pattern_hash(c->value[L_SEED], k, 71) % 8;
        const double far = kind < 6 ? 10.0 : 40.0;
        x[i] = kind == 0 ? 0.0 : twc_case_real(c->value[L_SEED], k, 72, -far, far);
        z[i] = kind <= 1 ? 0.0 : twc_case_real(c->value[L_SEED], k, 73, -far, far);
        if (kind == 1)
            x[i] = 0.25 * (double)(k % 5 - 2);
    }
}

static void walk_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    const twc_spots at = twc_case_spots(c, call, A_X);
    const double *by_x = call->buffer[W_BY_X], *by_z = call->buffer[W_BY_Z];
    twc_walk *walks = call->buffer[W_OUT];
    see_ground(c, call, &land, &ground);
    land.edge.kind = (twc_land_edge_kind)c->value[Q_EDGE];
    for (size_t k = 0; k < at.count; k++)
        walks[k] = (twc_walk){at.x[k], at.z[k], by_x[k], by_z[k], 7, 0};
    twc_implementation_land(implementation)->walk(&ground, at.count, walks);
}

static const twc_planted_fault walk_faults[] = {
    {"wrong comparison", "land/walk.c", "w->next[k] > w->height[k]", "w->next[k] >= w->height[k]"},
    {"one by one", "land/walk.c", "ex * g.x + ez * g.z", "ex * g.x - ez * g.z"},
    {"rounded up", "land/walk.c", "whole + ((double)whole < steps)", "whole + 1"},
    {"wrong sign", "land/walk.c", "w->step.x[k] - share * g.x[m]", "w->step.x[k] + share * g.x[m]"},
    {"one axis", "land/walk.c", "fabs(w->at.x[k]) > limit || fabs(w->at.z[k]) > limit", "fabs(w->at.x[k]) > limit"},
    {"wrong period", "land/walk.c", "(v + limit) / (2.0 * limit)", "v / (2.0 * limit)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_walk = {
    .name = "land.walk",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = walk_shape,
    .fill = walk_fill,
    .run = walk_run,
    .faults = walk_faults,
    .fingerprint = 0x4ff17b7376cd1c8b,
};
