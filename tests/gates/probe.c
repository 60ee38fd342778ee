/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the library whether this process computes as it must; exits with the answer's code. */
#include <stdio.h>

#include "twc/ground.h"

int main(void)
{
    twc_status status = twc_environment_check();
    puts(status.code ? status.message : "as the spec demands");
    return (int)status.code;
}
