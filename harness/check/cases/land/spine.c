/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of a land's spines: nearest points, pressing and carving, about the places where they bend and cross. */
#include "check/case_land.h"
#include "check/registry.h"

#include <string.h>

enum { LIMIT = 300, SIDE_LIMIT = 90 };

/* A case's feature, cut to some of its control points so that runs of pieces end everywhere. */
enum { S_FEATURE = L_COUNT, S_CONTROLS, S_SIZE };

static void feature_of(const twc_case *c, int64_t feature, int32_t points, twc_land *land)
{
    twc_case_land(c, points, land);
    twc_land_feature *f = &land->feature[feature];
    if (c->value[S_CONTROLS] < f->control_count)
        f->control_count = (int32_t)c->value[S_CONTROLS];
}

/* ---- nearest ------------------------------------------------------------------------------------------------ */

enum { N_SPINE, N_X = TWC_CASE_SPINE_ARRAYS - 1, N_Z, N_DISTANCE }; /* the level is not among them */

static const twc_scalar nearest_scalars[] = {
    TWC_LAND_SCALARS, {"feature", 0, 1, 0}, {"controls", 2, 26, 2}, {"positions", 1, LIMIT, 1}, {NULL, 0, 0, 0},
};

static void nearest_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[L_SPREAD] = twc_random_between(random, 0, 1);
    value[S_FEATURE] = index / TWC_LAND_PLACES % 2;
    value[S_CONTROLS] = twc_random_between(random, 2, 26);
    value[S_SIZE] = twc_sweep_length(random, index, LIMIT);
}

/* x, z, at, along; positions; and one list of all three results, for there are no more arrays. */
static int nearest_shape(twc_case *c)
{
    static const char *const names[] = {"spine_x", "spine_z", "spine_at", "spine_along"};
    twc_land land;
    feature_of(c, c->value[S_FEATURE], 33, &land);
    for (int k = 0; k < 4; k++)
        twc_case_list(c, TWC_INPUT, names[k], &twc_layout_f64,
                      (size_t)twc_spine_count(&land.feature[c->value[S_FEATURE]]));
    twc_case_spots_shape(c, (size_t)c->value[S_SIZE]);
    twc_case_list(c, TWC_OUTPUT, "distance_at_along", &twc_layout_f64, 3 * (size_t)c->value[S_SIZE]);
    return 1;
}

/* Half of the positions lie on points of the spine or beside them, where two pieces are as near. */
static void nearest_fill(twc_case *c)
{
    twc_land land;
    twc_spine spine = {0, c->array[0].data, c->array[1].data, c->array[2].data, c->array[3].data, NULL};
    double *x = c->array[N_X].data, *z = c->array[N_Z].data;
    feature_of(c, c->value[S_FEATURE], 33, &land);
    twc_spine_lay(&land.feature[c->value[S_FEATURE]], &spine);
    twc_case_spots_fill(c, N_X, &land.grid);
    for (size_t i = 0; i < c->array[N_X].count; i += 2) {
        const int32_t k = (int32_t)(twc_pattern_hash(c->value[L_SEED], (int32_t)i, 63) % (uint32_t)spine.count);
        const double by = i % 4 ? 0.0 : twc_case_real(c->value[L_SEED], (int32_t)i, 64, -40, 40);
        x[i] = spine.x[k] + by;
        z[i] = spine.z[k];
    }
}

static void nearest_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    feature_of(c, c->value[S_FEATURE], 33, &land);
    const size_t n = (size_t)c->value[S_SIZE];
    double *out = call->buffer[N_DISTANCE];
    const twc_spine spine = {
        (int32_t)c->array[0].count, call->buffer[0], call->buffer[1], call->buffer[2], call->buffer[3], NULL};
    const double within = c->value[L_SEED] % 2 ? land.feature[c->value[S_FEATURE]].within : 40.0;
    twc_implementation_land(implementation)
        ->spine_nearest(&spine, within, twc_case_spots(c, call, N_X), (twc_nearest){out, out + n, out + 2 * n});
}

/*
 * Not told from the original: the last of equally near pieces. Two that meet in a point give the same there, and others
 * are never as near to the last bit.
 */
