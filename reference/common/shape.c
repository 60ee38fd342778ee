/* SPDX-License-Identifier: MIT */
/*
 * Distances to shapes in plan, and outlines. Spec land 3.1, 5.3; twin fast/land/coast.c, fast/land/outline.c; test
 * tests/land/test_land.c.
 */
#include "common/shape.h"

#include "common/blend.h"

twc_foot twc_reference_foot(double ax, double az, double bx, double bz, double x, double z)
{
    double ex = bx - ax, ez = bz - az;
    double t = twc_clamp01(((x - ax) * ex + (z - az) * ez) / (ex * ex + ez * ez));
    return (twc_foot){t, (x - ax) - t * ex, (z - az) - t * ez};
}

double twc_reference_shape_distance(const twc_shape *shape, double x, double z)
{
    if (shape->kind == TWC_SHAPE_CIRCLE)
        return twc_length(x - shape->from.x, z - shape->from.z) - shape->radius;
    twc_foot foot = twc_reference_foot(shape->from.x, shape->from.z, shape->to.x, shape->to.z, x, z);
    return twc_length(foot.x, foot.z) - shape->radius;
}

static int within(int32_t a, int32_t b, int32_t v)
{
    return a < b ? a <= v && v <= b : b <= v && v <= a;
}

/* An edge counts when it spans the point's z, half-open, and passes on the side of larger x. */
int twc_reference_contains(const twc_land_outline *outline, twc_point point)
{
    int odd = 0;
    for (int32_t k = 0; k < outline->count; k++) {
        twc_point a = outline->corner[k], b = outline->corner[(k + 1) % outline->count];
        int64_t cross = ((int64_t)b.x - a.x) * ((int64_t)point.z - a.z) -
                        ((int64_t)b.z - a.z) * ((int64_t)point.x - a.x);
        if (cross == 0 && within(a.x, b.x, point.x) && within(a.z, b.z, point.z))
            return 1;
        if ((a.z > point.z) != (b.z > point.z) && (cross < 0) == (b.z < a.z))
            odd = !odd;
    }
    return odd;
}
