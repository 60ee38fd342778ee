/* SPDX-License-Identifier: MIT */
/*
 * Hashes of meshes, bytes and worlds. Spec world 8; twin fast/world/fingerprint.c; test
 * tests/world/test_world_kernels.c.
 */
#include "common/assertion.h"
#include "kernels/reference_world.h"

#include <string.h>

#include "twc/ground.h"

/* An odd multiplier is a bijection, so is the shift: a lane never forgets a single changed word. */
static uint64_t mixed(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * 0x9FB21C651E98DF25U;
    return lane ^ lane >> 29;
}

/* MurmurHash3's 64-bit finaliser. */
static uint64_t fmix64(uint64_t h)
{
    h ^= h >> 33;
    h *= 0xFF51AFD7ED558CCDU;
    h ^= h >> 33;
    h *= 0xC4CEB9FE1A85EC53U;
    return h ^ h >> 33;
}

void twc_fingerprint_begin(twc_fingerprint *fingerprint)
{
    for (uint64_t k = 0; k < 4; k++)
        fingerprint->lane[k] = fmix64(k + 1);
    fingerprint->words = 0;
}

void twc_fingerprint_add(twc_fingerprint *fingerprint, uint64_t word)
{
    uint64_t *lane = &fingerprint->lane[fingerprint->words % 4];
    *lane = mixed(*lane, word);
    fingerprint->words++;
}

uint64_t twc_fingerprint_end(const twc_fingerprint *fingerprint)
{
    uint64_t value = mixed(0, fingerprint->words);
    for (int k = 0; k < 4; k++)
        value = mixed(value, fingerprint->lane[k]);
    return fmix64(value);
}

uint64_t twc_fingerprint_words(const uint64_t *words, size_t n)
{
    twc_fingerprint fingerprint;
    twc_fingerprint_begin(&fingerprint);
    for (size_t k = 0; k < n; k++)
        twc_fingerprint_add(&fingerprint, words[k]);
    return twc_fingerprint_end(&fingerprint);
}

uint64_t twc_reference_fingerprint_bytes(const uint8_t *bytes, size_t n)
{
    twc_fingerprint fingerprint;
    twc_fingerprint_begin(&fingerprint);
    twc_fingerprint_add(&fingerprint, n);
    for (size_t k = 0; k < n; k += 8) {
        uint64_t word = 0;
        for (size_t byte = 0; byte < 8 && k + byte < n; byte++)
            word |= (uint64_t)bytes[k + byte] << 8 * byte;
        twc_fingerprint_add(&fingerprint, word);
    }
    return twc_fingerprint_end(&fingerprint);
}

/* ---- meshes ---- */

static uint64_t word_of(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

/* The nine 32-bit fields of three corners. */
static void corner_fields(const twc_vertex corner[3], uint32_t field[9])
{
    for (int k = 0; k < 3; k++) {
        field[3 * k] = (uint32_t)corner[k].x;
        field[3 * k + 1] = (uint32_t)corner[k].z;
        field[3 * k + 2] = twc_float_bits(corner[k].y);
    }
}

static void add_triangle(twc_fingerprint *fingerprint, const twc_triangle *triangle)
{
    uint32_t field[10];
    corner_fields(triangle->corner, field);
    field[9] = triangle->facet;
    for (int f = 0; f < 10; f += 2)
        twc_fingerprint_add(fingerprint, word_of(field[f], field[f + 1]));
}

static void add_facet(twc_fingerprint *fingerprint, const twc_facet *facet)
{
    uint32_t field[14];
    corner_fields(facet->corner, field);
    for (int axis = 0; axis < 3; axis++)
        field[9 + axis] = twc_float_bits(facet->normal[axis]);
    field[12] = (uint32_t)facet->centroid_x;
    field[13] = (uint32_t)facet->centroid_z;
    for (int f = 0; f < 14; f += 2)
        twc_fingerprint_add(fingerprint, word_of(field[f], field[f + 1]));
    twc_fingerprint_add(fingerprint, facet->id);
}

uint64_t twc_mesh_fingerprint(const twc_mesh *mesh)
{
    twc_fingerprint fingerprint;
    twc_fingerprint_begin(&fingerprint);
    twc_fingerprint_add(&fingerprint, word_of(mesh->triangle_count, mesh->facet_count));
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        add_triangle(&fingerprint, &mesh->triangles[k]);
    for (uint32_t k = 0; k < mesh->facet_count; k++)
        add_facet(&fingerprint, &mesh->facets[k]);
    return twc_fingerprint_end(&fingerprint);
}

static int of_feature(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_FEATURE;
}

void twc_reference_mesh_stages(const twc_mesh *mesh, uint64_t stage[TWC_STAGE_COUNT])
{
    twc_fingerprint part[2];
    uint32_t triangles[2] = {0, 0}, facets[2] = {0, 0};
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        triangles[of_feature(&mesh->facets[mesh->triangles[k].facet])]++;
    for (uint32_t k = 0; k < mesh->facet_count; k++)
        facets[of_feature(&mesh->facets[k])]++;
    for (int p = 0; p < 2; p++) {
        twc_fingerprint_begin(&part[p]);
        twc_fingerprint_add(&part[p], word_of(triangles[p], facets[p]));
    }
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        add_triangle(&part[of_feature(&mesh->facets[mesh->triangles[k].facet])], &mesh->triangles[k]);
    for (uint32_t k = 0; k < mesh->facet_count; k++)
        add_facet(&part[of_feature(&mesh->facets[k])], &mesh->facets[k]);
    stage[TWC_STAGE_GROUND] = twc_fingerprint_end(&part[0]);
    stage[TWC_STAGE_FEATURES] = twc_fingerprint_end(&part[1]);
}

/* ---- the tree ---- */

uint64_t twc_chunk_fingerprint(const uint64_t stage[TWC_STAGE_COUNT])
{
    return twc_fingerprint_words(stage, TWC_STAGE_COUNT);
}

size_t twc_fingerprint_leaves(size_t tiles)
{
    size_t leaves = 1;
    while (leaves < tiles)
        leaves *= 2;
    return leaves;
}

void twc_fingerprint_build(uint64_t *node, size_t leaves)
{
    for (size_t k = leaves - 1; k >= 1; k--)
        node[k] = twc_fingerprint_words(&node[2 * k], 2);
}

void twc_fingerprint_update(uint64_t *node, size_t leaves, size_t tile, uint64_t value)
{
    TWC_ASSERT(tile < leaves && (leaves & (leaves - 1)) == 0);
    node[leaves + tile] = value;
    for (size_t k = (leaves + tile) / 2; k >= 1; k /= 2)
        node[k] = twc_fingerprint_words(&node[2 * k], 2);
}
