/* SPDX-License-Identifier: MIT */
/*
 * The triangles of one chunk from its block's lattice, in canonical order. Cells well inside the chunk skip the question of
 * who owns a triangle; along the border it is asked of each.
 */
#include "ground/ground.h"

enum { CELLS = TWC_MACRO_CELLS * TWC_MACRO_CELLS };

/* ---- what a chunk owns, and where it is put ---- */

/* Bounds of the owned centroids, in plan from the block's first corner, low <= c < high; open where the extent ends. */
typedef struct owned {
    int32_t low_x, high_x, low_z, high_z;
} owned;

typedef struct output {
    twc_triangle *triangles;
    twc_facet *facets;
    uint32_t triangle_count, facet_count;
} output;

static int owns(const owned *own, int32_t x, int32_t z)
{
    return (x >= own->low_x) & (x < own->high_x) & (z >= own->low_z) & (z < own->high_z);
}

/* A chunk's bounds along one axis; macro: its first macro cell, counted from `origin` in the bounds. */
static void own_range(int32_t macro, int32_t origin, int32_t extent, int32_t extent_size, int32_t *low, int32_t *high)
{
    const int32_t start = (macro - origin) * TWC_MACRO_CM;
    *low = macro <= extent ? INT32_MIN : start;
    *high = macro + TWC_CHUNK_MACROS >= extent + extent_size ? INT32_MAX : start + TWC_CHUNK_CM;
}

/* Three corners of 12 bytes from vertices of 16: each copy's last 4 bytes are overwritten by what is written next. */
TWC_INLINE void put_corners(char *at, const twc_wide_vertex *a, const twc_wide_vertex *b, const twc_wide_vertex *c)
{
    memcpy(at, a, 16);
    memcpy(at + 12, b, 16);
    memcpy(at + 24, c, 16);
}

TWC_INLINE void put_triangle(output *out, const twc_wide_vertex *a, const twc_wide_vertex *b, const twc_wide_vertex *c,
                             uint32_t facet)
{
    twc_triangle *triangle = &out->triangles[out->triangle_count++];
    put_corners((char *)triangle, a, b, c);
    triangle->facet = facet;
}

_Static_assert(sizeof(twc_triangle) == 40 && offsetof(twc_triangle, facet) == 36, "put_triangle writes 16 bytes at 24");
_Static_assert(offsetof(twc_facet, normal) == 36, "put_facet writes 16 bytes at 24");

typedef struct facet_shape {
    float normal[3];
    int32_t centroid_x, centroid_z; /* from the block's first corner */
} facet_shape;

/* ---- normals and centroids ---- */

/* twc_triangle_normal on edges already subtracted: e = b - a, f = c - a; centimetres in plan. */
TWC_INLINE void normal_of(int32_t ex_cm, double ey, int32_t ez_cm, int32_t fx_cm, double fy, int32_t fz_cm, float *nx, float *ny,
                          float *nz)
{
    const double ex = (double)ex_cm * 0.01, ez = (double)ez_cm * 0.01, fx = (double)fx_cm * 0.01, fz = (double)fz_cm * 0.01;
    const double x = ey * fz - ez * fy;
    const double y = ez * fx - ex * fz;
    const double z = ex * fy - ey * fx;
    const double length = sqrt(x * x + y * y + z * z);
    *nx = (float)(x / length);
    *ny = (float)(y / length);
    *nz = (float)(z / length);
}

/* Floor of the mean of coordinates from the block's first corner, which are above -2^15 cm. */
TWC_INLINE int32_t floor_mean3(int32_t a, int32_t b, int32_t c)
{
    return (int32_t)((uint32_t)(a + b + c + 3 * 32768) / 3u) - 32768;
}

static void centroid_of(const twc_block *block, const twc_wide_vertex *const corner[3], int32_t *x, int32_t *z)
{
    const int32_t origin_x = block->macros.x * TWC_MACRO_CM, origin_z = block->macros.z * TWC_MACRO_CM;
    *x = floor_mean3(corner[0]->x - origin_x, corner[1]->x - origin_x, corner[2]->x - origin_x);
    *z = floor_mean3(corner[0]->z - origin_z, corner[1]->z - origin_z, corner[2]->z - origin_z);
}

