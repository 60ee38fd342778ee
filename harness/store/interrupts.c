/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/interrupts.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { NOTES = 32, AGAIN = 1 }; /* signals within so many seconds are one: a group gets them twice */

/* A signal handler is given nothing: this is what it looks at. */
static const char *volatile noted[NOTES];
static volatile pid_t owner; /* of the notes: a child does not remove what its parent writes */
static volatile sig_atomic_t deferring, pending;
static volatile time_t since; /* the pending one came */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};
enum { SIGNALS = sizeof signals / sizeof *signals };

static void end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number)
{
    const int kept = errno;
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (deferring && number != SIGPIPE && (!pending || now.tv_sec - since <= AGAIN)) {
        since = pending ? since : now.tv_sec;
        pending = number;
        errno = kept;
        return;
    }
    for (int k = 0; k < NOTES && owner == getpid(); k++)
        if (noted[k] && unlink(noted[k]) != 0)
            (void)rmdir(noted[k]);
    end_by(number);
}

static void install(int flags)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = flags}, before;
    sigemptyset(&action.sa_mask);
    for (int k = 0; k < SIGNALS; k++) /* what is ignored stays so (nohup), but for a reader that left */
        if (signals[k] == SIGPIPE || (sigaction(signals[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN))
            (void)sigaction(signals[k], &action, NULL);
}

void twc_interrupts_catch(void)
{
    deferring = pending = 0;
    signal(SIGXFSZ, SIG_IGN);
    install(SA_RESTART);
}

void twc_interrupts_note(const char *path)
{
    int free_place = 0;
    for (int k = 0; k < NOTES && owner != getpid(); k++)
        noted[k] = NULL;
    owner = getpid();
    while (free_place < NOTES - 1 && noted[free_place])
        free_place++;
    noted[free_place] = path;
}

void twc_interrupts_forget(const char *path)
{
    for (int k = 0; k < NOTES; k++)
        if (noted[k] == path)
            noted[k] = NULL;
}

void twc_interrupts_defer(void)
{
    deferring = 1;
    install(0);
}

int twc_interrupted(void)
{
    return pending;
}

void twc_interrupts_end(void)
{
    if (!pending)
        return;
    (void)fflush(NULL);
    end_by(pending);
}

void twc_end_with_parent(long parent, int number)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, number);
#endif
    if (getppid() != parent) /* it is gone already */
        end_by(number);
}
