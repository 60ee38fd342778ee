/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_FIGURES_BENCH_FIGURES_H
#define TWC_FIGURES_BENCH_FIGURES_H

#include "bench/plots.h"

/* Write folder/scaling and folder/roofline as .pdf, .svg and .png. */
twc_status twc_write_scaling(const twc_scaling *scaling, const char *folder);
twc_status twc_write_roofline(const twc_roofline *roofline, const char *folder);

#endif