static uint32_t put_facet(const twc_block *block, output *out, const twc_wide_vertex *const corner[3], int32_t centroid_x,
                          int32_t centroid_z, uint64_t id)
{
    twc_facet *facet = &out->facets[out->facet_count];
    const twc_wide_vertex *a = corner[0], *b = corner[1], *c = corner[2];
    put_corners((char *)facet, a, b, c);
    normal_of(b->x - a->x, (double)b->y - (double)a->y, b->z - a->z, c->x - a->x, (double)c->y - (double)a->y, c->z - a->z,
              &facet->normal[0], &facet->normal[1], &facet->normal[2]);
    facet->centroid_x = centroid_x + block->macros.x * TWC_MACRO_CM;
    facet->centroid_z = centroid_z + block->macros.z * TWC_MACRO_CM;
    facet->id = id;
    return out->facet_count++;
}

/* ---- Fine macro cells ---- */

/* The 32 facets of a Fine macro cell, by fine cell; [0] half 0, [1] half 1. */
typedef struct fine_shapes {
    uint8_t diagonal[CELLS];
    float nx[2][CELLS], ny[2][CELLS], nz[2][CELLS];
    int32_t x[2][CELLS], z[2][CELLS]; /* centroids, from the block's first corner */
} fine_shapes;

/* One coordinate of the corners a b c d of the 16 cells. */
typedef struct coordinates {
    int32_t a[CELLS], b[CELLS], c[CELLS], d[CELLS];
} coordinates;

/* `first` is the coordinate (32 bits, integer or float) of the macro cell's first vertex, in rows of TWC_BLOCK_ROW. */
TWC_INLINE void gather(const void *first, coordinates *out)
{
    for (int r = 0; r < TWC_MACRO_CELLS; r++) {
        const char *north = (const char *)first + r * TWC_BLOCK_ROW * 4, *south = north + TWC_BLOCK_ROW * 4;
        memcpy(out->a + 4 * r, north, 16);
        memcpy(out->b + 4 * r, north + 4, 16);
        memcpy(out->c + 4 * r, south, 16);
        memcpy(out->d + 4 * r, south + 4, 16);
    }
}

TWC_INLINE double as_height(int32_t bits)
{
    float y;
    memcpy(&y, &bits, sizeof y);
    return (double)y;
}

/* Facets of one half: corners p, then q, then r, each already chosen by the diagonal. */
TWC_INLINE void shape_half(const int32_t *px, const int32_t *py, const int32_t *pz, const int32_t *qx, const int32_t *qy,
                           const int32_t *qz, const int32_t *rx, const int32_t *ry, const int32_t *rz, int half,
                           fine_shapes *out)
{
    for (int k = 0; k < CELLS; k++) {
        const double y = as_height(py[k]);
        normal_of(qx[k] - px[k], as_height(qy[k]) - y, qz[k] - pz[k], rx[k] - px[k], as_height(ry[k]) - y, rz[k] - pz[k],
                  &out->nx[half][k], &out->ny[half][k], &out->nz[half][k]);
    }
    for (int k = 0; k < CELLS; k++) {
        out->x[half][k] = floor_mean3(px[k], qx[k], rx[k]);
        out->z[half][k] = floor_mean3(pz[k], qz[k], rz[k]);
    }
}

/* Corner c or d, by the diagonal, and so on: the second and third corners of the halves that depend on it. */
TWC_INLINE void choose(const int32_t *diagonal, const int32_t *when_one, const int32_t *when_zero, int32_t *out)
{
    for (int k = 0; k < CELLS; k++)
        out[k] = diagonal[k] ? when_one[k] : when_zero[k];
}

/* (i, j): global index of the macro cell's first fine cell; (row, column): of its first vertex in the block. */
static void shape_fine(const twc_block *block, int32_t i, int32_t j, int32_t row, int32_t column, fine_shapes *out)
{
    coordinates x, y, z;
    int32_t diagonal[CELLS], p[3][CELLS], q[3][CELLS], r[3][CELLS];
    gather(&block->x[row][column], &x);
    gather(&block->z[row][column], &z);
    gather(&block->y[row][column], &y);
    for (int k = 0; k < CELLS; k++) {
        const int32_t valid = twc_fast_valid_diagonals(x.a[k], z.a[k], x.b[k], z.b[k], x.c[k], z.c[k], x.d[k], z.d[k]);
        const int32_t hashed = twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_DIAGONAL) < 0x80000000u;
        diagonal[k] = valid == 3 ? hashed : valid >> 1;
        out->diagonal[k] = (uint8_t)diagonal[k];
    }
    /* half 0: a c d or a c b */
    choose(diagonal, x.d, x.b, r[0]);
    choose(diagonal, y.d, y.b, r[1]);
    choose(diagonal, z.d, z.b, r[2]);
    shape_half(x.a, y.a, z.a, x.c, y.c, z.c, r[0], r[1], r[2], 0, out);
    /* half 1: a d b or b c d */
    choose(diagonal, x.a, x.b, p[0]);
    choose(diagonal, y.a, y.b, p[1]);
    choose(diagonal, z.a, z.b, p[2]);
    choose(diagonal, x.d, x.c, q[0]);
    choose(diagonal, y.d, y.c, q[1]);
    choose(diagonal, z.d, z.c, q[2]);
    choose(diagonal, x.b, x.d, r[0]);
    choose(diagonal, y.b, y.d, r[1]);
    choose(diagonal, z.b, z.d, r[2]);
    shape_half(p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2], 1, out);
}

