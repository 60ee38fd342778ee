/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/ground_check.h"

#include <stdlib.h>
#include <string.h>

#include "ground/ground_edges.h"
#include "common/suite.h"

const twc_build_options ground_plain = {0, 1, TWC_STATIC};

/* ---- against the brute evaluation ---------------------------------------------------------------------------- */

static uint32_t check_facet(const char *name, const twc_mesh *m, const brute_triangle *t, uint32_t used, uint32_t index,
                            int *bad)
{
    /* Facets come in order of first use. */
    SUITE_EXPECT(*bad, index <= used && index < m->facet_count, "%s facet index %u after %u", name, index, used);
    if (index >= m->facet_count)
        return used;
    const twc_facet *f = &m->facets[index];
    const twc_vertex *c = t->facet_corner;
    float normal[3];
    twc_triangle_normal(c[0], c[1], c[2], normal);
    SUITE_EXPECT(*bad, f->id == t->facet, "%s facet %llx not %llx", name, (unsigned long long)f->id,
                 (unsigned long long)t->facet);
    for (int k = 0; k < 3; k++)
        SUITE_EXPECT(*bad, brute_same_vertex(f->corner[k], c[k]) && brute_bits(f->normal[k]) == brute_bits(normal[k]),
                     "%s facet %llx corner %d", name, (unsigned long long)f->id, k);
    SUITE_EXPECT(*bad,
                 f->centroid_x == twc_floor_mean3(c[0].x, c[1].x, c[2].x) &&
                     f->centroid_z == twc_floor_mean3(c[0].z, c[1].z, c[2].z),
                 "%s facet %llx centroid", name, (unsigned long long)f->id);
    return index == used ? used + 1 : used;
}

/* One mesh against the triangles of its chunk, in their order. */
void ground_check_mesh(const char *name, const twc_mesh *m, twc_point chunk, const brute_triangle *all, long count,
                       int *bad)
{
    uint32_t n = 0, used = 0;
    for (long k = 0; k < count; k++) {
        if (all[k].chunk.x != chunk.x || all[k].chunk.z != chunk.z)
            continue;
        if (n < m->triangle_count) {
            const twc_triangle *t = &m->triangles[n];
            for (int c = 0; c < 3; c++)
                SUITE_EXPECT(*bad, brute_same_vertex(t->corner[c], all[k].corner[c]),
                             "%s chunk (%d, %d) triangle %u corner %d: (%d, %d, %.9g)", name, chunk.x, chunk.z, n, c,
                             t->corner[c].x, t->corner[c].z, (double)t->corner[c].y);
            used = check_facet(name, m, &all[k], used, t->facet, bad);
        }
        n++;
    }
    SUITE_EXPECT(*bad, m->triangle_count == n, "%s chunk (%d, %d): %u triangles, not %u", name, chunk.x, chunk.z,
                 m->triangle_count, n);
    SUITE_EXPECT(*bad, m->facet_count == used, "%s chunk (%d, %d): %u facets, not %u", name, chunk.x, chunk.z,
                 m->facet_count, used);
    SUITE_EXPECT(*bad, ground_mesh_clean(m), "%s chunk (%d, %d): written beyond the counts", name, chunk.x, chunk.z);
}

twc_point ground_chunk_at(twc_rect chunks, int32_t k)
{
    return (twc_point){chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
}

int ground_same_mesh(const twc_mesh *a, const twc_mesh *b)
{
    return a->triangle_count == b->triangle_count && a->facet_count == b->facet_count &&
           !memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) &&
           !memcmp(a->facets, b->facets, a->facet_count * sizeof *a->facets);
}

/* ---- closed ------------------------------------------------------------------------------------------------- */

/* All triangles of the meshes, three corners each; the caller frees them. */
twc_vertex *ground_gather(const twc_mesh *meshes, int32_t count, long *triangles)
{
    *triangles = 0;
    for (int32_t k = 0; k < count; k++)
        *triangles += meshes[k].triangle_count;
    twc_vertex *corners = ground_memory((size_t)*triangles * 3 * sizeof *corners), *to = corners;
    for (int32_t k = 0; k < count; k++)
        for (uint32_t t = 0; t < meshes[k].triangle_count; t++, to += 3)
            memcpy(to, meshes[k].triangles[t].corner, 3 * sizeof *to);
    return corners;
}

void ground_check_closed(const char *name, const twc_mesh *meshes, int32_t count, const twc_ground_window *g,
                         twc_rect macros, int *bad)
{
    long triangles;
    twc_vertex *corners = ground_gather(meshes, count, &triangles);
    brute_wide area = 0;
    for (long t = 0; t < triangles; t++) {
        brute_wide one = brute_area2(corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]);
        SUITE_EXPECT(*bad, one > 0, "%s: triangle %ld is inverted or empty", name, t);
        area += one;
    }
    twc_vertex *outline = ground_memory(8 * (size_t)(macros.nx + macros.nz) * sizeof *outline);
    int length = brute_outline(g, macros, outline);
    const twc_vertex origin = {0, 0, 0};
    brute_wide inside = 0;
    for (int k = 0; k < length; k++)
        inside += brute_area2(origin, outline[k], outline[(k + 1) % length]);
    ground_edges e = ground_edges_count(corners, triangles);
    SUITE_EXPECT(*bad, area == inside, "%s: area differs by %lld", name, (long long)(area - inside));
    SUITE_EXPECT(*bad, !e.non_manifold && !e.same_way, "%s: %ld edges used too often, %ld the same way", name,
                 e.non_manifold, e.same_way);
    SUITE_EXPECT(*bad, ground_edges_match(e.border, e.open, outline, length),
                 "%s: %ld open edges are not the outline's %d", name, e.open, length);
    /* Euler's formula for a disc: the same count by another route. */
    SUITE_EXPECT(*bad, 3 * triangles == 2 * e.edges - e.open, "%s: edges", name);
    free(e.border);
    free(outline);
    free(corners);
}
