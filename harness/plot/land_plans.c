/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land in plan: what covers it, contours with spot heights, and distances from its features. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plot/land_scene.h"

/* All of the land above the sea, and a margin. */
static twc_land_frame extent_of(const twc_land_scene *s)
{
    const twc_land_grid *grid = &s->land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0, margin = 24.0 * grid->cell;
    twc_land_frame f = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int32_t j = 0; j < grid->points; j++)
        for (int32_t i = 0; i < grid->points; i++)
            if (s->made.ground.heights[(size_t)j * (size_t)grid->points + (size_t)i] > 0.0f) {
                f.west = fmin(f.west, low + grid->cell * i - margin);
                f.east = fmax(f.east, low + grid->cell * i + margin);
                f.north = fmin(f.north, low + grid->cell * j - margin);
                f.south = fmax(f.south, low + grid->cell * j + margin);
            }
    if (!(f.west < f.east))
        return (twc_land_frame){low, low, -low, -low};
    return (twc_land_frame){fmax(f.west, low), fmax(f.north, low), fmin(f.east, -low), fmin(f.south, -low)};
}

/* ---- what covers it ---------------------------------------------------------------------------------------------- */

/* The middle of the nearer panel: a little south of the pad, or where there is none, where the first feature ends. */
static twc_land_frame surroundings(const twc_land_scene *s)
{
    const twc_land *land = s->land;
    const double reach = (land->grid.points - 1) * land->grid.cell / 2.0;
    const double half = fmax(2.5 * land->pad.edge.from, 24.0 * land->grid.cell);
    const twc_spine *spine = &s->made.ground.spine[0];
    if (fabs(land->pad.middle.x) < reach && fabs(land->pad.middle.z) < reach)
        return twc_land_frame_about(land->pad.middle.x, land->pad.middle.z + 0.55 * half, half);
    if (land->feature_count == 0)
        return twc_land_frame_about(0, 0, half);
    return twc_land_frame_about(spine->x[spine->count - 1], spine->z[spine->count - 1], half);
}

twc_status twc_plot_land_plan(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_land_plan plan = {.line_count = 0};
    twc_status status = twc_land_scene_create(area->source, &scene);
    if (status.code)
        return status;
    const twc_land *land = scene.land;
    plan.palette = twc_land_colours(land);
    plan.line_count = twc_land_feature_lines(&scene, plan.line);
    if (land->dressed.count) {
        plan.line[plan.line_count++] = twc_land_outline_line("dressed area", &land->dressed);
        plan.outlines = 1;
    }
    const twc_land_frame near = surroundings(&scene);
    status = twc_land_paint(&scene, extent_of(&scene), land->grid.cell, &plan.whole);
    if (!status.code)
        status = twc_land_paint(&scene, near, (near.east - near.west) / 960.0, &plan.near);
    if (!status.code)
        status = twc_write_land_plan(&plan, folder);
    free(plan.whole.picture.rgb);
    free(plan.near.picture.rgb);
    twc_land_lines_free(plan.line, plan.line_count);
    twc_land_scene_destroy(&scene);
    return status;
}

/* ---- contours ---------------------------------------------------------------------------------------------------- */

static int add_piece(twc_land_contour *c, const double a[2], const double b[2])
{
    if (c->count == c->capacity) {
        const size_t capacity = c->capacity ? 2 * c->capacity : 1024;
        void *more = realloc(c->piece, capacity * sizeof *c->piece);
        if (!more)
            return 0;
        c->piece = more;
        c->capacity = capacity;
    }
    double *piece = c->piece[c->count++];
    piece[0] = a[0], piece[1] = a[1], piece[2] = b[0], piece[3] = b[1];
    return 1;
}

/* Where a triangle's plane has the height: the drawn triangles, so that contours are those of what is drawn. */
static int cross_triangle(twc_land_contour *c, double place[3][2], const double height[3])
{
    double at[2][2];
    int found = 0;
    for (int k = 0; k < 3 && found < 2; k++) {
        const int next = (k + 1) % 3;
        const double a = height[k] - c->height, b = height[next] - c->height;
        if ((a < 0.0) == (b < 0.0))
            continue;
        const double t = a / (a - b);
        for (int axis = 0; axis < 2; axis++)
            at[found][axis] = place[k][axis] + t * (place[next][axis] - place[k][axis]);
        found++;
    }
    return found < 2 || add_piece(c, at[0], at[1]);
}

