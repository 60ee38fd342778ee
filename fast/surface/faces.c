/* SPDX-License-Identifier: MIT */
/*
 * Faces, sixteen lanes at a time: classes, colours, potentials. Spec surface 1.2, 2.1, 2.3, 2.4, 3.1, 3.3; paper
 * Algorithm 2, equation 3, equation 4; twin reference/surface/faces.c, reference/surface/potentials.c; test
 * tests/surface/test_surface.c.
 *
 * Numbers are arrays, one lane a facet, and every loop has all lanes, the last facet repeated where fewer are left: so
 * compilers know its length. Facets, samples and faces are copied one at a time, and hold what depends on a table.
 */
#include <math.h>

#include "ground/ground.h"
#include "surface/surface.h"

enum { LANES = 16 };

typedef struct lanes {
    int32_t x[LANES], z[LANES];
    float y[3][LANES], nx[LANES], ny[LANES], nz[LANES]; /* y: of the corners */
    uint32_t hash[LANES];
    float height[LANES], west[LANES], east[LANES], north[LANES], south[LANES], around[LANES];
    double xi[LANES], puddle[LANES];
    int32_t snow[LANES], ground[LANES];  /* ground: the palette's entry if the facet is ground */
    uint32_t kind[LANES], colour[LANES]; /* palette and material; red, green, blue: the first lowest */
} lanes;

static void load(size_t n, const twc_facet *facets, lanes *l)
{
    TWC_ASSERT(n >= 1 && n <= LANES);
    for (size_t k = 0; k < LANES; k++) {
        const twc_facet *facet = &facets[k < n ? k : n - 1];
        l->x[k] = facet->centroid_x;
        l->z[k] = facet->centroid_z;
        l->nx[k] = facet->normal[0];
        l->ny[k] = facet->normal[1];
        l->nz[k] = facet->normal[2];
        for (int corner = 0; corner < 3; corner++)
            l->y[corner][k] = facet->corner[corner].y;
    }
}

static void numbers(lanes *l)
{
    for (int k = 0; k < LANES; k++) {
        l->hash[k] = twc_fast_hash(l->x[k], l->z[k], TWC_SALT_FACE);
        l->xi[k] = twc_fast_xi(l->hash[k]);
        l->height[k] = (float)(((double)l->y[0][k] + (double)l->y[1][k] + (double)l->y[2][k]) / 3.0);
    }
}

/* ---- heights of the fields ---- */

/* Where a lane lies in both fields: fractions are the same, and the same again a sample further. */
typedef struct places {
    uint32_t broad[LANES], basin[LANES]; /* the north-western sample */
    float tx[LANES], tz[LANES];
} places;

static void find_places(const twc_surface_window *window, const lanes *l, places *p)
{
    const twc_rect broad = window->broad.rect, basin = window->basin.rect;
    const uint32_t dx = (uint32_t)(broad.x - basin.x), dz = (uint32_t)(broad.z - basin.z);
    for (int k = 0; k < LANES; k++) {
        const twc_fast_place place = twc_fast_place_in(broad, l->x[k], l->z[k]);
        TWC_ASSERT(place.i >= 1 && place.i + 2 < (uint32_t)broad.nx && place.j >= 1 &&
                   place.j + 2 < (uint32_t)broad.nz);
        p->broad[k] = place.j * (uint32_t)broad.nx + place.i;
        p->basin[k] = (place.j + dz) * (uint32_t)basin.nx + (place.i + dx);
        p->tx[k] = place.tx;
        p->tz[k] = place.tz;
    }
}

/* The samples about each lane: of the broad field four rows from one to the north, the middle ones wider by two. */
typedef struct samples {
    float north[LANES][2], middle[2][LANES][4], south[LANES][2], basin[2][LANES][2];
} samples;

static void take_samples(const twc_surface_window *window, const places *p, samples *s)
{
    const ptrdiff_t broad_row = window->broad.rect.nx, basin_row = window->basin.rect.nx;
    for (int k = 0; k < LANES; k++) {
        const float *broad = window->broad.h + p->broad[k], *basin = window->basin.h + p->basin[k];
        memcpy(s->north[k], broad - broad_row, sizeof s->north[k]);
        memcpy(s->middle[0][k], broad - 1, sizeof s->middle[0][k]);
        memcpy(s->middle[1][k], broad + broad_row - 1, sizeof s->middle[1][k]);
        memcpy(s->south[k], broad + 2 * broad_row, sizeof s->south[k]);
        memcpy(s->basin[0][k], basin, sizeof s->basin[0][k]);
        memcpy(s->basin[1][k], basin + basin_row, sizeof s->basin[1][k]);
    }
}

