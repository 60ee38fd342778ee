/* SPDX-License-Identifier: MIT */
/*
 * Ranks of the faces that may hold a puddle. Spec surface 3.2; paper section 6.1; twin fast/surface/ranks.c; test
 * tests/surface/test_surface.c.
 */
#include "common/assertion.h"
#include "surface/stage.h"

/*
 * The reference counts instead of sorting, and needs no scratch; the fast library sorts pairs of key and place, there
 * and back.
 */
size_t twc_rank_scratch(size_t n)
{
    return n * 2 * (sizeof(double) + sizeof(uint64_t));
}

static double key(const twc_surface_face *face)
{
    return face->puddle + 0.18 * (twc_reference_xi(face->hash) - 0.5);
}

static int ranked_with(const twc_surface_face *a, const twc_surface_face *b)
{
    return a->material == b->material && b->puddle > 0.05;
}

void twc_reference_ranks(size_t n, twc_surface_face *faces, void *scratch)
{
    (void)scratch;
    for (size_t k = 0; k < n; k++) {
        twc_surface_face *face = &faces[k];
        size_t eligible = 0, place = 1;
        face->rank = 0;
        if (!(face->puddle > 0.05))
            continue;
        for (size_t other = 0; other < n; other++) {
            if (!ranked_with(face, &faces[other]))
                continue;
            eligible++;
            double mine = key(face), theirs = key(&faces[other]);
            place += theirs < mine || (theirs == mine && other < k);
        }
        TWC_ASSERT(place >= 1 && place <= eligible);
        face->rank = (uint8_t)((255 * place + eligible - 1) / eligible);
    }
}
