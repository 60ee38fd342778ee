/* SPDX-License-Identifier: MIT */
/*
 * A network as one placed thing: gaps, limits, numbers and boxes of its cells. Spec network 7; no twin: a network is
 * placed once, with either library; test tests/network/test_layers.c.
 */
#include "common/assertion.h"
#include "network/body.h"

static twc_status no_memory(const twc_network *network)
{
    return twc_fail(TWC_IO, "network %llu: the memory of its body is too small", (unsigned long long)network->id);
}

static int32_t floor_part(int32_t value, int32_t size)
{
    return value >= 0 ? value / size : -((-value + size - 1) / size);
}

/* The squares whose lattice cells cover a pad: their corners lie up to a jitter within. */
static twc_rect pieces_of(const twc_junction *junction)
{
    twc_box box = twc_segment_box(junction->points[0], junction->points[0]);
    for (int32_t i = 1; i < junction->point_count; i++)
        box = twc_boxes_joined(box, twc_segment_box(junction->points[i], junction->points[i]));
    box = twc_box_grown(box, TWC_LATTICE_JITTER_CM + TWC_SNAP_CM);
    const int32_t x = floor_part(box.x0, TWC_MACRO_CM), z = floor_part(box.z0, TWC_MACRO_CM);
    return (twc_rect){x, z, floor_part(box.x1, TWC_MACRO_CM) - x + 1, floor_part(box.z1, TWC_MACRO_CM) - z + 1};
}

/* Cells of a feature are known by 18 bits. */
static twc_status number_cells(const twc_network *network, twc_network_body *body)
{
    enum { MOST = 1 << 18 };
    int64_t count = 0;
    for (int32_t a = 0; a < network->arm_count; a++) {
        body->arm_cell[a] = (int32_t)count;
        count += twc_arm_end(&network->arms[a]) - twc_arm_first(&network->arms[a]);
    }
    for (int32_t g = 0; g < body->gap_count; g++) {
        body->gaps[g].first_cell = (int32_t)count;
        count += body->gaps[g].station_count - 1;
    }
    for (int32_t j = 0; j < network->junction_count; j++) {
        body->pads[j] = (twc_network_pad){pieces_of(&network->junctions[j]), (int32_t)count};
        count += (int64_t)body->pads[j].pieces.nx * body->pads[j].pieces.nz;
        if (count > MOST)
            break;
    }
    if (count > MOST)
        return twc_fail(TWC_USAGE, "network %llu has more than %d cells: make two of it",
                        (unsigned long long)network->id, MOST);
    body->cell_count = (int32_t)count;
    return twc_ok();
}

/* ---- boxes ---- */

static twc_box corners_box(const twc_point corner[4])
{
    return twc_box_grown(twc_boxes_joined(twc_segment_box(corner[0], corner[2]), twc_segment_box(corner[1], corner[3])),
                         TWC_SNAP_CM);
}

/* A piece's triangles stick out of its square by a vertex's jitter. */
static twc_box piece_box(const twc_rect *pieces, int32_t piece)
{
    const int32_t x = (pieces->x + piece % pieces->nx) * TWC_MACRO_CM,
                  z = (pieces->z + piece / pieces->nx) * TWC_MACRO_CM;
    return twc_box_grown((twc_box){x, z, x + TWC_MACRO_CM, z + TWC_MACRO_CM}, TWC_LATTICE_JITTER_CM + TWC_SNAP_CM);
}
_Static_assert(TWC_MACRO_CM + 2 * (TWC_LATTICE_JITTER_CM + TWC_SNAP_CM) <= TWC_CELL_BOX_CM, "as large as cells may be");

static twc_status check_box(const twc_network *network, twc_box box, twc_rect extent)
{
    const int64_t x0 = (int64_t)extent.x * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM,
                  z0 = (int64_t)extent.z * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM,
                  x1 = ((int64_t)extent.x + extent.nx) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM,
                  z1 = ((int64_t)extent.z + extent.nz) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    if (box.x0 >= x0 && box.z0 >= z0 && box.x1 <= x1 && box.z1 <= z1)
        return twc_ok();
    return twc_fail(TWC_USAGE,
                    "network %llu: its banks reach (%.2f, %.2f) to (%.2f, %.2f) m; they have to stay %d m inside the "
                    "extent, within (%.2f, %.2f) and (%.2f, %.2f): draw it farther in",
                    (unsigned long long)network->id, box.x0 * 0.01, box.z0 * 0.01, box.x1 * 0.01, box.z1 * 0.01,
                    TWC_EXTENT_CLEARANCE_CM / 100, (double)x0 * 0.01, (double)z0 * 0.01, (double)x1 * 0.01,
                    (double)z1 * 0.01);
}

