/* SPDX-License-Identifier: MIT */
/*
 * A ground triangle minus the footprints, on the arrangement. Spec cut 4; paper Algorithm 4; twin fast/cut/cut.c; test
 * tests/cut/test_cut.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "cut/stage.h"

/* A triangle being cut: its snapped border, and what bounds the part of it that is left. */
typedef struct cutter {
    const twc_neighbourhood *around;
    const twc_arrangement *arrangement;
    const twc_ground_triangle *triangle;
    twc_border *border;
    size_t border_count;
    twc_border *left;
    size_t left_count;
} cutter;

/* Turns of the directed edge a b about the middle of p q: half of a winding number's crossings, all exact. */
static int turns(twc_point a, twc_point b, twc_border middle)
{
    int64_t x = (int64_t)middle.from.x + middle.to.x, z = (int64_t)middle.from.z + middle.to.z;
    int64_t ax = 2 * (int64_t)a.x, az = 2 * (int64_t)a.z, bx = 2 * (int64_t)b.x, bz = 2 * (int64_t)b.z;
    if ((az <= z) == (bz <= z))
        return 0;
    int64_t side = (bz - az) * (x - ax) - (bx - ax) * (z - az);
    if (az <= z)
        return side > 0;
    return side < 0 ? -1 : 0;
}

/* Of a cell's whole border: its snapped segments, and the sections it shares with its neighbours. */
static int turns_of_cell(const twc_arrangement *arrangement, const twc_local_cell *cell, twc_border middle)
{
    int total = 0;
    for (uint32_t s = 0; s < cell->segment_count; s++) {
        TWC_ASSERT(cell->segment + s < arrangement->segment_count);
        const twc_outline_segment *segment = &arrangement->segments[cell->segment + s];
        for (uint32_t i = 0; i + 1 < segment->chain_count; i++)
            total += turns(arrangement->chains[segment->chain + i], arrangement->chains[segment->chain + i + 1],
                           middle);
    }
    for (uint32_t i = 0; i < cell->shared_count; i++)
        total += turns(cell->shared[i].from, cell->shared[i].to, middle);
    return total;
}

/* Whether the middle of an edge lies in a footprint. Cells whose boxes do not hold it turn about it 0 times. */
static int in_footprint(const cutter *c, twc_border edge)
{
    int total = 0;
    for (size_t i = 0; i < c->around->cell_count; i++) {
        const twc_local_cell *cell = &c->around->cells[i];
        if (twc_boxes_meet(cell->box, twc_box_grown(c->triangle->box, TWC_SNAP_CM)))
            total += turns_of_cell(c->arrangement, cell, edge);
    }
    return total != 0;
}

static int in_triangle(const cutter *c, twc_border edge)
{
    int total = 0;
    for (size_t i = 0; i < c->border_count; i++)
        total += turns(c->border[i].from, c->border[i].to, edge);
    return total != 0;
}

static int on_border(const cutter *c, twc_border edge)
{
    for (size_t i = 0; i < c->border_count; i++)
        if ((twc_same_point(c->border[i].from, edge.from) && twc_same_point(c->border[i].to, edge.to)) ||
            (twc_same_point(c->border[i].from, edge.to) && twc_same_point(c->border[i].to, edge.from)))
            return 1;
    return 0;
}

static void add_side(cutter *c, twc_point a, twc_point b)
{
    int back = twc_point_before(b, a);
    const twc_ground_edge *edge = twc_reference_edge(c->arrangement, back ? b : a, back ? a : b);
    if (!edge) {
        c->border[c->border_count++] = (twc_border){a, b};
        return;
    }
    const twc_point *chain = c->arrangement->chains + edge->chain;
    for (uint32_t i = 0; i + 1 < edge->chain_count; i++) {
        TWC_ASSERT(twc_same_point(chain[0], back ? b : a));
        uint32_t n = edge->chain_count - 1 - i;
        c->border[c->border_count++] = back ? (twc_border){chain[n], chain[n - 1]}
                                            : (twc_border){chain[i], chain[i + 1]};
    }
}

/*
 * Drops what the border runs forth and back: where two sides bend through the same points the triangle has no inside.
 */
static void drop_spikes(cutter *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->border_count; i++)
        for (size_t j = 0; j < i; j++)
            if (twc_same_point(c->border[i].from, c->border[j].to) &&
                twc_same_point(c->border[i].to, c->border[j].from))
                c->border[i].to = c->border[i].from = c->border[j].to = c->border[j].from;
    for (size_t i = 0; i < c->border_count; i++)
        if (!twc_same_point(c->border[i].from, c->border[i].to))
            c->border[kept++] = c->border[i];
    c->border_count = kept;
}

