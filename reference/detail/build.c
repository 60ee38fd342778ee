/* SPDX-License-Identifier: MIT */
/*
 * One chunk of a level of detail, from a world and its pyramid. Spec detail 8; no twin: takes the kernels of either
 * library; test tests/detail/test_detail.c, tests/detail/test_views.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "detail/build.h"

size_t twc_detail_workspace(void)
{
    return sizeof(twc_detail_work);
}

twc_field twc_reference_level_field(const twc_detail_kernels *kernels, twc_level_source from, twc_filter filter,
                                    twc_rect rect, twc_detail_work *work, float *heights)
{
    const int32_t radius = twc_filter_radius(filter);
    const twc_rect around = {rect.x - radius, rect.z - radius, rect.nx + 2 * radius, rect.nz + 2 * radius};
    TWC_ASSERT((size_t)around.nx * (size_t)around.nz <= sizeof work->samples / sizeof *work->samples &&
               twc_prefilter_scratch(filter, rect) <= sizeof work->scratch);
    twc_reference_level_samples(kernels, from.world, from.pyramid, from.level, around, work->samples);
    kernels->ground->prefilter(filter, rect, work->samples, heights, work->scratch);
    return (twc_field){rect, heights};
}

/* A chunk's samples at a level, `count` along a side from (x, z) count, and `margin` more on all sides. */
static twc_rect samples_of(int32_t x, int32_t z, int32_t count, int32_t margin)
{
    return (twc_rect){x * count - margin, z * count - margin, count + 1 + 2 * margin, count + 1 + 2 * margin};
}

static void gather_anchors(const twc_pyramid *pyramid, twc_detail_chunk chunk, twc_vertex anchors[TWC_DETAIL_ANCHORS])
{
    const twc_rect corners = pyramid->corners;
    const int32_t half = chunk.level > 0 ? 1 << (chunk.level - 1) : 0; /* of level 0: only its corners, unread */
    for (int32_t k = 0; k < TWC_DETAIL_ANCHORS; k++) {
        const int32_t x = chunk.x * (1 << chunk.level) + (half ? k % 3 * half : k % 3 / 2),
                      z = chunk.z * (1 << chunk.level) + (half ? k / 3 * half : k / 3 / 2);
        anchors[k] = pyramid->anchor[(ptrdiff_t)(z - corners.z) * corners.nx + (x - corners.x)];
    }
}

/* Classes of levels 0 and 1, which keep the ground's Broad cells, and the fine field of level 0. */
static void gather_ground(const twc_detail_kernels *kernels, const twc_world *world, twc_detail_chunk chunk,
                          twc_detail_work *work, twc_ground_window *ground)
{
    const int32_t macros = TWC_CHUNK_MACROS << chunk.level, ring = TWC_DETAIL_RING;
    ground->macros = (twc_rect){chunk.x * macros - ring, chunk.z * macros - ring, macros + 2 * ring, macros + 2 * ring};
    ground->classes = work->classes;
    kernels->ground->classes(world, ground->macros, work->classes);
    if (chunk.level == 0)
        ground->fine = twc_reference_level_field(
            kernels, (twc_level_source){world, NULL, 0}, TWC_FILTER_FINE,
            samples_of(chunk.x, chunk.z, TWC_DETAIL_SAMPLES, TWC_DETAIL_FINE_MARGIN), work, work->field);
}

/* All other fields, for what the pyramid knows. */
static void gather_fields(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                          twc_detail_chunk chunk, twc_detail_work *work, twc_detail_ground *ground)
{
    const twc_rect macros = ground->ground.macros;
    if (chunk.level < 2 && memchr(work->classes, TWC_BROAD, (size_t)macros.nx * (size_t)macros.nz))
        ground->ground.broad = twc_reference_level_field(
            kernels, (twc_level_source){world, NULL, 0}, TWC_FILTER_BROAD,
            samples_of(chunk.x, chunk.z, TWC_DETAIL_SAMPLES << chunk.level, TWC_JITTER_SAMPLES), work, work->broad);
    if (chunk.level > 0)
        ground->field = twc_reference_level_field(
            kernels, (twc_level_source){world, pyramid, chunk.level}, TWC_FILTER_FINE,
            samples_of(chunk.x, chunk.z, TWC_DETAIL_SAMPLES, TWC_DETAIL_MARGIN), work, work->field);
    if (chunk.coarser)
        ground->coarser = twc_reference_level_field(
            kernels, (twc_level_source){world, pyramid, chunk.level + 1}, TWC_FILTER_FINE,
            samples_of(chunk.x, chunk.z, TWC_DETAIL_SAMPLES / 2, TWC_DETAIL_MARGIN), work, work->coarser);
}

