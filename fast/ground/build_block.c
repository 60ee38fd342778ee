/* SPDX-License-Identifier: MIT */
/*
 * One level's part of a build: from tiles to the meshes of a block. Spec ground 5.4; twin reference/ground/chunk.c;
 * test tests/ground/test_build.c.
 */
#include "ground/ground.h"

static void load_classes(const twc_world *world, int fine_only, twc_block_workspace *work)
{
    twc_block *block = &work->block;
    const twc_rect window = {block->macros.x - TWC_CLASS_RING, block->macros.z - TWC_CLASS_RING,
                             block->macros.nx + 2 * TWC_CLASS_RING, block->macros.nz + 2 * TWC_CLASS_RING};
    if (fine_only) {
        memset(block->broad_cell, 0, sizeof block->broad_cell);
        return;
    }
    TWC_ASSERT((size_t)window.nx * (size_t)window.nz <= sizeof work->classes);
    TWC_NAME(classes)(world, window, work->classes);
    for (int32_t z = 0; z < window.nz; z++)
        for (int32_t x = 0; x < window.nx; x++)
            block->broad_cell[z][x] = work->classes[z * window.nx + x] == TWC_BROAD;
}

/* The samples of the block: with Broad cells about, those its broad heights reach, otherwise those of fine heights. */
static void load_samples(const twc_world *world, twc_block_workspace *work)
{
    const twc_rect macros = work->block.macros;
    const int32_t per_macro = TWC_MACRO_CM / TWC_SAMPLE_CM;
    const int32_t margin = TWC_NAME(block_has_broad)(&work->block)
                               ? TWC_BLOCK_SAMPLE_MARGIN
                               : TWC_CHUNK_FINE_MARGIN + twc_filter_radius(TWC_FILTER_FINE);
    const twc_rect rect = {macros.x * per_macro - margin, macros.z * per_macro - margin,
                           macros.nx * per_macro + 1 + 2 * margin + TWC_COLUMNS_BEYOND,
                           macros.nz * per_macro + 1 + 2 * margin};
    TWC_ASSERT((size_t)rect.nx * (size_t)rect.nz <= sizeof work->samples / sizeof *work->samples);
    TWC_NAME(samples)(world, rect, work->samples);
    work->block.samples = (twc_sample_window){rect, work->samples};
}

void TWC_NAME(build_block)(const twc_world *world, int fine_only, twc_rect chunks, twc_rect part,
                           twc_block_workspace *work, twc_mesh *meshes)
{
    twc_block *block = &work->block;
    block->macros = (twc_rect){part.x * TWC_CHUNK_MACROS, part.z * TWC_CHUNK_MACROS, part.nx * TWC_CHUNK_MACROS,
                               part.nz * TWC_CHUNK_MACROS};
    block->extent = twc_world_macros(world);
    TWC_ASSERT(part.x >= chunks.x && part.x + part.nx <= chunks.x + chunks.nx && part.z >= chunks.z &&
               part.z + part.nz <= chunks.z + chunks.nz);
    block->fine = block->broad = NULL;
    load_classes(world, fine_only, work);
    load_samples(world, work);
    TWC_NAME(block_lattice)(block);
    for (int32_t z = part.z; z < part.z + part.nz; z++)
        for (int32_t x = part.x; x < part.x + part.nx; x++)
            TWC_NAME(block_chunk)(block, x, z, &meshes[(ptrdiff_t)(z - chunks.z) * chunks.nx + (x - chunks.x)]);
}
