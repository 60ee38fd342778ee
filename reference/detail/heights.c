/* SPDX-License-Identifier: MIT */
/*
 * Heights that a pyramid keeps, so that chunks filter no samples for them: of all vertices of coarser levels, of macro
 * corners, and what follows from these, diagonals of Broad cells. Spec detail 8; no twin: takes the kernels of either
 * library; test tests/detail/test_pyramid.c, tests/detail/test_detail.c.
 */
#include <math.h>
#include <string.h>

#include "common/assertion.h"
#include "detail/build.h"

enum { PART = TWC_CHUNK_CELLS + 1, SAMPLES_A_CELL = 4, SAMPLES_A_MACRO = TWC_MACRO_CM / TWC_SAMPLE_CM };

/* ---- vertices of a level ---- */

/* A part of a level's vertices, at most PART along a side. */
static void make_heights(const twc_detail_kernels *kernels, twc_level_source from, twc_rect part, twc_detail_work *work,
                         twc_pyramid *pyramid)
{
    const int32_t margin = TWC_DETAIL_FINE_MARGIN, spacing = TWC_SAMPLE_CM << from.level;
    const twc_rect rect = {part.x * SAMPLES_A_CELL - margin, part.z * SAMPLES_A_CELL - margin,
                           (part.nx - 1) * SAMPLES_A_CELL + 1 + 2 * margin,
                           (part.nz - 1) * SAMPLES_A_CELL + 1 + 2 * margin};
    const twc_field field = twc_reference_level_field(kernels, from, TWC_FILTER_FINE, rect, work, work->field);
    const twc_rect all = pyramid->vertices[from.level];
    for (int32_t j = part.z; j < part.z + part.nz; j++)
        for (int32_t i = part.x; i < part.x + part.nx; i++)
            pyramid->height[from.level][(ptrdiff_t)(j - all.z) * all.nx + (i - all.x)] = twc_reference_level_height(
                &field, spacing, twc_detail_own_place(from.level, i, j));
}

/* Of `count` things from `first` on, `spacing` apart, those within `reach` of changed..changed + length - 1. */
static int32_t reached_along(int32_t changed, int32_t length, int32_t spacing, int32_t reach, int32_t first,
                             int32_t count, int32_t *end)
{
    const int32_t from = twc_clamp(-twc_floor_div(reach - changed, spacing), first, first + count);
    *end = twc_clamp(twc_floor_div(changed + length - 1 + reach, spacing) + 1, from, first + count);
    return from;
}

static void update_vertices(const twc_detail_kernels *kernels, twc_level_source from, twc_rect changed,
                            twc_detail_work *work, twc_pyramid *pyramid)
{
    const int32_t reach = TWC_DETAIL_FINE_MARGIN + TWC_FILTER_FINE_RADIUS;
    const twc_rect all = pyramid->vertices[from.level];
    int32_t x1, z1;
    const int32_t x0 = reached_along(changed.x, changed.nx, SAMPLES_A_CELL, reach, all.x, all.nx, &x1);
    const int32_t z0 = reached_along(changed.z, changed.nz, SAMPLES_A_CELL, reach, all.z, all.nz, &z1);
    for (int32_t z = z0; z < z1; z += PART)
        for (int32_t x = x0; x < x1; x += PART)
            make_heights(kernels, from, (twc_rect){x, z, twc_clamp(x1 - x, 1, PART), twc_clamp(z1 - z, 1, PART)}, work,
                         pyramid);
}

/* ---- macro corners and diagonals ---- */

/* The broad prefilter at one place. */
static float broad_at(const twc_detail_kernels *kernels, const twc_world *world, twc_point at, twc_detail_work *work)
{
    const twc_rect rect = {twc_floor_div(at.x, TWC_SAMPLE_CM), twc_floor_div(at.z, TWC_SAMPLE_CM), 2, 2};
    const twc_field field = twc_reference_level_field(kernels, (twc_level_source){world, NULL, 0}, TWC_FILTER_BROAD,
                                                      rect, work, work->broad);
    return twc_reference_bilinear_at(&field, at.x, at.z);
}

/* How far the middle of a diagonal is from the broad prefilter. */
static float off_middle(const twc_detail_kernels *kernels, const twc_world *world, twc_vertex from, twc_vertex to,
                        twc_detail_work *work)
{
    const twc_point middle = {from.x + twc_floor_div(to.x - from.x, 2), from.z + twc_floor_div(to.z - from.z, 2)};
    return fabsf(broad_at(kernels, world, middle, work) - (from.y + to.y) * 0.5f);
}

