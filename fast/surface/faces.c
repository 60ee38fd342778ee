/* SPDX-License-Identifier: MIT */
/*
 * Faces in batches: classes, colours, potentials. Spec surface 1.2, 2.1, 2.3, 2.4, 3.1, 3.3; paper Algorithm 2,
 * equation 3, equation 4; twin reference/surface/faces.c, reference/surface/potentials.c; test
 * tests/surface/test_surface.c.
 *
 * The numbers of a batch are arrays, one lane a facet, so that hashes, noise, interpolations and potentials vectorise;
 * choices and bytes come last, one facet at a time.
 */
#include <math.h>

#include "ground/ground.h"
#include "surface/surface.h"

typedef struct batch {
    int32_t n;
    int32_t x[TWC_FACE_BATCH], z[TWC_FACE_BATCH];
    uint32_t hash[TWC_FACE_BATCH];
    float height[TWC_FACE_BATCH];
    double nx[TWC_FACE_BATCH], ny[TWC_FACE_BATCH], nz[TWC_FACE_BATCH];
    double xi[TWC_FACE_BATCH], dryness[TWC_FACE_BATCH], slope[TWC_FACE_BATCH], puddle[TWC_FACE_BATCH],
        snow[TWC_FACE_BATCH];
} batch;

static void load(batch *b, const twc_facet *facets)
{
    for (int32_t k = 0; k < b->n; k++) {
        const twc_facet *facet = &facets[k];
        b->x[k] = facet->centroid_x;
        b->z[k] = facet->centroid_z;
        b->nx[k] = (double)facet->normal[0];
        b->ny[k] = (double)facet->normal[1];
        b->nz[k] = (double)facet->normal[2];
        b->height[k] = (float)(((double)facet->corner[0].y + (double)facet->corner[1].y + (double)facet->corner[2].y) /
                               3.0);
    }
}

static void hashes(batch *b)
{
    for (int32_t k = 0; k < b->n; k++) {
        b->hash[k] = twc_fast_hash(b->x[k], b->z[k], TWC_SALT_FACE);
        b->xi[k] = twc_fast_xi(b->hash[k]);
    }
}

/* The broad field one sample to the west, east, north and south. */
static void slopes(batch *b, const twc_field *broad)
{
    float west[TWC_FACE_BATCH], east[TWC_FACE_BATCH], north[TWC_FACE_BATCH], south[TWC_FACE_BATCH];
    int32_t moved[TWC_FACE_BATCH];
    const size_t n = (size_t)b->n;
    for (int32_t k = 0; k < b->n; k++)
        moved[k] = b->x[k] - TWC_SAMPLE_CM;
    TWC_NAME(bilinear)(broad, n, moved, b->z, west);
    for (int32_t k = 0; k < b->n; k++)
        moved[k] = b->x[k] + TWC_SAMPLE_CM;
    TWC_NAME(bilinear)(broad, n, moved, b->z, east);
    for (int32_t k = 0; k < b->n; k++)
        moved[k] = b->z[k] - TWC_SAMPLE_CM;
    TWC_NAME(bilinear)(broad, n, b->x, moved, north);
    for (int32_t k = 0; k < b->n; k++)
        moved[k] = b->z[k] + TWC_SAMPLE_CM;
    TWC_NAME(bilinear)(broad, n, b->x, moved, south);
    for (int32_t k = 0; k < b->n; k++) {
        const double gx = ((double)east[k] - (double)west[k]) / 8.0, gz = ((double)south[k] - (double)north[k]) / 8.0;
        b->slope[k] = sqrt(gx * gx + gz * gz);
    }
}

static void potentials(batch *b, const twc_field *basin)
{
    float around[TWC_FACE_BATCH];
    TWC_NAME(bilinear)(basin, (size_t)b->n, b->x, b->z, around);
    const double sun_x = twc_sun_plan[0], sun_z = twc_sun_plan[1];
    for (int32_t k = 0; k < b->n; k++) {
        const double flat = twc_fast_clamp01((b->ny[k] - 0.975) / 0.022);
        const double low = twc_fast_clamp01((((double)around[k] - (double)b->height[k]) + 0.3) / 1.1);
        b->puddle[k] = flat * low;
        const double level = twc_fast_clamp01((b->ny[k] - 0.80) / 0.2);
        const double toward = b->nx[k] * sun_x + b->nz[k] * sun_z;
        const double away = 0.5 - 0.5 * toward;
        const double snow = (0.55 * level + 0.15 * away) + 0.22 * (b->xi[k] - 0.5);
        b->snow[k] = (snow + 0.11) / 0.92 * 255.0 + 0.5;
    }
}

static twc_palette classify(const batch *b, int32_t k, double water)
{
    const double height = (double)b->height[k], xi = b->xi[k];
    if (height < water + 2.5)
        return TWC_PALETTE_SHORE;
    if (b->slope[k] > 0.42 + 0.08 * (xi - 0.5) || 1.0 - b->ny[k] > 0.62 || height > 205.0 + 30.0 * xi)
        return TWC_PALETTE_ROCK;
    return b->dryness[k] + 0.12 * (xi - 0.5) > 0.60 ? TWC_PALETTE_DRY : TWC_PALETTE_GRASS;
}

static const uint8_t palette_of_material[TWC_MATERIAL_COUNT] = {
    [TWC_MATERIAL_BED] = TWC_PALETTE_BED,
    [TWC_MATERIAL_BANK] = TWC_PALETTE_BANK,
    [TWC_MATERIAL_WALL] = TWC_PALETTE_WALL,
    [TWC_MATERIAL_WATER] = TWC_PALETTE_WATER,
};

static void store(const batch *b, double water, const twc_facet *facets, twc_surface_face *faces)
{
    for (int32_t k = 0; k < b->n; k++) {
        const twc_material material = twc_facet_material(facets[k].id);
        const int entry = material == TWC_MATERIAL_GROUND ? (int)classify(b, k, water) : palette_of_material[material];
        const double factor = 0.93 + 0.14 * b->xi[k];
        twc_surface_face *face = &faces[k];
        face->puddle = b->puddle[k];
        face->hash = b->hash[k];
        face->height = b->height[k];
        face->palette = (uint8_t)entry;
        face->material = (uint8_t)material;
        face->rank = 0;
        /* What is converted is above 0 (a normal's rounding takes less than the 0.5), so truncation is the floor. */
        face->snow = (uint8_t)(b->snow[k] < 255.0 ? (int)b->snow[k] : 255);
        for (int c = 0; c < 3; c++) {
            const int byte = (int)((double)twc_palette_srgb[entry][c] * factor + 0.5);
            face->colour[c] = (uint8_t)(byte < 255 ? byte : 255);
        }
        face->zero = 0;
    }
}

void TWC_NAME(faces)(const twc_surface_window *window, size_t n, const twc_facet *facets, twc_surface_face *faces)
{
    batch b;
    for (size_t first = 0; first < n; first += TWC_FACE_BATCH) {
        b.n = n - first < TWC_FACE_BATCH ? (int32_t)(n - first) : TWC_FACE_BATCH;
        load(&b, facets + first);
        hashes(&b);
        TWC_NAME(dryness_batch)(b.n, b.x, b.z, b.dryness);
        slopes(&b, &window->broad);
        potentials(&b, &window->basin);
        store(&b, window->water, facets + first, faces + first);
    }
}
