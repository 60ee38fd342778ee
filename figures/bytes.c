/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        if (twc_bytes_append(out, text + copied, at - copied) || twc_bytes_append(out, prefix, strlen(prefix))
            || twc_bytes_append(out, "-", 1))
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

static int write_all(int file, const unsigned char *data, size_t size)
{
    while (size) {
        ssize_t done = write(file, data, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return 1;
        data += done;
        size -= (size_t)done;
    }
    return 0;
}

/* A complete file on disk under the given name, or none. */
static twc_status write_file(const char *path, const twc_bytes *bytes)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return twc_fail(TWC_IO, "can't create %s: %s", path, strerror(errno));
    int failed = write_all(file, bytes->data, bytes->size) || fsync(file);
    int reason = errno;
    if (close(file) && !failed) {
        failed = 1;
        reason = errno;
    }
    if (!failed)
        return twc_ok();
    unlink(path);
    return twc_fail(TWC_IO, "can't write %s: %s", path, strerror(reason));
}

static twc_status path_of(char path[PATH_MAX], const char *folder, const char *name, const char *extension, int temporary)
{
    int length = temporary ? snprintf(path, PATH_MAX, "%s/.%s.%s.%ld", folder, name, extension, (long)getpid())
                           : snprintf(path, PATH_MAX, "%s/%s.%s", folder, name, extension);
    return length < PATH_MAX ? twc_ok() : twc_fail(TWC_IO, "the path %.100s... is too long", folder);
}

twc_status twc_bytes_write(const char *folder, const char *name, const char *const *extensions, const twc_bytes *files,
                           int count)
{
    char temporary[PATH_MAX], path[PATH_MAX];
    twc_status status = twc_ok();
    int written = 0;
    for (; written < count && !status.code; written++) {
        status = path_of(temporary, folder, name, extensions[written], 1);
        if (!status.code)
            status = write_file(temporary, &files[written]);
    }
    for (int k = 0; k < written; k++) {
        if (path_of(temporary, folder, name, extensions[k], 1).code)
            continue;
        if (!status.code)
            status = path_of(path, folder, name, extensions[k], 0);
        if (!status.code && rename(temporary, path))
            status = twc_fail(TWC_IO, "can't move %s into place: %s", path, strerror(errno));
        if (status.code)
            unlink(temporary);
    }
    return status;
}
