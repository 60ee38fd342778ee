/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All that is wrong with a route at once. Whether it can be placed is what placing says (twc_features_place); where it
 * can't be, the plan is looked at by the same rules (docs/spec/footprint.md 2.4, 2.5) station by station, on to its
 * end, and what lies next to each other is told as one fault.
 */
#ifndef TWC_HARNESS_ROUTE_CHECK_H
#define TWC_HARNESS_ROUTE_CHECK_H

#include "drawings/route_fault.h"
#include "profiles.h"
#include "twc/feature_list.h"

/* As JSON names them. */
extern const char *const twc_fault_names[];

typedef struct twc_route_report {
    int placeable;
    int32_t station_count;
    twc_station *stations; /* their places and directions; 0 without any */
    double length;         /* metres */
    size_t count;
    twc_route_fault *faults; /* by station */
    twc_status refusal;      /* what placing says */
} twc_route_report;

/*
 * `features`: those that are there; a route that can be placed is put among them. The world's ground is not looked at.
 * `catalogue`: where narrower profiles are sought. Fails on memory alone; destroy the report also then.
 */
twc_status twc_route_check(const twc_world *world, const twc_corridor *corridor, const twc_catalogue *catalogue,
                           twc_features *features, twc_route_report *report);
void twc_route_report_destroy(twc_route_report *report);

#endif