/* Room for the border: the three chains. */
static size_t border_room(const cutter *c)
{
    size_t room = 0;
    for (int k = 0; k < 3; k++) {
        twc_point a = twc_plan(c->triangle->corner[k]), b = twc_plan(c->triangle->corner[(k + 1) % 3]);
        const twc_ground_edge *edge = twc_point_before(a, b) ? twc_reference_edge(c->arrangement, a, b)
                                                             : twc_reference_edge(c->arrangement, b, a);
        room += edge ? edge->chain_count : 2;
    }
    return room;
}

/* What is left: border edges outside the footprints, and the outline inside the triangle, reversed. */
static void collect_left(cutter *c)
{
    for (size_t i = 0; i < c->border_count; i++) {
        twc_border edge = c->border[i];
        if (twc_reference_on_outline(c->arrangement, edge.from, edge.to))
            continue;
        if (twc_reference_on_outline(c->arrangement, edge.to, edge.from) || !in_footprint(c, edge))
            c->left[c->left_count++] = edge;
    }
    twc_box box = twc_box_grown(c->triangle->box, TWC_BEND_CM);
    for (size_t i = 0; i < c->arrangement->outline_count; i++) {
        twc_border edge = c->arrangement->outline[i];
        twc_box from = {edge.from.x, edge.from.z, edge.from.x, edge.from.z};
        twc_box to = {edge.to.x, edge.to.z, edge.to.x, edge.to.z};
        if (twc_boxes_meet(from, box) && twc_boxes_meet(to, box) && !on_border(c, edge) && in_triangle(c, edge))
            c->left[c->left_count++] = (twc_border){edge.to, edge.from};
    }
}

static twc_vertex lifted(const cutter *c, twc_point p)
{
    for (int k = 0; k < 3; k++)
        if (twc_same_point(twc_plan(c->triangle->corner[k]), p))
            return c->triangle->corner[k];
    const twc_hot *hot = twc_reference_hot(c->arrangement, p);
    TWC_ASSERT(hot != NULL); /* a piece has no other points */
    return (twc_vertex){p.x, p.z, hot->ground};
}

static void emit(const cutter *c, const twc_vertex corner[3], uint32_t *facet_index, twc_sink *sink)
{
    uint32_t facet = c->triangle->facet;
    if (!twc_sink_owns(sink, corner))
        return;
    if (facet_index[facet] == UINT32_MAX)
        facet_index[facet] = twc_sink_facet(sink, c->around->facets[facet].corner, c->around->facets[facet].id);
    TWC_ASSERT(facet < c->around->facet_count);
    twc_sink_triangle(sink, corner, facet_index[facet]);
}

/* Whether the border that is left is the triangle as it was: its three sides, in whatever order. */
static int unchanged(const cutter *c)
{
    if (c->left_count != 3)
        return 0;
    for (int k = 0; k < 3; k++) {
        twc_point from = twc_plan(c->triangle->corner[k]), to = twc_plan(c->triangle->corner[(k + 1) % 3]);
        int found = 0;
        for (size_t i = 0; i < 3; i++)
            found |= twc_same_point(c->left[i].from, from) && twc_same_point(c->left[i].to, to);
        if (!found)
            return 0;
    }
    return 1;
}

static int is_near(const twc_neighbourhood *around, twc_box box)
{
    for (size_t i = 0; i < around->cell_count; i++)
        if (twc_boxes_meet(around->cells[i].box, box))
            return 1;
    return 0;
}

void twc_reference_cut(const twc_neighbourhood *around, const twc_arrangement *arrangement,
                       const twc_ground_triangle *triangle, twc_arena arena, uint32_t *facet_index, twc_sink *sink)
{
    cutter c = {.around = around, .arrangement = arrangement, .triangle = triangle};
    if (!is_near(around, twc_box_grown(triangle->box, TWC_SNAP_CM))) {
        emit(&c, triangle->corner, facet_index, sink);
        return;
    }
    size_t room = border_room(&c);
    c.border = twc_arena_take(&arena, room, sizeof *c.border);
    c.left = twc_arena_take(&arena, room + arrangement->outline_count, sizeof *c.left);
    twc_point(*pieces)[3] = twc_arena_take(&arena, 3 * (room + arrangement->outline_count), sizeof *pieces);
    if (arena.full) {
        sink->full = 1;
        return;
    }
    for (int k = 0; k < 3; k++)
        add_side(&c, twc_plan(triangle->corner[k]), twc_plan(triangle->corner[(k + 1) % 3]));
    drop_spikes(&c);
    collect_left(&c);
    TWC_ASSERT(c.border_count <= room && c.left_count <= room + arrangement->outline_count);
    if (unchanged(&c)) {
        emit(&c, triangle->corner, facet_index, sink);
        return;
    }
    ptrdiff_t count = twc_reference_triangulate(c.left, c.left_count, arena, pieces);
    if (count < 0 && !sink->broken) {
        sink->broken = 1;
        sink->where = twc_plan(triangle->corner[0]);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        const twc_vertex corner[3] = {lifted(&c, pieces[i][0]), lifted(&c, pieces[i][1]), lifted(&c, pieces[i][2])};
        emit(&c, corner, facet_index, sink);
    }
}
