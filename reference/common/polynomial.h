/* SPDX-License-Identifier: MIT */
/* Polynomials in place of the mathematics library's exponential, cosine and sine: + and * in the written order. */
#ifndef TWC_REFERENCE_COMMON_POLYNOMIAL_H
#define TWC_REFERENCE_COMMON_POLYNOMIAL_H

/* About exp(-2 q), for q in 0..2.25. */
double twc_reference_expm2(double q);

/* Cosine and sine of an angle in turns. */
typedef struct twc_rotation {
    double c, s;
} twc_rotation;
twc_rotation twc_reference_cos_sin(double turns);

#endif
