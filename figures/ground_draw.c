/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground_draw.h"

#include <math.h>
#include <string.h>

#include "axes.h"

/* ---- view --------------------------------------------------------------------------------------------------- */

twc_plan twc_plan_fit(double x, double y, double width, twc_rect window)
{
    double scale = width / window.nx;
    return (twc_plan){x, y, width, scale * window.nz, window, scale};
}

double twc_plan_x(const twc_plan *view, double x_cm)
{
    return view->x + (x_cm - view->window.x) * view->scale;
}

double twc_plan_y(const twc_plan *view, double z_cm)
{
    return view->y + (z_cm - view->window.z) * view->scale;
}

void twc_plan_clip(cairo_t *cr, const twc_plan *view)
{
    cairo_save(cr);
    cairo_rectangle(cr, view->x, view->y, view->width, view->height);
    cairo_clip(cr);
}

void twc_plan_outline(cairo_t *cr, const twc_plan *view)
{
    cairo_save(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_rectangle(cr, view->x, view->y, view->width, view->height);
    cairo_stroke(cr);
    cairo_restore(cr);
}

int twc_plan_holds(const twc_plan *view, const twc_facet *facet)
{
    twc_rect w = view->window;
    return facet->centroid_x >= w.x && facet->centroid_x - w.x < w.nx && facet->centroid_z >= w.z &&
           facet->centroid_z - w.z < w.nz;
}

void twc_plan_axes(cairo_t *cr, const twc_plan *view)
{
    const double km = 1e-5;
    twc_rect w = view->window;
    const twc_plot plot = {view->x,
                           view->y,
                           view->width,
                           view->height,
                           {w.x * km, ((double)w.x + w.nx) * km, 0, "x (km)"},
                           {((double)w.z + w.nz) * km, w.z * km, 0, "z (km)"}};
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
}

/* ---- faces -------------------------------------------------------------------------------------------------- */

static int in_window(const twc_triangle *triangle, twc_rect window)
{
    int32_t west = INT32_MAX, east = INT32_MIN, north = INT32_MAX, south = INT32_MIN;
    for (int k = 0; k < 3; k++) {
        twc_vertex v = triangle->corner[k];
        west = v.x < west ? v.x : west;
        east = v.x > east ? v.x : east;
        north = v.z < north ? v.z : north;
        south = v.z > south ? v.z : south;
    }
    return east >= window.x && west <= (int64_t)window.x + window.nx && south >= window.z &&
           north <= (int64_t)window.z + window.nz;
}

/* The end of the run of triangles that share the facet of triangle `start`. */
static uint32_t facet_run(const twc_mesh *mesh, uint32_t start)
{
    uint32_t end = start + 1;
    while (end < mesh->triangle_count && mesh->triangles[end].facet == mesh->triangles[start].facet)
        end++;
    return end;
}

static void triangle_path(cairo_t *cr, const twc_plan *view, const twc_triangle *triangle)
{
    cairo_new_sub_path(cr);
    for (int k = 0; k < 3; k++)
        cairo_line_to(cr, twc_plan_x(view, triangle->corner[k].x), twc_plan_y(view, triangle->corner[k].z));
    cairo_close_path(cr);
}

void twc_draw_faces(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes, twc_paint *paint, const void *data)
{
    cairo_save(cr);
    cairo_set_line_width(cr, 0.25); /* covers the gap that anti-aliasing leaves between neighbours */
    for (size_t m = 0; m < meshes.count; m++) {
        const twc_mesh *mesh = &meshes.mesh[m];
        for (uint32_t start = 0, end; start < mesh->triangle_count; start = end) {
            int visible = 0;
            end = facet_run(mesh, start);
            for (uint32_t t = start; t < end; t++)
                visible |= in_window(&mesh->triangles[t], view->window);
            if (!visible)
                continue;
            for (uint32_t t = start; t < end; t++)
                triangle_path(cr, view, &mesh->triangles[t]);
            uint32_t facet = mesh->triangles[start].facet;
            twc_source(cr, paint(&mesh->facets[facet], meshes.surface ? &meshes.surface[m].faces[facet] : NULL, data));
            cairo_fill_preserve(cr);
            cairo_stroke(cr);
        }
    }
    cairo_restore(cr);
}

/* ---- edges -------------------------------------------------------------------------------------------------- */

/* Whether both ends lie on one side of the facet's own triangle, up to the rounding of fan vertices and crossings. */
static int on_outline(const twc_facet *facet, twc_vertex from, twc_vertex to)
{
    const double rounding_cm = 2;
    for (int k = 0; k < 3; k++) {
        twc_vertex a = facet->corner[k], b = facet->corner[(k + 1) % 3];
        double limit = rounding_cm * hypot((double)b.x - a.x, (double)b.z - a.z);
        if (fabs((double)twc_vertex_area2(a, b, from)) <= limit && fabs((double)twc_vertex_area2(a, b, to)) <= limit)
            return 1;
    }
    return 0;
}

void twc_draw_edges(cairo_t *cr, const twc_plan *view, twc_mesh_list meshes, twc_edge_kind kind)
{
    for (size_t m = 0; m < meshes.count; m++) {
        const twc_mesh *mesh = &meshes.mesh[m];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_triangle *triangle = &mesh->triangles[t];
            for (int k = 0; k < 3 && in_window(triangle, view->window); k++) {
                twc_vertex from = triangle->corner[k], to = triangle->corner[(k + 1) % 3];
                if (on_outline(&mesh->facets[triangle->facet], from, to) != (kind == TWC_EDGE_OUTLINE))
                    continue;
                cairo_move_to(cr, twc_plan_x(view, from.x), twc_plan_y(view, from.z));
                cairo_line_to(cr, twc_plan_x(view, to.x), twc_plan_y(view, to.z));
            }
        }
    }
    cairo_stroke(cr);
}

