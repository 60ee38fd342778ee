/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of what covers a land: forest, groves and the layers, about features and far from them. */
#include "check/case_land.h"
#include "check/registry.h"

enum { LIMIT = 300, SIDE_LIMIT = 65, SPINE_LIMIT = 500 };
enum { Q_POINTS = L_COUNT, Q_COUNT };
enum { A_HEIGHTS, A_X, A_Z, A_OUT, A_BROWN };

static const twc_scalar scalars[] = {
    TWC_LAND_SCALARS,
    {"points", 2, SIDE_LIMIT, 2},
    {"positions", 1, LIMIT, 1},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[L_SPREAD] = twc_random_between(random, 0, 2);
    value[Q_POINTS] = twc_random_between(random, 2, SIDE_LIMIT);
    value[Q_COUNT] = twc_sweep_length(random, index, LIMIT);
}

static void shape_ground(twc_case *c)
{
    const int32_t side = (int32_t)c->value[Q_POINTS];
    twc_case_grid(c, TWC_INPUT, "heights", &twc_layout_f32, (twc_rect){0, 0, side, side}, 200);
    twc_case_spots_shape(c, (size_t)c->value[Q_COUNT]);
}

static int shape(twc_case *c)
{
    shape_ground(c);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)c->value[Q_COUNT]);
    return 1;
}

static int look_shape(twc_case *c)
{
    twc_land land;
    const size_t n = (size_t)c->value[Q_COUNT];
    twc_case_land(c, 2, &land);
    shape_ground(c);
    twc_case_list(c, TWC_OUTPUT, "weight", &twc_layout_f64, (size_t)(land.layer_count + 1) * n);
    twc_case_list(c, TWC_OUTPUT, "brown", &twc_layout_f64, n);
    return 1;
}

/* A third of the positions lie within a few metres of a control point of a feature, where its bands are. */
static void fill(twc_case *c)
{
    twc_land land;
    double *x = c->array[A_X].data, *z = c->array[A_Z].data;
    const int64_t seed = c->value[L_SEED];
    twc_case_land(c, (int32_t)c->value[Q_POINTS], &land);
    twc_case_heights_fill(&c->array[A_HEIGHTS], seed);
    twc_case_spots_fill(c, A_X, &land.grid);
    for (size_t i = 0; i < c->array[A_X].count; i += 3) {
        const int32_t k = (int32_t)i;
        const twc_land_feature *feature = &land.feature[i % 2];
        const twc_spot place = feature->control[twc_pattern_hash(seed, k, 74) % (uint32_t)feature->control_count].place;
        x[i] = place.x + twc_case_real(seed, k, 75, -7, 7);
        z[i] = place.z + twc_case_real(seed, k, 76, -7, 7);
    }
}

/* A ground whose spines lie in the struct itself. */
typedef struct covered {
    twc_land land;
    twc_land_ground ground;
    double spine[TWC_LAND_FEATURES][TWC_CASE_SPINE_ARRAYS][SPINE_LIMIT];
} covered;

static void see_ground(const twc_case *c, const twc_call *call, covered *view)
{
    twc_case_land(c, (int32_t)c->value[Q_POINTS], &view->land);
    view->ground = (twc_land_ground){.land = &view->land, .highest = 0.997, .heights = call->buffer[A_HEIGHTS]};
    for (int32_t k = 0; k < view->land.feature_count; k++) {
        double(*lists)[SPINE_LIMIT] = view->spine[k];
        view->ground.spine[k] = (twc_spine){0, lists[0], lists[1], lists[2], lists[3], lists[4]};
        twc_spine_lay(&view->land.feature[k], &view->ground.spine[k]);
    }
}

static void forest_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    covered view;
    see_ground(c, call, &view);
    twc_implementation_land(implementation)->forest(&view.ground, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static void grove_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    covered view;
    see_ground(c, call, &view);
    twc_implementation_land(implementation)->grove(&view.ground, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static void look_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    covered view;
    see_ground(c, call, &view);
    twc_implementation_land(implementation)
        ->land_look(&view.ground, twc_case_spots(c, call, A_X),
                    (twc_land_look){call->buffer[A_OUT], call->buffer[A_BROWN]});
}

static const twc_planted_fault forest_faults[] = {
    {"wrong sign", "land/cover.c", "-coast[m]", "coast[m]"},
    {"dropped complement", "land/cover.c", "1.0 - twc_fast_ss(slope[k], forest->slope)",
     "twc_fast_ss(slope[k], forest->slope)"},
    {"wrong comparison", "land/cover.c", "(one[k] != 0.0) & (other[k] != 0.0)", "(one[k] > 0.5) & (other[k] != 0.0)"},
    {"stale value", "land/cover.c", "!a->has_distance[feature]", "!a->has_distance[0]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_forest = {
    .name = "land.forest",
    .cases = 160,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .run = forest_run,
    .faults = forest_faults,
    .fingerprint = 0x97a6b662a1b6b425,
};

static const twc_planted_fault grove_faults[] = {
    {"wrong ramp", "land/cover.c", "twc_fast_ss(hill[m], grove->low)", "twc_fast_ss(hill[m], grove->high)"},
    {"dropped complement", "land/cover.c", "1.0 - twc_fast_ss(slope[k], grove->slope)",
     "twc_fast_ss(slope[k], grove->slope)"},
    {"dropped term", "land/cover.c", "density[k] * pad[k]", "pad[k]"},
    {"stale value", "land/cover.c", "a->ground->highest", "1.0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_grove = {
    .name = "land.grove",
    .cases = 200,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .run = grove_run,
    .faults = grove_faults,
    .fingerprint = 0xdc820eae5f452561,
};

static const twc_planted_fault land_look_faults[] = {
    {"dropped complement", "land/cover.c", "1.0 - cover[k]", "cover[k]"},
    {"off by one", "land/cover.c", "under <= i", "under < i"},
    {"too short", "land/cover.c", "quantity[k] <= high", "quantity[k] <= 0.5 * high"},
    {"wrong ramp", "land/cover.c", "twc_fast_ss(height[k], land->brown)", "twc_fast_ss(height[k], land->pad.edge)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_look = {
    .name = "land.land_look",
    .cases = 100,
    .scalars = scalars,
    .draw = draw,
    .shape = look_shape,
    .fill = fill,
    .run = look_run,
    .faults = land_look_faults,
    .fingerprint = 0x20892dd2a4df3773,
};
