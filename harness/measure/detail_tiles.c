/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/detail_frame.h"
#include "measure/mesh_check.h"

/* ---- places ---- */

static twc_detail_tile *at(const twc_detail_tiles *tiles, int32_t level, int32_t x, int32_t z)
{
    const twc_rect r = tiles->rect[level];
    return &tiles->tile[level][(ptrdiff_t)(z - r.z) * r.nx + (x - r.x)];
}

const twc_detail_tile *twc_detail_tile_at(const twc_detail_tiles *tiles, int32_t level, int32_t x, int32_t z)
{
    const twc_rect r = tiles->rect[level];
    if (x < r.x || z < r.z || x >= r.x + r.nx || z >= r.z + r.nz)
        return NULL;
    const twc_detail_tile *tile = at(tiles, level, x, z);
    return tile->mesh.triangle_count ? tile : NULL;
}

int32_t twc_tile_height(twc_vertex v)
{
    return (int32_t)rint((double)v.y * 100.0);
}

/* ---- meshes ---- */

/* What a tile has to be: closed, upright, and of exactly its square. */
static twc_status check_square(const twc_detail_tile *tile)
{
    const int32_t side = TWC_CHUNK_CM << tile->chunk.level, x = tile->chunk.x * side, z = tile->chunk.z * side;
    twc_mesh_edge open[4 * TWC_DETAIL_SIDE];
    twc_mesh_report report;
    const twc_status status = twc_mesh_check(&tile->mesh, 1, NULL, open, sizeof open / sizeof *open, &report);
    int whole = !status.code && report.open_edges <= 4 * TWC_CHUNK_CELLS &&
                report.nonmanifold + report.misoriented + report.inverted + report.degenerate == 0 &&
                report.area2 == 2 * (int64_t)side * side;
    for (size_t k = 0; whole && k < report.open_edges; k++)
        whole = (open[k].a.x == open[k].b.x && (open[k].a.x == x || open[k].a.x == x + side)) ||
                (open[k].a.z == open[k].b.z && (open[k].a.z == z || open[k].a.z == z + side));
    if (status.code || whole)
        return status;
    return twc_fail(TWC_CHECK_FAILED, "tile (%d, %d) of level %d is not a closed square: report this", tile->chunk.x,
                    tile->chunk.z, tile->chunk.level);
}

static twc_status build(const twc_detail_made *made, twc_detail_chunk chunk, twc_mesh *room, twc_detail_tile *tile)
{
    twc_detail_table framed = *made->kernels.detail;
    framed.detail_lattice = twc_detail_framed_lattice;
    const twc_detail_kernels with = {made->kernels.ground, &framed};
    room->triangle_count = room->facet_count = 0;
    twc_status status = twc_detail_build_filtered(&with, made->world, &made->pyramid, chunk, made->workspace, room);
    if (status.code)
        return status;
    const size_t bytes = room->triangle_count * sizeof(twc_triangle);
    tile->chunk = chunk;
    tile->mesh = (twc_mesh){.triangles = malloc(bytes), .triangle_capacity = room->triangle_count};
    if (!tile->mesh.triangles)
        return twc_fail(TWC_IO, "not enough memory for a tile");
    memcpy(tile->mesh.triangles, room->triangles, bytes);
    tile->mesh.triangle_count = room->triangle_count;
    return check_square(tile);
}

/* Against its four children, with outlines that are the same square. */
static uint32_t error_of(const twc_detail_made *made, const twc_detail_tiles *tiles, const twc_detail_tile *tile,
                         twc_triangle *four)
{
    const twc_detail_chunk c = tile->chunk;
    twc_mesh fine = {.triangles = four, .triangle_capacity = 4 * TWC_DETAIL_TRIANGLES};
    uint32_t error = 0;
    for (int32_t k = 0; k < 4 && c.level > 0; k++) {
        const twc_detail_tile *child = at(tiles, c.level - 1, 2 * c.x + k % 2, 2 * c.z + k / 2);
        memcpy(four + fine.triangle_count, child->mesh.triangles, child->mesh.triangle_count * sizeof *four);
        fine.triangle_count += child->mesh.triangle_count;
        error = child->error > error ? child->error : error;
    }
    if (c.level == 0)
        return 0;
    const uint32_t own = made->kernels.detail->detail_error(&tile->mesh, &fine);
    return own > error ? own : error;
}

/* ---- skirts ---- */

