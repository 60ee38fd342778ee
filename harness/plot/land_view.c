/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land as the rasteriser draws it: its triangles in the colours of its look, its sea and its brook's water. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plot/land_scene.h"
#include "plot/soup.h"

enum { SHOTS = 4, PEOPLE = 4, HOUSE_TRIANGLES = 14, SEA_TRIANGLES = 2 };

static twc_vertex corner(double x, double y, double z)
{
    return (twc_vertex){(int32_t)rint(100.0 * x), (int32_t)rint(100.0 * z), (float)y};
}

/* ---- the ground -------------------------------------------------------------------------------------------------- */

/* What lies deeper under the sea is hidden by it. */
static const double hidden = -1.5;

static int cell_shows(const float *h, size_t side)
{
    return h[0] > hidden || h[1] > hidden || h[side] > hidden || h[side + 1] > hidden;
}

static uint32_t shown_triangles(const twc_land_ground *ground)
{
    const size_t side = (size_t)ground->land->grid.points;
    uint32_t count = 0;
    for (size_t j = 0; j + 1 < side; j++)
        for (size_t i = 0; i + 1 < side; i++)
            count += cell_shows(ground->heights + j * side + i, side) ? 2 : 0;
    return count;
}

/* The columns of a row of cells whose first and last show; none: first > last. */
static void shown_columns(const float *row, size_t side, size_t *first, size_t *last)
{
    *first = side;
    *last = 0;
    for (size_t i = 0; i + 1 < side; i++)
        if (cell_shows(row + i, side)) {
            *first = *first < i ? *first : i;
            *last = i;
        }
}

/* The colours of both triangles of each cell, at their middles. */
static twc_status row_colours(const twc_land_scene *s, twc_land_frame cells, uint8_t *upper, uint8_t *lower)
{
    const double cell = s->land->grid.cell, aside = cell / 6;
    twc_status status = twc_ok();
    for (int k = 0; k < 2 && !status.code; k++) {
        const double x = k ? -aside : aside, z = -x;
        const twc_land_frame frame = {cells.west + x, cells.north + z, cells.east + x, cells.south + z};
        twc_land_image image;
        status = twc_land_paint_flat(s, frame, cell, &image);
        if (!status.code)
            memcpy(k ? lower : upper, image.picture.rgb, 3 * (size_t)image.picture.width);
        free(image.picture.rgb);
    }
    return status;
}

static twc_status add_row(const twc_land_scene *s, size_t j, uint8_t *rgb, twc_soup *soup)
{
    const twc_land_grid *grid = &s->land->grid;
    const double cell = grid->cell, low = -((grid->points - 1) * cell) / 2.0, z = low + cell * (double)j;
    const size_t side = (size_t)grid->points;
    const float *row = s->made.ground.heights + j * side;
    size_t first, last;
    shown_columns(row, side, &first, &last);
    if (first > last)
        return twc_ok();
    const twc_land_frame cells = {low + cell * (double)first, z, low + cell * (double)(last + 1), z + cell};
    uint8_t *lower = rgb + 3 * side;
    twc_status status = row_colours(s, cells, rgb, lower);
    for (size_t i = first; i <= last && !status.code; i++) {
        const float *h = row + i;
        const double x = low + cell * (double)i;
        const twc_vertex a = corner(x, h[0], z), b = corner(x + cell, h[1], z);
        const twc_vertex c = corner(x, h[side], z + cell), d = corner(x + cell, h[side + 1], z + cell);
        if (!cell_shows(h, side))
            continue;
        twc_soup_triangle(soup, a, d, b, TWC_MATERIAL_GROUND, rgb + 3 * (i - first));
        twc_soup_triangle(soup, a, c, d, TWC_MATERIAL_GROUND, lower + 3 * (i - first));
    }
    return status;
}

static twc_status add_ground(const twc_land_scene *s, twc_soup *soup)
{
    const size_t side = (size_t)s->land->grid.points;
    uint8_t *rgb = malloc(6 * side);
    twc_status status = rgb ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a land's colours");
    for (size_t j = 0; j + 1 < side && !status.code; j++)
        status = add_row(s, j, rgb, soup);
    free(rgb);
    return status;
}

/* ---- water ------------------------------------------------------------------------------------------------------- */

static void add_sea(twc_soup *soup)
{
    const double far = 30000.0;
    const twc_vertex a = corner(-far, 0, -far), b = corner(far, 0, -far), c = corner(-far, 0, far),
                     d = corner(far, 0, far);
    twc_soup_triangle(soup, a, c, d, TWC_MATERIAL_WATER, twc_palette_srgb[TWC_PALETTE_WATER]);
    twc_soup_triangle(soup, a, d, b, TWC_MATERIAL_WATER, twc_palette_srgb[TWC_PALETTE_WATER]);
}

