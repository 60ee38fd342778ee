/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that does not compute as the spec demands is found and refused, and nothing is written. */
#include <fenv.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "common/suite.h"
#include "twc/fast.h"

enum { CHUNKS = 16, THREADS = 4, POISON = 0x5B };

/* A world of 2 x 2 missing tiles, and meshes whose memory is poisoned. */
static const twc_tile *no_tiles[4];
static const twc_world world = {{-1, -1, 2, 2}, 30000, no_tiles};
static const twc_rect chunks = {-2, -2, 4, 4};
static twc_mesh meshes[CHUNKS];
static void *workspace;

static size_t mesh_bytes(void)
{
    return TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle) + TWC_GROUND_MAX_FACETS * sizeof(twc_facet);
}

static void poison(void)
{
    for (int k = 0; k < CHUNKS; k++) {
        twc_mesh *mesh = &meshes[k];
        memset(mesh->triangles, POISON, TWC_GROUND_MAX_TRIANGLES * sizeof *mesh->triangles);
        memset(mesh->facets, POISON, TWC_GROUND_MAX_FACETS * sizeof *mesh->facets);
        mesh->triangle_count = mesh->facet_count = 12345;
    }
}

static int untouched(void)
{
    for (int k = 0; k < CHUNKS; k++) {
        const unsigned char *triangles = (void *)meshes[k].triangles, *facets = (void *)meshes[k].facets;
        if (meshes[k].triangle_count != 12345 || meshes[k].facet_count != 12345)
            return 0;
        for (size_t byte = 0; byte < TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle); byte++)
            if (triangles[byte] != POISON)
                return 0;
        for (size_t byte = 0; byte < TWC_GROUND_MAX_FACETS * sizeof(twc_facet); byte++)
            if (facets[byte] != POISON)
                return 0;
    }
    return 1;
}

static twc_chunk_request ground_of(int threads)
{
    return (twc_chunk_request){
        .world = &world, .chunks = chunks, .stages = TWC_BUILD_GROUND, .options = {0, threads, TWC_STATIC}};
}

static twc_status build(int fast, int threads)
{
    const twc_chunk_request request = ground_of(threads);
    poison();
    return twc_chunks_build(fast ? twc_fast_builder(twc_level_best()) : twc_reference_builder(), &request, workspace,
                            &(twc_chunks){meshes, NULL, NULL});
}

static void expect_refusal(twc_status status, const char *piece)
{
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    if (!strstr(status.message, piece))
        printf("\n    \"%s\" does not hold \"%s\"", status.message, piece);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, piece));
    CU_ASSERT_TRUE(untouched());
}

/* ---- modes: each is set, refused by check and builds, and set back ---- */

typedef void (*mode)(int on);

#if defined(__x86_64__)
enum { FTZ = 0x8000, DAZ = 0x0040 };

static void flush_results(int on)
{
    _mm_setcsr((_mm_getcsr() & ~(unsigned)FTZ) | (on ? FTZ : 0));
}

static void flush_operands(int on)
{
    _mm_setcsr((_mm_getcsr() & ~(unsigned)DAZ) | (on ? DAZ : 0));
}
#endif

static void round_up(int on)
{
    fesetround(on ? FE_UPWARD : FE_TONEAREST);
}

static void round_down(int on)
{
    fesetround(on ? FE_DOWNWARD : FE_TONEAREST);
}

static void round_to_zero(int on)
{
    fesetround(on ? FE_TOWARDZERO : FE_TONEAREST);
}

static const struct {
    mode set;
    const char *message;
} modes[] = {
#if defined(__x86_64__)
    {flush_results, "denormals"},   {flush_operands, "denormals"},
#endif
    {round_up, "round to nearest"}, {round_down, "round to nearest"}, {round_to_zero, "round to nearest"},
};

enum { MODES = sizeof modes / sizeof *modes };

static void test_plain_thread_is_accepted(void)
{
    CU_ASSERT_EQUAL(twc_environment_check().code, TWC_OK);
    CU_ASSERT_EQUAL(build(0, 1).code, TWC_OK);
    CU_ASSERT_EQUAL(build(1, THREADS).code, TWC_OK);
    CU_ASSERT_FALSE(untouched());
}

static void test_mode_of_the_calling_thread(void)
{
    for (int k = 0; k < MODES; k++) {
        modes[k].set(1);
        twc_status check = twc_environment_check(), reference = build(0, 1);
        twc_status fast = build(1, 1);
        modes[k].set(0);
        CU_ASSERT_EQUAL(check.code, TWC_IO);
        CU_ASSERT_EQUAL(reference.code, TWC_IO);
        expect_refusal(fast, modes[k].message);
    }
    CU_ASSERT_EQUAL(build(1, 1).code, TWC_OK);
}

/* Sets a mode in one worker of the pool and nowhere else. */
static void set_in_worker(mode set, int worker, int on)
{
#pragma omp parallel num_threads(THREADS)
    if (omp_get_thread_num() == worker)
        set(on);
}

static void test_mode_of_one_worker(void)
{
    for (int k = 0; k < MODES; k++) {
        for (int worker = 1; worker < THREADS; worker++) {
            set_in_worker(modes[k].set, worker, 1);
            twc_status main_thread = twc_environment_check(), fast = build(1, THREADS);
            set_in_worker(modes[k].set, worker, 0);
            CU_ASSERT_EQUAL(main_thread.code, TWC_OK);
            expect_refusal(fast, modes[k].message);
        }
    }
    CU_ASSERT_EQUAL(build(1, THREADS).code, TWC_OK);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a plain thread is accepted", test_plain_thread_is_accepted},
        {"a mode of the calling thread", test_mode_of_the_calling_thread},
        {"a mode of one worker only", test_mode_of_one_worker},
        CU_TEST_INFO_NULL,
    };
    const twc_chunk_request request = ground_of(THREADS);
    size_t fast = twc_chunks_workspace(twc_fast_builder(twc_level_best()), &request, NULL);
    size_t reference = twc_chunks_workspace(twc_reference_builder(), &request, NULL);
    size_t bytes = ((fast > reference ? fast : reference) + 63) / 64 * 64;
    char *memory = malloc(CHUNKS * mesh_bytes());
    workspace = aligned_alloc(64, bytes);
    if (!memory || !workspace)
        return 1;
    for (int k = 0; k < CHUNKS; k++, memory += mesh_bytes())
        meshes[k] = (twc_mesh){(void *)memory,
                               (void *)(memory + TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle)),
                               0,
                               TWC_GROUND_MAX_TRIANGLES,
                               0,
                               TWC_GROUND_MAX_FACETS};
    return suite_run("environment", tests);
}
