/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fingerprint: fixed worlds through every stage, one hash a stage, the same on every machine (table.txt).
 *
 *   fingerprint                  the reference and every usable level; they must agree
 *   fingerprint v3               one of them (reference, base, v2, v3, v4)
 *   fingerprint v3 ground.chunk  every number of one stage, to compare two logs line by line
 *
 * Kernels that no stage covers follow, by their cases. It needs the engine libraries and the C library, nothing else.
 * Exit code 1: implementations differ.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"

void *need(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "fingerprint: not enough memory\n");
        exit(TWC_IO);
    }
    return memory;
}

void sink_word(sink *out, const char *what, int64_t index, int64_t part, uint64_t word)
{
    twc_fingerprint_add(&out->hash, word);
    if (out->log)
        printf("%s %" PRId64 " %" PRId64 ": %016" PRIx64 "\n", what, index, part, word);
}

void sink_integer(sink *out, const char *what, int64_t index, int64_t part, int64_t value)
{
    sink_word(out, what, index, part, (uint64_t)value);
}

void sink_real(sink *out, const char *what, int64_t index, int64_t part, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    sink_word(out, what, index, part, bits);
}

void sink_vertex(sink *out, const char *what, int64_t index, int64_t part, twc_vertex vertex)
{
    sink_integer(out, what, index, part, vertex.x);
    sink_integer(out, what, index, part, vertex.z);
    sink_real(out, what, index, part, vertex.y);
}

/* A stage, or the cases of a kernel where there is none. */
static uint64_t run_one(const stage *s, const twc_kernel *kernel, const implementation *who, int log)
{
    sink out = {.log = log};
    twc_fingerprint_begin(&out.hash);
    if (s)
        s->run(who, &out);
    else
        run_kernel(kernel, who, &out);
    return twc_fingerprint_end(&out.hash);
}

/* Whether a list of names, parted by spaces, has one. */
static int lists(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(list, name); at; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static int is_covered(const twc_kernel *kernel)
{
    for (const stage *s = stages; s->name; s++)
        if (strcmp(s->name, kernel->name) == 0 || lists(s->kernels, kernel->name))
            return 1;
    return 0;
}

static const char *name_of(const implementation *who)
{
    return who->fast ? twc_level_name(who->level) : "reference";
}

/* The reference and the usable levels; or the one that is named. */
static int choose(const char *name, implementation *all)
{
    int count = 0;
    for (int k = -1; k < TWC_LEVEL_COUNT; k++) {
        implementation who = {k >= 0, k >= 0 ? (twc_level)k : TWC_LEVEL_BASE};
        if (who.fast && !twc_fast_ground(who.level))
            continue;
        if (!name || strcmp(name, name_of(&who)) == 0)
            all[count++] = who;
    }
    return count;
}

/* Prints the hash of a stage, and again where another implementation gives another one; whether one does. */
static int compare(const char *name, const stage *s, const twc_kernel *kernel, const implementation *all, int count,
                   int log)
{
    int differ = 0;
    uint64_t hash = run_one(s, kernel, &all[0], log);
    printf("%-24s %016" PRIx64 "\n", name, hash);
    for (int k = 1; k < count; k++) {
        uint64_t other = run_one(s, kernel, &all[k], 0);
        if (other != hash)
            printf("%-24s %016" PRIx64 " by %s\n", name, other, name_of(&all[k]));
        differ |= other != hash;
    }
    return differ;
}

int main(int argc, char **argv)
{
    implementation all[1 + TWC_LEVEL_COUNT];
    int count = choose(argc > 1 ? argv[1] : NULL, all), differ = 0;
    if (count == 0) {
        fprintf(stderr, "fingerprint: %s is not usable here\n", argv[1]);
        return TWC_USAGE;
    }
    twc_status environment = twc_environment_check();
    if (environment.code) {
        fprintf(stderr, "fingerprint: %s\n", environment.message);
        return (int)environment.code;
    }
    printf("# by");
    for (int k = 0; k < count; k++)
        printf(" %s", name_of(&all[k]));
    printf("\n");
    const char *only = argc > 2 ? argv[2] : NULL;
    for (const stage *s = stages; s->name; s++)
        if (!only || strcmp(only, s->name) == 0)
            differ |= compare(s->name, s, NULL, all, count, only != NULL);
    for (int k = 0; twc_kernels[k]; k++)
        if (!is_covered(twc_kernels[k]) && (!only || strcmp(only, twc_kernels[k]->name) == 0))
            differ |= compare(twc_kernels[k]->name, NULL, twc_kernels[k], all, count, only != NULL);
    return differ ? TWC_CHECK_FAILED : TWC_OK;
}