/* Vertex (x, z) of a level's heights. */
static const float *height_at(const twc_pyramid *pyramid, int32_t level, int32_t x, int32_t z)
{
    const twc_rect all = pyramid->vertices[level];
    return pyramid->height[level] + (ptrdiff_t)(z - all.z) * all.nx + (x - all.x);
}

/*
 * Whether the pyramid has the chain of a chunk's coarser sides. It has none where the coarser square is not a chunk; no
 * view has such a side, but it can be asked for.
 */
static int knows_chain(const twc_pyramid *pyramid, twc_detail_chunk chunk)
{
    const int32_t half = TWC_CHUNK_CELLS / 2, x = chunk.x * half, z = chunk.z * half;
    const twc_rect all = pyramid->vertices[chunk.level + 1];
    return !chunk.coarser || (x >= all.x && z >= all.z && x + half < all.x + all.nx && z + half < all.z + all.nz);
}

static twc_detail_heights known_heights(const twc_pyramid *pyramid, twc_detail_chunk chunk)
{
    const int32_t macros = TWC_CHUNK_MACROS << chunk.level, half = TWC_CHUNK_CELLS / 2;
    twc_detail_heights known = {.own = NULL};
    if (chunk.level > 0) {
        known.own = height_at(pyramid, chunk.level, chunk.x * TWC_CHUNK_CELLS, chunk.z * TWC_CHUNK_CELLS);
        known.own_row = pyramid->vertices[chunk.level].nx;
    }
    if (chunk.coarser) {
        known.coarser = height_at(pyramid, chunk.level + 1, chunk.x * half, chunk.z * half);
        known.coarser_row = pyramid->vertices[chunk.level + 1].nx;
    }
    if (chunk.level < 2) {
        known.corner_row = pyramid->macros.nx + 1;
        known.corner = pyramid->broad + (ptrdiff_t)(chunk.z * macros - pyramid->macros.z) * known.corner_row +
                       (chunk.x * macros - pyramid->macros.x);
    }
    return known;
}

/* The known diagonals; beside a coarser side of level 1, where a Broad cell has other corners, made for these. */
static void gather_diagonals(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                             twc_detail_chunk chunk, twc_detail_work *work)
{
    const int32_t macros = TWC_CHUNK_MACROS << chunk.level, cells = twc_detail_macro_cells(chunk.level);
    const twc_rect all = pyramid->macros;
    const uint8_t *known = pyramid->diagonal + (ptrdiff_t)(chunk.z * macros - all.z) * all.nx +
                           (chunk.x * macros - all.x);
    for (int32_t z = 0; z < macros; z++)
        memcpy(work->diagonals + z * macros, known + (ptrdiff_t)z * all.nx, (size_t)macros);
    for (int32_t k = 0; k < macros * macros && chunk.level == 1 && chunk.coarser; k++) {
        const int32_t x = k % macros, z = k / macros;
        const uint32_t sides = (x == 0            ? TWC_SIDE_WEST
                                : x == macros - 1 ? TWC_SIDE_EAST
                                                  : 0U) |
                               (z == 0            ? TWC_SIDE_NORTH
                                : z == macros - 1 ? TWC_SIDE_SOUTH
                                                  : 0U);
        if (!(sides & chunk.coarser) ||
            work->classes[(z + TWC_DETAIL_RING) * (macros + 2 * TWC_DETAIL_RING) + x + TWC_DETAIL_RING] != TWC_BROAD)
            continue;
        const twc_vertex *first = work->vertices + (z * TWC_DETAIL_SIDE + x) * cells;
        const twc_vertex corner[4] = {first[0], first[cells], first[cells * TWC_DETAIL_SIDE],
                                      first[cells * TWC_DETAIL_SIDE + cells]};
        work->diagonals[k] = (uint8_t)twc_reference_detail_diagonal(kernels, world, corner, work);
    }
}

