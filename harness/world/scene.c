/* SPDX-License-Identifier: MIT */
#include "twc/scene.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A built chunk and what its scene keeps about it. `built` comes first: one is found from the other. */
typedef struct scene_chunk {
    twc_built built;
    atomic_int references;
    uint32_t surface_capacity; /* triangles that the surface has room for */
    twc_buckets buckets; /* made by the first query of the chunk, under the pool's lock; start is NULL until then */
    struct scene_chunk *next; /* in the pool */
} scene_chunk;

struct twc_scene {
    twc_rect chunks;
    omp_lock_t lock;    /* held while references are taken, and while a group swaps */
    scene_chunk **slot; /* row-major over chunks */
    scene_chunk *empty; /* what stands where no chunk is built */
    twc_tree tree;
    omp_lock_t pool_lock;
    scene_chunk *pool;
    twc_builder builder;
};

static scene_chunk *chunk_of(twc_built *built)
{
    return (scene_chunk *)(void *)built;
}

/* ---- chunks and their pool ---- */

/* Makes room in a chunk that nobody else sees; its old content is lost. */
static int make_room(twc_mesh *mesh, uint32_t capacity)
{
    if (mesh->triangle_capacity >= capacity)
        return 1;
    free(mesh->triangles);
    free(mesh->facets);
    mesh->triangles = malloc(capacity * sizeof *mesh->triangles);
    mesh->facets = malloc(capacity * sizeof *mesh->facets);
    int made = mesh->triangles && mesh->facets;
    mesh->triangle_capacity = mesh->facet_capacity = made ? capacity : 0;
    return made;
}

/* The same for its surface. */
static int make_surface_room(scene_chunk *c, uint32_t capacity)
{
    if (c->surface_capacity >= capacity)
        return 1;
    free(c->built.surface.faces);
    free(c->built.surface.vertices);
    c->built.surface.faces = malloc(capacity * sizeof *c->built.surface.faces);
    c->built.surface.vertices = malloc((size_t)capacity * 3 * TWC_VERTEX_BYTES);
    int made = c->built.surface.faces && c->built.surface.vertices;
    c->surface_capacity = made ? capacity : 0;
    return made;
}

static void drop_buckets(scene_chunk *c)
{
    free(c->buckets.start);
    free(c->buckets.item);
    memset(&c->buckets, 0, sizeof c->buckets);
}

static void delete_chunk(scene_chunk *c)
{
    free(c->built.mesh.triangles);
    free(c->built.mesh.facets);
    free(c->built.surface.faces);
    free(c->built.surface.vertices);
    drop_buckets(c);
    free(c);
}

static scene_chunk *take_chunk(twc_scene *scene, uint32_t capacity, int surfaces)
{
    omp_set_lock(&scene->pool_lock);
    scene_chunk *c = scene->pool;
    if (c)
        scene->pool = c->next;
    omp_unset_lock(&scene->pool_lock);
    if (!c)
        c = calloc(1, sizeof *c);
    if (c && (!make_room(&c->built.mesh, capacity) || (surfaces && !make_surface_room(c, capacity)))) {
        delete_chunk(c);
        c = NULL;
    }
    if (c) {
        c->next = NULL;
        c->built.mesh.triangle_count = 0;
        c->built.mesh.facet_count = 0;
        drop_buckets(c);
        memset(c->built.stage, 0, sizeof c->built.stage);
        atomic_store(&c->references, 1);
    }
    return c;
}

twc_built *twc_scene_take(twc_scene *scene, uint32_t capacity, int surfaces)
{
    scene_chunk *c = take_chunk(scene, capacity, surfaces);
    return c ? &c->built : NULL;
}

static void release_chunk(twc_scene *scene, scene_chunk *c)
{
    if (!c || atomic_fetch_sub(&c->references, 1) != 1)
        return;
    omp_set_lock(&scene->pool_lock);
    c->next = scene->pool;
    scene->pool = c;
    omp_unset_lock(&scene->pool_lock);
}

