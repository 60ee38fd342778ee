/* SPDX-License-Identifier: MIT */
/* The stages of a chunk as the fast library's table knows them. */
#ifndef TWC_FAST_CHUNK_STAGE_H
#define TWC_FAST_CHUNK_STAGE_H

#include "footprint/builder.h"
#include "ground/builder.h"
#include "reference/chunk/stage.h" /* the buckets' stage */
#include "surface/builder.h"

#endif
