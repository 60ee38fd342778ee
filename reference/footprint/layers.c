/* SPDX-License-Identifier: MIT */
/*
 * A corridor near a box as a layer: vertices by station and row, cells between stations, strips between rows. Spec
 * overlay 7; no twin: both libraries take it; test tests/overlay/test_corridors.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"
#include "twc/feature_layers.h"

enum { NONE = UINT32_MAX };

/* A corridor's layer being made. */
typedef struct maker {
    const twc_feature *feature;
    int32_t rows;
    uint8_t lane[TWC_SECTION_ROWS]; /* of each row */
    uint32_t lanes;
    twc_layer_vertex *vertices;
    twc_layer_side *sides;
    int32_t *loops;
    twc_layer_strip *strips;
    twc_layer_cell *cells;
    uint32_t (*closing)[2];
    uint32_t vertex_count, side_count, loop_count, strip_count, cell_count, closing_count;
} maker;

/* The sides of a section between rows r and r + 1, NONE where they are at one place. */
typedef struct section_sides {
    uint32_t vertex; /* of row 0 */
    uint32_t side[TWC_SECTION_ROWS];
} section_sides;

/* Whether a step is right of a row. */
static int is_step(const twc_profile *profile, int32_t r)
{
    const int32_t i = profile->edge == TWC_EDGE_BANK ? r - 2 : r;
    return i >= 0 && i + 1 < profile->row_count && profile->row[i].offset_cm == profile->row[i + 1].offset_cm;
}

static void number_lanes(maker *m)
{
    m->lane[0] = 0;
    for (int32_t r = 1; r < m->rows; r++)
        m->lane[r] = (uint8_t)(m->lane[r - 1] + is_step(&m->feature->profile, r - 1));
    m->lanes = m->lane[m->rows - 1] + 1u;
}

static int take_room(maker *m, size_t cells, twc_arena *arena)
{
    const size_t rows = (size_t)m->rows;
    m->vertices = twc_arena_take(arena, 2 * cells * rows, sizeof *m->vertices);
    m->sides = twc_arena_take(arena, 3 * cells * rows, sizeof *m->sides);
    m->loops = twc_arena_take(arena, 4 * cells * rows, sizeof *m->loops);
    m->strips = twc_arena_take(arena, cells * rows, sizeof *m->strips);
    m->cells = twc_arena_take(arena, cells, sizeof *m->cells);
    m->closing = twc_arena_take(arena, 2 * cells, sizeof *m->closing);
    return !arena->full;
}

static int same_place(const maker *m, uint32_t a, uint32_t b)
{
    return twc_same_point(m->vertices[a].p, m->vertices[b].p);
}

static uint32_t add_side(maker *m, uint32_t from, uint32_t to, int outline)
{
    if (same_place(m, from, to))
        return NONE;
    const int follows = m->vertices[from].on_ground && m->vertices[to].on_ground;
    m->sides[m->side_count] = (twc_layer_side){from, to,
                                               !outline  ? TWC_SIDE_INNER
                                               : follows ? TWC_SIDE_FOLLOWS
                                                         : TWC_SIDE_OUTLINE};
    return m->side_count++;
}

static uint32_t add_vertices(maker *m, const twc_cross_section *section)
{
    const uint32_t first = m->vertex_count;
    for (int32_t r = 0; r < m->rows; r++) {
        const twc_vertex v = section->row[r];
        const int on_ground = (r == 0 && !section->retains[TWC_LEFT]) ||
                              (r == m->rows - 1 && !section->retains[TWC_RIGHT]);
        m->vertices[m->vertex_count++] = (twc_layer_vertex){{v.x, v.z}, v.y, (uint8_t)on_ground, m->lane[r]};
    }
    return first;
}

/* The sides of a section: of the outline at an end of the corridor, from the left at the first, back at the last. */
static void add_section(maker *m, int first, int last, section_sides *section)
{
    for (int32_t i = 0; i + 1 < m->rows; i++) {
        const int32_t r = last ? m->rows - 2 - i : i;
        const uint32_t left = section->vertex + (uint32_t)r, right = left + 1;
        section->side[r] = m->lane[r] != m->lane[r + 1] ? NONE
                           : last                       ? add_side(m, right, left, 1)
                                                        : add_side(m, left, right, first);
    }
}

/* ---- strips ---- */

static void add_entry(maker *m, uint32_t side, uint32_t from)
{
    if (side != NONE)
        m->loops[m->loop_count++] = m->sides[side].from == from ? (int32_t)side : ~(int32_t)side;
}

static void add_strip(maker *m, int32_t r, int end, const section_sides section[2], const uint32_t *along)
{
    const int banks = m->feature->profile.edge == TWC_EDGE_BANK;
    const uint32_t a = section[0].vertex + (uint32_t)r, b = section[1].vertex + (uint32_t)r, c = b + 1, d = a + 1;
    twc_layer_strip strip = {.loop = m->loop_count, .never_fan = (uint8_t)end, .lane = m->lane[r + 1]};
    if (m->lane[r] != m->lane[r + 1]) {
        add_entry(m, along[r + 1], c); /* the right lane is the higher: on its left going down */
        strip.part = TWC_PART_STEP;
        strip.apex = c;
    } else {
        add_entry(m, section[0].side[r], a);
        add_entry(m, along[r + 1], d);
        add_entry(m, section[1].side[r], c);
        add_entry(m, along[r], b);
        strip.part = banks && (r < 2 || r >= m->rows - 3) ? TWC_PART_BANK : TWC_PART_BED;
        strip.apex = r < (banks ? 2 : 1) ? d : a;
        TWC_ASSERT(m->loop_count - strip.loop != 1);
    }
    strip.loop_count = m->loop_count - strip.loop;
    if (strip.loop_count == 2) /* both rows at one place: nothing is between */
        m->loop_count = strip.loop;
    else if (strip.loop_count > 0)
        m->strips[m->strip_count++] = strip;
}

