/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast world stage say to each other, at one level: the functions of the table
 * (twc/world_kernels.h).
 */
#ifndef TWC_FAST_WORLD_H
#define TWC_FAST_WORLD_H

#include "level.h"
#include "twc/world_kernels.h"

void TWC_NAME(brush_apply)(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                           uint16_t *out);
void TWC_NAME(mesh_stages)(const twc_mesh *mesh, uint64_t stage[TWC_STAGE_COUNT]);
uint64_t TWC_NAME(fingerprint_bytes)(const uint8_t *bytes, size_t n);
void TWC_NAME(buckets_build)(const twc_mesh *mesh, twc_buckets *buckets);
void TWC_NAME(buckets_find)(const twc_mesh *mesh, const twc_buckets *buckets, size_t n, const twc_point *points,
                            int64_t *triangle, float *height);

extern const twc_world_table TWC_NAME(world);

#endif
