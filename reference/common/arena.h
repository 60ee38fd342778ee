/* SPDX-License-Identifier: MIT */
/* Memory of one call, handed out from the caller's workspace: nothing is allocated, nothing given back one by one. */
#ifndef TWC_REFERENCE_COMMON_ARENA_H
#define TWC_REFERENCE_COMMON_ARENA_H

#include <stddef.h>

/* `full` stays set once something did not fit. */
typedef struct twc_arena {
    unsigned char *at, *end;
    int full;
} twc_arena;

/* Room for `count` things of `size` bytes, 16-byte aligned; NULL (and full) when there is none. */
void *twc_arena_take(twc_arena *arena, size_t count, size_t size);

#endif
