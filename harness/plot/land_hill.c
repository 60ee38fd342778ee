/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land's hill and brook: sections, gullies by octaves, and the stripes they are cut with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plot/land_scene.h"

/* ---- sections ---------------------------------------------------------------------------------------------------- */

/* Base heights of every grid point without gullies; NULL when memory is short. */
static float *smooth_heights(const twc_land_scene *s, int32_t octaves, twc_rect rect)
{
    twc_land other = *s->land;
    float *heights = malloc((size_t)rect.nx * (size_t)rect.nz * sizeof *heights);
    other.gullies.octaves = octaves;
    if (heights)
        s->table->base_heights(&other, s->made.ground.highest, rect, heights);
    return heights;
}

/* Along a row (or a column) of the grid through a point. */
static twc_status hill_section(const twc_land_scene *s, const char *title, int column, int32_t through,
                               twc_land_section *section)
{
    const twc_land_grid *grid = &s->land->grid;
    const size_t n = (size_t)grid->points;
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const twc_rect line = column ? (twc_rect){through, 0, 1, grid->points} : (twc_rect){0, through, grid->points, 1};
    float *smooth = smooth_heights(s, 0, line);
    *section = (twc_land_section){title, n, malloc(n * sizeof(double)), malloc(n * sizeof(double)),
                                  malloc(n * sizeof(double))};
    if (!smooth || !section->along || !section->ground || !section->smooth) {
        free(smooth);
        return twc_fail(TWC_IO, "not enough memory for a section");
    }
    for (size_t k = 0; k < n; k++) {
        const size_t at = column ? k * n + (size_t)through : (size_t)through * n + k;
        section->along[k] = low + grid->cell * (double)k;
        section->ground[k] = s->made.ground.heights[at];
        section->smooth[k] = smooth[k];
    }
    free(smooth);
    return twc_ok();
}

/* The rule that gave a level: the first whose height it has (docs/spec/land.md 4.5). */
static int rule_of(const twc_land_feature *feature, double table, double ground, double level)
{
    return level == table ? TWC_HELD_TABLE : level == ground - feature->carve.below ? TWC_HELD_GROUND : TWC_HELD_FALL;
}

static twc_status brook_section(const twc_land_scene *s, twc_land_brook *brook)
{
    const twc_land_feature *feature = &s->land->feature[1];
    const twc_spine *spine = &s->made.ground.spine[1], *path = &s->made.ground.spine[0];
    const size_t n = (size_t)spine->count;
    twc_land_made before;
    double *memory = malloc(6 * n * sizeof *memory), nearest = 1.0;
    int *held = malloc(n * sizeof *held);
    *brook = (twc_land_brook){.count = n, .along = memory, .held = held, .crossing = NAN};
    if (!memory || !held)
        return twc_fail(TWC_IO, "not enough memory for the brook");
    twc_status status = twc_land_make(s->table, s->land, 1, &before);
    if (status.code)
        return status;
    brook->before = memory + n, brook->after = memory + 2 * n, brook->bed = memory + 3 * n;
    brook->level = memory + 4 * n, brook->table = memory + 5 * n;
    s->table->land_heights(&before.ground, (twc_spots){n, spine->x, spine->z}, brook->before);
    s->table->land_heights(&s->made.ground, (twc_spots){n, spine->x, spine->z}, brook->after);
    for (size_t k = 0; k < n; k++) {
        brook->along[k] = spine->along[k];
        brook->level[k] = spine->level[k];
        brook->table[k] = twc_spine_read(feature, TWC_SPINE_TABLE, spine->at[k]);
        brook->bed[k] = spine->level[k] - twc_spine_read(feature, TWC_SPINE_DEPTH, spine->at[k]);
        held[k] = rule_of(feature, brook->table[k], brook->before[k], spine->level[k]);
        brook->held_count[held[k]]++;
        for (int32_t j = 0; j < path->count; j++) {
            const double distance = hypot(path->x[j] - spine->x[k], path->z[j] - spine->z[k]);
            if (distance < nearest) {
                nearest = distance;
                brook->crossing = spine->along[k];
            }
        }
    }
    twc_land_unmake(&before);
    return twc_ok();
}

