/* SPDX-License-Identifier: MIT */
/*
 * Sections one after the other as a layer: vertices by section and row, cells between sections, strips between rows.
 * Spec network 7; no twin: fast has no networks yet; test tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "network/body.h"

enum { NONE = UINT32_MAX };

/* The sides of a section between rows r and r + 1, NONE where they are at one place or a step is between. */
typedef struct section_sides {
    uint32_t vertex; /* of row 0 */
    uint32_t side[TWC_SECTION_ROWS];
} section_sides;

int twc_ribbon_begin(twc_ribbon *b, size_t cells, twc_arena *arena)
{
    const size_t rows = (size_t)b->rows;
    b->vertices = twc_arena_take(arena, 2 * cells * rows, sizeof *b->vertices);
    b->sides = twc_arena_take(arena, 4 * cells * rows, sizeof *b->sides);
    b->loops = twc_arena_take(arena, 4 * cells * rows, sizeof *b->loops);
    b->strips = twc_arena_take(arena, cells * rows, sizeof *b->strips);
    b->cells = twc_arena_take(arena, cells, sizeof *b->cells);
    b->closing = twc_arena_take(arena, 2 * cells, sizeof *b->closing);
    b->layer = (twc_layer){.lane_count = b->lane[b->rows - 1] + 1u,
                           .vertices = b->vertices,
                           .sides = b->sides,
                           .loops = b->loops,
                           .strips = b->strips,
                           .cells = b->cells,
                           .closing = (const uint32_t(*)[2])b->closing};
    return !arena->full;
}

static int same_place(const twc_ribbon *b, uint32_t p, uint32_t q)
{
    return twc_same_point(b->vertices[p].p, b->vertices[q].p);
}

static uint32_t add_side(twc_ribbon *b, uint32_t from, uint32_t to, int outline)
{
    if (same_place(b, from, to))
        return NONE;
    const int follows = b->vertices[from].on_ground && b->vertices[to].on_ground;
    b->sides[b->layer.side_count] = (twc_layer_side){from, to,
                                                     !outline  ? TWC_SIDE_INNER
                                                     : follows ? TWC_SIDE_FOLLOWS
                                                               : TWC_SIDE_OUTLINE};
    return b->layer.side_count++;
}

static void add_closing(twc_ribbon *b, uint32_t from, uint32_t to)
{
    if (same_place(b, from, to))
        return;
    b->closing[b->layer.closing_count][0] = from;
    b->closing[b->layer.closing_count++][1] = to;
}

static uint32_t add_vertices(twc_ribbon *b, const twc_cross_section *section)
{
    const uint32_t first = b->layer.vertex_count;
    for (int32_t r = 0; r < b->rows; r++) {
        const twc_vertex v = section->row[r];
        const int on_ground = (r == 0 && !section->retains[TWC_LEFT]) ||
                              (r == b->rows - 1 && !section->retains[TWC_RIGHT]);
        b->vertices[b->layer.vertex_count++] = (twc_layer_vertex){{v.x, v.z}, v.y, (uint8_t)on_ground, b->lane[r]};
    }
    return first;
}

/* Of the outline at an end of the ribbon: from the left at the first section, back at the last. */
static void add_section(twc_ribbon *b, int first, int last, section_sides *section)
{
    for (int32_t i = 0; i + 1 < b->rows; i++) {
        const int32_t r = last ? b->rows - 2 - i : i;
        const uint32_t left = section->vertex + (uint32_t)r, right = left + 1;
        section->side[r] = b->lane[r] != b->lane[r + 1] ? NONE
                           : last                       ? add_side(b, right, left, 1)
                                                        : add_side(b, left, right, first);
    }
}

static void add_entry(twc_ribbon *b, uint32_t side, uint32_t from)
{
    if (side != NONE)
        b->loops[b->layer.loop_count++] = b->sides[side].from == from ? (int32_t)side : ~(int32_t)side;
}

static void add_strip(twc_ribbon *b, int32_t r, int end, const section_sides section[2], const uint32_t *along)
{
    const uint32_t a = section[0].vertex + (uint32_t)r, d = a + 1, c = section[1].vertex + (uint32_t)r + 1;
    twc_layer_strip strip = {.loop = b->layer.loop_count,
                             .apex = b->from_right[r] ? d : a,
                             .part = b->part[r],
                             .never_fan = (uint8_t)end,
                             .lane = b->lane[r + 1]};
    if (b->lane[r] != b->lane[r + 1]) {
        add_entry(b, along[r + 1], c); /* the right lane is the higher: on its left going down */
        strip.part = TWC_PART_STEP;
        strip.apex = c;
    } else {
        add_entry(b, section[0].side[r], a);
        add_entry(b, along[r + 1], d);
        add_entry(b, section[1].side[r], c);
        add_entry(b, along[r], c - 1);
    }
    strip.loop_count = b->layer.loop_count - strip.loop;
    if (strip.loop_count == 2) /* both rows at one place: nothing is between */
        b->layer.loop_count = strip.loop;
    else if (strip.loop_count > 0)
        b->strips[b->layer.strip_count++] = strip;
}

/* Sides in the order of the cell's walls, then those within, then the strips. */
static void add_cell(twc_ribbon *b, int32_t cell, section_sides section[2], int run)
{
    const int first = cell == b->first_cell, last = cell == b->last_cell;
    const uint32_t right = (uint32_t)b->rows - 1;
    uint32_t along[TWC_SECTION_ROWS];
    twc_layer_cell made = {
        .number = b->number + (uint32_t)cell, .strip = b->layer.strip_count, .outline = b->layer.side_count};
    along[0] = add_side(b, section[1].vertex, section[0].vertex, 1);
    along[right] = add_side(b, section[0].vertex + right, section[1].vertex + right, 1);
    if (first)
        add_section(b, 1, 0, &section[0]);
    if (last)
        add_section(b, 0, 1, &section[1]);
    made.outline_count = b->layer.side_count - made.outline;
    if (!run && !first)
        add_section(b, 0, 0, &section[0]);
    if (!last)
        add_section(b, 0, 0, &section[1]);
    for (uint32_t r = 1; r < right; r++)
        along[r] = add_side(b, section[0].vertex + r, section[1].vertex + r, 0);
    for (int32_t r = 0; r + 1 < b->rows; r++)
        add_strip(b, r, first || last, section, along);
    made.strip_count = b->layer.strip_count - made.strip;
    b->cells[b->layer.cell_count++] = made;
}

void twc_ribbon_run(twc_ribbon *b, int32_t first, int32_t count, const twc_cross_section *sections)
{
    const uint32_t right = (uint32_t)b->rows - 1;
    section_sides section[2];
    section[0].vertex = add_vertices(b, &sections[0]);
    for (int32_t i = 0; i < count; i++) {
        section[1].vertex = add_vertices(b, &sections[i + 1]);
        if (i == 0 && first > b->first_cell)
            add_closing(b, section[0].vertex, section[0].vertex + right);
        add_cell(b, first + i, section, i > 0);
        section[0] = section[1];
    }
    if (first + count <= b->last_cell)
        add_closing(b, section[0].vertex + right, section[0].vertex);
}
