/* SPDX-License-Identifier: MIT */
/*
 * The arrangement: outlines and ground edges near each other, the hot points where they meet, every segment bent
 * through the hot points whose pixels it meets (snap rounding).
 */
#include <stdlib.h>

#include "feature/stage.h"

static int compare_points(twc_point a, twc_point b)
{
    return twc_point_before(a, b) ? -1 : twc_point_before(b, a);
}

static int compare_hot(const void *left, const void *right)
{
    return compare_points(((const twc_hot *)left)->p, ((const twc_hot *)right)->p);
}

static twc_point plan(twc_vertex v)
{
    return (twc_point){v.x, v.z};
}

static int compare_edge(const void *left, const void *right)
{
    const twc_ground_edge *a = left, *b = right;
    int order = compare_points(plan(a->a), plan(b->a));
    return order ? order : compare_points(plan(a->b), plan(b->b));
}

static int compare_border(const void *left, const void *right)
{
    const twc_border *a = left, *b = right;
    int order = compare_points(a->from, b->from);
    return order ? order : compare_points(a->to, b->to);
}

static twc_box segment_box(twc_point a, twc_point b)
{
    return (twc_box){a.x < b.x ? a.x : b.x, a.z < b.z ? a.z : b.z, a.x < b.x ? b.x : a.x, a.z < b.z ? b.z : a.z};
}

/* ---- segments of the outline ---- */

static twc_outline_segment *add_segment(twc_arrangement *made, twc_vertex from, twc_vertex to)
{
    twc_outline_segment *segment = &made->segments[made->segment_count++];
    *segment = (twc_outline_segment){.from = plan(from), .to = plan(to), .y = {from.y, to.y}};
    return segment;
}

/* The border at one end: the section's rows, from the right at the last station, from the left at the first. */
static void add_end(twc_arrangement *made, const twc_cross_section *section, int32_t rows, int last)
{
    for (int32_t r = 0; r + 1 < rows; r++) {
        int32_t from = last ? rows - 1 - r : r, to = last ? from - 1 : from + 1;
        twc_vertex a = section->row[from], b = section->row[to];
        if (a.x == b.x && a.z == b.z)
            continue; /* a step; its rows are at one height here */
        twc_outline_segment *segment = add_segment(made, a, b);
        segment->ground[0] = (from == 0 && !section->retains[TWC_LEFT]) ||
                             (from == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->ground[1] = (to == 0 && !section->retains[TWC_LEFT]) ||
                             (to == rows - 1 && !section->retains[TWC_RIGHT]);
    }
}

static void add_cell_segments(twc_arrangement *made, twc_local_cell *cell)
{
    const twc_cross_section *low = &cell->section[0], *high = &cell->section[1];
    int32_t rows = twc_section_row_count(&cell->feature->profile);
    cell->segment = (uint32_t)made->segment_count;
    twc_outline_segment *left = add_segment(made, high->row[0], low->row[0]);
    left->ground[0] = !high->retains[TWC_LEFT];
    left->ground[1] = !low->retains[TWC_LEFT];
    left->follows = left->ground[0] && left->ground[1];
    twc_outline_segment *right = add_segment(made, low->row[rows - 1], high->row[rows - 1]);
    right->ground[0] = !low->retains[TWC_RIGHT];
    right->ground[1] = !high->retains[TWC_RIGHT];
    right->follows = right->ground[0] && right->ground[1];
    if (cell->cell == 0)
        add_end(made, low, rows, 0);
    if (cell->cell == cell->feature->station_count - 2)
        add_end(made, high, rows, 1);
    cell->segment_count = (uint32_t)made->segment_count - cell->segment;
}

static int make_segments(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    made->segments = twc_arena_take(arena, around->cell_count * 2 * TWC_SECTION_ROWS, sizeof *made->segments);
    if (!made->segments)
        return 0;
    for (size_t i = 0; i < around->cell_count; i++)
        add_cell_segments(made, &around->cells[i]);
    return 1;
}

/* ---- edges of the ground ---- */

static int near_segments(const twc_arrangement *made, twc_box box)
{
    for (size_t s = 0; s < made->segment_count; s++)
        if (twc_boxes_meet(twc_box_grown(segment_box(made->segments[s].from, made->segments[s].to), 2), box))
            return 1;
    return 0;
}

static int make_edges(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    made->edges = twc_arena_take(arena, around->triangle_count * 3, sizeof *made->edges);
    if (!made->edges)
        return 0;
    size_t count = 0, kept = 0;
    for (size_t t = 0; t < around->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            twc_vertex a = around->triangles[t].corner[k], b = around->triangles[t].corner[(k + 1) % 3];
            int swap = twc_point_before(plan(b), plan(a));
            if (near_segments(made, segment_box(plan(a), plan(b))))
                made->edges[count++] = (twc_ground_edge){swap ? b : a, swap ? a : b, 0, 0};
        }
    qsort(made->edges, count, sizeof *made->edges, compare_edge);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_edge(&made->edges[i], &made->edges[kept - 1]) != 0)
            made->edges[kept++] = made->edges[i];
    made->edge_count = kept;
    return 1;
}

