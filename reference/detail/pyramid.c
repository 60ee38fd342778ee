/* SPDX-License-Identifier: MIT */
/*
 * Samples of coarser levels and the ground's vertices at chunk corners, made and kept up to date. Spec detail 2, 8; no
 * twin: takes the kernels of either library; test tests/detail/test_pyramid.c.
 */
#include "common/assertion.h"
#include "detail/build.h"

#include <string.h>

/* ---- where it lies ---- */

int twc_detail_within(const twc_world *world, int32_t level, int32_t x, int32_t z)
{
    const twc_rect all = twc_world_chunks(world);
    const int64_t side = (int64_t)1 << level, x0 = x * side, z0 = z * side;
    return x0 >= all.x && z0 >= all.z && x0 + side <= (int64_t)all.x + all.nx && z0 + side <= (int64_t)all.z + all.nz;
}

/* The coarsest level of which a chunk lies within the extent: its first that begins there ends there. */
int32_t twc_detail_levels(const twc_world *world)
{
    const twc_rect all = twc_world_chunks(world);
    int32_t level = 0;
    while (level < TWC_DETAIL_LEVELS) {
        const int32_t side = 2 << level;
        if (!twc_detail_within(world, level + 1, -twc_floor_div(-all.x, side), -twc_floor_div(-all.z, side)))
            break;
        level++;
    }
    return level;
}

/* Samples first..last become floor(first / 2)..ceil(last / 2). */
static twc_rect halved(twc_rect rect)
{
    const int32_t x = twc_floor_div(rect.x, 2), z = twc_floor_div(rect.z, 2);
    return (twc_rect){x, z, -twc_floor_div(-(rect.x + rect.nx - 1), 2) - x + 1,
                      -twc_floor_div(-(rect.z + rect.nz - 1), 2) - z + 1};
}

