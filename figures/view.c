/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"

enum { TRIANGLE_BYTES = 3 * TWC_VERTEX_BYTES };

/* ---- cast --------------------------------------------------------------------------------------------------- */

twc_status twc_cast_create(const twc_layer *layer, uint32_t more, twc_cast *cast)
{
    size_t chunks = (size_t)layer->meshes.chunks.nx * (size_t)layer->meshes.chunks.nz, count = 0;
    for (size_t k = 0; k < chunks; k++)
        count += layer->meshes.mesh[k].triangle_count;
    *cast = (twc_cast){.capacity = (uint32_t)count + more};
    if (count + more > TWC_RASTER_MAX_TRIANGLES)
        return twc_fail(TWC_USAGE, "%zu triangles are more than the rasteriser takes (%d): draw a part of the world",
                        count, TWC_RASTER_MAX_TRIANGLES);
    cast->vertices = malloc((size_t)cast->capacity * TRIANGLE_BYTES);
    if (!cast->vertices)
        return twc_fail(TWC_IO, "not enough memory for %zu triangles", count);
    for (size_t k = 0; k < chunks; k++) {
        uint32_t part = layer->meshes.mesh[k].triangle_count;
        memcpy(cast->vertices + (size_t)cast->triangle_count * TRIANGLE_BYTES, layer->surfaces[k].vertices,
               (size_t)part * TRIANGLE_BYTES);
        cast->triangle_count += part;
    }
    return twc_ok();
}

void twc_cast_destroy(twc_cast *cast)
{
    free(cast->vertices);
    memset(cast, 0, sizeof *cast);
}

/* One triangle of a material in a colour, facing where its corners turn; never a puddle and never snowed on. */
static void add(twc_cast *cast, twc_vertex a, twc_vertex b, twc_vertex c, twc_material material,
                const uint8_t colour[3])
{
    twc_facet facet = {.corner = {a, b, c}};
    twc_triangle triangle = {.corner = {a, b, c}, .facet = 0};
    twc_surface_face face = {.material = (uint8_t)material, .height = a.y};
    double e[3] = {0.01 * ((double)b.x - a.x), (double)b.y - a.y, 0.01 * ((double)b.z - a.z)};
    double f[3] = {0.01 * ((double)c.x - a.x), (double)c.y - a.y, 0.01 * ((double)c.z - a.z)};
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (cast->triangle_count == cast->capacity || length == 0)
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
    twc_reference_surface()->vertices(&mesh, &face, cast->vertices + (size_t)cast->triangle_count++ * TRIANGLE_BYTES);
}

void twc_cast_water(twc_cast *cast, const twc_subject_source *source)
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
        add(cast, a, c, d, TWC_MATERIAL_WATER, colour);
        add(cast, a, d, b, TWC_MATERIAL_WATER, colour);
        return;
    }
    twc_vertex middle = {(int32_t)(100 * lake[0]), (int32_t)(100 * lake[1]), level}, rim[2];
    for (int k = 0; k <= TWC_WATER_TRIANGLES; k++) {
        double angle = -6.283185307179586 * k / TWC_WATER_TRIANGLES;
        rim[k % 2] = (twc_vertex){(int32_t)(100 * (lake[0] + margin * lake[2] * cos(angle))),
                                  (int32_t)(100 * (lake[1] + margin * lake[2] * sin(angle))), level};
        if (k)
            add(cast, middle, rim[(k + 1) % 2], rim[k % 2], TWC_MATERIAL_WATER, colour);
    }
}

