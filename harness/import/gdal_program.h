/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_GDAL_PROGRAM_H
#define TWC_HARNESS_GDAL_PROGRAM_H

#include "twc/status.h"

/* A temporary folder (in TMPDIR, else /tmp), and the files in it that programs and we write. */
typedef struct twc_gdal_workplace {
    char folder[200], info[240], words[240], values[240], vrt[240], tiff[240];
} twc_gdal_workplace;

twc_status twc_gdal_begin(twc_gdal_workplace *workplace);
void twc_gdal_end(const twc_gdal_workplace *workplace);

/*
 * Runs a program of GDAL, its output into the file `out`, its messages into `words`. A failure names the file `about`
 * and has the program's own words, or the package to install.
 */
twc_status twc_gdal_run(const char *const *argv, const char *about, const char *out, const char *words);

#endif
