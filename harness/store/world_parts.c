/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

twc_status twc_world_file_open(const char *path, twc_world_file *file)
{
    struct stat info;
    *file = (twc_world_file){.name = path, .descriptor = open(path, O_RDONLY | O_CLOEXEC)};
    if (file->descriptor < 0)
        return twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(errno));
    if (fstat(file->descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        twc_world_file_close(file);
        return twc_fail(TWC_IO, "cannot read %s: it is a %s, and a world is a file", path,
                        S_ISDIR(info.st_mode) ? "folder" : "device or pipe");
    }
    file->size = (uint64_t)info.st_size;
    return twc_ok();
}

void twc_world_file_close(twc_world_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    file->descriptor = -1;
}

twc_status twc_world_file_read(const twc_world_file *file, uint64_t at, size_t n, void *bytes)
{
    if (at > file->size || n > file->size - at)
        return twc_fail(TWC_IO, "%s ends before %llu bytes", file->name, (unsigned long long)at + n);
    if (file->descriptor < 0) {
        memcpy(bytes, file->bytes + at, n);
        return twc_ok();
    }
    for (size_t done = 0; done < n;) {
        const ssize_t got = pread(file->descriptor, (char *)bytes + done, n - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return twc_fail(TWC_IO, "cannot read %s: %s", file->name,
                            got ? strerror(errno) : "it became shorter meanwhile");
        done += (size_t)got;
    }
    return twc_ok();
}

/* ---- hashes and entries ---- */

void twc_hash_of(const void *bytes, size_t size, char hex[TWC_HASH_HEX])
{
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
}

static unsigned digit_of(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

void twc_hash_bytes(const char *hex, unsigned char hash[32])
{
    for (int k = 0; k < 32; k++)
        hash[k] = (unsigned char)(digit_of(hex[2 * k]) << 4 | digit_of(hex[2 * k + 1]));
}

void twc_part_put(const twc_part *part, unsigned char entry[TWC_PAGE_ENTRY])
{
    for (int k = 0; k < 8; k++)
        entry[k] = (unsigned char)(part->offset >> (8 * k));
    for (int k = 0; k < 8; k++)
        entry[8 + k] = (unsigned char)((uint64_t)part->size >> (8 * k));
    memcpy(entry + 16, part->hash, sizeof part->hash);
}

void twc_part_get(const unsigned char entry[TWC_PAGE_ENTRY], twc_part *part)
{
    part->offset = part->size = 0;
    for (int k = 0; k < 8; k++)
        part->offset |= (uint64_t)entry[k] << (8 * k);
    for (int k = 0; k < 4; k++)
        part->size |= (uint32_t)entry[8 + k] << (8 * k);
    memcpy(part->hash, entry + 16, sizeof part->hash);
}

void twc_feature_parts(const twc_state_parts *state, twc_part part[TWC_FEATURE_ARRAYS])
{
    static const uint32_t size[TWC_FEATURE_ARRAYS] = {8, 4, 4, 4, 4};
    for (int a = 0; a < TWC_FEATURE_ARRAYS; a++)
        part[a] = (twc_part){.offset = state->feature[a].offset,
                             .size = size[a] *
                                     (uint32_t)(a == TWC_FEATURE_WORDS ? state->word_count : state->feature_count)};
}

/* ---- structure ---- */

static int compare_parts(const void *a, const void *b)
{
    const twc_part *p = a, *q = b;
    return p->offset != q->offset ? (p->offset < q->offset ? -1 : 1) : (p->size > q->size) - (p->size < q->size);
}

static twc_status add_range(const twc_world_file *file, uint64_t from, uint64_t to, twc_sha256 *hash)
{
    unsigned char bytes[1 << 15];
    twc_status status = twc_ok();
    for (uint64_t at = from; at < to && !status.code; at += sizeof bytes) {
        const size_t n = to - at < sizeof bytes ? (size_t)(to - at) : sizeof bytes;
        status = twc_world_file_read(file, at, n, bytes);
        if (!status.code)
            twc_sha256_add(hash, bytes, n);
    }
    return status;
}

twc_status twc_structure_hash(const twc_world_file *file, uint64_t hdf5_size, twc_part *parts, size_t count,
                              char hex[TWC_HASH_HEX])
{
    twc_sha256 hash;
    uint64_t at = 0;
    twc_status status = twc_ok();
    twc_sha256_begin(&hash);
    qsort(parts, count, sizeof *parts, compare_parts);
    for (size_t k = 0; k <= count && !status.code; k++) {
        const uint64_t next = k < count && parts[k].offset < hdf5_size ? parts[k].offset : hdf5_size;
        status = add_range(file, at, next, &hash);
        if (k < count && parts[k].offset + parts[k].size > at)
            at = parts[k].offset + parts[k].size;
    }
    twc_sha256_end(&hash, hex);
    return status;
}
