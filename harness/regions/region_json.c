/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region's parameters as JSON. */
#include <string.h>

#include "read_json.h"
#include "regions/region.h"

/* Plan positions stay where the noise lattice's indices fit an int32 at any wavelength. */
static const double FAR = 1e6;

static void parse_octave(const cJSON *json, twc_octave *octave, twc_status *status)
{
    twc_json_real(json, "wavelength_m", 8, 1e5, &octave->wavelength, status);
    twc_json_real(json, "amplitude_m", -1000, 1000, &octave->amplitude, status);
}

static void parse_octaves(const cJSON *json, const char *name, twc_octaves *octaves, twc_status *status)
{
    const cJSON *item = NULL, *list = twc_json_array(json, name, 0, TWC_REGION_MAX_OCTAVES, status);
    octaves->count = 0;
    cJSON_ArrayForEach(item, list) parse_octave(item, &octaves->octave[octaves->count++], status);
}

static void parse_lake(const cJSON *json, twc_lake *lake, twc_status *status)
{
    twc_json_real(json, "x_m", -FAR, FAR, &lake->x, status);
    twc_json_real(json, "z_m", -FAR, FAR, &lake->z, status);
    twc_json_real(json, "radius_m", 1, FAR, &lake->radius, status);
    twc_json_real(json, "level_m", -200, 455.35, &lake->level, status);
    twc_json_real(json, "depth_m", 0, 200, &lake->depth, status);
}

static void parse_knoll(const cJSON *json, twc_knoll *knoll, twc_status *status)
{
    twc_json_real(json, "x_m", -FAR, FAR, &knoll->x, status);
    twc_json_real(json, "z_m", -FAR, FAR, &knoll->z, status);
    twc_json_real(json, "radius_m", 1, FAR, &knoll->radius, status);
    twc_json_real(json, "height_m", -200, 455, &knoll->height, status);
}

static void parse_mountains(const cJSON *json, twc_mountains *m, twc_status *status)
{
    twc_json_real(json, "front_m", -FAR, FAR, &m->front, status);
    twc_json_real(json, "bulge_m", -FAR, FAR, &m->bulge, status);
    parse_octaves(json, "wander", &m->wander, status);
    twc_json_real(json, "slope", 0, 10, &m->slope, status);
    twc_json_real(json, "foot_m", 1, FAR, &m->foot, status);
    twc_json_real(json, "width_m", 1, FAR, &m->width, status);
    twc_json_real(json, "rough_from_m", 0, FAR, &m->rough_from, status);
    twc_json_real(json, "rough_to_m", 0, FAR, &m->rough_to, status);
    parse_octaves(json, "ridges", &m->ridges, status);
    twc_json_real(json, "knee_m", -200, 455.35, &m->knee, status);
    twc_json_real(json, "ceiling_m", -200, 455.35, &m->ceiling, status);
    if (!status->code && m->ceiling <= m->knee)
        *status = twc_fail(TWC_IO, "\"ceiling_m\" must be greater than \"knee_m\"");
    if (!status->code && m->rough_to <= m->rough_from)
        *status = twc_fail(TWC_IO, "\"rough_to_m\" must be greater than \"rough_from_m\"");
}

static void parse_node(const cJSON *json, twc_route *route, twc_status *status)
{
    double *node = route->node[route->node_count++];
    for (int k = 0; k < 2 && !status->code; k++) {
        const cJSON *number = cJSON_GetArrayItem(json, k);
        if (!cJSON_IsNumber(number) || cJSON_GetArraySize(json) != 2 ||
            !(number->valuedouble >= -FAR && number->valuedouble <= FAR))
            *status = twc_fail(TWC_IO, "a node of road \"%s\" takes two numbers [x, z] within %g m", route->name, FAR);
        else
            node[k] = number->valuedouble;
    }
}

static void parse_route(const cJSON *json, twc_route *route, twc_status *status)
{
    twc_json_text(json, "name", route->name, sizeof route->name, status);
    const cJSON *item = NULL, *list = twc_json_array(json, "nodes_m", 2, TWC_REGION_MAX_NODES, status);
    route->node_count = 0;
    cJSON_ArrayForEach(item, list) parse_node(item, route, status);
}

twc_status twc_region_parse(const cJSON *json, twc_region *region)
{
    twc_status status = twc_ok();
    int seed = 0;
    memset(region, 0, sizeof *region);
    twc_json_text(json, "name", region->name, sizeof region->name, &status);
    twc_json_integer(json, "seed", 0, INT32_MAX, &seed, &status);
    region->seed = (uint32_t)seed;
    const cJSON *extent = twc_json_object(json, "extent_tiles", &status);
    twc_json_integer(extent, "x", -1000, 1000, &region->extent.x, &status);
    twc_json_integer(extent, "z", -1000, 1000, &region->extent.z, &status);
    twc_json_integer(extent, "nx", 1, 64, &region->extent.nx, &status);
    twc_json_integer(extent, "nz", 1, 64, &region->extent.nz, &status);
    const cJSON *lowlands = twc_json_object(json, "lowlands", &status);
    twc_json_real(lowlands, "level_m", -200, 455.35, &region->level, &status);
    parse_octaves(lowlands, "hills", &region->hills, &status);
    parse_lake(twc_json_object(json, "lake", &status), &region->lake, &status);
    const cJSON *item = NULL, *knolls = twc_json_array(json, "knolls", 0, TWC_REGION_MAX_KNOLLS, &status);
    cJSON_ArrayForEach(item, knolls) parse_knoll(item, &region->knoll[region->knoll_count++], &status);
    parse_mountains(twc_json_object(json, "mountains", &status), &region->mountains, &status);
    const cJSON *roads = twc_json_array(json, "roads", 0, TWC_REGION_MAX_ROADS, &status);
    cJSON_ArrayForEach(item, roads) parse_route(item, &region->road[region->road_count++], &status);
    return status;
}

twc_status twc_region_read(const char *path, twc_region *region)
{
    cJSON *json;
    twc_status status = twc_read_json(path, &json);
    if (status.code)
        return status;
    twc_status parsed = twc_region_parse(json, region);
    cJSON_Delete(json);
    if (parsed.code)
        status = twc_fail(TWC_IO, "%s: %.400s", path, parsed.message);
    return status;
}
