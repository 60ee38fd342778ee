/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loaded in front of the C library (LD_PRELOAD): of the allocations that the program itself and its JSON library ask
 * for, number TWC_FAIL_AT (from 0) fails, and with TWC_FAIL_AFTER set all behind it too. How many there were goes to
 * the file TWC_FAIL_COUNT at the end. What other libraries do without memory is theirs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum { RANGES = 4096 };

static struct {
    uintptr_t begin, end; /* own code of the program, and libcjson's */
} range[RANGES];
static int ranges;
static uintptr_t base; /* of the program */
static long fail_at = -1, asked;
static int all_after;

static int note(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (!*info->dlpi_name && !base) /* the program itself, the first, has no name */
        base = info->dlpi_addr;
    if (!strstr(info->dlpi_name, "libcjson"))
        return 0;
    for (int k = 0; k < info->dlpi_phnum && ranges < RANGES; k++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[k];
        if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
            range[ranges].begin = info->dlpi_addr + part->p_vaddr;
            range[ranges++].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
        }
    }
    return 0;
}

/* Where the program's own code lies (own_code.awk): archives of the system are in it as well. */
static void read_code(const char *path)
{
    FILE *file = path ? fopen(path, "r") : NULL;
    uintptr_t at, size;
    if (!file) {
        fputs("failing_malloc: TWC_FAIL_CODE names no file\n", stderr);
        abort();
    }
    while (ranges < RANGES && fscanf(file, "%" SCNxPTR " %" SCNxPTR, &at, &size) == 2) {
        range[ranges].begin = base + at;
        range[ranges++].end = base + at + size;
    }
    fclose(file);
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("TWC_FAIL_AT");
    dl_iterate_phdr(note, NULL);
    read_code(getenv("TWC_FAIL_CODE"));
    all_after = getenv("TWC_FAIL_AFTER") != NULL;
    fail_at = at ? atol(at) : -1;
    unsetenv("LD_PRELOAD"); /* programs that it starts are left alone */
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("TWC_FAIL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", asked);
        fclose(file);
    }
}

static int fails(const void *caller)
{
    const uintptr_t from = (uintptr_t)caller;
    int counts = 0;
    for (int k = 0; k < ranges; k++)
        counts |= from >= range[k].begin && from < range[k].end;
    if (!counts)
        return 0;
    const long number = __atomic_fetch_add(&asked, 1, __ATOMIC_RELAXED);
    if (fail_at < 0 || (all_after ? number < fail_at : number != fail_at))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (fails(__builtin_return_address(0)))
        return ENOMEM;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
