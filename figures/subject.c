/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"

/* ---- windows ------------------------------------------------------------------------------------------------ */

twc_status twc_window_check(const twc_world *world, twc_rect window)
{
    twc_rect e = world->extent;
    int64_t west = (int64_t)e.x * TWC_TILE_CM, north = (int64_t)e.z * TWC_TILE_CM;
    int64_t east = west + (int64_t)e.nx * TWC_TILE_CM, south = north + (int64_t)e.nz * TWC_TILE_CM;
    if (window.nx <= 0 || window.nz <= 0)
        return twc_fail(TWC_USAGE, "the window is empty");
    if ((int64_t)window.x + window.nx <= west || window.x >= east || (int64_t)window.z + window.nz <= north ||
        window.z >= south)
        return twc_fail(TWC_USAGE, "the window is outside the world, which spans x %g to %g m, z %g to %g m",
                        (double)west / 100, (double)east / 100, (double)north / 100, (double)south / 100);
    return twc_ok();
}

twc_rect twc_window_chunks(const twc_world *world, twc_rect window)
{
    twc_rect all = twc_world_chunks(world);
    int32_t west = twc_clamp(twc_floor_div(window.x, TWC_CHUNK_CM) - 1, all.x, all.x + all.nx - 1);
    int32_t north = twc_clamp(twc_floor_div(window.z, TWC_CHUNK_CM) - 1, all.z, all.z + all.nz - 1);
    int32_t east = twc_clamp(twc_floor_div(window.x + window.nx, TWC_CHUNK_CM) + 1, all.x, all.x + all.nx - 1);
    int32_t south = twc_clamp(twc_floor_div(window.z + window.nz, TWC_CHUNK_CM) + 1, all.z, all.z + all.nz - 1);
    return (twc_rect){west, north, east - west + 1, south - north + 1};
}

/* ---- layers ------------------------------------------------------------------------------------------------- */

static size_t layer_count(const twc_layer *layer)
{
    return (size_t)layer->meshes.chunks.nx * (size_t)layer->meshes.chunks.nz;
}

static void layer_destroy(twc_layer *layer)
{
    twc_meshes_destroy(&layer->meshes);
    free(layer->surfaces);
    free(layer->memory);
    memset(layer, 0, sizeof *layer);
}

/* Memory for the faces and vertices of the built meshes, and the faces themselves. */
static twc_status layer_faces(const twc_subject_source *source, const twc_subject *subject, twc_layer *layer)
{
    size_t count = layer_count(layer), faces = 0, vertices = 0;
    uint32_t most = 0;
    for (size_t k = 0; k < count; k++) {
        const twc_mesh *mesh = &layer->meshes.mesh[k];
        faces += mesh->facet_count;
        vertices += (size_t)3 * TWC_VERTEX_BYTES * mesh->triangle_count;
        most = mesh->facet_count > most ? mesh->facet_count : most;
    }
    size_t size = source->builder.fast ? twc_fast_surface_workspace(most, source->threads)
                                       : twc_reference_surface_workspace(most);
    void *workspace = twc_aligned_alloc(size);
    layer->surfaces = calloc(count, sizeof *layer->surfaces);
    layer->memory = malloc(faces * sizeof(twc_surface_face) + vertices);
    if (!workspace || !layer->surfaces || !layer->memory) {
        free(workspace);
        return twc_fail(TWC_IO, "not enough memory for the faces of %d x %d chunks", subject->chunks.nx,
                        subject->chunks.nz);
    }
    twc_surface_face *face = layer->memory;
    uint8_t *vertex = (uint8_t *)(face + faces);
    for (size_t k = 0; k < count; k++) {
        layer->surfaces[k] = (twc_chunk_surface){face, vertex};
        face += layer->meshes.mesh[k].facet_count;
        vertex += (size_t)3 * TWC_VERTEX_BYTES * layer->meshes.mesh[k].triangle_count;
    }
    const twc_build_options options = {0, source->threads, TWC_DYNAMIC};
    twc_status status = source->builder.fast
                            ? twc_fast_surface_build(source->builder.level, subject->world, subject->water,
                                                     subject->chunks, options, workspace, layer->meshes.mesh,
                                                     layer->surfaces)
                            : twc_reference_surface_build(subject->world, subject->water, subject->chunks, options,
                                                          workspace, layer->meshes.mesh, layer->surfaces);
    free(workspace);
    return status;
}

