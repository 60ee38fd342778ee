/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forest, groves and look by every table, against docs/spec/land.md 5.4 and 5.5 written out one position at a time; on
 * the island, and on lands that leave out what batches skip.
 */
#include "tables.h"

enum { N = 1200, MOST = TWC_LAND_LAYERS + 1 };

static twc_land_ground island;

static double ss(double x, twc_ramp ramp)
{
    double t = (x - ramp.from) / (ramp.to - ramp.from);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (t * t) * (3 - 2 * t);
}

/* What is asked of one position, by the reference. */
typedef struct asked {
    double height, slope, coast, hill, far, forest, grove, distance[TWC_LAND_FEATURES];
} asked;

static double noise(const twc_fbm *fbm, double x, double z)
{
    double value;
    twc_reference_land()->fbm(fbm, (twc_spots){1, &x, &z}, &value);
    return value;
}

static asked ask(const twc_land_ground *g, double x, double z)
{
    const twc_land_table *table = twc_reference_land();
    const twc_land *land = g->land;
    const twc_spots at = {1, &x, &z};
    const double dx = x - land->pad.middle.x, dz = z - land->pad.middle.z;
    double gx, gz, unused[2];
    asked a;
    table->land_heights(g, at, &a.height);
    table->land_gradients(g, at, (twc_vectors){&gx, &gz});
    table->coast(land, at, &a.coast);
    table->raw_hill(land, at, &a.hill);
    a.slope = sqrt(gx * gx + gz * gz);
    a.hill = a.hill * land->hill.top / g->highest;
    a.far = sqrt(dx * dx + dz * dz);
    for (int32_t k = 0; k < land->feature_count; k++)
        table->spine_nearest(&g->spine[k], land->feature[k].within, at,
                             (twc_nearest){&a.distance[k], &unused[0], &unused[1]});
    const twc_land_forest *f = &land->forest;
    a.forest = ss(noise(&f->noise, x, z), f->density) * ss(-a.coast, f->shore) * (1 - ss(a.slope, f->slope)) *
               ss(a.far, f->pad);
    for (int32_t k = 0; k < land->feature_count; k++)
        a.forest *= ss(a.distance[k], land->feature[k].clearing);
    const twc_land_grove *v = &land->grove;
    a.grove = ss(noise(&v->noise, x, z), v->density) * ss(a.far, v->pad) *
              (ss(a.hill, v->low) * (1 - ss(a.hill, v->high))) * (1 - ss(a.slope, v->slope));
    return a;
}

static double cover_of(const twc_land_layer *layer, const asked *a, double x, double z)
{
    if (layer->by == TWC_COVER_FOREST)
        return a->forest;
    double quantity = layer->by == TWC_COVER_HEIGHT  ? a->height
                      : layer->by == TWC_COVER_SLOPE ? a->slope
                                                     : a->distance[layer->feature];
    if (layer->by == TWC_COVER_FEATURE && layer->uneven > 0) {
        const twc_fbm plain = {1, 1, layer->seed};
        quantity += layer->uneven * noise(&plain, x / layer->size, z / layer->size);
    }
    return ss(quantity, layer->ramp);
}

/* Half all over the island, half about the walkway and the brook. */
static void make_places(double *x, double *z)
{
    uint64_t state = 21;
    for (size_t k = 0; k < N; k++) {
        x[k] = k % 2 ? between(&state, -700, 800) : between(&state, -60, 40);
        z[k] = k % 2 ? between(&state, -700, 700) : between(&state, 270, 500);
    }
}

static void compare(const twc_land_ground *g, const char *name)
{
    static double x[N], z[N], forest[N], grove[N], weight[MOST * N], brown[N];
    static const size_t sizes[] = {N, 1, 130};
    const twc_land *land = g->land;
    int bad = 0;
    make_places(x, z);
    for (int t = 0; table_at(t); t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const size_t n = sizes[s];
            table_at(t)->forest(g, (twc_spots){n, x, z}, forest);
            table_at(t)->grove(g, (twc_spots){n, x, z}, grove);
            table_at(t)->land_look(g, (twc_spots){n, x, z}, (twc_land_look){weight, brown});
            for (size_t k = 0; k < n; k++) {
                const asked a = ask(g, x[k], z[k]);
                double expected[MOST] = {1};
                int layers = 0;
                for (int32_t i = 0; i < land->layer_count; i++) {
                    expected[i + 1] = cover_of(&land->layer[i], &a, x[k], z[k]);
                    for (int32_t under = 0; under <= i; under++)
                        expected[under] *= 1 - expected[i + 1];
                }
                for (int32_t i = 0; i <= land->layer_count; i++)
                    layers += weight[(size_t)i * n + k] != expected[i];
                SUITE_EXPECT(bad, forest[k] == a.forest && grove[k] == a.grove, "%s, table %d, (%.17g, %.17g)", name, t,
                             x[k], z[k]);
                SUITE_EXPECT(bad, layers == 0 && brown[k] == ss(a.height, land->brown), "%s, table %d, (%.17g, %.17g)",
                             name, t, x[k], z[k]);
            }
        }
    SUITE_NONE(bad);
}

static void the_island(void)
{
    compare(&island, "island");
}

/* Shares that are 0 nearly everywhere, and 1: what batches leave out, and what they may not. */
static void sparse_and_full(void)
{
    twc_land land = *island.land;
    twc_land_ground g = island;
    g.land = &land;
    land.forest.density = (twc_ramp){0.35, 0.36};
    land.grove.density = (twc_ramp){0.3, 0.31};
    compare(&g, "sparse");
    land.forest.density = (twc_ramp){-3, -2};
    land.forest.pad = (twc_ramp){5000, 60}; /* fading away from the pad */
    land.forest.slope = (twc_ramp){5, 6};
    land.grove.density = (twc_ramp){-3, -2};
    land.grove.pad = (twc_ramp){-2, -1};
    compare(&g, "full");
}

static void without_features(void)
{
    twc_land land = *island.land;
    twc_land_ground g = island;
    g.land = &land;
    land.feature_count = 0;
    land.layer_count = 3;
    compare(&g, "no features");
    land.layer_count = 0;
    compare(&g, "no layers");
}

/* One path under every kind of layer at once, uneven ones among them, with ramps both ways. */
static void many_layers(void)
{
    twc_land land = *island.land;
    twc_land_ground g = island;
    g.land = &land;
    land.layer_count = TWC_LAND_LAYERS;
    for (int32_t k = 0; k < TWC_LAND_LAYERS; k++) {
        twc_land_layer *layer = &land.layer[k];
        *layer = island.land->layer[k % 7];
        layer->seed += k;
        if (k % 3 == 1 && layer->by == TWC_COVER_FEATURE) {
            layer->uneven = 0.1 * k;
            layer->size = 0.5 + k;
            layer->ramp = (twc_ramp){layer->ramp.to, layer->ramp.from};
        }
    }
    compare(&g, "many layers");
}

int main(void)
{
    CU_TestInfo tests[] = {{"the island", the_island},
                           {"sparse and full", sparse_and_full},
                           {"without features", without_features},
                           {"many layers", many_layers},
                           CU_TEST_INFO_NULL};
    make_island(twc_island_land(), &island);
    int failed = suite_run("cover", tests);
    free(island.heights);
    return failed;
}
