/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The island's numbers where no file is read: what the check draws its cases from on every machine. The island itself
 * is experiments/island.json; tests/land/test_land_json.c holds one against the other.
 */
#include "generate/island.h"

#define CIRCLE(x, z, radius, operator, width)                                                                          \
    {                                                                                                                  \
        TWC_SHAPE_CIRCLE, operator, {x, z}, {x, z}, radius, width                                                      \
    }
#define CAPSULE(ax, az, bx, bz, radius, width)                                                                         \
    {                                                                                                                  \
        TWC_SHAPE_CAPSULE, TWC_SHAPE_JOIN, {ax, az}, {bx, bz}, radius, width                                           \
    }

static const twc_land
    island =
        {
            .name = "island",
            .grid = {2.0, 1025, -30.0},
            .edge = {TWC_LAND_EDGE_SEA, 0.6, 0.25, ""},
            .coast =
                {
                    .shape_count = 8,
                    .shape =
                        {
                            CIRCLE(0, -40, 640, TWC_SHAPE_JOIN, 0), CAPSULE(420, 380, 700, 600, 75, 100),
                            CAPSULE(-330, 430, -250, 720, 65, 100), CAPSULE(190, 600, 130, 730, 45, 60), /* a spit */
                            CIRCLE(-60, 790, 290, TWC_SHAPE_CUT, 80),                                    /* the cove */
                            CIRCLE(430, -470, 100, TWC_SHAPE_CUT, 60),                                   /* a bay */
                            CIRCLE(-640, -60, 80, TWC_SHAPE_CUT, 50),                                    /* an inlet */
                            CIRCLE(-120, -700, 70, TWC_SHAPE_CUT, 50),                                   /* a cleft */
                        },
                    .calm = {70, 130},
                    .rough = 22,
                    .warp = {40, {300, 3, 11}},
                    .noise = {180, 6, 17},
                },
            .shelf = {.shore = -0.3,
                      .linear = 0.05,
                      .square = 0.0003,
                      .floor = 30,
                      .lowland = 5.8,
                      .rise = {0, 90},
                      .beach = {0, 18},
                      .beach_height = 1.2},
            .hill = {.middle = {0, -250},
                     .foot = 540,
                     .top = 150,
                     .warp = {70, {320, 3, 64}},
                     .spread = 300,
                     .core = 6400,
                     .far_scale = 0.12,
                     .ridges = {170, 2, 124},
                     .crease = 0.0064,
                     .soft = 0.08,
                     .steepness = 2.2,
                     .cut = 0.45,
                     .flank = {0.08, 0.5},
                     .every = 32,
                     .step = 2},
            .gullies = {.size = 140,
                        .depth = 9,
                        .octaves = 4,
                        .seed = 31,
                        .above = 1,
                        .level = 0.02,
                        .full = 0.25,
                        .foot = {0.02, 0.2},
                        .summit = {0.75, 1},
                        .summit_cut = 0.6,
                        .shore = {60, 220}},
            .roll = {.broad = {70, 4, 41},
                     .narrow = {26, 2, 43},
                     .broad_weight = 0.9,
                     .narrow_weight = 0.25,
                     .near = 0.8,
                     .far = 7.5,
                     .reach = {46, 170},
                     .shore = {0, 40}},
            .pad = {{-4, 338}, 4.6, {46, 100}},
            .feature_count = 2,
            .feature =
                {
                    {
                        .name = "walkway",
                        .how = TWC_LAND_PRESS,
                        .press = {0.9, 0.05, {1.4, 6}, 9, 2, 4.6, {5, 14}},
                        .within = 16,
                        .clearing = {2, 6},
                        .control_count = 9,
                        .control = {{{-22, 498}, 0, 0, 0, 0, 0},
                                    {{-22, 476}, 0, 0, 0, 0, 0},
                                    {{-34, 450}, 0, 0, 0, 0, 0},
                                    {{-14, 424}, 0, 0, 0, 0, 0},
                                    {{-38, 400}, 0, 0, 0, 0, 0},
                                    {{-12, 378}, 0, 0, 0, 0, 0},
                                    {{-22, 354}, 0, 0, 0, 0, 0},
                                    {{-16, 340}, 0, 0, 0, 0, 0},
                                    {{-16, 333.6}, 0, 0, 0, 0, 0}},
                    },
                    {
                        .name = "brook",
                        .how = TWC_LAND_CARVE,
                        .carve = {0.3, 0.003, 40, 0.15, 4.5, 3},
                        .within = 8,
                        .clearing = {2.5, 6},
                        .control_count = 26,
                        .control =
                            {
                                /* table, depth, half_bed, bank, rounding; rill 0 to 6, lawn and bridge 7 to 9 */
                                {{34, 128}, 30.3, 0.50, 1.5, 0.80, 1.0},
                                {{22, 150}, 19.1, 0.35, 1.2, 0.85, 0.9},
                                {{8, 168}, 16.5, 0.30, 1.2, 0.80, 0.8},
                                {{-1, 185}, 15.0, 0.30, 1.3, 0.75, 0.8},
                                {{-5, 202}, 14.4, 0.28, 1.4, 0.70, 0.8},
                                {{-9, 219}, 13.6, 0.28, 1.5, 0.65, 0.7},
                                {{-14, 235}, 11.6, 0.26, 1.7, 0.60, 0.7},
                                {{-18, 251}, 8.6, 0.24, 2.0, 0.50, 0.6},
                                {{-18, 267}, 5.6, 0.22, 2.2, 0.45, 0.6},
                                {{-20, 282}, 4.45, 0.25, 2.0, 0.50, 0.6},
                                /* behind the cottage, and the yard */
                                {{-10, 293}, 4.2, 0.30, 1.8, 0.55, 0.7},
                                {{5, 297}, 4.15, 0.32, 1.7, 0.60, 0.7},
                                {{16, 305}, 4.1, 0.35, 1.7, 0.60, 0.8},
                                {{22, 319}, 4.05, 0.35, 1.8, 0.60, 0.8},
                                {{23, 336}, 4.0, 0.35, 1.8, 0.60, 0.8},
                                {{20, 352}, 3.95, 0.35, 1.8, 0.60, 0.8},
                                {{16, 368}, 3.9, 0.33, 1.8, 0.60, 0.9},
                                {{6, 380}, 3.84, 0.30, 1.7, 0.60, 1.2},
                                /* dingle and cascade */
                                {{-6, 391}, 3.78, 0.30, 1.6, 0.70, 1.5},
                                {{-19, 401}, 3.7, 0.30, 1.6, 0.80, 1.5},
                                {{-31, 413}, 3.6, 0.30, 1.6, 0.80, 1.4},
                                {{-42, 426}, 3.5, 0.28, 1.5, 0.80, 1.3},
                                {{-48, 443}, 3.3, 0.25, 1.4, 0.75, 1.2},
                                {{-53, 463}, 1.2, 0.22, 1.6, 0.60, 1.1},
                                {{-54, 484}, 0.45, 0.25, 2.0, 0.40, 1.0},
                                {{-54, 499}, 0.15, 0.10, 3.0, 0.30, 1.0},
                            },
                    },
                },
            .dressed = {11,
                        {{-19000, 28500},
                         {17500, 28500},
                         {20000, 43000},
                         {17500, 54000},
                         {12000, 55200},
                         {6000, 52500},
                         {0, 50700},
                         {-6000, 50500},
                         {-12000, 51200},
                         {-20000, 54500},
                         {-21500, 42000}}},
            .forest = {{160, 3, 51}, {-0.05, 0.2}, {25, 60}, {0.5, 0.8}, {70, 120}},
            .grove = {{90, 2, 53}, {0.05, 0.25}, {420, 560}, {8, 25}, {100, 130}, {0.6, 0.9}},
            .layer_count = 7,
            .layer =
                {
                    {.name = "sand", .by = TWC_COVER_HEIGHT, .ramp = {2.7, 1.3}},
                    {.name = "rock",
                     .by = TWC_COVER_SLOPE,
                     .ramp = {.6494075931975106, .965688774807074}}, /* tangents of 33 and 44 degrees */
                    {.name = "litter", .by = TWC_COVER_FOREST},
                    {.name = "earth",
                     .by = TWC_COVER_FEATURE,
                     .feature = 0,
                     .ramp = {1.25, 0.7},
                     .uneven = 0.25,
                     .size = 0.7,
                     .seed = 55},
                    {.name = "damp", .by = TWC_COVER_FEATURE, .feature = 1, .ramp = {4.6, 2.4}},
                    {.name = "mud", .by = TWC_COVER_FEATURE, .feature = 1, .ramp = {2.5, 1.5}},
                    {.name = "wet gravel", .by = TWC_COVER_FEATURE, .feature = 1, .ramp = {1.55, 0.95}},
                },
            .brown = {20, 120},
            .fine_over = {4, {{-64000, -69600}, {78400, -69600}, {78400, 70400}, {-64000, 70400}}},
};

const twc_land *twc_island_land(void)
{
    return &island;
}
