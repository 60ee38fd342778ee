/* SPDX-License-Identifier: MIT */
/*
 * Points inside of an outline, each edge against all points of a batch. Spec land 5.3; twin reference/common/shape.c;
 * test tests/land/test_outline.c.
 */
#include "land/land.h"

/* Of numbers of one type; results are int64_t, 0 or 1, so that they fit lanes of reals. */
#define SPANS(az, bz, z) ((int64_t)((az) > (z)) ^ (int64_t)((bz) > (z)))
#define BOXED(low, high, v) ((int64_t)((low) <= (v)) & (int64_t)((v) <= (high)))

/* An edge and its box. */
typedef struct edge {
    twc_point a, b, low, high;
} edge;

static edge edge_of(const twc_land_outline *outline, int32_t k)
{
    const twc_point a = outline->corner[k], b = outline->corner[k + 1 < outline->count ? k + 1 : 0];
    return (edge){a, b, {a.x < b.x ? a.x : b.x, a.z < b.z ? a.z : b.z}, {a.x < b.x ? b.x : a.x, a.z < b.z ? b.z : a.z}};
}

/* Whether an edge that spans a point's z, or not, and falls in z, or not, is crossed on the side of larger x. */
TWC_INLINE int64_t crossed(int64_t spans, int64_t negative, int64_t falls)
{
    return spans & (1 ^ negative ^ falls);
}

#ifdef __AVX2__
/*
 * The points of a batch, each coordinate beside its upper part, a multiple of 2^16, and its lower; and of each point
 * whether edges crossed so far are odd and whether one passes through it, 0 or 1.
 */
typedef struct batch {
    _Alignas(64) double x[TWC_LAND_BATCH];
    double z[TWC_LAND_BATCH], upper_x[TWC_LAND_BATCH], upper_z[TWC_LAND_BATCH];
    double lower_x[TWC_LAND_BATCH], lower_z[TWC_LAND_BATCH];
    int64_t odd[TWC_LAND_BATCH], on[TWC_LAND_BATCH];
} batch;

/* Parts of a coordinate below 2^30 in magnitude. */
TWC_INLINE double upper(int32_t v)
{
    return v - (v & 0xFFFF);
}

TWC_INLINE double lower(int32_t v)
{
    return v & 0xFFFF;
}

/*
 * One edge against all points: their sides of it, whether it spans their z, whether they lie on it. Differences are
 * below 2^31, so their products with those of parts are multiples of 2^16 below 2^62, or below 2^47: exact, and so are
 * the differences of two. Their sum is rounded, which leaves its sign.
 */
static void cross_edge(edge of, int32_t count, batch *restrict points)
{
    TWC_ASSERT(count <= TWC_LAND_BATCH && count % TWC_LAND_LANES == 0);
    const int32_t n = TWC_LAND_WHOLE(count);
    const double az = of.a.z, bz = of.b.z, ex = (double)of.b.x - of.a.x, ez = bz - az;
    const double upper_x = upper(of.a.x), upper_z = upper(of.a.z), lower_x = lower(of.a.x), lower_z = lower(of.a.z);
    const double low_x = of.low.x, high_x = of.high.x, low_z = of.low.z, high_z = of.high.z;
    const int64_t falls = ez < 0.0;
    for (int32_t k = 0; k < n; k++) {
        const double x = points->x[k], z = points->z[k];
        const double above = ex * (points->upper_z[k] - upper_z) - ez * (points->upper_x[k] - upper_x);
        const double below = ex * (points->lower_z[k] - lower_z) - ez * (points->lower_x[k] - lower_x);
        const double cross = above + below;
        points->odd[k] ^= crossed(SPANS(az, bz, z), cross < 0.0, falls);
        points->on[k] |= BOXED(low_x, high_x, x) & BOXED(low_z, high_z, z) & (int64_t)(cross == 0.0);
    }
}

void TWC_NAME(outline_contains)(const twc_land_outline *outline, size_t n, const twc_point *points, uint8_t *out)
{
    batch of;
    for (size_t first = 0; first < n; first += TWC_LAND_BATCH) {
        const int32_t part = n - first < TWC_LAND_BATCH ? (int32_t)(n - first) : TWC_LAND_BATCH;
        for (int32_t k = 0; k < twc_land_rounded(part); k++) {
            const twc_point point = points[first + (size_t)(k < part ? k : part - 1)];
            of.x[k] = point.x;
            of.z[k] = point.z;
            of.upper_x[k] = upper(point.x);
            of.upper_z[k] = upper(point.z);
            of.lower_x[k] = lower(point.x);
            of.lower_z[k] = lower(point.z);
            of.odd[k] = of.on[k] = 0;
        }
        for (int32_t k = 0; k < outline->count; k++)
            cross_edge(edge_of(outline, k), twc_land_rounded(part), &of);
        for (int32_t k = 0; k < part; k++)
            out[first + (size_t)k] = (uint8_t)(of.odd[k] | of.on[k]);
    }
}

#else
/*
 * Vectors of two do not make up for the masks: each point against all edges, without a branch but for points on an
 * edge's line. Differences are below 2^31 in magnitude, so products of two have 64 bits.
 */
static uint8_t contains(int32_t count, const edge *edges, twc_point p)
{
    int64_t odd = 0;
    for (int32_t k = 0; k < count; k++) {
        const edge *e = &edges[k];
        const int64_t ex = (int64_t)e->b.x - e->a.x, ez = (int64_t)e->b.z - e->a.z;
        const int64_t cross = ex * ((int64_t)p.z - e->a.z) - ez * ((int64_t)p.x - e->a.x);
        if (cross == 0 && (BOXED(e->low.x, e->high.x, p.x) & BOXED(e->low.z, e->high.z, p.z)))
            return 1;
        odd ^= crossed(SPANS(e->a.z, e->b.z, p.z), cross < 0, ez < 0);
    }
    return (uint8_t)odd;
}

void TWC_NAME(outline_contains)(const twc_land_outline *outline, size_t n, const twc_point *points, uint8_t *out)
{
    edge edges[TWC_LAND_CORNERS];
    for (int32_t k = 0; k < outline->count; k++)
        edges[k] = edge_of(outline, k);
    for (size_t k = 0; k < n; k++)
        out[k] = contains(outline->count, edges, points[k]);
}
#endif
