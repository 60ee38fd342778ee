/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures of `twc plot`. Each is one entry of a table: a name, what it shows, the parts of a study area it needs,
 * and a function that computes what it shows and has it drawn.
 */
#ifndef TWC_HARNESS_PLOT_FIGURE_H
#define TWC_HARNESS_PLOT_FIGURE_H

#include "plot/plots.h"

typedef struct twc_figure {
    const char *name;   /* also of the files */
    const char *paper;  /* the paper's figure it corresponds to, or "" */
    const char *shows;  /* one line */
    unsigned parts;     /* twc_study_part */
    twc_choose *choose; /* the window it shows when none is named; NULL without a window */
    twc_plot_figure *plot;
} twc_figure;

/* Ends with a NULL name. */
extern const twc_figure twc_figures[];

/* Computes what a figure shows and writes it. The meshes are built with the builder of the source. */
twc_status twc_figure_write(const twc_figure *figure, const twc_study_source *source, const char *folder);

/* By name, or by the paper's number ("fig3", "3"). NULL when unknown; then *nearest is the name closest in spelling. */
const twc_figure *twc_figure_find(const char *name, const char **nearest);

#endif
