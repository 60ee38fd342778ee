/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the land stage (docs/spec/land.md 2, 3, 4, 5) as one table. Real numbers are binary64 in the
 * written order, left to right; only the grid's heights are binary32, each rounded once where it is stored. Positions
 * are within TWC_LAND_REACH of the origin. Nothing fails, nothing is allocated, and no array overlaps another. Written
 * for all:
 *
 *   ss(x; ramp) = (t t) (3 - 2 t), t = clamp01((x - from) / (to - from)); lerp(a, b, t) = (1 - t) a + t b;
 *   len = sqrt(x x + z z); min(a, b) = a < b ? a : b, max(a, b) = a > b ? a : b;
 *   smooth_min(a, b, k) = min(a, b) - ((h h) k) 0.25, h = max(k - |a - b|, 0) / k; smooth_max = -smooth_min(-a, -b, k).
 *
 * A term whose weight is 0 may be left out; it is never approximated.
 */
#ifndef TWC_LAND_KERNELS_H
#define TWC_LAND_KERNELS_H

#include "twc/chunk.h" /* twc_build_options */
#include "twc/land.h"
#include "twc/spine.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TWC_LAND_REACH 65536.0

/* `count` positions. */
typedef struct twc_spots {
    size_t count;
    const double *x, *z;
} twc_spots;

/* What a vector or a pair of numbers a position goes to. */
typedef struct twc_vectors {
    double *x, *z;
} twc_vectors;

/* Depth of stripes, 0 on a crest and 1 on a floor, and its slope. */
typedef struct twc_stripes {
    double *depth, *slope_x, *slope_z;
} twc_stripes;

/* weight[layer * count + k] of position k: grass, then the land's layers; brown[k] of its grass. */
typedef struct twc_land_look {
    double *weight, *brown;
} twc_land_look;

/* A land whose ground is made: what its questions are asked of. */
typedef struct twc_land_ground {
    const twc_land *land;
    double highest;                     /* of raw_hill (twc_land_highest) */
    float *heights;                     /* grid.points rows of as many */
    twc_spine spine[TWC_LAND_FEATURES]; /* of each feature */
} twc_land_ground;

typedef enum twc_walk_end { TWC_WALK_DONE, TWC_WALK_STOPPED, TWC_WALK_FELL } twc_walk_end;

typedef struct twc_walk {
    double x, z; /* from, then where it ended */
    double by_x, by_z;
    int32_t end; /* twc_walk_end */
    int32_t zero;
} twc_walk;

