/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/tower.md 1: turns, powers and roots against MPFR, at every table; places of the text's own numbers.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "common/suite.h"
#include "twc/fast.h"

enum { COUNT = 4000 };

static uint32_t theta[COUNT];
static double x[COUNT], one[COUNT], other[COUNT];

static const twc_tower_table *table_of(int k)
{
    return k == 0 ? twc_reference_tower() : twc_fast_tower((twc_level)(k - 1));
}

/* An eighth of a turn from a quarter the series leave out a^15 / 15! = 2.04e-14 and a^16 / 16!, 1.0e-15. */
static void turns(void)
{
    int bad = 0;
    mpfr_t angle, s, c;
    mpfr_inits2(160, angle, s, c, (mpfr_ptr)0);
    for (int k = 0; k < COUNT; k++)
        theta[k] = k < 80 ? (uint32_t)(k / 5) * 0x10000000u + (uint32_t)(k % 5) - 2 : twc_hash(k, 1, 1);
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        if (!table_of(t))
            continue;
        table_of(t)->turn_cos_sin(COUNT, theta, one, other);
        for (int k = 0; k < COUNT; k++) {
            mpfr_const_pi(angle, MPFR_RNDN);
            mpfr_mul_ui(angle, angle, theta[k], MPFR_RNDN);
            mpfr_div_2ui(angle, angle, 31, MPFR_RNDN);
            mpfr_sin_cos(s, c, angle, MPFR_RNDN);
            mpfr_sub_d(c, c, one[k], MPFR_RNDN);
            mpfr_sub_d(s, s, other[k], MPFR_RNDN);
            SUITE_EXPECT(bad, fabs(mpfr_get_d(c, MPFR_RNDN)) < 2.06e-14 && fabs(mpfr_get_d(s, MPFR_RNDN)) < 2.06e-14,
                         "table %d, theta %08x: off by %.3g, %.3g", t, theta[k], mpfr_get_d(c, MPFR_RNDN),
                         mpfr_get_d(s, MPFR_RNDN));
        }
    }
    mpfr_clears(angle, s, c, (mpfr_ptr)0);
    SUITE_NONE(bad);
}

/* The series' rest is 1.6e-14 of log2 at most; a power multiplies its error by y ln 2. */
static void powers(void)
{
    static const double exponent[] = {3.41, 0.5, 1.6, 1.0 / 3.0, -0.4, 12.0};
    int bad = 0;
    mpfr_t exact, y;
    mpfr_inits2(160, exact, y, (mpfr_ptr)0);
    for (int k = 0; k < COUNT; k++)
        x[k] = k % 3 == 0 ? 0.01 + (double)(twc_hash(k, 2, 2) % 400000) * 0.001
                          : ldexp(1.0 + (double)twc_hash(k, 3, 2) * 0x1p-32, (int)(twc_hash(k, 4, 2) % 60) - 30);
    for (size_t e = 0; e < sizeof exponent / sizeof *exponent; e++)
        for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
            if (!table_of(t))
                continue;
            table_of(t)->power(COUNT, x, exponent[e], one);
            for (int k = 0; k < COUNT; k++) {
                mpfr_set_d(exact, x[k], MPFR_RNDN);
                mpfr_set_d(y, exponent[e], MPFR_RNDN);
                mpfr_pow(exact, exact, y, MPFR_RNDN);
                mpfr_d_div(y, one[k], exact, MPFR_RNDN);
                const double error = fabs(mpfr_get_d(y, MPFR_RNDN) - 1.0);
                SUITE_EXPECT(bad, error < 1e-15 + fabs(exponent[e]) * 4e-14, "table %d: %.17g ^ %.4g off by %.3g", t,
                             x[k], exponent[e], error);
            }
        }
    mpfr_clears(exact, y, (mpfr_ptr)0);
    SUITE_NONE(bad);
}

static void roots(void)
{
    int bad = 0;
    mpfr_t exact;
    mpfr_init2(exact, 160);
    for (int k = 0; k < COUNT; k++)
        x[k] = k < 20 ? k * (double)k * k + (k == 0)
                      : ldexp(1.0 + (double)twc_hash(k, 5, 2) * 0x1p-32, (int)(twc_hash(k, 6, 2) % 2000) - 1000);
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        if (!table_of(t))
            continue;
        table_of(t)->cube_root(COUNT, x, one);
        for (int k = 0; k < COUNT; k++) {
            mpfr_set_d(exact, x[k], MPFR_RNDN);
            mpfr_cbrt(exact, exact, MPFR_RNDN);
            mpfr_d_div(exact, one[k], exact, MPFR_RNDN);
            const double error = fabs(mpfr_get_d(exact, MPFR_RNDN) - 1.0);
            SUITE_EXPECT(bad, error < 4e-16, "table %d: root of %.17g off by %.3g", t, x[k], error);
        }
    }
    mpfr_clear(exact);
    SUITE_NONE(bad);
}

/* Waves of a wind over a fetch, whitecaps: the formulas that powers and roots are there for. */
static void golden(void)
{
    const double g = 9.81, winds[3] = {9.0, 20.0, 28.0}, caps[3] = {0.00689, 0.1049, 0.3305};
    double out[3], capped = 17226.5625, fetch = g * 30000.0 / 100.0;
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        if (!table_of(t))
            continue;
        table_of(t)->power(3, winds, 3.41, out);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_TRUE(fabs(3.84e-6 * out[k] / caps[k] - 1.0) < 1e-3);
        table_of(t)->cube_root(1, &fetch, out);
        CU_ASSERT_TRUE(fabs(0.286 * (10.0 / g) * out[0] - 4.177923143) < 1e-9);
    }
    CU_ASSERT_TRUE(fabs(0.0016 * 10.0 * sqrt(30000.0 / g) - 0.8848020218) < 1e-10);
    CU_ASSERT_TRUE(fabs(0.0016 * 10.0 * sqrt(2000.0 / g) - 0.2284548997) < 1e-10);
    CU_ASSERT_TRUE(fabs(0.0016 * (10.0 / g) * 10.0 * sqrt(capped) - 2.140672783) < 1e-9);
}

/* Constants of the contract, to their last digit. */
static void constants(void)
{
    mpfr_t pi;
    mpfr_init2(pi, 160);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_div_2ui(pi, pi, 31, MPFR_RNDN);
    CU_ASSERT_EQUAL(mpfr_get_d(pi, MPFR_RNDN), TWC_TOWER_ANGLE);
    mpfr_mul_ui(pi, pi, 50000, MPFR_RNDN);
    CU_ASSERT_EQUAL(mpfr_get_d(pi, MPFR_RNDN), TWC_TOWER_ARC);
    CU_ASSERT_EQUAL(rint(TWC_TOWER_ARC * 4294967296.0 * 100.0), TWC_TOWER_TURN_CM);
    mpfr_clear(pi);
}

int main(void)
{
    CU_TestInfo tests[] = {{"turns, by MPFR", turns},       {"powers, by MPFR", powers}, {"roots, by MPFR", roots},
                           {"waves and whitecaps", golden}, {"constants", constants},    CU_TEST_INFO_NULL};
    return suite_run("tower numbers", tests);
}
