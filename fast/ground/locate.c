/* SPDX-License-Identifier: MIT */
/*
 * The triangle over a point, and its height there. Spec ground 6; paper section 4.2; twin reference/ground/locate.c;
 * test tests/ground/test_locate.c.
 */
#include "ground/ground.h"

enum { PATCH = 4, CELLS = 3 }; /* the 4 x 4 vertices of the 3 x 3 fine cells about a point */

/* The lattice about one fine cell; points in the same cell share it. */
typedef struct patch {
    int32_t i, j; /* the cell */
    int set;
    twc_vertex vertex[PATCH * PATCH];
    uint8_t diagonal[CELLS * CELLS];
} patch;

static int is_broad(const twc_ground_window *ground, int32_t x, int32_t z)
{
    return ground->classes[(ptrdiff_t)(z - ground->macros.z) * ground->macros.nx + (x - ground->macros.x)] == TWC_BROAD;
}

/* Whether a triangle that looks up, and is near the point, contains it, edges included. */
TWC_INLINE int contains(const twc_vertex *a, const twc_vertex *b, const twc_vertex *c, twc_point p)
{
    const int32_t ab = twc_fast_area2(a->x, a->z, b->x, b->z, p.x, p.z),
                  bc = twc_fast_area2(b->x, b->z, c->x, c->z, p.x, p.z);
    return (ab | bc | twc_fast_area2(c->x, c->z, a->x, a->z, p.x, p.z)) >= 0; /* the sign bit of any is that of all */
}

/* twc_plane_height with products of 32 bits. */
TWC_INLINE float plane_height(const twc_vertex *a, const twc_vertex *b, const twc_vertex *c, twc_point p)
{
    const double wb = (double)twc_fast_area2(a->x, a->z, p.x, p.z, c->x, c->z);
    const double wc = (double)twc_fast_area2(a->x, a->z, b->x, b->z, p.x, p.z);
    const double area = (double)twc_fast_area2(a->x, a->z, b->x, b->z, c->x, c->z);
    const double rise = (wb * ((double)b->y - (double)a->y) + wc * ((double)c->y - (double)a->y)) / area;
    return (float)((double)a->y + rise);
}

/* Asks one triangle; a strictly higher one replaces what was found before. */
static int ask(const twc_vertex *const corner[3], uint64_t facet, uint8_t facet_class, twc_point p, int found,
               twc_location *best)
{
    const twc_vertex *a = corner[0], *b = corner[1], *c = corner[2];
    if (!contains(a, b, c, p))
        return found;
    const float height = plane_height(a, b, c, p);
    if (found && height <= best->height)
        return found;
    best->corner[0] = *a;
    best->corner[1] = *b;
    best->corner[2] = *c;
    best->facet = facet;
    best->facet_class = facet_class;
    best->height = height;
    return 1;
}

/* ---- Fine ---- */

static void fill_patch(const twc_ground_window *ground, int32_t i, int32_t j, patch *near)
{
    if (near->set && near->i == i && near->j == j)
        return;
    near->i = i;
    near->j = j;
    near->set = 1;
    TWC_NAME(lattice)(ground, (twc_rect){i - 1, j - 1, PATCH, PATCH}, near->vertex);
    TWC_NAME(diagonals)((twc_rect){i - 1, j - 1, CELLS, CELLS}, near->vertex, near->diagonal);
}

static int ask_fine_cell(const patch *near, int32_t column, int32_t row, twc_point p, int found, twc_location *best)
{
    const twc_vertex *a = &near->vertex[row * PATCH + column], *b = a + 1, *c = a + PATCH, *d = c + 1;
    const int32_t i = near->i - 1 + column, j = near->j - 1 + row;
    const uint64_t half0 = twc_facet_id(TWC_FACET_FINE, i, j, 0), half1 = twc_facet_id(TWC_FACET_FINE, i, j, 1);
    if (near->diagonal[row * CELLS + column]) {
        found = ask((const twc_vertex *const[3]){a, c, d}, half0, TWC_FINE, p, found, best);
        return ask((const twc_vertex *const[3]){a, d, b}, half1, TWC_FINE, p, found, best);
    }
    found = ask((const twc_vertex *const[3]){a, c, b}, half0, TWC_FINE, p, found, best);
    return ask((const twc_vertex *const[3]){b, c, d}, half1, TWC_FINE, p, found, best);
}

