/* SPDX-License-Identifier: MIT */
/*
 * Errors are values. Every entry point that can fail returns a twc_status whose message says what
 * happened and what the caller can do about it. Kernels (the functions of a stage table) cannot fail:
 * what they need is checked once, at the entry point that calls them.
 */
#ifndef TWC_STATUS_H
#define TWC_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twc_code {
    TWC_OK = 0,
    TWC_CHECK_FAILED = 1, /* a claim, a comparison or a check did not hold */
    TWC_USAGE = 2,        /* the caller asked for something that does not exist or makes no sense */
    TWC_INCONCLUSIVE = 3, /* measured, but the spread is too wide for a verdict */
    TWC_IO = 4            /* files, formats, data, memory, floating-point environment */
} twc_code;               /* the values are the exit codes of the program `twc` */

enum { TWC_MESSAGE_SIZE = 512 };

typedef struct twc_status {
    twc_code code;
    char message[TWC_MESSAGE_SIZE]; /* one sentence, no newline, empty when code is TWC_OK */
} twc_status;

/* The status of success. */
twc_status twc_ok(void);

/* A failure: printf-style message, cut at TWC_MESSAGE_SIZE - 1 bytes. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
twc_status
twc_fail(twc_code code, const char *format, ...);

#ifdef __cplusplus
}
#endif
#endif
