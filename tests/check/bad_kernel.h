/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small kernel for the check to find fault with: out[k] = 3 in[k] + 1, with any of these faults on its fast side. */
#ifndef TWC_TESTS_BAD_KERNEL_H
#define TWC_TESTS_BAD_KERNEL_H

#include "check/case.h"

typedef enum bad_fault {
    BAD_NOT,
    BAD_VALUE,        /* wrong where an input is 60000 or more and at least the fourth */
    BAD_PAST_END,     /* one byte past the output */
    BAD_BEFORE_START, /* one byte before it */
    BAD_SCRATCH,      /* one byte past the scratch, inside the gap that alignment leaves */
    BAD_READ,         /* reads one input too many */
    BAD_UNWRITTEN,    /* drops the last element of odd counts */
    BAD_STRAY,        /* writes an element past the count it reports */
    BAD_COUNT,        /* reports one element fewer */
    BAD_INPUT,        /* sorts its input in place, so to speak */
    BAD_CRASH,        /* follows a null pointer */
    BAD_ABORT,
    BAD_CRASH_THREAD, /* crashes in a worker */
    BAD_HANG,
    BAD_STATE,  /* two calls at once share a variable */
    BAD_LAST,   /* the last element of more than 64 is wrong */
    BAD_STATIC, /* wrong under one schedule only, or with more than one thread only */
    BAD_DYNAMIC,
    BAD_GUIDED,
    BAD_THREADS,
    BAD_REFERENCE, /* the reference leaves an element unwritten */
    BAD_FAULTS
} bad_fault;

/* Which one the kernel shows; set before a check. */
extern bad_fault bad_kernel_fault;

extern const twc_kernel bad_kernel;

enum { BAD_N, BAD_SEED }; /* its scalars */
enum { BAD_IN, BAD_OUT }; /* its arrays */

#endif
