/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A road made by colouring ground faces against a road that is cut in. */
#include "axes.h"
#include "figure.h"
#include "lighting.h"
#include "road.h"

static const double margin = 1, title = 13, gap = 4, foot = 14;

/* The lit colour, of the bed where the face's centroid is about as near to the centreline as the bed is wide. */
static twc_rgb recoloured(const twc_facet *facet, const twc_surface_face *face, const void *data)
{
    const double near = 7;
    const twc_feature *road = data;
    double distance;
    twc_surface_face other = *face;
    twc_road_nearest(road, facet->centroid_x, facet->centroid_z, &distance);
    if (distance < near)
        for (int k = 0; k < 3; k++)
            other.colour[k] = twc_palette_srgb[TWC_PALETTE_BED][k];
    return twc_lit_face(facet, &other, NULL);
}

static double panel_height(const twc_subject *subject)
{
    return (TWC_COLUMN_PT - 2 * margin) * subject->window.nz / subject->window.nx;
}

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Ground faces recoloured",
                                                                        "A feature with bed and banks of its own"};
    const twc_subject *subject = data;
    const twc_feature *road = NULL;
    if (twc_road_find(subject->source, 1, &road).code)
        return;
    for (int k = 0; k < 2; k++) {
        double y = k * (title + panel_height(subject) + gap);
        twc_plan view = twc_plan_fit(margin, y + title, TWC_COLUMN_PT - 2 * margin, subject->window);
        twc_panel_title(cr, view.x, y + title / 2 - 1, letters[k], titles[k]);
        twc_plan_clip(cr, &view);
        if (k == 0)
            twc_draw_faces(cr, &view, twc_layer_list(&subject->fine), recoloured, road);
        else
            twc_draw_faces(cr, &view, twc_layer_list(&subject->ground), twc_lit_face, NULL);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        if (k == 1)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 50, view.scale * 100);
    }
}

twc_status twc_write_recolour(const twc_subject *subject, const char *folder)
{
    const twc_feature *road;
    twc_status status = twc_road_find(subject->source, 1, &road);
    double height = 2 * (title + panel_height(subject)) + gap + foot;
    const twc_page page = {"recolour", "Recoloured faces against a feature", TWC_COLUMN_PT, height};
    return status.code ? status : twc_page_write(folder, &page, draw, subject);
}