/* The corners of a half from the cell's first vertex. */
TWC_INLINE void half_corners(const twc_wide_vertex *a, int diagonal, int half, const twc_wide_vertex *corner[3])
{
    const twc_wide_vertex *b = a + 1, *c = a + TWC_BLOCK_ROW, *d = c + 1;
    if (half == 0) {
        corner[0] = a;
        corner[1] = c;
        corner[2] = diagonal ? d : b;
    } else {
        corner[0] = diagonal ? a : b;
        corner[1] = diagonal ? d : c;
        corner[2] = diagonal ? b : d;
    }
}

static void put_fine_half(const twc_block *block, output *out, const fine_shapes *shapes, const twc_wide_vertex *first, int k,
                          int half, uint64_t id)
{
    const twc_wide_vertex *corner[3];
    half_corners(first, shapes->diagonal[k], half, corner);
    put_triangle(out, corner[0], corner[1], corner[2], out->facet_count);
    twc_facet *facet = &out->facets[out->facet_count++];
    put_corners((char *)facet, corner[0], corner[1], corner[2]);
    facet->normal[0] = shapes->nx[half][k];
    facet->normal[1] = shapes->ny[half][k];
    facet->normal[2] = shapes->nz[half][k];
    facet->centroid_x = shapes->x[half][k] + block->macros.x * TWC_MACRO_CM;
    facet->centroid_z = shapes->z[half][k] + block->macros.z * TWC_MACRO_CM;
    facet->id = id;
}

/* A Fine macro cell of the chunk itself; (mx, mz) from the block's first. */
static void fine_macro(const twc_block *block, const owned *own, int inside, int32_t mx, int32_t mz, output *out)
{
    const int32_t i = (block->macros.x + mx) * TWC_MACRO_CELLS, j = (block->macros.z + mz) * TWC_MACRO_CELLS;
    const int32_t column = mx * TWC_MACRO_CELLS + 1, row = mz * TWC_MACRO_CELLS + 1;
    fine_shapes shapes;
    shape_fine(block, i, j, row, column, &shapes);
    for (int k = 0; k < CELLS; k++) {
        const twc_wide_vertex *first = &block->vertex[row + (k >> 2)][column + (k & 3)];
        for (int half = 0; half < 2; half++)
            if (inside || owns(own, shapes.x[half][k], shapes.z[half][k]))
                put_fine_half(block, out, &shapes, first, k, half,
                              twc_facet_id(TWC_FACET_FINE, i + (k & 3), j + (k >> 2), half));
    }
}

/* Whether the chunk can own a triangle of these four corners: its mean is at most that of the three largest coordinates. */
TWC_INLINE int axis_reaches(int32_t a, int32_t b, int32_t c, int32_t d, int32_t low, int32_t high)
{
    const int32_t least_ab = a < b ? a : b, least_cd = c < d ? c : d, most_ab = a > b ? a : b, most_cd = c > d ? c : d;
    const int32_t least = least_ab < least_cd ? least_ab : least_cd, most = most_ab > most_cd ? most_ab : most_cd;
    const int64_t sum = (int64_t)a + b + c + d;
    return sum - least >= 3 * (int64_t)low && sum - most < 3 * (int64_t)high;
}