static twc_status fill_arm_boxes(const twc_network_body *body, int32_t number)
{
    const twc_arm *arm = &body->network->arms[number];
    for (int32_t k = twc_arm_first(arm); k < twc_arm_end(arm); k++) {
        twc_point corner[4];
        twc_reference_arm_corners(arm, k, corner);
        const twc_box box = corners_box(corner);
        if ((int64_t)box.x1 - box.x0 > TWC_CELL_BOX_CM || (int64_t)box.z1 - box.z0 > TWC_CELL_BOX_CM)
            return twc_fail(TWC_USAGE, "network %llu: the cell of arm %d after (%.2f, %.2f) m is longer than %d m",
                            (unsigned long long)body->network->id, arm->number, arm->stations[k].x * 0.01,
                            arm->stations[k].z * 0.01, TWC_CELL_BOX_CM / 100);
        body->tree[body->leaves + body->arm_cell[number] + k - twc_arm_first(arm)] = box;
    }
    return twc_ok();
}

static void fill_gap_boxes(const twc_network_body *body, const twc_network_gap *gap)
{
    const twc_box nothing = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int32_t k = 0; k + 1 < gap->station_count; k++) {
        twc_point corner[4];
        twc_reference_gap_corners(body, gap, k, corner);
        body->tree[body->leaves + gap->first_cell + k] = twc_reference_gap_has_cell(body, gap, k) ? corners_box(corner)
                                                                                                  : nothing;
    }
}

static twc_status fill_tree(const twc_network_body *body, twc_rect extent)
{
    const twc_network *network = body->network;
    for (int32_t a = 0; a < network->arm_count; a++) {
        twc_status status = fill_arm_boxes(body, a);
        if (status.code)
            return status;
    }
    for (int32_t g = 0; g < body->gap_count; g++)
        fill_gap_boxes(body, &body->gaps[g]);
    for (int32_t j = 0; j < network->junction_count; j++)
        for (int32_t p = 0; p < body->pads[j].pieces.nx * body->pads[j].pieces.nz; p++)
            body->tree[body->leaves + body->pads[j].first_cell + p] = piece_box(&body->pads[j].pieces, p);
    twc_reference_grow_tree(body->leaves, body->cell_count, body->tree);
    return check_box(network, body->tree[1], extent);
}

twc_status twc_network_body_make(twc_network *network, twc_rect extent, void *memory, size_t bytes,
                                 twc_network_body *body)
{
    twc_arena arena = {memory, (unsigned char *)memory + bytes, 0};
    *body = (twc_network_body){.network = network};
    body->pads = twc_arena_take(&arena, (size_t)network->junction_count, sizeof *body->pads);
    body->arm_cell = twc_arena_take(&arena, (size_t)network->arm_count, sizeof *body->arm_cell);
    if (arena.full || !twc_reference_gaps(body, &arena))
        return no_memory(network);
    twc_reference_network_limits(network, body);
    twc_status status = twc_reference_network_shrink(network, body);
    if (!status.code)
        status = number_cells(network, body);
    if (status.code)
        return status;
    body->leaves = twc_corridor_tree_size(body->cell_count + 1) / 2;
    body->tree = twc_arena_take(&arena, 2 * (size_t)body->leaves, sizeof *body->tree);
    return body->tree ? fill_tree(body, extent) : no_memory(network);
}

twc_feature twc_network_feature(const twc_network_body *body, int32_t priority)
{
    return (twc_feature){.id = body->network->id,
                         .priority = priority,
                         .kind = TWC_FOOTPRINT_NETWORK,
                         .station_count = body->cell_count + 1,
                         .leaves = body->leaves,
                         .tree = body->tree,
                         .network = body};
}
