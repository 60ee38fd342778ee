/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases of `buckets_build` and `buckets_find`: meshes of every manner, points on their corners, edges, walls, and
 * beside them.
 */
#include "check/patterns.h"
#include "check/registry.h"

enum { X, Z, N, MANNER, SEED, POINTS };
enum { TRIANGLES, START, ITEM, A_POINTS, FOUND, HEIGHT };
enum {
    LIMIT = 200,
    WINDOW = 8000,
    ACROSS = 8
}; /* most triangles; side of their window, in cm; lattice cells in a row */
enum { LATTICE, SMALL, LARGE, BORDERS, STACK, THIN, WALLS, MANNERS };
enum {
    CELLS_LIMIT = 40 * 60, /* a lattice of LIMIT triangles needs 37 by 57 */
    ITEMS_LIMIT = (WINDOW / TWC_BUCKET_CM + 2) * (WINDOW / TWC_BUCKET_CM + 2) /* of one triangle */
};

#define MESH_SCALARS                                                                                                   \
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CM), TWC_PLACE_LIMIT(TWC_TILE_CM), 0},                                             \
        {"z", -TWC_PLACE_LIMIT(TWC_TILE_CM), TWC_PLACE_LIMIT(TWC_TILE_CM), 0}, {"triangles", 0, LIMIT, 1},             \
        {"manner", 0, MANNERS - 1, 0},                                                                                 \
    {                                                                                                                  \
        "fill_seed", 0, TWC_PATTERN_SEED_MAX, 0                                                                        \
    }

static void draw_mesh(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_CM);
    value[Z] = twc_sweep_place(random, TWC_TILE_CM);
    value[N] = index % 24 == 23 ? 0 : twc_sweep_length(random, index / MANNERS, LIMIT);
    value[MANNER] = index % MANNERS;
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int32_t number(const twc_case *c, int32_t k, int32_t salt, int32_t below)
{
    return (int32_t)(twc_pattern_hash(c->value[SEED], k, salt) % (uint32_t)below);
}

/* ---- meshes ---- */

static twc_vertex lattice_vertex(const twc_case *c, int32_t i, int32_t j)
{
    int32_t k = j * (ACROSS + 1) + i, jitter = 2 * TWC_LATTICE_JITTER_CM + 1;
    return (twc_vertex){i * TWC_LATTICE_CM + number(c, k, 1, jitter), j * TWC_LATTICE_CM + number(c, k, 2, jitter),
                        (float)number(c, k, 3, 4000) * 0.01f};
}

/* Half of a cell, as the ground has them. */
static void set_lattice(const twc_case *c, int32_t k, twc_vertex corner[3])
{
    int32_t i = k / 2 % ACROSS, j = k / 2 / ACROSS;
    corner[0] = lattice_vertex(c, i + (k & 1), j);
    corner[1] = lattice_vertex(c, i, j + 1);
    corner[2] = lattice_vertex(c, i + 1, j + (k & 1));
}

/* A corner within `size` of the triangle's place. */
static twc_vertex near_place(const twc_case *c, int32_t k, int32_t v, int32_t size)
{
    return (twc_vertex){number(c, k, 10, WINDOW - size) + number(c, k, 11 + v, size),
                        number(c, k, 20, WINDOW - size) + number(c, k, 21 + v, size),
                        (float)number(c, k, 30 + v, 3000) * 0.01f};
}

static void set_corner(const twc_case *c, int32_t k, int32_t v, twc_vertex corner[3])
{
    switch (c->value[MANNER]) {
    case LARGE:
        corner[v] = near_place(c, k, v, WINDOW - 1);
        break;
    case THIN:
        corner[v] = near_place(c, k, v, WINDOW - 1);
        if (k & 1)
            corner[v].x = number(c, k, 40, WINDOW) + v % 2;
        else
            corner[v].z = number(c, k, 40, WINDOW) + v % 2;
        break;
    case BORDERS: /* corners on the borders of buckets, or a centimetre before */
        corner[v] = near_place(c, k, v, 5 * TWC_BUCKET_CM);
        corner[v].x = corner[v].x / TWC_BUCKET_CM * TWC_BUCKET_CM - number(c, k, 50 + v, 2);
        corner[v].z = corner[v].z / TWC_BUCKET_CM * TWC_BUCKET_CM - number(c, k, 60 + v, 2);
        break;
    case STACK: /* few plans, few heights: ties */
        corner[v] = near_place(c, k % 3, v, 3 * TWC_BUCKET_CM);
        corner[v].y = (float)number(c, k, 70, 3);
        break;
    case WALLS:
        corner[v] = near_place(c, k, v, 1500);
        if (v == 2 && k % 3) {
            corner[2].x = corner[k % 2].x;
            corner[2].z = corner[k % 2].z;
        }
        break;
    default:
        corner[v] = near_place(c, k, v, 1500);
    }
}

