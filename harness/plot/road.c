/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/road.h"

#include <math.h>

twc_status twc_road_find(const twc_study_source *source, int which, const twc_feature **road)
{
    size_t count = source->features.count;
    if (count == 0)
        return twc_fail(TWC_USAGE, "the world has no road to show: give one with --road X,Z:X,Z");
    *road = &source->features.feature[(size_t)which < count ? (size_t)which : count - 1];
    return twc_ok();
}

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

twc_road_place twc_road_at(const twc_feature *road, double station)
{
    double last = road->station_count - 1, at = fmin(last, fmax(0, station));
    int32_t k = (int32_t)fmin(last - 1, floor(at));
    const twc_station *a = &road->stations[k], *b = a + 1;
    double t = at - k, rx = mix(a->rx, b->rx, t), rz = mix(a->rz, b->rz, t), length = hypot(rx, rz);
    twc_road_place place = {mix(a->x, b->x, t) / 100,
                            mix(a->z, b->z, t) / 100,
                            mix(a->bed_cm, b->bed_cm, t) / 100,
                            {rz / length, -rx / length},
                            {rx / length, rz / length}};
    return place;
}

void twc_road_from(const twc_road_place *p, double forward, double right, double above, double out[3])
{
    out[0] = p->x + forward * p->forward[0] + right * p->right[0];
    out[1] = p->bed + above;
    out[2] = p->z + forward * p->forward[1] + right * p->right[1];
}

int32_t twc_road_nearest(const twc_feature *road, double x_cm, double z_cm, double *distance)
{
    int32_t nearest = 0;
    *distance = INFINITY;
    for (int32_t k = 0; k < road->station_count; k++) {
        double d = hypot(road->stations[k].x - x_cm, road->stations[k].z - z_cm) / 100;
        if (d < *distance) {
            *distance = d;
            nearest = k;
        }
    }
    return nearest;
}

int twc_road_part(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_FEATURE ? (int)twc_feature_facet_part(facet->id) : -1;
}
