/* SPDX-License-Identifier: MIT */
/*
 * Vertices of the lattice and the diagonals of fine cells, row by row. Spec ground 3; paper Algorithm 1, equation 1;
 * twin reference/ground/lattice.c; test tests/ground/test_lattice.c.
 */
#include "ground/ground.h"

enum { BATCH = 64 };

static int is_broad(const twc_ground_window *ground, int32_t x, int32_t z)
{
    return ground->classes[(ptrdiff_t)(z - ground->macros.z) * ground->macros.nx + (x - ground->macros.x)] == TWC_BROAD;
}

/* How many of the four cells about macro corner (x, z) are Broad. */
static int broad_about(const twc_ground_window *ground, int32_t x, int32_t z)
{
    return is_broad(ground, x - 1, z - 1) + is_broad(ground, x, z - 1) + is_broad(ground, x - 1, z) +
           is_broad(ground, x, z);
}

/*@ requires 0 <= amplitude <= TWC_MACRO_JITTER_CM && on_lattice(along);
    assigns \nothing;
    ensures -amplitude <= \result - along * TWC_LATTICE_CM <= amplitude; */
TWC_INLINE int32_t jittered(int32_t along, int32_t i, int32_t j, int32_t salt, int32_t amplitude)
{
    return along * TWC_LATTICE_CM + twc_fast_jitter(twc_fast_hash(i, j, salt), amplitude);
}

/* A macro corner in plan, and the field its height comes from. */
static const twc_field *corner_position(const twc_ground_window *ground, int32_t x, int32_t z, int32_t *px, int32_t *pz)
{
    const int broad = broad_about(ground, x, z);
    const int32_t i = x * TWC_MACRO_CELLS, j = z * TWC_MACRO_CELLS;
    const int32_t amplitude = broad == 4 ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
    *px = jittered(i, i, j, broad == 4 ? TWC_SALT_MACRO_X : TWC_SALT_JITTER_X, amplitude);
    *pz = jittered(j, i, j, broad == 4 ? TWC_SALT_MACRO_Z : TWC_SALT_JITTER_Z, amplitude);
    return broad ? &ground->broad : &ground->fine;
}

twc_wide_vertex TWC_NAME(corner_vertex)(const twc_ground_window *ground, int32_t x, int32_t z)
{
    twc_wide_vertex vertex;
    const twc_field *field = corner_position(ground, x, z, &vertex.x, &vertex.z);
    TWC_NAME(bilinear)(field, 1, &vertex.x, &vertex.z, &vertex.y);
    vertex.unused = 0;
    return vertex;
}

/* The two corners of the macro edge last asked for: its three vertices come one after the other along a row. */
typedef struct edge_memory {
    int32_t x, z;
    int along_x, set;
    twc_wide_vertex from, to;
} edge_memory;

static twc_vertex edge_vertex(const twc_ground_window *ground, edge_memory *edge, int32_t x, int32_t z, int along_x,
                              int32_t k)
{
    if (!edge->set || edge->x != x || edge->z != z || edge->along_x != along_x) {
        edge->from = TWC_NAME(corner_vertex)(ground, x, z);
        edge->to = TWC_NAME(corner_vertex)(ground, x + along_x, z + !along_x);
        edge->x = x;
        edge->z = z;
        edge->along_x = along_x;
        edge->set = 1;
    }
    const twc_wide_vertex vertex = twc_fast_edge_vertex(edge->from, edge->to, k);
    return (twc_vertex){vertex.x, vertex.z, vertex.y};
}

/* Positions that take their height from one field, and where they go. */
typedef struct height_list {
    size_t n;
    int32_t x[BATCH], z[BATCH];
    float y[BATCH];
    twc_vertex *to[BATCH];
} height_list;

static void add_height(height_list *list, int32_t x, int32_t z, twc_vertex *to)
{
    TWC_ASSERT(list->n < BATCH);
    list->x[list->n] = x;
    list->z[list->n] = z;
    list->to[list->n] = to;
    list->n++;
}

static void take_heights(height_list *list, const twc_field *field)
{
    TWC_NAME(bilinear)(field, list->n, list->x, list->z, list->y);
    for (size_t k = 0; k < list->n; k++)
        *list->to[k] = (twc_vertex){list->x[k], list->z[k], list->y[k]};
}

