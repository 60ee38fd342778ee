/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running the program itself, as a user does. TWC_PROGRAM is its path. */
#ifndef TWC_TESTS_PROGRAM_H
#define TWC_TESTS_PROGRAM_H

#include <stdarg.h>
#include <sys/wait.h>

#include "common/scratch.h"
#include "common/suite.h"

/* Runs twc in the scratch folder, output and messages into files of their own; the exit code. */
__attribute__((format(printf, 1, 2))) static inline int twc(const char *format, ...)
{
    char arguments[1500], command[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    snprintf(command, sizeof command, "cd %s && " TWC_PROGRAM " %s >output 2>messages", scratch_folder, arguments);
    int state = system(command);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static inline char *output(const char *name)
{
    size_t size;
    return (char *)get_file(scratch_path(name), &size);
}

/* The run must end with this code, say these words, and leave no file of this name. */
static inline void expect_refusal(int code, int expected, const char *words, const char *absent)
{
    char *messages = output("messages");
    CU_ASSERT_EQUAL(code, expected);
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, words));
    CU_ASSERT_EQUAL(access(scratch_path(absent), F_OK), -1);
    if (code != expected || !strstr(messages, words))
        fprintf(stderr, "\nexpected %d and \"%s\", not %d and \"%s\"\n", expected, words, code, messages);
    free(messages);
}

#endif
