/* SPDX-License-Identifier: MIT */
/* A hashed grid of squares over the cells' boxes: whatever is near a point of a footprint is in its square's lists. */
#include "feature/work.h"

static uint32_t slot_of(const fast_grid *grid, int32_t x, int32_t z)
{
    uint32_t h = ((uint32_t)x * 0x9E3779B1u) ^ ((uint32_t)z * 0x85EBCA77u);
    h ^= h >> 15;
    while (grid->slot[h & grid->mask].used && (grid->slot[h & grid->mask].x != x || grid->slot[h & grid->mask].z != z))
        h++;
    return h & grid->mask;
}

const fast_square *twc_fast_square_at(const fast_grid *grid, int32_t x, int32_t z)
{
    const fast_square *square = &grid->slot[slot_of(grid, x, z)];
    return square->used ? square : NULL;
}

static uint32_t squares_of(twc_box box)
{
    return (uint32_t)(fast_square_of(box.x1) - fast_square_of(box.x0) + 1)
           * (uint32_t)(fast_square_of(box.z1) - fast_square_of(box.z0) + 1);
}

/* Runs `step` over the squares of a box. */
#define FOR_SQUARES(box, x, z)                                                                                                  \
    for (int32_t z = fast_square_of((box).z0); z <= fast_square_of((box).z1); z++)                                             \
        for (int32_t x = fast_square_of((box).x0); x <= fast_square_of((box).x1); x++)

int twc_fast_grid_cells(fast_work *w)
{
    fast_grid *grid = &w->grid;
    uint32_t total = 0, slots = 64, at = 0;
    for (uint32_t i = 0; i < w->cell_count; i++)
        total += squares_of(w->cells[i].box);
    while (slots < 2 * total)
        slots *= 2;
    grid->slot = twc_arena_take(&w->arena, slots, sizeof *grid->slot);
    grid->cells = twc_arena_take(&w->arena, total, sizeof *grid->cells);
    if (w->arena.full)
        return 0;
    memset(grid->slot, 0, slots * sizeof *grid->slot);
    grid->mask = slots - 1;
    for (uint32_t i = 0; i < w->cell_count; i++)
        FOR_SQUARES(w->cells[i].box, x, z)
        {
            fast_square *square = &grid->slot[slot_of(grid, x, z)];
            square->x = x;
            square->z = z;
            square->used = 1;
            square->cell_count++;
        }
    for (uint32_t s = 0; s < slots; s++) {
        grid->slot[s].cell = at;
        at += grid->slot[s].cell_count;
        grid->slot[s].cell_count = 0;
    }
    for (uint32_t i = 0; i < w->cell_count; i++)
        FOR_SQUARES(w->cells[i].box, x, z)
        {
            fast_square *square = &grid->slot[slot_of(grid, x, z)];
            grid->cells[square->cell + square->cell_count++] = i;
        }
    return 1;
}

int twc_fast_grid_triangles(fast_work *w)
{
    fast_grid *grid = &w->grid;
    uint32_t total = 0, at = 0;
    for (uint32_t t = 0; t < w->triangle_count; t++)
        FOR_SQUARES(twc_box_grown(w->triangles[t].box, 2), x, z)
        {
            fast_square *square = &grid->slot[slot_of(grid, x, z)];
            square->triangle_count += square->used;
            total += square->used;
        }
    grid->triangles = twc_arena_take(&w->arena, total, sizeof *grid->triangles);
    if (w->arena.full)
        return 0;
    for (uint32_t s = 0; s <= grid->mask; s++) {
        grid->slot[s].triangle = at;
        at += grid->slot[s].triangle_count;
        grid->slot[s].triangle_count = 0;
    }
    for (uint32_t t = 0; t < w->triangle_count; t++)
        FOR_SQUARES(twc_box_grown(w->triangles[t].box, 2), x, z)
        {
            fast_square *square = &grid->slot[slot_of(grid, x, z)];
            if (square->used)
                grid->triangles[square->triangle + square->triangle_count++] = t;
        }
    return 1;
}
