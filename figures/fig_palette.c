/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A patch of fine cells from above: classes of the palette follow the facets' edges. */
#include "axes.h"
#include "figure.h"
#include "lighting.h"

static const double margin = 1, foot = 16;

/* The part of a triangle below the water level, as a path. */
static void flooded_path(cairo_t *cr, const twc_plan *view, const twc_vertex corner[3], double water)
{
    cairo_new_sub_path(cr);
    for (int k = 0; k < 3; k++) {
        twc_vertex a = corner[k], b = corner[(k + 1) % 3];
        int a_below = a.y <= water, b_below = b.y <= water;
        if (a_below)
            cairo_line_to(cr, twc_plan_x(view, a.x), twc_plan_y(view, a.z));
        if (a_below != b_below) {
            double t = (water - a.y) / ((double)b.y - a.y);
            cairo_line_to(cr, twc_plan_x(view, a.x + t * ((double)b.x - a.x)),
                          twc_plan_y(view, a.z + t * ((double)b.z - a.z)));
        }
    }
}

static int is_wet(const twc_subject *subject, const twc_vertex corner[3])
{
    int wet = 0;
    for (int k = 0; k < 3; k++)
        wet |= twc_subject_wet(subject, corner[k].x, corner[k].z);
    return wet;
}

static void draw_water(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes, const twc_subject *subject)
{
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++)
            if (is_wet(subject, meshes.mesh[m].triangles[t].corner))
                flooded_path(cr, view, meshes.mesh[m].triangles[t].corner, subject->water);
    twc_source_alpha(cr, twc_lit_palette(TWC_PALETTE_WATER), 0.72);
    cairo_fill(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_subject *subject = data;
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, subject->window);
    twc_legend_entry entries[5];
    int present[TWC_PALETTE_COUNT] = {0}, count = 0;
    twc_mesh_list meshes = twc_layer_list(&subject->ground);
    twc_plan_clip(cr, &view);
    twc_draw_faces(cr, &view, meshes, twc_lit_face, NULL);
    draw_water(cr, &view, meshes, subject);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t k = 0; k < meshes.mesh[m].facet_count; k++)
            present[meshes.surface[m].faces[k].palette] |= twc_plan_holds(&view, &meshes.mesh[m].facets[k]);
    for (int k = TWC_PALETTE_GRASS; k <= TWC_PALETTE_ROCK; k++)
        if (present[k])
            entries[count++] = (twc_legend_entry){TWC_MARK_FILL, twc_lit_palette((twc_palette)k), 1,
                                                  twc_palette_name((twc_palette)k)};
    if (subject->water > TWC_NO_WATER)
        entries[count++] = (twc_legend_entry){TWC_MARK_FILL, twc_lit_palette(TWC_PALETTE_WATER), 0.72,
                                              twc_palette_name(TWC_PALETTE_WATER)};
    twc_legend_row(cr, margin, view.y + view.height + foot / 2 + 1, entries, count);
    twc_scale_bar_fit(cr, margin + view.width, view.y + view.height + foot - 3, 45, view.scale * 100);
}

twc_status twc_write_palette(const twc_subject *subject, const char *folder)
{
    double height = (TWC_COLUMN_PT - 2 * margin) * subject->window.nz / subject->window.nx + margin + foot;
    const twc_page page = {"palette", "Palette classes from above", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, subject);
}
