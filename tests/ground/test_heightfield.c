/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 2 and numbers.md 4.2: encoding, prefilters, bilinear sampling, initial classes. */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

/* ---- encoding ----------------------------------------------------------------------------------------------- */

/* Whether a binary32 is the nearest to numerator / 100, exactly: |100 m 2^e - numerator| <= 100 half an ulp. */
static int nearest_float(float value, int64_t numerator)
{
    int exponent;
    int64_t mantissa = (int64_t)ldexpf(frexpf(value, &exponent), 24); /* value = mantissa 2^(exponent - 24) */
    int shift = 24 - exponent + 1;                                    /* in units of half an ulp: 2^-shift */
    if (value == 0)
        return numerator == 0;
    brute_wide difference = (brute_wide)mantissa * 200 - (brute_wide)numerator * ((brute_wide)1 << shift);
    return difference <= 100 && difference >= -100;
}

static void encoding(void)
{
    int bad = 0;
    for (int32_t s = 0; s <= 65535; s++) {
        float h = twc_sample_height((uint16_t)s);
        SUITE_EXPECT(bad, nearest_float(h, s - 20000), "sample %d", s);
        SUITE_EXPECT(bad, brute_bits(h) == brute_bits(twc_weighted_height((uint64_t)s << 32)), "sample %d", s);
        SUITE_EXPECT(bad, twc_height_sample((double)h) == s, "sample %d", s);
        SUITE_EXPECT(bad, twc_height_sample(s / 100.0 - 200.0) == s, "sample %d", s);
    }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(twc_sample_height(0), -200.0F);
    CU_ASSERT_EQUAL(twc_sample_height(20000), 0.0F);
    CU_ASSERT_EQUAL(twc_sample_height(65535), 455.35F);
}

/* The nearest sample to a binary64 height, in 400-bit arithmetic, ties to even. */
static uint16_t exact_sample(double metres)
{
    mpfr_t h;
    mpfr_init2(h, 400);
    mpfr_set_d(h, metres, MPFR_RNDN);
    mpfr_add_si(h, h, 200, MPFR_RNDN);
    mpfr_mul_si(h, h, 100, MPFR_RNDN);
    mpfr_rint(h, h, MPFR_RNDN);
    long s = mpfr_get_si(h, MPFR_RNDN);
    mpfr_clear(h);
    return (uint16_t)(s < 0 ? 0 : s > 65535 ? 65535 : s);
}

static void nearest_samples(void)
{
    uint64_t seed = 11;
    int bad = 0;
    /* Every eighth of a metre: those at odd eighths lie exactly between two samples. */
    for (int32_t n = -8; n <= 8 * 656 + 8; n++) {
        double h = n / 8.0 - 200.0;
        SUITE_EXPECT(bad, twc_height_sample(h) == exact_sample(h), "%.17g", h);
    }
    for (int n = 0; n < 20000; n++) {
        double h = -201.0 + 658.0 * ((double)(brute_next(&seed) >> 11) / 9007199254740992.0);
        SUITE_EXPECT(bad, twc_height_sample(h) == exact_sample(h), "%.17g", h);
    }
    /* Close to where the answer changes, at the distance a rounding of the product could bridge. */
    for (int32_t s = 0; s < 65535; s += 13)
        for (int side = -1; side <= 1; side += 2) {
            double h = (s + 0.5) / 100.0 - 200.0 + side * 1e-11;
            SUITE_EXPECT(bad, twc_height_sample(h) == exact_sample(h), "%.17g", h);
        }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(twc_height_sample(-1e300), 0);
    CU_ASSERT_EQUAL(twc_height_sample(1e300), 65535);
    CU_ASSERT_EQUAL(twc_height_sample(-INFINITY), 0);
    CU_ASSERT_EQUAL(twc_height_sample(INFINITY), 65535);
    CU_ASSERT_EQUAL(twc_height_sample(NAN), 0);
    CU_ASSERT_EQUAL(twc_height_sample(5000.0), 65535);
    CU_ASSERT_EQUAL(twc_height_sample(-5000.0), 0);
}

