/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What suites that touch files share: a folder of their own, whole files, worlds of random content. */
#ifndef TWC_TESTS_SCRATCH_H
#define TWC_TESTS_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/atomic_file.h"
#include "twc/world_data.h"

static char scratch_folder[64];

/* Makes the folder; suites call it first and scratch_remove last. */
static inline void scratch_make(void)
{
    strcpy(scratch_folder, "/tmp/twc-test-XXXXXX");
    if (!mkdtemp(scratch_folder))
        abort();
}

/* The path of a name in the folder; stays valid. */
static inline const char *scratch_path(const char *name)
{
    static char path[64][160];
    char wanted[160];
    int k = 0;
    snprintf(wanted, sizeof wanted, "%s/%s", scratch_folder, name);
    while (path[k][0] && strcmp(path[k], wanted) != 0)
        if (++k == 64)
            abort();
    return strcpy(path[k], wanted);
}

/* How many files are in a folder. */
static inline int count_files(const char *folder)
{
    int count = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        count += entry->d_name[0] != '.';
    if (entries)
        closedir(entries);
    return count;
}

static inline void scratch_remove(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", scratch_folder);
    if (system(command) != 0)
        abort();
}

static inline void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out))
        abort();
}

static inline void put_text(const char *path, const char *text)
{
    put_file(path, text, strlen(text));
}

/* Not inline: gcc 12 would warn of a dangling pointer that is none. */
__attribute__((noinline, unused)) static unsigned char *get_file(const char *path, size_t *size)
{
    unsigned char *bytes;
    if (twc_read_file(path, &bytes, size).code)
        abort();
    return bytes;
}

/* 32 random bits (a 64-bit linear congruence, its high half). */
static inline uint32_t random_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Random samples and classes over all present tiles; tile (extent.x + 1, extent.z) stays missing when there is one. */
static inline twc_world_data random_world(twc_rect extent, uint64_t seed)
{
    twc_world_data data;
    if (twc_world_data_create(extent, 23456, "a world of noise", &data).code)
        abort();
    for (int32_t k = 0; k < extent.nx * extent.nz; k++)
        if (k != 1 && twc_world_data_add_tile(&data, extent.x + k % extent.nx, extent.z + k / extent.nx).code)
            abort();
    twc_rect samples = twc_world_samples(&data.world), macros = twc_world_macros(&data.world);
    size_t count = (size_t)samples.nx * (size_t)samples.nz, cells = (size_t)macros.nx * (size_t)macros.nz;
    uint16_t *sample = malloc(count * sizeof *sample);
    uint8_t *class_of = malloc(cells);
    if (!sample || !class_of)
        abort();
    for (size_t k = 0; k < count; k++)
        sample[k] = (uint16_t)(random_bits(&seed) >> 16);
    for (size_t k = 0; k < cells; k++)
        class_of[k] = (uint8_t)(random_bits(&seed) & 1);
    twc_world_data_set_samples(&data, samples, sample);
    twc_world_data_set_classes(&data, macros, class_of);
    free(sample);
    free(class_of);
    data.datum = -1234.56;
    return data;
}

#endif
