/* SPDX-License-Identifier: MIT */
/*
 * Vertices of a chunk at a level of detail: rows of jitter and of heights first, then what is placed otherwise. Spec
 * detail 3, 4; twin reference/detail/lattice.c; test tests/detail/test_detail.c, tests/detail/test_views.c.
 */
#include "detail/detail.h"
#include "ground/ground.h"

enum { SIDE = TWC_DETAIL_SIDE, LAST = TWC_CHUNK_CELLS, HALF = TWC_CHUNK_CELLS / 2 };

/* floor(h (2 a + 1) / 2^32) - a; amplitudes of the coarsest levels do not fit twc_fast_jitter's 16 bits. */
TWC_INLINE int32_t wide_jitter(uint32_t h, int32_t amplitude)
{
    return (int32_t)((uint64_t)h * (uint64_t)(2 * amplitude + 1) >> 32) - amplitude;
}

/* One row or column of vertices, as lists: `n` of them from (i, j) on by `step`. */
typedef struct run {
    int32_t n, i, j, step_i, step_j;
    int32_t x[SIDE], z[SIDE];
    float y[SIDE];
} run;

/* Jittered positions. The first and the last of a run along x lie on a border when `ends` says so. */
static void place(run *r, int32_t level, int32_t amplitude, int ends)
{
    const int32_t spacing = TWC_LATTICE_CM << level, border = TWC_DETAIL_BORDER_JITTER << level;
    for (int32_t k = 0; k < r->n; k++) {
        const int32_t i = r->i + k * r->step_i, j = r->j + k * r->step_j;
        const int32_t a = ends && (k == 0 || k == LAST) ? border : amplitude;
        r->x[k] = i * spacing + wide_jitter(twc_fast_hash(i, j, TWC_SALT_JITTER_X), a);
        r->z[k] = j * spacing + wide_jitter(twc_fast_hash(i, j, TWC_SALT_JITTER_Z), a);
    }
}

/* `bilinear`, with samples `spacing` apart. All positions lie within the field, so differences are not negative. */
static void raise(run *r, const twc_field *field, int32_t level)
{
    const uint32_t spacing = (uint32_t)TWC_SAMPLE_CM << level;
    const int32_t origin_x = field->rect.x * (int32_t)spacing, origin_z = field->rect.z * (int32_t)spacing;
    for (int32_t k = 0; k < r->n; k++) {
        const uint32_t x = (uint32_t)(r->x[k] - origin_x), z = (uint32_t)(r->z[k] - origin_z);
        const uint32_t i = x / spacing, j = z / spacing;
        const float tx = (float)(int32_t)(x - i * spacing) / (float)(int32_t)spacing;
        const float tz = (float)(int32_t)(z - j * spacing) / (float)(int32_t)spacing;
        TWC_ASSERT(i + 1 < (uint32_t)field->rect.nx && j + 1 < (uint32_t)field->rect.nz);
        const float *h = field->h + (ptrdiff_t)j * field->rect.nx + i, *below = h + field->rect.nx;
        const float north = h[0] + (h[1] - h[0]) * tx, south = below[0] + (below[1] - below[0]) * tx;
        r->y[k] = north + (south - north) * tz;
    }
}

static void store(const run *r, twc_vertex *out, ptrdiff_t stride)
{
    for (int32_t k = 0; k < r->n; k++)
        out[k * stride] = (twc_vertex){r->x[k], r->z[k], r->y[k]};
}

/* Bit k of row z: whether the corner of cells at (x + k, z) touches a Broad cell; x and z in half macro cells. */
static int touches_broad(const twc_ground_window *ground, int32_t i, int32_t j)
{
    const int32_t x = twc_floor_div(i, 2) - ground->macros.x, z = twc_floor_div(j, 2) - ground->macros.z;
    const uint8_t *row = ground->classes + (ptrdiff_t)z * ground->macros.nx + x;
    const uint8_t *above = j & 1 ? row : row - ground->macros.nx;
    const int left = i & 1 ? 0 : -1;
    return row[0] == TWC_BROAD || row[left] == TWC_BROAD || above[0] == TWC_BROAD || above[left] == TWC_BROAD;
}

static int any_broad(const twc_ground_window *ground)
{
    return memchr(ground->classes, TWC_BROAD, (size_t)ground->macros.nx * (size_t)ground->macros.nz) != NULL;
}

/* At level 1, vertices that touch a Broad cell are the ground's. */
static void take_ground(const twc_ground_window *ground, int32_t i, int32_t j, twc_vertex *out)
{
    if (touches_broad(ground, i, j))
        TWC_NAME(lattice)(ground, (twc_rect){2 * i, 2 * j, 1, 1}, out);
}

/* ---- where heights are known ---- */

