/* SPDX-License-Identifier: MIT */
/*
 * How far the facets of Broad cells are from given heights, a row of samples at a time. Spec ground 2.5; twin
 * reference/ground/broad_errors.c; test tests/ground/test_broad_errors.c.
 */
#include "ground/ground.h"

enum {
    PER_MACRO = TWC_MACRO_CM / TWC_SAMPLE_CM,
    REACH = TWC_MACRO_JITTER_CM / TWC_SAMPLE_CM,
    LANES = 32 /* a half's row is at most PER_MACRO + 1 + 2 REACH = 29 samples wide */
};

/*
 * A half with its first corner as origin: plan differences are below 2^14 cm, so 32 bits hold every area. Weights of
 * b and c grow by a constant from sample to sample and are whole, so binary64 holds them exactly.
 */
typedef struct half {
    int32_t x, z;           /* the first corner */
    int32_t bx, bz, cx, cz; /* the others from it */
    int32_t area;
    double y, b, c; /* its height, and how much higher the others are */
} half;

static half make_half(const twc_wide_vertex *p, const twc_wide_vertex *q, const twc_wide_vertex *r)
{
    return (half){.x = p->x,
                  .z = p->z,
                  .bx = q->x - p->x,
                  .bz = q->z - p->z,
                  .cx = r->x - p->x,
                  .cz = r->z - p->z,
                  .area = twc_fast_area2(p->x, p->z, q->x, q->z, r->x, r->z),
                  .y = (double)p->y,
                  .b = (double)q->y - (double)p->y,
                  .c = (double)r->y - (double)p->y};
}

/*
 * Raises errors, as bits, by those of a row: `x` is its first sample from the half's first corner, `z` all of theirs.
 * Errors are not negative, so their bits order as integers do. Three weights that sum to the area are not negative
 * where the half contains the sample.
 */
