/* SPDX-License-Identifier: MIT */
#include "feature/work.h"

/* Along one axis: the chunk of a centroid, or the extent's nearest to it, counted from the first asked; -1: not asked. */
static int32_t owner(int32_t centroid_cm, int32_t all, int32_t all_count, int32_t asked, int32_t asked_count)
{
    int32_t chunk = twc_clamp(twc_floor_div(centroid_cm, TWC_CHUNK_CM), all, all + all_count - 1) - asked;
    return chunk < asked_count ? chunk : -1;
}

static uint32_t owner_of(const fast_pieces *pieces, int32_t centroid_x, int32_t centroid_z)
{
    const twc_rect all = pieces->all, asked = pieces->asked;
    const int32_t x = owner(centroid_x, all.x, all.nx, asked.x, asked.nx), z = owner(centroid_z, all.z, all.nz, asked.z, asked.nz);
    return x < 0 || z < 0 ? TWC_NONE : (uint32_t)z * (uint32_t)asked.nx + (uint32_t)x;
}

fast_owner twc_fast_owner(const fast_pieces *pieces, twc_box box)
{
    const uint32_t low = owner_of(pieces, box.x0, box.z0), high = owner_of(pieces, box.x1, box.z1);
    return (fast_owner){low == high && low != TWC_NONE, low};
}

void twc_fast_add_piece(fast_pieces *pieces, fast_owner known, twc_vertex a, twc_vertex b, twc_vertex c, uint32_t source, uint64_t id)
{
    const uint32_t chunk =
        known.known ? known.chunk : owner_of(pieces, twc_floor_mean3(a.x, b.x, c.x), twc_floor_mean3(a.z, b.z, c.z));
    if (chunk == TWC_NONE)
        return;
    if (pieces->count == pieces->room) {
        pieces->full = 1;
        return;
    }
    fast_piece *piece = &pieces->piece[pieces->count++];
    piece->v[0] = a;
    piece->v[1] = b;
    piece->v[2] = c;
    piece->chunk = chunk;
    piece->source = source;
    piece->id = id;
}