/* Macro corner (x, z), in plan. */
static twc_wide_vertex corner_in_plan(int32_t x, int32_t z, int all_broad)
{
    const int32_t i = x * TWC_MACRO_CELLS, j = z * TWC_MACRO_CELLS;
    const int32_t amplitude = all_broad ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
    const uint32_t of_x = twc_fast_hash(i, j, all_broad ? TWC_SALT_MACRO_X : TWC_SALT_JITTER_X),
                   of_z = twc_fast_hash(i, j, all_broad ? TWC_SALT_MACRO_Z : TWC_SALT_JITTER_Z);
    return (twc_wide_vertex){x * TWC_MACRO_CM + twc_fast_jitter(of_x, amplitude),
                             z * TWC_MACRO_CM + twc_fast_jitter(of_z, amplitude), 0, 0};
}

static twc_vertex narrow(twc_wide_vertex v)
{
    return (twc_vertex){v.x, v.z, v.y};
}

/* The edge from a corner to the next, `step` apart, with the vertices between them. */
static void put_edge(const twc_wide_vertex *from, const twc_wide_vertex *to, int32_t cells, ptrdiff_t step,
                     twc_vertex *out)
{
    for (int32_t k = 1; k < cells; k++)
        out[k * step] = narrow(twc_fast_edge_vertex(*from, *to, k * (TWC_MACRO_CELLS / cells)));
}

/* Level 0 and 1: all that touches a Broad cell, from the known heights of corners. */
static void take_broad(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    enum { MACROS = 2 * TWC_CHUNK_MACROS };
    const int32_t macros = TWC_CHUNK_MACROS << chunk.level, cells = LAST / macros, row = ground->ground.macros.nx;
    const twc_detail_heights *known = ground->known;
    twc_wide_vertex corner[MACROS + 1][MACROS + 1];
    for (int32_t z = 0; z <= macros; z++)
        for (int32_t x = 0; x <= macros; x++) {
            const uint8_t *cell = ground->ground.classes + (z + 1) * row + x + 1;
            const int about = (cell[0] == TWC_BROAD) + (cell[-1] == TWC_BROAD) + (cell[-row] == TWC_BROAD) +
                              (cell[-row - 1] == TWC_BROAD);
            if (about == 0)
                continue;
            corner[z][x] = corner_in_plan(chunk.x * macros + x, chunk.z * macros + z, about == 4);
            corner[z][x].y = known->corner[z * known->corner_row + x];
            out[(z * SIDE + x) * cells] = narrow(corner[z][x]);
        }
    for (int32_t z = 0; z <= macros; z++)
        for (int32_t x = 0; x <= macros; x++) {
            const uint8_t *cell = ground->ground.classes + (z + 1) * row + x + 1;
            const int broad = cell[0] == TWC_BROAD;
            twc_vertex *first = out + (z * SIDE + x) * cells;
            if (x < macros && (broad || cell[-row] == TWC_BROAD))
                put_edge(&corner[z][x], &corner[z][x + 1], cells, 1, first);
            if (z < macros && (broad || cell[-1] == TWC_BROAD))
                put_edge(&corner[z][x], &corner[z + 1][x], cells, SIDE, first);
            for (int32_t k = 0; x < macros && z < macros && broad && k < (cells - 1) * (cells - 1); k++)
                first[(k / (cells - 1) + 1) * SIDE + k % (cells - 1) + 1] = (twc_vertex){0, 0, 0};
        }
}

/* The chunk's own vertices but anchors. */
static void known_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    run r = {.n = SIDE, .i = chunk.x * LAST, .step_i = 1};
    for (int32_t row = 0; row < SIDE; row++) {
        const int border = chunk.level > 0 && (row == 0 || row == LAST);
        r.j = chunk.z * LAST + row;
        place(&r, chunk.level, (border ? TWC_DETAIL_BORDER_JITTER : TWC_LATTICE_JITTER_CM) << chunk.level,
              chunk.level > 0);
        if (chunk.level == 0)
            raise(&r, &ground->ground.fine, 0);
        else
            memcpy(r.y, ground->known->own + row * ground->known->own_row, sizeof r.y);
        store(&r, out + row * SIDE, 1);
    }
    if (chunk.level < 2 && any_broad(&ground->ground))
        take_broad(ground, chunk, out);
}

/* The same from fields. */
static void filtered_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    const int32_t i = chunk.x * LAST, j = chunk.z * LAST;
    if (chunk.level == 0) {
        TWC_NAME(lattice)(&ground->ground, (twc_rect){i, j, SIDE, SIDE}, out);
        return;
    }
    run r = {.n = SIDE, .i = i, .step_i = 1};
    for (int32_t row = 0; row < SIDE; row++) {
        const int border = row == 0 || row == LAST;
        r.j = j + row;
        place(&r, chunk.level, (border ? TWC_DETAIL_BORDER_JITTER : TWC_LATTICE_JITTER_CM) << chunk.level, 1);
        raise(&r, &ground->field, chunk.level);
        store(&r, out + row * SIDE, 1);
    }
    if (chunk.level == 1 && any_broad(&ground->ground))
        for (int32_t k = 0; k < TWC_DETAIL_VERTICES; k++)
            take_ground(&ground->ground, i + k % SIDE, j + k / SIDE, &out[k]);
}