void twc_scene_release(twc_scene *scene, twc_built *built)
{
    release_chunk(scene, chunk_of(built));
}

/* ---- life ---- */

twc_status twc_scene_create(twc_rect tiles, twc_builder builder, twc_scene **out)
{
    twc_scene *scene = calloc(1, sizeof *scene);
    *out = NULL;
    if (!scene)
        return twc_fail(TWC_IO, "not enough memory for a scene");
    scene->builder = builder;
    scene->chunks = (twc_rect){tiles.x * TWC_TILE_CHUNKS, tiles.z * TWC_TILE_CHUNKS, tiles.nx * TWC_TILE_CHUNKS,
                               tiles.nz * TWC_TILE_CHUNKS};
    scene->slot = calloc((size_t)scene->chunks.nx * (size_t)scene->chunks.nz, sizeof *scene->slot);
    omp_init_lock(&scene->lock);
    omp_init_lock(&scene->pool_lock);
    scene_chunk *empty = scene->slot ? take_chunk(scene, 1, 0) : NULL;
    if (empty) { /* it stands in every slot */
        size_t count = (size_t)scene->chunks.nx * (size_t)scene->chunks.nz;
        builder.world->mesh_stages(&empty->built.mesh, empty->built.stage);
        atomic_store(&empty->references, (int)count + 1);
        scene->empty = empty;
        for (size_t k = 0; k < count; k++)
            scene->slot[k] = empty;
    }
    if (!empty || twc_tree_create(tiles, empty->built.stage, &scene->tree).code) {
        twc_scene_destroy(scene);
        return twc_fail(TWC_IO, "not enough memory for a scene of %d x %d tiles", tiles.nx, tiles.nz);
    }
    *out = scene;
    return twc_ok();
}

void twc_scene_destroy(twc_scene *scene)
{
    if (!scene)
        return;
    if (scene->slot)
        for (size_t k = 0; k < (size_t)scene->chunks.nx * (size_t)scene->chunks.nz; k++)
            release_chunk(scene, scene->slot[k]);
    release_chunk(scene, scene->empty);
    while (scene->pool) {
        scene_chunk *c = scene->pool;
        scene->pool = c->next;
        delete_chunk(c);
    }
    omp_destroy_lock(&scene->lock);
    omp_destroy_lock(&scene->pool_lock);
    free(scene->slot);
    twc_tree_destroy(&scene->tree);
    free(scene);
}

twc_rect twc_scene_chunks(const twc_scene *scene)
{
    return scene->chunks;
}

/* ---- groups ---- */

static size_t slot_index(const twc_scene *scene, twc_point chunk)
{
    return (size_t)(chunk.z - scene->chunks.z) * (size_t)scene->chunks.nx + (size_t)(chunk.x - scene->chunks.x);
}

void twc_scene_swap(twc_scene *scene, size_t n, const twc_point *at, twc_built *const *built)
{
    omp_set_lock(&scene->lock);
    for (size_t k = 0; k < n; k++) {
        scene_chunk **slot = &scene->slot[slot_index(scene, at[k])], *old = *slot;
        *slot = chunk_of(built[k]);
        release_chunk(scene, old);
        twc_tree_set_chunk(&scene->tree, at[k], built[k]->stage);
    }
    omp_unset_lock(&scene->lock);
}

void twc_scene_drop(twc_scene *scene, size_t n, const twc_point *at)
{
    omp_set_lock(&scene->lock);
    for (size_t k = 0; k < n; k++) {
        scene_chunk **slot = &scene->slot[slot_index(scene, at[k])], *old = *slot;
        *slot = scene->empty;
        atomic_fetch_add(&scene->empty->references, 1);
        release_chunk(scene, old);
    }
    omp_unset_lock(&scene->lock);
}

