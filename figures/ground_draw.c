/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground_draw.h"

#include <math.h>
#include <string.h>

#include "axes.h"

/* ---- view --------------------------------------------------------------------------------------------------- */

twc_plan twc_plan_fit(double x, double y, double width, twc_rect window)
{
    double scale = width / window.nx;
    return (twc_plan){x, y, width, scale * window.nz, window, scale};
}

double twc_plan_x(const twc_plan *view, double x_cm)
{
    return view->x + (x_cm - view->window.x) * view->scale;
}

double twc_plan_y(const twc_plan *view, double z_cm)
{
    return view->y + (z_cm - view->window.z) * view->scale;
}

void twc_plan_clip(cairo_t *cr, const twc_plan *view)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->x, view->y, view->width, view->height);
    cairo_clip(cr);
}

void twc_plan_outline(cairo_t *cr, const twc_plan *view)
{
    cairo_save(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_rectangle(cr, view->x, view->y, view->width, view->height);
    cairo_stroke(cr);
    cairo_restore(cr);
}

void twc_plan_axes(cairo_t *cr, const twc_plan *view)
{
    const double km = 1e-5;
    twc_rect w = view->window;
    const twc_plot plot = {view->x,
                           view->y,
                           view->width,
                           view->height,
                           {w.x * km, ((double)w.x + w.nx) * km, 0, "x (km)"},
                           {((double)w.z + w.nz) * km, w.z * km, 0, "z (km)"}};
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
}

/* ---- patches and lines --------------------------------------------------------------------------------------- */

twc_rgb twc_patch_colour(const twc_patch *patch, const void *unused)
{
    (void)unused;
    return (twc_rgb){patch->colour[0], patch->colour[1], patch->colour[2]};
}

void twc_draw_patches(cairo_t *cr, const twc_plan *view, const twc_plan_map *map, twc_paint *paint, const void *data)
{
    cairo_save(cr);
    cairo_set_line_width(cr, 0.25); /* covers the gap that anti-aliasing leaves between neighbours */
    for (size_t p = 0; p < map->patch_count; p++) {
        const twc_patch *patch = &map->patch[p];
        for (uint32_t t = patch->first; t < patch->first + patch->count; t++) {
            cairo_new_sub_path(cr);
            for (int k = 0; k < 3; k++)
                cairo_line_to(cr, twc_plan_x(view, map->corner[t][k][0]), twc_plan_y(view, map->corner[t][k][1]));
            cairo_close_path(cr);
        }
        twc_source(cr, paint(patch, data));
        cairo_fill_preserve(cr);
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}

void twc_draw_lines(cairo_t *cr, const twc_plan *view, const twc_plan_lines *lines)
{
    for (size_t k = 0; k < lines->count; k++) {
        const int32_t *line = lines->line[k];
        cairo_move_to(cr, twc_plan_x(view, line[0]), twc_plan_y(view, line[1]));
        cairo_line_to(cr, twc_plan_x(view, line[2]), twc_plan_y(view, line[3]));
    }
    cairo_stroke(cr);
}

/* ---- images ------------------------------------------------------------------------------------------------- */

static uint32_t byte_of(double value)
{
    return (uint32_t)(255 * fmin(1, fmax(0, value)) + 0.5);
}

void twc_draw_samples(cairo_t *cr, const twc_plan *view, twc_rect samples, twc_pixel *pixel, const void *data)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, samples.nx, samples.nz);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (int32_t row = 0; bytes && row < samples.nz; row++)
        for (int32_t column = 0; column < samples.nx; column++) {
            twc_rgb colour = pixel(column, row, data);
            uint32_t word = byte_of(colour.r) << 16 | byte_of(colour.g) << 8 | byte_of(colour.b);
            memcpy(bytes + (size_t)row * stride + 4 * (size_t)column, &word, 4);
        }
    cairo_surface_mark_dirty(image);
    twc_plan_clip(cr, view);
    /* A sample is the centre of its pixel. */
    cairo_translate(cr, twc_plan_x(view, (samples.x - 0.5) * TWC_SAMPLE_CM),
                    twc_plan_y(view, (samples.z - 0.5) * TWC_SAMPLE_CM));
    cairo_scale(cr, view->scale * TWC_SAMPLE_CM, view->scale * TWC_SAMPLE_CM);
    cairo_set_source_surface(cr, image, 0, 0); /* an image in error puts cr in error, which the page reports */
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

twc_rgb twc_hillshade(int32_t column, int32_t row, const void *data)
{
    const twc_relief *relief = data;
    int32_t nx = relief->samples.nx, nz = relief->samples.nz;
    int32_t west = twc_clamp(column - 1, 0, nx - 1), east = twc_clamp(column + 1, 0, nx - 1);
    int32_t north = twc_clamp(row - 1, 0, nz - 1), south = twc_clamp(row + 1, 0, nz - 1);
    const float *along = relief->heights + (size_t)row * (size_t)nx, *down = relief->heights + column;
    double gx = (double)(along[east] - along[west]) / (4.0 * fmax(1, east - west));
    double gz = (double)(down[(ptrdiff_t)south * nx] - down[(ptrdiff_t)north * nx]) / (4.0 * fmax(1, south - north));
    /*
     * A light at (-1, sqrt 2, -1), 45 degrees high, over a surface with normal (-gx, 1, -gz); half-Lambert keeps shaded
     * slopes apart.
     */
    double facing = (gx + sqrt(2) + gz) / (2 * sqrt(gx * gx + gz * gz + 1));
    double level = relief->darkest + (relief->lightest - relief->darkest) * (0.5 + 0.5 * facing);
    return (twc_rgb){level, level, level};
}