/* A prism of four sides between two squares, with a lid. */
static void prism(twc_cast *cast, int32_t x, int32_t z, double low, double high, int32_t wide, int32_t narrow,
                  const uint8_t colour[3])
{
    static const int side[4][2] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    twc_vertex bottom[4], top[4];
    for (int k = 0; k < 4; k++) {
        bottom[k] = (twc_vertex){x + side[k][0] * wide, z + side[k][1] * wide, (float)low};
        top[k] = (twc_vertex){x + side[k][0] * narrow, z + side[k][1] * narrow, (float)high};
    }
    for (int k = 0; k < 4; k++) {
        int next = (k + 1) % 4;
        add(cast, bottom[k], bottom[next], top[next], TWC_MATERIAL_WALL, colour);
        add(cast, bottom[k], top[next], top[k], TWC_MATERIAL_WALL, colour);
    }
    add(cast, top[0], top[1], top[2], TWC_MATERIAL_WALL, colour);
    add(cast, top[0], top[2], top[3], TWC_MATERIAL_WALL, colour);
}

void twc_cast_person(twc_cast *cast, int32_t x, int32_t z, double y)
{
    static const uint8_t coat[3] = {176, 58, 46}, legs[3] = {58, 54, 60}, skin[3] = {214, 172, 140};
    prism(cast, x, z, y - 0.2, y + 0.80, 15, 17, legs);
    prism(cast, x, z, y + 0.80, y + 1.50, 24, 19, coat);
    prism(cast, x, z, y + 1.50, y + 1.54, 7, 7, skin);
    prism(cast, x, z, y + 1.54, y + 1.80, 11, 9, skin);
}

/* ---- pictures ----------------------------------------------------------------------------------------------- */

static cairo_surface_t *image_of(const uint8_t *rgb, int width, int height)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (int row = 0; bytes && row < height; row++)
        for (int column = 0; column < width; column++, rgb += 3) {
            uint32_t word = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
            memcpy(bytes + (size_t)row * stride + 4 * (size_t)column, &word, 4);
        }
    cairo_surface_mark_dirty(image);
    return image;
}

twc_status twc_cast_render(const twc_subject_source *source, const twc_cast *cast, const twc_camera *camera,
                           const twc_weather *weather, cairo_surface_t **image)
{
    const twc_drawing drawing = {cast->vertices, cast->triangle_count};
    twc_status status = twc_render_check(camera, weather, drawing);
    *image = NULL;
    if (status.code)
        return status;
    int fast = source->builder.fast;
    size_t size = fast ? twc_fast_render_workspace(camera, cast->triangle_count, source->threads)
                       : twc_reference_render_workspace(camera, cast->triangle_count);
    void *workspace = twc_aligned_alloc(size);
    uint8_t *rgb = malloc((size_t)3 * (size_t)camera->width * (size_t)camera->height);
    if (!workspace || !rgb)
        status = twc_fail(TWC_IO, "not enough memory for a picture of %d x %d pixels", camera->width, camera->height);
    else if (fast)
        status = twc_fast_render(source->builder.level, camera, weather, drawing, source->threads, workspace, rgb);
    else
        status = twc_reference_render(camera, weather, drawing, workspace, rgb);
    if (!status.code)
        *image = image_of(rgb, camera->width, camera->height);
    free(workspace);
    free(rgb);
    return status;
}

twc_camera twc_camera_at(const twc_subject_source *source, const double eye[3], const double target[3], double degrees,
                         int32_t width, int32_t height)
{
    return (twc_camera){.eye = {eye[0], eye[1], eye[2]},
                        .target = {target[0], target[1], target[2]},
                        .tan_half = tan(degrees / 2 * 0.017453292519943295),
                        .width = width,
                        .height = height,
                        .samples = source->samples ? source->samples : 2};
}

void twc_draw_image(cairo_t *cr, double x, double y, cairo_surface_t *image)
{
    double width = cairo_image_surface_get_width(image) * TWC_PIXEL_PT,
           height = cairo_image_surface_get_height(image) * TWC_PIXEL_PT;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, TWC_PIXEL_PT, TWC_PIXEL_PT);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_rectangle(cr, x, y, width, height);
    cairo_stroke(cr);
}

/* ---- places ------------------------------------------------------------------------------------------------- */

