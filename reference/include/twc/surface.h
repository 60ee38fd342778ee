/* SPDX-License-Identifier: MIT */
/*
 * The contract of the surface stage (docs/spec/surface.md): from the facets of a chunk to what is drawn of them, a
 * palette colour, the two surface bytes that let weather be a matter of uniforms, and the 24-byte vertex.
 *
 * Everything is decided once a facet: its triangles, fan pieces and cut pieces alike, take what it has. All real
 * arithmetic is binary64 in the written order, on heights and normals that are binary32; xi is the facet's hash over
 * 2^32. The functions are a table as in twc/ground.h: they cannot fail, do not allocate, and outputs do not overlap
 * inputs.
 */
#ifndef TWC_SURFACE_H
#define TWC_SURFACE_H

#include "twc/ground.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- materials and palette -------------------------------------------------------------------------------- */

/* What a face is made of: decides puddle cover and how well snow lies. */
typedef enum twc_material {
    TWC_MATERIAL_GROUND,
    TWC_MATERIAL_BED, /* of a road, yard, channel */
    TWC_MATERIAL_BANK,
    TWC_MATERIAL_WALL,  /* vertical faces and steps */
    TWC_MATERIAL_WATER, /* water surfaces and sheets; casts no shadow */
    TWC_MATERIAL_COUNT
} twc_material;

/* The colours of faces. The first four are those of ground. */
typedef enum twc_palette {
    TWC_PALETTE_GRASS,
    TWC_PALETTE_DRY,
    TWC_PALETTE_SHORE,
    TWC_PALETTE_ROCK,
    TWC_PALETTE_BED,
    TWC_PALETTE_BANK,
    TWC_PALETTE_WALL,
    TWC_PALETTE_WATER,
    TWC_PALETTE_COUNT
} twc_palette;

/* The material a facet's id names: Ground, or that of the part of its feature (twc/feature.h). */
twc_material twc_facet_material(uint64_t id);

enum {
    TWC_DRY_LONG_CM = 51200, /* spacing of the long octave of dryness */
    TWC_DRY_SHORT_CM = 25600,
    TWC_VERTEX_BYTES = 24
};

/* What is decided for one facet. */
typedef struct twc_surface_face {
    double puddle;     /* puddle potential, 0..1 (equation 3) */
    uint32_t hash;     /* hash(x, z, 31) of its floored centroid, centimetres */
    float height;      /* of its centroid, metres */
    uint8_t palette;   /* twc_palette */
    uint8_t material;  /* twc_material */
    uint8_t rank;      /* 0: no puddle ever; else its percentile among the chunk's of its material, 1..255 */
    uint8_t snow;      /* snow potential, -0.11..0.81 as 0..255 (equation 4) */
    uint8_t colour[3]; /* sRGB */
    uint8_t zero;
} twc_surface_face;

/* What the faces are decided from. */
typedef struct twc_surface_window {
    twc_field broad, basin;
    double water; /* level of standing water, metres; below every height when there is none */
} twc_surface_window;

/* ---- the table -------------------------------------------------------------------------------------------- */

typedef struct twc_surface_table {
    /*
     * Dryness of n plan positions: (2 long + short) / 3, two octaves of value noise. One octave of spacing s:
     *   i = floor(x / s), t = (x - i s) / s, u = (t t) (3 - 2 t); j, v likewise from z; h = hash / 2^32 of the four
     *   corners; north = h00 + (h10 - h00) u; south = h01 + (h11 - h01) u; north + (south - north) v.
     */
    void (*dryness)(size_t n, const twc_point *points, double *out);

    /*
     * All of n faces but their ranks, which become 0 (Algorithm 2, equations 3 and 4). With c the centroid:
     *  - height: ((y0 + y1) + y2) / 3 of the corners, rounded to binary32: c.y from then on;
     *  - landform slope: sqrt(gx gx + gz gz), gx = (B(x + 4 m, z) - B(x - 4 m, z)) / 8, gz likewise, B the broad field
     *    interpolated as twc_ground_table.bilinear does;
     *  - ground: Shore where c.y < water + 2.5; Rock where slope > 0.42 + 0.08 (xi - 0.5) or 1 - ny > 0.62 or
     *    c.y > 205 + 30 xi; Dry where dryness + 0.12 (xi - 0.5) > 0.60; else Grass. Faces of features have the palette
     *    entry of their material;
     *  - colour: each byte of the entry times 0.93 + 0.14 xi, floor of that plus 0.5, at most 255;
     *  - puddle: clamp((ny - 0.975) / 0.022) clamp(((A(c) - c.y) + 0.3) / 1.1), both to 0..1, A the basin field;
     *  - snow: s = (0.55 clamp((ny - 0.8) / 0.2) + 0.15 a) + 0.22 (xi - 0.5), where a = 0.5 - 0.5 (nx lx + nz lz) and
     *    (lx, lz) points to the sun in plan, twc_sun_plan; floor((s + 0.11) / 0.92 * 255 + 0.5), within 0..255.
     * The fields cover the interpolations at all centroids.
     */
    void (*faces)(const twc_surface_window *window, size_t n, const twc_facet *facets, twc_surface_face *faces);

    /*
     * Ranks of the n faces of a chunk: among its N eligible faces of one material (puddle > 0.05), in ascending order
     * of puddle + 0.18 (xi - 0.5), equals in the order of the array, the k-th (from 1) has rank ceil(255 k / N).
     * `scratch` holds twc_rank_scratch(n) bytes, 8-byte aligned.
     */
    void (*ranks)(size_t n, twc_surface_face *faces, void *scratch);

    /*
     * The vertices of a mesh, 3 TWC_VERTEX_BYTES a triangle, little-endian:
     *    0 int32 x, centimetres     4 binary32 y, metres     8 int32 z, centimetres
     *   12 uint32 normal: x in bits 9-0, y in 19-10, z in 29-20, two's complement, floor(511 n + 0.5); bits 31-30 zero
     *   16 uint8 red, green, blue (sRGB), material
     *   20 uint8 rank, snow
     *   22 uint16 the facet's height as a sample (twc_height_sample): what the snow line is compared with
     * x and z are global integers, so that a renderer subtracts its eye exactly and equal vertices stay equal.
     */
    void (*vertices)(const twc_mesh *mesh, const twc_surface_face *faces, uint8_t *out);
} twc_surface_table;

size_t twc_rank_scratch(size_t n);

/* (-0.55, 0.55) normalised: where the sun is, in plan (x, z). */
extern const double twc_sun_plan[2];

/* sRGB bytes of the palette. */
extern const uint8_t twc_palette_srgb[TWC_PALETTE_COUNT][3];

/* "grass", "dry grass", ... */
const char *twc_palette_name(twc_palette entry);

/* The reference's table. */
const twc_surface_table *twc_reference_surface(void);

/* ---- building --------------------------------------------------------------------------------------------- */

/* The surface of one chunk: as many faces as its mesh has facets, 3 TWC_VERTEX_BYTES bytes a triangle. */
typedef struct twc_chunk_surface {
    twc_surface_face *faces;
    uint8_t *vertices;
} twc_chunk_surface;

#ifdef __cplusplus
}
#endif
#endif
