/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the surface stage's table: noise, faces, ranks and vertices. */
#include <math.h>
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { LIMIT = 200 }; /* batches of 64 thrice, and more */

static const twc_surface_table *surface_of(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_surface(implementation->level) : twc_reference_surface();
}

/* ---- dryness ---------------------------------------------------------------------------------------------- */

enum { D_N, D_REACH, D_SEED };
enum { D_POINTS, D_OUT };

static const twc_scalar dryness_scalars[] = {
    {"points", 1, LIMIT, 1},
    {"reach", 0, (1 << 30) - 1, 0}, /* centimetres from the origin */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void dryness_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[D_N] = twc_sweep_length(random, index, LIMIT);
    value[D_REACH] = index % 3 ? (1 << 30) - 1 : twc_random_between(random, 0, 200000);
    value[D_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int dryness_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, (size_t)c->value[D_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)c->value[D_N]);
    return 1;
}

/* Anywhere within reach; every third on the long noise's grid, or a centimetre before it. */
static int32_t noise_place(int64_t seed, int32_t k, int32_t salt, int64_t reach)
{
    uint32_t hash = twc_pattern_hash(seed, k, salt);
    int32_t place = (int32_t)((int64_t)hash % (2 * reach + 1) - reach);
    return hash % 3 ? place : place / TWC_DRY_LONG_CM * TWC_DRY_LONG_CM - (int32_t)(hash >> 31);
}

static void dryness_fill(twc_case *c)
{
    twc_point *points = c->array[D_POINTS].data;
    for (size_t k = 0; k < c->array[D_POINTS].count; k++) {
        points[k].x = noise_place(c->value[D_SEED], (int32_t)k, 1, c->value[D_REACH]);
        points[k].z = noise_place(c->value[D_SEED], (int32_t)k, 2, c->value[D_REACH]);
    }
}

static void dryness_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    surface_of(implementation)->dryness(c->array[D_OUT].count, call->buffer[D_POINTS], call->buffer[D_OUT]);
}

