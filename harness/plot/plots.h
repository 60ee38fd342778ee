/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each figure shows, computed from a study area and handed to the figure as plain numbers. */
#ifndef TWC_HARNESS_PLOT_PLOTS_H
#define TWC_HARNESS_PLOT_PLOTS_H

#include "plot/study_area.h"

typedef twc_status twc_plot_figure(const twc_study_area *area, const char *folder);

twc_plot_figure twc_plot_lattice, twc_plot_boundary, twc_plot_palette, twc_plot_recolour, twc_plot_potentials;
twc_plot_figure twc_plot_corridor, twc_plot_seam, twc_plot_section;
twc_plot_figure twc_plot_classes, twc_plot_error, twc_plot_facets, twc_plot_budget, twc_plot_cover;
twc_plot_figure twc_plot_region, twc_plot_roads, twc_plot_mountains, twc_plot_weather, twc_plot_view;
twc_plot_figure twc_plot_ensemble, twc_plot_cost;
twc_plot_figure twc_plot_detail_plan, twc_plot_detail_error, twc_plot_detail_views, twc_plot_detail_distance;
twc_plot_figure twc_plot_land_plan, twc_plot_land_contours, twc_plot_land_sections, twc_plot_land_view;
twc_plot_figure twc_plot_land_gullies, twc_plot_land_stripes, twc_plot_land_order, twc_plot_land_bridge;

#endif
