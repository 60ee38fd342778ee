/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_feature.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"

enum {
    SIDE = TWC_CASE_FEATURE_SIDE,
    NODES = 3,
    CLEARANCE_CM = 6000 /* of the nodes from the extent's border, as far as a step may then go aside */
};

/* What they are: case_feature.h. */
#define FEATURE_SCALARS                                                                                                \
    TWC_WORLD_SCALARS, {"chunk_x", 0, TWC_TILE_CHUNKS * TWC_CASE_WORLD_SIDE - 1, 0},                                   \
        {"chunk_z", 0, TWC_TILE_CHUNKS * TWC_CASE_WORLD_SIDE - 1, 0}, {"chunks_x", 1, SIDE, 1},                        \
        {"chunks_z", 1, SIDE, 1}, {"node_x", 0, TWC_CASE_WORLD_SIDE * TWC_TILE_CM, 25600},                             \
        {"node_z", 0, TWC_CASE_WORLD_SIDE * TWC_TILE_CM, 25600}, {"heading", 0, 15, 0}, {"turn", -3, 3, 0},            \
        {"step", 600, 3600, 600}, {"edge", 0, 2, 0},                                                                   \
    {                                                                                                                  \
        "along", 0, 1, 0                                                                                               \
    }

const twc_scalar twc_case_feature_scalars[] = {FEATURE_SCALARS, {NULL, 0, 0, 0}};
const twc_scalar twc_case_second_scalars[] = {FEATURE_SCALARS, {"way", 0, 15, 4}, {NULL, 0, 0, 0}};

void twc_case_feature_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_world_draw(random, value);
    for (int axis = 0; axis < 2; axis++) {
        int64_t all = value[W_NX + axis] * TWC_TILE_CHUNKS, side = value[W_NX + axis] * TWC_TILE_CM,
                *node = &value[FEATURE_NODE_X + axis];
        *node = index % 4 == 0 ? twc_random_between(random, 1, all - 1) * TWC_CHUNK_CM /* on a border of chunks */
                               : twc_random_between(random, CLEARANCE_CM, side - CLEARANCE_CM);
        value[FEATURE_NX + axis] = twc_random_between(random, 1, SIDE);
        value[FEATURE_CHUNK_X + axis] = twc_clamp((int32_t)(*node / TWC_CHUNK_CM) -
                                                      (int32_t)twc_random_between(random, 0, 1),
                                                  0, (int32_t)(all - value[FEATURE_NX + axis]));
    }
    value[FEATURE_HEADING] = twc_random_between(random, 0, 15);
    value[FEATURE_TURN] = twc_random_between(random, -3, 3);
    value[FEATURE_STEP] = twc_random_between(random, 600, 3600);
    value[FEATURE_EDGE] = index % 3;
    value[FEATURE_ALONG] = index % 5 > 2;
}

static twc_point lattice_point(int32_t i, int32_t j)
{
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM)};
}

/*
 * Straight, from 30 m before an edge of the fine lattice to as far beyond it, its right side on that edge: no wobble,
 * and of banks the least width. Heading and turn say which edge from the vertex near the node, and how far off.
 */
static void lay_along(const twc_case *c, twc_profile *profile, twc_point node[NODES])
{
    const int32_t i = twc_floor_div(node[0].x, TWC_LATTICE_CM), j = twc_floor_div(node[0].z, TWC_LATTICE_CM),
                  down = (int32_t)c->value[FEATURE_HEADING] & 1;
    const twc_point a = lattice_point(i, j), b = lattice_point(i + !down, j + down);
    const double dx = b.x - a.x, dz = b.z - a.z, length = sqrt(dx * dx + dz * dz), along = 3000.0 / length;
    const int32_t off = (int32_t)c->value[FEATURE_TURN] % 2;
    profile->inner_wobble_cm = profile->outer_wobble_cm = 0;
    const double aside = (profile->row[profile->row_count - 1].offset_cm +
                          (profile->edge == TWC_EDGE_BANK ? profile->bank_min_cm : 0)) /
                         length;
    node[0] = (twc_point){(int32_t)floor(a.x - along * dx - aside * dz + 0.5) + off,
                          (int32_t)floor(a.z - along * dz + aside * dx + 0.5)};
    node[2] = (twc_point){(int32_t)floor(b.x + along * dx - aside * dz + 0.5),
                          (int32_t)floor(b.z + along * dz + aside * dx + 0.5) + off};
    node[1] = (twc_point){(node[0].x + node[2].x) / 2, (node[0].z + node[2].z) / 2};
}

