/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures of a benchmark show, as plain numbers (drawn by figures/fig_scaling.c and fig_roofline.c). */
#ifndef TWC_BENCH_PLOTS_H
#define TWC_BENCH_PLOTS_H

#include "twc/status.h"

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

#endif
