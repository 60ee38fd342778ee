/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errata that are read off built meshes: fans, margins, fills. */
#include <math.h>
#include <stdlib.h>

#include "errata.h"
#include "measure/mesh_index.h"

static size_t chunk_count(const twc_chunk_grid *meshes)
{
    return (size_t)meshes->chunks.nx * (size_t)meshes->chunks.nz;
}

static int is_broad(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_BROAD;
}

/* ---- fans ---- */

/* Distance in plan from the line through a and b, centimetres. */
static double off_line(twc_vertex p, twc_vertex a, twc_vertex b)
{
    double dx = (double)b.x - a.x, dz = (double)b.z - a.z;
    return fabs(((double)p.x - a.x) * dz - ((double)p.z - a.z) * dx) / sqrt(dx * dx + dz * dz);
}

static double nearest_edge(twc_vertex p, const twc_facet *facet)
{
    const twc_vertex *c = facet->corner;
    return fmin(off_line(p, c[0], c[1]), fmin(off_line(p, c[1], c[2]), off_line(p, c[2], c[0])));
}

/* Height above a facet's plane, centimetres; its normal from the corners in binary64. */
static void add_vertex(twc_vertex p, const twc_facet *facet, twc_fan_errata *out)
{
    const twc_vertex *c = facet->corner;
    double ex = ((double)c[1].x - c[0].x) / 100, ez = ((double)c[1].z - c[0].z) / 100, ey = (double)c[1].y - c[0].y;
    double fx = ((double)c[2].x - c[0].x) / 100, fz = ((double)c[2].z - c[0].z) / 100, fy = (double)c[2].y - c[0].y;
    double nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
    double px = ((double)p.x - c[0].x) / 100, pz = ((double)p.z - c[0].z) / 100, py = (double)p.y - c[0].y;
    double along = fabs(nx * px + ny * py + nz * pz);
    out->off_plane = fmax(out->off_plane, 100 * along / sqrt(nx * nx + ny * ny + nz * nz));
    out->vertical = fmax(out->vertical, 100 * along / fabs(ny));
    out->vertices++;
}

static int is_corner(twc_vertex p, const twc_facet *facet)
{
    return twc_vertex_same(p, facet->corner[0]) || twc_vertex_same(p, facet->corner[1]) ||
           twc_vertex_same(p, facet->corner[2]);
}

void twc_errata_fans(const twc_chunk_grid *broad, twc_fan_errata *out)
{
    *out = (twc_fan_errata){0, 0, 0, 0};
    for (size_t k = 0; k < chunk_count(broad); k++) {
        const twc_mesh *mesh = &broad->mesh[k];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_facet *facet = &mesh->facets[mesh->triangles[t].facet];
            const twc_vertex *v = mesh->triangles[t].corner; /* of a fan: middle, chain[k], chain[k + 1] */
            if (!is_broad(facet) || is_corner(v[0], facet))
                continue;
            if (is_corner(v[1], facet)) { /* three pieces of a fan start at a corner: the first brings its middle */
                if (twc_vertex_same(v[1], facet->corner[0]))
                    add_vertex(v[0], facet, out);
                continue;
            }
            add_vertex(v[1], facet, out);
            out->off_edge = fmax(out->off_edge, nearest_edge(v[1], facet));
        }
    }
}

/* ---- the margin ---- */

/*
 * How far outside lo..hi the samples lie that interpolate the broad field at a position, centimetres; negative inside.
 */
static int32_t reads_outside(int32_t position, int32_t lo, int32_t hi)
{
    int32_t first = twc_floor_div(position, TWC_SAMPLE_CM) - twc_filter_radius(TWC_FILTER_BROAD);
    int32_t last = twc_floor_div(position, TWC_SAMPLE_CM) + 1 + twc_filter_radius(TWC_FILTER_BROAD);
    int32_t below = lo - first * TWC_SAMPLE_CM, above = last * TWC_SAMPLE_CM - hi;
    return below > above ? below : above;
}

static int32_t chunk_reads(const twc_mesh *mesh, int32_t x0, int32_t z0)
{
    int32_t farthest = 0;
    for (uint32_t f = 0; f < mesh->facet_count; f++)
        for (int k = 0; k < 3 && is_broad(&mesh->facets[f]); k++) {
            int32_t x = reads_outside(mesh->facets[f].corner[k].x, x0, x0 + TWC_CHUNK_CM);
            int32_t z = reads_outside(mesh->facets[f].corner[k].z, z0, z0 + TWC_CHUNK_CM);
            farthest = x > farthest ? x : farthest;
            farthest = z > farthest ? z : farthest;
        }
    return farthest;
}

void twc_errata_margin(const twc_chunk_grid *broad, twc_margin_errata *out)
{
    enum { PAPER_CM = TWC_MACRO_CM + 1000 };
    int32_t farthest = 0;
    *out = (twc_margin_errata){.chunks = (int64_t)chunk_count(broad)};
    for (size_t k = 0; k < chunk_count(broad); k++) {
        int32_t x = broad->chunks.x + (int32_t)(k % (size_t)broad->chunks.nx);
        int32_t z = broad->chunks.z + (int32_t)(k / (size_t)broad->chunks.nx);
        int32_t reads = chunk_reads(&broad->mesh[k], x * TWC_CHUNK_CM, z * TWC_CHUNK_CM);
        out->beyond += reads > PAPER_CM;
        farthest = reads > farthest ? reads : farthest;
    }
    out->farthest_m = farthest / 100.0;
}

/* ---- fills ---- */

static int is_fill(const twc_facet *facet)
{
    twc_feature_part part = twc_feature_facet_part(facet->id);
    return facet->id >> 62 == TWC_FACET_FEATURE && (part == TWC_PART_BED || part == TWC_PART_BANK);
}

static twc_status count_feature(const twc_chunk_grid *cut, const twc_feature *feature, twc_fill_errata *out)
{
    size_t cells = (size_t)feature->station_count - 1;
    uint32_t *count = calloc(cells, sizeof *count);
    if (!count)
        return twc_fail(TWC_IO, "not enough memory for %zu cells of a corridor", cells);
    for (size_t k = 0; k < chunk_count(cut); k++)
        for (uint32_t t = 0; t < cut->mesh[k].triangle_count; t++) {
            const twc_facet *facet = &cut->mesh[k].facets[cut->mesh[k].triangles[t].facet];
            if (is_fill(facet) && (facet->id >> 26 & 0xFFFFFFFF) == (feature->id & 0xFFFFFFFF))
                count[facet->id >> 8 & 0x3FFFF]++;
        }
    for (size_t k = 0; k < cells; k++)
        out->least = out->pairs++ == 0 || count[k] < out->least ? count[k] : out->least;
    free(count);
    return twc_ok();
}

twc_status twc_errata_fill(const twc_chunk_grid *cut, twc_feature_list features, twc_fill_errata *out)
{
    twc_status status = twc_ok();
    *out = (twc_fill_errata){0, 0};
    for (size_t k = 0; k < features.count && !status.code; k++)
        status = count_feature(cut, &features.feature[k], out);
    return status;
}
