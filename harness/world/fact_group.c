/* SPDX-License-Identifier: MIT */
#include "twc/fact_group.h"

#include <stdlib.h>
#include <string.h>

twc_status twc_fact_group_take(void *context, const twc_fact *fact)
{
    twc_fact_group *group = context;
    const size_t size = twc_fact_value_count(fact) * twc_fact_value_size(fact->kind);
    if (group->count == group->capacity) {
        const size_t capacity = 2 * group->capacity + 8;
        twc_fact *larger = realloc(group->fact, capacity * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %zu facts", capacity);
        group->fact = larger;
        group->capacity = capacity;
    }
    void *values = malloc(size);
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for the values of fact %llu", (unsigned long long)fact->sequence);
    memcpy(values, twc_fact_value_data(fact), size);
    twc_fact *copy = &group->fact[group->count++];
    *copy = *fact;
    copy->samples = fact->samples ? values : NULL;
    copy->classes = fact->classes ? values : NULL;
    copy->words = fact->words ? values : NULL;
    return twc_ok();
}

twc_status twc_fact_group_append(const twc_fact_group *group, twc_event_log *log)
{
    return twc_event_log_append_all(log, group->fact, group->count);
}

static void free_values(const void *values)
{
    free((void *)(uintptr_t)values);
}

void twc_fact_group_destroy(twc_fact_group *group)
{
    for (size_t k = 0; k < group->count; k++)
        free_values(twc_fact_value_data(&group->fact[k]));
    free(group->fact);
    memset(group, 0, sizeof *group);
}
