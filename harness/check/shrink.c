/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/shrink.h"

#include <string.h>

enum { ROUNDS = 4, TRIES_A_SCALAR = 40 };

typedef struct shrinker {
    twc_failure *failure;
    uint32_t budget;
    unsigned seconds;
    twc_shared *shared;
    twc_status status;
} shrinker;

/* Keeps the candidate in place of the failure when it fails too. Takes the candidate over either way. */
static int keep(shrinker *s, twc_case *candidate, const twc_implementation *implementation)
{
    twc_failure *failure = s->failure;
    twc_outcome outcome;
    failure->attempts++;
    s->status = twc_isolate_attempt(candidate, implementation, s->seconds, s->shared, &outcome);
    int same = !s->status.code && outcome.verdict != TWC_EQUAL && outcome.in_reference == failure->outcome.in_reference;
    if (same) {
        twc_case_destroy(&failure->c);
        failure->c = *candidate;
        failure->implementation = *implementation;
        failure->outcome = outcome;
    } else {
        twc_case_destroy(candidate);
    }
    return same;
}

static int spent(const shrinker *s)
{
    return s->status.code != TWC_OK || s->failure->attempts >= s->budget;
}

static int try_scalar(shrinker *s, uint32_t k, int64_t value)
{
    twc_case candidate = s->failure->c;
    if (spent(s) || candidate.value[k] == value)
        return 0;
    candidate.value[k] = value;
    if (!twc_case_create(&candidate))
        return 0;
    candidate.kernel->fill(&candidate);
    return keep(s, &candidate, &s->failure->implementation);
}

static int64_t distance(const shrinker *s, uint32_t k)
{
    return s->failure->c.value[k] - s->failure->c.kernel->scalars[k].simplest;
}

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Towards the simplest value: all the way, else by steps that halve until they are single, within a few tries. */
static int shrink_scalar(shrinker *s, uint32_t k)
{
    int progress = 0;
    uint32_t last = s->failure->attempts + TRIES_A_SCALAR;
    for (int64_t step = distance(s, k); step != 0 && s->failure->attempts < last && !spent(s);) {
        if (magnitude(step) <= magnitude(distance(s, k)) && try_scalar(s, k, s->failure->c.value[k] - step))
            progress = 1;
        else
            step /= 2;
    }
    return progress;
}

static void shrink_threads(shrinker *s)
{
    static const int fewer[] = {1, 2, 3, 5};
    twc_implementation plain = s->failure->implementation;
    if (!plain.fast)
        return;
    plain.schedule = TWC_STATIC;
    for (int k = 0; k < 4 && fewer[k] < s->failure->implementation.threads && !spent(s); k++) {
        twc_case candidate;
        plain.threads = fewer[k];
        if (twc_case_copy(&s->failure->c, &candidate) && keep(s, &candidate, &plain))
            return;
    }
}

/* Makes elements first..first+count-1 of an input plain; 0 when they were so already. */
static int make_plain(twc_case *c, uint32_t array, size_t first, size_t count)
{
    const twc_array *a = &c->array[array];
    int changed = 0;
    for (size_t element = first; element < first + count && element < a->count; element++) {
        unsigned char plain[256], *place = (unsigned char *)a->data + element * a->layout->size;
        memset(plain, 0, sizeof plain);
        if (a->layout->size > sizeof plain || !c->kernel->neutral(c, array, element, plain) ||
            memcmp(plain, place, a->layout->size) == 0)
            continue;
        memcpy(place, plain, a->layout->size);
        changed = 1;
    }
    return changed;
}

/* Blocks of halving length, down to single elements. */
static void shrink_array(shrinker *s, uint32_t array)
{
    for (size_t block = s->failure->c.array[array].count; block > 0; block /= 2) {
        for (size_t first = 0; first < s->failure->c.array[array].count && !spent(s); first += block) {
            twc_case candidate;
            if (!twc_case_copy(&s->failure->c, &candidate))
                return;
            if (make_plain(&candidate, array, first, block))
                keep(s, &candidate, &s->failure->implementation);
            else
                twc_case_destroy(&candidate);
        }
    }
}

twc_status twc_shrink(twc_failure *failure, uint32_t budget, unsigned seconds, twc_shared *shared)
{
    shrinker s = {failure, budget, seconds, shared, twc_ok()};
    uint32_t scalars = twc_kernel_scalar_count(failure->c.kernel);
    failure->attempts = 0;
    shrink_threads(&s);
    for (int round = 0, progress = 1; round < ROUNDS && progress; round++) {
        progress = 0;
        for (uint32_t k = 0; k < scalars; k++)
            progress |= shrink_scalar(&s, k);
    }
    if (failure->c.kernel->neutral)
        for (uint32_t k = 0; k < failure->c.array_count; k++)
            if (failure->c.array[k].role == TWC_INPUT)
                shrink_array(&s, k);
    shrink_threads(&s);
    return s.status;
}