/* The corridor as its author draws it: two steps of one length. */
static twc_corridor corridor_of(const twc_case *c, twc_profile *profile, twc_point node[NODES])
{
    static const int32_t cosine[16] = {1000,  924,  707,  383,  0, -383, -707, -924,
                                       -1000, -924, -707, -383, 0, 383,  707,  924};
    twc_rect extent = twc_case_world_extent(c);
    int64_t heading = c->value[FEATURE_HEADING];
    node[0] = (twc_point){extent.x * TWC_TILE_CM + (int32_t)c->value[FEATURE_NODE_X],
                          extent.z * TWC_TILE_CM + (int32_t)c->value[FEATURE_NODE_Z]};
    for (int k = 1; k < NODES; k++, heading += c->value[FEATURE_TURN] + 16)
        node[k] = (twc_point){node[k - 1].x + (int32_t)(c->value[FEATURE_STEP] * cosine[heading % 16] / 1000),
                              node[k - 1].z + (int32_t)(c->value[FEATURE_STEP] * cosine[(heading + 12) % 16] / 1000)};
    *profile = twc_cart_road;
    profile->edge = (twc_edge_rule)c->value[FEATURE_EDGE];
    if (c->value[FEATURE_ALONG])
        lay_along(c, profile, node);
    return (twc_corridor){7 + (uint64_t)c->value[W_SEED], 100, profile, NODES, node, TWC_SPLINE_UNIFORM};
}

/* Two arrays for the stations and the tree of a corridor, and one that says whether it was placed. */
static int shape_corridor(twc_case *c, const twc_corridor *corridor)
{
    int32_t stations;
    if (twc_corridor_station_count(corridor, &stations).code)
        return 0;
    twc_case_list(c, TWC_INPUT, "stations", &twc_layout_station, (size_t)stations);
    twc_case_list(c, TWC_INPUT, "tree", &twc_layout_box, (size_t)twc_corridor_tree_size(stations));
    twc_case_list(c, TWC_INPUT, "placed", &twc_layout_u32, 2); /* whether it was; leaves of the tree */
    return 1;
}

int twc_case_feature_shape(twc_case *c)
{
    twc_profile profile;
    twc_point node[NODES];
    for (int axis = 0; axis < 2; axis++)
        if (c->value[FEATURE_CHUNK_X + axis] + c->value[FEATURE_NX + axis] > c->value[W_NX + axis] * TWC_TILE_CHUNKS ||
            c->value[FEATURE_NODE_X + axis] > c->value[W_NX + axis] * TWC_TILE_CM)
            return 0;
    twc_corridor corridor = corridor_of(c, &profile, node);
    return twc_case_world_shape(c) && shape_corridor(c, &corridor);
}

/* Places a corridor on the case's world into three arrays from `stations` on. */
static void fill_corridor(twc_case *c, const twc_corridor *corridor, int stations)
{
    twc_case_world view;
    twc_feature feature;
    uint32_t *placed = c->array[stations + 2].data;
    void *workspace = twc_aligned_alloc(twc_reference_place_workspace());
    twc_case_world_view(c, c->array[FEATURE_TILES].data, &view);
    if (workspace && !twc_reference_corridor_place(&view.world, 0, corridor, workspace, c->array[stations].data,
                                                   c->array[stations + 1].data, &feature)
                          .code) {
        placed[0] = 1;
        placed[1] = (uint32_t)feature.leaves;
    }
    free(workspace);
}

