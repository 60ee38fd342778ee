/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bytes.h"

enum { DOTS_PER_INCH = 300 };

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int length)
{
    return twc_bytes_append(closure, data, length) ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* fontconfig always answers with some font; another one would change the picture and its bytes. */
static twc_status check_font(void)
{
    FcPattern *pattern = FcPatternCreate();
    FcResult result;
    FcChar8 *family = NULL;
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)TWC_FONT);
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    int found = match && FcPatternGetString(match, FC_FAMILY, 0, &family) == FcResultMatch &&
                strcmp((const char *)family, TWC_FONT) == 0;
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    return found ? twc_ok() : twc_fail(TWC_IO, "the font " TWC_FONT " is missing: apt-get install fonts-dejavu-core");
}

/* The date written into the PDF, as 2000-01-01T00:00:00Z. */
static twc_status document_date(char date[32])
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    time_t seconds = 946684800;
    if (text) {
        char *end;
        errno = 0;
        long long value = strtoll(text, &end, 10);
        if (errno || end == text || *end || value < 0 || value > 253402300799)
            return twc_fail(TWC_USAGE, "SOURCE_DATE_EPOCH is \"%s\", not a number of seconds since 1970", text);
        seconds = (time_t)value;
    }
    struct tm calendar;
    gmtime_r(&seconds, &calendar);
    strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &calendar);
    return twc_ok();
}

/* Runs the drawing on a surface, which it finishes and destroys. */
static twc_status render(cairo_surface_t *surface, double scale, const twc_page *page, twc_draw *draw, const void *data)
{
    cairo_t *cr = cairo_create(surface);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    cairo_scale(cr, scale, scale);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    draw(cr, data);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    return status ? twc_fail(TWC_IO, "drawing %s: %s", page->name, cairo_status_to_string(status)) : twc_ok();
}

static twc_status close_surface(cairo_surface_t *surface, const twc_page *page, twc_status status)
{
    cairo_surface_finish(surface);
    cairo_status_t finished = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (!status.code && finished)
        return twc_fail(TWC_IO, "drawing %s: %s", page->name, cairo_status_to_string(finished));
    return status;
}

static twc_status render_pdf(const twc_page *page, const char *date, twc_draw *draw, const void *data, twc_bytes *out)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append, out, page->width, page->height);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page->title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, date);
    return close_surface(surface, page, render(surface, 1, page, draw, data));
}

static twc_status render_svg(const twc_page *page, twc_draw *draw, const void *data, twc_bytes *out)
{
    twc_bytes raw = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, &raw, page->width, page->height);
    twc_status status = close_surface(surface, page, render(surface, 1, page, draw, data));
    if (!status.code && twc_svg_rename(&raw, page->name, out))
        status = twc_fail(TWC_IO, "not enough memory for %s.svg", page->name);
    twc_bytes_free(&raw);
    return status;
}

static twc_status render_png(const twc_page *page, twc_draw *draw, const void *data, twc_bytes *out)
{
    double scale = DOTS_PER_INCH / 72.0;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(page->width * scale + 0.5),
                                                          (int)(page->height * scale + 0.5));
    twc_status status = render(surface, scale, page, draw, data);
    if (!status.code && cairo_surface_write_to_png_stream(surface, append, out))
        status = twc_fail(TWC_IO, "not enough memory for %s.png", page->name);
    return close_surface(surface, page, status);
}

twc_status twc_page_write(const char *folder, const twc_page *page, twc_draw *draw, const void *data)
{
    static const char *const extensions[] = {"pdf", "svg", "png"};
    twc_bytes files[3] = {{0}, {0}, {0}};
    char date[32];
    twc_status status = check_font();
    if (!status.code)
        status = document_date(date);
    if (!status.code)
        status = render_pdf(page, date, draw, data, &files[0]);
    if (!status.code)
        status = render_svg(page, draw, data, &files[1]);
    if (!status.code)
        status = render_png(page, draw, data, &files[2]);
    if (!status.code)
        status = twc_bytes_write(folder, page->name, extensions, files, 3);
    for (int k = 0; k < 3; k++)
        twc_bytes_free(&files[k]);
    return status;
}

/* ---- text -------------------------------------------------------------------------------------------------- */

/* Half the height of a capital of DejaVu Sans, in units of the size: centres a line of text on y. */
static const double half_capital = 0.365;

static void show(cairo_t *cr, double size, cairo_font_weight_t weight, twc_align align, const char *text)
{
    double x, y;
    cairo_text_extents_t extents;
    cairo_select_font_face(cr, TWC_FONT, CAIRO_FONT_SLANT_NORMAL, weight);
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    cairo_get_current_point(cr, &x, &y);
    cairo_move_to(cr,
                  x - (align == TWC_ALIGN_LEFT     ? 0
                       : align == TWC_ALIGN_CENTRE ? 0.5
                                                   : 1) *
                          extents.x_advance,
                  y + half_capital * size);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

void twc_text(cairo_t *cr, double x, double y, double size, twc_align align, const char *text)
{
    cairo_move_to(cr, x, y);
    show(cr, size, CAIRO_FONT_WEIGHT_NORMAL, align, text);
}

void twc_text_bold(cairo_t *cr, double x, double y, double size, twc_align align, const char *text)
{
    cairo_move_to(cr, x, y);
    show(cr, size, CAIRO_FONT_WEIGHT_BOLD, align, text);
}

void twc_text_up(cairo_t *cr, double x, double y, double size, const char *text)
{
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_rotate(cr, -1.5707963267948966);
    twc_text(cr, 0, 0, size, TWC_ALIGN_CENTRE, text);
    cairo_restore(cr);
}

double twc_text_width(cairo_t *cr, double size, const char *text)
{
    cairo_text_extents_t extents;
    cairo_select_font_face(cr, TWC_FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}
