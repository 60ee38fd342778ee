/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program's own data lies: claims, regions, real grids. */
#ifndef TWC_HARNESS_DATA_FOLDER_H
#define TWC_HARNESS_DATA_FOLDER_H

#include "twc/status.h"

enum { TWC_DATA_PATH = 1024 };

/*
 * The folder `experiments`: the one here when it holds the sections of the paper, else the one beside this program
 * (bin/../share/twc/experiments), which in a build tree is a link to that of the sources.
 */
twc_status twc_data_folder(char path[TWC_DATA_PATH]);

/* A file of that folder, or the one that was asked for instead (NULL: none). */
twc_status twc_data_file(const char *asked, const char *name, char path[TWC_DATA_PATH]);

#endif
