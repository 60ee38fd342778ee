/* SPDX-License-Identifier: MIT */
/*
 * The contract of the ground stage (docs/spec/ground.md): from height samples and facet classes to the triangles of a
 * chunk, and back from a point to its triangle.
 *
 * The functions are a table, filled once by the reference and once per level by the fast library; both must
 * give the same bits. They cannot fail: arguments are checked where chunks are built (twc/chunk.h). No function
 * allocates; output arrays never overlap inputs; every element of an output array is written exactly once
 * unless said otherwise.
 */
#ifndef TWC_GROUND_H
#define TWC_GROUND_H

#include <stddef.h>

#include "twc/filter.h"
#include "twc/mesh.h"
#include "twc/sample_ground.h"
#include "twc/status.h"
#include "twc/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What the lattice is made from, over some window: classes of macro cells and the two filtered heightfields.
 * The window must cover what the called function reads; each says what that is.
 */
typedef struct twc_ground_window {
    twc_rect macros;        /* of `classes`, in macro cells */
    const uint8_t *classes; /* row-major */
    twc_field fine, broad;
} twc_ground_window;

/* ---- facet ids -------------------------------------------------------------------------------------------- */

typedef enum twc_facet_kind { TWC_FACET_FINE = 0, TWC_FACET_BROAD = 1, TWC_FACET_FEATURE = 2 } twc_facet_kind;

/* kind in bits 63-62, half in bit 61, z + 2^29 in bits 59-30, x + 2^29 in bits 29-0. (x, z): fine or macro cell. */
static inline uint64_t twc_facet_id(twc_facet_kind kind, int32_t x, int32_t z, int half)
{
    return (uint64_t)kind << 62 | (uint64_t)half << 61 | (uint64_t)(uint32_t)(z + (1 << 29)) << 30 |
           (uint64_t)(uint32_t)(x + (1 << 29));
}

/* ---- bounds ----------------------------------------------------------------------------------------------- */

enum {
    /*
     * A chunk's own 16 macro cells give at most 32 triangles each (fine), the ring of 20 around it at most 18
     * each (a Broad cell between four Fine ones); facets likewise, 32 inside, and in the ring at most the 68
     * adjacent fine cells' two each.
     */
    TWC_GROUND_MAX_TRIANGLES = 16 * 32 + 20 * 18,
    TWC_GROUND_MAX_FACETS = 16 * 32 + 68 * 2
};

/* Where a point is on the lattice. */
typedef struct twc_location {
    twc_vertex corner[3]; /* the drawn triangle (a fan piece, where the facet is a fan) */
    uint64_t facet;       /* twc_facet_id */
    uint8_t facet_class;  /* TWC_FINE or TWC_BROAD */
    float height;         /* twc_plane_height of that triangle at the point */
} twc_location;

/* ---- the table -------------------------------------------------------------------------------------------- */

