/* SPDX-License-Identifier: MIT */
/*
 * The contract of the feature stage (spec section 6): corridors that own a footprint, are cut into the ground and
 * fill the cut with their own faces, with no open edge.
 *
 * Placing a corridor freezes its record: stations, levels, and how far its edges may ever go. All that can be refused
 * is refused then, from the record alone. Building cannot refuse: whatever the ground becomes later, the cells between
 * two stations stay convex and apart, because no edge goes beyond its frozen limit.
 *
 * Building works on plan points. The outline of a footprint, the ground's edges and the points where they meet are
 * one snapped arrangement on the centimetre grid, below; ground and corridor take their common border from it.
 */
#ifndef TWC_FEATURE_H
#define TWC_FEATURE_H

#include "twc/ground.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- profiles --------------------------------------------------------------------------------------------- */

typedef enum twc_edge_rule {
    TWC_EDGE_BANK,   /* a bank down or up to the ground; a retaining face where its greatest width does not suffice */
    TWC_EDGE_RETAIN, /* vertical retaining faces at the outer rows */
    TWC_EDGE_NONE    /* the outer rows lie on the ground */
} twc_edge_rule;

enum {
    TWC_PROFILE_ROWS = 9,                    /* inner rows of a profile, at most */
    TWC_SECTION_ROWS = TWC_PROFILE_ROWS + 4, /* with the mid and the outer row of both banks */
    TWC_PROFILE_REACH_CM = 2500,             /* no edge is farther from the centreline */
    TWC_NAME_SIZE = 48
};

/* A row of the cross-section: metres to the right of the centreline, and above the bed level, in centimetres. */
typedef struct twc_profile_row {
    int32_t offset_cm, rise_cm;
} twc_profile_row;

/* A frozen entry of the catalogue. */
typedef struct twc_profile {
    char name[TWC_NAME_SIZE];
    int32_t version;
    int32_t row_count;                     /* 2..TWC_PROFILE_ROWS inner rows, left to right */
    twc_profile_row row[TWC_PROFILE_ROWS]; /* two rows at the same offset are a vertical step */
    int32_t depth_cm;                      /* bed level below the smoothed ground; negative: above */
    twc_edge_rule edge;
    double bank_ratio; /* width over height */
    int32_t bank_min_cm, bank_max_cm;
    int32_t inner_wobble_cm, outer_wobble_cm; /* amplitudes; the first and last inner row, the bank's width */
    int32_t bed_noise_cm;                     /* amplitude, of the inner rows that are not first or last */
} twc_profile;

/* The cart road of the paper (Table 4). */
extern const twc_profile twc_cart_road;

/* Whether a profile can be placed: names the entry, the value at fault and what is allowed. */
twc_status twc_profile_check(const twc_profile *profile);

/* ---- the record ------------------------------------------------------------------------------------------- */

/*
 * A station of a placed corridor. (rx, rz) is the unit vector to the right of the direction of travel, times 2^30: the
 * point `offset` centimetres to the right is twc_station_point. Limits are how far an edge may go to either side.
 */
typedef struct twc_station {
    int32_t x, z;
    int32_t rx, rz;
    int32_t bed_cm;
    int32_t limit_cm[2]; /* TWC_LEFT, TWC_RIGHT; both positive */
} twc_station;

enum { TWC_LEFT = 0, TWC_RIGHT = 1, TWC_RIGHT_ONE = 1 << 30 };

/* The plan point at an offset to the right: station + floor((r offset + 2^29) / 2^30). */
twc_point twc_station_point(const twc_station *station, int32_t offset_cm);

/* A closed rectangle of plan positions. */
typedef struct twc_box {
    int32_t x0, z0, x1, z1;
} twc_box;

/*
 * A placed corridor. Cell k lies between stations k and k + 1. `tree` is a binary heap over the cells' boxes: its root
 * is tree[1], the children of n are 2n and 2n + 1, the box of cell k is tree[leaves + k]. A box holds the widest cell
 * the limits allow, grown by 2 cm.
 */
typedef struct twc_feature {
    uint64_t id;
    int32_t priority; /* 0..255 */
    twc_profile profile;
    int32_t station_count; /* >= 2 */
    const twc_station *stations;
    int32_t leaves; /* a power of two, at least the number of cells */
    const twc_box *tree;
} twc_feature;

