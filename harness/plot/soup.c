/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/soup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"

enum { TRIANGLE_BYTES = 3 * TWC_VERTEX_BYTES };

/* ---- triangles --------------------------------------------------------------------------------------------------- */

twc_status twc_soup_create(const twc_chunk_grid *grid, uint32_t more, twc_soup *soup)
{
    size_t chunks = grid->count, count = 0;
    for (size_t k = 0; k < chunks; k++)
        count += grid->mesh[k].triangle_count;
    *soup = (twc_soup){.capacity = (uint32_t)count + more};
    if (count + more > TWC_RASTER_MAX_TRIANGLES)
        return twc_fail(TWC_USAGE, "%zu triangles are more than the rasteriser takes (%d): draw a part of the world",
                        count, TWC_RASTER_MAX_TRIANGLES);
    soup->vertices = malloc((size_t)soup->capacity * TRIANGLE_BYTES);
    if (!soup->vertices)
        return twc_fail(TWC_IO, "not enough memory for %zu triangles", count);
    for (size_t k = 0; k < chunks; k++) {
        uint32_t part = grid->mesh[k].triangle_count;
        memcpy(soup->vertices + (size_t)soup->triangle_count * TRIANGLE_BYTES, grid->surface[k].vertices,
               (size_t)part * TRIANGLE_BYTES);
        soup->triangle_count += part;
    }
    return twc_ok();
}

void twc_soup_destroy(twc_soup *soup)
{
    free(soup->vertices);
    memset(soup, 0, sizeof *soup);
}

void twc_soup_triangle(twc_soup *soup, twc_vertex a, twc_vertex b, twc_vertex c, twc_material material,
                       const uint8_t colour[3])
{
    twc_facet facet = {.corner = {a, b, c}};
    twc_triangle triangle = {.corner = {a, b, c}, .facet = 0};
    twc_surface_face face = {.material = (uint8_t)material, .height = a.y};
    double e[3] = {0.01 * ((double)b.x - a.x), (double)b.y - a.y, 0.01 * ((double)b.z - a.z)};
    double f[3] = {0.01 * ((double)c.x - a.x), (double)c.y - a.y, 0.01 * ((double)c.z - a.z)};
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (soup->triangle_count == soup->capacity || length == 0)
        return;
    for (int k = 0; k < 3; k++)
        facet.normal[k] = (float)(n[k] / length);
    memcpy(face.colour, colour, 3);
    const twc_mesh mesh = {.triangles = &triangle,
                           .facets = &facet,
                           .triangle_count = 1,
                           .triangle_capacity = 1,
                           .facet_count = 1,
                           .facet_capacity = 1};
    twc_reference_surface()->vertices(&mesh, &face, soup->vertices + (size_t)soup->triangle_count++ * TRIANGLE_BYTES);
}

void twc_soup_water(twc_soup *soup, const twc_study_source *source)
{
    const uint8_t *colour = twc_palette_srgb[TWC_PALETTE_WATER];
    const double *lake = source->lake, margin = 1.05; /* the ground hides what is beyond the shore */
    twc_rect e = source->world->extent;
    int32_t west = e.x * TWC_TILE_CM, east = (e.x + e.nx) * TWC_TILE_CM;
    int32_t north = e.z * TWC_TILE_CM, south = (e.z + e.nz) * TWC_TILE_CM;
    float level = (float)source->water;
    twc_vertex a = {west, north, level}, b = {east, north, level}, c = {west, south, level}, d = {east, south, level};
    if (source->water <= TWC_NO_WATER)
        return;
    if (lake[2] <= 0) {
        twc_soup_triangle(soup, a, c, d, TWC_MATERIAL_WATER, colour);
        twc_soup_triangle(soup, a, d, b, TWC_MATERIAL_WATER, colour);
        return;
    }
    twc_vertex middle = {(int32_t)(100 * lake[0]), (int32_t)(100 * lake[1]), level}, rim[2];
    for (int k = 0; k <= TWC_WATER_TRIANGLES; k++) {
        double angle = -6.283185307179586 * k / TWC_WATER_TRIANGLES;
        rim[k % 2] = (twc_vertex){(int32_t)(100 * (lake[0] + margin * lake[2] * cos(angle))),
                                  (int32_t)(100 * (lake[1] + margin * lake[2] * sin(angle))), level};
        if (k)
            twc_soup_triangle(soup, middle, rim[(k + 1) % 2], rim[k % 2], TWC_MATERIAL_WATER, colour);
    }
}

