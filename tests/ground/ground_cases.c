/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/ground_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 0xA5, GUARD = 256 };

/* ---- implementations ---------------------------------------------------------------------------------------- */

int ground_impls(ground_impl out[1 + TWC_LEVEL_COUNT])
{
    static int printed;
    int count = 0;
    out[count++] = (ground_impl){"reference", twc_reference_ground(), 0, TWC_LEVEL_BASE};
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        twc_level level = (twc_level)k;
        const twc_ground_table *table = twc_fast_ground(level);
        int usable = twc_level_built(level) && twc_level_supported(level);
        if (!usable != !table) {
            fprintf(stderr, "fast level %s: usable %d, table %p\n", twc_level_name(level), usable, (const void *)table);
            exit(1);
        }
        if (usable)
            out[count++] = (ground_impl){twc_level_name(level), table, 1, level};
        else if (!printed)
            printf("\n  NOT TESTED here: fast level %s", twc_level_name(level));
    }
    if (!printed++) {
        printf("\n  tested:");
        for (int k = 0; k < count; k++)
            printf(" %s", out[k].name);
        printf("\n");
    }
    return count;
}

/* ---- worlds ------------------------------------------------------------------------------------------------- */

uint16_t heights_noise(uint64_t seed, int32_t i, int32_t j)
{
    return (uint16_t)brute_mix(seed, i, j);
}

uint16_t heights_cliffs(uint64_t seed, int32_t i, int32_t j)
{
    return brute_mix(seed, (int32_t)floor(i / 5.0), (int32_t)floor(j / 7.0)) & 1 ? 65535 : 0;
}

uint16_t heights_hills(uint64_t seed, int32_t i, int32_t j)
{
    double phase = (double)(seed % 100);
    return (uint16_t)(32000.0 + 15000.0 * sin(0.05 * i + phase) * cos(0.03 * j) + 3000.0 * sin(0.4 * j + 0.3 * i) +
                      (double)(brute_mix(seed, i, j) % 200));
}

uint16_t heights_flat(uint64_t seed, int32_t i, int32_t j)
{
    (void)i, (void)j;
    return (uint16_t)(20000 + seed % 1000);
}

uint8_t classes_fine(uint64_t seed, int32_t x, int32_t z)
{
    (void)seed, (void)x, (void)z;
    return TWC_FINE;
}

uint8_t classes_broad(uint64_t seed, int32_t x, int32_t z)
{
    (void)seed, (void)x, (void)z;
    return TWC_BROAD;
}

uint8_t classes_checker(uint64_t seed, int32_t x, int32_t z)
{
    (void)seed;
    return (x + z) & 1 ? TWC_BROAD : TWC_FINE;
}

uint8_t classes_random(uint64_t seed, int32_t x, int32_t z)
{
    return brute_mix(seed + 1, x, z) & 1 ? TWC_BROAD : TWC_FINE;
}

uint8_t classes_blocks(uint64_t seed, int32_t x, int32_t z)
{
    return brute_mix(seed + 2, (int32_t)floor(x / 3.0), (int32_t)floor(z / 3.0)) % 3 ? TWC_BROAD : TWC_FINE;
}

const ground_case ground_case_list[] = {
    {"one tile, hills, blocks", {0, 0, 1, 1}, 0, heights_hills, classes_blocks},
    {"one negative tile, noise, random", {-3, -1, 1, 1}, 0, heights_noise, classes_random},
    {"one tile, cliffs, broad", {5, -9, 1, 1}, 0, heights_cliffs, classes_broad},
    {"one tile, flat, fine", {-1, -1, 1, 1}, 0, heights_flat, classes_fine},
    {"9 x 1, hills, random", {-4, 2, 9, 1}, 0, heights_hills, classes_random},
    {"1 x 3, noise, checker", {-1, -2, 1, 3}, 0, heights_noise, classes_checker},
    {"2 x 2 about the origin, cliffs, blocks", {-1, -1, 2, 2}, 0, heights_cliffs, classes_blocks},
    {"3 x 2, missing tiles, noise, blocks", {-2, -1, 3, 2}, 0x15, heights_noise, classes_blocks},
    {"3 x 3, a missing middle, hills, broad", {7, 7, 3, 3}, 0x10, heights_hills, classes_broad},
    {"all missing", {1, 1, 2, 1}, 0x3, heights_noise, classes_broad},
    {"the lowest tiles there are", {-TWC_TILE_LIMIT, -TWC_TILE_LIMIT, 2, 1}, 0, heights_noise, classes_random},
    {"the highest tiles there are", {TWC_TILE_LIMIT - 1, TWC_TILE_LIMIT - 2, 1, 2}, 0, heights_hills, classes_blocks},
    {NULL, {0, 0, 0, 0}, 0, NULL, NULL}};

