/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Guarded memory: an array between two unreadable pages. A run places it against the upper page, the next one against
 * the lower, so a byte too far on either side faults in one of them; gaps that alignment leaves are poisoned and looked
 * at.
 */
#ifndef TWC_CHECK_BUFFERS_H
#define TWC_CHECK_BUFFERS_H

#include <stddef.h>

typedef struct twc_buffer {
    unsigned char *pages; /* accessible, `capacity` bytes, a guard page before and after */
    size_t capacity;
    const char *name; /* of the array it holds, for reports */
    unsigned char *data;
    size_t size;
} twc_buffer;

typedef enum twc_side { TWC_AT_START, TWC_AT_END } twc_side;

/*
 * Makes the buffer hold `size` bytes against one guard page, aligned, everything poisoned. Maps anew when it is too
 * small. 0 on success.
 */
int twc_buffer_place(twc_buffer *buffer, const char *name, size_t size, size_t align, twc_side side,
                     unsigned char poison);

/* The offset from the array's start of a byte near it, outside it, that lost its poison; 0 when there is none. */
long twc_buffer_stain(const twc_buffer *buffer, unsigned char poison);

void twc_buffer_release(twc_buffer *buffer);

/* Whether an address lies in the buffer or its guard pages; then its offset from the array's start. */
int twc_buffer_find(const twc_buffer *buffer, const void *address, long *offset);

#endif
