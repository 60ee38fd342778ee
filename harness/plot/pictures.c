/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by the rasteriser: the region from three heights, and roads from beside and above. */
#include <math.h>
#include <stdlib.h>

#include "figures.h"
#include "plot/mountain_front.h"
#include "plot/plots.h"
#include "plot/road.h"
#include "plot/soup.h"

enum { MOST_SHOTS = 4 };

/* Pictures of one size. */
typedef struct shots {
    int count, width, height; /* pixels */
    struct {
        double eye[3], target[3], degrees;
    } shot[MOST_SHOTS];
    twc_picture picture[MOST_SHOTS];
} shots;

/* Renders the shots, people on the roads among them, and hands them to the figure. */
static twc_status render(const twc_study_area *area, shots *s, const twc_road_place *people, int people_count,
                         twc_status (*write)(const twc_picture *, const char *), const char *folder)
{
    twc_soup soup;
    twc_status status = twc_soup_create(&area->ground,
                                        TWC_WATER_TRIANGLES + TWC_PERSON_TRIANGLES * (uint32_t)people_count, &soup);
    if (!status.code) {
        twc_soup_water(&soup, area->source);
        for (int k = 0; k < people_count; k++)
            twc_soup_person(&soup, (int32_t)(100 * people[k].x), (int32_t)(100 * people[k].z), people[k].bed);
    }
    for (int k = 0; k < s->count && !status.code; k++) {
        twc_camera camera = twc_camera_at(area->source, s->shot[k].eye, s->shot[k].target, s->shot[k].degrees, s->width,
                                          s->height);
        status = twc_soup_render(area->source, &soup, &camera, &twc_presets[TWC_CLEAR], &s->picture[k]);
    }
    if (!status.code)
        status = write(s->picture, folder);
    twc_soup_destroy(&soup);
    for (int k = 0; k < s->count; k++)
        free(s->picture[k].rgb);
    return status;
}

/* 1 when the ground falls to the right of the road, else -1. */
static int downhill(const twc_study_area *area, const twc_road_place *p)
{
    const double aside = 25;
    double right = twc_grid_height(area, &area->ground, p->x + aside * p->right[0], p->z + aside * p->right[1]);
    double left = twc_grid_height(area, &area->ground, p->x - aside * p->right[0], p->z - aside * p->right[1]);
    return right < left ? 1 : -1;
}

twc_status twc_plot_roads(const twc_study_area *area, const char *folder)
{
    const twc_feature *steep, *gentle;
    twc_status status = twc_road_find(area->source, 0, &steep);
    if (!status.code)
        status = twc_road_find(area->source, 1, &gentle);
    if (status.code)
        return status;
    shots s = {4, 1020, 620, {{.degrees = 55}, {.degrees = 45}, {.degrees = 50}, {.degrees = 50}}, {{0, 0, NULL}}};
    double n = steep->station_count, m = gentle->station_count;
    twc_road_place here = twc_road_at(steep, 0.35 * n), far = twc_road_at(steep, 0.35 * n + 10),
                   middle = twc_road_at(steep, 0.5 * n);
    twc_road_place lane = twc_road_at(gentle, 0.45 * m), ahead = twc_road_at(gentle, 0.45 * m + 14);
    int side = downhill(area, &middle);
    twc_road_from(&here, 0, 1.5 * side, 3.0, s.shot[0].eye);
    twc_road_from(&far, 0, -1, 1.8, s.shot[0].target);
    twc_road_from(&middle, -34, 34 * side, 0, s.shot[1].eye);
    s.shot[1].eye[1] = fmax(middle.bed, twc_grid_height(area, &area->ground, s.shot[1].eye[0], s.shot[1].eye[2]) + 7);
    twc_road_from(&middle, 6, 0, 2, s.shot[1].target);
    twc_road_from(&middle, -48, 22 * side, 30, s.shot[2].eye);
    twc_road_from(&middle, 10, 0, 0, s.shot[2].target);
    twc_road_from(&lane, 0, 10, 26, s.shot[3].eye);
    twc_road_from(&ahead, 0, 0, 0, s.shot[3].target);
    const twc_road_place people[] = {twc_road_at(steep, 0.35 * n + 4), middle, twc_road_at(gentle, 0.45 * m + 10)};
    return render(area, &s, people, 3, twc_write_roads, folder);
}

twc_status twc_plot_region(const twc_study_area *area, const char *folder)
{
    const twc_feature *road;
    twc_mountain_front p;
    twc_status status = twc_road_find(area->source, 1, &road);
    if (!status.code)
        status = twc_mountain_front_of(area, &p);
    if (status.code)
        return status;
    shots s = {3, 690, 520, {{.degrees = 48}, {.degrees = 50}, {.degrees = 55}}, {{0, 0, NULL}}};
    double n = road->station_count;
    /* Along the road, whichever way goes towards the mountains. */
    twc_road_place middle = twc_road_at(road, 0.5 * n);
    int way = middle.forward[0] * p.towards[0] + middle.forward[1] * p.towards[1] >= 0 ? 1 : -1;
    twc_road_place low = twc_road_at(road, (0.5 - 0.2 * way) * n),
                   next = twc_road_at(road, (0.5 - 0.2 * way) * n + 12 * way);
    for (int k = 0; k < 3; k++) {
        s.shot[0].eye[k] = k == 1 ? middle.bed + 150 : (k ? middle.z : middle.x) - 430 * p.towards[k / 2];
        s.shot[0].target[k] = k == 1 ? middle.bed + 20 : p.edge[k / 2];
    }
    twc_road_from(&low, -30 * way, 14 * way, 26, s.shot[1].eye);
    twc_road_from(&next, 30 * way, 0, 4, s.shot[1].target);
    twc_road_from(&low, 0, 1.5, 3.5, s.shot[2].eye);
    twc_road_from(&next, 0, 0, 2.4, s.shot[2].target);
    const twc_road_place people[] = {twc_road_at(road, (0.5 - 0.2 * way) * n + 3.2 * way)};
    return render(area, &s, people, 1, twc_write_region, folder);
}
