/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels of detail: every chunk of the test region at every level, by the reference and by all levels of instructions;
 * and a view of a large world from nothing: chosen, balanced, listed and built, its pyramid and errors made before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "measure/detail_view.h"
#include "regions/mirrored.h"
#include "twc/fingerprint.h"

/*
 * A screen of 1080 lines at 60 degrees, a tolerance of two pixels, an eye 100 m above the highest ground below it. The
 * largest world takes a minute to be made and is opened only where its name is asked for.
 */
enum { PIXELS = 935, SIXTEENTHS = 2 * 16, ABOVE_CM = 10000, VIEWS = 2 };
static const struct {
    const char *name;
    int32_t times; /* copies of the region, 2 km wide, along a side */
} sizes[VIEWS] = {{"detail.view/16km", 8}, {"detail.view/64km", 32}};

typedef struct detail_context {
    twc_world_data region;
    twc_mirrored large;
    twc_detail_made made;
    twc_eye eye;
    size_t count;
    twc_detail_chunk *chunk; /* of every level, or room for those of a view */
    twc_detail_kernels kernels[TWC_BENCH_VARIANTS];
    twc_triangle triangles[TWC_DETAIL_TRIANGLES];
    twc_facet facets[TWC_DETAIL_FACETS];
} detail_context;

static void close_detail(void *memory)
{
    detail_context *c = memory;
    twc_detail_made_destroy(&c->made);
    twc_mirrored_destroy(&c->large);
    twc_world_data_destroy(&c->region);
    free(c->chunk);
    free(c);
}

/* Builds the chunks one after another into the same memory; the hash of their hashes when it is wanted. */
static twc_status build(detail_context *c, int variant, uint64_t *hash)
{
    twc_fingerprint fingerprint;
    twc_status status = twc_ok();
    if (hash)
        twc_fingerprint_begin(&fingerprint);
    for (size_t k = 0; k < c->count && !status.code; k++) {
        twc_mesh mesh = {c->triangles, c->facets, 0, TWC_DETAIL_TRIANGLES, 0, TWC_DETAIL_FACETS};
        status = twc_detail_build(&c->kernels[variant], c->made.world, &c->made.pyramid, c->chunk[k], c->made.workspace,
                                  &mesh);
        if (hash && !status.code)
            twc_fingerprint_add(&fingerprint, twc_mesh_fingerprint(&mesh));
    }
    if (hash)
        *hash = twc_fingerprint_end(&fingerprint);
    return status;
}

static void run_chunks(void *memory, int variant)
{
    (void)build(memory, variant, NULL); /* opening the group has shown that it succeeds */
}

static void run_view(void *memory, int variant)
{
    detail_context *c = memory;
    twc_detail_look(&c->made, c->eye);
    c->count = twc_detail_view_chunks(&c->made.view, c->count, c->chunk);
    (void)build(c, variant, NULL);
}

static void add_variants(const twc_bench_plan *plan, int with_reference, double units, twc_bench_group *group)
{
    detail_context *c = group->context;
    if (with_reference) {
        c->kernels[group->count] = (twc_detail_kernels){twc_reference_ground(), twc_reference_detail()};
        twc_bench_add(group, 1, units, 0, "reference");
    }
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_detail((twc_level)level) && !(plan->level_given && (twc_level)level != plan->level)) {
            c->kernels[group->count] = twc_detail_kernels_at((twc_level)level);
            twc_bench_add(group, 1, units, 0, twc_level_name((twc_level)level));
        }
}

static twc_status check_variants(const twc_bench_group *group)
{
    uint64_t expected = 0, hash;
    for (int v = 0; v < group->count; v++) {
        const twc_status status = build(group->context, v, &hash);
        if (status.code)
            return status;
        if (v > 0 && hash != expected)
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from %s", group->name,
                            group->variant[v].name, group->variant[0].name);
        expected = hash;
    }
    return twc_ok();
}

/* ---- what is built ---- */

/* All chunks of all levels, as if none had a coarser neighbour. */
static twc_status list_all(detail_context *c)
{
    const twc_detail_tree *tree = &c->made.tree;
    size_t most = 0;
    for (int32_t level = 0; level <= tree->levels; level++)
        most += (size_t)tree->rect[level].nx * (size_t)tree->rect[level].nz;
    c->chunk = malloc(most * sizeof *c->chunk);
    if (!c->chunk)
        return twc_fail(TWC_IO, "not enough memory for %zu chunks", most);
    for (int32_t level = 0; level <= tree->levels; level++) {
        twc_detail_uniform(&c->made, level);
        c->count += twc_detail_view_chunks(&c->made.view, most - c->count, c->chunk + c->count);
    }
    return twc_ok();
}

/* The eye in the middle of the world, and the chunks it sees. */
static twc_status list_view(detail_context *c)
{
    const twc_detail_node *below = twc_detail_node_of(&c->made, (twc_detail_chunk){0, 0, 0, 0});
    c->eye = (twc_eye){TWC_CHUNK_CM / 2, below->high + ABOVE_CM, TWC_CHUNK_CM / 2, PIXELS, SIXTEENTHS};
    twc_detail_look(&c->made, c->eye);
    c->count = twc_detail_view_chunks(&c->made.view, 0, NULL);
    c->chunk = malloc(c->count * sizeof *c->chunk);
    if (!c->chunk)
        return twc_fail(TWC_IO, "not enough memory for %zu chunks", c->count);
    (void)twc_detail_view_chunks(&c->made.view, c->count, c->chunk);
    return twc_ok();
}

static twc_status make(const twc_bench_plan *plan, int view, detail_context *c)
{
    twc_region region;
    twc_status status = twc_bench_region(plan, &region, &c->region);
    if (!status.code && view >= 0)
        status = twc_mirrored_create(&c->region.world, sizes[view].times, &c->large);
    if (!status.code)
        status = twc_detail_make(view >= 0 ? &c->large.world : &c->region.world, twc_detail_kernels_best(), &c->made);
    if (status.code)
        return status;
    return view >= 0 ? list_view(c) : list_all(c);
}

/* ---- groups ---- */

int twc_bench_detail_count(const char *stage)
{
    int count = twc_bench_asked(stage, "detail.build/region");
    for (int k = 0; k < VIEWS; k++)
        count += twc_bench_asked(stage, sizes[k].name) && (k == 0 || strstr(stage, "64km"));
    return count;
}

twc_status twc_bench_open_detail(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    int view = -1;
    if (!twc_bench_asked(plan->stage, "detail.build/region") || index-- > 0)
        for (view = 0; !twc_bench_asked(plan->stage, sizes[view].name) || index-- > 0;)
            view++;
    detail_context *c = twc_bench_begin(group, view < 0 ? "chunk" : "view", sizeof *c, view < 0 ? run_chunks : run_view,
                                        close_detail);
    if (!c)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "%s", view < 0 ? "detail.build/region" : sizes[view].name);
    twc_status status = make(plan, view, c);
    if (!status.code) {
        add_variants(plan, view < 0, view < 0 ? (double)c->count : 1, group);
        status = check_variants(group);
    }
    if (status.code)
        close_detail(c);
    return status;
}
