/* SPDX-License-Identifier: MIT */
/*
 * Palette class and colour of a face. Spec surface 1.2, 2.1, 2.3, 2.4; paper Algorithm 2; twin fast/surface/faces.c;
 * test tests/surface/test_surface.c.
 */
#include "common/assertion.h"
#include "surface/stage.h"

#include <math.h>

#include "ground/stage.h"

/* Rise over run of the broad field, by central differences over one sample to either side. */
static double landform_slope(const twc_field *broad, int32_t x, int32_t z)
{
    double west = (double)twc_reference_bilinear_at(broad, x - TWC_SAMPLE_CM, z);
    double east = (double)twc_reference_bilinear_at(broad, x + TWC_SAMPLE_CM, z);
    double north = (double)twc_reference_bilinear_at(broad, x, z - TWC_SAMPLE_CM);
    double south = (double)twc_reference_bilinear_at(broad, x, z + TWC_SAMPLE_CM);
    double gx = (east - west) / 8.0, gz = (south - north) / 8.0;
    return sqrt(gx * gx + gz * gz);
}

static twc_palette of_material(twc_material material)
{
    switch (material) {
    case TWC_MATERIAL_BED:
        return TWC_PALETTE_BED;
    case TWC_MATERIAL_BANK:
        return TWC_PALETTE_BANK;
    case TWC_MATERIAL_WATER:
        return TWC_PALETTE_WATER;
    default:
        return TWC_PALETTE_WALL;
    }
}

/* Algorithm 2. */
static twc_palette classify(const twc_surface_window *window, const twc_facet *facet, double height, double xi)
{
    twc_material material = twc_facet_material(facet->id);
    if (material != TWC_MATERIAL_GROUND)
        return of_material(material);
    if (height < window->water + 2.5)
        return TWC_PALETTE_SHORE;
    double slope = landform_slope(&window->broad, facet->centroid_x, facet->centroid_z);
    if (slope > 0.42 + 0.08 * (xi - 0.5) || 1.0 - (double)facet->normal[1] > 0.62 || height > 205.0 + 30.0 * xi)
        return TWC_PALETTE_ROCK;
    if (twc_reference_dryness_at(facet->centroid_x, facet->centroid_z) + 0.12 * (xi - 0.5) > 0.60)
        return TWC_PALETTE_DRY;
    return TWC_PALETTE_GRASS;
}

static void colour_of(twc_palette entry, double xi, uint8_t colour[3])
{
    double factor = 0.93 + 0.14 * xi;
    for (int k = 0; k < 3; k++) {
        double byte = floor((double)twc_palette_srgb[entry][k] * factor + 0.5);
        colour[k] = (uint8_t)(byte < 255.0 ? (int)byte : 255);
    }
}

void twc_reference_faces(const twc_surface_window *window, size_t n, const twc_facet *facets, twc_surface_face *faces)
{
    for (size_t k = 0; k < n; k++) {
        const twc_facet *facet = &facets[k];
        twc_surface_face *face = &faces[k];
        const twc_vertex *corner = facet->corner;
        face->hash = twc_hash(facet->centroid_x, facet->centroid_z, TWC_SALT_FACE);
        face->height = (float)(((double)corner[0].y + (double)corner[1].y + (double)corner[2].y) / 3.0);
        double height = (double)face->height, xi = twc_reference_xi(face->hash);
        twc_palette entry = classify(window, facet, height, xi);
        TWC_ASSERT(entry < TWC_PALETTE_COUNT && xi >= 0.0 && xi < 1.0);
        face->palette = (uint8_t)entry;
        face->material = (uint8_t)twc_facet_material(facet->id);
        face->puddle = twc_reference_puddle(window, facet, height);
        face->rank = 0;
        face->snow = twc_reference_snow(facet, xi);
        colour_of(entry, xi, face->colour);
        face->zero = 0;
    }
}
