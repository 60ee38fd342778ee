/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where figures look when nobody says: the best place of a world, the first of equals. */
#ifndef TWC_HARNESS_PLOT_CHOOSE_H
#define TWC_HARNESS_PLOT_CHOOSE_H

#include "plot/study_area.h"

twc_choose twc_choose_lattice, twc_choose_boundary, twc_choose_palette, twc_choose_potentials, twc_choose_steep_road,
    twc_choose_gentle_road, twc_choose_seam;

#endif
