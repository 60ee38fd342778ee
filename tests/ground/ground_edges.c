/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/ground_edges.h"

#include <stdlib.h>
#include <string.h>

#include "ground/ground_cases.h"

static int compare_vertices(const twc_vertex *a, const twc_vertex *b)
{
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    uint32_t p = brute_bits(a->y), q = brute_bits(b->y);
    return p == q ? 0 : p < q ? -1 : 1;
}

typedef struct use {
    twc_vertex low, high;
    int forward; /* the triangle runs from low to high */
} use;

static int compare_uses(const void *a, const void *b)
{
    const use *p = a, *q = b;
    int order = compare_vertices(&p->low, &q->low);
    if (!order)
        order = compare_vertices(&p->high, &q->high);
    return order ? order : p->forward - q->forward;
}

static use make_use(twc_vertex from, twc_vertex to)
{
    int forward = compare_vertices(&from, &to) < 0;
    return (use){forward ? from : to, forward ? to : from, forward};
}

ground_edges ground_edges_count(const twc_vertex *corners, long triangles)
{
    long n = 3 * triangles;
    use *uses = ground_memory((size_t)n * sizeof *uses);
    for (long k = 0; k < n; k++)
        uses[k] = make_use(corners[k], corners[k % 3 == 2 ? k - 2 : k + 1]);
    qsort(uses, (size_t)n, sizeof *uses, compare_uses);
    ground_edges report = {0, 0, 0, 0, ground_memory((size_t)n * sizeof(ground_edge))};
    for (long first = 0, next; first < n; first = next) {
        const use *u = &uses[first];
        for (next = first + 1;
             next < n && !compare_vertices(&u->low, &uses[next].low) && !compare_vertices(&u->high, &uses[next].high);)
            next++;
        report.edges++;
        if (next - first == 1)
            report.border[report.open++] = (ground_edge){u->forward ? u->low : u->high, u->forward ? u->high : u->low};
        else if (next - first > 2)
            report.non_manifold++;
        else if (u->forward == uses[first + 1].forward)
            report.same_way++;
    }
    free(uses);
    return report;
}

int ground_edges_match(const ground_edge *border, long count, const twc_vertex *chain, long length)
{
    if (count != length)
        return 0;
    use *a = ground_memory((size_t)count * sizeof *a), *b = ground_memory((size_t)count * sizeof *b);
    for (long k = 0; k < count; k++) {
        a[k] = make_use(border[k].from, border[k].to);
        b[k] = make_use(chain[k], chain[(k + 1) % length]);
    }
    qsort(a, (size_t)count, sizeof *a, compare_uses);
    qsort(b, (size_t)count, sizeof *b, compare_uses);
    int same = 1;
    for (long k = 0; k < count; k++)
        same = same && compare_uses(&a[k], &b[k]) == 0;
    free(a);
    free(b);
    return same;
}
