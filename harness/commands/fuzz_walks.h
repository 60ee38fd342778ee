/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_FUZZ_WALKS_COMMAND_H
#define TWC_HARNESS_FUZZ_WALKS_COMMAND_H

#include "commands/command.h"

/* twc fuzz --land: walks drawn on a land, every one held against what a walk may do. */
typedef struct twc_fuzz_walks_values {
    const char *land;
    int64_t walks, first;
    int plant;
} twc_fuzz_walks_values;
twc_status twc_fuzz_walks(const twc_cli *cli, twc_fuzz_walks_values values);

#endif