/* (float)((double)sum 0.01 / 2^32 - 200): within half an ulp and what two binary64 roundings of at most 656 can add. */
static void weighted_heights(void)
{
    uint64_t seed = 12;
    int bad = 0;
    mpfr_t exact;
    mpfr_init2(exact, 200);
    for (int n = 0; n < 200000; n++) {
        uint64_t sum = brute_next(&seed) % (((uint64_t)65535 << 32) + 1);
        if (n % 4 == 0)
            sum = ((uint64_t)20000 << 32) + sum % 2000000000U - 1000000000U; /* about height 0 */
        float h = twc_weighted_height(sum);
        mpfr_set_ui(exact, (unsigned long)sum, MPFR_RNDN);
        mpfr_div_2ui(exact, exact, 32, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 100, MPFR_RNDN);
        mpfr_sub_ui(exact, exact, 200, MPFR_RNDN);
        mpfr_sub_d(exact, exact, (double)h, MPFR_RNDN);
        double half_ulp = h == 0 ? 0 : ldexp(1, ilogb((double)h) - 24);
        SUITE_EXPECT(bad, fabs(mpfr_get_d(exact, MPFR_RNDN)) <= half_ulp + 2.5e-13, "sum %llu",
                     (unsigned long long)sum);
        SUITE_EXPECT(bad, brute_bits(h) == brute_bits((float)((double)sum * (0.01 / 4294967296.0) - 200.0)), "sum %llu",
                     (unsigned long long)sum);
    }
    mpfr_clear(exact);
    SUITE_NONE(bad);
}

/* ---- weights ------------------------------------------------------------------------------------------------ */

static void weights(void)
{
    static const struct {
        twc_filter filter;
        int32_t sigma_samples, radius;
    } row[] = {{TWC_FILTER_FINE, 1, 3}, {TWC_FILTER_BROAD, 4, 12}, {TWC_FILTER_BASIN, 6, 18}};
    int bad = 0;
    for (int n = 0; n < 3; n++) {
        CU_ASSERT_EQUAL_FATAL(twc_filter_radius(row[n].filter), row[n].radius);
        const uint16_t *weight = twc_filter_weights(row[n].filter);
        mpfr_t g[19], sum;
        mpfr_init2(sum, 200);
        mpfr_set_zero(sum, 1);
        for (int32_t k = 0; k <= row[n].radius; k++) {
            mpfr_init2(g[k], 200);
            mpfr_set_si(g[k], -k * k, MPFR_RNDN);
            mpfr_div_si(g[k], g[k], 2L * row[n].sigma_samples * row[n].sigma_samples, MPFR_RNDN);
            mpfr_exp(g[k], g[k], MPFR_RNDN);
            mpfr_add(sum, sum, g[k], MPFR_RNDN);
            if (k)
                mpfr_add(sum, sum, g[k], MPFR_RNDN);
        }
        long total = weight[0];
        for (int32_t k = 1; k <= row[n].radius; k++) {
            mpfr_mul_si(g[k], g[k], 65536, MPFR_RNDN);
            mpfr_div(g[k], g[k], sum, MPFR_RNDN);
            SUITE_EXPECT(bad, weight[k] == mpfr_get_si(g[k], MPFR_RNDN), "filter %d offset %d", n, k);
            total += 2L * weight[k];
        }
        SUITE_EXPECT(bad, total == 65536, "filter %d sums to %ld", n, total);
        for (int32_t k = 0; k <= row[n].radius; k++)
            mpfr_clear(g[k]);
        mpfr_clear(sum);
    }
    SUITE_NONE(bad);
}

/* ---- prefilter ---------------------------------------------------------------------------------------------- */

/* One filtered height as a single two-dimensional sum. */
static float filtered_at(twc_filter filter, const uint16_t *samples, int32_t wide, int32_t x, int32_t z)
{
    const uint16_t *weight = twc_filter_weights(filter);
    int32_t radius = twc_filter_radius(filter);
    brute_wide sum = 0;
    for (int32_t dz = -radius; dz <= radius; dz++)
        for (int32_t dx = -radius; dx <= radius; dx++)
            sum += (brute_wide)weight[abs(dx)] * weight[abs(dz)] * samples[(z + radius + dz) * wide + x + radius + dx];
    return twc_weighted_height((uint64_t)sum);
}

static uint16_t pattern_sample(int pattern, uint64_t *seed, int32_t x, int32_t z)
{
    switch (pattern) {
    case 0:
        return 65535;
    case 1:
        return (x + z) & 1 ? 65535 : 0;
    case 2:
        return x == 20 && z == 19 ? 65535 : 0;
    case 3:
        return x < 20 ? 0 : 65535;
    default:
        return (uint16_t)brute_next(seed);
    }
}

