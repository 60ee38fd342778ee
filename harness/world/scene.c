/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_buckets.h"

struct twc_scene {
    twc_rect tiles, chunks;
    pthread_rwlock_t lock; /* held for reading while references are taken, for writing while a group swaps */
    twc_built **slot;      /* row-major over chunks */
    uint64_t *node;        /* twc_fingerprint_* */
    size_t leaves;
    pthread_mutex_t pool_lock;
    twc_built *pool;
    const twc_world_table *kernels;
};

/* ---- chunks and their pool ---- */

/* Makes room in a chunk that nobody else sees; its old content is lost. */
static int make_room(twc_built *built, uint32_t capacity)
{
    if (built->mesh.triangle_capacity >= capacity)
        return 1;
    free(built->mesh.triangles);
    free(built->mesh.facets);
    built->mesh.triangles = malloc(capacity * sizeof *built->mesh.triangles);
    built->mesh.facets = malloc(capacity * sizeof *built->mesh.facets);
    int made = built->mesh.triangles && built->mesh.facets;
    built->mesh.triangle_capacity = built->mesh.facet_capacity = made ? capacity : 0;
    return made;
}

/* The same for its surface. */
static int make_surface_room(twc_built *built, uint32_t capacity)
{
    if (built->surface_capacity >= capacity)
        return 1;
    free(built->surface.faces);
    free(built->surface.vertices);
    built->surface.faces = malloc(capacity * sizeof *built->surface.faces);
    built->surface.vertices = malloc((size_t)capacity * 3 * TWC_VERTEX_BYTES);
    int made = built->surface.faces && built->surface.vertices;
    built->surface_capacity = made ? capacity : 0;
    return made;
}

static void delete_built(twc_built *built)
{
    free(built->mesh.triangles);
    free(built->mesh.facets);
    free(built->surface.faces);
    free(built->surface.vertices);
    twc_mesh_buckets_destroy(&built->buckets);
    free(built);
}

twc_built *twc_scene_take(twc_scene *scene, uint32_t capacity, int surfaces)
{
    pthread_mutex_lock(&scene->pool_lock);
    twc_built *built = scene->pool;
    if (built)
        scene->pool = built->next;
    pthread_mutex_unlock(&scene->pool_lock);
    if (!built)
        built = calloc(1, sizeof *built);
    if (built && (!make_room(built, capacity) || (surfaces && !make_surface_room(built, capacity)))) {
        delete_built(built);
        built = NULL;
    }
    if (built) {
        built->next = NULL;
        built->mesh.triangle_count = 0;
        built->mesh.facet_count = 0;
        twc_mesh_buckets_destroy(&built->buckets);
        memset(built->stage, 0, sizeof built->stage);
        atomic_store(&built->references, 1);
    }
    return built;
}

void twc_scene_release(twc_scene *scene, twc_built *built)
{
    if (!built || atomic_fetch_sub(&built->references, 1) != 1)
        return;
    pthread_mutex_lock(&scene->pool_lock);
    built->next = scene->pool;
    scene->pool = built;
    pthread_mutex_unlock(&scene->pool_lock);
}

/* ---- life ---- */

twc_status twc_scene_create(twc_rect tiles, const twc_world_table *kernels, twc_scene **out)
{
    twc_scene *scene = calloc(1, sizeof *scene);
    *out = NULL;
    if (!scene)
        return twc_fail(TWC_IO, "not enough memory for a scene");
    scene->tiles = tiles;
    scene->kernels = kernels;
    scene->chunks = (twc_rect){tiles.x * TWC_TILE_CHUNKS, tiles.z * TWC_TILE_CHUNKS, tiles.nx * TWC_TILE_CHUNKS,
                               tiles.nz * TWC_TILE_CHUNKS};
    scene->leaves = twc_fingerprint_leaves((size_t)tiles.nx * (size_t)tiles.nz);
    scene->slot = calloc((size_t)scene->chunks.nx * (size_t)scene->chunks.nz, sizeof *scene->slot);
    scene->node = calloc(2 * scene->leaves, sizeof *scene->node);
    pthread_rwlock_init(&scene->lock, NULL);
    pthread_mutex_init(&scene->pool_lock, NULL);
    twc_built *empty = scene->slot && scene->node ? twc_scene_take(scene, 1, 0) : NULL;
    if (!empty) {
        twc_scene_destroy(scene);
        return twc_fail(TWC_IO, "not enough memory for a scene of %d x %d tiles", tiles.nx, tiles.nz);
    }
    /* One empty chunk stands in every slot. */
    size_t count = (size_t)scene->chunks.nx * (size_t)scene->chunks.nz;
    kernels->mesh_stages(&empty->mesh, empty->stage);
    atomic_store(&empty->references, (int)count);
    for (size_t k = 0; k < count; k++)
        scene->slot[k] = empty;
    twc_fingerprint_build(scene->node, scene->leaves);
    *out = scene;
    return twc_ok();
}

