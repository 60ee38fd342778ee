/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roads cut into the ground, in plan: pieces of ground, strips of bed and banks, and the seam between them. */
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "measure/naive_cut.h"
#include "plot/plan_map.h"
#include "plot/plots.h"
#include "plot/road.h"

/* Bed, bank, wall or step; the ground. */
static void parts(const twc_facet *facet, const twc_surface_face *face, const void *unused, twc_patch *patch)
{
    (void)face, (void)unused;
    patch->kind = twc_road_part(facet);
    patch->value[0] = twc_facet_tone(facet);
}

/* ---- seam vertices: plan points of ground triangles that triangles of features have too ---- */

static int by_place(const void *a, const void *b)
{
    const twc_point *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->z > q->z) - (p->z < q->z);
}

static size_t gather(twc_mesh_list meshes, int features, twc_point *out)
{
    size_t count = 0;
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++) {
            const twc_triangle *triangle = &meshes.mesh[m].triangles[t];
            if ((twc_road_part(&meshes.mesh[m].facets[triangle->facet]) >= 0) != features)
                continue;
            for (int k = 0; k < 3; k++, count++)
                if (out)
                    out[count] = (twc_point){triangle->corner[k].x, triangle->corner[k].z};
        }
    if (out)
        qsort(out, count, sizeof *out, by_place);
    return count;
}

static twc_status find_seam(twc_mesh_list meshes, twc_plan_points *seam)
{
    size_t ground_count = gather(meshes, 0, NULL), road_count = gather(meshes, 1, NULL);
    twc_point *ground = malloc((ground_count + 1) * sizeof *ground), *road = malloc((road_count + 1) * sizeof *road);
    seam->point = malloc((road_count + 1) * sizeof *seam->point);
    if (!ground || !road || !seam->point) {
        free(ground);
        free(road);
        return twc_fail(TWC_IO, "not enough memory for the seam of a road");
    }
    gather(meshes, 0, ground);
    gather(meshes, 1, road);
    for (size_t k = 0; k < road_count; k++) {
        int again = k && by_place(&road[k], &road[k - 1]) == 0;
        if (again || !bsearch(&road[k], ground, ground_count, sizeof *ground, by_place))
            continue;
        seam->point[seam->count][0] = road[k].x;
        seam->point[seam->count++][1] = road[k].z;
    }
    free(ground);
    free(road);
    return twc_ok();
}

static twc_status find_centreline(const twc_feature *road, twc_plan_points *line)
{
    line->point = malloc((size_t)road->station_count * sizeof *line->point);
    if (!line->point)
        return twc_fail(TWC_IO, "not enough memory for the stations of a road");
    for (int32_t k = 0; k < road->station_count; k++) {
        line->point[line->count][0] = road->stations[k].x;
        line->point[line->count++][1] = road->stations[k].z;
    }
    return twc_ok();
}

twc_status twc_plot_corridor(const twc_study_area *area, const char *folder)
{
    const twc_feature *road;
    twc_corridor_plan plan = {.seam = {0, NULL}};
    twc_mesh_list meshes = twc_grid_list(&area->ground);
    twc_status status = twc_road_find(area->source, 0, &road);
    if (!status.code)
        status = twc_plan_map_create(area->window, meshes, parts, NULL, &plan.map);
    if (!status.code)
        status = find_seam(meshes, &plan.seam);
    if (!status.code)
        status = find_centreline(road, &plan.centreline);
    if (!status.code)
        status = twc_write_corridor(&plan, folder);
    twc_plan_map_destroy(&plan.map);
    free(plan.centreline.point);
    free(plan.seam.point);
    return status;
}

/* ---- the seam of a road, twice ---- */

enum { MOST_OPEN = 4096 };

static twc_status lines_create(size_t most, twc_plan_lines *lines)
{
    lines->line = malloc((most + 1) * sizeof *lines->line);
    return lines->line ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu edges", most);
}

static void add_line(twc_plan_lines *lines, twc_vertex a, twc_vertex b)
{
    int32_t *line = lines->line[lines->count++];
    line[0] = a.x, line[1] = a.z, line[2] = b.x, line[3] = b.z;
}

static twc_status take_naive(const twc_naive_cut *naive, twc_seam_plan *plan)
{
    twc_status status = lines_create(naive->count, &plan->closed);
    if (!status.code)
        status = lines_create(naive->count, &plan->footprint);
    if (!status.code)
        status = lines_create(naive->count, &plan->open);
    for (size_t k = 0; k < naive->count && !status.code; k++) {
        const twc_naive_edge *e = &naive->edges[k];
        add_line(e->open ? &plan->open : e->outline ? &plan->footprint : &plan->closed, e->a, e->b);
    }
    plan->edges = naive->report.edges;
    plan->open_count = naive->report.open;
    plan->open_plan = naive->report.open_plan;
    plan->gap = naive->report.gap;
    return status;
}

/* Open edges near the road; the border of the chunks that were built is far from it or the world's outline. */
static twc_status find_open(twc_mesh_list meshes, const twc_feature *road, twc_plan_lines *lines)
{
    const double near = 60;
    twc_mesh_report report;
    twc_mesh_edge *open = malloc(MOST_OPEN * sizeof *open);
    twc_status status = open ? lines_create(MOST_OPEN, lines) : twc_fail(TWC_IO, "not enough memory for open edges");
    if (!status.code)
        status = twc_mesh_check(meshes.mesh, meshes.count, NULL, open, MOST_OPEN, &report);
    for (size_t k = 0; !status.code && k < MOST_OPEN && k < report.open_edges; k++) {
        double distance;
        twc_road_nearest(road, open[k].a.x, open[k].a.z, &distance);
        if (distance < near)
            add_line(lines, open[k].a, open[k].b);
    }
    free(open);
    return status;
}

static void seam_destroy(twc_seam_plan *plan)
{
    twc_plan_map_destroy(&plan->exact);
    free(plan->closed.line);
    free(plan->footprint.line);
    free(plan->open.line);
    free(plan->exact_open.line);
}

twc_status twc_plot_seam(const twc_study_area *area, const char *folder)
{
    const twc_feature *road;
    twc_seam_plan plan = {.gap = 0};
    twc_naive_cut naive = {.edges = NULL};
    twc_outline footprint = {.points = NULL};
    twc_mesh_list bare = twc_grid_list(&area->natural), cut = twc_grid_list(&area->ground);
    twc_status status = twc_road_find(area->source, 1, &road);
    if (!status.code)
        status = twc_corridor_outline(area->world, road, &footprint);
    if (!status.code)
        status = twc_naive_cut_run(bare.mesh, bare.count, &footprint, &naive);
    if (!status.code)
        status = take_naive(&naive, &plan);
    if (!status.code)
        status = twc_plan_map_create(area->window, cut, parts, NULL, &plan.exact);
    if (!status.code)
        status = find_open(cut, road, &plan.exact_open);
    if (!status.code)
        status = twc_write_seam(&plan, folder);
    twc_naive_cut_free(&naive);
    twc_outline_free(&footprint);
    seam_destroy(&plan);
    return status;
}
