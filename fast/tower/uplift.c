/* SPDX-License-Identifier: MIT */
/*
 * Uplift a block of cells at a time: summits and ridges too far to reach any of them add 0 and are left out. Spec tower
 * 4.2; twin reference/tower/uplift.c; test tests/tower/test_range.c.
 */
#include <math.h>

#include "tower/tower.h"

enum { BLOCK_X = 16, BLOCK_Z = TWC_TOWER_BATCH / BLOCK_X };

/* A block of places as the flanks see them: metres along the arc from theta, along the axis; their box. */
typedef struct block {
    _Alignas(64) double along[TWC_TOWER_BATCH];
    _Alignas(64) double z[TWC_TOWER_BATCH];
    _Alignas(64) double stretch[TWC_TOWER_BATCH];
    _Alignas(64) double sum[TWC_TOWER_BATCH];
    double edge[TWC_TOWER_BATCH];
    uint32_t theta[TWC_TOWER_BATCH], middle;
    double low_x, high_x, low_z, high_z, least; /* of the stretches */
} block;

TWC_INLINE double arc(uint32_t from, uint32_t to)
{
    return (double)(int32_t)(to - from) * TWC_TOWER_ARC;
}

/* Places past the window repeat its last column and row. */
static void lay(const twc_range *range, twc_rect part, block *b, twc_tower_places *p)
{
    const uint32_t first = twc_range_theta(range, part.x), last = twc_range_theta(range, part.x + part.nx - 1);
    b->middle = first + (last - first) / 2;
    for (int32_t k = 0; k < TWC_TOWER_BATCH; k++) {
        const int32_t i = k % BLOCK_X, j = k / BLOCK_X;
        const int32_t z = twc_range_z(range, part.z + (j < part.nz ? j : part.nz - 1));
        double cosine, sine;
        b->theta[k] = twc_range_theta(range, part.x + (i < part.nx ? i : part.nx - 1));
        twc_tower_turned(b->theta[k], &cosine, &sine);
        p->x[k] = TWC_TOWER_RADIUS * cosine;
        p->y[k] = TWC_TOWER_RADIUS * sine;
        p->z[k] = z * 0.01;
        b->edge[k] = twc_fast_min((z - range->z_from) * 0.01, (range->z_to - z) * 0.01);
    }
}

static void see(const twc_range *range, const twc_tower_places *p, block *b)
{
    const twc_tower_noise aside = {8000.0, 3, range->seed + 12}, on = {8000.0, 3, range->seed + 13};
    const twc_tower_noise stretch = {5000.0, 2, range->seed + 11};
    TWC_NAME(tower_fbm_batch)(&aside, p, b->along);
    TWC_NAME(tower_fbm_batch)(&on, p, b->z);
    TWC_NAME(tower_fbm_batch)(&stretch, p, b->stretch);
    b->low_x = b->low_z = b->least = (double)INFINITY;
    b->high_x = b->high_z = -(double)INFINITY;
    for (int32_t k = 0; k < TWC_TOWER_BATCH; k++) {
        b->along[k] = 3000.0 * b->along[k];
        b->z[k] = p->z[k] + 3000.0 * b->z[k];
        b->stretch[k] = 1.0 + 0.5 * b->stretch[k];
        b->sum[k] = 0.0;
        const double x = arc(b->middle, b->theta[k]) + b->along[k];
        b->low_x = twc_fast_min(b->low_x, x);
        b->high_x = twc_fast_max(b->high_x, x);
        b->low_z = twc_fast_min(b->low_z, b->z[k]);
        b->high_z = twc_fast_max(b->high_z, b->z[k]);
        b->least = twc_fast_min(b->least, b->stretch[k]);
    }
}

