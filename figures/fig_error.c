/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mesh minus heightfield at the 4 m samples: two maps with one scale. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double left = 30, top = 14, gap = 12, right = 50, foot = 34;

typedef struct layer {
    const twc_error_map *map;
    int which;
} layer;

static twc_rgb pixel(int32_t column, int32_t row, const void *data)
{
    const layer *l = data;
    float error = l->map->error[l->which][(size_t)row * (size_t)l->map->samples.nx + (size_t)column];
    return twc_diverging(0.5 + 0.5 * error / l->map->reach);
}

static double side(void)
{
    return (TWC_TEXT_PT - left - gap - right) / 2;
}

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Fine only", "With Broad cells"};
    const twc_error_map *map = data;
    for (int k = 0; k < 2; k++) {
        const layer l = {map, k};
        char text[64];
        twc_plan view = twc_plan_fit(left + k * (side() + gap), top, side(), map->window);
        twc_draw_samples(cr, &view, map->samples, pixel, &l);
        if (k == 0) {
            twc_plan_axes(cr, &view);
        } else {
            const double km = 1e-5;
            const twc_plot across = {view.x,
                                     view.y,
                                     view.width,
                                     view.height,
                                     {map->window.x * km, ((double)map->window.x + map->window.nx) * km, 0, "x (km)"},
                                     {0, 1, 0, NULL}};
            twc_plot_frame(cr, &across, TWC_AXIS_ACROSS);
        }
        twc_panel_title(cr, view.x, top / 2 - 1, letters[k], titles[k]);
        snprintf(text, sizeof text, "RMS %.2f m", map->rms[k]);
        twc_text(cr, view.x + view.width, top / 2 - 1, TWC_TEXT_NORMAL, TWC_ALIGN_RIGHT, text);
    }
    const twc_axis scale = {-map->reach, map->reach, 0, "mesh \u2212 heightfield (m)"};
    double height = side() * map->window.nz / map->window.nx;
    twc_source(cr, twc_rgb_hex(0x606060));
    twc_text(cr, left + 2 * side() + gap, top + height + 28, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT,
             "grey: beyond the ground's outline");
    twc_colour_bar(cr, left + 2 * side() + gap + 6, top, 8, height, twc_diverging, &scale);
}

twc_status twc_write_error(const twc_error_map *map, const char *folder)
{
    double height = top + side() * map->window.nz / map->window.nx + foot;
    const twc_page page = {"error", "Mesh against heightfield", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, map);
}
