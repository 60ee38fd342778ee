/* SPDX-License-Identifier: MIT */
/*
 * Invariants that the code itself guarantees, whatever a caller does: a count within its capacity, an index in range,
 * an order sorted, a ring closed. What a caller can get wrong is answered with a twc_status instead.
 *
 * They are on where the build says TWC_ASSERTIONS (cmake/twc_numbers.cmake: development, sanitizers, fuzzers, coverage)
 * and cost nothing elsewhere: the condition is compiled, never evaluated.
 */
#ifndef TWC_REFERENCE_COMMON_ASSERTION_H
#define TWC_REFERENCE_COMMON_ASSERTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Says on stderr what does not hold, and ends the program with abort(). */
void twc_assertion_failed(const char *condition, const char *file, int line);

#ifdef __cplusplus
}
#endif

/* The file without its folder, where compilers tell it: no binary holds the paths of the machine it was built on. */
#ifdef __FILE_NAME__
#define TWC_ASSERTION_FILE __FILE_NAME__
#else
#define TWC_ASSERTION_FILE __FILE__
#endif

#ifdef TWC_ASSERTIONS
#define TWC_ASSERT(condition) ((condition) ? (void)0 : twc_assertion_failed(#condition, TWC_ASSERTION_FILE, __LINE__))
#else
#define TWC_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