static void ask_row(const half *t, int32_t x, int32_t z, int32_t n, const float *restrict h, int32_t *restrict greatest)
{
    const double area = (double)t->area;
    for (int32_t k = 0; k < n; k++) {
        const int32_t px = x + k * TWC_SAMPLE_CM;
        const int32_t wb = twc_fast_cross(t->cx, t->cz, px, z), wc = twc_fast_cross(px, z, t->bx, t->bz);
        const double rise = ((double)wb * t->b + (double)wc * t->c) / area;
        const float error = fabsf((float)(t->y + rise) - h[k]);
        int32_t bits;
        memcpy(&bits, &error, sizeof bits);
        bits = (wb | wc | (t->area - wb - wc)) >= 0 ? bits : 0;
        greatest[k] = bits > greatest[k] ? bits : greatest[k];
    }
}

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    const int32_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int32_t most(int32_t a, int32_t b, int32_t c)
{
    const int32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/* The samples in the half's bounding box. */
static void ask_half(const half *t, const twc_field *heights, int32_t *greatest)
{
    const int32_t step = TWC_SAMPLE_CM;
    const int32_t x0 = -twc_floor_div(-(t->x + least(0, t->bx, t->cx)), step),
                  x1 = twc_floor_div(t->x + most(0, t->bx, t->cx), step),
                  z0 = -twc_floor_div(-(t->z + least(0, t->bz, t->cz)), step),
                  z1 = twc_floor_div(t->z + most(0, t->bz, t->cz), step);
    for (int32_t z = z0; z <= z1; z++) {
        const float *h = heights->h + (ptrdiff_t)(z - heights->rect.z) * heights->rect.nx + (x0 - heights->rect.x);
        ask_row(t, x0 * step - t->x, z * step - t->z, x1 - x0 + 1, h, greatest);
    }
}

/* ---- corners of a whole row of cells ---- */

enum { ROW = 64 }; /* cells at a time */

typedef struct corner_row {
    int32_t x[ROW + 1], z[ROW + 1];
    float y[ROW + 1];
} corner_row;

/* Corners (x + k, z), k = 0 .. n, as they are among Broad cells. */
static void make_corners(const twc_field *broad, int32_t x, int32_t z, int32_t n, corner_row *row)
{
    for (int32_t k = 0; k <= n; k++) {
        const int32_t i = (x + k) * TWC_MACRO_CELLS, j = z * TWC_MACRO_CELLS;
        row->x[k] = i * TWC_LATTICE_CM + twc_fast_jitter(twc_fast_hash(i, j, TWC_SALT_MACRO_X), TWC_MACRO_JITTER_CM);
        row->z[k] = j * TWC_LATTICE_CM + twc_fast_jitter(twc_fast_hash(i, j, TWC_SALT_MACRO_Z), TWC_MACRO_JITTER_CM);
    }
    TWC_NAME(bilinear)(broad, (size_t)n + 1, row->x, row->z, row->y);
}

/* The middles of diagonals a-d, then those of b-c, of n cells, and where those of a-d are nearer to the field. */
static void choose_diagonals(const twc_field *broad, const corner_row rows[2], int32_t n, uint8_t *diagonal)
{
    int32_t x[2 * ROW], z[2 * ROW];
    float y[2 * ROW];
    for (int32_t k = 0; k < n; k++)
        for (int s = 0; s < 2; s++) {
            const int32_t px = rows[0].x[k + s], pz = rows[0].z[k + s];
            x[s * n + k] = px + twc_floor_div(rows[1].x[k + 1 - s] - px, 2);
            z[s * n + k] = pz + twc_floor_div(rows[1].z[k + 1 - s] - pz, 2);
        }
    TWC_NAME(bilinear)(broad, (size_t)(2 * n), x, z, y);
    for (int32_t k = 0; k < n; k++)
        diagonal[k] = fabsf(y[k] - (rows[0].y[k] + rows[1].y[k + 1]) * 0.5f) <=
                      fabsf(y[n + k] - (rows[0].y[k + 1] + rows[1].y[k]) * 0.5f);
}

static twc_wide_vertex corner_of(const corner_row *row, int32_t k)
{
    return (twc_wide_vertex){row->x[k], row->z[k], row->y[k], 0};
}

static float cell_error(const corner_row rows[2], int32_t k, int nearer, const twc_field *heights)
{
    const twc_wide_vertex a = corner_of(&rows[0], k), b = corner_of(&rows[0], k + 1), c = corner_of(&rows[1], k),
                          d = corner_of(&rows[1], k + 1);
    const int32_t valid = twc_fast_valid_diagonals((twc_point){a.x, a.z}, (twc_point){b.x, b.z}, (twc_point){c.x, c.z},
                                                   (twc_point){d.x, d.z});
    const int diagonal = valid == 3 ? nearer : valid >> 1;
    const half first = make_half(&a, &c, diagonal ? &d : &b),
               second = diagonal ? make_half(&a, &d, &b) : make_half(&b, &c, &d);
    int32_t greatest[LANES] = {0}, bits = 0;
    ask_half(&first, heights, greatest);
    ask_half(&second, heights, greatest);
    for (int lane = 0; lane < LANES; lane++)
        bits = greatest[lane] > bits ? greatest[lane] : bits;
    float error;
    memcpy(&error, &bits, sizeof error);
    return error;
}

void TWC_NAME(broad_errors)(const twc_field *broad, const twc_field *heights, twc_rect macros, float *out)
{
    corner_row rows[2];
    uint8_t nearer[ROW];
    for (int32_t first = 0; first < macros.nx; first += ROW) {
        const int32_t n = macros.nx - first < ROW ? macros.nx - first : ROW, x = macros.x + first;
        make_corners(broad, x, macros.z, n, &rows[0]);
        for (int32_t z = 0; z < macros.nz; z++) {
            make_corners(broad, x, macros.z + z + 1, n, &rows[1]);
            choose_diagonals(broad, rows, n, nearer);
            for (int32_t k = 0; k < n; k++)
                out[(ptrdiff_t)z * macros.nx + first + k] = cell_error(rows, k, nearer[k], heights);
            rows[0] = rows[1];
        }
    }
}
