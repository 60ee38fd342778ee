/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cross-section of a road on a slope, with the names of its parts. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double stretch = 2.5, reach = 12, margin = 4, height = 172;

static double px(double x)
{
    return margin + (x + reach) * (TWC_COLUMN_PT - 2 * margin) / (2 * reach);
}

static double py(double y)
{
    return 86 - y * stretch * (TWC_COLUMN_PT - 2 * margin) / (2 * reach);
}

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
}

/* A letter with a smaller one below the line. */
static void name(cairo_t *cr, double x, double y, const char *letter, const char *index)
{
    double width = twc_text_width(cr, TWC_TEXT_LARGE, letter);
    twc_text(cr, x, y, TWC_TEXT_LARGE, TWC_ALIGN_LEFT, letter);
    twc_text(cr, x + width + 0.3, y + 2.2, TWC_TEXT_SMALL - 0.5, TWC_ALIGN_LEFT, index);
}

/* A dimension from x0 to x1 at a height of the page, with its name below. */
static void dimension(cairo_t *cr, double x0, double x1, double y, const char *letter, const char *index)
{
    cairo_set_line_width(cr, 0.5);
    line(cr, x0, y, x1, y);
    line(cr, x0, y - 2.5, x0, y + 2.5);
    line(cr, x1, y - 2.5, x1, y + 2.5);
    name(cr, (x0 + x1) / 2 - 4, y + 8, letter, index);
}

/* What lies between the section and the natural ground: fill below the section, cut above it. */
static void earthworks(cairo_t *cr, const twc_road_section *s)
{
    for (int cut = 0; cut < 2; cut++) {
        cairo_save(cr);
        /* Only the side of the natural ground that is meant. */
        cairo_move_to(cr, px(-reach), py(-s->slope * reach));
        cairo_line_to(cr, px(reach), py(s->slope * reach));
        cairo_line_to(cr, px(reach), cut ? height : 0);
        cairo_line_to(cr, px(-reach), cut ? height : 0);
        cairo_close_path(cr);
        cairo_clip(cr);
        for (int i = 0; i < s->count; i++)
            cairo_line_to(cr, px(s->x[i]), py(s->y[i]));
        cairo_close_path(cr); /* the closing side is the natural ground */
        twc_source_alpha(cr, twc_hue_rgb(cut ? TWC_SKY : TWC_ORANGE), 0.45);
        cairo_fill(cr);
        cairo_restore(cr);
    }
}

static void ground_line(cairo_t *cr, const twc_road_section *s)
{
    const double dash[] = {3, 2};
    double left = s->x[0], right = s->x[s->count - 1];
    twc_source(cr, twc_rgb_hex(0x4a6a2a));
    cairo_set_line_width(cr, 1.4);
    line(cr, px(-reach), py(-s->slope * reach), px(left), py(s->slope * left));
    line(cr, px(right), py(s->slope * right), px(reach), py(s->slope * reach));
    cairo_set_dash(cr, dash, 2, 0);
    cairo_set_line_width(cr, 0.9);
    line(cr, px(left), py(s->slope * left), px(right), py(s->slope * right));
    cairo_set_dash(cr, NULL, 0, 0);
}

static void profile_line(cairo_t *cr, const twc_road_section *s)
{
    for (int i = 0; i < s->count; i++)
        cairo_line_to(cr, px(s->x[i]), py(s->y[i]));
    cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
    for (int i = 0; i < s->count; i++)
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLACK), 1, px(s->x[i]), py(s->y[i]), 3.6);
}

static void names(cairo_t *cr, const twc_road_section *s)
{
    int last = s->count - 1;
    cairo_set_source_rgb(cr, 0, 0, 0);
    name(cr, px(s->x[0]) - 12, py(s->y[0]) - 7, "O", "L");
    name(cr, px(s->x[1]) - 5, py(s->y[1]) - 9, "M", "L");
    name(cr, px(s->x[2]) - 2, py(s->y[2]) - 8, "I", "L");
    name(cr, px(s->x[last - 2]) - 4, py(s->y[last - 2]) + 8, "I", "R");
    name(cr, px(s->x[last - 1]) - 18, py(s->y[last - 1]) - 2, "M", "R");
    name(cr, px(s->x[last]) - 17, py(s->y[last]) - 7, "O", "R");
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_road_section *s = data;
    const double axis[] = {6, 2, 1, 2};
    int last = s->count - 1;
    double dimensions = 138, middle = px(0);
    earthworks(cr, s);
    ground_line(cr, s);
    profile_line(cr, s);
    names(cr, s);
    cairo_set_line_width(cr, 0.5);
    cairo_set_dash(cr, axis, 4, 0);
    line(cr, middle, 16, middle, dimensions + 3);
    cairo_set_dash(cr, NULL, 0, 0);
    twc_text(cr, middle, 10, TWC_TEXT_NORMAL, TWC_ALIGN_CENTRE, "centreline");
    /* Thin lines down to the dimensions. */
    twc_source(cr, twc_rgb_hex(0xb0b0b0));
    for (int i = 0; i < s->count; i++)
        if (i == 0 || i == 2 || i == last - 2 || i == last)
            line(cr, px(s->x[i]), py(s->y[i]) + (i == last - 2 ? 14 : 4), px(s->x[i]), dimensions + 3);
    cairo_set_source_rgb(cr, 0, 0, 0);
    dimension(cr, px(s->x[0]), px(s->x[2]), dimensions, "w", "L");
    dimension(cr, middle, px(s->x[last - 2]), dimensions, "b", "");
    dimension(cr, px(s->x[last - 2]), px(s->x[last]), dimensions, "w", "R");
    /* The depth, beside the centreline. */
    double at = middle + 8;
    line(cr, at, py(0), at, py(s->bed));
    line(cr, middle, py(0), at + 2.5, py(0));
    line(cr, at - 2.5, py(s->bed), at + 2.5, py(s->bed));
    name(cr, at + 4, (py(0) + py(s->bed)) / 2, "d", "");
    const twc_legend_entry entries[] = {{TWC_MARK_FILL, twc_hue_rgb(TWC_SKY), 0.45, "cut"},
                                        {TWC_MARK_FILL, twc_hue_rgb(TWC_ORANGE), 0.45, "fill"},
                                        {TWC_MARK_LINE, twc_rgb_hex(0x4a6a2a), 1, "natural ground"},
                                        {TWC_MARK_DASH, twc_rgb_hex(0x4a6a2a), 1, "kept, hidden"}};
    twc_legend_row(cr, margin, height - 12, entries, 4);
    char drawn[48];
    snprintf(drawn, sizeof drawn, "heights drawn %g times", stretch);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, TWC_COLUMN_PT - margin, 10, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, drawn);
}

twc_status twc_write_section(const twc_road_section *section, const char *folder)
{
    const twc_page page = {"section", "Cross-section of a corridor", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, section);
}
