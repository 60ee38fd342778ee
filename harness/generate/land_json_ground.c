/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coast, and the operators that make the ground, in their order. */
#include "generate/land_json_parts.h"

/* ---- coast ------------------------------------------------------------------------------------------------------ */

static void read_shape(const cJSON *json, int first, twc_shape *shape, twc_status *status)
{
    static const char *const kinds[] = {"circle", "capsule", NULL}, *const operators[] = {"join", "cut", NULL};
    static const char *const circle[] = {"shape", "middle", "radius", "how", "width", "note", NULL};
    static const char *const capsule[] = {"shape", "from", "to", "radius", "how", "width", "note", NULL};
    int kind = 0, how = 0;
    twc_json_choice(json, "shape", kinds, &kind, status);
    twc_json_only(json, kind == TWC_SHAPE_CIRCLE ? circle : capsule, status);
    twc_land_spot(json, kind == TWC_SHAPE_CIRCLE ? "middle" : "from", &shape->from, status);
    shape->to = shape->from;
    if (kind == TWC_SHAPE_CAPSULE)
        twc_land_spot(json, "to", &shape->to, status);
    if (!status->code && kind == TWC_SHAPE_CAPSULE && shape->from.x == shape->to.x && shape->from.z == shape->to.z)
        *status = twc_fail(TWC_IO, "\"from\" and \"to\" are the same place: make it a circle");
    twc_land_length(json, "radius", &shape->radius, status);
    if (!first) {
        twc_json_choice(json, "how", operators, &how, status);
        twc_land_length(json, "width", &shape->width, status);
    } else if (!status->code && (cJSON_HasObjectItem(json, "how") || cJSON_HasObjectItem(json, "width"))) {
        *status = twc_fail(TWC_IO, "the first shape is what the others are joined to and cut from: leave its \"how\" "
                                   "and \"width\" out");
    }
    shape->kind = (twc_shape_kind)kind;
    shape->how = (twc_shape_operator)how;
}

void twc_land_read_coast(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"shapes", "calm", "rough", "noise", NULL};
    twc_land_coast *coast = &reader->land->coast;
    twc_status *status = &reader->status;
    if (status->code)
        return;
    twc_json_only(json, names, status);
    const cJSON *item = NULL, *shapes = twc_json_array(json, "shapes", 1, TWC_LAND_SHAPES, status);
    cJSON_ArrayForEach(item, shapes)
    {
        if (status->code)
            break;
        read_shape(item, coast->shape_count == 0, &coast->shape[coast->shape_count], status);
        coast->shape_count++;
        twc_json_entry(status, "shape %d", coast->shape_count);
    }
    twc_land_ramp(json, "calm", &coast->calm, status);
    twc_land_ratio(json, "rough", TWC_LAND_REACH, &coast->rough, status);
    twc_land_noise(reader, json, "noise", &coast->noise, &coast->warp);
    twc_json_entry(status, "coast");
}

/* ---- operators of the base -------------------------------------------------------------------------------------- */

static void read_shelf(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "shore", "linear",       "square", "floor", "lowland",
                                        "rise",     "beach", "beach_height", "note",   NULL};
    twc_land_shelf *shelf = &reader->land->shelf;
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_metres(json, "shore", &shelf->shore, status);
    twc_land_ratio(json, "linear", 1000.0, &shelf->linear, status);
    twc_land_ratio(json, "square", 1000.0, &shelf->square, status);
    twc_land_ratio(json, "floor", TWC_LAND_REACH, &shelf->floor, status);
    twc_land_metres(json, "lowland", &shelf->lowland, status);
    twc_land_ramp(json, "rise", &shelf->rise, status);
    twc_land_ramp(json, "beach", &shelf->beach, status);
    twc_land_metres(json, "beach_height", &shelf->beach_height, status);
}

static void read_hill(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator",  "middle", "foot",   "top",  "warped",    "spread", "core",
                                        "far_scale", "ridges", "crease", "soft", "steepness", "cut",    "flank",
                                        "every",     "step",   "shore",  "note", NULL};
    twc_land_hill *hill = &reader->land->hill;
    const twc_land_grid *grid = &reader->land->grid;
    const double least_every = grid->cell * (grid->points - 1) / (TWC_LAND_SIDE - 1); /* no more points than a grid's */
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_spot(json, "middle", &hill->middle, status);
    twc_land_length(json, "foot", &hill->foot, status);
    twc_land_length(json, "top", &hill->top, status);
    twc_land_warped(reader, json, "warped", &hill->warp);
    twc_land_ratio(json, "spread", TWC_LAND_REACH, &hill->spread, status);
    twc_land_length(json, "core", &hill->core, status);
    twc_land_ratio(json, "far_scale", 16.0, &hill->far_scale, status);
    twc_land_noise(reader, json, "ridges", &hill->ridges, NULL);
    twc_land_ratio(json, "crease", 1.0, &hill->crease, status);
    twc_land_ratio(json, "soft", 1.0, &hill->soft, status);
    twc_land_ratio(json, "steepness", 1000.0, &hill->steepness, status);
    twc_land_ratio(json, "cut", 1.0, &hill->cut, status);
    twc_land_ramp(json, "flank", &hill->flank, status);
    twc_json_real(json, "every", least_every, TWC_LAND_REACH, &hill->every, status);
    twc_land_length(json, "step", &hill->step, status);
    twc_land_ramp(json, "shore", &reader->land->gullies.shore, status);
}

