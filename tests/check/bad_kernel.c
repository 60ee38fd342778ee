/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/bad_kernel.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check/patterns.h"

bad_fault bad_kernel_fault;

enum { LIMIT = 100, SPARE = 4 /* elements of capacity beyond those that are due */ };

static const twc_scalar scalars[] = {{"n", 1, LIMIT, 1}, {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0}, {NULL, 0, 0, 0}};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[BAD_N] = twc_sweep_length(random, index, LIMIT);
    value[BAD_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    size_t n = (size_t)c->value[BAD_N];
    twc_case_grid(c, TWC_INPUT, "in", &twc_layout_u16, (twc_rect){-2, 5, (int32_t)n, 1}, TWC_SAMPLE_CM);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_u32, n + SPARE);
    return 1;
}

static void fill(twc_case *c)
{
    twc_fill_samples(&c->array[BAD_IN], 6, c->value[BAD_SEED]);
}

static int neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)c, (void)array, (void)element;
    memset(out, 0, sizeof(uint16_t));
    return 1;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return (size_t)c->value[BAD_N];
}

static void overwrite(unsigned char *byte)
{
    *byte = (unsigned char)~*byte;
}

/* The crash is meant, and the check is to catch it: the sanitizers are not asked. */
__attribute__((no_sanitize("null", "address"))) static void crash(void)
{
    static int *volatile nowhere;
    *nowhere = 1;
}

static volatile uint32_t shared_state;

/* The faults that are not a wrong value: before the work. */
static void misbehave(const twc_call *call, size_t n)
{
    unsigned char *in = call->buffer[BAD_IN], *out = call->buffer[BAD_OUT];
    volatile unsigned char seen;
    switch (bad_kernel_fault) {
    case BAD_PAST_END:
        overwrite(out + (n + SPARE) * sizeof(uint32_t));
        break;
    case BAD_BEFORE_START:
        overwrite(out - 1);
        break;
    case BAD_SCRATCH:
        overwrite((unsigned char *)call->scratch + n);
        break;
    case BAD_READ:
        seen = in[n * sizeof(uint16_t)];
        (void)seen;
        break;
    case BAD_STRAY:
        overwrite(out + n * sizeof(uint32_t));
        break;
    case BAD_INPUT:
        overwrite(in + n);
        break;
    case BAD_CRASH:
        crash();
        break;
    case BAD_ABORT:
        abort();
        break;
    case BAD_CRASH_THREAD:
#pragma omp parallel num_threads(4)
        if (omp_get_thread_num() == 3)
            crash();
        break;
    case BAD_HANG:
        for (;;)
            shared_state++;
    default:
        break;
    }
}

static uint32_t value_of(const uint16_t *in, size_t k)
{
    uint32_t value = 3u * in[k] + 1u;
    if (bad_kernel_fault == BAD_VALUE && k >= 3 && in[k] >= 60000)
        value ^= 1u;
    if (bad_kernel_fault != BAD_STATE)
        return value;
    shared_state = value;
    for (int wait = 0; wait < 200; wait++)
        (void)shared_state;
    return shared_state;
}

/* Whether this call is one that a fault of `bad_kernel_fault` makes wrong in its last element. */
static int spoils_last(const twc_implementation *implementation, size_t n)
{
    switch (bad_kernel_fault) {
    case BAD_LAST:
        return n > 64;
    case BAD_STATIC:
        return implementation->schedule == TWC_STATIC;
    case BAD_DYNAMIC:
        return implementation->schedule == TWC_DYNAMIC;
    case BAD_GUIDED:
        return implementation->schedule == TWC_GUIDED;
    case BAD_THREADS:
        return implementation->threads > 1;
    default:
        return 0;
    }
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const uint16_t *in = call->buffer[BAD_IN];
    uint32_t *out = call->buffer[BAD_OUT];
    size_t n = (size_t)c->value[BAD_N], done = n;
    *call->written[BAD_OUT] = n;
    if (implementation->fast) {
        misbehave(call, n);
        done -= bad_kernel_fault == BAD_UNWRITTEN && n % 2;
        *call->written[BAD_OUT] -= bad_kernel_fault == BAD_COUNT;
    }
    done -= !implementation->fast && bad_kernel_fault == BAD_REFERENCE && n > 5;
    for (size_t k = 0; k < done; k++)
        out[k] = implementation->fast ? value_of(in, k) : 3u * in[k] + 1u;
    if (implementation->fast && spoils_last(implementation, n))
        out[n - 1] ^= 1u;
}

const twc_kernel bad_kernel = {
    .name = "bad.kernel",
    .cases = 60,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .neutral = neutral,
    .scratch = scratch,
    .run = run,
};
