/* SPDX-License-Identifier: MIT */
#include "twc/memory_storage.h"

#include <stdlib.h>
#include <string.h>

static twc_status get_size(void *context, uint64_t *size)
{
    const twc_memory *memory = context;
    *size = memory->size;
    return twc_ok();
}

static twc_status read_bytes(void *context, uint64_t at, void *bytes, size_t n)
{
    const twc_memory *memory = context;
    if (at > memory->size || n > memory->size - at)
        return twc_fail(TWC_IO, "there are only %zu bytes", memory->size);
    if (n > 0)
        memcpy(bytes, memory->bytes + at, n);
    return twc_ok();
}

static twc_status append_bytes(void *context, const void *bytes, size_t n)
{
    twc_memory *memory = context;
    if (n > memory->capacity - memory->size) {
        size_t capacity = 2 * memory->capacity + n;
        uint8_t *grown = realloc(memory->bytes, capacity);
        if (!grown)
            return twc_fail(TWC_IO, "not enough memory for %zu bytes", capacity);
        memory->bytes = grown;
        memory->capacity = capacity;
    }
    if (n > 0)
        memcpy(memory->bytes + memory->size, bytes, n);
    memory->size += n;
    return twc_ok();
}

static twc_status sync_bytes(void *context)
{
    (void)context; /* no crash spares memory */
    return twc_ok();
}

static twc_status truncate_bytes(void *context, uint64_t size)
{
    twc_memory *memory = context;
    memory->size = size < memory->size ? (size_t)size : memory->size;
    return twc_ok();
}

twc_storage twc_memory_storage(twc_memory *memory, const char *name)
{
    return (twc_storage){.context = memory,
                         .name = name,
                         .size = get_size,
                         .read = read_bytes,
                         .append = append_bytes,
                         .sync = sync_bytes,
                         .truncate = truncate_bytes};
}

void twc_memory_destroy(twc_memory *memory)
{
    free(memory->bytes);
    memset(memory, 0, sizeof *memory);
}