static void check_filter(const ground_impl *impl, twc_filter filter, twc_rect r, int pattern, int *bad)
{
    int32_t radius = twc_filter_radius(filter), wide = r.nx + 2 * radius, high = r.nz + 2 * radius;
    uint64_t seed = (uint64_t)(r.nx * 1000 + r.nz);
    uint16_t *samples = ground_memory((size_t)wide * (size_t)high * sizeof *samples);
    for (int32_t z = 0; z < high; z++)
        for (int32_t x = 0; x < wide; x++)
            samples[z * wide + x] = pattern_sample(pattern, &seed, x, z);
    size_t n = (size_t)r.nx * (size_t)r.nz, bytes = twc_prefilter_scratch(filter, r);
    float *out = ground_memory((n + 8) * sizeof *out);
    uint32_t untouched = brute_bits(out[n]);
    void *scratch = ground_scratch_create(bytes);
    impl->table->prefilter(filter, r, samples, out, scratch);
    SUITE_EXPECT(*bad, ground_scratch_destroy(scratch, bytes), "%s filter %d", impl->name, (int)filter);
    for (int32_t z = 0; z < r.nz; z++)
        for (int32_t x = 0; x < r.nx; x++)
            SUITE_EXPECT(*bad, brute_bits(out[z * r.nx + x]) == brute_bits(filtered_at(filter, samples, wide, x, z)),
                         "%s filter %d, %d x %d, pattern %d, (%d, %d)", impl->name, (int)filter, r.nx, r.nz, pattern, x,
                         z);
    for (size_t k = n; k < n + 8; k++)
        SUITE_EXPECT(*bad, brute_bits(out[k]) == untouched, "%s wrote beyond the window", impl->name);
    free(out);
    free(samples);
}

static void prefilters(void)
{
    static const twc_rect window[] = {{0, 0, 1, 1},      {-7, 3, 1, 9}, {-50, -80, 13, 1}, {100, -3, 16, 4},
                                      {-1, -1, 17, 5},   {5, 5, 31, 3}, {-64, 64, 77, 20}, {2684350, -2684352, 5, 3},
                                      {-333, 12, 111, 7}};
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int k = 0; k < impls; k++)
        for (int filter = 0; filter < TWC_FILTER_COUNT; filter++)
            for (size_t n = 0; n < sizeof window / sizeof *window; n++)
                for (int pattern = 0; pattern < 5; pattern++)
                    check_filter(&impl[k], (twc_filter)filter, window[n], pattern, &bad);
    SUITE_NONE(bad);
}

/* ---- bilinear ----------------------------------------------------------------------------------------------- */

static float random_height(uint64_t *seed)
{
    return -200.0F + 655.0F * (float)(brute_next(seed) >> 40) / 16777216.0F;
}

static twc_field random_field(twc_rect r, uint64_t seed)
{
    size_t n = (size_t)r.nx * (size_t)r.nz;
    float *h = ground_memory(n * sizeof *h);
    for (size_t k = 0; k < n; k++)
        h[k] = random_height(&seed);
    return (twc_field){r, h};
}

/* The bilinear height in 200 bits less `got`. */
static double bilinear_error(const twc_field *f, int32_t x, int32_t z, float got)
{
    int32_t i = twc_floor_div(x, 400), j = twc_floor_div(z, 400);
    mpfr_t sum, t;
    mpfr_inits2(200, sum, t, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int32_t k = 0; k < 4; k++) {
        long wx = k & 1 ? x - 400 * i : 400 - (x - 400 * i), wz = k & 2 ? z - 400 * j : 400 - (z - 400 * j);
        mpfr_set_flt(t, f->h[(j + k / 2 - f->rect.z) * f->rect.nx + i + k % 2 - f->rect.x], MPFR_RNDN);
        mpfr_mul_si(t, t, wx * wz, MPFR_RNDN);
        mpfr_add(sum, sum, t, MPFR_RNDN);
    }
    mpfr_div_si(sum, sum, 160000, MPFR_RNDN);
    mpfr_sub_d(sum, sum, (double)got, MPFR_RNDN);
    double error = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, t, (mpfr_ptr)0);
    return error;
}

