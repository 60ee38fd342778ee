/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/numbers.md 2, 3, 5: the hash, the jitter, floored integers, and the plan geometry of mesh.h. */
#include <limits.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_brute.h"
#include "common/suite.h"

/* ---- hash --------------------------------------------------------------------------------------------------- */

/* Computed in Python with unbounded integers from the formula of the spec. */
static const struct {
    int32_t i, j, k;
    uint32_t hash;
} vector[] = {
    {0, 0, 0, 0x00000000U},
    {1, 0, 0, 0x0855A51DU},
    {0, 1, 0, 0xC8987DD6U},
    {0, 0, 1, 0x01E3F338U},
    {-1, 0, 0, 0xBCD63D5FU},
    {0, -1, 0, 0x9FE0CB9EU},
    {0, 0, -1, 0x0059841FU},
    {-1, -1, -1, 0xB6B324F3U},
    {1, 2, 5, 0xEDF27E8DU},
    {-64, 63, 5, 0x43DEA20DU},
    {3, -7, 1, 0x9C4224B9U},
    {3, -7, 2, 0xA91EA230U},
    {1000, -2000, 13, 0xB0F97ECEU},
    {1000, -2000, 14, 0x4B2F7FABU},
    {INT_MAX, INT_MIN, 2, 0xCBA3018AU},
    {INT_MIN, INT_MAX, 1, 0x8BB756FFU},
    {INT_MIN, INT_MIN, INT_MIN, 0x6D3C65A0U},
    {671072, -671072, 5, 0xB3C2171CU},
    {123456789, 987654321, 31, 0xFE57EFC2U},
    {-123456789, -987654321, 40, 0x131749D4U},
};

static void hash_vectors(void)
{
    int bad = 0;
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
        SUITE_EXPECT(bad, twc_hash(vector[k].i, vector[k].j, vector[k].k) == vector[k].hash, "(%d, %d, %d)",
                     vector[k].i, vector[k].j, vector[k].k);
    /* 1315180181 is minus the inverse of 0x8DA6B343, so this is fmix32(1), published with MurmurHash3. */
    SUITE_EXPECT(bad, twc_hash(-1315180181, 0, 0) == 0x514E28B7U, "fmix32(1)");
    SUITE_NONE(bad);
}

/* a b modulo 2^32, one bit of b at a time. */
static uint32_t times(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (; b; b >>= 1, a += a)
        if (b & 1U)
            product += a;
    return product;
}

/* The inverse of an odd number modulo 2^32: a^(2^30 - 1), since the group's exponent divides 2^30. */
static uint32_t inverse(uint32_t a)
{
    uint32_t result = 1;
    for (uint32_t e = 0x3FFFFFFFU; e; e >>= 1, a = times(a, a))
        if (e & 1U)
            result = times(result, a);
    return result;
}

/* Runs fmix32 backwards: the hash is a permutation of the combined words, so this gives the word back. */
static uint32_t unmix(uint32_t h)
{
    h ^= h >> 16;
    h = times(h, inverse(0xC2B2AE35U));
    h ^= h >> 13 ^ h >> 26;
    h = times(h, inverse(0x85EBCA6BU));
    return h ^ h >> 16;
}

static void hash_backwards(void)
{
    uint64_t seed = 1;
    int bad = 0;
    for (int n = 0; n < 20000; n++) {
        int32_t i = (int32_t)brute_next(&seed), j = (int32_t)brute_next(&seed), k = (int32_t)(brute_next(&seed) % 64);
        uint32_t word = times((uint32_t)i, 0x8DA6B343U) ^ times((uint32_t)j, 0xD8163841U) ^
                        times((uint32_t)k, 0xCB1AB31FU);
        SUITE_EXPECT(bad, unmix(twc_hash(i, j, k)) == word, "(%d, %d, %d)", i, j, k);
    }
    SUITE_NONE(bad);
}

/* ---- jitter ------------------------------------------------------------------------------------------------- */

