/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All that a run found, for other tools: tables.h5, a group a section with dimension scales, units and the meaning of
 * flags as CF has them, and tables/SECTION.csv, a line a number (docs/formats.md).
 */
#ifndef TWC_HARNESS_TABLES_H
#define TWC_HARNESS_TABLES_H

#include <cjson/cJSON.h>

#include "twc/status.h"

/* `results`: as in results.json, with provenance and sections. */
twc_status twc_tables_write(const cJSON *results, const char *folder);

/* The file alone. */
twc_status twc_tables_write_h5(const cJSON *results, const char *folder);

/* The numbers of a claim, in the order of their dimension; its NULL ends them. A path into a claim's JSON. */
extern const char *const twc_table_statistics[][2]; /* name, path */
enum { TWC_TABLE_STATISTICS = 7 };

/* A unit as CF writes it, of a claim ("deg") or by the end of a name ("farthest_m"); "1" where there is none. */
const char *twc_table_unit(const char *unit);
const char *twc_table_unit_of_name(const char *name);

#endif
