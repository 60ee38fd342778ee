/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the libFuzzer targets share: readers take paths, the fuzzer gives bytes. */
#ifndef TWC_TESTS_FUZZ_TARGET_H
#define TWC_TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "twc/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A file of this process that holds just these bytes; its path stays valid. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[64];
    if (!path[0])
        snprintf(path, sizeof path, "/dev/shm/twc-fuzz-%d", (int)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}

/* A failure has a message and is of the kind that exit codes know; success has none. */
static inline void fuzz_expect(twc_status status)
{
    if (status.code < TWC_OK || status.code > TWC_IO || (status.code == TWC_OK) != (status.message[0] == '\0'))
        abort();
}

#endif
