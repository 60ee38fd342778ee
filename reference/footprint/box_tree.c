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

/* Pairs of leaves below n of one tree and m of the other; all boxes are there, those of no leaf meet nothing. */
static int64_t count_pairs(const twc_feature *a, int32_t n, const twc_feature *b, int32_t m, twc_box reach)
{
    const twc_box p = a->tree[n], q = b->tree[m];
    if (!twc_boxes_meet(p, reach) || !twc_boxes_meet(q, reach) || !twc_boxes_meet(twc_box_grown(p, TWC_SNAP_CM), q))
        return 0;
    if (n >= a->leaves && m >= b->leaves)
        return 1;
    if (n < a->leaves && (m >= b->leaves || a->leaves / n >= b->leaves / m))
        return count_pairs(a, 2 * n, b, m, reach) + count_pairs(a, 2 * n + 1, b, m, reach);
    return count_pairs(a, n, b, 2 * m, reach) + count_pairs(a, n, b, 2 * m + 1, reach);
}

int64_t twc_feature_meetings(twc_feature_list features, int32_t chunk_x, int32_t chunk_z)
{
    const twc_box reach = twc_box_grown(twc_chunk_box(chunk_x, chunk_z), TWC_FEATURE_REACH_CM);
    int64_t pairs = 0;
    for (size_t a = 0; a < features.count; a++)
        if (features.feature[a].kind != TWC_FOOTPRINT_CORRIDOR) /* its own layers meet */
            pairs += twc_reference_cells_near(&features.feature[a], reach, 0, NULL);
    for (size_t a = 0; a < features.count; a++)
        for (size_t b = a + 1; b < features.count && twc_boxes_meet(features.feature[a].tree[1], reach); b++)
            pairs += count_pairs(&features.feature[a], 1, &features.feature[b], 1, reach);
    return pairs;
}