static int ascending(const void *left, const void *right)
{
    const int32_t a = ((const twc_tile_point *)left)->along, b = ((const twc_tile_point *)right)->along;
    return (a > b) - (a < b);
}

int twc_tile_side(const twc_detail_tile *tile, int side, twc_tile_point out[TWC_DETAIL_SIDE])
{
    const int32_t wide = TWC_CHUNK_CM << tile->chunk.level, across = side < 2 ? tile->chunk.x : tile->chunk.z,
                  line = (across + side % 2) * wide;
    int count = 0;
    for (uint32_t k = 0; k < 3 * tile->mesh.triangle_count; k++) {
        const twc_vertex v = tile->mesh.triangles[k / 3].corner[k % 3];
        const twc_tile_point point = {side < 2 ? v.z : v.x, twc_tile_height(v)};
        int known = (side < 2 ? v.x : v.z) != line;
        for (int n = 0; n < count && !known; n++)
            known = out[n].along == point.along;
        if (!known && count < TWC_DETAIL_SIDE)
            out[count++] = point;
    }
    qsort(out, (size_t)count, sizeof *out, ascending);
    return count;
}

/* How much a point lies above a polyline, rounded up; 0 where it lies below, or beyond its ends. */
static int32_t above(twc_tile_point p, int count, const twc_tile_point *line)
{
    for (int k = 0; k + 1 < count; k++) {
        const int64_t long_ = line[k + 1].along - line[k].along, to = p.along - line[k].along;
        if (to < 0 || to > long_)
            continue;
        const int64_t over = (p.height - line[k].height) * long_ - (line[k + 1].height - line[k].height) * to;
        return over <= 0 ? 0 : (int32_t)((over + long_ - 1) / long_);
    }
    return 0;
}

/* The greatest difference of one polyline over another: at a vertex of either. */
static int32_t over(int own_count, const twc_tile_point *own, int count, const twc_tile_point *other)
{
    int32_t most = 0;
    for (int k = 0; k < own_count; k++) {
        const int32_t by = above(own[k], count, other);
        most = by > most ? by : most;
    }
    for (int k = 0; k < count; k++) { /* the other's vertices below this line: the same with heights turned over */
        twc_tile_point turned[TWC_DETAIL_SIDE];
        for (int n = 0; n < own_count; n++)
            turned[n] = (twc_tile_point){own[n].along, -own[n].height};
        const int32_t by = above((twc_tile_point){other[k].along, -other[k].height}, own_count, turned);
        most = by > most ? by : most;
    }
    return most;
}

/* Over all tiles of all levels that may lie beyond a side. */
static int32_t depth_of(const twc_detail_tiles *tiles, const twc_detail_tile *tile, int side)
{
    const twc_detail_chunk c = tile->chunk;
    twc_tile_point own[TWC_DETAIL_SIDE], other[TWC_DETAIL_SIDE];
    const int own_count = twc_tile_side(tile, side, own), far = side % 2;
    const int32_t across = side < 2 ? c.x : c.z, along = side < 2 ? c.z : c.x;
    int32_t most = 0;
    for (int32_t level = 0; level <= tiles->levels; level++) {
        /* The line counted at that level; a line that is none of it runs through squares that hold this tile. */
        const int32_t coarse = level > c.level ? level - c.level : 0, fine = level < c.level ? c.level - level : 0;
        if ((across + far) % (1 << coarse) != 0)
            continue;
        const int32_t line = twc_floor_div((across + far) * (1 << fine), 1 << coarse), beyond = far ? line : line - 1;
        const int32_t first = twc_floor_div(along * (1 << fine), 1 << coarse);
        for (int32_t k = first; k < first + (1 << fine); k++) {
            const twc_detail_tile *there = side < 2 ? twc_detail_tile_at(tiles, level, beyond, k)
                                                    : twc_detail_tile_at(tiles, level, k, beyond);
            if (!there)
                continue;
            const int32_t by = over(own_count, own, twc_tile_side(there, side ^ 1, other), other);
            most = by > most ? by : most;
        }
    }
    return most;
}

/* A point of a side, so far lower. */
static twc_vertex vertex_of(const twc_detail_tile *tile, int side, twc_tile_point point, int32_t lower)
{
    const int32_t wide = TWC_CHUNK_CM << tile->chunk.level,
                  line = ((side < 2 ? tile->chunk.x : tile->chunk.z) + side % 2) * wide;
    return (twc_vertex){side < 2 ? line : point.along, side < 2 ? point.along : line,
                        (float)((point.height - lower) / 100.0)};
}

