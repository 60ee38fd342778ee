/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/counts.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/processes.h"
#include "build_info.h"
#include "read_json.h"
#include "store/atomic_file.h"
#include "write_json.h"

enum { LINE = 64 };

static const double tolerated = 0.01;

/* ---- the worker ---- */

/* Callgrind starts from zero when it enters this function and writes its count when it leaves. */
__attribute__((noinline)) void twc_bench_counted(const twc_bench_group *group, int variant)
{
    group->run(group->context, variant);
}

twc_status twc_bench_count_work(const twc_bench_plan *plan)
{
    twc_status status = twc_ok();
    char *memory = plan->plots ? calloc(TWC_BENCH_SWEEP, 1) : NULL;
    if (plan->plots && !memory)
        return twc_fail(TWC_IO, "not enough memory for %d bytes to sweep the caches with", TWC_BENCH_SWEEP);
    for (int index = 0; !status.code; index++) {
        twc_bench_group group;
        status = twc_bench_open(plan, index, &group);
        if (status.code || group.count == 0)
            break;
        for (int v = 0; v < group.count; v++) {
            group.run(group.context, v); /* what happens only once, such as the linker's work, is not counted */
            if (memory)
                twc_bench_sweep(memory);
            twc_bench_counted(&group, v);
            printf("%s/%s\n", group.name, group.variant[v].name);
        }
        group.close(group.context);
    }
    free(memory);
    return status;
}

/* ---- the parent ---- */

static twc_status take_name(void *memory, const char *line)
{
    twc_bench_counts *counts = memory;
    if (counts->count == (int)(sizeof counts->instructions / sizeof *counts->instructions))
        return twc_fail(TWC_USAGE, "more kernels than there is room for: name a stage");
    snprintf(counts->name[counts->count++], sizeof counts->name[0], "%.*s", (int)strcspn(line, "\n"), line);
    return twc_ok();
}

/* The sums of one of callgrind's files: instructions, and with a model of caches what missed the last one. */
static twc_status read_dump(const char *path, double *instructions, double *touched)
{
    double sum[9] = {0};
    unsigned char *bytes;
    size_t size;
    twc_status status = twc_read_file(path, &bytes, &size);
    if (status.code)
        return status;
    const char *totals = strstr((const char *)bytes, "\ntotals: ");
    const int read = totals ? sscanf(totals, "\ntotals: %lf %lf %lf %lf %lf %lf %lf %lf %lf", &sum[0], &sum[1], &sum[2],
                                     &sum[3], &sum[4], &sum[5], &sum[6], &sum[7], &sum[8])
                            : 0;
    if (read < 1)
        status = twc_fail(TWC_IO, "callgrind's file %s has no total", path);
    if (read > 1 && !strstr((const char *)bytes, "\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n"))
        status = twc_fail(TWC_IO, "callgrind's file %s has other events than expected", path);
    *instructions = sum[0];
    *touched = (sum[7] + sum[8]) * LINE; /* reads and writes that missed the last cache */
    free(bytes);
    return status;
}

static void remove_folder(const char *folder)
{
    char path[300];
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path); /* which refuses "." and ".." */
    }
    if (entries)
        closedir(entries);
    rmdir(folder);
}

/* Dump k belongs to the k-th name; all are read, and removed whatever happens. */
static twc_status read_dumps(const char *folder, twc_bench_counts *counts)
{
    char path[128];
    twc_status status = twc_ok();
    for (int k = 0; k < counts->count; k++) {
        snprintf(path, sizeof path, "%s/c.%d", folder, k + 1);
        if (!status.code)
            status = read_dump(path, &counts->instructions[k], &counts->touched[k]);
    }
    remove_folder(folder);
    return status;
}

twc_status twc_bench_count(char *const *arguments, int touched, twc_bench_counts *counts)
{
    char folder[] = "/tmp/twc_counts_XXXXXX", out[96], self[PATH_MAX], *command[32];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0 || !mkdtemp(folder))
        return twc_fail(TWC_IO, "cannot make a folder in /tmp for callgrind's files");
    self[length] = '\0';
    snprintf(out, sizeof out, "--callgrind-out-file=%s/c", folder);
    char *fixed[] = {
        "valgrind", "-q", "--tool=callgrind", out, "--zero-before=twc_bench_counted", "--dump-after=twc_bench_counted"};
    /* Caches as large as any case, and the same whatever machine this is; valgrind warns of the machine's own, which
       are not used. What the worker itself says still goes to stderr. */
    char *caches[] = {"--log-file=/dev/null", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64",
                      "--LL=33554432,16,64"};
    int n = (int)(sizeof fixed / sizeof *fixed);
    memcpy(command, fixed, sizeof fixed);
    for (size_t k = 0; touched && k < sizeof caches / sizeof *caches; k++)
        command[n++] = caches[k];
    command[n++] = self;
    for (int k = 1; arguments[k] && n < 31; k++)
        command[n++] = arguments[k];
    command[n] = NULL;
    counts->count = 0;
    twc_status status = twc_bench_spawn("valgrind", command, take_name, counts);
    const twc_status read = read_dumps(folder, counts);
    return status.code ? status : read;
}

