/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the hashes: bytes of every length, and meshes without, with, and of nothing but features. */
#include "check/patterns.h"
#include "check/registry.h"

/* ---- fingerprint_bytes ------------------------------------------------------------------------------------ */

enum { B_N, B_PLAIN, B_SEED };
enum { B_BYTES, B_OUT };
enum { B_LIMIT = 3000 };

static const twc_scalar bytes_scalars[] = {
    {"bytes", 0, B_LIMIT, 0},
    {"plain", 0, 2, 0}, /* 0: any, 1: all zero, 2: all ones */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void bytes_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[B_N] = index < 80 && index % 8 != 7 ? index : twc_random_between(random, 0, B_LIMIT);
    value[B_PLAIN] = twc_random_between(random, 0, 5) % 4;
    value[B_PLAIN] = value[B_PLAIN] > 2 ? 0 : value[B_PLAIN];
    value[B_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int bytes_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "bytes", &twc_layout_u8, (size_t)c->value[B_N]);
    twc_case_list(c, TWC_OUTPUT, "hash", &twc_layout_u64, 1);
    return 1;
}

static void bytes_fill(twc_case *c)
{
    for (size_t k = 0; k < c->array[B_BYTES].count; k++)
        ((uint8_t *)c->array[B_BYTES].data)[k] = c->value[B_PLAIN]
                                                     ? (uint8_t)(c->value[B_PLAIN] == 2 ? 255 : 0)
                                                     : (uint8_t)twc_pattern_hash(c->value[B_SEED], (int32_t)k, 1);
}

static void bytes_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    *(uint64_t *)call->buffer[B_OUT] =
        twc_implementation_world(implementation)->fingerprint_bytes(call->buffer[B_BYTES], c->array[B_BYTES].count);
}

/*
 * Not told from the original, and so not planted: the words before the first whole round left to the rest's loop when
 * there is but one, as it takes it just the same.
 */
