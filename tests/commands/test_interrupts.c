/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that are ended: no temporary file and no child outlives them, what they got done is told, and what they
 * found is kept.
 */
#include <signal.h>

#include "commands/program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

/* Runs a line of the shell in the scratch folder; its exit code. */
__attribute__((format(printf, 1, 2))) static int shell(const char *format, ...)
{
    char line[1500], command[1700];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    snprintf(command, sizeof command, "cd %s && { %s; } >output 2>messages", scratch_folder, line);
    int state = system(command);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

/* Whether a file of the last run holds these words. */
static int says(const char *file, const char *words)
{
    char *text = output(file);
    int found = strstr(text, words) != NULL;
    if (!found)
        fprintf(stderr, "\nno \"%s\" in \"%s\"\n", words, text);
    free(text);
    return found;
}

/* The command that the last run said to repeat, from behind "repeat: twc " of the k-th such line. */
static void repeated(int k, char *line, size_t size)
{
    char *text = output("messages"), *at = text;
    for (; at && k >= 0; k--)
        at = strstr(at + 1, "repeat: twc ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    snprintf(line, size, "%.*s", (int)strcspn(at + 12, "\n"), at + 12);
    free(text);
}

/* A find is saved into a folder that is made; where it can't be, the command that draws it again is said. */
static void finds_are_kept(void)
{
    static const char *const runs[] = {"", " --corpus new/folder", " --corpus file/folder",
                                       " --corpus new/folder --jobs 2"};
    char line[600], again[600];
    put_text(scratch_path("file"), "in the way");
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        CU_ASSERT_EQUAL(twc("fuzz --plant closed%s", runs[k]), TWC_CHECK_FAILED);
        CU_ASSERT_TRUE(says("messages", k == 2 ? "cannot make the folder file/folder" : "repeat: twc fuzz --replay "));
        repeated(0, line, sizeof line);
        repeated(k != 2, again, sizeof again);
        CU_ASSERT_EQUAL(twc("%s", line), TWC_CHECK_FAILED);
        CU_ASSERT_TRUE(says("messages", "BROKEN closed"));
        CU_ASSERT_EQUAL(twc("%s", again), TWC_CHECK_FAILED);
        CU_ASSERT_TRUE(says(strstr(again, "--replay") ? "output" : "messages", "BROKEN closed"));
    }
    CU_ASSERT_EQUAL(shell("ls out/fuzz/fuzz-closed-*.json new/folder/fuzz-closed-*.json"), 0);
}

/* A signal to the program alone, and one to its group as a terminal sends it. */
static void summaries(void)
{
    static const char *const lines[] = {
        "timeout --foreground -s INT 1 " TWC_PROGRAM " fuzz --seconds 100",
        "timeout --foreground -s TERM 1 " TWC_PROGRAM " fuzz --seconds 100 --jobs 2",
        "timeout -s INT 1 " TWC_PROGRAM " fuzz --seconds 100 --jobs 2",
    };
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        CU_ASSERT_EQUAL(shell("%s", lines[k]), 124);
        CU_ASSERT_TRUE(says("output", "interrupted: ") && says("output", " checked steps in "));
    }
    CU_ASSERT_EQUAL(
        shell("timeout -s INT 2 " TWC_PROGRAM " bench ground.samples --processes 1000 --rounds 1 --out none.json"),
        124);
    CU_ASSERT_TRUE(says("messages", "interrupted; what ") && says("output", "reference"));
    CU_ASSERT_EQUAL(access(scratch_path("none.json"), F_OK), -1);
    CU_ASSERT_EQUAL(shell(TWC_PROGRAM " fuzz --seconds 100 & sleep 1; kill -TERM $!; wait $!"), 128 + SIGTERM);
}

/* Who reads what children write sees its end only when all of them are gone. */
static void children_end(void)
{
    static const char *const lines[] = {"fuzz --seconds 100 --jobs 3", "bench --processes 100 --rounds 100",
                                        "check --seconds 100 --threads 1"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        CU_ASSERT_EQUAL(shell("timeout 30 sh -c '(" TWC_PROGRAM " %s 2>&1 & sleep 1; kill -KILL $!) | cat'", lines[k]),
                        0);
}

static int temporaries(void)
{
    return shell("ls | grep -c '\\.tmp$'") == 0;
}

/* Ended while a temporary file is there, as soon as it is seen. */
static void temporaries_go(void)
{
    static const char *const signals[] = {"TERM", "HUP"}; /* a shell lets what is in the background ignore INT */
    CU_ASSERT_EQUAL(twc("import " REGION " --out w.h5"), 0);
    put_text(scratch_path("big.asc"), "old");
    for (int k = 0; k < 2; k++) {
        int code = 0;
        for (int tries = 0; tries < 10 && code == 0; tries++) /* it may have been done sooner */
            code = shell(TWC_PROGRAM " export w.h5 --out big.asc & "
                                     "while kill -0 $! && ! ls big.asc.*.tmp; do :; done; kill -%s $!; wait $!; c=$?; "
                                     "test $c -eq 0 && echo old >big.asc; exit $c",
                         signals[k]);
        CU_ASSERT_TRUE(code > 128);
        CU_ASSERT_FALSE(temporaries());
        CU_ASSERT_EQUAL(shell("grep -q old big.asc"), 0);
    }
    CU_ASSERT_EQUAL(shell("ulimit -f 8; " TWC_PROGRAM " export w.h5 --out limited.asc"), TWC_IO);
    CU_ASSERT_TRUE(says("messages", "cannot write limited.asc: File too large"));
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log raise --at 0,300"), 0);
    CU_ASSERT_EQUAL(
        shell("cp w.log before.log; ulimit -f 8; " TWC_PROGRAM " edit w.h5 w.log raise --at 0,300 --radius 200"),
        TWC_IO);
    CU_ASSERT_EQUAL(shell("cmp w.log before.log"), 0);
    CU_ASSERT_FALSE(temporaries());
    CU_ASSERT_EQUAL(access(scratch_path("limited.asc"), F_OK), -1);
}

/* A reader that left is no fault to tell of, whatever was done with the signal. */
static void broken_pipes_are_quiet(void)
{
    static const char *const lines[] = {"export w.h5 --format ascii --out -",
                                        "build w.h5 --format obj --out -",
                                        "build w.h5 --format glb --out -",
                                        "export w.h5 --format png --out -",
                                        "check --list",
                                        "fuzz --seconds 1",
                                        "help --man"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        CU_ASSERT_TRUE(shell(TWC_PROGRAM " %s | true", lines[k]) == 0 && shell("test ! -s messages") == 0);
        CU_ASSERT_TRUE(shell("trap '' PIPE; " TWC_PROGRAM " %s | true", lines[k]) == 0);
        char *messages = output("messages");
        CU_ASSERT_STRING_EQUAL(messages, "");
        free(messages);
    }
    CU_ASSERT_FALSE(temporaries());
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"finds are kept", finds_are_kept},
        {"summaries", summaries},
        {"children end", children_end},
        {"temporaries go", temporaries_go},
        {"broken pipes are quiet", broken_pipes_are_quiet},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("interrupts", tests);
    scratch_remove();
    return failed;
}
