/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Worlds on the inside of a cylinder as files (docs/spec/tower.md 2): features, each of a kind, a place and the kind's
 * parameters. experiments/tower.json is one.
 */
#ifndef TWC_GENERATE_TOWER_WORLD_H
#define TWC_GENERATE_TOWER_WORLD_H

#include <cjson/cJSON.h>

#include "twc/tower_river.h"

enum {
    TWC_TOWER_FEATURES = 512,
    TWC_TOWER_POINTS = 64, /* of a feature, as many as a river has controls */
    TWC_TOWER_NUMBERS = 16,
    TWC_TOWER_SUMMITS = 32,
    TWC_TOWER_NAME = 64,
    TWC_TOWER_WINDS = 64
};

typedef enum twc_tower_kind {
    TWC_TOWER_MOUNTAINS,
    TWC_TOWER_LAKE,
    TWC_TOWER_SEA,
    TWC_TOWER_RIVER,
    TWC_TOWER_DESERT,
    TWC_TOWER_REGION,
    TWC_TOWER_FOREST,
    TWC_TOWER_SETTLEMENT,
    TWC_TOWER_FARM,
    TWC_TOWER_ROAD,
    TWC_TOWER_PATH,
    TWC_TOWER_EMBASSY,
    TWC_TOWER_TOWER,
    TWC_TOWER_LANDMARK,
    TWC_TOWER_NOTE,
    TWC_TOWER_KINDS
} twc_tower_kind;

typedef enum twc_tower_shape {
    TWC_TOWER_NOWHERE, /* a route between two features */
    TWC_TOWER_POINT,
    TWC_TOWER_POLYLINE,
    TWC_TOWER_POLYGON,
    TWC_TOWER_BAND
} twc_tower_shape;

/* ---- what a kind's parameters are ---------------------------------------------------------------------------- */

typedef enum twc_tower_type {
    TWC_TOWER_REAL,
    TWC_TOWER_AUTO, /* a number, or the word "auto": NaN */
    TWC_TOWER_WHOLE,
    TWC_TOWER_FLAG,
    TWC_TOWER_KM,     /* along the axis, at most 5 decimals; kept in centimetres */
    TWC_TOWER_CHOICE, /* of `choices`; kept as its number */
    TWC_TOWER_LINK    /* the id of a feature, or "auto" */
} twc_tower_type;

/* "dunes.heightM" is the member heightM of the member dunes. */
typedef struct twc_tower_field {
    const char *name;
    twc_tower_type type;
    double low, high, otherwise; /* otherwise: where the file says nothing; NaN is "auto", or that there is none */
    const char *const *choices;
} twc_tower_field;

const char *twc_tower_kind_name(twc_tower_kind kind);
const char *const *twc_tower_kind_names(void);
/* The parameters of a kind, up to one without a name; at most TWC_TOWER_NUMBERS. */
const twc_tower_field *twc_tower_fields(twc_tower_kind kind);
/* Whether a feature of the kind may have the shape. */
int twc_tower_may_be(twc_tower_kind kind, twc_tower_shape shape);

/* ---- a world ------------------------------------------------------------------------------------------------- */

typedef struct twc_tower_summit {
    char name[TWC_TOWER_NAME];
    twc_place_on_floor at;
    double elevation;
} twc_tower_summit;

typedef struct twc_tower_feature {
    char id[TWC_TOWER_NAME], name[TWC_TOWER_NAME];
    int published;
    uint32_t seed;
    twc_tower_kind kind;
    twc_tower_shape shape;
    int32_t points;
    twc_place_on_floor point[TWC_TOWER_POINTS];
    int32_t radius, z_from, z_to;     /* cm: of a point; of a band */
    double number[TWC_TOWER_NUMBERS]; /* in the order of twc_tower_fields */
    char link[2][TWC_TOWER_NAME];     /* a river's outlet; a route's ends */
    int32_t summits;
    twc_tower_summit summit[TWC_TOWER_SUMMITS];
    int32_t ends_in; /* a river: the feature its water ends in */
    double length;   /* a river's, metres */
} twc_tower_feature;

typedef struct twc_tower_wind {
    char target[TWC_TOWER_NAME];
    double direction, speed;
} twc_tower_wind;

typedef struct twc_tower_world {
    uint32_t seed;
    double base, relief, scale; /* metres: the gentle ground everywhere */
    double settlements;         /* per 1,000 square kilometres */
    double cycle_days;
    int32_t winds;
    twc_tower_wind wind[TWC_TOWER_WINDS];
    int32_t count;
    twc_tower_feature feature[TWC_TOWER_FEATURES];
} twc_tower_world;

/* A parameter by its name, NaN for one that the kind has not got. */
double twc_tower_number(const twc_tower_feature *feature, const char *name);

/* The feature with an id; -1 when there is none. */
int32_t twc_tower_find(const twc_tower_world *world, const char *id);

/*
 * From a file, or from JSON already parsed. What passes, passes twc_tower_check; a failure names the feature, the field
 * and what to do.
 */
twc_status twc_tower_read(const char *path, twc_tower_world *world);
twc_status twc_tower_parse(const cJSON *json, twc_tower_world *world);

/*
 * What features have to be beside each other: within the world, polygons simple, standing water apart, rivers led to
 * water that lies lower, in no circle. Fills in where rivers end and how long they are.
 */
twc_status twc_tower_check(twc_tower_world *world);

/* ---- plan, in whole centimetres ------------------------------------------------------------------------------- */

/* Whether a feature's points make a simple polygon that does not ring the world. */
twc_status twc_tower_simple(const twc_tower_feature *feature);
/* Whether an area (a point with a radius, a polygon, a band) has a place, its outline counted. */
int twc_tower_has(const twc_tower_feature *area, twc_place_on_floor place);
/* Whether two areas have a place in common; bands that only touch have none. */
int twc_tower_meet(const twc_tower_feature *one, const twc_tower_feature *other);

#endif
