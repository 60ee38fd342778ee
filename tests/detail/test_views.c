/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Views of mixed levels over random worlds: random trees, balanced, built chunk by chunk and checked as one mesh.
 * test_views FIRST COUNT runs trees FIRST .. FIRST + COUNT - 1 alone.
 */
#include <string.h>

#include "common/suite.h"
#include "detail/detail_brute.h"
#include "detail/detail_worlds.h"

enum { TREES_A_WORLD = 8, MOST_CHUNKS = 700 };

static int32_t draw(int32_t seed, int32_t *at, int32_t low, int32_t high)
{
    return low + (int32_t)((uint64_t)twc_hash(seed, (*at)++, 77) * (uint64_t)(high - low + 1) >> 32);
}

/* Worlds of up to 64 tiles a side; most have borders that fit no level, some those of the coarsest. */
static void draw_world(int32_t seed, detail_world *w)
{
    int32_t at = 0;
    const int fits = draw(seed, &at, 0, 3) == 0;
    const int32_t limit = draw(seed, &at, 0, 2) ? 9 : 64, nx = fits ? 64 : draw(seed, &at, 1, limit),
                  nz = fits ? 32 : draw(seed, &at, 1, limit);
    const int32_t x = draw(seed, &at, -70, 6), z = draw(seed, &at, -70, 6), share = draw(seed, &at, 0, 4) * 25;
    detail_world_make((twc_rect){fits ? x / 7 * 64 : x, fits ? z / 7 * 32 : z, nx, nz}, seed, share, w);
}

/* Divides squares at random, fine ones more seldom than their number; balances. */
static void draw_view(int32_t seed, twc_detail_view *view)
{
    int32_t at = 0;
    const int32_t times = draw(seed, &at, 0, 12);
    twc_detail_view_clear(view);
    for (int32_t k = 0; k < times && view->levels > 0; k++) {
        const int32_t level = draw(seed, &at, 1, view->levels);
        const twc_rect rect = view->rect[level];
        const int32_t x = draw(seed, &at, rect.x, rect.x + rect.nx - 1),
                      z = draw(seed, &at, rect.z, rect.z + rect.nz - 1);
        twc_detail_view_divide(view, level, x, z);
    }
    twc_detail_view_balance(view);
}

typedef struct tally {
    long trees, chunks, triangles, levels, bad;
} tally;

/* The level-0 side of a chunk's square along an axis. */
static int64_t first_of(int32_t level, int32_t at)
{
    return (int64_t)at * ((int64_t)1 << level);
}

/* By another route: whether two chunks share a part of a side, and their levels differ by more than one. */
static int unbalanced(const twc_detail_chunk *a, const twc_detail_chunk *b)
{
    const int64_t ax0 = first_of(a->level, a->x), ax1 = first_of(a->level, a->x + 1), az0 = first_of(a->level, a->z),
                  az1 = first_of(a->level, a->z + 1), bx0 = first_of(b->level, b->x),
                  bx1 = first_of(b->level, b->x + 1), bz0 = first_of(b->level, b->z),
                  bz1 = first_of(b->level, b->z + 1);
    const int along_z = (ax1 == bx0 || bx1 == ax0) && az0 < bz1 && bz0 < az1;
    const int along_x = (az1 == bz0 || bz1 == az0) && ax0 < bx1 && bx0 < ax1;
    return (along_x || along_z) && abs(a->level - b->level) > 1;
}

/* The chunks of a balanced view cover the extent once and none has a neighbour more than a level away. */
static int fits(const detail_world *w, const twc_detail_chunk *chunks, size_t count)
{
    const twc_rect all = twc_world_chunks(&w->world);
    int64_t area = 0;
    for (size_t k = 0; k < count; k++) {
        area += first_of(2 * chunks[k].level, 1);
        if (!twc_detail_within(&w->world, chunks[k].level, chunks[k].x, chunks[k].z))
            return 0;
        for (size_t n = 0; n < k; n++)
            if (unbalanced(&chunks[k], &chunks[n]))
                return 0;
    }
    return area == (int64_t)all.nx * all.nz;
}