/* ---- hot points ---- */

/* Calls for every hot point, with repeats: counts them when `hot` is NULL. */
static size_t list_hot(const twc_surroundings *around, const twc_arrangement *made, twc_hot *hot)
{
    size_t count = 0;
    twc_point p;
    for (size_t s = 0; s < made->segment_count; s++) {
        const twc_outline_segment *segment = &made->segments[s];
        twc_box box = segment_box(segment->from, segment->to);
        if (hot) {
            hot[count] = (twc_hot){.p = segment->from, .edge = UINT32_MAX};
            hot[count + 1] = (twc_hot){.p = segment->to, .edge = UINT32_MAX};
        }
        count += 2;
        for (size_t e = 0; e < made->edge_count; e++) {
            twc_point a = plan(made->edges[e].a), b = plan(made->edges[e].b);
            if (!twc_boxes_meet(segment_box(a, b), box) || !twc_crossing(segment->from, segment->to, a, b, &p))
                continue;
            if (hot)
                hot[count] = (twc_hot){.p = p, .edge = UINT32_MAX};
            count++;
        }
        for (size_t t = 0; t < around->triangle_count; t++) {
            if (!twc_boxes_meet(around->triangles[t].box, twc_box_grown(box, 2)))
                continue;
            for (int k = 0; k < 3; k++) {
                p = plan(around->triangles[t].corner[k]);
                if (!twc_boxes_meet((twc_box){p.x, p.z, p.x, p.z}, twc_box_grown(box, 2)))
                    continue;
                if (hot)
                    hot[count] = (twc_hot){.p = p, .edge = UINT32_MAX};
                count++;
            }
        }
    }
    return count;
}

static int make_hot(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    size_t count = list_hot(around, made, NULL), kept = 0;
    made->hot = twc_arena_take(arena, count, sizeof *made->hot);
    if (!made->hot)
        return 0;
    list_hot(around, made, made->hot);
    qsort(made->hot, count, sizeof *made->hot, compare_hot);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_hot(&made->hot[i], &made->hot[kept - 1]) != 0)
            made->hot[kept++] = made->hot[i];
    made->hot_count = kept;
    return 1;
}

twc_hot *twc_reference_hot(const twc_arrangement *made, twc_point p)
{
    twc_hot wanted = {.p = p};
    return bsearch(&wanted, made->hot, made->hot_count, sizeof wanted, compare_hot);
}

/* ---- chains ---- */