static const twc_planted_fault fingerprint_bytes_faults[] = {
    {"dropped last", "world/fingerprint.c", "memcpy(last, bytes + n - n % 8, n % 8)",
     "memcpy(last, bytes + n - n % 8, n % 8 - 1)"},
    {"wrong lane", "world/fingerprint.c", "fingerprint->words % 4 != 0", "fingerprint->words % TWC_FAULT(4, 2) != 0"},
    {"wrong number", "world/fingerprint.c", "twc_fingerprint_add(&fingerprint, n);",
     "twc_fingerprint_add(&fingerprint, TWC_FAULT(n, n / 8));"},
    {"byte order", "world/fingerprint.c", "(uint64_t)p[3] << 24", "(uint64_t)p[2] << 24"},
    {"operand order", "world/fingerprint.c", "mixed(c, load(p + 16))", "mixed(c, load(p + 24))"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_fingerprint_bytes = {
    .name = "world.fingerprint_bytes",
    .cases = 200,
    .scalars = bytes_scalars,
    .draw = bytes_draw,
    .shape = bytes_shape,
    .fill = bytes_fill,
    .run = bytes_run,
    .faults = fingerprint_bytes_faults,
};

/* ---- mesh_stages ------------------------------------------------------------------------------------------ */

enum { M_TRIANGLES, M_FACETS, M_KINDS, M_SEED };
enum { M_A_TRIANGLES, M_A_FACETS, M_OUT };
enum { M_LIMIT = 400 };
enum { NO_FEATURES, ONLY_FEATURES, MIXED, RUNS, FEATURES_LAST, ONE_FEATURE, KINDS };

static const twc_scalar stages_scalars[] = {
    {"triangles", 0, M_LIMIT, 0},
    {"facets", 0, M_LIMIT, 1},
    {"kinds", 0, KINDS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void stages_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[M_TRIANGLES] = index % 16 == 0 ? 0 : twc_sweep_length(random, index / KINDS, M_LIMIT);
    value[M_FACETS] = index % 16 == 0 ? twc_random_between(random, 0, 3) : twc_sweep_length(random, index / 3, M_LIMIT);
    value[M_KINDS] = index % KINDS;
    value[M_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int stages_shape(twc_case *c)
{
    if (c->value[M_TRIANGLES] > 0 && c->value[M_FACETS] == 0)
        return 0;
    twc_case_list(c, TWC_INPUT, "triangles", &twc_layout_triangle, (size_t)c->value[M_TRIANGLES]);
    twc_case_list(c, TWC_INPUT, "facets", &twc_layout_facet, (size_t)c->value[M_FACETS]);
    twc_case_list(c, TWC_OUTPUT, "stage", &twc_layout_u64, TWC_STAGE_COUNT);
    return 1;
}

static int is_feature(const twc_case *c, int32_t k)
{
    uint32_t hash = twc_pattern_hash(c->value[M_SEED], k, 90);
    switch (c->value[M_KINDS]) {
    case ONLY_FEATURES:
        return 1;
    case MIXED:
        return hash & 1;
    case RUNS:
        return k / 7 & 1;
    case FEATURES_LAST:
        return k >= c->value[M_FACETS] / 2;
    case ONE_FEATURE:
        return k == c->value[M_FACETS] - 1;
    default:
        return 0;
    }
}

static void set_corners(const twc_case *c, int32_t k, int32_t salt, twc_vertex corner[3])
{
    for (int v = 0; v < 3; v++) {
        corner[v].x = (int32_t)twc_pattern_hash(c->value[M_SEED], k, salt + v);
        corner[v].z = (int32_t)twc_pattern_hash(c->value[M_SEED], k, salt + 3 + v);
        corner[v].y = (float)(int32_t)twc_pattern_hash(c->value[M_SEED], k, salt + 6 + v) * 1e-7f;
    }
}

static void stages_fill(twc_case *c)
{
    for (int32_t k = 0; k < (int32_t)c->array[M_A_TRIANGLES].count; k++) {
        twc_triangle *triangle = (twc_triangle *)c->array[M_A_TRIANGLES].data + k;
        uint32_t hash = twc_pattern_hash(c->value[M_SEED], k, 80), facets = (uint32_t)c->value[M_FACETS];
        set_corners(c, k, 10, triangle->corner);
        triangle->facet = c->value[M_KINDS] == MIXED ? hash % facets
                                                     : (uint32_t)k * facets / (uint32_t)c->value[M_TRIANGLES];
    }
    for (int32_t k = 0; k < (int32_t)c->array[M_A_FACETS].count; k++) {
        twc_facet *facet = (twc_facet *)c->array[M_A_FACETS].data + k;
        uint64_t id = (uint64_t)twc_pattern_hash(c->value[M_SEED], k, 50) << 32 |
                      twc_pattern_hash(c->value[M_SEED], k, 51);
        set_corners(c, k, 30, facet->corner);
        for (int axis = 0; axis < 3; axis++)
            facet->normal[axis] = (float)(int32_t)twc_pattern_hash(c->value[M_SEED], k, 60 + axis) * 1e-9f;
        facet->centroid_x = (int32_t)twc_pattern_hash(c->value[M_SEED], k, 70);
        facet->centroid_z = (int32_t)twc_pattern_hash(c->value[M_SEED], k, 71);
        uint64_t kind = is_feature(c, k) ? TWC_FACET_FEATURE : id >> 63 ? TWC_FACET_FINE : TWC_FACET_BROAD;
        facet->id = kind << 62 | id >> 2;
    }
}

static void stages_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    uint32_t triangles = (uint32_t)c->value[M_TRIANGLES], facets = (uint32_t)c->value[M_FACETS];
    twc_mesh mesh = {call->buffer[M_A_TRIANGLES], call->buffer[M_A_FACETS], triangles, triangles, facets, facets};
    *call->written[M_OUT] = TWC_STAGE_SURFACE; /* the last entry is not the kernel's */
    twc_implementation_world(implementation)->mesh_stages(&mesh, call->buffer[M_OUT]);
}

static const twc_planted_fault mesh_stages_faults[] = {
    {"byte order", "world/fingerprint.c", "(uint64_t)half[1] << 32 | half[0]", "(uint64_t)half[0] << 32 | half[1]"},
    {"wrong kind", "world/fingerprint.c", "facet->id >> 62 == TWC_FACET_FEATURE", "facet->id >> 62 != TWC_FACET_FINE"},
    {"off by one", "world/fingerprint.c", "&mesh->triangles[first], k - first)",
     "&mesh->triangles[first], k - first - TWC_FAULT(0, k - first > 1))"},
    {"wrong number", "world/fingerprint.c", "(uint64_t)facets << 32 | triangles", "(uint64_t)triangles << 32 | facets"},
    {"swapped parts", "world/fingerprint.c", "take_facets(&part[kind],",
     "take_facets(&part[TWC_FAULT(kind, kind ^ (k - first > 6))],"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_mesh_stages = {
    .name = "world.mesh_stages",
    .cases = 240,
    .scalars = stages_scalars,
    .draw = stages_draw,
    .shape = stages_shape,
    .fill = stages_fill,
    .run = stages_run,
    .faults = mesh_stages_faults,
};
