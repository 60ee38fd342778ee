/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "surface_measure.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

typedef struct vec {
    double x, y, z;
} vec;

static vec from_to(twc_vertex a, twc_vertex b)
{
    return (vec){0.01 * ((double)b.x - a.x), (double)b.y - (double)a.y, 0.01 * ((double)b.z - a.z)};
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static vec normal(const twc_triangle *triangle)
{
    vec n = cross(from_to(triangle->corner[0], triangle->corner[1]), from_to(triangle->corner[0], triangle->corner[2]));
    double length = sqrt(dot(n, n));
    return length > 0 ? (vec){n.x / length, n.y / length, n.z / length} : (vec){0, 0, 0};
}

static uint32_t root(uint32_t *parent, uint32_t k)
{
    while (parent[k] != k)
        k = parent[k] = parent[parent[k]]; /* halves the path: near-linear without ranks at these sizes */
    return k;
}

twc_status twc_surface_planes(const twc_mesh_index *index, const uint8_t *selected, int64_t *planes)
{
    uint32_t *parent = malloc((index->triangle_count + 1) * sizeof *parent);
    vec *normals = malloc((index->triangle_count + 1) * sizeof *normals);
    if (!parent || !normals) {
        free(parent);
        free(normals);
        return twc_fail(TWC_IO, "not enough memory to group %zu faces into planes", index->triangle_count);
    }
    *planes = 0;
    for (uint32_t t = 0; t < index->triangle_count; t++) {
        parent[t] = t;
        normals[t] = selected[t] ? normal(index->triangle[t]) : (vec){0, 0, 0};
        *planes += selected[t] != 0;
    }
    const double cosine = cos(0.5 * M_PI / 180);
    for (size_t e = 0; e < index->edge_count; e++) {
        const twc_index_edge *edge = &index->edge[e];
        if (edge->uses != 2 || !selected[edge->triangle[0]] || !selected[edge->triangle[1]])
            continue;
        if (dot(normals[edge->triangle[0]], normals[edge->triangle[1]]) < cosine)
            continue;
        uint32_t a = root(parent, edge->triangle[0]), b = root(parent, edge->triangle[1]);
        parent[a > b ? a : b] = a > b ? b : a;
        *planes -= a != b;
    }
    free(parent);
    free(normals);
    return twc_ok();
}

twc_status twc_surface_peaks(const twc_mesh_index *index, const uint8_t *selected, int64_t *peaks)
{
    uint8_t *no_peak = calloc(index->vertex_count + 1, 1);
    if (!no_peak)
        return twc_fail(TWC_IO, "not enough memory to look for peaks among %zu vertices", index->vertex_count);
    for (size_t t = 0; t < index->triangle_count; t++)
        for (int k = 0; k < 3 && !selected[t]; k++)
            no_peak[index->corner[t][k]] = 1;
    for (size_t e = 0; e < index->edge_count; e++) {
        const twc_index_edge *edge = &index->edge[e];
        float low = index->vertex[edge->low].y, high = index->vertex[edge->high].y;
        if (edge->uses != 2 || low <= high)
            no_peak[edge->low] = 1;
        if (edge->uses != 2 || high <= low)
            no_peak[edge->high] = 1;
    }
    *peaks = 0;
    for (size_t v = 0; v < index->vertex_count; v++)
        *peaks += !no_peak[v];
    free(no_peak);
    return twc_ok();
}

/* The smallest angle of a triangle: the one across from its shortest side. */
static double smallest_angle(const twc_triangle *triangle)
{
    double least = INFINITY, angle = 0;
    for (int k = 0; k < 3; k++) {
        twc_vertex apex = triangle->corner[k], b = triangle->corner[(k + 1) % 3], c = triangle->corner[(k + 2) % 3];
        vec side = from_to(b, c), to_b = from_to(apex, b), to_c = from_to(apex, c), n = cross(to_b, to_c);
        if (dot(side, side) >= least)
            continue;
        least = dot(side, side);
        angle = atan2(sqrt(dot(n, n)), dot(to_b, to_c));
    }
    return angle * 180 / M_PI;
}

twc_status twc_surface_angle(const twc_mesh_index *index, const uint8_t *selected, double q, double *degrees)
{
    double *angles = malloc((index->triangle_count + 1) * sizeof *angles);
    if (!angles)
        return twc_fail(TWC_IO, "not enough memory for the angles of %zu faces", index->triangle_count);
    size_t count = 0;
    for (size_t t = 0; t < index->triangle_count; t++)
        if (selected[t])
            angles[count++] = smallest_angle(index->triangle[t]);
    gsl_sort(angles, 1, count);
    *degrees = count ? gsl_stats_quantile_from_sorted_data(angles, 1, count, q) : NAN;
    free(angles);
    return twc_ok();
}