/* Whether a box of the plane about the block's middle, of at most this relief, may reach it; with a metre to spare. */
static int reaches(const block *b, double low_x, double high_x, double low_z, double high_z, double relief)
{
    const double dx = twc_fast_max(twc_fast_max(low_x - b->high_x, b->low_x - high_x) - 1.0, 0.0);
    const double dz = twc_fast_max(twc_fast_max(low_z - b->high_z, b->low_z - high_z) - 1.0, 0.0);
    return (sqrt(dx * dx + dz * dz + 160000.0) - 401.0) * b->least < relief * (27000.0 / 4300.0);
}

TWC_INLINE double flank(double relief, double dx, double dz, double stretch)
{
    const double distance = sqrt(dx * dx + dz * dz);
    const double d = (sqrt(distance * distance + 160000.0) - 400.0) * stretch;
    const double x = d / (relief * (27000.0 / 4300.0));
    const double f = relief * (1.0 - x) * (1.0 - 0.367 * x), square = f * f, value = square * square;
    return ((x >= 1.0) | (relief <= 0.0)) ? 0.0 : value;
}

static void add_peak(const twc_peak *peak, block *restrict b)
{
    const double z = peak->z * 0.01, relief = peak->relief, x = arc(b->middle, peak->theta);
    if (!reaches(b, x, x, z, z, relief))
        return;
    for (int32_t k = 0; k < TWC_TOWER_BATCH; k++)
        b->sum[k] += flank(relief, arc(peak->theta, b->theta[k]) + b->along[k], b->z[k] - z, b->stretch[k]);
}

static void add_ridge(const twc_range *range, const twc_ridge *ridge, block *restrict b)
{
    const twc_peak *from = &range->peaks[ridge->a], *to = &range->peaks[ridge->b];
    const double ex = arc(from->theta, to->theta), ez = (to->z - from->z) * 0.01, square = ex * ex + ez * ez;
    const double low = from->relief, high = to->relief, z = from->z * 0.01, x = arc(b->middle, from->theta);
    const double bend = 2.0 * (low + high) - 4.0 * ridge->saddle, slope = high - low - bend;
    const uint32_t theta = from->theta;
    if (!reaches(b, twc_fast_min(x, x + ex), twc_fast_max(x, x + ex), twc_fast_min(z, z + ez), twc_fast_max(z, z + ez),
                 twc_fast_max(low, high)))
        return;
    for (int32_t k = 0; k < TWC_TOWER_BATCH; k++) {
        const double qx = arc(theta, b->theta[k]) + b->along[k], qz = b->z[k] - z;
        const double t = twc_fast_unit((qx * ex + qz * ez) / square), crest = low + t * (slope + t * bend);
        b->sum[k] += (4.0 * t * (1.0 - t)) * flank(crest, qx - t * ex, qz - t * ez, b->stretch[k]);
    }
}

static void raise(const twc_range *range, twc_rect part, block *b)
{
    twc_tower_places p;
    lay(range, part, b, &p);
    see(range, &p, b);
    for (size_t k = 0; k < range->peak_count; k++)
        add_peak(&range->peaks[k], b);
    for (size_t k = 0; k < range->ridge_count; k++)
        add_ridge(range, &range->ridges[k], b);
    for (int32_t k = 0; k < TWC_TOWER_BATCH; k++)
        b->sum[k] = sqrt(sqrt(b->sum[k])) * twc_fast_ss(b->edge[k], (twc_ramp){0.0, 8000.0});
}

void TWC_NAME(uplift)(const twc_range *range, twc_rect window, double *out)
{
    block b;
    for (int32_t z = 0; z < window.nz; z += BLOCK_Z)
        for (int32_t x = 0; x < window.nx; x += BLOCK_X) {
            const int32_t nx = window.nx - x < BLOCK_X ? window.nx - x : BLOCK_X;
            const int32_t nz = window.nz - z < BLOCK_Z ? window.nz - z : BLOCK_Z;
            raise(range, (twc_rect){window.x + x, window.z + z, nx, nz}, &b);
            for (int32_t j = 0; j < nz; j++)
                memcpy(out + (size_t)(z + j) * (size_t)window.nx + (size_t)x, b.sum + j * BLOCK_X,
                       (size_t)nx * sizeof *out);
        }
}
