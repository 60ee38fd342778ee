/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lone road through the overlay has every bit of the cut, the fill and the walls: triangles, facets, order, ids.
 * test_corridors [first [count]].
 */
#include <stdlib.h>
#include <string.h>

#include "common/grids.h"
#include "common/suite.h"
#include "footprint/layered.h"
#include "footprint/road_cases.h"
#include "footprint/stage.h"

enum { WORKSPACE = 48 << 20, MOST = 1 << 15 };

static uint64_t first = 0, count = 75;
static unsigned char *workspace;
static twc_mesh layered;

/* The first place in which two meshes differ, as a text; empty when they do not. */
static int meshes_differ(const twc_mesh *a, const twc_mesh *b, char *message, size_t size)
{
    for (uint32_t t = 0; t < a->triangle_count && t < b->triangle_count; t++) {
        const twc_triangle *p = &a->triangles[t], *q = &b->triangles[t];
        if (memcmp(p->corner, q->corner, sizeof p->corner) != 0 || p->facet != q->facet ||
            memcmp(&a->facets[p->facet], &b->facets[q->facet], sizeof(twc_facet)) != 0) {
            snprintf(message, size,
                     "triangle %u: (%d, %d, %a) (%d, %d, %a) (%d, %d, %a) of %llx, not (%d, %d, %a) (%d, %d, %a) (%d, "
                     "%d, %a) of %llx",
                     t, q->corner[0].x, q->corner[0].z, (double)q->corner[0].y, q->corner[1].x, q->corner[1].z,
                     (double)q->corner[1].y, q->corner[2].x, q->corner[2].z, (double)q->corner[2].y,
                     (unsigned long long)b->facets[q->facet].id, p->corner[0].x, p->corner[0].z, (double)p->corner[0].y,
                     p->corner[1].x, p->corner[1].z, (double)p->corner[1].y, p->corner[2].x, p->corner[2].z,
                     (double)p->corner[2].y, (unsigned long long)a->facets[p->facet].id);
            return 1;
        }
    }
    snprintf(message, size, "%u triangles and %u facets, not %u and %u", b->triangle_count, b->facet_count,
             a->triangle_count, a->facet_count);
    return a->triangle_count != b->triangle_count || a->facet_count != b->facet_count;
}

/* Chunks in which a road's cells lie, by the two ways: how many there are, or -1 when two differ. */
static int compare_road(const twc_world *world, const twc_feature_list features, char *message, size_t size)
{
    twc_chunk_grid whole = {0};
    const twc_chunk_request request = mesh_request(world, features);
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, &whole);
    int compared = 0;
    for (int32_t k = 0; !status.code && compared >= 0 && k < whole.chunks.nx * whole.chunks.nz; k++) {
        const twc_point chunk = {whole.chunks.x + k % whole.chunks.nx, whole.chunks.z + k / whole.chunks.nx};
        const twc_box box = twc_box_grown(twc_chunk_box(chunk.x, chunk.z), TWC_FEATURE_REACH_CM);
        if (twc_reference_cells_near(&features.feature[0], box, 0, NULL) == 0)
            continue;
        const twc_layered_kernels kernels = {twc_reference_ground(), {twc_reference_overlay_faces}};
        status = twc_layered_chunk(&kernels, &request, chunk, (twc_arena){workspace, workspace + WORKSPACE, 0},
                                   &layered);
        compared = !status.code && !meshes_differ(&whole.mesh[k], &layered, message, size) ? compared + 1 : -1;
        if (compared < 0 && !status.code)
            printf("\n    chunk (%d, %d): %s", chunk.x, chunk.z, message);
    }
    if (status.code) {
        snprintf(message, size, "%s", status.message);
        compared = -1;
    }
    twc_chunk_grid_destroy(&whole);
    return compared;
}

static void compare_roads(int adversarial)
{
    int roads = 0, chunks = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        road_case c;
        twc_world_data data = {0};
        twc_features features = {0};
        char message[800];
        CU_ASSERT_EQUAL_FATAL(road_draw_case(seed, adversarial, &c, &data).code, TWC_OK);
        if (seed % 8 == 3) { /* of two rows, on the ground all round */
            c.profile.row[1] = c.profile.row[c.profile.row_count - 1];
            c.profile.row_count = 2;
            c.profile.edge = TWC_EDGE_NONE;
        }
        const twc_corridor road = {
            .id = 7, .priority = 1, .profile = &c.profile, .node_count = c.node_count, .nodes = c.node};
        if (twc_features_place(&data.world, 0, &road, &features).code == TWC_OK) {
            const int compared = compare_road(&data.world, features.list, message, sizeof message);
            if (compared < 0)
                printf("\n    seed %llu, %s, %s: %s", (unsigned long long)seed, adversarial ? "adversarial" : "random",
                       c.profile.name, message);
            CU_ASSERT_TRUE(compared > 0);
            roads++;
            chunks += compared > 0 ? compared : 0;
        }
        twc_features_destroy(&features);
        twc_world_data_destroy(&data);
    }
    printf(" %d roads, %d chunks ", roads, chunks);
    CU_ASSERT_TRUE(count < 20 || roads > (int)count / 2);
}

static void test_random(void)
{
    compare_roads(0);
}

static void test_adversarial(void)
{
    compare_roads(1);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        count = strtoull(argv[2], NULL, 10);
    workspace = aligned_alloc(64, WORKSPACE);
    layered = (twc_mesh){.triangles = malloc(MOST * sizeof(twc_triangle)),
                         .facets = malloc(MOST * sizeof(twc_facet)),
                         .triangle_capacity = MOST,
                         .facet_capacity = MOST};
    CU_TestInfo tests[] = {{"random roads", test_random}, {"adversarial roads", test_adversarial}, CU_TEST_INFO_NULL};
    int failed = !workspace || !layered.triangles || !layered.facets || suite_run("overlay corridors", tests);
    free(layered.triangles);
    free(layered.facets);
    free(workspace);
    return failed;
}