/* jitter >= value first holds at the hash ceil((value + a) 2^32 / (2a + 1)): checked on both sides of every step. */
static int jitter_step(int32_t a, int64_t rank, uint64_t *first)
{
    uint64_t wide = ((uint64_t)1 << 32) * (uint64_t)rank;
    *first = wide / (uint64_t)(2 * (int64_t)a + 1) + (wide % (uint64_t)(2 * (int64_t)a + 1) != 0);
    return twc_jitter((uint32_t)*first, a) == rank - a &&
           (!rank || twc_jitter((uint32_t)(*first - 1), a) == rank - 1 - a);
}

static void jitter_uniform(void)
{
    static const int32_t amplitude[] = {0, 1, 2, 7, 608, 2432, 65535, 100000};
    int bad = 0;
    for (size_t n = 0; n < sizeof amplitude / sizeof *amplitude; n++) {
        int32_t a = amplitude[n];
        uint64_t first = 0, least = UINT64_MAX, most = 0;
        for (int64_t rank = 0; rank <= 2 * (int64_t)a; rank++) {
            uint64_t before = first;
            SUITE_EXPECT(bad, jitter_step(a, rank, &first), "amplitude %d value %lld", a, (long long)rank - a);
            uint64_t size = first - before;
            if (rank) {
                least = size < least ? size : least;
                most = size > most ? size : most;
            }
        }
        SUITE_EXPECT(bad, twc_jitter(UINT32_MAX, a) == a, "amplitude %d", a);
        SUITE_EXPECT(bad, !a || most - least <= 1, "amplitude %d: values have %llu to %llu hashes", a,
                     (unsigned long long)least, (unsigned long long)most);
    }
    SUITE_NONE(bad);
}

/* Between the steps it must stay: every 13th hash in order, against exact division in 128 bits. */
static void jitter_exact(void)
{
    int bad = 0;
    for (uint64_t h = 0; h <= UINT32_MAX; h += 13) {
        SUITE_EXPECT(bad, twc_jitter((uint32_t)h, 608) == (int32_t)((brute_wide)h * 1217 / ((brute_wide)1 << 32)) - 608,
                     "hash %llu", (unsigned long long)h);
        SUITE_EXPECT(bad,
                     twc_jitter((uint32_t)h, 2432) == (int32_t)((brute_wide)h * 4865 / ((brute_wide)1 << 32)) - 2432,
                     "hash %llu", (unsigned long long)h);
    }
    SUITE_EXPECT(bad, twc_jitter(UINT32_MAX, (1 << 30) - 1) == (1 << 30) - 1, "the largest amplitude that fits");
    SUITE_NONE(bad);
}

/* ---- integers ----------------------------------------------------------------------------------------------- */

static int floor_holds(int32_t value, int32_t divisor)
{
    int64_t quotient = twc_floor_div(value, divisor), rest = twc_floor_mod(value, divisor);
    return rest >= 0 && rest < divisor && quotient * divisor + rest == value;
}

static void floor_division(void)
{
    static const int32_t divisor[] = {1, 2, 3, 4, 8, 16, 128, 400, 1600, 6400, 25600, 51200, INT_MAX};
    static const int32_t far[] = {INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1, -(1 << 30), 1 << 30};
    int bad = 0;
    for (size_t d = 0; d < sizeof divisor / sizeof *divisor; d++) {
        for (int32_t value = -60000; value <= 60000; value++)
            SUITE_EXPECT(bad, floor_holds(value, divisor[d]), "%d by %d", value, divisor[d]);
        for (size_t k = 0; k < sizeof far / sizeof *far; k++)
            SUITE_EXPECT(bad, floor_holds(far[k], divisor[d]), "%d by %d", far[k], divisor[d]);
    }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(twc_clamp(-5, -3, 7), -3);
    CU_ASSERT_EQUAL(twc_clamp(9, -3, 7), 7);
    CU_ASSERT_EQUAL(twc_clamp(7, -3, 7), 7);
    CU_ASSERT_EQUAL(twc_clamp(0, -3, 7), 0);
}