typedef struct twc_ground_table {
    /*
     * Samples of a window of global sample indices, nz * nx values. A sample belongs to the tile floor(index / 128)
     * of the extent; outside the extent the nearest one inside is repeated; a missing tile gives base_sample.
     * (docs/spec/ground.md 1.3.)
     */
    void (*samples)(const twc_world *world, twc_rect window, uint16_t *out);

    /* Facet classes of a window of macro cells, by the same rules; a missing tile is Fine. */
    void (*classes)(const twc_world *world, twc_rect window, uint8_t *out);

    /*
     * Filtered heights on `window` from the samples of the window grown by the filter's radius on all sides
     * (row-major, window.nx + 2 radius wide). Both passes accumulate exactly in integers; the one conversion is
     * twc_weighted_height. `scratch` holds twc_prefilter_scratch(filter, window) bytes, 64-byte aligned. (Spec
     * section 3.)
     */
    void (*prefilter)(twc_filter filter, twc_rect window, const uint16_t *samples, float *out, void *scratch);

    /*
     * Heights at n plan positions by bilinear interpolation, in binary32 and this order:
     *   i = floor(x / 400), tx = (float)(x - 400 i) / 400; j, tz likewise from z;
     *   north = h[j][i] + (h[j][i+1] - h[j][i]) tx; south = h[j+1][i] + (h[j+1][i+1] - h[j+1][i]) tx;
     *   y = north + (south - north) tz.
     * Reads columns i, i+1 and rows j, j+1, which the field must cover. (docs/spec/ground.md 2.3.)
     */
    void (*bilinear)(const twc_field *field, size_t n, const int32_t *x, const int32_t *z, float *y);

    /*
     * Slopes at the samples of `window`, sqrt(gx gx + gz gz) in binary32, with gx = (h[i+1] - h[i-1]) / 8 (metres) and
     * gz likewise from the rows beside it. The field covers the window and one sample more on all sides.
     * (docs/spec/ground.md 2.4.)
     */
    void (*slope)(const twc_field *field, twc_rect window, float *out);

    /*
     * Initial facet classes of a window of macro cells from the broad field: Broad where the steepest slope
     * sqrt(gx gx + gz gz), gx = (h[i+1] - h[i-1]) / 8 (metres, binary32) and gz likewise, over the samples at most 60 m
     * (15 samples) from the cell's centre, exceeds 0.30f. The field covers those samples and one more. (Spec
     * section 4.)
     */
    void (*initial_classes)(const twc_field *broad, twc_rect macros, uint8_t *out);

    /*
     * How far Broad facets are from the samples of another field, metres, a macro cell of `macros` each: its two halves
     * as they are where the cells about it are Broad too (wide corners, the broad field's heights, the diagonal of a
     * Broad cell). The greatest |twc_plane_height of a half - height|, binary32, over the samples of `heights` that the
     * half contains, edges included; 0 where there are none. `heights` covers 6 samples beyond the cells' sides, the
     * broad field 7 (the last row and column of a side are those of the next cell's corners). (docs/spec/ground.md
     * 2.5.)
     */
    void (*broad_errors)(const twc_field *broad, const twc_field *heights, twc_rect macros, float *out);

    /*
     * Lattice vertices of a window of fine lattice indices (docs/spec/ground.md 3):
     *  - a macro corner whose four cells are all Broad jitters by 2432 cm (salts 13, 14), any other vertex by
     *    608 cm (salts 1, 2); its height comes from the broad field where one of the cells touching it is Broad,
     *    from the fine one otherwise;
     *  - a vertex strictly inside a macro edge with a Broad cell on either side is t = k/4 along the edge, from the
     *    corner of lower index: x = x0 + floor(((x1 - x0) k + 2) / 4), z likewise, y = y0 + (y1 - y0) t in binary32.
     *    Where k runs along x or z alike;
     *  - a vertex strictly inside a Broad cell is in no triangle; its entry is the plain jittered position with the
     *    broad height.
     * The window's classes cover all macro cells touching the vertices and, for edge vertices, the edge's corners;
     * fields cover the bilinear support of every vertex and of those corners.
     */
    void (*lattice)(const twc_ground_window *ground, twc_rect vertices, twc_vertex *out);

    /*
     * The diagonal of fine cells: 1 joins (i,j) and (i+1,j+1), 0 joins (i+1,j) and (i,j+1). `vertices` has
     * (cells.nx + 1) * (cells.nz + 1) entries, of the cells' corners, those of a cell less than 2^14 cm apart along
     * each axis. Both diagonals valid (both triangles with positive area): hash(i, j, 5) < 2^31; else the valid one.
     * (docs/spec/ground.md 3.5.)
     */
    void (*diagonals)(twc_rect cells, const twc_vertex *vertices, uint8_t *out);

    /*
     * The ground triangles of one chunk and their facets: those of the extent's macro cells whose floored centroid,
     * clamped into the extent, lies in the chunk. The order is canonical: macro cells by row then column; in a Fine
     * one, fine cells by row then column, half 0 then half 1; in a Broad one, half 0 then half 1, a fan's pieces
     * (middle, chain[k], chain[k + 1]) from its first corner round. Facets in order of first use. Corners a = (i,j), b
     * = (i+1,j), c = (i,j+1), d = (i+1,j+1): diagonal 1: half 0 = a c d, half 1 = a d b; diagonal 0: half 0 = a c b,
     * half 1 = b c d. A Broad cell's diagonal is 1 when |B(m_ad) - (ya + yd) 0.5| <= |B(m_bc) - (yb + yc) 0.5|, B the
     * broad field, m the floor of the mean, binary32; a quadrilateral with one valid diagonal takes that one. A broad
     * triangle with fine neighbours is a fan from the floored mean of its corners, height (float)((ya + yb + yc) / 3.0)
     * in binary64, over the chain of its corners and the edge vertices. (docs/spec/ground.md 4, 5.)
     *
     * The window covers the chunk's macro cells and a ring of two (classes), and the fields reach
     * TWC_CHUNK_FINE_MARGIN / TWC_CHUNK_BROAD_MARGIN samples beyond the chunk. `extent` is in macro cells. The mesh's
     * capacities are at least TWC_GROUND_MAX_TRIANGLES and _FACETS; only `count` entries are written.
     */
    void (*chunk)(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh);

    /*
     * The lattice triangle over each of n points, and its height there: all drawn triangles of the 3 x 3 fine cells
     * (3 x 3 macro cells for Broad) about a point that contain it, edges included, are asked; the highest wins, and
     * among equals the first in canonical order (over all macro cells, whatever their chunks). The lattice goes on
     * outside the extent, by repeated samples and classes. Inputs as for the lattice; the window covers two macro cells
     * about every point. (docs/spec/ground.md 6.)
     */
    void (*locate)(const twc_ground_window *ground, size_t n, const twc_point *points, twc_location *out);

    /*
     * The same from samples, for points too few to filter whole fields for. The window of classes is the macro cells
     * of a chunk and a ring of two (TWC_CHUNK_MACROS + 2 TWC_CLASS_RING a side); points lie in the chunk, its low sides
     * included. Samples cover the chunk and TWC_LOCATE_MARGIN more on all sides (TWC_LOCATE_FINE_MARGIN where no class
     * is Broad), and TWC_LOCATE_BEYOND columns more to the east, which are read and change nothing.
     */
    void (*locate_samples)(const twc_sample_ground *ground, size_t n, const twc_point *points, twc_location *out);
} twc_ground_table;

/* The reference's table. */
const twc_ground_table *twc_reference_ground(void);

/* ---- environment ------------------------------------------------------------------------------------------- */

/*
 * Whether this thread computes as the spec demands: round to nearest, no flush to zero, no excess precision, no
 * contraction. A host that loaded a library built with unsafe flags fails here, with a message that names the fault.
 */
twc_status twc_environment_check(void);

#ifdef __cplusplus
}
#endif
#endif