twc_triangle *twc_tile_with_skirts(const twc_detail_tile *tile, size_t *count)
{
    enum { WALLS = 2 * TWC_TILE_SIDES * TWC_CHUNK_CELLS };
    twc_triangle *all = malloc((tile->mesh.triangle_count + WALLS) * sizeof *all);
    *count = 0;
    if (!all)
        return NULL;
    memcpy(all, tile->mesh.triangles, tile->mesh.triangle_count * sizeof *all);
    *count = tile->mesh.triangle_count;
    for (int side = 0; side < TWC_TILE_SIDES; side++) {
        twc_tile_point line[TWC_DETAIL_SIDE];
        const int points = tile->depth[side] ? twc_tile_side(tile, side, line) : 0;
        const int turned = side == 0 || side == 3; /* they face outward: to the west and to the south */
        for (int k = 0; k + 1 < points; k++) {
            const twc_vertex a = vertex_of(tile, side, line[k], 0), b = vertex_of(tile, side, line[k + 1], 0),
                             c = vertex_of(tile, side, line[k], tile->depth[side]),
                             d = vertex_of(tile, side, line[k + 1], tile->depth[side]);
            all[(*count)++] = turned ? (twc_triangle){{a, c, b}, 0} : (twc_triangle){{a, b, c}, 0};
            all[(*count)++] = turned ? (twc_triangle){{b, c, d}, 0} : (twc_triangle){{b, d, c}, 0};
        }
    }
    return all;
}

/* ---- the whole ---- */

static twc_status make(const twc_detail_made *made, twc_detail_tiles *tiles, twc_mesh *room)
{
    twc_status status = twc_ok();
    for (int32_t level = 0; level <= tiles->levels && !status.code; level++) {
        const twc_rect r = tiles->rect[level];
        tiles->tile[level] = calloc((size_t)r.nx * (size_t)r.nz, sizeof(twc_detail_tile));
        if (!tiles->tile[level])
            return twc_fail(TWC_IO, "not enough memory for %d x %d tiles", r.nx, r.nz);
        for (int32_t k = 0; k < r.nx * r.nz && !status.code; k++) {
            const twc_detail_chunk chunk = {level, r.x + k % r.nx, r.z + k / r.nx, 0};
            if (!twc_detail_is_chunk(&made->tree, level, chunk.x, chunk.z))
                continue;
            status = build(made, chunk, room, &tiles->tile[level][k]);
            if (!status.code)
                tiles->tile[level][k].error = error_of(made, tiles, &tiles->tile[level][k], room->triangles);
        }
    }
    return status;
}

twc_status twc_detail_tiles_make(const twc_detail_made *made, twc_detail_tiles *tiles)
{
    twc_mesh room = {.triangles = malloc(4 * TWC_DETAIL_TRIANGLES * sizeof(twc_triangle)),
                     .facets = malloc(TWC_DETAIL_FACETS * sizeof(twc_facet)),
                     .triangle_capacity = TWC_DETAIL_TRIANGLES,
                     .facet_capacity = TWC_DETAIL_FACETS};
    *tiles = (twc_detail_tiles){.levels = made->tree.levels};
    memcpy(tiles->rect, made->tree.rect, sizeof tiles->rect);
    twc_status status = room.triangles && room.facets ? make(made, tiles, &room)
                                                      : twc_fail(TWC_IO, "not enough memory for a tile");
    free(room.triangles);
    free(room.facets);
    for (int32_t level = 0; level <= tiles->levels && !status.code; level++)
        for (int32_t k = 0; k < tiles->rect[level].nx * tiles->rect[level].nz; k++) {
            twc_detail_tile *tile = &tiles->tile[level][k];
            for (int side = 0; side < TWC_TILE_SIDES && tile->mesh.triangle_count; side++)
                tile->depth[side] = depth_of(tiles, tile, side);
        }
    return status;
}

void twc_detail_tiles_destroy(twc_detail_tiles *tiles)
{
    for (int32_t level = 0; level <= tiles->levels; level++) {
        for (int32_t k = 0; tiles->tile[level] && k < tiles->rect[level].nx * tiles->rect[level].nz; k++)
            free(tiles->tile[level][k].mesh.triangles);
        free(tiles->tile[level]);
    }
}
