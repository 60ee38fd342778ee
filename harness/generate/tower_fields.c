/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of features of a world on a cylinder, and the parameters of each with their bounds and defaults. */
#include <math.h>
#include <string.h>

#include "generate/tower_world.h"

#define AT(shape) (1u << TWC_TOWER_##shape)
#define AREA (AT(POLYGON) | AT(BAND))
#define ROUND (AT(POINT) | AT(POLYGON))

static const char *const names[TWC_TOWER_KINDS + 1] = {"mountains", "lake",       "sea",  "river", "desert", "region",
                                                       "forest",    "settlement", "farm", "road",  "path",   "embassy",
                                                       "tower",     "landmark",   "note", NULL};

static const unsigned shapes[TWC_TOWER_KINDS] = {AT(POINT) | AREA,
                                                 ROUND,
                                                 AREA,
                                                 AT(POLYLINE),
                                                 AREA,
                                                 AREA,
                                                 AREA,
                                                 ROUND,
                                                 ROUND,
                                                 AT(POLYLINE) | AT(NOWHERE),
                                                 AT(POLYLINE) | AT(NOWHERE),
                                                 AT(POINT) | AT(POLYLINE) | AREA,
                                                 AT(POINT) | AT(POLYLINE) | AREA,
                                                 AT(POINT) | AT(POLYLINE) | AREA,
                                                 AT(POINT) | AT(POLYLINE) | AREA};

static const char *const sizes[] = {"hamlet", "village", "town", "station", "city", NULL};
static const char *const patterns[] = {"grid", "radial", "organic", NULL};

#define REAL(name, low, high, otherwise)                                                                               \
    {                                                                                                                  \
        name, TWC_TOWER_REAL, low, high, otherwise, NULL                                                               \
    }
#define ALSO_AUTO(name, low, high)                                                                                     \
    {                                                                                                                  \
        name, TWC_TOWER_AUTO, low, high, NAN, NULL                                                                     \
    }
#define WHOLE(name, low, high, otherwise)                                                                              \
    {                                                                                                                  \
        name, TWC_TOWER_WHOLE, low, high, otherwise, NULL                                                              \
    }
#define FLAG(name, otherwise)                                                                                          \
    {                                                                                                                  \
        name, TWC_TOWER_FLAG, 0.0, 1.0, otherwise, NULL                                                                \
    }
#define KM(name)                                                                                                       \
    {                                                                                                                  \
        name, TWC_TOWER_KM, 0.0, 540.0, NAN, NULL                                                                      \
    }
#define LINK(name)                                                                                                     \
    {                                                                                                                  \
        name, TWC_TOWER_LINK, 0.0, 0.0, 0.0, NULL                                                                      \
    }
#define WIND(prefix) REAL(prefix "directionDeg", 0.0, 360.0, NAN), REAL(prefix "speedMS", 0.0, 60.0, NAN)
#define END                                                                                                            \
    {                                                                                                                  \
        NULL, TWC_TOWER_REAL, 0.0, 0.0, 0.0, NULL                                                                      \
    }

/* Heights in metres stay a kilometre off the axis and off the floor's outside. */
#define LOWEST (-1000.0)
#define HIGHEST 49000.0