/* Heights in metres, half the sides of the squares in centimetres. */
typedef struct body_part {
    double low, high;
    int32_t wide, narrow;
    uint8_t colour[3];
} body_part;

/* A prism of four sides between two squares, with a lid. */
static void prism(twc_soup *soup, int32_t x, int32_t z, double y, const body_part *part)
{
    static const int side[4][2] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    twc_vertex bottom[4], top[4];
    for (int k = 0; k < 4; k++) {
        bottom[k] = (twc_vertex){x + side[k][0] * part->wide, z + side[k][1] * part->wide, (float)(y + part->low)};
        top[k] = (twc_vertex){x + side[k][0] * part->narrow, z + side[k][1] * part->narrow, (float)(y + part->high)};
    }
    for (int k = 0; k < 4; k++) {
        int next = (k + 1) % 4;
        twc_soup_triangle(soup, bottom[k], bottom[next], top[next], TWC_MATERIAL_WALL, part->colour);
        twc_soup_triangle(soup, bottom[k], top[next], top[k], TWC_MATERIAL_WALL, part->colour);
    }
    twc_soup_triangle(soup, top[0], top[1], top[2], TWC_MATERIAL_WALL, part->colour);
    twc_soup_triangle(soup, top[0], top[2], top[3], TWC_MATERIAL_WALL, part->colour);
}

void twc_soup_person(twc_soup *soup, int32_t x, int32_t z, double y)
{
    static const body_part parts[] = {{-0.2, 0.80, 15, 17, {58, 54, 60}},
                                      {0.80, 1.50, 24, 19, {176, 58, 46}},
                                      {1.50, 1.54, 7, 7, {214, 172, 140}},
                                      {1.54, 1.80, 11, 9, {214, 172, 140}}};
    for (int k = 0; k < 4; k++)
        prism(soup, x, z, y, &parts[k]);
}

/* ---- pictures ----------------------------------------------------------------------------------------------- */

twc_status twc_soup_render(const twc_study_source *source, const twc_soup *soup, const twc_camera *camera,
                           const twc_weather *weather, twc_picture *picture)
{
    const twc_drawing drawing = {soup->vertices, soup->triangle_count};
    twc_status status = twc_render_check(camera, weather, drawing);
    *picture = (twc_picture){camera->width, camera->height, NULL};
    if (status.code)
        return status;
    int fast = source->builder.level >= 0;
    size_t size = fast ? twc_fast_render_workspace(camera, soup->triangle_count, source->threads)
                       : twc_reference_render_workspace(camera, soup->triangle_count);
    void *workspace = twc_aligned_alloc(size);
    uint8_t *rgb = malloc((size_t)3 * (size_t)camera->width * (size_t)camera->height);
    if (!workspace || !rgb)
        status = twc_fail(TWC_IO, "not enough memory for a picture of %d x %d pixels", camera->width, camera->height);
    else if (fast)
        status = twc_fast_render((twc_level)source->builder.level, camera, weather, drawing, source->threads, workspace,
                                 rgb);
    else
        status = twc_reference_render(camera, weather, drawing, workspace, rgb);
    free(workspace);
    if (status.code)
        free(rgb);
    else
        picture->rgb = rgb;
    return status;
}

twc_camera twc_camera_at(const twc_study_source *source, const double eye[3], const double target[3], double degrees,
                         int32_t width, int32_t height)
{
    return (twc_camera){.eye = {eye[0], eye[1], eye[2]},
                        .target = {target[0], target[1], target[2]},
                        .tan_half = tan(degrees / 2 * 0.017453292519943295),
                        .width = width,
                        .height = height,
                        .samples = source->samples ? source->samples : 2};
}
