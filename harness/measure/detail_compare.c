/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/detail_flight.h"
#include "measure/detail_greedy.h"
#include "measure/mesh_check.h"
#include "measure/mesh_heights.h"
#include "measure/regular_grid.h"

enum { BORDER = 8 }; /* samples */

typedef struct ground {
    twc_rect samples;
    size_t count;
    float *finest, *weight, *other; /* heights; pixels a metre counts there; heights of a rival */
    double *off;
} ground;

/* ---- scores ---- */

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static twc_detail_score score(const ground *g, double triangles)
{
    twc_detail_score s = {triangles, 0, 0, 0};
    for (size_t k = 0; k < g->count; k++) {
        g->off[k] = (double)g->weight[k] * fabs((double)g->other[k] - (double)g->finest[k]);
        s.rms += g->off[k] * g->off[k];
    }
    qsort(g->off, g->count, sizeof *g->off, ascending);
    s.most = g->off[g->count - 1];
    s.p99 = g->off[g->count - 1 - g->count / 100];
    s.rms = sqrt(s.rms / (double)g->count);
    return s;
}

/* The view as it is: its heights, and how many of its triangles lie over the samples. */
static twc_status take_view(const twc_detail_made *made, const ground *g, float *heights, double *triangles)
{
    twc_detail_built built = {0};
    const twc_status status = twc_detail_build_view(made, &built);
    const int64_t x0 = (int64_t)g->samples.x * TWC_SAMPLE_CM, z0 = (int64_t)g->samples.z * TWC_SAMPLE_CM,
                  x1 = x0 + (int64_t)(g->samples.nx - 1) * TWC_SAMPLE_CM,
                  z1 = z0 + (int64_t)(g->samples.nz - 1) * TWC_SAMPLE_CM;
    *triangles = 0;
    for (size_t k = 0; !status.code && k < built.count; k++)
        for (uint32_t t = 0; t < built.mesh[k].triangle_count; t++) {
            const twc_vertex *c = built.mesh[k].triangles[t].corner;
            const int32_t x = twc_floor_mean3(c[0].x, c[1].x, c[2].x), z = twc_floor_mean3(c[0].z, c[1].z, c[2].z);
            *triangles += x >= x0 && x < x1 && z >= z0 && z < z1;
        }
    if (!status.code)
        twc_mesh_heights(built.mesh, built.count, g->samples, heights);
    twc_detail_built_destroy(&built);
    return status;
}

/* ---- rivals ---- */

static twc_status take_greedy(const ground *g, const float *weight, double triangles, twc_detail_score *out)
{
    const twc_greedy_grid grid = {g->samples.nx, g->samples.nz, g->finest, weight};
    size_t made;
    const twc_status status = twc_greedy(&grid, (size_t)triangles, g->other, &made);
    if (!status.code)
        *out = score(g, (double)made);
    return status;
}

/* The coarsest level of which no chunk shows more than the tolerance. */
static int32_t coarsest(twc_detail_made *made, twc_eye eye)
{
    int32_t level = made->tree.levels;
    for (; level > 0; level--) {
        const twc_rect rect = made->tree.rect[level];
        double shown = 0;
        for (int32_t k = 0; k < rect.nx * rect.nz; k++)
            shown = fmax(
                shown,
                twc_detail_shown(made, eye, (twc_detail_chunk){level, rect.x + k % rect.nx, rect.z + k / rect.nx, 0}));
        if (shown * 16 <= eye.tolerance)
            break;
    }
    return level;
}

