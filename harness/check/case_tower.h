/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_CHECK_CASE_TOWER_H
#define TWC_CHECK_CASE_TOWER_H

#include "check/patterns.h"

/* A theta by a pattern: any, about the quarters and the turns between them, about 0, close together. */
uint32_t twc_case_theta(int64_t pattern, int64_t seed, int32_t k);
enum { TWC_THETA_PATTERNS = 4 };

const twc_tower_table *twc_implementation_tower(const twc_implementation *implementation);

#endif
