/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_GENERATE_ISLAND_H
#define TWC_GENERATE_ISLAND_H

#include "twc/land.h"

/* The island: 1.3 km across, a hill of 150 m, a walkway and a brook; experiments/island.json is the same. */
const twc_land *twc_island_land(void);

#endif
