/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures. Each is one entry of a table: a name, what it shows, the parts of a subject it needs, and a function
 * that computes what it draws and writes three files.
 */
#ifndef TWC_FIGURES_FIGURE_H
#define TWC_FIGURES_FIGURE_H

#include "subject.h"

typedef struct twc_figure {
    const char *name;   /* also of the files */
    const char *paper;  /* the paper's figure it corresponds to, or "" */
    const char *shows;  /* one line */
    unsigned parts;     /* twc_subject_part */
    twc_choose *choose; /* the window it shows when none is named; NULL without a window */
    twc_status (*write)(const twc_subject *subject, const char *folder);
} twc_figure;

/* Ends with a NULL name. */
extern const twc_figure twc_figures[];

/*
 * Brings what a figure needs, strips apart (count 0 for figures without), and writes it. The meshes are built with
 * the builder of the source.
 */
twc_status twc_figure_write(const twc_figure *figure, const twc_subject_source *source, const twc_strip *strips,
                            size_t strip_count, const char *folder);

/* By name, or by the paper's number ("fig3", "3"). NULL when unknown; then *nearest is the name closest in spelling. */
const twc_figure *twc_figure_find(const char *name, const char **nearest);

typedef twc_status twc_write_figure(const twc_subject *subject, const char *folder);
twc_write_figure twc_write_lattice, twc_write_boundary, twc_write_palette, twc_write_classes, twc_write_ensemble,
    twc_write_region, twc_write_recolour, twc_write_section, twc_write_seam, twc_write_corridor, twc_write_roads,
    twc_write_view, twc_write_potentials, twc_write_mountains, twc_write_weather, twc_write_error, twc_write_facets,
    twc_write_budget, twc_write_cost, twc_write_cover;

#endif
