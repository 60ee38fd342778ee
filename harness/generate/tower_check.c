/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Features of a world on a cylinder beside each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "generate/tower_world.h"
#include "read_json.h"

#define NEAR_M 500.0 /* a river joins another that its end lies so near to */
#define LEAST_SLOPE 0.002

static int is_water(const twc_tower_feature *feature)
{
    return feature->kind == TWC_TOWER_LAKE || feature->kind == TWC_TOWER_SEA;
}

/* ---- one feature --------------------------------------------------------------------------------------------- */

static twc_status check_place(const twc_tower_feature *feature)
{
    const int32_t z = feature->points ? feature->point[0].z : 0;
    if (feature->shape == TWC_TOWER_POINT && (z < feature->radius || z > TWC_TOWER_LENGTH_CM - feature->radius))
        return twc_fail(TWC_IO, "\"radiusKm\": round z %g km it reaches %g km out of the world: make it smaller",
                        z * 1e-5, fmax(feature->radius - z, (double)z + feature->radius - TWC_TOWER_LENGTH_CM) * 1e-5);
    if (feature->kind == TWC_TOWER_LAKE && feature->shape == TWC_TOWER_POINT && feature->radius == 0)
        return twc_fail(TWC_IO, "\"radiusKm\": a round lake has one above 0: write it");
    twc_status status = feature->shape == TWC_TOWER_POLYGON ? twc_tower_simple(feature) : twc_ok();
    twc_json_entry(&status, "\"geometry\"");
    return status;
}

static twc_status check_parameters(const twc_tower_world *world, const twc_tower_feature *feature)
{
    const twc_tower_field *field = twc_tower_fields(feature->kind);
    const double spine = twc_tower_number(feature, "spineZ");
    if (!isnan(spine) && feature->shape != TWC_TOWER_BAND)
        return twc_fail(TWC_IO, "\"spineZ\" is of a band, and this is none: leave it out");
    if (!isnan(spine) && !(spine >= feature->z_from && spine <= feature->z_to))
        return twc_fail(TWC_IO, "\"spineZ\" is %g km, out of its band from %g to %g km", spine * 1e-5,
                        feature->z_from * 1e-5, feature->z_to * 1e-5);
    if (!(isnan(twc_tower_number(feature, "ice.fastZ")) == isnan(twc_tower_number(feature, "ice.edgeZ"))) ||
        twc_tower_number(feature, "ice.fastZ") < twc_tower_number(feature, "ice.edgeZ"))
        return twc_fail(TWC_IO, "\"ice\" has \"edgeZ\" and, behind it, \"fastZ\": give both, in that order");
    for (int k = 0; k < feature->summits; k++) {
        const double dz = (feature->summit[k].at.z - feature->point[0].z) * 0.01;
        const double dx = (int32_t)(feature->summit[k].at.theta - feature->point[0].theta) * TWC_TOWER_ARC;
        const int inside = feature->shape == TWC_TOWER_POINT
                               ? feature->radius == 0 ||
                                     dx * dx + dz * dz <= feature->radius * 1e-2 * feature->radius * 1e-2
                               : twc_tower_has(feature, feature->summit[k].at);
        if (!inside)
            return twc_fail(TWC_IO, "\"peaks\" %d lies outside its mountains: move it, or draw them larger", k + 1);
    }
    for (int k = 0, link = 0; field[k].name; k++)
        if (field[k].type == TWC_TOWER_LINK) {
            const char *id = feature->link[link++];
            const int empty = !id[0] || strcmp(id, "auto") == 0;
            if (empty ? feature->kind != TWC_TOWER_RIVER && feature->shape == TWC_TOWER_NOWHERE
                      : twc_tower_find(world, id) < 0)
                return twc_fail(TWC_IO, "\"%s\" is \"%s\", and no feature has that id: name one%s", field[k].name, id,
                                feature->kind == TWC_TOWER_RIVER ? "" : ", or draw the way as its geometry");
        }
    return twc_ok();
}

static twc_status check_apart(const twc_tower_world *world, int32_t k)
{
    const twc_tower_feature *one = &world->feature[k];
    for (int32_t n = 0; n < k; n++)
        if (is_water(one) && is_water(&world->feature[n]) && twc_tower_meet(one, &world->feature[n]))
            return twc_fail(TWC_IO,
                            "\"geometry\": it overlaps \"%s\", and water has one level: move one of them, or make "
                            "the two one feature",
                            world->feature[n].id);
    return twc_ok();
}

/* ---- rivers -------------------------------------------------------------------------------------------------- */

typedef struct courses {
    twc_tower_river_course own, other;
} courses;

static double distance_to(const twc_tower_river_course *course, twc_place_on_floor place)
{
    double least = INFINITY;
    for (int32_t k = 0; k < course->count; k++) {
        const double dx = (int32_t)(course->place[k].theta - place.theta) * TWC_TOWER_ARC;
        const double dz = (course->place[k].z - place.z) * 0.01;
        least = fmin(least, sqrt(dx * dx + dz * dz));
    }
    return least;
}

/* The nearest other river within reach of a place; -1 when there is none. `only`: that one, or -1 for any. */
static int32_t river_at(const twc_tower_world *world, int32_t own, int32_t only, twc_place_on_floor place,
                        twc_tower_river_course *course)
{
    double least = NEAR_M;
    int32_t found = -1;
    for (int32_t k = 0; k < world->count; k++) {
        const twc_tower_feature *river = &world->feature[k];
        if (k == own || river->kind != TWC_TOWER_RIVER || (only >= 0 && k != only) ||
            twc_tower_river_lay((size_t)river->points, river->point, course).code)
            continue;
        const double distance = distance_to(course, place);
        if (distance < least || (distance == least && found < 0)) {
            least = distance;
            found = k;
        }
    }
    return found;
}