static void floor_mean(void)
{
    uint64_t seed = 2;
    int bad = 0;
    for (int32_t sum = -100; sum <= 100; sum++)
        for (int32_t a = -50; a <= 50; a += 10) {
            int64_t mean = twc_floor_mean3(a, sum - a - 3, 3);
            SUITE_EXPECT(bad, 3 * mean <= sum && sum < 3 * mean + 3, "sum %d", sum);
        }
    for (int n = 0; n < 10000; n++) {
        int32_t a = (int32_t)brute_next(&seed), b = (int32_t)brute_next(&seed), c = (int32_t)brute_next(&seed);
        int64_t sum = (int64_t)a + b + c, mean = twc_floor_mean3(a, b, c);
        SUITE_EXPECT(bad, 3 * mean <= sum && sum < 3 * mean + 3, "%d %d %d", a, b, c);
    }
    SUITE_NONE(bad);
}

/* ---- plan geometry ------------------------------------------------------------------------------------------ */

static void area_exact(void)
{
    /* x right, z down the page: going down, then right, then back up-left is what looks up. */
    CU_ASSERT_EQUAL(twc_area2(0, 0, 0, 1, 1, 1), 1);
    CU_ASSERT_EQUAL(twc_area2(0, 0, 1, 1, 0, 1), -1);
    uint64_t seed = 3;
    int bad = 0;
    const int32_t limit = (1 << 30) - 1;
    for (int n = 0; n < 100000; n++) {
        twc_vertex v[3];
        for (int k = 0; k < 3; k++) {
            /* Every other time from the very corners of the plan, where 64 bits are fullest. */
            v[k].x = n & 1 ? brute_between(&seed, -limit, limit) : brute_next(&seed) & 1 ? limit : -limit;
            v[k].z = n & 1 ? brute_between(&seed, -limit, limit) : brute_next(&seed) & 1 ? limit : -limit;
            v[k].y = 0;
        }
        SUITE_EXPECT(bad, twc_vertex_area2(v[0], v[1], v[2]) == (int64_t)brute_area2(v[0], v[1], v[2]), "%d", n);
    }
    SUITE_NONE(bad);
}

static twc_vertex random_vertex(uint64_t *seed, int32_t reach)
{
    return (twc_vertex){brute_between(seed, -reach, reach), brute_between(seed, -reach, reach),
                        (float)brute_between(seed, -20000, 45535) * 0.01F};
}

/* The unit normal in 200 bits, from exact integers and heights. */
static void exact_normal(twc_vertex a, twc_vertex b, twc_vertex c, mpfr_t n[3])
{
    mpfr_t ey, fy, t;
    mpfr_inits2(200, ey, fy, t, (mpfr_ptr)0);
    long ex = b.x - a.x, ez = b.z - a.z, fx = c.x - a.x, fz = c.z - a.z;
    mpfr_set_flt(ey, b.y, MPFR_RNDN);
    mpfr_sub_d(ey, ey, (double)a.y, MPFR_RNDN);
    mpfr_mul_si(ey, ey, 100, MPFR_RNDN); /* all in centimetres: a common factor does not turn a normal */
    mpfr_set_flt(fy, c.y, MPFR_RNDN);
    mpfr_sub_d(fy, fy, (double)a.y, MPFR_RNDN);
    mpfr_mul_si(fy, fy, 100, MPFR_RNDN);
    mpfr_mul_si(n[0], ey, fz, MPFR_RNDN);
    mpfr_mul_si(t, fy, ez, MPFR_RNDN);
    mpfr_sub(n[0], n[0], t, MPFR_RNDN);
    mpfr_set_si(n[1], ez, MPFR_RNDN);
    mpfr_mul_si(n[1], n[1], fx, MPFR_RNDN);
    mpfr_set_si(t, ex, MPFR_RNDN);
    mpfr_mul_si(t, t, fz, MPFR_RNDN);
    mpfr_sub(n[1], n[1], t, MPFR_RNDN);
    mpfr_mul_si(n[2], fy, ex, MPFR_RNDN);
    mpfr_mul_si(t, ey, fx, MPFR_RNDN);
    mpfr_sub(n[2], n[2], t, MPFR_RNDN);
    mpfr_hypot(t, n[0], n[1], MPFR_RNDN);
    mpfr_hypot(t, t, n[2], MPFR_RNDN);
    for (int k = 0; k < 3; k++)
        mpfr_div(n[k], n[k], t, MPFR_RNDN);
    mpfr_clears(ey, fy, t, (mpfr_ptr)0);
}

