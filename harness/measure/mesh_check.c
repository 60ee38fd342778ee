/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/mesh_check.h"

#include <stdlib.h>
#include <string.h>

#include "measure/mesh_index.h"

/* Plan points are found through square cells of this side. */
enum { CELL_CM = 800 };

/* A vertex and its cell. */
typedef struct placed {
    int32_t cell_z, cell_x;
    twc_vertex v;
} placed;

typedef struct checker {
    twc_mesh_index index;
    placed *sorted;         /* its vertices by cell row, cell, then position and height */
    twc_mesh_edge *borders; /* the outline's edges, sorted (as vertices of height 0) */
    size_t border_count;
} checker;

static int compare_int(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_vertex(const void *left, const void *right)
{
    const twc_vertex *a = left, *b = right;
    int order = compare_int(a->z, b->z);
    order = order ? order : compare_int(a->x, b->x);
    return order ? order : compare_int(twc_float_bits(a->y), twc_float_bits(b->y));
}

/* A total order in which the vertices of a cell are together, and the cells of a row too. */
static int compare_placed(const void *left, const void *right)
{
    const placed *a = left, *b = right;
    int order = compare_int(a->cell_z, b->cell_z);
    order = order ? order : compare_int(a->cell_x, b->cell_x);
    return order ? order : compare_vertex(&a->v, &b->v);
}

static int compare_border(const void *left, const void *right)
{
    const twc_mesh_edge *a = left, *b = right;
    int order = compare_vertex(&a->a, &b->a);
    return order ? order : compare_vertex(&a->b, &b->b);
}

/* Three corners on one line in space: exact for vertical faces, the only ones asked. */
static int flat_wall(const twc_triangle *t)
{
    const twc_vertex *v = t->corner;
    uint32_t same_plan[3], same[3];
    for (int k = 0; k < 3; k++) {
        const twc_vertex *a = &v[k], *b = &v[(k + 1) % 3];
        same_plan[k] = a->x == b->x && a->z == b->z;
        same[k] = same_plan[k] && twc_float_bits(a->y) == twc_float_bits(b->y);
    }
    if (same[0] || same[1] || same[2] || (same_plan[0] && same_plan[1]))
        return 1;
    /* A wall has one vertical side; without one, three corners in a vertical plane are a sliver. */
    return !(same_plan[0] || same_plan[1] || same_plan[2]);
}

static void add_triangles(const checker *c, twc_mesh_report *report)
{
    report->triangles = c->index.triangle_count;
    for (size_t t = 0; t < c->index.triangle_count; t++) {
        const twc_triangle *triangle = c->index.triangle[t];
        const twc_vertex *v = triangle->corner;
        int64_t area2 = twc_vertex_area2(v[0], v[1], v[2]);
        report->area2 += area2;
        report->inverted += area2 < 0;
        report->walls += area2 == 0 && !flat_wall(triangle);
        report->degenerate += area2 == 0 && flat_wall(triangle);
    }
}

static twc_vertex flat_vertex(twc_point p)
{
    return (twc_vertex){p.x, p.z, 0};
}

static void collect_borders(checker *c, const twc_outline *outline, twc_mesh_report *report)
{
    for (size_t i = 0; i < outline->count; i++) {
        twc_point o = outline->points[0], a = outline->points[i], b = outline->points[(i + 1) % outline->count];
        c->borders[i] = (twc_mesh_edge){flat_vertex(a), flat_vertex(b)};
        report->outline_area2 += twc_area2(o.x, o.z, a.x, a.z, b.x, b.z);
    }
    c->border_count = outline->count;
    qsort(c->borders, c->border_count, sizeof *c->borders, compare_border);
}

static int on_outline(const checker *c, twc_vertex a, twc_vertex b)
{
    twc_mesh_edge wanted = {{a.x, a.z, 0}, {b.x, b.z, 0}};
    return c->border_count && bsearch(&wanted, c->borders, c->border_count, sizeof wanted, compare_border) != NULL;
}

static void count_edges(const checker *c, twc_mesh_edge *open, size_t open_capacity, twc_mesh_report *report)
{
    int bad_seen = 0;
    report->edges = c->index.edge_count;
    for (size_t i = 0; i < c->index.edge_count; i++) {
        const twc_index_edge *e = &c->index.edge[i];
        twc_vertex low = c->index.vertex[e->low], high = c->index.vertex[e->high];
        twc_mesh_edge used = e->forward ? (twc_mesh_edge){low, high} : (twc_mesh_edge){high, low};
        int bad = 0;
        if (e->uses == 1 && on_outline(c, used.a, used.b)) {
            report->outline_edges++;
        } else if (e->uses == 1) {
            if (report->open_edges < open_capacity)
                open[report->open_edges] = used;
            report->open_edges++;
            bad = 1;
        } else if (e->uses > 2) {
            report->nonmanifold++;
            bad = 1;
        } else if (e->forward != 1) {
            report->misoriented++;
            bad = 1;
        }
        if (bad && !bad_seen)
            report->first = used;
        bad_seen |= bad;
    }
}

static int strictly_inside(twc_vertex a, twc_vertex b, twc_vertex v)
{
    if (a.x == b.x && a.z == b.z)
        return v.x == a.x && v.z == a.z && ((a.y < v.y && v.y < b.y) || (b.y < v.y && v.y < a.y));
    if (twc_vertex_area2(a, b, v) != 0)
        return 0;
    int64_t dx = (int64_t)b.x - a.x, dz = (int64_t)b.z - a.z;
    int64_t along = ((int64_t)v.x - a.x) * dx + ((int64_t)v.z - a.z) * dz;
    return along > 0 && along < dx * dx + dz * dz;
}

/* Number of the first vertex of the cells from (cell_x, cell_z) on. */
static size_t first_in_cell(const checker *c, int32_t cell_x, int32_t cell_z)
{
    size_t low = 0, high = c->index.vertex_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const placed *p = &c->sorted[middle];
        if (p->cell_z < cell_z || (p->cell_z == cell_z && p->cell_x < cell_x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The cells of row z that an edge from a to b, a.z <= b.z, may meet: first and last. */
static void cells_of_row(twc_vertex a, twc_vertex b, int32_t z, int32_t *x0, int32_t *x1)
{
    const int64_t dx = (int64_t)b.x - a.x, dz = (int64_t)b.z - a.z, top = (int64_t)z * CELL_CM, bottom = top + CELL_CM;
    int32_t from = a.x, to = b.x;
    if (top > a.z) /* rounded towards 0, so no more than 1 cm off */
        from = (int32_t)(a.x + (top - a.z) * dx / dz);
    if (bottom < b.z)
        to = (int32_t)(a.x + (bottom - a.z) * dx / dz);
    *x0 = twc_floor_div((from < to ? from : to) - 1, CELL_CM);
    *x1 = twc_floor_div((from < to ? to : from) + 1, CELL_CM);
}

static void count_on_edge(const checker *c, twc_vertex a, twc_vertex b, twc_mesh_report *report)
{
    const int vertical = a.x == b.x && a.z == b.z, back = b.z < a.z;
    const int32_t z0 = twc_floor_div(back ? b.z : a.z, CELL_CM), z1 = twc_floor_div(back ? a.z : b.z, CELL_CM);
    int32_t x0, x1;
    for (int32_t z = z0; z <= z1; z++) {
        cells_of_row(back ? b : a, back ? a : b, z, &x0, &x1);
        for (size_t i = first_in_cell(c, x0, z); i < c->index.vertex_count; i++) {
            twc_vertex v = c->sorted[i].v;
            if (c->sorted[i].cell_z != z || c->sorted[i].cell_x > x1)
                break;
            int repeated = !vertical && i > 0 && c->sorted[i - 1].v.x == v.x && c->sorted[i - 1].v.z == v.z;
            if (repeated || !strictly_inside(a, b, v))
                continue;
            if (report->t_junctions == 0)
                report->first_t = (twc_point){v.x, v.z};
            report->t_junctions++;
        }
    }
}

static void count_t_junctions(const checker *c, twc_mesh_report *report)
{
    for (size_t i = 0; i < c->index.edge_count; i++)
        count_on_edge(c, c->index.vertex[c->index.edge[i].low], c->index.vertex[c->index.edge[i].high], report);
}

twc_status twc_mesh_check(const twc_mesh *meshes, size_t count, const twc_outline *outline, twc_mesh_edge *open,
                          size_t open_capacity, twc_mesh_report *report)
{
    checker c = {.border_count = 0};
    *report = (twc_mesh_report){0};
    twc_status status = twc_mesh_index_create(meshes, count, &c.index);
    if (status.code)
        return status;
    c.sorted = malloc((c.index.vertex_count + 1) * sizeof *c.sorted);
    c.borders = malloc(((outline ? outline->count : 0) + 1) * sizeof *c.borders);
    if (!c.sorted || !c.borders) {
        status = twc_fail(TWC_IO, "no memory to check %zu triangles", c.index.triangle_count);
    } else {
        for (size_t i = 0; i < c.index.vertex_count; i++) {
            twc_vertex v = c.index.vertex[i];
            c.sorted[i] = (placed){twc_floor_div(v.z, CELL_CM), twc_floor_div(v.x, CELL_CM), v};
        }
        qsort(c.sorted, c.index.vertex_count, sizeof *c.sorted, compare_placed);
        add_triangles(&c, report);
        if (outline)
            collect_borders(&c, outline, report);
        count_edges(&c, open, open_capacity, report);
        count_t_junctions(&c, report);
    }
    twc_mesh_index_destroy(&c.index);
    free(c.sorted);
    free(c.borders);
    return status;
}

int twc_mesh_report_clean(const twc_mesh_report *r)
{
    return !r->inverted && !r->degenerate && !r->open_edges && !r->nonmanifold && !r->misoriented && !r->t_junctions &&
           r->area2 == r->outline_area2;
}