static const twc_planted_fault spine_nearest_faults[] = {
    {"wrong comparison", "land/nearest.c", "bound[run] < best", "bound[run] < 0.5 * best"},
    {"stale value", "land/nearest.c", "near.t = along[k]", "near.t = 0.0"},
    {"dropped clamp", "land/nearest.c", "twc_fast_unit((qx * ex + qz * ez) / (ex * ex + ez * ez))",
     "(qx * ex + qz * ez) / (ex * ex + ez * ez)"},
    {"narrow box", "land/nearest.c", "low_x - SLACK", "low_x + 8.0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_spine_nearest = {
    .name = "land.spine_nearest",
    .cases = 320,
    .scalars = nearest_scalars,
    .draw = nearest_draw,
    .shape = nearest_shape,
    .fill = nearest_fill,
    .run = nearest_run,
    .faults = spine_nearest_faults,
    .fingerprint = 0xa454c5f3295ee952,
};

/* ---- press, carve ------------------------------------------------------------------------------------------- */

enum { C_IN = TWC_CASE_SPINE_ARRAYS, C_OUT };

static const twc_scalar change_scalars[] = {
    TWC_LAND_SCALARS,       {"feature", 0, 1, 0}, /* not read: each kernel has its own */
    {"controls", 2, 26, 2}, {"points", 2, SIDE_LIMIT, 2}, {NULL, 0, 0, 0},
};

static void change_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[L_PLACE] = index % 2 ? 4 : index / 2 % TWC_LAND_PLACES;
    value[S_FEATURE] = 0;
    value[S_CONTROLS] = twc_random_between(random, 2, 26);
    value[S_SIZE] = twc_random_between(random, 2, SIDE_LIMIT);
}

static int change_shape(twc_case *c, int64_t feature)
{
    twc_land land;
    const int32_t side = (int32_t)c->value[S_SIZE];
    feature_of(c, feature, side, &land);
    twc_case_spine_shape(c, &land.feature[feature]);
    twc_case_grid(c, TWC_INPUT, "in", &twc_layout_f32, (twc_rect){0, 0, side, side}, 200);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_f32, (twc_rect){0, 0, side, side}, 200);
    return 1;
}

static void change_fill(twc_case *c, int64_t feature)
{
    twc_land land;
    feature_of(c, feature, (int32_t)c->value[S_SIZE], &land);
    twc_case_spine_fill(c, 0, &land.feature[feature]);
    twc_case_heights_fill(&c->array[C_IN], c->value[L_SEED]);
}

static void change_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call,
                       int64_t feature)
{
    twc_land land;
    const twc_land_table *table = twc_implementation_land(implementation);
    const twc_spine spine = twc_case_spine(c, call, 0);
    feature_of(c, feature, (int32_t)c->value[S_SIZE], &land);
    memcpy(call->buffer[C_OUT], call->buffer[C_IN], c->array[C_IN].count * sizeof(float));
    (feature == 0 ? table->press : table->carve)(&land, &land.feature[feature], &spine, call->buffer[C_OUT]);
}

static int press_shape(twc_case *c)
{
    return change_shape(c, 0);
}

static void press_fill(twc_case *c)
{
    change_fill(c, 0);
}

static void press_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    change_run(c, implementation, call, 0);
}

static int carve_shape(twc_case *c)
{
    return change_shape(c, 1);
}

static void carve_fill(twc_case *c)
{
    change_fill(c, 1);
}

static void carve_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    change_run(c, implementation, call, 1);
}

static const twc_planted_fault press_faults[] = {
    {"wrong end", "land/press.c", "length - along", "along"},
    {"dropped complement", "land/press.c", "1.0 - twc_fast_ss(near->distance, press->ease)",
     "twc_fast_ss(near->distance, press->ease)"},
    {"dropped column", "land/press.c", "(low_x - within - low) / grid->cell - 1.0",
     "(low_x - within - low) / grid->cell + 3.0"},
    {"first piece", "land/press.c", "near.piece >= 0", "near.piece > 0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_press = {
    .name = "land.press",
    .cases = 120,
    .scalars = change_scalars,
    .draw = change_draw,
    .shape = press_shape,
    .fill = press_fill,
    .run = press_run,
    .faults = press_faults,
    .fingerprint = 0x7fd0106806a9b52c,
};

/* The last control point read with the values past it is not told from the original: their share is 0. */
static const twc_planted_fault carve_faults[] = {
    {"dropped row", "land/press.c", "(high_z + within - low) / grid->cell + 1.0",
     "(high_z + within - low) / grid->cell - 3.0"},
    {"dropped term", "land/press.c", "near->distance - half_bed", "near->distance"},
    {"stale value", "land/press.c", "twc_fast_lerp(a->rounding, b->rounding, t)", "a->rounding"},
    {"wrong sign", "land/press.c", "twc_spine_lerp(spine->level, near) - depth",
     "twc_spine_lerp(spine->level, near) + depth"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_carve = {
    .name = "land.carve",
    .cases = 120,
    .scalars = change_scalars,
    .draw = change_draw,
    .shape = carve_shape,
    .fill = carve_fill,
    .run = carve_run,
    .faults = carve_faults,
    .fingerprint = 0x73e70d7c493e9638,
};
