/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdarg.h>

#include "reproduce/reproduce.h"

void twc_reproduce_check(twc_reproduce *context, int holds, const char *arguments, const char *format, ...)
{
    context->checks++;
    if (holds)
        return;
    context->failures++;
    va_list values;
    va_start(values, format);
    fprintf(stderr, "twc reproduce: ");
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\n  repeat: twc reproduce %s --experiments %s", arguments, context->experiments);
    if (context->seed_given)
        fprintf(stderr, " --seed %" PRIu64, context->seed);
    fputc('\n', stderr);
}