int twc_reference_detail_diagonal(const twc_detail_kernels *kernels, const twc_world *world, const twc_vertex corner[4],
                                  twc_detail_work *work)
{
    const int valid = twc_reference_valid_diagonals(corner);
    if (valid != 3)
        return valid >> 1;
    return off_middle(kernels, world, corner[0], corner[3], work) <=
           off_middle(kernels, world, corner[1], corner[2], work);
}

static float *corner_at(const twc_pyramid *pyramid, int32_t x, int32_t z)
{
    return pyramid->broad + (ptrdiff_t)(z - pyramid->macros.z) * (pyramid->macros.nx + 1) + (x - pyramid->macros.x);
}

/* Macro corner (x, z) where it lies; its height is 0. */
static twc_vertex place_of(const twc_ground_window *plan, int32_t x, int32_t z)
{
    return twc_reference_vertex(plan, x * TWC_MACRO_CELLS, z * TWC_MACRO_CELLS);
}

static void make_corner(const twc_detail_kernels *kernels, const twc_world *world, int32_t x, int32_t z,
                        twc_detail_work *work, twc_pyramid *pyramid)
{
    const twc_ground_window plan = {.macros = {x - 1, z - 1, 2, 2}, .classes = work->classes};
    kernels->ground->classes(world, plan.macros, work->classes);
    *corner_at(pyramid, x, z) = 0;
    if (!memchr(work->classes, TWC_BROAD, 4))
        return;
    const twc_vertex v = place_of(&plan, x, z);
    *corner_at(pyramid, x, z) = broad_at(kernels, world, (twc_point){v.x, v.z}, work);
}

static void make_diagonal(const twc_detail_kernels *kernels, const twc_world *world, int32_t x, int32_t z,
                          twc_detail_work *work, twc_pyramid *pyramid)
{
    const twc_rect macros = pyramid->macros;
    const twc_ground_window plan = {.macros = {x - 1, z - 1, 3, 3}, .classes = work->classes};
    uint8_t *out = &pyramid->diagonal[(ptrdiff_t)(z - macros.z) * macros.nx + (x - macros.x)];
    kernels->ground->classes(world, plan.macros, work->classes);
    *out = 0;
    if (!twc_reference_is_broad(&plan, x, z))
        return;
    twc_vertex corner[4];
    for (int32_t k = 0; k < 4; k++) {
        corner[k] = place_of(&plan, x + k % 2, z + k / 2);
        corner[k].y = *corner_at(pyramid, x + k % 2, z + k / 2);
    }
    *out = (uint8_t)twc_reference_detail_diagonal(kernels, world, corner, work);
}

/* Corners within `reach` of a rectangle of things, and the cells about them. */
static void update_broad(const twc_detail_kernels *kernels, const twc_world *world, twc_rect changed, int32_t spacing,
                         int32_t reach, twc_detail_work *work, twc_pyramid *pyramid)
{
    const twc_rect macros = pyramid->macros;
    if (changed.nx < 1 || changed.nz < 1)
        return;
    int32_t x1, z1;
    const int32_t x0 = reached_along(changed.x, changed.nx, spacing, reach, macros.x, macros.nx + 1, &x1);
    const int32_t z0 = reached_along(changed.z, changed.nz, spacing, reach, macros.z, macros.nz + 1, &z1);
    for (int32_t z = z0; z < z1; z++)
        for (int32_t x = x0; x < x1; x++)
            make_corner(kernels, world, x, z, work, pyramid);
    for (int32_t z = twc_clamp(z0 - 1, macros.z, z1); z < z1 && z < macros.z + macros.nz; z++)
        for (int32_t x = twc_clamp(x0 - 1, macros.x, x1); x < x1 && x < macros.x + macros.nx; x++)
            make_diagonal(kernels, world, x, z, work, pyramid);
}

void twc_reference_detail_heights(const twc_detail_kernels *kernels, const twc_world *world,
                                  const twc_detail_reach *reach, twc_detail_work *work, twc_pyramid *pyramid)
{
    for (int32_t level = 1; level <= pyramid->levels; level++)
        if (reach->samples[level].nx > 0 && reach->samples[level].nz > 0)
            update_vertices(kernels, (twc_level_source){world, pyramid, level}, reach->samples[level], work, pyramid);
    update_broad(kernels, world, reach->samples[0], SAMPLES_A_MACRO, TWC_DETAIL_ANCHOR_REACH, work, pyramid);
    twc_rect corners = reach->macros; /* those about changed cells */
    corners.nx += corners.nx > 0;
    corners.nz += corners.nz > 0;
    update_broad(kernels, world, corners, 1, 0, work, pyramid);
}
