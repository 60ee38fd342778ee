/* SPDX-License-Identifier: MIT */
/*
 * The faces of all layers, cell by cell: what is seen of each source polygon, then the walls. Spec overlay 4; twin
 * fast/overlay/faces.c; test tests/overlay/test_overlay.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "overlay/stage.h"

/* Where faces go, and the cell they are numbered in. */
typedef struct writer {
    const twc_overlay *o;
    twc_overlay_faces *out;
    uint32_t layer, cell, lane, strip, part, face;
    twc_overlay_result result;
} writer;

/* A source polygon: its snapped border, and what bounds the part of it that is seen. */
typedef struct piece {
    twc_border *border, *left;
    size_t border_count, left_count;
    twc_box box;
    int whole; /* nothing higher cuts it */
} piece;

static void emit(writer *w, const twc_vertex corner[3])
{
    if (w->out->count == w->out->capacity) {
        w->result = TWC_OVERLAY_NO_ROOM;
        return;
    }
    twc_overlay_face *face = &w->out->face[w->out->count++];
    *face = (twc_overlay_face){
        .layer = w->layer, .cell = w->cell, .strip = w->strip, .part = w->part, .face = w->face++};
    memcpy(face->corner, corner, sizeof face->corner);
}

static twc_vertex lifted(const writer *w, twc_point p)
{
    return (twc_vertex){p.x, p.z, twc_overlay_height(w->o, (twc_overlay_seen){w->layer, w->lane}, p)};
}

static void emit_plan(writer *w, twc_point a, twc_point b, twc_point c)
{
    emit(w, (const twc_vertex[3]){lifted(w, a), lifted(w, b), lifted(w, c)});
}

static void add_border(const twc_overlay *o, uint32_t l, const twc_layer_strip *strip, piece *c)
{
    c->border_count = 0;
    for (uint32_t i = 0; i < strip->loop_count; i++) {
        int32_t entry = o->layers[l].loops[strip->loop + i];
        const twc_overlay_side *side = twc_overlay_entry(o, l, entry);
        const twc_point *chain = o->chains + side->chain;
        for (uint32_t k = 0; k + 1 < side->chain_count; k++) {
            uint32_t n = side->chain_count - 1 - k;
            c->border[c->border_count++] = entry < 0 ? (twc_border){chain[n], chain[n - 1]}
                                                     : (twc_border){chain[k], chain[k + 1]};
        }
    }
}

/* Drops what the border runs forth and back; returns whether there was such. */
static int drop_spikes(piece *c)
{
    size_t kept = 0, before = c->border_count;
    for (size_t i = 0; i < c->border_count; i++)
        for (size_t j = 0; j < i; j++)
            if (twc_same_point(c->border[i].from, c->border[j].to) &&
                twc_same_point(c->border[i].to, c->border[j].from))
                c->border[i].to = c->border[i].from = c->border[j].to = c->border[j].from;
    for (size_t i = 0; i < c->border_count; i++)
        if (!twc_same_point(c->border[i].from, c->border[i].to))
            c->border[kept++] = c->border[i];
    c->border_count = kept;
    return kept != before;
}

static int within(const piece *c, twc_border edge)
{
    int turns = 0;
    for (size_t i = 0; i < c->border_count; i++) {
        twc_border side = c->border[i];
        if ((twc_same_point(side.from, edge.from) && twc_same_point(side.to, edge.to)) ||
            (twc_same_point(side.from, edge.to) && twc_same_point(side.to, edge.from)))
            return 0;
        turns += twc_overlay_turns(side, edge);
    }
    return turns != 0;
}

static void box_of_border(piece *c)
{
    c->box = twc_segment_box(c->border[0].from, c->border[0].to);
    for (size_t i = 1; i < c->border_count; i++)
        c->box = twc_boxes_joined(c->box, twc_segment_box(c->border[i].from, c->border[i].to));
}

