/* SPDX-License-Identifier: MIT */
/*
 * The contract of the feature stage (docs/spec/cut.md, docs/spec/footprint.md 4): placed features (twc/footprint.h) are
 * cut into the ground and fill the cut with their own faces, with no open edge. Building cannot refuse what was placed.
 *
 * Building works on plan points. The outline of a footprint, the ground's edges and the points where they meet are
 * one snapped arrangement on the centimetre grid, below; ground and corridor take their common border from it.
 */
#ifndef TWC_FEATURE_H
#define TWC_FEATURE_H

#include "twc/footprint.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sections --------------------------------------------------------------------------------------------- */

/*
 * The rows of one station, left to right: with banks O M I .. I M O. Heights are the corridor's own; an outer
 * row that does not retain lies on the ground, and its height is the ground's (the one here is not used).
 */
typedef struct twc_cross_section {
    twc_vertex row[TWC_SECTION_ROWS];
    uint8_t retains[2]; /* TWC_LEFT, TWC_RIGHT: the corridor's edge is not at the ground's height */
} twc_cross_section;

/* Rows of a profile's section. */
int32_t twc_section_row_count(const twc_profile *profile);

/*
 * Sections of stations first .. first + count - 1, from the world: for measures and figures. `workspace` holds
 * twc_reference_sections_workspace() bytes, 16-byte aligned.
 */
size_t twc_reference_sections_workspace(void);
twc_status twc_reference_sections(const twc_world *world, int fine_only, const twc_feature *feature, int32_t first,
                                  int32_t count, void *workspace, twc_cross_section *out);

/* ---- cut and fill ----------------------------------------------------------------------------------------- */

/* What a face of a feature is. */
typedef enum twc_feature_part { TWC_PART_BED, TWC_PART_BANK, TWC_PART_WALL, TWC_PART_STEP } twc_feature_part;

/*
 * kind in bits 63-62, part in bits 61-58, low 32 bits of the feature's id in 57-26, cell in 25-8, face of the cell in
 * 7-0.
 */
static inline uint64_t twc_feature_facet_id(uint64_t feature, twc_feature_part part, int32_t cell, int32_t face)
{
    return (uint64_t)TWC_FACET_FEATURE << 62 | (uint64_t)part << 58 | (feature & 0xFFFFFFFFu) << 26 |
           (uint64_t)(uint32_t)cell << 8 | (uint64_t)(face & 255);
}

static inline twc_feature_part twc_feature_facet_part(uint64_t id)
{
    return (twc_feature_part)(id >> 58 & 15);
}

/*
 * The arrangement. Segments are the outline of every footprint and the edges of the ground triangles near it; hot
 * points are their ends and their crossings, rounded to centimetres (half up: the point whose pixel [x - 1/2, x + 1/2)
 * x [z - 1/2, z + 1/2) holds the crossing). Every segment bends through every hot point whose pixel it meets, in the
 * order along it. Two snapped segments then meet in common points only, whatever they were before.
 *
 * The outline, positive in the sense of twc_area2: right rows from station 0 up, last section right to left, left rows
 * down, first section left to right. Where its snapped chain runs forth and back over the same edge, both are dropped.
 *
 * A triangle minus the footprints has as border its own snapped edges outside them and the snapped outline inside it,
 * reversed. Its faces are triangulated by cutting ears: of all ears without another vertex in or on them, the one
 * with the shortest cut, then the lowest tip (x, then z), first; a hole is first joined by its shortest bridge. A piece
 * starts with its lowest corner. A triangle whose border did not change stays as it was.
 *
 * Ground height of a hot point: a vertex's own; else interpolated on the lowest edge that bends through it
 * (edges by lower end, then upper, x before z), from its lower end in binary64; else the plane of the triangle it lies
 * in. The corridor's height of an outline point: the ground's where the outline passes it twice, or where neither
 * station of its segment retains; a row's own at a row's point; else interpolated on the lowest segment of the outline
 * through it.
 *
 * Fill: between two stations, strip by strip from the left, the polygon of two rows and two sections, a fan from
 * the inner row's point at the lower station; where a fan would turn a triangle over, or a section is a border of the
 * footprint, by cutting ears. Then a wall over each outline edge whose two sides differ.
 *
 * Reach: a piece belongs to the chunk of its centroid; twc/reach.h has what a chunk therefore asks for. What is farther
 * cannot change a bit of it, and neighbours built apart fit.
 */
enum {
    TWC_CELL_MAX_TRIANGLES = 255 /* faces of one cell, walls included */
};

typedef struct twc_feature_table {
    /*
     * Sections of stations first .. first + count - 1 (Algorithm 3). The window covers two macro cells about every
     * limit.
     */
    void (*solve)(const twc_feature *feature, const twc_ground_window *ground, int32_t first, int32_t count,
                  twc_cross_section *out);
    /*
     * Numbers of the cells of a feature whose boxes meet `box`, ascending; at most `capacity` are written, all are
     * counted.
     */
    int32_t (*cells_near)(const twc_feature *feature, twc_box box, int32_t capacity, int32_t *cells);
} twc_feature_table;

const twc_feature_table *twc_reference_features(void);

/*
 * What is cut into chunks, in ascending (priority, id). A mesh then has the ground's triangles in their order, each cut
 * one replaced by its pieces, and after them the fill of each feature in the order of the list.
 */
typedef struct twc_feature_list {
    const twc_feature *feature;
    size_t count;
} twc_feature_list;

/*
 * Features may overlap: the higher in the list is seen (docs/spec/overlay.md). How many pairs of cells of two features,
 * both with boxes that meet the box of a chunk grown by TWC_FEATURE_REACH_CM, have boxes less than TWC_SNAP_CM apart.
 */
int64_t twc_feature_meetings(twc_feature_list features, int32_t chunk_x, int32_t chunk_z);

/* The triangles that a chunk with these features has at most, and the facets. */
uint32_t twc_feature_capacity(twc_feature_list features, int32_t chunk_x, int32_t chunk_z);

#ifdef __cplusplus
}
#endif
#endif
