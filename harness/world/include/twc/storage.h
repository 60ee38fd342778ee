/* SPDX-License-Identifier: MIT */
/*
 * Where the bytes of an event log live, as the caller provides it: a file (twc/log_file.h), memory
 * (twc/memory_storage.h), what a browser offers. The library itself opens nothing.
 *
 * The message of a failure is the reason alone ("No space left on device"): what was being done, and to what, is added
 * to it.
 */
#ifndef TWC_STORAGE_H
#define TWC_STORAGE_H

#include <stddef.h>
#include <stdint.h>

#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_storage {
    void *context;    /* the first argument of every function */
    const char *name; /* for messages: a path, say */

    /* How many bytes there are. */
    twc_status (*size)(void *context, uint64_t *size);

    /* The n bytes from `at` on, all of them or a failure. */
    twc_status (*read)(void *context, uint64_t at, void *bytes, size_t n);

    /* Adds bytes at the end, in one piece where that is possible; a failure may leave some of them. */
    twc_status (*append)(void *context, const void *bytes, size_t n);

    /* Returns once what was appended survives a crash of the machine. */
    twc_status (*sync)(void *context);

    /* Keeps the first `size` bytes only, and returns once that survives a crash. */
    twc_status (*truncate)(void *context, uint64_t size);
} twc_storage;

#ifdef __cplusplus
}
#endif
#endif
