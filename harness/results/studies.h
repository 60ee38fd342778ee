/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What studies and benchmarks found, as plain numbers. */
#ifndef TWC_RESULTS_STUDIES_H
#define TWC_RESULTS_STUDIES_H

#include <stddef.h>
#include <stdint.h>

/* ---- figures of benchmarks ---- */

enum { TWC_PLOT_POINTS = 16, TWC_PLOT_KERNELS = 16 };

typedef struct twc_interval {
    double low, middle, high; /* 95 %, and the estimate */
} twc_interval;

typedef struct twc_scaling {
    char level[8];
    int processors; /* of the machine */
    int sizes;
    double kilometres[TWC_PLOT_POINTS];  /* side of the world */
    twc_interval chunk[TWC_PLOT_POINTS]; /* seconds a chunk */
    int counts;
    int threads[TWC_PLOT_POINTS];
    twc_interval speedup[TWC_PLOT_POINTS]; /* over one thread, by the wall clock */
} twc_scaling;

enum { TWC_ROOFLINE_ROWS = 4 }; /* reference, base, v2, v3: what callgrind can count */

typedef struct twc_roofline_kernel {
    char name[32];
    int has[TWC_ROOFLINE_ROWS];
    double intensity[TWC_ROOFLINE_ROWS]; /* instructions a byte */
    double rate[TWC_ROOFLINE_ROWS];      /* instructions a second */
} twc_roofline_kernel;

typedef struct twc_roofline {
    double integer;       /* instructions a second of independent additions and loads */
    double cache, memory; /* bytes a second, read and written, of copies in the first cache and in memory */
    int count;
    twc_roofline_kernel kernel[TWC_PLOT_KERNELS];
} twc_roofline;

static inline const char *twc_roofline_row(int row)
{
    static const char *const name[TWC_ROOFLINE_ROWS] = {"reference", "base", "v2", "v3"};
    return name[row];
}

/* ---- edits ---- */

enum { TWC_REACH_BINS = 180 }; /* of one metre */

typedef struct twc_reach_study {
    uint64_t edits;
    uint64_t rebuilt, changed;          /* chunks: followed by twc_dirty_chunks, really other than before */
    uint64_t stale_edits, stale_chunks; /* with the paper's dilation: edits that leave one, chunks left */
    double farthest; /* metres in plan from an edited sample's rectangle to the centroid of a changed triangle */
    uint64_t bin[TWC_REACH_BINS]; /* edits by their own farthest changed triangle, metres rounded down */
} twc_reach_study;

enum { TWC_LATENCY_RADII = 6, TWC_LATENCY_SIZES = 4 };

/* Milliseconds over many edits. */
typedef struct twc_latency {
    double radius; /* metres; 0: a road */
    int32_t tiles; /* along a side of the world */
    int edits;
    double median, most_99, most; /* milliseconds: the middle, the 99th percentile, the greatest */
    double rebuilt;               /* chunks an edit, mean */
} twc_latency;

typedef struct twc_latency_study {
    twc_latency radius[TWC_LATENCY_RADII]; /* on the region */
    twc_latency size[TWC_LATENCY_SIZES];   /* strokes of 20 m on worlds of 4, 8, 16 and 32 tiles */
    twc_latency road;                      /* roads across three chunks, placed on the region */
} twc_latency_study;

/* ---- stages of a chunk ---- */

enum { TWC_MOST_STAGES = 12 };

/* Microseconds a chunk: the median of some rounds, the least and the most of them. */
typedef struct twc_cost_table {
    int count;
    const char *name[TWC_MOST_STAGES];
    twc_interval reference[TWC_MOST_STAGES], fast[TWC_MOST_STAGES];
    const char *level;
} twc_cost_table;

/* ---- ensembles ---- */

/* Median and the middle 95 % (2.5 % and 97.5 % quantiles, linear between order statistics) of what is not NaN. */
typedef struct twc_spread {
    size_t count; /* values that are numbers; 0: the rest is NaN */
    double median, low, high;
} twc_spread;

/* One measure over an ensemble of worlds, beside its published value. */
typedef struct twc_strip {
    const char *label;    /* with its unit */
    double paper;         /* > 0 */
    double low, high;     /* the band a value must lie in; NaN: none */
    double calibrated;    /* of the calibrated world; NaN: none */
    const double *values; /* one a world; NaN is left out */
    size_t count;
    const char *format; /* printf format of one value */
    twc_spread spread;  /* of the values */
} twc_strip;

typedef struct twc_ensemble_strips {
    const twc_strip *strip;
    size_t count;
    const double *shift; /* a world, -1 to 1: so that equal values stay apart */
} twc_ensemble_strips;

#endif
