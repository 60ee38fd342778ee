/* SPDX-License-Identifier: MIT */
/* A hashed grid of squares over the cells' boxes: whatever is near a point of a footprint is in its square's lists. */
#include "feature/work.h"

uint32_t twc_fast_hashed_slot(const fast_grid *grid, int32_t x, int32_t z)
{
    const uint32_t mask = grid->slots - 1;
    uint32_t h = ((uint32_t)x * 0x9E3779B1u) ^ ((uint32_t)z * 0x85EBCA77u);
    h ^= h >> 15;
    while (grid->slot[h & mask].used && (grid->slot[h & mask].x != x || grid->slot[h & mask].z != z))
        h++;
    return h & mask;
}

/* Runs over the squares of a box. */
#define FOR_SQUARES(box, x, z)                                                                                                  \
    for (int32_t z = fast_square_of((box).z0); z <= fast_square_of((box).z1); z++)                                             \
        for (int32_t x = fast_square_of((box).x0); x <= fast_square_of((box).x1); x++)

static uint32_t item_count(const fast_work *w, fast_list list)
{
    return list == FAST_CELLS ? w->cell_count : list == FAST_TRIANGLES ? w->triangle_count : w->edge_count;
}

/* A cell's box is grown already. */
static twc_box item_box(const fast_work *w, fast_list list, uint32_t i)
{
    if (list == FAST_CELLS)
        return w->cells[i].box;
    if (list == FAST_TRIANGLES)
        return twc_box_grown(w->triangles[i].box, 2);
    twc_vertex a = w->edges[i].a, b = w->edges[i].b; /* a.x <= b.x */
    return twc_box_grown((twc_box){a.x, a.z < b.z ? a.z : b.z, b.x, a.z < b.z ? b.z : a.z}, 2);
}

int twc_fast_grid_list(fast_work *w, fast_list list)
{
    fast_grid *grid = &w->grid;
    const uint32_t items = item_count(w, list);
    uint32_t total = 0, at = 0;
    for (uint32_t s = 0; s < grid->slots; s++)
        grid->slot[s].count[list] = 0;
    for (uint32_t i = 0; i < items; i++) {
        const twc_box box = item_box(w, list, i);
        FOR_SQUARES(box, x, z)
        {
            fast_square *square = twc_fast_square_at(grid, x, z);
            if (!square)
                continue;
            square->count[list]++;
            total++;
        }
    }
    grid->list[list] = twc_arena_take(&w->arena, total, sizeof(uint32_t));
    if (w->arena.full)
        return 0;
    for (uint32_t s = 0; s < grid->slots; s++) {
        grid->slot[s].first[list] = at;
        at += grid->slot[s].count[list];
        grid->slot[s].count[list] = 0;
    }
    for (uint32_t i = 0; i < items; i++) {
        const twc_box box = item_box(w, list, i);
        FOR_SQUARES(box, x, z)
        {
            fast_square *square = twc_fast_square_at(grid, x, z);
            if (square)
                grid->list[list][square->first[list] + square->count[list]++] = i;
        }
    }
    return 1;
}

/* The squares' rectangle, and how many squares the cells' boxes have if none were shared. */
static int64_t bound_squares(const fast_work *w, fast_grid *grid)
{
    int32_t x0 = INT32_MAX, z0 = INT32_MAX, x1 = INT32_MIN, z1 = INT32_MIN;
    int64_t total = 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const twc_box box = w->cells[i].box;
        const int32_t ax = fast_square_of(box.x0), az = fast_square_of(box.z0), bx = fast_square_of(box.x1), bz = fast_square_of(box.z1);
        x0 = ax < x0 ? ax : x0;
        z0 = az < z0 ? az : z0;
        x1 = bx > x1 ? bx : x1;
        z1 = bz > z1 ? bz : z1;
        total += (int64_t)(bx - ax + 1) * (bz - az + 1);
    }
    grid->x = x0;
    grid->z = z0;
    grid->nx = x1 - x0 + 1;
    grid->nz = z1 - z0 + 1;
    return total;
}

int twc_fast_grid_cells(fast_work *w)
{
    fast_grid *grid = &w->grid;
    const int64_t total = bound_squares(w, grid);
    grid->slots = 64;
    if ((int64_t)grid->nx * grid->nz <= 4 * total + 64) {
        grid->slots = (uint32_t)grid->nx * (uint32_t)grid->nz;
    } else {
        grid->nx = grid->nz = 0;
        while (grid->slots < total) /* neighbouring cells share most of their squares */
            grid->slots *= 2;
    }
    grid->slot = twc_arena_take(&w->arena, grid->slots, sizeof *grid->slot);
    if (w->arena.full)
        return 0;
    memset(grid->slot, 0, grid->slots * sizeof *grid->slot);
    for (uint32_t i = 0; i < w->cell_count; i++)
        FOR_SQUARES(w->cells[i].box, x, z)
        {
            fast_square *square = &grid->slot[grid->nx > 0 ? (uint32_t)(z - grid->z) * (uint32_t)grid->nx + (uint32_t)(x - grid->x)
                                                           : twc_fast_hashed_slot(grid, x, z)];
            square->x = x;
            square->z = z;
            square->used = 1;
        }
    return twc_fast_grid_list(w, FAST_CELLS);
}

int twc_fast_meets_cell(const fast_work *w, twc_box box)
{
    for (int32_t z = fast_square_of(box.z0); z <= fast_square_of(box.z1); z++)
        for (int32_t x = fast_square_of(box.x0); x <= fast_square_of(box.x1); x++) {
            const fast_square *square = twc_fast_square_at(&w->grid, x, z);
            for (uint32_t i = 0; square && i < square->count[FAST_CELLS]; i++)
                if (twc_boxes_meet(w->cells[w->grid.list[FAST_CELLS][square->first[FAST_CELLS] + i]].box, box))
                    return 1;
        }
    return 0;
}
