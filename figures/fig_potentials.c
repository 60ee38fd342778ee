/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where water would stand and where snow would lie: two potentials a face. */
#include <math.h>
#include <stdlib.h>

#include "axes.h"
#include "figure.h"
#include "measure/ensemble.h"
#include "twc/look.h"

static const double margin = 1, title = 13, bar = 46, gap = 10, foot = 14;

static const double snow_line = 40;

typedef struct potentials {
    const twc_subject *subject;
    twc_axis axis[2]; /* puddle, snow */
} potentials;

static twc_rgb puddle(const twc_facet *facet, const twc_surface_face *face, const void *unused)
{
    (void)facet, (void)unused;
    return twc_viridis(face->puddle);
}

/* With the snow line and what the material holds less of it, as the shader sees it. */
static double snow_value(const twc_surface_face *face)
{
    double stored = face->snow / 255.0 * 0.92 - 0.11;
    return (face->height - snow_line) / twc_the_look.snow_relief + stored - twc_the_look.snow_offset[face->material];
}

static twc_rgb snow(const twc_facet *facet, const twc_surface_face *face, const void *axis)
{
    const twc_axis *range = axis;
    (void)facet;
    return twc_viridis((snow_value(face) - range->low) / (range->high - range->low));
}

/* The middle 95 % of the snow potentials in the window, outwards to a tenth: slivers would take the whole scale. */
static twc_status snow_axis(const twc_subject *subject, twc_axis *axis)
{
    twc_plan view = twc_plan_fit(0, 0, 1, subject->window);
    twc_mesh_list meshes = twc_layer_list(&subject->ground);
    size_t count = 0, room = 1;
    for (size_t m = 0; m < meshes.count; m++)
        room += meshes.mesh[m].facet_count;
    double *values = malloc(room * sizeof *values), *scratch = malloc(room * sizeof *scratch);
    twc_status status = values && scratch ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu faces", room);
    for (size_t m = 0; m < meshes.count && !status.code; m++)
        for (uint32_t k = 0; k < meshes.mesh[m].facet_count; k++)
            if (twc_plan_holds(&view, &meshes.mesh[m].facets[k]))
                values[count++] = snow_value(&meshes.surface[m].faces[k]);
    *axis = (twc_axis){0, 1, 0, "snow potential"};
    if (!status.code && count) {
        twc_spread spread = twc_spread_of(values, count, scratch);
        axis->low = floor(10 * spread.low) / 10;
        axis->high = floor(10 * spread.high) / 10 + 0.1;
    }
    free(values);
    free(scratch);
    return status;
}

static double side(void)
{
    return (TWC_TEXT_PT - 2 * margin - gap) / 2 - bar;
}

static void draw(cairo_t *cr, const void *data)
{
    const potentials *p = data;
    const twc_subject *subject = p->subject;
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Puddles", "Snow, snow line at 40 m"};
    twc_mesh_list meshes = twc_layer_list(&subject->ground);
    for (int k = 0; k < 2; k++) {
        twc_plan view = twc_plan_fit(margin + k * (side() + bar + gap), title, side(), subject->window);
        twc_plan_clip(cr, &view);
        twc_draw_faces(cr, &view, meshes, k ? snow : puddle, &p->axis[k]);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        twc_panel_title(cr, view.x, title / 2 - 1, letters[k], titles[k]);
        twc_colour_bar(cr, view.x + view.width + 6, view.y, 8, view.height, twc_viridis, &p->axis[k]);
        if (k == 0)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 60, view.scale * 100);
    }
}

twc_status twc_write_potentials(const twc_subject *subject, const char *folder)
{
    double height = title + side() * subject->window.nz / subject->window.nx + foot;
    const twc_page page = {"potentials", "Puddle and snow potential", TWC_TEXT_PT, height};
    potentials p = {subject, {{0, 1, 0, "puddle potential"}}};
    twc_status status = snow_axis(subject, &p.axis[1]);
    return status.code ? status : twc_page_write(folder, &page, draw, &p);
}