static twc_status add_brook(const twc_land_scene *s, int32_t feature, twc_soup *soup)
{
    const twc_spine *spine = &s->made.ground.spine[feature];
    twc_ribbon *r = malloc((size_t)spine->count * sizeof *r);
    if (!r)
        return twc_fail(TWC_IO, "not enough memory for a brook");
    twc_spine_ribbon(&s->land->feature[feature], spine, r);
    for (int32_t k = 0; k + 1 < spine->count; k++) {
        const twc_vertex left = corner(r[k].left_x, r[k].y, r[k].left_z);
        const twc_vertex right = corner(r[k].right_x, r[k].y, r[k].right_z);
        const twc_vertex next_left = corner(r[k + 1].left_x, r[k + 1].y, r[k + 1].left_z);
        const twc_vertex next_right = corner(r[k + 1].right_x, r[k + 1].y, r[k + 1].right_z);
        twc_soup_triangle(soup, right, next_right, next_left, TWC_MATERIAL_WATER, twc_palette_srgb[TWC_PALETTE_WATER]);
        twc_soup_triangle(soup, right, next_left, left, TWC_MATERIAL_WATER, twc_palette_srgb[TWC_PALETTE_WATER]);
    }
    free(r);
    return twc_ok();
}

/* ---- a house, for scale ------------------------------------------------------------------------------------------ */

/* 10 x 8 m under a roof 5.4 m high, in front of which a path ends. */
static void add_house(const twc_land_scene *s, const twc_spine *path, twc_soup *soup)
{
    static const uint8_t wall[3] = {226, 216, 196}, roof[3] = {150, 74, 52};
    const int32_t last = path->count - 1;
    const double dx = path->x[last] - path->x[last - 1], dz = path->z[last] - path->z[last - 1], length = hypot(dx, dz);
    const double ux = dx / length, uz = dz / length; /* into the house */
    const double y = twc_land_scene_height(s, path->x[last], path->z[last]);
    twc_vertex low[4], high[4], ridge[2];
    for (int k = 0; k < 4; k++) {
        const double in = k == 0 || k == 3 ? 3.6 : 11.6, aside = k < 2 ? -5.0 : 5.0;
        const double x = path->x[last] + in * ux - aside * uz, z = path->z[last] + in * uz + aside * ux;
        low[k] = corner(x, y - 0.5, z);
        high[k] = corner(x, y + 2.7, z);
    }
    for (int k = 0; k < 2; k++) {
        const double aside = k ? 5.0 : -5.0;
        ridge[k] = corner(path->x[last] + 7.6 * ux - aside * uz, y + 5.4, path->z[last] + 7.6 * uz + aside * ux);
    }
    for (int k = 0; k < 4; k++) {
        const int next = (k + 1) % 4;
        twc_soup_triangle(soup, low[k], high[next], low[next], TWC_MATERIAL_WALL, wall);
        twc_soup_triangle(soup, low[k], high[k], high[next], TWC_MATERIAL_WALL, wall);
    }
    twc_soup_triangle(soup, high[0], ridge[0], high[1], TWC_MATERIAL_WALL, wall);
    twc_soup_triangle(soup, high[2], ridge[1], high[3], TWC_MATERIAL_WALL, wall);
    twc_soup_triangle(soup, high[1], ridge[0], ridge[1], TWC_MATERIAL_WALL, roof);
    twc_soup_triangle(soup, high[1], ridge[1], high[2], TWC_MATERIAL_WALL, roof);
    twc_soup_triangle(soup, high[3], ridge[1], ridge[0], TWC_MATERIAL_WALL, roof);
    twc_soup_triangle(soup, high[3], ridge[0], high[0], TWC_MATERIAL_WALL, roof);
}

/* ---- the pictures ------------------------------------------------------------------------------------------------ */

