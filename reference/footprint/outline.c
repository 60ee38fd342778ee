/* SPDX-License-Identifier: MIT */
/*
 * The outline of a corridor: for each cell its left and right edge, and at the ends the rows of the section. Spec cut
 * 2.1; twin fast/footprint/outline.c; test tests/cut/test_cut.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"

static twc_outline_segment *add_segment(twc_arrangement *arrangement, twc_outline_kind kind, twc_vertex from,
                                        twc_vertex to)
{
    TWC_ASSERT(!twc_same_point(twc_plan(from), twc_plan(to)));
    twc_outline_segment *segment = &arrangement->segments[arrangement->segment_count++];
    *segment = (twc_outline_segment){.from = twc_plan(from), .to = twc_plan(to), .y = {from.y, to.y}, .kind = kind};
    return segment;
}

/* The border at one end: the section's rows, from the right at the last station, from the left at the first. */
static void add_end(twc_arrangement *arrangement, const twc_cross_section *section, int32_t rows, int last)
{
    for (int32_t r = 0; r + 1 < rows; r++) {
        int32_t from = last ? rows - 1 - r : r, to = last ? from - 1 : from + 1;
        twc_vertex a = section->row[from], b = section->row[to];
        if (a.x == b.x && a.z == b.z)
            continue; /* a step; its rows are at one height here */
        twc_outline_segment *segment = add_segment(arrangement, last ? TWC_OUTLINE_END : TWC_OUTLINE_START, a, b);
        segment->ground[0] = (from == 0 && !section->retains[TWC_LEFT]) ||
                             (from == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->ground[1] = (to == 0 && !section->retains[TWC_LEFT]) ||
                             (to == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->follows = segment->ground[0] && segment->ground[1]; /* of two rows, both on the ground */
    }
}

static void add_cell_segments(twc_arrangement *arrangement, twc_local_cell *cell)
{
    const twc_cross_section *low = &cell->section[0], *high = &cell->section[1];
    int32_t rows = twc_section_row_count(&cell->feature->profile);
    cell->segment = (uint32_t)arrangement->segment_count;
    cell->side[TWC_LEFT] = (uint32_t)arrangement->segment_count;
    twc_outline_segment *left = add_segment(arrangement, TWC_OUTLINE_LEFT, high->row[0], low->row[0]);
    left->ground[0] = !high->retains[TWC_LEFT];
    left->ground[1] = !low->retains[TWC_LEFT];
    left->follows = left->ground[0] && left->ground[1];
    cell->side[TWC_RIGHT] = (uint32_t)arrangement->segment_count;
    twc_outline_segment *right = add_segment(arrangement, TWC_OUTLINE_RIGHT, low->row[rows - 1], high->row[rows - 1]);
    right->ground[0] = !low->retains[TWC_RIGHT];
    right->ground[1] = !high->retains[TWC_RIGHT];
    right->follows = right->ground[0] && right->ground[1];
    if (cell->cell == 0)
        add_end(arrangement, low, rows, 0);
    if (cell->cell == cell->feature->station_count - 2)
        add_end(arrangement, high, rows, 1);
    cell->segment_count = (uint32_t)arrangement->segment_count - cell->segment;
    TWC_ASSERT(cell->segment_count >= 2 && cell->segment_count <= 2 * TWC_SECTION_ROWS);
    cell->shared_count = 0;
    if (cell->cell > 0)
        cell->shared[cell->shared_count++] = (twc_border){twc_plan(low->row[0]), twc_plan(low->row[rows - 1])};
    if (cell->cell < cell->feature->station_count - 2)
        cell->shared[cell->shared_count++] = (twc_border){twc_plan(high->row[rows - 1]), twc_plan(high->row[0])};
}

int twc_reference_outline(twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement)
{
    *arrangement = (twc_arrangement){0};
    arrangement->segments = twc_arena_take(arena, around->cell_count * 2 * TWC_SECTION_ROWS,
                                           sizeof *arrangement->segments);
    if (!arrangement->segments)
        return 0;
    for (size_t i = 0; i < around->cell_count; i++)
        add_cell_segments(arrangement, &around->cells[i]);
    return 1;
}
