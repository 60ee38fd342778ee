/* SPDX-License-Identifier: MIT */
/*
 * The ridge graph of a range: summits that are given, along the spine, and scattered, the tree that joins them with the
 * least change of height, and spurs. Spec tower 4.1; no twin: whole numbers and hashes, some thousand of them; test
 * tests/tower/test_range.c.
 */
#include <math.h>

#include "tower/stage.h"

enum {
    SPINE_KM = 12,
    CELLS_ROUND = 314, /* cells of a kilometre round the ring */
    KM_CM = 100000,
    COPIES_CM = 60 * KM_CM, /* how far points are copied over the seam */
    LONG_CM = 22 * KM_CM,   /* edges that join only what nothing else does */
    SPUR_CM = 12 * KM_CM
};

static double share(uint32_t seed, int32_t i, int32_t j, uint32_t salt)
{
    return twc_hash(i, j, (int32_t)(seed + salt)) / 4294967296.0;
}

/* The place along the ring in whole centimetres. */
static int64_t whole_arc(uint32_t theta)
{
    return (int64_t)(((uint64_t)theta * TWC_TOWER_TURN_CM) >> 32);
}

/* The square of the distance, the short way round, in square centimetres. */
static int64_t apart(const twc_peak *a, const twc_peak *b)
{
    int64_t x = whole_arc(a->theta) - whole_arc(b->theta), z = (int64_t)a->z - b->z;
    x = x < 0 ? -x : x;
    x = TWC_TOWER_TURN_CM - x < x ? TWC_TOWER_TURN_CM - x : x;
    return x * x + z * z;
}

static int near_any(const twc_peak *peak, size_t n, const twc_peak *peaks, int64_t km)
{
    for (size_t k = 0; k < n; k++)
        if (apart(peak, &peaks[k]) < km * km * KM_CM * KM_CM)
            return 1;
    return 0;
}

static uint32_t theta_of(double turns)
{
    return (uint32_t)(int64_t)rint(turns * 4294967296.0);
}

static size_t draw_spine(const twc_range_plan *plan, size_t count, twc_peak *peaks)
{
    int32_t n = (int32_t)rint(TWC_TOWER_TURN_CM / (SPINE_KM * (double)KM_CM));
    for (int32_t i = 0; i < n && count < TWC_RANGE_PEAKS; i++) {
        twc_peak peak = {theta_of((i + 0.5 + 0.6 * (share(plan->seed, i, 0, 1) - 0.5)) / n),
                         plan->spine + (int32_t)rint(800000.0 * (share(plan->seed, i, 1, 1) - 0.5)),
                         plan->height * (0.8 + 0.2 * share(plan->seed, i, 2, 1))};
        if (!near_any(&peak, plan->given_count, plan->given, 8))
            peaks[count++] = peak;
    }
    return count;
}

