/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as bytes in memory: gathered, made canonical, and written whole or not at all. */
#ifndef TWC_FIGURES_BYTES_H
#define TWC_FIGURES_BYTES_H

#include <stddef.h>

#include "twc/status.h"

typedef struct twc_bytes {
    unsigned char *data;
    size_t size, capacity;
} twc_bytes;

/* 0, or 1 when memory ran out (and nothing was appended). */
int twc_bytes_append(twc_bytes *bytes, const void *data, size_t size);
void twc_bytes_free(twc_bytes *bytes);

/*
 * Copies an SVG with every identifier X and every reference to it renamed prefix-X. cairo numbers surfaces and images
 * from a counter of the process: those are renumbered in order of appearance. 0, or 1 when memory ran out.
 */
int twc_svg_rename(const twc_bytes *svg, const char *prefix, twc_bytes *out);

enum { TWC_BYTES_MAX_FILES = 4 };

/*
 * Writes folder/name.extension for each of the files, at most TWC_BYTES_MAX_FILES: all are complete under temporary
 * names in the same folder before the first takes its place. On failure no temporary stays behind.
 */
twc_status twc_bytes_write(const char *folder, const char *name, const char *const *extensions, const twc_bytes *files,
                           int count);

#endif