static const twc_planted_fault dryness_faults[] = {
    {"operand order", "surface/dryness.c", "(t * t) * (3.0 - 2.0 * t)", "t * (t * (3.0 - 2.0 * t))"},
    {"wrong salt", "surface/dryness.c", "TWC_SALT_DRY_SHORT", "TWC_SALT_DRY_LONG"},
    {"reciprocal", "surface/dryness.c", "(2.0 * broad + narrow) / 3.0", "(2.0 * broad + narrow) * (1.0 / 3.0)"},
    {"off by one", "surface/dryness.c", "twc_fast_hash(i, j + 1, salt)", "twc_fast_hash(i, j, salt)"},
    {"first half twice", "surface/dryness.c", "(int32_t)(q & 1)", "0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_dryness = {
    .name = "surface.dryness",
    .cases = 240,
    .scalars = dryness_scalars,
    .draw = dryness_draw,
    .shape = dryness_shape,
    .fill = dryness_fill,
    .run = dryness_run,
    .faults = dryness_faults,
};

/* ---- faces ------------------------------------------------------------------------------------------------ */

enum { F_X, F_Z, F_N, F_BROAD, F_BASIN, F_WATER, F_SEED };
enum { F_A_BROAD, F_A_BASIN, F_A_FACETS, F_A_OUT };
enum { F_SIDE = 24 };

static const twc_scalar faces_scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"facets", 1, LIMIT, 1},
    {"broad_pattern", 0, TWC_PATTERNS - 1, 0},
    {"basin_pattern", 0, TWC_PATTERNS - 1, 0},
    {"water_cm", -100000, 50000, -100000},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void faces_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[F_X] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[F_Z] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[F_N] = twc_sweep_length(random, index, LIMIT);
    value[F_BROAD] = index % TWC_PATTERNS;
    value[F_BASIN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[F_WATER] = twc_random_once_in(random, 2) ? -100000 : twc_random_between(random, -20000, 45000);
    value[F_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int faces_shape(twc_case *c)
{
    twc_rect field = {(int32_t)c->value[F_X], (int32_t)c->value[F_Z], F_SIDE, F_SIDE};
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, field, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "basin", &twc_layout_f32, field, TWC_SAMPLE_CM);
    twc_case_list(c, TWC_INPUT, "facets", &twc_layout_facet, (size_t)c->value[F_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_face, (size_t)c->value[F_N]);
    return 1;
}

/* Unit normals about the puddles' and the snow's ranges, some level, some steep. */
static void set_normal(uint32_t hash, float normal[3])
{
    double steep = hash % 5 == 0 ? 2.0 : hash % 5 == 1 ? 0.0 : 0.3;
    double x = steep * ((double)(hash >> 8 & 1023) / 512.0 - 1.0),
           z = steep * ((double)(hash >> 18 & 1023) / 512.0 - 1.0);
    double length = sqrt(x * x + 1.0 + z * z);
    normal[0] = (float)(x / length);
    normal[1] = (float)(1.0 / length);
    normal[2] = (float)(z / length);
}

/* Heights within a few metres of the fields', so that every threshold is crossed; a fifth are parts of features. */
static void set_facet(const twc_case *c, int32_t k, twc_facet *facet)
{
    int64_t seed = c->value[F_SEED];
    const twc_rect rect = c->array[F_A_BROAD].rect;
    uint32_t a = twc_pattern_hash(seed, k, 3), b = twc_pattern_hash(seed, k, 4);
    float base = ((const float *)c->array[F_A_BASIN].data)[(uint32_t)k % (F_SIDE * F_SIDE)];
    memset(facet, 0, sizeof *facet);
    /* One sample is needed on the low side, two on the high one. */
    facet->centroid_x = (rect.x + 1) * TWC_SAMPLE_CM + (int32_t)(a % ((F_SIDE - 3) * TWC_SAMPLE_CM));
    facet->centroid_z = (rect.z + 1) * TWC_SAMPLE_CM + (int32_t)(b % ((F_SIDE - 3) * TWC_SAMPLE_CM));
    for (int corner = 0; corner < 3; corner++)
        facet->corner[corner].y = base + (float)((int32_t)(twc_pattern_hash(seed, k, 5 + corner) % 400) - 250) * 0.01f;
    set_normal(twc_pattern_hash(seed, k, 9), facet->normal);
    facet->id = a % 5 ? twc_facet_id(TWC_FACET_FINE, k, k, 0)
                      : (uint64_t)TWC_FACET_FEATURE << 62 | (uint64_t)(b % 6) << 58;
}

static void faces_fill(twc_case *c)
{
    twc_fill_heights(&c->array[F_A_BROAD], c->value[F_BROAD], c->value[F_SEED]);
    twc_fill_heights(&c->array[F_A_BASIN], c->value[F_BASIN], c->value[F_SEED] + 1);
    for (size_t k = 0; k < c->array[F_A_FACETS].count; k++)
        set_facet(c, (int32_t)k, (twc_facet *)c->array[F_A_FACETS].data + k);
}

static void faces_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_rect rect = c->array[F_A_BROAD].rect;
    twc_surface_window window = {
        {rect, call->buffer[F_A_BROAD]}, {rect, call->buffer[F_A_BASIN]}, (double)c->value[F_WATER] * 0.01};
    surface_of(implementation)
        ->faces(&window, c->array[F_A_OUT].count, call->buffer[F_A_FACETS], call->buffer[F_A_OUT]);
}

static void faces_plan(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z)
{
    const twc_facet *facet = (const twc_facet *)c->array[F_A_FACETS].data + element;
    (void)array;
    *x = facet->centroid_x;
    *z = facet->centroid_z;
}

static const twc_planted_fault faces_faults[] = {
    {"wrong comparison", "surface/faces.c", "water + 2.5", "water + 2.4"},
    {"operand order", "surface/faces.c", "(((double)l->around[k] - (double)l->height[k]) + 0.3) / 1.1",
     "((double)l->around[k] - ((double)l->height[k] - 0.3)) / 1.1"},
    {"wrong rounding", "surface/faces.c", "(int32_t)((double)(int32_t)byte * factor + 0.5)",
     "(int32_t)((double)(int32_t)byte * factor)"},
    {"wrong default", "surface/faces.c", "palette_of_material[material]", "palette_of_material[TWC_MATERIAL_BANK]"},
    {"wrong row", "surface/faces.c", "broad + 2 * broad_row", "broad + broad_row"},
    {"left undecided", "surface/faces.c", "least == UNDECIDED", "l->ground[0] == UNDECIDED"},
    {"missing tail", "surface/faces.c", "n - first < LANES ? n - first : LANES",
     "n - first < LANES ? TWC_FAULT(n - first, n - first > 4 ? n - first - 1 : n - first) : LANES"},
    {"saturation", "surface/faces.c", "byte < 255 ? byte : 255", "byte + (byte > 200)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_faces = {
    .name = "surface.faces",
    .cases = 480,
    .scalars = faces_scalars,
    .draw = faces_draw,
    .shape = faces_shape,
    .fill = faces_fill,
    .run = faces_run,
    .plan = faces_plan,
    .faults = faces_faults,
    .fingerprint = 0x1a496022493e05f7,
};

/* ---- ranks ------------------------------------------------------------------------------------------------ */

enum { R_N, R_STEPS, R_HASHES, R_SEED };
enum { R_IN, R_OUT };
enum { R_LIMIT = 700 };

static const twc_scalar ranks_scalars[] = {
    {"faces", 1, R_LIMIT, 1},
    {"steps", 1, 1 << 20, 1},  /* different puddle potentials: few make ties */
    {"hashes", 1, 1 << 20, 1}, /* different hashes: likewise */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void ranks_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[R_N] = twc_sweep_length(random, index, R_LIMIT);
    value[R_STEPS] = index % 2 ? 1 << 20 : twc_random_between(random, 1, 20);
    value[R_HASHES] = index % 4 < 2 ? 1 << 20 : twc_random_between(random, 1, 4);
    value[R_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

/* The kernel changes faces in place: they are an input, and the copy it worked on is the output. */
static int ranks_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "in", &twc_layout_face, (size_t)c->value[R_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_face, (size_t)c->value[R_N]);
    return 1;
}

static void ranks_fill(twc_case *c)
{
    twc_surface_face *faces = c->array[R_IN].data;
    for (size_t k = 0; k < c->array[R_IN].count; k++) {
        uint32_t a = twc_pattern_hash(c->value[R_SEED], (int32_t)k, 1),
                 b = twc_pattern_hash(c->value[R_SEED], (int32_t)k, 2);
        memset(&faces[k], 0, sizeof faces[k]);
        faces[k].puddle = (double)(a % (uint32_t)c->value[R_STEPS]) / (double)c->value[R_STEPS];
        faces[k].hash = b % (uint32_t)c->value[R_HASHES] * 0x9E3779B9u;
        faces[k].material = (uint8_t)(b >> 28) % TWC_MATERIAL_COUNT;
        faces[k].rank = (uint8_t)a;
    }
}

static size_t ranks_scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_rank_scratch(c->array[R_OUT].count);
}

static void ranks_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    memcpy(call->buffer[R_OUT], call->buffer[R_IN], c->array[R_OUT].count * sizeof(twc_surface_face));
    surface_of(implementation)->ranks(c->array[R_OUT].count, call->buffer[R_OUT], call->scratch);
}

static const twc_planted_fault ranks_faults[] = {
    {"ties", "surface/ranks.c", "in[left].key <= in[right].key", "in[left].key < in[right].key"},
    {"wrong rounding", "surface/ranks.c", "(255 * (k + 1) + count - 1) / count", "255 * (k + 1) / count"},
    {"wrong comparison", "surface/ranks.c", "!(faces[k].puddle > 0.05)", "!(faces[k].puddle >= 0.05)"},
    {"dropped last", "surface/ranks.c", "least(from + 2 * width, n)", "least(from + 2 * width, n - 1)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_ranks = {
    .name = "surface.ranks",
    .cases = 300,
    .scalars = ranks_scalars,
    .draw = ranks_draw,
    .shape = ranks_shape,
    .fill = ranks_fill,
    .scratch = ranks_scratch,
    .run = ranks_run,
    .faults = ranks_faults,
    .fingerprint = 0x57b20bd9adb8785a,
};

/* ---- vertices --------------------------------------------------------------------------------------------- */

enum { V_N, V_FACETS, V_SEED };
enum { V_TRIANGLES, V_A_FACETS, V_FACES, V_OUT };

static const twc_scalar vertices_scalars[] = {
    {"triangles", 1, LIMIT, 1},
    {"facets", 1, LIMIT, 1},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void vertices_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[V_N] = twc_sweep_length(random, index, LIMIT);
    value[V_FACETS] = twc_random_between(random, 1, index % 2 ? 3 : LIMIT);
    value[V_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int vertices_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "triangles", &twc_layout_triangle, (size_t)c->value[V_N]);
    twc_case_list(c, TWC_INPUT, "facets", &twc_layout_facet, (size_t)c->value[V_FACETS]);
    twc_case_list(c, TWC_INPUT, "faces", &twc_layout_face, (size_t)c->value[V_FACETS]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_u8, (size_t)c->value[V_N] * 3 * TWC_VERTEX_BYTES);
    return 1;
}

static void set_triangle(const twc_case *c, int32_t k, twc_triangle *triangle)
{
    int64_t seed = c->value[V_SEED];
    for (int corner = 0; corner < 3; corner++) {
        triangle->corner[corner].x = (int32_t)(twc_pattern_hash(seed, k, 10 + corner) >> 1) - (1 << 30);
        triangle->corner[corner].z = (int32_t)(twc_pattern_hash(seed, k, 20 + corner) >> 1) - (1 << 30);
        triangle->corner[corner].y = (float)(twc_pattern_hash(seed, k, 30 + corner) % 90000) * 0.01f - 300.0f;
    }
    triangle->facet = twc_pattern_hash(seed, k / 3, 40) % (uint32_t)c->value[V_FACETS];
}

static void vertices_fill(twc_case *c)
{
    for (size_t k = 0; k < c->array[V_TRIANGLES].count; k++)
        set_triangle(c, (int32_t)k, (twc_triangle *)c->array[V_TRIANGLES].data + k);
    for (size_t k = 0; k < c->array[V_FACES].count; k++) {
        twc_facet *facet = (twc_facet *)c->array[V_A_FACETS].data + k;
        twc_surface_face *face = (twc_surface_face *)c->array[V_FACES].data + k;
        uint32_t hash = twc_pattern_hash(c->value[V_SEED], (int32_t)k, 50);
        memset(facet, 0, sizeof *facet);
        set_normal(hash, facet->normal);
        memset(face, 0, sizeof *face);
        face->height = (float)(hash % 80000) * 0.01f - 300.0f; /* beyond both ends of the encoding too */
        face->rank = (uint8_t)(hash >> 3);
        face->snow = (uint8_t)(hash >> 11);
        face->material = (uint8_t)(hash >> 19) % TWC_MATERIAL_COUNT;
        for (int byte = 0; byte < 3; byte++)
            face->colour[byte] = (uint8_t)(hash >> 8 * byte);
    }
}

static void vertices_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    uint32_t triangles = (uint32_t)c->value[V_N], facets = (uint32_t)c->value[V_FACETS];
    twc_mesh mesh = {call->buffer[V_TRIANGLES], call->buffer[V_A_FACETS], triangles, triangles, facets, facets};
    surface_of(implementation)->vertices(&mesh, call->buffer[V_FACES], call->buffer[V_OUT]);
}

static const twc_planted_fault vertices_faults[] = {
    {"wrong rounding", "surface/vertex.c", "whole - ((double)whole > scaled)", "whole"},
    {"stale value", "surface/vertex.c", "triangle->facet != last", "triangle->facet > last || last == UINT32_MAX"},
    {"operand order", "surface/vertex.c", "packed(normal[1]) << 10 | packed(normal[2]) << 20",
     "packed(normal[2]) << 10 | packed(normal[1]) << 20"},
    {"byte order", "surface/vertex.c", "(uint32_t)face->rank | (uint32_t)face->snow << 8",
     "(uint32_t)face->snow | (uint32_t)face->rank << 8"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_vertices = {
    .name = "surface.vertices",
    .cases = 240,
    .scalars = vertices_scalars,
    .draw = vertices_draw,
    .shape = vertices_shape,
    .fill = vertices_fill,
    .run = vertices_run,
    .faults = vertices_faults,
    .fingerprint = 0x2a1ee4a392437520,
};
