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

/* Up to BATCH vertices of one row touch so many macro corners to the north and the south of it. */
enum { CORNERS = BATCH / TWC_MACRO_CELLS + 2 };

/*
 * The corners along two rows, (x + k, z) and (x + k, z + 1), those that were asked for: an edge's three vertices, the
 * edges that meet in a corner and the rows of a macro cell share them. Others may lie outside the window.
 */
typedef struct corner_memory {
    int32_t x, z;
    uint8_t known[2][CORNERS];
    twc_wide_vertex corner[2][CORNERS];
} corner_memory;

/* To the row of corners after the one it is at. */
static void next_row(corner_memory *memory)
{
    memcpy(memory->known[0], memory->known[1], sizeof memory->known[0]);
    memcpy(memory->corner[0], memory->corner[1], sizeof memory->corner[0]);
    memset(memory->known[1], 0, sizeof memory->known[1]);
    memory->z++;
}

static const twc_wide_vertex *corner_at(const twc_ground_window *ground, corner_memory *memory, int32_t x, int south)
{
    const int32_t k = x - memory->x;
    TWC_ASSERT(k >= 0 && k < CORNERS);
    if (!memory->known[south][k]) {
        memory->known[south][k] = 1;
        memory->corner[south][k] = TWC_NAME(corner_vertex)(ground, x, memory->z + south);
    }
    return &memory->corner[south][k];
}

