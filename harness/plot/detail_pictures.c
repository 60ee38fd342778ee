/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One place drawn at each level of detail and mixed; triangles and errors of a view against distance. */
#include <math.h>
#include <stdlib.h>

#include "figures.h"
#include "measure/detail_flight.h"
#include "plot/plots.h"
#include "plot/soup.h"

enum { PANELS = 4, MIXED = PANELS - 1, PIXELS = 935 };

/* By level. */
static const uint8_t colour[PANELS + 1][3] = {
    {92, 122, 66}, {176, 150, 84}, {186, 104, 72}, {120, 96, 140}, {70, 70, 90}};

static twc_status add_view(const twc_detail_made *made, twc_soup *soup)
{
    twc_detail_built built;
    uint32_t count = 0;
    twc_status status = twc_detail_build_view(made, &built);
    for (size_t k = 0; k < built.count; k++)
        count += built.mesh[k].triangle_count;
    if (!status.code)
        status = twc_soup_create(&(twc_chunk_grid){0}, count, soup);
    for (size_t k = 0; k < built.count && !status.code; k++)
        for (uint32_t t = 0; t < built.mesh[k].triangle_count; t++) {
            const twc_vertex *c = built.mesh[k].triangles[t].corner;
            const int32_t level = built.chunk[k].level < PANELS ? built.chunk[k].level : PANELS;
            twc_soup_triangle(soup, c[0], c[1], c[2], TWC_MATERIAL_GROUND, colour[level]);
        }
    twc_detail_built_destroy(&built);
    return status;
}

/* From beyond a corner of the extent over its middle; metres. */
static void place_camera(const twc_detail_made *made, double eye[3], double target[3])
{
    const twc_rect c = made->tree.chunks;
    const double wide = 256.0 * c.nx, deep = 256.0 * c.nz, west = c.x * 256.0, north = c.z * 256.0;
    eye[0] = west + 0.5 * wide;
    eye[1] = 0.1 * deep;
    eye[2] = north + 0.98 * deep;
    target[0] = west + 0.5 * wide;
    target[1] = 0;
    target[2] = north + 0.4 * deep;
}

/* How many levels there are in the view. */
static twc_status count_levels(const twc_detail_made *made, int *levels)
{
    const size_t count = twc_detail_view_chunks(&made->view, 0, NULL);
    twc_detail_chunk *chunk = malloc(count * sizeof *chunk);
    *levels = 0;
    if (!chunk)
        return twc_fail(TWC_IO, "not enough memory for a view of %zu chunks", count);
    (void)twc_detail_view_chunks(&made->view, count, chunk);
    for (size_t k = 0; k < count; k++) /* they come level by level */
        *levels += k == 0 || chunk[k].level != chunk[k - 1].level;
    free(chunk);
    return twc_ok();
}

/* Chooses with the tolerance, from a pixel on, that shows most levels: the first of equals. */
static twc_status look_mixed(twc_detail_made *made, twc_eye eye)
{
    int most = 0, levels;
    uint32_t best = 16;
    twc_status status = twc_ok();
    for (eye.tolerance = best; eye.tolerance < 1 << 14 && !status.code; eye.tolerance += eye.tolerance / 4) {
        twc_detail_look(made, eye);
        status = count_levels(made, &levels);
        if (!status.code && levels > most) {
            most = levels;
            best = eye.tolerance;
        }
    }
    eye.tolerance = best;
    twc_detail_look(made, eye);
    return status;
}

static twc_status draw_panel(const twc_study_area *area, twc_detail_made *made, int panel, twc_picture *picture)
{
    twc_soup soup = {0};
    double eye[3], target[3];
    twc_status status = twc_ok();
    place_camera(made, eye, target);
    if (panel == MIXED)
        status = look_mixed(made, (twc_eye){(int32_t)rint(100 * eye[0]), (int32_t)rint(100 * eye[1]),
                                            (int32_t)rint(100 * eye[2]), PIXELS, 0});
    else
        twc_detail_uniform(made, panel < made->tree.levels ? panel : made->tree.levels);
    if (!status.code)
        status = add_view(made, &soup);
    const twc_camera camera = twc_camera_at(area->source, eye, target, 45, 1020, 560);
    if (!status.code)
        status = twc_soup_render(area->source, &soup, &camera, &twc_presets[TWC_CLEAR], picture);
    twc_soup_destroy(&soup);
    return status;
}

twc_status twc_plot_detail_views(const twc_study_area *area, const char *folder)
{
    twc_detail_made made;
    twc_picture pictures[PANELS] = {{0, 0, NULL}};
    twc_status status = twc_detail_make(area->world, twc_detail_kernels_best(), &made);
    for (int panel = 0; panel < PANELS && !status.code; panel++)
        status = draw_panel(area, &made, panel, &pictures[panel]);
    if (!status.code)
        status = twc_write_detail_views(pictures, folder);
    for (int panel = 0; panel < PANELS; panel++)
        free(pictures[panel].rgb);
    twc_detail_made_destroy(&made);
    return status;
}

/* ---- distance ---------------------------------------------------------------------------------------------------- */

static void add_chunk(const twc_detail_made *made, twc_eye eye, const twc_mesh *mesh, twc_detail_chunk chunk,
                      twc_detail_distances *d)
{
    const double shown = twc_detail_shown(made, eye, chunk);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_vertex *c = mesh->triangles[t].corner;
        const double x = twc_floor_mean3(c[0].x, c[1].x, c[2].x) - (double)eye.x,
                     z = twc_floor_mean3(c[0].z, c[1].z, c[2].z) - (double)eye.z;
        const double far = fmax(0.01 * sqrt(x * x + z * z), d->nearest) / d->nearest;
        const int bin = (int)fmin(floor(TWC_DETAIL_BINS_AN_OCTAVE * log2(far)), TWC_DETAIL_BINS - 1);
        d->bin[bin].triangles++;
        d->bin[bin].km2 += 0.5e-10 * (double)twc_vertex_area2(c[0], c[1], c[2]);
        d->bin[bin].shown = fmax(d->bin[bin].shown, shown);
        d->bin[bin].levels += chunk.level;
    }
}

/* From 40 m over the ground at the middle of the world, with a tolerance of two pixels. */
twc_status twc_plot_detail_distance(const twc_study_area *area, const char *folder)
{
    const twc_detail_course course = {.frames = 2, .step_cm = 100, .above_cm = 4000, .pixels = PIXELS, .tolerance = 32};
    twc_detail_distances d = {.nearest = 62.5, .tolerance = course.tolerance / 16.0};
    twc_detail_made made;
    twc_detail_built built = {0};
    twc_status status = twc_detail_make(area->world, twc_detail_kernels_best(), &made);
    if (!status.code) {
        const twc_eye eye = twc_detail_eye(&made, &course, 1);
        twc_detail_look(&made, eye);
        status = twc_detail_build_view(&made, &built);
        for (size_t k = 0; k < built.count && !status.code; k++)
            add_chunk(&made, eye, &built.mesh[k], built.chunk[k], &d);
    }
    if (!status.code)
        status = twc_write_detail_distance(&d, folder);
    twc_detail_built_destroy(&built);
    twc_detail_made_destroy(&made);
    return status;
}