static size_t count_of(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

/* Vertices of a level's chunks that lie within `chunks`, those of level 0. */
static twc_rect vertices_of(twc_rect chunks, int32_t level)
{
    const int32_t side = 1 << level, x = -twc_floor_div(-chunks.x, side), z = -twc_floor_div(-chunks.z, side);
    return (twc_rect){x * TWC_CHUNK_CELLS, z * TWC_CHUNK_CELLS,
                      (twc_floor_div(chunks.x + chunks.nx, side) - x) * TWC_CHUNK_CELLS + 1,
                      (twc_floor_div(chunks.z + chunks.nz, side) - z) * TWC_CHUNK_CELLS + 1};
}

static size_t macro_corners(const twc_pyramid *pyramid)
{
    return ((size_t)pyramid->macros.nx + 1) * ((size_t)pyramid->macros.nz + 1);
}

static twc_pyramid plan(const twc_world *world)
{
    const twc_rect chunks = twc_world_chunks(world);
    twc_pyramid pyramid = {.levels = twc_detail_levels(world)};
    pyramid.rect[0] = twc_world_samples(world);
    for (int32_t level = 1; level <= pyramid.levels; level++)
        pyramid.rect[level] = halved(pyramid.rect[level - 1]);
    pyramid.corners = (twc_rect){chunks.x, chunks.z, chunks.nx + 1, chunks.nz + 1};
    pyramid.macros = twc_world_macros(world);
    for (int32_t level = 1; level <= pyramid.levels; level++)
        pyramid.vertices[level] = vertices_of(chunks, level);
    return pyramid;
}

size_t twc_pyramid_bytes(const twc_world *world)
{
    const twc_pyramid pyramid = plan(world);
    size_t bytes = count_of(pyramid.corners) * sizeof(twc_vertex) + macro_corners(&pyramid) * sizeof(float) +
                   count_of(pyramid.macros);
    for (int32_t level = 1; level <= pyramid.levels; level++)
        bytes += count_of(pyramid.vertices[level]) * sizeof(float) + count_of(pyramid.rect[level]) * sizeof(uint16_t);
    return bytes;
}

void twc_pyramid_place(const twc_world *world, void *memory, twc_pyramid *pyramid)
{
    *pyramid = plan(world);
    pyramid->anchor = memory;
    pyramid->broad = (float *)(pyramid->anchor + count_of(pyramid->corners));
    float *height = pyramid->broad + macro_corners(pyramid);
    for (int32_t level = 1; level <= pyramid->levels; level++) {
        pyramid->height[level] = height;
        height += count_of(pyramid->vertices[level]);
    }
    uint16_t *at = (uint16_t *)(void *)height;
    for (int32_t level = 1; level <= pyramid->levels; level++) {
        pyramid->sample[level] = at;
        at += count_of(pyramid->rect[level]);
    }
    pyramid->diagonal = (uint8_t *)at;
}

twc_pyramid_change twc_pyramid_all(const twc_world *world)
{
    return (twc_pyramid_change){twc_world_samples(world), twc_world_macros(world)};
}

/* ---- samples ---- */

void twc_reference_level_samples(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                                 int32_t level, twc_rect window, uint16_t *out)
{
    if (level == 0) {
        kernels->ground->samples(world, window, out);
        return;
    }
    const twc_rect rect = pyramid->rect[level];
    for (int32_t j = 0; j < window.nz; j++) {
        const int32_t z = twc_clamp(window.z + j, rect.z, rect.z + rect.nz - 1);
        const uint16_t *row = pyramid->sample[level] + (ptrdiff_t)(z - rect.z) * rect.nx - rect.x;
        for (int32_t i = 0; i < window.nx; i++)
            out[(ptrdiff_t)j * window.nx + i] = row[twc_clamp(window.x + i, rect.x, rect.x + rect.nx - 1)];
    }
}

/* Part of a level from the one below, through a window that no sample of it is read beyond. */
static void halve_part(const twc_detail_kernels *kernels, const twc_world *world, int32_t level, twc_rect part,
                       twc_detail_work *work, twc_pyramid *pyramid)
{
    const twc_rect around = {2 * part.x - 1, 2 * part.z - 1, 2 * part.nx + 1, 2 * part.nz + 1};
    const twc_rect rect = pyramid->rect[level];
    const twc_samples from = {around, work->samples};
    TWC_ASSERT(part.nx <= TWC_DETAIL_PART && part.nz <= TWC_DETAIL_PART);
    twc_reference_level_samples(kernels, world, pyramid, level - 1, around, work->samples);
    kernels->detail->halve(&from, part, work->halved);
    for (int32_t j = 0; j < part.nz; j++)
        memcpy(pyramid->sample[level] + (ptrdiff_t)(part.z + j - rect.z) * rect.nx + (part.x - rect.x),
               work->halved + (ptrdiff_t)j * part.nx, (size_t)part.nx * sizeof(uint16_t));
}

/* The part of a rectangle that lies within another; empty where there is none. */
static twc_rect within(twc_rect rect, twc_rect all)
{
    const int32_t x0 = twc_clamp(rect.x, all.x, all.x + all.nx), z0 = twc_clamp(rect.z, all.z, all.z + all.nz);
    const int32_t x1 = twc_clamp(rect.x + rect.nx, all.x, all.x + all.nx);
    const int32_t z1 = twc_clamp(rect.z + rect.nz, all.z, all.z + all.nz);
    return (twc_rect){x0, z0, x1 - x0, z1 - z0};
}

/* The samples of the next level that read one of `changed`. */
static twc_rect reached(twc_rect changed, twc_rect level)
{
    const int32_t x = -twc_floor_div(1 - changed.x, 2), z = -twc_floor_div(1 - changed.z, 2);
    return within((twc_rect){x, z, twc_floor_div(changed.x + changed.nx, 2) - x + 1,
                             twc_floor_div(changed.z + changed.nz, 2) - z + 1},
                  level);
}

twc_detail_reach twc_detail_reach_of(const twc_pyramid *pyramid, twc_pyramid_change change)
{
    twc_detail_reach reach = {.macros = change.macros};
    reach.samples[0] = change.samples;
    for (int32_t level = 1; level <= pyramid->levels && change.samples.nx > 0 && change.samples.nz > 0; level++)
        reach.samples[level] = reached(reach.samples[level - 1], pyramid->rect[level]);
    return reach;
}

static void update_samples(const twc_detail_kernels *kernels, const twc_world *world, const twc_detail_reach *reach,
                           twc_detail_work *work, twc_pyramid *pyramid)
{
    for (int32_t level = 1; level <= pyramid->levels; level++) {
        const twc_rect c = reach->samples[level];
        for (int32_t z = c.z; z < c.z + c.nz; z += TWC_DETAIL_PART)
            for (int32_t x = c.x; x < c.x + c.nx; x += TWC_DETAIL_PART) {
                const twc_rect part = {x, z, twc_clamp(c.x + c.nx - x, 1, TWC_DETAIL_PART),
                                       twc_clamp(c.z + c.nz - z, 1, TWC_DETAIL_PART)};
                halve_part(kernels, world, level, part, work, pyramid);
            }
    }
}

/* ---- anchors ---- */

static twc_vertex anchor_at(const twc_detail_kernels *kernels, const twc_world *world, int32_t x, int32_t z,
                            twc_detail_work *work, const twc_pyramid *pyramid)
{
    enum { CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM, SIDE = 2 * TWC_JITTER_SAMPLES + 1 };
    const twc_rect rect = {x * CHUNK_SAMPLES - TWC_JITTER_SAMPLES, z * CHUNK_SAMPLES - TWC_JITTER_SAMPLES, SIDE, SIDE};
    const twc_rect macros = {x * TWC_CHUNK_MACROS - 1, z * TWC_CHUNK_MACROS - 1, 2, 2};
    twc_ground_window ground = {.macros = macros, .classes = work->classes};
    twc_vertex out;
    kernels->ground->classes(world, macros, work->classes);
    if (memchr(work->classes, TWC_BROAD, 4)) { /* it is a macro corner, whose height is known by now */
        const twc_rect all = pyramid->macros;
        out = twc_reference_vertex(&ground, x * TWC_CHUNK_CELLS, z * TWC_CHUNK_CELLS);
        out.y =
            pyramid->broad[(ptrdiff_t)(z * TWC_CHUNK_MACROS - all.z) * (all.nx + 1) + (x * TWC_CHUNK_MACROS - all.x)];
        return out;
    }
    ground.fine = twc_reference_level_field(kernels, (twc_level_source){world, NULL, 0}, TWC_FILTER_FINE, rect, work,
                                            work->field);
    kernels->ground->lattice(&ground, (twc_rect){x * TWC_CHUNK_CELLS, z * TWC_CHUNK_CELLS, 1, 1}, &out);
    return out;
}

static int32_t chunk_floor(int64_t cm)
{
    return (int32_t)(cm / TWC_CHUNK_CM - (cm % TWC_CHUNK_CM < 0));
}

/* Of `count` chunk corners from `first` along an axis those within low..high: the first, and the one behind the last.
 */
static void corners_over(int64_t low, int64_t high, int32_t first, int32_t count, int32_t *from, int32_t *to)
{
    *from = twc_clamp(-chunk_floor(-low), first, first + count);
    *to = twc_clamp(chunk_floor(high) + 1, *from, first + count);
}

/* Corners within `reach_cm` of a rectangle of things `spacing` apart. */
static void update_anchors(const twc_detail_kernels *kernels, const twc_world *world, twc_rect changed, int32_t spacing,
                           int32_t reach_cm, twc_detail_work *work, twc_pyramid *pyramid)
{
    const twc_rect corners = pyramid->corners;
    int32_t x0, x1, z0, z1;
    if (changed.nx < 1 || changed.nz < 1)
        return;
    corners_over((int64_t)changed.x * spacing - reach_cm, ((int64_t)changed.x + changed.nx) * spacing + reach_cm,
                 corners.x, corners.nx, &x0, &x1);
    corners_over((int64_t)changed.z * spacing - reach_cm, ((int64_t)changed.z + changed.nz) * spacing + reach_cm,
                 corners.z, corners.nz, &z0, &z1);
    for (int32_t z = z0; z < z1; z++)
        for (int32_t x = x0; x < x1; x++)
            pyramid->anchor[(ptrdiff_t)(z - corners.z) * corners.nx + (x - corners.x)] = anchor_at(kernels, world, x, z,
                                                                                                   work, pyramid);
}

void twc_pyramid_update(const twc_detail_kernels *kernels, const twc_world *world, twc_pyramid_change change,
                        void *workspace, twc_pyramid *pyramid)
{
    const int32_t reach = TWC_DETAIL_ANCHOR_REACH * TWC_SAMPLE_CM;
    const twc_detail_reach samples = twc_detail_reach_of(pyramid, change);
    update_samples(kernels, world, &samples, workspace, pyramid);
    twc_reference_detail_heights(kernels, world, &samples, workspace, pyramid);
    update_anchors(kernels, world, change.samples, TWC_SAMPLE_CM, reach, workspace, pyramid);
    update_anchors(kernels, world, change.macros, TWC_MACRO_CM, 0, workspace, pyramid);
}