static twc_vertex narrow(twc_wide_vertex vertex)
{
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

/* A stretch of one row within BATCH columns, and what is shared along it. */
typedef struct lattice_row {
    const twc_ground_window *ground;
    corner_memory *memory;
    int32_t along_z; /* of the row in its macro cells, whose index is memory->z */
    int32_t px[BATCH], pz[BATCH];
    height_list fine, broad;
} lattice_row;

/* The vertices of macro column x on a row between macro corners; the first is on the edge to the column before. */
static void inner_row(lattice_row *row, int32_t x, int32_t along_x, int32_t k, int32_t end, twc_vertex *out)
{
    const int cell = is_broad(row->ground, x, row->memory->z);
    if (along_x == 0 && (cell || is_broad(row->ground, x - 1, row->memory->z))) {
        const twc_wide_vertex *north = corner_at(row->ground, row->memory, x, 0),
                              *south = corner_at(row->ground, row->memory, x, 1);
        out[k++] = narrow(twc_fast_edge_vertex(*north, *south, row->along_z));
    }
    for (height_list *list = cell ? &row->broad : &row->fine; k < end; k++)
        add_height(list, row->px[k], row->pz[k], &out[k]);
}

/* The same on a row of macro corners: the first is a corner, the others are on the edge to the cells before. */
static void corner_row(lattice_row *row, int32_t x, int32_t along_x, int32_t k, int32_t end, twc_vertex *out)
{
    const twc_ground_window *ground = row->ground;
    const int32_t z = row->memory->z;
    if (along_x == 0 && broad_about(ground, x, z) > 0) {
        out[k++] = narrow(*corner_at(ground, row->memory, x, 0));
        along_x++;
    }
    if (k < end && along_x == 0) {
        add_height(&row->fine, row->px[k], row->pz[k], &out[k]);
        k++, along_x++;
    }
    if (k < end && (is_broad(ground, x, z) || is_broad(ground, x, z - 1))) {
        const twc_wide_vertex *from = corner_at(ground, row->memory, x, 0),
                              *to = corner_at(ground, row->memory, x + 1, 0);
        for (; k < end; k++, along_x++)
            out[k] = narrow(twc_fast_edge_vertex(*from, *to, along_x));
    }
    for (; k < end; k++)
        add_height(&row->fine, row->px[k], row->pz[k], &out[k]);
}

/* Up to BATCH vertices of row j. */
static void lattice_run(const twc_ground_window *ground, int32_t first_i, int32_t j, int32_t n, corner_memory *memory,
                        twc_vertex *out)
{
    lattice_row row;
    for (int32_t k = 0; k < n; k++) {
        row.px[k] = jittered(first_i + k, first_i + k, j, TWC_SALT_JITTER_X, TWC_LATTICE_JITTER_CM);
        row.pz[k] = jittered(j, first_i + k, j, TWC_SALT_JITTER_Z, TWC_LATTICE_JITTER_CM);
    }
    if (j == (memory->z + 1) * TWC_MACRO_CELLS)
        next_row(memory);
    row.ground = ground;
    row.memory = memory;
    row.along_z = j - memory->z * TWC_MACRO_CELLS;
    row.fine.n = row.broad.n = 0;
    int32_t x = memory->x, along_x = first_i - x * TWC_MACRO_CELLS;
    for (int32_t k = 0, end; k < n; k = end, x++, along_x = 0) {
        end = k + TWC_MACRO_CELLS - along_x < n ? k + TWC_MACRO_CELLS - along_x : n;
        if (row.along_z == 0)
            corner_row(&row, x, along_x, k, end, out);
        else
            inner_row(&row, x, along_x, k, end, out);
    }
    take_heights(&row.fine, &ground->fine);
    take_heights(&row.broad, &ground->broad);
}

void TWC_NAME(lattice)(const twc_ground_window *ground, twc_rect vertices, twc_vertex *out)
{
    for (int32_t i = 0; i < vertices.nx; i += BATCH) {
        const int32_t n = vertices.nx - i < BATCH ? vertices.nx - i : BATCH;
        corner_memory memory;
        memory.x = twc_floor_div(vertices.x + i, TWC_MACRO_CELLS);
        memory.z = twc_floor_div(vertices.z, TWC_MACRO_CELLS);
        memset(memory.known, 0, sizeof memory.known);
        for (int32_t j = 0; j < vertices.nz; j++)
            lattice_run(ground, vertices.x + i, vertices.z + j, n, &memory, out + (ptrdiff_t)j * vertices.nx + i);
    }
}

/* ---- diagonals ---- */

enum { LANES = 32 };

/* `count` is LANES or fewer; inlined, so that those with LANES cells have loops without a remainder. */
TWC_INLINE void diagonal_lanes(int32_t i, int32_t j, int32_t count, const twc_vertex *north, const twc_vertex *south,
                               uint8_t *restrict out)
{
    int32_t x[2][LANES + 1], z[2][LANES + 1];
    for (int32_t k = 0; k <= count; k++) {
        x[0][k] = north[k].x;
        z[0][k] = north[k].z;
        x[1][k] = south[k].x;
        z[1][k] = south[k].z;
    }
    for (int32_t k = 0; k < count; k++) {
        const int32_t ax = x[0][k], az = z[0][k], bx = x[0][k + 1], bz = z[0][k + 1];
        const int32_t cx = x[1][k], cz = z[1][k], dx = x[1][k + 1], dz = z[1][k + 1];
        /* Corners of a cell are near each other. Both pairs of halves make it up: the fourth area is a difference. */
        const int32_t acb = twc_fast_area2(ax, az, cx, cz, bx, bz), acd = twc_fast_area2(ax, az, cx, cz, dx, dz);
        const int32_t adb = twc_fast_area2(ax, az, dx, dz, bx, bz), bcd = (acd + adb) - acb;
        const int32_t one = (acd > 0) & (adb > 0), both = one & (acb > 0) & (bcd > 0);
        const int32_t hashed = twc_fast_hash(i + k, j, TWC_SALT_DIAGONAL) < 0x80000000u;
        out[k] = (uint8_t)(one & ((both ^ 1) | hashed));
    }
}

void TWC_NAME(diagonals)(twc_rect cells, const twc_vertex *vertices, uint8_t *out)
{
    const ptrdiff_t row = cells.nx + 1;
    for (int32_t j = 0; j < cells.nz; j++, vertices += row, out += cells.nx) {
        int32_t i = 0;
        for (; cells.nx - i >= LANES; i += LANES)
            diagonal_lanes(cells.x + i, cells.z + j, LANES, vertices + i, vertices + row + i, out + i);
        if (i < cells.nx)
            diagonal_lanes(cells.x + i, cells.z + j, cells.nx - i, vertices + i, vertices + row + i, out + i);
    }
}