twc_status twc_plot_land_sections(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_land_sections sections = {.brook = {.count = 0}};
    twc_status status = twc_land_scene_create(area->source, &scene);
    if (status.code)
        return status;
    const twc_land_grid *grid = &scene.land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const twc_land_top top = twc_land_highest_point(&scene.made.ground);
    if (scene.land->feature_count < 2 || scene.land->feature[1].how != TWC_LAND_CARVE)
        status = twc_fail(TWC_USAGE, "%s has no path and brook to show", scene.land->name);
    if (!status.code)
        status = hill_section(&scene, "West to east through the top", 0, (int32_t)rint((top.at.z - low) / grid->cell),
                              &sections.hill[0]);
    if (!status.code)
        status = hill_section(&scene, "North to south through the top, the pad and the cove", 1,
                              (int32_t)rint((top.at.x - low) / grid->cell), &sections.hill[1]);
    if (!status.code)
        status = brook_section(&scene, &sections.brook);
    if (!status.code)
        status = twc_write_land_sections(&sections, folder);
    for (int k = 0; k < 2; k++) {
        free(sections.hill[k].along);
        free(sections.hill[k].ground);
        free(sections.hill[k].smooth);
    }
    free(sections.brook.along);
    free(sections.brook.held);
    twc_land_scene_destroy(&scene);
    return status;
}

/* ---- gullies ----------------------------------------------------------------------------------------------------- */

/* A square of the grid on the hill's flank that faces the pad, as wide as its foot reaches. */
static twc_rect flank_of(const twc_land *land)
{
    const double low = -((land->grid.points - 1) * land->grid.cell) / 2.0, reach = 0.62 * land->hill.foot;
    const double west = land->hill.middle.x - reach, north = land->hill.middle.z - 0.75 * reach;
    const int32_t side = (int32_t)(2.0 * reach / land->grid.cell), last = land->grid.points - side;
    int32_t i = (int32_t)((west - low) / land->grid.cell), j = (int32_t)((north - low) / land->grid.cell);
    i = i < 0 ? 0 : i > last ? last : i;
    j = j < 0 ? 0 : j > last ? last : j;
    return (twc_rect){i, j, side, side};
}

static twc_status gully_panels(const twc_land_scene *s, twc_rect rect, float *heights[TWC_GULLY_PANELS],
                               twc_land_gullies_shown *shown)
{
    const double cell = s->land->grid.cell, low = -((s->land->grid.points - 1) * cell) / 2.0;
    const twc_land_frame frame = {low + cell * (rect.x - 0.5), low + cell * (rect.z - 0.5),
                                  low + cell * (rect.x + rect.nx - 0.5), low + cell * (rect.z + rect.nz - 0.5)};
    twc_status status = twc_ok();
    for (int k = 0; k < TWC_GULLY_PANELS && !status.code; k++) {
        heights[k] = smooth_heights(s, k, rect);
        status = heights[k] ? twc_land_shade(heights[k], rect.nx, rect.nz, cell, frame, &shown->octaves[k])
                            : twc_fail(TWC_IO, "not enough memory for gullies");
    }
    if (!status.code)
        status = twc_land_field_create(frame, cell, &shown->cut);
    for (size_t k = 0; k < (size_t)rect.nx * (size_t)rect.nz && !status.code; k++) {
        shown->cut.value[k] = (double)heights[0][k] - (double)heights[TWC_GULLY_PANELS - 1][k];
        shown->most = fmax(shown->most, shown->cut.value[k]);
    }
    return status;
}

twc_status twc_plot_land_gullies(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_land_gullies_shown shown = {.most = 0};
    float *heights[TWC_GULLY_PANELS] = {NULL};
    twc_status status = twc_land_scene_create(area->source, &scene);
    if (status.code)
        return status;
    status = gully_panels(&scene, flank_of(scene.land), heights, &shown);
    if (!status.code)
        status = twc_write_land_gullies(&shown, folder);
    for (int k = 0; k < TWC_GULLY_PANELS; k++) {
        free(heights[k]);
        free(shown.octaves[k].picture.rgb);
    }
    free(shown.cut.value);
    twc_land_scene_destroy(&scene);
    return status;
}