/*
 * With heights at most H = 456 in magnitude and u = 2^-24: a difference of two is at most 2H; its product with t
 * (itself rounded once) is off by at most 3 u 2H, the sum by u H more, so a row by 7 u H. The rows' difference is then
 * off by 14 u H and its own rounding 2 u H, times t by 2 u 2H more, and the last sum u H: 7 + 14 + 2 + 4 + 1 = 28 u H,
 * second-order terms below 1.
 */
static const double bilinear_bound = 29.0 * 456.0 / 16777216.0;

static void check_bilinear(const ground_impl *impl, twc_rect r, size_t n, int *bad)
{
    twc_field f = random_field(r, 21);
    int32_t *x = ground_memory(n * sizeof *x), *z = ground_memory(n * sizeof *z);
    float *y = ground_memory((n + 8) * sizeof *y);
    uint32_t untouched = brute_bits(y[n]);
    uint64_t seed = 22;
    for (size_t k = 0; k < n; k++) {
        x[k] = brute_between(&seed, 400 * r.x, 400 * (r.x + r.nx - 1) - 1);
        z[k] = brute_between(&seed, 400 * r.z, 400 * (r.z + r.nz - 1) - 1);
        if (k % 5 == 0)
            x[k] = 400 * twc_floor_div(x[k], 400);
        if (k % 7 == 0)
            z[k] = 400 * twc_floor_div(z[k], 400);
    }
    impl->table->bilinear(&f, n, x, z, y);
    for (size_t k = 0; k < n; k++) {
        SUITE_EXPECT(*bad, brute_bits(y[k]) == brute_bits(brute_bilinear(&f, x[k], z[k])), "%s (%d, %d)", impl->name,
                     x[k], z[k]);
        SUITE_EXPECT(*bad, fabs(bilinear_error(&f, x[k], z[k], y[k])) <= bilinear_bound, "%s (%d, %d)", impl->name,
                     x[k], z[k]);
        if (k % 35 == 0) {
            int32_t i = twc_floor_div(x[k], 400) - r.x, j = twc_floor_div(z[k], 400) - r.z;
            SUITE_EXPECT(*bad, y[k] == f.h[j * r.nx + i], "%s: not the sample itself at (%d, %d)", impl->name, x[k],
                         z[k]);
        }
    }
    for (size_t k = n; k < n + 8; k++)
        SUITE_EXPECT(*bad, brute_bits(y[k]) == untouched, "%s wrote beyond n", impl->name);
    free((void *)(uintptr_t)f.h);
    free(x);
    free(z);
    free(y);
}

static void bilinear(void)
{
    static const twc_rect rect[] = {{-20, -30, 40, 50}, {0, 0, 2, 2}, {-2684353, 2684000, 9, 12}, {2684340, -9, 14, 3}};
    static const size_t count[] = {0, 1, 3, 7, 8, 15, 17, 10000};
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int k = 0; k < impls; k++)
        for (size_t r = 0; r < sizeof rect / sizeof *rect; r++)
            for (size_t n = 0; n < sizeof count / sizeof *count; n++)
                check_bilinear(&impl[k], rect[r], count[n], &bad);
    SUITE_NONE(bad);
}

/* ---- initial classes ---------------------------------------------------------------------------------------- */

static uint8_t steep_cell(const twc_field *f, int32_t macro_x, int32_t macro_z)
{
    int32_t centre_x = 16 * macro_x + 8 - f->rect.x, centre_z = 16 * macro_z + 8 - f->rect.z, nx = f->rect.nx;
    for (int32_t z = -15; z <= 15; z++)
        for (int32_t x = -15; x <= 15; x++) {
            if (sqrt((double)(x * x + z * z)) > 15.0)
                continue;
            const float *h = f->h + (centre_z + z) * nx + centre_x + x;
            float gx = (h[1] - h[-1]) / 8.0F, gz = (h[nx] - h[-nx]) / 8.0F;
            float xx = gx * gx, zz = gz * gz;
            if (sqrtf(xx + zz) > 0.30F)
                return TWC_BROAD;
        }
    return TWC_FINE;
}