/* Border edges whose left the layer owns, and edges within of which it owns the left side only. */
static void collect_seen(const twc_overlay *o, uint32_t l, piece *c)
{
    c->left_count = 0;
    for (size_t i = 0; i < c->border_count; i++)
        if (twc_overlay_owner(o, c->border[i]) == l)
            c->left[c->left_count++] = c->border[i];
    size_t border = c->left_count;
    for (size_t r = twc_overlay_first_ray(o, (twc_point){c->box.x0, INT32_MIN});
         r < o->ray_count && o->rays[r].edge.from.x <= c->box.x1; r++) {
        const twc_overlay_ray *ray = &o->rays[r];
        if (ray->left.layer == l && ray->right.layer != l &&
            twc_boxes_meet(twc_segment_box(ray->edge.from, ray->edge.to), c->box) && within(c, ray->edge))
            c->left[c->left_count++] = ray->edge;
    }
    c->whole = border == c->border_count && c->left_count == border;
}

/* A fan about its apex, when that turns no triangle over. */
static int emit_fan(writer *w, const piece *c, twc_point apex)
{
    size_t n = c->border_count, at = n;
    for (size_t i = n; i-- > 0;)
        at = twc_same_point(c->border[i].from, apex) ? i : at;
    if (at == n)
        return 0;
    for (size_t i = 1; i + 1 < n; i++)
        if (twc_point_area2(apex, c->border[(at + i) % n].from, c->border[(at + i + 1) % n].from) <= 0)
            return 0;
    for (size_t i = 1; i + 1 < n; i++)
        emit_plan(w, apex, c->border[(at + i) % n].from, c->border[(at + i + 1) % n].from);
    return 1;
}

static void emit_strip(writer *w, const twc_layer_strip *strip, twc_arena arena)
{
    const twc_overlay *o = w->o;
    const twc_layer *layer = &o->layers[w->layer];
    piece c = {0};
    size_t room = 0;
    for (uint32_t i = 0; i < strip->loop_count; i++)
        room += twc_overlay_entry(o, w->layer, layer->loops[strip->loop + i])->chain_count;
    c.border = twc_arena_take(&arena, room, sizeof *c.border);
    c.left = twc_arena_take(&arena, room + o->ray_count, sizeof *c.left);
    if (arena.full) {
        w->result = TWC_OVERLAY_NO_ROOM;
        return;
    }
    add_border(o, w->layer, strip, &c);
    int spiked = drop_spikes(&c);
    if (c.border_count == 0)
        return;
    box_of_border(&c);
    collect_seen(o, w->layer, &c);
    int plain = c.border_count == 3 && w->layer == 0; /* a triangle of the ground stays as it is */
    if (c.whole && !spiked && (!strip->never_fan || plain) && emit_fan(w, &c, layer->vertices[strip->apex].p))
        return;
    twc_point(*out)[3] = twc_arena_take(&arena, 3 * c.left_count, sizeof *out);
    ptrdiff_t count = out ? twc_reference_triangulate(c.left, c.left_count, arena, out) : -1;
    if (count < 0 && w->result == TWC_OVERLAY_DONE) {
        w->result = out ? TWC_OVERLAY_BROKEN : TWC_OVERLAY_NO_ROOM;
        w->out->where = c.border[0].from;
    }
    for (ptrdiff_t i = 0; i < count; i++)
        emit_plan(w, out[i][0], out[i][1], out[i][2]);
}

/* ---- walls ---- */

enum { MOST_WALL = 128 };

static void emit_wall(writer *w, const twc_overlay_ray *ray)
{
    twc_vertex wall[MOST_WALL][3];
    size_t count = twc_overlay_wall(w->o, ray, wall, MOST_WALL);
    if (count == SIZE_MAX)
        w->result = TWC_OVERLAY_NO_ROOM;
    for (size_t k = 0; count != SIZE_MAX && k < count; k++)
        emit(w, wall[k]);
}