double twc_layer_height(const twc_subject *subject, const twc_layer *layer, double x, double z)
{
    int32_t x_cm = (int32_t)floor(100 * x), z_cm = (int32_t)floor(100 * z);
    double best = -INFINITY;
    for (size_t m = 0; m < (size_t)layer->meshes.chunks.nx * (size_t)layer->meshes.chunks.nz; m++)
        for (uint32_t t = 0; t < layer->meshes.mesh[m].triangle_count; t++) {
            const twc_vertex *c = layer->meshes.mesh[m].triangles[t].corner;
            if (twc_vertex_area2(c[0], c[1], c[2]) > 0 && twc_area2(c[0].x, c[0].z, c[1].x, c[1].z, x_cm, z_cm) >= 0 &&
                twc_area2(c[1].x, c[1].z, c[2].x, c[2].z, x_cm, z_cm) >= 0 &&
                twc_area2(c[2].x, c[2].z, c[0].x, c[0].z, x_cm, z_cm) >= 0)
                best = fmax(best, twc_plane_height(c[0], c[1], c[2], x_cm, z_cm));
        }
    if (isfinite(best))
        return best;
    uint16_t sample;
    twc_reference_ground()->samples(
        subject->world, (twc_rect){twc_floor_div(x_cm, TWC_SAMPLE_CM), twc_floor_div(z_cm, TWC_SAMPLE_CM), 1, 1},
        &sample);
    return twc_sample_height(sample);
}

/* Whether the middle of a macro cell is above the water. */
static int is_dry(const twc_subject *subject, int32_t macro_x, int32_t macro_z)
{
    const int32_t samples = TWC_MACRO_CM / TWC_SAMPLE_CM;
    uint16_t sample;
    twc_reference_ground()->samples(
        subject->world, (twc_rect){macro_x * samples + samples / 2, macro_z * samples + samples / 2, 1, 1}, &sample);
    return twc_sample_height(sample) > subject->water + 2;
}

twc_status twc_prospect_of(const twc_subject *subject, twc_prospect *prospect)
{
    const double macro = TWC_MACRO_CM / 100.0;
    twc_rect macros = twc_world_macros(subject->world);
    uint8_t *classes = twc_world_classes(subject->world, macros);
    double sum[2][3] = {{0, 0, 0}, {0, 0, 0}};
    if (!classes)
        return twc_fail(TWC_IO, "not enough memory for the classes of the world");
    for (int32_t z = 0; z < macros.nz; z++)
        for (int32_t x = 0; x < macros.nx; x++) {
            int broad = classes[(size_t)z * (size_t)macros.nx + (size_t)x] == TWC_BROAD;
            if (!broad && !is_dry(subject, macros.x + x, macros.z + z))
                continue;
            sum[broad][0] += (macros.x + x + 0.5) * macro;
            sum[broad][1] += (macros.z + z + 0.5) * macro;
            sum[broad][2]++;
        }
    twc_status status = sum[0][2] > 0 && sum[1][2] > 0
                            ? twc_ok()
                            : twc_fail(TWC_USAGE, "the world has no %s: choose another world",
                                       sum[1][2] > 0 ? "lowlands" : "mountains");
    for (int k = 0; k < 2 && !status.code; k++) {
        prospect->lowlands[k] = sum[0][k] / sum[0][2];
        prospect->mountains[k] = sum[1][k] / sum[1][2];
    }
    double dx = prospect->mountains[0] - prospect->lowlands[0], dz = prospect->mountains[1] - prospect->lowlands[1];
    double length = fmax(1, hypot(dx, dz));
    prospect->towards[0] = dx / length;
    prospect->towards[1] = dz / length;
    for (double along = 0; along <= length && !status.code; along += 8) {
        double x = prospect->lowlands[0] + prospect->towards[0] * along,
               z = prospect->lowlands[1] + prospect->towards[1] * along;
        int32_t column = (int32_t)floor(x / macro) - macros.x, row = (int32_t)floor(z / macro) - macros.z;
        prospect->edge[0] = x;
        prospect->edge[1] = z;
        if (classes[(size_t)row * (size_t)macros.nx + (size_t)column] == TWC_BROAD)
            break;
    }
    free(classes);
    return status;
}