static twc_status layer_create(const twc_subject_source *source, const twc_subject *subject, int fine_only,
                               unsigned parts, twc_layer *layer)
{
    const twc_build_options options = {fine_only, source->threads, TWC_DYNAMIC};
    const int roads = !fine_only && parts & TWC_SUBJECT_ROADS && source->features.count > 0;
    twc_status status = roads ? twc_feature_meshes_create(source->features, subject->chunks, source->threads,
                                                          &layer->meshes)
                              : twc_meshes_create(subject->chunks, source->threads, &layer->meshes);
    if (!status.code)
        status = roads ? twc_feature_meshes_build(subject->world, source->features, source->builder, options,
                                                  &layer->meshes)
                       : twc_meshes_build(subject->world, source->builder, options, &layer->meshes);
    if (!status.code && parts & TWC_SUBJECT_FACES)
        status = layer_faces(source, subject, layer);
    return status;
}

/* ---- subjects ------------------------------------------------------------------------------------------------- */

twc_status twc_subject_create(const twc_subject_source *source, unsigned parts, twc_choose *choose,
                              twc_subject *subject)
{
    twc_status status = twc_ok();
    *subject = (twc_subject){
        .source = source, .world = source->world, .water = source->water, .window = source->window};
    if (parts & TWC_SUBJECT_WINDOW) {
        if (!subject->window.nx)
            status = choose(source, &subject->window);
        if (!status.code)
            status = twc_window_check(subject->world, subject->window);
    }
    if (status.code || !(parts & (TWC_SUBJECT_WINDOW | TWC_SUBJECT_WORLD)))
        return status;
    subject->chunks = parts & TWC_SUBJECT_WORLD ? twc_world_chunks(subject->world)
                                                : twc_window_chunks(subject->world, subject->window);
    status = layer_create(source, subject, 0, parts, &subject->ground);
    if (!status.code)
        status = layer_create(source, subject, 1, parts, &subject->fine);
    if (!status.code && parts & TWC_SUBJECT_NATURAL)
        status = layer_create(source, subject, 0, parts & ~(unsigned)TWC_SUBJECT_ROADS, &subject->natural);
    if (status.code)
        twc_subject_destroy(subject);
    return status;
}

void twc_subject_destroy(twc_subject *subject)
{
    layer_destroy(&subject->ground);
    layer_destroy(&subject->fine);
    layer_destroy(&subject->natural);
}

/* ---- what figures ask --------------------------------------------------------------------------------------- */

float *twc_subject_heights(const twc_subject *subject, twc_rect samples)
{
    size_t count = (size_t)samples.nx * (size_t)samples.nz;
    uint16_t *raw = malloc(count * sizeof *raw);
    float *heights = malloc(count * sizeof *heights);
    if (raw && heights) {
        twc_reference_ground()->samples(subject->world, samples, raw);
        for (size_t k = 0; k < count; k++)
            heights[k] = twc_sample_height(raw[k]);
    } else {
        free(heights);
        heights = NULL;
    }
    free(raw);
    return heights;
}

uint8_t *twc_world_classes(const twc_world *world, twc_rect macros)
{
    uint8_t *classes = malloc((size_t)macros.nx * (size_t)macros.nz);
    if (classes)
        twc_reference_ground()->classes(world, macros, classes);
    return classes;
}

twc_mesh_list twc_layer_list(const twc_layer *layer)
{
    return (twc_mesh_list){layer->meshes.mesh, layer->surfaces, layer_count(layer)};
}

int twc_subject_wet(const twc_subject *subject, double x_cm, double z_cm)
{
    const double *lake = subject->source->lake;
    return subject->water > TWC_NO_WATER &&
           (lake[2] <= 0 || hypot(x_cm / 100 - lake[0], z_cm / 100 - lake[1]) <= lake[2]);
}

twc_status twc_subject_extent(const twc_subject *subject, twc_rect *window)
{
    enum { MOST_TILES = 400 };
    twc_rect extent = subject->world->extent;
    if (extent.nx > MOST_TILES || extent.nz > MOST_TILES)
        return twc_fail(TWC_USAGE, "a map of %d x %d tiles is too large, the limit is %d: import or build a part of it",
                        extent.nx, extent.nz, MOST_TILES);
    *window = (twc_rect){extent.x * TWC_TILE_CM, extent.z * TWC_TILE_CM, extent.nx * TWC_TILE_CM,
                         extent.nz * TWC_TILE_CM};
    return twc_ok();
}