/* ---- images ------------------------------------------------------------------------------------------------- */

static uint32_t byte_of(double value)
{
    return (uint32_t)(255 * fmin(1, fmax(0, value)) + 0.5);
}

void twc_draw_samples(cairo_t *cr, const twc_plan *view, twc_rect samples, twc_pixel *pixel, const void *data)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, samples.nx, samples.nz);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (int32_t row = 0; bytes && row < samples.nz; row++)
        for (int32_t column = 0; column < samples.nx; column++) {
            twc_rgb colour = pixel(column, row, data);
            uint32_t word = byte_of(colour.r) << 16 | byte_of(colour.g) << 8 | byte_of(colour.b);
            memcpy(bytes + (size_t)row * stride + 4 * (size_t)column, &word, 4);
        }
    cairo_surface_mark_dirty(image);
    twc_plan_clip(cr, view);
    /* A sample is the centre of its pixel. */
    cairo_translate(cr, twc_plan_x(view, (samples.x - 0.5) * TWC_SAMPLE_CM),
                    twc_plan_y(view, (samples.z - 0.5) * TWC_SAMPLE_CM));
    cairo_scale(cr, view->scale * TWC_SAMPLE_CM, view->scale * TWC_SAMPLE_CM);
    cairo_set_source_surface(cr, image, 0, 0); /* an image in error puts cr in error, which the page reports */
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

twc_rgb twc_hillshade(int32_t column, int32_t row, const void *data)
{
    const twc_relief *relief = data;
    int32_t nx = relief->samples.nx, nz = relief->samples.nz;
    int32_t west = twc_clamp(column - 1, 0, nx - 1), east = twc_clamp(column + 1, 0, nx - 1);
    int32_t north = twc_clamp(row - 1, 0, nz - 1), south = twc_clamp(row + 1, 0, nz - 1);
    const float *along = relief->heights + (size_t)row * (size_t)nx, *down = relief->heights + column;
    double gx = (double)(along[east] - along[west]) / (4.0 * fmax(1, east - west));
    double gz = (double)(down[(ptrdiff_t)south * nx] - down[(ptrdiff_t)north * nx]) / (4.0 * fmax(1, south - north));
    /*
     * A light at (-1, sqrt 2, -1), 45 degrees high, over a surface with normal (-gx, 1, -gz); half-Lambert keeps shaded
     * slopes apart.
     */
    double facing = (gx + sqrt(2) + gz) / (2 * sqrt(gx * gx + gz * gz + 1));
    double level = relief->darkest + (relief->lightest - relief->darkest) * (0.5 + 0.5 * facing);
    return (twc_rgb){level, level, level};
}
