/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures of sections. Each lives in a file of its own, with what it measures, and is a line of measures.c. */
#ifndef TWC_HARNESS_REPRODUCE_MEASURES_H
#define TWC_HARNESS_REPRODUCE_MEASURES_H

#include "reproduce/section.h"

twc_status twc_measure_ground(twc_section *section);
twc_status twc_measure_roads(twc_section *section);
twc_status twc_measure_budgets(twc_section *section);
twc_status twc_measure_weather(twc_section *section);
twc_status twc_measure_reach(twc_section *section);
twc_status twc_measure_errata(twc_section *section);
twc_status twc_measure_island(twc_section *section);
twc_status twc_measure_tower(twc_section *section);
twc_status twc_measure_levels(twc_section *section);
twc_status twc_measure_quality(twc_section *section);
twc_status twc_measure_figures(twc_section *section);

twc_metric_names twc_ground_metric, twc_road_metric_name, twc_budget_metric, twc_weather_metric, twc_land_metric,
    twc_tower_metric, twc_level_metric;

/* All that there is: what computes a section, and by which names its results can be claimed. Ends with a NULL name. */
extern const twc_measure twc_measures[];

#endif
