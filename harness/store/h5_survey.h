/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of HDF5 (or netCDF 4) that another program is to read would make it open beside the file. */
#ifndef TWC_HARNESS_H5_SURVEY_H
#define TWC_HARNESS_H5_SURVEY_H

#include "twc/status.h"

/*
 * TWC_IO, with the object's name and the way out, when a file is HDF5 and leads out of itself: a link into another file
 * or of a foreign kind, a dataset stored in other files or put together from them, a filter that is a plug-in. Fine
 * when it is no HDF5 at all.
 */
twc_status twc_h5_survey(const char *path);

#endif