/*
 * Binary64 throughout and one rounding to binary32. The differences of products lose at most a few ulps of the largest
 * of them, which for triangles this far from needles is below 1e-12 of the length; so a component is its nearest
 * binary32 but for ties, and never further than half an ulp and that.
 */
static void normals(void)
{
    uint64_t seed = 4;
    int bad = 0;
    mpfr_t n[3];
    mpfr_inits2(200, n[0], n[1], n[2], (mpfr_ptr)0);
    for (int run = 0; run < 20000; run++) {
        twc_vertex a = random_vertex(&seed, 5000), b = random_vertex(&seed, 5000), c = random_vertex(&seed, 5000);
        if (llabs(twc_vertex_area2(a, b, c)) < 1000000)
            continue;
        float normal[3];
        twc_triangle_normal(a, b, c, normal);
        exact_normal(a, b, c, n);
        for (int k = 0; k < 3; k++) {
            double half_ulp = ldexp(1, normal[k] == 0 ? -60 : ilogb((double)normal[k]) - 24);
            mpfr_sub_d(n[k], n[k], (double)normal[k], MPFR_RNDN);
            SUITE_EXPECT(bad, fabs(mpfr_get_d(n[k], MPFR_RNDN)) <= half_ulp + 1e-12, "run %d component %d", run, k);
        }
        SUITE_EXPECT(bad, (normal[1] > 0) == (twc_vertex_area2(a, b, c) > 0), "run %d looks the wrong way", run);
    }
    mpfr_clears(n[0], n[1], n[2], (mpfr_ptr)0);
    SUITE_NONE(bad);
    float up[3];
    twc_triangle_normal((twc_vertex){0, 0, 5}, (twc_vertex){0, 100, 5}, (twc_vertex){100, 0, 5}, up);
    CU_ASSERT(up[0] == 0 && up[1] == 1 && up[2] == 0);
}

/* The same in the written order, each step into a variable of its own. */
static void written_normal(twc_vertex a, twc_vertex b, twc_vertex c, float normal[3])
{
    double ex = (double)((int64_t)b.x - a.x) * 0.01, ey = (double)b.y - (double)a.y;
    double ez = (double)((int64_t)b.z - a.z) * 0.01;
    double fx = (double)((int64_t)c.x - a.x) * 0.01, fy = (double)c.y - (double)a.y;
    double fz = (double)((int64_t)c.z - a.z) * 0.01;
    double p[6] = {ey * fz, ez * fy, ez * fx, ex * fz, ex * fy, ey * fx};
    double x = p[0] - p[1], y = p[2] - p[3], z = p[4] - p[5];
    double xx = x * x, yy = y * y, zz = z * z;
    double sum = xx + yy;
    double length = sqrt(sum + zz);
    normal[0] = (float)(x / length);
    normal[1] = (float)(y / length);
    normal[2] = (float)(z / length);
}

static void normals_written(void)
{
    uint64_t seed = 5;
    int bad = 0;
    for (int run = 0; run < 100000; run++) {
        int32_t reach = run & 1 ? 3000 : 300000;
        twc_vertex a = random_vertex(&seed, reach), b = random_vertex(&seed, reach), c = random_vertex(&seed, reach);
        if (!twc_vertex_area2(a, b, c))
            continue;
        float normal[3], expected[3];
        twc_triangle_normal(a, b, c, normal);
        written_normal(a, b, c, expected);
        SUITE_EXPECT(bad, !memcmp(normal, expected, sizeof normal), "run %d", run);
    }
    SUITE_NONE(bad);
}

