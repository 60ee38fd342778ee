/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"

enum { MOST_CROSSINGS = 128 };

/* Where a triangle's border and the footprint's cross. */
typedef struct crossing {
    int side;       /* of the triangle */
    double s;       /* along it */
    size_t segment; /* of the footprint */
    double t;       /* along it */
    int leaves;     /* the triangle's border leaves the footprint here */
    int used;
    twc_vertex at;
} crossing;

typedef struct clip {
    const twc_triangle *triangle;
    const twc_outline *footprint;
    crossing list[MOST_CROSSINGS]; /* in order round the triangle */
    int count;
} clip;

/* ---- the footprint ------------------------------------------------------------------------------------------ */

twc_status twc_corridor_outline(const twc_world *world, const twc_feature *corridor, twc_outline *outline)
{
    int32_t n = corridor->station_count, last = twc_section_row_count(&corridor->profile) - 1;
    twc_cross_section *sections = malloc((size_t)n * sizeof *sections);
    void *workspace = twc_aligned_alloc(twc_reference_sections_workspace());
    *outline = (twc_outline){malloc(2 * (size_t)n * sizeof *outline->points), 2 * (size_t)n};
    twc_status status = sections && workspace && outline->points
                            ? twc_reference_sections(world, 0, corridor, 0, n, workspace, sections)
                            : twc_fail(TWC_IO, "not enough memory for a footprint of %d stations", n);
    for (int32_t k = 0; k < n && !status.code; k++) {
        twc_vertex right = sections[k].row[last], left = sections[k].row[0];
        outline->points[k] = (twc_point){right.x, right.z};
        outline->points[2 * n - 1 - k] = (twc_point){left.x, left.z};
    }
    free(sections);
    free(workspace);
    if (status.code)
        twc_outline_free(outline);
    return status;
}

static twc_point footprint_point(const twc_outline *footprint, size_t k)
{
    return footprint->points[k % footprint->count];
}

static int inside(const twc_outline *footprint, twc_vertex v)
{
    int odd = 0;
    for (size_t k = 0; k < footprint->count; k++) {
        twc_point a = footprint->points[k], b = footprint_point(footprint, k + 1);
        if ((a.z > v.z) != (b.z > v.z))
            odd ^= (twc_area2(a.x, a.z, b.x, b.z, v.x, v.z) > 0) == (b.z > a.z);
    }
    return odd;
}

/* ---- one triangle ------------------------------------------------------------------------------------------- */

static twc_vertex on_plane(const twc_triangle *t, double x, double z)
{
    twc_vertex v = {(int32_t)floor(x + 0.5), (int32_t)floor(z + 0.5), 0};
    v.y = twc_plane_height(t->corner[0], t->corner[1], t->corner[2], v.x, v.z);
    return v;
}

static void meet(clip *c, int side, size_t segment)
{
    twc_vertex a = c->triangle->corner[side], b = c->triangle->corner[(side + 1) % 3];
    twc_point p = c->footprint->points[segment], q = footprint_point(c->footprint, segment + 1);
    double from = (double)twc_area2(p.x, p.z, q.x, q.z, a.x, a.z), to = (double)twc_area2(p.x, p.z, q.x, q.z, b.x, b.z);
    double start = (double)twc_area2(a.x, a.z, b.x, b.z, p.x, p.z),
           end = (double)twc_area2(a.x, a.z, b.x, b.z, q.x, q.z);
    if ((from > 0) == (to > 0) || (start > 0) == (end > 0) || c->count == MOST_CROSSINGS)
        return;
    double s = from / (from - to), t = start / (start - end);
    c->list[c->count++] = (crossing){
        side,
        s,
        segment,
        t,
        from > 0,
        0,
        on_plane(c->triangle, a.x + s * ((double)b.x - a.x), a.z + s * ((double)b.z - a.z))};
}

static int by_side(const void *a, const void *b)
{
    const crossing *p = a, *q = b;
    return p->side != q->side ? p->side - q->side : (p->s > q->s) - (p->s < q->s);
}

static twc_status put(twc_naive_cut *cut, twc_vertex a, twc_vertex b, int outline, int is_cut)
{
    if (a.x == b.x && a.z == b.z)
        return twc_ok();
    if (cut->count == cut->capacity) {
        size_t capacity = 2 * cut->capacity + 1024;
        twc_naive_edge *grown = realloc(cut->edges, capacity * sizeof *grown);
        if (!grown)
            return twc_fail(TWC_IO, "not enough memory for %zu edges", capacity);
        cut->edges = grown;
        cut->capacity = capacity;
    }
    cut->edges[cut->count++] = (twc_naive_edge){a, b, (uint8_t)outline, (uint8_t)is_cut, 0};
    return twc_ok();
}

/*
 * Back along the footprint from crossing `from`, inside the triangle, to the crossing where it leaves; that one's
 * index.
 */
