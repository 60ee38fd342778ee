/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_SABOTAGE_FAULT_TABLE_H
#define TWC_SABOTAGE_FAULT_TABLE_H

#include <stddef.h>

typedef struct planted_fault {
    const char *kernel, *kind, *file;
} planted_fault;

/* Ends with a NULL kernel; written by plant.cmake. */
extern const planted_fault planted_faults[];
extern int twc_fault_chosen;

#endif
