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

/*
 * `cells` whole spacings make every position positive, so that the floor is an unsigned quotient by a constant.
 * Positions are below 2^30 in magnitude; the sum stays below 2^32.
 */
TWC_INLINE double value_noise(int32_t x, int32_t z, uint32_t spacing, uint32_t cells, int32_t salt)
{
    const uint32_t px = (uint32_t)x + cells * spacing, pz = (uint32_t)z + cells * spacing;
    const uint32_t qx = px / spacing, qz = pz / spacing;
    const int32_t i = (int32_t)(qx - cells), j = (int32_t)(qz - cells);
    const double u = smooth((double)(int32_t)(px - qx * spacing) / (double)(int32_t)spacing);
    const double v = smooth((double)(int32_t)(pz - qz * spacing) / (double)(int32_t)spacing);
    const double nw = twc_fast_xi(twc_fast_hash(i, j, salt)), ne = twc_fast_xi(twc_fast_hash(i + 1, j, salt));
    const double sw = twc_fast_xi(twc_fast_hash(i, j + 1, salt)), se = twc_fast_xi(twc_fast_hash(i + 1, j + 1, salt));
    const double north = nw + (ne - nw) * u;
    const double south = sw + (se - sw) * u;
    return north + (south - north) * v;
}

void TWC_NAME(dryness_batch)(int32_t n, const int32_t *x, const int32_t *z, double *restrict out)
{
    for (int32_t k = 0; k < n; k++) {
        const double broad = value_noise(x[k], z[k], TWC_DRY_LONG_CM, 20972, TWC_SALT_DRY_LONG);
        const double narrow = value_noise(x[k], z[k], TWC_DRY_SHORT_CM, 41944, TWC_SALT_DRY_SHORT);
        out[k] = (2.0 * broad + narrow) / 3.0;
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
