/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups swap at once: a reader never sees half of one, while a writer swaps as fast as it can. Run under TSan as well.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "common/suite.h"
#include "twc/scene.h"

enum { READERS = 3, GROUP = 4, SWAPS = 3000 };

static const twc_point group[GROUP] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};

typedef struct shared {
    twc_scene *scene;
    atomic_int done;
    atomic_int torn; /* readers that saw two versions in one group */
    atomic_int reads;
} shared;

static void *read_until_done(void *context)
{
    shared *s = context;
    uint64_t last = 0;
    while (!atomic_load(&s->done)) {
        twc_built *built[GROUP];
        twc_scene_acquire(s->scene, GROUP, group, built);
        uint64_t version = built[0]->stage[TWC_STAGE_SURFACE];
        int torn = version < last;
        for (int k = 0; k < GROUP; k++) {
            /* The mesh too must be that of the version: a builder writes before it swaps. */
            torn |= built[k]->stage[TWC_STAGE_SURFACE] != version || built[k]->mesh.triangle_count != version % 100;
            twc_scene_release(s->scene, built[k]);
        }
        last = version;
        atomic_fetch_add(&s->torn, torn);
        atomic_fetch_add(&s->reads, 1);
    }
    return NULL;
}

static void readers_never_see_half_a_group(void)
{
    shared s = {0};
    pthread_t reader[READERS];
    CU_ASSERT_EQUAL_FATAL(twc_scene_create((twc_rect){0, 0, 1, 1}, twc_reference_builder(), &s.scene).code, TWC_OK);
    for (int k = 0; k < READERS; k++)
        pthread_create(&reader[k], NULL, read_until_done, &s);
    for (uint64_t version = 1; version <= SWAPS || atomic_load(&s.reads) < SWAPS; version++) {
        twc_built *built[GROUP];
        for (int k = 0; k < GROUP; k++) {
            built[k] = twc_scene_take(s.scene, 1, 0);
            CU_ASSERT_PTR_NOT_NULL_FATAL(built[k]);
            built[k]->mesh.triangle_count = (uint32_t)(version % 100);
            built[k]->stage[TWC_STAGE_SURFACE] = version;
        }
        twc_scene_swap(s.scene, GROUP, group, built);
    }
    atomic_store(&s.done, 1);
    for (int k = 0; k < READERS; k++)
        pthread_join(reader[k], NULL);
    CU_ASSERT_EQUAL(atomic_load(&s.torn), 0);
    twc_scene_destroy(s.scene);
}

static twc_built *with_value(twc_scene *scene, uint64_t value)
{
    twc_built *built = twc_scene_take(scene, 1, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(built);
    built->stage[TWC_STAGE_GROUND] = value;
    return built;
}

/* The tree kept up to date by swaps equals the one made in another order, and names the only chunk that differs. */
static void the_tree_names_what_differs(void)
{
    twc_rect tiles = {-2, 3, 3, 2};
    twc_scene *one, *other;
    CU_ASSERT_EQUAL_FATAL(twc_scene_create(tiles, twc_reference_builder(), &one).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_scene_create(tiles, twc_reference_builder(), &other).code, TWC_OK);
    twc_rect chunks = twc_scene_chunks(one);
    CU_ASSERT_EQUAL(twc_scene_fingerprint(one), twc_scene_fingerprint(other));
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        int32_t back = chunks.nx * chunks.nz - 1 - k;
        twc_point at = {chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
        twc_point at_back = {chunks.x + back % chunks.nx, chunks.z + back / chunks.nx};
        twc_built *built = with_value(one, (uint64_t)k * 3 + 1),
                  *built_back = with_value(other, (uint64_t)back * 3 + 1);
        twc_scene_swap(one, 1, &at, &built);
        twc_scene_swap(other, 1, &at_back, &built_back);
    }
    CU_ASSERT_EQUAL(twc_scene_fingerprint(one), twc_scene_fingerprint(other));
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        twc_point at = {chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
        twc_tree_difference d;
        twc_built *changed = with_value(one, 999), *back = with_value(one, (uint64_t)k * 3 + 1);
        twc_scene_swap(one, 1, &at, &changed);
        CU_ASSERT_EQUAL_FATAL(twc_scene_compare(one, other, &d).code, TWC_OK);
        CU_ASSERT(d.found && d.chunk.x == at.x && d.chunk.z == at.z && d.stage == TWC_STAGE_GROUND);
        twc_scene_swap(one, 1, &at, &back);
        CU_ASSERT_EQUAL_FATAL(twc_scene_compare(one, other, &d).code, TWC_OK);
        CU_ASSERT_FALSE(d.found);
    }
    twc_scene_destroy(one);
    twc_scene_destroy(other);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"readers never see half a group", readers_never_see_half_a_group},
        {"the tree names what differs", the_tree_names_what_differs},
        CU_TEST_INFO_NULL,
    };
    return suite_run("scene", tests);
}
