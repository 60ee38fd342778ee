/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What levels of detail are measured with: the search for holes, flights, other meshes, closed views. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "measure/detail_compare.h"
#include "measure/detail_flight.h"
#include "measure/detail_greedy.h"
#include "measure/detail_holes.h"
#include "measure/detail_locate.h"
#include "measure/quality.h"
#include "measure/regular_grid.h"
#include "measure/simplify.h"
#include "regions/mirrored.h"
#include "query.h"
#include "regions/region.h"

enum { PIXELS = 935, ABOVE_CM = 4000 };

static twc_world_data region;
static twc_detail_made made;

static int begin(void)
{
    twc_region about;
    twc_status status = twc_region_read(TWC_SOURCE_DIR "/experiments/region.json", &about);
    if (!status.code)
        status = twc_region_generate(&about, &region);
    if (!status.code)
        status = twc_detail_make(&region.world, twc_detail_kernels_best(), &made);
    return status.code != TWC_OK;
}

static int end(void)
{
    twc_detail_made_destroy(&made);
    twc_world_data_destroy(&region);
    return 0;
}

static const twc_detail_course course = {.frames = 40,
                                         .step_cm = 5000,
                                         .above_cm = ABOVE_CM,
                                         .pixels = PIXELS,
                                         .tolerance = 64,
                                         .pictures = 1,
                                         .planted = -1};

static void look(int frame, twc_holes_camera *camera)
{
    const twc_eye eye = twc_detail_eye(&made, &course, frame);
    *camera = (twc_holes_camera){{eye.x * 0.01, eye.y * 0.01, eye.z * 0.01}, {0.6, 0.8}, 93.5};
    twc_detail_look(&made, eye);
}

/* ---- holes ---- */

/* By another route: how near the first triangle on a ray is, and whether its upper side is met; 0 where none is. */
static double cast(const twc_detail_built *built, const twc_holes_camera *c, const double d[3], int *front)
{
    double nearest = 0;
    for (size_t m = 0; m < built->count; m++)
        for (uint32_t k = 0; k < built->mesh[m].triangle_count; k++) {
            const twc_vertex *v = built->mesh[m].triangles[k].corner;
            double a[3][3], n[3], side = 0, way = 0;
            int in = 1;
            for (int i = 0; i < 3; i++) {
                a[i][0] = v[i].x * 0.01 - c->eye[0];
                a[i][1] = (double)v[i].y - c->eye[1];
                a[i][2] = v[i].z * 0.01 - c->eye[2];
            }
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                n[i] = (a[1][j] - a[0][j]) * (a[2][l] - a[0][l]) - (a[1][l] - a[0][l]) * (a[2][j] - a[0][j]);
                side += n[i] * a[0][i];
                way += n[i] * d[i];
            }
            for (int i = 0; i < 3; i++) { /* the ray's side of the plane through the eye and an edge */
                const double *p = a[i], *q = a[(i + 1) % 3];
                const double turn = d[0] * (p[1] * q[2] - p[2] * q[1]) + d[1] * (p[2] * q[0] - p[0] * q[2]) +
                                    d[2] * (p[0] * q[1] - p[1] * q[0]);
                in &= way < 0 ? turn <= 0 : turn >= 0;
            }
            if (in && way != 0 && side / way > 0.5 && way / side > nearest) {
                nearest = way / side;
                *front = way < 0;
            }
        }
    return nearest;
}

static void holes_by_rays(void)
{
    static twc_holes_picture picture;
    twc_detail_built built;
    long shown = 0, bad = 0;
    twc_holes_camera camera;
    look(20, &camera);
    CU_ASSERT_FATAL(!twc_detail_build_view(&made, &built).code);
    twc_holes_begin(camera, &picture);
    for (size_t k = 0; k < built.count; k++)
        twc_holes_draw(&built.mesh[k], &picture);
    for (int32_t at = 0; at < TWC_HOLES_WIDTH * TWC_HOLES_HEIGHT; at += 37) {
        const int32_t x = at % TWC_HOLES_WIDTH, z = at / TWC_HOLES_WIDTH;
        const double right = (x + 0.5 - TWC_HOLES_WIDTH / 2.0) / camera.focal,
                     up = (TWC_HOLES_HEIGHT / 2.0 - z - 0.5) / camera.focal,
                     d[3] = {0.6 - 0.8 * right, up, 0.8 + 0.6 * right};
        int front = 0;
        const double w = cast(&built, &camera, d, &front);
        const int same = (w > 0) == (picture.near[z][x] > 0) && (w == 0 || front == picture.front[z][x]) &&
                         fabs(w - picture.near[z][x]) <= 1e-3 * w;
        shown += w > 0;
        bad += !same;
    }
    CU_ASSERT(shown > 100);
    CU_ASSERT(bad * 200 <= shown); /* a ridge may lie within the rounding of a corner */
    twc_detail_built_destroy(&built);
}