/* The cells of Fine macro cell (x, z) among the 3 x 3 about the point. */
static int ask_fine_macro(const patch *near, int32_t x, int32_t z, twc_point p, int found, twc_location *best)
{
    for (int32_t row = 0; row < CELLS; row++) {
        if ((near->j - 1 + row) - z * TWC_MACRO_CELLS < 0 ||
            (near->j - 1 + row) - z * TWC_MACRO_CELLS >= TWC_MACRO_CELLS)
            continue;
        for (int32_t column = 0; column < CELLS; column++) {
            const int32_t along = near->i - 1 + column - x * TWC_MACRO_CELLS;
            if (along >= 0 && along < TWC_MACRO_CELLS)
                found = ask_fine_cell(near, column, row, p, found, best);
        }
    }
    return found;
}

/* ---- Broad ---- */

/* How far the middle of a diagonal is from the broad prefilter there. */
static float middle_error(const twc_field *broad, twc_wide_vertex p, twc_wide_vertex q)
{
    const int32_t x = p.x + twc_floor_div(q.x - p.x, 2), z = p.z + twc_floor_div(q.z - p.z, 2);
    float y;
    TWC_NAME(bilinear)(broad, 1, &x, &z, &y);
    return fabsf(y - (p.y + q.y) * 0.5f);
}

static void make_broad_cell(const twc_ground_window *ground, int32_t x, int32_t z, twc_broad_cell *cell)
{
    for (int k = 0; k < 4; k++)
        cell->corner[k] = TWC_NAME(corner_vertex)(ground, x + (k & 1), z + (k >> 1));
    cell->broad_beyond[0] = (uint8_t)is_broad(ground, x, z - 1);
    cell->broad_beyond[1] = (uint8_t)is_broad(ground, x, z + 1);
    cell->broad_beyond[2] = (uint8_t)is_broad(ground, x - 1, z);
    cell->broad_beyond[3] = (uint8_t)is_broad(ground, x + 1, z);
    const twc_wide_vertex a = cell->corner[0], b = cell->corner[1], c = cell->corner[2], d = cell->corner[3];
    const int32_t valid = twc_fast_valid_diagonals((twc_point){a.x, a.z}, (twc_point){b.x, b.z}, (twc_point){c.x, c.z},
                                                   (twc_point){d.x, d.z});
    cell->diagonal = valid == 3 ? middle_error(&ground->broad, a, d) <= middle_error(&ground->broad, b, c) : valid >> 1;
}

static twc_vertex narrow(twc_wide_vertex v)
{
    return (twc_vertex){v.x, v.z, v.y};
}

static int ask_broad_half(const twc_broad_cell *cell, int half, uint64_t id, twc_point p, int found, twc_location *best)
{
    const twc_wide_vertex *facet[3];
    twc_wide_vertex chain[TWC_CHAIN_MAX];
    const int length = TWC_NAME(broad_chain)(cell, half, facet, chain);
    twc_vertex first = narrow(chain[0]), centre;
    if (length == 3) {
        const twc_vertex second = narrow(chain[1]), third = narrow(chain[2]);
        return ask((const twc_vertex *const[3]){&first, &second, &third}, id, TWC_BROAD, p, found, best);
    }
    centre.x = twc_floor_mean3(facet[0]->x, facet[1]->x, facet[2]->x);
    centre.z = twc_floor_mean3(facet[0]->z, facet[1]->z, facet[2]->z);
    centre.y = twc_fast_mean_height(facet);
    for (int k = 0; k < length; k++) {
        const twc_vertex second = narrow(chain[k + 1]);
        found = ask((const twc_vertex *const[3]){&centre, &first, &second}, id, TWC_BROAD, p, found, best);
        first = second;
    }
    return found;
}

