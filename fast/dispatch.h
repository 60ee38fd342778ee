/* SPDX-License-Identifier: MIT */
/*
 * What a level is made of: the tables of the contract's stages and the parts of builds, all compiled with its
 * instructions. For the files of fast/ that are built once. The tables themselves are written by
 * cmake/twc_kernels.cmake.
 */
#ifndef TWC_FAST_DISPATCH_H
#define TWC_FAST_DISPATCH_H

#include "twc/fast.h"
#include "twc/overlay.h"

/* What the parts work on, each of its stage: this table knows of them that there are such, and includes no stage. */
typedef struct twc_block_workspace twc_block_workspace; /* ground/ground.h */
typedef struct twc_surface_work twc_surface_work;       /* surface/surface.h */
typedef struct twc_bounds twc_bounds;                   /* and the next: surface/raster.h */
typedef struct twc_picture twc_picture;
typedef struct twc_tile_rect twc_tile_rect;
typedef struct twc_tile_work twc_tile_work;
typedef struct fast_work fast_work; /* and the next: cut/work.h */
typedef struct fast_pair fast_pair;

/* What the builds ask of a level and no contract names: it works on the fast library's own structures. */
typedef struct twc_parts_table {
    /* ground/build_block.c: the chunks of one block; meshes[] is that of the whole rectangle `chunks`. */
    void (*build_block)(const twc_world *world, int fine_only, twc_rect chunks, twc_rect part,
                        twc_block_workspace *work, twc_mesh *meshes);

    /* surface/build_chunk.c: the surface of one built chunk; `scratch` as `ranks` takes it. */
    void (*surface_chunk)(const twc_world *world, double water, twc_surface_work *work, void *scratch,
                          const twc_mesh *mesh, twc_chunk_surface *surface);

    /* surface/project.c: slots, bounds, shades and casters of triangles first .. last - 1. */
    void (*raster_setup)(twc_picture *picture, uint32_t first, uint32_t last);

    /* surface/tile.c: those of triangles 0 .. n - 1 that touch rows first .. last; returns how many. */
    uint32_t (*raster_list)(const twc_bounds *bounds, uint32_t n, int32_t first, int32_t last, uint32_t *list);

    /* surface/tile.c: draws the listed triangles (ascending) into a tile. */
    void (*raster_tile)(const twc_picture *picture, twc_tile_rect tile, const uint32_t *list, uint32_t count,
                        twc_tile_work *work);

    /* surface/shade.c: lights a drawn tile and writes its pixels. */
    void (*raster_light)(const twc_picture *picture, twc_tile_rect tile, twc_tile_work *work);

    /*
     * cut/candidates.c: writes pairs of segment and edge that may meet (some more than once), by segment; of line and
     * hot point that may meet, by hot point. They return how many, or SIZE_MAX when there is no room.
     */
    size_t (*candidate_crossings)(const fast_work *w, fast_pair *out, size_t room);
    size_t (*candidate_bends)(const fast_work *w, fast_pair *out, size_t room);

    /* overlay/faces.c: as the contract's table of the stage says. */
    twc_overlay_result (*overlay_faces)(const twc_overlay_request *request, twc_overlay_faces *out);
} twc_parts_table;

typedef struct twc_level_table {
    twc_ground_table ground;
    twc_surface_table surface;
    twc_world_table world;
    twc_land_table land;
    twc_detail_table detail;
    twc_grid_table grid;
    twc_tower_table tower;
    twc_parts_table parts;
} twc_level_table;

/* By twc_level; NULL for a level that this build does not have. */
extern const twc_level_table *const twc_level_tables[TWC_LEVEL_COUNT];

/* NULL when the level is not usable. */
const twc_level_table *twc_level_table_of(twc_level level);

/* ground/build.c: the omp_sched_t of a schedule. */
int twc_fast_schedule(twc_schedule schedule);

#endif
