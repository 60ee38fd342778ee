/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paper's test region (docs/regions.md) as a seeded generator: lowland hills with a lake, a mountain range along
 * the side of least z, and the routes of two roads. Lengths in metres, x to the right, z down the page, mountains at
 * the top. The parameters are a JSON file (experiments/region.json; docs/regions.md explains each).
 *
 * Binary64 in the written order, + - * / and floor only: the same samples on every machine.
 */
#ifndef TWC_HARNESS_REGION_H
#define TWC_HARNESS_REGION_H

#include <cjson/cJSON.h>

#include "regions/noise.h"
#include "twc/world_data.h"

enum {
    TWC_REGION_MAX_OCTAVES = 12,
    TWC_REGION_MAX_ROADS = 4,
    TWC_REGION_MAX_KNOLLS = 8,
    TWC_REGION_MAX_NODES = 32,
    TWC_REGION_NAME = 64
};

typedef struct twc_octaves {
    int count;
    twc_octave octave[TWC_REGION_MAX_OCTAVES];
} twc_octaves;

typedef struct twc_lake {
    double x, z, radius; /* the shore is a circle */
    double level, depth; /* of the water; of its deepest point below that */
} twc_lake;

/* Distance d into the mountains is measured from the front, z = front - bulge (x / 1000 m)^2 + wander, upwards. */
typedef struct twc_mountains {
    double front, bulge;
    twc_octaves wander;          /* of the front, along x */
    double slope, foot, width;   /* rise over run, reached over `foot`, held until d = width, lost over `foot` again */
    double rough_from, rough_to; /* d between which the ridges grow to full height */
    twc_octaves ridges;
    double knee, ceiling; /* heights above the knee are pressed together below the ceiling */
} twc_mountains;

/* A steep hill by itself in the lowlands: height (1 - r^2)^2 within its radius. */
typedef struct twc_knoll {
    double x, z, radius, height;
} twc_knoll;

typedef struct twc_route {
    char name[TWC_REGION_NAME];
    int node_count;
    double node[TWC_REGION_MAX_NODES][2]; /* x, z */
} twc_route;

typedef struct twc_region {
    char name[TWC_WORLD_NAME_SIZE];
    uint32_t seed;
    twc_rect extent; /* tiles */
    double level;    /* mean height of the lowlands */
    twc_octaves hills;
    twc_lake lake;
    int knoll_count;
    twc_knoll knoll[TWC_REGION_MAX_KNOLLS];
    twc_mountains mountains;
    int road_count;
    twc_route road[TWC_REGION_MAX_ROADS];
} twc_region;

/* From a file, or from JSON already parsed. Failures name the member and what it takes. */
twc_status twc_region_read(const char *path, twc_region *region);
twc_status twc_region_parse(const cJSON *json, twc_region *region);

/* Height of the region at a plan position in metres. */
double twc_region_height(const twc_region *region, double x, double z);

/* The region's world: all samples, and the classes that follow from relief. Fails when heights leave the encoding. */
twc_status twc_region_generate(const twc_region *region, twc_world_data *data);

#endif
