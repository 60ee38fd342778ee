/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/build_tileset.h"

#include <stdlib.h>

#include "measure/detail_tiles.h"
#include "progress.h"
#include "store/tileset.h"

static int ascending(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

static size_t squares_of(const twc_detail_tiles *tiles, int32_t level)
{
    return (size_t)tiles->rect[level].nx * (size_t)tiles->rect[level].nz;
}

/* Lists a level's tiles with their skirts; `list` is of its squares, zeroed. */
static twc_status list_level(const twc_detail_tiles *tiles, int32_t level, twc_tileset_tile *list,
                             twc_tileset_made *report)
{
    for (size_t k = 0; k < squares_of(tiles, level); k++) {
        const twc_detail_tile *tile = &tiles->tile[level][k];
        if (!tile->mesh.triangle_count)
            continue;
        list[k].triangles = twc_tile_with_skirts(tile, &list[k].count);
        list[k].error = (tile->error + 10) / 1000.0; /* heights are rounded to centimetres */
        if (!list[k].triangles)
            return twc_fail(TWC_IO, "not enough memory for a tile");
        report->tiles++;
        report->triangles += list[k].count;
    }
    return twc_ok();
}

static twc_status measure_skirts(const twc_detail_tiles *tiles, size_t count, twc_tileset_made *report)
{
    int32_t *depth = malloc((TWC_TILE_SIDES * count + 1) * sizeof *depth);
    size_t needed = 0;
    if (!depth)
        return twc_fail(TWC_IO, "not enough memory for the skirts of %zu tiles", count);
    for (int32_t level = 0; level <= tiles->levels; level++)
        for (size_t k = 0; k < squares_of(tiles, level); k++)
            for (int side = 0; side < TWC_TILE_SIDES; side++)
                if (tiles->tile[level][k].depth[side])
                    depth[needed++] = tiles->tile[level][k].depth[side];
    qsort(depth, needed, sizeof *depth, ascending);
    if (needed) {
        report->deepest = depth[needed - 1] / 100.0;
        report->median = depth[needed / 2] / 100.0;
    }
    free(depth);
    return twc_ok();
}

static twc_status write(const twc_world_data *data, const twc_detail_tiles *tiles, const char *folder,
                        twc_tileset_made *report)
{
    twc_tileset_tile *list[TWC_DETAIL_LEVELS + 1] = {NULL};
    twc_tileset tileset = {.levels = tiles->levels};
    twc_status status = twc_ok();
    for (int32_t level = 0; level <= tiles->levels && !status.code; level++) {
        tileset.rect[level] = tiles->rect[level];
        tileset.tile[level] = list[level] = calloc(squares_of(tiles, level), sizeof *list[level]);
        status = list[level] ? list_level(tiles, level, list[level], report)
                             : twc_fail(TWC_IO, "not enough memory for the tiles of level %d", level);
    }
    if (!status.code)
        status = measure_skirts(tiles, report->tiles, report);
    if (!status.code)
        status = twc_tileset_write(folder, &tileset, data->name, &report->files);
    for (int32_t level = 0; level <= tiles->levels; level++) {
        for (size_t k = 0; list[level] && k < squares_of(tiles, level); k++)
            free((void *)list[level][k].triangles);
        free(list[level]);
    }
    return status;
}

twc_status twc_build_tileset(const twc_world_data *data, const twc_detail_made *made, const char *folder,
                             twc_tileset_made *report)
{
    twc_detail_tiles tiles;
    *report = (twc_tileset_made){.files = 0};
    twc_progress("tiles", 0.5);
    twc_status status = twc_detail_tiles_make(made, &tiles);
    if (!status.code)
        status = write(data, &tiles, folder, report);
    twc_progress("", -1);
    twc_detail_tiles_destroy(&tiles);
    return status;
}
