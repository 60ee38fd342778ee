/* SPDX-License-Identifier: MIT */
#include "feature/work.h"

/* Along one axis: the chunk of a centroid, or the extent's nearest to it, counted from the first asked; -1: not asked. */
static int32_t owner(int32_t centroid_cm, int32_t all, int32_t all_count, int32_t asked, int32_t asked_count)
{
    int32_t chunk = twc_clamp(twc_floor_div(centroid_cm, TWC_CHUNK_CM), all, all + all_count - 1) - asked;
    return chunk < asked_count ? chunk : -1;
}

void twc_fast_add_piece(fast_pieces *pieces, twc_vertex a, twc_vertex b, twc_vertex c, uint32_t source, uint64_t id)
{
    const twc_rect all = pieces->all, asked = pieces->asked;
    int32_t x = owner(twc_floor_mean3(a.x, b.x, c.x), all.x, all.nx, asked.x, asked.nx);
    int32_t z = owner(twc_floor_mean3(a.z, b.z, c.z), all.z, all.nz, asked.z, asked.nz);
    if (x < 0 || z < 0)
        return;
    if (pieces->count == pieces->room) {
        pieces->full = 1;
        return;
    }
    pieces->piece[pieces->count++] =
        (fast_piece){{a, b, c}, (uint32_t)z * (uint32_t)asked.nx + (uint32_t)x, source, id};
}
