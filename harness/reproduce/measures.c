/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures that sections name (experiments/sections.json). */
#include "reproduce/measures.h"

const twc_measure twc_measures[] = {
    {"ground", twc_measure_ground},   {"roads", twc_measure_roads},     {"budgets", twc_measure_budgets},
    {"weather", twc_measure_weather}, {"reach", twc_measure_reach},     {"errata", twc_measure_errata},
    {"island", twc_measure_island},   {"figures", twc_measure_figures}, {NULL, NULL},
};
