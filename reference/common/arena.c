/* SPDX-License-Identifier: MIT */
#include "common/arena.h"

void *twc_arena_take(twc_arena *arena, size_t count, size_t size)
{
    size_t left = (size_t)(arena->end - arena->at);
    if (count > left / size || (count * size + 15) / 16 * 16 > left) {
        arena->full = 1;
        return NULL;
    }
    void *taken = arena->at;
    arena->at += (count * size + 15) / 16 * 16;
    return taken;
}
