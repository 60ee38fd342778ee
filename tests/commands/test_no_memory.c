/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whichever allocation of a command fails, it says so and ends with 4, or could do without it and says the same as
 * ever; it never ends with another answer, a signal, half a file or a temporary one. TWC_FAILING is failing_malloc.c.
 */
#include <stdlib.h>
#include <unistd.h>

#include "commands/program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

static long runs = 10; /* of each command, spread over its allocations; the argument says how many */

/* The command with allocation `at` failing (or none, and their number into "count"); its exit code. */
static int run_failing(const char *line, long at, const char *after)
{
    char command[2000];
    snprintf(command, sizeof command,
             "cd %s && rm -f new.* && LD_PRELOAD=" TWC_FAILING
             " TWC_FAIL_CODE=code TWC_FAIL_COUNT=count TWC_FAIL_AT=%ld %s " TWC_PROGRAM " %s >output 2>messages",
             scratch_folder, at, after, line);
    const int state = system(command);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static int same(const char *file, const char *other)
{
    char command[1000];
    snprintf(command, sizeof command, "cd %s && cmp -s %s %s", scratch_folder, file, other);
    return system(command) == 0;
}

static int temporaries(void)
{
    char command[1000];
    snprintf(command, sizeof command, "ls %s | grep -q '\\.tmp$'", scratch_folder);
    return system(command) == 0;
}

/* 1 when a failure was told as it should be; `file` is what the command writes, "" for none. */
static int told(const char *line, const char *file, int usual, long at, const char *after)
{
    const int code = run_failing(line, at, after);
    char *messages = output("messages");
    const int answered = code == usual && same("output", "usual_output") && (!*file || same(file, "usual_file"));
    const int whole = !*file || access(scratch_path(file), F_OK) != 0 || same(file, "usual_file"); /* or none */
    const int refused = code == TWC_IO && *messages && whole;
    if (!answered && !refused)
        fprintf(stderr, "\ntwc %s with allocation %ld failing%s: %d, %s\n", line, at, *after ? " and all after it" : "",
                code, messages);
    free(messages);
    return (answered || refused) && !temporaries();
}

static void try_all(const char *line, const char *file)
{
    char command[1000];
    int bad = 0;
    const int usual = run_failing(line, -1, "");
    char *counted = output("count");
    const long count = atol(counted), step = count / runs + 1;
    free(counted);
    CU_ASSERT_TRUE_FATAL(usual == TWC_OK || usual == TWC_CHECK_FAILED);
    CU_ASSERT_TRUE(count > 0);
    snprintf(command, sizeof command, "cd %s && cp output usual_output && { test -z '%s' || cp '%s' usual_file; }",
             scratch_folder, file, file);
    CU_ASSERT_EQUAL_FATAL(system(command), 0);
    for (long at = 0; at < count && bad < 3; at += step) {
        bad += !told(line, file, usual, at, "");
        bad += !told(line, file, usual, at, "TWC_FAIL_AFTER=1");
    }
    CU_ASSERT_EQUAL(bad, 0);
}

static void allocations_fail(void)
{
    static const char *const lines[][2] = {
        {"info w.h5 --json", ""},
        {"query w.h5+w.log 0,0 10,10 --json", ""},
        {"query w.h5 0,0 --out new.csv", "new.csv"},
        {"diff w.h5 w.h5+w.log --json", ""},
        {"build w.h5 --chunks 0,0,1,1 --out new.glb --json", "new.glb"},
        {"build w.h5 --chunks 0,0,1,1 --out new.ply", "new.ply"},
        {"export w.h5 --out new.png", "new.png"},
        {"export w.h5+w.log --out new.asc", "new.asc"},
        {"replay w.h5 w.log --json", ""},
        {"log check w.log --json", ""},
        {"log repair w.log --out new.log --json", "new.log"},
        {"walk " TWC_SOURCE_DIR "/experiments/island.json 0,0 1,1", ""},
        {"plot --list --json", ""},
        {"feature list w.h5+w.log --json", ""},
        {"feature check w.h5+w.log --nodes=0,300:10,300:0,310 --json", ""},
        {"feature show w.h5+f.log --geojson --out new.geojson", "new.geojson"},
        {"check --list --json", ""},
    };
    CU_ASSERT_EQUAL_FATAL(twc("import " REGION " --out w.h5"), 0);
    CU_ASSERT_EQUAL_FATAL(twc("edit w.h5 w.log raise --at 0,300"), 0);
    CU_ASSERT_EQUAL_FATAL(twc("feature add w.h5+f.log --nodes=0,300:100,320"), 0);
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        try_all(lines[k][0], lines[k][1]);
}

int main(int argc, char **argv)
{
    runs = argc > 1 ? atol(argv[1]) : runs;
    CU_TestInfo tests[] = {{"allocations fail", allocations_fail}, CU_TEST_INFO_NULL};
    scratch_make();
    char command[2000];
    snprintf(command, sizeof command,
             "awk -f " TWC_SOURCE_DIR "/tests/commands/own_code.awk " TWC_PROGRAM ".map >%s/code", scratch_folder);
    if (system(command) != 0)
        return 4;
    int failed = suite_run("no memory", tests);
    scratch_remove();
    return failed;
}
