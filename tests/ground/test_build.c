/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds of the ground: what they refuse, and what they leave as it was. That their bits agree, `twc check` asks. */
#include <fenv.h>
#include <omp.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

static twc_status build_with(const brute_world *world, twc_level level, int threads, twc_mesh *meshes)
{
    const ground_impl fast = {"fast", NULL, 1, level};
    return ground_build(&fast, &world->world, twc_world_chunks(&world->world),
                        (twc_build_options){0, threads, TWC_DYNAMIC}, meshes);
}

/*
 * Sets the rounding of one thread of the team. libgomp's threads keep it until it is set again; libomp gives every team
 * the caller's modes, which is as good. Returns whether it is still there in the next team.
 */
static int set_rounding(int thread, int threads, int rounding)
{
    int kept = 0;
    if (thread == 0)
        fesetround(rounding);
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == thread)
        fesetround(rounding);
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == thread)
        kept = fegetround() == rounding;
    return kept;
}

static void test_refusals(void)
{
    enum { THREADS = 3 };
    brute_world *world = ground_case_world(&ground_case_list[0]);
    const twc_rect chunks = twc_world_chunks(&world->world);
    twc_mesh *meshes = ground_meshes_create(chunks.nx * chunks.nz);
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++)
        meshes[k].triangle_count = meshes[k].facet_count = 0;
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), 0, meshes).code, TWC_USAGE);
    CU_ASSERT_EQUAL(build_with(world, (twc_level)TWC_LEVEL_COUNT, 1, meshes).code, TWC_USAGE);
    for (int thread = 0; thread < THREADS; thread++) {
        const int kept = set_rounding(thread, THREADS, FE_UPWARD);
        CU_ASSERT_TRUE(kept || thread > 0);
        CU_ASSERT_EQUAL(build_with(world, twc_level_best(), THREADS, meshes).code, kept ? TWC_IO : TWC_OK);
        set_rounding(thread, THREADS, FE_TONEAREST);
        for (int32_t k = 0; kept && k < chunks.nx * chunks.nz; k++) /* nothing was built */
            CU_ASSERT_TRUE(ground_mesh_clean(&meshes[k]) && meshes[k].triangle_count == 0);
    }
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), THREADS, meshes).code, TWC_OK);
    CU_ASSERT_TRUE(meshes[0].triangle_count > 0);
    ground_meshes_destroy(meshes, chunks.nx * chunks.nz);
    brute_world_destroy(world);
}

/* The build leaves the caller's OpenMP schedule as it was. */
static void test_schedule_is_kept(void)
{
    brute_world *world = ground_case_world(&ground_case_list[0]);
    twc_mesh *meshes = ground_meshes_create(4);
    omp_sched_t kind;
    int size;
    omp_set_schedule(omp_sched_guided, 7);
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), 2, meshes).code, TWC_OK);
    omp_get_schedule(&kind, &size);
    CU_ASSERT_TRUE(kind == omp_sched_guided && size == 7);
    ground_meshes_destroy(meshes, 4);
    brute_world_destroy(world);
}

static void test_levels(void)
{
    CU_ASSERT_TRUE(twc_level_built(TWC_LEVEL_BASE) && twc_level_supported(TWC_LEVEL_BASE));
    CU_ASSERT_PTR_NOT_NULL(twc_fast_ground(twc_level_best()));
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        const twc_level level = (twc_level)k;
        CU_ASSERT_EQUAL(twc_fast_ground(level) != NULL, twc_level_built(level) && twc_level_supported(level));
        CU_ASSERT_TRUE(!twc_fast_ground(level) || level <= twc_level_best());
        CU_ASSERT_TRUE(!twc_level_supported(level) || twc_level_built(level)); /* what the machine has, the build has */
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"bad options and any worker's rounding mode are refused", test_refusals},
                           {"the caller's schedule is kept", test_schedule_is_kept},
                           {"levels: built, supported, best", test_levels},
                           CU_TEST_INFO_NULL};
    return suite_run("builds of the ground", tests);
}