/* The broad field one sample to the west, east, north and south, and the basin's. */
static void heights(const twc_surface_window *window, lanes *l)
{
    places p;
    samples s;
    find_places(window, l, &p);
    take_samples(window, &p, &s);
    for (int k = 0; k < LANES; k++) {
        const float *upper = s.middle[0][k], *lower = s.middle[1][k], tx = p.tx[k], tz = p.tz[k];
        const float west = twc_fast_bilinear(upper[0], upper[1], lower[0], lower[1], tx, tz);
        const float east = twc_fast_bilinear(upper[2], upper[3], lower[2], lower[3], tx, tz);
        const float north = twc_fast_bilinear(s.north[k][0], s.north[k][1], upper[1], upper[2], tx, tz);
        const float south = twc_fast_bilinear(lower[1], lower[2], s.south[k][0], s.south[k][1], tx, tz);
        l->west[k] = west;
        l->east[k] = east;
        l->north[k] = north;
        l->south[k] = south;
        l->around[k] = twc_fast_bilinear(s.basin[0][k][0], s.basin[0][k][1], s.basin[1][k][0], s.basin[1][k][1], tx,
                                         tz);
    }
}

/* ---- what follows from numbers ---- */

static void clamp_all(int n, double *value)
{
    for (int k = 0; k < n; k++)
        value[k] = twc_fast_clamp01(value[k]);
}

/* Clamped in a loop of its own: compilers make branches of a choice whose outcome is a factor. */
static void potentials(lanes *l)
{
    const double sun_x = twc_sun_plan[0], sun_z = twc_sun_plan[1];
    double unit[3][LANES], *flat = unit[0], *low = unit[1], *level = unit[2];
    for (int k = 0; k < LANES; k++) {
        const double ny = (double)l->ny[k];
        flat[k] = (ny - 0.975) / 0.022;
        low[k] = (((double)l->around[k] - (double)l->height[k]) + 0.3) / 1.1;
        level[k] = (ny - 0.80) / 0.2;
    }
    clamp_all(3 * LANES, unit[0]);
    for (int k = 0; k < LANES; k++) {
        l->puddle[k] = flat[k] * low[k];
        const double toward = (double)l->nx[k] * sun_x + (double)l->nz[k] * sun_z;
        const double away = 0.5 - 0.5 * toward;
        const double snow = (0.55 * level[k] + 0.15 * away) + 0.22 * (l->xi[k] - 0.5);
        /* What is converted is above 0 (a normal's rounding takes less than the 0.5), so truncation is the floor. */
        const int32_t byte = (int32_t)((snow + 0.11) / 0.92 * 255.0 + 0.5);
        l->snow[k] = byte < 255 ? byte : 255;
    }
}

/* ---- Algorithm 2: questions from the last to the first. Reals are chosen without a branch at every level. ---- */

enum { UNDECIDED = TWC_PALETTE_GRASS }; /* grass or dry grass */

/* What needs no dryness. Returns whether a lane is left undecided. */
static int classify(double water, lanes *l)
{
    const double shore = water + 2.5;
    int32_t least = TWC_PALETTE_COUNT;
    for (int k = 0; k < LANES; k++) {
        const double height = (double)l->height[k], xi = l->xi[k];
        const double gx = ((double)l->east[k] - (double)l->west[k]) / 8.0;
        const double gz = ((double)l->south[k] - (double)l->north[k]) / 8.0;
        const double slope = sqrt(gx * gx + gz * gz);
        double entry = slope > 0.42 + 0.08 * (xi - 0.5) ? (double)TWC_PALETTE_ROCK : (double)UNDECIDED;
        entry = 1.0 - (double)l->ny[k] > 0.62 ? (double)TWC_PALETTE_ROCK : entry;
        entry = height > 205.0 + 30.0 * xi ? (double)TWC_PALETTE_ROCK : entry;
        entry = height < shore ? (double)TWC_PALETTE_SHORE : entry;
        l->ground[k] = (int32_t)entry;
    }
    for (int k = 0; k < LANES; k++)
        least = l->ground[k] < least ? l->ground[k] : least;
    return least == UNDECIDED;
}

