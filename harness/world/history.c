/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <stdlib.h>
#include <string.h>

/* The id of a fact about a feature: both kinds begin with it. */
static uint64_t fact_id(const twc_fact *fact)
{
    return (uint64_t)(uint32_t)fact->words[1] << 32 | (uint32_t)fact->words[0];
}

/* What the inverse of a fact is: its kind and how many values it has. */
static twc_fact inverse_of(const twc_features *features, const twc_fact *fact)
{
    twc_fact inverse = {.kind = fact->kind, .rect = fact->rect};
    if (fact->kind == TWC_FACT_SAMPLES || fact->kind == TWC_FACT_CLASSES)
        return inverse;
    const twc_feature *before = twc_features_find(features, fact_id(fact));
    inverse.kind = before ? TWC_FACT_FEATURE : TWC_FACT_REMOVE;
    inverse.word_count = before ? (int32_t)twc_record_words(before) : 2;
    return inverse;
}

static void fill_inverse(const twc_world *world, const twc_features *features, const twc_fact *fact, twc_fact *inverse,
                         void *values)
{
    switch (inverse->kind) {
    case TWC_FACT_SAMPLES:
        twc_reference_ground()->samples(world, fact->rect, values);
        inverse->samples = values;
        break;
    case TWC_FACT_CLASSES:
        twc_reference_ground()->classes(world, fact->rect, values);
        inverse->classes = values;
        break;
    case TWC_FACT_FEATURE:
        twc_record_write(twc_features_find(features, fact_id(fact)), values);
        inverse->words = values;
        break;
    case TWC_FACT_REMOVE:
        memcpy(values, fact->words, 2 * sizeof(int32_t));
        inverse->words = values;
        break;
    }
}

twc_status twc_history_push(twc_history *history, const twc_world *world, const twc_features *features,
                            const twc_fact *fact)
{
    twc_history_entry *entry = malloc(sizeof *entry);
    twc_fact inverse = inverse_of(features, fact);
    void *values = malloc(twc_fact_value_count(&inverse) * twc_fact_value_size(inverse.kind));
    if (!entry || !values) {
        free(entry);
        free(values);
        return twc_fail(TWC_IO, "not enough memory to remember what fact %llu replaces",
                        (unsigned long long)fact->sequence);
    }
    fill_inverse(world, features, fact, &inverse, values);
    *entry = (twc_history_entry){inverse, values, history->top};
    history->top = entry;
    return twc_ok();
}

int twc_fact_same_values(const twc_fact *a, const twc_fact *b)
{
    return a->kind == b->kind && memcmp(&a->rect, &b->rect, sizeof a->rect) == 0 && a->word_count == b->word_count &&
           memcmp(twc_fact_value_data(a), twc_fact_value_data(b),
                  twc_fact_value_count(a) * twc_fact_value_size(a->kind)) == 0;
}

const twc_fact *twc_history_top(const twc_history *history)
{
    return history->top ? &history->top->fact : NULL;
}

void twc_history_pop(twc_history *history)
{
    twc_history_entry *entry = history->top;
    history->top = entry->below;
    free(entry->values);
    free(entry);
}

void twc_history_clear(twc_history *history)
{
    while (history->top)
        twc_history_pop(history);
}