static const twc_tower_field fields[TWC_TOWER_KINDS][TWC_TOWER_NUMBERS + 1] = {
    [TWC_TOWER_MOUNTAINS] = {REAL("generatedPeaks", 0.0, 5.0, 0.6), REAL("heightM", 0.0, 20000.0, 2900.0),
                             REAL("ruggedness", 0.0, 1.0, 0.5), REAL("erosion", 0.0, 1.0, 0.7),
                             REAL("snowlineM", LOWEST, HIGHEST, 3000.0), REAL("treelineM", LOWEST, HIGHEST, 2200.0),
                             ALSO_AUTO("cellM", 50.0, 1000.0), KM("spineZ"), END},
    [TWC_TOWER_LAKE] = {ALSO_AUTO("levelM", LOWEST, HIGHEST), REAL("depthM", 0.1, 5000.0, 30.0), WIND("wind."), END},
    [TWC_TOWER_SEA] = {REAL("levelM", LOWEST, HIGHEST, 0.0), REAL("depthM", 0.1, 5000.0, 30.0), WIND("wind."),
                       WHOLE("ships", 0.0, 10000.0, 90.0), KM("ice.edgeZ"), KM("ice.fastZ"), KM("ice.range.fromZ"),
                       REAL("ice.range.heightM", 0.0, 20000.0, 0.0), END},
    [TWC_TOWER_RIVER] = {REAL("flowM3S", 0.001, 100000.0, 10.0), LINK("outlet"), END},
    [TWC_TOWER_DESERT] = {REAL("upliftM", 0.0, 20000.0, 1000.0), REAL("edgeM", 250.0, 100000.0, 12000.0),
                          REAL("dunes.coverage", 0.0, 1.0, 0.37), REAL("dunes.heightM", 0.0, 1000.0, 60.0),
                          REAL("dunes.spacingM", 50.0, 20000.0, 900.0), REAL("dunes.directionDeg", 0.0, 360.0, 90.0),
                          REAL("hills.coverage", 0.0, 1.0, 0.1), REAL("hills.heightM", 0.0, 5000.0, 80.0),
                          REAL("plateaus.coverage", 0.0, 1.0, 0.24), REAL("plateaus.heightM", 0.0, 5000.0, 180.0),
                          WHOLE("plateaus.terraces", 1.0, 12.0, 3.0), WHOLE("pans", 0.0, 64.0, 4.0),
                          FLAG("washes", 1.0), FLAG("shorelines", 1.0), END},
    [TWC_TOWER_REGION] = {REAL("liftM", 0.0, 20000.0, 0.0), REAL("edgeM", 100.0, 100000.0, 8000.0), END},
    [TWC_TOWER_FOREST] = {REAL("densityPerHa", 0.0, 5000.0, 450.0), REAL("conifer", 0.0, 1.0, 0.5), FLAG("giants", 0.0),
                          REAL("meadows", 0.0, 1.0, 0.12), REAL("treelineM", LOWEST, HIGHEST, 2200.0), END},
    [TWC_TOWER_SETTLEMENT] = {{"size", TWC_TOWER_CHOICE, 0.0, 4.0, 1.0, sizes},
                              WHOLE("arterials", 0.0, 16.0, 4.0),
                              {"pattern", TWC_TOWER_CHOICE, 0.0, 2.0, 0.0, patterns},
                              REAL("blockM", 20.0, 1000.0, 80.0),
                              REAL("coverage", 0.0, 1.0, 0.6),
                              END},
    [TWC_TOWER_FARM] = {REAL("areaKm2", 0.01, 10000.0, NAN), END},
    [TWC_TOWER_ROAD] = {REAL("widthM", 0.5, 100.0, 8.0), LINK("from"), LINK("to"), END},
    [TWC_TOWER_PATH] = {REAL("widthM", 0.5, 100.0, 2.0), LINK("from"), LINK("to"), END},
};

const char *twc_tower_kind_name(twc_tower_kind kind)
{
    return names[kind];
}

const char *const *twc_tower_kind_names(void)
{
    return names;
}

const twc_tower_field *twc_tower_fields(twc_tower_kind kind)
{
    return fields[kind];
}

int twc_tower_may_be(twc_tower_kind kind, twc_tower_shape shape)
{
    return (int)(shapes[kind] >> shape & 1u);
}

double twc_tower_number(const twc_tower_feature *feature, const char *name)
{
    const twc_tower_field *field = fields[feature->kind];
    for (int k = 0; field[k].name; k++)
        if (strcmp(field[k].name, name) == 0)
            return feature->number[k];
    return NAN;
}

int32_t twc_tower_find(const twc_tower_world *world, const char *id)
{
    for (int32_t k = 0; k < world->count; k++)
        if (strcmp(world->feature[k].id, id) == 0)
            return k;
    return -1;
}
