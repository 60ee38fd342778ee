/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels under the roofs of the machine: instructions a byte against instructions a second. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 30, top = 22, right = 6, foot = 28, height = 250, giga = 1e-9, marker = 3.6, line_height = 7,
                    start = 8; /* of a slope's name, from its foot */
static const twc_hue hues[TWC_ROOFLINE_ROWS] = {TWC_BLACK, TWC_SKY, TWC_BLUE, TWC_VERMILION};
static const twc_mark marks[TWC_ROOFLINE_ROWS] = {TWC_MARK_RING, TWC_MARK_DOT, TWC_MARK_DOT, TWC_MARK_DIAMOND};

/* ---- places, in points ---- */

typedef struct place {
    double x, y;
} place;

typedef struct box {
    double x0, y0, x1, y1;
} box;

enum { SLOPES = 2, ALONG = 12 }; /* boxes along the name of a slope */

/* What labels must stay clear of (markers, other labels, roofs) and what they rather would (lines between markers). */
typedef struct picture {
    twc_plot plot;
    box taken[TWC_PLOT_KERNELS * (TWC_ROOFLINE_ROWS + 1) + 1 + SLOPES * ALONG];
    int taken_count;
    place line[TWC_PLOT_KERNELS * TWC_ROOFLINE_ROWS][2],
        barred[SLOPES + TWC_PLOT_KERNELS][2]; /* leaders are barred too */
    int line_count, barred_count;
} picture;

static place place_of(const picture *p, const twc_roofline_kernel *kernel, int row)
{
    return (place){twc_plot_x(&p->plot, kernel->intensity[row]), twc_plot_y(&p->plot, giga * kernel->rate[row])};
}

static int apart(box a, box b)
{
    return a.x1 < b.x0 || b.x1 < a.x0 || a.y1 < b.y0 || b.y1 < a.y0;
}

static int on_line(box b, const place *line)
{
    for (int k = 0; k <= 64; k++) {
        const double t = k / 64.0, x = line[0].x + t * (line[1].x - line[0].x),
                     y = line[0].y + t * (line[1].y - line[0].y);
        if (x > b.x0 && x < b.x1 && y > b.y0 && y < b.y1)
            return 1;
    }
    return 0;
}

/* From a marker to the nearest point of its label. */
static place leader_end(place at, box b)
{
    return (place){fmin(fmax(at.x, b.x0), b.x1), fmin(fmax(at.y, b.y0), b.y1)};
}

/*
 * Points of distance, and more for what lies under the label or its leader: much, so that a label stands on another
 * thing only where there is no other place, and yet every point has its name. Infinite outside the frame.
 */
static double cost_of(const picture *p, place at, box b, double distance)
{
    const place leader[2] = {at, leader_end(at, b)};
    const twc_plot *plot = &p->plot;
    if (b.x0 < plot->x + 2 || b.x1 > plot->x + plot->width - 2 || b.y0 < plot->y + 2 ||
        b.y1 > plot->y + plot->height - 2)
        return INFINITY;
    double cost = distance;
    for (int k = 0; k < p->taken_count; k++)
        cost += apart(b, p->taken[k]) ? 0 : 200;
    for (int k = 0; k < p->barred_count; k++)
        cost += on_line(b, p->barred[k]) ? 200 : 0;
    for (int k = 0; k < p->taken_count; k++)
        cost += on_line(p->taken[k], leader) ? 14 : 0;
    for (int k = 0; k < p->line_count; k++)
        cost += on_line(b, p->line[k]) ? 14 : 0;
    return cost;
}

