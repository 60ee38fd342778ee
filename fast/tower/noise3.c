/* SPDX-License-Identifier: MIT */
/*
 * Noise in space a batch at a time: hashes in lanes of 32 bits first, then edges and sums in lanes of 64. Spec tower
 * 1.3, 1.4; twin reference/tower/noise3.c; test tests/tower/test_tower_noise.c.
 */
#include "tower/tower.h"

/* A batch of one octave: places in cells, cells, and the hashes of their eight corners. */
typedef struct octave {
    _Alignas(64) double x[TWC_TOWER_BATCH];
    _Alignas(64) double y[TWC_TOWER_BATCH];
    _Alignas(64) double z[TWC_TOWER_BATCH];
    _Alignas(64) int32_t i[TWC_TOWER_BATCH], j[TWC_TOWER_BATCH], k[TWC_TOWER_BATCH];
    _Alignas(64) uint32_t hash[8][TWC_TOWER_BATCH];
} octave;

static void find_cells(octave *restrict o)
{
    for (int32_t n = 0; n < TWC_TOWER_BATCH; n++) {
        o->i[n] = twc_fast_floor(o->x[n]);
        o->j[n] = twc_fast_floor(o->y[n]);
        o->k[n] = twc_fast_floor(o->z[n]);
    }
}

/* A step aside adds the factor to the product. */
static void hash_cells(uint32_t seed, octave *restrict o)
{
    const uint32_t mixed = seed * 0x9E3779B9u;
    for (int32_t n = 0; n < TWC_TOWER_BATCH; n++) {
        const uint32_t x = (uint32_t)o->i[n] * 0x8DA6B343u, y = (uint32_t)o->j[n] * 0xD8163841u,
                       z = (uint32_t)o->k[n] * 0xCB1AB31Fu;
        const uint32_t x1 = x + 0x8DA6B343u, y1 = y + 0xD8163841u, z1 = z + 0xCB1AB31Fu;
        o->hash[0][n] = twc_fast_hash_end(twc_fast_hash_end(x ^ y ^ z) ^ mixed);
        o->hash[1][n] = twc_fast_hash_end(twc_fast_hash_end(x1 ^ y ^ z) ^ mixed);
        o->hash[2][n] = twc_fast_hash_end(twc_fast_hash_end(x ^ y1 ^ z) ^ mixed);
        o->hash[3][n] = twc_fast_hash_end(twc_fast_hash_end(x1 ^ y1 ^ z) ^ mixed);
        o->hash[4][n] = twc_fast_hash_end(twc_fast_hash_end(x ^ y ^ z1) ^ mixed);
        o->hash[5][n] = twc_fast_hash_end(twc_fast_hash_end(x1 ^ y ^ z1) ^ mixed);
        o->hash[6][n] = twc_fast_hash_end(twc_fast_hash_end(x ^ y1 ^ z1) ^ mixed);
        o->hash[7][n] = twc_fast_hash_end(twc_fast_hash_end(x1 ^ y1 ^ z1) ^ mixed);
    }
}

/* All bits set where bit `at` of a hash is. */
TWC_INLINE uint64_t spread(uint32_t h, int at)
{
    return (uint64_t)(int64_t)((int32_t)(h << (31 - at)) >> 31);
}

/* The edge that the four upper bits name, at (x, y, z) from its corner. */
TWC_INLINE double edge(uint32_t h, double x, double y, double z)
{
    const uint64_t by_x = twc_fast_bits(x), by_y = twc_fast_bits(y), by_z = twc_fast_bits(z), sign = (uint64_t)1 << 63;
    const uint64_t eight = spread(h, 31), four = spread(h, 30), one = spread(h, 28);
    const uint64_t u = twc_fast_choose(by_x, by_y, eight);
    const uint64_t other = twc_fast_choose(by_z, by_x, eight & four & ~one);
    const uint64_t v = twc_fast_choose(by_y, other, eight | four);
    return twc_fast_real(u ^ (one & sign)) + twc_fast_real(v ^ ((uint64_t)h << 34 & sign));
}

TWC_INLINE double fade(double r)
{
    return ((r * r) * r) * (r * (r * 6.0 - 15.0) + 10.0);
}

TWC_INLINE double between(double a, double b, double t)
{
    return a + (b - a) * t;
}

static void add_octave(const octave *restrict o, double gain, double *restrict out)
{
    for (int32_t n = 0; n < TWC_TOWER_BATCH; n++) {
        const double x = o->x[n] - (double)o->i[n], y = o->y[n] - (double)o->j[n], z = o->z[n] - (double)o->k[n];
        const double x1 = x - 1.0, y1 = y - 1.0, z1 = z - 1.0, u = fade(x), v = fade(y), w = fade(z);
        const double a = between(edge(o->hash[0][n], x, y, z), edge(o->hash[1][n], x1, y, z), u);
        const double b = between(edge(o->hash[2][n], x, y1, z), edge(o->hash[3][n], x1, y1, z), u);
        const double c = between(edge(o->hash[4][n], x, y, z1), edge(o->hash[5][n], x1, y, z1), u);
        const double d = between(edge(o->hash[6][n], x, y1, z1), edge(o->hash[7][n], x1, y1, z1), u);
        out[n] += gain * between(between(a, b, v), between(c, d, v), w);
    }
}

void TWC_NAME(tower_fbm_batch)(const twc_tower_noise *noise, const twc_tower_places *at, double *restrict out)
{
    double gain = 1.0, gains = 0.0, scale = 1.0;
    twc_tower_places p;
    octave o;
    for (int32_t n = 0; n < TWC_TOWER_BATCH; n++) {
        p.x[n] = at->x[n] / noise->size;
        p.y[n] = at->y[n] / noise->size;
        p.z[n] = at->z[n] / noise->size;
        out[n] = 0.0;
    }
    for (int32_t i = 0; i < noise->octaves; i++) {
        for (int32_t n = 0; n < TWC_TOWER_BATCH; n++) { /* doubling is exact: a power of two at once */
            o.x[n] = p.x[n] * scale + i * 19.1875;
            o.y[n] = p.y[n] * scale + i * 7.4375;
            o.z[n] = p.z[n] * scale + i * 3.5625;
        }
        find_cells(&o);
        hash_cells(noise->seed + (uint32_t)i, &o);
        add_octave(&o, gain, out);
        gains += gain;
        gain *= 0.5;
        scale *= 2.0;
    }
    for (int32_t n = 0; n < TWC_TOWER_BATCH; n++)
        out[n] = out[n] / gains;
}

void TWC_NAME(tower_fbm)(const twc_tower_noise *noise, twc_tower_spots at, double *out)
{
    twc_tower_places p;
    double value[TWC_TOWER_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_TOWER_BATCH) {
        const size_t left = at.count - first, n = left < TWC_TOWER_BATCH ? left : TWC_TOWER_BATCH;
        for (size_t k = 0; k < TWC_TOWER_BATCH; k++) { /* past the end the last place again */
            const size_t from = first + (k < n ? k : n - 1);
            double cosine, sine;
            twc_tower_turned(at.theta[from], &cosine, &sine);
            p.x[k] = TWC_TOWER_RADIUS * cosine;
            p.y[k] = TWC_TOWER_RADIUS * sine;
            p.z[k] = at.z[from] * 0.01;
        }
        TWC_NAME(tower_fbm_batch)(noise, &p, value);
        memcpy(out + first, value, n * sizeof *value);
    }
}
