/* SPDX-License-Identifier: MIT */
/* What the files of the fast surface stage say to each other, at one level. */
#ifndef TWC_FAST_SURFACE_H
#define TWC_FAST_SURFACE_H

#include <string.h>

#include "common/hash.h"
#include "kernels/fast_surface.h"
#include "level.h"

/* dryness.c: at n <= TWC_FACE_BATCH positions. */
enum { TWC_FACE_BATCH = 64 };
void TWC_NAME(dryness_batch)(int32_t n, const int32_t *x, const int32_t *z, double *out);

/* ---- one level's part of a build (build_chunk.c) ---- */

enum {
    TWC_SURFACE_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    TWC_SURFACE_BROAD_SIDE = TWC_SURFACE_SAMPLES + 1 + 2 * TWC_SURFACE_BROAD_MARGIN,
    TWC_SURFACE_BASIN_SIDE = TWC_SURFACE_SAMPLES + 1 + 2 * TWC_SURFACE_BASIN_MARGIN,
    TWC_SURFACE_SAMPLE_SIDE = TWC_SURFACE_BASIN_SIDE + 2 * TWC_FILTER_BASIN_RADIUS /* the larger window */
};

typedef struct twc_surface_work {
    float broad[TWC_SURFACE_BROAD_SIDE * TWC_SURFACE_BROAD_SIDE];
    float basin[TWC_SURFACE_BASIN_SIDE * TWC_SURFACE_BASIN_SIDE];
    uint16_t samples[TWC_SURFACE_SAMPLE_SIDE * TWC_SURFACE_SAMPLE_SIDE];
} twc_surface_work;

/* The surface of one built chunk; `scratch` as `ranks` takes it. */
void TWC_NAME(surface_chunk)(const twc_world *world, double water, twc_surface_work *work, void *scratch,
                             const twc_mesh *mesh, twc_chunk_surface *surface);

/* ---- small things shared ---- */

/* A hash over 2^32. */
TWC_INLINE double twc_fast_xi(uint32_t hash)
{
    return twc_fast_whole(hash) * 0x1p-32;
}

/* Four bytes, the lowest first. Where memory has that order it is one store, and compilers need not find that out. */
TWC_INLINE void twc_fast_put32(uint8_t *out, uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &value, sizeof value);
#else
    for (int k = 0; k < 4; k++)
        out[k] = (uint8_t)(value >> 8 * k);
#endif
}

TWC_INLINE double twc_fast_clamp01(double value)
{
    value = value < 0.0 ? 0.0 : value;
    return value > 1.0 ? 1.0 : value;
}

#endif