/* ---- cells ---- */

/* Sides in the order of the cell's walls, then those within, then the strips. */
static void add_cell(maker *m, int32_t number, section_sides section[2], int run)
{
    const int first = number == 0, last = number == m->feature->station_count - 2;
    const uint32_t right = (uint32_t)m->rows - 1;
    uint32_t along[TWC_SECTION_ROWS];
    twc_layer_cell cell = {.number = (uint32_t)number, .strip = m->strip_count, .outline = m->side_count};
    along[0] = add_side(m, section[1].vertex, section[0].vertex, 1);
    along[right] = add_side(m, section[0].vertex + right, section[1].vertex + right, 1);
    if (first)
        add_section(m, 1, 0, &section[0]);
    if (last)
        add_section(m, 0, 1, &section[1]);
    cell.outline_count = m->side_count - cell.outline;
    if (!run && !first)
        add_section(m, 0, 0, &section[0]);
    if (!last)
        add_section(m, 0, 0, &section[1]);
    for (uint32_t r = 1; r < right; r++)
        along[r] = add_side(m, section[0].vertex + r, section[1].vertex + r, 0);
    for (int32_t r = 0; r + 1 < m->rows; r++)
        add_strip(m, r, first || last, section, along);
    cell.strip_count = m->strip_count - cell.strip;
    m->cells[m->cell_count++] = cell;
}

/* Neighbouring cells, between their count + 1 sections. */
static void add_run(maker *m, int32_t first, int32_t count, const twc_cross_section *solved)
{
    const uint32_t right = (uint32_t)m->rows - 1;
    section_sides section[2];
    section[0].vertex = add_vertices(m, &solved[0]);
    for (int32_t i = 0; i < count; i++) {
        section[1].vertex = add_vertices(m, &solved[i + 1]);
        if (i == 0 && first > 0) {
            m->closing[m->closing_count][0] = section[0].vertex;
            m->closing[m->closing_count++][1] = section[0].vertex + right;
        }
        add_cell(m, first + i, section, i > 0);
        section[0] = section[1];
    }
    if (first + count < m->feature->station_count - 1) {
        m->closing[m->closing_count][0] = section[0].vertex + right;
        m->closing[m->closing_count++][1] = section[0].vertex;
    }
}

static twc_layer layer_of(const maker *m)
{
    return (twc_layer){.priority = m->feature->priority,
                       .id = m->feature->id,
                       .lane_count = m->lanes,
                       .vertices = m->vertices,
                       .sides = m->sides,
                       .loops = m->loops,
                       .strips = m->strips,
                       .cells = m->cells,
                       .closing = (const uint32_t(*)[2])m->closing,
                       .vertex_count = m->vertex_count,
                       .side_count = m->side_count,
                       .loop_count = m->loop_count,
                       .strip_count = m->strip_count,
                       .cell_count = m->cell_count,
                       .closing_count = m->closing_count};
}

int twc_reference_corridor_layers(const twc_feature *feature, const twc_layer_place *place, twc_arena *arena,
                                  twc_layer_list *out)
{
    maker m = {.feature = feature, .rows = twc_section_row_count(&feature->profile)};
    const int32_t total = twc_reference_cells_near(feature, place->box, 0, NULL);
    *out = (twc_layer_list){NULL, 0};
    if (total == 0)
        return 1;
    twc_layer *layer = twc_arena_take(arena, 1, sizeof *layer);
    if (!take_room(&m, (size_t)total, arena))
        return 0;
    number_lanes(&m);
    twc_arena scratch = *arena;
    int32_t *numbers = twc_arena_take(&scratch, (size_t)total, sizeof *numbers);
    twc_cross_section *solved = twc_arena_take(&scratch, (size_t)total + 1, sizeof *solved);
    if (scratch.full) {
        arena->full = 1;
        return 0;
    }
    twc_reference_cells_near(feature, place->box, total, numbers);
    for (int32_t i = 0, next; i < total; i = next) {
        for (next = i + 1; next < total && numbers[next] == numbers[next - 1] + 1;)
            next++;
        twc_reference_solve(feature, place->ground, numbers[i], next - i + 1, solved);
        add_run(&m, numbers[i], next - i, solved);
    }
    *layer = layer_of(&m);
    *out = (twc_layer_list){layer, 1};
    return 1;
}

twc_feature_layers twc_reference_layers_of(twc_footprint_kind kind)
{
    return kind == TWC_FOOTPRINT_CORRIDOR  ? twc_reference_corridor_layers
           : kind == TWC_FOOTPRINT_NETWORK ? twc_reference_network_layers
                                           : NULL;
}
