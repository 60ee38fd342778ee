/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gates must find: a fused multiply-add, an approximation, a call of libm, an export without the prefix. */
#include <immintrin.h>
#include <math.h>

float twc_planted_fma(float a, float b, float c);
float twc_planted_fma(float a, float b, float c)
{
    return a * b + c; /* compiled with contraction allowed */
}

__m128 twc_planted_estimate(__m128 x);
__m128 twc_planted_estimate(__m128 x)
{
    return _mm_rsqrt_ps(x);
}

float planted_sine(float x);
float planted_sine(float x)
{
    return sinf(x);
}
