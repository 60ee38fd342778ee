/* SPDX-License-Identifier: MIT */
/*
 * Vertices of a chunk at a level of detail: its own lattice, and the chains of coarser neighbours. Spec detail 3, 4;
 * twin fast/detail/lattice.c; test tests/detail/test_detail.c, tests/detail/test_views.c.
 */
#include "common/assertion.h"
#include "detail/stage.h"

#include <string.h>

enum { SIDE = TWC_DETAIL_SIDE, LAST = TWC_CHUNK_CELLS, ANCHOR_CELLS = TWC_CHUNK_CELLS / 2 };

float twc_reference_level_height(const twc_field *field, int32_t spacing, twc_point at)
{
    const int32_t x = at.x, z = at.z;
    const int32_t i = twc_floor_div(x, spacing), j = twc_floor_div(z, spacing);
    const float tx = (float)(x - spacing * i) / (float)spacing, tz = (float)(z - spacing * j) / (float)spacing;
    TWC_ASSERT(i >= field->rect.x && i + 1 < field->rect.x + field->rect.nx && j >= field->rect.z &&
               j + 1 < field->rect.z + field->rect.nz);
    const float *h = field->h + (ptrdiff_t)(j - field->rect.z) * field->rect.nx + (i - field->rect.x);
    const float *below = h + field->rect.nx;
    const float north = h[0] + (h[1] - h[0]) * tx, south = below[0] + (below[1] - below[0]) * tx;
    return north + (south - north) * tz;
}

/* Whether one of the macro cells that touch vertex (i, j) of level 1 is Broad. */
static int touches_broad(const twc_ground_window *ground, int32_t i, int32_t j)
{
    int broad = 0;
    for (int32_t z = twc_floor_div(j - 1, 2); z <= twc_floor_div(j, 2); z++)
        for (int32_t x = twc_floor_div(i - 1, 2); x <= twc_floor_div(i, 2); x++)
            broad |= twc_reference_is_broad(ground, x, z);
    return broad;
}

/* The known height of the ground's macro corner (x, z). */
static float corner_height(const twc_detail_ground *ground, int32_t x, int32_t z)
{
    const int32_t first_x = ground->ground.macros.x + TWC_DETAIL_RING,
                  first_z = ground->ground.macros.z + TWC_DETAIL_RING;
    return ground->known->corner[(z - first_z) * ground->known->corner_row + (x - first_x)];
}

/* Vertex (i, j) of the ground; where heights are known those of Broad cells come from their corners. */
static twc_vertex ground_vertex(const twc_detail_ground *ground, int32_t i, int32_t j)
{
    const twc_placement p = twc_reference_placement(&ground->ground, i, j);
    if (!ground->known || !p.broad)
        return twc_reference_vertex(&ground->ground, i, j);
    const twc_ground_window plan = {.macros = ground->ground.macros, .classes = ground->ground.classes};
    const int32_t x = twc_floor_div(i, TWC_MACRO_CELLS), z = twc_floor_div(j, TWC_MACRO_CELLS);
    twc_vertex v = twc_reference_vertex(&plan, i, j);
    if (p.along) {
        const float from = corner_height(ground, x, z), to = corner_height(ground, x + p.step_x, z + p.step_z);
        v.y = from + (to - from) * ((float)p.along / (float)TWC_MACRO_CELLS);
        return v;
    }
    if (i != x * TWC_MACRO_CELLS || j != z * TWC_MACRO_CELLS)
        return (twc_vertex){0, 0, 0};
    v.y = corner_height(ground, x, z);
    return v;
}

/*
 * Vertex (i, j) of a level from 1 on. `anchor`: the ground's vertex there, of a vertex on a border with both indices
 * divisible by 8; its own height is the `known` one, or the field's.
 */
static twc_vertex vertex(const twc_detail_ground *ground, const twc_field *field, const float *known, int32_t level,
                         twc_point at, const twc_vertex *anchor)
{
    const int32_t i = at.x, j = at.z;
    const int border = twc_floor_mod(i, LAST) == 0 || twc_floor_mod(j, LAST) == 0;
    if (border && twc_floor_mod(i, ANCHOR_CELLS) == 0 && twc_floor_mod(j, ANCHOR_CELLS) == 0)
        return *anchor;
    if (level == 1 && touches_broad(&ground->ground, i, j))
        return ground_vertex(ground, 2 * i, 2 * j);
    const twc_point place = twc_detail_own_place(level, i, j);
    return (twc_vertex){place.x, place.z,
                        known ? *known : twc_reference_level_height(field, TWC_SAMPLE_CM << level, place)};
}