/* Lattices look up; of the rest half do. A bucket's borders go through the window wherever it begins. */
static void set_triangle(const twc_case *c, int32_t k, twc_triangle *triangle)
{
    int32_t x = twc_floor_div((int32_t)c->value[X], TWC_BUCKET_CM) * TWC_BUCKET_CM;
    int32_t z = twc_floor_div((int32_t)c->value[Z], TWC_BUCKET_CM) * TWC_BUCKET_CM;
    if (c->value[MANNER] == LATTICE)
        set_lattice(c, k, triangle->corner);
    else
        for (int32_t v = 0; v < 3; v++)
            set_corner(c, k, v, triangle->corner);
    for (int v = 0; v < 3; v++) {
        triangle->corner[v].x += x;
        triangle->corner[v].z += z;
    }
    triangle->facet = 0;
}

static void fill_mesh(twc_case *c)
{
    for (int32_t k = 0; k < (int32_t)c->array[TRIANGLES].count; k++)
        set_triangle(c, k, (twc_triangle *)c->array[TRIANGLES].data + k);
}

static twc_mesh mesh_of(const twc_case *c, void *triangles)
{
    uint32_t count = (uint32_t)c->value[N];
    return (twc_mesh){.triangles = triangles, .triangle_count = count, .triangle_capacity = count};
}

/* The mesh and room for its buckets, whatever they are. */
static void shape_mesh(twc_case *c, twc_role buckets)
{
    twc_case_list(c, TWC_INPUT, "triangles", &twc_layout_triangle, (size_t)c->value[N]);
    twc_case_list(c, buckets, "start", &twc_layout_u32, CELLS_LIMIT + 1);
    twc_case_list(c, buckets, "item", &twc_layout_u32, (size_t)c->value[N] * ITEMS_LIMIT);
}

/* ---- buckets_build ---------------------------------------------------------------------------------------- */

static const twc_scalar build_scalars[] = {MESH_SCALARS, {NULL, 0, 0, 0}};

static int build_shape(twc_case *c)
{
    shape_mesh(c, TWC_OUTPUT);
    return 1;
}

static void build_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_mesh mesh = mesh_of(c, call->buffer[TRIANGLES]);
    twc_buckets buckets = {twc_buckets_cells(&mesh), call->buffer[START], call->buffer[ITEM]};
    *call->written[START] = (size_t)buckets.cells.nx * (size_t)buckets.cells.nz + 1;
    *call->written[ITEM] = twc_buckets_items(&mesh);
    twc_implementation_world(implementation)->buckets_build(&mesh, &buckets);
}