/* A jitter moves a corner by at most TWC_MACRO_JITTER_CM: cells further away than that can't contain the point. */
static int ask_broad_macro(const twc_ground_window *ground, int32_t x, int32_t z, twc_point p, int found,
                           twc_location *best)
{
    const int32_t reach = TWC_MACRO_JITTER_CM, dx = p.x - x * TWC_MACRO_CM, dz = p.z - z * TWC_MACRO_CM;
    if (dx < -reach || dx > TWC_MACRO_CM + reach || dz < -reach || dz > TWC_MACRO_CM + reach)
        return found;
    twc_broad_cell cell;
    make_broad_cell(ground, x, z, &cell);
    for (int half = 0; half < 2; half++)
        found = ask_broad_half(&cell, half, twc_facet_id(TWC_FACET_BROAD, x, z, half), p, found, best);
    return found;
}

/* Whether a macro cell holds, along one axis, a fine cell at most one from the point's. */
static int touches(int32_t macro, int32_t cell)
{
    return cell + 1 >= macro * TWC_MACRO_CELLS && cell - 1 < (macro + 1) * TWC_MACRO_CELLS;
}

static void locate_point(const twc_ground_window *ground, twc_point p, patch *near, twc_location *best)
{
    const int32_t own_x = twc_floor_div(p.x, TWC_MACRO_CM), own_z = twc_floor_div(p.z, TWC_MACRO_CM);
    const int32_t own_i = twc_floor_div(p.x, TWC_LATTICE_CM), own_j = twc_floor_div(p.z, TWC_LATTICE_CM);
    int found = 0;
    memset(best, 0, sizeof *best); /* the padding too: locations are compared byte by byte */
    for (int32_t z = own_z - 1; z <= own_z + 1; z++) {
        for (int32_t x = own_x - 1; x <= own_x + 1; x++) {
            if (is_broad(ground, x, z)) {
                found = ask_broad_macro(ground, x, z, p, found, best);
            } else if (touches(x, own_i) && touches(z, own_j)) {
                fill_patch(ground, own_i, own_j, near);
                found = ask_fine_macro(near, x, z, p, found, best);
            }
        }
    }
}

void TWC_NAME(locate)(const twc_ground_window *ground, size_t n, const twc_point *points, twc_location *out)
{
    patch near;
    near.set = 0;
    for (size_t k = 0; k < n; k++)
        locate_point(ground, points[k], &near, &out[k]);
}

/* ---- from samples: the lattice of a block of one chunk, heights where they are needed alone ---- */

/* Counts of cells are from the block's first, macro cells as fine ones; rings of one have -1. */
static int ask_block_broad(const twc_block *block, int32_t mx, int32_t mz, twc_point p, int found, twc_location *best)
{
    const int32_t x = block->macros.x + mx, z = block->macros.z + mz, stray = TWC_MACRO_JITTER_CM,
                  dx = p.x - x * TWC_MACRO_CM, dz = p.z - z * TWC_MACRO_CM;
    if (dx < -stray || dx > TWC_MACRO_CM + stray || dz < -stray || dz > TWC_MACRO_CM + stray)
        return found;
    const uint8_t(*broad)[TWC_BLOCK_CLASSES] = block->broad_cell;
    twc_broad_cell cell = {
        .broad_beyond = {broad[mz + 1][mx + 2], broad[mz + 3][mx + 2], broad[mz + 2][mx + 1], broad[mz + 2][mx + 3]},
        .diagonal = block->broad_diagonal[mz + 1][mx + 1]};
    for (int k = 0; k < 4; k++)
        cell.corner[k] = block->corner[mz + 1 + (k >> 1)][mx + 1 + (k & 1)];
    const uint64_t halves[2] = {twc_facet_id(TWC_FACET_BROAD, x, z, 0), twc_facet_id(TWC_FACET_BROAD, x, z, 1)};
    for (int half = 0; half < 2; half++)
        found = ask_broad_half(&cell, half, halves[half], p, found, best);
    return found;
}

