/* SPDX-License-Identifier: MIT */
/* Which implementation builds: the reference, or the fast library at a level. */
#ifndef TWC_BUILDER_H
#define TWC_BUILDER_H

#include "twc/fast.h"

typedef struct twc_builder {
    int fast;
    twc_level level; /* with fast */
} twc_builder;

#endif
