/* SPDX-License-Identifier: MIT */
/*
 * Brushes: the samples under a stroke. Spec world 4; paper section 7; twin fast/world/brush.c; test
 * tests/world/test_world_kernels.c.
 */
#include "common/assertion.h"
#include "kernels/reference_world.h"

/* Floor of value / divisor; divisor > 0. */
static int64_t floor_div(int64_t value, int64_t divisor)
{
    int64_t quotient = value / divisor;
    TWC_ASSERT(divisor > 0);
    return quotient - (value % divisor < 0);
}

/* The samples at distance < reach along one axis, clipped. */
static void clip(int32_t centre, int32_t reach, int32_t first, int32_t count, int32_t *start, int32_t *length)
{
    int32_t low = twc_floor_div(centre - reach, TWC_SAMPLE_CM) + 1; /* strictly inside: the weight on the rim is 0 */
    int32_t high = twc_floor_div(centre + reach - 1, TWC_SAMPLE_CM);
    low = low < first ? first : low;
    high = high > first + count - 1 ? first + count - 1 : high;
    *start = low;
    *length = high >= low ? high - low + 1 : 0;
}

twc_rect twc_brush_rect(const twc_world *world, const twc_brush *brush)
{
    twc_rect all = twc_world_samples(world), rect;
    clip(brush->centre.x, brush->radius_cm, all.x, all.nx, &rect.x, &rect.nx);
    clip(brush->centre.z, brush->radius_cm, all.z, all.nz, &rect.z, &rect.nz);
    return rect;
}

/* 0..65536: the square of a parabola, smooth at the rim. */
static int64_t weight_at(const twc_brush *brush, int32_t x, int32_t z)
{
    int64_t dx = (int64_t)x * TWC_SAMPLE_CM - brush->centre.x, dz = (int64_t)z * TWC_SAMPLE_CM - brush->centre.z;
    int64_t square = (int64_t)brush->radius_cm * brush->radius_cm, inside = square - (dx * dx + dz * dz);
    int64_t root = inside > 0 ? 256 * inside / square : 0;
    TWC_ASSERT(root >= 0 && root <= 256);
    return root * root;
}

/* The rounded mean of a sample and its eight neighbours; `centre` points into rows of `stride` samples. */
static int64_t mean_of_nine(const uint16_t *centre, ptrdiff_t stride)
{
    int64_t sum = 0;
    for (ptrdiff_t dz = -1; dz <= 1; dz++)
        for (ptrdiff_t dx = -1; dx <= 1; dx++)
            sum += centre[dz * stride + dx];
    return (2 * sum + 9) / 18;
}

static int64_t change_at(const twc_brush *brush, int32_t x, int32_t z, const uint16_t *centre, ptrdiff_t stride)
{
    int64_t weight = weight_at(brush, x, z), strength = brush->strength;
    switch (brush->kind) {
    case TWC_BRUSH_RAISE:
        return floor_div(strength * weight + 32768, 65536);
    case TWC_BRUSH_LOWER:
        return -floor_div(strength * weight + 32768, 65536);
    case TWC_BRUSH_NOISE:
        return floor_div(twc_jitter(twc_hash(x, z, brush->salt), brush->strength) * weight + 32768, 65536);
    case TWC_BRUSH_SMOOTH:
        return floor_div((mean_of_nine(centre, stride) - *centre) * strength * weight + (1 << 23), 1 << 24);
    case TWC_BRUSH_FLATTEN:
        return floor_div(((int64_t)brush->target - *centre) * strength * weight + (1 << 23), 1 << 24);
    }
    return 0;
}

void twc_reference_brush_apply(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                               uint16_t *out)
{
    ptrdiff_t stride = (ptrdiff_t)rect.nx + 2;
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x++) {
            ptrdiff_t k = (ptrdiff_t)z * rect.nx + x;
            const uint16_t *centre = around + (z + 1) * stride + x + 1;
            int64_t value = *centre;
            if (!mask || !mask[k])
                value += change_at(brush, rect.x + x, rect.z + z, centre, stride);
            out[k] = (uint16_t)(value < 0 ? 0 : value > 65535 ? 65535 : value);
        }
    }
}
