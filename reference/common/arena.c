/* SPDX-License-Identifier: MIT */
/*
 * Memory handed out from a workspace that the caller brings. no spec: memory only; no twin: shared by both libraries;
 * test tests/cut/test_cut.c.
 */
#include "common/assertion.h"
#include "common/arena.h"

void *twc_arena_take(twc_arena *arena, size_t count, size_t size)
{
    TWC_ASSERT(size > 0 && arena->at <= arena->end);
    size_t left = (size_t)(arena->end - arena->at);
    if (count > left / size || (count * size + 15) / 16 * 16 > left) {
        arena->full = 1;
        return NULL;
    }
    void *taken = arena->at;
    arena->at += (count * size + 15) / 16 * 16;
    TWC_ASSERT(arena->at <= arena->end);
    return taken;
}