typedef struct twc_land_table {
    /*
     * x = p.x / size, z alike, gain = 1; octave i: sum += gain noise(x + i 19.1875, z + i 7.4375, seed + i), then x and
     * z double and gain halves; sum / (sum of gains). noise(x, z, seed): (i, j) = floor, r the fraction; corner (di,
     * dj) has k = hash(i + di, j + dj, seed) >> 28 and n = GX[k] (rx - di) + GZ[k] (rz - dj), of the 16 directions in
     * twc_gradient_x and twc_gradient_z; u = ((rx rx) rx) (rx (rx 6 - 15) + 10), v likewise of rz; a = n00 + (n10 -
     * n00) u, b = n01 + (n11 - n01) u; a + (b - a) v.
     */
    void (*fbm)(const twc_fbm *noise, twc_spots at, double *out);

    /*
     * Stripes along unit directions d. side = (-dz, dx). For j = -1..2, in it i = -1..2: h = hash(floor x + i, floor z
     * + j, seed); v = ((rx - i) - ((h mod 2^16) / 2^16 - 0.5), (rz - j) - ((h >> 16) / 2^16 - 0.5)); q = vx vx + vz vz;
     * w = q < 2.25 ? max(0, expm2(q) - 0.01111) : 0; (c, s) = cos_sin(vx side.x + vz side.z), turns; C += w c, S += w
     * s, W += w. C /= W, S /= W; m = max(0.5, sqrt(C C + S S)); C /= m, S /= m. depth = 0.5 - 0.5 C; g = pi S; slope =
     * (g side.x, g side.z). The polynomials are those of reference/common/polynomial.c.
     */
    void (*phacelle)(int32_t seed, twc_spots at, const double *dx, const double *dz, twc_stripes out);

    /* Signed distance to the coast, negative on land: the shapes in order, then d + (near rough) fbm(warped p). */
    void (*coast)(const twc_land *land, twc_spots at, double *out);

    /* The hill as a share, before it is scaled to its top: hill(p) = raw_hill(p) top / highest. */
    void (*raw_hill)(const twc_land *land, twc_spots at, double *out);

    /* The heights of grid points `rect` (row-major) before any feature: shelf, gullied hill, roll and pad. */
    void (*base_heights)(const twc_land *land, double highest, twc_rect rect, float *heights);

    /*
     * The nearest point of the spine: pieces in order, t = clamp01 of the foot's place along the piece, and a squared
     * distance strictly below the best, which starts at within within. distance is `within` where there is none, and at
     * and along are then 0; else they are lerps by t.
     */
    void (*spine_nearest)(const twc_spine *spine, double within, twc_spots at, twc_nearest out);

    /*
     * In place on all of the grid's heights; `spine` is settled on them (twc_spine_settle). The only two kernels that
     * are no functions of a point: they read what they change, and their levels hang on the whole grid, so each is
     * applied once and in the land's order. Given the spine, no grid point reads another.
     */
    void (*press)(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights);
    void (*carve)(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights);

    /*
     * The drawn triangles, diagonal (i, j)-(i + 1, j + 1): u >= v: (a + u (b - a)) + v (d - b), else (a + v (c - a)) +
     * u (d - c); a 00, b 10, c 01, d 11. The border belongs to the last cell; past it grid.outside.
     */
    void (*land_heights)(const twc_land_ground *ground, twc_spots at, double *out);
    /* (height(x + cell) - height(x - cell)) / (2 cell), z likewise. */
    void (*land_gradients)(const twc_land_ground *ground, twc_spots at, twc_vectors out);
    /* (-gx, 1, -gz) / sqrt((1 + gx gx) + gz gz): three numbers a position. */
    void (*land_normals)(const twc_land_ground *ground, twc_spots at, double *out);
    /* (((E + W) + S) + N - 4 h) / (over over), each `over` away. */
    void (*land_curvatures)(const twc_land_ground *ground, double over, twc_spots at, double *out);

    /* 1 inside of the outline or on an edge: crossings of edges, exact integers. Coordinates are below 2^30. */
    void (*outline_contains)(const twc_land_outline *outline, size_t n, const twc_point *points, uint8_t *out);

    /* How thick the forest and the groves grow, 0..1. */
    void (*forest)(const twc_land_ground *ground, twc_spots at, double *out);
    void (*grove)(const twc_land_ground *ground, twc_spots at, double *out);
    /* grass = 1; each layer's cover c multiplies all earlier by (1 - c), and is c itself. */
    void (*land_look)(const twc_land_ground *ground, twc_spots at, twc_land_look out);

    /*
     * n walks over at most TWC_WALK_LENGTH metres, each in max(1, ceil(|by| / stride)) steps e. Sea: a step to c is
     * allowed where height(c) >= -wade or height(c) > height(p); else c = p + (e - k g), k = (e . g) / (g . g), g the
     * gradient at p; where g is 0 or that is not allowed either the walk stops. Fall: the first position past the
     * border ends it. Wall: clamped to the border. Wrap: into [low, -low).
     */
    void (*walk)(const twc_land_ground *ground, size_t n, twc_walk *walks);
} twc_land_table;

#define TWC_WALK_LENGTH 4096.0

extern const double twc_gradient_x[16], twc_gradient_z[16];

/* The reference's table. */
const twc_land_table *twc_reference_land(void);

/* ---- building ----------------------------------------------------------------------------------------------- */

/* The bytes of a ground's arrays, and a ground laid out over as many (8-byte aligned). */
size_t twc_land_ground_bytes(const twc_land *land);
void twc_land_ground_place(const twc_land *land, void *memory, twc_land_ground *ground);

/* Largest of raw_hill over the points `every` apart from the grid's corner on; 1 where there is no hill. */
double twc_land_highest(const twc_land_table *table, const twc_land *land);

/*
 * The ground of a land that passes twc_land_check, into a ground that was placed: base, then the features in order. One
 * thread, whatever the options say. Fails when the land is not defined or the floating-point environment is not IEEE.
 */
twc_status twc_reference_land_build(const twc_land *land, twc_build_options options, twc_land_ground *ground);

/* The checks every builder makes before it writes. */
twc_status twc_land_build_check(const twc_land *land, twc_build_options options);

/*
 * All features, in order, on a ground whose base is there: lays and settles each spine, then presses or carves by it.
 */
void twc_land_apply_features(const twc_land_table *table, twc_land_ground *ground);

#ifdef __cplusplus
}
#endif
#endif
