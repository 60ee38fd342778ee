/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_detail.h"

void twc_case_detail_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[K_LEVEL] = index % 12 < 9 ? index % 12 : index % 2; /* levels 0 and 1, with Broad cells, oftener */
    value[K_SIDES] = (index + index / 12) % 4;
    for (int k = K_X; k <= K_Z; k++) {
        const int64_t place = twc_sweep_place(random, TWC_TILE_CHUNKS);
        /* Far out, then at its level: rounded towards 0, and odd ones too. */
        value[k] = place / ((int64_t)1 << value[K_LEVEL]) - (place > 0 ? twc_random_between(random, 0, 1) : 0);
    }
}

int twc_case_detail_chunk(const int64_t *value, twc_detail_chunk *chunk)
{
    const int64_t limit = TWC_PLACE_LIMIT(TWC_TILE_CHUNKS) >> value[K_LEVEL];
    const int32_t x = (int32_t)value[K_X], z = (int32_t)value[K_Z];
    *chunk = (twc_detail_chunk){(int32_t)value[K_LEVEL], x, z, 0};
    if (value[K_SIDES] & 1)
        chunk->coarser |= twc_floor_mod(x, 2) ? TWC_SIDE_EAST : TWC_SIDE_WEST;
    if (value[K_SIDES] & 2)
        chunk->coarser |= twc_floor_mod(z, 2) ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH;
    return x >= -limit && x <= limit && z >= -limit && z <= limit;
}
