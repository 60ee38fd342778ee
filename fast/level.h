/* SPDX-License-Identifier: MIT */
/*
 * Every file of fast/ground is compiled once per instruction-set level; TWC_LEVEL_TAG is base, v2, v3 or v4. Names that
 * cross files carry the tag, so the levels live side by side in one library.
 */
#ifndef TWC_FAST_LEVEL_H
#define TWC_FAST_LEVEL_H

#include "reference/common/assertion.h"

#define TWC_JOIN2(a, tag, b) a##tag##_##b
#define TWC_JOIN(a, tag, b) TWC_JOIN2(a, tag, b)
#define TWC_NAME(name) TWC_JOIN(twc_, TWC_LEVEL_TAG, name)

/*
 * TWC_UNROLL asks for a constant inner loop to be unrolled, so that the loop around it can be vectorised. TWC_KEEP_LOOP
 * asks that a short loop is not unrolled before the vectoriser has seen it.
 */
#define TWC_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define TWC_UNROLL(n) TWC_PRAGMA(clang loop unroll(full))
#define TWC_KEEP_LOOP TWC_PRAGMA(clang loop unroll(disable))
#else
#define TWC_UNROLL(n) TWC_PRAGMA(GCC unroll n)
#define TWC_KEEP_LOOP TWC_PRAGMA(GCC unroll 1)
#endif

#define TWC_INLINE static inline __attribute__((always_inline))

#endif
