/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_world.h"

twc_rect twc_case_world_extent(const twc_case *c)
{
    return (twc_rect){(int32_t)c->value[W_X], (int32_t)c->value[W_Z], (int32_t)c->value[W_NX], (int32_t)c->value[W_NZ]};
}

void twc_case_world_draw(twc_random *random, int64_t *value)
{
    value[W_NX] = twc_random_between(random, 1, TWC_CASE_WORLD_SIDE);
    value[W_NZ] = twc_random_between(random, 1, TWC_CASE_WORLD_SIDE);
    for (int axis = 0; axis < 2; axis++)
        switch (twc_random_between(random, 0, 4)) {
        case 0:
            value[W_X + axis] = 0;
            break;
        case 1:
            value[W_X + axis] = -1;
            break;
        case 2:
            value[W_X + axis] = -TWC_TILE_LIMIT;
            break;
        case 3:
            value[W_X + axis] = TWC_TILE_LIMIT - value[W_NX + axis];
            break;
        default:
            value[W_X + axis] = twc_random_between(random, -100, 100);
        }
    value[W_PRESENT] = twc_random_once_in(random, 2) ? (1 << TWC_CASE_WORLD_TILES) - 1
                                                     : twc_random_between(random, 0, (1 << TWC_CASE_WORLD_TILES) - 1);
    value[W_BASE] = twc_random_once_in(random, 3) ? TWC_PLAIN_SAMPLE : twc_random_between(random, 0, 65535);
    value[W_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[W_CLASSES] = twc_random_between(random, 0, TWC_CLASS_PATTERNS - 1);
    value[W_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

int twc_case_world_shape(twc_case *c)
{
    twc_rect extent = twc_case_world_extent(c);
    if (extent.x + extent.nx > TWC_TILE_LIMIT || extent.z + extent.nz > TWC_TILE_LIMIT)
        return 0;
    twc_case_list(c, TWC_INPUT, "tiles", &twc_layout_tile, (size_t)extent.nx * (size_t)extent.nz);
    return 1;
}

static int present(const twc_case *c, int32_t index)
{
    return (int)(c->value[W_PRESENT] >> index & 1);
}

/* The sample its owner holds: the tile it begins in, or the last one on the extent's far edge. */
static uint16_t sample_at(const twc_case *c, int32_t x, int32_t z)
{
    twc_rect extent = twc_case_world_extent(c);
    int32_t column = twc_clamp(twc_floor_div(x, TWC_TILE_CELLS) - extent.x, 0, extent.nx - 1);
    int32_t row = twc_clamp(twc_floor_div(z, TWC_TILE_CELLS) - extent.z, 0, extent.nz - 1);
    if (!present(c, row * extent.nx + column))
        return (uint16_t)c->value[W_BASE];
    return twc_pattern_sample(c->value[W_PATTERN], c->value[W_SEED], x, z);
}

static void fill_tile(const twc_case *c, int32_t tile_x, int32_t tile_z, twc_tile *tile)
{
    for (int32_t z = 0; z < TWC_TILE_SAMPLES; z++)
        for (int32_t x = 0; x < TWC_TILE_SAMPLES; x++)
            tile->sample[z][x] = sample_at(c, tile_x * TWC_TILE_CELLS + x, tile_z * TWC_TILE_CELLS + z);
    for (int32_t z = 0; z < TWC_TILE_MACROS; z++)
        for (int32_t x = 0; x < TWC_TILE_MACROS; x++)
            tile->facet[z][x] = twc_pattern_class(c->value[W_CLASSES], c->value[W_SEED], tile_x * TWC_TILE_MACROS + x,
                                                  tile_z * TWC_TILE_MACROS + z);
}

void twc_case_world_fill(twc_case *c, twc_array *tiles)
{
    twc_rect extent = twc_case_world_extent(c);
    for (int32_t k = 0; k < extent.nx * extent.nz; k++)
        if (present(c, k))
            fill_tile(c, extent.x + k % extent.nx, extent.z + k / extent.nx, (twc_tile *)tiles->data + k);
}

void twc_case_world_view(const twc_case *c, const void *tiles, twc_case_world *view)
{
    view->world.extent = twc_case_world_extent(c);
    view->world.base_sample = (uint16_t)c->value[W_BASE];
    view->world.tiles = view->tiles;
    for (int32_t k = 0; k < view->world.extent.nx * view->world.extent.nz; k++)
        view->tiles[k] = present(c, k) ? (const twc_tile *)tiles + k : NULL;
}
