/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kernel that no stage covers by hand: what it writes in its first cases of the check. */
#include <stdio.h>
#include <string.h>

#include "sink.h"

enum { CASES = 16, THREADS = 2 };

static uint64_t word_of(const twc_member *member, const unsigned char *record, uint32_t k)
{
    const unsigned char *at = record + member->offset + k * twc_type_size(member->type);
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (twc_type_size(member->type)) {
    case sizeof u8:
        memcpy(&u8, at, sizeof u8);
        return u8;
    case sizeof u16:
        memcpy(&u16, at, sizeof u16);
        return u16;
    case sizeof u32:
        memcpy(&u32, at, sizeof u32);
        return u32;
    default:
        memcpy(&u64, at, sizeof u64);
        return u64;
    }
}

/* The elements that were written, member by member. */
static void sink_array(sink *out, int64_t index, const twc_array *array, const twc_call *call, uint32_t number)
{
    const unsigned char *record = call->buffer[number];
    const size_t stride = array->count / array->segments;
    for (size_t segment = 0; segment < array->segments; segment++) {
        sink_word(out, array->name, index, (int64_t)segment, call->written[number][segment]);
        for (size_t k = segment * stride; k < segment * stride + call->written[number][segment]; k++)
            for (uint32_t m = 0; m < array->layout->member_count; m++)
                for (uint32_t part = 0; part < array->layout->members[m].repeat; part++)
                    sink_word(out, array->name, index, (int64_t)k,
                              word_of(&array->layout->members[m], record + k * array->layout->size, part));
    }
}

static void run_case(twc_case *c, int64_t index, const twc_implementation *who, sink *out)
{
    twc_call call = {.scratch = NULL};
    void *memory = need((c->kernel->scratch ? c->kernel->scratch(c, who) : 0) + 64);
    call.scratch = (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    for (uint32_t k = 0; k < c->array_count; k++) {
        call.buffer[k] = c->array[k].data;
        call.written[k] = c->array[k].written;
        for (size_t segment = 0; segment < c->array[k].segments; segment++)
            call.written[k][segment] = c->array[k].count / c->array[k].segments;
    }
    c->kernel->run(c, who, &call);
    for (uint32_t k = 0; k < c->array_count; k++)
        if (c->array[k].role == TWC_OUTPUT)
            sink_array(out, index, &c->array[k], &call, k);
    free(memory);
}

void run_kernel(const twc_kernel *kernel, const implementation *who, sink *out)
{
    const twc_implementation whole = {who->fast, who->level, THREADS, TWC_DYNAMIC};
    for (uint32_t index = 0; index < CASES; index++) {
        twc_case c;
        const twc_status status = twc_case_draw(kernel, 1, index, &c);
        if (status.code) {
            fprintf(stderr, "fingerprint: %s\n", status.message);
            exit((int)status.code);
        }
        run_case(&c, index, &whole, out);
        twc_case_destroy(&c);
    }
}
