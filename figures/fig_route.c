/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routes in plan: beds, nodes, faults with the numbers of a table, and where a node would help. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 8, right = 8, foot = 40, tallest = 600;

/* A fault's colour by its kind. */
static const twc_hue hues[] = {TWC_BLACK, TWC_VERMILION, TWC_PURPLE, TWC_ORANGE,
                               TWC_BLUE,  TWC_GREEN,     TWC_SKY,    TWC_BLACK};

typedef struct view {
    double west, north, scale; /* metres, metres, points a metre */
    double width, height;      /* points */
} view;

static void widen(double box[4], double x, double z)
{
    box[0] = fmin(box[0], x);
    box[1] = fmin(box[1], z);
    box[2] = fmax(box[2], x);
    box[3] = fmax(box[3], z);
}

/* What is checked, with a margin; other features where they cross it. */
static view fit(const twc_routes_plan *plan)
{
    double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t k = 0; k < plan->line_count; k++) {
        const twc_routes_line *l = &plan->line[k];
        for (int s = 0; s < l->station_count; s++)
            widen(box, l->stations[s].x * 0.01, l->stations[s].z * 0.01);
        for (int n = 0; n < l->node_count; n++)
            widen(box, l->nodes[n].x * 0.01, l->nodes[n].z * 0.01);
    }
    if (!(box[0] <= box[2]))
        box[0] = box[1] = box[2] = box[3] = 0;
    const double margin = fmax(12, 0.06 * fmax(box[2] - box[0], box[3] - box[1]));
    const double wide = box[2] - box[0] + 2 * margin, deep = box[3] - box[1] + 2 * margin;
    view v = {box[0] - margin, box[1] - margin, (TWC_TEXT_PT - left - right) / wide, 0, 0};
    v.scale = fmin(v.scale, tallest / deep);
    v.width = wide * v.scale;
    v.height = fmax(deep * v.scale, 60);
    return v;
}

static double px(const view *v, double x)
{
    return left + (x - v->west) * v->scale;
}

static double pz(const view *v, double z)
{
    return top + (z - v->north) * v->scale;
}

static void bed(cairo_t *cr, const view *v, const twc_routes_line *l, twc_rgb colour)
{
    for (int s = 0; s < l->station_count; s++)
        cairo_line_to(cr, px(v, l->stations[s].x * 0.01), pz(v, l->stations[s].z * 0.01));
    twc_source(cr, colour);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cr, fmax(2 * l->half_width * v->scale, 0.8));
    cairo_stroke(cr);
}

static void nodes(cairo_t *cr, const view *v, const twc_routes_line *l)
{
    char text[16];
    const double apart = l->node_count > 1 ? v->width / l->node_count : v->width;
    for (int n = 0; n < l->node_count; n++) {
        const double x = px(v, l->nodes[n].x * 0.01), z = pz(v, l->nodes[n].z * 0.01);
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLACK), 1, x, z, apart > 3 ? 3 : 1);
        snprintf(text, sizeof text, "%d", n + 1);
        if (apart > 14)
            twc_text(cr, x + 3, z + 5, TWC_TEXT_SMALL, TWC_ALIGN_LEFT, text);
    }
}

/* A ring of the radius that is needed, the fault's number, and where its node would help. */
static void mark(cairo_t *cr, const view *v, const twc_routes_mark *m)
{
    char text[16];
    const double x = px(v, m->x), z = pz(v, m->z), size = fmax(m->least * v->scale, 4);
    const twc_rgb colour = twc_hue_rgb(hues[m->kind]);
    twc_source_alpha(cr, colour, 0.25);
    cairo_arc(cr, x, z, size, 0, 6.2832);
    cairo_fill(cr);
    twc_source(cr, colour);
    cairo_set_line_width(cr, 0.9);
    cairo_arc(cr, x, z, size, 0, 6.2832);
    cairo_stroke(cr);
    if (m->moved) {
        const double dash[] = {2, 1.5};
        cairo_set_dash(cr, dash, 2, 0);
        cairo_move_to(cr, px(v, m->from[0]), pz(v, m->from[1]));
        cairo_line_to(cr, px(v, m->to[0]), pz(v, m->to[1]));
        cairo_stroke(cr);
        cairo_set_dash(cr, NULL, 0, 0);
        twc_mark_draw(cr, TWC_MARK_DIAMOND, colour, 1, px(v, m->to[0]), pz(v, m->to[1]), 4);
    }
    snprintf(text, sizeof text, "%d", m->number);
    twc_source(cr, twc_hue_rgb(TWC_BLACK));
    twc_text_bold(cr, x + 0.75 * size + 2, z - 0.75 * size - 3, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, text);
}

static int legend(const twc_routes_plan *plan, twc_legend_entry *entry)
{
    int count = 0;
    for (int kind = 0; kind < plan->kind_count; kind++) {
        int there = 0;
        for (size_t k = 0; k < plan->mark_count; k++)
            there |= plan->mark[k].kind == kind;
        if (there)
            entry[count++] = (twc_legend_entry){TWC_MARK_RING, twc_hue_rgb(hues[kind]), 1, plan->kind[kind]};
    }
    return count;
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_routes_plan *plan = data;
    const view v = fit(plan);
    twc_legend_entry entry[16];
    const twc_plot plot = {left,
                           top,
                           v.width,
                           v.height,
                           {v.west, v.west + v.width / v.scale, 0, "x, m"},
                           {v.north + v.height / v.scale, v.north, 0, "z, m"}};
    twc_plot_clip(cr, &plot);
    for (size_t k = 0; k < plan->other_count; k++)
        bed(cr, &v, &plan->other[k], twc_rgb_hex(0xd8d8d8));
    for (size_t k = 0; k < plan->line_count; k++)
        bed(cr, &v, &plan->line[k], twc_rgb_hex(0xa8a08c));
    twc_source(cr, twc_hue_rgb(TWC_BLACK));
    for (size_t k = 0; k < plan->line_count; k++)
        nodes(cr, &v, &plan->line[k]);
    for (size_t k = 0; k < plan->mark_count; k++)
        if (plan->mark[k].kind != plan->kind_count - 1) /* the last kind has no place */
            mark(cr, &v, &plan->mark[k]);
    cairo_restore(cr);
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_legend_row(cr, left, top + v.height + 32, entry, legend(plan, entry));
}

twc_status twc_write_route(const twc_routes_plan *plan, const char *folder)
{
    const view v = fit(plan);
    const twc_page page = {"route", "Routes and their faults", TWC_TEXT_PT, top + v.height + foot};
    return twc_page_write(folder, &page, draw, plan);
}
