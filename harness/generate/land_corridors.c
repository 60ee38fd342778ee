/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate/land_corridors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/feature_record.h"

enum {
    NODE_EVERY = 4,     /* spine points, about a metre apart, between nodes of a piece */
    PIECE_POINTS = 12,  /* a piece of a path has at least so many */
    CLEAR_STEPS = 80,   /* half metres that a path is moved away from a brook, at most */
    PIECES_AT_MOST = 64 /* of one path */
};

static twc_point rounded(double x, double z)
{
    return (twc_point){(int32_t)rint(100.0 * x), (int32_t)rint(100.0 * z)};
}

static uint64_t next_id(const twc_world_data *data)
{
    return data->features.list.count + 1;
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
    const twc_corridor asked = {next_id(data), 0, source->brook, feature->control_count, nodes, TWC_SPLINE_UNIFORM};
    twc_status status = twc_features_make(twc_reference_ground(), &data->world, 0, &asked, &corridor, &memory);
    if (status.code)
        return status;
    status = put_at_levels(&source->ground->spine[f], &corridor, data);
    free(memory);
    placed->pieces = 1;
    placed->left_out = 0.0;
    compare_brook(feature, source->brook, placed);
    return status;
}

/* ---- paths ------------------------------------------------------------------------------------------------------ */

/* Whether a place lies at least `clear` metres from every brook. */
static int is_clear(const twc_land_ground *ground, double x, double z, double clear)
{
    for (int32_t f = 0; f < ground->land->feature_count; f++) {
        const twc_spine *spine = &ground->spine[f];
        if (ground->land->feature[f].how != TWC_LAND_CARVE)
            continue;
        for (int32_t k = 0; k < spine->count; k++)
            if ((spine->x[k] - x) * (spine->x[k] - x) + (spine->z[k] - z) * (spine->z[k] - z) < clear * clear)
                return 0;
    }
    return 1;
}

/* Nodes of the spine's points from `first` to `last`; how many. */
static int32_t nodes_between(const twc_spine *spine, int32_t first, int32_t last, twc_point *nodes)
{
    int32_t count = 0;
    for (int32_t k = first; k < last; k += NODE_EVERY)
        if (last - k >= NODE_EVERY || k == first)
            nodes[count++] = rounded(spine->x[k], spine->z[k]);
    nodes[count++] = rounded(spine->x[last], spine->z[last]);
    return count;
}

static twc_status place_piece(const twc_land_source *source, const twc_spine *spine, int32_t first, int32_t last,
                              twc_world_data *data)
{
    twc_point *nodes = malloc(((size_t)(last - first) / NODE_EVERY + 2) * sizeof *nodes);
    if (!nodes)
        return twc_fail(TWC_IO, "not enough memory for a path of %d points", last - first);
    const twc_corridor asked = {next_id(data),     0, source->path, nodes_between(spine, first, last, nodes), nodes,
                                TWC_SPLINE_UNIFORM};
    twc_status status = twc_features_place(&data->world, 0, &asked, &data->features);
    free(nodes);
    if (!status.code && twc_features_meet(&data->features, twc_features_find(&data->features, asked.id))) {
        twc_features_remove(&data->features, asked.id);
        status = twc_fail(TWC_USAGE, "corridor %llu of a path meets a brook", (unsigned long long)asked.id);
    }
    return status;
}

/* All pieces of a path that keep `clear` metres from the brooks; the world is as it was when one can't be placed. */
static twc_status place_pieces(const twc_land_source *source, int32_t f, double clear, twc_world_data *data,
                               twc_land_placed *placed)
{
    const twc_spine *spine = &source->ground->spine[f];
    const size_t before = data->features.list.count;
    twc_status status = twc_ok();
    *placed = (twc_land_placed){.left_out = spine->along[spine->count - 1]};
    for (int32_t k = 0, first = -1; k <= spine->count && !status.code; k++) {
        const int clearly = k < spine->count && is_clear(source->ground, spine->x[k], spine->z[k], clear);
        if (clearly && first < 0)
            first = k;
        if (clearly || first < 0)
            continue;
        if (k - first >= PIECE_POINTS && placed->pieces < PIECES_AT_MOST) {
            status = place_piece(source, spine, first, k - 1, data);
            placed->pieces++;
            placed->left_out -= spine->along[k - 1] - spine->along[first];
        }
        first = -1;
    }
    while (status.code && data->features.list.count > before)
        twc_features_remove(&data->features, data->features.list.count);
    return status;
}

/* As near to the brooks as their footprints let it. */
static twc_status place_path(const twc_land_source *source, int32_t f, twc_world_data *data, twc_land_placed *placed)
{
    twc_status status = twc_ok();
    for (int k = 0; k <= CLEAR_STEPS; k++) {
        status = place_pieces(source, f, 0.5 * k, data, placed);
        if (!status.code)
            return status;
    }
    return status;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

twc_status twc_land_corridors(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed)
{
    const twc_land *land = source->ground->land;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t f = 0; f < land->feature_count; f++) {
            const twc_land_feature *feature = &land->feature[f];
            if ((feature->how == TWC_LAND_CARVE) != (pass == 0))
                continue;
            const twc_status status = pass == 0 ? place_brook(source, f, data, &placed[f])
                                                : place_path(source, f, data, &placed[f]);
            if (status.code)
                return twc_fail(status.code, "%s: %.400s", feature->name, status.message);
        }
    return twc_ok();
}