/* Over a step: where the strip's lane is seen on its left, and a lower one on the other side. */
static void emit_step(writer *w, const twc_layer_strip *strip)
{
    const twc_overlay *o = w->o;
    const int32_t entry = o->layers[w->layer].loops[strip->loop];
    const twc_overlay_side *side = twc_overlay_entry(o, w->layer, entry);
    const twc_point *chain = o->chains + side->chain;
    for (uint32_t i = 0, n = side->chain_count - 1; i < n; i++) {
        const twc_overlay_ray *ray = twc_overlay_find_ray(o, entry < 0 ? (twc_border){chain[n - i], chain[n - i - 1]}
                                                                       : (twc_border){chain[i], chain[i + 1]});
        TWC_ASSERT(ray != NULL);
        if (ray->left.layer == w->layer && ray->right.layer == w->layer && ray->left.lane == strip->lane &&
            ray->right.lane < strip->lane)
            emit_wall(w, ray);
    }
}

/* The void is the highest layer, so no wall is on it, nor on what nobody owns. */
static void emit_walls(writer *w, const twc_layer_cell *cell)
{
    const twc_overlay *o = w->o;
    for (uint32_t s = 0; s < cell->outline_count; s++) {
        const twc_overlay_side *side = &o->sides[o->first_side[w->layer] + cell->outline + s];
        for (uint32_t i = 0; i + 1 < side->chain_count; i++) {
            const twc_border edge = {o->chains[side->chain + i], o->chains[side->chain + i + 1]};
            const twc_overlay_ray *ray = twc_overlay_find_ray(o, edge);
            if (ray && ray->left.layer == w->layer && ray->right.layer < w->layer)
                emit_wall(w, ray);
        }
    }
}

/* ---- cells ---- */

static int cell_is_wanted(const twc_overlay *o, uint32_t l, const twc_layer_cell *cell, twc_box wanted)
{
    twc_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (uint32_t s = 0; s < cell->strip_count; s++)
        box = twc_boxes_joined(box, o->strip_boxes[o->first_strip[l] + cell->strip + s]);
    for (uint32_t s = 0; s < cell->outline_count; s++)
        box = twc_boxes_joined(box, o->sides[o->first_side[l] + cell->outline + s].box);
    return box.x0 <= box.x1 && twc_boxes_meet(twc_box_grown(box, TWC_BEND_CM), wanted);
}

static void emit_cell(writer *w, twc_arena arena)
{
    const twc_layer *layer = &w->o->layers[w->layer];
    const twc_layer_cell *cell = &layer->cells[w->cell];
    w->face = 0;
    for (uint32_t s = 0; s < cell->strip_count; s++) {
        const twc_layer_strip *strip = &layer->strips[cell->strip + s];
        w->strip = cell->strip + s;
        w->lane = strip->lane;
        w->part = strip->part;
        if (strip->loop_count == 1)
            emit_step(w, strip);
        else
            emit_strip(w, strip, arena);
    }
    w->strip = UINT32_MAX;
    w->part = TWC_OVERLAY_WALL;
    emit_walls(w, cell);
}

twc_overlay_result twc_reference_overlay_faces(const twc_overlay_request *request, twc_overlay_faces *out)
{
    twc_overlay o = {.layers = request->layers, .layer_count = request->layer_count};
    writer w = {.o = &o, .out = out, .result = TWC_OVERLAY_DONE};
    twc_arena arena = {request->workspace, (unsigned char *)request->workspace + request->bytes, 0};
    out->count = 0;
    if (!twc_overlay_arrange(&o, &arena) || !twc_overlay_make_rays(&o, &arena))
        return TWC_OVERLAY_NO_ROOM;
    for (w.layer = 0; w.layer < o.layer_count; w.layer++)
        for (w.cell = 0; w.cell < o.layers[w.layer].cell_count; w.cell++)
            if (cell_is_wanted(&o, w.layer, &o.layers[w.layer].cells[w.cell], request->box))
                emit_cell(&w, arena);
    return w.result;
}
