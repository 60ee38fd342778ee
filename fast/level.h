/* SPDX-License-Identifier: MIT */
/*
 * Every file of fast/ground is compiled once per instruction-set level; TWC_LEVEL_TAG is base, v2, v3 or v4. Names that
 * cross files carry the tag, so the levels live side by side in one library.
 */
#ifndef TWC_FAST_LEVEL_H
#define TWC_FAST_LEVEL_H

#define TWC_JOIN2(a, tag, b) a##tag##_##b
#define TWC_JOIN(a, tag, b) TWC_JOIN2(a, tag, b)
#define TWC_NAME(name) TWC_JOIN(twc_, TWC_LEVEL_TAG, name)

/* Asks for a constant inner loop to be unrolled, so that the loop around it can be vectorised. */
#define TWC_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define TWC_UNROLL(n) TWC_PRAGMA(clang loop unroll(full))
#else
#define TWC_UNROLL(n) TWC_PRAGMA(GCC unroll n)
#endif

#define TWC_INLINE static inline __attribute__((always_inline))

#endif