static void own_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    if (ground->known)
        known_lattice(ground, chunk, out);
    else
        filtered_lattice(ground, chunk, out);
    if (chunk.level == 0)
        return;
    for (int32_t k = 0; k < TWC_DETAIL_ANCHORS; k++)
        if (k != TWC_DETAIL_ANCHORS / 2)
            out[k / 3 * HALF * SIDE + k % 3 * HALF] = ground->anchors[k];
}

/* Heights of a side of the coarser level. */
static void take_known(const twc_detail_heights *known, int along_x, int far, run *r)
{
    const float *first = known->coarser + (far ? along_x ? HALF * known->coarser_row : HALF : 0);
    for (int32_t k = 0; k <= HALF; k++)
        r->y[k] = first[along_x ? k : k * known->coarser_row];
}

/* Vertices of the chain that are there already. */
static void keep_broad(const twc_ground_window *ground, const twc_vertex *out, ptrdiff_t stride, run *r)
{
    for (int32_t k = 0; k <= HALF; k++)
        if (touches_broad(ground, r->i + k * r->step_i, r->j + k * r->step_j)) {
            r->x[k] = out[k * stride].x;
            r->z[k] = out[k * stride].z;
            r->y[k] = out[k * stride].y;
        }
}

/* The coarser chain of one side, from out[0] on by `stride`, whose places lie `step` along. */
static void coarser_chain(const twc_detail_ground *ground, twc_detail_chunk chunk, int along_x, int far,
                          const twc_vertex ends[2], twc_vertex *out)
{
    const ptrdiff_t stride = along_x ? 1 : SIDE;
    run r = {.n = HALF + 1, .i = chunk.x * HALF, .j = chunk.z * HALF, .step_i = along_x, .step_j = !along_x};
    *(along_x ? &r.j : &r.i) += far ? HALF : 0;
    place(&r, chunk.level + 1, TWC_DETAIL_BORDER_JITTER << (chunk.level + 1), 0);
    if (ground->known)
        take_known(ground->known, along_x, far, &r);
    else
        raise(&r, &ground->coarser, chunk.level + 1);
    for (int32_t k = 1; k < LAST; k += 2)
        out[k * stride] = (twc_vertex){0, 0, 0};
    if (chunk.level == 0 && any_broad(&ground->ground)) /* what touches a Broad cell is the ground's at both levels */
        keep_broad(&ground->ground, out, 2 * stride, &r);
    store(&r, out, 2 * stride);
    out[0] = ends[0];
    out[LAST * stride] = ends[1];
}

/* At level 1, the middle of a macro edge that ends in a replaced corner, if it touches a Broad cell. */
static void lay_edge(const twc_detail_ground *ground, twc_detail_chunk chunk, int32_t i, int32_t j, ptrdiff_t step,
                     twc_vertex *out)
{
    twc_vertex *middle = &out[j * SIDE + i];
    const twc_vertex from = middle[-step], to = middle[step];
    if (!touches_broad(&ground->ground, chunk.x * LAST + i, chunk.z * LAST + j))
        return;
    /* An arithmetic shift, which compilers that build this project make of it, is the floor. */
    middle->x = from.x + ((to.x - from.x + 1) >> 1);
    middle->z = from.z + ((to.z - from.z + 1) >> 1);
    middle->y = from.y + (to.y - from.y) * 0.5f;
}

static void lay_edges(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    const int32_t i = chunk.coarser & TWC_SIDE_WEST ? 1 : LAST - 1, j = chunk.coarser & TWC_SIDE_NORTH ? 1 : LAST - 1;
    if (!any_broad(&ground->ground))
        return;
    for (int32_t k = 2; k < LAST; k += 2) {
        if (chunk.coarser & (TWC_SIDE_WEST | TWC_SIDE_EAST))
            lay_edge(ground, chunk, i, k, 1, out);
        if (chunk.coarser & (TWC_SIDE_NORTH | TWC_SIDE_SOUTH))
            lay_edge(ground, chunk, k, j, SIDE, out);
    }
}

void TWC_NAME(detail_lattice)(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    own_lattice(ground, chunk, out);
    for (uint32_t bit = 0; bit < 4; bit++) {
        const int along_x = bit >= 2, far = bit & 1;
        twc_vertex *first = out + (far ? along_x ? LAST * SIDE : LAST : 0);
        const twc_vertex *anchors = ground->anchors + (far ? along_x ? 6 : 2 : 0);
        const twc_vertex ends[2] = {anchors[0], anchors[along_x ? 2 : 6]};
        if (chunk.coarser >> bit & 1)
            coarser_chain(ground, chunk, along_x, far, ends, first);
    }
    if (chunk.level == 1 && chunk.coarser)
        lay_edges(ground, chunk, out);
}
