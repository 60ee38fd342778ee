/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region_roads.h"

#include <math.h>
#include <string.h>

twc_status twc_region_place_roads(const twc_region *region, const twc_world *world, twc_features *features)
{
    memset(features, 0, sizeof *features);
    for (int k = 0; k < region->road_count; k++) {
        const twc_route *route = &region->road[k];
        twc_point nodes[TWC_REGION_MAX_NODES];
        for (int n = 0; n < route->node_count; n++)
            nodes[n] = (twc_point){(int32_t)floor(100 * route->node[n][0] + 0.5),
                                   (int32_t)floor(100 * route->node[n][1] + 0.5)};
        const twc_corridor corridor = {
            .id = (uint64_t)k + 1, .profile = &twc_cart_road, .node_count = route->node_count, .nodes = nodes};
        twc_status status = twc_features_place(world, 0, &corridor, features);
        if (status.code) {
            twc_features_destroy(features);
            return twc_fail(status.code, "road \"%s\": %.400s", route->name, status.message);
        }
    }
    return twc_ok();
}