void twc_case_feature_fill(twc_case *c)
{
    twc_profile profile;
    twc_point node[NODES];
    const twc_corridor corridor = corridor_of(c, &profile, node);
    twc_case_world_fill(c, &c->array[FEATURE_TILES]);
    fill_corridor(c, &corridor, FEATURE_STATIONS);
}

/* The feature over arrays from `stations` on; returns whether it was placed. */
static size_t view_corridor(const twc_case *c, void *const *buffer, int stations, const twc_corridor *corridor,
                            twc_feature *feature)
{
    const uint32_t *placed = buffer[stations + 2];
    *feature = (twc_feature){.id = corridor->id,
                             .priority = corridor->priority,
                             .profile = *corridor->profile,
                             .station_count = (int32_t)c->array[stations].count,
                             .stations = buffer[stations],
                             .leaves = (int32_t)placed[1],
                             .tree = buffer[stations + 1]};
    return placed[0];
}

twc_feature_list twc_case_feature_list(const twc_case *c, void *const *buffer, twc_feature *feature)
{
    twc_profile profile;
    twc_point node[NODES];
    const twc_corridor corridor = corridor_of(c, &profile, node);
    return (twc_feature_list){feature, view_corridor(c, buffer, FEATURE_STATIONS, &corridor, feature)};
}

/* ---- a second one ---- */

/* From one step before the first one's second node, at another heading: straight over it, or beside it. */
static twc_corridor second_of(const twc_case *c, twc_profile *profile, twc_point node[NODES])
{
    const int64_t way = c->value[SECOND_WAY];
    twc_case other = *c;
    twc_point first[NODES];
    (void)corridor_of(c, profile, first);
    other.value[FEATURE_HEADING] = (c->value[FEATURE_HEADING] + way) % 16;
    other.value[FEATURE_ALONG] = 0;
    twc_corridor corridor = corridor_of(&other, profile, node);
    const twc_point by = {first[1].x - node[1].x + (int32_t)(way % 3), first[1].z - node[1].z};
    for (int k = 0; k < NODES; k++)
        node[k] = (twc_point){node[k].x + by.x, node[k].z + by.z};
    corridor.id++;
    corridor.priority += way % 2 ? -1 : (int32_t)(way / 2 % 2);
    return corridor;
}

int twc_case_second_shape(twc_case *c)
{
    twc_profile profile;
    twc_point node[NODES];
    const twc_corridor corridor = second_of(c, &profile, node);
    return shape_corridor(c, &corridor);
}

void twc_case_second_fill(twc_case *c)
{
    twc_profile profile;
    twc_point node[NODES];
    const twc_corridor corridor = second_of(c, &profile, node);
    fill_corridor(c, &corridor, SECOND_STATIONS);
}

twc_feature_list twc_case_two_features(const twc_case *c, void *const *buffer, twc_feature feature[2])
{
    twc_profile profile;
    twc_point node[NODES];
    size_t count = twc_case_feature_list(c, buffer, &feature[0]).count;
    const twc_corridor corridor = second_of(c, &profile, node);
    const int below = count > 0 && corridor.priority < feature[0].priority;
    if (below)
        feature[1] = feature[0];
    const size_t second = view_corridor(c, buffer, SECOND_STATIONS, &corridor, &feature[below ? 0 : count]);
    if (below && !second)
        feature[0] = feature[1];
    return (twc_feature_list){feature, count + second};
}

twc_rect twc_case_feature_chunks(const twc_case *c)
{
    twc_rect extent = twc_case_world_extent(c);
    return (twc_rect){extent.x * TWC_TILE_CHUNKS + (int32_t)c->value[FEATURE_CHUNK_X],
                      extent.z * TWC_TILE_CHUNKS + (int32_t)c->value[FEATURE_CHUNK_Z], (int32_t)c->value[FEATURE_NX],
                      (int32_t)c->value[FEATURE_NZ]};
}
