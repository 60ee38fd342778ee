/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/grid_difference.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One field of a triangle or facet: its name, where it is, how many bytes. */
typedef struct field {
    const char *name;
    size_t offset, size;
} field;

#define CORNER_FIELDS(type, k)                                                                                         \
    {"corner " #k " x", offsetof(type, corner[k].x), 4}, {"corner " #k " z", offsetof(type, corner[k].z), 4},          \
    {                                                                                                                  \
        "corner " #k " y", offsetof(type, corner[k].y), 4                                                              \
    }

static const field triangle_fields[] = {CORNER_FIELDS(twc_triangle, 0),
                                        CORNER_FIELDS(twc_triangle, 1),
                                        CORNER_FIELDS(twc_triangle, 2),
                                        {"facet", offsetof(twc_triangle, facet), 4},
                                        {NULL, 0, 0}};

static const field facet_fields[] = {CORNER_FIELDS(twc_facet, 0),
                                     CORNER_FIELDS(twc_facet, 1),
                                     CORNER_FIELDS(twc_facet, 2),
                                     {"normal x", offsetof(twc_facet, normal[0]), 4},
                                     {"normal y", offsetof(twc_facet, normal[1]), 4},
                                     {"normal z", offsetof(twc_facet, normal[2]), 4},
                                     {"centroid x", offsetof(twc_facet, centroid_x), 4},
                                     {"centroid z", offsetof(twc_facet, centroid_z), 4},
                                     {"id", offsetof(twc_facet, id), 8},
                                     {NULL, 0, 0}};

static uint64_t field_bits(const void *item, const field *f)
{
    uint32_t half;
    uint64_t whole;
    if (f->size == sizeof whole) {
        memcpy(&whole, (const char *)item + f->offset, sizeof whole);
        return whole;
    }
    memcpy(&half, (const char *)item + f->offset, sizeof half);
    return half;
}

/* Items of two meshes, one behind the other, with the fields that are compared. */
typedef struct items {
    const char *kind;
    const field *fields;
    size_t size; /* of an item, in bytes */
    uint32_t count;
    const void *left, *right;
} items;

/* The first differing field of two equally long arrays of chunk (x, z); 0 when there is none. */
static int items_differ(const items *all, twc_point chunk, char *where, size_t where_size)
{
    for (uint32_t k = 0; k < all->count; k++) {
        const char *left = (const char *)all->left + k * all->size, *right = (const char *)all->right + k * all->size;
        for (const field *f = all->fields; f->name; f++) {
            uint64_t one = field_bits(left, f), other = field_bits(right, f);
            if (one == other)
                continue;
            snprintf(where, where_size, "chunk (%d, %d) %s %" PRIu32 " %s: %0*" PRIx64 " and %0*" PRIx64, chunk.x,
                     chunk.z, all->kind, k, f->name, (int)(2 * f->size), one, (int)(2 * f->size), other);
            return 1;
        }
    }
    return 0;
}

int twc_chunk_grids_differ(const twc_chunk_grid *a, const twc_chunk_grid *b, char *where, size_t size)
{
    if (memcmp(&a->chunks, &b->chunks, sizeof a->chunks) != 0) {
        snprintf(where, size, "the meshes cover different chunks");
        return 1;
    }
    for (size_t k = 0; k < a->count; k++) {
        const twc_mesh *one = &a->mesh[k], *other = &b->mesh[k];
        if (one->triangle_count != other->triangle_count || one->facet_count != other->facet_count) {
            snprintf(where, size,
                     "chunk (%d, %d): %" PRIu32 " and %" PRIu32 " triangles, %" PRIu32 " and %" PRIu32 " facets",
                     a->chunks.x + (int32_t)(k % (size_t)a->chunks.nx),
                     a->chunks.z + (int32_t)(k / (size_t)a->chunks.nx), one->triangle_count, other->triangle_count,
                     one->facet_count, other->facet_count);
            return 1;
        }
        const twc_point chunk = {a->chunks.x + (int32_t)(k % (size_t)a->chunks.nx),
                                 a->chunks.z + (int32_t)(k / (size_t)a->chunks.nx)};
        const items triangles = {"triangle",          triangle_fields, sizeof(twc_triangle),
                                 one->triangle_count, one->triangles,  other->triangles};
        const items facets = {"facet", facet_fields, sizeof(twc_facet), one->facet_count, one->facets, other->facets};
        if (items_differ(&triangles, chunk, where, size) || items_differ(&facets, chunk, where, size))
            return 1;
    }
    return 0;
}

int twc_grid_surfaces_same(const twc_chunk_grid *a, const twc_chunk_grid *b)
{
    return a->facet_count == b->facet_count && a->triangle_count == b->triangle_count &&
           memcmp(a->faces, b->faces, a->facet_count * sizeof *a->faces) == 0 &&
           memcmp(a->vertices, b->vertices, a->triangle_count * 3 * TWC_VERTEX_BYTES) == 0;
}