/* Pixels of holes in some frames; chunks are built as if none had a coarser neighbour, or stitched. */
static size_t search(int stitched, size_t *ground)
{
    static twc_holes_picture picture;
    size_t holes = 0, shown = 0;
    *ground = 0;
    for (int frame = 0; frame < course.frames; frame += 4) {
        twc_detail_built built;
        twc_holes_camera camera;
        look(frame, &camera);
        CU_ASSERT_FATAL(!twc_detail_build_view(&made, &built).code);
        for (size_t k = 0; k < built.count && !stitched; k++) {
            twc_mesh *mesh = &built.mesh[k];
            const twc_detail_chunk alone = {built.chunk[k].level, built.chunk[k].x, built.chunk[k].z, 0};
            CU_ASSERT_FATAL(
                !twc_detail_build(&made.kernels, made.world, &made.pyramid, alone, made.workspace, mesh).code);
        }
        twc_holes_begin(camera, &picture);
        for (size_t k = 0; k < built.count; k++)
            twc_holes_draw(&built.mesh[k], &picture);
        holes += twc_holes_count(&picture, &shown);
        *ground += shown;
        twc_detail_built_destroy(&built);
    }
    return holes;
}

static void unstitched_shows(void)
{
    size_t ground;
    CU_ASSERT_EQUAL(search(1, &ground), 0);
    CU_ASSERT(ground > 50000);
    CU_ASSERT(search(0, &ground) > 0);
    CU_ASSERT(ground > 50000);
}

/* ---- flights ---- */

static void flights(void)
{
    twc_detail_flight one, again, planted;
    twc_detail_course without = course;
    CU_ASSERT_FATAL(!twc_detail_fly(&made, &course, &one).code);
    CU_ASSERT_FATAL(!twc_detail_fly(&made, &course, &again).code);
    CU_ASSERT_EQUAL(one.fingerprint, again.fingerprint);
    CU_ASSERT_EQUAL(one.built, again.built);
    CU_ASSERT(one.built > one.swaps && one.swaps > 0);
    CU_ASSERT(one.ground > 100000);
    CU_ASSERT_EQUAL(one.holes, 0);
    CU_ASSERT(one.shown > 3 && one.shown <= 4);
    without.planted = 30;
    CU_ASSERT_FATAL(!twc_detail_fly(&made, &without, &planted).code);
    CU_ASSERT(planted.holes > 0 && planted.with_holes > 0 && planted.with_holes <= 10);
    CU_ASSERT_EQUAL(planted.fingerprint, one.fingerprint);
}

/* ---- closed ---- */

static void closed(void)
{
    twc_detail_closed sum = {0};
    twc_holes_camera camera;
    look(10, &camera);
    CU_ASSERT_FATAL(!twc_detail_check_closed(&made, &sum).code);
    CU_ASSERT_EQUAL(sum.inner_open + sum.nonmanifold + sum.misoriented + sum.inverted + sum.t_junctions, 0);
    CU_ASSERT_EQUAL(sum.area_difference, 0);
    /* Planted: a square divided without balance, so that two levels lie beyond a side. */
    int planted = 0;
    for (int32_t k = 0; k < made.view.rect[1].nx * made.view.rect[1].nz && !planted; k++) {
        const int32_t x = made.view.rect[1].x + k % made.view.rect[1].nx,
                      z = made.view.rect[1].z + k / made.view.rect[1].nx;
        twc_detail_uniform(&made, made.view.levels);
        twc_detail_view_divide(&made.view, 1, x, z);
        twc_detail_view_divide(&made.view, 2, twc_floor_div(x, 2), twc_floor_div(z, 2));
        CU_ASSERT_FATAL(!twc_detail_check_closed(&made, &sum).code);
        planted = sum.inner_open > 0;
    }
    CU_ASSERT(planted);
}

