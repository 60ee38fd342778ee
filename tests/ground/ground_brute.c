/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/ground_brute.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random numbers ---------------------------------------------------------------------------------------- */

static uint64_t finalise(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

uint64_t brute_next(uint64_t *state)
{
    return finalise(*state += 0x9E3779B97F4A7C15U);
}

uint64_t brute_mix(uint64_t seed, int64_t i, int64_t j)
{
    return finalise(finalise(seed + (uint64_t)i * 0x9E3779B97F4A7C15U) + (uint64_t)j * 0xD1342543DE82EF95U);
}

int32_t brute_between(uint64_t *state, int32_t low, int32_t high)
{
    uint64_t range = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(brute_next(state) % range));
}

/* ---- worlds ------------------------------------------------------------------------------------------------- */

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(4);
    }
    return memory;
}

/* The nearest of first .. first + count - 1 units of `unit` indices to an index. */
static int32_t nearest_unit(int32_t index, int32_t unit, int32_t first, int32_t count)
{
    int32_t owner = (int32_t)floor((double)index / unit);
    return owner < first ? first : owner > first + count - 1 ? first + count - 1 : owner;
}

static int32_t nearest_index(int32_t index, int32_t low, int32_t high)
{
    return index < low ? low : index > high ? high : index;
}

static int tile_missing(const brute_world *w, int32_t tile_x, int32_t tile_z)
{
    twc_rect e = w->world.extent;
    return (int)(w->missing >> ((tile_z - e.z) * e.nx + (tile_x - e.x)) & 1U);
}

uint16_t brute_sample(const brute_world *w, int32_t i, int32_t j)
{
    twc_rect e = w->world.extent;
    i = nearest_index(i, 128 * e.x, 128 * (e.x + e.nx));
    j = nearest_index(j, 128 * e.z, 128 * (e.z + e.nz));
    if (tile_missing(w, nearest_unit(i, 128, e.x, e.nx), nearest_unit(j, 128, e.z, e.nz)))
        return w->world.base_sample;
    return w->height(w->seed, i, j);
}

uint8_t brute_class(const brute_world *w, int32_t macro_x, int32_t macro_z)
{
    twc_rect e = w->world.extent;
    macro_x = nearest_index(macro_x, 8 * e.x, 8 * (e.x + e.nx) - 1);
    macro_z = nearest_index(macro_z, 8 * e.z, 8 * (e.z + e.nz) - 1);
    if (tile_missing(w, nearest_unit(macro_x, 8, e.x, e.nx), nearest_unit(macro_z, 8, e.z, e.nz)))
        return TWC_FINE;
    return w->class_of(w->seed, macro_x, macro_z);
}

static twc_tile *fill_tile(const brute_world *w, int32_t tile_x, int32_t tile_z)
{
    twc_tile *tile = zeroed(1, sizeof *tile);
    for (int32_t z = 0; z < 129; z++)
        for (int32_t x = 0; x < 129; x++)
            tile->sample[z][x] = brute_sample(w, 128 * tile_x + x, 128 * tile_z + z);
    for (int32_t z = 0; z < 8; z++)
        for (int32_t x = 0; x < 8; x++)
            tile->facet[z][x] = brute_class(w, 8 * tile_x + x, 8 * tile_z + z);
    return tile;
}

brute_world *brute_world_create(twc_rect extent, uint64_t missing, uint16_t base, uint64_t seed,
                                brute_height_function height, brute_class_function class_of)
{
    brute_world *w = zeroed(1, sizeof *w);
    w->tiles = zeroed((size_t)(extent.nx * extent.nz), sizeof *w->tiles);
    w->world.extent = extent;
    w->world.base_sample = base;
    w->world.tiles = (const twc_tile *const *)w->tiles;
    w->missing = missing;
    w->seed = seed;
    w->height = height;
    w->class_of = class_of;
    for (int32_t z = 0; z < extent.nz; z++)
        for (int32_t x = 0; x < extent.nx; x++)
            if (!tile_missing(w, extent.x + x, extent.z + z))
                w->tiles[z * extent.nx + x] = fill_tile(w, extent.x + x, extent.z + z);
    return w;
}

void brute_world_destroy(brute_world *w)
{
    for (int32_t k = 0; k < w->world.extent.nx * w->world.extent.nz; k++)
        free(w->tiles[k]);
    free(w->tiles);
    free(w);
}

/* ---- fields ------------------------------------------------------------------------------------------------- */

