/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outputs that appear whole or not at all: written under a temporary name in the folder they belong to, which is made
 * where it is missing, flushed to the disk, then renamed. Whatever fails on the way (no permission, a full disk, a
 * signal) leaves the old file, if there was one, and nothing else. A symbolic link is written where it leads; a file
 * that is replaced keeps its mode and owner, and where the owner can't be kept its bytes are replaced instead. Devices
 * and pipes are written to as they are. The path "-", and any name of the file that standard output is, is standard
 * output, whose errors the program looks at when it ends.
 */
#ifndef TWC_HARNESS_ATOMIC_FILE_H
#define TWC_HARNESS_ATOMIC_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "twc/status.h"

typedef struct twc_atomic_file {
    FILE *stream;    /* write here; errors may be left to twc_atomic_commit */
    char *path;      /* where the file will appear */
    char *temporary; /* where it is until then; NULL: a device */
    unsigned mode;   /* of the file that is replaced; 0: none, or its bytes are */
    int in_place;    /* its bytes go over those of the old file */
} twc_atomic_file;

/* After a failure there is nothing to discard. */
twc_status twc_atomic_open(const char *path, twc_atomic_file *file);

/* Makes the file appear. Whether it succeeds or fails, the file is closed and its memory freed. */
twc_status twc_atomic_commit(twc_atomic_file *file);

/* Gives up: removes the temporary file. */
void twc_atomic_discard(twc_atomic_file *file);

/* A whole file from memory. */
twc_status twc_atomic_write(const char *path, const void *bytes, size_t size);

/* folder/name into `path`; fails when it does not fit. */
twc_status twc_path_join(const char *folder, const char *name, char *path, size_t size);

/* Makes a folder, and those it lies in, unless they are there; it can be written then. */
twc_status twc_make_folder(const char *path);

/* The folder that a file lies in, unless it is there. */
twc_status twc_make_folder_of(const char *path);

/* A whole file into memory (free *bytes); one byte more is allocated and set to 0. */
twc_status twc_read_file(const char *path, unsigned char **bytes, size_t *size);

/*
 * The same of at most so many bytes: a file that has more is refused before memory is taken, a pipe when more have
 * come. A device, which may have no end, gives at most a mebibyte.
 */
twc_status twc_read_file_of(const char *path, size_t most, unsigned char **bytes, size_t *size);

#endif