static const twc_planted_fault buckets_build_faults[] = {
    {"off by one", "world/buckets.c", "if (b.z1 + 1 < (uint32_t)cells.nz) {",
     "if (b.z1 + 1 + TWC_FAULT(0u, 1u) < (uint32_t)cells.nz) {"},
    {"operand order", "world/buckets.c", "most(most(a->x, b->x), c->x)", "most(a->x, b->x)"},
    {"dropped last", "world/buckets.c", "k <= z * width + b.x1; k++)",
     "k <= z * width + b.x1 - TWC_FAULT(0u, (b.x1 > b.x0 + 3)); k++)"},
    {"wrong order", "world/buckets.c", "item[--start[k]] = t;",
     "item[--start[k]] = TWC_FAULT(t, mesh->triangle_count - 1 - t);"},
    {"wrong row", "world/buckets.c", "for (size_t k = width; k < count; k += width)",
     "for (size_t k = width; k < count - TWC_FAULT(0, width); k += width)"},
    {"wrong rounding", "world/buckets.c", "(uint32_t)first_cell * TWC_BUCKET_CM) / TWC_BUCKET_CM",
     "(uint32_t)first_cell * TWC_BUCKET_CM + TWC_FAULT(0u, 1u)) / TWC_BUCKET_CM"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_buckets_build = {
    .name = "world.buckets_build",
    .cases = 240,
    .scalars = build_scalars,
    .draw = draw_mesh,
    .shape = build_shape,
    .fill = fill_mesh,
    .run = build_run,
    .faults = buckets_build_faults,
};

/* ---- buckets_find ----------------------------------------------------------------------------------------- */

static const twc_scalar find_scalars[] = {MESH_SCALARS, {"points", 1, LIMIT, 1}, {NULL, 0, 0, 0}};

static void find_draw(twc_random *random, uint32_t index, int64_t *value)
{
    draw_mesh(random, index, value);
    value[POINTS] = twc_random_between(random, 1, LIMIT);
}

static int find_shape(twc_case *c)
{
    shape_mesh(c, TWC_INPUT);
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, (size_t)c->value[POINTS]);
    twc_case_list(c, TWC_OUTPUT, "triangle", &twc_layout_u64, (size_t)c->value[POINTS]);
    twc_case_list(c, TWC_OUTPUT, "height", &twc_layout_f32, (size_t)c->value[POINTS]);
    return 1;
}

/*
 * About a triangle: a corner, the middle of an edge, a third of the way in; or anywhere about the window; or far away.
 */
static twc_point point_at(const twc_case *c, int32_t k)
{
    const twc_triangle *triangles = c->array[TRIANGLES].data;
    twc_point anywhere = {(int32_t)c->value[X] + number(c, k, 80, 2 * WINDOW) - WINDOW / 2,
                          (int32_t)c->value[Z] + number(c, k, 81, 2 * WINDOW) - WINDOW / 2};
    int32_t how = number(c, k, 82, 8);
    if (how == 0)
        return (twc_point){number(c, k, 83, 1 << 30) - (1 << 29), number(c, k, 84, 1 << 30) - (1 << 29)};
    if (how < 3 || c->value[N] == 0)
        return anywhere;
    const twc_vertex *corner = triangles[number(c, k, 85, (int32_t)c->value[N])].corner;
    twc_vertex a = corner[k % 3], b = corner[(k + 1) % 3];
    if (how < 5)
        return (twc_point){a.x, a.z};
    if (how < 7)
        return (twc_point){a.x + (b.x - a.x) / 2, a.z + (b.z - a.z) / 2};
    return (twc_point){twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x),
                       twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z)};
}

/* The buckets are an input: the reference makes them. */
static void find_fill(twc_case *c)
{
    fill_mesh(c);
    twc_mesh mesh = mesh_of(c, c->array[TRIANGLES].data);
    twc_buckets buckets = {twc_buckets_cells(&mesh), c->array[START].data, c->array[ITEM].data};
    twc_reference_world()->buckets_build(&mesh, &buckets);
    for (int32_t k = 0; k < (int32_t)c->array[A_POINTS].count; k++)
        ((twc_point *)c->array[A_POINTS].data)[k] = point_at(c, k);
}

static void find_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_mesh mesh = mesh_of(c, call->buffer[TRIANGLES]);
    twc_buckets buckets = {twc_buckets_cells(&mesh), call->buffer[START], call->buffer[ITEM]};
    twc_implementation_world(implementation)
        ->buckets_find(&mesh, &buckets, c->array[A_POINTS].count, call->buffer[A_POINTS], call->buffer[FOUND],
                       call->buffer[HEIGHT]);
}

static void find_plan(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z)
{
    const twc_point *points = c->array[A_POINTS].data;
    (void)array;
    *x = points[element].x;
    *z = points[element].z;
}

static const twc_planted_fault buckets_find_faults[] = {
    {"edges left out", "world/buckets.c", "(ab | bc | ca) <= 0", "(ab <= 0) | (bc <= 0) | (ca <= 0)"},
    {"wrong tie", "world/buckets.c", "y > highest", "y >= highest"},
    {"operand order", "world/buckets.c", "wb * ((double)b->y - ya) + wc * ((double)c->y - ya)",
     "wc * ((double)b->y - ya) + wb * ((double)c->y - ya)"},
    {"wrong rounding", "world/buckets.c", "(float)(ya + rise)", "a->y + (float)rise"},
    {"stale value", "world/buckets.c", "float highest = 0.0f;", "float highest = TWC_FAULT(0.0f, 1.0f);"},
    {"dropped last", "world/buckets.c", "i < start[1]; i++)",
     "i + TWC_FAULT(0, start[1] > start[0] + 1) < start[1]; i++)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_buckets_find = {
    .name = "world.buckets_find",
    .cases = 300,
    .scalars = find_scalars,
    .draw = find_draw,
    .shape = find_shape,
    .fill = find_fill,
    .run = find_run,
    .plan = find_plan,
    .faults = buckets_find_faults,
};
