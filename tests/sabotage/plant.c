/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plant SOURCE_DIR DIR: copies SOURCE_DIR/fast to DIR/fast with every kernel's faults in it, each asleep until it is
 * chosen at run time. The sources themselves stay as they are: a fault names the text it replaces, which must occur
 * exactly once, so one that went stale is an error. Files that come out as they already are stay untouched, so that
 * only what changed is compiled again.
 */
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/registry.h"
#include "fault.h"

enum { PATH = 4096 };

static char from[PATH], to[PATH]; /* nftw has no argument of the caller's */

static void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "plant: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(TWC_CHECK_FAILED);
}

/* The whole of a file as a string, or NULL when there is none. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(size + 1, 1);
    if (!text || fread(text, 1, size, file) != size)
        fail("cannot read %s", path);
    fclose(file);
    return text;
}

/* `text` with the `length` characters at `at` replaced. */
static char *replaced(char *text, char *at, size_t length, const char *by)
{
    char *result = malloc(strlen(text) + strlen(by) + 1);
    if (!result)
        fail("not enough memory");
    sprintf(result, "%.*s%s%s", (int)(at - text), text, by, at + length);
    free(text);
    return result;
}

static char *planted(char *text, const twc_kernel *kernel, const twc_planted_fault *fault)
{
    static const char mark[] = "TWC_FAULT(";
    char *at = strstr(text, fault->good), number[32], bad[4096];
    if (!at || strstr(at + 1, fault->good))
        fail("a fault of %s (%s): its text does not occur exactly once in fast/%s:\n%s", kernel->name, fault->kind,
             fault->file, fault->good);
    const char *marked = strstr(fault->bad, mark);
    snprintf(number, sizeof number, "%s%u, ", mark, fault_number(kernel, fault));
    if (marked)
        snprintf(bad, sizeof bad, "%.*s%s%s", (int)(marked - fault->bad), fault->bad, number, marked + sizeof mark - 1);
    else
        snprintf(bad, sizeof bad, "%s(%s), (%s))", number, fault->good, fault->bad);
    return replaced(text, at, strlen(fault->good), bad);
}

static void write_changed(const char *path, char *text)
{
    char *before = read_text(path);
    if (!before || strcmp(before, text) != 0) {
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(text, 1, strlen(text), file) != strlen(text) || fclose(file) != 0)
            fail("cannot write %s", path);
    }
    free(before);
    free(text);
}

/* Copies one file or folder of fast/. */
static int copy(const char *path, const struct stat *info, int type, struct FTW *where)
{
    char copied[2 * PATH];
    const char *name = path + strlen(from);
    (void)info, (void)where;
    snprintf(copied, sizeof copied, "%s%s", to, name);
    if (type == FTW_D) {
        mkdir(copied, 0777);
        return 0;
    }
    char *text = read_text(path);
    for (int k = 0; text && twc_kernels[k]; k++)
        for (const twc_planted_fault *fault = twc_kernels[k]->faults; fault && fault->kind; fault++)
            if (strcmp(fault->file, name + 1) == 0)
                text = planted(text, twc_kernels[k], fault);
    if (!text)
        fail("cannot read %s", path);
    write_changed(copied, text);
    return 0;
}

/* Removes what fast/ no longer has. */
static int prune(const char *path, const struct stat *info, int type, struct FTW *where)
{
    char source[2 * PATH];
    (void)info, (void)where;
    snprintf(source, sizeof source, "%s%s", from, path + strlen(to));
    if (type == FTW_F && access(source, F_OK) != 0 && unlink(path) != 0)
        fail("cannot remove %s", path);
    return 0;
}

/* Every file that a fault names is there, and no two faults have the same number. */
static void check_faults(void)
{
    char path[2 * PATH];
    for (int k = 0; twc_kernels[k]; k++)
        for (const twc_planted_fault *fault = twc_kernels[k]->faults; fault && fault->kind; fault++) {
            snprintf(path, sizeof path, "%s/%s", from, fault->file);
            if (access(path, F_OK) != 0)
                fail("a fault of %s (%s) names fast/%s, which is not there", twc_kernels[k]->name, fault->kind,
                     fault->file);
            for (int j = 0; j <= k; j++)
                for (const twc_planted_fault *other = twc_kernels[j]->faults; other && other->kind && other != fault;
                     other++)
                    if (fault_number(twc_kernels[j], other) == fault_number(twc_kernels[k], fault))
                        fail("two faults of %s have the kind \"%s\"", twc_kernels[k]->name, fault->kind);
        }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "plant: takes SOURCE_DIR and DIR\n");
        return TWC_USAGE;
    }
    snprintf(from, sizeof from, "%s/fast", argv[1]);
    snprintf(to, sizeof to, "%s/fast", argv[2]);
    check_faults();
    mkdir(argv[2], 0777);
    if (nftw(from, copy, 16, FTW_PHYS) != 0 || nftw(to, prune, 16, FTW_PHYS) != 0)
        fail("cannot copy %s to %s", from, to);
    return TWC_OK;
}
