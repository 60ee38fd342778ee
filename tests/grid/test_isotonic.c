/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 9: the fit against the formula that needs no pooling, the largest over ends behind of the least
 * over starts before of a quantile; that nothing fits better, by trying all; the specification's own numbers.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { MOST = 60 };

static twc_weighted values[MOST];
static double out[MOST];
_Alignas(64) static char scratch[16384];

static double quantile(int first, int last, uint32_t parts)
{
    double least = INFINITY;
    uint64_t all = 0;
    for (int k = first; k <= last; k++)
        all += values[k].weight;
    for (int k = first; k <= last; k++) {
        uint64_t below = 0;
        for (int m = first; m <= last; m++)
            below += values[m].value <= values[k].value ? values[m].weight : 0;
        if (parts * below >= all)
            least = fmin(least, values[k].value);
    }
    return least;
}

/* Non-increasing: at k the least over a <= k of the largest over b >= k of the quantile of a .. b. */
static double formula(int n, int k, uint32_t parts)
{
    double least = INFINITY;
    for (int a = 0; a <= k; a++) {
        double most = -INFINITY;
        for (int b = k; b < n; b++)
            most = fmax(most, quantile(a, b, parts));
        least = fmin(least, most);
    }
    return least;
}

static void by_formula(void)
{
    int bad = 0;
    for (int number = 0; number < 120; number++) {
        const int n = 1 + number % 24;
        const uint32_t parts = number % 3 ? 5 : 2 + (uint32_t)number % 7;
        for (int k = 0; k < n; k++) {
            const uint32_t h = twc_hash(k, number, 3);
            values[k] = (twc_weighted){(double)(h % 16) - (number % 2 ? k : 0), 1 + h / 16 % (number % 4 ? 5 : 1)};
        }
        for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
            if (!grids_table(t))
                continue;
            grids_table(t)->isotonic((size_t)n, values, parts, scratch, out);
            for (int k = 0; k < n; k++)
                SUITE_EXPECT(bad, out[k] == formula(n, k, parts), "values %d, table %d, %d: %.9g for %.9g", number, t,
                             k, out[k], formula(n, k, parts));
        }
    }
    SUITE_NONE(bad);
}

/* parts times the loss: (parts - 1) below the fit, 1 above it. */
static double loss(int n, const double *fit, uint32_t parts)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
        const double r = values[k].value - fit[k];
        sum += (double)values[k].weight * (r > 0.0 ? r : -r * (double)(parts - 1));
    }
    return sum;
}

/* Five values of 0..4: all non-increasing fits. */
static void nothing_fits_better(void)
{
    int bad = 0;
    for (int number = 0; number < 200; number++) {
        double best = INFINITY;
        for (int k = 0; k < 5; k++)
            values[k] = (twc_weighted){(double)(twc_hash(k, number, 8) % 5), 1 + twc_hash(k, number, 9) % 3};
        for (int code = 0; code < 3125; code++) {
            double fit[5];
            int digits = code, falls = 1;
            for (int k = 0; k < 5; k++, digits /= 5) {
                fit[k] = digits % 5;
                falls &= k == 0 || fit[k] <= fit[k - 1];
            }
            best = falls ? fmin(best, loss(5, fit, 5)) : best;
        }
        twc_reference_grid()->isotonic(5, values, 5, scratch, out);
        SUITE_EXPECT(bad, loss(5, out, 5) == best, "values %d: %.9g, %.9g can be had", number, loss(5, out, 5), best);
    }
    SUITE_NONE(bad);
}

static void expect(int n, const double *value, const uint64_t *weight, const double *fit)
{
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        if (!grids_table(t))
            continue;
        for (int k = 0; k < n; k++)
            values[k] = (twc_weighted){value[k], weight ? weight[k] : 1};
        grids_table(t)->isotonic((size_t)n, values, 5, scratch, out);
        for (int k = 0; k < n; k++)
            CU_ASSERT_EQUAL(out[k], fit[k]);
    }
}

static void golden(void)
{
    expect(6, (double[]){5, 3, 4, 2, 6, 1}, NULL, (double[]){5, 3, 3, 2, 2, 1});
    expect(3, (double[]){3, 9, 3}, (uint64_t[]){1, 9, 1}, (double[]){9, 9, 3});
    /* elevations 200 m apart at 2 m a kilometre: q = z + s x, and the fit less s x */
    const double z[6] = {100, 90, 95, 80, 99, 60}, profile[6] = {100, 90, 89.6, 80, 79.6, 60};
    for (int k = 0; k < 6; k++)
        values[k] = (twc_weighted){z[k] + 0.002 * (200.0 * k), 200000};
    twc_reference_grid()->isotonic(6, values, 5, scratch, out);
    for (int k = 0; k < 6; k++)
        CU_ASSERT_TRUE(fabs(out[k] - 0.002 * (200.0 * k) - profile[k]) < 1e-9);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the fit, by its formula", by_formula},
                           {"nothing fits better", nothing_fits_better},
                           {"the specification's numbers", golden},
                           CU_TEST_INFO_NULL};
    return suite_run("isotonic", tests);
}
