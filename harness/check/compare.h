/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bits against bits, member by member, and a name for the first element that differs. */
#ifndef TWC_CHECK_COMPARE_H
#define TWC_CHECK_COMPARE_H

#include "check/case.h"
#include "check/outcome.h"

/*
 * Compares an output with the case's stored one: the first `written` elements of each segment by value, the rest must
 * be poison still. 0 when they agree; else `outcome` says where, what was found and what the reference gave.
 */
int twc_compare(const twc_case *c, uint32_t array, const void *found, const size_t *written, unsigned char poison,
                twc_outcome *outcome);

#endif
