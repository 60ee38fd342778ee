/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void twc_progress(const char *what, double fraction)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (fraction < 0)
        fprintf(stderr, "\r\033[K");
    else
        fprintf(stderr, "\r\033[K%s %3.0f %%", what, floor(100 * fraction));
    fflush(stderr);
}

void twc_progress_text(const char *format, ...)
{
    va_list arguments;
    if (!isatty(STDERR_FILENO))
        return;
    va_start(arguments, format);
    fprintf(stderr, "\r\033[K");
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
}
