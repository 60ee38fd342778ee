/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "land_draw.h"

#include <math.h>
#include <string.h>

twc_land_view twc_land_fit(double x, double y, double width, twc_land_frame frame)
{
    return (twc_land_view){x, y, width, width * (frame.south - frame.north) / (frame.east - frame.west), frame};
}

double twc_land_x(const twc_land_view *view, double x)
{
    return view->x + view->width * (x - view->frame.west) / (view->frame.east - view->frame.west);
}

double twc_land_y(const twc_land_view *view, double z)
{
    return view->y + view->height * (z - view->frame.north) / (view->frame.south - view->frame.north);
}

void twc_land_clip(cairo_t *cr, const twc_land_view *view)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->x, view->y, view->width, view->height);
    cairo_clip(cr);
}

void twc_land_axes(cairo_t *cr, const twc_land_view *view, unsigned sides)
{
    const twc_land_frame *f = &view->frame;
    const twc_plot plot = {view->x,
                           view->y,
                           view->width,
                           view->height,
                           {f->west, f->east, 0, sides & TWC_AXIS_ACROSS ? "x, east (m)" : NULL},
                           {f->south, f->north, 0, sides & TWC_AXIS_UP ? "z, south (m)" : NULL}};
    twc_plot_frame(cr, &plot, sides);
}

/* ---- images ---------------------------------------------------------------------------------------------------- */

/* Paints an image over the whole view, and destroys it. */
static void paint(cairo_t *cr, const twc_land_view *view, const twc_land_frame *frame, cairo_surface_t *image)
{
    const double width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
    const double left = twc_land_x(view, frame->west), top = twc_land_y(view, frame->north);
    cairo_surface_mark_dirty(image);
    twc_land_clip(cr, view);
    cairo_translate(cr, left, top);
    cairo_scale(cr, (twc_land_x(view, frame->east) - left) / width, (twc_land_y(view, frame->south) - top) / height);
    cairo_set_source_surface(cr, image, 0, 0); /* an image in error puts cr in error, which the page reports */
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

static void set_pixel(cairo_surface_t *image, int column, int row, uint32_t word)
{
    unsigned char *bytes = cairo_image_surface_get_data(image);
    if (bytes)
        memcpy(bytes + (size_t)row * (size_t)cairo_image_surface_get_stride(image) + 4 * (size_t)column, &word, 4);
}

void twc_draw_land_image(cairo_t *cr, const twc_land_view *view, const twc_land_image *picture)
{
    const twc_picture *p = &picture->picture;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p->width, p->height);
    const uint8_t *rgb = p->rgb;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++, rgb += 3)
            set_pixel(image, column, row, (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]);
    paint(cr, view, &picture->frame, image);
}

static uint32_t byte_of(double value)
{
    return (uint32_t)(255 * fmin(1, fmax(0, value)) + 0.5);
}

void twc_draw_land_field(cairo_t *cr, const twc_land_view *view, const twc_land_field *field, twc_colormap *map,
                         double low, double high)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, field->columns, field->rows);
    for (int32_t row = 0; row < field->rows; row++)
        for (int32_t column = 0; column < field->columns; column++) {
            const double value = field->value[(size_t)row * (size_t)field->columns + (size_t)column];
            const twc_rgb colour = map((value - low) / (high - low));
            set_pixel(image, column, row, byte_of(colour.r) << 16 | byte_of(colour.g) << 8 | byte_of(colour.b));
        }
    paint(cr, view, &field->frame, image);
}

/* ---- lines and labels ------------------------------------------------------------------------------------------ */

void twc_draw_land_line(cairo_t *cr, const twc_land_view *view, const twc_land_line *line, int closed)
{
    twc_land_clip(cr, view);
    cairo_new_path(cr);
    for (size_t k = 0; k < line->count; k++)
        cairo_line_to(cr, twc_land_x(view, line->point[k][0]), twc_land_y(view, line->point[k][1]));
    if (closed)
        cairo_close_path(cr);
    cairo_stroke(cr);
    cairo_restore(cr);
}

void twc_draw_land_track(cairo_t *cr, const twc_land_view *view, const twc_land_line *line, twc_rgb colour,
                         double width)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, width + 0.8);
    twc_draw_land_line(cr, view, line, 0);
    twc_source(cr, colour);
    cairo_set_line_width(cr, width);
    twc_draw_land_line(cr, view, line, 0);
}

void twc_land_label(cairo_t *cr, double x, double y, twc_align align, const char *text)
{
    static const double ring[8][2] = {{0.6, 0},   {-0.6, 0},   {0, 0.6},    {0, -0.6},
                                      {0.4, 0.4}, {-0.4, 0.4}, {0.4, -0.4}, {-0.4, -0.4}};
    cairo_set_source_rgb(cr, 1, 1, 1);
    for (int k = 0; k < 8; k++)
        twc_text(cr, x + ring[k][0], y + ring[k][1], TWC_TEXT_SMALL, align, text);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, x, y, TWC_TEXT_SMALL, align, text);
}

double twc_land_legend(cairo_t *cr, double x, double y, double width, int columns, const twc_land_palette *palette)
{
    const double row = 10;
    for (int k = 0; k < palette->count; k++) {
        const uint8_t *c = palette->colour[k];
        const twc_legend_entry entry = {TWC_MARK_FILL, {c[0] / 255.0, c[1] / 255.0, c[2] / 255.0}, 1, palette->name[k]};
        twc_legend(cr, x + k % columns * (width / columns), y + row * (k / columns), &entry, 1);
    }
    return row * ((palette->count + columns - 1) / columns);
}

twc_rgb twc_land_path_colour(void)
{
    return twc_rgb_hex(0x7a4a18);
}

twc_rgb twc_land_brook_colour(void)
{
    return twc_rgb_hex(0x1f5fa8);
}
