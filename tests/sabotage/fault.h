/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The number of a planted fault: from the names of its kernel and kind, so that another fault changes no file but its
 * own.
 */
#ifndef TWC_SABOTAGE_FAULT_H
#define TWC_SABOTAGE_FAULT_H

#include "check/case.h"

static inline uint32_t fault_number(const twc_kernel *kernel, const twc_planted_fault *fault)
{
    uint32_t hash = 0x811C9DC5u; /* FNV-1a */
    for (const char *c = kernel->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x01000193u;
    for (const char *c = fault->kind; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x01000193u;
    return hash;
}

#endif
