/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_FIGURES_LATENCY_FIGURE_H
#define TWC_FIGURES_LATENCY_FIGURE_H

#include "measure/latency.h"

/* Writes folder/edits.pdf, .svg and .png. */
twc_status twc_write_latency(const twc_latency_study *study, const char *folder);

#endif
