/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/random.h"
#include "measure/detail_compare.h"
#include "twc/fingerprint.h"

enum { DETAIL = 256, MASKS = 4 };

/* ---- all chunks ---- */

/* The sides of a chunk that may have a coarser neighbour are those on its parent's. */
static uint32_t sides_of(int32_t x, int32_t z, int which)
{
    return (which & 1 ? x & 1 ? TWC_SIDE_EAST : TWC_SIDE_WEST : 0U) |
           (which & 2 ? z & 1 ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH : 0U);
}

static void list_chunks(const twc_detail_tree *tree, twc_levels *levels)
{
    for (int32_t level = 0; level <= tree->levels; level++)
        for (int32_t n = 0; n < tree->rect[level].nx * tree->rect[level].nz; n++) {
            const int32_t x = tree->rect[level].x + n % tree->rect[level].nx,
                          z = tree->rect[level].z + n / tree->rect[level].nx;
            for (int k = 0; k < (level < tree->levels ? MASKS : 1) && twc_detail_is_chunk(tree, level, x, z); k++)
                levels->chunk[levels->count++] = (twc_detail_chunk){level, x, z, sides_of(x, z, k)};
        }
}

static twc_status hash_chunk(const twc_detail_made *made, twc_detail_chunk chunk, twc_mesh *mesh, uint64_t *hash)
{
    mesh->triangle_count = mesh->facet_count = 0;
    const twc_status status = twc_detail_build(&made->kernels, made->world, &made->pyramid, chunk, made->workspace,
                                               mesh);
    *hash = status.code ? 0 : twc_mesh_fingerprint(mesh);
    return status;
}

static twc_mesh take_mesh(void)
{
    return (twc_mesh){.triangles = malloc(TWC_DETAIL_TRIANGLES * sizeof(twc_triangle)),
                      .facets = malloc(TWC_DETAIL_FACETS * sizeof(twc_facet)),
                      .triangle_capacity = TWC_DETAIL_TRIANGLES,
                      .facet_capacity = TWC_DETAIL_FACETS};
}

static void drop_mesh(twc_mesh *mesh)
{
    free(mesh->triangles);
    free(mesh->facets);
}

/* Hashes all chunks into `hash`. */
static twc_status hash_all(const twc_levels *levels, uint64_t *hash)
{
    twc_mesh mesh = take_mesh();
    twc_status status = mesh.triangles && mesh.facets ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a chunk");
    for (size_t k = 0; k < levels->count && !status.code; k++)
        status = hash_chunk(&levels->made, levels->chunk[k], &mesh, &hash[k]);
    drop_mesh(&mesh);
    return status;
}

/* ---- kept up ---- */

twc_status twc_levels_begin(const twc_world *world, twc_levels *levels)
{
    size_t most = 0;
    *levels = (twc_levels){.count = 0};
    twc_status status = twc_detail_make(world, twc_detail_kernels_best(), &levels->made);
    for (int32_t level = 0; level <= levels->made.tree.levels && !status.code; level++)
        most += MASKS * (size_t)levels->made.tree.rect[level].nx * (size_t)levels->made.tree.rect[level].nz;
    levels->chunk = malloc((most + 1) * sizeof *levels->chunk);
    levels->hash = malloc((most + 1) * sizeof *levels->hash);
    if (!status.code && (!levels->chunk || !levels->hash))
        status = twc_fail(TWC_IO, "not enough memory for %zu chunks", most);
    if (status.code)
        return status;
    list_chunks(&levels->made.tree, levels);
    return hash_all(levels, levels->hash);
}

void twc_levels_end(twc_levels *levels)
{
    twc_detail_made_destroy(&levels->made);
    free(levels->chunk);
    free(levels->hash);
    free(levels->pending);
}

