/* SPDX-License-Identifier: MIT */
/* Closed rectangles of plan positions (twc_box). */
#ifndef TWC_REFERENCE_COMMON_BOXES_H
#define TWC_REFERENCE_COMMON_BOXES_H

#include "twc/mesh.h"

static inline int twc_boxes_meet(twc_box a, twc_box b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.z0 <= b.z1 && b.z0 <= a.z1;
}

static inline twc_box twc_box_grown(twc_box box, int32_t by)
{
    return (twc_box){box.x0 - by, box.z0 - by, box.x1 + by, box.z1 + by};
}

static inline twc_box twc_boxes_joined(twc_box a, twc_box b)
{
    return (twc_box){a.x0 < b.x0 ? a.x0 : b.x0, a.z0 < b.z0 ? a.z0 : b.z0, a.x1 > b.x1 ? a.x1 : b.x1,
                     a.z1 > b.z1 ? a.z1 : b.z1};
}

static inline twc_box twc_chunk_box(int32_t x, int32_t z)
{
    return (twc_box){x * TWC_CHUNK_CM, z * TWC_CHUNK_CM, (x + 1) * TWC_CHUNK_CM, (z + 1) * TWC_CHUNK_CM};
}

#endif
