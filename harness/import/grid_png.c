/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greyscale PNG of 16 bits, through libpng. */
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"

typedef struct source {
    const unsigned char *next;
    size_t left;
    char problem[96]; /* libpng's own words */
} source;

static void on_error(png_structp png, png_const_charp message)
{
    source *from = png_get_error_ptr(png);
    snprintf(from->problem, sizeof from->problem, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep out, size_t size)
{
    source *from = png_get_io_ptr(png);
    if (size > from->left)
        png_error(png, "it is cut short");
    memcpy(out, from->next, size);
    from->next += size;
    from->left -= size;
}

/* What is decoded; outside the function that libpng jumps back into. */
typedef struct decoded {
    png_structp png;
    png_infop info;
    png_uint_32 columns, rows;
    int depth, colour;
    unsigned char *pixels; /* big-endian */
    png_bytep *row;
} decoded;

/* 0 when the image was decoded, or is not one of 16-bit grey; 1 when libpng gave up. */
static int decode(source *from, decoded *d)
{
    if (setjmp(png_jmpbuf(d->png)))
        return 1;
    png_set_read_fn(d->png, from, read_bytes);
    png_read_info(d->png, d->info);
    png_get_IHDR(d->png, d->info, &d->columns, &d->rows, &d->depth, &d->colour, NULL, NULL, NULL);
    if (d->depth != 16 || d->colour != PNG_COLOR_TYPE_GRAY)
        return 0;
    /* A file cannot hold more than about 1032 times its size: a lying header asks for no memory. */
    if ((double)d->columns * d->rows * 2 > 1100.0 * (double)from->left + 1100)
        png_error(d->png, "it is cut short");
    d->pixels = malloc((size_t)d->columns * d->rows * 2);
    d->row = malloc(d->rows * sizeof *d->row);
    if (!d->pixels || !d->row)
        png_error(d->png, "memory is short");
    for (size_t k = 0; k < d->rows; k++)
        d->row[k] = d->pixels + k * d->columns * 2;
    png_read_image(d->png, d->row);
    png_read_end(d->png, NULL);
    return 0;
}

static twc_status to_grid(const char *path, const decoded *d, const twc_grid_options *options, twc_grid *grid)
{
    static const char *const colours[] = {"grey", "?", "colour", "palette", "grey and alpha", "?", "colour and alpha"};
    if (!d->pixels)
        return twc_fail(TWC_IO,
                        "%s is a PNG of %d bits (%s), and heights need 16-bit grey: export it as such, "
                        "or read it through GDAL with --format gdal",
                        path, d->depth, colours[d->colour % 7]);
    twc_status status = twc_grid_create(path, d->columns, d->rows, options->cell > 0 ? options->cell : 4.0, grid);
    for (size_t k = 0; !status.code && k < (size_t)d->columns * d->rows; k++)
        twc_grid_set_stored(grid, options, k, (unsigned)d->pixels[2 * k] << 8 | d->pixels[2 * k + 1]);
    return status;
}

twc_status twc_grid_read_png(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid)
{
    if (size < 8 || png_sig_cmp(bytes, 0, 8) != 0)
        return twc_fail(TWC_IO, "%s is not a PNG image: it looks like %s; name its format with --format", path,
                        twc_grid_kind(bytes, size));
    source from = {bytes, size, ""};
    decoded d = {0};
    twc_status status;
    d.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &from, on_error, on_warning);
    d.info = d.png ? png_create_info_struct(d.png) : NULL;
    if (!d.info)
        status = twc_fail(TWC_IO, "not enough memory to read %s", path);
    else if (decode(&from, &d))
        status = twc_fail(TWC_IO, "%s is a damaged PNG image: %s", path, from.problem);
    else
        status = to_grid(path, &d, options, grid);
    png_destroy_read_struct(&d.png, &d.info, NULL);
    free(d.pixels);
    free(d.row);
    return status;
}
