/* SPDX-License-Identifier: MIT */
/*
 * The choice of levels and its balance. Spec detail 9; no twin: integers and flags, in one fixed order, for both
 * libraries; test tests/detail/test_select.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "detail/stage.h"
#include "twc/fingerprint.h"
#include "twc/view.h"

/* ---- squares ---- */

static twc_rect squares_of(twc_rect chunks, int32_t level)
{
    const int32_t side = 1 << level, x = twc_floor_div(chunks.x, side), z = twc_floor_div(chunks.z, side);
    return (twc_rect){x, z, twc_floor_div(chunks.x + chunks.nx - 1, side) - x + 1,
                      twc_floor_div(chunks.z + chunks.nz - 1, side) - z + 1};
}

static size_t count_of(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

static int holds(twc_rect rect, int32_t x, int32_t z)
{
    return x >= rect.x && x < rect.x + rect.nx && z >= rect.z && z < rect.z + rect.nz;
}

static size_t place_of(twc_rect rect, int32_t x, int32_t z)
{
    TWC_ASSERT(holds(rect, x, z));
    return (size_t)(z - rect.z) * (size_t)rect.nx + (size_t)(x - rect.x);
}

static int is_chunk(twc_rect chunks, int32_t level, int32_t x, int32_t z)
{
    const int64_t side = (int64_t)1 << level;
    return x * side >= chunks.x && z * side >= chunks.z && (x + 1) * side <= (int64_t)chunks.x + chunks.nx &&
           (z + 1) * side <= (int64_t)chunks.z + chunks.nz;
}

twc_detail_tree twc_detail_squares(const twc_world *world)
{
    twc_detail_tree tree = {.levels = twc_detail_levels(world), .chunks = twc_world_chunks(world)};
    for (int32_t level = 0; level <= tree.levels; level++)
        tree.rect[level] = squares_of(tree.chunks, level);
    return tree;
}

size_t twc_detail_tree_bytes(const twc_world *world)
{
    const twc_detail_tree tree = twc_detail_squares(world);
    size_t nodes = 0;
    for (int32_t level = 0; level <= tree.levels; level++)
        nodes += count_of(tree.rect[level]);
    return nodes * sizeof(twc_detail_node);
}

void twc_detail_tree_place(const twc_world *world, void *memory, twc_detail_tree *tree)
{
    twc_detail_node *at = memory;
    *tree = twc_detail_squares(world);
    for (int32_t level = 0; level <= tree->levels; level++) {
        tree->node[level] = at;
        at += count_of(tree->rect[level]);
    }
    memset(memory, 0, (size_t)(at - tree->node[0]) * sizeof *at); /* squares that are no chunk stay so */
}

int twc_detail_is_chunk(const twc_detail_tree *tree, int32_t level, int32_t x, int32_t z)
{
    return is_chunk(tree->chunks, level, x, z);
}

/* ---- views ---- */

size_t twc_detail_view_bytes(const twc_world *world)
{
    const twc_detail_tree tree = twc_detail_squares(world);
    size_t bytes = 0;
    for (int32_t level = 1; level <= tree.levels; level++)
        bytes += count_of(tree.rect[level]);
    return bytes ? bytes : 1;
}

void twc_detail_view_place(const twc_world *world, void *memory, twc_detail_view *view)
{
    const twc_detail_tree tree = twc_detail_squares(world);
    uint8_t *at = memory;
    view->levels = tree.levels;
    view->chunks = tree.chunks;
    memcpy(view->rect, tree.rect, sizeof view->rect);
    view->divided[0] = NULL;
    for (int32_t level = 1; level <= view->levels; level++) {
        view->divided[level] = at;
        at += count_of(view->rect[level]);
    }
    twc_detail_view_clear(view);
}

void twc_detail_view_clear(twc_detail_view *view)
{
    for (int32_t level = 1; level <= view->levels; level++) {
        const twc_rect rect = view->rect[level];
        for (int32_t z = rect.z; z < rect.z + rect.nz; z++)
            for (int32_t x = rect.x; x < rect.x + rect.nx; x++)
                view->divided[level][place_of(rect, x, z)] = (uint8_t)!is_chunk(view->chunks, level, x, z);
    }
}

/* Of a square that meets the extent; above the coarsest level none is a chunk. */
static int divided(const twc_detail_view *view, int32_t level, int32_t x, int32_t z)
{
    return level > view->levels || view->divided[level][place_of(view->rect[level], x, z)];
}

void twc_detail_view_divide(twc_detail_view *view, int32_t level, int32_t x, int32_t z)
{
    for (; level <= view->levels; level++, x = twc_floor_div(x, 2), z = twc_floor_div(z, 2))
        if (level > 0)
            view->divided[level][place_of(view->rect[level], x, z)] = 1;
}

/* ---- choice ---- */

static uint64_t beyond(int64_t at, int64_t low, int64_t high)
{
    return (uint64_t)(at < low ? low - at : at > high ? at - high : 0);
}

static int shows(const twc_detail_node *node, twc_eye eye, int32_t level, int32_t x, int32_t z)
{
    const int64_t side = (int64_t)TWC_CHUNK_CM << level, own = (int64_t)TWC_DETAIL_BORDER_JITTER << level,
                  reach = own > TWC_MACRO_JITTER_CM ? own : TWC_MACRO_JITTER_CM;
    const uint64_t dx = beyond(eye.x, x * side - reach, (x + 1) * side + reach),
                   dz = beyond(eye.z, z * side - reach, (z + 1) * side + reach),
                   dy = beyond(eye.y, node->low, node->high);
    const uint64_t error = 16 * (uint64_t)eye.pixels * node->error, tolerance = 10 * (uint64_t)eye.tolerance;
    return twc_compare_products(error, error, tolerance * tolerance, dx * dx + dy * dy + dz * dz) > 0;
}

void twc_detail_view_choose(const twc_detail_tree *tree, twc_eye eye, twc_detail_view *view)
{
    for (int32_t level = view->levels; level > 0; level--) {
        const twc_rect rect = view->rect[level];
        for (int32_t z = rect.z; z < rect.z + rect.nz; z++)
            for (int32_t x = rect.x; x < rect.x + rect.nx; x++) {
                const size_t place = place_of(rect, x, z);
                if (divided(view, level + 1, twc_floor_div(x, 2), twc_floor_div(z, 2)) && !view->divided[level][place])
                    view->divided[level][place] = (uint8_t)shows(&tree->node[level][place], eye, level, x, z);
            }
    }
}

static const int8_t beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}; /* in the order of sides */