/* The best place for a label of some width about a marker: rings of candidates, the first of the cheapest. */
static box best_box(const picture *p, place at, double width)
{
    box best = {0, 0, 0, 0};
    double least = INFINITY;
    for (int ring = 0; ring < 9; ring++) {
        for (int k = 0; k < 24; k++) {
            const double angle = k * 0.2617993877991494, distance = 4 + 6 * ring,
                         x = at.x + (distance + width / 2) * cos(angle),
                         y = at.y + (distance + line_height / 2) * sin(angle);
            const box b = {x - width / 2, y - line_height / 2, x + width / 2, y + line_height / 2};
            const double cost = cost_of(p, at, b, distance);
            if (cost < least)
                least = cost, best = b;
        }
    }
    return best;
}

/* ---- kernels ---- */

/* Markers and the lines between them are known before the first label is placed. */
static void collect(picture *p, const twc_roofline *r)
{
    for (int k = 0; k < r->count; k++) {
        place before = {0, 0};
        int have = 0;
        for (int row = 0; row < TWC_ROOFLINE_ROWS; row++) {
            if (!r->kernel[k].has[row])
                continue;
            const place at = place_of(p, &r->kernel[k], row);
            const double half = marker / 2 + 0.5;
            p->taken[p->taken_count++] = (box){at.x - half, at.y - half, at.x + half, at.y + half};
            if (have)
                p->line[p->line_count][0] = before, p->line[p->line_count++][1] = at;
            before = at;
            have = 1;
        }
    }
}

static void draw_lines(cairo_t *cr, const picture *p)
{
    twc_source(cr, twc_rgb_hex(0xb8b8b8));
    cairo_set_line_width(cr, 0.4);
    for (int k = 0; k < p->line_count; k++) {
        cairo_move_to(cr, p->line[k][0].x, p->line[k][0].y);
        cairo_line_to(cr, p->line[k][1].x, p->line[k][1].y);
    }
    cairo_stroke(cr);
}

static void draw_markers(cairo_t *cr, const picture *p, const twc_roofline *r)
{
    for (int row = 0; row < TWC_ROOFLINE_ROWS; row++) {
        for (int k = 0; k < r->count; k++) {
            if (!r->kernel[k].has[row])
                continue;
            const place at = place_of(p, &r->kernel[k], row);
            twc_mark_draw(cr, marks[row], twc_hue_rgb(hues[row]), 1, at.x, at.y, row == 3 ? marker + 1.6 : marker);
        }
    }
}

