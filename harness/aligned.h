/* SPDX-License-Identifier: MIT */
/* Memory of the alignment that both libraries ask of a workspace. */
#ifndef TWC_HARNESS_ALIGNED_H
#define TWC_HARNESS_ALIGNED_H

#include <stddef.h>
#include <stdlib.h>

enum { TWC_ALIGNMENT = 64 };

/* `size` rounded up: what lies behind so many bytes is aligned again. */
static inline size_t twc_aligned_size(size_t size)
{
    return (size + TWC_ALIGNMENT - 1) / TWC_ALIGNMENT * TWC_ALIGNMENT;
}

/* At least `size` bytes, for free(); NULL when memory is short. C11 wants whole multiples of the alignment. */
static inline void *twc_aligned_alloc(size_t size)
{
    return aligned_alloc(TWC_ALIGNMENT, twc_aligned_size(size));
}

#endif
