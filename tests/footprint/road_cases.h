/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random and adversarial roads on random worlds, from one seed; and the exact check of what is built. */
#ifndef TWC_TESTS_ROAD_CASES_H
#define TWC_TESTS_ROAD_CASES_H

#include "twc/chunk_grid.h"
#include "measure/mesh_check.h"
#include "twc/world_data.h"

enum { ROAD_MAX_NODES = 16 };

/* splitmix64 */
typedef struct road_random {
    uint64_t state;
} road_random;

uint64_t road_draw(road_random *r);
int32_t road_between(road_random *r, int32_t low, int32_t high); /* both included */

/* How a world's heights and classes are drawn. */
typedef enum road_heights { ROAD_FLAT, ROAD_HILLS, ROAD_SLOPE, ROAD_NOISE, ROAD_CLIFFS, ROAD_HEIGHTS } road_heights;
typedef enum road_classes { ROAD_FINE, ROAD_BROAD, ROAD_MIXED, ROAD_BLOCKS, ROAD_CLASSES } road_classes;

/* A world of nx x nz tiles from (x, z). */
twc_status road_world(uint64_t seed, twc_rect extent, road_heights heights, road_classes classes, twc_world_data *data);

/* The cart road, variants of it, and every corridor of the catalogue; an adversarial one has no wobble. */
twc_status road_draw_profile(road_random *r, int adversarial, twc_profile *profile);

typedef struct road_case {
    uint64_t seed;
    int adversarial; /* nodes and edges on the lattice, or a centimetre off it */
    twc_rect extent;
    road_heights heights;
    road_classes classes;
    twc_profile profile;
    int32_t node_count;
    twc_point node[ROAD_MAX_NODES];
} road_case;

/* Draws case `seed`; the world is made with it, as an adversarial road needs its lattice. */
twc_status road_draw_case(uint64_t seed, int adversarial, road_case *c, twc_world_data *data);

/* What became of a case. */
typedef enum road_verdict { ROAD_CLOSED, ROAD_REFUSED, ROAD_BROKEN } road_verdict;

/*
 * Places a road and builds the whole extent with `builder`; ROAD_BROKEN, with a message, unless the surface is closed
 * by every exact check.
 */
road_verdict road_run(const twc_world *world, const twc_corridor *road, twc_builder builder, twc_mesh_report *report,
                      char *message, size_t size);

/*
 * Builds a case's road by the reference chunk by chunk, and by the fast library at every usable level as a whole, chunk
 * by chunk and in one random rectangle: 0 when all bits agree, else `message` says where not. A refused road agrees.
 */
int road_builds_differ(const road_case *c, const twc_world *world, char *message, size_t size);

#endif
