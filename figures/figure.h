/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures. Each is one entry of a table: a name, what it shows, what it needs, and a function that computes what it
 * draws and writes three files. What it needs is brought by the caller in a scene.
 */
#ifndef TWC_FIGURES_FIGURE_H
#define TWC_FIGURES_FIGURE_H

#include <stddef.h>

#include "ground_draw.h"
#include "twc/ground.h"

/* One measure over an ensemble of worlds, beside its published value. */
typedef struct twc_strip {
    const char *label;    /* with its unit */
    double paper;         /* > 0 */
    double low, high;     /* the band a value must lie in; NaN: none */
    double calibrated;    /* of the calibrated world; NaN: none */
    const double *values; /* one a world; NaN is left out */
    size_t count;
    const char *format;   /* printf format of one value */
} twc_strip;

typedef struct twc_scene {
    const twc_world *world;
    const char *world_name;
    twc_rect window;      /* centimetres: what a windowed figure shows; nx = 0: the figure chooses */
    twc_rect chunks;      /* that the meshes cover, row-major */
    const twc_mesh *ground; /* as the classes say */
    const twc_mesh *fine;   /* every macro cell Fine */
    const twc_strip *strips;
    size_t strip_count;
} twc_scene;

typedef enum twc_figure_needs {
    TWC_NEEDS_WINDOW = 1, /* meshes of the chunks that meet the window, one chunk beyond */
    TWC_NEEDS_WORLD = 2,  /* meshes of all chunks */
    TWC_NEEDS_STRIPS = 4
} twc_figure_needs;

typedef struct twc_figure {
    const char *name;  /* also of the files */
    const char *paper; /* the paper's figure it corresponds to, or "" */
    const char *shows; /* one line */
    unsigned needs;
    /* The window it shows when the scene names none; fails when the world has no such place. NULL without a window. */
    twc_status (*choose)(const twc_world *world, twc_rect *window);
    twc_status (*write)(const twc_scene *scene, const char *folder);
} twc_figure;

/* Ends with a NULL name. */
extern const twc_figure twc_figures[];

/* By name, or by the paper's number ("fig3", "3"). NULL when unknown; then *nearest is the name closest in spelling. */
const twc_figure *twc_figure_find(const char *name, const char **nearest);

/* The chunks a windowed figure needs, within the world. */
twc_rect twc_figure_chunks(const twc_world *world, twc_rect window);

/* Fails when the window is empty or does not touch the world. */
twc_status twc_figure_check_window(const twc_world *world, twc_rect window);

/* ---- for the figures ---------------------------------------------------------------------------------------- */

/* Heights of a rectangle of samples; NULL when memory ran out. The caller frees. */
float *twc_scene_heights(const twc_scene *scene, twc_rect samples);
/* Classes of a rectangle of macro cells; likewise. */
uint8_t *twc_world_classes(const twc_world *world, twc_rect macros);
twc_mesh_list twc_scene_ground(const twc_scene *scene);
twc_mesh_list twc_scene_fine(const twc_scene *scene);
/* The world's extent in centimetres; a world too large for a map fails (longer than 200 km). */
twc_status twc_scene_extent(const twc_scene *scene, twc_rect *window);

twc_status twc_choose_lattice(const twc_world *world, twc_rect *window);
twc_status twc_write_lattice(const twc_scene *scene, const char *folder);
twc_status twc_choose_boundary(const twc_world *world, twc_rect *window);
twc_status twc_write_boundary(const twc_scene *scene, const char *folder);
twc_status twc_write_classes(const twc_scene *scene, const char *folder);
twc_status twc_write_ensemble(const twc_scene *scene, const char *folder);
twc_status twc_write_error(const twc_scene *scene, const char *folder);
twc_status twc_write_facets(const twc_scene *scene, const char *folder);
twc_status twc_write_budget(const twc_scene *scene, const char *folder);

#endif
