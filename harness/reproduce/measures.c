/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The registry of measures: those that sections name (experiments/sections.json), and the metrics of each, which the
 * rows of its inputs make claims about.
 */
#include "reproduce/measures.h"

const twc_measure twc_measures[] = {
    {"ground", twc_measure_ground, twc_ground_metric},
    {"roads", twc_measure_roads, twc_road_metric_name},
    {"budgets", twc_measure_budgets, twc_budget_metric},
    {"weather", twc_measure_weather, twc_weather_metric},
    {"reach", twc_measure_reach, NULL},
    {"errata", twc_measure_errata, NULL},
    {"island", twc_measure_island, twc_land_metric},
    {"tower", twc_measure_tower, twc_tower_metric},
    {"levels", twc_measure_levels, twc_level_metric},
    {"quality", twc_measure_quality, NULL},
    {"figures", twc_measure_figures, NULL},
    {NULL, NULL, NULL},
};