static twc_status compare(twc_detail_made *made, twc_eye eye, ground *g, twc_detail_comparison *c)
{
    double triangles;
    twc_detail_uniform(made, 0);
    twc_status status = take_view(made, g, g->finest, &triangles);
    if (status.code)
        return status;
    for (size_t k = 0; k < g->count; k++) {
        const double x = (g->samples.x + (double)(k % (size_t)g->samples.nx)) * TWC_SAMPLE_CM - eye.x,
                     z = (g->samples.z + (double)(k / (size_t)g->samples.nx)) * TWC_SAMPLE_CM - eye.z,
                     y = 100 * (double)g->finest[k] - eye.y;
        g->weight[k] = (float)(100 * eye.pixels / fmax(sqrt(x * x + y * y + z * z), 100));
    }
    c->rival[TWC_RIVAL_FINEST] = (twc_detail_score){triangles, 0, 0, 0};
    c->level = coarsest(made, eye);
    twc_detail_uniform(made, c->level);
    status = take_view(made, g, g->other, &triangles);
    c->rival[TWC_RIVAL_LEVEL] = score(g, triangles);
    twc_detail_look(made, eye);
    if (!status.code)
        status = take_view(made, g, g->other, &triangles);
    c->rival[TWC_RIVAL_MIXED] = score(g, triangles);
    if (status.code)
        return status;
    const double grid = (double)twc_regular_grid(&(twc_greedy_grid){g->samples.nx, g->samples.nz, g->finest, NULL},
                                                 (size_t)triangles, g->other);
    c->rival[TWC_RIVAL_GRID] = score(g, grid);
    status = take_greedy(g, NULL, triangles, &c->rival[TWC_RIVAL_HEIGHTS]);
    return status.code ? status : take_greedy(g, g->weight, triangles, &c->rival[TWC_RIVAL_PIXELS]);
}

twc_status twc_detail_compare(twc_detail_made *made, twc_eye eye, twc_detail_comparison *comparison)
{
    const twc_rect all = twc_world_samples(made->world);
    ground g = {.samples = {all.x + BORDER, all.z + BORDER, all.nx - 2 * BORDER, all.nz - 2 * BORDER}};
    g.count = (size_t)g.samples.nx * (size_t)g.samples.nz;
    *comparison = (twc_detail_comparison){.samples = g.count};
    g.finest = malloc(g.count * sizeof *g.finest);
    g.weight = malloc(g.count * sizeof *g.weight);
    g.other = malloc(g.count * sizeof *g.other);
    g.off = malloc(g.count * sizeof *g.off);
    const twc_status status = g.finest && g.weight && g.other && g.off
                                  ? compare(made, eye, &g, comparison)
                                  : twc_fail(TWC_IO, "not enough memory for %zu samples", g.count);
    free(g.finest);
    free(g.weight);
    free(g.other);
    free(g.off);
    return status;
}

/* ---- closed ---- */

/* Both ends as near to one line of the extent's border as vertices on it stray, at the coarsest level. */
static int along_border(const twc_detail_made *made, const twc_mesh_edge *edge)
{
    const twc_rect c = made->tree.chunks;
    const int32_t own = TWC_DETAIL_BORDER_JITTER * (1 << made->tree.levels),
                  reach = own > TWC_MACRO_JITTER_CM ? own : TWC_MACRO_JITTER_CM;
    const int32_t x[2] = {c.x * TWC_CHUNK_CM, (c.x + c.nx) * TWC_CHUNK_CM},
                  z[2] = {c.z * TWC_CHUNK_CM, (c.z + c.nz) * TWC_CHUNK_CM};
    for (int k = 0; k < 2; k++)
        if ((abs(edge->a.x - x[k]) <= reach && abs(edge->b.x - x[k]) <= reach) ||
            (abs(edge->a.z - z[k]) <= reach && abs(edge->b.z - z[k]) <= reach))
            return 1;
    return 0;
}

twc_status twc_detail_check_closed(const twc_detail_made *made, twc_detail_closed *sum)
{
    const size_t room = 4 * TWC_CHUNK_CELLS * (size_t)(made->tree.chunks.nx + made->tree.chunks.nz);
    twc_mesh_edge *open = malloc(room * sizeof *open);
    twc_detail_built built = {0};
    twc_mesh_report report;
    int64_t around = 0;
    twc_status status = open ? twc_detail_build_view(made, &built)
                             : twc_fail(TWC_IO, "not enough memory for %zu edges", room);
    if (!status.code)
        status = twc_mesh_check(built.mesh, built.count, NULL, open, room, &report);
    if (!status.code) {
        for (size_t k = 0; k < report.open_edges && k < room; k++) {
            around += (int64_t)open[k].a.z * open[k].b.x - (int64_t)open[k].a.x * open[k].b.z;
            sum->inner_open += !along_border(made, &open[k]);
        }
        sum->inner_open += report.open_edges > room ? report.open_edges - room : 0;
        sum->nonmanifold += report.nonmanifold;
        sum->misoriented += report.misoriented;
        sum->inverted += report.inverted + report.degenerate;
        sum->t_junctions += report.t_junctions;
        sum->area_difference += llabs(report.area2 - around);
    }
    twc_detail_built_destroy(&built);
    free(open);
    return status;
}
