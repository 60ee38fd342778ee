/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "detail/detail_brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int brute_is_broad(const twc_world *world, int32_t x, int32_t z)
{
    const twc_rect e = world->extent;
    x = twc_clamp(x, 8 * e.x, 8 * (e.x + e.nx) - 1);
    z = twc_clamp(z, 8 * e.z, 8 * (e.z + e.nz) - 1);
    const int32_t tx = (int32_t)floor(x / 8.0), tz = (int32_t)floor(z / 8.0);
    const twc_tile *tile = world->tiles[(tz - e.z) * e.nx + (tx - e.x)];
    return tile && tile->facet[z - 8 * tz][x - 8 * tx] == TWC_BROAD;
}

static int32_t displaced(const brute_plan *plan, int32_t i, int32_t j, int32_t salt, int32_t amplitude)
{
    if (plan->jitter == BRUTE_EXTREME)
        return twc_hash(i, j, salt + 1000 * plan->seed) & 1 ? amplitude : -amplitude;
    return (int32_t)floor(twc_hash(i, j, salt) * (2.0 * amplitude + 1) / 4294967296.0) - amplitude;
}

static twc_point jittered(const brute_plan *plan, int32_t level, int32_t i, int32_t j, int32_t amplitude, int32_t salt)
{
    const int32_t spacing = 1600 * (1 << level);
    return (twc_point){i * spacing + displaced(plan, i, j, salt, amplitude),
                       j * spacing + displaced(plan, i, j, salt + 1, amplitude)};
}

static int remainder_of(int32_t i, int32_t n)
{
    return (int)(i - n * floor((double)i / n));
}

/* Broad cells about macro corner (x, z). */
static int broad_about(const twc_world *world, int32_t x, int32_t z)
{
    return brute_is_broad(world, x, z) + brute_is_broad(world, x - 1, z) + brute_is_broad(world, x, z - 1) +
           brute_is_broad(world, x - 1, z - 1);
}

static int32_t part_way(int32_t a, int32_t b, int32_t k, int32_t of)
{
    return a + (int32_t)floor((double)(b - a) * k / of + 0.5);
}

/* A vertex of the ground, which is level 0. */
static twc_point ground_vertex(const brute_plan *plan, int32_t i, int32_t j)
{
    const int on_x = remainder_of(i, 4), on_z = remainder_of(j, 4);
    const int32_t x = (i - on_x) / 4, z = (j - on_z) / 4;
    if (!on_x && !on_z && broad_about(plan->world, x, z) == 4)
        return jittered(plan, 0, i, j, 2432, 13);
    const int edge_z = !on_x && on_z && (brute_is_broad(plan->world, x, z) || brute_is_broad(plan->world, x - 1, z));
    const int edge_x = on_x && !on_z && (brute_is_broad(plan->world, x, z) || brute_is_broad(plan->world, x, z - 1));
    if (edge_x || edge_z) {
        const twc_point a = ground_vertex(plan, 4 * x, 4 * z),
                        b = ground_vertex(plan, 4 * x + 4 * edge_x, 4 * z + 4 * edge_z);
        return (twc_point){part_way(a.x, b.x, on_x + on_z, 4), part_way(a.z, b.z, on_x + on_z, 4)};
    }
    return jittered(plan, 0, i, j, 608, 1);
}

/* Whether vertex (i, j) of level 1 touches a Broad cell. */
static int touches(const twc_world *world, int32_t i, int32_t j)
{
    for (int k = 0; k < 4; k++)
        if (brute_is_broad(world, (int32_t)floor((i - k % 2) / 2.0), (int32_t)floor((j - k / 2) / 2.0)))
            return 1;
    return 0;
}

twc_point brute_vertex(const brute_plan *plan, int32_t level, int32_t i, int32_t j)
{
    const int on_x = remainder_of(i, 16), on_z = remainder_of(j, 16);
    if (level == 0)
        return ground_vertex(plan, i, j);
    if ((!on_x || !on_z) && on_x % 8 == 0 && on_z % 8 == 0 && !(plan->no_middle_anchor && (on_x || on_z)))
        return ground_vertex(plan, i * (1 << level), j * (1 << level));
    if (level == 1 && touches(plan->world, i, j))
        return ground_vertex(plan, 2 * i, 2 * j);
    return jittered(plan, level, i, j, (on_x && on_z ? 608 : 304 * plan->border_percent / 100) * (1 << level), 1);
}

/* ---- chunks ---- */