/* ---- stripes ----------------------------------------------------------------------------------------------------- */

enum { STRIPE_CELLS = 8, STRIPE_PIXELS = 320 };

/* Directions turn about the frame's middle, or are all along z; slope_across is the slope along the side of each. */
static twc_status stripe_field(const twc_land_scene *s, int turning, twc_land_field *depth, double *slope_across)
{
    const int32_t seed = s->land->gullies.seed;
    const size_t n = (size_t)depth->columns;
    double *memory = malloc(6 * n * sizeof *memory);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for stripes");
    double *x = memory, *z = x + n, *dx = z + n, *dz = dx + n, *sx = dz + n, *sz = sx + n;
    for (int32_t row = 0; row < depth->rows; row++) {
        twc_land_field_row(depth, row, x, z);
        for (size_t k = 0; k < n; k++) {
            const double rx = x[k] - STRIPE_CELLS / 2.0, rz = z[k] - STRIPE_CELLS / 2.0, r = hypot(rx, rz);
            dx[k] = turning && r > 0.0 ? rx / r : 0.0;
            dz[k] = turning && r > 0.0 ? rz / r : 1.0;
        }
        s->table->phacelle(seed, (twc_spots){n, x, z}, dx, dz, (twc_stripes){depth->value + (size_t)row * n, sx, sz});
        for (size_t k = 0; k < n && slope_across; k++)
            slope_across[(size_t)row * n + k] = sx[k] * -dz[k] + sz[k] * dx[k];
    }
    free(memory);
    return twc_ok();
}

/* A walk across stripes along z: depth, the slope it is given, and the rise that the depth really has. */
static void stripe_profile(const twc_land_scene *s, twc_land_stripes_shown *shown)
{
    enum { N = TWC_STRIPE_STEPS };
    double x[N], z[N], dx[N], dz[N], sz[N], before[N], after[N], unused[N];
    const double step = (double)STRIPE_CELLS / N, small = 1e-4;
    const twc_spots at = {N, x, z};
    for (int k = 0; k < N; k++)
        x[k] = shown->x[k] = (k + 0.5) * step, z[k] = STRIPE_CELLS / 2.0 + 0.5, dx[k] = 0.0, dz[k] = 1.0;
    s->table->phacelle(s->land->gullies.seed, at, dx, dz, (twc_stripes){shown->depth_at, shown->slope_at, sz});
    for (int k = 0; k < N; k++)
        x[k] = shown->x[k] - small;
    s->table->phacelle(s->land->gullies.seed, at, dx, dz, (twc_stripes){before, unused, sz});
    for (int k = 0; k < N; k++)
        x[k] = shown->x[k] + small;
    s->table->phacelle(s->land->gullies.seed, at, dx, dz, (twc_stripes){after, unused, sz});
    for (int k = 0; k < N; k++)
        shown->rise_at[k] = (after[k] - before[k]) / (2.0 * small);
}

twc_status twc_plot_land_stripes(const twc_study_area *area, const char *folder)
{
    const twc_land_frame frame = {0, 0, STRIPE_CELLS, STRIPE_CELLS};
    const double metres = (double)STRIPE_CELLS / STRIPE_PIXELS;
    twc_land_scene scene;
    twc_land_stripes_shown *shown = calloc(1, sizeof *shown);
    twc_status status = shown ? twc_land_scene_create(area->source, &scene)
                              : twc_fail(TWC_IO, "not enough memory for stripes");
    if (status.code) {
        free(shown);
        return status;
    }
    for (int k = 0; k < 2 && !status.code; k++)
        status = twc_land_field_create(frame, metres, &shown->depth[k]);
    if (!status.code)
        status = twc_land_field_create(frame, metres, &shown->slope);
    for (int k = 0; k < 2 && !status.code; k++)
        status = stripe_field(&scene, k, &shown->depth[k], k ? shown->slope.value : NULL);
    if (!status.code) {
        stripe_profile(&scene, shown);
        status = twc_write_land_stripes(shown, folder);
    }
    free(shown->depth[0].value);
    free(shown->depth[1].value);
    free(shown->slope.value);
    free(shown);
    twc_land_scene_destroy(&scene);
    return status;
}