static void build(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                  twc_detail_chunk chunk, int filtered, twc_detail_work *work, twc_mesh *mesh)
{
    twc_vertex anchors[TWC_DETAIL_ANCHORS];
    twc_detail_ground ground = {.anchors = anchors};
    twc_detail_heights known;
    filtered |= !knows_chain(pyramid, chunk);
    gather_anchors(pyramid, chunk, anchors);
    if (chunk.level < 2)
        gather_ground(kernels, world, chunk, work, &ground.ground);
    if (filtered) {
        gather_fields(kernels, world, pyramid, chunk, work, &ground);
    } else {
        known = known_heights(pyramid, chunk);
        ground.known = &known;
    }
    kernels->detail->detail_lattice(&ground, chunk, work->vertices);
    if (chunk.level < 2 && !filtered)
        gather_diagonals(kernels, world, pyramid, chunk, work);
    const twc_detail_patch patch = {chunk,         work->vertices,      ground.ground.macros,
                                    work->classes, ground.ground.broad, filtered ? NULL : work->diagonals};
    kernels->detail->detail_chunk(&patch, mesh);
}

/* The sides of a chunk that lie on its parent's: only beyond these can something coarser lie. */
static uint32_t outer_sides(twc_detail_chunk chunk)
{
    return (twc_floor_mod(chunk.x, 2) ? TWC_SIDE_EAST : TWC_SIDE_WEST) |
           (twc_floor_mod(chunk.z, 2) ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH);
}

static twc_status check(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                        twc_detail_chunk chunk, const twc_mesh *mesh)
{
    if (!kernels->ground || !kernels->detail)
        return twc_fail(TWC_USAGE, "levels of detail need the kernels of a level that is usable here");
    if (chunk.level < 0 || chunk.level > pyramid->levels)
        return twc_fail(TWC_USAGE, "level of detail %d: this world has levels 0 to %d", chunk.level, pyramid->levels);
    if (!twc_detail_within(world, chunk.level, chunk.x, chunk.z))
        return twc_fail(TWC_USAGE, "chunk (%d, %d) of level %d, %d m wide, does not lie within the world's extent",
                        chunk.x, chunk.z, chunk.level, 256 << chunk.level);
    if (chunk.coarser && (chunk.level == pyramid->levels || chunk.coarser & ~outer_sides(chunk)))
        return twc_fail(TWC_USAGE, "chunk (%d, %d) of level %d has no coarser chunk beyond its sides 0x%x", chunk.x,
                        chunk.z, chunk.level, chunk.coarser);
    if (mesh->triangle_capacity < TWC_DETAIL_TRIANGLES || mesh->facet_capacity < TWC_DETAIL_FACETS)
        return twc_fail(TWC_USAGE, "a chunk's mesh needs room for %d triangles and %d facets", TWC_DETAIL_TRIANGLES,
                        TWC_DETAIL_FACETS);
    return twc_environment_check();
}

twc_status twc_detail_build(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                            twc_detail_chunk chunk, void *workspace, twc_mesh *mesh)
{
    const twc_status status = check(kernels, world, pyramid, chunk, mesh);
    if (!status.code)
        build(kernels, world, pyramid, chunk, 0, workspace, mesh);
    return status;
}

twc_status twc_detail_build_filtered(const twc_detail_kernels *kernels, const twc_world *world,
                                     const twc_pyramid *pyramid, twc_detail_chunk chunk, void *workspace,
                                     twc_mesh *mesh)
{
    const twc_status status = check(kernels, world, pyramid, chunk, mesh);
    if (!status.code)
        build(kernels, world, pyramid, chunk, 1, workspace, mesh);
    return status;
}
