/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region.h"

#include <math.h>
#include <stdlib.h>

/* Layers of noise of one seed: each use has its own block. */
enum { LAYER_HILLS = 0, LAYER_RIDGES = 100, LAYER_WANDER = 200 };

static double hills(const twc_region *region, double x, double z)
{
    double sum = region->level;
    for (int k = 0; k < region->hills.count; k++) {
        twc_octave octave = region->hills.octave[k];
        sum += octave.amplitude * twc_noise(x, z, octave.wavelength, twc_noise_salt(region->seed, LAYER_HILLS + k));
    }
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

/* z of the mountains' front. */
static double front_at(const twc_region *region, double x)
{
    const twc_mountains *m = &region->mountains;
    double across = x / 1000, front = m->front - m->bulge * across * across;
    for (int k = 0; k < m->wander.count; k++) {
        twc_octave octave = m->wander.octave[k];
        front += octave.amplitude * twc_noise(x, 0, octave.wavelength, twc_noise_salt(region->seed, LAYER_WANDER + k));
    }
    return front;
}

/* Integral of a slope that grows from 0 to 1 over 0..foot and stays there. */
static double ramp(double d, double foot)
{
    return d <= 0 ? 0 : d < foot ? d * d / (2 * foot) : d - foot / 2;
}

static double mountains(const twc_region *region, double front, double x, double z)
{
    const twc_mountains *m = &region->mountains;
    double d = front - z; /* distance into them */
    if (d <= 0)
        return 0;
    double sum = m->slope * (ramp(d, m->foot) - ramp(d - m->width, m->foot));
    double rough = twc_smoothstep((d - m->rough_from) / (m->rough_to - m->rough_from));
    if (rough > 0) {
        double ridges = 0;
        for (int k = 0; k < m->ridges.count; k++) {
            twc_octave octave = m->ridges.octave[k];
            ridges += octave.amplitude
                      * twc_noise_ridged(x, z, octave.wavelength, twc_noise_salt(region->seed, LAYER_RIDGES + k));
        }
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

static double height_at(const twc_region *region, double front, double x, double z)
{
    double lowland = with_lake(&region->lake, x, z, hills(region, x, z));
    return pressed(&region->mountains, lowland + mountains(region, front, x, z));
}

double twc_region_height(const twc_region *region, double x, double z)
{
    return height_at(region, front_at(region, x), x, z);
}

/* All samples of the window; `range` receives the lowest and highest height. */
static void fill(const twc_region *region, twc_rect window, uint16_t *samples, double range[2])
{
    range[0] = HUGE_VAL;
    range[1] = -HUGE_VAL;
    const double step = 0.01 * TWC_SAMPLE_CM;
    for (int32_t x = 0; x < window.nx; x++) {
        double east = step * (window.x + x), front = front_at(region, east); /* the same all along a column */
        for (int32_t z = 0; z < window.nz; z++) {
            double height = height_at(region, front, east, step * (window.z + z));
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
        return twc_fail(TWC_USAGE, "region %s spans %.2f to %.2f m, the encoding holds -200 to 455.35 m: lower its amplitudes",
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