/* The plane's height in exact rationals: y = (wa ya + wb yb + wc yc) / area. */
static double exact_plane(twc_vertex a, twc_vertex b, twc_vertex c, int32_t x, int32_t z, double got)
{
    mpfr_t sum, t;
    mpfr_inits2(300, sum, t, (mpfr_ptr)0);
    twc_vertex p = {x, z, 0};
    const twc_vertex v[3] = {a, b, c};
    mpfr_set_zero(sum, 1);
    for (int k = 0; k < 3; k++) {
        mpfr_set_flt(t, v[k].y, MPFR_RNDN);
        mpfr_mul_si(t, t, (long)brute_area2(p, v[(k + 1) % 3], v[(k + 2) % 3]), MPFR_RNDN);
        mpfr_add(sum, sum, t, MPFR_RNDN);
    }
    mpfr_div_si(sum, sum, (long)brute_area2(a, b, c), MPFR_RNDN);
    mpfr_sub_d(sum, sum, got, MPFR_RNDN);
    double error = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, t, (mpfr_ptr)0);
    return error;
}

static void plane_heights(void)
{
    uint64_t seed = 6;
    int bad = 0;
    for (int run = 0; run < 50000; run++) {
        twc_vertex a = random_vertex(&seed, 4000), b = random_vertex(&seed, 4000), c = random_vertex(&seed, 4000);
        int64_t area = twc_vertex_area2(a, b, c);
        if (area <= 0)
            continue;
        /* A point inside, from two weights; or a corner, where the height is the corner's. */
        int32_t u = brute_between(&seed, 0, 1000), v = brute_between(&seed, 0, 1000 - u);
        int32_t x = a.x + ((b.x - a.x) * u + (c.x - a.x) * v) / 1000;
        int32_t z = a.z + ((b.z - a.z) * u + (c.z - a.z) * v) / 1000;
        float y = twc_plane_height(a, b, c, x, z);
        double half_ulp = ldexp(1, y == 0 ? -60 : ilogb((double)y) - 24);
        SUITE_EXPECT(bad, fabs(exact_plane(a, b, c, x, z, (double)y)) <= half_ulp + 1e-11, "run %d", run);
        int64_t wb = twc_area2(a.x, a.z, x, z, c.x, c.z), wc = twc_area2(a.x, a.z, b.x, b.z, x, z);
        double pb = (double)wb * ((double)b.y - (double)a.y), pc = (double)wc * ((double)c.y - (double)a.y);
        double sum = pb + pc;
        double rise = sum / (double)area;
        SUITE_EXPECT(bad, brute_bits(y) == brute_bits((float)((double)a.y + rise)), "run %d, written order", run);
        SUITE_EXPECT(bad, twc_plane_height(a, b, c, a.x, a.z) == a.y, "run %d: corner a", run);
        SUITE_EXPECT(bad, fabsf(twc_plane_height(a, b, c, b.x, b.z) - b.y) <= 1e-11F, "run %d: corner b", run);
        SUITE_EXPECT(bad, fabsf(twc_plane_height(a, b, c, c.x, c.z) - c.y) <= 1e-11F, "run %d: corner c", run);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"hash vectors", hash_vectors},
                           {"hash run backwards", hash_backwards},
                           {"jitter takes every value equally often", jitter_uniform},
                           {"jitter is exact between the steps", jitter_exact},
                           {"floor division", floor_division},
                           {"floor of the mean of three", floor_mean},
                           {"area in plan is exact to the corners of the plan", area_exact},
                           {"normals against MPFR", normals},
                           {"normals in the written order", normals_written},
                           {"plane heights", plane_heights},
                           CU_TEST_INFO_NULL};
    return suite_run("numbers", tests);
}
