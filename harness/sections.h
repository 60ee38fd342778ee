/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the experiments say of the sections of `twc reproduce` and of the errata. */
#ifndef TWC_HARNESS_SECTIONS_H
#define TWC_HARNESS_SECTIONS_H

#include <cjson/cJSON.h>

#include "twc/status.h"

/*
 * The list "sections" or "errata" of the file of that name in the folder experiments (data_folder.h); *file is the
 * caller's to delete.
 */
twc_status twc_experiments_list(const char *name, cJSON **file, const cJSON **list);

#endif