/* A fine cell of the ring, at vertex [row][column]: most have no triangle in the chunk. */
static void ring_cell(const twc_block *block, const owned *own, int32_t row, int32_t column, output *out)
{
    const int32_t *x = &block->x[row][column], *z = &block->z[row][column];
    const int s = TWC_BLOCK_ROW;
    if (!axis_reaches(x[0], x[1], x[s], x[s + 1], own->low_x, own->high_x)
        || !axis_reaches(z[0], z[1], z[s], z[s + 1], own->low_z, own->high_z))
        return;
    const int32_t i = block->macros.x * TWC_MACRO_CELLS + column - 1, j = block->macros.z * TWC_MACRO_CELLS + row - 1;
    const int32_t valid = twc_fast_valid_diagonals(x[0], z[0], x[1], z[1], x[s], z[s], x[s + 1], z[s + 1]);
    const int diagonal = valid == 3 ? twc_fast_hash(i, j, TWC_SALT_DIAGONAL) < 0x80000000u : valid >> 1;
    for (int half = 0; half < 2; half++) {
        const twc_wide_vertex *corner[3];
        int32_t cx, cz;
        half_corners(&block->vertex[row][column], diagonal, half, corner);
        centroid_of(block, corner, &cx, &cz);
        if (!owns(own, cx, cz))
            continue;
        const uint32_t facet = put_facet(block, out, corner, cx, cz, twc_facet_id(TWC_FACET_FINE, i, j, half));
        put_triangle(out, corner[0], corner[1], corner[2], facet);
    }
}

/*
 * The fine cells of a Fine macro cell beside the chunk that touch it: an undisturbed centroid is 5.33 m inside its cell and
 * a jitter moves it 6.08 m at most. first_x, first_z: the chunk's first macro cell in the block.
 */
static void ring_macro(const twc_block *block, const owned *own, int32_t first_x, int32_t first_z, int32_t mx, int32_t mz,
                       output *out)
{
    const int32_t low_i = first_x * TWC_MACRO_CELLS - 1, low_j = first_z * TWC_MACRO_CELLS - 1;
    const int32_t from_i = mx < first_x ? low_i : mx * TWC_MACRO_CELLS, from_j = mz < first_z ? low_j : mz * TWC_MACRO_CELLS;
    const int32_t ni = mx < first_x || mx >= first_x + TWC_CHUNK_MACROS ? 1 : TWC_MACRO_CELLS;
    const int32_t nj = mz < first_z || mz >= first_z + TWC_CHUNK_MACROS ? 1 : TWC_MACRO_CELLS;
    for (int32_t j = from_j; j < from_j + nj; j++)
        for (int32_t i = from_i; i < from_i + ni; i++)
            ring_cell(block, own, j + 1, i + 1, out);
}

/* ---- Broad macro cells ---- */

static void make_broad_cell(const twc_block *block, int32_t mx, int32_t mz, twc_broad_cell *cell)
{
    const twc_wide_vertex *corner = &block->corner[mz + 1][mx + 1];
    for (int k = 0; k < 4; k++)
        cell->corner[k] = corner[(k >> 1) * TWC_BLOCK_CORNERS + (k & 1)];
    cell->broad_beyond[0] = block->broad_cell[mz + 1][mx + 2];
    cell->broad_beyond[1] = block->broad_cell[mz + 3][mx + 2];
    cell->broad_beyond[2] = block->broad_cell[mz + 2][mx + 1];
    cell->broad_beyond[3] = block->broad_cell[mz + 2][mx + 3];
    cell->diagonal = block->broad_diagonal[mz + 1][mx + 1];
}

static twc_wide_vertex fan_centre(const twc_block *block, const twc_wide_vertex *const corner[3], int32_t x, int32_t z)
{
    twc_wide_vertex centre;
    centre.x = x + block->macros.x * TWC_MACRO_CM;
    centre.z = z + block->macros.z * TWC_MACRO_CM;
    centre.y = twc_fast_mean_height(corner);
    centre.unused = 0;
    return centre;
}

/* The pieces of one half that the chunk owns; the facet joins the mesh with the first of them. */
static void broad_half(const twc_block *block, const owned *own, int inside, const twc_broad_cell *cell, int half, uint64_t id,
                       output *out)
{
    const twc_wide_vertex *corner[3];
    twc_wide_vertex chain[TWC_CHAIN_MAX];
    const int length = TWC_NAME(broad_chain)(cell, half, corner, chain);
    int32_t facet_x, facet_z, x, z;
    centroid_of(block, corner, &facet_x, &facet_z);
    if (length == 3) {
        if (inside || owns(own, facet_x, facet_z)) {
            const uint32_t facet = put_facet(block, out, corner, facet_x, facet_z, id);
            put_triangle(out, corner[0], corner[1], corner[2], facet);
        }
        return;
    }
    const twc_wide_vertex centre = fan_centre(block, corner, facet_x, facet_z);
    int known = 0;
    uint32_t facet = 0;
    for (int k = 0; k < length; k++) {
        const twc_wide_vertex *const piece[3] = {&centre, &chain[k], &chain[k + 1]};
        centroid_of(block, piece, &x, &z);
        if (!inside && !owns(own, x, z))
            continue;
        if (!known)
            facet = put_facet(block, out, corner, facet_x, facet_z, id);
        known = 1;
        put_triangle(out, piece[0], piece[1], piece[2], facet);
    }
}