static int32_t water_at(const twc_tower_world *world, twc_place_on_floor place)
{
    for (int32_t k = 0; k < world->count; k++)
        if (is_water(&world->feature[k]) && twc_tower_has(&world->feature[k], place))
            return k;
    return -1;
}

static twc_status find_end(twc_tower_world *world, int32_t own, courses *c)
{
    twc_tower_feature *river = &world->feature[own];
    const twc_place_on_floor mouth = river->point[river->points - 1];
    const int named = river->link[0][0] && strcmp(river->link[0], "auto") != 0;
    const int32_t wanted = named ? twc_tower_find(world, river->link[0]) : -1;
    if (!named) {
        river->ends_in = water_at(world, mouth);
        if (river->ends_in < 0)
            river->ends_in = river_at(world, own, -1, mouth, &c->other);
        return river->ends_in >= 0 ? twc_ok()
                                   : twc_fail(TWC_IO,
                                              "\"outlet\": its last point lies in no lake and no sea, and within "
                                              "%g m of no river: lead it on to one",
                                              NEAR_M);
    }
    if (wanted == own || (!is_water(&world->feature[wanted]) && world->feature[wanted].kind != TWC_TOWER_RIVER))
        return twc_fail(TWC_IO, "\"outlet\" is \"%s\", which is no lake, sea or other river: name one", river->link[0]);
    const int there = is_water(&world->feature[wanted]) ? twc_tower_has(&world->feature[wanted], mouth)
                                                        : river_at(world, own, wanted, mouth, &c->other) == wanted;
    if (!there)
        return twc_fail(TWC_IO, "\"outlet\" is \"%s\", and the last point does not lie there: lead the river on to it",
                        river->link[0]);
    river->ends_in = wanted;
    return twc_ok();
}

/* The level of the lake a river leaves, or of the water it ends in, where the file says it; else NaN. */
static double level_of(const twc_tower_world *world, int32_t water)
{
    return water >= 0 && is_water(&world->feature[water]) ? twc_tower_number(&world->feature[water], "levelM") : NAN;
}

static twc_status check_river(twc_tower_world *world, int32_t own, courses *c)
{
    twc_tower_feature *river = &world->feature[own];
    twc_status status = twc_tower_river_lay((size_t)river->points, river->point, &c->own);
    if (status.code)
        return twc_fail(TWC_IO, "\"geometry\": %.400s", status.message);
    river->length = c->own.length;
    for (int32_t k = 0; k < c->own.count; k++)
        if (c->own.place[k].z < 0 || c->own.place[k].z > TWC_TOWER_LENGTH_CM)
            return twc_fail(TWC_IO,
                            "\"geometry\": its curve leaves the world %.3f km from its source: move the points "
                            "there inwards",
                            k * c->own.step * 1e-3);
    status = find_end(world, own, c);
    if (status.code)
        return status;
    const int32_t from = water_at(world, river->point[0]);
    const double source = level_of(world, from), mouth = level_of(world, river->ends_in);
    if (from >= 0 && from == river->ends_in)
        return twc_fail(TWC_IO, "\"outlet\": it begins and ends in \"%s\": lead it elsewhere", world->feature[from].id);
    if (source < mouth + LEAST_SLOPE * river->length)
        return twc_fail(
            TWC_IO,
            "it can't descend: from \"%s\", %g m, to \"%s\", %g m, its %.2f km fall %.2f m at least: raise the "
            "one level or lower the other by %.2f m",
            world->feature[from].id, source, world->feature[river->ends_in].id, mouth, river->length * 1e-3,
            LEAST_SLOPE * river->length, mouth + LEAST_SLOPE * river->length - source);
    return twc_ok();
}

/* Down the rivers from each: more steps than there are features go in a circle. */
static twc_status check_circles(const twc_tower_world *world)
{
    for (int32_t k = 0; k < world->count; k++) {
        int32_t at = k, steps = 0;
        while (world->feature[at].kind == TWC_TOWER_RIVER && steps++ <= world->count)
            at = world->feature[at].ends_in;
        if (steps > world->count)
            return twc_fail(TWC_IO,
                            "feature \"%s\": \"outlet\": downstream it comes back to itself: lead one of these "
                            "rivers to a lake or a sea",
                            world->feature[k].id);
    }
    return twc_ok();
}

twc_status twc_tower_check(twc_tower_world *world)
{
    twc_status status = twc_ok();
    for (int32_t k = 0; k < world->count && !status.code; k++) {
        const twc_tower_feature *feature = &world->feature[k];
        status = check_place(feature);
        if (!status.code)
            status = check_parameters(world, feature);
        if (!status.code)
            status = check_apart(world, k);
        twc_json_entry(&status, "feature \"%s\"", feature->id);
    }
    if (status.code)
        return status;
    courses *c = malloc(sizeof *c);
    if (!c)
        return twc_fail(TWC_IO, "not enough memory for rivers");
    for (int32_t k = 0; k < world->count && !status.code; k++)
        if (world->feature[k].kind == TWC_TOWER_RIVER) {
            status = check_river(world, k, c);
            twc_json_entry(&status, "feature \"%s\"", world->feature[k].id);
        }
    free(c);
    return status.code ? status : check_circles(world);
}