void twc_bench_counts_join(const twc_bench_counts *counts, twc_bench_results *results)
{
    char name[2 * TWC_BENCH_NAME];
    for (int k = 0; k < counts->count; k++) {
        for (int r = 0; r < results->count; r++) {
            twc_bench_result *result = &results->result[r];
            snprintf(name, sizeof name, "%s/%s", result->group, result->variant.name);
            if (strcmp(name, counts->name[k]) == 0) {
                result->instructions = counts->instructions[k];
                result->touched = counts->touched[k];
            }
        }
    }
}

/* ---- the committed file ---- */

/* Whose counts they are. */
static void make_builder(char *text, size_t size)
{
    const twc_build_info info = twc_build_information();
    snprintf(text, size, "%s %s", info.compiler, info.flags);
}

/* Whether an entry, "KERNEL/VARIANT", is of what is asked for. */
static int asked(const char *stage, const char *entry)
{
    char kernel[TWC_BENCH_NAME];
    snprintf(kernel, sizeof kernel, "%.*s", (int)strcspn(entry, "/"), entry);
    return twc_bench_asked(stage, kernel);
}

/* What a file of this builder holds beside what is asked for. */
static void keep_others(cJSON *list, const char *builder, const char *stage, const char *path)
{
    cJSON *json = NULL;
    const cJSON *entry;
    char committed[512] = "";
    twc_status status = access(path, F_OK) == 0 ? twc_read_json(path, &json) : twc_fail(TWC_IO, "none yet");
    if (!status.code)
        twc_json_text(json, "builder", committed, sizeof committed, &status);
    if (!status.code && strcmp(builder, committed) == 0) {
        cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(json, "instructions"))
        {
            if (!asked(stage, entry->string))
                twc_json_add_number(list, entry->string, cJSON_GetNumberValue(entry));
        }
    }
    cJSON_Delete(json);
}

twc_status twc_bench_counts_write(const twc_bench_counts *counts, const char *stage, const char *path)
{
    char builder[512];
    make_builder(builder, sizeof builder);
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "builder", builder);
    cJSON *list = twc_json_add_object(json, "instructions");
    keep_others(list, builder, stage, path);
    for (int k = 0; k < counts->count; k++)
        twc_json_add_number(list, counts->name[k], counts->instructions[k]);
    char *text;
    twc_status status = twc_json_text_of(json, TWC_JSON_INDENTED, &text);
    if (!status.code)
        status = twc_atomic_write(path, text, strlen(text));
    free(text);
    return status;
}

/* Lines on stdout for what is off; returns how many. */
static int differences(const twc_bench_counts *counts, const char *stage, const cJSON *list)
{
    int off = 0;
    const cJSON *entry;
    for (int k = 0; k < counts->count; k++) {
        const cJSON *committed = cJSON_GetObjectItemCaseSensitive(list, counts->name[k]);
        const double before = committed ? cJSON_GetNumberValue(committed) : 0;
        if (!committed) { /* a new kernel; --update takes its count in */
            printf("%-36s %12.0f    has no count yet\n", counts->name[k], counts->instructions[k]);
            continue;
        }
        if (fabs(counts->instructions[k] - before) <= tolerated * before)
            continue;
        printf("%-36s %12.0f -> %12.0f %+.2f %%\n", counts->name[k], before, counts->instructions[k],
               before > 0 ? 100 * (counts->instructions[k] / before - 1) : INFINITY);
        off++;
    }
    cJSON_ArrayForEach(entry, list)
    {
        int found = !asked(stage, entry->string);
        for (int k = 0; k < counts->count; k++)
            found |= strcmp(counts->name[k], entry->string) == 0;
        if (!found)
            printf("%-36s %12.0f -> not counted\n", entry->string, cJSON_GetNumberValue(entry));
        off += !found;
    }
    return off;
}

/* The file, when its counts are of this compiler and these flags; the caller deletes *json whatever the status. */
static twc_status read_counts(const char *path, cJSON **json)
{
    char builder[512], committed[512];
    twc_status status = twc_read_json(path, json);
    make_builder(builder, sizeof builder);
    if (!status.code)
        twc_json_text(*json, "builder", committed, sizeof committed, &status);
    if (!status.code && strcmp(builder, committed) != 0)
        status = twc_fail(TWC_INCONCLUSIVE, "%s holds the counts of \"%s\", this is \"%s\"", path, committed, builder);
    return status;
}

twc_status twc_bench_counts_apply(const char *path)
{
    cJSON *json = NULL;
    const twc_status status = read_counts(path, &json);
    cJSON_Delete(json);
    return status;
}

twc_status twc_bench_counts_compare(const twc_bench_counts *counts, const char *stage, const char *path)
{
    cJSON *json = NULL;
    twc_status status = read_counts(path, &json);
    const cJSON *list = status.code ? NULL : twc_json_object(json, "instructions", &status);
    const int off = status.code ? 0 : differences(counts, stage, list);
    cJSON_Delete(json);
    if (off)
        return twc_fail(
            TWC_CHECK_FAILED,
            "%d of %d counts are off by more than 1 %%; when that is meant: twc bench %s --counts %s --update", off,
            counts->count, stage, path);
    if (!status.code)
        printf("%d counts of instructions within 1 %% of %s\n", counts->count, path);
    return status;
}
