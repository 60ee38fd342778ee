/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/inputs.h"

#include "import/import.h"
#include "read_json.h"

twc_status twc_reproduce_region(const twc_reproduce *context, const char *name, twc_region *region)
{
    char path[1024];
    twc_status status = twc_reproduce_path(context->experiments, name, path, sizeof path);
    if (!status.code && context->cli->seed_given && context->cli->seed > INT32_MAX)
        status = twc_fail(TWC_USAGE, "--seed of a region takes a number from 0 to %d", INT32_MAX);
    if (!status.code)
        status = twc_region_read(path, region);
    if (!status.code && context->cli->seed_given)
        region->seed = (uint32_t)context->cli->seed;
    return status;
}

twc_status twc_reproduce_claims(const twc_reproduce *context, const char *name, twc_claim_table *claims, cJSON **file,
                                twc_region *region)
{
    char path[1024], region_name[256] = "";
    twc_status status = twc_reproduce_path(context->experiments, name, path, sizeof path);
    *file = NULL;
    if (!status.code)
        status = twc_claims_read(path, claims, file);
    twc_json_text(*file, "region", region_name, sizeof region_name, &status);
    return status.code ? status : twc_reproduce_region(context, region_name, region);
}

twc_status twc_reproduce_beside(const twc_reproduce *context, const cJSON *beside, char *name, twc_world_data *data)
{
    char path[1024], grid[256] = "";
    twc_import_report imported;
    twc_import_options options = {.fill = TWC_FILL_NEAREST, .name = name};
    twc_status status = twc_ok();
    twc_json_text(beside, "name", name, TWC_WORLD_NAME_SIZE, &status);
    twc_json_text(beside, "grid", grid, sizeof grid, &status);
    twc_json_real(beside, "datum_m", -10000, 10000, &options.datum, &status);
    if (!status.code)
        status = twc_reproduce_path(context->experiments, grid, path, sizeof path);
    return status.code ? status : twc_import(path, &options, data, &imported);
}
