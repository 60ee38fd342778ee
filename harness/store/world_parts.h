/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a world.h5 of format 3: pieces of the file, each with its hash, read without the HDF5 library. */
#ifndef TWC_HARNESS_WORLD_PARTS_H
#define TWC_HARNESS_WORLD_PARTS_H

#include "world_head.h"

/* A file to read pieces of, or its bytes in memory. */
typedef struct twc_world_file {
    const char *name;           /* for messages; owned by the caller */
    int descriptor;             /* -1: the bytes are these */
    const unsigned char *bytes; /* not owned */
    uint64_t size;
} twc_world_file;

twc_status twc_world_file_open(const char *path, twc_world_file *file);
void twc_world_file_close(twc_world_file *file);

/* Reads n bytes, all of them or a failure. */
twc_status twc_world_file_read(const twc_world_file *file, uint64_t at, size_t n, void *bytes);

/* A piece of a file. */
typedef struct twc_part {
    uint64_t offset;
    uint32_t size;
    unsigned char hash[32];
} twc_part;

/* SHA-256 of bytes, as digits and as bytes. */
void twc_hash_of(const void *bytes, size_t size, char hex[TWC_HASH_HEX]);
void twc_hash_bytes(const char *hex, unsigned char hash[32]);

/* An entry of a page. */
void twc_part_put(const twc_part *part, unsigned char entry[TWC_PAGE_ENTRY]);
void twc_part_get(const unsigned char entry[TWC_PAGE_ENTRY], twc_part *part);

/* The five arrays of features of a state as parts (their hashes stay in the head). */
void twc_feature_parts(const twc_state_parts *state, twc_part part[TWC_FEATURE_ARRAYS]);

/*
 * The hash of the bytes of the HDF5 part that are in no part: its superblock, headers and indices, coordinates. Sorts
 * the parts.
 */
twc_status twc_structure_hash(const twc_world_file *file, uint64_t hdf5_size, twc_part *parts, size_t count,
                              char hex[TWC_HASH_HEX]);

#endif
