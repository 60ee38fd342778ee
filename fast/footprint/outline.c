/* SPDX-License-Identifier: MIT */
/*
 * The outline of a corridor: for each cell its left and right edge, and at the ends the rows of the section. Spec cut
 * 2.1; twin reference/footprint/outline.c; test tests/cut/test_cut.c.
 */
#include "footprint/build.h"

static void add_end(fast_work *w, const twc_cross_section *section, int32_t rows, int last)
{
    for (int32_t r = 0; r + 1 < rows; r++) {
        int32_t from = last ? rows - 1 - r : r, to = last ? from - 1 : from + 1;
        twc_vertex a = section->row[from], b = section->row[to];
        if (a.x == b.x && a.z == b.z)
            continue;
        fast_segment *segment = twc_fast_add_segment(w, last ? TWC_OUTLINE_END : TWC_OUTLINE_START, a, b);
        segment->ground[0] = (from == 0 && !section->retains[TWC_LEFT]) ||
                             (from == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->ground[1] = (to == 0 && !section->retains[TWC_LEFT]) ||
                             (to == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->follows = segment->ground[0] & segment->ground[1]; /* of two rows, both on the ground */
    }
}

/* The solve has looked at the ground there. */
static void set_ground(fast_hot *hot, float ground)
{
    hot->ground = ground;
    hot->planed = 1;
}

int twc_fast_outline(fast_work *w)
{
    uint32_t segments = 0;
    for (uint32_t i = 0; i < w->cell_count; i++)
        segments += 2 + TWC_SECTION_ROWS * (uint32_t)(!w->cells[i].shares[0] + !w->cells[i].shares[1]);
    if (!twc_fast_arrangement_room(w, segments))
        return 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        fast_cell *cell = &w->cells[i];
        const twc_cross_section *low = &cell->section[0], *high = &cell->section[1];
        const int32_t rows = twc_section_row_count(&cell->feature->profile);
        cell->segment = w->segment_count;
        cell->side[TWC_LEFT] = w->segment_count;
        fast_segment *left = twc_fast_add_segment(w, TWC_OUTLINE_LEFT, high->row[0], low->row[0]);
        left->ground[0] = !high->retains[TWC_LEFT];
        left->ground[1] = !low->retains[TWC_LEFT];
        left->follows = left->ground[0] & left->ground[1];
        cell->side[TWC_RIGHT] = w->segment_count;
        fast_segment *right = twc_fast_add_segment(w, TWC_OUTLINE_RIGHT, low->row[rows - 1], high->row[rows - 1]);
        right->ground[0] = !low->retains[TWC_RIGHT];
        right->ground[1] = !high->retains[TWC_RIGHT];
        right->follows = right->ground[0] & right->ground[1];
        if (cell->feature->profile.edge == TWC_EDGE_BANK) {
            set_ground(&w->hot[left->from], cell->ground[1][TWC_LEFT]);
            set_ground(&w->hot[left->to], cell->ground[0][TWC_LEFT]);
            set_ground(&w->hot[right->from], cell->ground[0][TWC_RIGHT]);
            set_ground(&w->hot[right->to], cell->ground[1][TWC_RIGHT]);
        }
        if (!cell->shares[0])
            add_end(w, low, rows, 0);
        if (!cell->shares[1])
            add_end(w, high, rows, 1);
        TWC_ASSERT(w->segment_count <= segments && w->hot_count <= w->hot_room);
        cell->segment_count = w->segment_count - cell->segment;
    }
    return 1;
}
