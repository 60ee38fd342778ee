/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gate on the runtime library's symbols has to find: a file, a clock, a lock of POSIX. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

int twc_planted_file(const char *path);
long twc_planted_clock(void);
int twc_planted_lock(pthread_mutex_t *lock);

int twc_planted_file(const char *path)
{
    return fopen(path, "r") != NULL;
}

long twc_planted_clock(void)
{
    return (long)time(NULL);
}

int twc_planted_lock(pthread_mutex_t *lock)
{
    return pthread_mutex_lock(lock);
}
