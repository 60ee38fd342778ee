/* SPDX-License-Identifier: MIT */
/* Little-endian bytes of numbers, on any machine. Each returns the place behind what it wrote. */
#ifndef TWC_WORLD_LITTLE_ENDIAN_H
#define TWC_WORLD_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline unsigned char *twc_put16(unsigned char *out, uint16_t value)
{
    out[0] = (unsigned char)value;
    out[1] = (unsigned char)(value >> 8);
    return out + 2;
}

static inline unsigned char *twc_put32(unsigned char *out, uint32_t value)
{
    return twc_put16(twc_put16(out, (uint16_t)value), (uint16_t)(value >> 16));
}

static inline unsigned char *twc_put64(unsigned char *out, uint64_t value)
{
    return twc_put32(twc_put32(out, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline unsigned char *twc_put_float(unsigned char *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return twc_put32(out, bits);
}

static inline unsigned char *twc_put_double(unsigned char *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return twc_put64(out, bits);
}

#endif