void twc_scene_acquire(twc_scene *scene, size_t n, const twc_point *at, twc_built **built)
{
    omp_set_lock(&scene->lock);
    for (size_t k = 0; k < n; k++) {
        scene_chunk *c = scene->slot[slot_index(scene, at[k])];
        atomic_fetch_add(&c->references, 1);
        built[k] = &c->built;
    }
    omp_unset_lock(&scene->lock);
}

/* ---- queries ---- */

static twc_status make_buckets(twc_builder builder, scene_chunk *c)
{
    const twc_chunk_request request = {.chunks = {0, 0, 1, 1}, .stages = TWC_BUILD_BUCKETS};
    const twc_chunk_room room = twc_chunk_room_of(&request, &c->built.mesh, 0);
    c->buckets.start = malloc(room.bucket_starts * sizeof *c->buckets.start);
    c->buckets.item = malloc((room.items + 1) * sizeof *c->buckets.item);
    twc_status status = c->buckets.start && c->buckets.item
                            ? twc_chunks_build(builder, &request, NULL,
                                               &(twc_chunks){&c->built.mesh, NULL, &c->buckets})
                            : twc_fail(TWC_IO, "not enough memory for the buckets of a chunk");
    if (status.code)
        drop_buckets(c);
    return status;
}

/* The buckets of a chunk, made when they are not there yet. */
static twc_status need_buckets(twc_scene *scene, scene_chunk *c)
{
    twc_status status = twc_ok();
    omp_set_lock(&scene->pool_lock);
    if (!c->buckets.start)
        status = make_buckets(scene->builder, c);
    omp_unset_lock(&scene->pool_lock);
    return status;
}

twc_status twc_scene_height(twc_scene *scene, twc_point point, float *height, int *found)
{
    enum { AROUND = 3 };
    twc_point at[AROUND * AROUND];
    twc_built *built[AROUND * AROUND];
    size_t n = 0;
    twc_status status = twc_ok();
    *found = 0;
    /* A triangle reaches at most 112.64 m beyond the chunk of its centroid: only the eight around can have one here. */
    for (int32_t dz = -1; dz <= 1; dz++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            twc_point chunk = {twc_floor_div(point.x, TWC_CHUNK_CM) + dx, twc_floor_div(point.z, TWC_CHUNK_CM) + dz};
            if (chunk.x >= scene->chunks.x && chunk.x < scene->chunks.x + scene->chunks.nx &&
                chunk.z >= scene->chunks.z && chunk.z < scene->chunks.z + scene->chunks.nz)
                at[n++] = chunk;
        }
    }
    twc_scene_acquire(scene, n, at, built);
    for (size_t k = 0; k < n; k++) {
        int64_t triangle = -1;
        float y = 0.0f;
        if (!status.code)
            status = need_buckets(scene, chunk_of(built[k]));
        if (!status.code)
            scene->builder.world->buckets_find(&built[k]->mesh, &chunk_of(built[k])->buckets, 1, &point, &triangle, &y);
        if (triangle >= 0) {
            *height = !*found || y > *height ? y : *height;
            *found = 1;
        }
        twc_scene_release(scene, built[k]);
    }
    return status;
}

/* ---- fingerprints ---- */

uint64_t twc_scene_fingerprint(twc_scene *scene)
{
    omp_set_lock(&scene->lock);
    uint64_t value = scene->tree.value[1];
    omp_unset_lock(&scene->lock);
    return value;
}

twc_status twc_scene_tree(twc_scene *scene, twc_tree *tree)
{
    omp_set_lock(&scene->lock);
    twc_status status = twc_tree_copy(&scene->tree, tree);
    omp_unset_lock(&scene->lock);
    return status;
}

twc_status twc_scene_compare(twc_scene *a, twc_scene *b, twc_tree_difference *difference)
{
    twc_tree one, other;
    twc_status status = twc_scene_tree(a, &one);
    if (status.code)
        return status;
    status = twc_scene_tree(b, &other);
    if (!status.code)
        status = twc_tree_compare(&one, twc_tree_read, &other, difference);
    twc_tree_destroy(&one);
    twc_tree_destroy(&other);
    return status;
}
