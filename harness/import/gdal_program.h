/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_GDAL_PROGRAM_H
#define TWC_HARNESS_GDAL_PROGRAM_H

#include "twc/status.h"

/*
 * Runs a program of GDAL, its output into the file `out`, its messages into `words`. A failure names the file `about` and
 * has the program's own words, or the package to install.
 */
twc_status twc_gdal_run(const char *const *argv, const char *about, const char *out, const char *words);

#endif
