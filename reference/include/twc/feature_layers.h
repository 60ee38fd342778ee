/* SPDX-License-Identifier: MIT */
/*
 * Placed features as layers (docs/spec/overlay.md 7): what each kind of footprint gives to the overlay (twc/overlay.h).
 *
 * How a layer is filled:
 *  - priority, id: the feature's. part: ascending from 0 where a feature has several layers (arms, then gaps, then
 *    pads; a ring, then its inside); layers of one feature may overlap, the higher part is seen. turns: 0.
 *  - cells: ascending by `number`, which is below 2^18 and belongs to one cell of the whole feature, not of the layer:
 *    faces are known by (id, part of the strip, number, running number within the cell). A cell has at most
 *    TWC_CELL_MAX_TRIANGLES faces where nothing else meets it.
 *  - strips: in the order of cells, within a cell from the left. `part` is a twc_feature_part. A step of a profile is a
 *    strip of one entry between the strips on either side of it, with part TWC_PART_STEP, and stands where it stands
 *    in the section.
 *  - lanes: counted from the left, a new one at each step: the right lane is the higher. Every vertex over a step is
 *    there once in either lane, as are the sides along it. Where steps have come down (at the ends of a corridor, at
 *    openings) both are there as well and have one height. Lanes of a layer without steps: one, 0.
 *  - sides: each once, whatever strips share it; in the order of cells as far as outline sides go, of which each
 *    belongs to the cell that has its walls. What would be a side of no length is left out of the strips' loops.
 *  - outline: the whole border of what the layer covers near the box, the layer on its positive side. Where it goes on
 *    beyond the cells that are given, `closing` has the straight edges that close it: over the first section of a run
 *    from left to right, over the last from right to left. Closing edges are not bent and bound nothing; they make
 *    turns right, so they lie beyond the box.
 *  - holes: outline sides like all others, the layer on their positive side.
 *  - insides (of pads, yards, ponds): whole triangles of the fine lattice that meet the outline, as strips that stick
 *    out; the outline clips them. All of an inside's vertices have their own heights.
 *  - on the ground: a vertex whose height is the natural ground's has on_ground set; an outline side between two such
 *    that lies on the ground all along is TWC_SIDE_FOLLOWS.
 *
 * Nothing may depend on the box but which cells there are: a cell that comes near two boxes is the same in both.
 */
#ifndef TWC_FEATURE_LAYERS_H
#define TWC_FEATURE_LAYERS_H

#include "twc/feature.h"
#include "twc/overlay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where layers are wanted. */
typedef struct twc_layer_place {
    const twc_ground_window *ground; /* natural; two macro cells about every limit of the cells near the box */
    twc_box box;                     /* what comes near it is wanted: all cells whose boxes meet it, none else */
} twc_layer_place;

typedef struct twc_layer_list {
    const twc_layer *layer; /* parts ascending */
    uint32_t count;         /* 0 where nothing of the feature is near */
} twc_layer_list;

struct twc_arena; /* memory of one call, which everything that is made stays in: reference/common/arena.h */

/* The layers of a placed feature near a box; 0 when the arena is full. */
typedef int (*twc_feature_layers)(const twc_feature *feature, const twc_layer_place *place, struct twc_arena *arena,
                                  twc_layer_list *out);

/* The reference's for a kind of footprint; NULL where there is none. */
twc_feature_layers twc_reference_layers_of(twc_footprint_kind kind);

/* Of corridors: one layer. Cells are those between stations; its walls lie left, right, then over an end. */
int twc_reference_corridor_layers(const twc_feature *feature, const twc_layer_place *place, struct twc_arena *arena,
                                  twc_layer_list *out);

/* Of networks: a layer for each arm, each bank beside a pad and each pad (docs/spec/network.md 7). */
int twc_reference_network_layers(const twc_feature *feature, const twc_layer_place *place, struct twc_arena *arena,
                                 twc_layer_list *out);

#ifdef __cplusplus
}
#endif
#endif
