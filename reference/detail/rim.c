/* SPDX-License-Identifier: MIT */
/*
 * Polygons beside a coarser neighbour, and their best triangulation. Spec detail 5; twin fast/detail/rim.c; test
 * tests/detail/test_rim.c.
 */
#include "common/assertion.h"
#include "detail/stage.h"

#include <string.h>

/* Shapes 0..7: north, south, west, east, north-west, north-east, south-west, south-east. */
const twc_rim twc_reference_rims[TWC_RIM_SHAPES] = {
    {5, {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 0}}, {0, 0}, 3},
    {5, {{0, 1}, {0, 2}, {2, 2}, {2, 1}, {1, 1}}, {0, 1}, 12},
    {5, {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {1, 0}}, {0, 0}, 5},
    {5, {{1, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 0}}, {1, 0}, 10},
    {6, {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}}, {0, 0}, 7},
    {6, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 0}}, {0, 0}, 11},
    {6, {{0, 0}, {0, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 0}}, {0, 0}, 13},
    {6, {{1, 0}, {1, 1}, {0, 1}, {0, 2}, {2, 2}, {2, 0}}, {1, 0}, 14},
};

int twc_reference_rim_shape(uint32_t sides)
{
    switch (sides) {
    case TWC_SIDE_NORTH:
        return 0;
    case TWC_SIDE_SOUTH:
        return 1;
    case TWC_SIDE_WEST:
        return 2;
    case TWC_SIDE_EAST:
        return 3;
    case TWC_SIDE_NORTH | TWC_SIDE_WEST:
        return 4;
    case TWC_SIDE_NORTH | TWC_SIDE_EAST:
        return 5;
    case TWC_SIDE_SOUTH | TWC_SIDE_WEST:
        return 6;
    case TWC_SIDE_SOUTH | TWC_SIDE_EAST:
        return 7;
    default:
        return -1;
    }
}

/*
 * All triangulations of points first..last come in one order: by the third point of the triangle on the side that joins
 * first and last, ascending; then by that of the part before it, then by that of the part behind it.
 */
typedef struct walk {
    const twc_vertex *point;
    int64_t smallest; /* of the triangulation that is being made */
    int64_t best;     /* the largest smallest one so far */
    int made, count;  /* triangles that it has, and will have */
    int (*out)[3];
    int now[TWC_RIM_MAX - 2][3];
} walk;

/* Parts that are still to be divided: points first..last each. */
typedef struct part {
    int first, last;
    const struct part *then;
} part;

static void divide(walk *w, const part *todo)
{
    while (todo && todo->last - todo->first < 2)
        todo = todo->then;
    if (!todo) {
        if (w->smallest > w->best) {
            w->best = w->smallest;
            memcpy(w->out, w->now, sizeof w->now);
        }
        return;
    }
    for (int k = todo->first + 1; k < todo->last; k++) {
        const part behind = {k, todo->last, todo->then}, before = {todo->first, k, &behind};
        const int64_t smallest = w->smallest,
                      area2 = twc_vertex_area2(w->point[todo->first], w->point[k], w->point[todo->last]);
        TWC_ASSERT(w->made < w->count);
        w->now[w->made][0] = todo->first;
        w->now[w->made][1] = k;
        w->now[w->made][2] = todo->last;
        w->made++;
        w->smallest = area2 < smallest ? area2 : smallest;
        divide(w, &before);
        w->smallest = smallest;
        w->made--;
    }
}

void twc_reference_rim_triangles(int count, const twc_vertex *point, int triangle[TWC_RIM_MAX - 2][3])
{
    TWC_ASSERT(count >= 5 && count <= TWC_RIM_MAX);
    walk w = {.point = point, .smallest = INT64_MAX, .best = INT64_MIN, .count = count - 2, .out = triangle};
    const part all = {0, count - 1, NULL};
    divide(&w, &all);
}
