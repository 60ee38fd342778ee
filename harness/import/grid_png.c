/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greyscale PNG of 16 bits, through libpng. What is transparent is no height. */
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"

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
    int transparent;       /* the grey that is; -1: none */
    int calibrated;        /* it states what its values mean (pCAL) */
    size_t step;           /* bytes a pixel */
    unsigned char *pixels; /* big-endian */
    png_bytep *row;
} decoded;

/* What the chunks before the pixels say of them. */
static void read_meaning(decoded *d)
{
    png_color_16p colour;
    png_charp purpose, units, *parameters;
    png_int_32 low, high;
    int type, count;
    d->transparent = png_get_tRNS(d->png, d->info, NULL, NULL, &colour) ? colour->gray : -1;
    d->calibrated = png_get_pCAL(d->png, d->info, &purpose, &low, &high, &type, &count, &units, &parameters) ==
                    PNG_INFO_pCAL;
}

/* 0 when the image was decoded, or is not one of 16-bit grey, or too large; 1 when libpng gave up. */
static int decode(source *from, int64_t most_cells, decoded *d)
{
    if (setjmp(png_jmpbuf(d->png)))
        return 1;
    png_set_read_fn(d->png, from, read_bytes);
    png_read_info(d->png, d->info);
    png_get_IHDR(d->png, d->info, &d->columns, &d->rows, &d->depth, &d->colour, NULL, NULL, NULL);
    if (d->depth != 16 || (d->colour & ~PNG_COLOR_MASK_ALPHA) != PNG_COLOR_TYPE_GRAY)
        return 0;
    d->step = d->colour & PNG_COLOR_MASK_ALPHA ? 4 : 2;
    /* A file cannot hold more than about 1032 times its size: a lying header asks for no memory. */
    if ((double)d->columns * d->rows * (double)d->step > 1100.0 * (double)from->left + 1100)
        png_error(d->png, "it is cut short");
    if ((double)d->columns * d->rows > (double)most_cells)
        return 0;
    read_meaning(d);
    d->pixels = malloc((size_t)d->columns * d->rows * d->step);
    d->row = malloc(d->rows * sizeof *d->row);
    if (!d->pixels || !d->row)
        png_error(d->png, "memory is short");
    for (size_t k = 0; k < d->rows; k++)
        d->row[k] = d->pixels + k * d->columns * d->step;
    png_read_image(d->png, d->row);
    png_read_end(d->png, NULL);
    return 0;
}

/* Colours are no heights, unless somebody has packed heights into them. */
static twc_status refuse_kind(const char *path, const decoded *d)
{
    if (d->colour == PNG_COLOR_TYPE_PALETTE)
        return twc_fail(
            TWC_IO,
            "%s is a PNG with a palette, whose numbers are those of colours, not heights; if they are heights "
            "all the same: gdal_translate -of ENVI %s heights.img",
            path, path);
    if (d->colour & PNG_COLOR_MASK_COLOR)
        return twc_fail(TWC_IO,
                        "%s is a PNG of colours: a picture such as a hillshade holds no heights; if it is terrain-RGB, "
                        "unpack it: gdal_calc.py -A %s --A_band=1 -B %s --B_band=2 -C %s --C_band=3 --type=Float64 "
                        "--calc=\"(A*65536.0+B*256.0+C)*0.1-10000\" --outfile=heights.tif",
                        path, path, path, path);
    return twc_fail(
        TWC_IO,
        "%s is a PNG of %d bits (grey%s), and heights need 16-bit grey: export it as such, or read its values "
        "as metres through GDAL with --format gdal",
        path, d->depth, d->colour & PNG_COLOR_MASK_ALPHA ? " and alpha" : "");
}

static twc_status to_grid(const char *path, const decoded *d, const twc_grid_options *options, twc_grid *grid,
                          twc_grid_meaning *meaning)
{
    if (d->depth != 16 || (d->colour & ~PNG_COLOR_MASK_ALPHA) != PNG_COLOR_TYPE_GRAY)
        return refuse_kind(path, d);
    twc_status status = twc_grid_create(path, d->columns, d->rows, options, grid);
    if (!status.code)
        status = twc_grid_set_cell(path, options, 4, grid);
    if (!status.code && d->calibrated && !options->has_scale)
        status = twc_fail(TWC_IO,
                          "%s states a calibration of its values (a pCAL chunk), which twc doesn't read: state it with "
                          "--scale and --offset",
                          path);
    for (size_t k = 0; !status.code && k < (size_t)d->columns * d->rows; k++) {
        const unsigned char *pixel = d->pixels + d->step * k;
        unsigned grey = (unsigned)pixel[0] << 8 | pixel[1];
        const int alpha = d->step == 4 && !(pixel[2] | pixel[3]); /* wholly transparent */
        const int left_out = alpha || (!options->has_no_data && !options->all_heights && (int)grey == d->transparent);
        grid->height[k] = left_out ? (double)NAN : grey;
    }
    meaning->scale = options->scale;
    meaning->offset = options->offset;
    meaning->masked = 1;
    return status;
}

twc_status twc_grid_read_png(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid, twc_grid_meaning *meaning)
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
    else if (decode(&from, options->most_cells > 0 ? options->most_cells : TWC_GRID_CELLS, &d))
        status = twc_fail(TWC_IO, "%s is a damaged PNG image: %s", path, from.problem);
    else
        status = to_grid(path, &d, options, grid, meaning);
    png_destroy_read_struct(&d.png, &d.info, NULL);
    free(d.pixels);
    free(d.row);
    return status;
}
