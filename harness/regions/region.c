/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region.h"

#include <math.h>
#include <stdlib.h>

/* Layers of noise of one seed: each use has its own block of numbers. */
enum { LAYER_HILLS = 0, LAYER_RIDGES = 100, LAYER_WANDER = 200 };

/* A region with its layers of noise at hand. */
typedef struct sampler {
    const twc_region *region;
    twc_noise_layer hills[TWC_REGION_MAX_OCTAVES], ridges[TWC_REGION_MAX_OCTAVES], wander[TWC_REGION_MAX_OCTAVES];
} sampler;

static void begin_layers(uint32_t seed, int32_t first, const twc_octaves *octaves, twc_noise_layer *layers)
{
    for (int k = 0; k < octaves->count; k++)
        layers[k] = twc_noise_begin(seed, first + k, octaves->octave[k]);
}

static void begin(const twc_region *region, sampler *s)
{
    s->region = region;
    begin_layers(region->seed, LAYER_HILLS, &region->hills, s->hills);
    begin_layers(region->seed, LAYER_RIDGES, &region->mountains.ridges, s->ridges);
    begin_layers(region->seed, LAYER_WANDER, &region->mountains.wander, s->wander);
}

static double hills(sampler *s, double x, double z)
{
    double sum = s->region->level;
    for (int k = 0; k < s->region->hills.count; k++)
        sum += s->hills[k].amplitude * twc_noise(&s->hills[k], x, z);
    return sum;
}

/* A paraboloid through the shore replaces the hills within it and fades into them up to twice the radius. */
static double with_lake(const twc_lake *lake, double x, double z, double height)
{
    double dx = (x - lake->x) / lake->radius, dz = (z - lake->z) / lake->radius, r2 = dx * dx + dz * dz;
    if (r2 >= 4)
        return height;
    double bowl = lake->level + lake->depth * (r2 - 1);
    return bowl + (height - bowl) * twc_smoothstep((r2 - 1) / 3);
}

static double knolls(const twc_region *region, double x, double z)
{
    double sum = 0;
    for (int k = 0; k < region->knoll_count; k++) {
        const twc_knoll *knoll = &region->knoll[k];
        double dx = (x - knoll->x) / knoll->radius, dz = (z - knoll->z) / knoll->radius, r2 = dx * dx + dz * dz;
        if (r2 < 1)
            sum += knoll->height * (1 - r2) * (1 - r2);
    }
    return sum;
}

/* z of the mountains' front. */
static double front_at(sampler *s, double x)
{
    const twc_mountains *m = &s->region->mountains;
    double across = x / 1000, front = m->front - m->bulge * across * across;
    for (int k = 0; k < m->wander.count; k++)
        front += s->wander[k].amplitude * twc_noise(&s->wander[k], x, 0);
    return front;
}

/* Integral of a slope that grows from 0 to 1 over 0..foot and stays there. */
static double ramp(double d, double foot)
{
    return d <= 0 ? 0 : d < foot ? d * d / (2 * foot) : d - foot / 2;
}

static double mountains(sampler *s, double front, double x, double z)
{
    const twc_mountains *m = &s->region->mountains;
    double d = front - z; /* distance into them */
    if (d <= 0)
        return 0;
    double sum = m->slope * (ramp(d, m->foot) - ramp(d - m->width, m->foot));
    double rough = twc_smoothstep((d - m->rough_from) / (m->rough_to - m->rough_from));
    if (rough > 0) {
        double ridges = 0;
        for (int k = 0; k < m->ridges.count; k++)
            ridges += s->ridges[k].amplitude * twc_noise_ridged(&s->ridges[k], x, z);
        sum += rough * ridges;
    }
    return sum;
}

/* Keeps the highest ridges within the encoding, whatever the seed; slopes are unchanged at the knee. */
static double pressed(const twc_mountains *m, double height)
{
    double above = height - m->knee, room = m->ceiling - m->knee;
    return above <= 0 ? height : m->knee + above / (1 + above / room);
}

static double height_at(sampler *s, double front, double x, double z)
{
    double lowland = with_lake(&s->region->lake, x, z, hills(s, x, z));
    return pressed(&s->region->mountains, lowland + knolls(s->region, x, z) + mountains(s, front, x, z));
}

double twc_region_height(const twc_region *region, double x, double z)
{
    sampler s;
    begin(region, &s);
    return height_at(&s, front_at(&s, x), x, z);
}

/* All samples of the window; `range` receives the lowest and highest height. */
static void fill(const twc_region *region, twc_rect window, uint16_t *samples, double range[2])
{
    sampler s;
    begin(region, &s);
    range[0] = HUGE_VAL;
    range[1] = -HUGE_VAL;
    const double step = 0.01 * TWC_SAMPLE_CM;
    for (int32_t x = 0; x < window.nx; x++) {
        double east = step * (window.x + x), front = front_at(&s, east); /* the same all along a column */
        for (int32_t z = 0; z < window.nz; z++) {
            double height = height_at(&s, front, east, step * (window.z + z));
            range[0] = height < range[0] ? height : range[0];
            range[1] = height > range[1] ? height : range[1];
            samples[(size_t)z * (size_t)window.nx + (size_t)x] = twc_height_sample(height);
        }
    }
}

static twc_status fill_world(const twc_region *region, twc_world_data *data)
{
    for (int32_t z = region->extent.z; z < region->extent.z + region->extent.nz; z++) {
        for (int32_t x = region->extent.x; x < region->extent.x + region->extent.nx; x++) {
            twc_status status = twc_world_data_add_tile(data, x, z);
            if (status.code)
                return status;
        }
    }
    twc_rect window = twc_world_samples(&data->world);
    uint16_t *samples = malloc((size_t)window.nx * (size_t)window.nz * sizeof *samples);
    if (!samples)
        return twc_fail(TWC_IO, "not enough memory for %d x %d samples", window.nx, window.nz);
    double range[2];
    fill(region, window, samples, range);
    twc_world_data_set_samples(data, window, samples);
    free(samples);
    if (range[0] < -200 || range[1] > 455.35)
        return twc_fail(TWC_USAGE,
                        "region %s spans %.2f to %.2f m, the encoding holds -200 to 455.35 m: lower its amplitudes",
                        region->name, range[0], range[1]);
    return twc_world_data_classify(data);
}

twc_status twc_region_generate(const twc_region *region, twc_world_data *data)
{
    twc_status status = twc_world_data_create(region->extent, twc_height_sample(region->level), region->name, data);
    if (status.code)
        return status;
    status = fill_world(region, data);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}
