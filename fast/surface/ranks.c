/* SPDX-License-Identifier: MIT */
/*
 * Ranks by sorting. Spec surface 3.2; paper section 6.1; twin reference/surface/ranks.c; test
 * tests/surface/test_surface.c.
 *
 * Merges are stable, and entries come in the order of the array, so ties need no second key.
 */
#include "surface/surface.h"

typedef struct entry {
    double key;
    uint64_t face;
} entry;

static size_t collect(size_t n, const twc_surface_face *faces, int material, entry *out)
{
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        if (faces[k].material != material || !(faces[k].puddle > 0.05))
            continue;
        out[count].key = faces[k].puddle + 0.18 * (twc_fast_xi(faces[k].hash) - 0.5);
        out[count++].face = k;
    }
    return count;
}

/* Merges [from, middle) and [middle, to) of one array into the other. */
static void merge(const entry *in, size_t from, size_t middle, size_t to, entry *out)
{
    TWC_ASSERT(from <= middle && middle <= to);
    size_t left = from, right = middle;
    for (size_t k = from; k < to; k++) {
        const int take_left = left < middle && (right >= to || in[left].key <= in[right].key);
        out[k] = take_left ? in[left++] : in[right++];
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns whichever of the two arrays holds the sorted entries. */
static const entry *sort(size_t n, entry *in, entry *out)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t from = 0; from < n; from += 2 * width)
            merge(in, from, least(from + width, n), least(from + 2 * width, n), out);
        entry *other = in;
        in = out;
        out = other;
    }
    return in;
}

void TWC_NAME(ranks)(size_t n, twc_surface_face *faces, void *scratch)
{
    entry *entries = scratch;
    for (size_t k = 0; k < n; k++)
        faces[k].rank = 0;
    for (int material = 0; material < TWC_MATERIAL_COUNT; material++) {
        const size_t count = collect(n, faces, material, entries);
        const entry *sorted = sort(count, entries, entries + count);
        for (size_t k = 0; k < count; k++)
            faces[sorted[k].face].rank = (uint8_t)((255 * (k + 1) + count - 1) / count);
    }
}