static int check_classes(const ground_impl *impl, const twc_field *f, twc_rect macros, int *bad)
{
    int broad = 0;
    uint8_t *out = ground_memory((size_t)(macros.nx * macros.nz) + 8);
    impl->table->initial_classes(f, macros, out);
    for (int32_t z = 0; z < macros.nz; z++)
        for (int32_t x = 0; x < macros.nx; x++) {
            uint8_t got = out[z * macros.nx + x];
            SUITE_EXPECT(*bad, got == steep_cell(f, macros.x + x, macros.z + z), "%s (%d, %d)", impl->name,
                         macros.x + x, macros.z + z);
            broad += got == TWC_BROAD;
        }
    for (int k = 0; k < 8; k++)
        SUITE_EXPECT(*bad, out[macros.nx * macros.nz + k] == 0xA5, "%s wrote beyond the window", impl->name);
    free(out);
    return broad;
}

/* The field that `macros` needs and not a sample more: 15 samples about the outer centres, and one. */
static twc_rect class_support(twc_rect macros)
{
    return (twc_rect){16 * macros.x + 8 - 16, 16 * macros.z + 8 - 16, 16 * (macros.nx - 1) + 33,
                      16 * (macros.nz - 1) + 33};
}

static void initial_classes(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int k = 0; k < impls; k++) {
        /* Gentle noise, scaled so that some cells hold a slope above the limit and some do not. */
        twc_rect macros = {-5, 3, 11, 9};
        twc_field f = {class_support(macros), NULL};
        size_t n = (size_t)f.rect.nx * (size_t)f.rect.nz;
        float *h = ground_memory(n * sizeof *h);
        uint64_t seed = 31;
        for (size_t s = 0; s < n; s++)
            h[s] = 1.93F * (float)(brute_next(&seed) >> 40) / 16777216.0F;
        f.h = h;
        int broad = check_classes(&impl[k], &f, macros, &bad);
        SUITE_EXPECT(bad, broad > 10 && broad < 90, "%d of 99 Broad: the case is no test", broad);
        check_classes(&impl[k], &f, (twc_rect){-2, 5, 1, 1}, &bad);
        free(h);
    }
    SUITE_NONE(bad);
}

/* One raised sample: steep at its four neighbours only, walked over every place near the rim of the 60 m. */
static void initial_classes_rim(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    twc_rect macros = {-1, 2, 1, 1};
    twc_field f = {class_support(macros), NULL};
    float *h = ground_memory(33 * 33 * sizeof *h);
    f.h = h;
    for (int k = 0; k < impls; k++) {
        int broad = 0;
        for (int s = 0; s < 33 * 33; s++) {
            for (int c = 0; c < 33 * 33; c++)
                h[c] = c == s ? 10.0F : 0.0F;
            broad += check_classes(&impl[k], &f, macros, &bad);
        }
        /* Samples with a neighbour among the 709 lattice points of the disc: those of the disc grown by a step. */
        int grown = 0;
        for (int z = -16; z <= 16; z++)
            for (int x = -16; x <= 16; x++)
                grown += (abs(x) - 1) * (abs(x) - 1) + z * z <= 225 || x * x + (abs(z) - 1) * (abs(z) - 1) <= 225;
        SUITE_EXPECT(bad, broad == grown, "%s: %d places, not %d", impl[k].name, broad, grown);
    }
    free(h);
    SUITE_NONE(bad);
}

/* A slope of exactly 0.30f is not above it; the next number is. */
static void initial_classes_threshold(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    twc_rect macros = {4, -4, 1, 1};
    twc_field f = {class_support(macros), NULL};
    float *h = ground_memory(33 * 33 * sizeof *h);
    f.h = h;
    for (int k = 0; k < impls; k++)
        for (int along = 0; along < 2; along++)
            for (int above = 0; above < 2; above++) {
                float step = 8.0F * (above ? nextafterf(0.30F, 1.0F) : 0.30F);
                for (int c = 0; c < 33 * 33; c++)
                    h[c] = (along ? c / 33 : c % 33) > 16 ? step : 0.0F;
                int broad = check_classes(&impl[k], &f, macros, &bad);
                SUITE_EXPECT(bad, broad == above, "%s along %d above %d", impl[k].name, along, above);
            }
    free(h);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"encoding of all samples against rationals", encoding},
                           {"nearest sample", nearest_samples},
                           {"weighted heights against MPFR", weighted_heights},
                           {"weights against MPFR", weights},
                           {"prefilters against two-dimensional sums", prefilters},
                           {"bilinear", bilinear},
                           {"initial classes", initial_classes},
                           {"initial classes: the rim of the 60 m", initial_classes_rim},
                           {"initial classes: the threshold", initial_classes_threshold},
                           CU_TEST_INFO_NULL};
    return suite_run("heightfield", tests);
}
