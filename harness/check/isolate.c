/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* MAP_ANONYMOUS, strsignal, sigaltstack */
#include "check/isolate.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/interrupts.h"

/* A signal handler is given nothing: these are the child's, set once before it works. */
static twc_shared *child_shared;
static const twc_guarded_memory *child_arena;
static unsigned child_seconds;

enum { CHILD_SIGNALLED = 99 };

twc_shared *twc_shared_create(void)
{
    void *memory = mmap(NULL, sizeof(twc_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void twc_shared_destroy(twc_shared *shared)
{
    munmap(shared, sizeof *shared);
}

static void find_buffer(const void *address)
{
    const twc_buffer *all = &child_arena->input[0];
    for (int copy = -1; copy < TWC_ATTEMPT_COPIES; copy++) {
        const twc_buffer *row = copy < 0 ? all : child_arena->output[copy];
        for (int k = 0; k <= TWC_CASE_ARRAYS; k++) {
            if (k == TWC_CASE_ARRAYS && copy < 0)
                continue;
            const twc_buffer *buffer = k == TWC_CASE_ARRAYS ? &child_arena->scratch[copy] : &row[k];
            if (!twc_buffer_find(buffer, address, &child_shared->offset))
                continue;
            child_shared->buffer = buffer->name;
            child_shared->size = (long)buffer->size;
            return;
        }
    }
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    (void)context;
    child_shared->signal = signal;
    child_shared->address = info->si_addr;
    if (signal == SIGSEGV || signal == SIGBUS)
        find_buffer(info->si_addr);
    _exit(CHILD_SIGNALLED);
}

static void install_handlers(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
    static unsigned char stack[65536]; /* a stack that overflowed cannot hold its own handler */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    sigaltstack(&other, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        sigaction(signals[k], &action, NULL);
}

/* Turns what the handler noted into an outcome. */
static void explain_signal(twc_shared *shared, int signal)
{
    twc_outcome *outcome = &shared->outcome;
    memset(outcome, 0, sizeof *outcome);
    outcome->in_reference = !shared->running.fast;
    outcome->verdict = signal == SIGALRM ? TWC_HUNG : TWC_CRASHED;
    if (signal == SIGALRM)
        snprintf(outcome->detail, sizeof outcome->detail, "did not return in time");
    else if (!shared->buffer)
        snprintf(outcome->detail, sizeof outcome->detail, "%s at address %p, in no array", strsignal(signal),
                 shared->address);
    else
        snprintf(outcome->detail, sizeof outcome->detail, "%s at byte %ld %s", strsignal(signal),
                 shared->offset < 0 ? -shared->offset : shared->offset - shared->size + 1,
                 shared->offset < 0 ? "before its start" : "past its end");
    if (shared->buffer)
        snprintf(outcome->element, sizeof outcome->element, "%s", shared->buffer);
}

twc_status twc_isolate(twc_work work, void *argument, unsigned seconds, twc_shared *shared)
{
    int state;
    fflush(NULL);
    shared->signal = 0;
    shared->buffer = NULL;
    shared->status = twc_ok();
    const pid_t parent = getpid(), child = fork();
    if (child < 0)
        return twc_fail(TWC_IO, "cannot start a process: %s", strerror(errno));
    if (child == 0) {
        static twc_guarded_memory arena;
        child_shared = shared;
        child_arena = &arena;
        child_seconds = seconds;
        twc_end_with_parent(parent, SIGKILL);
        install_handlers();
        work(shared, &arena, argument);
        _exit(0);
    }
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return twc_fail(TWC_IO, "lost a process: %s", strerror(errno));
    if (WIFSIGNALED(state))
        explain_signal(shared, WTERMSIG(state));
    else if (WEXITSTATUS(state) == CHILD_SIGNALLED)
        explain_signal(shared, shared->signal);
    else if (WEXITSTATUS(state) != 0) {
        explain_signal(shared, SIGABRT); /* a sanitizer, or exit() in a kernel */
        snprintf(shared->outcome.detail, sizeof shared->outcome.detail, "the process ended with status %d",
                 WEXITSTATUS(state));
    }
    return shared->status;
}

void twc_isolate_start(twc_shared *shared, const twc_implementation *implementation)
{
    shared->running = *implementation;
    alarm(child_seconds);
}

typedef struct attempt_argument {
    twc_case *c;
    const twc_implementation *implementation;
} attempt_argument;

static void attempt_both(twc_shared *shared, twc_guarded_memory *arena, void *argument)
{
    const attempt_argument *given = argument;
    static const twc_implementation reference;
    twc_isolate_start(shared, &reference);
    shared->status = twc_attempt(arena, given->c, &reference, &shared->outcome);
    if (shared->status.code || shared->outcome.verdict != TWC_EQUAL || !given->implementation->fast)
        return;
    twc_isolate_start(shared, given->implementation);
    shared->status = twc_attempt(arena, given->c, given->implementation, &shared->outcome);
}

twc_status twc_isolate_attempt(twc_case *c, const twc_implementation *implementation, unsigned seconds,
                               twc_shared *shared, twc_outcome *outcome)
{
    attempt_argument argument = {c, implementation};
    twc_status status = twc_isolate(attempt_both, &argument, seconds, shared);
    *outcome = shared->outcome;
    return status;
}
