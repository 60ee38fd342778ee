/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Little pieces of text into one buffer, cut at its end. */
static void append(char *text, size_t size, const char *piece)
{
    size_t length = strlen(text);
    if (length + 1 < size)
        snprintf(text + length, size - length, "%s", piece);
}

static void print_value(char *text, size_t size, twc_type type, const unsigned char *bytes)
{
    uint64_t bits = 0;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    float real;
    double wide;
    int32_t integer;
    switch (type) {
    case TWC_TYPE_U8:
        memcpy(&u8, bytes, sizeof u8);
        bits = u8;
        break;
    case TWC_TYPE_U16:
        memcpy(&u16, bytes, sizeof u16);
        bits = u16;
        break;
    case TWC_TYPE_F64:
    case TWC_TYPE_U64:
        memcpy(&bits, bytes, sizeof bits);
        break;
    default:
        memcpy(&u32, bytes, sizeof u32);
        bits = u32;
        break;
    }
    int digits = (int)(2 * twc_type_size(type));
    if (type == TWC_TYPE_F32) {
        memcpy(&real, bytes, sizeof real);
        snprintf(text, size, "0x%0*" PRIx64 " (%.9g)", digits, bits, (double)real);
    } else if (type == TWC_TYPE_F64) {
        memcpy(&wide, bytes, sizeof wide);
        snprintf(text, size, "0x%0*" PRIx64 " (%.17g)", digits, bits, wide);
    } else if (type == TWC_TYPE_I32) {
        memcpy(&integer, bytes, sizeof integer);
        snprintf(text, size, "0x%0*" PRIx64 " (%" PRId32 ")", digits, bits, integer);
    } else {
        snprintf(text, size, "0x%0*" PRIx64 " (%" PRIu64 ")", digits, bits, bits);
    }
}

/* Where an element is in plan, as far as anything tells. */
static void print_place(const twc_case *c, uint32_t array, size_t element, twc_outcome *outcome)
{
    const twc_array *a = &c->array[array];
    int32_t x, z;
    char piece[96];
    outcome->place[0] = '\0';
    if (a->step_cm > 0) {
        int32_t column = a->rect.x + (int32_t)(element % (size_t)a->rect.nx);
        int32_t row = a->rect.z + (int32_t)(element / (size_t)a->rect.nx);
        x = column * a->step_cm;
        z = row * a->step_cm;
        snprintf(piece, sizeof piece, "column %d, row %d, ", column, row);
        append(outcome->place, sizeof outcome->place, piece);
    } else if (a->layout->plan_offset >= 0) {
        const unsigned char *record = (const unsigned char *)a->data + element * a->layout->size +
                                      a->layout->plan_offset;
        memcpy(&x, record, sizeof x);
        memcpy(&z, record + sizeof x, sizeof z);
    } else if (c->kernel->plan) {
        c->kernel->plan(c, array, element, &x, &z);
    } else {
        return;
    }
    snprintf(piece, sizeof piece, "chunk (%d, %d), x %.2f m, z %.2f m", twc_floor_div(x, TWC_CHUNK_CM),
             twc_floor_div(z, TWC_CHUNK_CM), x * 0.01, z * 0.01);
    append(outcome->place, sizeof outcome->place, piece);
}

static void print_element(const twc_array *a, size_t element, const twc_member *member, uint32_t repeat,
                          twc_outcome *outcome)
{
    char index[24];
    outcome->element[0] = '\0';
    append(outcome->element, sizeof outcome->element, a->name);
    snprintf(index, sizeof index, "[%zu]", element);
    append(outcome->element, sizeof outcome->element, index);
    if (!member || !member->name[0])
        return;
    append(outcome->element, sizeof outcome->element, ".");
    append(outcome->element, sizeof outcome->element, member->name);
    if (member->repeat > 1) {
        snprintf(index, sizeof index, "[%u]", repeat);
        append(outcome->element, sizeof outcome->element, index);
    }
}

static int all_poison(const unsigned char *bytes, size_t size, unsigned char poison)
{
    for (size_t k = 0; k < size; k++)
        if (bytes[k] != poison)
            return 0;
    return 1;
}

/* One element: 1 and the outcome when a member differs. */
static int compare_element(const twc_case *c, uint32_t array, size_t element, const unsigned char *found,
                           unsigned char poison, twc_outcome *outcome)
{
    const twc_array *a = &c->array[array];
    const unsigned char *wanted = (const unsigned char *)a->data + element * a->layout->size;
    for (uint32_t m = 0; m < a->layout->member_count; m++) {
        const twc_member *member = &a->layout->members[m];
        size_t size = twc_type_size(member->type);
        for (uint32_t r = 0; r < member->repeat; r++) {
            size_t offset = member->offset + r * size;
            if (memcmp(found + offset, wanted + offset, size) == 0)
                continue;
            char got[48], want[48];
            print_value(got, sizeof got, member->type, found + offset);
            print_value(want, sizeof want, member->type, wanted + offset);
            print_element(a, element, member, r, outcome);
            print_place(c, array, element, outcome);
            outcome->verdict = all_poison(found + offset, size, poison) ? TWC_UNWRITTEN : TWC_MISMATCH;
            snprintf(outcome->detail, sizeof outcome->detail, "%s %s, the reference gives %s",
                     outcome->verdict == TWC_UNWRITTEN ? "not written, still" : "is", got, want);
            return 1;
        }
    }
    return 0;
}

static int stray(const twc_case *c, uint32_t array, size_t element, size_t due, twc_outcome *outcome)
{
    print_element(&c->array[array], element, NULL, 0, outcome);
    outcome->place[0] = '\0';
    outcome->verdict = TWC_STRAY;
    snprintf(outcome->detail, sizeof outcome->detail, "written, though only %zu are due", due);
    return 1;
}

int twc_compare(const twc_case *c, uint32_t array, const void *found, const size_t *written, unsigned char poison,
                twc_outcome *outcome)
{
    const twc_array *a = &c->array[array];
    size_t size = a->layout->size, length = a->count / a->segments;
    const unsigned char *bytes = found;
    for (size_t segment = 0; segment < a->segments; segment++) {
        size_t first = segment * length, due = a->written[segment];
        size_t both = written[segment] < due ? written[segment] : due;
        const unsigned char *start = bytes + first * size;
        /* Equal bytes are equal members; only a difference is looked at closely, because it may be padding. */
        if (memcmp(start, (const unsigned char *)a->data + first * size, both * size) != 0)
            for (size_t k = 0; k < both; k++)
                if (compare_element(c, array, first + k, start + k * size, poison, outcome))
                    return 1;
        if (written[segment] != due) {
            print_element(a, first + both, NULL, 0, outcome);
            print_place(c, array, first + both, outcome);
            outcome->verdict = TWC_MISMATCH;
            snprintf(outcome->detail, sizeof outcome->detail, "%zu elements given, the reference gives %zu",
                     written[segment], due);
            return 1;
        }
        for (size_t k = due; k < length; k++)
            if (!all_poison(start + k * size, size, poison))
                return stray(c, array, first + k, due, outcome);
    }
    return 0;
}