void twc_scene_destroy(twc_scene *scene)
{
    if (!scene)
        return;
    if (scene->slot)
        for (size_t k = 0; k < (size_t)scene->chunks.nx * (size_t)scene->chunks.nz; k++)
            twc_scene_release(scene, scene->slot[k]);
    while (scene->pool) {
        twc_built *built = scene->pool;
        scene->pool = built->next;
        delete_built(built);
    }
    pthread_rwlock_destroy(&scene->lock);
    pthread_mutex_destroy(&scene->pool_lock);
    free(scene->slot);
    free(scene->node);
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

/* The fingerprint of a tile from its four chunks. */
static uint64_t tile_value(const twc_scene *scene, int32_t tile_x, int32_t tile_z)
{
    uint64_t value[TWC_TILE_CHUNKS * TWC_TILE_CHUNKS];
    for (int32_t k = 0; k < TWC_TILE_CHUNKS * TWC_TILE_CHUNKS; k++) {
        twc_point chunk = {tile_x * TWC_TILE_CHUNKS + k % TWC_TILE_CHUNKS,
                           tile_z * TWC_TILE_CHUNKS + k / TWC_TILE_CHUNKS};
        value[k] = twc_chunk_fingerprint(scene->slot[slot_index(scene, chunk)]->stage);
    }
    return twc_fingerprint_words(value, TWC_TILE_CHUNKS * TWC_TILE_CHUNKS);
}

static size_t tile_index(const twc_scene *scene, int32_t tile_x, int32_t tile_z)
{
    return (size_t)(tile_z - scene->tiles.z) * (size_t)scene->tiles.nx + (size_t)(tile_x - scene->tiles.x);
}

void twc_scene_swap(twc_scene *scene, size_t n, const twc_point *at, twc_built *const *built)
{
    pthread_rwlock_wrlock(&scene->lock);
    for (size_t k = 0; k < n; k++) {
        twc_built **slot = &scene->slot[slot_index(scene, at[k])];
        twc_built *old = *slot;
        *slot = built[k];
        twc_scene_release(scene, old);
    }
    for (size_t k = 0; k < n; k++) {
        int32_t tile_x = twc_floor_div(at[k].x, TWC_TILE_CHUNKS), tile_z = twc_floor_div(at[k].z, TWC_TILE_CHUNKS);
        twc_fingerprint_update(scene->node, scene->leaves, tile_index(scene, tile_x, tile_z),
                               tile_value(scene, tile_x, tile_z));
    }
    pthread_rwlock_unlock(&scene->lock);
}

void twc_scene_acquire(twc_scene *scene, size_t n, const twc_point *at, twc_built **built)
{
    pthread_rwlock_rdlock(&scene->lock);
    for (size_t k = 0; k < n; k++) {
        built[k] = scene->slot[slot_index(scene, at[k])];
        atomic_fetch_add(&built[k]->references, 1);
    }
    pthread_rwlock_unlock(&scene->lock);
}

/* ---- queries ---- */

/* The buckets of a chunk, made when they are not there yet. */
static twc_status need_buckets(twc_scene *scene, twc_built *built)
{
    twc_status status = twc_ok();
    pthread_mutex_lock(&scene->pool_lock);
    if (!built->buckets.start)
        status = twc_mesh_buckets_create(scene->kernels, &built->mesh, &built->buckets);
    pthread_mutex_unlock(&scene->pool_lock);
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
            status = need_buckets(scene, built[k]);
        if (!status.code)
            scene->kernels->buckets_find(&built[k]->mesh, &built[k]->buckets, 1, &point, &triangle, &y);
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
    pthread_rwlock_rdlock(&scene->lock);
    uint64_t value = scene->node[1];
    pthread_rwlock_unlock(&scene->lock);
    return value;
}

/* The first leaf below `node` whose value differs; nodes with equal values are not entered. */
static size_t first_difference(const twc_scene *a, const twc_scene *b, size_t node)
{
    while (node < a->leaves) {
        node *= 2;
        if (a->node[node] == b->node[node])
            node++;
    }
    return node - a->leaves;
}

int twc_scene_difference(twc_scene *a, twc_scene *b, twc_point *chunk, int *stage)
{
    if (a->node[1] == b->node[1])
        return 0;
    size_t tile = first_difference(a, b, 1);
    int32_t tile_x = a->tiles.x + (int32_t)(tile % (size_t)a->tiles.nx);
    int32_t tile_z = a->tiles.z + (int32_t)(tile / (size_t)a->tiles.nx);
    for (int32_t k = 0; k < TWC_TILE_CHUNKS * TWC_TILE_CHUNKS; k++) {
        *chunk = (twc_point){tile_x * TWC_TILE_CHUNKS + k % TWC_TILE_CHUNKS,
                             tile_z * TWC_TILE_CHUNKS + k / TWC_TILE_CHUNKS};
        const twc_built *one = a->slot[slot_index(a, *chunk)], *other = b->slot[slot_index(b, *chunk)];
        for (*stage = 0; *stage < TWC_STAGE_COUNT; (*stage)++)
            if (one->stage[*stage] != other->stage[*stage])
                return 1;
    }
    return 1;
}
