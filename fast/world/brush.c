/* SPDX-License-Identifier: MIT */
/*
 * A brush, a stretch of a row at a time. Spec world 4; paper section 7; twin reference/world/brush.c; test
 * tests/world/test_world_kernels.c.
 *
 * One loop a step, one lane a sample. The integers of the contract are carried in binary64, which holds every one of
 * them exactly; floors are truncations of numbers that are not negative.
 */
#include <math.h>
#include <string.h>

#include "surface/surface.h"
#include "kernels/fast_world.h"
#include "level.h"

enum { STRETCH = 64 };

/*
 * The square of the weight's root, times `scale`, a power of two. A half added to the dividend, which is whole, puts
 * the quotient at least 1 / (2 r^2) > 2^-35 from any whole number, and leaves its floor. It is below 257, where
 * binary64 has steps of 2^-44: rounding 1 / r^2 and the product moves it across none, and no lane has to divide.
 */
static void weigh(const twc_brush *brush, int32_t n, twc_point first, double scale, double *weight)
{
    const double radius = (double)brush->radius_cm, square = radius * radius, inverse = 1.0 / square;
    const double dz = (double)first.z * TWC_SAMPLE_CM - (double)brush->centre.z, across = dz * dz;
    const double dx0 = (double)first.x * TWC_SAMPLE_CM - (double)brush->centre.x;
    for (int32_t k = 0; k < n; k++) {
        const double dx = dx0 + (double)(k * TWC_SAMPLE_CM);
        const double quotient = (256.0 * (square - (dx * dx + across)) + 0.5) * inverse;
        /* (q + |q|) / 2 is q or 0, exactly; a choice would become a branch. */
        const double root = (double)(int32_t)((quotient + fabs(quotient)) * 0.5);
        weight[k] = root * root * scale;
    }
}

/* How far every sample would go at full weight; the quantity times weight is below 2^41. */
static void jitter(const twc_brush *brush, int32_t n, int32_t first_x, int32_t z, double *way)
{
    const double strength = (double)brush->strength, steps = (2.0 * strength + 1.0) * 0x1p-32;
    for (int32_t k = 0; k < n; k++) {
        /* The hash has 32 bits and the steps 17, so the product is exact. */
        const double place = twc_fast_whole(twc_fast_hash(first_x + k, z, brush->salt)) * steps;
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

/* Adds floor(way weight + 1/2), or takes it away, and clamps; kept samples stay. No change is above 65536. */
static void finish(int32_t n, int32_t sign, const double by[2][STRETCH], const uint8_t *keep, const uint16_t *centre,
                   uint16_t *out)
{
    const double *way = by[0], *weight = by[1];
    for (int32_t k = 0; k < n; k++) {
        const double change = way[k] * weight[k];
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
    weigh(brush, n, first, relative ? 0x1p-24 : 0x1p-16, by[1]);
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
    finish(n, brush->kind == TWC_BRUSH_LOWER ? -1 : 1, (const double(*)[STRETCH])by, keep, centre, out);
}

/* Columns first .. end - 1 of a row. */
typedef struct span {
    int32_t first, end;
} span;

/* The columns of row z that the brush may reach; beyond them weights are 0. */
static span reached(const twc_brush *brush, twc_rect rect, int32_t z)
{
    const double radius = (double)brush->radius_cm, dz = (double)z * TWC_SAMPLE_CM - (double)brush->centre.z;
    const double square = radius * radius - dz * dz;
    if (!(square > 0.0))
        return (span){0, 0};
    const int32_t reach = (int32_t)sqrt(square);
    const int32_t first = twc_floor_div(brush->centre.x - reach, TWC_SAMPLE_CM) - rect.x,
                  end = twc_floor_div(brush->centre.x + reach, TWC_SAMPLE_CM) + 1 - rect.x;
    return (span){twc_clamp(first, 0, rect.nx), twc_clamp(end, 0, rect.nx)};
}

void TWC_NAME(brush_apply)(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                           uint16_t *out)
{
    static const uint8_t none[STRETCH];
    const ptrdiff_t stride = (ptrdiff_t)rect.nx + 2;
    for (int32_t z = 0; z < rect.nz; z++) {
        const uint16_t *row = around + (z + 1) * stride + 1;
        const ptrdiff_t k = (ptrdiff_t)z * rect.nx;
        const span s = reached(brush, rect, rect.z + z);
        TWC_ASSERT(0 <= s.first && s.first <= s.end && s.end <= rect.nx);
        memcpy(out + k, row, (size_t)s.first * sizeof *out);
        for (int32_t x = s.first; x < s.end; x += STRETCH) {
            const int32_t n = s.end - x < STRETCH ? s.end - x : STRETCH;
            apply_stretch(brush, n, (twc_point){rect.x + x, rect.z + z}, row + x, stride, mask ? mask + k + x : none,
                          out + k + x);
        }
        memcpy(out + k + s.end, row + s.end, (size_t)(rect.nx - s.end) * sizeof *out);
    }
}