/* Columns first, then rows: the other way round than one would write it, and exact either way. */
static const float *filtered(const brute_world *w, twc_filter filter, twc_rect r)
{
    const uint16_t *weight = twc_filter_weights(filter);
    int32_t radius = twc_filter_radius(filter);
    int32_t wide = r.nx + 2 * radius;
    uint64_t *column = zeroed((size_t)wide * (size_t)r.nz, sizeof *column);
    for (int32_t z = 0; z < r.nz; z++)
        for (int32_t x = 0; x < wide; x++)
            for (int32_t k = -radius; k <= radius; k++)
                column[z * wide + x] += (uint64_t)weight[abs(k)] * brute_sample(w, r.x - radius + x, r.z + z + k);
    float *out = zeroed((size_t)r.nx * (size_t)r.nz, sizeof *out);
    for (int32_t z = 0; z < r.nz; z++)
        for (int32_t x = 0; x < r.nx; x++) {
            uint64_t sum = 0;
            for (int32_t k = -radius; k <= radius; k++)
                sum += weight[abs(k)] * column[z * wide + x + radius + k];
            out[z * r.nx + x] = twc_weighted_height(sum);
        }
    free(column);
    return out;
}

twc_ground_window *brute_ground_create(const brute_world *w, twc_rect macros)
{
    twc_ground_window *g = zeroed(1, sizeof *g);
    g->macros = (twc_rect){macros.x - 3, macros.z - 3, macros.nx + 6, macros.nz + 6};
    uint8_t *classes = zeroed((size_t)g->macros.nx * (size_t)g->macros.nz, 1);
    for (int32_t z = 0; z < g->macros.nz; z++)
        for (int32_t x = 0; x < g->macros.nx; x++)
            classes[z * g->macros.nx + x] = brute_class(w, g->macros.x + x, g->macros.z + z);
    g->classes = classes;
    /* Two macro cells around, and 7 samples (28 m) more for the jitter of the outermost corners. */
    twc_rect r = {16 * (macros.x - 2) - 7, 16 * (macros.z - 2) - 7, 16 * (macros.nx + 4) + 15,
                  16 * (macros.nz + 4) + 15};
    g->fine = (twc_field){r, filtered(w, TWC_FILTER_FINE, r)};
    g->broad = (twc_field){r, filtered(w, TWC_FILTER_BROAD, r)};
    return g;
}

void brute_ground_destroy(twc_ground_window *g)
{
    free((void *)(uintptr_t)g->classes);
    free((void *)(uintptr_t)g->fine.h);
    free((void *)(uintptr_t)g->broad.h);
    free(g);
}

/* ---- the lattice -------------------------------------------------------------------------------------------- */

static size_t index_in(twc_rect r, int32_t x, int32_t z, const char *what)
{
    if (x < r.x || z < r.z || x >= r.x + r.nx || z >= r.z + r.nz) {
        fprintf(stderr, "the test's window of %s (%d %d %d %d) does not cover (%d, %d)\n", what, r.x, r.z, r.nx, r.nz,
                x, z);
        abort();
    }
    return (size_t)(z - r.z) * (size_t)r.nx + (size_t)(x - r.x);
}

uint8_t brute_window_class(const twc_ground_window *g, int32_t macro_x, int32_t macro_z)
{
    return g->classes[index_in(g->macros, macro_x, macro_z, "classes")];
}

static float field_at(const twc_field *f, int32_t i, int32_t j)
{
    return f->h[index_in(f->rect, i, j, "heights")];
}

float brute_bilinear(const twc_field *f, int32_t x, int32_t z)
{
    int32_t i = (int32_t)floor(x / 400.0), j = (int32_t)floor(z / 400.0);
    /* Each step into a variable of its own: nothing here can be contracted or reordered. */
    float tx = (float)(x - 400 * (int64_t)i) / 400.0F, tz = (float)(z - 400 * (int64_t)j) / 400.0F;
    float row[2];
    for (int32_t k = 0; k < 2; k++) {
        float west = field_at(f, i, j + k);
        float rise = field_at(f, i + 1, j + k) - west;
        float part = rise * tx;
        row[k] = west + part;
    }
    float drop = row[1] - row[0];
    float part = drop * tz;
    return row[0] + part;
}

static int is_broad(const twc_ground_window *g, int32_t macro_x, int32_t macro_z)
{
    return brute_window_class(g, macro_x, macro_z) == TWC_BROAD;
}

/* floor(hash (2a + 1) / 2^32) - a, by long division of the product in 128 bits. */
static int32_t displaced(int32_t index, uint32_t hash, int32_t amplitude)
{
    brute_wide product = (brute_wide)hash * (2 * amplitude + 1);
    return index * 1600 + (int32_t)(product / ((brute_wide)1 << 32)) - amplitude;
}

