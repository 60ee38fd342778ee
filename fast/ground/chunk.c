/* SPDX-License-Identifier: MIT */
/*
 * The triangles of one chunk from its block's lattice, in canonical order. Spec ground 5; twin
 * reference/ground/chunk.c; test tests/ground/test_chunk.c, tests/ground/test_build.c.
 *
 * Cells well inside the chunk skip the question of who owns a triangle; along the border it is asked of each.
 */
#include "ground/emit.h"

/* ---- Broad macro cells ---- */

static void make_broad_cell(const twc_block *block, int32_t mx, int32_t mz, twc_broad_cell *cell)
{
    const twc_wide_vertex *corner = &block->corner[mz + 1][mx + 1];
    for (int k = 0; k < 4; k++)
        cell->corner[k] = corner[(k >> 1) * TWC_BLOCK_CORNERS + (k & 1)];
    cell->broad_beyond[0] = block->broad_cell[mz + 1][mx + 2];
    cell->broad_beyond[1] = block->broad_cell[mz + 3][mx + 2];
    cell->broad_beyond[2] = block->broad_cell[mz + 2][mx + 1];
    cell->broad_beyond[3] = block->broad_cell[mz + 2][mx + 3];
    cell->diagonal = block->broad_diagonal[mz + 1][mx + 1];
}

static twc_wide_vertex fan_centre(const twc_block *block, const twc_wide_vertex *const corner[3], int32_t x, int32_t z)
{
    twc_wide_vertex centre;
    centre.x = x + block->macros.x * TWC_MACRO_CM;
    centre.z = z + block->macros.z * TWC_MACRO_CM;
    centre.y = twc_fast_mean_height(corner);
    centre.unused = 0;
    return centre;
}

/* The pieces of one half that the chunk owns; the facet joins the mesh with the first of them. */
static void broad_half(const twc_block *block, const twc_owned *own, int inside, const twc_broad_cell *cell, int half,
                       uint64_t id, twc_output *out)
{
    const twc_wide_vertex *corner[3];
    twc_wide_vertex chain[TWC_CHAIN_MAX];
    const int length = TWC_NAME(broad_chain)(cell, half, corner, chain);
    int32_t facet_x, facet_z, x, z;
    TWC_ASSERT(length >= 3 && length < TWC_CHAIN_MAX);
    twc_centroid_of(block, corner, &facet_x, &facet_z);
    if (length == 3) {
        if (inside || twc_owns(own, facet_x, facet_z)) {
            const uint32_t facet = twc_put_facet(block, out, corner, facet_x, facet_z, id);
            twc_put_triangle(out, corner[0], corner[1], corner[2], facet);
        }
        return;
    }
    const twc_wide_vertex centre = fan_centre(block, corner, facet_x, facet_z);
    int known = 0;
    uint32_t facet = 0;
    for (int k = 0; k < length; k++) {
        const twc_wide_vertex *const piece[3] = {&centre, &chain[k], &chain[k + 1]};
        twc_centroid_of(block, piece, &x, &z);
        if (!inside && !twc_owns(own, x, z))
            continue;
        if (!known)
            facet = twc_put_facet(block, out, corner, facet_x, facet_z, id);
        known = 1;
        twc_put_triangle(out, piece[0], piece[1], piece[2], facet);
    }
}

static void broad_macro(const twc_block *block, const twc_owned *own, int inside, int32_t mx, int32_t mz,
                        twc_output *out)
{
    twc_broad_cell cell;
    make_broad_cell(block, mx, mz, &cell);
    for (int half = 0; half < 2; half++)
        broad_half(block, own, inside, &cell, half,
                   twc_facet_id(TWC_FACET_BROAD, block->macros.x + mx, block->macros.z + mz, half), out);
}

/* ---- the chunk ---- */