static void dry(lanes *l)
{
    double dryness[LANES];
    TWC_NAME(dryness_batch)(LANES, l->x, l->z, dryness);
    for (int k = 0; k < LANES; k++) {
        const double grass = dryness[k] + 0.12 * (l->xi[k] - 0.5) > 0.60 ? (double)TWC_PALETTE_DRY
                                                                         : (double)TWC_PALETTE_GRASS;
        l->ground[k] = l->ground[k] == UNDECIDED ? (int32_t)grass : l->ground[k];
    }
}

static const uint8_t palette_of_material[TWC_MATERIAL_COUNT] = {
    [TWC_MATERIAL_BED] = TWC_PALETTE_BED,
    [TWC_MATERIAL_BANK] = TWC_PALETTE_BANK,
    [TWC_MATERIAL_WALL] = TWC_PALETTE_WALL,
    [TWC_MATERIAL_WATER] = TWC_PALETTE_WATER,
};

/* The palette as words, red lowest. */
static void load_palette(uint32_t srgb[TWC_PALETTE_COUNT])
{
    for (int entry = 0; entry < TWC_PALETTE_COUNT; entry++)
        srgb[entry] = (uint32_t)twc_palette_srgb[entry][0] | (uint32_t)twc_palette_srgb[entry][1] << 8 |
                      (uint32_t)twc_palette_srgb[entry][2] << 16;
}

TWC_INLINE uint32_t shaded(uint32_t byte, double factor)
{
    const int32_t value = (int32_t)((double)(int32_t)byte * factor + 0.5);
    return (uint32_t)(value < 255 ? value : 255);
}

static void shade(lanes *l)
{
    for (int k = 0; k < LANES; k++) {
        const double factor = 0.93 + 0.14 * l->xi[k];
        const uint32_t colour = l->colour[k];
        l->colour[k] = shaded(colour & 255, factor) | shaded(colour >> 8 & 255, factor) << 8 |
                       shaded(colour >> 16, factor) << 16;
    }
}

/* The faces' last eight bytes as two words, the first byte lowest: one store each where memory has that order. */
static void store(size_t n, const lanes *l, twc_surface_face *faces)
{
    for (size_t k = 0; k < n; k++) {
        twc_surface_face *face = &faces[k];
        face->puddle = l->puddle[k];
        face->hash = l->hash[k];
        face->height = l->height[k];
        twc_fast_put32(&face->palette, l->kind[k] | (uint32_t)l->snow[k] << 24);
        twc_fast_put32(&face->colour[0], l->colour[k]);
    }
}

_Static_assert(offsetof(twc_surface_face, snow) == offsetof(twc_surface_face, palette) + 3 &&
                   offsetof(twc_surface_face, zero) == offsetof(twc_surface_face, colour) + 3,
               "store puts four bytes at once");

/* Palette and material as `store` takes them; a feature's facets have the entry of their material. */
static void choose(size_t n, const twc_facet *facets, const uint32_t srgb[TWC_PALETTE_COUNT], lanes *l)
{
    for (size_t k = 0; k < LANES; k++) {
        const uint64_t id = facets[k < n ? k : n - 1].id;
        uint32_t entry = (uint32_t)l->ground[k], material = TWC_MATERIAL_GROUND;
        if (id >> 62 == TWC_FACET_FEATURE) {
            material = twc_facet_material(id);
            TWC_ASSERT(material < TWC_MATERIAL_COUNT);
            entry = palette_of_material[material];
        }
        TWC_ASSERT(entry < TWC_PALETTE_COUNT);
        l->kind[k] = entry | material << 8;
        l->colour[k] = srgb[entry];
    }
}

void TWC_NAME(faces)(const twc_surface_window *window, size_t n, const twc_facet *facets, twc_surface_face *faces)
{
    uint32_t srgb[TWC_PALETTE_COUNT];
    load_palette(srgb);
    for (size_t first = 0; first < n; first += LANES) {
        const size_t count = n - first < LANES ? n - first : LANES;
        lanes l;
        load(count, facets + first, &l);
        numbers(&l);
        heights(window, &l);
        potentials(&l);
        if (classify(window->water, &l))
            dry(&l);
        choose(count, facets + first, srgb, &l);
        shade(&l);
        store(count, &l, faces + first);
    }
}
