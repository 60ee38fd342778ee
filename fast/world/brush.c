/* SPDX-License-Identifier: MIT */
/*
 * A brush, a stretch of a row at a time. Spec world 4; paper section 7; twin reference/world/brush.c; test
 * tests/world/test_world_kernels.c.
 *
 * One loop a step, one lane a sample. The integers of the contract are carried in binary64, which holds every one of
 * them exactly; floors are truncations of numbers that are not negative.
 */
#include <math.h>

#include "surface/surface.h"
#include "kernels/fast_world.h"
#include "level.h"

enum { STRETCH = 64 };

/*
 * The square of the weight's root. The quotient of two exact numbers, rounded, has the floor of the true one: a true
 * quotient below a whole number n <= 256 is below it by at least 1 / r^2 > 2^-34, and binary64 has steps of 2^-45
 * there.
 */
static void weigh(const twc_brush *brush, int32_t n, int32_t first_x, int32_t z, double *weight)
{
    const double radius = (double)brush->radius_cm, square = radius * radius;
    const double dz = (double)z * TWC_SAMPLE_CM - (double)brush->centre.z, across = dz * dz;
    const double centre = (double)brush->centre.x;
    for (int32_t k = 0; k < n; k++) {
        const double dx = (double)(first_x + k) * TWC_SAMPLE_CM - centre;
        const double quotient = 256.0 * (square - (dx * dx + across)) / square;
        /* (q + |q|) / 2 is q or 0, exactly; a choice would become a branch around the division. */
        const double root = (double)(int32_t)((quotient + fabs(quotient)) * 0.5);
        weight[k] = root * root;
    }
}

/* How far every sample would go at full weight; the quantity times weight is below 2^41. */
static void jitter(const twc_brush *brush, int32_t n, int32_t first_x, int32_t z, double *way)
{
    const double strength = (double)brush->strength, steps = 2.0 * strength + 1.0;
    for (int32_t k = 0; k < n; k++) {
        /* The hash has 32 bits and the steps 17, so the product is exact. */
        const double place = twc_fast_xi(twc_fast_hash(first_x + k, z, brush->salt)) * steps;
        way[k] = (double)(int32_t)place - strength;
    }
}

static void smooth(const twc_brush *brush, int32_t n, const uint16_t *centre, ptrdiff_t stride, double *way)
{
    int32_t column[STRETCH + 2];
    const uint16_t *north = centre - stride - 1, *middle = centre - 1, *south = centre + stride - 1;
    const double strength = (double)brush->strength;
    for (int32_t k = 0; k < n + 2; k++)
        column[k] = north[k] + middle[k] + south[k];
    for (int32_t k = 0; k < n; k++) {
        const uint32_t sum = (uint32_t)(column[k] + column[k + 1] + column[k + 2]);
        way[k] = (double)((int32_t)((2 * sum + 9) / 18) - centre[k]) * strength;
    }
}

static void flatten(const twc_brush *brush, int32_t n, const uint16_t *centre, double *way)
{
    const double strength = (double)brush->strength;
    for (int32_t k = 0; k < n; k++)
        way[k] = (double)(brush->target - centre[k]) * strength;
}

static void level_way(double strength, int32_t n, double *way)
{
    for (int32_t k = 0; k < n; k++)
        way[k] = strength;
}

/* Adds floor(way weight scale + 1/2), or takes it away, and clamps; kept samples stay. No change is above 65536. */
static void finish(int32_t n, int32_t sign, double scale, const double by[2][STRETCH], const uint8_t *keep,
                   const uint16_t *centre, uint16_t *out)
{
    const double *way = by[0], *weight = by[1];
    for (int32_t k = 0; k < n; k++) {
        const double change = way[k] * weight[k] * scale;
        const int32_t whole = (int32_t)(change + 65536.5) - 65536;
        int32_t value = centre[k] + (sign * whole & -(int32_t)(keep[k] == 0));
        value = value < 0 ? 0 : value;
        value = value > 65535 ? 65535 : value;
        out[k] = (uint16_t)value;
    }
}

static void apply_stretch(const twc_brush *brush, int32_t n, twc_point first, const uint16_t *centre, ptrdiff_t stride,
                          const uint8_t *keep, uint16_t *out)
{
    double by[2][STRETCH], *way = by[0];
    TWC_ASSERT(n > 0 && n <= STRETCH);
    const int relative = brush->kind == TWC_BRUSH_SMOOTH || brush->kind == TWC_BRUSH_FLATTEN;
    weigh(brush, n, first.x, first.z, by[1]);
    switch (brush->kind) {
    case TWC_BRUSH_SMOOTH:
        smooth(brush, n, centre, stride, way);
        break;
    case TWC_BRUSH_FLATTEN:
        flatten(brush, n, centre, way);
        break;
    case TWC_BRUSH_NOISE:
        jitter(brush, n, first.x, first.z, way);
        break;
    default:
        level_way((double)brush->strength, n, way);
    }
    finish(n, brush->kind == TWC_BRUSH_LOWER ? -1 : 1, relative ? 0x1p-24 : 0x1p-16, (const double(*)[STRETCH])by, keep,
           centre, out);
}

void TWC_NAME(brush_apply)(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                           uint16_t *out)
{
    static const uint8_t none[STRETCH];
    const ptrdiff_t stride = (ptrdiff_t)rect.nx + 2;
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x += STRETCH) {
            const int32_t n = rect.nx - x < STRETCH ? rect.nx - x : STRETCH;
            const ptrdiff_t k = (ptrdiff_t)z * rect.nx + x;
            apply_stretch(brush, n, (twc_point){rect.x + x, rect.z + z}, around + (z + 1) * stride + x + 1, stride,
                          mask ? mask + k : none, out + k);
        }
    }
}
