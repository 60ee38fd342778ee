/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh_index.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing with linear probing; a slot holds an entry's number plus one, 0 is free. */
typedef struct slots {
    uint32_t *entry;
    size_t mask;
} slots;

static int slots_create(size_t entries, slots *table)
{
    size_t size = 64;
    while (size < 2 * entries)
        size *= 2;
    table->entry = calloc(size, sizeof *table->entry);
    table->mask = size - 1;
    return table->entry != NULL;
}

static uint64_t mix(uint64_t key)
{
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

int twc_vertex_same(twc_vertex a, twc_vertex b)
{
    return a.x == b.x && a.z == b.z && twc_float_bits(a.y) == twc_float_bits(b.y);
}

/* The number of a vertex, given on first use. */
static uint32_t find_vertex(slots *table, twc_mesh_index *index, twc_vertex vertex)
{
    uint64_t plan = (uint64_t)(uint32_t)vertex.x << 32 | (uint32_t)vertex.z;
    size_t slot = (size_t)mix(plan + mix(twc_float_bits(vertex.y)));
    for (;; slot++) {
        uint32_t entry = table->entry[slot & table->mask];
        if (entry == 0) {
            index->vertex[index->vertex_count++] = vertex;
            return (table->entry[slot & table->mask] = (uint32_t)index->vertex_count) - 1;
        }
        if (twc_vertex_same(index->vertex[entry - 1], vertex))
            return entry - 1;
    }
}

static twc_index_edge *find_edge(slots *table, twc_mesh_index *index, uint32_t low, uint32_t high)
{
    size_t slot = (size_t)mix((uint64_t)low << 32 | high);
    for (;; slot++) {
        uint32_t entry = table->entry[slot & table->mask];
        if (entry == 0) {
            twc_index_edge *edge = &index->edge[index->edge_count++];
            *edge = (twc_index_edge){.low = low, .high = high};
            table->entry[slot & table->mask] = (uint32_t)index->edge_count;
            return edge;
        }
        if (index->edge[entry - 1].low == low && index->edge[entry - 1].high == high)
            return &index->edge[entry - 1];
    }
}

static void add_side(slots *table, twc_mesh_index *index, uint32_t triangle, uint32_t from, uint32_t to)
{
    twc_index_edge *edge = find_edge(table, index, from < to ? from : to, from < to ? to : from);
    if (edge->uses < 2)
        edge->triangle[edge->uses] = triangle;
    edge->uses++;
    edge->forward += from < to;
}

static void number_triangles(slots *vertices, slots *edges, twc_mesh_index *index)
{
    for (size_t t = 0; t < index->triangle_count; t++) {
        uint32_t *corner = index->corner[t];
        for (int k = 0; k < 3; k++)
            corner[k] = find_vertex(vertices, index, index->triangle[t]->corner[k]);
        for (int k = 0; k < 3; k++)
            add_side(edges, index, (uint32_t)t, corner[k], corner[(k + 1) % 3]);
    }
}

twc_status twc_mesh_index_create(const twc_mesh *meshes, size_t mesh_count, twc_mesh_index *index)
{
    memset(index, 0, sizeof *index);
    size_t count = 0;
    for (size_t m = 0; m < mesh_count; m++)
        count += meshes[m].triangle_count;
    if (count > (size_t)1 << 28)
        return twc_fail(TWC_USAGE, "%zu triangles are too many to measure at once: measure a smaller extent", count);

    slots vertices = {0}, edges = {0};
    index->triangle = malloc((count + 1) * sizeof *index->triangle);
    index->corner = malloc((count + 1) * sizeof *index->corner);
    index->vertex = malloc((3 * count + 1) * sizeof *index->vertex);
    index->edge = malloc((3 * count + 1) * sizeof *index->edge);
    /* A surface has about half as many vertices as triangles; no more than three times as many in any case. */
    int room = slots_create(3 * count, &vertices) && slots_create(3 * count, &edges);
    twc_status status = twc_ok();
    if (room && index->triangle && index->corner && index->vertex && index->edge) {
        for (size_t m = 0; m < mesh_count; m++)
            for (uint32_t t = 0; t < meshes[m].triangle_count; t++)
                index->triangle[index->triangle_count++] = &meshes[m].triangles[t];
        number_triangles(&vertices, &edges, index);
    } else {
        twc_mesh_index_destroy(index);
        status = twc_fail(TWC_IO, "not enough memory to connect %zu triangles", count);
    }
    free(vertices.entry);
    free(edges.entry);
    return status;
}

void twc_mesh_index_destroy(twc_mesh_index *index)
{
    free(index->triangle);
    free(index->corner);
    free(index->vertex);
    free(index->edge);
    memset(index, 0, sizeof *index);
}