brute_world *ground_case_world(const ground_case *c)
{
    return brute_world_create(c->extent, c->missing, 23456, 77, c->height, c->class_of);
}

/* ---- memory ------------------------------------------------------------------------------------------------- */

void *ground_memory(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(4);
    }
    memset(memory, PATTERN, bytes);
    return memory;
}

void *ground_scratch_create(size_t bytes)
{
    size_t whole = (bytes + GUARD + 63) / 64 * 64;
    void *memory = aligned_alloc(64, whole);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(4);
    }
    memset(memory, PATTERN, whole);
    return memory;
}

static int patterned(const void *memory, size_t bytes)
{
    const unsigned char *byte = memory;
    for (size_t k = 0; k < bytes; k++)
        if (byte[k] != PATTERN)
            return 0;
    return 1;
}

int ground_scratch_destroy(void *scratch, size_t bytes)
{
    int whole = patterned((unsigned char *)scratch + bytes, GUARD);
    free(scratch);
    return whole;
}

twc_mesh *ground_meshes_create(int32_t count)
{
    twc_mesh *meshes = ground_memory((size_t)count * sizeof *meshes);
    for (int32_t k = 0; k < count; k++) {
        meshes[k].triangle_capacity = TWC_GROUND_MAX_TRIANGLES;
        meshes[k].facet_capacity = TWC_GROUND_MAX_FACETS;
        meshes[k].triangles = ground_memory(TWC_GROUND_MAX_TRIANGLES * sizeof(twc_triangle));
        meshes[k].facets = ground_memory(TWC_GROUND_MAX_FACETS * sizeof(twc_facet));
    }
    return meshes;
}

void ground_meshes_destroy(twc_mesh *meshes, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        free(meshes[k].triangles);
        free(meshes[k].facets);
    }
    free(meshes);
}

int ground_mesh_clean(const twc_mesh *m)
{
    return m->triangle_count <= m->triangle_capacity && m->facet_count <= m->facet_capacity &&
           patterned(m->triangles + m->triangle_count,
                     (m->triangle_capacity - m->triangle_count) * sizeof(twc_triangle)) &&
           patterned(m->facets + m->facet_count, (m->facet_capacity - m->facet_count) * sizeof(twc_facet));
}

/* ---- what a table makes ------------------------------------------------------------------------------------- */

static twc_rect grown(twc_rect r, int32_t by)
{
    return (twc_rect){r.x - by, r.z - by, r.nx + 2 * by, r.nz + 2 * by};
}

static size_t area(twc_rect r)
{
    return (size_t)r.nx * (size_t)r.nz;
}

static float *table_field(const twc_ground_table *table, const twc_world *world, twc_filter filter, twc_rect r)
{
    twc_rect support = grown(r, twc_filter_radius(filter));
    uint16_t *samples = ground_memory(area(support) * sizeof *samples);
    float *h = ground_memory(area(r) * sizeof *h);
    size_t bytes = twc_prefilter_scratch(filter, r);
    void *scratch = ground_scratch_create(bytes);
    table->samples(world, support, samples);
    table->prefilter(filter, r, samples, h, scratch);
    if (!ground_scratch_destroy(scratch, bytes)) {
        fprintf(stderr, "prefilter wrote beyond its scratch\n");
        exit(1);
    }
    free(samples);
    return h;
}

