/* SPDX-License-Identifier: MIT */
/* Statuses and their messages. no spec: messages; no twin: shared by both libraries; test tests/ground/test_world.c. */
#include "twc/status.h"

#include <stdarg.h>
#include <stdio.h>

twc_status twc_ok(void)
{
    twc_status status;
    status.code = TWC_OK;
    status.message[0] = '\0';
    return status;
}

twc_status twc_fail(twc_code code, const char *format, ...)
{
    twc_status status;
    va_list arguments;
    status.code = code;
    va_start(arguments, format);
    vsnprintf(status.message, sizeof status.message, format, arguments);
    va_end(arguments);
    return status;
}