/* A chunk's bounds along one axis; macro: its first macro cell, counted from `origin` in the bounds. */
static void own_range(int32_t macro, int32_t origin, int32_t extent, int32_t extent_size, int32_t *low, int32_t *high)
{
    const int32_t start = (macro - origin) * TWC_MACRO_CM;
    *low = macro <= extent ? INT32_MIN : start;
    *high = macro + TWC_CHUNK_MACROS >= extent + extent_size ? INT32_MAX : start + TWC_CHUNK_CM;
}

void TWC_NAME(block_chunk)(const twc_block *block, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh)
{
    const twc_rect extent = block->extent;
    const int32_t macro_x = chunk_x * TWC_CHUNK_MACROS, macro_z = chunk_z * TWC_CHUNK_MACROS;
    const int32_t first_x = macro_x - block->macros.x, first_z = macro_z - block->macros.z;
    twc_owned own;
    own_range(macro_x, block->macros.x, extent.x, extent.nx, &own.low_x, &own.high_x);
    own_range(macro_z, block->macros.z, extent.z, extent.nz, &own.low_z, &own.high_z);
    twc_output out = {mesh->triangles, mesh->facets, 0, 0};
    if (macro_x >= extent.x + extent.nx || macro_x + TWC_CHUNK_MACROS <= extent.x || macro_z >= extent.z + extent.nz ||
        macro_z + TWC_CHUNK_MACROS <= extent.z) {
        mesh->triangle_count = mesh->facet_count = 0; /* the chunk is not in the world */
        return;
    }
    for (int32_t mz = first_z - 1; mz <= first_z + TWC_CHUNK_MACROS; mz++) {
        for (int32_t mx = first_x - 1; mx <= first_x + TWC_CHUNK_MACROS; mx++) {
            const int32_t x = mx + block->macros.x - extent.x, z = mz + block->macros.z - extent.z;
            if (x < 0 || x >= extent.nx || z < 0 || z >= extent.nz)
                continue;
            const int own_x = mx >= first_x && mx < first_x + TWC_CHUNK_MACROS;
            const int own_z = mz >= first_z && mz < first_z + TWC_CHUNK_MACROS;
            const int inside = mx > first_x && mx < first_x + TWC_CHUNK_MACROS - 1 && mz > first_z &&
                               mz < first_z + TWC_CHUNK_MACROS - 1;
            if (block->broad_cell[mz + 2][mx + 2]) {
                broad_macro(block, &own, inside, mx, mz, &out);
            } else if (own_x && own_z) {
                TWC_NAME(fine_macro)(block, &own, inside, mx, mz, &out);
            } else {
                TWC_NAME(ring_macro)(block, &own, first_x, first_z, mx, mz, &out);
            }
        }
    }
    TWC_ASSERT(out.triangle_count <= mesh->triangle_capacity && out.facet_count <= mesh->facet_capacity);
    mesh->triangle_count = out.triangle_count;
    mesh->facet_count = out.facet_count;
}

void TWC_NAME(chunk)(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh)
{
    twc_block block;
    block.macros = (twc_rect){chunk_x * TWC_CHUNK_MACROS, chunk_z * TWC_CHUNK_MACROS, TWC_CHUNK_MACROS,
                              TWC_CHUNK_MACROS};
    block.extent = extent;
    block.samples = (twc_sample_window){{0, 0, 0, 0}, NULL};
    block.fine = &ground->fine;
    block.broad = &ground->broad;
    for (int32_t z = 0; z < TWC_CHUNK_MACROS + 4; z++) {
        const ptrdiff_t row = block.macros.z - 2 + z - ground->macros.z, column = block.macros.x - 2 - ground->macros.x;
        for (int32_t x = 0; x < TWC_CHUNK_MACROS + 4; x++)
            block.broad_cell[z][x] = ground->classes[row * ground->macros.nx + column + x] == TWC_BROAD;
    }
    TWC_NAME(block_lattice)(&block);
    TWC_NAME(block_chunk)(&block, chunk_x, chunk_z, mesh);
}