/* Up to BATCH vertices of one row. */
static void lattice_run(const twc_ground_window *ground, int32_t first_i, int32_t j, int32_t n, twc_vertex *out)
{
    int32_t px[BATCH], pz[BATCH];
    height_list fine, broad;
    edge_memory edge;
    edge.set = 0;
    fine.n = broad.n = 0;
    for (int32_t k = 0; k < n; k++) {
        px[k] = jittered(first_i + k, first_i + k, j, TWC_SALT_JITTER_X, TWC_LATTICE_JITTER_CM);
        pz[k] = jittered(j, first_i + k, j, TWC_SALT_JITTER_Z, TWC_LATTICE_JITTER_CM);
    }
    const int32_t z = twc_floor_div(j, TWC_MACRO_CELLS), along_z = j - z * TWC_MACRO_CELLS;
    for (int32_t k = 0; k < n; k++) {
        const int32_t x = twc_floor_div(first_i + k, TWC_MACRO_CELLS), along_x = first_i + k - x * TWC_MACRO_CELLS;
        if (along_x == 0 && along_z == 0) {
            const twc_field *field = corner_position(ground, x, z, &px[k], &pz[k]);
            add_height(field == &ground->broad ? &broad : &fine, px[k], pz[k], &out[k]);
            continue;
        }
        const int cell = is_broad(ground, x, z);
        if (along_x == 0 && (cell || is_broad(ground, x - 1, z)))
            out[k] = edge_vertex(ground, &edge, x, z, 0, along_z);
        else if (along_z == 0 && (cell || is_broad(ground, x, z - 1)))
            out[k] = edge_vertex(ground, &edge, x, z, 1, along_x);
        else
            add_height(cell ? &broad : &fine, px[k], pz[k], &out[k]);
    }
    take_heights(&fine, &ground->fine);
    take_heights(&broad, &ground->broad);
}

void TWC_NAME(lattice)(const twc_ground_window *ground, twc_rect vertices, twc_vertex *out)
{
    for (int32_t j = 0; j < vertices.nz; j++) {
        for (int32_t i = 0; i < vertices.nx; i += BATCH) {
            const int32_t n = vertices.nx - i < BATCH ? vertices.nx - i : BATCH;
            lattice_run(ground, vertices.x + i, vertices.z + j, n, out + (ptrdiff_t)j * vertices.nx + i);
        }
    }
}

/* twc_vertex_area2; differences of coordinates fit in 32 bits (numbers.h). */
/*@ requires in_world(ax) && in_world(az) && in_world(bx) && in_world(bz) && in_world(cx) && in_world(cz);
    assigns \nothing;
    ensures \result == cross(cx - ax, cz - az, bx - ax, bz - az); */
TWC_INLINE int64_t area2(int32_t ax, int32_t az, int32_t bx, int32_t bz, int32_t cx, int32_t cz)
{
    return (int64_t)(bz - az) * (cx - ax) - (int64_t)(bx - ax) * (cz - az);
}

static void diagonal_run(int32_t first_i, int32_t j, int32_t n, const twc_vertex *north, const twc_vertex *south,
                         uint8_t *restrict out)
{
    int32_t x[2][BATCH + 1], z[2][BATCH + 1];
    for (int32_t k = 0; k <= n; k++) {
        x[0][k] = north[k].x;
        z[0][k] = north[k].z;
        x[1][k] = south[k].x;
        z[1][k] = south[k].z;
    }
    for (int32_t k = 0; k < n; k++) {
        const int32_t ax = x[0][k], az = z[0][k], bx = x[0][k + 1], bz = z[0][k + 1];
        const int32_t cx = x[1][k], cz = z[1][k], dx = x[1][k + 1], dz = z[1][k + 1];
        const int acb = area2(ax, az, cx, cz, bx, bz) > 0, bcd = area2(bx, bz, cx, cz, dx, dz) > 0;
        const int acd = area2(ax, az, cx, cz, dx, dz) > 0, adb = area2(ax, az, dx, dz, bx, bz) > 0;
        const int hashed = twc_fast_hash(first_i + k, j, TWC_SALT_DIAGONAL) < 0x80000000u;
        out[k] = (uint8_t)(acd & adb & (((acb & bcd) ^ 1) | hashed));
    }
}

void TWC_NAME(diagonals)(twc_rect cells, const twc_vertex *vertices, uint8_t *out)
{
    const ptrdiff_t row = cells.nx + 1;
    for (int32_t j = 0; j < cells.nz; j++) {
        for (int32_t i = 0; i < cells.nx; i += BATCH) {
            const int32_t n = cells.nx - i < BATCH ? cells.nx - i : BATCH;
            const twc_vertex *north = vertices + j * row + i;
            diagonal_run(cells.x + i, cells.z + j, n, north, north + row, out + (ptrdiff_t)j * cells.nx + i);
        }
    }
}
