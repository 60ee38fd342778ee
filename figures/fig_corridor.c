/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A corridor cut into the ground, in plan: pieces of ground, strips of bed and banks, and the vertices they share. */
#include <stdlib.h>

#include "axes.h"
#include "figure.h"
#include "road.h"

static const double margin = 1, foot = 26;

typedef struct corridor_plan {
    const twc_subject *subject;
    const twc_feature *road;
    twc_point *seam; /* sorted */
    size_t seam_count;
} corridor_plan;

static twc_rgb part_colour(int part)
{
    static const uint32_t colours[] = {0xf0dfb4, 0xb98d4d, 0x8a5a2b, 0x8a5a2b};
    return twc_rgb_hex(part < 0 ? 0xdfe8d8 : colours[part]);
}

static twc_rgb paint(const twc_facet *facet, const twc_surface_face *face, const void *data)
{
    (void)face, (void)data;
    double tone = twc_hash(facet->centroid_x, facet->centroid_z, TWC_SALT_FACE) / 4294967296.0;
    return twc_rgb_mix(part_colour(twc_road_part(facet)), twc_rgb_hex(0xffffff), 0.25 * tone);
}

/* ---- seam vertices: plan points of ground triangles that triangles of features have too ----------------------- */

static int by_place(const void *a, const void *b)
{
    const twc_point *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->z > q->z) - (p->z < q->z);
}

static size_t gather(twc_mesh_list meshes, int features, twc_point *out)
{
    size_t count = 0;
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++) {
            const twc_triangle *triangle = &meshes.mesh[m].triangles[t];
            if ((twc_road_part(&meshes.mesh[m].facets[triangle->facet]) >= 0) != features)
                continue;
            for (int k = 0; k < 3; k++, count++)
                if (out)
                    out[count] = (twc_point){triangle->corner[k].x, triangle->corner[k].z};
        }
    if (out)
        qsort(out, count, sizeof *out, by_place);
    return count;
}

static twc_status find_seam(twc_mesh_list meshes, corridor_plan *plan)
{
    size_t ground_count = gather(meshes, 0, NULL), road_count = gather(meshes, 1, NULL);
    twc_point *ground = malloc((ground_count + 1) * sizeof *ground);
    plan->seam = malloc((road_count + 1) * sizeof *plan->seam);
    if (!ground || !plan->seam) {
        free(ground);
        return twc_fail(TWC_IO, "not enough memory for the seam of a road");
    }
    gather(meshes, 0, ground);
    gather(meshes, 1, plan->seam);
    for (size_t k = 0; k < road_count; k++) {
        int again = k && by_place(&plan->seam[k], &plan->seam[k - 1]) == 0;
        if (!again && bsearch(&plan->seam[k], ground, ground_count, sizeof *ground, by_place))
            plan->seam[plan->seam_count++] = plan->seam[k]; /* behind k: what is compared later is not overwritten */
    }
    free(ground);
    return twc_ok();
}

/* ---- drawing -------------------------------------------------------------------------------------------------- */

static void centreline(cairo_t *cr, const twc_plan *view, const twc_feature *road)
{
    const double dash[] = {4, 2.5};
    cairo_save(cr);
    for (int32_t k = 0; k < road->station_count; k++)
        cairo_line_to(cr, twc_plan_x(view, road->stations[k].x), twc_plan_y(view, road->stations[k].z));
    cairo_set_dash(cr, dash, 2, 0);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.8);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const corridor_plan *p = data;
    twc_mesh_list meshes = twc_layer_list(&p->subject->ground);
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, p->subject->window);
    twc_plan_clip(cr, &view);
    twc_draw_faces(cr, &view, meshes, paint, NULL);
    twc_source(cr, twc_rgb_hex(0x505050));
    cairo_set_line_width(cr, 0.35);
    twc_draw_edges(cr, &view, meshes, TWC_EDGE_INNER);
    cairo_set_line_width(cr, 0.5);
    twc_draw_edges(cr, &view, meshes, TWC_EDGE_OUTLINE);
    centreline(cr, &view, p->road);
    for (size_t k = 0; k < p->seam_count; k++)
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, twc_plan_x(&view, p->seam[k].x),
                      twc_plan_y(&view, p->seam[k].z), 2.6);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    const twc_legend_entry above[] = {{TWC_MARK_FILL, part_colour(-1), 1, "ground"},
                                      {TWC_MARK_FILL, part_colour(TWC_PART_BED), 1, "bed"},
                                      {TWC_MARK_FILL, part_colour(TWC_PART_BANK), 1, "bank"}};
    const twc_legend_entry below[] = {{TWC_MARK_DASH, twc_hue_rgb(TWC_BLACK), 1, "centreline"},
                                      {TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, "vertex of ground and bank"}};
    double bottom = view.y + view.height;
    twc_legend_row(cr, margin, bottom + 9, above, 3);
    twc_legend_row(cr, margin, bottom + 19, below, 2);
    twc_scale_bar_fit(cr, margin + view.width, bottom + foot - 4, 56, view.scale * 100);
}

twc_status twc_write_corridor(const twc_subject *subject, const char *folder)
{
    corridor_plan plan = {.subject = subject};
    twc_status status = twc_road_find(subject->source, 0, &plan.road);
    if (!status.code)
        status = find_seam(twc_layer_list(&subject->ground), &plan);
    double height = (TWC_COLUMN_PT - 2 * margin) * subject->window.nz / subject->window.nx + margin + foot;
    const twc_page page = {"corridor", "A corridor cut into the ground", TWC_COLUMN_PT, height};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &plan);
    free(plan.seam);
    return status;
}
