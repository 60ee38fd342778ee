/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of measured values with their provenance, as an HDF5 file: one group a table, one dataset a column, a
 * dimension scale for the rows. h5dump, ncdump, xarray and pandas read it (docs/formats.md).
 */
#ifndef TWC_HARNESS_RESULTS_H5_H
#define TWC_HARNESS_RESULTS_H5_H

#include <stddef.h>
#include <stdint.h>

#include "twc/status.h"

/* A column: exactly one of the three arrays is set, with the table's number of rows. NaN is a missing real. */
typedef struct twc_column {
    const char *name;
    const char *unit; /* "" for none */
    const double *real;
    const int64_t *integer;
    const char *const *text; /* UTF-8 */
} twc_column;

typedef struct twc_table {
    const char *name;
    const char *about; /* one sentence */
    size_t rows;       /* at least 1 */
    size_t column_count;
    const twc_column *columns;
} twc_table;

/* Where a result comes from, beside the build (build_info.h): enough to make it again. */
typedef struct twc_provenance {
    const char *level;   /* instruction-set level of the fast library */
    const char *command; /* the command line that makes it again */
    uint64_t seed;
} twc_provenance;

/* Writes the file whole or not at all. Same input and build, same bytes. */
twc_status twc_results_save(const char *path, const twc_table *tables, size_t table_count,
                            const twc_provenance *provenance);

#endif