static void check_view(const detail_world *w, const twc_detail_view *view, int32_t seed, tally *t)
{
    static detail_mesh memory[MOST_CHUNKS];
    static twc_mesh mesh[MOST_CHUNKS];
    twc_detail_chunk chunks[MOST_CHUNKS];
    const size_t count = twc_detail_view_chunks(view, MOST_CHUNKS, chunks);
    const brute_plan plan = {.world = &w->world, .border_percent = 100};
    twc_mesh_report report;
    twc_outline outline;
    int bad = 0;
    if (count > MOST_CHUNKS)
        return;
    SUITE_EXPECT(bad, fits(w, chunks, count), "tree %d", seed);
    for (size_t k = 0; k < count; k++) {
        mesh[k] = detail_mesh_of(&memory[k]);
        /* Who built a chunk cannot be seen: both libraries, at random. */
        const int fast = (int)(twc_hash(seed, (int32_t)k, 5) & 1);
        const twc_status status = twc_detail_build(detail_kernels(fast), &w->world, &w->pyramid, chunks[k],
                                                   w->workspace, &mesh[k]);
        SUITE_EXPECT(bad, !status.code, "tree %d: %s", seed, status.message);
        t->triangles += mesh[k].triangle_count;
        t->levels |= 1L << chunks[k].level;
    }
    brute_view_outline(&plan, view, &outline);
    const twc_status status = twc_mesh_check(mesh, count, &outline, NULL, 0, &report);
    SUITE_EXPECT(
        bad,
        !status.code && twc_mesh_report_clean(&report) && report.walls == 0 && report.outline_edges == outline.count,
        "tree %d, %zu chunks: open %d, not manifold %d, inverted %d, T %d, area off by %lld; repeat: test_views %d 1",
        seed, count, (int)report.open_edges, (int)report.nonmanifold, (int)report.inverted, (int)report.t_junctions,
        (long long)(report.area2 - report.outline_area2), seed);
    twc_outline_free(&outline);
    t->trees++;
    t->chunks += (long)count;
    t->bad += bad;
}

static tally run_trees(int32_t first, int32_t count)
{
    tally t = {0};
    detail_world w = {0};
    for (int32_t seed = first; seed < first + count; seed++) {
        twc_detail_view view;
        if (seed == first || seed % TREES_A_WORLD == 0) {
            if (seed != first)
                detail_world_free(&w);
            draw_world(seed / TREES_A_WORLD, &w);
        }
        void *memory = malloc(twc_detail_view_bytes(&w.world));
        twc_detail_view_place(&w.world, memory, &view);
        draw_view(seed, &view);
        check_view(&w, &view, seed, &t);
        free(memory);
    }
    detail_world_free(&w);
    printf("\n    %ld trees, %ld chunks, %ld triangles, levels 0x%lx ", t.trees, t.chunks, t.triangles, t.levels);
    return t;
}

static int32_t first_tree = 0, tree_count = 64;

static void random_trees(void)
{
    const tally t = run_trees(first_tree, tree_count);
    CU_ASSERT_EQUAL(t.bad, 0);
    CU_ASSERT(t.trees * 2 >= tree_count); /* others have too many chunks */
    CU_ASSERT(tree_count < 64 || (t.levels & 0x3F) == 0x3F);
}

/* ---- planted: without the anchor in the middle of a side ---- */

static const twc_detail_table *planted_from;

static twc_point own_jitter(int32_t level, int32_t i, int32_t j)
{
    const int32_t a = 304 << level;
    return (twc_point){i * (1600 << level) + twc_jitter(twc_hash(i, j, 1), a),
                       j * (1600 << level) + twc_jitter(twc_hash(i, j, 2), a)};
}

