/* SPDX-License-Identifier: MIT */
/*
 * A pad as a layer: its border, with the rows of its arms at the openings, about triangles of the fine lattice, all at
 * its level. Spec network 7.6; no twin: fast has no networks yet; test tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"
#include "network/body.h"
#include "twc/salts.h"

enum { NONE = UINT32_MAX, ACROSS = 0, DOWN = 1, DIAGONAL = 2 };

int32_t twc_reference_pad_border(const twc_network *network, const twc_junction *junction, twc_point *out, int32_t room)
{
    int32_t count = 0, next = 0;
    for (int32_t i = 0; i < junction->point_count; i++) {
        if (count < room)
            out[count] = junction->points[i];
        count++;
        if (next == junction->opening_count || junction->openings[next].at != i)
            continue;
        const twc_opening *opening = &junction->openings[next++];
        const twc_arm *arm = &network->arms[opening->arm];
        const int32_t rows = arm->profile->row_count;
        for (int32_t r = 1; r + 1 < rows; r++) {
            /* Seen from the pad an arm that begins here has its right to the right. */
            const int32_t offset = arm->profile->row[opening->side ? r : rows - 1 - r].offset_cm;
            const twc_point p = twc_station_point(&arm->stations[opening->station], offset);
            if (count > 0 && count <= room && twc_same_point(out[count - 1], p)) /* a step's other row */
                continue;
            if (count < room)
                out[count] = p;
            count++;
        }
    }
    return count;
}

/* ---- the lattice ---- */

/* A pad's layer being made; lattice cells x0 .. x0 + nx - 1, as many corners and one more. */
typedef struct maker {
    int32_t x0, z0, nx, nz;
    float y;
    twc_layer_vertex *vertices;
    twc_layer_side *sides;
    int32_t *loops;
    twc_layer_strip *strips;
    uint32_t *side_at; /* of each corner: across, down, diagonal of the cell */
    twc_layer layer;
} maker;

static uint32_t corner_at(const maker *m, int32_t i, int32_t j)
{
    return (uint32_t)(j * (m->nx + 1) + i);
}

/* Where a vertex of the fine lattice lies among Fine cells. */
static twc_point lattice_point(int32_t i, int32_t j)
{
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM)};
}

static void add_corners(maker *m)
{
    for (int32_t j = 0; j <= m->nz; j++)
        for (int32_t i = 0; i <= m->nx; i++)
            m->vertices[m->layer.vertex_count++] = (twc_layer_vertex){lattice_point(m->x0 + i, m->z0 + j), m->y, 0, 0};
}

/* The side from one corner to another, made when it is first met. */
static int32_t side_between(maker *m, uint32_t from, uint32_t to)
{
    const uint32_t low = from < to ? from : to, high = from < to ? to : from, row = (uint32_t)m->nx + 1;
    const uint32_t kind = high - low == 1 ? ACROSS : high - low == row ? DOWN : DIAGONAL;
    /* A diagonal is known by its cell's first corner. */
    uint32_t *at = &m->side_at[3 * (high - low == row - 1 ? low - 1 : low) + kind];
    if (*at == NONE) {
        m->sides[m->layer.side_count] = (twc_layer_side){low, high, TWC_SIDE_INNER};
        *at = m->layer.side_count++;
    }
    return from == low ? (int32_t)*at : ~(int32_t)*at;
}

static void add_triangle(maker *m, uint32_t a, uint32_t b, uint32_t c)
{
    m->strips[m->layer.strip_count++] = (twc_layer_strip){
        .loop = m->layer.loop_count, .loop_count = 3, .apex = a, .part = TWC_PART_BED};
    m->loops[m->layer.loop_count++] = side_between(m, a, b);
    m->loops[m->layer.loop_count++] = side_between(m, b, c);
    m->loops[m->layer.loop_count++] = side_between(m, c, a);
}

static void add_lattice_cell(maker *m, int32_t i, int32_t j)
{
    const uint32_t a = corner_at(m, i, j), b = a + 1, c = corner_at(m, i, j + 1), d = c + 1, at[4] = {a, b, c, d};
    twc_vertex corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = (twc_vertex){m->vertices[at[k]].p.x, m->vertices[at[k]].p.z, 0.0f};
    if (twc_reference_diagonal(m->x0 + i, m->z0 + j, corner)) {
        add_triangle(m, a, c, d);
        add_triangle(m, a, d, b);
    } else {
        add_triangle(m, a, c, b);
        add_triangle(m, b, c, d);
    }
}