/* Lets a key down from place k of a heap with the largest on top. */
static void sift(uint64_t *heap, size_t n, size_t k)
{
    uint64_t moved = heap[k];
    for (size_t child = 2 * k + 1; child < n; child = 2 * k + 1) {
        child += child + 1 < n && heap[child + 1] > heap[child];
        if (heap[child] <= moved)
            break;
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = moved;
}

static void sort_keys(size_t n, uint64_t *key)
{
    for (size_t k = n / 2; k-- > 0;)
        sift(key, n, k);
    for (size_t left = n; left-- > 1;) {
        uint64_t top = key[0];
        key[0] = key[left];
        key[left] = top;
        sift(key, left, 0);
    }
}

static int32_t rows_of(const twc_range_plan *plan)
{
    return (plan->z_to - plan->z_from) / KM_CM;
}

/* Cells of a kilometre in the order of their hashes: one summit each, where there is room. */
static size_t scatter(const twc_range_plan *plan, uint64_t *key, size_t count, twc_peak *peaks)
{
    double half = (plan->z_to - plan->z_from) / 2.0;
    double area = (plan->z_to - plan->z_from) * 1e-5 * (TWC_TOWER_TURN_CM * 1e-5);
    size_t cells = (size_t)rows_of(plan) * CELLS_ROUND, wanted = count + (size_t)floor(plan->drawn * area / 100.0);
    for (size_t c = 0; c < cells; c++)
        key[c] = (uint64_t)twc_hash((int32_t)(c / CELLS_ROUND), (int32_t)(c % CELLS_ROUND), (int32_t)(plan->seed + 2))
                     << 32 |
                 c;
    sort_keys(cells, key);
    for (size_t k = 0; k < cells && count < wanted && count < TWC_RANGE_PEAKS; k++) {
        int32_t c = (int32_t)(key[k] & 0xFFFFFFFFU), i = c / CELLS_ROUND, j = c % CELLS_ROUND;
        twc_peak peak = {theta_of((j + share(plan->seed, i, j, 3)) / CELLS_ROUND),
                         plan->z_from + (int32_t)rint((i + share(plan->seed, i, j, 4)) * KM_CM), 0.0};
        double off = fabs((double)peak.z - plan->spine) / half;
        peak.relief = plan->height * (0.55 + 0.3 * share(plan->seed, i, j, 5)) * (1.0 - 0.7 * off);
        if (peak.z - plan->z_from >= 4 * KM_CM && plan->z_to - peak.z >= 4 * KM_CM && !near_any(&peak, count, peaks, 4))
            peaks[count++] = peak;
    }
    return count;
}

size_t twc_range_bytes(const twc_range_plan *plan)
{
    size_t keys = 8 * (size_t)rows_of(plan) * CELLS_ROUND, n = 3 * TWC_RANGE_PEAKS;
    size_t graph = n * (sizeof(twc_point) + 2 * sizeof(twc_trio) + 3 * sizeof(twc_edge) + 8) + twc_delaunay_bytes(n) +
                   twc_spanning_tree_bytes(TWC_RANGE_PEAKS, 3 * n);
    return (keys > graph ? keys : graph) + 1024;
}

size_t twc_range_draw_peaks(const twc_range_plan *plan, void *scratch, twc_peak *peaks)
{
    size_t count = plan->given_count;
    for (size_t k = 0; k < count; k++)
        peaks[k] = plan->given[k];
    count = draw_spine(plan, count, peaks);
    return scatter(plan, scratch, count, peaks);
}

/* Points and their copies over the seam; whose each is. */
static size_t unroll(size_t n, const twc_peak *peaks, twc_point *points, uint32_t *whose)
{
    size_t count = 0;
    for (int copy = -1; copy <= 1; copy++)
        for (size_t k = 0; k < n; k++) {
            int64_t x = whole_arc(peaks[k].theta) + (int64_t)copy * TWC_TOWER_TURN_CM;
            if (x < -COPIES_CM || x >= TWC_TOWER_TURN_CM + (int64_t)COPIES_CM)
                continue;
            whose[count] = (uint32_t)k;
            points[count++] = (twc_point){(int32_t)x, peaks[k].z};
        }
    return count;
}

/* Enters an edge unless it is there; the cost is the change of height in centimetres, beyond all others if long. */
static size_t enter(const twc_peak *peaks, uint32_t a, uint32_t b, size_t count, twc_edge *edges)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (size_t k = 0; k < count; k++)
        if (edges[k].a == low && edges[k].b == high)
            return count;
    int64_t length = apart(&peaks[a], &peaks[b]);
    uint64_t cost = (uint64_t)rint(fabs(peaks[a].relief - peaks[b].relief) * 100.0);
    cost += length > (int64_t)LONG_CM * LONG_CM ? (uint64_t)1 << 60 : 0;
    edges[count] = (twc_edge){low, high, cost, (uint64_t)length};
    return count + 1;
}

static twc_ridge ridge_of(const twc_range_plan *plan, const twc_peak *peaks, const twc_edge *edge)
{
    double m = twc_min(peaks[edge->a].relief, peaks[edge->b].relief), length = sqrt((double)edge->length) * 0.01;
    double drop = 0.15 + 0.2 * share(plan->seed, (int32_t)edge->a, (int32_t)edge->b, 7);
    double far = length / 8000.0;
    far = far < 0.5 ? 0.5 : far > 2.0 ? 2.0 : far;
    return (twc_ridge){edge->a, edge->b, m * (1.0 - drop * far)};
}

size_t twc_range_draw_ridges(const twc_grid_table *table, const twc_range_plan *plan, size_t peak_count,
                             const twc_peak *peaks, void *scratch, twc_ridge *ridges, size_t *tree)
{
    enum { POINTS = 3 * TWC_RANGE_PEAKS };
    twc_edge *edges = scratch;
    twc_point *points = (twc_point *)(edges + (size_t)3 * POINTS);
    twc_trio *trios = (twc_trio *)(points + POINTS);
    uint32_t *whose = (uint32_t *)(trios + (size_t)2 * POINTS);
    uint8_t *chosen = (uint8_t *)(whose + POINTS);
    char *left = (char *)chosen + (size_t)3 * POINTS;
    left += (64 - (uintptr_t)left % 64) % 64;
    size_t n = unroll(peak_count, peaks, points, whose), count = 0, ridge_count = 0;
    size_t triangles = table->delaunay(n, points, left, trios);
    for (size_t t = 0; t < triangles; t++) {
        const uint32_t corner[3] = {trios[t].a, trios[t].b, trios[t].c};
        for (int k = 0; k < 3; k++) {
            uint32_t a = corner[k], b = corner[(k + 1) % 3];
            int inside = (points[a].x >= 0 && points[a].x < TWC_TOWER_TURN_CM) ||
                         (points[b].x >= 0 && points[b].x < TWC_TOWER_TURN_CM);
            if (inside && whose[a] != whose[b])
                count = enter(peaks, whose[a], whose[b], count, edges);
        }
    }
    table->spanning_tree(peak_count, count, edges, left, chosen);
    for (size_t k = 0; k < count; k++)
        if (chosen[k])
            ridges[ridge_count++] = ridge_of(plan, peaks, &edges[k]);
    *tree = ridge_count;
    for (size_t k = 0; k < count; k++)
        if (!chosen[k] && edges[k].length < (uint64_t)SPUR_CM * SPUR_CM &&
            twc_hash((int32_t)edges[k].a, (int32_t)edges[k].b, (int32_t)(plan->seed + 6)) < 1U << 30)
            ridges[ridge_count++] = ridge_of(plan, peaks, &edges[k]);
    return ridge_count;
}
