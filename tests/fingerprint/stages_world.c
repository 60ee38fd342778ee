/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The world stage: strokes on the fixed world, hashes of a made mesh and of bytes, buckets and what is found in them.
 */
#include "fixed_world.h"
#include "sink.h"

static const twc_world_table *table(const implementation *who)
{
    return who->fast ? twc_fast_world(who->level) : twc_reference_world();
}

/* ---- brushes ---------------------------------------------------------------------------------------------- */

void run_brush(const implementation *who, sink *out)
{
    enum { SIDE = 101, STROKES = 60 };
    static const twc_rect rect = {-70, -50, SIDE, SIDE};
    static uint16_t around[(SIDE + 2) * (SIDE + 2)], after[SIDE * SIDE];
    static uint8_t mask[SIDE * SIDE];
    twc_reference_ground()->samples(fixed_world(), (twc_rect){rect.x - 1, rect.z - 1, SIDE + 2, SIDE + 2}, around);
    for (int32_t k = 0; k < SIDE * SIDE; k++)
        mask[k] = fixed_number(k, 0, 50, 20) == 0;
    for (int32_t k = 0; k < STROKES; k++) {
        twc_brush brush = {.kind = (twc_brush_kind)(k % 5),
                           .radius_cm = k % 7 ? 1 + fixed_number(k, 0, 51, 30000) : 4000,
                           .target = (uint16_t)fixed_number(k, 0, 52, 65536),
                           .salt = k};
        int relative = brush.kind == TWC_BRUSH_SMOOTH || brush.kind == TWC_BRUSH_FLATTEN;
        brush.centre.x = (rect.x + fixed_number(k, 0, 53, SIDE)) * TWC_SAMPLE_CM +
                         (k % 2 ? fixed_number(k, 0, 54, 400) : 0);
        brush.centre.z = (rect.z + fixed_number(k, 0, 55, SIDE)) * TWC_SAMPLE_CM +
                         (k % 2 ? fixed_number(k, 0, 56, 400) : 0);
        brush.strength = fixed_number(k, 0, 57, relative ? 257 : k % 3 ? 2000 : 65536);
        table(who)->brush_apply(&brush, rect, around, k % 3 ? mask : NULL, after);
        for (int32_t s = 0; s < SIDE * SIDE; s++)
            sink_integer(out, "sample", k, s, after[s]);
    }
}

/* ---- a mesh ----------------------------------------------------------------------------------------------- */

enum { ACROSS = 20, FACETS = 2 * ACROSS * ACROSS, TRIANGLES = FACETS + FACETS / 8 };

static twc_vertex vertex_at(int32_t i, int32_t j)
{
    return (twc_vertex){i * TWC_LATTICE_CM + fixed_number(i, j, 60, 1217) - 9000,
                        j * TWC_LATTICE_CM + fixed_number(i, j, 61, 1217) - 9000,
                        (float)fixed_number(i, j, 62, 30000) * 0.01f};
}

/*
 * Jittered cells in two halves; every eighth triangle once more as a wall, or lifted over the first. Some facets are of
 * features.
 */
static const twc_mesh *fixed_mesh(void)
{
    static twc_triangle triangle[TRIANGLES];
    static twc_facet facet[FACETS];
    static twc_mesh mesh = {triangle, facet, TRIANGLES, TRIANGLES, FACETS, FACETS};
    for (int32_t k = 0; k < FACETS; k++) {
        int32_t half = k % 2, i = k / 2 % ACROSS, j = k / 2 / ACROSS;
        twc_vertex corner[3] = {vertex_at(i + half, j), vertex_at(i, j + 1), vertex_at(i + 1, j + half)};
        twc_facet_kind kind = k / 10 % 6 == 5 ? TWC_FACET_FEATURE : TWC_FACET_FINE;
        facet[k] = (twc_facet){.centroid_x = i,
                               .centroid_z = -j,
                               .id = (uint64_t)kind << 62 | (uint64_t)(uint32_t)fixed_number(k, 0, 63, 1 << 30) << 20};
        for (int v = 0; v < 3; v++) {
            triangle[k].corner[v] = facet[k].corner[v] = corner[v];
            facet[k].normal[v] = (float)fixed_number(k, v, 64, 1000) * 0.001f;
        }
        triangle[k].facet = (uint32_t)k;
    }
    for (int32_t k = FACETS; k < TRIANGLES; k++) {
        triangle[k] = triangle[8 * (k - FACETS)];
        for (int v = 0; v < 3; v++)
            triangle[k].corner[v].y += (float)(k % 3);
        if (k % 4 == 0) {
            triangle[k].corner[2].x = triangle[k].corner[1].x;
            triangle[k].corner[2].z = triangle[k].corner[1].z;
        }
    }
    return &mesh;
}

/* ---- hashes ----------------------------------------------------------------------------------------------- */

void run_hashes(const implementation *who, sink *out)
{
    enum { BYTES = 100 };
    uint8_t byte[BYTES];
    twc_mesh mesh = *fixed_mesh();
    for (int32_t k = 0; k < BYTES; k++)
        byte[k] = (uint8_t)fixed_number(k, 0, 65, 256);
    for (int32_t n = 0; n <= BYTES; n++)
        sink_word(out, "bytes", n, 0, table(who)->fingerprint_bytes(byte, (size_t)n));
    for (int32_t k = 0; k < 12; k++) { /* the first meshes have no features */
        uint64_t hash[TWC_STAGE_COUNT] = {0};
        mesh.facet_count = k < 11 ? 10 * (uint32_t)k : FACETS;
        mesh.triangle_count = k < 11 ? mesh.facet_count : TRIANGLES;
        table(who)->mesh_stages(&mesh, hash);
        sink_word(out, "ground", k, 0, hash[TWC_STAGE_GROUND]);
        sink_word(out, "features", k, 0, hash[TWC_STAGE_FEATURES]);
    }
}

/* ---- buckets ---------------------------------------------------------------------------------------------- */

void run_buckets(const implementation *who, sink *out)
{
    enum { N = 3000 };
    static twc_point point[N];
    static int64_t triangle[N];
    static float height[N];
    const twc_mesh *mesh = fixed_mesh();
    twc_buckets buckets = {.cells = twc_buckets_cells(mesh)};
    size_t count = (size_t)buckets.cells.nx * (size_t)buckets.cells.nz, items = twc_buckets_items(mesh);
    buckets.start = need((count + 1) * sizeof *buckets.start);
    buckets.item = need(items * sizeof *buckets.item);
    table(who)->buckets_build(mesh, &buckets);
    for (size_t k = 0; k <= count; k++)
        sink_integer(out, "start", (int64_t)k, 0, buckets.start[k]);
    for (size_t k = 0; k < items; k++)
        sink_integer(out, "item", (int64_t)k, 0, buckets.item[k]);
    for (int32_t k = 0; k < N; k++) {
        twc_vertex corner = mesh->triangles[k % TRIANGLES].corner[k % 3];
        point[k] = k % 2 ? (twc_point){corner.x, corner.z}
                         : (twc_point){fixed_number(k, 0, 66, 36000) - 11000, fixed_number(k, 0, 67, 36000) - 11000};
    }
    table(who)->buckets_find(mesh, &buckets, N, point, triangle, height);
    for (int32_t k = 0; k < N; k++) {
        sink_integer(out, "triangle", k, 0, triangle[k]);
        sink_real(out, "height", k, 0, height[k]);
    }
    free(buckets.start);
    free(buckets.item);
}
