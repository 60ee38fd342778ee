/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail: a view in plan with its chains; errors and triangles of levels and of views. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "measure/detail_view.h"
#include "measure/mesh_check.h"
#include "plot/plan_map.h"
#include "plot/plots.h"

/* A screen of 1080 lines at 60 degrees; an eye 40 m above the ground, near a corner of the world. */
enum { PIXELS = 935, EYE_ABOVE_CM = 4000, SIXTEENTHS = 16 };

static twc_eye eye_of(const twc_detail_made *made, uint32_t tolerance)
{
    const twc_rect c = made->tree.chunks;
    const int32_t x = c.x * TWC_CHUNK_CM + c.nx * (TWC_CHUNK_CM / 8),
                  z = c.z * TWC_CHUNK_CM + c.nz * (TWC_CHUNK_CM / 16 * 13);
    const twc_rect squares = made->tree.rect[0];
    const twc_detail_node *node = &made->tree.node[0][(twc_floor_div(z, TWC_CHUNK_CM) - squares.z) * squares.nx +
                                                      twc_floor_div(x, TWC_CHUNK_CM) - squares.x];
    return (twc_eye){x, node->high + EYE_ABOVE_CM, z, PIXELS, tolerance};
}

/* The coarsest level with a chunk in the view. */
static int32_t coarsest(const twc_detail_made *made)
{
    twc_detail_chunk first = {0, 0, 0, 0};
    (void)twc_detail_view_chunks(&made->view, 1, &first);
    return first.level;
}

/* ---- plan ---- */

static void rimmed(const twc_facet *facet, const twc_surface_face *face, const void *unused, twc_patch *patch)
{
    (void)face, (void)unused;
    patch->kind = facet->id >> 62 == TWC_FACET_DETAIL && (facet->id >> 57 & 31) >= TWC_DETAIL_PART_RIM;
    patch->value[0] = twc_facet_tone(facet);
}

/* The open edges of every chunk by itself: the chains about it. */
static twc_status add_chains(const twc_detail_built *built, twc_plan_lines *chains)
{
    enum { MOST = 4 * TWC_CHUNK_CELLS };
    chains->line = malloc((built->count * MOST + 1) * sizeof *chains->line);
    if (!chains->line)
        return twc_fail(TWC_IO, "not enough memory for the chains of %zu chunks", built->count);
    for (size_t k = 0; k < built->count; k++) {
        twc_mesh_edge open[MOST];
        twc_mesh_report report;
        const twc_status status = twc_mesh_check(&built->mesh[k], 1, NULL, open, MOST, &report);
        if (status.code)
            return status;
        for (uint64_t n = 0; n < report.open_edges && n < MOST; n++) {
            const int32_t line[4] = {open[n].a.x, open[n].a.z, open[n].b.x, open[n].b.z};
            memcpy(chains->line[chains->count++], line, sizeof line);
        }
    }
    return twc_ok();
}

/* Meshes of one level lie together. */
static twc_status add_maps(const twc_detail_built *built, twc_detail_plan *plan)
{
    twc_status status = twc_ok();
    for (size_t first = 0, next; first < built->count && !status.code; first = next) {
        const int32_t level = built->chunk[first].level;
        for (next = first; next < built->count && built->chunk[next].level == level; next++) {
            plan->chunks[level]++;
            plan->triangles[level] += built->mesh[next].triangle_count;
        }
        const twc_mesh_list meshes = {built->mesh + first, NULL, next - first};
        status = twc_plan_map_create(plan->window, meshes, rimmed, NULL, &plan->map[level]);
    }
    return status;
}

/* About the corner of a fine chunk with coarser ones on two sides, or on one. */
static twc_rect place_of_rims(const twc_detail_built *built)
{
    const int32_t side = TWC_CHUNK_CM;
    twc_detail_chunk best = {0, 0, 0, 0};
    for (size_t k = 0; k < built->count; k++) {
        const twc_detail_chunk c = built->chunk[k];
        const int two = (c.coarser & 3) && (c.coarser & 12), best_two = (best.coarser & 3) && (best.coarser & 12);
        if (c.level == 0 && c.coarser && (!best.coarser || (two && !best_two)))
            best = c;
    }
    const int32_t x = best.x + (best.coarser & TWC_SIDE_EAST ? 1 : 0),
                  z = best.z + (best.coarser & TWC_SIDE_SOUTH ? 1 : 0);
    return (twc_rect){x * side - side * 7 / 10, z * side - side * 7 / 10, side * 7 / 5, side * 7 / 5};
}

static twc_status finest_triangles(twc_detail_made *made, uint64_t *triangles)
{
    twc_detail_built built = {0};
    twc_detail_uniform(made, 0);
    const twc_status status = twc_detail_build_view(made, &built);
    *triangles = 0;
    for (size_t k = 0; k < built.count && !status.code; k++)
        *triangles += built.mesh[k].triangle_count;
    twc_detail_built_destroy(&built);
    return status;
}