void brute_lattice(const brute_plan *plan, twc_detail_chunk chunk, twc_vertex out[TWC_DETAIL_VERTICES])
{
    const int bit[2][2] = {{1, 2}, {4, 8}};
    for (int32_t k = 0; k < TWC_DETAIL_VERTICES; k++) {
        const int32_t i = k % 17, j = k / 17;
        int replaced = 0;
        replaced |= i == 0 && chunk.coarser & 1;
        replaced |= i == 16 && chunk.coarser & 2;
        replaced |= j == 0 && chunk.coarser & 4;
        replaced |= j == 16 && chunk.coarser & 8;
        twc_point p = {0, 0};
        if (!replaced)
            p = brute_vertex(plan, chunk.level, 16 * chunk.x + i, 16 * chunk.z + j);
        else if (i % 2 == 0 && j % 2 == 0)
            p = brute_vertex(plan, chunk.level + 1, 8 * chunk.x + i / 2, 8 * chunk.z + j / 2);
        out[k] = (twc_vertex){p.x, p.z, 0};
    }
    for (int along_x = 0; along_x < 2 && chunk.level == 1; along_x++)
        for (int far = 0; far < 2; far++)
            for (int32_t k = 2; k < 16 && chunk.coarser & (uint32_t)bit[along_x][far]; k += 2) {
                const int32_t in = far ? 15 : 1, i = along_x ? k : in, j = along_x ? in : k, step = along_x ? 17 : 1;
                twc_vertex *v = &out[17 * j + i];
                if (touches(plan->world, 16 * chunk.x + i, 16 * chunk.z + j))
                    *v = (twc_vertex){part_way(v[-step].x, v[step].x, 1, 2), part_way(v[-step].z, v[step].z, 1, 2), 0};
            }
}

/* ---- outlines ---- */

/* Whether a vertex of a chain counts: one within an edge of two Broad cells does not, at levels 0 and 1. */
static int counts(const twc_world *world, int32_t level, int32_t i, int32_t j)
{
    const int32_t cells = level == 0 ? 4 : 2;
    const int on_x = remainder_of(i, cells), on_z = remainder_of(j, cells);
    if (level > 1 || (!on_x && !on_z))
        return 1;
    const int32_t x = (i - on_x) / cells, z = (j - on_z) / cells;
    return !brute_is_broad(world, x, z) || !brute_is_broad(world, x - !on_x, z - !on_z);
}

/* Appends the chain of a level from vertex (i, j) on, `count` steps, without its last vertex. */
static void append(const brute_plan *plan, int32_t level, twc_point from, const int step[2], int32_t count,
                   twc_outline *outline)
{
    for (int32_t k = 0; k < count; k++, from.x += step[0], from.z += step[1])
        if (counts(plan->world, level, from.x, from.z))
            outline->points[outline->count++] = brute_vertex(plan, level, from.x, from.z);
}

void brute_chunk_outline(const brute_plan *plan, twc_detail_chunk chunk, twc_outline *outline)
{
    /* Down the low-x side, along the high-z one, up and back. */
    static const int start[4][2] = {{0, 0}, {0, 16}, {16, 16}, {16, 0}},
                     step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    static const uint32_t side[4] = {1, 8, 2, 4};
    *outline = (twc_outline){malloc(64 * sizeof(twc_point)), 0};
    for (int k = 0; k < 4; k++) {
        const int coarser = (chunk.coarser & side[k]) != 0;
        const int32_t i = 16 * chunk.x + start[k][0], j = 16 * chunk.z + start[k][1];
        append(plan, chunk.level + coarser, (twc_point){coarser ? i / 2 : i, coarser ? j / 2 : j}, step[k],
               coarser ? 8 : 16, outline);
    }
}

/* The level of the chunk of a view that holds chunk (x, z) of level 0. */
static int32_t level_at(const twc_detail_view *view, int32_t x, int32_t z)
{
    int32_t level = 0;
    while (level < view->levels) {
        const int32_t up = level + 1, ux = (int32_t)floor(ldexp(x, -up)), uz = (int32_t)floor(ldexp(z, -up));
        if (view->divided[up][(uz - view->rect[up].z) * view->rect[up].nx + (ux - view->rect[up].x)])
            break;
        level++;
    }
    return level;
}

void brute_view_outline(const brute_plan *plan, const twc_detail_view *view, twc_outline *outline)
{
    const twc_rect c = view->chunks;
    const int32_t start[4][2] = {{c.x, c.z}, {c.x, c.z + c.nz}, {c.x + c.nx, c.z + c.nz}, {c.x + c.nx, c.z}};
    static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
                     inside[4][2] = {{0, 0}, {0, -1}, {-1, -1}, {-1, 0}};
    *outline = (twc_outline){malloc((size_t)(c.nx + c.nz) * 32 * sizeof(twc_point)), 0};
    for (int k = 0; k < 4; k++) {
        int32_t x = start[k][0], z = start[k][1];
        for (int32_t left = k % 2 ? c.nx : c.nz; left > 0;) {
            const int32_t level = level_at(view, x + inside[k][0], z + inside[k][1]), side = 1 << level;
            append(plan, level, (twc_point){16 * (x / side), 16 * (z / side)}, step[k], 16, outline);
            x += side * step[k][0];
            z += side * step[k][1];
            left -= side;
        }
    }
}
