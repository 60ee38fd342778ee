/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The head of a world.h5 of format 3: what the world is, and where in the file each part lies, with its hash
 * (docs/formats.md). It stands as JSON behind the HDF5 part, and the seal behind it is its hash.
 */
#ifndef TWC_HARNESS_WORLD_HEAD_H
#define TWC_HARNESS_WORLD_HEAD_H

#include "twc/world_data.h"
#include "world_format.h"

/* The arrays of a world's features, in the order of their parts. */
enum {
    TWC_FEATURE_IDS,
    TWC_FEATURE_KINDS,
    TWC_FEATURE_VERSIONS,
    TWC_FEATURE_LENGTHS,
    TWC_FEATURE_WORDS,
    TWC_FEATURE_ARRAYS
};

/* One of the rasters of a state: its chunks are listed on pages of TWC_PAGE_ENTRIES. */
typedef struct twc_paged_raster {
    uint64_t pages;    /* where the first page lies; the others follow */
    size_t page_count; /* by the extent */
    char *page_hash;   /* owned: 64 digits a page, and a 0 */
} twc_paged_raster;

/* A part that stands in one piece. */
typedef struct twc_whole_part {
    uint64_t offset;
    char hash[TWC_HASH_HEX];
} twc_whole_part;

/* The parts of a world's state, or of the first world's. */
typedef struct twc_state_parts {
    twc_paged_raster raster[TWC_RASTER_COUNT];
    uint64_t feature_count, word_count; /* 0: no features, no parts */
    twc_whole_part feature[TWC_FEATURE_ARRAYS];
} twc_state_parts;

typedef struct twc_world_head {
    twc_rect extent;
    uint16_t base_sample;
    double datum;
    char name[TWC_WORLD_NAME_SIZE];
    char world_hash[TWC_HASH_HEX];     /* twc_world_hash */
    char content_hash[TWC_HASH_HEX];   /* twc_content_hash */
    char structure_hash[TWC_HASH_HEX]; /* of the bytes of the HDF5 part that are in no part */
    uint64_t hdf5_size;                /* the HDF5 part is the first so many bytes */
    uint64_t head_at;                  /* where the head was found; not written */
    twc_log_place place;               /* facts 0: no snapshot */
    twc_georeference georeference;
    twc_state_parts state[2]; /* the world's; of a snapshot, the first world's differences */
} twc_world_head;

void twc_world_head_destroy(twc_world_head *head);

/* The head as JSON (free *text). */
twc_status twc_world_head_write(const twc_world_head *head, char **text);

/*
 * A head from JSON. Shapes, counts and ranges are checked, and that the parts lie within a file of `file_size` bytes;
 * the message says what is wrong. On failure there is nothing to destroy.
 */
twc_status twc_world_head_read(const char *text, uint64_t file_size, twc_world_head *head);

#endif
