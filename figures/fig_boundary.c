/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where Broad cells meet Fine ones: large triangles above, the lattice below, fans between. */
#include "axes.h"
#include "figure.h"

static const double margin = 1, foot = 26;

static int is_broad(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_BROAD;
}

/* One hue a class, its tone from the facet's id, so that neighbours differ. */
static twc_rgb class_tone(const twc_facet *facet, const twc_surface_face *face, const void *data)
{
    (void)face, (void)data;
    double tone = twc_hash(facet->centroid_x, facet->centroid_z, TWC_SALT_FACE) / 4294967296.0;
    if (is_broad(facet))
        return twc_rgb_mix(twc_rgb_hex(0xe9c27e), twc_rgb_hex(0xf6e2bd), tone);
    return twc_rgb_mix(twc_rgb_hex(0xa9cfe6), twc_rgb_hex(0xd9ebf5), tone);
}

/* Corners of fan pieces that are neither the fan's centre nor a corner of the facet: the fine vertices it takes in. */
static void seam_vertices(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes)
{
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++) {
            const twc_triangle *triangle = &meshes.mesh[m].triangles[t];
            const twc_facet *facet = &meshes.mesh[m].facets[triangle->facet];
            for (int k = 0; k < 3 && is_broad(facet); k++) {
                twc_vertex v = triangle->corner[k];
                int inner = v.x == facet->centroid_x && v.z == facet->centroid_z;
                for (int c = 0; c < 3; c++)
                    inner |= v.x == facet->corner[c].x && v.z == facet->corner[c].z;
                if (!inner)
                    twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_VERMILION), 1, twc_plan_x(view, v.x),
                                  twc_plan_y(view, v.z), 3.2);
            }
        }
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_subject *subject = data;
    twc_mesh_list meshes = twc_layer_list(&subject->ground);
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, subject->window);
    twc_plan_clip(cr, &view);
    twc_draw_faces(cr, &view, meshes, class_tone, NULL);
    twc_source(cr, twc_rgb_hex(0xb5812f));
    cairo_set_line_width(cr, 0.5);
    twc_draw_edges(cr, &view, meshes, TWC_EDGE_INNER);
    twc_source(cr, twc_rgb_hex(0x303030));
    cairo_set_line_width(cr, 0.7);
    twc_draw_edges(cr, &view, meshes, TWC_EDGE_OUTLINE);
    seam_vertices(cr, &view, meshes);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    const twc_legend_entry above[] = {{TWC_MARK_FILL, twc_rgb_hex(0xf0d29e), 1, "Broad facet"},
                                      {TWC_MARK_FILL, twc_rgb_hex(0xc1ddee), 1, "Fine facet"}};
    const twc_legend_entry below[] = {{TWC_MARK_LINE, twc_rgb_hex(0xb5812f), 1, "spoke of a fan"},
                                      {TWC_MARK_DOT, twc_hue_rgb(TWC_VERMILION), 1, "fine vertex on a broad edge"}};
    double bottom = view.y + view.height;
    twc_legend_row(cr, margin, bottom + 9, above, 2);
    twc_legend_row(cr, margin, bottom + 19, below, 2);
    twc_scale_bar_fit(cr, margin + view.width, bottom + foot - 4, 45, view.scale * 100);
}

twc_status twc_write_boundary(const twc_subject *subject, const char *folder)
{
    double height = (TWC_COLUMN_PT - 2 * margin) * subject->window.nz / subject->window.nx + margin + foot;
    const twc_page page = {"boundary", "A boundary between facet classes", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, subject);
}
