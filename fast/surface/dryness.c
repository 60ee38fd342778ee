/* SPDX-License-Identifier: MIT */
/*
 * Dryness: two octaves of value noise, a lane a position. Spec surface 2.2; paper section 4.4; twin
 * reference/surface/dryness.c; test tests/surface/test_surface.c.
 */
#include "surface/surface.h"

TWC_INLINE double smooth(double t)
{
    return (t * t) * (3.0 - 2.0 * t);
}

/* One octave at fractions (tx, tz) of cell (i, j), in units of 2^-32: a power of two changes no rounding. */
TWC_INLINE double value_noise(int32_t i, int32_t j, double tx, double tz, int32_t salt)
{
    const double u = smooth(tx), v = smooth(tz);
    const double nw = twc_fast_whole(twc_fast_hash(i, j, salt)), ne = twc_fast_whole(twc_fast_hash(i + 1, j, salt));
    const double sw = twc_fast_whole(twc_fast_hash(i, j + 1, salt)),
                 se = twc_fast_whole(twc_fast_hash(i + 1, j + 1, salt));
    const double north = nw + (ne - nw) * u;
    const double south = sw + (se - sw) * u;
    return north + (south - north) * v;
}

/*
 * Adding an even number of whole cells makes every position positive, so that the floor is an unsigned quotient by a
 * constant. Positions are below 2^30 in magnitude; the sum stays below 2^32. Two short cells make a long one.
 */
enum { SHORT_CELLS = 41944, LONG_CELLS = SHORT_CELLS / 2 };
_Static_assert(TWC_DRY_LONG_CM == 2 * TWC_DRY_SHORT_CM && SHORT_CELLS % 2 == 0 &&
                   (int64_t)SHORT_CELLS * TWC_DRY_SHORT_CM >= 1 << 30,
               "a long cell is two short ones");

/* Along one axis. */
typedef struct along {
    int32_t narrow, broad;
    double in_narrow, in_broad;
} along;

TWC_INLINE along along_axis(int32_t cm)
{
    const uint32_t spacing = TWC_DRY_SHORT_CM, p = (uint32_t)cm + SHORT_CELLS * spacing, q = p / spacing;
    const int32_t beyond = (int32_t)(p - q * spacing), second = (int32_t)(q & 1) * TWC_DRY_SHORT_CM;
    return (along){(int32_t)q - SHORT_CELLS, (int32_t)(q >> 1) - LONG_CELLS, (double)beyond / (double)TWC_DRY_SHORT_CM,
                   (double)(beyond + second) / (double)TWC_DRY_LONG_CM};
}

void TWC_NAME(dryness_batch)(int32_t n, const int32_t *x, const int32_t *z, double *restrict out)
{
    for (int32_t k = 0; k < n; k++) {
        const along ax = along_axis(x[k]), az = along_axis(z[k]);
        const double broad = value_noise(ax.broad, az.broad, ax.in_broad, az.in_broad, TWC_SALT_DRY_LONG);
        const double narrow = value_noise(ax.narrow, az.narrow, ax.in_narrow, az.in_narrow, TWC_SALT_DRY_SHORT);
        out[k] = (2.0 * broad + narrow) / 3.0 * 0x1p-32;
    }
}

void TWC_NAME(dryness)(size_t n, const twc_point *points, double *out)
{
    int32_t x[TWC_FACE_BATCH], z[TWC_FACE_BATCH];
    for (size_t first = 0; first < n; first += TWC_FACE_BATCH) {
        const int32_t count = n - first < TWC_FACE_BATCH ? (int32_t)(n - first) : TWC_FACE_BATCH;
        for (int32_t k = 0; k < count; k++) {
            x[k] = points[first + (size_t)k].x;
            z[k] = points[first + (size_t)k].z;
        }
        TWC_NAME(dryness_batch)(count, x, z, out + first);
    }
}
