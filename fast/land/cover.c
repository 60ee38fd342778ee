/* SPDX-License-Identifier: MIT */
/*
 * Cover, a batch at a time. Products of shares are 0 where one is: those that cost least are worked out first, the
 * others only for a list of what is left, and the product is then taken in the order of the contract. Spec land 5.4,
 * 5.5; twin reference/land/cover.c; test tests/land/test_cover.c.
 */
#include "land/land.h"

/* Slopes and distances that the layers and the forest share, each worked out when it is first asked for. */
typedef struct asked {
    const twc_land_ground *ground;
    int32_t n, count;
    twc_land_places at;
    int has_slope, has_distance[TWC_LAND_FEATURES];
    double slope[TWC_LAND_BATCH], distance[TWC_LAND_FEATURES][TWC_LAND_BATCH];
    twc_spine_runs runs[TWC_LAND_FEATURES];
} asked;

static void begin(const twc_land_ground *ground, asked *a)
{
    a->ground = ground;
    for (int32_t k = 0; k < ground->land->feature_count; k++)
        TWC_NAME(spine_runs)(&ground->spine[k], &a->runs[k]);
}

static void take(asked *a, twc_spots at, size_t first)
{
    a->n = TWC_NAME(land_take)(at, first, &a->at);
    a->count = twc_land_rounded(a->n);
    TWC_ASSERT(a->n >= 1 && a->count <= TWC_LAND_BATCH);
    a->has_slope = 0;
    memset(a->has_distance, 0, sizeof a->has_distance);
}

static const double *slopes(asked *a)
{
    const int32_t n = TWC_LAND_WHOLE(a->count);
    twc_land_places g;
    if (!a->has_slope) {
        TWC_NAME(gradient_batch)(a->ground, a->count, &a->at, &g);
        for (int32_t k = 0; k < n; k++)
            a->slope[k] = twc_fast_length(g.x[k], g.z[k]);
    }
    a->has_slope = 1;
    return a->slope;
}

static const double *distances(asked *a, int32_t feature)
{
    TWC_ASSERT(feature >= 0 && feature < a->ground->land->feature_count);
    const double within = a->ground->land->feature[feature].within;
    if (!a->has_distance[feature])
        for (int32_t k = 0; k < a->count; k++)
            a->distance[feature][k] = TWC_NAME(spine_near)(&a->ground->spine[feature], &a->runs[feature], within,
                                                           a->at.x[k], a->at.z[k])
                                          .distance;
    a->has_distance[feature] = 1;
    return a->distance[feature];
}

static void pad_shares(const asked *a, twc_ramp ramp, double *restrict out)
{
    const twc_spot middle = a->ground->land->pad.middle;
    const int32_t n = TWC_LAND_WHOLE(a->count);
    for (int32_t k = 0; k < n; k++)
        out[k] = twc_fast_ss(twc_fast_length(a->at.x[k] - middle.x, a->at.z[k] - middle.z), ramp);
}

static void noise_shares(const asked *a, const twc_fbm *noise, twc_ramp ramp, double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(a->count);
    TWC_NAME(fbm_batch)(noise, a->count, a->at.x, a->at.z, out);
    for (int32_t k = 0; k < n; k++)
        out[k] = twc_fast_ss(out[k], ramp);
}

/* The positions at which both shares are above 0. */
static int32_t both(int32_t n, const double *one, const double *other, int32_t *list)
{
    int32_t found = 0;
    for (int32_t k = 0; k < n; k++) {
        list[found] = k;
        found += (one[k] != 0.0) & (other[k] != 0.0);
    }
    TWC_ASSERT(found <= n);
    return found;
}

static void forests(asked *a, double *restrict out)
{
    const twc_land *land = a->ground->land;
    const twc_land_forest *forest = &land->forest;
    double density[TWC_LAND_BATCH], pad[TWC_LAND_BATCH], coast[TWC_LAND_BATCH];
    int32_t list[TWC_LAND_BATCH];
    twc_land_places some;
    memset(out, 0, TWC_LAND_BATCH * sizeof *out);
    pad_shares(a, forest->pad, pad);
    noise_shares(a, &forest->noise, forest->density, density);
    const int32_t found = both(a->n, density, pad, list);
    if (found == 0)
        return;
    const double *slope = slopes(a);
    const int32_t count = TWC_NAME(land_pick)(&a->at, list, found, &some);
    TWC_NAME(coast_batch)(&land->coast, count, &some, coast);
    for (int32_t m = 0; m < found; m++) {
        const int32_t k = list[m];
        out[k] = density[k] * twc_fast_ss(-coast[m], forest->shore) * (1.0 - twc_fast_ss(slope[k], forest->slope)) *
                 pad[k];
    }
    for (int32_t feature = 0; feature < land->feature_count; feature++) {
        const double *distance = distances(a, feature);
        for (int32_t k = 0; k < a->n; k++)
            out[k] *= twc_fast_ss(distance[k], land->feature[feature].clearing);
    }
}

