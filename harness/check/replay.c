/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/replay.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/atomic_file.h"

enum { BYTES_A_LINE = 32 };

static const char *const schedules[] = {"static", "dynamic", "guided"};

const char *twc_schedule_name(twc_schedule schedule)
{
    return schedules[schedule];
}

int twc_schedule_named(const char *name)
{
    for (int k = 0; k < 3; k++)
        if (strcmp(name, schedules[k]) == 0)
            return k;
    return -1;
}

/* ---- members as little-endian bytes, whatever the machine ------------------------------------------------- */

typedef void (*byte_action)(void *context, unsigned char *byte);

/* Visits the bytes of every member of an array in canonical order: padding is no part of a file. */
static void visit_bytes(const twc_array *array, byte_action action, void *context)
{
    const union {
        uint16_t number;
        unsigned char byte[2];
    } order = {1};
    for (size_t element = 0; element < array->count; element++) {
        unsigned char *record = (unsigned char *)array->data + element * array->layout->size;
        for (uint32_t m = 0; m < array->layout->member_count; m++) {
            const twc_member *member = &array->layout->members[m];
            size_t size = twc_type_size(member->type);
            for (size_t value = 0; value < member->repeat; value++)
                for (size_t k = 0; k < size; k++)
                    action(context, record + member->offset + value * size + (order.byte[0] ? k : size - 1 - k));
        }
    }
}

/* ---- saving ----------------------------------------------------------------------------------------------- */

typedef struct writer {
    FILE *file;
    int column;
} writer;

static void write_byte(void *context, unsigned char *byte)
{
    writer *w = context;
    fprintf(w->file, "%02x", *byte);
    if (++w->column == BYTES_A_LINE) {
        fputc('\n', w->file);
        w->column = 0;
    }
}

static void write_case(FILE *file, const twc_case *c, const twc_implementation *implementation)
{
    fprintf(file, "twc-replay 1\nkernel %s\n", c->kernel->name);
    fprintf(file, "run %s %d %s\n", implementation->fast ? twc_level_name(implementation->level) : "reference",
            implementation->fast ? implementation->threads : 1, twc_schedule_name(implementation->schedule));
    for (uint32_t k = 0; k < twc_kernel_scalar_count(c->kernel); k++)
        fprintf(file, "scalar %s %" PRId64 "\n", c->kernel->scalars[k].name, c->value[k]);
    for (uint32_t k = 0; k < c->array_count; k++) {
        if (c->array[k].role != TWC_INPUT)
            continue;
        writer w = {file, 0};
        fprintf(file, "input %s %zu\n", c->array[k].name, c->array[k].count);
        visit_bytes(&c->array[k], write_byte, &w);
        if (w.column)
            fputc('\n', file);
    }
    fprintf(file, "end\n");
}

twc_status twc_replay_save(const char *path, const twc_case *c, const twc_implementation *implementation)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    write_case(file.stream, c, implementation);
    return twc_atomic_commit(&file);
}

/* ---- loading ---------------------------------------------------------------------------------------------- */

typedef struct reader {
    FILE *file;
    int bad;
} reader;

static int hex_digit(FILE *file)
{
    int letter;
    do
        letter = fgetc(file);
    while (letter != EOF && isspace(letter));
    return letter >= '0' && letter <= '9' ? letter - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

static void read_byte(void *context, unsigned char *byte)
{
    reader *r = context;
    int high = r->bad ? -1 : hex_digit(r->file), low = high < 0 ? -1 : hex_digit(r->file);
    r->bad |= low < 0;
    *byte = (unsigned char)(r->bad ? 0 : high << 4 | low);
}

static int read_implementation(FILE *file, twc_implementation *implementation)
{
    char level[16], schedule[16];
    memset(implementation, 0, sizeof *implementation);
    if (fscanf(file, " run %15s %d %15s", level, &implementation->threads, schedule) != 3)
        return 0;
    int kind = twc_schedule_named(schedule);
    if (kind < 0 || implementation->threads < 1 || implementation->threads > 1024)
        return 0;
    implementation->schedule = (twc_schedule)kind;
    implementation->fast = strcmp(level, "reference") != 0;
    for (int k = 0; implementation->fast && k < TWC_LEVEL_COUNT; k++) {
        implementation->level = (twc_level)k;
        if (strcmp(level, twc_level_name((twc_level)k)) == 0)
            return 1;
    }
    return !implementation->fast;
}

static int read_scalars(FILE *file, twc_case *c)
{
    for (uint32_t k = 0; k < twc_kernel_scalar_count(c->kernel); k++) {
        char name[64];
        if (fscanf(file, " scalar %63s %" SCNd64, name, &c->value[k]) != 2 ||
            strcmp(name, c->kernel->scalars[k].name) != 0)
            return 0;
    }
    return 1;
}

static int read_inputs(FILE *file, twc_case *c)
{
    for (uint32_t k = 0; k < c->array_count; k++) {
        char name[64];
        size_t count;
        reader r = {file, 0};
        if (c->array[k].role != TWC_INPUT)
            continue;
        if (fscanf(file, " input %63s %zu", name, &count) != 2 || strcmp(name, c->array[k].name) != 0 ||
            count != c->array[k].count)
            return 0;
        visit_bytes(&c->array[k], read_byte, &r);
        if (r.bad)
            return 0;
    }
    char end[8];
    return fscanf(file, " %7s", end) == 1 && strcmp(end, "end") == 0;
}

static twc_status read_case(FILE *file, const char *path, const twc_kernel *const *kernels, twc_case *c,
                            twc_implementation *implementation)
{
    char name[64];
    int version;
    if (fscanf(file, "twc-replay %d kernel %63s", &version, name) != 2 || version != 1)
        return twc_fail(TWC_IO, "%s is not a replay file of version 1", path);
    while (*kernels && strcmp((*kernels)->name, name) != 0)
        kernels++;
    c->kernel = *kernels;
    if (!c->kernel)
        return twc_fail(TWC_IO, "%s is of a kernel %s, which does not exist (twc check --list)", path, name);
    if (!read_implementation(file, implementation))
        return twc_fail(TWC_IO, "%s: the line \"run LEVEL THREADS SCHEDULE\" is missing or wrong", path);
    if (!read_scalars(file, c))
        return twc_fail(TWC_IO, "%s: its scalars are not those of %s", path, name);
    if (!twc_case_create(c))
        return twc_fail(TWC_IO, "%s: its scalars make no valid case of %s", path, name);
    if (read_inputs(file, c))
        return twc_ok();
    twc_case_destroy(c);
    return twc_fail(TWC_IO, "%s: its inputs are cut short or not those of %s", path, name);
}

twc_status twc_replay_load(const char *path, const twc_kernel *const *kernels, twc_case *c,
                           twc_implementation *implementation)
{
    FILE *file = fopen(path, "r");
    memset(c, 0, sizeof *c);
    if (!file)
        return twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(errno));
    twc_status status = read_case(file, path, kernels, c, implementation);
    fclose(file);
    return status;
}
