/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The random numbers of the check: small, seekable by name, the same on every machine. */
#ifndef TWC_CHECK_RANDOM_H
#define TWC_CHECK_RANDOM_H

#include <stdint.h>

typedef struct twc_random {
    uint64_t state;
} twc_random;

/*
 * The stream of one case: it depends on the seed, the kernel's name and the case's number only, so leaving kernels,
 * levels or cases out never changes the others.
 */
twc_random twc_random_of_case(uint64_t seed, const char *kernel, uint32_t index);

/* A 64-bit mixer: every bit of the result depends on every bit of the input. */
uint64_t twc_mix64(uint64_t value);

/* Uniform over low..high, both included; low <= high, high - low < 2^32. */
int64_t twc_random_between(twc_random *random, int64_t low, int64_t high);

/* 1 once in `times` draws. */
int twc_random_once_in(twc_random *random, uint32_t times);

#endif