static void groves(asked *a, double *restrict out)
{
    const twc_land *land = a->ground->land;
    const twc_land_grove *grove = &land->grove;
    double density[TWC_LAND_BATCH], pad[TWC_LAND_BATCH], hill[TWC_LAND_BATCH];
    int32_t list[TWC_LAND_BATCH];
    twc_land_places some;
    memset(out, 0, TWC_LAND_BATCH * sizeof *out);
    pad_shares(a, grove->pad, pad);
    if (both(a->n, pad, pad, list) == 0)
        return;
    noise_shares(a, &grove->noise, grove->density, density);
    const int32_t found = both(a->n, density, pad, list);
    if (found == 0)
        return;
    const double *slope = slopes(a);
    const int32_t count = TWC_NAME(land_pick)(&a->at, list, found, &some);
    TWC_NAME(hill_batch)(&land->hill, a->ground->highest, count, &some, hill);
    for (int32_t m = 0; m < found; m++) {
        const int32_t k = list[m];
        out[k] = density[k] * pad[k] * (twc_fast_ss(hill[m], grove->low) * (1.0 - twc_fast_ss(hill[m], grove->high))) *
                 (1.0 - twc_fast_ss(slope[k], grove->slope));
    }
}

/* A distance made uneven, where the noise can make a difference: it is below 2 in magnitude. */
static void uneven(const asked *a, const twc_land_layer *layer, double *restrict quantity)
{
    const double reach = 2.0 * layer->uneven, from = layer->ramp.from, to = layer->ramp.to;
    const double low = twc_fast_min(from, to) - reach, high = twc_fast_max(from, to) + reach;
    for (int32_t k = 0; k < a->n; k++)
        if (quantity[k] >= low && quantity[k] <= high)
            quantity[k] += layer->uneven *
                           twc_fast_noise(a->at.x[k] / layer->size, a->at.z[k] / layer->size, layer->seed);
}

static void layer_cover(asked *a, const twc_land_layer *layer, const double *height, double *restrict cover)
{
    const int32_t n = TWC_LAND_WHOLE(a->count);
    const double *quantity = height;
    const twc_ramp ramp = layer->ramp;
    double changed[TWC_LAND_BATCH];
    if (layer->by == TWC_COVER_FOREST) {
        forests(a, cover);
        return;
    }
    if (layer->by == TWC_COVER_SLOPE)
        quantity = slopes(a);
    else if (layer->by == TWC_COVER_FEATURE)
        quantity = distances(a, layer->feature);
    if (layer->by == TWC_COVER_FEATURE && layer->uneven > 0.0) {
        memcpy(changed, quantity, sizeof changed);
        uneven(a, layer, changed);
        quantity = changed;
    }
    for (int32_t k = 0; k < n; k++)
        cover[k] = twc_fast_ss(quantity[k], ramp);
}

void TWC_NAME(forest)(const twc_land_ground *ground, twc_spots at, double *out)
{
    asked a;
    double value[TWC_LAND_BATCH];
    begin(ground, &a);
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        take(&a, at, first);
        forests(&a, value);
        memcpy(out + first, value, (size_t)a.n * sizeof(double));
    }
}

void TWC_NAME(grove)(const twc_land_ground *ground, twc_spots at, double *out)
{
    asked a;
    double value[TWC_LAND_BATCH];
    begin(ground, &a);
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        take(&a, at, first);
        groves(&a, value);
        memcpy(out + first, value, (size_t)a.n * sizeof(double));
    }
}

/* All layers of a batch; weight[layer] as they are stacked. */
static void stack(asked *a, const double *height, double weight[TWC_LAND_LAYERS + 1][TWC_LAND_BATCH])
{
    const twc_land *land = a->ground->land;
    const int32_t n = TWC_LAND_WHOLE(a->count);
    for (int32_t k = 0; k < n; k++)
        weight[0][k] = 1.0;
    TWC_ASSERT(land->layer_count <= TWC_LAND_LAYERS);
    for (int32_t i = 0; i < land->layer_count; i++) {
        const double *cover = weight[i + 1];
        layer_cover(a, &land->layer[i], height, weight[i + 1]);
        for (int32_t under = 0; under <= i; under++)
            for (int32_t k = 0; k < n; k++)
                weight[under][k] *= 1.0 - cover[k];
    }
}

void TWC_NAME(land_look)(const twc_land_ground *ground, twc_spots at, twc_land_look out)
{
    const twc_land *land = ground->land;
    asked a;
    double height[TWC_LAND_BATCH], weight[TWC_LAND_LAYERS + 1][TWC_LAND_BATCH];
    begin(ground, &a);
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        take(&a, at, first);
        TWC_NAME(height_batch)(ground, a.count, &a.at, height);
        stack(&a, height, weight);
        for (int32_t i = 0; i <= land->layer_count; i++)
            memcpy(out.weight + (size_t)i * at.count + first, weight[i], (size_t)a.n * sizeof(double));
        for (int32_t k = 0; k < a.n; k++)
            out.brown[first + (size_t)k] = twc_fast_ss(height[k], land->brown);
    }
}
