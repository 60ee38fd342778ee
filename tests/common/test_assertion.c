/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A broken invariant ends the program and says where; one that holds, or a build without assertions, does nothing. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/suite.h"
#include "reference/common/arena.h"
#include "reference/common/assertion.h"

typedef void child(void);

/* Runs `body` in a child: how it ended (waitpid), and what it wrote to stderr. */
static int run_child(child *body, char *text, size_t size)
{
    int pipes[2], ending = 0;
    CU_ASSERT_EQUAL_FATAL(pipe(pipes), 0);
    fflush(NULL);
    pid_t pid = fork();
    CU_ASSERT_FATAL(pid >= 0);
    if (pid == 0) {
        dup2(pipes[1], STDERR_FILENO);
        body();
        _exit(0);
    }
    close(pipes[1]);
    ssize_t got = read(pipes[0], text, size - 1);
    text[got > 0 ? got : 0] = 0;
    close(pipes[0]);
    CU_ASSERT_EQUAL_FATAL(waitpid(pid, &ending, 0), pid);
    return ending;
}

static int was_asked;

/* Left out of a build whose assertions are: what they hold is looked at by the compiler and never called. */
#if defined(__GNUC__)
__attribute__((unused))
#endif
static int
ask(int answer)
{
    was_asked++;
    return answer;
}

static void break_one(void)
{
    TWC_ASSERT(ask(1) && 2 + 2 == 5);
}

/* An arena whose end lies before its place: what only a fault in the engine could make. */
static void break_arena(void)
{
    static unsigned char memory[64];
    twc_arena arena = {memory + 32, memory, 0};
    (void)twc_arena_take(&arena, 0, 1);
}

static void test_holds(void)
{
    was_asked = 0;
    TWC_ASSERT(ask(1));
#ifdef TWC_ASSERTIONS
    CU_ASSERT_EQUAL(was_asked, 1);
#else
    CU_ASSERT_EQUAL(was_asked, 0); /* never evaluated */
#endif
}

static void test_breaks(void)
{
    static child *const broken[] = {break_one, break_arena};
    static const char *const said[] = {"test_assertion.c", "arena.c"};
    for (int k = 0; k < 2; k++) {
        char text[512];
        int ending = run_child(broken[k], text, sizeof text);
#ifdef TWC_ASSERTIONS
        CU_ASSERT_TRUE(WIFSIGNALED(ending) && WTERMSIG(ending) == SIGABRT);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "invariant broken"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, said[k]));
#else
        CU_ASSERT_TRUE(WIFEXITED(ending) && WEXITSTATUS(ending) == 0);
        CU_ASSERT_EQUAL(text[0], 0);
        (void)said;
#endif
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"an invariant that holds is asked once", test_holds},
                           {"a broken one ends the program and says where", test_breaks},
                           CU_TEST_INFO_NULL};
    return suite_run("assertion", tests);
}
