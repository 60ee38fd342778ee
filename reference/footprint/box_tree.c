/* SPDX-License-Identifier: MIT */
/*
 * Boxes of a corridor's cells in a binary heap. Spec footprint 2.7; no twin: shared by both libraries; test
 * tests/footprint/test_roads.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"

static int32_t leaves_for(int32_t cells)
{
    int32_t leaves = 1;
    while (leaves < cells)
        leaves *= 2;
    return leaves;
}

int32_t twc_corridor_tree_size(int32_t station_count)
{
    return 2 * leaves_for(station_count - 1);
}

void twc_reference_grow_tree(int32_t leaves, int32_t cells, twc_box *tree)
{
    const twc_box nothing = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int32_t k = cells; k < leaves; k++)
        tree[leaves + k] = nothing;
    for (int32_t n = leaves - 1; n >= 1; n--) {
        twc_box a = tree[2 * n], b = tree[2 * n + 1];
        tree[n] = (twc_box){a.x0 < b.x0 ? a.x0 : b.x0, a.z0 < b.z0 ? a.z0 : b.z0, a.x1 > b.x1 ? a.x1 : b.x1,
                            a.z1 > b.z1 ? a.z1 : b.z1};
    }
    tree[0] = tree[1];
}

int32_t twc_reference_cells_near(const twc_feature *feature, twc_box box, int32_t capacity, int32_t *cells)
{
    int32_t stack[64], depth = 0, found = 0;
    TWC_ASSERT(feature->leaves >= feature->station_count - 1);
    stack[depth++] = 1;
    while (depth > 0) {
        int32_t n = stack[--depth];
        TWC_ASSERT(n >= 1 && n < 2 * feature->leaves && depth + 2 <= 64);
        if (!twc_boxes_meet(feature->tree[n], box))
            continue;
        if (n >= feature->leaves) {
            if (found < capacity)
                cells[found] = n - feature->leaves;
            found++;
        } else {
            /* The left child is taken first, so cells come out ascending. */
            stack[depth++] = 2 * n + 1;
            stack[depth++] = 2 * n;
        }
    }
    return found;
}