/* At the fastest row's marker, with a leader where it had to move away. */
static void draw_label(cairo_t *cr, picture *p, const twc_roofline_kernel *kernel)
{
    int row = TWC_ROOFLINE_ROWS - 1;
    while (row > 0 && !kernel->has[row])
        row--;
    const place at = place_of(p, kernel, row);
    const box b = best_box(p, at, twc_text_width(cr, TWC_TEXT_SMALL, kernel->name) + 2);
    if (b.x1 <= b.x0)
        return;
    p->taken[p->taken_count++] = b;
    const place end = leader_end(at, b);
    cairo_set_source_rgb(cr, 0, 0, 0);
    if (hypot(end.x - at.x, end.y - at.y) > 5) {
        cairo_set_line_width(cr, 0.35);
        cairo_move_to(cr, at.x, at.y);
        cairo_line_to(cr, end.x, end.y);
        cairo_stroke(cr);
        p->barred[p->barred_count][0] = at;
        p->barred[p->barred_count++][1] = end;
    }
    twc_text(cr, (b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2, TWC_TEXT_SMALL, TWC_ALIGN_CENTRE, kernel->name);
}

/* ---- roofs ---- */

/* A slope of so many bytes a second up to the flat roof, with its name along it. */
static void draw_slope(cairo_t *cr, const twc_roofline *r, picture *p, double bytes, const char *what)
{
    char label[64];
    const twc_plot *plot = &p->plot;
    const double low = plot->up.low / giga, x0 = twc_plot_x(plot, low / bytes), y0 = twc_plot_y(plot, plot->up.low),
                 x1 = twc_plot_x(plot, r->integer / bytes), y1 = twc_plot_y(plot, giga * r->integer),
                 length = hypot(x1 - x0, y1 - y0), ux = (x1 - x0) / length, uy = (y1 - y0) / length;
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
    snprintf(label, sizeof label, "%s, %.0f GB/s", what, giga * bytes);
    cairo_save(cr);
    cairo_translate(cr, x0, y0);
    cairo_rotate(cr, atan2(uy, ux));
    twc_text(cr, start, -5, TWC_TEXT_SMALL, TWC_ALIGN_LEFT, label);
    const double width = twc_text_width(cr, TWC_TEXT_SMALL, label);
    cairo_restore(cr);
    p->barred[p->barred_count][0] = (place){x0, y0};
    p->barred[p->barred_count++][1] = (place){x1, y1};
    for (int k = 0; k < ALONG; k++) {
        const double t = start + width * (k + 0.5) / ALONG, x = x0 + t * ux + 5 * uy, y = y0 + t * uy - 5 * ux;
        p->taken[p->taken_count++] = (box){x - 4, y - 4, x + 4, y + 4};
    }
}

static void draw_roofs(cairo_t *cr, const twc_roofline *r, picture *p)
{
    char label[80];
    const twc_plot *plot = &p->plot;
    const double y = twc_plot_y(plot, giga * r->integer);
    twc_source(cr, twc_rgb_hex(0x404040));
    cairo_set_line_width(cr, 1);
    twc_plot_clip(cr, plot);
    cairo_move_to(cr, twc_plot_x(plot, r->integer / r->cache), y);
    cairo_line_to(cr, plot->x + plot->width, y);
    cairo_stroke(cr);
    draw_slope(cr, r, p, r->cache, "copy in L1");
    draw_slope(cr, r, p, r->memory, "copy in memory");
    snprintf(label, sizeof label, "independent additions and loads, %.1f \u00d7 10\u2079/s", giga * r->integer);
    twc_text(cr, plot->x + plot->width - 3, y - 5, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, label);
    cairo_restore(cr);
    p->taken[p->taken_count++] = (box){plot->x, y - 9, plot->x + plot->width, y + 1};
}

static twc_plot make_plot(const twc_roofline *r)
{
    double least = r->integer, most = r->integer, far = r->integer / r->memory;
    for (int k = 0; k < r->count; k++) {
        for (int row = 0; row < TWC_ROOFLINE_ROWS; row++) {
            if (!r->kernel[k].has[row])
                continue;
            least = fmin(least, r->kernel[k].rate[row]);
            most = fmax(most, r->kernel[k].rate[row]);
            far = fmax(far, r->kernel[k].intensity[row]);
        }
    }
    const double low = fmin(0.75 * least, 0.3 * r->integer);
    return (twc_plot){left,
                      top,
                      TWC_COLUMN_PT - left - right,
                      height - top - foot,
                      {0.6 * low / r->cache, 1.8 * far, 1, "instructions a byte"},
                      {giga * low, giga * 1.25 * most, 1, "10\u2079 instructions a second"}};
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_roofline *r = data;
    picture p = {.plot = make_plot(r)};
    collect(&p, r);
    twc_plot_frame(cr, &p.plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    draw_roofs(cr, r, &p);
    draw_lines(cr, &p);
    draw_markers(cr, &p, r);
    for (int k = 0; k < r->count; k++)
        draw_label(cr, &p, &r->kernel[k]);
    twc_legend_entry entries[TWC_ROOFLINE_ROWS];
    for (int row = 0; row < TWC_ROOFLINE_ROWS; row++)
        entries[row] = (twc_legend_entry){marks[row], twc_hue_rgb(hues[row]), 1, twc_roofline_row(row)};
    twc_legend_row(cr, left, top / 2, entries, TWC_ROOFLINE_ROWS);
}

twc_status twc_write_roofline(const twc_roofline *roofline, const char *folder)
{
    const twc_page page = {"roofline", "Kernels under the roofs of the machine", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, roofline);
}
