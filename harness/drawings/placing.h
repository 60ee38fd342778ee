/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawings onto a world: their places as its points, then facts of a session. */
#ifndef TWC_HARNESS_PLACING_H
#define TWC_HARNESS_PLACING_H

#include "drawings/drawing.h"
#include "profiles.h"
#include "twc/session.h"

/* What a drawing that does not say it itself is. */
typedef struct twc_placing {
    const twc_catalogue *catalogue;
    const char *profile;
    int spline;
    twc_frame frame; /* TWC_FRAME_UNSAID: longitude and latitude, as GeoJSON has it */
} twc_placing;

/* A corridor as it is to be placed. It owns its nodes, and points to a drawing's stations if that is frozen. */
typedef struct twc_drawn_route {
    twc_corridor corridor;
    twc_profile profile;
    twc_point *nodes;
    int station_count; /* 0: not frozen */
    const twc_station *stations;
} twc_drawn_route;

/*
 * The route of a drawing on a world. Refused: a profile that is not in the catalogue; places that are no longitudes and
 * latitudes, or can't be converted; a world without a place on the earth; a file that says another frame.
 * `file` is named where a conversion by another program is. Destroy the route also after a failure.
 */
twc_status twc_drawn_route_make(const twc_placing *placing, const char *file, const twc_world_data *world,
                                const twc_drawings *drawings, const twc_drawn *drawing, twc_drawn_route *route);
void twc_drawn_route_destroy(twc_drawn_route *route);

/* Places a route with its corridor's id, or puts its frozen record there. */
twc_status twc_drawn_route_place(twc_session *session, const twc_drawn_route *route, twc_rebuilt *rebuilt);

/* The lowest id from `from` on whose low half no feature has, which is all that facets carry. */
uint64_t twc_next_free_id(const twc_features *features, uint64_t from);

#endif
