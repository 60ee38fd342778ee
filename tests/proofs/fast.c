/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ./run prove looks at of the fast library. Static names that several of its files have are told apart. */
#define TWC_LEVEL_TAG base
#define is_broad lattice_is_broad
#define BATCH LATTICE_BATCH
#include "fast/ground/lattice.c"
#undef is_broad
#undef BATCH
#include "cut/arrangement.c"
#include "cut/crossings.c"
#include "cut/bends.c"
#include "cut/cut.c"
#define area2 ears_area2
#include "cut/ears.c"
#undef area2
#define area2 buckets_area2
#define box_of buckets_box_of
#include "world/buckets.c"