/* ---- heights ---- */

static void locate(void)
{
    uint64_t differ = 0;
    twc_detail_place place;
    twc_holes_camera camera;
    look(10, &camera);
    CU_ASSERT_FATAL(!twc_detail_check_locate(&made, 100, &differ).code);
    CU_ASSERT_EQUAL(differ, 0);
    CU_ASSERT_FATAL(!twc_detail_locate(&made, (twc_point){1 << 28, 0}, &place).code);
    CU_ASSERT_EQUAL(place.found, 0);
    /* The finest on demand: the ground's own height, where no chunk's side is near. */
    twc_location located;
    const twc_point p = {13000, 13000};
    CU_ASSERT_FATAL(!twc_query_points(&region.world, twc_reference_ground(), 0, 1, &p, &located).code);
    twc_detail_uniform(&made, 0);
    CU_ASSERT_FATAL(!twc_detail_locate(&made, p, &place).code);
    CU_ASSERT_EQUAL(memcmp(&place.height, &located.height, sizeof located.height), 0);
    const float finest = place.height;
    twc_detail_uniform(&made, made.tree.levels);
    CU_ASSERT_FATAL(!twc_detail_locate(&made, p, &place).code);
    CU_ASSERT(place.found && memcmp(&place.height, &finest, sizeof finest) != 0);
}

/* ---- greedy insertion ---- */

static void greedy(void)
{
    enum { NX = 33, NZ = 27 };
    float height[NX * NZ], heights[NX * NZ];
    double last = INFINITY;
    for (int k = 0; k < NX * NZ; k++)
        height[k] = (float)(twc_hash(k % NX / 5, k / NX / 5, 3) % 1000 + twc_hash(k, 0, 4) % 100) * 0.01f;
    const twc_greedy_grid grid = {NX, NZ, height, NULL};
    for (size_t triangles = 2; triangles <= 2048; triangles *= 4) {
        size_t got;
        double most = 0;
        for (int k = 0; k < NX * NZ; k++)
            heights[k] = NAN;
        CU_ASSERT_FATAL(!twc_greedy(&grid, triangles, heights, &got).code);
        CU_ASSERT(got <= triangles);
        for (int k = 0; k < NX * NZ; k++) {
            CU_ASSERT_FATAL(!isnan(heights[k])); /* every sample lies in a triangle */
            most = fmax(most, fabs((double)heights[k] - (double)height[k]));
        }
        last = most;
    }
    CU_ASSERT(last < 1e-6); /* all samples are corners: 2 (NX - 1) (NZ - 1) = 1664 triangles at most */
    /* A plane needs two. */
    size_t got;
    for (int k = 0; k < NX * NZ; k++)
        height[k] = 0.5f * (float)(k % NX) + 0.25f * (float)(k / NX);
    CU_ASSERT_FATAL(!twc_greedy(&grid, 100, heights, &got).code);
    CU_ASSERT_EQUAL(got, 2);
}

/* ---- quadric simplification, regular grids ---- */

/* Every sample lies in a triangle; a plane needs two; with all triangles all samples are corners. */
static void simplified(void)
{
    enum { NX = 33, NZ = 27, ALL = 2 * (NX - 1) * (NZ - 1) };
    float height[NX * NZ], heights[NX * NZ];
    double last = INFINITY;
    size_t got;
    for (int k = 0; k < NX * NZ; k++)
        height[k] = (float)(twc_hash(k % NX / 5, k / NX / 5, 3) % 1000 + twc_hash(k, 0, 4) % 100) * 0.01f;
    const twc_greedy_grid grid = {NX, NZ, height, NULL};
    for (size_t triangles = 104; triangles <= 4 * ALL; triangles *= 2) { /* an outline of 116 edges gives way too */
        double sum = 0;
        for (int k = 0; k < NX * NZ; k++)
            heights[k] = NAN;
        CU_ASSERT_FATAL(!twc_simplify(&grid, 4, triangles, heights, &got).code);
        CU_ASSERT(got <= triangles);
        for (int k = 0; k < NX * NZ; k++) {
            CU_ASSERT_FATAL(!isnan(heights[k]));
            sum += pow((double)heights[k] - (double)height[k], 2);
        }
        CU_ASSERT(sum <= last);
        last = sum;
    }
    CU_ASSERT(got == ALL && last < 1e-9);
    for (int k = 0; k < NX * NZ; k++)
        height[k] = 0.5f * (float)(k % NX) + 0.25f * (float)(k / NX);
    CU_ASSERT_FATAL(!twc_simplify(&grid, 4, 2, heights, &got).code);
    CU_ASSERT_EQUAL(got, 2);
    CU_ASSERT_EQUAL(twc_regular_grid(&grid, 100, heights), 2 * 7 * 7); /* 32 by 26: 7 columns, then 7 rows */
    for (int k = 0; k < NX * NZ; k++)
        CU_ASSERT_DOUBLE_EQUAL(heights[k], height[k], 1e-5);
    CU_ASSERT_EQUAL(twc_regular_grid(&grid, ALL, heights), ALL);
}

