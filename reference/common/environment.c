/* SPDX-License-Identifier: MIT */
/*
 * Whether this thread computes as the specification demands. Spec numbers 4.1; no twin: shared by both libraries; test
 * tests/common/test_environment.c.
 */
#include <float.h>

#include "twc/ground.h"

#if !defined(FLT_EVAL_METHOD) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16)
#error                                                                                                                 \
    "binary32 must be computed as binary32: on i386 build with -msse2 -mfpmath=sse, on s390x with -fexcess-precision=fast"
#endif
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "unsafe floating-point flags: build without -ffast-math and its parts"
#endif

/*
 * The probes read their operands from volatile storage, so that the compiler can neither fold them nor know them; what
 * they compute is what this thread's control register and this build's flags make of it.
 */
static int rounds_to_nearest(void)
{
    volatile double one = 1.0, half_ulp = 0x1p-53, more_than_half = 0x1.8p-53, third = 3.0;
    volatile float onef = 1.0f, half_ulpf = 0x1p-24f;
    double tie = one + half_ulp, above = one + more_than_half, quotient = one / third;
    float tief = onef + half_ulpf, negativef = -onef - half_ulpf;
    return tie == 1.0 && above == 1.0 + 0x1p-52 && quotient == 0x1.5555555555555p-2 && tief == 1.0f &&
           negativef == -1.0f;
}

static int keeps_denormals(void)
{
    volatile float least_normal = FLT_MIN, half = 0.5f, denormal = 0x1p-149f, power = 0x1p100f;
    volatile double least_normal_d = DBL_MIN, half_d = 0.5;
    float made = least_normal * half, read = denormal * power;
    double made_d = least_normal_d * half_d;
    return made != 0.0f && read == 0x1p-49f && made_d != 0.0;
}

static int keeps_products_apart(void)
{
    /* (1 + e)^2 - (1 + 2e) is 0 when the product is rounded first, e^2 when it is fused with the difference. */
    volatile double factor = 1.0 + 0x1p-30, term = -(1.0 + 0x1p-29);
    volatile float factorf = 1.0f + 0x1p-13f, termf = -(1.0f + 0x1p-12f);
    double sum = factor * factor + term;
    float sumf = factorf * factorf + termf;
    return sum == 0.0 && sumf == 0.0f;
}

/* Each operand is read once: only then may a compiler that reorders see that `large` cancels. */
static int keeps_order(void)
{
    volatile double large_source = 0x1p60, small_source = 1.0;
    double large = large_source, small = small_source;
    return (small + large) - large == 0.0;
}

/* 49/49 is 1; 49 times the rounded 1/49 is not. Divisors that are constant, and divisors that are shared. */
static int keeps_quotients(void)
{
    volatile double source = 49.0, other = 98.0, third = 147.0;
    double divisor = source;
    double a = source / divisor, b = other / divisor, c = third / divisor;
    return source / 49.0 == 1.0 && a == 1.0 && b == 2.0 && c == 3.0;
}

/* Called through a pointer that is read at run time, so that it is compiled for any pair. */
static void round_pair(double *pair)
{
    pair[0] = (double)(float)pair[0];
    pair[1] = (double)(float)pair[1];
}

/* Two roundings side by side, which gcc 12 drops when it makes a vector of them outside a loop. */
static int keeps_roundings(void)
{
    void (*volatile through)(double *) = round_pair;
    double pair[2] = {1.0 + 0x1p-40, 2.0 + 0x1p-40};
    through(pair);
    return pair[0] == 1.0 && pair[1] == 2.0;
}

twc_status twc_environment_check(void)
{
    if (!rounds_to_nearest())
        return twc_fail(TWC_IO,
                        "this thread does not round to nearest: call fesetround(FE_TONEAREST) before building terrain");
    if (!keeps_denormals())
        return twc_fail(TWC_IO,
                        "this thread flushes denormals to zero (a library built with -ffast-math may have set it): "
                        "clear FTZ and DAZ in the control register before building terrain");
    if (!keeps_products_apart())
        return twc_fail(TWC_IO, "products are fused with sums: build twc with -ffp-contract=off");
    if (!keeps_roundings())
        return twc_fail(TWC_IO, "roundings to binary32 are dropped: build twc with -fno-tree-slp-vectorize");
    if (!keeps_quotients())
        return twc_fail(TWC_IO,
                        "quotients are made of reciprocals: build twc without -ffast-math and -freciprocal-math");
    if (!keeps_order())
        return twc_fail(TWC_IO, "sums are reordered: build twc without -ffast-math and -fassociative-math");
    return twc_ok();
}