void twc_detail_view_balance(twc_detail_view *view)
{
    for (int32_t level = 1; level <= view->levels; level++) {
        const twc_rect rect = view->rect[level];
        for (int32_t z = rect.z; z < rect.z + rect.nz; z++)
            for (int32_t x = rect.x; x < rect.x + rect.nx; x++) {
                if (!divided(view, level, x, z))
                    continue;
                /* Its children are of level - 1, so what lies beside it is at most of `level`. */
                twc_detail_view_divide(view, level + 1, twc_floor_div(x, 2), twc_floor_div(z, 2));
                for (int side = 0; side < 4; side++)
                    if (holds(rect, x + beside[side][0], z + beside[side][1]))
                        twc_detail_view_divide(view, level + 1, twc_floor_div(x + beside[side][0], 2),
                                               twc_floor_div(z + beside[side][1], 2));
            }
    }
}

static uint32_t coarser_sides(const twc_detail_view *view, int32_t level, int32_t x, int32_t z)
{
    uint32_t sides = 0;
    for (uint32_t side = 0; side < 4; side++) {
        const int32_t bx = x + beside[side][0], bz = z + beside[side][1];
        if (holds(view->rect[level], bx, bz) && !divided(view, level + 1, twc_floor_div(bx, 2), twc_floor_div(bz, 2)))
            sides |= 1U << side;
    }
    return sides;
}

size_t twc_detail_view_chunks(const twc_detail_view *view, size_t room, twc_detail_chunk *out)
{
    size_t count = 0;
    for (int32_t level = view->levels; level >= 0; level--) {
        const twc_rect rect = view->rect[level];
        for (int32_t z = rect.z; z < rect.z + rect.nz; z++)
            for (int32_t x = rect.x; x < rect.x + rect.nx; x++) {
                if ((level > 0 && divided(view, level, x, z)) ||
                    !divided(view, level + 1, twc_floor_div(x, 2), twc_floor_div(z, 2)))
                    continue;
                if (count < room)
                    out[count] = (twc_detail_chunk){level, x, z, coarser_sides(view, level, x, z)};
                count++;
            }
    }
    return count;
}

uint64_t twc_detail_view_fingerprint(size_t count, const twc_detail_chunk *chunks)
{
    twc_fingerprint fingerprint;
    twc_fingerprint_begin(&fingerprint);
    twc_fingerprint_add(&fingerprint, count);
    for (size_t k = 0; k < count; k++) {
        twc_fingerprint_add(&fingerprint, (uint64_t)(uint32_t)chunks[k].level | (uint64_t)chunks[k].coarser << 32);
        twc_fingerprint_add(&fingerprint, (uint64_t)(uint32_t)chunks[k].x | (uint64_t)(uint32_t)chunks[k].z << 32);
    }
    return twc_fingerprint_end(&fingerprint);
}
