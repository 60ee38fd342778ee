/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of a land's features is its meaning: as written, and the other way round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plot/land_scene.h"

typedef struct order_work {
    twc_land_scene scene;
    twc_land_made base;
    twc_land_ground swapped; /* its heights are `heights` */
    float *heights;
} order_work;

/* Where the other order adds most. */
static void find_most(const order_work *w, twc_land_order *order)
{
    const twc_land_grid *grid = &w->scene.land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const float *written = w->scene.made.ground.heights;
    size_t most = 0;
    for (size_t k = 1; k < (size_t)grid->points * (size_t)grid->points; k++)
        if (w->heights[k] - written[k] > w->heights[most] - written[most])
            most = k;
    order->most = (double)w->heights[most] - (double)written[most];
    order->where = (twc_land_spot){"", low + grid->cell * (double)(most % (size_t)grid->points),
                                   low + grid->cell * (double)(most / (size_t)grid->points), order->most, 0};
}

/* The ground of both orders about the place, at a quarter of the cell, and their difference. */
static twc_status add_pictures(const order_work *w, twc_land_order *order)
{
    const double half = 26, metres = w->scene.land->grid.cell / 8.0;
    const twc_land_ground *ground[2] = {&w->scene.made.ground, &w->swapped};
    twc_land_image *image[2] = {&order->as_written, &order->swapped};
    twc_status status = twc_land_field_create(twc_land_frame_about(order->where.x, order->where.z, half), metres,
                                              &order->fill);
    if (status.code)
        return status;
    const size_t n = (size_t)order->fill.columns, rows = (size_t)order->fill.rows;
    double *x = malloc(3 * n * sizeof *x), *z = x + n, *y = z + n;
    float *heights = malloc(n * rows * sizeof *heights);
    for (int k = 0; k < 2 && !status.code; k++) {
        if (!x || !heights) {
            status = twc_fail(TWC_IO, "not enough memory for a map");
            break;
        }
        for (size_t row = 0; row < rows; row++) {
            twc_land_field_row(&order->fill, (int32_t)row, x, z);
            w->scene.table->land_heights(ground[k], (twc_spots){n, x, z}, y);
            for (size_t i = 0; i < n; i++) {
                heights[row * n + i] = (float)y[i];
                order->fill.value[row * n + i] = k ? y[i] - order->fill.value[row * n + i] : y[i];
            }
        }
        status = twc_land_shade(heights, (int32_t)n, (int32_t)rows, metres, order->fill.frame, image[k]);
    }
    free(x);
    free(heights);
    return status;
}

static twc_status add_profile(const order_work *w, twc_land_order *order)
{
    const twc_spine *brook = &w->scene.made.ground.spine[1];
    const size_t n = (size_t)brook->count;
    double *memory = malloc(4 * n * sizeof *memory);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for the brook");
    order->count = n;
    order->along = memory, order->bed = memory + n, order->filled = memory + 2 * n, order->level = memory + 3 * n;
    memcpy(order->along, brook->along, n * sizeof(double));
    memcpy(order->level, brook->level, n * sizeof(double));
    w->scene.table->land_heights(&w->scene.made.ground, (twc_spots){n, brook->x, brook->z}, order->bed);
    w->scene.table->land_heights(&w->swapped, (twc_spots){n, brook->x, brook->z}, order->filled);
    return twc_ok();
}

static twc_status draw(order_work *w, const char *folder)
{
    twc_land_order order = {.count = 0};
    const size_t points = (size_t)w->scene.land->grid.points * (size_t)w->scene.land->grid.points;
    w->heights = malloc(points * sizeof *w->heights);
    if (!w->heights)
        return twc_fail(TWC_IO, "not enough memory for a ground");
    twc_land_swapped(w->scene.table, &w->base.ground, &w->scene.made.ground, w->heights);
    w->swapped = w->scene.made.ground;
    w->swapped.heights = w->heights;
    find_most(w, &order);
    order.line_count = twc_land_feature_lines(&w->scene, order.line);
    twc_status status = add_pictures(w, &order);
    if (!status.code)
        status = add_profile(w, &order);
    if (!status.code)
        status = twc_write_land_order(&order, folder);
    free(order.as_written.picture.rgb);
    free(order.swapped.picture.rgb);
    free(order.fill.value);
    free(order.along);
    twc_land_lines_free(order.line, order.line_count);
    free(w->heights);
    return status;
}

twc_status twc_plot_land_order(const twc_study_area *area, const char *folder)
{
    order_work w = {.heights = NULL};
    twc_status status = twc_land_scene_create(area->source, &w.scene);
    if (status.code)
        return status;
    if (w.scene.land->feature_count != 2)
        status = twc_fail(TWC_USAGE, "%s has no path and brook to show", w.scene.land->name);
    if (!status.code)
        status = twc_land_make(w.scene.table, w.scene.land, 0, &w.base);
    if (!status.code) {
        status = draw(&w, folder);
        twc_land_unmake(&w.base);
    }
    twc_land_scene_destroy(&w.scene);
    return status;
}
