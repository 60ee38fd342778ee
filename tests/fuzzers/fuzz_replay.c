/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replay files of twc check. */
#include "check/registry.h"
#include "check/replay.h"
#include "fuzz_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    twc_case c;
    twc_implementation implementation;
    twc_status status = twc_replay_load(fuzz_file(data, size), twc_kernels, &c, &implementation);
    fuzz_expect(status);
    if (!status.code)
        twc_case_destroy(&c);
    return 0;
}
