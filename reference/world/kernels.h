/* SPDX-License-Identifier: MIT */
/* The functions of the table (twc/world_kernels.h), each defined in the file of its subject. */
#ifndef TWC_WORLD_KERNELS_STAGE_H
#define TWC_WORLD_KERNELS_STAGE_H

#include "twc/world_kernels.h"

void twc_reference_brush_apply(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                               uint16_t *out);
void twc_reference_mesh_stages(const twc_mesh *mesh, uint64_t stage[TWC_STAGE_COUNT]);
uint64_t twc_reference_fingerprint_bytes(const uint8_t *bytes, size_t n);
void twc_reference_buckets_build(const twc_mesh *mesh, twc_buckets *buckets);
void twc_reference_buckets_find(const twc_mesh *mesh, const twc_buckets *buckets, size_t n, const twc_point *points,
                                int64_t *triangle, float *height);

#endif
