/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_seal.h"

#include <stdlib.h>
#include <string.h>

/* Where the superblock says the HDF5 part ends; 0 when it is not of the kind that twc writes. */
static uint64_t stated_end(const unsigned char bytes[48])
{
    uint64_t end = 0;
    if (bytes[8] != 3 || bytes[9] != 8 || bytes[10] != 8)
        return 0;
    for (int k = 0; k < 8; k++)
        end |= (uint64_t)bytes[28 + k] << (8 * k);
    return end;
}

/* The first bytes: whether this is HDF5, and all there. */
static twc_status check_superblock(const twc_world_file *file)
{
    unsigned char bytes[48] = {0};
    if (file->size == 0)
        return twc_fail(TWC_IO, "%s is empty; " TWC_WORLD_AGAIN, file->name);
    twc_status status = twc_world_file_read(file, 0, file->size < 48 ? (size_t)file->size : 48, bytes);
    if (status.code)
        return status;
    if (file->size < 8 || memcmp(bytes, "\211HDF\r\n\032\n", 8) != 0)
        return twc_fail(TWC_IO, "%s is not an HDF5 file; twc import makes a world of an elevation grid", file->name);
    return stated_end(bytes) <= file->size
               ? status
               : twc_fail(TWC_IO, "%s was cut short: it has %llu bytes and needs more than %llu; " TWC_WORLD_AGAIN,
                          file->name, (unsigned long long)file->size, (unsigned long long)stated_end(bytes));
}

/* Reads the line that ends the file, and what it says of the version. */
twc_status twc_seal_read(const twc_world_file *file, char seal[TWC_SEAL_SIZE + 1], int *version)
{
    int taken = 0;
    memset(seal, 0, TWC_SEAL_SIZE + 1);
    twc_status status = check_superblock(file);
    if (!status.code && file->size > TWC_SEAL_SIZE)
        status = twc_world_file_read(file, file->size - TWC_SEAL_SIZE, TWC_SEAL_SIZE, seal);
    if (status.code)
        return status;
    if (sscanf(seal, TWC_WORLD_FORMAT " %4d sha256 %n", version, &taken) != 1 || taken == 0)
        return twc_fail(TWC_IO,
                        "%s is an HDF5 file of another kind, was cut short, or was changed by another program "
                        "(it does not end in the seal of a twc world); " TWC_WORLD_AGAIN,
                        file->name);
    if (*version < TWC_WORLD_FORMAT_OLDEST || *version > TWC_WORLD_FORMAT_VERSION)
        return twc_fail(
            TWC_IO,
            "%s is a world of format version %d, and this twc reads versions %d to %d; use the twc that wrote it, "
            "whose export and this import carry the heights over",
            file->name, *version, TWC_WORLD_FORMAT_OLDEST, TWC_WORLD_FORMAT_VERSION);
    return status;
}

static twc_status not_written(const twc_world_file *file, const char *what)
{
    return twc_fail(TWC_IO, "%s is damaged: %s; " TWC_WORLD_AGAIN, file->name, what);
}

/* The text of the head (free it), once the seal fits. */
twc_status twc_seal_head(const twc_world_file *file, const char *seal, unsigned char **text)
{
    unsigned char bytes[8];
    char expected[TWC_SEAL_SIZE + 1];
    uint64_t length = 0;
    const uint64_t end = file->size - TWC_SEAL_SIZE;
    *text = NULL;
    twc_status status = twc_world_file_read(file, end < 8 ? file->size : end - 8, 8, bytes);
    if (status.code)
        return status;
    for (int k = 0; k < 8; k++)
        length |= (uint64_t)bytes[k] << (8 * k);
    if (length > end - 8)
        return not_written(file, "the size of its head is not the one that was written");
    *text = malloc((size_t)length + 8);
    if (!*text)
        return twc_fail(TWC_IO, "not enough memory for the head of %s", file->name);
    status = twc_world_file_read(file, end - 8 - length, (size_t)length + 8, *text);
    if (status.code)
        return status;
    twc_make_seal(TWC_WORLD_FORMAT_VERSION, *text, (size_t)length + 8, expected);
    if (memcmp(seal, expected, TWC_SEAL_SIZE) != 0)
        return not_written(file, "its head, which says what it is and where its parts lie, is not the one that was "
                                 "written");
    (*text)[length] = '\0';
    return status;
}

twc_status twc_seal_older(const twc_world_file *file, const char *seal, int version, unsigned char **bytes)
{
    char expected[TWC_SEAL_SIZE + 1];
    const size_t size = (size_t)file->size - TWC_SEAL_SIZE;
    *bytes = malloc(size);
    if (!*bytes)
        return twc_fail(TWC_IO, "not enough memory for the %zu bytes of %s", size, file->name);
    twc_status status = twc_world_file_read(file, 0, size, *bytes);
    if (status.code)
        return status;
    twc_make_seal(version, *bytes, size, expected);
    return memcmp(seal, expected, TWC_SEAL_SIZE) == 0 ? status
                                                      : not_written(file, "its bytes are not those that were written");
}
