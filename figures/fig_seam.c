/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same seam twice: each triangle clipped on its own, and the exact cut. Edges that stay open are drawn over all. */
#include <stdio.h>
#include <stdlib.h>

#include "axes.h"
#include "figure.h"
#include "measure/naive_cut.h"
#include "road.h"

enum { MOST_OPEN = 4096 };
static const double margin = 1, gap = 12, title = 24, foot = 14;

typedef struct seam {
    const twc_subject *subject;
    const twc_feature *road;
    twc_naive_cut naive;
    twc_mesh_edge *open; /* of the exact cut, near the road */
    size_t open_count;
} seam;

static double side(void)
{
    return (TWC_TEXT_PT - 2 * margin - gap) / 2;
}

static int beyond(int32_t a, int32_t b, int32_t low, int32_t length)
{
    return (a < low && b < low) || (a > low + length && b > low + length);
}

static void edge(cairo_t *cr, const twc_plan *view, twc_vertex a, twc_vertex b)
{
    twc_rect w = view->window;
    if (beyond(a.x, b.x, w.x, w.nx) || beyond(a.z, b.z, w.z, w.nz))
        return;
    cairo_move_to(cr, twc_plan_x(view, a.x), twc_plan_y(view, a.z));
    cairo_line_to(cr, twc_plan_x(view, b.x), twc_plan_y(view, b.z));
}

static void draw_naive(cairo_t *cr, const twc_plan *view, const seam *s)
{
    for (int pass = 0; pass < 3; pass++) { /* closed edges, the footprint, open edges */
        for (size_t k = 0; k < s->naive.count; k++) {
            const twc_naive_edge *e = &s->naive.edges[k];
            if ((e->open ? 2 : e->outline ? 1 : 0) == pass)
                edge(cr, view, e->a, e->b);
        }
        twc_source(cr, pass == 0   ? twc_rgb_hex(0x909090)
                       : pass == 1 ? twc_rgb_hex(0x8a4b00)
                                   : twc_hue_rgb(TWC_VERMILION));
        cairo_set_line_width(cr, pass == 0 ? 0.5 : pass == 1 ? 0.9 : 1.6);
        cairo_stroke(cr);
    }
}

static twc_rgb tint(const twc_facet *facet, const twc_surface_face *face, const void *unused)
{
    (void)face, (void)unused;
    return twc_rgb_hex(twc_road_part(facet) < 0 ? 0xffffff : 0xf3ead8);
}

static void draw_exact(cairo_t *cr, const twc_plan *view, const seam *s)
{
    twc_mesh_list meshes = twc_layer_list(&s->subject->ground);
    twc_draw_faces(cr, view, meshes, tint, NULL);
    twc_source(cr, twc_rgb_hex(0x909090));
    cairo_set_line_width(cr, 0.5);
    twc_draw_edges(cr, view, meshes, TWC_EDGE_INNER);
    twc_draw_edges(cr, view, meshes, TWC_EDGE_OUTLINE);
    for (size_t k = 0; k < s->open_count; k++)
        edge(cr, view, s->open[k].a, s->open[k].b);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const seam *s = data;
    const twc_naive_report *r = &s->naive.report;
    char text[160];
    for (int k = 0; k < 2; k++) {
        twc_plan view = twc_plan_fit(margin + k * (side() + gap), title, side(), s->subject->window);
        twc_panel_title(cr, view.x, 6, k ? "b" : "a", k ? "The exact cut" : "Each triangle clipped on its own");
        if (k == 0)
            snprintf(text, sizeof text, "%llu of %llu edges open, %llu of them in plan; gaps up to %.2g mm",
                     (unsigned long long)r->open, (unsigned long long)r->edges, (unsigned long long)r->open_plan,
                     1000 * r->gap);
        else
            snprintf(text, sizeof text, "%zu edges open, road and ground together", s->open_count);
        twc_text(cr, view.x + 9, 16, TWC_TEXT_SMALL, TWC_ALIGN_LEFT, text);
        twc_plan_clip(cr, &view);
        if (k == 0)
            draw_naive(cr, &view, s);
        else
            draw_exact(cr, &view, s);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        if (k)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 60, view.scale * 100);
    }
    const twc_legend_entry entries[] = {
        {TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "open edge: no partner with the same bits"},
        {TWC_MARK_LINE, twc_rgb_hex(0x8a4b00), 1, "footprint"}};
    twc_legend_row(cr, margin, title + side() * s->subject->window.nz / s->subject->window.nx + foot - 5, entries, 2);
}

/* Open edges near the road; the border of the chunks that were built is far from it or the world's outline. */
static twc_status find_open(seam *s)
{
    const double near = 60;
    twc_mesh_list meshes = twc_layer_list(&s->subject->ground);
    twc_mesh_report report;
    s->open = malloc(MOST_OPEN * sizeof *s->open);
    if (!s->open)
        return twc_fail(TWC_IO, "not enough memory for open edges");
    twc_status status = twc_mesh_check(meshes.mesh, meshes.count, NULL, s->open, MOST_OPEN, &report);
    size_t found = report.open_edges < MOST_OPEN ? (size_t)report.open_edges : MOST_OPEN;
    for (size_t k = 0; k < found && !status.code; k++) {
        double distance;
        twc_road_nearest(s->road, s->open[k].a.x, s->open[k].a.z, &distance);
        if (distance < near)
            s->open[s->open_count++] = s->open[k];
    }
    return status;
}

twc_status twc_write_seam(const twc_subject *subject, const char *folder)
{
    seam s = {.subject = subject};
    twc_outline footprint = {.points = NULL};
    twc_mesh_list bare = twc_layer_list(&subject->natural);
    twc_status status = twc_road_find(subject->source, 1, &s.road);
    if (!status.code)
        status = twc_corridor_outline(subject->world, s.road, &footprint);
    if (!status.code)
        status = twc_naive_cut_run(bare.mesh, bare.count, &footprint, &s.naive);
    if (!status.code)
        status = find_open(&s);
    const twc_page page = {"seam", "The seam of a road, clipped and cut exactly", TWC_TEXT_PT,
                           title + side() * subject->window.nz / subject->window.nx + foot};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &s);
    free(s.open);
    twc_naive_cut_free(&s.naive);
    twc_outline_free(&footprint);
    return status;
}