static twc_status contour(const twc_land_scene *s, twc_land_contour *c)
{
    const twc_land_grid *grid = &s->land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const size_t side = (size_t)grid->points;
    int held = 1;
    for (int32_t j = 0; j + 1 < grid->points && held; j++)
        for (int32_t i = 0; i + 1 < grid->points && held; i++) {
            const float *h = s->made.ground.heights + (size_t)j * side + (size_t)i;
            const double x = low + grid->cell * i, z = low + grid->cell * j, x1 = x + grid->cell, z1 = z + grid->cell;
            const int below = (h[0] < c->height) + (h[1] < c->height) + (h[side] < c->height) +
                              (h[side + 1] < c->height);
            if (below == 0 || below == 4)
                continue;
            double upper[3][2] = {{x, z}, {x1, z}, {x1, z1}}, lower[3][2] = {{x, z}, {x1, z1}, {x, z1}};
            held = cross_triangle(c, upper, (double[]){h[0], h[1], h[side + 1]}) &&
                   cross_triangle(c, lower, (double[]){h[0], h[side + 1], h[side]});
        }
    return held ? twc_ok() : twc_fail(TWC_IO, "not enough memory for the contour at %g m", c->height);
}

static void add_spot(twc_land_contours *c, const twc_land_scene *s, const char *name, int left, twc_spot at)
{
    if (c->spot_count < TWC_LAND_SPOTS)
        c->spot[c->spot_count++] = (twc_land_spot){name, at.x, at.z, twc_land_scene_height(s, at.x, at.z), left};
}

/* The highest point, the pad, both ends of every feature. */
static void add_spots(twc_land_contours *c, const twc_land_scene *s)
{
    const twc_land_top top = twc_land_highest_point(&s->made.ground);
    add_spot(c, s, "top", 0, top.at);
    add_spot(c, s, "pad", 1, s->land->pad.middle);
    for (int32_t k = 0; k < s->land->feature_count; k++) {
        const twc_spine *spine = &s->made.ground.spine[k];
        const int water = s->land->feature[k].how == TWC_LAND_CARVE;
        const int32_t last = spine->count - 1;
        add_spot(c, s, water ? "spring, bed" : "landing", 0, (twc_spot){spine->x[0], spine->z[0]});
        if (water)
            add_spot(c, s, "mouth, bed", 1, (twc_spot){spine->x[last], spine->z[last]});
    }
}

static twc_status add_contours(twc_land_contours *c, const twc_land_scene *s)
{
    static const double sea[] = {-20, -10, -5};
    const double top = twc_land_highest_point(&s->made.ground).height;
    twc_status status = twc_ok();
    for (size_t k = 0; k < sizeof sea / sizeof *sea; k++)
        c->contour[c->count++].height = sea[k];
    for (double height = 0; height < top && c->count < TWC_LAND_CONTOURS; height += 10)
        c->contour[c->count++].height = height;
    for (int k = 0; k < c->count && !status.code; k++)
        status = contour(s, &c->contour[k]);
    return status;
}

twc_status twc_plot_land_contours(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_land_contours *contours = calloc(1, sizeof *contours);
    twc_status status = contours ? twc_land_scene_create(area->source, &scene)
                                 : twc_fail(TWC_IO, "not enough memory for contours");
    if (status.code) {
        free(contours);
        return status;
    }
    const twc_land_grid *grid = &scene.land->grid;
    const double low = -((grid->points - 1) * grid->cell) / 2.0, half = grid->cell / 2.0;
    const twc_land_frame all = {low - half, low - half, half - low, half - low};
    contours->line_count = twc_land_feature_lines(&scene, contours->line);
    add_spots(contours, &scene);
    status = twc_land_shade(scene.made.ground.heights, grid->points, grid->points, grid->cell, all, &contours->shade);
    if (!status.code)
        status = add_contours(contours, &scene);
    if (!status.code)
        status = twc_write_land_contours(contours, folder);
    free(contours->shade.picture.rgb);
    for (int k = 0; k < contours->count; k++)
        free(contours->contour[k].piece);
    twc_land_lines_free(contours->line, contours->line_count);
    twc_land_scene_destroy(&scene);
    free(contours);
    return status;
}

