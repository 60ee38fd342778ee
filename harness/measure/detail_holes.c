/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_holes.h"

#include <math.h>
#include <string.h>

enum { WIDTH = TWC_HOLES_WIDTH, HEIGHT = TWC_HOLES_HEIGHT, PLANES = 5, MOST = 3 + PLANES };

/* Nearer triangles are clipped; as are those that far outside the picture, in its half widths at that distance. */
static const double nearest = 0.5, guard = 16;

typedef struct point {
    double x, y, z; /* right, up, ahead */
} point;

void twc_holes_begin(twc_holes_camera camera, twc_holes_picture *picture)
{
    memset(picture, 0, sizeof *picture);
    picture->camera = camera;
}

static point seen(const twc_holes_camera *c, twc_vertex v)
{
    const double dx = v.x * 0.01 - c->eye[0], dz = v.z * 0.01 - c->eye[2];
    return (point){dz * c->ahead[0] - dx * c->ahead[1], (double)v.y - c->eye[1], dx * c->ahead[0] + dz * c->ahead[1]};
}

/* How far a point is inside of a plane. */
static double inside(point p, double reach, int plane)
{
    switch (plane) {
    case 0:
        return p.z - nearest;
    case 1:
        return reach * p.z - p.x;
    case 2:
        return reach * p.z + p.x;
    case 3:
        return reach * p.z - p.y;
    default:
        return reach * p.z + p.y;
    }
}

/* From the inner to the outer end, so that both triangles at an edge find the same point. */
static point crossing(point in, point out, double within, double beyond)
{
    const double t = within / (within - beyond);
    return (point){in.x + (out.x - in.x) * t, in.y + (out.y - in.y) * t, in.z + (out.z - in.z) * t};
}

static int clip(double reach, int count, point polygon[MOST])
{
    for (int plane = 0; plane < PLANES && count > 0; plane++) {
        point from[MOST];
        int made = 0;
        memcpy(from, polygon, sizeof from);
        for (int k = 0; k < count; k++) {
            const point a = from[k], b = from[(k + 1) % count];
            const double of_a = inside(a, reach, plane), of_b = inside(b, reach, plane);
            if (of_a >= 0)
                polygon[made++] = a;
            if (of_a >= 0 && of_b < 0)
                polygon[made++] = crossing(a, b, of_a, of_b);
            else if (of_a < 0 && of_b >= 0)
                polygon[made++] = crossing(b, a, of_b, of_a);
        }
        count = made;
    }
    return count;
}

static twc_seen_corner place(const twc_holes_camera *c, point p)
{
    const double w = 1 / p.z;
    return (twc_seen_corner){(int64_t)floor(TWC_SPOT_STEPS * (WIDTH / 2.0 + c->focal * p.x * w) + 0.5),
                             (int64_t)floor(TWC_SPOT_STEPS * (HEIGHT / 2.0 - c->focal * p.y * w) + 0.5), w};
}

/* A bit a plane that a point lies beyond. */
static unsigned beyond(point p, double wide, double tall)
{
    return (unsigned)(p.z < nearest) | (unsigned)(p.x > wide * p.z) << 1 | (unsigned)(-p.x > wide * p.z) << 2 |
           (unsigned)(p.y > tall * p.z) << 3 | (unsigned)(-p.y > tall * p.z) << 4;
}

static void draw(const twc_triangle *triangle, twc_holes_picture *picture)
{
    const twc_holes_camera *c = &picture->camera;
    const double half = WIDTH / 2.0 / c->focal, tall = HEIGHT / 2.0 / c->focal;
    point p[MOST] = {{0, 0, 0}};
    unsigned outside = ~0u, clipped = 0;
    int count = 3;
    for (int k = 0; k < 3; k++) {
        p[k] = seen(c, triangle->corner[k]);
        outside &= beyond(p[k], half, tall);
        clipped |= beyond(p[k], guard * half, guard * half);
    }
    if (outside)
        return;
    /* Which side is seen is a matter of space, not of rounded corners. Right, up, ahead is left-handed. */
    const point u = {p[1].x - p[0].x, p[1].y - p[0].y, p[1].z - p[0].z},
                v = {p[2].x - p[0].x, p[2].y - p[0].y, p[2].z - p[0].z};
    const double facing = (u.y * v.z - u.z * v.y) * p[0].x + (u.z * v.x - u.x * v.z) * p[0].y +
                          (u.x * v.y - u.y * v.x) * p[0].z;
    if (clipped)
        count = clip(guard * half, count, p);
    for (int k = 2; k < count; k++)
        twc_spots_fill(place(c, p[0]), place(c, p[k - 1]), place(c, p[k]), facing > 0, picture);
}

void twc_holes_draw(const twc_mesh *mesh, twc_holes_picture *picture)
{
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        draw(&mesh->triangles[k], picture);
}

size_t twc_holes_count(const twc_holes_picture *picture, size_t *ground)
{
    size_t holes = 0;
    *ground = 0;
    for (int32_t x = 0; x < WIDTH; x++) {
        int below = 0;
        for (int32_t z = 0; z < HEIGHT; z++) {
            const int shown = picture->near[z][x] > 0 && picture->front[z][x];
            below |= picture->near[z][x] > 0;
            *ground += (size_t)shown;
            holes += below && !shown;
        }
    }
    return holes;
}