twc_status twc_levels_note(twc_levels *levels, const twc_fact *fact)
{
    const twc_rect none = {0, 0, 0, 0};
    if (fact->kind != TWC_FACT_SAMPLES && fact->kind != TWC_FACT_CLASSES)
        return twc_ok(); /* features do not reach levels of detail */
    if (levels->pending_count == levels->pending_room) {
        const size_t room = 2 * levels->pending_room + 4;
        twc_pyramid_change *larger = realloc(levels->pending, room * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %zu facts", room);
        levels->pending = larger;
        levels->pending_room = room;
    }
    levels->pending[levels->pending_count++] = fact->kind == TWC_FACT_SAMPLES ? (twc_pyramid_change){fact->rect, none}
                                                                              : (twc_pyramid_change){none, fact->rect};
    return twc_ok();
}

/* All pyramids first, as errors are made from all of the world as it is. */
static twc_status follow(twc_levels *levels, size_t from)
{
    twc_detail_made *made = &levels->made;
    twc_status status = twc_ok();
    for (size_t k = from; k < levels->pending_count; k++)
        twc_pyramid_update(&made->kernels, made->world, levels->pending[k], made->workspace, &made->pyramid);
    for (size_t k = from; k < levels->pending_count && !status.code; k++) {
        const twc_detail_reach reach = twc_detail_reach_of(&made->pyramid, levels->pending[k]);
        status = twc_detail_tree_update(&made->kernels, made->world, &made->pyramid, &reach, made->workspace,
                                        &made->tree);
    }
    return status;
}

/* ---- looked at ---- */

static twc_status differs_from_new(const twc_levels *levels, int *broken, char *detail)
{
    twc_detail_made again;
    const twc_status status = twc_detail_make(levels->made.world, levels->made.kernels, &again);
    if (!status.code) {
        const int pyramid = memcmp(again.memory[0], levels->made.memory[0], twc_pyramid_bytes(again.world)) != 0,
                  tree = memcmp(again.memory[1], levels->made.memory[1], twc_detail_tree_bytes(again.world)) != 0;
        *broken = pyramid || tree;
        if (*broken)
            snprintf(detail, DETAIL, "the %s of levels of detail that followed the edits differs from one made anew",
                     pyramid ? "pyramid" : "tree of errors");
    }
    twc_detail_made_destroy(&again);
    return status;
}

static int reached(const twc_levels *levels, size_t from, twc_detail_chunk chunk)
{
    for (size_t k = from; k < levels->pending_count; k++) {
        const twc_detail_reach reach = twc_detail_reach_of(&levels->made.pyramid, levels->pending[k]);
        if (twc_detail_reaches(levels->made.world, &reach, chunk))
            return 1;
    }
    return 0;
}

static twc_status stale(twc_levels *levels, size_t from, int *broken, char *detail)
{
    uint64_t *now = malloc((levels->count + 1) * sizeof *now);
    twc_status status = now ? hash_all(levels, now)
                            : twc_fail(TWC_IO, "not enough memory for %zu chunks", levels->count);
    for (size_t k = 0; k < levels->count && !status.code; k++) {
        const twc_detail_chunk c = levels->chunk[k];
        const int changed = now[k] != levels->hash[k], found = reached(levels, from, c);
        levels->reached += (uint64_t)found;
        levels->changed += (uint64_t)changed;
        if (changed && !found && !*broken) {
            *broken = 1;
            snprintf(detail, DETAIL, "chunk (%d, %d) of level %d with coarser sides 0x%x is stale", c.x, c.z, c.level,
                     c.coarser);
        }
    }
    if (!status.code) {
        free(levels->hash);
        levels->hash = now;
    } else {
        free(now);
    }
    return status;
}

/* A view from somewhere, closed by the exact checks. */
static twc_status open_somewhere(twc_levels *levels, uint64_t seed, int *broken, char *detail)
{
    twc_random random = twc_random_of_case(seed, "fuzz levels", 0);
    const twc_rect c = levels->made.tree.chunks;
    twc_detail_closed sum = {0};
    const twc_eye eye = {(int32_t)twc_random_between(&random, 0, TWC_CHUNK_CM) + c.x * TWC_CHUNK_CM, 50000,
                         (int32_t)twc_random_between(&random, 0, TWC_CHUNK_CM) + c.z * TWC_CHUNK_CM, 935,
                         (uint32_t)twc_random_between(&random, 1, 4000)};
    twc_detail_look(&levels->made, eye);
    const twc_status status = twc_detail_check_closed(&levels->made, &sum);
    *broken = !status.code && (sum.inner_open || sum.nonmanifold || sum.misoriented || sum.inverted ||
                               sum.t_junctions || sum.area_difference);
    if (*broken)
        snprintf(
            detail, DETAIL, "a view of mixed levels has %llu open edges, %llu inverted triangles, %llu T-junctions",
            (unsigned long long)sum.inner_open, (unsigned long long)sum.inverted, (unsigned long long)sum.t_junctions);
    return status;
}

twc_status twc_levels_check(twc_levels *levels, uint64_t seed, int plant, int *broken, char *detail)
{
    const size_t from = plant && levels->pending_count > 0 ? 1 : 0;
    *broken = 0;
    twc_status status = follow(levels, from);
    if (!status.code)
        status = differs_from_new(levels, broken, detail);
    if (!status.code && !*broken)
        status = stale(levels, from, broken, detail);
    if (!status.code && !*broken)
        status = open_somewhere(levels, seed, broken, detail);
    levels->pending_count = 0;
    levels->checks++;
    return status;
}
