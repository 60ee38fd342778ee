/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/land_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generate/island.h"
#include "twc/fast.h"

enum { WIDEST = 4096 };

twc_status twc_land_scene_create(const twc_study_source *source, twc_land_scene *scene)
{
    scene->land = source->land ? source->land : twc_island_land();
    scene->table = twc_fast_land(twc_level_best());
    return twc_land_make(scene->table, scene->land, scene->land->feature_count, &scene->made);
}

void twc_land_scene_destroy(twc_land_scene *scene)
{
    twc_land_unmake(&scene->made);
}

double twc_land_scene_height(const twc_land_scene *scene, double x, double z)
{
    double height;
    scene->table->land_heights(&scene->made.ground, (twc_spots){1, &x, &z}, &height);
    return height;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static twc_land_line feature_line(const twc_land_scene *scene, int32_t feature)
{
    const twc_spine *spine = &scene->made.ground.spine[feature];
    twc_land_line line = {scene->land->feature[feature].name, (size_t)spine->count, NULL};
    line.point = malloc(line.count * sizeof *line.point);
    for (size_t k = 0; line.point && k < line.count; k++) {
        line.point[k][0] = spine->x[k];
        line.point[k][1] = spine->z[k];
    }
    line.count = line.point ? line.count : 0;
    return line;
}

twc_land_line twc_land_outline_line(const char *name, const twc_land_outline *outline)
{
    twc_land_line line = {name, (size_t)outline->count, NULL};
    line.point = malloc((line.count + 1) * sizeof *line.point);
    for (size_t k = 0; line.point && k < line.count; k++) {
        line.point[k][0] = outline->corner[k].x / 100.0;
        line.point[k][1] = outline->corner[k].z / 100.0;
    }
    line.count = line.point ? line.count : 0;
    return line;
}

size_t twc_land_feature_lines(const twc_land_scene *scene, twc_land_line *line)
{
    for (int32_t k = 0; k < scene->land->feature_count; k++)
        line[k] = feature_line(scene, k);
    return (size_t)scene->land->feature_count;
}

void twc_land_lines_free(twc_land_line *line, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(line[k].point);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

typedef struct named_colour {
    const char *name;
    uint8_t colour[3];
} named_colour;

static const named_colour known[] = {
    {"sand", {222, 204, 150}}, {"rock", {146, 141, 136}}, {"litter", {88, 94, 52}},       {"earth", {171, 135, 92}},
    {"damp", {92, 122, 66}},   {"mud", {96, 78, 58}},     {"wet gravel", {126, 140, 142}}};
static const uint8_t grass[3] = {134, 164, 84}, browned[3] = {172, 158, 104};
static const uint8_t shallow[3] = {168, 210, 208}, deep[3] = {62, 116, 148};

/* A layer of a name that is not known here has a grey of its own. */
static void colour_of(const twc_land_layer *layer, int32_t number, uint8_t colour[3])
{
    memset(colour, 90 + 8 * (number % 16), 3);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].name, layer->name) == 0)
            memcpy(colour, known[k].colour, 3);
}

twc_land_palette twc_land_colours(const twc_land *land)
{
    twc_land_palette palette = {.count = land->layer_count + 2, .name = {"grass"}};
    memcpy(palette.colour[0], grass, 3);
    for (int32_t k = 0; k < land->layer_count; k++) {
        palette.name[k + 1] = land->layer[k].name;
        colour_of(&land->layer[k], k, palette.colour[k + 1]);
    }
    palette.name[palette.count - 1] = "sea";
    for (int c = 0; c < 3; c++)
        palette.colour[palette.count - 1][c] = (uint8_t)((shallow[c] + deep[c]) / 2);
    return palette;
}

/* A light at (-1, sqrt 2, -1) on a surface of this gradient, 1 on level ground. */
static double light_on(double gx, double gz)
{
    const double facing = (gx + sqrt(2.0) + gz) / (2.0 * sqrt(gx * gx + gz * gz + 1.0));
    return 0.45 + 0.55 * fmax(0.0, facing) / (sqrt(2.0) / 2.0);
}

static uint8_t byte_of(double value)
{
    return (uint8_t)(fmin(fmax(value, 0.0), 255.0) + 0.5);
}

