/* SPDX-License-Identifier: MIT */
/*
 * Hashes with the four lanes in registers. Spec world 8.1, 8.2; twin reference/world/fingerprint.c; test
 * tests/world/test_world_kernels.c.
 *
 * The lanes' products overlap, so a round of four words costs about what the reference spends on one. A triangle's
 * record is five words and a facet's eight, in the order the hash takes them, so meshes are hashed from memory.
 */
#include <string.h>

#include "kernels/fast_world.h"
#include "level.h"

_Static_assert(sizeof(twc_triangle) == 40 && sizeof(twc_facet) == 64 && offsetof(twc_facet, id) == 56,
               "records have no padding: 32-bit fields in pairs, a facet's id last");

enum { TRIANGLE_WORDS = 5, FACET_WORDS = 8 };

TWC_INLINE uint64_t mixed(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * 0x9FB21C651E98DF25u;
    return lane ^ lane >> 29;
}

/* Two 32-bit fields, the earlier one low. */
TWC_INLINE uint64_t load_fields(const unsigned char *p)
{
    uint32_t half[2];
    memcpy(half, p, sizeof half);
    return (uint64_t)half[1] << 32 | half[0];
}

/* Eight bytes, the first one lowest; compilers make it one load. */
TWC_INLINE uint64_t load_bytes(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

typedef uint64_t load_word(const unsigned char *p);

/* Takes n words: up to the first lane, then in rounds of four, then the rest. `load` is inlined. */
TWC_INLINE void take(twc_fingerprint *fingerprint, const void *memory, size_t n, load_word *load)
{
    const unsigned char *p = memory;
    for (; n > 0 && fingerprint->words % 4 != 0; n--, p += 8)
        twc_fingerprint_add(fingerprint, load(p));
    uint64_t a = fingerprint->lane[0], b = fingerprint->lane[1], c = fingerprint->lane[2], d = fingerprint->lane[3];
    fingerprint->words += n - n % 4;
    for (; n >= 4; n -= 4, p += 32) {
        a = mixed(a, load(p));
        b = mixed(b, load(p + 8));
        c = mixed(c, load(p + 16));
        d = mixed(d, load(p + 24));
    }
    fingerprint->lane[0] = a;
    fingerprint->lane[1] = b;
    fingerprint->lane[2] = c;
    fingerprint->lane[3] = d;
    for (; n > 0; n--, p += 8)
        twc_fingerprint_add(fingerprint, load(p));
}

uint64_t TWC_NAME(fingerprint_bytes)(const uint8_t *bytes, size_t n)
{
    twc_fingerprint fingerprint;
    unsigned char last[8] = {0};
    twc_fingerprint_begin(&fingerprint);
    twc_fingerprint_add(&fingerprint, n);
    take(&fingerprint, bytes, n / 8, load_bytes);
    if (n % 8) {
        memcpy(last, bytes + n - n % 8, n % 8);
        twc_fingerprint_add(&fingerprint, load_bytes(last));
    }
    return twc_fingerprint_end(&fingerprint);
}

/* ---- meshes ---- */

TWC_INLINE void take_triangles(twc_fingerprint *fingerprint, const twc_triangle *triangles, uint32_t n)
{
    take(fingerprint, triangles, (size_t)n * TRIANGLE_WORDS, load_fields);
}

static void take_facets(twc_fingerprint *fingerprint, const twc_facet *facets, uint32_t n)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    take(fingerprint, facets, (size_t)n * FACET_WORDS, load_fields);
#else
    /* The id is one number of 64 bits: its halves lie the other way round. */
    for (uint32_t k = 0; k < n; k++) {
        take(fingerprint, &facets[k], FACET_WORDS - 1, load_fields);
        twc_fingerprint_add(fingerprint, facets[k].id);
    }
#endif
}

TWC_INLINE int of_feature(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_FEATURE;
}

TWC_INLINE int triangle_of_feature(const twc_mesh *mesh, uint32_t k)
{
    TWC_ASSERT(mesh->triangles[k].facet < mesh->facet_count);
    return of_feature(&mesh->facets[mesh->triangles[k].facet]);
}

/* A mesh with both kinds: each run of one kind is one piece of memory. */
static void take_runs(const twc_mesh *mesh, twc_fingerprint part[2])
{
    for (uint32_t k = 0; k < mesh->triangle_count;) {
        const uint32_t first = k;
        const int kind = triangle_of_feature(mesh, k);
        while (++k < mesh->triangle_count && triangle_of_feature(mesh, k) == kind)
            ;
        take_triangles(&part[kind], &mesh->triangles[first], k - first);
    }
    for (uint32_t k = 0; k < mesh->facet_count;) {
        const uint32_t first = k;
        const int kind = of_feature(&mesh->facets[k]);
        while (++k < mesh->facet_count && of_feature(&mesh->facets[k]) == kind)
            ;
        take_facets(&part[kind], &mesh->facets[first], k - first);
    }
}

void TWC_NAME(mesh_stages)(const twc_mesh *mesh, uint64_t stage[TWC_STAGE_COUNT])
{
    twc_fingerprint part[2];
    uint32_t triangles = 0, facets = 0; /* of features */
    for (uint32_t k = 0; k < mesh->facet_count; k++)
        facets += (uint32_t)of_feature(&mesh->facets[k]);
    /* Most meshes have no features: then no triangle need be asked for its kind. */
    for (uint32_t k = 0; facets > 0 && k < mesh->triangle_count; k++)
        triangles += (uint32_t)triangle_of_feature(mesh, k);
    TWC_ASSERT(triangles <= mesh->triangle_count && facets <= mesh->facet_count);
    twc_fingerprint_begin(&part[0]);
    twc_fingerprint_begin(&part[1]);
    twc_fingerprint_add(&part[0], (uint64_t)(mesh->facet_count - facets) << 32 | (mesh->triangle_count - triangles));
    twc_fingerprint_add(&part[1], (uint64_t)facets << 32 | triangles);
    if (facets > 0) {
        take_runs(mesh, part);
    } else {
        take_triangles(&part[0], mesh->triangles, mesh->triangle_count);
        take_facets(&part[0], mesh->facets, mesh->facet_count);
    }
    stage[TWC_STAGE_GROUND] = twc_fingerprint_end(&part[0]);
    stage[TWC_STAGE_FEATURES] = twc_fingerprint_end(&part[1]);
}
