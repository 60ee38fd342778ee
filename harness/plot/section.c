/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cross-section of a cart road on a slope of 20 %, as solved: a corridor is placed on a plane and one of its
 * stations is taken.
 */
#include <math.h>
#include <stdlib.h>

#include "aligned.h"
#include "figures.h"
#include "plot/plots.h"
#include "twc/world_data.h"

enum { TILES = 2, SIDE = TILES * TWC_TILE_CELLS + 1, RISE_CM = 80 };
static const double slope = RISE_CM / (double)TWC_SAMPLE_CM, base_height = 200;

/* Two by two tiles that rise towards x, heights exact in the encoding. */
static twc_status make_slope(twc_world_data *data)
{
    twc_status status = twc_world_data_create((twc_rect){-TILES / 2, -TILES / 2, TILES, TILES}, 0, "slope", data);
    uint16_t *samples = malloc(sizeof(uint16_t) * SIDE * SIDE);
    if (!status.code && !samples)
        status = twc_fail(TWC_IO, "not enough memory for a section");
    for (int k = 0; k < TILES * TILES && !status.code; k++)
        status = twc_world_data_add_tile(data, k % TILES - TILES / 2, k / TILES - TILES / 2);
    if (!status.code) {
        for (int k = 0; k < SIDE * SIDE; k++)
            samples[k] = (uint16_t)(100 * (int)(base_height + 200) + RISE_CM * (k % SIDE - SIDE / 2));
        twc_world_data_set_samples(data, (twc_rect){-SIDE / 2, -SIDE / 2, SIDE, SIDE}, samples);
    }
    free(samples);
    return status;
}

/* The station whose bed is shifted least by the wobble: the clearest to read. */
static twc_road_section clearest(const twc_feature *road, const twc_cross_section *sections)
{
    twc_road_section best = {.slope = slope, .count = twc_section_row_count(&road->profile)};
    double least = INFINITY;
    int last = best.count - 1;
    for (int32_t k = 1; k < road->station_count - 1; k++) {
        const twc_vertex *row = sections[k].row;
        double shift = fabs((row[2].x - road->stations[k].x) + (row[last - 2].x - (double)road->stations[k].x));
        if (shift >= least)
            continue;
        least = shift;
        double ground = base_height + slope * road->stations[k].x / 100;
        for (int i = 0; i < best.count; i++) {
            best.x[i] = (row[i].x - road->stations[k].x) / 100.0;
            best.y[i] = row[i].y - ground;
        }
        best.bed = road->stations[k].bed_cm / 100.0 - ground;
        best.y[0] = slope * best.x[0]; /* outer rows lie on the ground */
        best.y[last] = slope * best.x[last];
    }
    return best;
}

static twc_status solve(twc_road_section *out)
{
    twc_world_data data;
    twc_features features = {.feature = NULL};
    const twc_point nodes[] = {{0, 15000}, {0, -15000}}; /* uphill to the right */
    const twc_corridor corridor = {.id = 1, .profile = &twc_cart_road, .node_count = 2, .nodes = nodes};
    twc_status status = make_slope(&data);
    if (!status.code)
        status = twc_features_place(&data.world, 0, &corridor, &features);
    if (!status.code) {
        const twc_feature *road = features.list.feature;
        twc_cross_section *sections = malloc((size_t)road->station_count * sizeof *sections);
        void *workspace = twc_aligned_alloc(twc_reference_sections_workspace());
        status = sections && workspace
                     ? twc_reference_sections(&data.world, 0, road, 0, road->station_count, workspace, sections)
                     : twc_fail(TWC_IO, "not enough memory for a section");
        if (!status.code)
            *out = clearest(road, sections);
        free(sections);
        free(workspace);
    }
    twc_features_destroy(&features);
    twc_world_data_destroy(&data);
    return status;
}

twc_status twc_plot_section(const twc_study_area *unused, const char *folder)
{
    twc_road_section section;
    (void)unused;
    twc_status status = solve(&section);
    return status.code ? status : twc_write_section(&section, folder);
}
