/* SPDX-License-Identifier: MIT */
/*
 * Vertices of the lattice and the diagonals of fine cells. Spec ground 3; paper Algorithm 1, equation 1; twin
 * fast/ground/lattice.c, fast/ground/block.c; test tests/ground/test_lattice.c, tests/ground/test_extremes.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

int twc_reference_is_broad(const twc_ground_window *ground, int32_t x, int32_t z)
{
    TWC_ASSERT(x >= ground->macros.x && x < ground->macros.x + ground->macros.nx && z >= ground->macros.z &&
               z < ground->macros.z + ground->macros.nz);
    return ground->classes[(ptrdiff_t)(z - ground->macros.z) * ground->macros.nx + (x - ground->macros.x)] == TWC_BROAD;
}

/*
 * Whether one of the macro cells that touch lattice vertex (i, j), up to four, is Broad; `all`: whether every one is.
 */
static int touches_broad(const twc_ground_window *ground, int32_t i, int32_t j, int *all)
{
    int any = 0;
    *all = 1;
    for (int32_t z = twc_floor_div(j - 1, TWC_MACRO_CELLS); z <= twc_floor_div(j, TWC_MACRO_CELLS); z++) {
        for (int32_t x = twc_floor_div(i - 1, TWC_MACRO_CELLS); x <= twc_floor_div(i, TWC_MACRO_CELLS); x++) {
            int broad = twc_reference_is_broad(ground, x, z);
            any |= broad;
            *all &= broad;
        }
    }
    return any;
}

twc_placement twc_reference_placement(const twc_ground_window *ground, int32_t i, int32_t j)
{
    int32_t along_x = twc_floor_mod(i, TWC_MACRO_CELLS), along_z = twc_floor_mod(j, TWC_MACRO_CELLS);
    int all;
    twc_placement placement = {0};
    placement.broad = touches_broad(ground, i, j, &all);
    placement.macro_corner = along_x == 0 && along_z == 0 && all;
    /* Strictly inside a macro edge: exactly one index is that of a corner. */
    if (placement.broad && (along_x == 0) != (along_z == 0)) {
        placement.along = along_x + along_z;
        placement.step_x = along_x != 0;
        placement.step_z = along_z != 0;
    }
    TWC_ASSERT(placement.along >= 0 && placement.along < TWC_MACRO_CELLS);
    return placement;
}

/* from + (to - from) k / 4, rounded half up: half the divisor turns the floor into rounding. */
/*@ requires in_world(from) && close(from, to); // tests/proofs/predicates.c: 11264 at most
    requires 0 <= k <= TWC_MACRO_CELLS;
    assigns \nothing;
    ensures 4 * (\result - from) <= (to - from) * k + 2 < 4 * (\result - from) + 4; */
static int32_t lerp_position(int32_t from, int32_t to, int32_t k)
{
    return from + twc_floor_div((to - from) * k + TWC_MACRO_CELLS / 2, TWC_MACRO_CELLS);
}

/* A plan coordinate of lattice vertex (i, j): `along` is the index along its axis. */
/*@ requires 0 <= amplitude <= TWC_MACRO_JITTER_CM;
    requires on_lattice(along);
    assigns \nothing;
    ensures -amplitude <= \result - along * TWC_LATTICE_CM <= amplitude;
    ensures in_world(\result); */
static int32_t jittered_position(int32_t along, int32_t i, int32_t j, int32_t salt, int32_t amplitude)
{
    return along * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, salt), amplitude);
}

/* A vertex at its own jittered position; without a field its height is 0. */
static twc_vertex jittered(int32_t i, int32_t j, int macro_corner, const twc_field *field)
{
    int32_t amplitude = macro_corner ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
    int32_t salt_x = macro_corner ? TWC_SALT_MACRO_X : TWC_SALT_JITTER_X;
    int32_t salt_z = macro_corner ? TWC_SALT_MACRO_Z : TWC_SALT_JITTER_Z;
    twc_vertex vertex;
    vertex.x = jittered_position(i, i, j, salt_x, amplitude);
    vertex.z = jittered_position(j, i, j, salt_z, amplitude);
    vertex.y = field->h ? twc_reference_bilinear_at(field, vertex.x, vertex.z) : 0.0f;
    return vertex;
}

twc_vertex twc_reference_vertex(const twc_ground_window *ground, int32_t i, int32_t j)
{
    twc_placement placement = twc_reference_placement(ground, i, j);
    if (!placement.along)
        return jittered(i, j, placement.macro_corner, placement.broad ? &ground->broad : &ground->fine);
    int32_t k = placement.along, corner_i = i - k * placement.step_x, corner_j = j - k * placement.step_z;
    twc_vertex from = twc_reference_vertex(ground, corner_i, corner_j);
    twc_vertex to = twc_reference_vertex(ground, corner_i + TWC_MACRO_CELLS * placement.step_x,
                                         corner_j + TWC_MACRO_CELLS * placement.step_z);
    float t = (float)k / (float)TWC_MACRO_CELLS;
    twc_vertex vertex;
    vertex.x = lerp_position(from.x, to.x, k);
    vertex.z = lerp_position(from.z, to.z, k);
    vertex.y = from.y + (to.y - from.y) * t;
    return vertex;
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
    return bc + 2 * ad;
}

int twc_reference_diagonal(int32_t i, int32_t j, const twc_vertex corner[4])
{
    int valid = twc_reference_valid_diagonals(corner);
    if (valid == 3)
        return twc_hash(i, j, TWC_SALT_DIAGONAL) < 0x80000000U;
    return valid >> 1; /* through the reflex vertex; tests/ground/test_lattice.c proves that one always exists */
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