/* A copy of the field in the middle of one that is NaN elsewhere. Frees the original. */
static twc_field poisoned_field(twc_field inner)
{
    twc_field outer = {grown(inner.rect, 9), NULL};
    float *h = ground_memory(area(outer.rect) * sizeof *h);
    for (size_t k = 0; k < area(outer.rect); k++)
        h[k] = NAN;
    for (int32_t z = 0; z < inner.rect.nz; z++)
        memcpy(h + (z + 9) * outer.rect.nx + 9, inner.h + z * inner.rect.nx, (size_t)inner.rect.nx * sizeof *h);
    outer.h = h;
    free((void *)(uintptr_t)inner.h);
    return outer;
}

static twc_ground_window *table_window(const twc_ground_table *table, const twc_world *world, twc_rect macros,
                                       twc_rect fine, twc_rect broad)
{
    twc_ground_window *w = ground_memory(sizeof *w);
    uint8_t *classes = ground_memory(area(macros));
    table->classes(world, macros, classes);
    w->macros = macros;
    w->classes = classes;
    w->fine = (twc_field){fine, table_field(table, world, TWC_FILTER_FINE, fine)};
    w->broad = (twc_field){broad, table_field(table, world, TWC_FILTER_BROAD, broad)};
    return w;
}

twc_ground_window *ground_chunk_window(const twc_ground_table *table, const twc_world *world, twc_point chunk,
                                       int poison)
{
    twc_rect samples = {64 * chunk.x, 64 * chunk.z, 65, 65}; /* both sides of the chunk */
    twc_ground_window *w = table_window(table, world, grown((twc_rect){4 * chunk.x, 4 * chunk.z, 4, 4}, 2),
                                        grown(samples, TWC_CHUNK_FINE_MARGIN), grown(samples, TWC_CHUNK_BROAD_MARGIN));
    if (!poison)
        return w;
    twc_rect inner = w->macros, outer = grown(inner, 2);
    uint8_t *classes = ground_memory(area(outer));
    memset(classes, 0xFF, area(outer));
    for (int32_t z = 0; z < inner.nz; z++)
        memcpy(classes + (z + 2) * outer.nx + 2, w->classes + z * inner.nx, (size_t)inner.nx);
    free((void *)(uintptr_t)w->classes);
    w->macros = outer;
    w->classes = classes;
    w->fine = poisoned_field(w->fine);
    w->broad = poisoned_field(w->broad);
    return w;
}

twc_ground_window *ground_wide_window(const twc_ground_table *table, const twc_world *world, twc_rect macros,
                                      int32_t grow)
{
    twc_rect all = grown(macros, grow);
    twc_rect samples = {16 * all.x - 7, 16 * all.z - 7, 16 * all.nx + 15, 16 * all.nz + 15};
    return table_window(table, world, grown(all, 1), samples, samples);
}

void ground_window_destroy(twc_ground_window *w)
{
    free((void *)(uintptr_t)w->classes);
    free((void *)(uintptr_t)w->fine.h);
    free((void *)(uintptr_t)w->broad.h);
    free(w);
}

twc_status ground_build(const ground_impl *impl, const twc_world *world, twc_rect chunks, twc_build_options options,
                        twc_mesh *meshes)
{
    const twc_builder builder = impl->fast ? twc_fast_builder(impl->level) : twc_reference_builder();
    const twc_chunk_request request = {
        .world = world, .chunks = chunks, .stages = TWC_BUILD_GROUND, .options = options};
    size_t bytes = twc_chunks_workspace(builder, &request, NULL);
    void *workspace = ground_scratch_create(bytes);
    twc_status status = twc_chunks_build(builder, &request, workspace, &(twc_chunks){meshes, NULL, NULL});
    if (!ground_scratch_destroy(workspace, bytes)) {
        fprintf(stderr, "%s: the build wrote beyond its workspace\n", impl->name);
        exit(1);
    }
    return status;
}