/* First hot point at or after an x. */
static size_t first_hot(const twc_arrangement *made, int32_t x)
{
    size_t low = 0, high = made->hot_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (made->hot[middle].p.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Bends a -> b: appends its chain to the chains, ends included; 0 when there is no room. */
static uint32_t bend(const twc_arrangement *made, twc_point a, twc_point b, twc_point *chain, size_t room)
{
    twc_box box = twc_box_grown(segment_box(a, b), 1);
    uint32_t count = 0;
    if (room < 2)
        return 0;
    chain[count++] = a;
    for (size_t h = first_hot(made, box.x0); h < made->hot_count && made->hot[h].p.x <= box.x1; h++) {
        twc_point p = made->hot[h].p;
        if (p.z < box.z0 || p.z > box.z1 || twc_same_point(p, a) || twc_same_point(p, b) || !twc_meets_pixel(a, b, p))
            continue;
        if (count + 2 > room)
            return 0;
        uint32_t at = count++;
        for (; at > 1 && twc_along(a, b, chain[at - 1]) > twc_along(a, b, p); at--)
            chain[at] = chain[at - 1];
        chain[at] = p;
    }
    chain[count++] = b;
    return count;
}

static int make_chains(twc_arena *arena, twc_arrangement *made)
{
    /* All that is left of the arena is taken, and what was not needed is given back. */
    size_t room = (size_t)(arena->end - arena->at) / sizeof *made->chains / 2, total = 0;
    made->chains = (twc_point *)(void *)arena->at;
    for (size_t s = 0; s < made->segment_count; s++) {
        twc_outline_segment *segment = &made->segments[s];
        segment->chain = total;
        segment->chain_count = bend(made, segment->from, segment->to, made->chains + total, room - total);
        if (segment->chain_count == 0)
            return 0;
        total += segment->chain_count;
    }
    for (size_t e = 0; e < made->edge_count; e++) {
        twc_ground_edge *edge = &made->edges[e];
        edge->chain = total;
        edge->chain_count = bend(made, plan(edge->a), plan(edge->b), made->chains + total, room - total);
        if (edge->chain_count == 0)
            return 0;
        for (uint32_t i = 1; i + 1 < edge->chain_count; i++) {
            twc_hot *hot = twc_reference_hot(made, made->chains[total + i]);
            hot->edge = hot->edge < e ? hot->edge : (uint32_t)e;
        }
        total += edge->chain_count;
    }
    made->chain_total = total;
    return twc_arena_take(arena, total, sizeof *made->chains) != NULL;
}

const twc_ground_edge *twc_reference_edge(const twc_arrangement *made, twc_point a, twc_point b)
{
    twc_ground_edge wanted = {{a.x, a.z, 0}, {b.x, b.z, 0}, 0, 0};
    return bsearch(&wanted, made->edges, made->edge_count, sizeof wanted, compare_edge);
}

/* ---- the snapped outline ---- */

int twc_reference_on_outline(const twc_arrangement *made, twc_point from, twc_point to)
{
    twc_border wanted = {from, to};
    return bsearch(&wanted, made->outline, made->outline_count, sizeof wanted, compare_border) != NULL;
}

static int make_outline(twc_arena *arena, twc_arrangement *made)
{
    size_t most = 0, count = 0, kept = 0;
    for (size_t s = 0; s < made->segment_count; s++)
        most += made->segments[s].chain_count;
    made->outline = twc_arena_take(arena, most, sizeof *made->outline);
    twc_border *all = twc_arena_take(arena, most, sizeof *all);
    if (!made->outline || !all)
        return 0;
    for (size_t s = 0; s < made->segment_count; s++) {
        const twc_point *chain = made->chains + made->segments[s].chain;
        for (uint32_t i = 0; i + 1 < made->segments[s].chain_count; i++)
            all[count++] = (twc_border){chain[i], chain[i + 1]};
    }
    qsort(all, count, sizeof *all, compare_border);
    for (size_t i = 0; i < count; i++) {
        twc_border back = {all[i].to, all[i].from};
        if (bsearch(&back, all, count, sizeof back, compare_border))
            continue;
        made->outline[kept++] = all[i];
        twc_reference_hot(made, all[i].from)->passes++;
    }
    made->outline_count = kept;
    return 1;
}

int twc_reference_arrange(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    *made = (twc_arrangement){0};
    if (!make_segments(around, arena, made) || !make_edges(around, arena, made) || !make_hot(around, arena, made) ||
        !make_chains(arena, made) || !make_outline(arena, made))
        return 0;
    twc_reference_heights(around, made);
    return 1;
}
