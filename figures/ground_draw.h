/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground seen from straight above: faces, edges, and images with one pixel a height sample. */
#ifndef TWC_FIGURES_GROUND_DRAW_H
#define TWC_FIGURES_GROUND_DRAW_H

#include <stddef.h>

#include "canvas.h"
#include "colormap.h"
#include "twc/surface.h"

/* A window of the plan on the page. */
typedef struct twc_plan {
    double x, y, width, height; /* points */
    twc_rect window;            /* centimetres */
    double scale;               /* points per centimetre */
} twc_plan;

/* The window at the given width; the height follows. */
twc_plan twc_plan_fit(double x, double y, double width, twc_rect window);
double twc_plan_x(const twc_plan *view, double x_cm);
double twc_plan_y(const twc_plan *view, double z_cm);
/* Clips to the view until cairo_restore. */
void twc_plan_clip(cairo_t *cr, const twc_plan *view);
void twc_plan_outline(cairo_t *cr, const twc_plan *view);
/* Whether the centroid of a facet is in the window. */
int twc_plan_holds(const twc_plan *view, const twc_facet *facet);
/* A frame with ticks in kilometres. */
void twc_plan_axes(cairo_t *cr, const twc_plan *view);

typedef struct twc_mesh_list {
    const twc_mesh *mesh;
    const twc_chunk_surface *surface; /* one a mesh, or NULL */
    size_t count;
} twc_mesh_list;

/* The colour of a facet; `face` is NULL for meshes without a surface. */
typedef twc_rgb twc_paint(const twc_facet *facet, const twc_surface_face *face, const void *data);

/* Fills every facet that meets the window, as one path, so that no hairline shows inside it nor between neighbours. */
void twc_draw_faces(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes, twc_paint *paint, const void *data);

typedef enum twc_edge_kind {
    TWC_EDGE_OUTLINE, /* between facets */
    TWC_EDGE_INNER    /* between triangles of one facet: spokes of a fan, cuts */
} twc_edge_kind;

/* Strokes edges in the current colour and width, once from each side. Use no transparency. */
void twc_draw_edges(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes, twc_edge_kind kind);

/* The colour of one sample; (column, row) in the rectangle. */
typedef twc_rgb twc_pixel(int32_t column, int32_t row, const void *data);

/* Paints a rectangle of global sample indices as an image into the view. */
void twc_draw_samples(cairo_t *cr, const twc_plan *view, twc_rect samples, twc_pixel *pixel, const void *data);

/*
 * Heights on a rectangle of samples, for a hillshade lit from the upper left: from below, hills would read as hollows.
 */
typedef struct twc_relief {
    twc_rect samples;
    const float *heights;     /* row-major */
    double lightest, darkest; /* grey levels, 0..1 */
} twc_relief;

twc_rgb twc_hillshade(int32_t column, int32_t row, const void *relief);

#endif
