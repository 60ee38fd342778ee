/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mesh minus heightfield at the 4 m samples: two maps with one scale. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axes.h"
#include "figure.h"
#include "measure/mesh_heights.h"

static const double left = 30, top = 14, gap = 12, right = 50, foot = 34;

typedef struct error_map {
    twc_rect window, samples;
    float *error[2]; /* fine only, as classed; NaN where the outline leaves a sample bare */
    double reach;    /* metres at the ends of the colour map */
    double rms[2];
} error_map;

typedef struct layer {
    const error_map *map;
    int which;
} layer;

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The root mean square of a layer, and its 99th percentile without sign through `scratch`. */
static double measure(const float *error, size_t count, float *scratch, double *percentile)
{
    double sum = 0;
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(error[k]))
            continue;
        sum += (double)error[k] * error[k];
        scratch[kept++] = fabsf(error[k]);
    }
    qsort(scratch, kept, sizeof *scratch, by_value);
    *percentile = kept ? scratch[(kept - 1) * 99 / 100] : 0;
    return kept ? sqrt(sum / (double)kept) : 0;
}

/* The next of 1, 1.5, 2, 3, 4, 6, 8 times a power of ten, not less than a tenth of a metre. */
static double round_up(double value)
{
    static const double steps[] = {1, 1.5, 2, 3, 4, 6, 8, 10};
    double power = pow(10, floor(log10(fmax(value, 0.1))));
    size_t k = 0;
    while (k < 7 && value > steps[k] * power)
        k++;
    return steps[k] * power;
}

static twc_status compute(const twc_subject *subject, error_map *map)
{
    size_t count = (size_t)map->samples.nx * (size_t)map->samples.nz;
    float *heights = twc_subject_heights(subject, map->samples), *scratch = malloc(count * sizeof *scratch);
    map->error[0] = malloc(count * sizeof *map->error[0]);
    map->error[1] = malloc(count * sizeof *map->error[1]);
    twc_status status = twc_ok();
    if (!heights || !scratch || !map->error[0] || !map->error[1])
        status = twc_fail(TWC_IO, "not enough memory for an error map of %d x %d samples", map->samples.nx,
                          map->samples.nz);
    for (int k = 0; k < 2 && !status.code; k++) {
        twc_mesh_list meshes = k ? twc_layer_list(&subject->ground) : twc_layer_list(&subject->fine);
        double percentile;
        twc_mesh_heights(meshes.mesh, meshes.count, map->samples, map->error[k]);
        for (size_t at = 0; at < count; at++)
            map->error[k][at] -= heights[at];
        map->rms[k] = measure(map->error[k], count, scratch, &percentile);
        map->reach = fmax(map->reach, round_up(percentile));
    }
    free(heights);
    free(scratch);
    return status;
}

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
    const error_map *map = data;
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

twc_status twc_write_error(const twc_subject *subject, const char *folder)
{
    error_map map = {.samples = twc_world_samples(subject->world)};
    twc_status status = twc_subject_extent(subject, &map.window);
    if (!status.code)
        status = compute(subject, &map);
    double height = top + side() * map.window.nz / (map.window.nx ? map.window.nx : 1) + foot;
    const twc_page page = {"error", "Mesh against heightfield", TWC_TEXT_PT, height};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &map);
    free(map.error[0]);
    free(map.error[1]);
    return status;
}
