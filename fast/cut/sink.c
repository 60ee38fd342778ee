/* SPDX-License-Identifier: MIT */
/*
 * Where finished triangles go: each is given the chunk that owns it. Spec ground 5.1, cut 6; twin reference/cut/sink.c;
 * test tests/cut/test_cut.c.
 */
#include "cut/work.h"

/*
 * Along one axis: the chunk of a centroid, or the extent's nearest to it, and which sums of three corners belong to it.
 */
typedef struct span {
    int64_t from, to;
    int32_t chunk;
} span;

static span span_of(int64_t sum, int32_t first, int32_t count)
{
    TWC_ASSERT(count > 0);
    const int32_t centroid_cm = (int32_t)(sum / 3 - (sum % 3 < 0)), last = first + count - 1;
    const int32_t chunk = twc_clamp(twc_floor_div(centroid_cm, TWC_CHUNK_CM), first, last);
    const int64_t from = (int64_t)chunk * 3 * TWC_CHUNK_CM; /* floor(sum / 3) is in a chunk when sum is in its triple */
    return (span){chunk == first ? INT64_MIN : from, chunk == last ? INT64_MAX : from + 3 * TWC_CHUNK_CM, chunk};
}

static void find_owner(fast_pieces *pieces, int64_t sum_x, int64_t sum_z)
{
    const twc_rect all = pieces->all, asked = pieces->asked;
    const span x = span_of(sum_x, all.x, all.nx), z = span_of(sum_z, all.z, all.nz);
    const uint32_t i = (uint32_t)(x.chunk - asked.x), j = (uint32_t)(z.chunk - asked.z);
    pieces->owner = (fast_owner){x.from, x.to, z.from, z.to, TWC_NONE};
    if (i < (uint32_t)asked.nx && j < (uint32_t)asked.nz)
        pieces->owner.chunk = j * (uint32_t)asked.nx + i;
}

void twc_fast_add_piece(fast_pieces *pieces, twc_vertex a, twc_vertex b, twc_vertex c, uint32_t source, uint64_t id)
{
    const int64_t x = (int64_t)a.x + b.x + c.x, z = (int64_t)a.z + b.z + c.z;
    const fast_owner *last = &pieces->owner;
    if (x < last->x0 || x >= last->x1 || z < last->z0 || z >= last->z1)
        find_owner(pieces, x, z);
    if (last->chunk == TWC_NONE)
        return;
    if (pieces->count == pieces->room) {
        pieces->full = 1;
        return;
    }
    TWC_ASSERT(last->chunk < (uint32_t)pieces->asked.nx * (uint32_t)pieces->asked.nz);
    fast_piece *piece = &pieces->piece[pieces->count++];
    piece->v[0] = a;
    piece->v[1] = b;
    piece->v[2] = c;
    piece->chunk = last->chunk;
    piece->source = source;
    piece->id = id;
}
