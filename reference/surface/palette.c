/* SPDX-License-Identifier: MIT */
/*
 * Materials and colours. Spec surface 1.3, 1.4; paper section 4.4; no twin: constants, shared by both libraries; test
 * tests/surface/test_surface.c.
 */
#include "surface/stage.h"
#include "twc/feature.h"

const uint8_t twc_palette_srgb[TWC_PALETTE_COUNT][3] = {
    [TWC_PALETTE_GRASS] = {112, 136, 62}, [TWC_PALETTE_DRY] = {172, 152, 84},  [TWC_PALETTE_SHORE] = {198, 180, 132},
    [TWC_PALETTE_ROCK] = {142, 134, 126}, [TWC_PALETTE_BED] = {158, 126, 90},  [TWC_PALETTE_BANK] = {122, 96, 66},
    [TWC_PALETTE_WALL] = {128, 120, 112}, [TWC_PALETTE_WATER] = {58, 98, 116},
};

const char *twc_palette_name(twc_palette entry)
{
    static const char *const names[TWC_PALETTE_COUNT] = {"grass", "dry grass", "shore", "rock",
                                                         "bed",   "bank",      "wall",  "water"};
    return names[entry];
}

twc_material twc_facet_material(uint64_t id)
{
    if (id >> 62 != TWC_FACET_FEATURE)
        return TWC_MATERIAL_GROUND;
    switch (twc_feature_facet_part(id)) {
    case TWC_PART_BED:
        return TWC_MATERIAL_BED;
    case TWC_PART_BANK:
        return TWC_MATERIAL_BANK;
    default:
        return TWC_MATERIAL_WALL; /* walls, steps, and what this version does not know */
    }
}
