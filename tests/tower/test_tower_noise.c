/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/tower.md 1.3, 1.4: noise from its definition with vectors for edges and MPFR for the sums; that it has no
 * seam, is 0 on its lattice, and as much above as below.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "common/suite.h"
#include "tower/stage.h"
#include "twc/fast.h"

static const twc_tower_table *table_of(int k)
{
    return k == 0 ? twc_reference_tower() : twc_fast_tower((twc_level)(k - 1));
}

/* MurmurHash3's finaliser, as it was published. */
static uint32_t finish(uint32_t h)
{
    h = (h ^ h >> 16) * 0x85EBCA6BU;
    h = (h ^ h >> 13) * 0xC2B2AE35U;
    return h ^ h >> 16;
}

/* Perlin's list of twelve edges and four more. */
static const int edges[16][3] = {{1, 1, 0},  {-1, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 0, 1},  {-1, 0, 1},
                                 {1, 0, -1}, {-1, 0, -1}, {0, 1, 1},  {0, -1, 1},  {0, 1, -1}, {0, -1, -1},
                                 {1, 1, 0},  {0, -1, 1},  {-1, 1, 0}, {0, -1, -1}};

/* The weighted sum over corners, by MPFR. */
static double exact(const double p[3], uint32_t seed)
{
    double cell[3];
    mpfr_t sum, term, w;
    mpfr_inits2(200, sum, term, w, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int a = 0; a < 3; a++)
        cell[a] = floor(p[a]);
    for (int c = 0; c < 8; c++) {
        const int at[3] = {c & 1, c >> 1 & 1, c >> 2};
        const uint32_t h = finish(
                               twc_hash((int32_t)cell[0] + at[0], (int32_t)cell[1] + at[1], (int32_t)cell[2] + at[2]) ^
                               seed * 0x9E3779B9U) >>
                           28;
        mpfr_set_zero(term, 1);
        for (int a = 0; a < 3; a++) {
            mpfr_set_d(w, p[a], MPFR_RNDN);
            mpfr_sub_d(w, w, cell[a] + at[a], MPFR_RNDN);
            mpfr_mul_si(w, w, edges[h][a], MPFR_RNDN);
            mpfr_add(term, term, w, MPFR_RNDN);
        }
        for (int a = 0; a < 3; a++) { /* 6 r^5 - 15 r^4 + 10 r^3, or what is left of it */
            const double r = p[a] - cell[a];
            mpfr_t r1, f;
            mpfr_inits2(200, r1, f, (mpfr_ptr)0);
            mpfr_set_d(r1, r, MPFR_RNDN);
            mpfr_mul_d(f, r1, 6.0, MPFR_RNDN);
            mpfr_sub_d(f, f, 15.0, MPFR_RNDN);
            mpfr_mul(f, f, r1, MPFR_RNDN);
            mpfr_add_d(f, f, 10.0, MPFR_RNDN);
            for (int k = 0; k < 3; k++)
                mpfr_mul(f, f, r1, MPFR_RNDN);
            if (!at[a])
                mpfr_d_sub(f, 1.0, f, MPFR_RNDN);
            mpfr_mul(term, term, f, MPFR_RNDN);
            mpfr_clears(r1, f, (mpfr_ptr)0);
        }
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    const double value = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, term, w, (mpfr_ptr)0);
    return value;
}

static void by_definition(void)
{
    int bad = 0;
    for (int k = 0; k < 2000; k++) {
        const uint32_t seed = k % 2 ? twc_hash(k, 9, 9) : (uint32_t)k % 5;
        double p[3];
        for (int a = 0; a < 3; a++)
            p[a] = ((double)twc_hash(k, a, 4) - 0x1p31) * (k % 3 ? 0x1p-27 : 0x1p-22);
        const double found = twc_reference_noise3(p[0], p[1], p[2], seed), expected = exact(p, seed);
        SUITE_EXPECT(bad, fabs(found - expected) < 2e-15, "place %d: %.17g for %.17g", k, found, expected);
    }
    SUITE_NONE(bad);
}

/* On the lattice it is 0; on the whole as much above as below, and within what is known of the range. */
static void values(void)
{
    double sum = 0.0, most = 0.0;
    for (int32_t k = 0; k < 64; k++)
        CU_ASSERT_EQUAL(twc_reference_noise3(k % 4 - 2, k / 4 % 4 - 2, k / 16, 7), 0.0);
    for (int k = 0; k < 100000; k++) {
        const double v = twc_reference_noise3(k * 0.317, k * 0.713, k * 0.149, 3);
        sum += v;
        most = fmax(most, fabs(v));
    }
    CU_ASSERT_TRUE(fabs(sum / 100000) < 0.01 && most > 0.7 && most < 1.04);
}

/* One step of theta is 73 micrometres: nothing jumps anywhere, at theta 0 neither. */
static void no_seam(void)
{
    const twc_tower_noise noise = {400.0, 4, 5};
    int bad = 0;
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        if (!table_of(t))
            continue;
        for (int32_t k = 0; k < 400; k++) {
            const uint32_t theta[2] = {(uint32_t)(k % 8) << 29, ((uint32_t)(k % 8) << 29) - 1};
            const int32_t z[2] = {k * 135001, k * 135001};
            double out[2];
            table_of(t)->tower_fbm(&noise, (twc_tower_spots){2, theta, z}, out);
            SUITE_EXPECT(bad, fabs(out[0] - out[1]) < 5e-6, "table %d, eighth %d, z %d: %.9g beside %.9g", t, k % 8,
                         z[0], out[0], out[1]);
        }
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"by its definition", by_definition}, {"zeros, mean, range", values}, {"no seam", no_seam}, CU_TEST_INFO_NULL};
    return suite_run("tower noise", tests);
}
