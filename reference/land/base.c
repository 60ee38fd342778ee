/* SPDX-License-Identifier: MIT */
/*
 * The height before any feature: shelf, gullied hill, roll and pad. Spec land 3.2, 3.4, 3.5, 3.6; twin
 * fast/land/base.c; test tests/land/test_island.c.
 */
#include "land/stage.h"

static double sea_depth(const twc_land_shelf *shelf, double out)
{
    return twc_min(shelf->linear * out + (shelf->square * out) * out, shelf->floor);
}

/* The ground `s` metres in from the coast: sea floor, beach, lowland. */
double twc_reference_shelf_at(const twc_land_shelf *shelf, double s)
{
    if (s < 0.0)
        return shelf->shore - sea_depth(shelf, -s);
    return twc_lerp(shelf->shore, shelf->lowland, twc_ss(s, shelf->rise)) +
           shelf->beach_height * twc_ss(s, shelf->beach);
}

static double gullied_hill(const twc_land *land, double highest, double x, double z)
{
    const twc_land_hill *hill = &land->hill;
    double step = hill->step, across = 2.0 * step, h = twc_reference_hill_at(hill, highest, x, z);
    double slope_x = (twc_reference_hill_at(hill, highest, x + step, z) -
                      twc_reference_hill_at(hill, highest, x - step, z)) /
                     across;
    double slope_z = (twc_reference_hill_at(hill, highest, x, z + step) -
                      twc_reference_hill_at(hill, highest, x, z - step)) /
                     across;
    return twc_reference_gullied(land, h, slope_x, slope_z, x, z);
}

static double roll_height(const twc_land_roll *roll, double x, double z)
{
    return twc_reference_fbm_at(&roll->broad, x, z) * roll->broad_weight +
           twc_reference_fbm_at(&roll->narrow, x, z) * roll->narrow_weight;
}

double twc_reference_base_at(const twc_land *land, double highest, double x, double z)
{
    const twc_land_roll *roll = &land->roll;
    const twc_land_pad *pad = &land->pad;
    double s = -twc_reference_coast_at(land, x, z), h = twc_reference_shelf_at(&land->shelf, s);
    double far = twc_length(x - pad->middle.x, z - pad->middle.z);
    if (s > 0.0) {
        h += gullied_hill(land, highest, x, z) * twc_ss(s, land->gullies.shore);
        h += (roll_height(roll, x, z) * (roll->near + roll->far * twc_ss(far, roll->reach))) * twc_ss(s, roll->shore);
    }
    return twc_lerp(h, pad->height, 1.0 - twc_ss(far, pad->edge));
}

void twc_reference_base_heights(const twc_land *land, double highest, twc_rect rect, float *heights)
{
    double low = twc_grid_low(&land->grid);
    for (int32_t j = 0; j < rect.nz; j++)
        for (int32_t i = 0; i < rect.nx; i++)
            heights[(size_t)j * (size_t)rect.nx + (size_t)i] = (float)twc_reference_base_at(
                land, highest, low + land->grid.cell * (rect.x + i), low + land->grid.cell * (rect.z + j));
}
