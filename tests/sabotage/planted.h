/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included before every file of the planted library. */
#ifndef TWC_SABOTAGE_PLANTED_H
#define TWC_SABOTAGE_PLANTED_H

extern unsigned twc_fault_chosen; /* fault_number; 0: none; set before any thread exists */

#define TWC_FAULT(number, good, bad) (twc_fault_chosen == (number##u) ? (bad) : (good))

#endif
