/* SPDX-License-Identifier: MIT */
/*
 * From what a land's height is made, as data (docs/spec/land.md 3), and how twc_land_table.base_heights adds it up,
 * with the functions that twc/land_kernels.h defines. At p, with s = -coast(p) and far = len(p - pad.middle):
 *
 *   coast: d = the first shape's distance; each other's is joined by smooth_min(d, other, width) or cut by
 *     smooth_max(d, -other, width); d + (near rough) fbm(warped(p)), near = 1 - ss(|d|; calm). A circle: len - radius;
 *     a capsule: e = to - from, t = clamp01(((x - ax) ex + (z - az) ez) / (ex ex + ez ez)), len((x - ax) - t ex,
 *     (z - az) - t ez) - radius. warped(p) = (x + by fbm(p, seed), z + by fbm(p, seed + 1000));
 *   shelf: s < 0: shore - min(linear (-s) + (square (-s)) (-s), floor); else lerp(shore, lowland, ss(s; rise)) +
 *     beach_height ss(s; beach);
 *   raw_hill: d = warped(p) - middle, r = len(d), e = min(r / foot, 1), dome = 1 - (e e) (3 - 2 e);
 *     k = spread / sqrt(r r + core) + far_scale, n = ridges' fbm(d k); hollow = min((sqrt(n n + crease) - soft)
 *     steepness, 1); dome (1 - (cut ss(e; flank)) hollow). hill = raw_hill top / highest, its slope along x
 *     (hill(x + step) - hill(x - step)) / (2 step), z likewise;
 *   gullies: h <= above: h. Else out = h, steer = the slope, up = min(h / top, 1), crisp = ss(up; foot)
 *     (1 - summit_cut ss(up; summit)); octave i: steep = len(steer); if steep > level: stripes of phacelle(p / size,
 *     steer / steep, seed + i), v = 1 - min(steep / full, 1), amount = (depth (1 - v v)) crisp, out -= amount depth of
 *     the stripes, r = amount / size, steer -= r their slope; then size and depth halve;
 *   roll: broad fbm broad_weight + narrow fbm narrow_weight.
 *
 * h = shelf; where s > 0, h += gullies ss(s; gullies.shore), then h += (roll (near + far ss(far; reach))) ss(s;
 * roll.shore); lerp(h, pad.height, 1 - ss(far; pad.edge)).
 */
#ifndef TWC_LAND_HEIGHT_H
#define TWC_LAND_HEIGHT_H

#include "twc/noise.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_LAND_SHAPES = 16 };

typedef enum twc_shape_kind { TWC_SHAPE_CIRCLE, TWC_SHAPE_CAPSULE } twc_shape_kind;
typedef enum twc_shape_operator { TWC_SHAPE_JOIN, TWC_SHAPE_CUT } twc_shape_operator;

typedef struct twc_shape {
    twc_shape_kind kind;
    twc_shape_operator how; /* not of the first shape, which is what the others are joined to and cut from */
    twc_spot from, to;      /* a circle's middle is `from` */
    double radius;
    double width; /* over which it is blended */
} twc_shape;

typedef struct twc_land_coast {
    int32_t shape_count;
    twc_shape shape[TWC_LAND_SHAPES];
    twc_ramp calm; /* distance from the smooth coast over which the roughness ends */
    double rough;  /* metres */
    twc_warp warp;
    twc_fbm noise;
} twc_land_coast;

typedef struct twc_land_shelf {
    double shore;                 /* the height on either side of the coast */
    double linear, square, floor; /* sea floor: at most `floor` below the shore */
    double lowland;               /* height that the lowland rises to, before the beach is added */
    twc_ramp rise, beach;
    double beach_height;
} twc_land_shelf;

typedef struct twc_land_hill {
    twc_spot middle;
    double foot; /* metres from the middle */
    double top;  /* metres */
    twc_warp warp;
    double spread, core, far_scale; /* scale of the ridges' plan: spread / sqrt(r^2 + core) + far_scale */
    twc_fbm ridges;
    double crease, soft, steepness; /* hollow: (sqrt(n^2 + crease) - soft) steepness */
    double cut;                     /* share of the dome that a hollow takes, over `flank` of the way to the foot */
    twc_ramp flank;
    double every; /* metres between the points, from the grid's corner, among which the highest is looked for */
    double step;  /* of the differences that give its gradient */
} twc_land_hill;

typedef struct twc_land_gullies {
    double size, depth; /* of the first octave; both halve */
    int32_t octaves, seed;
    double above;          /* metres of hill below which nothing is cut */
    double level;          /* a steer as flat as that leaves the octave out */
    double full;           /* slope of the full depth */
    twc_ramp foot, summit; /* of the share of the hill's top */
    double summit_cut;
    twc_ramp shore; /* metres from the coast over which they fade in */
} twc_land_gullies;

typedef struct twc_land_roll {
    twc_fbm broad, narrow;
    double broad_weight, narrow_weight;
    double near, far; /* metres at the pad, and what is added over `reach` from it */
    twc_ramp reach, shore;
} twc_land_roll;

typedef struct twc_land_pad {
    twc_spot middle;
    double height;
    twc_ramp edge;
} twc_land_pad;

#ifdef __cplusplus
}
#endif
#endif
