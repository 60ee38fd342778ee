/* SPDX-License-Identifier: MIT */
/*
 * The contract of the tower stage (docs/spec/tower.md): ground on the inside of a cylinder of 50 km radius. A place is
 * theta, in turns of 2^-32, and z along the axis in centimetres; heights are metres inwards from the floor. The
 * functions are a table, as those of twc/ground.h: they cannot fail, allocate nothing, and outputs overlap no input.
 */
#ifndef TWC_TOWER_H
#define TWC_TOWER_H

#include "twc/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_TOWER_LENGTH_CM = 54000000,
    TWC_TOWER_TURN_CM = 31415927, /* round the floor, for predicates in whole numbers */
    TWC_TOWER_OCTAVES = 8,
    TWC_RANGE_PEAKS = 1024 /* of a group of ranges, authored and generated; ridges: three times as many */
};

#define TWC_TOWER_RADIUS 50000.0
/* Metres a unit of theta, 2 pi R / 2^32, and radians. */
#define TWC_TOWER_ARC 7.314590396335799e-05
#define TWC_TOWER_ANGLE 1.4629180792671596e-09

/* Noise of `octaves` on the cylinder, the first `size` metres a cell; octave i has seed + i. */
typedef struct twc_tower_noise {
    double size;
    int32_t octaves;
    uint32_t seed;
} twc_tower_noise;

/* Seeds of a world's parts (docs/spec/tower.md 1.5): of a feature's own, of the ground everywhere. */
enum { TWC_TOWER_OF_FEATURE = 0, TWC_TOWER_OF_GROUND = 1 };

static inline uint32_t twc_tower_feature_seed(uint32_t world, uint32_t feature)
{
    return twc_hash((int32_t)world, (int32_t)feature, TWC_TOWER_OF_FEATURE);
}

static inline uint32_t twc_tower_ground_seed(uint32_t world)
{
    return twc_hash((int32_t)world, 0, TWC_TOWER_OF_GROUND);
}

/* Places as two arrays. */
typedef struct twc_tower_spots {
    size_t count;
    const uint32_t *theta;
    const int32_t *z;
} twc_tower_spots;

/* A summit above the land under it, and a ridge between two of them: its height halfway. */
typedef struct twc_peak {
    uint32_t theta;
    int32_t z;
    double relief;
} twc_peak;

typedef struct twc_ridge {
    uint32_t a, b;
    double saddle;
} twc_ridge;

/*
 * A group of ranges on a band that rings the world: cells of its grid are (2 columns)^-1 turns and half a row off its
 * corner at theta 0 and z_from.
 */
typedef struct twc_range {
    twc_cell_grid grid;   /* a ring; rows by z */
    int32_t z_from, z_to; /* cm */
    uint32_t seed;        /* S of docs/spec/tower.md 1.5 */
    double ruggedness, erosion;
    size_t peak_count, ridge_count;
    const twc_peak *peaks;
    const twc_ridge *ridges;
} twc_range;

/* The place of a column or a row. */
static inline uint32_t twc_range_theta(const twc_range *range, int32_t column)
{
    return (uint32_t)((((uint64_t)column * 2 + 1) << 31) / (uint64_t)range->grid.columns);
}

static inline int32_t twc_range_z(const twc_range *range, int32_t row)
{
    const int64_t length = (int64_t)range->z_to - range->z_from;
    return range->z_from + (int32_t)(length * (2 * (int64_t)row + 1) / (2 * (int64_t)range->grid.rows));
}

typedef struct twc_tower_table {
    /*
     * Cosine and sine of theta: q = (theta + 2^29) >> 30, r = (int32_t)(theta - (q << 30)), a = r TWC_TOWER_ANGLE; the
     * series to a^14 and a^13, in Horner's order of a a, the sine's times a; turned by q & 3 quarters.
     */
    void (*turn_cos_sin)(size_t n, const uint32_t *theta, double *cosine, double *sine);

    /*
     * x^y, x a normal number above 0: log2 x from the odd series to s^15, 2^t by rint and the series to degree 13. 0
     * below 2^-1022, infinity from 2^1024 on.
     */
    void (*power)(size_t n, const double *x, double y, double *out);

    /* The cube root of normal numbers above 0: a guess from the bits, and four of Newton's steps. */
    void (*cube_root)(size_t n, const double *x, double *out);

    /* The noise at (R cos, R sin, z), divided by the sum of gains. */
    void (*tower_fbm)(const twc_tower_noise *noise, twc_tower_spots at, double *out);

    /* The height of a range's ridges and flanks above the land, before water: cells of `window`, row by row. */
    void (*uplift)(const twc_range *range, twc_rect window, double *out);
} twc_tower_table;

/* ---- a range ------------------------------------------------------------------------------------------------- */

/* What a group of ranges is made from: its band, the ridge line along it, given summits, others to be drawn. */
typedef struct twc_range_plan {
    uint32_t seed;
    int32_t z_from, z_to, spine; /* cm */
    double height;               /* metres: of drawn summits on the spine */
    double drawn;                /* per 100 square kilometres */
    size_t given_count;
    const twc_peak *given;
} twc_range_plan;

/* Bytes for both; the summits, those given first, at most TWC_RANGE_PEAKS; returns how many. */
size_t twc_range_bytes(const twc_range_plan *plan);
size_t twc_range_draw_peaks(const twc_range_plan *plan, void *scratch, twc_peak *peaks);

/*
 * The ridges between them: the tree, then spurs, each by its ends (a < b). At most 3 TWC_RANGE_PEAKS; returns how
 * many, and how many of them are the tree's.
 */
size_t twc_range_draw_ridges(const twc_grid_table *table, const twc_range_plan *plan, size_t peak_count,
                             const twc_peak *peaks, void *scratch, twc_ridge *ridges, size_t *tree);

/* A lake on a range: round, metres. */
typedef struct twc_tarn {
    uint32_t theta;
    int32_t z;
    double radius;
} twc_tarn;

/* What a build of a range works with. Arrays of a number a cell but for the scratch, which is 64-byte aligned. */
typedef struct twc_range_work {
    double *uplift, *height, *other, *land; /* land: given, metres */
    float *ground, *water, *rise;
    uint8_t *outlets;
    uint32_t *receiver, *area;
    int32_t *whole, *mean;
    void *scratch; /* twc_range_scratch */
} twc_range_work;

size_t twc_range_scratch(const twc_range *range);

/*
 * The range's relief above the land, in three steps: uplift and eight passes of water; what they leave scaled back to
 * the uplift's shape; tarns and summits.
 */
typedef struct twc_range_features {
    size_t summits, tarn_count; /* the first peaks of the range, which keep their height */
    const twc_tarn *tarns;
} twc_range_features;

void twc_range_erode(const twc_grid_table *grid, const twc_tower_table *tower, const twc_range *range,
                     twc_range_work *work);
void twc_range_scale(const twc_grid_table *grid, const twc_range *range, twc_range_work *work, double *relief);
void twc_range_shape(const twc_range *range, const twc_range_features *features, const twc_range_work *work,
                     double *relief);

/* The reference's table. */
const twc_tower_table *twc_reference_tower(void);

#ifdef __cplusplus
}
#endif
#endif
