/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One drawing function, three files: PDF and SVG (vector, fonts embedded) and PNG. The same drawing gives the same
 * bytes every time: dates come from SOURCE_DATE_EPOCH (2000-01-01 without it), hinting is off, and the identifiers in
 * the SVG are renamed after the page, so several figures can stand in one HTML page.
 */
#ifndef TWC_FIGURES_CANVAS_H
#define TWC_FIGURES_CANVAS_H

#include <cairo.h>

#include "twc/status.h"

/* Widths of a printed page, in points (1/72 inch); heights are up to the figure. */
#define TWC_COLUMN_PT 241.0
#define TWC_TEXT_PT 506.0

typedef struct twc_page {
    const char *name;     /* of the files, without extension: letters, digits, - and _ */
    const char *title;    /* document title in the PDF */
    double width, height; /* points */
} twc_page;

/* Draws on a white page in points, origin top left. It may be called several times and must draw the same each time. */
typedef void twc_draw(cairo_t *cr, const void *data);

/*
 * Writes folder/name.pdf, .svg and .png (300 dots an inch), each whole or not at all. Fails when the drawing does, the
 * font is missing, SOURCE_DATE_EPOCH is no number or the folder can't be written.
 */
twc_status twc_page_write(const char *folder, const twc_page *page, twc_draw *draw, const void *data);

/* ---- text -------------------------------------------------------------------------------------------------- */

#define TWC_FONT "DejaVu Sans"
enum { TWC_TEXT_SMALL = 6, TWC_TEXT_NORMAL = 7, TWC_TEXT_LARGE = 8 }; /* points */

typedef enum twc_align { TWC_ALIGN_LEFT, TWC_ALIGN_CENTRE, TWC_ALIGN_RIGHT } twc_align;

/* Text in the current colour; y is the middle of a lower-case-and-capital line, not the baseline. */
void twc_text(cairo_t *cr, double x, double y, double size, twc_align align, const char *text);
void twc_text_bold(cairo_t *cr, double x, double y, double size, twc_align align, const char *text);
/* Reading upwards, centred on (x, y). */
void twc_text_up(cairo_t *cr, double x, double y, double size, const char *text);
double twc_text_width(cairo_t *cr, double size, const char *text);

#endif