static twc_status gather(const twc_land_scene *s, twc_soup *soup)
{
    uint32_t capacity = shown_triangles(&s->made.ground) + SEA_TRIANGLES + HOUSE_TRIANGLES +
                        PEOPLE * TWC_PERSON_TRIANGLES;
    for (int32_t k = 0; k < s->land->feature_count; k++)
        capacity += 2 * (uint32_t)s->made.ground.spine[k].count;
    twc_status status = twc_soup_create(&(twc_chunk_grid){0}, capacity, soup);
    if (!status.code)
        status = add_ground(s, soup);
    if (s->land->edge.kind == TWC_LAND_EDGE_SEA)
        add_sea(soup);
    for (int32_t k = 0; k < s->land->feature_count && !status.code; k++) {
        const twc_spine *spine = &s->made.ground.spine[k];
        if (s->land->feature[k].how == TWC_LAND_CARVE) {
            status = add_brook(s, k, soup);
            continue;
        }
        add_house(s, spine, soup);
        for (int person = 0; person < PEOPLE; person++) {
            const int32_t at = (int32_t)((0.04 + 0.3 * person) * spine->count);
            twc_soup_person(soup, (int32_t)(100 * spine->x[at]), (int32_t)(100 * spine->z[at]),
                            twc_land_scene_height(s, spine->x[at], spine->z[at]));
        }
    }
    return status;
}

typedef struct land_shot {
    double eye[3], target[3], degrees;
} land_shot;

/* A place so far from the start of a path towards its end, and so high. */
static void towards_end(const twc_spine *path, double metres, double y, double place[3])
{
    const int32_t last = path->count - 1;
    const double dx = path->x[last] - path->x[0], dz = path->z[last] - path->z[0], length = hypot(dx, dz);
    place[0] = path->x[0] + metres * dx / length;
    place[1] = y;
    place[2] = path->z[0] + metres * dz / length;
}

/* The point of a brook that a path comes nearest to. */
static int32_t crossing_of(const twc_spine *path, const twc_spine *brook)
{
    int32_t best = 0;
    double least = HUGE_VAL;
    for (int32_t k = 0; k < brook->count; k++)
        for (int32_t j = 0; j < path->count; j++) {
            const double distance = hypot(path->x[j] - brook->x[k], path->z[j] - brook->z[k]);
            best = distance < least ? k : best;
            least = fmin(least, distance);
        }
    return best;
}

/* Two from before the path's start, one along the brook to where the path crosses, one of all the land. */
static void place_shots(const twc_land_scene *s, land_shot shot[SHOTS])
{
    const twc_spine *path = &s->made.ground.spine[0], *brook = &s->made.ground.spine[1];
    const double scale = s->land->grid.cell * s->land->grid.points / 2050.0;
    const int32_t crossing = crossing_of(path, brook), from = crossing > 46 ? crossing - 46 : 0;
    const twc_spot pad = s->land->pad.middle;
    towards_end(path, -58, 2.6, shot[0].eye);
    towards_end(path, 168, 34, shot[0].target);
    towards_end(path, -142, 55, shot[1].eye);
    towards_end(path, 248, 28, shot[1].target);
    shot[2] = (land_shot){{brook->x[from], brook->level[from] + 5.0, brook->z[from] + 5.0},
                          {brook->x[crossing], brook->level[crossing] - 0.5, brook->z[crossing]},
                          52};
    shot[3] = (land_shot){
        {pad.x + 764 * scale, 480 * scale, pad.z + 722 * scale}, {pad.x + 54 * scale, 0, pad.z - 288 * scale}, 44};
    shot[0].degrees = 44;
    shot[1].degrees = 50;
}

twc_status twc_plot_land_view(const twc_study_area *area, const char *folder)
{
    twc_land_scene scene;
    twc_picture pictures[SHOTS] = {{0, 0, NULL}};
    twc_soup soup = {.vertices = NULL};
    twc_status status = twc_land_scene_create(area->source, &scene);
    land_shot shots[SHOTS];
    if (status.code)
        return status;
    if (scene.land->feature_count < 2 || scene.land->feature[0].how != TWC_LAND_PRESS ||
        scene.land->feature[1].how != TWC_LAND_CARVE)
        status = twc_fail(TWC_USAGE, "%s has no path and brook to look at", scene.land->name);
    if (!status.code) {
        place_shots(&scene, shots);
        status = gather(&scene, &soup);
    }
    for (int k = 0; k < SHOTS && !status.code; k++) {
        const twc_camera camera = twc_camera_at(area->source, shots[k].eye, shots[k].target, shots[k].degrees, 1020,
                                                620);
        status = twc_soup_render(area->source, &soup, &camera, &twc_presets[TWC_CLEAR], &pictures[k]);
    }
    if (!status.code)
        status = twc_write_land_view(pictures, folder);
    twc_soup_destroy(&soup);
    for (int k = 0; k < SHOTS; k++)
        free(pictures[k].rgb);
    twc_land_scene_destroy(&scene);
    return status;
}
