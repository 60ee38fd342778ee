/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/inputs.h"

#include "generate/land_json.h"
#include "import/import.h"
#include "read_json.h"
#include "store/atomic_file.h"

twc_status twc_reproduce_region(const twc_reproduce *context, const char *name, twc_region *region)
{
    char path[1024];
    twc_status status = twc_path_join(context->experiments, name, path, sizeof path);
    if (!status.code && context->seed_given && context->seed > INT32_MAX)
        status = twc_fail(TWC_USAGE, "--seed of a region takes a number from 0 to %d", INT32_MAX);
    if (!status.code)
        status = twc_region_read(path, region);
    if (!status.code && context->seed_given)
        region->seed = (uint32_t)context->seed;
    return status;
}

twc_status twc_reproduce_land(const twc_reproduce *context, const cJSON *inputs, twc_land *land)
{
    char path[1024], name[256] = "";
    twc_status status = twc_ok();
    twc_json_text(inputs, "land", name, sizeof name, &status);
    if (!status.code)
        status = twc_path_join(context->experiments, name, path, sizeof path);
    return status.code ? status : twc_land_read(path, land);
}

twc_status twc_reproduce_tower(const twc_reproduce *context, const cJSON *inputs, twc_tower_world *world)
{
    char path[1024], name[256] = "";
    twc_status status = twc_ok();
    twc_json_text(inputs, "world", name, sizeof name, &status);
    if (!status.code)
        status = twc_path_join(context->experiments, name, path, sizeof path);
    return status.code ? status : twc_tower_read(path, world);
}

twc_status twc_reproduce_beside(const twc_reproduce *context, const cJSON *beside, char *name, twc_world_data *data)
{
    char path[1024], grid[256] = "";
    int tiles[4] = {0};
    twc_import_report imported;
    twc_import_options options = {.fill = TWC_FILL_NEAREST, .name = name};
    twc_status status = twc_ok();
    twc_json_text(beside, "name", name, TWC_WORLD_NAME_SIZE, &status);
    twc_json_text(beside, "grid", grid, sizeof grid, &status);
    twc_json_real(beside, "datum_m", -10000, 10000, &options.datum, &status);
    twc_json_integers(beside, "extent_tiles", 4, tiles, &status);
    options.extent = (twc_rect){tiles[0], tiles[1], tiles[2], tiles[3]};
    options.extent_placed = 1;
    if (!status.code)
        status = twc_path_join(context->experiments, grid, path, sizeof path);
    return status.code ? status : twc_import(path, &options, data, &imported);
}