/* The region: classes by error have no more triangles than those by slope, and lose less. */
static void quality(void)
{
    twc_world_data other;
    twc_quality slope, error, fine;
    double metres;
    CU_ASSERT_FATAL(!twc_world_data_copy(&region, &other).code);
    const twc_rect samples = twc_quality_inside(&region.world);
    CU_ASSERT_FATAL(!twc_quality_of_ground(&region.world, 0, samples, &slope).code);
    CU_ASSERT_FATAL(!twc_quality_of_ground(&region.world, 1, samples, &fine).code);
    CU_ASSERT_FATAL(!twc_quality_classes(&other, samples, slope.triangles, &metres, &error).code);
    CU_ASSERT(error.triangles <= slope.triangles && error.triangles + 32 > slope.triangles);
    CU_ASSERT(error.rms < slope.rms && error.most < slope.most && fine.rms < error.rms && metres > 0);
    CU_ASSERT_FATAL(!twc_world_data_classify_error(&other, twc_reference_ground(), metres).code);
    twc_quality again;
    CU_ASSERT_FATAL(!twc_quality_of_ground(&other.world, 0, samples, &again).code);
    CU_ASSERT(again.triangles == error.triangles && again.rms <= error.rms && again.rms >= error.rms);
    twc_world_data_destroy(&other);
}

/* ---- mirrored worlds ---- */

static void mirrored(void)
{
    twc_mirrored large;
    CU_ASSERT_FATAL(!twc_mirrored_create(&region.world, 4, &large).code);
    const twc_rect all = twc_world_samples(&large.world);
    const twc_rect one = twc_world_samples(&region.world);
    const int32_t wide = one.nx - 1;
    int bad = 0;
    CU_ASSERT_EQUAL(all.nx, 4 * wide + 1);
    for (int32_t k = 0; k < 4000; k++) {
        const int32_t x = (int32_t)(twc_hash(k, 0, 1) % (uint32_t)all.nx),
                      z = (int32_t)(twc_hash(k, 1, 1) % (uint32_t)all.nz);
        const int32_t fx = x % (2 * wide), fz = z % (2 * wide);
        uint16_t here, there;
        twc_reference_ground()->samples(&large.world, (twc_rect){all.x + x, all.z + z, 1, 1}, &here);
        twc_reference_ground()->samples(
            &region.world,
            (twc_rect){one.x + (fx < wide ? fx : 2 * wide - fx), one.z + (fz < wide ? fz : 2 * wide - fz), 1, 1},
            &there);
        bad += here != there;
    }
    CU_ASSERT_EQUAL(bad, 0);
    twc_mirrored_destroy(&large);
}

int main(void)
{
    CU_TestInfo tests[] = {{"holes, by rays", holes_by_rays},
                           {"unstitched views show holes", unstitched_shows},
                           {"flights", flights},
                           {"closed views", closed},
                           {"heights", locate},
                           {"greedy insertion", greedy},
                           {"quadric simplification, regular grids", simplified},
                           {"classes by error beside those by slope", quality},
                           {"mirrored worlds", mirrored},
                           CU_TEST_INFO_NULL};
    if (begin())
        return 1;
    const int failed = suite_run("detail_measure", tests);
    end();
    return failed;
}
