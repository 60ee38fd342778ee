/* SPDX-License-Identifier: MIT */
/*
 * Walks: where a walker ends who sets out in a direction, and what the land's edge does to that. Spec land 5.6; twin
 * fast/land/walk.c; test tests/land/test_land.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

static int allowed(const twc_land_ground *ground, twc_spot from, twc_spot to)
{
    double height = twc_reference_height_at(&ground->land->grid, ground->heights, to.x, to.z);
    return height >= -ground->land->edge.wade ||
           height > twc_reference_height_at(&ground->land->grid, ground->heights, from.x, from.z);
}

/*
 * One step of a walk that the sea bounds; 0 when there is none. The slide is the step less its part across the shore.
 */
static int sea_step(const twc_land_ground *ground, twc_spot step, twc_spot *p)
{
    twc_spot to = {p->x + step.x, p->z + step.z};
    if (!allowed(ground, *p, to)) {
        twc_spot g = twc_reference_gradient_at(ground, p->x, p->z);
        double square = g.x * g.x + g.z * g.z;
        if (square == 0.0)
            return 0;
        double k = (step.x * g.x + step.z * g.z) / square;
        to = (twc_spot){p->x + (step.x - k * g.x), p->z + (step.z - k * g.z)};
        if (!allowed(ground, *p, to))
            return 0;
    }
    *p = to;
    return 1;
}

static double clamped(double v, double limit)
{
    return v < -limit ? -limit : v > limit ? limit : v;
}

static double wrapped(double v, double limit)
{
    return v - 2.0 * limit * floor((v + limit) / (2.0 * limit));
}

/* One step; what it makes of the walk. */
static twc_walk_end one_step(const twc_land_ground *ground, twc_spot step, twc_spot *p)
{
    double limit = -twc_grid_low(&ground->land->grid);
    if (ground->land->edge.kind == TWC_LAND_EDGE_SEA)
        return sea_step(ground, step, p) ? TWC_WALK_DONE : TWC_WALK_STOPPED;
    p->x += step.x;
    p->z += step.z;
    if (ground->land->edge.kind == TWC_LAND_EDGE_FALL)
        return fabs(p->x) > limit || fabs(p->z) > limit ? TWC_WALK_FELL : TWC_WALK_DONE;
    int wall = ground->land->edge.kind == TWC_LAND_EDGE_WALL;
    *p = wall ? (twc_spot){clamped(p->x, limit), clamped(p->z, limit)}
              : (twc_spot){wrapped(p->x, limit), wrapped(p->z, limit)};
    return TWC_WALK_DONE;
}

static void walk_once(const twc_land_ground *ground, twc_walk *walk)
{
    double steps = -floor(-(twc_length(walk->by_x, walk->by_z) / ground->land->edge.stride)); /* the ceiling */
    int32_t n = steps < 1.0 ? 1 : (int32_t)steps;
    TWC_ASSERT(n >= 1);
    twc_spot step = {walk->by_x / n, walk->by_z / n}, p = {walk->x, walk->z};
    twc_walk_end end = TWC_WALK_DONE;
    for (int32_t k = 0; k < n && end == TWC_WALK_DONE; k++)
        end = one_step(ground, step, &p);
    walk->x = p.x;
    walk->z = p.z;
    walk->end = (int32_t)end;
}

void twc_reference_walk(const twc_land_ground *ground, size_t n, twc_walk *walks)
{
    for (size_t k = 0; k < n; k++)
        walk_once(ground, &walks[k]);
}
