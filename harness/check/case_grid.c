/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids of heights as parts of a case. */
#include "check/case_grid.h"

#include <math.h>
#include <string.h>

void twc_case_grid_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[G_COLUMNS] = twc_sweep_length(random, index, TWC_GRID_LIMIT);
    value[G_ROWS] = twc_random_between(random, 1, index % 5 ? 9 : TWC_GRID_LIMIT);
    value[G_RING] = value[G_COLUMNS] >= 3 && index % 3 == 1;
    value[G_PATTERN] = twc_random_between(random, 0, TWC_GRID_PATTERNS - 1);
    value[G_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

int twc_case_grid_of(const twc_case *c, twc_cell_grid *grid)
{
    *grid = (twc_cell_grid){(int32_t)c->value[G_COLUMNS], (int32_t)c->value[G_ROWS], (int32_t)c->value[G_RING]};
    return !grid->ring || grid->columns >= 3;
}

size_t twc_case_grid_cells(const twc_case *c)
{
    return (size_t)(c->value[G_COLUMNS] * c->value[G_ROWS]);
}

uint32_t twc_case_choice(const twc_case *c, size_t cell, int32_t salt, uint32_t count)
{
    const int64_t columns = c->value[G_COLUMNS];
    return twc_pattern_hash(c->value[G_SEED] ^ salt, (int32_t)((int64_t)cell % columns),
                            (int32_t)((int64_t)cell / columns)) %
           count;
}

float twc_case_no_number(void)
{
    const uint32_t bits = 0x7FC00000u;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float twc_case_ground(const twc_case *c, size_t cell)
{
    const float x = (float)((int64_t)cell % c->value[G_COLUMNS]), z = (float)((int64_t)cell / c->value[G_COLUMNS]);
    const float noise = (float)twc_case_choice(c, cell, 1, 4096) / 16.0f - 100.0f;
    switch (c->value[G_PATTERN]) {
    case 0:
        return 0.0f;
    case 1: /* a plane down one way or the other, with ties across it */
        return (c->value[G_SEED] & 1 ? x : 2.0f * z) - 20.0f;
    case 2: /* terraces */
        return floorf(noise / 64.0f) * 8.0f;
    case 3: /* a bowl: all drains to its middle */
        return (x - 7.0f) * (x - 7.0f) + (z - 3.0f) * (z - 3.0f);
    case 4: /* pits in a slope */
        return 3.0f * x + z - (twc_case_choice(c, cell, 2, 9) == 0 ? 40.0f : 0.0f);
    case 5: /* zeros of both signs, and a few that are neither */
        return twc_case_choice(c, cell, 3, 5) == 0 ? noise : twc_case_choice(c, cell, 4, 2) ? 0.0f : -0.0f;
    case 6: /* large heights: what is added is rounded */
        return noise * 16777.0f;
    default:
        return noise;
    }
}

void twc_case_outlets(const twc_case *c, uint8_t *outlets)
{
    const size_t cells = twc_case_grid_cells(c), columns = (size_t)c->value[G_COLUMNS], rows = cells / columns;
    const int kind = (int)(c->value[G_SEED] % 5);
    for (size_t k = 0; k < cells; k++) {
        const size_t i = k % columns, j = k / columns;
        const int ends = j == 0 || j == rows - 1, edge = ends || i == 0 || i == columns - 1;
        const int on = kind == 0   ? edge
                       : kind == 1 ? ends
                       : kind == 2 ? twc_case_choice(c, k, 5, 7) == 0
                       : kind == 3 ? k == cells / 2
                                   : (i == 0 && twc_case_choice(c, k, 5, 3) == 0);
        outlets[k] = (uint8_t)(on ? 1 + twc_case_choice(c, k, 6, 255) : 0); /* any byte but 0 says so */
    }
}

/* Which of two neighbours the other drains into: any, or by number, which makes long rivers. */
static uint32_t order_of(const twc_case *c, size_t cell)
{
    return c->value[G_SEED] & 4 ? (uint32_t)cell : twc_case_choice(c, cell, 7, 1u << 20);
}

void twc_case_forest(const twc_case *c, uint32_t *receiver)
{
    const int32_t columns = (int32_t)c->value[G_COLUMNS], rows = (int32_t)c->value[G_ROWS];
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            const size_t cell = (size_t)j * (size_t)columns + (size_t)i;
            const uint32_t own = order_of(c, cell);
            uint32_t most = own;
            receiver[cell] = (uint32_t)cell;
            for (int32_t k = 0; k < 9; k++) { /* to the neighbour that is farthest before it */
                int32_t x = i + k % 3 - 1, z = j + k / 3 - 1;
                if (c->value[G_RING])
                    x = twc_floor_mod(x, columns);
                if (x < 0 || x >= columns || z < 0 || z >= rows || k == 4)
                    continue;
                const size_t n = (size_t)z * (size_t)columns + (size_t)x;
                const uint32_t other = order_of(c, n);
                if (other < most && twc_case_choice(c, cell, 8 + k, 4)) {
                    most = other;
                    receiver[cell] = (uint32_t)n;
                }
            }
        }
}

twc_steady twc_case_steady(const twc_case *c)
{
    const double x = 1.0 + (double)(c->value[G_SEED] % 7), z = c->value[G_SEED] & 8 ? x : x * 1.375;
    return (twc_steady){x, z, sqrt(x * x + z * z), 600.0, x * z, c->value[G_SEED] & 16 ? 0.0 : 3.5 * x * z};
}
