/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sheets of pictures: the region, roads, mountains, weather, and one view without a title. */
#include <string.h>

#include "axes.h"
#include "figures.h"

/* Points of one pixel at the PNG's resolution: panels whose places are multiples of it are not resampled. */
#define PIXEL_PT (72.0 / 300.0)

enum { MOST_PANELS = 4 };

typedef struct sheet {
    int columns, count;
    double gap, title; /* pixels */
    const char *titles[MOST_PANELS];
    const twc_picture *picture;
    cairo_surface_t *image[MOST_PANELS];
} sheet;

static cairo_surface_t *image_of(const twc_picture *picture)
{
    const uint8_t *rgb = picture->rgb;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture->width, picture->height);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (int row = 0; bytes && row < picture->height; row++)
        for (int column = 0; column < picture->width; column++, rgb += 3) {
            uint32_t word = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
            memcpy(bytes + (size_t)row * stride + 4 * (size_t)column, &word, 4);
        }
    cairo_surface_mark_dirty(image);
    return image;
}

/* An image at (x, y), one of its pixels on each of the page's. */
static void draw_image(cairo_t *cr, double x, double y, cairo_surface_t *image)
{
    double width = cairo_image_surface_get_width(image) * PIXEL_PT,
           height = cairo_image_surface_get_height(image) * PIXEL_PT;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, PIXEL_PT, PIXEL_PT);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_rectangle(cr, x, y, width, height);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[MOST_PANELS] = {"a", "b", "c", "d"};
    const sheet *s = data;
    double gap = s->gap * PIXEL_PT, title = s->title * PIXEL_PT;
    for (int k = 0; k < s->count; k++) {
        double x = (k % s->columns) * (s->picture->width * PIXEL_PT + gap),
               y = (k / s->columns) * (s->picture->height * PIXEL_PT + title);
        if (s->titles[k])
            twc_panel_title(cr, x, y + title / 2 - 1, letters[k], s->titles[k]);
        draw_image(cr, x, y + title, s->image[k]);
    }
}

static twc_status write_sheet(sheet *s, twc_page page, const char *folder)
{
    for (int k = 0; k < s->count; k++)
        s->image[k] = image_of(&s->picture[k]);
    twc_status status = twc_page_write(folder, &page, draw, s);
    for (int k = 0; k < s->count; k++)
        cairo_surface_destroy(s->image[k]);
    return status;
}

/* The page takes the sheet and a point more, for the frames. */
static twc_page page_of(const sheet *s, const char *name, const char *title)
{
    int rows = (s->count + s->columns - 1) / s->columns;
    return (twc_page){name, title,
                      s->columns * s->picture->width * PIXEL_PT + (s->columns - 1) * (s->gap * PIXEL_PT) + 1,
                      rows * (s->picture->height * PIXEL_PT + s->title * PIXEL_PT) + 1};
}

twc_status twc_write_region(const twc_picture pictures[3], const char *folder)
{
    sheet s = {3, 3, 12, 58, {"From 150 m", "From 26 m", "From 3.5 m"}, pictures, {NULL}};
    return write_sheet(&s, page_of(&s, "region", "The region from three heights"), folder);
}

twc_status twc_write_roads(const twc_picture pictures[4], const char *folder)
{
    sheet s = {2,
               4,
               15,
               58,
               {"On the first road", "From its downhill side", "From 30 m up", "The second road, from 26 m up"},
               pictures,
               {NULL}};
    return write_sheet(&s, page_of(&s, "roads", "Two roads cut into the ground"), folder);
}

twc_status twc_write_mountains(const twc_picture pictures[4], const char *folder)
{
    sheet s = {2,
               4,
               15,
               58,
               {"Fine only", "With Broad cells", "Fine only, from afar", "With Broad cells, from afar"},
               pictures,
               {NULL}};
    return write_sheet(&s, page_of(&s, "mountains", "Mountains with and without facet classes"), folder);
}

twc_status twc_write_weather(const twc_picture pictures[3], const char *folder)
{
    sheet s = {3, 3, 12, 58, {"Clear", "Rain", "Snow"}, pictures, {NULL}};
    return write_sheet(&s, page_of(&s, "weather", "Clear, rain and snow"), folder);
}

twc_status twc_write_land_view(const twc_picture pictures[4], const char *folder)
{
    sheet s = {2,
               4,
               15,
               58,
               {"From the cove, at eye level", "From 55 m over the cove", "Where the walkway crosses the brook",
                "From the south-east"},
               pictures,
               {NULL}};
    return write_sheet(&s, page_of(&s, "land_view", "A land from its cove"), folder);
}

twc_status twc_write_detail_views(const twc_picture pictures[4], const char *folder)
{
    sheet s = {2, 4, 15, 58, {"Level 0", "Level 1", "Level 2", "Mixed, a colour a level"}, pictures, {NULL}};
    return write_sheet(&s, page_of(&s, "detail_views", "A place at each level of detail, and mixed"), folder);
}

twc_status twc_write_view(const twc_picture *picture, const char *folder)
{
    sheet s = {1, 1, 0, 0, {NULL}, picture, {NULL}};
    return write_sheet(&s, (twc_page){"view", "A view", picture->width * PIXEL_PT, picture->height * PIXEL_PT}, folder);
}
