/* SPDX-License-Identifier: MIT */
/* A storage in memory: for tests, for programs that keep the bytes themselves, for machines without files. */
#ifndef TWC_MEMORY_STORAGE_H
#define TWC_MEMORY_STORAGE_H

#include "twc/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_memory {
    uint8_t *bytes; /* owned */
    size_t size, capacity;
} twc_memory;

/* The storage that these bytes are (zeroed: there are none yet). `memory` stays where it is as long as it is used. */
twc_storage twc_memory_storage(twc_memory *memory, const char *name);
void twc_memory_destroy(twc_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
