/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_FIGURES_REACH_FIGURE_H
#define TWC_FIGURES_REACH_FIGURE_H

#include "measure/reach.h"

/* Writes folder/reach.pdf, .svg and .png. */
twc_status twc_write_reach(const twc_reach_study *study, const char *folder);

#endif
