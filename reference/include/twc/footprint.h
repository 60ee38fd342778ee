/* SPDX-License-Identifier: MIT */
/*
 * Footprints (docs/spec/footprint.md): what an author draws, and the frozen record that placing makes of it.
 *
 * Placing a corridor freezes its record: stations, levels, and how far its edges may ever go. All that can be refused
 * is refused then, from the record alone: whatever the ground becomes later, the cells between two stations stay
 * convex and apart, because no edge goes beyond its frozen limit.
 */
#ifndef TWC_FOOTPRINT_H
#define TWC_FOOTPRINT_H

#include "twc/ground.h"
#include "twc/profile.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* What a feature takes of the plan. Polygons, points and rivers will have kinds of their own. */
typedef enum twc_footprint_kind {
    TWC_FOOTPRINT_CORRIDOR,   /* along a spline: cells between stations */
    TWC_FOOTPRINT_NETWORK = 4 /* corridors that meet: twc/network_feature.h; only the reference builds it yet */
} twc_footprint_kind;

struct twc_network_body;

/* Which part of its footprint's border a segment of an outline is. */
typedef enum twc_outline_kind {
    TWC_OUTLINE_LEFT,  /* of a corridor's cell: its left edge, run downwards */
    TWC_OUTLINE_RIGHT, /* its right edge, run upwards */
    TWC_OUTLINE_START, /* the first section, left to right */
    TWC_OUTLINE_END    /* the last section, right to left */
} twc_outline_kind;

/*
 * A placed feature; what follows the profile is a corridor's. Cell k lies between stations k and k + 1. `tree` is a
 * binary heap over the cells' boxes: its root is tree[1], the children of n are 2n and 2n + 1, the box of cell k is
 * tree[leaves + k]. A box holds the widest cell the limits allow, grown by 2 cm.
 */
typedef struct twc_feature {
    uint64_t id;
    int32_t priority; /* 0..255 */
    twc_footprint_kind kind;
    twc_profile profile;
    int32_t station_count; /* >= 2 */
    const twc_station *stations;
    int32_t leaves; /* a power of two, at least the number of cells */
    const twc_box *tree;
    const struct twc_network_body *network; /* of a network, which has cells and boxes, no profile or stations */
} twc_feature;

/* The curve through the nodes; both are Catmull-Rom splines and differ in how long a span's parameter is. */
typedef enum twc_spline {
    TWC_SPLINE_UNIFORM,    /* one, whatever the distance: unevenly spaced nodes overshoot */
    TWC_SPLINE_CENTRIPETAL /* the root of the distance of its nodes: no loop and no cusp within a span */
} twc_spline;

/* What an author draws. */
typedef struct twc_corridor {
    uint64_t id;
    int32_t priority;
    const twc_profile *profile;
    int32_t node_count;
    const twc_point *nodes;
    twc_spline spline;
} twc_corridor;

enum {
    TWC_STATION_CM = 500,      /* length of a step, about; a profile may halve it */
    TWC_STATION_MAX = 1 << 18, /* a record's longest: 1,300 km */
    TWC_SPLINE_STEPS = 64,     /* of the arc length, per span between nodes */
    TWC_LEVEL_RADIUS = 8,      /* of the levels' smoothing, in stations */
    TWC_CELL_GAP_CM =
        25, /* neighbouring sections come no nearer, nor a profile's own gap (reference/footprint/limits.c) */
    TWC_FOOTPRINT_CLEARANCE_CM = 10, /* nor do cells that are not neighbours */
    TWC_EXTENT_CLEARANCE_CM = 2500   /* from the footprint to the nominal border of the extent: its jitter and more */
};

/*
 * The number of stations of a spline, its end nodes doubled: its length in binary64 over TWC_SPLINE_STEPS chords a
 * span, round(length / step_cm) steps, at least 1. Fails when there are fewer than two nodes, two consecutive ones
 * coincide, one is farther than 2^30 from the origin, or the record would be too long.
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
typedef struct twc_placement_memory {
    void *workspace;
    twc_station *stations;
    twc_box *tree;
} twc_placement_memory;

twc_status twc_corridor_place(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                              const twc_corridor *corridor, twc_placement_memory memory, twc_feature *feature);

/*
 * A placed corridor elsewhere: every station moved by whole centimetres, with the levels of the ground there. What else
 * its record has, its limits too, goes along, because it depends on the plan alone. Refused when a part of it would not
 * stay TWC_EXTENT_CLEARANCE_CM inside the extent.
 */
twc_status twc_corridor_move(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_feature *feature, twc_point by, twc_placement_memory memory, twc_feature *moved);

#ifdef __cplusplus
}
#endif
#endif
