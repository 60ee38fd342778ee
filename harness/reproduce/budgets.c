/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Budgets, counted in buffers that were built (Table 7). */
#include <math.h>
#include <stdlib.h>

#include "regions/built_region.h"
#include "measure/trial.h"
#include "reproduce/measures.h"

enum { METRICS = 8 };

static const char *const metrics[METRICS] = {"triangles",   "vertices",   "vertex_bytes", "chunk_kilobytes",
                                             "broad_least", "broad_most", "state_bytes",  "tile_kilobytes"};

/* The triangles of every Broad macro cell, from the ids of their facets. */
static twc_status count_broad(const twc_built_region *l, double *least, double *most)
{
    twc_rect macros = twc_world_macros(&l->data.world);
    size_t cells = (size_t)macros.nx * (size_t)macros.nz;
    uint32_t *count = calloc(cells, sizeof *count);
    if (!count)
        return twc_fail(TWC_IO, "not enough memory for %zu macro cells", cells);
    for (size_t k = 0; k < l->grid.count; k++) {
        const twc_mesh *mesh = &l->grid.mesh[k];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            uint64_t id = mesh->facets[mesh->triangles[t].facet].id;
            int32_t x = (int32_t)(id & 0x3FFFFFFF) - (1 << 29), z = (int32_t)(id >> 30 & 0x3FFFFFFF) - (1 << 29);
            if (id >> 62 == TWC_FACET_BROAD)
                count[(size_t)(z - macros.z) * (size_t)macros.nx + (size_t)(x - macros.x)]++;
        }
    }
    *least = INFINITY;
    *most = 0;
    for (size_t k = 0; k < cells; k++) {
        if (count[k] == 0)
            continue;
        *least = fmin(*least, count[k]);
        *most = fmax(*most, count[k]);
    }
    free(count);
    return twc_ok();
}

/* The bytes of a vertex that its face's rank and snow potential can change: every value of both is tried. */
static double state_bytes(void)
{
    twc_facet facet = {.normal = {0, 1, 0}};
    twc_triangle triangle = {.facet = 0};
    twc_mesh mesh = {&triangle, &facet, 1, 1, 1, 1};
    twc_surface_face face = {.height = 0};
    uint8_t plain[3 * TWC_VERTEX_BYTES], other[3 * TWC_VERTEX_BYTES];
    int changed[TWC_VERTEX_BYTES] = {0}, bytes = 0;
    twc_reference_surface()->vertices(&mesh, &face, plain);
    for (int value = 1; value < 511; value++) {
        face.rank = (uint8_t)(value < 256 ? value : 0);
        face.snow = (uint8_t)(value < 256 ? 0 : value - 255);
        twc_reference_surface()->vertices(&mesh, &face, other);
        for (int k = 0; k < TWC_VERTEX_BYTES; k++)
            changed[k] |= other[k] != plain[k];
    }
    for (int k = 0; k < TWC_VERTEX_BYTES; k++)
        bytes += changed[k];
    return bytes;
}

/*
 * The least of the region's own Broad cells, and the most when every second cell is Broad, so that each is a fan all
 * round.
 */
static twc_status measure_broad(twc_built_region *l, twc_builder builder, double *least, double *most)
{
    double unused;
    twc_status status = count_broad(l, least, &unused);
    twc_rect macros = twc_world_macros(&l->data.world);
    for (int32_t z = macros.z; z < macros.z + macros.nz; z++)
        for (int32_t x = macros.x; x < macros.x + macros.nx; x++)
            twc_world_data_set_classes(&l->data, (twc_rect){x, z, 1, 1},
                                       &(uint8_t){(x + z) & 1 ? TWC_BROAD : TWC_FINE});
    l->request.stages = TWC_BUILD_GROUND;
    if (!status.code)
        status = twc_chunk_grid_build(builder, &l->request, &l->grid);
    return status.code ? status : count_broad(l, &unused, most);
}

/* Writes the other values from what was built all Fine. */
static void measure_fine(const twc_chunk_grid *fine, double value[METRICS])
{
    double chunks = (double)fine->count, triangles = (double)fine->triangle_count;
    size_t bytes = 0; /* from the first chunk's buffer to the end of the last */
    for (size_t k = 0; k < fine->count; k++) {
        const uint8_t *begin = fine->surface[k].vertices;
        const uint8_t *end = k + 1 < fine->count ? fine->surface[k + 1].vertices
                                                 : begin + (size_t)fine->mesh[k].triangle_count * 3 * TWC_VERTEX_BYTES;
        bytes += (size_t)(end - begin);
    }
    value[0] = triangles / chunks;
    value[1] = 3 * triangles / chunks;
    value[2] = (double)bytes / (3 * triangles);
    value[3] = (double)bytes / chunks / 1000;
    value[6] = state_bytes();
    value[7] = (double)sizeof(twc_tile) / 1000;
}

static twc_status build_and_measure(const twc_section *s, double value[METRICS])
{
    twc_built_region built;
    twc_built_region_options options = {0, twc_trial_builder(), {1, s->context->threads, TWC_DYNAMIC}};
    twc_status status = twc_built_region_create(&s->region, &options, &built);
    if (status.code)
        return status;
    measure_fine(&built.grid, value);
    twc_built_region_destroy(&built);
    options.build.fine_only = 0;
    status = twc_built_region_create(&s->region, &options, &built);
    if (status.code)
        return status;
    status = measure_broad(&built, options.builder, &value[4], &value[5]);
    twc_built_region_destroy(&built);
    return status;
}

const char *twc_budget_metric(int k)
{
    return k < METRICS ? metrics[k] : NULL;
}

static twc_claim_value claim_value(const void *study, int metric, int column)
{
    const double *measured = study;
    return (twc_claim_value){column ? NAN : measured[metric], {.count = 0}, NAN};
}

twc_status twc_measure_budgets(twc_section *section)
{
    double value[METRICS];
    twc_status status = build_and_measure(section, value);
    if (!status.code)
        twc_section_fill(section, claim_value, value);
    return status;
}
