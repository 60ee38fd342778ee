/* SPDX-License-Identifier: MIT */
/*
 * A grid of squares over the cells' boxes: whatever is near a point of a footprint is in its square's lists. Spec cut
 * 6.1; no twin: the reference asks every cell; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

uint32_t twc_fast_hashed_slot(const fast_grid *grid, int32_t x, int32_t z)
{
    const uint32_t mask = grid->slots - 1;
    uint32_t h = ((uint32_t)x * 0x9E3779B1u) ^ ((uint32_t)z * 0x85EBCA77u);
    h ^= h >> 15;
    for (; grid->slot[h & mask] != TWC_NONE; h++) {
        const fast_square *square = &grid->square[grid->slot[h & mask]];
        if (square->x == x && square->z == z)
            break;
    }
    return h & mask;
}

static uint32_t item_count(const fast_work *w, fast_list list)
{
    return list == FAST_CELLS ? w->cell_count : list == FAST_TRIANGLES ? w->triangle_count : w->edge_count;
}

/*
 * Lines with an item on their positive side: a square all of which lies on the negative one of a line, by 2 cm, misses
 * the item.
 */
typedef struct half_planes {
    twc_box squares; /* first and last along x and z */
    int32_t at[3], per_x[3],
        per_z[3]; /* by line: twice the greatest area in the first square, and what a square further adds */
} half_planes;

/* Twice areas over a triangle's box grown by a square and 2 cm stay below 2^30: sides are less than 2^14 cm long. */
static void add_line(half_planes *s, int k, twc_point a, twc_point b)
{
    const int32_t dx = b.x - a.x, dz = b.z - a.z, reach = fast_size(dx) + fast_size(dz);
    const int32_t x = s->squares.x0 * TWC_SQUARE_CM + TWC_SQUARE_CM / 2 - a.x,
                  z = s->squares.z0 * TWC_SQUARE_CM + TWC_SQUARE_CM / 2 - a.z;
    s->at[k] = dz * x - dx * z + reach * (TWC_SQUARE_CM / 2 + 2);
    s->per_x[k] = dz * TWC_SQUARE_CM;
    s->per_z[k] = -dx * TWC_SQUARE_CM;
}

static twc_box squares_of(twc_box box)
{
    return (twc_box){fast_square_of(box.x0), fast_square_of(box.z0), fast_square_of(box.x1), fast_square_of(box.z1)};
}

static int64_t square_count(twc_box squares)
{
    return ((int64_t)squares.x1 - squares.x0 + 1) * ((int64_t)squares.z1 - squares.z0 + 1);
}

/* A cell's box is grown already. */
static void make_half_planes(const fast_work *w, fast_list list, uint32_t i, half_planes *s)
{
    memset(s, 0, sizeof *s);
    if (list == FAST_CELLS) {
        s->squares = squares_of(w->cells[i].box);
    } else if (list == FAST_TRIANGLES) {
        const fast_triangle *t = &w->triangles[i];
        s->squares = squares_of(twc_box_grown(t->box, TWC_SNAP_CM));
        for (int k = 0; k < 3; k++)
            add_line(s, k, plan(t->v[k]), plan(t->v[k == 2 ? 0 : k + 1]));
    } else {
        const twc_point a = plan(w->edges[i].a), b = plan(w->edges[i].b); /* a.x <= b.x */
        s->squares = squares_of(
            twc_box_grown((twc_box){a.x, a.z < b.z ? a.z : b.z, b.x, a.z < b.z ? b.z : a.z}, TWC_SNAP_CM));
        add_line(s, 0, a, b);
        add_line(s, 1, b, a);
    }
}

/* Square number `square` is one that `item` meets. */
typedef struct entry {
    uint32_t square, item;
} entry;

/*
 * Writes an entry for each square an item meets; returns their number. Most squares of a box are not in the grid, or
 * the item misses them, so there is no branch on it: one entry more may be written than is counted.
 */
static size_t meet_squares(const fast_grid *grid, const half_planes *s, uint32_t item, entry *out)
{
    size_t n = 0;
    for (int32_t z = s->squares.z0; z <= s->squares.z1; z++) {
        const fast_row row = fast_row_part(grid, z, s->squares.x0, s->squares.x1);
        const int32_t dx = row.x0 - s->squares.x0, dz = z - s->squares.z0;
        int32_t at[3];
        if (row.x1 < row.x0)
            continue;
        for (int k = 0; k < 3; k++)
            at[k] = s->at[k] + dx * s->per_x[k] + dz * s->per_z[k];
        for (int32_t x = row.x0; x <= row.x1; x++) {
            const uint32_t square = fast_square_number(grid, x, z);
            out[n] = (entry){square, item};
            n += (size_t)(((at[0] | at[1] | at[2]) >= 0) & (square != TWC_NONE));
            for (int k = 0; k < 3; k++)
                at[k] += s->per_x[k];
        }
    }
    return n;
}

