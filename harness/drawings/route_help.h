/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What would help a route at a fault: a narrower profile, or its node elsewhere; each tried before it is said. */
#ifndef TWC_HARNESS_ROUTE_HELP_H
#define TWC_HARNESS_ROUTE_HELP_H

#include "drawings/route_fault.h"
#include "profiles.h"

/*
 * Fills in what would help at a fault near node n (from 0) of a corridor whose nodes lie apart and have these numbers.
 * Fails on memory alone.
 */
twc_status twc_route_help(const twc_world *world, const twc_corridor *corridor, const twc_catalogue *catalogue,
                          int32_t n, const int32_t *number, twc_route_fault *fault);

#endif
