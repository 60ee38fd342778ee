/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures: each takes plain numbers (harness/results) and writes folder/NAME.pdf, .svg and .png. What they show is
 * computed elsewhere.
 */
#ifndef TWC_FIGURES_FIGURES_H
#define TWC_FIGURES_FIGURES_H

#include "results/detail.h"
#include "results/land.h"
#include "results/maps.h"
#include "results/plan.h"
#include "results/route.h"
#include "results/studies.h"
#include "twc/status.h"

/* The ground in plan. */
twc_status twc_write_lattice(const twc_plan_map *fine, const char *folder);
twc_status twc_write_boundary(const twc_boundary_plan *plan, const char *folder);
twc_status twc_write_palette(const twc_palette_plan *plan, const char *folder);
twc_status twc_write_recolour(const twc_recolour_plan *plan, const char *folder);
twc_status twc_write_potentials(const twc_potentials_plan *plan, const char *folder);
twc_status twc_write_corridor(const twc_corridor_plan *plan, const char *folder);
twc_status twc_write_seam(const twc_seam_plan *plan, const char *folder);
twc_status twc_write_route(const twc_routes_plan *plan, const char *folder);

/* Whole worlds. */
twc_status twc_write_classes(const twc_class_map *map, const char *folder);
twc_status twc_write_error(const twc_error_map *map, const char *folder);
twc_status twc_write_facets(const twc_facet_sizes *sizes, const char *folder);
twc_status twc_write_budget(const twc_budget_map *map, const char *folder);
twc_status twc_write_cover(const twc_cover_curves *curves, const char *folder);
twc_status twc_write_section(const twc_road_section *section, const char *folder);

/* Pictures. Panels of one sheet have the same size. */
twc_status twc_write_region(const twc_picture pictures[3], const char *folder);
twc_status twc_write_roads(const twc_picture pictures[4], const char *folder);
twc_status twc_write_mountains(const twc_picture pictures[4], const char *folder);
twc_status twc_write_weather(const twc_picture pictures[3], const char *folder);
twc_status twc_write_view(const twc_picture *picture, const char *folder);

/* Lands. */
twc_status twc_write_land_plan(const twc_land_plan *plan, const char *folder);
twc_status twc_write_land_contours(const twc_land_contours *contours, const char *folder);
twc_status twc_write_land_sections(const twc_land_sections *sections, const char *folder);
twc_status twc_write_land_view(const twc_picture pictures[4], const char *folder);
twc_status twc_write_land_gullies(const twc_land_gullies_shown *gullies, const char *folder);
twc_status twc_write_land_stripes(const twc_land_stripes_shown *stripes, const char *folder);
twc_status twc_write_land_order(const twc_land_order *order, const char *folder);
twc_status twc_write_land_bridge(const twc_land_bridge *bridge, const char *folder);

/* Levels of detail. */
twc_status twc_write_detail_plan(const twc_detail_plan *plan, const char *folder);
twc_status twc_write_detail_views(const twc_picture pictures[4], const char *folder);
twc_status twc_write_detail_distance(const twc_detail_distances *distances, const char *folder);
twc_status twc_write_detail_error(const twc_detail_study *study, const char *folder);

/* Studies and benchmarks. */
twc_status twc_write_ensemble(const twc_ensemble_strips *strips, const char *folder);
twc_status twc_write_cost(const twc_cost_table *costs, const char *folder);
twc_status twc_write_latency(const twc_latency_study *study, const char *folder); /* as "edits" */
twc_status twc_write_reach(const twc_reach_study *study, const char *folder);
twc_status twc_write_scaling(const twc_scaling *scaling, const char *folder);
twc_status twc_write_roofline(const twc_roofline *roofline, const char *folder);

#endif