/* The lists, from entries in the order of their items. */
static int sort_entries(fast_work *w, fast_list list, const entry *entries, size_t count)
{
    fast_grid *grid = &w->grid;
    uint32_t total = 0;
    grid->list[list] = twc_arena_take(&w->arena, count, sizeof(uint32_t));
    if (!grid->list[list])
        return 0;
    for (uint32_t k = 0; k < grid->squares; k++)
        grid->square[k].count[list] = 0;
    for (size_t e = 0; e < count; e++)
        grid->square[entries[e].square].count[list]++;
    for (uint32_t k = 0; k < grid->squares; k++) {
        grid->square[k].first[list] = total;
        total += grid->square[k].count[list];
        grid->square[k].count[list] = 0;
    }
    TWC_ASSERT(total == count);
    grid->listed[list] = total;
    for (size_t e = 0; e < count; e++) {
        fast_square *square = &grid->square[entries[e].square];
        grid->list[list][square->first[list] + square->count[list]++] = entries[e].item;
    }
    return 1;
}

int twc_fast_grid_list(fast_work *w, fast_list list)
{
    const uint32_t items = item_count(w, list);
    /* Entries stand where the list will not reach, though it has a number for each of them. */
    const size_t most = (size_t)(w->arena.end - w->arena.at) / (sizeof(entry) + sizeof(uint32_t) + 1);
    size_t count = 0;
    twc_arena scratch = w->arena;
    entry *entries = twc_arena_take(&scratch, most, sizeof(uint32_t)) ? twc_arena_take(&scratch, most, sizeof(entry))
                                                                      : NULL;
    if (!entries)
        return 0;
    for (uint32_t i = 0; i < items; i++) {
        half_planes s;
        make_half_planes(w, list, i, &s);
        if (square_count(s.squares) > (int64_t)(most - count))
            return 0;
        count += meet_squares(&w->grid, &s, i, entries + count);
    }
    return sort_entries(w, list, entries, count);
}

/* The squares' rectangle, and how many squares the cells' boxes have if none were shared. */
static int64_t bound_squares(const fast_work *w, fast_grid *grid)
{
    twc_box all = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    int64_t total = 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const twc_box box = squares_of(w->cells[i].box);
        all.x0 = box.x0 < all.x0 ? box.x0 : all.x0;
        all.z0 = box.z0 < all.z0 ? box.z0 : all.z0;
        all.x1 = box.x1 > all.x1 ? box.x1 : all.x1;
        all.z1 = box.z1 > all.z1 ? box.z1 : all.z1;
        total += square_count(box);
    }
    grid->x = all.x0;
    grid->z = all.z0;
    grid->nx = all.x1 - all.x0 + 1;
    grid->nz = all.z1 - all.z0 + 1;
    return total;
}

static int make_rows(fast_work *w)
{
    fast_grid *grid = &w->grid;
    grid->row = twc_arena_take(&w->arena, (size_t)grid->nz, sizeof *grid->row);
    if (!grid->row)
        return 0;
    for (int32_t j = 0; j < grid->nz; j++)
        grid->row[j] = (fast_row){grid->x + grid->nx, grid->x - 1};
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const twc_box box = squares_of(w->cells[i].box);
        for (int32_t z = box.z0; z <= box.z1; z++) {
            fast_row *row = &grid->row[z - grid->z];
            row->x0 = box.x0 < row->x0 ? box.x0 : row->x0;
            row->x1 = box.x1 > row->x1 ? box.x1 : row->x1;
        }
    }
    return 1;
}

int twc_fast_grid_cells(fast_work *w)
{
    fast_grid *grid = &w->grid;
    const int64_t total = bound_squares(w, grid), all = (int64_t)grid->nx * grid->nz;
    grid->hashed = all > 4 * total + 64;
    grid->slots = grid->hashed ? 64 : (uint32_t)all;
    while (grid->hashed && grid->slots <= total) /* neighbouring cells share most of their squares */
        grid->slots *= 2;
    grid->slot = twc_arena_take(&w->arena, grid->slots, sizeof *grid->slot);
    grid->square = twc_arena_take(&w->arena, grid->hashed ? (size_t)total : grid->slots, sizeof *grid->square);
    if (w->arena.full || !make_rows(w))
        return 0;
    memset(grid->slot, 0xFF, grid->slots * sizeof *grid->slot);
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const twc_box box = squares_of(w->cells[i].box);
        for (int32_t z = box.z0; z <= box.z1; z++)
            for (int32_t x = box.x0; x <= box.x1; x++) {
                uint32_t *slot =
                    &grid->slot[grid->hashed ? twc_fast_hashed_slot(grid, x, z)
                                             : (uint32_t)(z - grid->z) * (uint32_t)grid->nx + (uint32_t)(x - grid->x)];
                if (*slot != TWC_NONE)
                    continue;
                *slot = grid->squares++;
                grid->square[*slot] = (fast_square){.x = x, .z = z};
            }
    }
    return twc_fast_grid_list(w, FAST_CELLS);
}

int twc_fast_meets_cell(const fast_work *w, twc_box box)
{
    const twc_box squares = squares_of(box);
    for (int32_t z = squares.z0; z <= squares.z1; z++) {
        const fast_row row = fast_row_part(&w->grid, z, squares.x0, squares.x1);
        for (int32_t x = row.x0; x <= row.x1; x++) {
            const fast_square *square = twc_fast_square_at(&w->grid, x, z);
            for (uint32_t i = 0; square && i < square->count[FAST_CELLS]; i++)
                if (twc_boxes_meet(w->cells[w->grid.list[FAST_CELLS][square->first[FAST_CELLS] + i]].box, box))
                    return 1;
        }
    }
    return 0;
}
