/* SPDX-License-Identifier: MIT */
/*
 * What covers the ground: forest, groves, and the layers over grass. Spec land 5.4, 5.5; twin fast/land/cover.c; test
 * tests/land/test_island.c, tests/land/test_land.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

static double slope_at(const twc_land_ground *ground, double x, double z)
{
    twc_spot g = twc_reference_gradient_at(ground, x, z);
    return twc_length(g.x, g.z);
}

static double from_pad(const twc_land *land, double x, double z)
{
    return twc_length(x - land->pad.middle.x, z - land->pad.middle.z);
}

static double feature_distance(const twc_land_ground *ground, int32_t feature, double x, double z)
{
    TWC_ASSERT(feature >= 0 && feature < ground->land->feature_count);
    return twc_reference_near(&ground->spine[feature], ground->land->feature[feature].within, x, z).distance;
}

static double forest_at(const twc_land_ground *ground, double x, double z)
{
    const twc_land *land = ground->land;
    const twc_land_forest *forest = &land->forest;
    double cover = twc_ss(twc_reference_fbm_at(&forest->noise, x, z), forest->density) *
                   twc_ss(-twc_reference_coast_at(land, x, z), forest->shore) *
                   (1.0 - twc_ss(slope_at(ground, x, z), forest->slope)) * twc_ss(from_pad(land, x, z), forest->pad);
    for (int32_t k = 0; k < land->feature_count; k++)
        cover *= twc_ss(feature_distance(ground, k, x, z), land->feature[k].clearing);
    return cover;
}

static double grove_at(const twc_land_ground *ground, double x, double z)
{
    const twc_land *land = ground->land;
    const twc_land_grove *grove = &land->grove;
    double hill = twc_reference_hill_at(&land->hill, ground->highest, x, z);
    return twc_ss(twc_reference_fbm_at(&grove->noise, x, z), grove->density) *
           twc_ss(from_pad(land, x, z), grove->pad) * (twc_ss(hill, grove->low) * (1.0 - twc_ss(hill, grove->high))) *
           (1.0 - twc_ss(slope_at(ground, x, z), grove->slope));
}

static double layer_cover(const twc_land_ground *ground, const twc_land_layer *layer, double x, double z)
{
    double quantity = 0.0;
    switch (layer->by) {
    case TWC_COVER_FOREST:
        return forest_at(ground, x, z);
    case TWC_COVER_HEIGHT:
        quantity = twc_reference_height_at(&ground->land->grid, ground->heights, x, z);
        break;
    case TWC_COVER_SLOPE:
        quantity = slope_at(ground, x, z);
        break;
    case TWC_COVER_FEATURE:
        quantity = feature_distance(ground, layer->feature, x, z);
        if (layer->uneven > 0.0)
            quantity += layer->uneven * twc_reference_noise(x / layer->size, z / layer->size, layer->seed);
        break;
    }
    return twc_ss(quantity, layer->ramp);
}

void twc_reference_forest(const twc_land_ground *ground, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = forest_at(ground, at.x[k], at.z[k]);
}

void twc_reference_grove(const twc_land_ground *ground, twc_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = grove_at(ground, at.x[k], at.z[k]);
}

void twc_reference_land_look(const twc_land_ground *ground, twc_spots at, twc_land_look out)
{
    const twc_land *land = ground->land;
    for (size_t k = 0; k < at.count; k++) {
        double x = at.x[k], z = at.z[k];
        TWC_ASSERT(land->layer_count <= TWC_LAND_LAYERS);
        out.brown[k] = twc_ss(twc_reference_height_at(&land->grid, ground->heights, x, z), land->brown);
        out.weight[k] = 1.0;
        for (int32_t i = 0; i < land->layer_count; i++) {
            double cover = layer_cover(ground, &land->layer[i], x, z);
            for (int32_t under = 0; under <= i; under++)
                out.weight[(size_t)under * at.count + k] *= 1.0 - cover;
            out.weight[(size_t)(i + 1) * at.count + k] = cover;
        }
    }
}