/* Middles of sides jitter, in chains of both levels alike. */
static void planted_lattice(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out)
{
    planted_from->detail_lattice(ground, chunk, out);
    for (int k = 0; k < 9; k++) {
        const int32_t i = k % 3 * 8, j = k / 3 * 8, mid_i = i == 8, mid_j = j == 8;
        const int on_coarser = (i == 0 && chunk.coarser & 1) || (i == 16 && chunk.coarser & 2) ||
                               (j == 0 && chunk.coarser & 4) || (j == 16 && chunk.coarser & 8);
        const int32_t ci = (16 * chunk.x + i) / 2, cj = (16 * chunk.z + j) / 2;
        twc_point p = {out[17 * j + i].x, out[17 * j + i].z};
        if (mid_i != mid_j && !on_coarser && chunk.level > 0)
            p = own_jitter(chunk.level, 16 * chunk.x + i, 16 * chunk.z + j);
        if (!mid_i && !mid_j && on_coarser && (ci % 16 || cj % 16))
            p = own_jitter(chunk.level + 1, ci, cj);
        out[17 * j + i].x = p.x;
        out[17 * j + i].z = p.z;
    }
}

static void without_middle_anchor(void)
{
    static detail_mesh memory[MOST_CHUNKS];
    static twc_mesh mesh[MOST_CHUNKS];
    twc_detail_table table = *twc_reference_detail();
    const twc_detail_kernels planted = {twc_reference_ground(), &table};
    twc_detail_chunk chunks[MOST_CHUNKS];
    twc_mesh_report report;
    twc_outline outline;
    twc_detail_view view;
    detail_world w;
    planted_from = twc_reference_detail();
    table.detail_lattice = planted_lattice;
    detail_world_make((twc_rect){0, 0, 8, 8}, 3, 0, &w);
    void *of_view = malloc(twc_detail_view_bytes(&w.world));
    twc_detail_view_place(&w.world, of_view, &view);
    twc_detail_view_divide(&view, 2, 1, 1);
    twc_detail_view_balance(&view);
    const size_t count = twc_detail_view_chunks(&view, MOST_CHUNKS, chunks);
    for (size_t k = 0; k < count; k++) {
        mesh[k] = detail_mesh_of(&memory[k]);
        CU_ASSERT_FATAL(!twc_detail_build(&planted, &w.world, &w.pyramid, chunks[k], w.workspace, &mesh[k]).code);
    }
    const brute_plan plan = {.world = &w.world, .border_percent = 100};
    brute_view_outline(&plan, &view, &outline);
    CU_ASSERT_FATAL(!twc_mesh_check(mesh, count, &outline, NULL, 0, &report).code);
    /* Only the outline tells: two edges of each chunk's side there that ends in a middle. */
    CU_ASSERT(report.open_edges > 0 && report.open_edges < 40);
    CU_ASSERT_EQUAL(report.nonmanifold + report.inverted + report.t_junctions + report.misoriented, 0);
    twc_outline_free(&outline);
    const brute_plan without = {.world = &w.world, .border_percent = 100, .no_middle_anchor = 1};
    brute_view_outline(&without, &view, &outline);
    CU_ASSERT_FATAL(!twc_mesh_check(mesh, count, &outline, NULL, 0, &report).code);
    CU_ASSERT(twc_mesh_report_clean(&report));
    twc_outline_free(&outline);
    free(of_view);
    detail_world_free(&w);
}

int main(int argc, char **argv)
{
    CU_TestInfo all[] = {{"random balanced trees", random_trees},
                         {"without middle anchors views close, outlines differ", without_middle_anchor},
                         CU_TEST_INFO_NULL};
    CU_TestInfo trees[] = {{"random balanced trees", random_trees}, CU_TEST_INFO_NULL};
    if (argc == 3) {
        first_tree = (int32_t)strtol(argv[1], NULL, 10);
        tree_count = (int32_t)strtol(argv[2], NULL, 10);
    }
    return suite_run("views", argc == 3 ? trees : all);
}
