/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command `twc check` over a registry of a bad kernel and a good one: its status is what CI goes by. The good one
 * comes last, so that a failure must not be forgotten by a later success.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/bad_kernel.h"
#include "check/registry.h"
#include "commands/command.h"
#include "common/scratch.h"
#include "common/suite.h"

extern const twc_command twc_command_check;

static twc_kernel quiet; /* the same kernel under another name, in whose turn no fault is awake */

const twc_kernel *const twc_kernels[] = {&bad_kernel, &quiet, NULL};

static void run_soundly(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const bad_fault awake = bad_kernel_fault;
    bad_kernel_fault = BAD_NOT;
    bad_kernel.run(c, implementation, call);
    bad_kernel_fault = awake;
}

/* Runs the command in a process of its own; what it printed is in `text`. */
static int check(bad_fault fault, const char *option, char *text, size_t size)
{
    char out[512], *argv[8];
    int argc = 0;
    snprintf(out, sizeof out, "%s", scratch_folder);
    argv[argc++] = (char[]){"--level"};
    argv[argc++] = (char[]){"base"};
    argv[argc++] = (char[]){"--out"};
    argv[argc++] = out;
    char given[64];
    snprintf(given, sizeof given, "%s", option);
    if (option[0])
        argv[argc++] = given;
    argv[argc] = NULL;
    bad_kernel_fault = fault;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen(scratch_path("text"), "w", stdout))
            _exit(99);
        const int told = twc_command_run(&twc_command_check, argc, argv);
        fflush(stdout);
        _exit(told);
    }
    int status = -1;
    waitpid(child, &status, 0);
    FILE *file = fopen(scratch_path("text"), "r");
    text[file ? fread(text, 1, size - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void status_tells(void)
{
    static const char *const options[] = {"", "--json"};
    static char text[1 << 16];
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(check(BAD_NOT, options[k], text, sizeof text), TWC_OK);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "bad.kernel"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "quiet.kernel"));
        CU_ASSERT_EQUAL(check(BAD_VALUE, options[k], text, sizeof text), TWC_CHECK_FAILED);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "mismatch"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "twc check --seed 1 --kernel bad.kernel --case "));
        CU_ASSERT_EQUAL(check(BAD_CRASH, options[k], text, sizeof text), TWC_CHECK_FAILED);
        CU_ASSERT_EQUAL(check(BAD_REFERENCE, options[k], text, sizeof text), TWC_CHECK_FAILED);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"the status tells what was found", status_tells}, CU_TEST_INFO_NULL};
    setenv("OMP_WAIT_POLICY", "passive", 1); /* or the command starts this program again, as it does the real one */
    quiet = bad_kernel;
    quiet.name = "quiet.kernel";
    quiet.run = run_soundly;
    scratch_make();
    const int failed = suite_run("check command", tests);
    scratch_remove();
    return failed;
}
