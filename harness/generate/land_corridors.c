/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate/land_corridors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/feature_record.h"

enum { NODE_EVERY = 4 /* spine points, about a metre apart, between nodes of a path */ };

static twc_point rounded(double x, double z)
{
    return (twc_point){(int32_t)rint(100.0 * x), (int32_t)rint(100.0 * z)};
}

/* The land's order is the meaning: what comes later is cut from what came before, like a path by the brook it fords. */
static twc_corridor corridor_of(int32_t f, const twc_profile *profile, int32_t count, const twc_point *nodes)
{
    return (twc_corridor){(uint64_t)f + 1, f, profile, count, nodes, TWC_SPLINE_UNIFORM};
}

/* ---- brooks ----------------------------------------------------------------------------------------------------- */

/* The level of the spine's point nearest to a place; of equally near ones the first. */
static double level_near(const twc_spine *spine, double x, double z)
{
    double least = HUGE_VAL, level = 0.0;
    for (int32_t k = 0; k < spine->count; k++) {
        const double dx = spine->x[k] - x, dz = spine->z[k] - z, square = dx * dx + dz * dz;
        if (square < least) {
            least = square;
            level = spine->level[k];
        }
    }
    return level;
}

/*
 * Puts a placed corridor into the world with every station's bed, on which its rows of rise 0 lie, at the water's
 * level: the record is read anew, so that all a record must be is asked again.
 */
static twc_status put_at_levels(const twc_spine *spine, const twc_feature *placed, twc_world_data *data)
{
    const size_t n = twc_record_words(placed);
    int32_t *words = malloc(n * sizeof *words);
    twc_feature feature;
    void *memory = NULL;
    if (!words)
        return twc_fail(TWC_IO, "not enough memory for a corridor of %d stations", placed->station_count);
    twc_record_write(placed, words);
    for (int32_t k = 0; k < placed->station_count; k++) {
        const twc_station *station = &placed->stations[k];
        words[twc_record_head_words(placed) + TWC_RECORD_STATION_WORDS * (size_t)k + 4] = (int32_t)rint(
            100.0 * level_near(spine, station->x / 100.0, station->z / 100.0));
    }
    twc_status status = twc_features_read(words, n, data->world.extent, &data->features, &feature, &memory);
    free(words);
    if (!status.code)
        status = twc_features_reserve(&data->features);
    if (status.code)
        free(memory);
    else
        twc_features_put(&data->features, &feature, memory);
    return status;
}

/* Of the profile: the depth of its lowest rows below those of rise 0, and how far to the right the last of them lies.
 */
static void compare_brook(const twc_land_feature *feature, const twc_profile *profile, twc_land_placed *placed)
{
    int32_t lowest = 0;
    for (int32_t k = 1; k < profile->row_count; k++)
        lowest = profile->row[k].rise_cm <= profile->row[lowest].rise_cm ? k : lowest;
    placed->profile_depth = -profile->row[lowest].rise_cm / 100.0;
    placed->profile_half = profile->row[lowest].offset_cm / 100.0;
    placed->depth[0] = placed->half[0] = HUGE_VAL;
    placed->depth[1] = placed->half[1] = -HUGE_VAL;
    for (int32_t k = 0; k < feature->control_count; k++) {
        const twc_land_control *control = &feature->control[k];
        placed->depth[0] = fmin(placed->depth[0], control->depth);
        placed->depth[1] = fmax(placed->depth[1], control->depth);
        placed->half[0] = fmin(placed->half[0], control->half_bed);
        placed->half[1] = fmax(placed->half[1], control->half_bed);
    }
}

/* The corridor's spline through the same points is the brook's own curve. */
static twc_status place_brook(const twc_land_source *source, int32_t f, twc_world_data *data, twc_land_placed *placed)
{
    const twc_land_feature *feature = &source->ground->land->feature[f];
    twc_point nodes[TWC_LAND_CONTROLS];
    twc_feature corridor;
    void *memory;
    for (int32_t k = 0; k < feature->control_count; k++)
        nodes[k] = rounded(feature->control[k].place.x, feature->control[k].place.z);
    const twc_corridor asked = corridor_of(f, source->brook, feature->control_count, nodes);
    twc_status status = twc_features_make(twc_reference_ground(), &data->world, 0, &asked, &corridor, &memory);
    if (status.code)
        return status;
    status = put_at_levels(&source->ground->spine[f], &corridor, data);
    free(memory);
    compare_brook(feature, source->brook, placed);
    return status;
}

/* ---- paths ------------------------------------------------------------------------------------------------------ */

/* Nodes of the spine's points, with room for all; how many. */
static int32_t nodes_of(const twc_spine *spine, twc_point *nodes)
{
    const int32_t last = spine->count - 1;
    int32_t count = 0;
    for (int32_t k = 0; k < last; k += NODE_EVERY)
        if (last - k >= NODE_EVERY || k == 0)
            nodes[count++] = rounded(spine->x[k], spine->z[k]);
    nodes[count++] = rounded(spine->x[last], spine->z[last]);
    return count;
}

static twc_status place_path(const twc_land_source *source, int32_t f, twc_world_data *data)
{
    const twc_spine *spine = &source->ground->spine[f];
    twc_point *nodes = malloc(((size_t)spine->count / NODE_EVERY + 2) * sizeof *nodes);
    if (!nodes)
        return twc_fail(TWC_IO, "not enough memory for a path of %d points", spine->count);
    const twc_corridor asked = corridor_of(f, source->path, nodes_of(spine, nodes), nodes);
    const twc_status status = twc_features_place(&data->world, 0, &asked, &data->features);
    free(nodes);
    return status;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

twc_status twc_land_corridors(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed)
{
    const twc_land *land = source->ground->land;
    for (int32_t f = 0; f < land->feature_count; f++) {
        const twc_land_feature *feature = &land->feature[f];
        const twc_status status = feature->how == TWC_LAND_CARVE ? place_brook(source, f, data, &placed[f])
                                                                 : place_path(source, f, data);
        if (status.code)
            return twc_fail(status.code, "%s: %.400s", feature->name, status.message);
    }
    return twc_ok();
}