/* ---- pieces ---- */

static int32_t floor_part(int64_t value, int32_t size)
{
    return (int32_t)(value >= 0 ? value / size : -((-value + size - 1) / size));
}

/* Which square of a pad has a side: that of its middle. */
static int32_t piece_of(const twc_rect *pieces, twc_point a, twc_point b)
{
    const int32_t x = floor_part((int64_t)a.x + b.x, 2 * TWC_MACRO_CM) - pieces->x,
                  z = floor_part((int64_t)a.z + b.z, 2 * TWC_MACRO_CM) - pieces->z;
    TWC_ASSERT(x >= 0 && x < pieces->nx && z >= 0 && z < pieces->nz);
    return z * pieces->nx + x;
}

static twc_layer_cell add_piece(maker *m, const twc_rect *pieces, int32_t piece, uint32_t first, uint32_t count)
{
    twc_layer_cell cell = {.strip = m->layer.strip_count, .outline = m->layer.side_count};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = first + i, to = first + (i + 1 < count ? i + 1 : 0);
        if (piece_of(pieces, m->vertices[from].p, m->vertices[to].p) == piece)
            m->sides[m->layer.side_count++] = (twc_layer_side){from, to, TWC_SIDE_OUTLINE};
    }
    cell.outline_count = m->layer.side_count - cell.outline;
    const int32_t x = piece % pieces->nx * TWC_MACRO_CELLS, z = piece / pieces->nx * TWC_MACRO_CELLS;
    for (int32_t j = z; j < z + TWC_MACRO_CELLS; j++)
        for (int32_t i = x; i < x + TWC_MACRO_CELLS; i++)
            add_lattice_cell(m, i, j);
    cell.strip_count = m->layer.strip_count - cell.strip;
    return cell;
}

static int take_room(maker *m, size_t border, twc_arena *arena)
{
    const size_t cells = (size_t)m->nx * (size_t)m->nz, corners = (size_t)(m->nx + 1) * (size_t)(m->nz + 1);
    m->vertices = twc_arena_take(arena, corners + border, sizeof *m->vertices);
    m->sides = twc_arena_take(arena, 3 * corners + border, sizeof *m->sides);
    m->loops = twc_arena_take(arena, 6 * cells, sizeof *m->loops);
    m->strips = twc_arena_take(arena, 2 * cells, sizeof *m->strips);
    m->side_at = twc_arena_take(arena, 3 * corners, sizeof *m->side_at);
    for (size_t i = 0; !arena->full && i < 3 * corners; i++)
        m->side_at[i] = NONE;
    return !arena->full;
}

int twc_reference_pad_layer(const twc_network_body *body, int32_t number, twc_arena *arena, twc_layer *layer)
{
    const twc_network *network = body->network;
    const twc_junction *junction = &network->junctions[number];
    const twc_network_pad *pad = &body->pads[number];
    const int32_t most = junction->point_count + junction->opening_count * TWC_PROFILE_ROWS;
    maker m = {.x0 = pad->pieces.x * TWC_MACRO_CELLS,
               .z0 = pad->pieces.z * TWC_MACRO_CELLS,
               .nx = pad->pieces.nx * TWC_MACRO_CELLS,
               .nz = pad->pieces.nz * TWC_MACRO_CELLS,
               .y = (float)(junction->level_cm * 0.01)};
    const int32_t pieces = pad->pieces.nx * pad->pieces.nz;
    twc_layer_cell *cells = twc_arena_take(arena, (size_t)pieces, sizeof *cells);
    twc_point *border = twc_arena_take(arena, (size_t)most, sizeof *border);
    if (!take_room(&m, (size_t)most, arena))
        return 0;
    const uint32_t count = (uint32_t)twc_reference_pad_border(network, junction, border, most);
    add_corners(&m);
    const uint32_t first = m.layer.vertex_count;
    for (uint32_t i = 0; i < count; i++)
        m.vertices[m.layer.vertex_count++] = (twc_layer_vertex){border[i], m.y, 0, 0};
    for (int32_t p = 0; p < pieces; p++) {
        cells[p] = add_piece(&m, &pad->pieces, p, first, count);
        cells[p].number = (uint32_t)(pad->first_cell + p);
    }
    *layer = m.layer;
    layer->lane_count = 1;
    layer->vertices = m.vertices;
    layer->sides = m.sides;
    layer->loops = m.loops;
    layer->strips = m.strips;
    layer->cells = cells;
    layer->cell_count = (uint32_t)pieces;
    return 1;
}
