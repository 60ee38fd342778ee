/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of worlds whose bytes somebody has changed and whose hashes fit all the same. */
#ifndef TWC_TESTS_RESEAL_H
#define TWC_TESTS_RESEAL_H

#include <stdlib.h>
#include <string.h>

#include "store/world_parts.h"

/* The hash of a part of a file; whether it lies in it. */
static inline int reseal_part(const unsigned char *bytes, uint64_t size, uint64_t at, uint64_t n,
                              char hex[TWC_HASH_HEX])
{
    const int within = at <= size && n <= size - at;
    twc_hash_of(within ? bytes + at : bytes, within ? (size_t)n : 0, hex);
    return within;
}

/* New hashes of the chunks of a raster in its pages, and of the pages in the head. */
static inline void reseal_raster(unsigned char *bytes, uint64_t size, const twc_raster_shape *shape,
                                 twc_paged_raster *raster)
{
    char hex[TWC_HASH_HEX];
    const size_t count = twc_raster_chunks(shape);
    for (size_t k = 0; k < count; k++) {
        unsigned char *entry = bytes + raster->pages + k * TWC_PAGE_ENTRY;
        twc_part part;
        twc_part_get(entry, &part);
        if (reseal_part(bytes, size, part.offset, part.size, hex))
            twc_hash_bytes(hex, entry + 16);
    }
    for (size_t p = 0; p < raster->page_count; p++) {
        reseal_part(bytes, size, raster->pages + p * TWC_PAGE_SIZE, twc_page_size(count, p), hex);
        memcpy(raster->page_hash + p * (TWC_HASH_HEX - 1), hex, TWC_HASH_HEX - 1);
    }
}

static inline void reseal_parts(unsigned char *bytes, uint64_t size, twc_world_head *head)
{
    for (int s = 0; s <= (head->place.facts > 0); s++) {
        twc_part part[TWC_FEATURE_ARRAYS];
        for (int r = 0; r < TWC_RASTER_COUNT; r++) {
            const twc_raster_shape shape = twc_raster_shape_of(r, head->extent);
            reseal_raster(bytes, size, &shape, &head->state[s].raster[r]);
        }
        twc_feature_parts(&head->state[s], part);
        for (int a = 0; a < TWC_FEATURE_ARRAYS; a++)
            reseal_part(bytes, size, part[a].offset, part[a].size, head->state[s].feature[a].hash);
    }
}

/*
 * Makes all hashes of a file fit its bytes, as far as its head can be read; the seal always does. A file that is too
 * short for a seal stays as it is.
 */
static inline void reseal(unsigned char *bytes, size_t size)
{
    char seal[TWC_SEAL_SIZE + 1], *text = NULL, *again = NULL;
    uint64_t length = 0;
    twc_world_head head;
    if (size < TWC_SEAL_SIZE + 8)
        return;
    const size_t end = size - TWC_SEAL_SIZE;
    const int version = memcmp(bytes + end, TWC_WORLD_FORMAT " 000", 13) == 0 ? bytes[end + 13] - '0' : 3;
    for (int k = 0; k < 8; k++)
        length |= (uint64_t)bytes[end - 8 + (size_t)k] << (8 * k);
    if (version == 3 && length > end - 8) { /* the head is all there is before the seal, at most */
        length = end - 8 < 600 ? end - 8 : 600;
        for (int k = 0; k < 8; k++)
            bytes[end - 8 + (size_t)k] = (unsigned char)(length >> (8 * k));
    }
    if (version == 3 && (text = malloc((size_t)length + 1)) != NULL) {
        memcpy(text, bytes + end - 8 - length, (size_t)length);
        text[length] = '\0';
        if (!twc_world_head_read(text, size, &head).code) {
            reseal_parts(bytes, size, &head);
            if (!twc_world_head_write(&head, &again).code && strlen(again) == length)
                memcpy(bytes + end - 8 - length, again, (size_t)length);
            twc_world_head_destroy(&head);
        }
    }
    const size_t from = version == 3 ? end - 8 - (size_t)length : 0;
    twc_make_seal(version, bytes + from, end - from, seal);
    memcpy(bytes + end, seal, TWC_SEAL_SIZE);
    free(text);
    free(again);
}

#endif
