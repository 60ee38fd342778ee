/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_MACHINE_H
#define TWC_HARNESS_MACHINE_H

#include <cjson/cJSON.h>

/* Adds what the run's machine says of itself: system, processor (where /proc tells), processors. */
void twc_machine_add(cJSON *provenance);

#endif