static twc_vertex jittered(const twc_ground_window *g, int32_t i, int32_t j, int big, int broad)
{
    twc_vertex v;
    v.x = displaced(i, twc_hash(i, j, big ? 13 : 1), big ? 2432 : 608);
    v.z = displaced(j, twc_hash(i, j, big ? 14 : 2), big ? 2432 : 608);
    v.y = brute_bilinear(broad ? &g->broad : &g->fine, v.x, v.z);
    return v;
}

static twc_vertex macro_corner(const twc_ground_window *g, int32_t macro_x, int32_t macro_z)
{
    int count = is_broad(g, macro_x, macro_z) + is_broad(g, macro_x - 1, macro_z) + is_broad(g, macro_x, macro_z - 1) +
                is_broad(g, macro_x - 1, macro_z - 1);
    return jittered(g, 4 * macro_x, 4 * macro_z, count == 4, count > 0);
}

/* The nearest integer to (x0 (4 - k) + x1 k) / 4, halves up: exact in binary64, whose 53 bits hold it with room. */
static int32_t quarter(int32_t x0, int32_t x1, int32_t k)
{
    return (int32_t)floor(((double)x0 * (4 - k) + (double)x1 * k) / 4.0 + 0.5);
}

static twc_vertex on_edge(twc_vertex a, twc_vertex b, int32_t k)
{
    float rise = b.y - a.y;
    float part = rise * (float)(k * 0.25);
    return (twc_vertex){quarter(a.x, b.x, k), quarter(a.z, b.z, k), a.y + part};
}

twc_vertex brute_vertex(const twc_ground_window *g, int32_t i, int32_t j)
{
    int32_t macro_x = (int32_t)floor(i / 4.0), macro_z = (int32_t)floor(j / 4.0);
    int32_t kx = i - 4 * macro_x, kz = j - 4 * macro_z;
    if (kx == 0 && kz == 0)
        return macro_corner(g, macro_x, macro_z);
    int here = is_broad(g, macro_x, macro_z);
    if (kz == 0 && (here || is_broad(g, macro_x, macro_z - 1)))
        return on_edge(macro_corner(g, macro_x, macro_z), macro_corner(g, macro_x + 1, macro_z), kx);
    if (kx == 0 && (here || is_broad(g, macro_x - 1, macro_z)))
        return on_edge(macro_corner(g, macro_x, macro_z), macro_corner(g, macro_x, macro_z + 1), kz);
    return jittered(g, i, j, 0, here);
}

brute_wide brute_area2(twc_vertex a, twc_vertex b, twc_vertex c)
{
    brute_wide ab = (brute_wide)a.z * b.x - (brute_wide)a.x * b.z;
    brute_wide bc = (brute_wide)b.z * c.x - (brute_wide)b.x * c.z;
    brute_wide ca = (brute_wide)c.z * a.x - (brute_wide)c.x * a.z;
    return ab + bc + ca;
}

int brute_valid_diagonal(twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d, int *both)
{
    int main_valid = brute_area2(a, c, d) > 0 && brute_area2(a, d, b) > 0;
    int other_valid = brute_area2(a, c, b) > 0 && brute_area2(b, c, d) > 0;
    *both = main_valid && other_valid;
    return main_valid ? 1 : other_valid ? 0 : -1;
}

int brute_fine_diagonal(int32_t i, int32_t j, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d)
{
    int both, valid = brute_valid_diagonal(a, b, c, d, &both);
    return both ? twc_hash(i, j, 5) >> 31 == 0 : valid;
}

/* How far the middle of p and q lies from the broad field. */
static float midpoint_distance(const twc_ground_window *g, twc_vertex p, twc_vertex q)
{
    int32_t x = (int32_t)floor(((double)p.x + q.x) / 2.0), z = (int32_t)floor(((double)p.z + q.z) / 2.0);
    float sum = p.y + q.y;
    float middle = sum / 2.0F; /* halving is exact, so as good as times 0.5 */
    float difference = brute_bilinear(&g->broad, x, z) - middle;
    return difference < 0 ? -difference : difference;
}

int brute_diagonal_by_height(const twc_ground_window *g, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d)
{
    return midpoint_distance(g, a, d) <= midpoint_distance(g, b, c);
}

int brute_broad_diagonal(const twc_ground_window *g, twc_vertex a, twc_vertex b, twc_vertex c, twc_vertex d)
{
    int both, valid = brute_valid_diagonal(a, b, c, d, &both);
    return both ? brute_diagonal_by_height(g, a, b, c, d) : valid;
}

uint32_t brute_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int brute_same_vertex(twc_vertex a, twc_vertex b)
{
    return a.x == b.x && a.z == b.z && brute_bits(a.y) == brute_bits(b.y);
}