/* The anchor at a place of the chunk along its sides: a corner, or the middle of a side. */
static const twc_vertex *anchor_at(const twc_detail_ground *ground, int32_t i, int32_t j)
{
    return &ground->anchors[j / ANCHOR_CELLS * 3 + i / ANCHOR_CELLS];
}

static void own_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    for (int32_t j = 0; j < SIDE; j++)
        for (int32_t i = 0; i < SIDE; i++) {
            const twc_point at = {chunk.x * LAST + i, chunk.z * LAST + j};
            const float *known = ground->known && chunk.level > 0 ? ground->known->own + j * ground->known->own_row + i
                                                                  : NULL;
            out[j * SIDE + i] = chunk.level == 0
                                    ? ground_vertex(ground, at.x, at.z)
                                    : vertex(ground, &ground->field, known, chunk.level, at, anchor_at(ground, i, j));
        }
}

/* The coarser level's chain along one side: every second place of the chunk's own is one of its. */
static void coarser_chain(const twc_detail_ground *ground, twc_detail_chunk chunk, int along_x, int32_t across,
                          twc_vertex *out)
{
    for (int32_t k = 0; k <= LAST; k++) {
        const int32_t i = along_x ? k : across, j = along_x ? across : k;
        out[j * SIDE + i] = (twc_vertex){0, 0, 0};
        if (k % 2 != 0)
            continue;
        const twc_point at = {(chunk.x * LAST + i) / 2, (chunk.z * LAST + j) / 2};
        const float *known = ground->known ? ground->known->coarser + j / 2 * ground->known->coarser_row + i / 2 : NULL;
        out[j * SIDE + i] = vertex(ground, &ground->coarser, known, chunk.level + 1, at, anchor_at(ground, i, j));
    }
}

/*
 * The middle, `step` places from both ends, of a macro edge of level 1 that ends in a replaced corner, where it touches
 * a Broad cell: as the ground lays its edge vertices (Spec ground 3.3), half of the way.
 */
static void lay_edge(const twc_detail_ground *ground, twc_detail_chunk chunk, int32_t i, int32_t j, int32_t step,
                     twc_vertex *out)
{
    if (!touches_broad(&ground->ground, chunk.x * LAST + i, chunk.z * LAST + j))
        return;
    twc_vertex *middle = &out[j * SIDE + i];
    const twc_vertex from = middle[-step], to = middle[step];
    middle->x = from.x + twc_floor_div(to.x - from.x + 1, 2);
    middle->z = from.z + twc_floor_div(to.z - from.z + 1, 2);
    middle->y = from.y + (to.y - from.y) * 0.5f;
}

void twc_reference_detail_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    TWC_ASSERT(chunk.level >= 0 && chunk.level <= TWC_DETAIL_LEVELS && chunk.coarser < TWC_SIDES);
    own_lattice(ground, chunk, out);
    for (uint32_t side = TWC_SIDE_WEST; side <= TWC_SIDE_SOUTH; side *= 2) {
        const int along_x = side >= TWC_SIDE_NORTH;
        const int32_t across = side == TWC_SIDE_EAST || side == TWC_SIDE_SOUTH ? LAST : 0;
        if (chunk.coarser & side)
            coarser_chain(ground, chunk, along_x, across, out);
    }
    if (chunk.level != 1)
        return; /* at level 0 no edge of a Broad cell ends in a replaced corner; from 2 on there are none */
    for (int32_t k = 2; k < LAST; k += 2) {
        if (chunk.coarser & TWC_SIDE_WEST)
            lay_edge(ground, chunk, 1, k, 1, out);
        if (chunk.coarser & TWC_SIDE_EAST)
            lay_edge(ground, chunk, LAST - 1, k, 1, out);
        if (chunk.coarser & TWC_SIDE_NORTH)
            lay_edge(ground, chunk, k, 1, SIDE, out);
        if (chunk.coarser & TWC_SIDE_SOUTH)
            lay_edge(ground, chunk, k, LAST - 1, SIDE, out);
    }
}
