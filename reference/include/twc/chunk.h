/* SPDX-License-Identifier: MIT */
/*
 * The pipeline of a chunk: its stages in order, what an implementation brings for each, and the one
 * function that builds chunks through them. Nobody else calls a stage.
 *
 * Nothing here allocates. Ask twc_chunk_room_of what every chunk needs and twc_chunks_workspace for the rest, bring the
 * memory, and build. A request names its stages; what it reads of a stage that it does not name is there already. So
 * one call builds a chunk from heights to buckets, with memory for the worst case; or the mesh is built first, and then
 * what depends on it, with exactly the memory that this mesh needs.
 *
 * Another stage is one entry in each list: in twc_chunk_stage, in the tables of the builders (chunk/builder.c of both
 * libraries), and, where it leaves something in a chunk, in twc_chunks and twc_chunk_room_of.
 */
#ifndef TWC_CHUNK_H
#define TWC_CHUNK_H

#include "twc/feature.h"
#include "twc/surface.h"
#include "twc/world_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- stages ----------------------------------------------------------------------------------------------- */

/* In the order in which they are built. */
typedef enum twc_chunk_stage {
    TWC_CHUNK_GROUND,   /* the mesh: triangles of the ground and their facets (twc_ground_table.chunk) */
    TWC_CHUNK_FEATURES, /* the mesh with features cut in (twc/feature.h); the ground is made on the way */
    TWC_CHUNK_SURFACE,  /* faces and vertices of the mesh (twc/surface.h) */
    TWC_CHUNK_BUCKETS,  /* of the query of the mesh (twc/buckets.h) */
    TWC_CHUNK_STAGES
} twc_chunk_stage;

/* Sets of stages. */
enum {
    TWC_BUILD_GROUND = 1 << TWC_CHUNK_GROUND,
    TWC_BUILD_FEATURES = 1 << TWC_CHUNK_FEATURES,
    TWC_BUILD_SURFACE = 1 << TWC_CHUNK_SURFACE,
    TWC_BUILD_BUCKETS = 1 << TWC_CHUNK_BUCKETS,
    TWC_BUILD_MESH = TWC_BUILD_GROUND | TWC_BUILD_FEATURES, /* what writes the mesh; the others read it */
    TWC_BUILD_ALL = (1 << TWC_CHUNK_STAGES) - 1
};

/* "ground", "features", ... */
const char *twc_chunk_stage_name(twc_chunk_stage stage);

/* ---- what is asked for ------------------------------------------------------------------------------------ */

typedef enum twc_schedule { TWC_STATIC, TWC_DYNAMIC, TWC_GUIDED } twc_schedule;

typedef struct twc_build_options {
    int fine_only;         /* treat every macro cell as Fine */
    int threads;           /* >= 1; the reference has one */
    twc_schedule schedule; /* of chunks over threads: never changes a bit of the result */
} twc_build_options;

typedef struct twc_chunk_request {
    const twc_world *world;
    twc_rect chunks; /* within the world's extent */
    unsigned stages; /* TWC_BUILD_... */
    /*
     * With TWC_BUILD_FEATURES: in ascending (priority, id), footprints apart. Without any near a chunk, its mesh is
     * that of the ground alone.
     */
    twc_feature_list features;
    double water; /* with TWC_BUILD_SURFACE: level of standing water in metres; for none, one below all ground */
    twc_build_options options;
} twc_chunk_request;

/* ---- what is built ---------------------------------------------------------------------------------------- */

/* Arrays of one entry a chunk of the request, row-major, each with memory of its own as twc_chunk_room_of says. */
typedef struct twc_chunks {
    twc_mesh *mesh;
    twc_chunk_surface *surface; /* NULL unless asked for */
    twc_buckets *buckets;       /* NULL unless asked for */
} twc_chunks;

/* The memory of one chunk, in entries of its arrays. */
typedef struct twc_chunk_room {
    uint32_t triangles, facets;  /* the mesh's capacities; the surface has as many faces as there are facets */
    size_t vertex_bytes;         /* of the surface */
    size_t bucket_starts, items; /* of the buckets; 0 unless asked for */
} twc_chunk_room;

enum {
    /*
     * No side of a triangle is longer than 112.64 m along an axis (docs/guarantees.md), so that it meets at most 30
     * buckets along each, and a chunk's triangles reach no farther beyond the chunk, which makes 90.
     */
    TWC_TRIANGLE_BUCKETS = 30 * 30,
    TWC_CHUNK_BUCKETS_MAX = 90 * 90
};

/*
 * The room that chunk k of a request needs. Where the request builds the mesh it is a bound that holds whatever the
 * heights are, and for buckets a generous one: 3 MB a chunk. Where the mesh is there already it is exact, and only then
 * is `meshes` read.
 */
twc_chunk_room twc_chunk_room_of(const twc_chunk_request *request, const twc_mesh *meshes, size_t k);

/* ---- who builds ------------------------------------------------------------------------------------------- */

typedef struct twc_builder twc_builder;

/* One stage of an implementation. */
typedef struct twc_stage_builder {
    /* Bytes of workspace, where a mesh has at most so many facets. NULL: none. */
    size_t (*workspace)(const twc_chunk_request *request, uint32_t facets);
    /* Builds the stage of all chunks. Checks first what it depends on, and then writes nothing where that is wrong. */
    twc_status (*build)(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                        const twc_chunks *chunks);
} twc_stage_builder;

/* An implementation: its stages, and the kernels they are made of. */
struct twc_builder {
    const char *name;               /* "reference", or the level's */
    int level;                      /* twc_level of the fast library; the reference has -1 */
    const twc_ground_table *ground; /* NULL, like the other tables: not usable on this machine */
    const twc_surface_table *surface;
    const twc_world_table *world;
    const twc_stage_builder *stage; /* TWC_CHUNK_STAGES */
};

/* The reference; the fast library's are twc_fast_builder (twc/fast.h). */
twc_builder twc_reference_builder(void);

/*
 * Bytes of workspace for a request, to be aligned to 64 bytes. `meshes` is read where the request does not build them.
 */
size_t twc_chunks_workspace(twc_builder builder, const twc_chunk_request *request, const twc_mesh *meshes);

/*
 * Builds. Fails when the request makes no sense, chunks or extent are out of range, features are out of order or
 * overlap, an array is missing or a mesh too small, a mesh that is given cannot be one of its chunk, or a thread does
 * not compute as the specification demands (twc_environment_check). A stage that refuses what it is given writes
 * nothing; what the stages before it wrote stays.
 */
twc_status twc_chunks_build(twc_builder builder, const twc_chunk_request *request, void *workspace,
                            const twc_chunks *chunks);

#ifdef __cplusplus
}
#endif
#endif