static twc_status fill_plan(const twc_study_area *area, twc_detail_made *made, twc_detail_built *built,
                            twc_detail_plan *plan)
{
    twc_status status = twc_study_extent(area, &plan->window);
    if (!status.code)
        status = twc_detail_make(area->world, twc_detail_kernels_best(), made);
    if (!status.code)
        status = finest_triangles(made, &plan->finest);
    if (status.code)
        return status;
    uint32_t tolerance = 2 * SIXTEENTHS;
    twc_detail_look(made, eye_of(made, tolerance));
    while (coarsest(made) < made->tree.levels && tolerance < 1 << 14) { /* until all levels are there */
        tolerance *= 2;
        twc_detail_look(made, eye_of(made, tolerance));
    }
    const twc_eye eye = eye_of(made, tolerance);
    plan->levels = coarsest(made);
    plan->tolerance = tolerance / (double)SIXTEENTHS;
    plan->eye[0] = eye.x;
    plan->eye[1] = eye.z;
    status = twc_detail_build_view(made, built);
    plan->near = place_of_rims(built);
    if (!status.code)
        status = add_maps(built, plan);
    return status.code ? status : add_chains(built, &plan->chains);
}

twc_status twc_plot_detail_plan(const twc_study_area *area, const char *folder)
{
    twc_detail_made made = {0};
    twc_detail_built built = {0};
    twc_detail_plan *plan = calloc(1, sizeof *plan);
    twc_status status = plan ? fill_plan(area, &made, &built, plan) : twc_fail(TWC_IO, "not enough memory for a plan");
    if (!status.code)
        status = twc_write_detail_plan(plan, folder);
    for (int k = 0; plan && k < TWC_DETAIL_SHOWN; k++)
        twc_plan_map_destroy(&plan->map[k]);
    if (plan)
        free(plan->chains.line);
    free(plan);
    twc_detail_built_destroy(&built);
    twc_detail_made_destroy(&made);
    return status;
}

/* ---- errors ---- */

static int ascending(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static twc_status level_errors(const twc_detail_made *made, int32_t level, twc_detail_study *study)
{
    const twc_rect rect = made->tree.rect[level];
    const size_t most = (size_t)rect.nx * (size_t)rect.nz;
    uint32_t *error = malloc(most * sizeof *error);
    size_t count = 0;
    if (!error)
        return twc_fail(TWC_IO, "not enough memory for the errors of %zu chunks", most);
    for (size_t k = 0; k < most; k++)
        if (twc_detail_is_chunk(&made->tree, level, rect.x + (int32_t)(k % (size_t)rect.nx),
                                rect.z + (int32_t)(k / (size_t)rect.nx)))
            error[count++] = made->tree.node[level][k].error;
    qsort(error, count, sizeof *error, ascending);
    study->level[level].spacing = 16.0 * (1 << level);
    study->level[level].least = error[0] / 1000.0;
    study->level[level].median = error[count / 2] / 1000.0;
    study->level[level].most = error[count - 1] / 1000.0;
    free(error);
    return twc_ok();
}

/* The triangles of a view, and the greatest error that one of its chunks may show, in pixels. */
static twc_status measure_view(const twc_detail_made *made, twc_eye eye, double *triangles, double *shown)
{
    twc_detail_built built = {0};
    const twc_status status = twc_detail_build_view(made, &built);
    *triangles = *shown = 0;
    for (size_t k = 0; k < built.count && !status.code; k++) {
        const twc_detail_chunk c = built.chunk[k];
        const twc_detail_node node = *twc_detail_node_of(made, c);
        const double side = (double)TWC_CHUNK_CM * (1 << c.level),
                     x = fmax(fmax(c.x * side - eye.x, eye.x - (c.x + 1) * side), 0),
                     z = fmax(fmax(c.z * side - eye.z, eye.z - (c.z + 1) * side), 0),
                     y = fmax(fmax(node.low - eye.y, eye.y - node.high), 0);
        *triangles += built.mesh[k].triangle_count;
        *shown = fmax(*shown, eye.pixels * (node.error / 10.0) / fmax(sqrt(x * x + y * y + z * z), 1));
    }
    twc_detail_built_destroy(&built);
    return status;
}

static twc_status fill_study(const twc_study_area *area, twc_detail_made *made, twc_detail_study *study)
{
    double at_level[TWC_DETAIL_SHOWN], shown_at[TWC_DETAIL_SHOWN];
    twc_status status = twc_detail_make(area->world, twc_detail_kernels_best(), made);
    study->levels = made->tree.levels;
    study->pixels = PIXELS;
    for (int32_t level = 0; level <= study->levels && !status.code; level++) {
        const twc_rect c = made->tree.chunks;
        status = level_errors(made, level, study);
        twc_detail_uniform(made, level);
        if (!status.code)
            status = measure_view(made, eye_of(made, 0), &at_level[level], &shown_at[level]);
        study->level[level].triangles = at_level[level] / (c.nx * 0.256 * c.nz * 0.256);
    }
    for (uint32_t tolerance = 8; tolerance <= 1 << 13 && !status.code && study->count < TWC_DETAIL_CURVE;
         tolerance += tolerance / 2) {
        const twc_eye eye = eye_of(made, tolerance);
        int32_t level = study->levels;
        twc_detail_look(made, eye);
        status = measure_view(made, eye, &study->view[study->count].triangles, &study->view[study->count].shown);
        while (level > 0 && shown_at[level] > tolerance / (double)SIXTEENTHS)
            level--;
        study->view[study->count].tolerance = tolerance / (double)SIXTEENTHS;
        study->view[study->count++].uniform = at_level[level];
    }
    study->finest = at_level[0];
    return status;
}

twc_status twc_plot_detail_error(const twc_study_area *area, const char *folder)
{
    twc_detail_made made = {0};
    twc_detail_study study = {0};
    twc_status status = fill_study(area, &made, &study);
    if (!status.code)
        status = twc_write_detail_error(&study, folder);
    twc_detail_made_destroy(&made);
    return status;
}
