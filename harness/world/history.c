/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "history.h"

#include <stdlib.h>

twc_status twc_history_push(twc_history *history, const twc_world *world, const twc_fact *fact)
{
    size_t count = (size_t)fact->rect.nx * (size_t)fact->rect.nz;
    twc_history_entry *entry = malloc(sizeof *entry);
    void *values = malloc(count * sizeof(uint16_t));
    if (!entry || !values) {
        free(entry);
        free(values);
        return twc_fail(TWC_IO, "not enough memory to remember what fact %llu replaces", (unsigned long long)fact->sequence);
    }
    entry->fact = (twc_fact){.kind = fact->kind, .rect = fact->rect};
    if (fact->kind == TWC_FACT_SAMPLES) {
        twc_reference_ground()->samples(world, fact->rect, values);
        entry->fact.samples = values;
    } else {
        twc_reference_ground()->classes(world, fact->rect, values);
        entry->fact.classes = values;
    }
    entry->below = history->top;
    history->top = entry;
    return twc_ok();
}

const twc_fact *twc_history_top(const twc_history *history)
{
    return history->top ? &history->top->fact : NULL;
}

void twc_history_pop(twc_history *history)
{
    twc_history_entry *entry = history->top;
    history->top = entry->below;
    free(entry->fact.kind == TWC_FACT_SAMPLES ? (void *)entry->fact.samples : (void *)entry->fact.classes);
    free(entry);
}

void twc_history_clear(twc_history *history)
{
    while (history->top)
        twc_history_pop(history);
}
