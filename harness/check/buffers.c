/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "check/buffers.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    NEAR = 256,   /* bytes on each side that are poisoned and looked at */
    GUARD = 65536 /* at least a page of every machine, and wide enough for an index that is far off */
};

static int grow(twc_buffer *buffer, size_t size)
{
    size_t capacity = GUARD;
    while (capacity < size)
        capacity *= 2;
    twc_buffer_release(buffer);
    unsigned char *base = mmap(NULL, capacity + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return -1;
    if (mprotect(base + GUARD, capacity, PROT_READ | PROT_WRITE) != 0) {
        munmap(base, capacity + 2 * GUARD);
        return -1;
    }
    buffer->pages = base + GUARD;
    buffer->capacity = capacity;
    return 0;
}

/* The poisoned neighbourhood of the array. */
static void neighbourhood(const twc_buffer *buffer, unsigned char **from, unsigned char **to)
{
    size_t before = (size_t)(buffer->data - buffer->pages), after = buffer->capacity - before - buffer->size;
    *from = buffer->data - (before < NEAR ? before : NEAR);
    *to = buffer->data + buffer->size + (after < NEAR ? after : NEAR);
}

int twc_buffer_place(twc_buffer *buffer, const char *name, size_t size, size_t align, twc_side side,
                     unsigned char poison)
{
    unsigned char *from, *to;
    if (size > buffer->capacity || !buffer->pages)
        if (grow(buffer, size) != 0)
            return -1;
    size_t offset = side == TWC_AT_START ? 0 : (buffer->capacity - size) / align * align;
    buffer->name = name;
    buffer->data = buffer->pages + offset;
    buffer->size = size;
    neighbourhood(buffer, &from, &to);
    memset(from, poison, (size_t)(to - from));
    return 0;
}

long twc_buffer_stain(const twc_buffer *buffer, unsigned char poison)
{
    unsigned char *from, *to, *end = buffer->data + buffer->size;
    neighbourhood(buffer, &from, &to);
    for (const unsigned char *byte = end; byte < to; byte++)
        if (*byte != poison)
            return byte - buffer->data;
    for (const unsigned char *byte = buffer->data; byte-- > from;)
        if (*byte != poison)
            return byte - buffer->data;
    return 0;
}

void twc_buffer_release(twc_buffer *buffer)
{
    if (buffer->pages)
        munmap(buffer->pages - GUARD, buffer->capacity + 2 * GUARD);
    buffer->pages = NULL;
    buffer->capacity = 0;
}

int twc_buffer_find(const twc_buffer *buffer, const void *address, long *offset)
{
    uintptr_t at = (uintptr_t)address, low = (uintptr_t)buffer->pages - GUARD;
    if (!buffer->pages || at < low || at >= low + buffer->capacity + 2 * GUARD)
        return 0;
    *offset = (long)(at - (uintptr_t)buffer->data);
    return 1;
}