static int ask_block_cell(const twc_block *block, int32_t i, int32_t j, twc_point p, int found, twc_location *best)
{
    const twc_wide_vertex *north = &block->vertex[j + 1][i + 1], *south = north + TWC_BLOCK_ROW;
    const twc_vertex corner[4] = {narrow(north[0]), narrow(north[1]), narrow(south[0]), narrow(south[1])};
    const int32_t global_i = block->macros.x * TWC_MACRO_CELLS + i, global_j = block->macros.z * TWC_MACRO_CELLS + j;
    static const uint8_t numbers[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
    uint8_t diagonal;
    TWC_NAME(diagonals)((twc_rect){global_i, global_j, 1, 1}, corner, &diagonal);
    for (int half = 0; half < 2; half++) {
        const uint8_t *number = numbers[diagonal][half];
        found = ask((const twc_vertex *const[3]){&corner[number[0]], &corner[number[1]], &corner[number[2]]},
                    twc_facet_id(TWC_FACET_FINE, global_i, global_j, half), TWC_FINE, p, found, best);
    }
    return found;
}

/*
 * The cells of a Fine macro cell among the 3 x 3 about the point that reach it: their corners stray as a jitter does,
 * and those on an edge between two such corners no farther, but for a rounding.
 */
static int ask_block_fine(const twc_block *block, int32_t mx, int32_t mz, twc_point p, int found, twc_location *best)
{
    const int32_t reach = TWC_LATTICE_JITTER_CM + 1, x = p.x - block->macros.x * TWC_MACRO_CM,
                  z = p.z - block->macros.z * TWC_MACRO_CM;
    const int32_t low_i = twc_floor_div(x - reach, TWC_LATTICE_CM), high_i = twc_floor_div(x + reach, TWC_LATTICE_CM),
                  low_j = twc_floor_div(z - reach, TWC_LATTICE_CM), high_j = twc_floor_div(z + reach, TWC_LATTICE_CM);
    for (int32_t j = low_j; j <= high_j; j++)
        for (int32_t i = low_i; i <= high_i; i++)
            if (twc_floor_div(i, TWC_MACRO_CELLS) == mx && twc_floor_div(j, TWC_MACRO_CELLS) == mz)
                found = ask_block_cell(block, i, j, p, found, best);
    return found;
}

static void locate_in_block(const twc_block *block, twc_point p, twc_location *best)
{
    const int32_t own_x = twc_floor_div(p.x, TWC_MACRO_CM) - block->macros.x,
                  own_z = twc_floor_div(p.z, TWC_MACRO_CM) - block->macros.z;
    int found = 0;
    memset(best, 0, sizeof *best);
    for (int32_t z = own_z - 1; z <= own_z + 1; z++)
        for (int32_t x = own_x - 1; x <= own_x + 1; x++)
            found = block->broad_cell[z + 2][x + 2] ? ask_block_broad(block, x, z, p, found, best)
                                                    : ask_block_fine(block, x, z, p, found, best);
}

_Static_assert((int)TWC_LOCATE_BEYOND >= (int)TWC_COLUMNS_BEYOND, "the columns that sums of broad heights read");

void TWC_NAME(locate_samples)(const twc_sample_ground *ground, size_t n, const twc_point *points, twc_location *out)
{
    twc_block block;
    block.macros = (twc_rect){ground->macros.x + TWC_CLASS_RING, ground->macros.z + TWC_CLASS_RING, TWC_CHUNK_MACROS,
                              TWC_CHUNK_MACROS};
    block.extent = block.macros;
    block.fine = block.broad = NULL;
    block.samples = (twc_sample_window){ground->rect, ground->samples};
    for (int32_t z = 0; z < ground->macros.nz; z++)
        for (int32_t x = 0; x < ground->macros.nx; x++)
            block.broad_cell[z][x] = ground->classes[z * ground->macros.nx + x] == TWC_BROAD;
    TWC_NAME(block_lattice)(&block);
    for (size_t k = 0; k < n; k++)
        locate_in_block(&block, points[k], &out[k]);
}
