/* SPDX-License-Identifier: MIT */
/*
 * A triangle clipped to what lies before the camera. Spec surface 6.2; no twin: rare, and shared: projection calls it
 * for both libraries; test tests/surface/test_raster.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "surface/raster_stage.h"

typedef struct plane {
    double x, y, z, offset; /* inside where (x X + y Y) + z Z + offset >= 0 */
} plane;

static double side_of(const plane *p, const double v[3])
{
    return p->x * v[0] + p->y * v[1] + p->z * v[2] + p->offset;
}

/* From the inner to the outer end, whichever way the edge runs: its two triangles find the same point. */
static void crossing(const double inner[3], double d_inner, const double outer[3], double d_outer, double out[3])
{
    TWC_ASSERT(d_inner >= 0.0 && d_outer < 0.0);
    double t = d_inner / (d_inner - d_outer);
    for (int k = 0; k < 3; k++)
        out[k] = inner[k] + (outer[k] - inner[k]) * t;
}

static int clip_by(const plane *p, const double in[][3], int n, double out[][3])
{
    int count = 0;
    for (int k = 0; k < n; k++) {
        const double *from = in[k], *to = in[(k + 1) % n];
        double d_from = side_of(p, from), d_to = side_of(p, to);
        if (d_from >= 0.0)
            memcpy(out[count++], from, 3 * sizeof(double));
        if (d_from >= 0.0 && d_to < 0.0)
            crossing(from, d_from, to, d_to, out[count++]);
        else if (d_from < 0.0 && d_to >= 0.0)
            crossing(to, d_to, from, d_from, out[count++]);
    }
    TWC_ASSERT(count <= n + 1 && count <= TWC_CLIP_MAX);
    return count;
}

int twc_reference_clip(const double triangle[3][3], double near, double guard, double polygon[TWC_CLIP_MAX][3])
{
    const plane planes[5] = {{0.0, 0.0, 1.0, -near},
                             {-1.0, 0.0, guard, 0.0},
                             {1.0, 0.0, guard, 0.0},
                             {0.0, -1.0, guard, 0.0},
                             {0.0, 1.0, guard, 0.0}};
    double other[TWC_CLIP_MAX][3];
    int count = 3;
    memcpy(polygon, triangle, 3 * sizeof *polygon);
    for (int k = 0; k < 5 && count; k++) {
        count = clip_by(&planes[k], (const double(*)[3])polygon, count, other);
        TWC_ASSERT(count >= 0 && count <= TWC_CLIP_MAX);
        memcpy(polygon, other, (size_t)count * sizeof *polygon);
    }
    return count;
}
