/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawings/placing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawings/projection.h"

static const double most_metres = 1e7; /* of a place, either way: it fits in centimetres */

/* How places of a file become metres of a world. */
typedef struct conversion {
    twc_frame frame;
    const twc_georeference *place;
    twc_projection projection;
    twc_rect extent;
} conversion;

static twc_status find_frame(const twc_placing *placing, const twc_drawings *drawings, const twc_georeference *place,
                             twc_frame *frame)
{
    *frame = drawings->frame != TWC_FRAME_UNSAID  ? drawings->frame
             : placing->frame != TWC_FRAME_UNSAID ? placing->frame
                                                  : TWC_FRAME_LONLAT;
    if (placing->frame != TWC_FRAME_UNSAID && placing->frame != *frame)
        return twc_fail(TWC_USAGE, "its places are %s as it says itself, not --frame %s", twc_frame_names[*frame],
                        twc_frame_names[placing->frame]);
    if (*frame != TWC_FRAME_LOCAL && !twc_georeference_placed(place))
        return twc_fail(TWC_USAGE,
                        "its places are %s, and the world has no place on the earth: import the world from a grid that "
                        "states one%s",
                        *frame == TWC_FRAME_LONLAT ? "longitudes and latitudes" : "eastings and northings",
                        drawings->frame == TWC_FRAME_UNSAID ? ", or say --frame local if they are the world's metres"
                                                            : "");
    if (*frame == TWC_FRAME_CRS && drawings->code && drawings->code != twc_crs_code(place->crs))
        return twc_fail(TWC_USAGE,
                        "its places are of EPSG:%d, the world's of EPSG:%d: convert it with ogr2ogr -t_srs EPSG:4326",
                        drawings->code, twc_crs_code(place->crs));
    return twc_ok();
}

static void to_metres(const conversion *c, const double place[2], double metres[2])
{
    double crs[2] = {place[0], place[1]};
    metres[0] = place[0];
    metres[1] = place[1];
    if (c->frame == TWC_FRAME_LONLAT)
        twc_projection_forward(&c->projection, place, crs);
    if (c->frame != TWC_FRAME_LOCAL)
        twc_georeference_to_world(c->place, crs, &metres[0], &metres[1]);
}

static int within(twc_rect extent, const double metres[2])
{
    const double tile = TWC_TILE_CM / 100.0;
    return metres[0] >= extent.x * tile && metres[0] <= (extent.x + extent.nx) * tile && metres[1] >= extent.z * tile &&
           metres[1] <= (extent.z + extent.nz) * tile;
}

static twc_status convert(const conversion *c, const double place[2], int number, twc_point *point)
{
    double metres[2];
    const double other[2] = {place[1], place[0]};
    if (c->frame == TWC_FRAME_LONLAT && !(fabs(place[0]) <= 180 && fabs(place[1]) <= 90))
        return twc_fail(
            TWC_USAGE,
            "node %d, (%.10g, %.10g), is no longitude from -180 to 180 and latitude from -90 to 90: say --frame "
            "local for metres of the world, --frame crs for eastings and northings",
            number, place[0], place[1]);
    to_metres(c, place, metres);
    if (c->frame != TWC_FRAME_LOCAL && !within(c->extent, metres)) {
        double swapped[2];
        to_metres(c, other, swapped);
        if (fabs(other[1]) <= 90 && within(c->extent, swapped))
            return twc_fail(TWC_USAGE,
                            "node %d, (%.10g, %.10g), lies outside of the world and would lie inside the other way "
                            "round: %s comes first",
                            number, place[0], place[1], c->frame == TWC_FRAME_LONLAT ? "longitude" : "the easting");
    }
    if (!(fabs(metres[0]) <= most_metres && fabs(metres[1]) <= most_metres))
        return twc_fail(TWC_USAGE, "node %d lies at (%.10g, %.10g) m, farther than %.0f km from the origin", number,
                        metres[0], metres[1], most_metres / 1000);
    *point = (twc_point){(int32_t)rint(metres[0] * 100), (int32_t)rint(metres[1] * 100)};
    return twc_ok();
}

static twc_status convert_nodes(const twc_placing *placing, const char *file, const twc_world_data *world,
                                const twc_drawings *drawings, const twc_drawn *drawing, twc_drawn_route *route)
{
    conversion c = {.place = &world->georeference, .extent = world->world.extent};
    twc_status status = find_frame(placing, drawings, c.place, &c.frame);
    if (!status.code && c.frame == TWC_FRAME_LONLAT)
        status = twc_projection_read(c.place->crs, file, &c.projection);
    if (status.code)
        return status;
    route->nodes = malloc((size_t)drawing->node_count * sizeof *route->nodes);
    if (!route->nodes)
        return twc_fail(TWC_IO, "not enough memory for %d nodes", drawing->node_count);
    for (int k = 0; k < drawing->node_count && !status.code; k++)
        status = convert(&c, drawing->nodes[k].place, k + 1, &route->nodes[k]);
    return status;
}

twc_status twc_drawn_route_make(const twc_placing *placing, const char *file, const twc_world_data *world,
                                const twc_drawings *drawings, const twc_drawn *drawing, twc_drawn_route *route)
{
    const twc_profile *found = NULL;
    memset(route, 0, sizeof *route);
    twc_status status = twc_catalogue_find(
        placing->catalogue, drawing->profile[0] ? drawing->profile : placing->profile, drawing->version, &found);
    if (status.code)
        return status;
    route->profile = *found;
    route->station_count = drawing->station_count;
    route->stations = drawing->stations;
    if (!drawing->station_count)
        status = convert_nodes(placing, file, world, drawings, drawing, route);
    route->corridor = (twc_corridor){.id = drawing->id >= 0 ? (uint64_t)drawing->id : 0,
                                     .priority = drawing->priority,
                                     .profile = &route->profile,
                                     .node_count = drawing->station_count ? 0 : drawing->node_count,
                                     .nodes = route->nodes,
                                     .spline = (twc_spline)(drawing->spline >= 0 ? drawing->spline : placing->spline)};
    return status;
}

void twc_drawn_route_destroy(twc_drawn_route *route)
{
    free(route->nodes);
    route->nodes = NULL;
}

twc_status twc_drawn_route_place(twc_session *session, const twc_drawn_route *route, twc_rebuilt *rebuilt)
{
    twc_corridor corridor = route->corridor;
    corridor.profile = &route->profile; /* the route may have been copied */
    if (!route->station_count)
        return twc_session_place(session, &corridor, rebuilt);
    const twc_feature frozen = {.id = corridor.id,
                                .priority = corridor.priority,
                                .kind = TWC_FOOTPRINT_CORRIDOR,
                                .profile = route->profile,
                                .station_count = route->station_count,
                                .stations = route->stations};
    return twc_session_put(session, &frozen, rebuilt);
}

uint64_t twc_next_free_id(const twc_features *features, uint64_t from)
{
    for (uint64_t id = from;; id++) {
        size_t k = 0;
        while (k < features->list.count && (uint32_t)features->feature[k].id != (uint32_t)id)
            k++;
        if (k == features->list.count)
            return id;
    }
}