static void read_gullies(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "size", "depth",  "octaves",    "seed", "above", "level",
                                        "full",     "foot", "summit", "summit_cut", "note", NULL};
    twc_land_gullies *gullies = &reader->land->gullies;
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_length(json, "size", &gullies->size, status);
    twc_land_ratio(json, "depth", TWC_LAND_REACH, &gullies->depth, status);
    twc_json_integer(json, "octaves", 1, 12, &gullies->octaves, status);
    twc_json_integer(json, "seed", 0, TWC_LAND_SEED, &gullies->seed, status);
    twc_land_metres(json, "above", &gullies->above, status);
    twc_json_real(json, "level", 1e-6, 1000.0, &gullies->level, status);
    twc_json_real(json, "full", 1e-6, 1000.0, &gullies->full, status);
    twc_land_ramp(json, "foot", &gullies->foot, status);
    twc_land_ramp(json, "summit", &gullies->summit, status);
    twc_land_ratio(json, "summit_cut", 1.0, &gullies->summit_cut, status);
}

static void read_roll(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "broad", "broad_weight", "narrow", "narrow_weight", "near", "far",
                                        "reach",    "shore", "note",         NULL};
    twc_land_roll *roll = &reader->land->roll;
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_noise(reader, json, "broad", &roll->broad, NULL);
    twc_land_metres(json, "broad_weight", &roll->broad_weight, status);
    twc_land_noise(reader, json, "narrow", &roll->narrow, NULL);
    twc_land_metres(json, "narrow_weight", &roll->narrow_weight, status);
    twc_land_metres(json, "near", &roll->near, status);
    twc_land_metres(json, "far", &roll->far, status);
    twc_land_ramp(json, "reach", &roll->reach, status);
    twc_land_ramp(json, "shore", &roll->shore, status);
}

static void read_pad(twc_land_reader *reader, const cJSON *json)
{
    static const char *const names[] = {"operator", "middle", "height", "edge", "note", NULL};
    twc_land_pad *pad = &reader->land->pad;
    twc_status *status = &reader->status;
    twc_json_only(json, names, status);
    twc_land_spot(json, "middle", &pad->middle, status);
    twc_land_metres(json, "height", &pad->height, status);
    twc_land_ramp(json, "edge", &pad->edge, status);
}

/* ---- their order ------------------------------------------------------------------------------------------------ */

enum { SHELF, HILL, GULLIES, ROLL, PAD, PRESS, CARVE, OPERATORS };

static const char *const operator_names[] = {"shelf", "hill", "gullies", "roll", "pad", "press", "carve", NULL};

/*
 * What an operator that is not there leaves: no hill (its middle is out of reach, so all of the land lies past its
 * foot), no gullies, a roll of no weight, a pad out of reach.
 */
static void set_absent(twc_land *land)
{
    static const twc_fbm none = {1.0, 1, 0};
    static const twc_ramp some = {0.0, 1.0};
    static const twc_spot away = {4.0 * TWC_LAND_REACH, 0.0};
    land->hill = (twc_land_hill){.middle = away,
                                 .foot = 1.0,
                                 .top = 1.0,
                                 .warp = {0.0, none},
                                 .core = 1.0,
                                 .ridges = none,
                                 .flank = some,
                                 .every = TWC_LAND_REACH,
                                 .step = 1.0};
    land->gullies = (twc_land_gullies){
        .size = 1.0, .level = 1.0, .full = 1.0, .foot = some, .summit = some, .shore = some};
    land->roll = (twc_land_roll){.broad = none, .narrow = none, .reach = some, .shore = some};
    land->pad = (twc_land_pad){away, 0.0, some};
}

/* The base is one sum, so its operators have one order; features are applied as they stand. */
static void check_order(int kind, int before, unsigned present, twc_status *status)
{
    if (status->code)
        return;
    if (!present && kind != SHELF)
        *status = twc_fail(TWC_IO, "the ground starts from the shelf: put one before it");
    else if (present && kind <= PAD && kind == before)
        *status = twc_fail(TWC_IO, "there are two: leave one out");
    else if (present && kind <= PAD && kind < before)
        *status = twc_fail(TWC_IO,
                           "it stands after %s: the base is summed in the order shelf, hill, gullies, roll, pad, and "
                           "features come last; move it up",
                           operator_names[before]);
    else if (kind == GULLIES && !(present >> HILL & 1u))
        *status = twc_fail(TWC_IO, "gullies are cut into a hill: put one before them");
}

void twc_land_read_ground(twc_land_reader *reader, const cJSON *json)
{
    static void (*const readers[OPERATORS])(twc_land_reader *, const cJSON *) = {
        read_shelf, read_hill, read_gullies, read_roll, read_pad, twc_land_read_press, twc_land_read_carve};
    const cJSON *item = NULL;
    int place = 0, before = SHELF;
    unsigned present = 0;
    set_absent(reader->land);
    cJSON_ArrayForEach(item, json)
    {
        int kind = SHELF;
        if (reader->status.code)
            return;
        place++;
        twc_json_choice(item, "operator", operator_names, &kind, &reader->status);
        if (!reader->status.code) {
            check_order(kind, before, present, &reader->status);
            if (!reader->status.code)
                readers[kind](reader, item);
            twc_json_entry(&reader->status, "%s", operator_names[kind]);
        }
        present |= 1u << kind;
        before = kind;
        twc_json_entry(&reader->status, "ground, operator %d", place);
    }
}