twc_land_frame twc_land_frame_about(double x, double z, double half)
{
    return (twc_land_frame){x - half, z - half, x + half, z + half};
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

static int pixels(double length, double metres)
{
    return (int)fmin(fmax(rint(length / metres), 1.0), (double)WIDEST);
}

twc_status twc_land_field_create(twc_land_frame frame, double metres, twc_land_field *field)
{
    *field = (twc_land_field){frame, pixels(frame.east - frame.west, metres), pixels(frame.south - frame.north, metres),
                              NULL};
    field->value = malloc((size_t)field->columns * (size_t)field->rows * sizeof *field->value);
    return field->value ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a map");
}

void twc_land_field_row(const twc_land_field *field, int32_t row, double *x, double *z)
{
    const twc_land_frame *f = &field->frame;
    for (int32_t k = 0; k < field->columns; k++) {
        x[k] = f->west + (f->east - f->west) * (k + 0.5) / field->columns;
        z[k] = f->north + (f->south - f->north) * (row + 0.5) / field->rows;
    }
}

/* What is asked of the places of one row. */
typedef struct row_answers {
    double x[WIDEST], z[WIDEST], height[WIDEST], gx[WIDEST], gz[WIDEST], brown[WIDEST];
    double weight[TWC_LAND_COVERS * WIDEST];
} row_answers;

static void paint_pixel(const twc_land_palette *palette, const row_answers *a, size_t n, size_t k, int lit,
                        uint8_t rgb[3])
{
    const double light = lit ? light_on(a->gx[k], a->gz[k]) : 1.0, depth = fmin(-a->height[k] / 25.0, 1.0);
    for (int c = 0; c < 3; c++) {
        double sum = a->weight[k] * (grass[c] + a->brown[k] * (browned[c] - grass[c]));
        for (size_t layer = 1; layer + 1 < (size_t)palette->count; layer++)
            sum += a->weight[layer * n + k] * palette->colour[layer][c];
        sum *= light;
        if (lit && a->height[k] < 0.0)
            sum = (shallow[c] + sqrt(depth) * (deep[c] - shallow[c])) * (0.8 + 0.2 * light);
        rgb[c] = byte_of(sum);
    }
}

static twc_status paint(const twc_land_scene *scene, twc_land_frame frame, double metres, int lit,
                        twc_land_image *image)
{
    const twc_land_palette palette = twc_land_colours(scene->land);
    const twc_land_ground *ground = &scene->made.ground;
    const twc_land_field grid = {frame, pixels(frame.east - frame.west, metres),
                                 pixels(frame.south - frame.north, metres), NULL};
    const size_t n = (size_t)grid.columns;
    row_answers *a = malloc(sizeof *a);
    *image = (twc_land_image){frame, {grid.columns, grid.rows, malloc(3 * n * (size_t)grid.rows)}};
    twc_status status = a && image->picture.rgb ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a map");
    for (int32_t row = 0; row < grid.rows && !status.code; row++) {
        twc_land_field_row(&grid, row, a->x, a->z);
        const twc_spots at = {n, a->x, a->z};
        scene->table->land_heights(ground, at, a->height);
        scene->table->land_gradients(ground, at, (twc_vectors){a->gx, a->gz});
        scene->table->land_look(ground, at, (twc_land_look){a->weight, a->brown});
        for (size_t k = 0; k < n; k++)
            paint_pixel(&palette, a, n, k, lit, image->picture.rgb + 3 * ((size_t)row * n + k));
    }
    free(a);
    return status;
}

twc_status twc_land_paint(const twc_land_scene *scene, twc_land_frame frame, double metres, twc_land_image *image)
{
    return paint(scene, frame, metres, 1, image);
}

twc_status twc_land_paint_flat(const twc_land_scene *scene, twc_land_frame frame, double metres, twc_land_image *image)
{
    return paint(scene, frame, metres, 0, image);
}

twc_status twc_land_shade(const float *heights, int32_t columns, int32_t rows, double cell, twc_land_frame frame,
                          twc_land_image *image)
{
    *image = (twc_land_image){frame, {columns, rows, malloc(3 * (size_t)columns * (size_t)rows)}};
    if (!image->picture.rgb)
        return twc_fail(TWC_IO, "not enough memory for a map");
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            const int32_t west = i > 0 ? i - 1 : 0, east = i + 1 < columns ? i + 1 : i;
            const int32_t north = j > 0 ? j - 1 : 0, south = j + 1 < rows ? j + 1 : j;
            const float *row = heights + (size_t)j * (size_t)columns, *column = heights + i;
            const double gx = ((double)row[east] - (double)row[west]) / (cell * (east - west));
            const double gz = ((double)column[(size_t)south * (size_t)columns] -
                               (double)column[(size_t)north * (size_t)columns]) /
                              (cell * (south - north));
            const int sea = row[i] < 0.0f;
            for (int c = 0; c < 3; c++) {
                const double base = sea ? 205.0 + 12.0 * c : 203.0 - 4.0 * c;
                image->picture.rgb[3 * ((size_t)j * (size_t)columns + (size_t)i) + (size_t)c] = byte_of(
                    base * (sea ? 0.7 + 0.3 * light_on(gx, gz) : light_on(gx, gz)));
            }
        }
    return twc_ok();
}
