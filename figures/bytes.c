/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bytes.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/atomic_file.h"

int twc_bytes_append(twc_bytes *bytes, const void *data, size_t size)
{
    if (bytes->capacity - bytes->size < size) {
        size_t capacity = 2 * bytes->capacity + size + 4096;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown)
            return 1;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return 0;
}

void twc_bytes_free(twc_bytes *bytes)
{
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

/* ---- identifiers of an SVG ---------------------------------------------------------------------------------- */

enum { MAX_NUMBERED = 256 };

typedef struct numbering {
    long seen[MAX_NUMBERED];
    int count;
} numbering;

/* The place of a process-wide number in order of appearance; numbers beyond the table stay as they are. */
static long renumber(numbering *table, long number)
{
    for (int k = 0; k < table->count; k++)
        if (table->seen[k] == number)
            return k;
    if (table->count == MAX_NUMBERED)
        return number;
    table->seen[table->count] = number;
    return table->count++;
}

/* The length of a leading "surface" or "image" that a number follows, else 0. */
static size_t numbered_word(const char *at, size_t left)
{
    static const char *const words[] = {"surface", "image"};
    for (int k = 0; k < 2; k++) {
        size_t length = strlen(words[k]);
        if (left > length && strncmp(at, words[k], length) == 0 && at[length] >= '0' && at[length] <= '9')
            return length;
    }
    return 0;
}

/* The length of the text at `at` that introduces an identifier, else 0. */
static size_t introduction(const char *at, size_t left)
{
    static const char *const texts[] = {" id=\"", "href=\"#", "url(#"};
    for (int k = 0; k < 3; k++) {
        size_t length = strlen(texts[k]);
        if (left > length && strncmp(at, texts[k], length) == 0)
            return length;
    }
    return 0;
}

int twc_svg_rename(const twc_bytes *svg, const char *prefix, twc_bytes *out)
{
    const char *text = (const char *)svg->data;
    numbering table = {.count = 0};
    size_t copied = 0;
    for (size_t at = 0; at < svg->size; at++) {
        size_t intro = introduction(text + at, svg->size - at);
        if (!intro)
            continue;
        at += intro;
        if (twc_bytes_append(out, text + copied, at - copied) || twc_bytes_append(out, prefix, strlen(prefix)) ||
            twc_bytes_append(out, "-", 1))
            return 1;
        copied = at;
        size_t word = numbered_word(text + at, svg->size - at);
        if (!word)
            continue;
        char *end, number[24];
        int length = snprintf(number, sizeof number, "%ld", renumber(&table, strtol(text + at + word, &end, 10)));
        if (twc_bytes_append(out, text + at, word) || twc_bytes_append(out, number, (size_t)length))
            return 1;
        copied = (size_t)(end - text);
        at = copied - 1;
    }
    return twc_bytes_append(out, text + copied, svg->size - copied);
}

/* ---- files -------------------------------------------------------------------------------------------------- */

/* A complete file under a temporary name, waiting for twc_atomic_commit. */
static twc_status stage(const char *folder, const char *name, const char *extension, const twc_bytes *bytes,
                        twc_atomic_file *file)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s.%s", folder, name, extension) >= (int)sizeof path)
        return twc_fail(TWC_IO, "the path %.100s... is too long", folder);
    twc_status status = twc_atomic_open(path, file);
    if (status.code)
        return status;
    errno = 0;
    if (fwrite(bytes->data, 1, bytes->size, file->stream) == bytes->size && fflush(file->stream) == 0)
        return status;
    status = twc_fail(TWC_IO, "cannot write %s: %s (make room, or write elsewhere with --out)", path, strerror(errno));
    twc_atomic_discard(file);
    return status;
}

twc_status twc_bytes_write(const char *folder, const char *name, const char *const *extensions, const twc_bytes *files,
                           int count)
{
    twc_atomic_file staged[TWC_BYTES_MAX_FILES];
    twc_status status = twc_ok();
    int written = 0, moved = 0;
    while (written < count && !status.code) {
        status = stage(folder, name, extensions[written], &files[written], &staged[written]);
        written += !status.code;
    }
    while (moved < written && !status.code)
        status = twc_atomic_commit(&staged[moved++]);
    while (moved < written)
        twc_atomic_discard(&staged[moved++]);
    return status;
}
