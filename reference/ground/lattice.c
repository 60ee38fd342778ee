/* SPDX-License-Identifier: MIT */
#include "ground/stage.h"

int twc_reference_is_broad(const twc_ground_window *ground, int32_t x, int32_t z)
{
    return ground->classes[(ptrdiff_t)(z - ground->macros.z) * ground->macros.nx + (x - ground->macros.x)] == TWC_BROAD;
}

/* A vertex at its jittered position, with the height of one field. */
static twc_vertex jittered(int32_t i, int32_t j, int32_t salt_x, int32_t salt_z, int32_t amplitude, const twc_field *field)
{
    twc_vertex vertex;
    vertex.x = i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, salt_x), amplitude);
    vertex.z = j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, salt_z), amplitude);
    vertex.y = twc_reference_bilinear_at(field, vertex.x, vertex.z);
    return vertex;
}

static twc_vertex fine_vertex(int32_t i, int32_t j, const twc_field *field)
{
    return jittered(i, j, TWC_SALT_JITTER_X, TWC_SALT_JITTER_Z, TWC_LATTICE_JITTER_CM, field);
}

/* The macro corner shared by macro cells (x-1, z-1), (x, z-1), (x-1, z) and (x, z). */
static twc_vertex corner_vertex(const twc_ground_window *ground, int32_t x, int32_t z)
{
    int broad = twc_reference_is_broad(ground, x - 1, z - 1) + twc_reference_is_broad(ground, x, z - 1)
                + twc_reference_is_broad(ground, x - 1, z) + twc_reference_is_broad(ground, x, z);
    int32_t i = x * TWC_MACRO_CELLS, j = z * TWC_MACRO_CELLS;
    if (broad == 4)
        return jittered(i, j, TWC_SALT_MACRO_X, TWC_SALT_MACRO_Z, TWC_MACRO_JITTER_CM, &ground->broad);
    return fine_vertex(i, j, broad ? &ground->broad : &ground->fine);
}

/* from + (to - from) k / 4, rounded half up: half the divisor turns the floor into rounding. */
static int32_t lerp_position(int32_t from, int32_t to, int32_t k)
{
    return from + twc_floor_div((to - from) * k + TWC_MACRO_CELLS / 2, TWC_MACRO_CELLS);
}

/* The k-th vertex along the straight edge between two macro corners, in plan and in height. */
static twc_vertex edge_vertex(twc_vertex from, twc_vertex to, int32_t k)
{
    twc_vertex vertex;
    float t = (float)k / (float)TWC_MACRO_CELLS;
    vertex.x = lerp_position(from.x, to.x, k);
    vertex.z = lerp_position(from.z, to.z, k);
    vertex.y = from.y + (to.y - from.y) * t;
    return vertex;
}

twc_vertex twc_reference_vertex(const twc_ground_window *ground, int32_t i, int32_t j)
{
    int32_t x = twc_floor_div(i, TWC_MACRO_CELLS), z = twc_floor_div(j, TWC_MACRO_CELLS);
    int32_t along_x = i - x * TWC_MACRO_CELLS, along_z = j - z * TWC_MACRO_CELLS;
    if (along_x == 0 && along_z == 0)
        return corner_vertex(ground, x, z);
    int broad = twc_reference_is_broad(ground, x, z);
    if (along_x == 0) { /* on the edge between macro cells (x-1, z) and (x, z) */
        if (broad || twc_reference_is_broad(ground, x - 1, z))
            return edge_vertex(corner_vertex(ground, x, z), corner_vertex(ground, x, z + 1), along_z);
    } else if (along_z == 0) {
        if (broad || twc_reference_is_broad(ground, x, z - 1))
            return edge_vertex(corner_vertex(ground, x, z), corner_vertex(ground, x + 1, z), along_x);
    } else if (broad) {
        return fine_vertex(i, j, &ground->broad);
    }
    return fine_vertex(i, j, &ground->fine);
}

void twc_reference_lattice(const twc_ground_window *ground, twc_rect vertices, twc_vertex *out)
{
    for (int32_t j = 0; j < vertices.nz; j++)
        for (int32_t i = 0; i < vertices.nx; i++)
            out[(ptrdiff_t)j * vertices.nx + i] = twc_reference_vertex(ground, vertices.x + i, vertices.z + j);
}

int twc_reference_valid_diagonals(const twc_vertex corner[4])
{
    twc_vertex a = corner[0], b = corner[1], c = corner[2], d = corner[3];
    int bc = twc_vertex_area2(a, c, b) > 0 && twc_vertex_area2(b, c, d) > 0;
    int ad = twc_vertex_area2(a, c, d) > 0 && twc_vertex_area2(a, d, b) > 0;
    return bc | ad << 1;
}

int twc_reference_diagonal(int32_t i, int32_t j, const twc_vertex corner[4])
{
    int valid = twc_reference_valid_diagonals(corner);
    if (valid == 3)
        return twc_hash(i, j, TWC_SALT_DIAGONAL) < 0x80000000U;
    return valid >> 1; /* the diagonal through the reflex vertex; tests/test_lattice.c proves that one always exists */
}

void twc_reference_diagonals(twc_rect cells, const twc_vertex *vertices, uint8_t *out)
{
    for (int32_t j = 0; j < cells.nz; j++) {
        const twc_vertex *north = vertices + (ptrdiff_t)j * (cells.nx + 1), *south = north + cells.nx + 1;
        for (int32_t i = 0; i < cells.nx; i++) {
            twc_vertex corner[4] = {north[i], north[i + 1], south[i], south[i + 1]};
            out[(ptrdiff_t)j * cells.nx + i] = (uint8_t)twc_reference_diagonal(cells.x + i, cells.z + j, corner);
        }
    }
}
