/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/attempt.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/compare.h"

static const unsigned char poisons[2] = {0xC5, 0x3A};

const char *twc_verdict_name(twc_verdict verdict)
{
    static const char *const names[] = {"equal",         "mismatch",  "unwritten", "stray write", "write outside",
                                        "input changed", "rewritten", "crash",     "hang"};
    return names[verdict];
}

void twc_guarded_memory_release(twc_guarded_memory *arena)
{
    for (int k = 0; k < TWC_CASE_ARRAYS; k++)
        twc_buffer_release(&arena->input[k]);
    for (int copy = 0; copy < TWC_ATTEMPT_COPIES; copy++) {
        twc_buffer_release(&arena->scratch[copy]);
        for (int k = 0; k < TWC_CASE_ARRAYS; k++) {
            twc_buffer_release(&arena->output[copy][k]);
            free(arena->written[copy][k]);
            arena->written[copy][k] = NULL;
        }
    }
}

static size_t array_size(const twc_array *array)
{
    return array->count * array->layout->size;
}

static int place_inputs(twc_guarded_memory *arena, const twc_case *c, int pass)
{
    for (uint32_t k = 0; k < c->array_count; k++) {
        const twc_array *array = &c->array[k];
        if (array->role != TWC_INPUT)
            continue;
        if (twc_buffer_place(&arena->input[k], array->name, array_size(array), array->layout->align,
                             pass ? TWC_AT_START : TWC_AT_END, poisons[pass]) != 0)
            return -1;
        memcpy(arena->input[k].data, array->data, array_size(array));
    }
    return 0;
}

/* The outputs, counts and scratch of one call. */
static int place_copy(twc_guarded_memory *arena, const twc_case *c, const twc_implementation *implementation, int pass,
                      int copy, twc_call *call)
{
    twc_side side = pass ? TWC_AT_START : TWC_AT_END;
    for (uint32_t k = 0; k < c->array_count; k++) {
        const twc_array *array = &c->array[k];
        call->buffer[k] = arena->input[k].data;
        if (array->role != TWC_OUTPUT)
            continue;
        twc_buffer *buffer = &arena->output[copy][k];
        size_t **written = &arena->written[copy][k];
        free(*written);
        *written = malloc(array->segments * sizeof **written);
        if (!*written ||
            twc_buffer_place(buffer, array->name, array_size(array), array->layout->align, side, poisons[pass]))
            return -1;
        memset(buffer->data, poisons[pass], buffer->size);
        for (size_t segment = 0; segment < array->segments; segment++)
            (*written)[segment] = array->count / array->segments;
        call->buffer[k] = buffer->data;
        call->written[k] = *written;
    }
    size_t bytes = c->kernel->scratch ? c->kernel->scratch(c, implementation) : 0;
    if (twc_buffer_place(&arena->scratch[copy], "scratch", bytes, 64, side, poisons[pass]) != 0)
        return -1;
    memset(arena->scratch[copy].data, poisons[pass], bytes);
    call->scratch = arena->scratch[copy].data;
    return 0;
}

static void run_calls(const twc_case *c, const twc_implementation *implementation, const twc_call *calls, int copies)
{
    static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
    if (copies == 1) {
        c->kernel->run(c, implementation, &calls[0]);
        return;
    }
    omp_set_schedule(kinds[implementation->schedule], 1);
#pragma omp parallel for schedule(runtime) num_threads(copies)
    for (int copy = 0; copy < copies; copy++)
        c->kernel->run(c, implementation, &calls[copy]);
}

static int outside(const twc_buffer *buffer, unsigned char poison, twc_outcome *outcome)
{
    long offset = twc_buffer_stain(buffer, poison);
    if (!offset)
        return 0;
    outcome->verdict = TWC_OUTSIDE;
    outcome->place[0] = '\0';
    snprintf(outcome->element, sizeof outcome->element, "%s", buffer->name);
    if (offset < 0)
        snprintf(outcome->detail, sizeof outcome->detail, "wrote byte %ld before its start", -offset);
    else
        snprintf(outcome->detail, sizeof outcome->detail, "wrote byte %ld past its end",
                 offset - (long)buffer->size + 1);
    return 1;
}

static int judge_inputs(const twc_guarded_memory *arena, const twc_case *c, int pass, twc_outcome *outcome)
{
    for (uint32_t k = 0; k < c->array_count; k++) {
        const twc_array *array = &c->array[k];
        if (array->role != TWC_INPUT)
            continue;
        if (outside(&arena->input[k], poisons[pass], outcome))
            return 1;
        const unsigned char *now = arena->input[k].data, *before = array->data;
        if (memcmp(now, before, array_size(array)) == 0)
            continue;
        size_t byte = 0;
        while (now[byte] == before[byte])
            byte++;
        outcome->verdict = TWC_INPUT_CHANGED;
        outcome->place[0] = '\0';
        snprintf(outcome->element, sizeof outcome->element, "%s[%zu]", array->name, byte / array->layout->size);
        snprintf(outcome->detail, sizeof outcome->detail, "an input was written: byte 0x%02x became 0x%02x",
                 before[byte], now[byte]);
        return 1;
    }
    return 0;
}

static int judge_copy(const twc_guarded_memory *arena, const twc_case *c, int pass, int copy, twc_outcome *outcome)
{
    if (outside(&arena->scratch[copy], poisons[pass], outcome))
        return 1;
    for (uint32_t k = 0; k < c->array_count; k++) {
        if (c->array[k].role != TWC_OUTPUT)
            continue;
        const twc_buffer *buffer = &arena->output[copy][k];
        if (outside(buffer, poisons[pass], outcome) ||
            twc_compare(c, k, buffer->data, arena->written[copy][k], poisons[pass], outcome))
            return 1;
    }
    return 0;
}

/* What the reference gave becomes what is wanted. */
static void store(const twc_guarded_memory *arena, twc_case *c)
{
    for (uint32_t k = 0; k < c->array_count; k++) {
        if (c->array[k].role != TWC_OUTPUT)
            continue;
        memcpy(c->array[k].data, arena->output[0][k].data, array_size(&c->array[k]));
        memcpy(c->array[k].written, arena->written[0][k], c->array[k].segments * sizeof *c->array[k].written);
    }
}

twc_status twc_attempt(twc_guarded_memory *arena, twc_case *c, const twc_implementation *implementation,
                       twc_outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->in_reference = !implementation->fast;
    for (int pass = 0; pass < 2; pass++) {
        int several = pass == 1 && implementation->fast && !c->kernel->threaded;
        int copies = several ? implementation->threads : 1;
        twc_call calls[TWC_ATTEMPT_COPIES];
        memset(calls, 0, sizeof calls);
        copies = copies > TWC_ATTEMPT_COPIES ? TWC_ATTEMPT_COPIES : copies;
        int lacking = place_inputs(arena, c, pass);
        for (int copy = 0; copy < copies && !lacking; copy++)
            lacking = place_copy(arena, c, implementation, pass, copy, &calls[copy]);
        if (lacking)
            return twc_fail(TWC_IO, "not enough memory for a case of %s", c->kernel->name);
        run_calls(c, implementation, calls, copies);
        if (pass == 0 && !implementation->fast)
            store(arena, c);
        if (judge_inputs(arena, c, pass, outcome))
            return twc_ok();
        for (int copy = 0; copy < copies; copy++)
            if (judge_copy(arena, c, pass, copy, outcome))
                return twc_ok();
    }
    return twc_ok();
}
