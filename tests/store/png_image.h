/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG images put together by hand, so that readers are not tested against the library they use. */
#ifndef TWC_TESTS_PNG_IMAGE_H
#define TWC_TESTS_PNG_IMAGE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static inline void png_image_put32(unsigned char *out, uint32_t value)
{
    for (int k = 0; k < 4; k++)
        out[k] = (unsigned char)(value >> (24 - 8 * k));
}

static inline size_t png_image_chunk(unsigned char *out, const char *name, const unsigned char *data, size_t size)
{
    png_image_put32(out, (uint32_t)size);
    memcpy(out + 4, name, 4);
    if (size)
        memcpy(out + 8, data, size);
    png_image_put32(out + 8 + size, (uint32_t)crc32(0, out + 4, (uInt)size + 4));
    return size + 12;
}

/* A chunk between the header and the pixels; no name: none. */
typedef struct png_image_extra {
    const char *name;
    const unsigned char *data;
    size_t size;
} png_image_extra;

/*
 * Writes an image of small size: `size` bytes of pixels are taken from `values` (16-bit, stored big-endian whatever the
 * depth) and cut into rows. The header may lie about the sides: columns, rows. Returns the file's size.
 */
static inline size_t png_image_write_with(const char *path, const uint32_t side[2], int depth, int colour,
                                          const uint16_t *values, size_t size, png_image_extra extra)
{
    const uint32_t columns = side[0], rows = side[1];
    unsigned char file[512], header[13] = {0}, raw[128], packed[256];
    size_t row = (size_t)columns * (size_t)depth / 8 * (colour == 2 ? 3 : colour == 4 ? 2 : 1), used = 0, length = 8;
    uLongf packed_size = sizeof packed;
    for (size_t k = 0; k < size; k++) {
        if (k % row == 0)
            raw[used++] = 0; /* no filter */
        raw[used++] = (unsigned char)(k % 2 ? values[k / 2] : values[k / 2] >> 8);
    }
    if (compress(packed, &packed_size, raw, (uLong)used) != Z_OK)
        abort();
    png_image_put32(header, columns);
    png_image_put32(header + 4, rows);
    header[8] = (unsigned char)depth;
    header[9] = (unsigned char)colour;
    memcpy(file, "\211PNG\r\n\032\n", 8);
    length += png_image_chunk(file + length, "IHDR", header, sizeof header);
    if (extra.name)
        length += png_image_chunk(file + length, extra.name, extra.data, extra.size);
    length += png_image_chunk(file + length, "IDAT", packed, packed_size);
    length += png_image_chunk(file + length, "IEND", NULL, 0);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(file, 1, length, out) != length || fclose(out))
        abort();
    return length;
}

static inline size_t png_image_write(const char *path, uint32_t columns, uint32_t rows, int depth, int colour,
                                     const uint16_t *values, size_t size)
{
    return png_image_write_with(path, (const uint32_t[2]){columns, rows}, depth, colour, values, size,
                                (png_image_extra){NULL, NULL, 0});
}

#endif
