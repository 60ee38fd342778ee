/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a route by the rules of docs/spec/footprint.md 2.4 and 2.5, every station and cell of it. */
#ifndef TWC_HARNESS_ROUTE_PLAN_H
#define TWC_HARNESS_ROUTE_PLAN_H

#include "drawings/route_fault.h"

/* The stations of a corridor by themselves, whatever is wrong with it. */
typedef struct twc_route_stations {
    int32_t count;
    twc_station *station;
    int32_t *next;  /* of a cell: the next one in its square, -1: none */
    int32_t *first; /* of a square */
    int32_t squares;
    int32_t side; /* of a square, cm */
} twc_route_stations;

/* Fails when there are no stations, for the reason that placing has. */
twc_status twc_route_stations_make(const twc_world *world, const twc_corridor *corridor, twc_route_stations *stations);
void twc_route_stations_destroy(twc_route_stations *stations);

/* Faults of the plan as they are found, one a station or a cell; `taker` returns 0 on memory. */
typedef int twc_fault_taker(void *context, const twc_route_fault *fault);
twc_status twc_route_plan_faults(const twc_world *world, const twc_profile *profile, twc_route_stations *stations,
                                 twc_fault_taker *taker, void *context);

/* The least radius of a bend that a profile passes by rule 2.4, metres. */
double twc_profile_least_radius(const twc_profile *profile);

#endif