/* What an author draws. */
typedef struct twc_corridor {
    uint64_t id;
    int32_t priority;
    const twc_profile *profile;
    int32_t node_count;
    const twc_point *nodes;
} twc_corridor;

enum {
    TWC_STATION_CM = 500,      /* length of a step, about */
    TWC_STATION_MAX = 1 << 18, /* a record's longest: 1,300 km */
    TWC_SPLINE_STEPS = 64,     /* of the arc length, per span between nodes */
    TWC_LEVEL_RADIUS = 8,      /* of the levels' smoothing, in stations */
    TWC_CELL_GAP_CM =
        25, /* neighbouring sections come no nearer, nor a profile's own gap (reference/footprint/limits.c) */
    TWC_FOOTPRINT_CLEARANCE_CM = 10, /* nor do cells that are not neighbours */
    TWC_EXTENT_CLEARANCE_CM = 2500   /* from the footprint to the nominal border of the extent: its jitter and more */
};

/*
 * The number of stations of a spline: uniform Catmull-Rom with the end nodes doubled, its length in binary64 over
 * TWC_SPLINE_STEPS chords a span, round(length / 5 m) steps, at least 1. Fails when there are fewer than two nodes, two
 * consecutive ones coincide, one is farther than 2^30 from the origin, or the record would be too long.
 */
twc_status twc_corridor_station_count(const twc_corridor *corridor, int32_t *count);

/* Entries of the tree of a record with so many stations. */
int32_t twc_corridor_tree_size(int32_t station_count);

/*
 * Places a corridor: fills `stations` and `tree` (the sizes above) and the feature that points to them.
 *
 *  - Positions: equal steps of arc length on the chords, rounded to centimetres (half up).
 *  - Right: perpendicular to the chord from the station before to the one after (at the ends: the only chord).
 *  - Levels: the lattice height at each station in centimetres (half up), smoothed by a Gaussian of 2.5 stations
 *    (integer weights of sum 65536, ends repeated, half up), minus the depth.
 *  - Limits: the profile's greatest reach, and no farther than 0.8 of the way to where another station is as
 *    near as this one: the least over the others of |d|^2 / (2 r.d), d the vector to it, r towards the side.
 *
 * Refused: what twc_profile_check and twc_corridor_station_count refuse, a footprint nearer than
 * TWC_EXTENT_CLEARANCE_CM to the extent's border, a bend too tight or a corridor too near itself for the narrowest
 * section (names station, radius and the least radius), and what the exact checks of the widest cells find: sections
 * nearer than TWC_CELL_GAP_CM, cells that overlap. `workspace` holds twc_reference_place_workspace() bytes.
 */
size_t twc_reference_place_workspace(void);
twc_status twc_reference_corridor_place(const twc_world *world, int fine_only, const twc_corridor *corridor,
                                        void *workspace, twc_station *stations, twc_box *tree, twc_feature *feature);

/*
 * The same with the kernels of a ground table, the reference's or a fast level's, for the lattice heights: the same
 * bits, sooner.
 */
twc_status twc_corridor_place(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                              const twc_corridor *corridor, void *workspace, twc_station *stations, twc_box *tree,
                              twc_feature *feature);

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
 * Builds the chunks with features cut in, as twc_reference_ground_build does without: same order of ground triangles,
 * each cut one replaced by its pieces, then the fill of each feature in the order of the list. The list is in ascending
 * (priority, id); footprints must not overlap. Without features near, a chunk's mesh is that of the ground alone.
 *
 * A chunk's mesh needs the capacities of twc_feature_capacity for that chunk, the workspace the size given for the
 * rectangle.
 */
typedef struct twc_feature_list {
    const twc_feature *feature;
    size_t count;
} twc_feature_list;

/* The checks every builder makes before it writes: those of the ground, and the order of the list. */
twc_status twc_feature_build_check(const twc_world *world, twc_feature_list features, twc_rect chunks,
                                   twc_build_options options, const twc_mesh *meshes);
uint32_t twc_feature_capacity(twc_feature_list features, int32_t chunk_x, int32_t chunk_z);
size_t twc_reference_feature_workspace(twc_feature_list features, twc_rect chunks);
twc_status twc_reference_feature_build(const twc_world *world, twc_feature_list features, twc_rect chunks,
                                       twc_build_options options, void *workspace, twc_mesh *meshes);

#ifdef __cplusplus
}
#endif
#endif