/* ---- distances and look ------------------------------------------------------------------------------------------ */

/* The distance of the first feature of a kind, as far as it is asked; all beyond where there is none. */
static twc_status distances(const twc_land_scene *s, twc_land_operator how, twc_land_frame frame, double metres,
                            twc_land_field *field, double *within)
{
    int32_t feature = 0;
    while (feature < s->land->feature_count && s->land->feature[feature].how != how)
        feature++;
    twc_status status = twc_land_field_create(frame, metres, field);
    if (status.code || feature == s->land->feature_count)
        return status.code ? status : twc_fail(TWC_USAGE, "%s has no path and brook to show", s->land->name);
    *within = s->land->feature[feature].within;
    double *memory = malloc(4 * (size_t)field->columns * sizeof *memory);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for distances");
    double *x = memory, *z = x + field->columns, *at = z + field->columns, *along = at + field->columns;
    for (int32_t row = 0; row < field->rows; row++) {
        twc_land_field_row(field, row, x, z);
        s->table->spine_nearest(&s->made.ground.spine[feature], *within, (twc_spots){(size_t)field->columns, x, z},
                                (twc_nearest){field->value + (size_t)row * (size_t)field->columns, at, along});
    }
    free(memory);
    return twc_ok();
}

static twc_status reach_at(const twc_land_scene *s, const char *title, twc_spot place, double half,
                           twc_land_reach *reach)
{
    const twc_land_frame frame = twc_land_frame_about(place.x, place.z, half);
    const double metres = half / 300.0;
    reach->title = title;
    twc_status status = distances(s, TWC_LAND_CARVE, frame, metres, &reach->brook, &reach->within[0]);
    if (!status.code)
        status = distances(s, TWC_LAND_PRESS, frame, metres, &reach->path, &reach->within[1]);
    return status.code ? status : twc_land_paint(s, frame, metres, &reach->look);
}

/* Where two spines come nearest to each other, at a point of the second. */
static twc_spot crossing_of(const twc_land_scene *s, int32_t path, int32_t brook)
{
    const twc_spine *first = &s->made.ground.spine[path], *second = &s->made.ground.spine[brook];
    twc_spot best = {second->x[0], second->z[0]};
    double least = HUGE_VAL;
    for (int32_t k = 0; k < second->count; k++)
        for (int32_t j = 0; j < first->count; j++) {
            const double dx = first->x[j] - second->x[k], dz = first->z[j] - second->z[k];
            if (dx * dx + dz * dz < least) {
                least = dx * dx + dz * dz;
                best = (twc_spot){second->x[k], second->z[k]};
            }
        }
    return best;
}

/* The bridge stands where the brook leaves the lawn: at its ninth control point. */
enum { BRIDGE = 8 };

twc_status twc_plot_land_bridge(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_land_bridge bridge = {.line_count = 0};
    twc_status status = twc_land_scene_create(area->source, &scene);
    if (status.code)
        return status;
    if (scene.land->feature_count < 2 || scene.land->feature[1].control_count <= BRIDGE)
        status = twc_fail(TWC_USAGE, "%s has no path and brook to show", scene.land->name);
    if (!status.code) {
        bridge.palette = twc_land_colours(scene.land);
        bridge.line_count = twc_land_feature_lines(&scene, bridge.line);
        status = reach_at(&scene, "where the lawn's bridge stands", scene.land->feature[1].control[BRIDGE].place, 18,
                          &bridge.place[0]);
    }
    if (!status.code)
        status = reach_at(&scene, "where the walkway crosses the brook", crossing_of(&scene, 0, 1), 18,
                          &bridge.place[1]);
    if (!status.code)
        status = twc_write_land_bridge(&bridge, folder);
    for (int k = 0; k < 2; k++) {
        free(bridge.place[k].brook.value);
        free(bridge.place[k].path.value);
        free(bridge.place[k].look.picture.rgb);
    }
    twc_land_lines_free(bridge.line, bridge.line_count);
    twc_land_scene_destroy(&scene);
    return status;
}