static int back_along_footprint(const clip *c, int from, twc_naive_cut *cut, twc_status *status)
{
    const crossing *start = &c->list[from];
    double whole = (double)c->footprint->count, best = INFINITY;
    int next = from;
    for (int k = 0; k < c->count; k++) {
        double way = ((double)start->segment + start->t) - ((double)c->list[k].segment + c->list[k].t);
        way = way <= 0 ? way + whole : way;
        if (k != from && way < best) {
            best = way;
            next = k;
        }
    }
    twc_vertex at = start->at;
    for (size_t k = start->segment; k != c->list[next].segment && !status->code;
         k = (k + c->footprint->count - 1) % c->footprint->count) {
        twc_point p = c->footprint->points[k];
        twc_vertex corner = on_plane(c->triangle, p.x, p.z);
        *status = put(cut, at, corner, 1, 1);
        at = corner;
    }
    if (!status->code)
        *status = put(cut, at, c->list[next].at, 1, 1);
    return next;
}

/* What is left of a triangle that the footprint's border crosses: from each place where its border comes out, round. */
static twc_status walk(clip *c, twc_naive_cut *cut)
{
    twc_status status = twc_ok();
    for (int first = 0; first < c->count && !status.code; first++)
        for (int k = first; c->list[k].leaves && !c->list[k].used && !status.code;) {
            int next = (k + 1) % c->count;
            twc_vertex at = c->list[k].at;
            c->list[k].used = 1;
            int turns = (c->list[next].side - c->list[k].side + 3) % 3;
            turns += turns == 0 && (next <= k) ? 3 : 0;
            for (int step = 1; step <= turns && !status.code; step++) {
                twc_vertex corner = c->triangle->corner[(c->list[k].side + step) % 3];
                status = put(cut, at, corner, 0, 1);
                at = corner;
            }
            if (!status.code)
                status = put(cut, at, c->list[next].at, 0, 1);
            if (!status.code)
                k = back_along_footprint(c, next, cut, &status);
        }
    return status;
}

static twc_status clip_triangle(const twc_triangle *triangle, const twc_outline *footprint, twc_naive_cut *cut)
{
    clip c = {.triangle = triangle, .footprint = footprint};
    twc_status status = twc_ok();
    for (int side = 0; side < 3; side++)
        for (size_t k = 0; k < footprint->count; k++)
            meet(&c, side, k);
    if (c.count == 0) {
        for (int side = 0; side < 3 && !status.code && !inside(footprint, triangle->corner[0]); side++)
            status = put(cut, triangle->corner[side], triangle->corner[(side + 1) % 3], 0, 0);
        return status;
    }
    qsort(c.list, (size_t)c.count, sizeof *c.list, by_side);
    cut->report.triangles++;
    return walk(&c, cut);
}

/* ---- counting ----------------------------------------------------------------------------------------------- */

static int by_plan(const void *a, const void *b)
{
    const twc_naive_edge *p = a, *q = b;
    const int32_t left[4] = {p->a.x, p->a.z, p->b.x, p->b.z}, right[4] = {q->a.x, q->a.z, q->b.x, q->b.z};
    for (int k = 0; k < 4; k++)
        if (left[k] != right[k])
            return left[k] < right[k] ? -1 : 1;
    return 0;
}

static void count(twc_naive_cut *cut)
{
    twc_naive_report *report = &cut->report;
    qsort(cut->edges, cut->count, sizeof *cut->edges, by_plan);
    for (size_t k = 0; k < cut->count; k++) {
        twc_naive_edge *edge = &cut->edges[k], back = {.a = edge->b, .b = edge->a};
        if (edge->outline || !edge->cut)
            continue;
        const twc_naive_edge *partner = bsearch(&back, cut->edges, cut->count, sizeof back, by_plan);
        report->edges++;
        edge->open = !partner || memcmp(&partner->a.y, &edge->b.y, 4) != 0 || memcmp(&partner->b.y, &edge->a.y, 4) != 0;
        report->open += edge->open;
        report->open_plan += !partner;
        if (!partner)
            continue;
        double gap = fmax(fabs((double)partner->a.y - edge->b.y), fabs((double)partner->b.y - edge->a.y));
        report->beyond_weld += gap > 0.001;
        report->gap = fmax(report->gap, gap);
    }
}

twc_status twc_naive_cut_run(const twc_mesh *meshes, size_t mesh_count, const twc_outline *footprint,
                             twc_naive_cut *cut)
{
    twc_status status = twc_ok();
    memset(cut, 0, sizeof *cut);
    for (size_t m = 0; m < mesh_count; m++)
        for (uint32_t t = 0; t < meshes[m].triangle_count && !status.code; t++)
            status = clip_triangle(&meshes[m].triangles[t], footprint, cut);
    if (status.code)
        twc_naive_cut_free(cut);
    else
        count(cut);
    return status;
}

void twc_naive_cut_free(twc_naive_cut *cut)
{
    free(cut->edges);
    memset(cut, 0, sizeof *cut);
}