static void broad_macro(const twc_block *block, const owned *own, int inside, int32_t mx, int32_t mz, output *out)
{
    twc_broad_cell cell;
    make_broad_cell(block, mx, mz, &cell);
    for (int half = 0; half < 2; half++)
        broad_half(block, own, inside, &cell, half,
                   twc_facet_id(TWC_FACET_BROAD, block->macros.x + mx, block->macros.z + mz, half), out);
}

/* ---- the chunk ---- */

void TWC_NAME(block_chunk)(const twc_block *block, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh)
{
    const twc_rect extent = block->extent;
    const int32_t macro_x = chunk_x * TWC_CHUNK_MACROS, macro_z = chunk_z * TWC_CHUNK_MACROS;
    const int32_t first_x = macro_x - block->macros.x, first_z = macro_z - block->macros.z;
    owned own;
    own_range(macro_x, block->macros.x, extent.x, extent.nx, &own.low_x, &own.high_x);
    own_range(macro_z, block->macros.z, extent.z, extent.nz, &own.low_z, &own.high_z);
    output out = {mesh->triangles, mesh->facets, 0, 0};
    if (macro_x >= extent.x + extent.nx || macro_x + TWC_CHUNK_MACROS <= extent.x || macro_z >= extent.z + extent.nz
        || macro_z + TWC_CHUNK_MACROS <= extent.z) {
        mesh->triangle_count = mesh->facet_count = 0; /* the chunk is not in the world */
        return;
    }
    for (int32_t mz = first_z - 1; mz <= first_z + TWC_CHUNK_MACROS; mz++) {
        for (int32_t mx = first_x - 1; mx <= first_x + TWC_CHUNK_MACROS; mx++) {
            const int32_t x = mx + block->macros.x - extent.x, z = mz + block->macros.z - extent.z;
            if (x < 0 || x >= extent.nx || z < 0 || z >= extent.nz)
                continue;
            const int own_x = mx >= first_x && mx < first_x + TWC_CHUNK_MACROS;
            const int own_z = mz >= first_z && mz < first_z + TWC_CHUNK_MACROS;
            const int inside = mx > first_x && mx < first_x + TWC_CHUNK_MACROS - 1 && mz > first_z
                               && mz < first_z + TWC_CHUNK_MACROS - 1;
            if (block->broad_cell[mz + 2][mx + 2]) {
                broad_macro(block, &own, inside, mx, mz, &out);
            } else if (own_x && own_z) {
                fine_macro(block, &own, inside, mx, mz, &out);
            } else {
                ring_macro(block, &own, first_x, first_z, mx, mz, &out);
            }
        }
    }
    mesh->triangle_count = out.triangle_count;
    mesh->facet_count = out.facet_count;
}

void TWC_NAME(chunk)(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh)
{
    twc_block block;
    block.macros = (twc_rect){chunk_x * TWC_CHUNK_MACROS, chunk_z * TWC_CHUNK_MACROS, TWC_CHUNK_MACROS, TWC_CHUNK_MACROS};
    block.extent = extent;
    block.samples = (twc_sample_window){{0, 0, 0, 0}, NULL};
    block.fine = &ground->fine;
    block.broad = &ground->broad;
    for (int32_t z = 0; z < TWC_CHUNK_MACROS + 4; z++) {
        const ptrdiff_t row = block.macros.z - 2 + z - ground->macros.z, column = block.macros.x - 2 - ground->macros.x;
        for (int32_t x = 0; x < TWC_CHUNK_MACROS + 4; x++)
            block.broad_cell[z][x] = ground->classes[row * ground->macros.nx + column + x] == TWC_BROAD;
    }
    TWC_NAME(block_lattice)(&block);
    TWC_NAME(block_chunk)(&block, chunk_x, chunk_z, mesh);
}
